"""Pieces on the scene: stacks laid out, pictures composed and shared."""
