"""Private properties of visible pieces: only their side reads them, changes them and hears of it."""

import pytest
from msgspec.structs import replace

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import Act, AnyCommand, ClonePieces, MovePieces, SetTrait, Spot
from tabletop.game.state.frames import Frame, piece_text
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import Clone, GlobalCommand, Replace, ReportTrait, Trigger
from tabletop.game.traits.property_traits import (
    ComputedProperty,
    OthersProperty,
    OwnProperty,
    SharedProperty,
    SheetField,
    SheetTrait,
)
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.secrets.worlds import Played, World, both, difference

BASE = Kind(
    "base",
    "Base",
    "b",
    (
        OwnProperty(
            "Fuel", 0, changes=(Change(key="burn", menu="Burn", add="-1"), Change(key="both", add="1")), private=True
        ),
        SheetTrait((SheetField("Planes", start="4"),), open=TraitCall("sheet"), private=True),
        OwnProperty("Flag", "no", changes=(Change(key="flag", set="Fuel > 5"),)),
        ComputedProperty("Low", "Fuel < 5"),
        ReportTrait(("flag", "tell"), "{Name}: {Fuel}, {Low}, {Planes}"),
        ReportTrait(("say",), "{Name} has {Fuel}"),
        Trigger(("hit",), "spill", hears=("tell",), when="Fuel > 5"),
        SharedProperty("Storm", changes=(Change(key="storm", set="Fuel"),)),
        SharedProperty("Hits", changes=(Change(key="hit", add="1"),)),
        Clone(TraitCall("clone")),
        Replace("ruin", TraitCall("fall"), copies=True),
    ),
    60,
    60,
)
RUIN = Kind("ruin", "Ruin", "b", (OwnProperty("Fuel", 0),), 60, 60)
SCOUT = Kind(
    "scout",
    "Scout",
    "a",
    (
        GlobalCommand("hit", TraitCall("strike"), Target(where="Fuel > 5")),
        GlobalCommand("burn", TraitCall("raid")),
        OthersProperty("Fuel", (Change(key="drain", set="0"),)),
        OwnProperty(
            "N", 0, changes=(Change(key="spy", set="sum(all, Fuel)"), Change(key="count", set="count(all, Fuel > 5)"))
        ),
        ReportTrait(("spy", "count", "raid", "strike"), "{Name} {N} {Hits}"),
    ),
    60,
    60,
)


def table(world: World) -> None:
    """Lay out a base of side b and a scout of side a, seen by both.

    In the other world the base has other fuel and planes.
    """
    world.components = replace(world.components, kinds={"ruin": RUIN, "base": BASE})
    world.holder("at base", x=250)
    world.piece("base", BASE, "at base", Fuel=9 if world.is_other else 2, Planes="7" if world.is_other else "4")
    world.holder("at scout", x=450)
    world.piece("scout", SCOUT, "at scout")


def fuel(play: Played) -> tuple[object, object]:
    """Return the fuel of the base as sides a and b see it."""
    found = []
    for view in (play.anna.view, play.others["bert"].view):
        (base,) = (piece for piece in view.pieces.values() if view.kinds[piece.kind].key == "base")
        found.append(base.state[0])
    return tuple(found)


def test_its_side_alone_reads_it_changes_it_and_hears_of_it():
    one, _ = both(table)
    assert fuel(one) == (None, 2)
    one.by("bert", Act((one["base"],), "burn"))
    one.by("bert", SetTrait((one["base"],), "Fuel", 7))
    last = one.session.journal.last
    one.session.undoing.take_back("bert", [last], frozenset(["bert"]))
    assert fuel(one) == (None, 1)
    assert one.heard == [], "nobody else notices anything of it"


ASKED: dict[str, AnyCommand | str] = {
    "the scout strikes all with much fuel": "strike",
    "it burns all fuel": "raid",
    "it sets the fuel of others": "drain",
    "it sums up": "spy",
    "it counts": "count",
}
ON_BASE = ("burn", "both", "sheet", "flag", "tell", "storm", "clone", "fall", "hit")


@pytest.mark.parametrize("key", [*ASKED.values(), *ON_BASE])
def test_two_games_that_differ_in_it_are_alike_for_the_other_side(key: str):
    one, other = both(table)
    for play in (one, other):
        play.does(Act((play["base" if key in ON_BASE else "scout"],), key))
        play.undoes()
        play.redoes()
    assert difference(one, other) is None


def test_two_games_that_differ_in_it_are_alike_by_hand():
    one, other = both(table)
    for play in (one, other):
        play.does(SetTrait((play["base"],), "Fuel", 3))
        play.does(SetTrait((play["base"],), "Planes", "3"))
        play.does(MovePieces((play["base"],), Spot("main", 350, 350)))
        play.does(ClonePieces((play["base"],)))
        play.by("bert", Act((play["base"],), "flag"))
        play.undoes(of_table=True)
    found = difference(one, other)
    assert found is not None, "a flag that its own side shows by its fuel is told by it"
    assert found.at > 4


def test_what_its_own_side_says_of_it_others_hear_without_it():
    one, other = both(table)
    for play in (one, other):
        play.by("bert", Act((play["base"],), "say"))
    assert difference(one, other) is None
    said = [told.facts for news in one.heard for told in news.told if told.key == "report"]
    assert [facts["1"] for facts in said] == [None]


def test_what_the_other_side_does_leaves_it_as_it_was():
    one, _ = both(table)
    answer = one.does(SetTrait((one["base"],), "Fuel", 3))
    assert isinstance(answer, Refused)
    for key in ("burn", "both"):
        one.does(Act((one["base"],), key))
    one.does(Act((one["scout"],), "raid"))
    assert fuel(one) == (None, 2)


@pytest.mark.parametrize(("command", "is_marked"), [("Fuel", False), ("Flag", True)])
def test_a_procedure_is_marked_only_by_what_others_can_notice(command: str, is_marked: bool):
    def lays(world: World) -> None:
        table(world)
        world.frame("raid", Frame("raid", "1", "strike", {"target": piece_text(world["base"])}, "b"))

    one, _ = both(lays)
    one.by("bert", SetTrait((one["base"],), command, 8))
    (frame,) = one.anna.view.frames.values()
    assert bool(frame.touched) is is_marked
