"""A battle on the Battle Board (11.2), step by step: preparation, air, surface, land, administration.

The places of its units are those on the board. `state` holds only facts that no counter shows.
"""
