"""VASSAL's games: a position kept in VASSAL's way, and a game of ours that follows it."""
