"""VASSAL's traits as ours: the translation of each, its exactness, and whole chains of them, with prototypes as
patterns.

The traits with VASSAL's own fields are in `tabletop.vassal.traits`, the languages in `tabletop.vassal.expressions`.
"""
