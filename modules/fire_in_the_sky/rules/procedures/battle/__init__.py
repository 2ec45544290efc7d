"""A battle on the Battle Board (11.2), step by step: preparation, air, surface, land, administration.

Where the units of a battle are is where they lie on the board; `state` holds only what no counter shows.
"""
