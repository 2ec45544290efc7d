"""How the assistant of a table judges steps: by what the acting seat sees, whatever else lies on the table."""

from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.eyes import seen_by
from rules_assist.odds import Tries
from rules_assist.situation import Situation
from tabletop.assisting import Where
from tabletop.game.audience import audience
from tabletop.game.commands import At, MovePieces, Show
from tabletop.game.decide import perform
from tabletop.game.game import Game, Seat
from tabletop.game.names import Names
from tabletop.game.outcome import Asks, Performed, Refused
from tabletop.game.patch import pieces_of
from tabletop.game.step import Step
from tabletop.game.view import View

RULES = """
presence: [{id: units, title: Units, of: move > 0}]
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
modes:
- id: march
  title: March
  rule: "4"
  who: move > 0
  allowance: move
  steps:
  - {when: to_enemy_units > 0, no: enemy units stand there, rule: "4.3"}
  - {cost: "1"}
  stops: [{when: at_enemy_zoc > 0, why: enemy zone of control, rule: "5.1"}]
  ends: [{when: at_own_units > 1, no: two units stand there, rule: "6"}]
stacking:
- {id: stack, title: Stacking, rule: "6", of: move > 0, limit: "2"}
"""
OPEN = (
    ("red_infantry", "0303"),
    ("red_armour", "0304"),
    ("blue_infantry", "0604"),
    ("blue_armour", "0505"),
)
PLACES = ("0303", "0304", "0403", "0404", "0503", "0504", "0505", "0604", "0907")


class Table(NamedTuple):
    """A table with the pieces of `OPEN` in their order, in true ids, and further ones that Red sees at no level."""

    situation: Situation
    pieces: tuple[int, ...]
    names: tuple[str, ...]
    hidden: tuple[int, ...] = ()

    @property
    def game(self) -> Game:
        return self.situation.game


def seated(situation: Situation) -> Game:
    seats = {"umpire": Seat(umpire=True), "Red": Seat(sides=(0,)), "Blue": Seat(sides=(1,))}
    return replace(situation.game, seats=seats, properties={**situation.game.properties, "policy": "enforce"})


@pytest.fixture
def table(situation_of):
    """A table on which these pieces of Blue, put down each before the open piece of that number, are unseen by Red."""

    def make(hidden: list[tuple[int, str, str]]) -> Table:
        order: list[tuple[str, str, bool]] = []
        for number, (kind, place) in enumerate((*OPEN, ("", ""))):
            order += [(each, there, True) for at, each, there in hidden if at == number]
            order += [(kind, place, False)] if kind else []
        situation = situation_of(RULES, pieces=[(kind, place) for kind, place, _ in order])
        ids = sorted(situation.game.pieces)
        unseen = tuple(id for id, (_, _, is_hidden) in zip(ids, order, strict=True) if is_hidden)
        seen = tuple(id for id in ids if id not in unseen)
        game = seated(situation)
        if unseen:
            done = perform(game, Show(unseen, "unseen", ("Red",)), "umpire", Tries(), components(situation))
            assert isinstance(done, Performed)
            game = done.after
        return Table(Situation(game, situation.book), seen, tuple(kind for kind, _ in OPEN), unseen)

    return make


def components(situation: Situation):
    return situation.book.module.components


class Judged(NamedTuple):
    """What a seat hears of a move: what it is refused with or asked, and the findings with their pieces by name."""

    verdict: tuple[str, str]
    findings: tuple[tuple[str, str, tuple[str, ...]], ...]


def played(table: Table, moves: list[tuple[int, str]]) -> list[Judged]:
    """Red moves its pieces so; each step that is refused is not made."""
    assistant, game, heard = Assistant(table.situation.book), table.game, []
    name_of = dict(zip(table.pieces, table.names, strict=True))
    for seq, (number, place) in enumerate(moves, 1):
        command = MovePieces((table.pieces[number],), At("main", place))
        outcome = perform(game, command, "Red", Tries(), components(table.situation))
        if not isinstance(outcome, Performed):
            heard.append(Judged((type(outcome).__name__, ""), ()))
            continue
        step = Step(seq, "Red", command, outcome.done.patch, 0)
        made = assistant.moves.going_on("Red", game, frozenset(pieces_of(step.patch)))
        found = assistant.wrong("Red", made, made, outcome.after, game, ("enforce",))
        verdict = assistant.policy(game, outcome.after, step, "Red")
        said = verdict.because if isinstance(verdict, Refused) else verdict.prompt.question if verdict else ""
        assert not isinstance(verdict, Asks)
        heard.append(
            Judged(
                (type(verdict).__name__, said),
                tuple((each.check, each.message, tuple(name_of[id] for id in each.pieces)) for each in found),
            )
        )
        if verdict is None:
            assistant.observe(game, outcome.after, step)
            game = outcome.after
    return heard


def reached(table: Table) -> dict[tuple[str, str], tuple[str, tuple[str, ...]]]:
    """What Red's window says of each piece at each place: how it gets there and at what cost, or why not."""
    who, assistant = audience([0]), Assistant(table.situation.book)
    view, names = View.of(table.game, who), Names(table.game, who)
    found = {}
    for id, name in zip(table.pieces[:2], table.names, strict=False):
        number = view.number(names.name(id))
        assert number is not None
        hand = assistant.lift(view.game, "Red", (number,))
        for place in PLACES:
            glance = hand.glance(Where("main", place))
            found[name, place] = glance.headline, tuple(str(remark) for remark in glance.remarks)
    return found


once = settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
hidden_pieces = st.lists(
    st.tuples(st.integers(0, len(OPEN)), st.just("blue_infantry"), st.sampled_from(PLACES)), min_size=1, max_size=3
)
red_moves = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(PLACES)), min_size=1, max_size=5)


@once
@given(hidden=hidden_pieces, moves=red_moves)
def test_pieces_that_a_seat_does_not_see_change_nothing_that_it_is_told_of_its_moves(table, hidden, moves):
    assert played(table(hidden), moves) == played(table([]), moves)


@once
@given(hidden=hidden_pieces)
def test_pieces_that_a_seat_does_not_see_change_neither_reach_nor_costs(table, hidden):
    assert reached(table(hidden)) == reached(table([]))


def test_a_legal_move_is_done_and_an_illegal_one_refused_beside_a_hidden_piece(table):
    beside = table([(0, "blue_infantry", "0907")])
    legal, illegal = played(beside, [(0, "0403"), (0, "0907")])
    assert legal.verdict == ("NoneType", "")
    assert illegal.verdict[0] == "Refused"
    assert illegal.verdict[1].startswith("4: ")


def test_two_positions_are_numbered_alike(table):
    beside = table([(0, "blue_infantry", "0907"), (2, "blue_infantry", "0404")])
    assert tuple(seen_by(beside.game, audience([0])).pieces) == beside.pieces
