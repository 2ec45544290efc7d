"""The behaviour of traits: one function for each trait. It tells a `Builder` all that the trait responds to, provides,
shows and offers.

The traits themselves, as data, are in `tabletop.game.traits`. Their effects run in a
`tabletop.game.actions.action.Action`.
"""

from tabletop.game.behaviour import (
    action_behaviour,
    appearance_behaviour,
    deck_behaviour,
    dice_behaviour,
    group_behaviour,
    movement_behaviour,
    piece_makers,
    property_behaviour,
    sight_behaviour,
    table_behaviour,
)
from tabletop.game.kinds.compiled_kinds import define_traits

define_traits(
    {
        **appearance_behaviour.BEHAVIOUR,
        **property_behaviour.BEHAVIOUR,
        **action_behaviour.BEHAVIOUR,
        **piece_makers.BEHAVIOUR,
        **sight_behaviour.BEHAVIOUR,
        **movement_behaviour.BEHAVIOUR,
        **group_behaviour.BEHAVIOUR,
        **table_behaviour.BEHAVIOUR,
        **dice_behaviour.BEHAVIOUR,
        **deck_behaviour.BEHAVIOUR,
    }
)
