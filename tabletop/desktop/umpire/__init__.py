"""The umpire's work at the window: orders that wait to be decided."""
