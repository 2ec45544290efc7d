"""Game modules: reading, checking, trusting and packing the folders in which games are written.

The game in play is in `tabletop.game`. Nothing here draws.
"""
