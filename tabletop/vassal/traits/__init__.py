"""VASSAL's piece traits with VASSAL's own fields: read from a piece's text, and written back as VASSAL writes them.

Their translation into our traits is in `tabletop.vassal.translation`.
"""
