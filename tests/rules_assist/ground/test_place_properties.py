"""Properties of places that change in play: rules read them at a place and at both ends of a step, and set them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.cases.run.case_runner import read_cases, run_cases
from rules_assist.places.place_facts import Facets
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.game.change.patch import Property
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module

DECLARED = """
place_properties:
  hits: {title: Hits, rule: "6.3", most: 3}
  holder: {title: Held by, words: [Red, Blue, none]}
terrain:
"""
TOWN = '  - {name: %s, cell: "%s", values: {hits: "%s", holder: %s}}'
CHANGES = (
    ("\nterrain:\n", DECLARED),
    ('  - {name: Northwood, cell: "0403"}', TOWN % ("Northwood", "0403", 0, "Red")),
    ('  - {name: Millbridge, cell: "0604"}', TOWN % ("Millbridge", "0604", 2, "none")),
    ('  - {name: Southgate, cell: "0907"}', TOWN % ("Southgate", "0907", 0, "Blue")),
)
RULES = """
presence:
  - {id: units, title: Units}
  - {id: able, title: Able units, of: hits < 2}
control:
  - {title: Who holds it, printed: '""', markers: hits == 3, whose: holder}
zones:
  - {id: zoc, title: Zone of control, rule: "5", of: at_hits < 2}
modes:
  - id: march
    title: March
    rule: "4"
    who: move > 0
    allowance: move
    steps:
      - {when: to_hits > 2, no: the town is destroyed, rule: "4.4"}
      - {when: 'to_holder == "Blue"', cost: "3"}
      - {cost: 1 + from_hits}
procedures:
  - id: bomb
    title: Bomb a town
    rule: "6"
    groups: {bombers: {pieces: Side == side}}
    steps:
      - id: bomb
        title: Bomb
        rule: "6.1"
        asks: [{id: town, question: Which town?, rule: "6.1", places: at_hits < 3 and at_holder != ""}]
        effects:
          - {at: town, set: {hits: at_hits + 1, holder: side}}
          - {at: bombers, set: {holder: '"none"'}, when: "false"}
"""
SETUP: dict[str, list[object]] = {"0403": ["red_infantry"], "0604": ["blue_infantry"], "0303": ["red_armour"]}
FACTS = ("hits", "holder", "own_units", "own_able", "enemy_able", "controller", "own_zoc", "enemy_zoc")
NAMED = ("0403", "0604", "0907")


@pytest.fixture
def situation(made: Callable[..., Situation]) -> Situation:
    return made(RULES, SETUP, *CHANGES)


def known(facets: Facets) -> dict[str, list[object]]:
    """Return all facts about all places, by name and place."""
    columns = {name: facets.place(name, "Red") for name in FACTS}
    return {name: [c.values[code] for code in c.codes.tolist()] for name, c in columns.items() if c is not None}


def at(situation: Situation, place: str, *names: str) -> list[object]:
    facets = situation.facets("main")
    node = facets.terrain.node(place)
    assert node is not None
    return [facets.value(name, node, "Red") for name in names]


def with_values(situation: Situation, **values: object) -> Situation:
    """Return the situation with the properties of Northwood changed."""
    patch = tuple(Property(f"place:main:0403:{name}", value) for name, value in values.items())  # type: ignore[arg-type]
    return situation.after(patch)


def test_a_place_has_the_value_of_the_map_until_play_changes_it(situation: Situation):
    assert at(situation, "0604", "hits", "holder") == ["2", "none"]
    assert at(situation, "0101", "hits", "holder") == ["", ""]
    changed = with_values(situation, hits=3, holder="Blue")
    assert at(changed, "0403", "hits", "holder", "controller") == [3, "Blue", "Blue"]
    assert at(changed, "0604", "hits") == ["2"]


def test_pieces_read_the_properties_of_their_place(situation: Situation):
    assert at(situation, "0403", "own_units", "own_able", "own_zoc") == [1, 1, 2]
    changed = with_values(situation, hits=2)
    assert at(changed, "0403", "own_units", "own_able", "own_zoc") == [1, 0, 1]


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from(NAMED), st.sampled_from([None, 0, 1, 2, 3])), max_size=5),
    st.booleans(),
)
def test_facts_follow_the_properties_of_places(situation: Situation, changes, asked_before):
    if asked_before:
        known(situation.facets("main"))
    for place, hits in changes:
        situation = situation.after((Property(f"place:main:{place}:hits", hits),))
    fresh = Situation(situation.game, situation.book, situation.side)
    assert known(situation.facets("main")) == known(fresh.facets("main"))


def test_another_property_changes_only_the_facts_that_read_it(situation: Situation):
    facets = situation.facets("main")
    before = {name: facets.revision(f"at_{name}", "Red") for name in FACTS}
    after = with_values(situation, holder="Blue").facets("main")
    now = {name: after.revision(f"at_{name}", "Red") for name in FACTS}
    assert [name for name in FACTS if now[name] != before[name]] == ["holder"]


CASES = """
module: trial
cases:
- id: a town costs as its holder and its hits say
  given: {pieces: {tanks: {kind: red_armour, at: "0303"}}}
  ask: {reach: {of: tanks}}
  expect: {answer: {places: {Northwood: {cost: 1}, "0503": {cost: 2}}}}
