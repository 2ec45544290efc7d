"""Besides mistakes, `wartable check` gives notes on a module. Each note has its file, its line and a sentence."""

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import networkx as nx
import pytest

from rules_assist.inspection.module_notes import notes_of
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module.library import modules_at_hand
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module

MARCH = """
modes:
- {id: march, title: March, rule: "4", who: "true", allowance: "3", over: [adjacent, entries], steps: [STEP{cost: "1"}]}
"""
HERMIT = '{when: to_name == "Northwood", no: a hermit}, '


@pytest.fixture
def noted(tmp_path) -> Callable[..., list[str]]:
    """Return a function that gives the notes on the template of a module with these additions to its map, its rules,
    and the infantry's traits.
    """

    def note(on_map: str = "", rules: str = "", traits: str = "", boxes: str = "", piece: str = "") -> list[str]:
        module = new_module("Trial", Path(mkdtemp(dir=tmp_path)))
        sheet = module / "map" / "main.yaml"
        sheet.write_text(sheet.read_text().replace("\nboxes:", f"{on_map}\nboxes:{boxes}", 1))
        about = module / "module.yaml"
        about.write_text(about.read_text().split("# How many")[0] + "\nrules: [rules.yaml]\n")
        (module / "rules.yaml").write_text(rules or "facts: []\n")
        units = module / "counters" / "units.yaml"
        more = f"traits: [{traits}]" if traits else piece
        units.write_text(_with_piece(units, more) if more else units.read_text() + "\n")
        return list(notes_of(load_rulebook(load_module(module))))

    return note


def _with_piece(units: Path, more: str) -> str:
    head, pieces, tail = units.read_text().partition("\npieces:\n")
    return f"{head}{pieces}  - {{id: clockwork, name: Clockwork, {more}}}\n{tail}"


def test_the_template_has_nothing_to_note(noted):
    assert noted() == []


def test_the_modules_that_come_with_the_program_have_nothing_to_note_but_what_replaces_records_of_their_family():
    found = {each.path.name: notes_of(load_rulebook(load_module(each.path))) for each in modules_at_hand()}
    games = ("cartwheel", "fire_in_the_sky", "forlorn_hopes", "larch_hill", "millers_ford", "sallow_bridge")
    said_of_family = re.compile(r"(replaces|adds to) '.*' of air_war:")
    others = {game: [note for note in notes if not said_of_family.search(note)] for game, notes in found.items()}
    assert others == {game: [] for game in games}


ISLAND = "\n  - {name: Islet, rect: [1860, 60, 200, 200]}\n  - {name: Reef, rect: [2080, 60, 200, 200]}"
ONE_WAY = "\nconnections:\n  - {set: slide, places: ['0101', Islet], one_way: yes}\n"
BACK = "\nconnections:\n  - {set: slide, places: [Islet, '0101'], one_way: yes}\n"
FERRY = "\nconnections:\n  - {set: ferry, places: ['0101', Islet]}\n  - {set: ferry, places: [Islet, Reef]}\n"
APART = "\nconnections:\n  - {set: ferry, places: [Islet, Reef]}\n"
COMPUTED = "{trait: computed, name: a, value: b + 1}, {trait: computed, name: b, value: a + 1}"
TRIGGERS = "{trait: trigger, name: tick, hears: [t], sends: [k]}, {trait: trigger, name: tock, hears: [k], sends: [t]}"
FACTS = "facts:\n  - {id: one, title: One, value: two + 1}\n  - {id: two, title: Two, value: one + 1}\n"
SUPPLIED = (
    "zones: [{id: zoc, title: Zone, rule: '5', of: has_line}]\n"
    "supply: [{id: line, title: Supply, rule: '9', sources: [{at: at_enemy_zoc == 0}], reach: '3'}]\n"
)

