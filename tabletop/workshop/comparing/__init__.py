"""What VASSAL makes of a module and what we make of it, side by side, fact by fact.

The facts themselves are recorded elsewhere; taking a module over belongs to the packages beside this one.
"""
