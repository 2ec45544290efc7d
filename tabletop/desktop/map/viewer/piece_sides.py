"""The views of all sides of a counter. Each side is turned up in a trial position, which is not recorded."""

from collections.abc import Iterator

from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.commands import SetTrait
from tabletop.game.decide import decide
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.game.traits.appearance_traits import Layer

NO_DICE = ScriptedChance(())


def all_sides(view: Game, components: Components, seat: str, piece: int) -> list[tuple[str, Game]]:
    """Return a view for each level of the piece's innermost layer, with the name of the level. The present level comes
    first.

    A piece without levels, or one that the seat may not touch, has only the present view, without a name.
    """
    layer = next((trait for trait in view.kind_of(piece).traits if isinstance(trait, Layer)), None)
    found = list(_turned(view, components, seat, piece, layer)) if layer is not None else []
    now = [(name, after) for name, after in found if after.pieces[piece].state == view.pieces[piece].state]
    return [*(now or [("", view)]), *(one for one in found if one not in now)]


def _turned(view: Game, components: Components, seat: str, piece: int, layer: Layer) -> Iterator[tuple[str, Game]]:
    for level in layer.levels:
        outcome = decide(view, SetTrait((piece,), layer.name, level.name), seat, NO_DICE, components)
        if isinstance(outcome, Done):
            after, _ = apply(view, outcome.patch)
            yield level.name, after
