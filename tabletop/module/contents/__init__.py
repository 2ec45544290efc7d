"""The contents of a module, ready for use: maps, counters, boards, pictures, positions, decks."""
