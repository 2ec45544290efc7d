"""What a step touched: which procedures are looked at again."""

import pytest

from tabletop.game.audience import audience
from tabletop.game.draft import apply
from tabletop.game.frames import Frame, Given
from tabletop.game.patch import Change, Go, Know, Option, Proceed, Reply, Set, Sight
from tabletop.game.sight import delta, whole
from tabletop.game.touched import Touched
from tabletop.game.values import UNSEEN
from tests.game.strategies import FURNISHED, KINDS

AXIS = audience([1])
SHIP, ESCORT, CARGO, SHIP_STACK, OTHER_STACK, HOLD = 52, 53, 54, 26, 27, 80
RAID, WAITING, HARBOUR, CONVOY, REST = range(900, 905)


def frame(parent: int = 0, answers: tuple[Given, ...] = (), **state: object) -> Frame:
    return Frame("raid", "1", "step", state, parent=parent, answers=answers)


FRAMES = {
    RAID: frame(by=[f"piece:{SHIP}"]),
    WAITING: frame(parent=RAID),
    HARBOUR: frame(at=f"holder:{SHIP_STACK}"),
    CONVOY: frame(answers=(Given("which", "axis", {"cargo": f"piece:{CARGO}"}),)),
    REST: frame(of="all", turn=4),
}
GAME = apply(FURNISHED, tuple(Proceed(id, frame) for id, frame in FRAMES.items()))[0]


@pytest.mark.parametrize(
    ("patch", "again"),
    [
        ((), set()),
        ((Option("fog", True),), set()),
        ((Set(ESCORT, 0, "hit"),), {HARBOUR}),  # where it lies, others may be seen now
        ((Set(SHIP, 0, "hit"),), {RAID, HARBOUR, CONVOY}),  # and what rides on it
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
    assert Touched(GAME, apply(GAME, patch)[0], patch).frames == again


@pytest.mark.parametrize(
    "patch",
    [
        (Sight(SHIP, 1, UNSEEN),),
        (Sight(SHIP, 1, UNSEEN), Sight(ESCORT, 1, UNSEEN)),
        (Sight(CARGO, 1, UNSEEN),),
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
