"""Movement modes from rule files: costs, stops, ends, legs, half points; and the reason if a place is not reached."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.map.path_search import distance
from rules_assist.movement import written_movement
from rules_assist.movement.ways import points, unruled
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Mode, Reach
from tabletop.assistance import Where
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.change.patch import Sit
from tabletop.game.commands import At, Batch, MovePieces, SetTrait
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat

PARTS = """
presence: [{id: units, title: Units, of: move > 0}]
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
"""
MARCH = (
    PARTS
    + """
modes:
- id: march
  title: March
  rule: "4"
  who: move > 0
  allowance: move
  steps:
  - {when: to_enemy_units > 0, no: enemy units stand there, rule: "4.3"}
  - {when: hexside == "cliff", no: a cliff}
  - {when: link == "road", cost: "1"}
  - {when: hexside == "river", cost: "1", stops: yes}
  - {when: to_cost > 0, cost: to_cost}
  - {cost: "1"}
  added: [{when: from_name == "Northwood" and Kind == "red_armour", cost: "1"}]
  stops: [{when: at_enemy_zoc > 0, why: enemy zone of control, rule: "5.1"}]
  starts: [{when: at_enemy_zoc > 0, leaves: "1", why: enemy zone of control, rule: "5.2"}]
  ends: [{when: at_own_units > 1, no: two units stand there, rule: "6"}]
