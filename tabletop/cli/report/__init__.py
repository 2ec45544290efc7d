"""Recorded games told as lines of text."""
