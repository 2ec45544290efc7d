"""Gestures as objects: a tool takes the mouse from press to release and ends in at most one command."""
