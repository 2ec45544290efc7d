"""Group traits: cargo on mats, attachments."""

from typing import Literal

import pytest

from tabletop.expression import Value
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Delete, GlobalCommand
from tabletop.game.traits.appearance_traits import Art, Facing, Image
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold, Mat
from tabletop.game.traits.movement_traits import MovedMark, SendTo, ToPlace
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing


def sheet(*traits: Trait) -> Kind:
    return Kind("mat", "Mat", traits=traits, width=100, height=100)


def test_what_is_put_over_a_mat_gets_on_and_goes_where_it_goes() -> None:
    play = Playing()
    mat = play.piece(sheet(Mat("card"), SendTo(ToPlace("C3"), TraitCall("go"))), "B2")
    cargo = play.piece([Cargo(leave=TraitCall("off"), find=TraitCall("on")), MovedMark()])
    play.move(cargo, "B2")
    assert (play.read(cargo, "Mat"), play.read(mat, "CargoCount"), play.read(cargo, "Moved")) == ("card", 1, True)
    play.act(mat, "go")
    assert (play.where(cargo), play.reading().whereabouts(cargo).x) == ("C3", 250)
    play.act(cargo, "off")
    assert (play.read(cargo, "Mat"), play.where(cargo), play.read(mat, "CargoCount")) == ("", "C3", 0)
    assert play.game.carried == {}
    play.act(cargo, "on")
    assert play.read(cargo, "Mat") == "card"


def test_cargo_keeps_its_spot_on_the_mat_or_goes_into_the_nearest_hold() -> None:
    play = Playing()
    loose = play.piece(sheet(Mat("loose")), "B2")
    spots = (Hold("bow", 0, -20), Hold("stern", 0, 20))
    ordered = play.piece(sheet(Mat("ordered", spots)), "D4")
    cargos = [play.piece([Cargo()]) for _ in range(2)]
    play.land(cargos[0], 160, 165)
    play.land(cargos[1], 350, 365)
    holds = [play.game.holder_of(cargo) for cargo in cargos]
    assert [(hold.carrier, hold.x, hold.y) for hold in holds] == [(loose, 10, 15), (ordered, 0, 20)]


@pytest.mark.parametrize(("spills", "left"), [(True, "B2"), (False, None)])
def test_what_becomes_of_cargo_when_its_mat_is_deleted(spills: bool, left: str | None) -> None:
    play = Playing()
    mat = play.piece(sheet(Mat("raft", spills=spills), Delete(TraitCall("d"))), "B2")
    cargo = play.piece([Cargo()])
    play.move(cargo, "B2")
    play.act(mat, "d")
    assert (play.where(cargo) if cargo in play.game.pieces else None) == left


@pytest.mark.parametrize(("turns", "faces", "drawn"), [("facing", 3, (90,)), ("drawn", 1, (90,)), ("not", 1, ())])
def test_cargo_turns_with_its_mat_in_its_facing_as_it_is_drawn_or_not_at_all(
    turns: Literal["facing", "drawn", "not"], faces: int, drawn: tuple[int, ...]
) -> None:
    play = Playing()
    mat = play.piece(sheet(Facing("Turn", 8, clockwise=TraitCall("on")), Mat("raft")), "B2")
    cargo = play.piece([Art(Image("a.png")), Facing("Turn", 8), Cargo(turns=turns), MovedMark()])
    play.land(cargo, 160, 150)
    for _ in range(2):
        play.act(mat, "on")
    assert (play.read(cargo, "Turn_Facing"), play.reading().point(cargo)[1:3]) == (faces, (150, 160))
    assert tuple(part.degrees for part in play.shows(cargo).shown if part.degrees) == drawn
    assert play.read(cargo, "Moved") is True


def test_a_hold_that_is_not_open_is_for_its_own_side() -> None:
    play = Playing()
    ship = play.piece([Mat("ship", (Hold("bunker", open=False), Hold("deck")))])
    looks = [play.game.holders[hold].looks for hold in play.game.carried[ship]]
    assert looks == [(4, 0), (4, 4)]


