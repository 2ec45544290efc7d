"""VASSAL's traits with VASSAL's own fields. They are read from the text of a piece, and written in the same form.

Their translation into our traits is in `tabletop.vassal.translation`.
"""
