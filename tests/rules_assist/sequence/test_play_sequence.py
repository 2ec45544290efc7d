"""The sequence of play, for Fire in the Sky (2.0) and for a game in which sides act by turns."""

import pytest
from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.schema.sequence_rules import SequenceRecord
from rules_assist.sequence.alternation import PASSED, TURN_OF
from rules_assist.sequence.play_sequence import Sequence
from tabletop.dice import SeededChance
from tabletop.game.commands import AnyCommand, Batch, SetProperty, SetTracker
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table

PHASES = ["5 Economic", "6 Reinforcement", "7 First deployment", "8 Operations", "9 Reaction", "10 Air commitment"]
PHASES += ["11 Combat", "12 Return to base", "13 Second deployment", "14 End"]


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(find_module("fire_in_the_sky")))


@pytest.fixture
def sequence(book: RuleBook) -> Sequence:
    assert book.sequence is not None
    return book.sequence


def at(book: RuleBook, turn: int, part: str, phase: str) -> Situation:
    """Return an empty table at that point of the game."""
    game = bare_table(book.module, {}, SeededChance("00" * 32, b"", 0, 0))
    positions = (turn - 1, ["Japan", "Allies"].index(part), PHASES.index(phase))
    tracker = book.module.components.trackers["Turn"]
    named = {tracker.property_of(level): position for level, position in enumerate(positions)}
    return Situation(replace(game, properties={**game.properties, **named}), book)


def done(situation: Situation, command: AnyCommand) -> Situation:
    """Return the situation after a command that sets properties and trackers."""
    properties = dict(situation.game.properties)
    for one in command.commands if isinstance(command, Batch) else (command,):
        if isinstance(one, SetTracker):
            tracker = situation.book.module.components.trackers[one.tracker]
            properties |= {tracker.property_of(level): position for level, position in enumerate(one.positions)}
        elif isinstance(one, SetProperty):
            properties[one.name] = one.value
    return situation.at(replace(situation.game, properties=properties))


@pytest.mark.parametrize(
    ("part", "phase", "acting"),
    [
        ("Japan", "5 Economic", ("JP",)),
        ("Allies", "7 First deployment", ("AL",)),
        ("Japan", "9 Reaction", ("AL",)),
        ("Allies", "9 Reaction", ("JP",)),
        ("Japan", "11 Combat", ("JP", "AL")),
        ("Allies", "12 Return to base", ("JP", "AL")),
    ],
)
def test_who_acts(book: RuleBook, sequence: Sequence, part: str, phase: str, acting: tuple[str, ...]) -> None:
    assert sequence.acting(at(book, 3, part, phase)) == acting


def test_each_phase_is_followed_by_the_next_and_the_last_by_the_other_part(book: RuleBook, sequence: Sequence) -> None:
    situation = at(book, 1, "Japan", "5 Economic")
    seen, labels = [sequence.describes(situation)], []
    while (onwards := sequence.advance(situation)) is not None:
        situation = done(situation, onwards.command)
        assert sequence.describes(situation).endswith(onwards.label)
        seen.append(sequence.describes(situation))
        labels.append(onwards.label)
    assert len(seen) == len(set(seen)) == 16 * 2 * 10
    assert seen[10] == "1 · December 1941, Allies, 5 Economic"
    assert seen[20] == "2 · Jan–Mar 1942, Japan, 5 Economic"
    assert labels[0] == "6 Reinforcement"
    assert (labels[9], labels[19]) == ("Allies, 5 Economic", "2 · Jan–Mar 1942, Japan, 5 Economic")


def test_the_way_to_a_phase_farther_on_passes_over_those_between(book: RuleBook, sequence: Sequence) -> None:
    onwards = sequence.advance(at(book, 1, "Japan", "5 Economic"), "operations")
    assert onwards is not None
    assert onwards.skipped == ("Reinforcement Phase", "First Deployment Phase")
    assert sequence.passed_over((0, 0, 0), (0, 0, 3), at(book, 1, "Japan", "5 Economic")) == onwards.skipped


