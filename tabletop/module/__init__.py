"""Game modules: reading, checking, trusting and packing the folders that games are written in.

The game in play is not here (that is `tabletop.game`), and neither is anything that draws.
"""
