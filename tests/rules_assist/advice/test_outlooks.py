"""Forecasts: the next roll on a table, and simulated battles."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rules_assist.advice.outlooks import outlooks, prospects
from rules_assist.assistant import Assistant
from rules_assist.position.situation import Situation
from tabletop.assistance import Odds, Outlook, Where
from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Answer, AnyCommand, Begin
from tabletop.game.decide import decide
from tabletop.game.state.game import Game

COMBAT = (0, 0, 1)


@pytest.fixture
def attack(ford, ford_book):
    """Return the assistant, a game with an attack over the ford that waits for a yes, and the question about it."""
    assistant = Assistant(ford_book)
    components = replace(ford_book.module.components, procedures=lambda: assistant.procedures)

    def done(game: Game, command: AnyCommand) -> Game:
        outcome = decide(game, command, "west", ScriptedChance([]), components)
        assert isinstance(outcome, Done), outcome
        return apply(game, outcome.patch)[0]

    situation = ford("West", COMBAT, west_guards="0503", west_foot="0302")
    game = done(situation.game, Begin("attack", {}, "West"))
    while True:
        asked = assistant.underway(game, "west")[-1].asked[0]
        if asked.kind == "confirm":
            return assistant, game, asked
        value = asked.options[0].value if asked.kind == "pick" else [one.value for one in asked.options]
        game = done(game, Answer(asked.frame, asked.key, value))


def certain(odds: Odds) -> int:
    return sum(share.thousandths for share in odds.shares)


def test_the_odds_of_the_next_roll_are_known_before_it_is_made(attack):
    assistant, game, asked = attack
    found = assistant.odds(game, "west", Answer(asked.frame, asked.key, True))
    assert isinstance(found, Outlook)
    assert (found.title, found.rule, found.how) == ("Combat", "7.2, 7.3", "Exact. Counts only what you see.")
    assert abs(certain(found.odds[0]) - 1000) <= 3
    umpires = replace(game, seats={**game.seats, "west": replace(game.seats["west"], umpire=True)})
    all_seen = assistant.odds(umpires, "west", Answer(asked.frame, asked.key, True))
    assert all_seen.how == "Exact."


def test_with_what_is_added_to_the_dice_and_what_is_not(attack):
    assistant, game, asked = attack
    found = assistant.odds(game, "west", Answer(asked.frame, asked.key, True))
    assert {part.title for part in found.account.parts} >= {"Wood or town", "Over the water", "Armour in the open"}
    assert all(part.because for part in found.account.parts)


def test_and_with_one_more_of_each_number_beside_it(attack):
    assistant, game, asked = attack
    found = assistant.odds(game, "west", Answer(asked.frame, asked.key, True))
    titles = [odds.title for odds in found.beside]
    assert all(" instead of " in title for title in titles)
    assert {title.split(":")[0] for title in titles} <= {"Strength of the attackers", "Strength of the defenders"}


def test_an_answer_that_throws_no_dice_has_no_odds(attack):
    assistant, game, asked = attack
    assert assistant.odds(game, "west", Answer(asked.frame, asked.key, False)) is None


def test_asking_changes_nothing(attack):
    assistant, game, asked = attack
    before = assistant.underway(game, "west")
    assistant.odds(game, "west", Answer(asked.frame, asked.key, True))
    assert assistant.underway(game, "west") == before


# --- forecasts of the module ---


class Skirmish:
    """A forecast for a test, at each place with a piece of the West. It has two outlooks: of 10 and of 100 tries."""

    id, title, rule = "skirmish", "The skirmish", "7.1"

    def places(self, situation: Situation) -> list[Where]:
        return sorted({where for piece in situation.pieces("West") if (where := situation.where(piece))})

    def pieces(self, situation: Situation, where: Where) -> tuple[int, ...]:
        return situation.pieces_at(where)

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        for tries in (10, 100):
            yield Outlook(f"{len(situation.pieces_at(where))} there", "7.1", f"tried {tries} times", ())


@pytest.fixture
def skirmishes(ford):
    situation = ford(west_guards="0302", west_foot="0302")
    situation.book = type(situation.book)(**{**vars(situation.book), "forecasts": {"skirmish": Skirmish()}})
    return situation


def test_what_can_be_forecast_is_offered_where_the_chosen_pieces_stand(skirmishes, piece):
    all_of_them = {one.where.place for one in prospects(skirmishes, ())}
    [here] = prospects(skirmishes, (piece(skirmishes, "west_guards"),))
    assert here.where == Where("ford", "0302")
    assert here.title == "The skirmish at Mill Heath"
    assert len(all_of_them) > 1


def test_each_kind_there_may_be_one_more_of(skirmishes, piece):
    [here] = prospects(skirmishes, (piece(skirmishes, "west_guards"),))
    assert len(here.more) == len({choice.label for choice in here.more})
    plain, more = (
        [one.title for one in outlooks(skirmishes, "skirmish", here.where, another)]
        for another in (0, here.more[0].value)
    )
    assert plain == ["2 there", "2 there"]
    assert more == ["3 there", "3 there"]