@pytest.mark.parametrize(
    ("phase", "side", "what", "why"),
    [
        ("7 First deployment", "JP", "sea-deploy", ""),
        ("13 Second deployment", "JP", "sea-deploy", ""),
        ("7 First deployment", "AL", "sea-deploy", "7.0: in this phase (First Deployment Phase) only Japan may act."),
        (
            "8 Operations",
            "JP",
            "one-hex",
            "It belongs to First Deployment Phase (7.0); this is Operational Phase.",
        ),
        ("9 Reaction", "AL", "react", ""),
        ("9 Reaction", "JP", "whatever is not in the sequence", ""),
    ],
)
def test_what_may_be_done_when(book: RuleBook, sequence: Sequence, phase: str, side: str, what: str, why: str) -> None:
    assert sequence.why_not(at(book, 3, "Japan", phase), side, what) == why


TURNS = Tracker("Round", (NumberLevel("Round", 1, 2), NameLevel("Phase", ("Impulses", "End"))))


@pytest.fixture
def impulses(book: RuleBook) -> Sequence:
    record = SequenceRecord.model_validate(
        {
            "tracker": "Round",
            "phases": [
                {"id": "impulses", "at": "Impulses", "title": "Impulses", "rule": "3", "alternates": {}},
                {"id": "end", "at": "End", "title": "End", "rule": "4", "skip": "quiet"},
            ],
            "endings": [{"id": "won", "when": "points >= 9", "rule": "5", "says": "Japan has won.", "winner": "JP"}],
        }
    )
    return Sequence(record, TURNS, ("JP", "AL"))


def turn_done(situation: Situation, sequence: Sequence, *, passes: bool) -> Situation:
    """Return the situation after the end of a turn."""
    turns = sequence.turns(situation)
    assert turns is not None
    return done(situation, Batch(turns.done(passes=passes)))


def test_sides_act_by_turns_until_all_have_passed(book: RuleBook, impulses: Sequence) -> None:
    situation = at(book, 1, "Japan", "5 Economic")
    turns = []
    for passes in (False, False, True, False, True):
        turns.append(impulses.acting(situation))
        situation = turn_done(situation, impulses, passes=passes)
    assert turns == [("JP",), ("AL",), ("JP",), ("AL",), ("AL",)]
    assert impulses.acting(situation) == ()
    assert (situation.table(PASSED), situation.table(TURN_OF)) == ("JP,AL", "")


def test_the_next_phase_begins_with_nobody_having_passed(book: RuleBook, impulses: Sequence) -> None:
    situation = at(book, 1, "Japan", "5 Economic")
    situation = turn_done(situation, impulses, passes=True)
    onwards = impulses.advance(situation)
    assert onwards is not None
    after = situation.at(replace(situation.game, properties={**situation.game.properties, PASSED: None, TURN_OF: None}))
    assert impulses.acting(after) == ("JP",)


def test_a_phase_in_which_there_is_nothing_to_do_is_passed_over(book: RuleBook, impulses: Sequence) -> None:
    situation = at(book, 1, "Japan", "5 Economic")
    busy, quiet = (
        situation.at(replace(situation.game, properties={**situation.game.properties, "quiet": value}))
        for value in (0, 1)
    )
    assert [found.label for each in (busy, quiet) if (found := impulses.advance(each))] == ["End", "2, Impulses"]


@pytest.mark.parametrize(("points", "winner"), [(8, None), (9, "JP")])
def test_the_game_ends(book: RuleBook, impulses: Sequence, points: int, winner: str | None) -> None:
    situation = at(book, 1, "Japan", "5 Economic")
    situation = situation.at(replace(situation.game, properties={**situation.game.properties, "points": points}))
    ending = impulses.ending(situation)
    assert (ending.winner if ending else None) == winner
