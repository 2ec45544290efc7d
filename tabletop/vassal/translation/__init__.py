"""VASSAL's traits as ours: what each becomes, how exactly, and whole chains of them, prototypes as patterns.

The traits with VASSAL's own fields are in `tabletop.vassal.traits`, the languages in `tabletop.vassal.expressions`.
"""
