"""Ghosts: the table records for each side where it last saw a piece of another side, until it sees such a piece again.

A side learns no more from its ghosts than it saw. A ghost disappears when the side sees the face of any piece of that
name, no matter whether it is the same piece.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from tabletop.expression import is_true
from tabletop.game.actions.action import Action
from tabletop.game.actions.contact_reports import contact_facts
from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.patch import Believe
from tabletop.game.change.told import Told
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.side_cells import knows_own
from tabletop.game.sight.backs import back_of
from tabletop.game.state.game import Game
from tabletop.game.state.levels import level
from tabletop.game.state.values import FACE, UNSEEN

GHOSTS: Final = "ghosts"
"""The property of the table that turns ghosts on or off, overriding the module."""

_Level: TypeAlias = Callable[[int, int], int]


class _Sighting(NamedTuple):
    """A piece that a side saw or sees: its side, the side's name for it, and its point on a map."""

    side: int
    piece: int
    name: str
    map: int
    x: int
    y: int
    place: str


def keep_last_seen(action: Action) -> None:
    """Make ghosts of the pieces that sides lost sight of in an action, and remove the ghosts of pieces that they see
    again.

    Nothing is done if ghosts are turned off, or if nothing is hidden from any side.
    """
    wanted, changes = action.truth.property(GHOSTS), action.changed()
    keeps = action.components.contacts.ghosts if wanted is None else is_true(wanted) and wanted != "no"
    if not keeps or not changes or not any(action.game.veiled + (after := action.truth.close()).veiled):
        return
    touched = sorted(TouchedThings(action.game, after, changes).pieces)
    with action.on_truth():
        for seen in _newly(after, action.game, touched, FACE):
            _drop_ghost(action, seen)
        for lost in _newly(action.game, after, touched, UNSEEN + 1):
            if lost.piece in after.pieces:
                _make_ghost(action, lost)


def _newly(here: Game, there: Game, pieces: list[int], least: int) -> Iterator[_Sighting]:
    """Yield the pieces that a side sees at this level or better in one position, and not at all in the other.

    Only pieces on maps count. A side's own pieces count only if the side has cells.
    """
    now, other = _levels_in(here), _levels_in(there)
    for id in pieces:
        if id not in here.pieces or here.holder_of(id).form not in ("stack", "box"):
            continue
        kind, held = here.kind_of(id), here.lying(id)
        for side, name in enumerate(here.sides):
            is_own = knows_own(here.sides, name, kind.side)
            if held.map < 0 or is_own or other(id, side) > UNSEEN:
                continue
            found = now(id, side)
            if found >= least:
                called = (kind if found == FACE else back_of(kind)).name
                yield _Sighting(side, id, called, held.map, held.x, held.y, held.place)


def _levels_in(game: Game) -> _Level:
    """Return a function that gives a side's level of sight of a piece in a position."""
    pieces, holders = game.pieces, game.holders

    def found(id: int, side: int) -> int:
        return level(pieces.__getitem__, holders.__getitem__, id, side) if id in pieces else UNSEEN

    return found


def _make_ghost(action: Action, lost: _Sighting) -> None:
    time = action.components.contact_clock.now(action.game.properties.get)
    ghost = Contact(lost.side, "ghost", lost.name, lost.map, lost.x, lost.y, lost.place, time, of=(lost.piece,))
    action.change(Believe(action.draft.fresh_id(), ghost))
    action.tell(Told("contact-lost", contact_facts(action, ghost), sides=(ghost.side,)))


def _drop_ghost(action: Action, seen: _Sighting) -> None:
    """Remove the nearest ghost of that name that the side has."""

    def distance(one: tuple[int, Contact]) -> tuple[object, ...]:
        ghost = one[1]
        away = (ghost.x - seen.x) ** 2 + (ghost.y - seen.y) ** 2
        return ghost.map != seen.map, away, ghost.x, ghost.y, ghost.time, ghost.note

    contacts = action.draft.contacts()
    ghosts = [one for one in contacts if (one[1].side, one[1].form, one[1].kind) == (seen.side, "ghost", seen.name)]
    if ghosts:
        id, ghost = min(ghosts, key=distance)
        action.change(Believe(id, None))
        action.tell(Told("contact-found", contact_facts(action, ghost), sides=(ghost.side,)))
