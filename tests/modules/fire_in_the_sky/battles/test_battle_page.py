"""The battle board's display of a battle and of submarine attacks, as each side sees it."""

from typing import TYPE_CHECKING

import pytest

from rules_assist.procedure.procedure_display import underway
from tabletop.assistance import BattlePage, Underway
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Answer, Begin, Show
from tests.modules.fire_in_the_sky.conftest import Tries

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import World

NOWHERE = "1210"


@pytest.fixture
def at_sea(world: "World") -> "World":
    """Return a table on which two forces have met at sea, in Japan's Combat Phase."""
    world.now(4, "JP", 11)
    world.force("Fleet 1", NOWHERE, "jp_bb_kongo_haruna", "jp_ca_sentai4")
    world.force("TF 1", NOWHERE, "us_ca_crudiv6", "us_dd_desron1")
    world.table.chance = Tries(1)
    return world


def page(world: "World", side: str = "") -> BattlePage | None:
    (frame,) = world.table.game.frames
    return underway(world.situation(side), frame).page


def answer(world: "World", key: str, value: object) -> None:
    (frame,) = world.table.game.frames
    event = world.table.do("umpire", Answer(frame, key, value))
    assert isinstance(event.outcome, Done), event.outcome


def boxes(found: BattlePage | None, side: str) -> dict[str, tuple[int, ...]]:
    """Return the non-empty boxes of a side."""
    assert found is not None
    (own,) = (each for each in found.sides if each.side == side)
    return {box.title: box.pieces for box in own.boxes if box.pieces}


def fought(world: "World") -> None:
    """Let all units fight, in one line."""
    world.do(Begin("battle", {"place": NOWHERE}, "JP"))
    answer(world, "pause before superiority 1 of Japan", "roll-these")
    for _ in range(2):
        (frame,) = world.table.game.frames
        (asked,) = underway(world.situation(), frame).asked
        answer(world, asked.key, [choice.value for choice in asked.options])
    (asked,) = underway(world.situation(), frame).asked
    answer(world, asked.key, [choice.value for choice in asked.options])


def test_a_battle_begins_with_both_sides_in_their_boxes(at_sea: "World") -> None:
    at_sea.do(Begin("battle", {"place": NOWHERE}, "JP"))
    found = page(at_sea)
    assert found is not None
    assert (found.stages[found.now], [side.side for side in found.sides]) == ("Air", ["JP", "AL"])
    assert [side.note for side in found.sides] == ["phasing", ""]
    assert len(boxes(found, "JP")["Bombardment Task Forces"]) == 2
    assert len(boxes(found, "AL")["Bombardment Task Forces"]) == 2


def test_ships_that_face_each_other_are_paired_the_phasing_sides_first(at_sea: "World") -> None:
    fought(at_sea)
    found = page(at_sea)
    assert found is not None
    assert (found.stages[found.now], found.field, found.ships) == ("Surface", "Sea Control", ())
    sides = [tuple(at_sea.situation().side_of(ship) for ship in pair) for pair in found.pairs]
    assert sides == [("JP", "AL"), ("JP", "AL")]
    assert "round 1" in found.note


def lined_up(world: "World") -> Underway:
    """Begin a battle, go on to the Allies' question for the pairs of facing ships, and return the battle in
    progress.
    """
    world.do(Begin("battle", {"place": NOWHERE}, "JP"))
    answer(world, "pause before superiority 1 of Japan", "roll-these")
    for _ in range(2):
        (asked,) = shown(world).asked
        answer(world, asked.key, [choice.value for choice in asked.options])
    return shown(world)


def shown(world: "World", side: str = "") -> Underway:
    (frame,) = world.table.game.frames
    return underway(world.situation(side), frame)


