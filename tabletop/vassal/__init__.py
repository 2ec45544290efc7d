"""VASSAL's files, read as they are and taken over into our own modules, games and journals.

No Java and no code of a module ever runs here. What players see of it belongs to `desktop` and `cli`.
"""
