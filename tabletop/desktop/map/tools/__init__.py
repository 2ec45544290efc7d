"""Gestures as objects: a tool handles the mouse from press to release, and sends at most one command."""
