"""The contents of a module made ready: maps, counters, boards, pictures, positions, decks."""
