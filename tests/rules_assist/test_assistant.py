"""The assistant judges steps by the acting seat's view, whatever else lies on the table."""

from contextlib import nullcontext
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_assist.assistant import FINDING, Assistant
from rules_assist.chance.odds import Tries
from rules_assist.position.judged_view import seen_by
from rules_assist.position.situation import Situation
from tabletop.assistance import Finding, Overlay, Where
from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import Move
from tabletop.game.change.outcome import Asks, NeedsAgreement, Performed, Refused
from tabletop.game.change.patch import Drop, Make, pieces_of
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import LET_STAND
from tabletop.game.commands import At, MovePieces, SetProperty, Show
from tabletop.game.decide import perform
from tabletop.game.sight.audience import audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, Seat
from tests.game.secrets.work.work import Work

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
supply:
- id: line
  title: Supply
  rule: "9"
  who: move > 0
  sources: [{who: 'Side == "Red"', at: at_name == "Northwood"}, {at: at_name == "Southgate"}]
  reach: "5"
  stops: [{when: at_enemy_zoc > 0 and at_own_units == 0, why: enemy zone of control, rule: "9.1"}]
"""
OPEN = (
    ("red_infantry", "0303"),
    ("red_armour", "0304"),
    ("blue_infantry", "0604"),
    ("blue_armour", "0505"),
)
PLACES = ("0303", "0304", "0403", "0404", "0503", "0504", "0505", "0604", "0907")


class Table(NamedTuple):
    """A table with the pieces of `OPEN` in their order, by true ids, and with others that Red does not see."""

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
    """Return a function that makes a table with hidden pieces: numbers, kinds and places.

    Each is put down just before the open piece of its number, and is not seen by Red.
    """

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
    """A seat's news of a move: its refusal or question, and the findings with their pieces by name."""

    verdict: tuple[str, str]
    findings: tuple[tuple[str, str, tuple[str, ...]], ...]


def played(table: Table, moves: list[tuple[int, str]], work: Work | None = None) -> list[Judged]:
    """Let Red make these moves, and return Red's news of each. Refused moves change nothing. `work` counts the lines
    that are executed to judge the last one.
    """
    assistant, game, heard = Assistant(table.situation.book), table.game, []
    counted = len(moves) if work else 0
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
        with work.counting() if work and seq == counted else nullcontext():
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
    """Return Red's reach of each piece at each place: the way and its cost, or the reason that there is none."""
    who, assistant = audience([0]), Assistant(table.situation.book)
    view, names = View.of(table.game, who), AudienceNames(table.game, who)
    found = {}
    for id, name in zip(table.pieces[:2], table.names, strict=False):
        number = view.number(names.name(id))
        assert number is not None
        hand = assistant.lift(view.game, "Red", (number,))
        for place in PLACES:
            glance = hand.glance(Where("main", place))
            found[name, place] = glance.headline, tuple(str(remark) for remark in glance.remarks)
    return found


def supplied(table: Table) -> list[Overlay | str | None]:
    """Return Red's overlays of supply and of the places that cut it, with their slow parts; None for one that is empty.

    Each is made for no chosen piece, and for each of Red's two pieces. The mends of findings on them follow, and those
    for a drop at each place.
    """
    who, assistant = audience([0]), Assistant(table.situation.book)
    view, names = View.of(table.game, who), AudienceNames(table.game, who)
    numbers = [view.number(names.name(id)) for id in table.pieces[:2]]
    found: list[Overlay | str | None] = []
    for id in ("supply:line", "cuts:line"):
        for chosen in ((), *((number,) for number in numbers if number is not None)):
            shown = assistant.overlay(id, "main", view.game, "Red", chosen)
            rest = assistant.completing(shown, view.game, "Red", chosen) if shown is not None else None
            found.append(shown if rest is None else rest())
    for number in filter(None, numbers):
        mending = assistant.mending(Finding("fed", "9", "", (number,), supply="line"), view.game, "Red")
        assert mending is not None
        found.append(mending().mend)
        hand = assistant.lift(view.game, "Red", (number,))
        searches = [search for place in PLACES if (search := hand.mending(Where("main", place)))]
        found += [words for search in searches for words in search().more]
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


@once
@given(hidden=hidden_pieces)
def test_pieces_that_a_seat_does_not_see_neither_cut_supply_nor_are_they_lifted(table, hidden):
    assert supplied(table(hidden)) == supplied(table([]))


