"""Contacts at the window: their words, their list, what is done with them. Their signs are in `drawing` and `scene`."""
