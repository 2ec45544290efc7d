"""Mistakes and slips of a whole module, beyond those of one document."""
