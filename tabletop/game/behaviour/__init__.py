"""What each trait does: one function a trait that tells a `Builder` what its kind hears, provides, shows and offers.

The traits themselves, as data, are in `tabletop.game.traits`; the transaction they run in is `tabletop.game.action`.
"""
