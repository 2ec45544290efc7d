"""What each trait does: one function a trait that tells a `Builder` what its kind hears, provides, shows and offers.

The traits themselves, as data, are in `tabletop.game.traits`; they run in a `tabletop.game.actions.action.Action`.
"""

from tabletop.game.behaviour import (
    actions,
    appearance,
    decks,
    dice,
    groups,
    movement,
    piece_makers,
    properties,
    sight,
    table,
)
from tabletop.game.kinds.compiled_kinds import define_traits

define_traits(
    {
        **appearance.BEHAVIOUR,
        **properties.BEHAVIOUR,
        **actions.BEHAVIOUR,
        **piece_makers.BEHAVIOUR,
        **sight.BEHAVIOUR,
        **movement.BEHAVIOUR,
        **groups.BEHAVIOUR,
        **table.BEHAVIOUR,
        **dice.BEHAVIOUR,
        **decks.BEHAVIOUR,
    }
)
