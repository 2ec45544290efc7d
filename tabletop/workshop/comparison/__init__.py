"""Comparison of VASSAL's reading of a module with ours, fact by fact.

VASSAL's facts come from files that another program has recorded.
"""
