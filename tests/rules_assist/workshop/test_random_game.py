"""Games that play themselves, on Miller's Ford."""

from random import Random

import pytest
from msgspec.structs import replace

from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.assistant_paces import PACES
from rules_assist.workshop.random_game import DeadEndError, Luck, RandomGame
from tabletop.game.actions import access
from tabletop.game.actions.access import Asker, Verb
from tabletop.game.change.outcome import Refused
from tabletop.game.decisions import decision
from tabletop.game.table_access import TableAccess
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "millers_ford")))


def played(book: RuleBook, seed: int, phases: int = 100) -> RandomGame:
    random = Random(seed)
    game = RandomGame(book, new_game(book.module, "six-days", {}, Luck(random)), random)
    game.play(phases)
    return game


@pytest.mark.parametrize("seed", range(2))
def test_it_comes_to_an_end(book: RuleBook, seed: int) -> None:
    game = played(book, seed)
    assert game.is_over()
    assert game.ending() is not None
    assert not game.game.frames


def test_where_each_plays_their_own_side_nothing_that_the_rules_offer_is_kept_from_it(
    book: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    def why_not(who: Asker, verb: Verb, thing: object = None) -> Refused | None:
        no = access.why_not(who, verb, thing)
        kept.extend([no.because] if no is not None else [])
        return no

    monkeypatch.setattr(decision, "why_not", why_not)
    random = Random(3)
    table = replace(new_game(book.module, "six-days", {}, Luck(random)), access=TableAccess("sides"))
    game = RandomGame(book, table, random)
    game.play(30)
    assert game.steps > 20
    assert kept == []


def test_the_same_seed_plays_the_same_game(book: RuleBook) -> None:
    one, other = played(book, 7, 6), played(book, 7, 6)
    assert (one.steps, one.last) == (other.steps, other.last)
    assert list(one.game.pieces.values()) == list(other.game.pieces.values())


def test_what_cannot_go_on_is_a_dead_end(book: RuleBook, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(book, 1, 1)
    monkeypatch.setattr(game, "do", lambda _by, _command: "no")
    with pytest.raises(DeadEndError, match="no"):
        game.go_on()


def test_what_is_timed_warms_up_first() -> None:
    campaign = next(pace for pace in PACES if pace.name == "campaign")
    assert len(list(campaign.acts())) == 2
