"""Layers of a map under and over the pieces: tiles, overlays, shades, rulers, pointers."""
