"""What the assistant tells a window: pieces in the hand, overlays, what may be done now, the page of all rules.

Only values of `tabletop.assisting` leave here; which rule says what is not decided here.
"""
