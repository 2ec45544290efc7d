"""The answers of the assistant for a window: held pieces, overlays, what can be done now, the page of all rules.

Only values of `tabletop.assistance` leave here; the rules themselves are elsewhere.
"""
