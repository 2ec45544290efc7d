"""VASSAL's piece traits with VASSAL's own fields: read from a piece's text, and written back as VASSAL writes them.

What they become on our table is `tabletop.vassal.translation`.
"""