- id: a hit town costs more to leave
  like: a town costs as its holder and its hits say
  given: {places: {Northwood: {hits: 1}}}
  ask: {reach: {of: tanks}}
  expect: {answer: {places: {Northwood: {cost: 1}, "0503": {cost: 2}}}}
- id: a destroyed town is not entered
  like: a town costs as its holder and its hits say
  given: {places: {Northwood: {hits: 3}}}
  expect: {answer: {places: {Northwood: nothing}}}
- id: a town of the enemy costs more
  like: a town costs as its holder and its hits say
  do: {set: {places: {Northwood: {holder: Blue}}}}
  expect:
  - {places: {Northwood: {holder: Blue, hits: 0}}}
  - {answer: {places: {Northwood: {cost: 3}}}}
- id: a bomb hits a town
  do: [{as: Red, run: bomb}, {as: Red, says: Millbridge}]
  expect: {places: {Millbridge: {hits: 3, holder: Red}, Southgate: {hits: 0, holder: Blue}}}
- id: a destroyed town is not offered
  given: {places: {Millbridge: {hits: 3}}}
  do: {as: Red, run: bomb}
  expect: {asked: {options: {exactly: [Northwood, Southgate]}}}
"""


def test_cases_give_set_and_expect_properties_of_places(written: Callable[..., Path], tmp_path: Path):
    book = load_rulebook(load_module(written(RULES, SETUP, *CHANGES)))
    file = tmp_path / "cases.yaml"
    file.write_text(CASES)
    results = run_cases(book, read_cases(file), "cases.yaml")
    assert [(result.case, result.wrong) for result in results if result.wrong] == []


@pytest.mark.parametrize(
    ("case", "mistake"),
    [
        (
            "{given: {places: {Northwood: {smoke: 1}}}, expect: {table: {}}}",
            "Northwood has no property 'smoke' that changes in play",
        ),
        (
            '{given: {places: {"0101": {hits: 1}}}, expect: {table: {}}}',
            "0101 has no property 'hits' that changes in play",
        ),
        ("{expect: {places: {Northwood: {smoke: 1}}}}", "Northwood has no 'smoke'"),
    ],
)
def test_a_case_names_only_properties_that_a_place_has(written, tmp_path: Path, case: str, mistake: str):
    book = load_rulebook(load_module(written(RULES, SETUP, *CHANGES)))
    file = tmp_path / "cases.yaml"
    file.write_text(f"module: trial\ncases:\n- {case.replace('{', '{id: one, ', 1)}\n")
    (result,) = run_cases(book, read_cases(file), "cases.yaml")
    assert mistake in "".join(result.wrong)


@pytest.mark.parametrize(
    ("old", "new", "mistakes"),
    [
        ('hits: "2"', 'hits: "4"', ["a whole number from 0 to 3"]),
        ("holder: none", "holder: Green", ["one of the words"]),
        ("most: 3", "most: 0", ["either `words`, or numbers"]),
        ("  hits: {title", "  smoke: {title", ["a property that some place has at the start"]),
    ],
)
def test_a_map_file_with_impossible_values_is_reported(written, old: str, new: str, mistakes: list[str]):
    folder = written("{}", SETUP, *CHANGES, (old, new))
    with pytest.raises(ModuleProblems) as caught:
        load_module(folder)
    assert all(mistake in str(caught.value) for mistake in mistakes)


def test_a_fact_of_a_place_must_not_read_another_place(written):
    rules = RULES.replace("of: hits < 2", """of: 'property("hits", place("Southgate")) < 2'""")
    with pytest.raises(ModuleProblems, match="only its own place may be read"):
        load_rulebook(load_module(written(rules, SETUP, *CHANGES)))