"""
)


def mode(situation: Situation, name: str = "") -> Mode:
    modes = situation.book.ground.modes
    return modes[name] if name else next(iter(modes.values()))


@pytest.fixture
def reach(made, piece_at) -> Callable[..., Reach]:
    """Return a function that gives the reach of the first piece at a place: `reach(MARCH, {"0304": [...]}, "0304")`."""

    def of(rules: str, setup: dict[str, list[object]], place: str, *changes: tuple[str, str]) -> Reach:
        situation = made(rules, setup, *changes)
        return mode(situation).reach(situation, (piece_at(situation, place),))

    return of


@pytest.mark.parametrize(
    ("place", "cost", "left", "path"),
    [
        ("0305", 1, 5, ("0304", "0305")),
        ("0404", 2, 4, ("0304", "0404")),
        ("0403", 2, 4, ("0304", "0403")),
        ("0503", 4, 2, ("0304", "0403", "0503")),
        ("0302", 2, 4, ("0304", "0303", "0302")),
        ("0505", 3, 3, None),
    ],
)
def test_the_cheapest_way_and_what_it_costs(reach, place, cost, left, path):
    found = reach(MARCH, {"0304": ["red_armour"]}, "0304")
    assert (found.cost(place), found.left(place)) == (cost, left)
    assert len(found.path(place)) <= cost + 1
    assert path is None or found.path(place)[0] == "0304"
    assert path is None or len(found.path(place)) == len(path)


def test_the_place_where_it_stands_is_not_reached_and_needs_no_reason(reach):
    found = reach(MARCH, {"0304": ["red_armour"]}, "0304")
    assert "0304" not in found.places
    assert found.why_not("0304") is None
    with pytest.raises(KeyError):
        found.cost("0304")


@pytest.mark.parametrize(
    ("setup", "place", "why", "said"),
    [
        ({}, "1204", "too-far", "Red armour cannot go that far: the way costs 10, and it has 6 (4)."),
        (
            {"0604": ["blue_infantry"]},
            "0604",
            "blocked",
            "to Millbridge: enemy units stand there, by Blue infantry (4.3).",
        ),
        (
            {"0305": ["red_infantry", "red_infantry"]},
            "0305",
            "no-end",
            "two units stand there, by 2 × Red infantry (6).",
        ),
        ({"0604": ["blue_infantry"]}, "0804", "stopped", ": enemy zone of control, by Blue infantry (5.1)."),
        ({}, "Reserve", "no-way", "No way leads there by March (4)."),
        ({}, "turns.1", "no-way", "No way leads there by March (4)."),
        ({}, "Red losses", "no-way", "No way leads there by March (4)."),
    ],
)
def test_an_unreached_place_says_why(reach, setup, place, why, said):
    found = reach(MARCH, {"0304": ["red_armour"], **setup}, "0304").why_not(place)
    assert found is not None
    assert found.why == why
    assert found.sentence.endswith(said)
    assert found.rule in found.sentence


def test_the_numbers_and_the_pieces_behind_a_reason(made, piece_at):
    situation = made(MARCH, {"0304": ["red_armour"], "0604": ["blue_infantry"]})
    found = mode(situation).reach(situation, (piece_at(situation, "0304"),))
    far, held = found.why_not("1204"), found.why_not("0604")
    assert far is not None
    assert (far.needs, far.has) == (10, 6)
    assert held is not None
    assert (held.at, held.pieces) == ("Millbridge", (piece_at(situation, "0604"),))


def test_how_far_it_is_at_least_where_looking_on_would_take_long(reach, monkeypatch):
    found = reach(MARCH, {"0304": ["red_armour"]}, "0304")
    monkeypatch.setattr(written_movement, "distance", partial(distance, most=0))
    far = found.why_not("1204")
    assert far is not None
    assert far.needs is not None
    assert 6 < far.needs <= 10
    assert far.sentence == f"Red armour cannot go that far: the way costs at least {far.needs}, and it has 6 (4)."


def test_a_piece_that_begins_in_a_zone_has_but_one_step(reach):
    found = reach(MARCH, {"0304": ["red_armour"], "0305": ["blue_infantry"]}, "0304")
    assert set(found.places) <= {"0303", "0203", "0204", "0403", "0404"}
    reason = found.why_not("0302")
    assert reason is not None
    assert (reason.why, reason.rule, reason.at) == ("stopped", "5.2", "0304")


def test_a_step_that_takes_all_that_is_left(reach):
    found = reach(MARCH, {"0604": ["red_armour"]}, "0604")
    assert (found.cost("0705"), found.left("0705"), found.path("0705")) == (1, 0, ("0604", "0705"))
    assert found.cost("0806") > 2, "by another way than over the river"


def test_zones_of_ones_own_side_stop_nobody_and_the_moving_piece_is_not_in_its_own_way(reach):
    crowd = {"0304": ["red_infantry"], "0305": ["red_infantry"], "0404": ["red_infantry"]}
    assert len(reach(MARCH, crowd, "0304").places) > 20


def test_where_too_many_would_stand_is_told_by_the_rule_of_the_limit(made, piece_at):
    limit = 'stacking: [{id: units, title: Units in a hex, rule: "6.1", of: attack > 0, limit: "2"}]'
    setup = {"0304": ["red_infantry"] * 2, "0404": ["red_infantry"], "0305": ["red_infantry"] * 2}
    free = MARCH.replace('ends: [{when: at_own_units > 1, no: two units stand there, rule: "6"}]', "")
    situation = made(f"{free}\n{limit}", setup)
    alone = mode(situation).reach(situation, (piece_at(situation, "0304"),))
    assert [alone.crowded(place) for place in ("0305", "0404", "0204")] == ["6.1", "", ""]
    both = mode(situation).reach(situation, situation.pieces_at(Where("main", "0304")))
    assert both.crowded("0404") == "6.1"
    assert situation.book.ground.stacking["units"].stacks(situation, Where("main", "0404"))[0].stands == 1


def test_several_pieces_move_as_the_slowest(made, piece_at):
    situation = made(MARCH, {"0304": ["red_armour", "red_infantry"]})
    both = (piece_at(situation, "0304"), piece_at(situation, "0304", 1))
    found = mode(situation).reach(situation, both)
    assert max(found.cost(place) for place in found.places) == 4
    assert found.cost("0503") == 4
    assert mode(situation).reach(situation, both[1:]).cost("0503") == 3


@pytest.mark.parametrize(
    ("setup", "pieces", "said"),
    [
        ({"0304": ["red_armour"], "0404": ["red_armour"]}, 2, "are not in one place"),
        ({"0304": ["game_turn"]}, 1, "does not move by March"),
        ({"0304": ["red_armour"]}, 0, "No piece"),
    ],
)
def test_what_cannot_be_asked(made, setup, pieces, said):
    situation = made(MARCH, setup)
    with pytest.raises(Unanswerable, match=said):
        mode(situation).reach(situation, tuple(situation.pieces())[:pieces])


# --- several legs, half points, divided cells, sets of steps


LEGS = (
    PARTS
    + """
