"""The decision of each command: what of it happens, or why it does not. The gate is `tabletop.game.decide`.

Nothing here asks whether a game's rules allow it.
"""