def test_a_mat_is_not_put_onto_itself_or_onto_what_it_carries() -> None:
    play = Playing()
    mats = [play.piece(sheet(Mat("m"), Cargo()), place) for place in ("B2", "C3")]
    play.move(mats[0], "C3")
    play.move(mats[1], "D4")
    assert [play.read(mat, "Mat") for mat in mats] == ["m", ""]


def test_target_mat_reaches_what_lies_on_the_same_mat() -> None:
    play = Playing()
    mat = play.piece([Mat("m", (Hold("h"),))])
    hit = OwnProperty("N", 0, changes=(Change(key="hit", set="N + 1"),))
    first, second, away = (play.piece([hit, GlobalCommand("hit", TraitCall("all"), Target("mat"))]) for _ in range(3))
    for cargo in (first, second):
        play.put_into(cargo, play.game.carried[mat][0])
    play.act(first, "all")
    assert [play.read(piece, "N") for piece in (first, second, away)] == [1, 1, 0]


def test_a_mat_is_counted_with_what_rides_on_it_and_a_piece_without_one_alone() -> None:
    play = Playing()
    counts = [OwnProperty("N", 2), ComputedProperty("All", "count(mat)"), ComputedProperty("Sum", "sum(mat, N)")]
    mat = play.piece([Mat("m", (Hold("h"),)), *counts])
    cargo, away = (play.piece(counts) for _ in range(2))
    play.put_into(cargo, play.game.carried[mat][0])
    found = [[play.read(piece, name) for name in ("All", "Sum")] for piece in (mat, cargo, away)]
    assert found == [[2, 4], [2, 4], [1, 2]]


LINK = {"attach": TraitCall("a"), "clear": TraitCall("c"), "clear_some": TraitCall("s")}
CLASS = 'Class == "CV"'


def linking(**more: Value) -> list[Trait]:
    return [
        MarkTrait({"Class": "CV"}),
        Attachment("group", Target(where=CLASS), **LINK, clear_when='Place == "B2"', **more),
    ]  # type: ignore[arg-type]


def test_pieces_are_attached_and_let_go() -> None:
    play = Playing()
    flag = play.piece(linking(), "A1")
    others = [play.piece(linking(), "B2"), play.piece(linking(), "C3")]
    play.act(flag, "a")
    assert play.reading().linked(flag, "group") == others
    assert play.read(flag, "group_Count") == 2
    play.act(flag, "s")
    assert play.reading().linked(flag, "group") == others[1:]
    play.act(flag, "c")
    assert play.reading().linked(flag, "group") == []


@pytest.mark.parametrize(("way", "theirs"), [("no", 0), ("this", 1), ("all", 2)])
def test_attaching_in_return(way: str, theirs: int) -> None:
    play = Playing()
    flag, other, _ = (play.piece(linking(in_return=way, let_go=True)) for _ in range(3))
    play.act(flag, "a")
    assert play.read(other, "group_Count") == theirs
    play.act(flag, "c")
    assert play.read(other, "group_Count") == max(theirs - 1, 0)


def test_a_target_may_be_what_is_attached() -> None:
    play = Playing()
    hit = OwnProperty("N", 0, changes=(Change(key="hit", set="N + 1"),))
    send = [
        GlobalCommand("hit", TraitCall("all"), Target("attached", link="group", which=which)) for which in ("", "2")
    ]
    flag = play.piece([*linking(), send[0]])
    one, two = (play.piece([*linking(), hit]) for _ in range(2))
    play.act(flag, "a")
    play.act(flag, "all")
    assert [play.read(piece, "N") for piece in (one, two)] == [1, 1]


def test_what_is_attached_can_be_read() -> None:
    play = Playing()
    near = Change(key="k", set='property("Place", attached("group", 2)) ~ distance(attached("group"))')
    flag = play.piece([*linking(), OwnProperty("P", changes=(near,))])
    for place in ("A3", "J9"):
        play.piece(linking(), place)
    play.act(flag, "a")
    play.act(flag, "k")
    assert play.read(flag, "P") == "J92"
