"""The words that cases of a module may use."""

import pytest

from rules_assist.cases.vocabulary import vocabulary
from rules_assist.rulebook import RuleBook, load_rulebook
from tabletop.module.library import find_module
from tabletop.module.loader import load_module


@pytest.fixture(scope="module", params=["fire_in_the_sky", "millers_ford"])
def book(request: pytest.FixtureRequest) -> RuleBook:
    return load_rulebook(load_module(find_module(request.param)))


def test_all_that_has_an_id_is_told(book: RuleBook) -> None:
    told = "\n".join(vocabulary(book))
    known = [*book.words, *book.queries, *book.tables, *book.procedures, *book.checks, *book.ground.modes, *book.usual]
    assert [word for word in known if f"* `{word}`" not in told] == []


def test_questions_say_what_they_take_and_what_they_answer(book: RuleBook) -> None:
    lines = [line for line in vocabulary(book) if any(line.startswith(f"* `{id}` `{{") for id in book.queries)]
    assert len(lines) == len(book.queries)
    assert all("The answer has `" in line for line in lines)


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
