"""A battle on the Battle Board (11.2), step by step: preparation, air, surface, land, administration.

The board holds the places of the units, and `battle_state` everything else that later steps need.
"""
