"""Comparison of VASSAL's reading of a module with ours, side by side, fact by fact.

The facts themselves are recorded elsewhere; importing a module belongs to the packages beside this one.
"""
