"""VASSAL's files, read as they are and taken over into our own modules, games and journals.

No Java and no code of a module ever runs here. The part that players see belongs to `desktop` and `cli`.
"""
