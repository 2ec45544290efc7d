"""Pieces on the scene: the layout of stacks, and their pictures."""
