"""The answers of the assistant for a window: held pieces, overlays, the possible actions, the page of all rules.

Only values of `tabletop.assistance` leave this folder. The rules themselves are elsewhere.
"""
