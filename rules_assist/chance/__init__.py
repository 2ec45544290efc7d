"""Probabilities: exact where possible, else from many trials."""
