"""The game as the window knows it: a seat's view, the selection, the counters in the tray."""
