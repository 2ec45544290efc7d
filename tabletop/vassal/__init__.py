"""Import of VASSAL's files as modules, games and journals of Wartable, and export of games.

No Java and no code of a module ever runs here. The part that players see belongs to `desktop` and `cli`.
"""
