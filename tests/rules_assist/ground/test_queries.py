"""The general queries about places, in the words of cases."""

import msgspec
import pytest

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_queries import ask

RULES = """
presence: [{id: units, title: Units, of: attack > 0}]
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
modes:
- {id: march, title: March, rule: "4", who: move > 0, allowance: "1", stops: [{when: at_enemy_zoc > 0, why: a zone}]}
- {id: drive, title: Drive, rule: "4.1", who: move == 6, allowance: move}
supply:
- {id: line, title: Supply, rule: "9", reach: "2", sources: [{at: at_name == "Northwood"}]}
stacking: [{id: stack, title: Stacking, rule: "6", limit: "2"}]
"""


@pytest.fixture
def situation(made) -> Situation:
    units: dict[str, list[object]] = {"0403": ["red_infantry"], "0503": ["red_armour"], "0604": ["blue_infantry"]}
    return made(RULES, {**units, "turns.1": ["game_turn"]})


def asked(situation: Situation, query: str, given: dict[str, object]) -> object:
    return msgspec.to_builtins(ask(situation.book.queries[query], situation, given))


def test_reach_names_places_as_players_do(situation, piece_at):
    answer = asked(situation, "reach", {"of": piece_at(situation, "0503"), "mode": "march", "why_not": ["1204"]})
    assert answer["mode"] == "march"
    assert answer["places"]["Northwood"] == {"cost": 1, "left": 0, "path": ("0503", "Northwood"), "legs": 1}
    assert answer["why_not"]["1204"]["why"] == "too-far"
    assert answer["why_not"]["1204"]["needs"] == 7
    assert "0503" not in answer["places"]


@pytest.mark.parametrize(
    ("query", "given", "answer"),
    [
        (
            "path",
            {"of": "0403", "to": "0503"},
            {"mode": "march", "rule": "4", "reached": True, "cost": 1, "left": 0, "path": ("Northwood", "0503")},
        ),
        ("distance", {"from": "0403", "to": "Millbridge"}, {"steps": 2, "path": ("Northwood", "0504", "Millbridge")}),
        ("distance", {"from": "0101", "to": "1201", "over": ["ferry"]}, {"steps": 1, "path": ("0101", "1201")}),
        ("distance", {"from": "0101", "to": "Red losses"}, {"steps": None, "path": ()}),
        ("supply", {"of": "0503"}, {"supply": "line", "rule": "9", "supplied": True, "line": ("Northwood", "0503")}),
        ("stacking", {"at": "0404"}, {"place": "0404", "stacks": ()}),
    ],
)
def test_answers(situation, piece_at, query, given, answer):
    if "of" in given:
        given = given | {"of": piece_at(situation, given["of"])}
    assert asked(situation, query, given) == answer


def test_a_path_that_is_not_there_says_why(situation, piece_at):
    answer = asked(situation, "path", {"of": piece_at(situation, "0403"), "to": "1204"})
    assert answer["reached"] is False
    assert answer["why_not"]["sentence"] == "Red infantry cannot go that far: the way costs 8, and it has 1 (4)."


def test_a_zone_names_the_pieces_that_lay_it(situation, piece_at):
    answer = asked(situation, "zone", {"zone": "zoc", "side": "Blue"})
    assert set(answer["places"]) == {"Millbridge", "0504", "0505", "0603", "0605", "0704", "0705"}
    assert set(answer["places"].values()) == {(piece_at(situation, "0604"),)}


def test_supply_of_a_side_and_as_if_a_piece_stood_elsewhere(situation, piece_at):
    infantry, armour = piece_at(situation, "0403"), piece_at(situation, "0503")
    answer = asked(situation, "supply", {"side": "Red"})
    assert (answer["supplied"], answer["out"]) == ((infantry, armour), ())
    assert asked(situation, "supply", {"side": "Blue"})["supplied"] == (piece_at(situation, "0604"),)
    cut = asked(situation, "supply", {"of": armour, "at": "1204"})
    assert (cut["supplied"], cut["needs"], cut["has"]) == (False, 8, 2)


def test_several_pieces_are_asked_about_together(situation, piece_at):
    with pytest.raises(Unanswerable, match="are not in one place"):
        asked(situation, "reach", {"of": [piece_at(situation, "0403"), piece_at(situation, "0503")], "mode": "march"})


@pytest.mark.parametrize(
    ("query", "given", "said"),
    [
        ("reach", {}, "Say under 'of' which piece"),
        ("reach", {"of": 999}, "There is no piece '999'"),
        ("reach", {"of": "0503"}, "Say under 'mode' how Red armour moves: march, drive."),
        ("reach", {"of": "turns.1"}, "Say under 'mode' how .* moves: none."),
        ("reach", {"of": "0503", "mode": "fly"}, "There is no way of moving 'fly'; there are: march, drive."),
        ("reach", {"of": "0503", "mod": "march"}, "'mod' is not a word of 'reach'; did you mean 'mode'"),
        (
            "path",
            {"of": "0403", "to": "Milbridge"},
            "There is no place 'Milbridge' on this map; did you mean 'Millbridge'",
        ),
        ("distance", {"from": "Atlantis", "to": "0403"}, "There is no place 'Atlantis'."),
        ("distance", {"from": "0403", "to": "0404", "map": "moon"}, "There is no map 'moon'; there are: main."),
        ("zone", {"zone": "air"}, "There is no zone 'air'; there are: zoc."),
        ("zone", {"side": "Green"}, "There is no side 'Green'; there are: Red, Blue."),
    ],
)
def test_what_cannot_be_answered_says_what_can(situation, piece_at, query, given, said):
    if given.get("of") in ("0503", "0403", "turns.1"):
        given = given | {"of": piece_at(situation, given["of"])}
    with pytest.raises(Unanswerable, match=said):
        asked(situation, query, given)
