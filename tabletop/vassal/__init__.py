"""VASSAL's files, imported into our own modules, games and journals.

No Java and no code of a module ever runs here. The part that players see belongs to `desktop` and `cli`.
"""