def test_a_step_is_judged_with_the_same_work_whatever_is_unseen(table):
    moves = [(0, "0403"), (1, "0403"), (0, "0404")]
    beside, little, much = table([(0, "blue_infantry", "0907")]), Work(), Work()
    piece, fresh = beside.game.pieces[beside.hidden[0]], beside.game.counters.next_id
    more = [Make(id, piece.kind, piece.at, 0, piece.state, piece.sight) for id in range(fresh, fresh + 2_000)]
    played(beside, moves)
    played(beside, moves, little)
    played(beside._replace(situation=beside.situation.after(tuple(more))), moves, much)
    assert little.total > 1_000
    assert abs(much.total - little.total) <= 50


def test_what_is_seen_of_supply_depends_on_who_is_seen(table):
    cut = table([])
    blue = cut.situation.after((Drop(cut.pieces[2]), Drop(cut.pieces[3])))
    assert supplied(cut) != supplied(Table(blue, cut.pieces, cut.names))


def test_a_legal_move_is_done_and_an_illegal_one_refused_beside_a_hidden_piece(table):
    beside = table([(0, "blue_infantry", "0907")])
    legal, illegal = played(beside, [(0, "0403"), (0, "0907")])
    assert legal.verdict == ("NoneType", "")
    assert illegal.verdict[0] == "Refused"
    assert illegal.verdict[1].startswith("4: ")


def test_two_positions_are_numbered_alike(table):
    beside = table([(0, "blue_infantry", "0907"), (2, "blue_infantry", "0404")])
    assert tuple(seen_by(beside.game, audience([0])).pieces) == beside.pieces


GONE = 10**6


@pytest.mark.parametrize("ask", ["lift", "why_not", "now", "prospects", "accounts", "overlay", "why_no_overlay"])
@pytest.mark.parametrize("seat", ["Red", "both", "umpire"])
def test_of_a_piece_that_has_gone_nothing_is_said(table, seat, ask):
    standing = table([])
    game = replace(standing.game, seats={**standing.game.seats, "both": Seat(sides=(0, 1))})
    assistant, where = Assistant(standing.situation.book), Where("main", "0404")
    if ask == "lift":
        hand = assistant.lift(game, seat, (GONE,))
        assert (hand.pieces, hand.start, hand.overlay, hand.drop(where)) == ((), None, None, None)
        assert hand.hover(where).findings == hand.rest(where).findings == ()
    elif ask == "why_not":
        assert isinstance(assistant.why_not(game, seat, (GONE,), where), str)
    elif ask == "now":
        assistant.now(game, seat, (GONE,))
    elif ask == "prospects":
        assert assistant.prospects(game, seat, (GONE,)) == ()
    elif ask == "accounts":
        assert assistant.accounts(game, seat, (GONE,), where) == assistant.accounts(game, seat, (), where)
    elif ask == "overlay":
        assert assistant.overlay("reach", "main", game, seat, (GONE,)) is None
    else:
        assert assistant.why_no_overlay("reach", game, seat, (GONE,)) == ""


def test_of_a_stack_of_which_one_has_gone_the_others_are_in_the_hand(table):
    standing = table([])
    hand = Assistant(standing.situation.book).lift(standing.game, "Red", (standing.pieces[0], GONE))
    assert hand.pieces == (standing.pieces[0],)
    assert hand.hover(Where("main", "0403")).headline == "March to Northwood"


def test_a_piece_that_came_with_the_move_that_goes_on_has_no_home_in_it(table):
    standing = table([])
    piece = standing.pieces[0]
    before, _ = apply(standing.game, [Drop(piece)])
    move = Move(before, frozenset({piece}))
    hand = Assistant(standing.situation.book).lift(standing.game, "Red", (piece,), move)
    assert hand.glance(Where("main", "0403")).headline == "March to Northwood"
    assert hand.hover(Where("main", "0403")).headline == "March to Northwood"


FAR, NEAR = "0907", "0404"
LEGAL, ILLEGAL, BOTH_SIDES = (0, NEAR), (0, FAR), Seat(sides=(0, 1))


