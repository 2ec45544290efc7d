"""What each trait does: one function a trait that tells a `Builder` what its kind hears, provides, shows and offers.

The traits themselves, as data, are in `tabletop.game.traits`; they run in a `tabletop.game.actions.action.Action`.
"""
