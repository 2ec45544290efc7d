"""Dispatches at the window: the list of them, their way as a picture, and the card on which one is written."""