modes:
- id: hop
  title: Hop
  rule: "7"
  allowance: "2"
  stops: [{when: at_enemy_zoc > 0, why: enemy zone of control}]
  legs:
    at: at_own_units > 0
    no: no friendly unit stands there
    last_at: at_enemy_zoc > 0
    cost: move
    budget: "10"
"""
)


def test_a_move_of_several_legs_goes_from_stop_to_stop(reach):
    setup = {"0303": ["red_infantry"], "0304": ["red_artillery"], "0505": ["red_artillery"], "0705": ["red_artillery"]}
    found = reach(LEGS, setup, "0303")
    assert {place: (found.legs(place), found.cost(place)) for place in found.places} == {"0304": (1, 4), "0505": (2, 8)}
    assert found.path("0505")[0] == "0303"
    assert "0304" in found.path("0505")
    assert len(found.path("0505")) == 4
    far, none = found.why_not("0705"), found.why_not("0404")
    assert far is not None
    assert (far.why, far.needs, far.has) == ("too-far", 12, 10)
    assert none is not None
    assert (none.why, none.sentence) == ("no-end", "No move may end at 0404: no friendly unit stands there (7).")


def test_no_leg_goes_on_from_a_place_that_is_the_last(reach):
    setup = {"0303": ["red_infantry"], "0304": ["red_artillery"], "0505": ["red_artillery"], "0305": ["blue_infantry"]}
    found = reach(LEGS, setup, "0303")
    assert list(found.places) == ["0304"]


HALVES = (
    PARTS
    + """
modes:
- id: march
  title: March
  rule: "4"
  allowance: 2 * move
  per_point: 2
  steps: [{when: link == "road", cost: "1"}, {cost: "2"}]
"""
)


@pytest.mark.parametrize(
    ("units", "per_point", "said"), [(7, 1, "7"), (5, 2, "2½"), (1, 2, "½"), (4, 3, "1 1/3"), (0, 2, "0")]
)
def test_half_points_are_whole_numbers_of_halves(reach, units, per_point, said):
    found = reach(HALVES, {"0303": ["red_artillery"]}, "0303")
    assert (found.cost("0503"), found.left("0503")) == (2, 4)
    reason = found.why_not("0803")
    assert reason is not None
    assert reason.sentence == "Red artillery cannot go that far: the way costs 4, and it has 3 (4)."
    assert points(units, per_point) == said


PARTED = """
parts: if(move == 3, "East", "")
modes:
- {id: sail, title: Sail, rule: "8", allowance: "2", parts: yes, over: [adjacent, entries, ferry, slide]}
"""


@pytest.mark.parametrize(
    ("setup", "start", "reached", "unreached"),
    [
        ({"0208": ["red_artillery"]}, "0208", {"0308", "0207", "0307"}, {"West"}),
        ({"0208": ["red_infantry"]}, "0208", {"0108", "0308", "0107"}, set()),
        ({"0108": ["red_infantry"]}, "0108", {"West"}, {"0208"}),
        ({"0101": ["red_infantry"]}, "0101", {"1201", "Reserve", "0108", "West"}, set()),
        ({"0108": ["red_armour"]}, "0108", set(), {"0101"}),
        ({"Reserve": ["red_armour"]}, "Reserve", {"0101", "0102"}, {"0103"}),
        ({"Annex": ["red_armour"]}, "Annex", {"0202", "0101", "Reserve"}, set()),
    ],
)
def test_parts_boxes_and_sets_of_steps(reach, setup, start, reached, unreached):
    places = set(reach(PARTED, setup, start).places)
    assert reached <= places
    assert not unreached & places


FIRST = (
    PARTS
    + """
