"""Import of VASSAL's games: a position that behaves as in VASSAL, and our game that follows it."""