MAP, UNITS, RULES = "map/main.yaml", "counters/units.yaml", "rules.yaml"
PARTS, CYCLE = "strongly_connected_components", "find_cycle"
NOTES = [
    pytest.param({"on_map": ONE_WAY, "boxes": ISLAND}, MAP, "No step leads back from Islet.", PARTS, id="no way back"),
    pytest.param({"on_map": BACK, "boxes": ISLAND}, MAP, "No step leads to Islet.", PARTS, id="no way in"),
    pytest.param(
        {"on_map": APART, "boxes": ISLAND},
        MAP,
        "No step joins Islet and Reef to the rest of the map.",
        PARTS,
        id="a part alone",
    ),
    pytest.param(
        {"on_map": FERRY, "boxes": ISLAND},
        MAP,
        "The step between 0101 and Islet is the only way to Islet and Reef.",
        "bridges",
        id="the only way",
    ),
    pytest.param(
        {"on_map": FERRY, "boxes": ISLAND},
        MAP,
        "The step between 0101 and Islet is the only way to Islet and Reef.",
        "node_connected_component",
        id="both sides of the only way",
    ),
    pytest.param({"rules": FACTS}, RULES, "This is worked out from itself: one → two → one.", CYCLE, id="facts"),
    pytest.param(
        {"rules": SUPPLIED},
        RULES,
        "This is worked out from itself: zoc → has_line → zoc.",
        CYCLE,
        id="supply and zones",
    ),
    pytest.param({"traits": COMPUTED}, UNITS, "This is worked out from itself: a → b → a.", CYCLE, id="properties"),
    pytest.param(
        {"traits": TRIGGERS},
        UNITS,
        "Each of these triggers sets off the next without end: tick → tock → tick.",
        CYCLE,
        id="triggers",
    ),
]


@pytest.mark.parametrize(("module", "file", "sentence", "algorithm"), NOTES)
def test_what_is_noted_and_where(noted, module, file, sentence, algorithm):
    [note] = noted(**module)
    place, _, said = note.partition(": ")
    assert said == sentence
    name, line, _column = place.split(":")
    assert (name, int(line) > 0) == (file, True)


@pytest.mark.parametrize(("module", "file", "sentence", "algorithm"), NOTES)
def test_where_just_its_algorithm_finds_nothing_nothing_is_noted(noted, monkeypatch, module, file, sentence, algorithm):
    monkeypatch.setattr(nx, algorithm, lambda *_: [])
    assert noted(**module) == []


@pytest.mark.parametrize(
    ("boxes", "sentence"),
    [
        ("0101", "More than one place has the name 0101, which finds only one of them."),
        ("0101 0102", "More than one place has each of these names, which find only one place each: 0101 and 0102."),
    ],
)
def test_a_name_that_several_places_have_is_noted(noted, boxes, sentence):
    named = "".join(f'\n  - {{name: "{name}", rect: [1860, 60, 200, 200]}}' for name in boxes.split())
    assert noted(boxes=named)[0] == f"map/main.yaml:2:1: {sentence}"


def test_a_back_that_no_other_piece_has_is_noted(noted):
    mask = "{trait: mask, call: {key: ctrl H, menu: Face down}, BACK}"
    alike = mask.replace("BACK", "back: {is: drawn, template: back}, back_name: A unit")
    other = f"width: 70, height: 104, side: Red, traits: [{alike}]"
    assert noted(piece=other) == [
        "counters/units.yaml:29:5: No other back of its side has its size, so its back reveals which piece it is."
    ]
    [note] = noted(piece=f"width: 104, height: 104, side: Red, traits: [{mask.replace('BACK', 'back_name: Bombers')}]")
    assert note.endswith("has its picture and name, so its back reveals which piece it is.")
    assert noted(piece=f"width: 104, height: 104, side: Red, traits: [{alike}]") == []


def test_triggers_with_a_condition_may_set_each_other_off(noted):
    assert noted(traits=TRIGGERS.replace("sends: [t]", "sends: [t], when: Steps > 0")) == []


def test_a_place_that_no_way_of_moving_enters(noted):
    [note] = noted(rules=MARCH.replace("STEP", HERMIT))
    assert note == "map/main.yaml:2:1: No way of moving enters Northwood."


def test_a_way_of_moving_that_enters_all_places_is_not_noted(noted):
    assert noted(rules=MARCH.replace("STEP", "")) == []


def test_what_may_be_open_to_some_pieces_is_not_noted(noted):
    assert noted(rules=MARCH.replace("STEP", '{when: attack > 3, cost: "1"}, ' + HERMIT)) == []
