"""Gestures as objects: a tool handles the mouse from press to release, and then sends its command."""
