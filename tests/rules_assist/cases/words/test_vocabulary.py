"""The words that cases of a module may use."""

import pytest

from rules_assist.cases.words.vocabulary import vocabulary
from rules_assist.rulebook.authored_rules import OTHERS
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.module.library import find_module
from tabletop.module.loader import load_module


@pytest.fixture(scope="module", params=["fire_in_the_sky", "larch_hill", "millers_ford", "sallow_bridge"])
def book(request: pytest.FixtureRequest) -> RuleBook:
    return load_rulebook(load_module(find_module(request.param)))


def test_all_that_has_an_id_is_told(book: RuleBook) -> None:
    told = "\n".join(vocabulary(book))
    known = [*book.words, *book.queries, *book.tables, *book.procedures, *book.checks, *book.ground.modes, *book.usual]
    assert [word for word in known if f"* `{word}`" not in told] == []


def test_questions_say_what_they_take_and_what_they_answer(book: RuleBook) -> None:
    told = "\n".join(vocabulary(book)).partition("## Questions")[2]
    for query in book.queries.values():
        first, *others = told.partition(f"\n* `{query.id}` ")[2].partition("\n* `")[0].split("\n")
        assert first.startswith("`{")
        assert all(f"  * `{word}`: {meant}" in others for word, meant in query.takes.items() if word != OTHERS)
        assert any(line.startswith("  * The answer has `") for line in others)


def test_pieces_by_their_keys_with_what_they_keep() -> None:
    told = list(vocabulary(load_rulebook(load_module(find_module("millers_ford")))))
    assert "* `Strength` (`full` or `reduced`): Units" in told
    assert "* `spent` (number, at first 0): Units" in told
    assert any(line.startswith("* Units: `west_guards` (Western Guards)") for line in told)


def test_procedures_say_what_they_are_given() -> None:
    told = "\n".join(vocabulary(load_rulebook(load_module(find_module("fire_in_the_sky")))))
    given = "`unit` (piece), `hits` (number), `cause` (`air-strike` or `submarine` or `surface`), `firepower` (number)"
    assert f"* `naval-damage`: Damage checks of a ship (11.3.1); `with` {given};" in told
    assert "`with` `place` (place), `forces` (place: list: word)," in told


@pytest.mark.parametrize(
    "told",
    [
        "  * `guard`: asks `dice`, a number: How many escort dice?; "
        'rolls "Convoy escorts against submarines" on `convoy-escorts`',
        'rolls "Air strike on <unit>" on `air-strike`',
        'rolls "Air Superiority, Japan"',
        "asks `targets of <side>`, a list of them: Which Task Forces do your submarines attack?",
    ],
)
def test_procedures_say_what_their_steps_ask_and_roll(told: str) -> None:
    assert told in "\n".join(vocabulary(load_rulebook(load_module(find_module("fire_in_the_sky")))))


def test_procedures_of_rule_files_do_as_well() -> None:
    told = "\n".join(vocabulary(load_rulebook(load_module(find_module("millers_ford")))))
    assert "asks `attackers`, a list of them: Which units attack?; asks `sure`, yes or no: Attack with" in told
    assert '  * `throw`: rolls "Combat" on `combat`' in told


def test_places_have_all_their_names() -> None:
    told = "\n".join(vocabulary(load_rulebook(load_module(find_module("millers_ford")))))
    assert "Gallows Hill = 0501" in told
    assert "24 cells by their numbers, 0101 to 0604" in told