def cells(found: Underway, world: "World") -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return the table cell and the hits of each shot, by firing and target ship."""
    names = {piece: world.unit(piece).sort.type for shot in found.page.shots for piece in (shot.piece, shot.target)}
    assert {shot.table for shot in found.page.shots} == {found.page.table}
    return {(names[s.piece], names[s.target]): (s.row, s.column, s.needs) for s in found.page.shots}


def test_while_ships_are_paired_the_page_says_what_each_would_need(at_sea: "World") -> None:
    found = lined_up(at_sea)
    assert found.table is not None
    assert (found.table.title, found.table.row_title, found.table.column_title) == (
        "Surface combat",
        "Firepower",
        "Defence",
    )
    assert found.table.columns == ("7", "8", "9", "10", "11", "12")
    (asked,) = found.asked
    assert [choice.label.split()[0] for choice in asked.options] == ["CA", "DD"]
    assert [choice.label.split()[0] for choice in asked.against] == ["BB", "CA"]
    assert len(cells(found, at_sea)) == 7, "two against two, both ways; both sides have a CA"
    assert cells(found, at_sea)["BB", "DD"] == ("3", "7", "2+")
    assert cells(found, at_sea)["DD", "BB"] == ("1", "10", "6")


def test_when_ships_are_paired_the_page_says_what_the_pairs_need_and_how_likely_it_is(at_sea: "World") -> None:
    fought(at_sea)
    found = shown(at_sea)
    pairs = {frozenset(pair) for pair in found.page.pairs}
    assert len(found.page.shots) == 4
    assert {frozenset((shot.piece, shot.target)) for shot in found.page.shots} == pairs
    assert all(shot.odds for shot in found.page.shots)


def test_the_ships_left_over_join_one_after_the_other(at_sea: "World") -> None:
    at_sea.force("TF 2", NOWHERE, "us_ca_crudiv4")
    (asked,) = lined_up(at_sea).asked
    assert (asked.least, len(asked.options), len(asked.against)) == (2, 3, 2)
    answer(at_sea, "pairs", [choice.value for choice in asked.options[:2]])
    found = shown(at_sea)
    assert len(found.page.pairs) == 2, "the pairs stand while it is asked whom the last one joins"
    (asked,) = found.asked
    left = [choice.value for choice in asked.against]
    assert left == [f"piece:{ship}" for ship in found.page.ships]
    answer(at_sea, asked.key, asked.options[0].value)
    assert len(shown(at_sea).page.pairs) == 3


def test_no_shot_and_no_pair_tells_of_a_ship_that_is_not_seen(at_sea: "World") -> None:
    hidden = at_sea.piece("jp_bb_kongo_haruna")
    at_sea.do(Show((hidden,), "unseen", ("AL",)), "JP")
    lined_up(at_sea)
    seen, whole = shown(at_sea, "AL"), shown(at_sea)
    assert hidden in {piece for shot in whole.page.shots for piece in (shot.piece, shot.target)}
    assert hidden not in {piece for shot in seen.page.shots for piece in (shot.piece, shot.target)}
    assert f"piece:{hidden}" not in {choice.value for one in seen.asked for choice in one.against}
    assert not any("Kongo" in choice.label for one in seen.asked for choice in one.against)


def test_a_side_is_shown_only_what_it_sees(at_sea: "World") -> None:
    hidden = at_sea.piece("us_ca_crudiv6")
    at_sea.do(Show((hidden,), "unseen", ("JP",)), "AL")
    fought(at_sea)
    seen, whole = page(at_sea, "JP"), page(at_sea)
    assert hidden in {ship for pair in whole.pairs for ship in pair}
    assert hidden not in {ship for pair in seen.pairs for ship in pair}
    assert hidden not in seen.ships
    assert not any(hidden in box.pieces for side in seen.sides for box in side.boxes)


def test_the_map_is_seen_while_a_battle_is_chosen_on_it(at_sea: "World") -> None:
    at_sea.force("Fleet 2", "1407", "jp_ca_sentai7")
    at_sea.force("TF 2", "1407", "us_bb_new_mexico_idaho")
    at_sea.do(Begin("battle", {}, "JP"))
    assert page(at_sea) is None
    (frame,) = at_sea.table.game.frames
    (asked,) = underway(at_sea.situation(), frame).asked
    answer(at_sea, "battle", asked.options[0].value)
    assert page(at_sea) is not None


def test_submarines_are_shown_among_the_forces_they_attack(at_sea: "World") -> None:
    at_sea.points(sub_japan=1)
    at_sea.do(Begin("submarines", {}, "JP"))
    assert page(at_sea) is None, "targets are chosen on the map"
    answer(at_sea, "targets of JP", ["TF 1"])
    found = page(at_sea)
    assert found is not None
    assert list(boxes(found, "AL")) == ["TF 1"]
    (force,) = (box for side in found.sides if side.side == "AL" for box in side.boxes)
    assert force.note.endswith("attacked")
