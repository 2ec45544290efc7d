"""Probabilities: exact if possible, otherwise from many trials."""
