"""Pieces of a VASSAL module: slots, palettes, decks and set-ups."""
