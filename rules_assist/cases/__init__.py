"""Case files: what is given, done, asked and rolled, and the expected results. They prove a module's rules.

Nothing here is a rule or is needed in play.
"""
