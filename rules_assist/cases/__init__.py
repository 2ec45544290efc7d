"""Case files: what is given, done, asked and rolled, and what must come of it. They prove a module's rules.

No rule is here, and nothing that a table needs in play.
"""
