"""The umpire's work at the window: deciding the orders that wait."""
