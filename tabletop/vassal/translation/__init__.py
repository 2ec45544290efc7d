"""The translation of VASSAL's traits to ours: of each trait, with its exactness, and of whole chains, with prototypes
as patterns.

The traits with VASSAL's own fields are in `tabletop.vassal.traits`, the languages in `tabletop.vassal.expressions`.
"""
