"""Settings of VASSAL maps: marks, reports of moves, viewers, buttons."""
