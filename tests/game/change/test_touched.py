"""The parts touched by a step: procedures that must be checked again, and pieces that only have a new state."""

import pytest

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, Go, Know, Option, PieceSight, Proceed, Recast, Reply, Set
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.audience import audience
from tabletop.game.sight.seen_changes import delta, whole
from tabletop.game.state.frames import Frame, GivenAnswer
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, UNSEEN
from tabletop.game.traits.movement_traits import Trail
from tabletop.game.traits.property_traits import OwnProperty
from tests.game.strategies import FURNISHED, KINDS

AXIS = audience([1])
SHIP, ESCORT, CARGO, SHIP_STACK, OTHER_STACK, HOLD = 52, 53, 54, 26, 27, 80
RAID, WAITING, HARBOUR, CONVOY, REST = range(900, 905)


def frame(parent: int = 0, answers: tuple[GivenAnswer, ...] = (), **state: object) -> Frame:
    return Frame("raid", "1", "step", state, parent=parent, answers=answers)


FRAMES = {
    RAID: frame(by=[f"piece:{SHIP}"]),
    WAITING: frame(parent=RAID),
    HARBOUR: frame(at=f"holder:{SHIP_STACK}"),
    CONVOY: frame(answers=(GivenAnswer("which", "axis", {"cargo": f"piece:{CARGO}"}),)),
    REST: frame(of="all", turn=4),
}
GAME = apply(FURNISHED, tuple(Proceed(id, frame) for id, frame in FRAMES.items()))[0]


@pytest.mark.parametrize(
    ("patch", "again"),
    [
        ((), set()),
        ((Option("fog", True),), set()),
        ((Set(SHIP, 0, "hit"),), {CONVOY}),  # only its cargo counts as touched: nobody sees more or less than before
        ((PieceSight(SHIP, 1, UNSEEN),), {RAID, HARBOUR, CONVOY}),
        ((Go((SHIP + 4,), OTHER_STACK, 0),), set()),
        ((Go((ESCORT,), OTHER_STACK, 0),), {HARBOUR}),
        ((Set(CARGO, 0, "hit"),), {CONVOY}),
        ((Proceed(REST, None),), {REST}),
        ((Proceed(RAID, None),), {RAID, WAITING}),
        ((Proceed(950, frame()),), {950}),
        ((Reply(HARBOUR, (), (), (), "look"),), {HARBOUR}),
        ((Know(1 + SHIP % 8, KINDS[0]),), {RAID, HARBOUR, CONVOY}),
    ],
)
def test_procedures_are_looked_at_again_that_changed_or_speak_of_what_did(
    patch: tuple[Change, ...], again: set[int]
) -> None:
    assert TouchedThings(GAME, apply(GAME, patch)[0], patch).frames == again


@pytest.mark.parametrize(
    "patch",
    [
        (PieceSight(SHIP, 1, UNSEEN),),
        (PieceSight(SHIP, 1, UNSEEN), PieceSight(ESCORT, 1, UNSEEN)),
        (PieceSight(CARGO, 1, UNSEEN),),
        (Go((SHIP, ESCORT), 20, 0),),
        (Proceed(RAID, None),),
    ],
)
def test_what_an_audience_is_told_of_procedures_stays_true(patch: tuple[Change, ...]) -> None:
    after = apply(GAME, patch)[0]
    old, new = dict(whole(GAME, AXIS).frames), dict(whole(after, AXIS).frames)
    told = {name: new.get(name) for name in old if new.get(name) != old[name]}
    assert dict(delta(GAME, after, patch, AXIS).frames) == told
    assert told


# Pieces of which only the state changes, for everybody who sees them

TRAIL = Kind("unit", "Unit", "allies", (OwnProperty("Open", "seen"), Trail()))
UNIT, HIDDEN = 57, 56
SCATTERED = apply(
    FURNISHED,
    (
        Know(90, TRAIL),
        Recast(UNIT, 90, compile_kind(TRAIL).slots),
        PieceSight(HIDDEN, 1, UNSEEN),
        PieceSight(ESCORT, 1, BACK),
    ),
)[0]


@pytest.mark.parametrize(
    ("patch", "restated"),
    [
        ((Set(ESCORT, 0, "hit"),), {ESCORT}),
        ((Set(ESCORT, 0, "hit"), Set(HIDDEN, 0, "hit"), Set(40, 0, "hit")), {ESCORT, HIDDEN, 40}),
        ((Set(CARGO, 0, "hit"),), set()),  # its viewers depend on its carrier
        ((Set(ESCORT, 0, "hit"), Go((UNIT,), SHIP_STACK, ESCORT)), set()),
        ((Set(ESCORT, 0, "hit"), PieceSight(SHIP, 1, UNSEEN)), set()),
        ((Set(ESCORT, 0, "hit"), PieceSight(ESCORT, 1, UNSEEN), PieceSight(ESCORT, 1, BACK)), set()),  # lost in between
        ((Recast(UNIT, 1, ("hit",)),), set()),
        ((Set(ESCORT, 0, "hit"), Know(1 + ESCORT % 8, KINDS[0])), set()),
    ],
)
def test_what_has_but_a_new_state(patch: tuple[Change, ...], restated: set[int]) -> None:
    touched = TouchedThings(SCATTERED, apply(SCATTERED, patch)[0], patch)
    assert touched.restated == restated
    assert touched.anew.isdisjoint(restated)
    assert touched.pieces == touched.anew | restated


@pytest.mark.parametrize(
    ("change", "is_told"),
    [
        (Set(SHIP, 0, "hit"), True),
        (Set(ESCORT, 0, "hit"), False),  # its back is seen
        (Set(HIDDEN, 0, "hit"), False),
        (Set(UNIT, 0, "changed"), True),
        (Set(UNIT, 2, "0,1,2"), False),  # its former place
    ],
)
def test_a_new_state_is_told_to_whom_it_looks_different(change: Change, is_told: bool) -> None:
    after = apply(SCATTERED, (change,))[0]
    assert bool(delta(SCATTERED, after, (change,), AXIS).pieces) == is_told
    assert delta(SCATTERED, after, (change,), audience([0, 1, 2])).pieces
