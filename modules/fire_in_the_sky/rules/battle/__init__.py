"""Battles before and after their steps: the hexes, rolls on the tables, losses, the forecast."""