modes:
- id: crawl
  title: Crawl
  rule: "4"
  allowance: "1"
  first_step: yes
  steps: [{when: hexside == "cliff", no: a cliff}, {cost: "3"}]
"""
)


def test_one_step_may_always_be_made_but_not_where_there_is_none(reach):
    found = reach(FIRST, {"0302": ["red_armour"]}, "0302")
    assert sorted(found.places) == ["0201", "0202", "0301", "0303", "0401"]
    assert {found.left(place) for place in found.places} == {0}


# --- moves as steps, and the check of them


SPENT = MARCH.replace("allowance: move", "allowance: move - spent").replace(
    "  ends:", "  notes: {spent: spent + cost}\n  ends:"
)
PROPERTY = (
    "      - trait: moved-mark\n",
    "      - {trait: property, name: spent, start: 0, number: yes}\n      - trait: moved-mark\n",
)


def seated(situation: Situation) -> Situation:
    return situation.after((Sit("me", Seat((0, 1))),))


def done(situation: Situation, command) -> Situation:
    outcome = decide(
        situation.game, command, "me", SeededChance("00" * 32, b"", 0, 0), situation.book.module.components
    )
    assert isinstance(outcome, Done)
    return situation.after(outcome.patch)


def test_a_move_sets_what_it_notes(made, written, piece_at):
    situation = seated(made(SPENT.replace("spent + cost", "cost"), {"0304": ["red_armour"]}))
    armour = piece_at(situation, "0304")
    command = mode(situation).command(situation, (armour,), "0404")
    assert command == Batch((MovePieces((armour,), At("main", "0404")), SetTrait((armour,), "spent", 2)))
    assert mode(situation).command(situation, (armour,), "1204") is None


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_legal_move_never_gives_a_finding_and_any_other_does(battle: Situation, data):
    """Any piece moves anywhere: the check and the reach agree, and every place out of reach has a reason."""
    situation = battle
    check = situation.book.checks["move"]
    for _ in range(3):
        piece = data.draw(
            st.sampled_from([each for each in situation.pieces() if mode(situation).applies(situation, each)])
        )
        found = mode(situation).reach(situation, (piece,))
        where = situation.where(piece)
        assert where is not None
        place = data.draw(st.sampled_from(sorted(set(found.places) | set(found.beside()) | {"1208", "Reserve"})))
        moved = done(situation, MovePieces((piece,), At("main", place)))
        findings = list(check.findings(situation, moved, (piece,)))
        legal = place in found.places or place == where.place
        assert bool(findings) != legal
        reason = found.why_not(place)
        assert (reason is None) == legal
        if reason is not None:
            assert findings[0].message == unruled(reason.sentence, reason.rule)
            assert findings[0].rule in reason.sentence
        else:
            situation = moved


@pytest.fixture
def battle(made) -> Situation:
    setup = {
        "0304": ["red_armour"],
        "0303": ["red_infantry", "red_artillery"],
        "0604": ["blue_infantry"],
        "0506": ["blue_armour"],
    }
    return seated(made(MARCH, setup))


def test_a_move_that_none_allows_can_be_taken_back(battle, piece_at):
    armour = piece_at(battle, "0304")
    moved = done(battle, MovePieces((armour,), At("main", "1204")))
    (finding,) = battle.book.checks["move"].findings(battle, moved, (armour,))
    assert (finding.rule, finding.numbers, finding.due) == ("4", (("needs", 10), ("has", 6)), "step")
    assert finding.fix is not None
    assert apply(moved.game, ())[0] is not None
    assert done(moved, finding.fix.command).where(armour) == battle.where(armour)


def test_what_does_not_move_by_the_rules_may_lie_anywhere(made, piece_at):
    situation = seated(made(MARCH, {"turns.1": ["game_turn"]}))
    marker = piece_at(situation, "turns.1")
    moved = done(situation, MovePieces((marker,), At("main", "0404")))
    assert list(situation.book.checks["move"].findings(situation, moved, (marker,))) == []
