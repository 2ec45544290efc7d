"""Comparison of VASSAL's reading of a module with ours, fact by fact.

VASSAL's facts are recorded elsewhere; importing a module belongs to `tabletop.vassal`.
"""
