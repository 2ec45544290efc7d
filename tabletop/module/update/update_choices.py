"""The further changes that a game can take over from another version of its module if its players want them."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.landing import land
from tabletop.game.behaviour.group_behaviour import move_cargo
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import DropHolder, HolderPlace, Patch
from tabletop.game.change.step import SET_UP
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.holder import TABLE
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.module import Module
from tabletop.module.schema.scenario import Deck
from tabletop.module.setup import lay_out, spot_of_deck
from tabletop.module.update.game_update import MoveAlongError, becomes, brought_along
from tabletop.texts import listed, text


class UpdateChoices(Struct, frozen=True):
    """The players' choices: to remove the counters that the module lacks (`away`), and to take over its decks
    (`decks`).
    """

    away: bool = False
    decks: bool = False


class UpdateDifferences(Struct, frozen=True):
    """The choices on offer: the number of counters that would be removed, and the decks that would come, go, or
    move.
    """

    counters: int = 0
    come: tuple[str, ...] = ()
    go: tuple[str, ...] = ()
    move: tuple[str, ...] = ()

    def decks_told(self) -> str:
        """Return the changes to decks in sentences; "" if all agree with the module."""
        parts = (("decks-new", self.come), ("decks-gone", self.go), ("decks-elsewhere", self.move))
        return " ".join(text(key, names=listed(names)) for key, names in parts if names)


def to_catch_up(game: Game, module: Module) -> UpdateDifferences:
    """Return the differences of a game from the module to which it is updated.

    Raises `MoveAlongError` as `moved_along` does.
    """
    game, _ = apply(game, brought_along(game, module))
    module = as_laid(module, game.properties)
    return UpdateDifferences(
        len(_unknown(game, module)),
        come=tuple(deck.name for deck in _new_decks(game, module)),
        go=tuple(game.holders[id].name for id in _gone(game, module)),
        move=tuple(game.holders[place.holder].name for place in _elsewhere(game, module)),
    )


def caught_up(game: Game, module: Module, wanted: UpdateChoices, chance: Chance) -> Patch:
    """Return the changes of `brought_along`, with those that the players want. New decks are shuffled as at a set-up.

    Raises `MoveAlongError` as `moved_along` does, and if this would change too much at once.
    """
    along = brought_along(game, module)
    if wanted == UpdateChoices():
        return along
    after, _ = apply(game, along)
    module = as_laid(module, after.properties)
    action = Action(replace(after, seats={SET_UP: Seat(umpire=True)}), module.components, SET_UP, chance)
    with action.pieces.marking_moves(marks=False):
        if wanted.away:
            _take_away(action, _unknown(after, module))
        if wanted.decks:
            _renew_decks(action, after, module)
    try:
        return (*along, *action.close().patch)
    except Refusal as refusal:
        raise MoveAlongError(refusal.answer.because) from None


def _unknown(game: Game, module: Module) -> list[int]:
    """Return the pieces of kinds that the module does not have, and those on maps that it does not have."""
    strange = {id for id, kind in game.kinds.items() if becomes(kind, module) is None}
    shut = {number for number, name in enumerate(game.maps) if name not in module.components.maps}
    return [
        id
        for id, piece in game.pieces.items()
        if (piece.kind in strange and game.holders[piece.at].name != TABLE) or game.holders[piece.at].map in shut
    ]


def _take_away(action: Action, pieces: list[int]) -> None:
    """Remove pieces, and leave their cargo on the map."""
    for piece in pieces:
        move_cargo(action, piece, 0)
    action.pieces.drop(pieces)


def _decks(game: Game, module: Module) -> tuple[Deck, ...]:
    """Return the decks that the game's scenario sets up.

    If the scenario is a saved position, or is gone, return those of the last scenario without a saved position.
    """
    own = module.scenarios.get(game.scenario)
    written = [scenario for scenario in module.scenarios.values() if scenario.position is None]
    if own is not None and own.position is None:
        return own.decks
    return written[-1].decks if written else ()


def _gone(game: Game, module: Module) -> list[int]:
    """Return the decks on maps that no scenario of the module sets up and that the module does not describe."""
    known = {deck.name for scenario in module.scenarios.values() for deck in scenario.decks}
    known.update(module.components.decks)
    return [
        id
        for id, held in game.holders.items()
        if held.form == "deck" and held.map >= 0 and held.name and held.name not in known
    ]


def _new_decks(game: Game, module: Module) -> list[Deck]:
    """Return the decks of the module whose names nothing on the table has."""
    decks = (deck for deck in _decks(game, module) if deck.name not in game.named)
    return [deck for deck in decks if spot_of_deck(module, deck) is not None]


def _elsewhere(game: Game, module: Module) -> Iterator[HolderPlace]:
    """Yield the decks that lie in other places than in the module, each with its new place."""
    for deck in _decks(game, module):
        id, found = game.named.get(deck.name, 0), spot_of_deck(module, deck)
        if not id or found is None or game.holders[id].form != "deck":
            continue
        place = HolderPlace(id, game.maps.index(found[0]), *found[1])
        held = game.holders[id]
        if place != HolderPlace(id, held.map, held.x, held.y, held.place):
            yield place


def _renew_decks(action: Action, game: Game, module: Module) -> None:
    for id in _gone(game, module):
        held = action.draft.holder(id)
        if held is not None and held.pieces:
            land(action, held.pieces, held.map, held.x, held.y, heaped=True, joins="none")
        action.change(DropHolder(id))
    for place in _elsewhere(game, module):
        action.change(place)
    lay_out(module, action, (), _new_decks(game, module))
