"""The game as the window knows it: one seat's view, the selection, the counter supply."""
