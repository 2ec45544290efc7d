"""Wartable: a digital sand table for board wargames.

The main packages, from the ground up, are expression, board, game, module, journal, session and desktop.
"""

__version__ = "0.1.0"
