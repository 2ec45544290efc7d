"""The files that a window reads and writes: the game, pictures and lists of its maps, decks, saves for VASSAL."""
