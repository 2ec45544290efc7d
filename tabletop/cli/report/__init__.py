"""Recorded games as lines of text."""
