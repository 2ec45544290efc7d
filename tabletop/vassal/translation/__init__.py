"""The translation of VASSAL's traits into ours, with a verdict on each.

The traits with VASSAL's own fields are in `tabletop.vassal.traits`, the languages in `tabletop.vassal.expressions`.
"""
