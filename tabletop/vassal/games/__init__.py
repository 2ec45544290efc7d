"""VASSAL's games: a position kept as VASSAL keeps it, and followed by a game of ours."""
