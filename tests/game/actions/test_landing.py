"""The places where pieces end up: the deck at a point, and the work of landing where many pieces lie."""

import sys
from types import FrameType

import pytest

from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import DropHolder, HolderPlace, MakeHolder
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import GlobalCommand, PlaceMarker, Trigger
from tabletop.game.traits.movement_traits import NotStacking
from tabletop.game.traits.trait_base import TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing


def test_the_deck_at_a_point_is_the_one_that_lies_there_now() -> None:
    draft = Draft(Playing().game)
    assert draft.container_at(0, 50, 50) == 0
    for id, form in ((5, "stack"), (6, "deck"), (7, "box")):
        draft.perform(MakeHolder(id, Holder(form, 0, 50, 50, "", 0, id, (), (4, 4), (), "")))  # type: ignore[arg-type]
    assert draft.container_at(0, 50, 50) == 6
    draft.perform(HolderPlace(6, 0, 150, 50, ""))
    assert (draft.container_at(0, 50, 50), draft.container_at(0, 150, 50)) == (7, 6)
    draft.perform(DropHolder(7))
    assert draft.container_at(0, 50, 50) == 0


def calls_to_double(times: int, *, stacks: bool) -> int:
    """Return the number of function calls while a piece and all its copies are doubled a number of times."""
    double = PlaceMarker("cell", TraitCall("divide"), dx=200)
    everybody = GlobalCommand("divide", TraitCall("grow"), Target(where="true"))
    traits = (
        double,
        everybody,
        Trigger(("grow",) * times, call=TraitCall("go")),
        *(() if stacks else (NotStacking(),)),
    )
    play = Playing(cell := Kind("cell", "Cell", "axis", traits, width=60, height=60))
    piece = play.piece(cell)
    called = 0

    def count(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        play.act(piece, "go")
    finally:
        sys.setprofile(before)
    assert len(play.game.pieces) == 2**times
    return called


@pytest.mark.parametrize("stacks", [True, False])
def test_twice_as_many_pieces_at_one_point_are_twice_the_work(stacks: bool) -> None:
    calls_to_double(1, stacks=stacks)  # expressions are parsed at their first use only
    assert calls_to_double(9, stacks=stacks) < 2.1 * calls_to_double(8, stacks=stacks)