class Judge:
    """A table at which the assistant judges steps as in a session, at one level for all rules."""

    def __init__(self, table: Table, level: str, seats: dict[str, Seat] | None = None) -> None:
        self.table = table
        self.game = replace(
            table.game,
            seats=seats or table.game.seats,
            properties={**table.game.properties, "policy": level},
        )
        self.assistant = Assistant(table.situation.book)
        self.seq = 0

    def does(self, command, by: str = "Red", answers=()):
        """Give a command, and return the policy's judgement of its step. If the step is allowed, it is recorded, and
        None is returned.
        """
        outcome = perform(self.game, command, by, Tries(), components(self.table.situation))
        assert isinstance(outcome, Performed), outcome
        self.seq += 1
        step = Step(self.seq, by, command, outcome.done.patch, 0, answers, (), outcome.done.told)
        verdict = self.assistant.policy(self.game, outcome.after, step, by)
        if verdict is None:
            self.assistant.observe(self.game, outcome.after, step)
            self.game = outcome.after
        return verdict

    def moves(self, move: tuple[int, str], by: str = "Red", answers=()):
        number, place = move
        return self.does(MovePieces((self.table.pieces[number],), At("main", place)), by, answers)


@pytest.mark.parametrize(
    ("level", "move", "by", "verdict"),
    [
        ("off", ILLEGAL, "Red", None),
        ("advise", ILLEGAL, "Red", None),
        ("confirm", ILLEGAL, "Red", Asks),
        ("confirm", LEGAL, "Red", None),
        ("enforce", ILLEGAL, "Red", Refused),
        ("enforce", LEGAL, "Red", None),
        ("enforce", ILLEGAL, "umpire", None),
    ],
)
def test_a_step_is_judged_as_strictly_as_the_table_wants(table, level, move, by, verdict):
    said = Judge(table([]), level).moves(move, by)
    assert said is None if verdict is None else isinstance(said, verdict)


def test_what_is_to_be_confirmed_is_asked_once_by_its_check(table):
    judge = Judge(table([]), "confirm")
    asked = judge.moves(ILLEGAL)
    assert isinstance(asked, Asks)
    assert asked.prompt.key == FINDING + "move"
    assert asked.prompt.question.startswith("4: ")
    refused = judge.moves(ILLEGAL, answers=((FINDING + "move", False),))
    assert isinstance(refused, Refused)
    assert judge.moves(ILLEGAL, answers=((FINDING + "move", True),)) is None


def test_what_is_taken_back_is_never_judged(table):
    judge = Judge(table([]), "advise")
    assert judge.moves(ILLEGAL) is None
    step = Step(9, "Red", TakeBack((1,)), (), 0)
    assert judge.assistant.policy(judge.game, judge.game, step, "Red") is None


def test_an_illegal_move_is_mended_by_moving_back(table):
    judge = Judge(table([]), "advise")
    assert judge.moves(ILLEGAL) is None
    strict = SetProperty("policy", "enforce")
    assert judge.does(strict, "umpire") is None
    assert judge.moves((0, "0303")) is None, "back where it was"
    assert isinstance(judge.moves(ILLEGAL), Refused)


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_what_all_let_stand_is_not_refused_until_that_is_taken_back(table, is_taken_back):
    judge = Judge(table([]), "enforce")
    refused = judge.moves(ILLEGAL)
    assert isinstance(refused, Refused)
    rule, _, message = refused.because.partition(": ")
    stands = SetProperty(LET_STAND, f"{message} ({rule}) — agreed")
    asked = judge.does(stands)
    assert isinstance(asked, NeedsAgreement), "the other side is asked"
    assert judge.does(stands, answers=((asked.key, True),)) is None
    if is_taken_back:
        judge.assistant.observe(judge.game, judge.game, Step(judge.seq + 1, "Red", TakeBack((judge.seq,)), (), 0))
        judge.seq += 1
    assert isinstance(judge.moves(ILLEGAL), Refused) == is_taken_back


@pytest.mark.parametrize(("seats", "verdict"), [(None, NeedsAgreement), ({"both": BOTH_SIDES}, None)])
def test_rules_are_taken_otherwise_only_where_all_who_play_agree(table, seats, verdict):
    judge = Judge(table([]), "enforce", seats)
    by = "both" if seats else "Red"
    asked = judge.does(SetProperty("policy", "off"), by)
    assert asked is None if verdict is None else isinstance(asked, verdict)
    if isinstance(asked, NeedsAgreement):
        assert asked.words["Blue"] == "All rules will be set to off."


def test_who_forgets_hears_of_moves_anew(table):
    judge = Judge(table([]), "advise")
    judge.moves(LEGAL)
    assert judge.assistant.moves.last("Red") is not None
    judge.assistant.forget()
    assert judge.assistant.moves.last("Red") is None
