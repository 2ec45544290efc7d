"""The decision of each command: its effect, or the reason for its refusal. The entrance is `tabletop.game.decide`.

Nothing here asks whether a game's rules allow a command.
"""
