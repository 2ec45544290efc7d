"""The course of a step: decided, judged, recorded and reported; each seat's view, undo, and agreements."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop import session as sessions
from tabletop.dice import ScriptedChance
from tabletop.game.chance import ChanceDraw
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import AGREED, Asks, NeedsAgreement, Prompt, Refused, refused
from tabletop.game.change.patch import Know, Make, MakeHolder, Property, Sit
from tabletop.game.change.step import Step
from tabletop.game.commands import (
    Act,
    Batch,
    MovePieces,
    PressClock,
    RemovePieces,
    Restack,
    RollDice,
    Say,
    SetProperty,
    Show,
    Shuffle,
    Spot,
    TakeSeat,
)
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.audience import Audience
from tabletop.game.state.components import Components
from tabletop.game.state.game import ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.appearance_traits import Facing
from tabletop.game.traits.trait_base import TraitCall
from tabletop.journal.journal import Journal
from tabletop.journal.records import StandingDraws, TapeUse
from tabletop.journal.verify import verify
from tabletop.session import ANYWAY, Confirmed, InTheWay, NeedsConsent, News, Session, table_session
from tests.game.draw_audit import audit
from tests.game.projection import project

SEED = "17" * 32
COMPONENTS = Components({}, {}, {})
OPEN, FACE_DOWN, RED_HAND = (4, 4), (2, 2), (4, 1)
DECK, HAND = 4, 5


def setup(seats: dict[str, Seat]):
    """Return a game with two stacks of two counters, a face-down deck of three cards, an empty hand of Red, and these
    seats.
    """
    game = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"), secret="table")
    epoch = (0, 0, 0)
    changes = [
        Know(1, Kind("unit", "Unit")),
        MakeHolder(2, Holder("stack", 0, 100, 0, "", 0, 1, (), OPEN, epoch)),
        MakeHolder(3, Holder("stack", 0, 200, 0, "", 0, 2, (), OPEN, epoch)),
        MakeHolder(DECK, Holder("deck", 0, 900, 0, "", 0, 3, (), FACE_DOWN, epoch, name="deck")),
        MakeHolder(HAND, Holder("hand", -1, 0, 0, "", 0, 0, (), RED_HAND, epoch, name="hand", owner=0)),
        *(Make(10 + i, 1, 2 + i // 2, 0, (), (2, 2)) for i in range(4)),
        *(Make(20 + i, 1, DECK, 0, (), (2, 2)) for i in range(3)),
        *(Sit(name, seat) for name, seat in seats.items()),
    ]
    return apply(game, changes)[0]


class Table:
    """A session with the news of each seat."""

    def __init__(self, journal: Journal | None = None, seats: dict[str, Seat] | None = None, **more) -> None:
        both = {"anna": Seat((0,)), "bert": Seat((1,))} if seats is None else seats
        ticks = count(1_000)
        self.session = Session(
            journal or Journal.in_memory(setup(both), SEED), COMPONENTS, now_ms=lambda: next(ticks), **more
        )
        self.news: dict[str, list[News]] = {}

    def join(self, seat: str) -> sessions.Connection:
        self.news[seat] = []
        return self.session.join(seat, self.news[seat].append)

    def share(self, seat: str) -> sessions.Connection:
        """Join as a seat at a screen that all players share."""
        self.news[seat] = []
        return self.session.join(seat, self.news[seat].append, is_shared=True)

    def keys(self, seat: str) -> list[str]:
        return [told.key for news in self.news[seat] for told in news.told]

    def last(self) -> Step:
        journal = self.session.journal
        return next(iter(journal.steps(journal.last)))


def to(x: int) -> Spot:
    return Spot("main", x, 0)


def test_nobody_makes_themselves_umpire_beside_another():
    table = Table(seats={"anna": Seat((0,)), "bert": Seat((1,)), "uma": Seat(umpire=True)})
    refused = table.join("anna").submit(TakeSeat(umpire=True))
    assert isinstance(refused, Refused)
    assert refused.code == "not-yours"
    assert isinstance(table.join("uma").submit(TakeSeat()), Confirmed)
    assert isinstance(table.join("anna").submit(TakeSeat(umpire=True)), Confirmed)


def unit(connection: sessions.Connection, x: int, index: int = 0) -> int:
    """Return the piece of the stack at that point, in the connection's own numbers."""
    game = connection.view
    return next(h.pieces[index] for h in game.holders.values() if h.form == "stack" and h.x == x)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def anna(table):
    return table.join("anna")


@pytest.fixture
def bert(table):
    return table.join("bert")


def test_a_question_names_the_piece_that_it_turns_as_who_is_asked_knows_it(table, anna):
    game = table.session.game
    turning = Kind("gun", "Gun", traits=(Facing(ways=0, start=0, turn_to=TraitCall("t")),))
    place = (Know(2, turning), Make(30, 2, 3, 0, compile_kind(turning).slots, (2, 2)))
    table = Table(Journal.in_memory(apply(game, place)[0], SEED))
    bert = table.join("bert")
    gun = next(piece for piece in bert.view.pieces if bert.view.kind_of(piece).key == "gun")
    asked = bert.submit(Act((gun,), "t"))
    assert isinstance(asked, Asks)
    assert asked.prompt.turns == gun


def test_a_command_is_recorded_and_everybody_sees_it(table, anna, bert):
    answer = anna.submit(MovePieces((unit(anna, 100),), to(300)))
    assert answer == Confirmed(1, 1)
    (step,) = table.session.journal.steps()
    assert (step.by, step.at_ms, step.seq) == ("anna", 1_000, 1)
    assert isinstance(step.command, MovePieces)
    assert step.command.pieces in ((10,), (11,))
    for seat, connection in (("anna", anna), ("bert", bert)):
        (news,) = table.news[seat]
        assert (news.by, news.stream) == ("anna", 1)
        assert [told.key for told in news.told] == ["pieces-moved"]
        assert unit(connection, 300) in news.changes.pieces
        assert news.after is connection.view


def test_what_is_refused_is_not_recorded(table, anna):
    assert isinstance(anna.submit(MovePieces((999,), to(300))), Refused)
    assert isinstance(anna.submit(RollDice("hello")), Refused)
    assert table.session.journal.last == 0
    assert table.news["anna"] == []


def test_it_is_in_the_record_before_anybody_hears(table):
    heard = []
    connection = table.session.join("anna", lambda news: heard.append(table.session.journal.last))
    connection.submit(Say("hello"))
    assert heard == [1]


def test_who_acts_on_what_they_hear_comes_after_it(table, anna):
    def reply(news):
        if news.told and news.told[0].facts == {"text": "one"}:
            bert.submit(Say("two"))

    bert = table.session.join("bert", reply)
    late = table.join("late")
    assert anna.submit(Say("one")) == Confirmed(1, stream=2)
    for seat in ("anna", "late"):
        assert [told.facts["text"] for news in table.news[seat] for told in news.told] == ["one", "two"]
    assert late.stream == 2


def test_views_are_projections(tmp_path):
    """After any play, each seat's own copy, updated by differences, equals its projection."""

    def shown(game):
        return sorted(
            (h.form, h.name, h.x, len(h.pieces), tuple(game.pieces[p].sight for p in h.pieces))
            for h in game.holders.values()
        )

    pick = st.integers(0, 6)

    @given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6), pick, pick), max_size=12))
    @settings(max_examples=40, deadline=None)
    def holds(plays):
        table = Table()
        connections = [table.join("anna"), table.join("bert"), table.join("passer-by")]
        for who, what, n, x in plays:
            connection = connections[who]
            pieces = connection.view.pieces.keys()
            piece = pieces[n % len(pieces)]
            match what:
                case 0 | 1:
                    connection.submit(MovePieces((piece,), to(100 * x)))
                case 2:
                    connection.submit(Show((piece,), "unseen" if x % 2 else "face"))
                case 3:
                    connection.submit(Restack((piece,), "bottom"))
                case 4:
                    connection.submit(Shuffle(connection.view.named["deck"]))
                case 5:
                    connection.undo(((ANYWAY, True),))
                case 6:
                    connection.redo(((ANYWAY, True),))
        game = table.session.game
        for connection in connections:
            assert shown(connection.view) == shown(project(game, connection.audience))
        assert audit(SEED, table.session.journal.steps()) == 0

    holds()


class TestSecrets:
    def test_what_a_seat_does_not_see_it_does_not_even_hear_of(self, table, anna, bert):
        piece = unit(anna, 100)
        anna.submit(Show((piece,), "unseen", ("blue",)))
        heard, stream = len(table.news["bert"]), bert.stream
        anna.submit(MovePieces((piece,), to(600)))
        assert (len(table.news["bert"]), bert.stream) == (heard, stream)
        assert anna.stream == 2

    def test_what_a_side_does_in_secret_is_taken_back_in_secret(self, table, anna, bert):
        anna.submit(SetProperty("side:red:plan", "east"))
        assert isinstance(anna.undo(), Confirmed)
        assert isinstance(anna.redo(), Confirmed)
        assert table.keys("anna") == ["property-set", "taken-back", "done-again"]
        assert (table.keys("bert"), bert.stream) == ([], 0)

    def test_unseen_and_unknown_are_refused_alike(self, table, anna, bert):
        piece = unit(bert, 100)
        anna.submit(Show((unit(anna, 100, 0), unit(anna, 100, 1)), "unseen", ("blue",)))
        gone = bert.submit(MovePieces((piece,), to(600)))
        never = bert.submit(MovePieces((9999,), to(600)))
        assert isinstance(gone, Refused)
        assert gone == never

    def test_who_sees_but_the_back_of_a_piece_says_to_nobody_what_it_is(self, table, anna, bert):
        anna.submit(Show((unit(anna, 100),), "back", ("blue",)))
        piece = unit(bert, 100)
        for sides in ((), ("blue",), ("red",)):
            refused = bert.submit(Show((piece,), "face", sides))
            assert isinstance(refused, Refused)
            assert refused.because.startswith("You see only its back.")
        assert isinstance(anna.submit(Show((unit(anna, 100),), "face", ("blue",))), Confirmed)

    def test_a_secret_roll_is_for_its_side(self, table, anna, bert):
        anna.submit(RollDice("2d6", "search", secret=True))
        assert table.keys("anna") == ["rolled"]
        assert table.keys("bert") == []


class TestStale:
    def test_only_what_changed_in_the_own_view_is_stale(self, table, anna, bert):
        mine, other = unit(bert, 100, 0), unit(bert, 200)
        seen = bert.stream
        anna.submit(MovePieces((unit(anna, 100, 0),), to(300)))
        refused = bert.submit(MovePieces((mine,), to(400)), seen=seen)
        assert isinstance(refused, Refused)
        assert refused.code == "stale"
        assert isinstance(bert.submit(MovePieces((other,), to(400)), seen=seen), Confirmed)
        assert isinstance(bert.submit(MovePieces((mine,), to(400)), seen=bert.stream), Confirmed)
        assert isinstance(bert.submit(MovePieces((mine,), to(500))), Confirmed)


class TestSeats:
    def test_who_sits_down_sees_with_new_eyes(self):
        table = Table(seats={})
        carl = table.join("carl")
        assert carl.audience == Audience(())
        assert isinstance(carl.submit(MovePieces((unit(carl, 100),), to(300))), Refused)
        assert isinstance(carl.submit(TakeSeat(("red",))), Confirmed)
        assert carl.audience == Audience((0,))
        assert table.news["carl"][-1].is_whole
        assert isinstance(carl.submit(MovePieces((unit(carl, 100),), to(300))), Confirmed)

    def test_one_screen_is_handed_over(self, table):
        anna = table.share("anna")
        assert anna.view.named.keys() == {"deck", "hand"}
        anna.submit(Show((unit(anna, 100),), "unseen", ("blue",)))
        red = len(anna.view.pieces)
        anna.turn_to("bert")
        assert (anna.seat, anna.audience, len(anna.view.pieces)) == ("bert", Audience((1,)), red - 1)
        assert table.news["anna"][-1].is_whole
        anna.submit(MovePieces((unit(anna, 200),), to(700)))
        assert [step.by for step in table.session.journal.steps()] == ["anna", "bert"]
        anna.turn_to("anna")
        assert len(anna.view.pieces) == red
        assert unit(anna, 700)

    def test_a_player_of_both_sides_looks_with_the_eyes_of_one(self):
        table = Table(seats={"solo": Seat((0, 1))})
        solo = table.join("solo")
        solo.submit(Show((10,), "unseen", ("blue",)))
        whole = len(solo.view.pieces)
        solo.turn_to("solo", (1,))
        assert len(solo.view.pieces) == whole - 1
        with pytest.raises(ValueError, match="does not play these sides"):
            solo.turn_to("solo", (1, 7))

    def test_who_has_left_hears_nothing(self, table, anna, bert):
        table.session.leave(bert)
        anna.submit(Say("hello"))
        assert table.news["bert"] == []
        again = table.join("bert")
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        assert unit(again, 300)


class TestUndo:
    def test_ones_own_last_step(self, table, anna, bert):
        before = table.session.game.pieces
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.submit(MovePieces((unit(bert, 200),), to(400)))
        assert isinstance(anna.undo(), Confirmed)
        assert table.keys("bert")[-1] == "taken-back"
        assert table.last().told[0].facts["of"] == "pieces-moved"
        assert isinstance(bert.undo(), Confirmed)
        assert {i: p.at for i, p in table.session.game.pieces.items()} == {i: p.at for i, p in before.items()}
        assert isinstance(anna.undo(), Refused)
        assert isinstance(anna.redo(), Confirmed)
        assert table.keys("bert")[-1] == "done-again"
        assert table.last().told[0].facts["of"] == "pieces-moved"
        assert unit(bert, 300)
        assert isinstance(anna.redo(), Refused)

    def test_what_others_touched_since_is_in_the_way(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.submit(MovePieces((unit(bert, 300),), to(400)))
        answer = anna.undo()
        assert isinstance(answer, InTheWay)
        assert answer.steps == (2,)
        assert "bert" in answer.because

    @pytest.mark.parametrize("moves", [True, False])
    def test_what_was_moved_unseen_since_stays_and_nothing_tells_of_it(self, table, anna, bert, moves):
        moved = bert.submit(MovePieces((unit(bert, 100),), to(300)))
        piece = unit(anna, 300)
        anna.submit(Show((piece,), "unseen", ("blue",)))
        if moves:
            anna.submit(MovePieces((piece,), to(500)))
        assert bert.undo() == Confirmed(moved.seq + 2, moved.stream + 2)
        assert anna.view.holder_of(piece).x == (500 if moves else 100)

    @pytest.mark.parametrize("moves", [0, 1, 3])
    def test_a_step_that_is_not_noticed_is_none_for_undo(self, table, anna, bert, moves):
        bert.submit(MovePieces((unit(bert, 200),), to(400)))
        piece = unit(anna, 100)
        anna.submit(Show((piece,), "unseen", ("blue",)))
        shown = table.session.journal.last
        for x in range(moves):
            anna.submit(MovePieces((piece,), to(500 + x)))
        assert table.session.undoing.to_undo("bert") == shown
        assert table.session.undoing.to_undo("anna") == table.session.journal.last
        answers = [bert.take_back((seq,)) for seq in range(shown + 1, shown + 6)]
        assert {answer.because for answer in answers} == {"There is nothing to undo."}
        assert [news.asks for news in table.news["anna"] if news.asks] == []

    def test_the_tables_last_step_is_the_others_to_agree_to(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        answer = bert.undo(of_table=True)
        assert isinstance(answer, NeedsConsent)
        assert answer.of == ("anna",)
        (asked,) = [news.asks for news in table.news["anna"] if news.asks]
        assert (asked.by, asked.steps, anna.requests) == ("bert", (1,), (asked,))
        assert [(request.by, request.of) for request in bert.requests] == [("bert", ("anna",))]
        assert isinstance(anna.agree(asked.number), Confirmed)
        assert anna.requests == bert.requests == ()
        assert table.session.journal.taken_back() == {1}
        assert [step.by for step in table.session.journal.steps()] == ["anna", "bert"]

    def test_an_agreement_ends_with_the_next_step(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.undo(of_table=True)
        bert.submit(Say("never mind"))
        assert isinstance(anna.agree(1), Refused)

    def test_who_is_asked_may_refuse_and_the_asker_hears_by_whom(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.undo(of_table=True)
        assert anna.refuse(anna.requests[0].number) is None
        assert table.news["bert"][-1].refused_by == "anna"
        assert anna.requests == bert.requests == ()
        assert isinstance(anna.refuse(1), Refused)

    def test_the_asker_may_withdraw_a_request(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.undo(of_table=True)
        assert bert.refuse(bert.requests[0].number) is None
        assert table.news["bert"][-1].refused_by == ""
        assert anna.requests == bert.requests == ()

    def test_a_change_of_seats_ends_requests(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.undo(of_table=True)
        carl = table.join("carl")
        carl.submit(TakeSeat(("red",)))
        assert anna.requests == bert.requests == carl.requests == ()

    def test_a_request_waits_for_a_seat_that_leaves_and_comes_back(self, table, anna, bert):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        bert.undo(of_table=True)
        for one in (anna, bert):
            table.session.leave(one)
        anna, bert = table.join("anna"), table.join("bert")
        assert [request.of for request in bert.requests] == [("anna",)]
        assert isinstance(anna.agree(anna.requests[0].number), Confirmed)
        assert table.session.journal.taken_back() == {1}

    def reveal(self, anna):
        """Let Anna show a counter that Bert had not seen."""
        piece = unit(anna, 100)
        anna.submit(Show((piece,), "unseen", ("blue",)))
        anna.submit(Show((piece,), "face", ("blue",)))

    def test_what_showed_something_needs_consent(self, table, anna, bert):
        self.reveal(anna)
        answer = anna.undo()
        assert isinstance(answer, NeedsConsent)
        assert answer.of == ("bert",)
        assert "showed" in answer.because
        assert isinstance(bert.agree(bert.requests[0].number), Confirmed)
        assert table.session.journal.taken_back() == {2}
        assert isinstance(anna.undo(), Confirmed)  # the concealment, which showed nobody anything

    def test_what_drew_something_needs_consent(self, table, anna, bert):
        anna.submit(Shuffle(anna.view.named["deck"]))
        answer = anna.undo()
        assert isinstance(answer, NeedsConsent)
        assert "rolled or drew" in answer.because

    def test_the_umpire_is_asked_once(self, table, anna, bert):
        umpire = table.join("uma")
        umpire.submit(TakeSeat((), umpire=True))
        self.reveal(anna)
        asked = umpire.undo(of_table=True)
        assert isinstance(asked, Asks)
        assert asked.prompt.key == ANYWAY
        assert isinstance(umpire.undo(((ANYWAY, False),), of_table=True), Refused)
        assert isinstance(umpire.undo(((ANYWAY, True),), of_table=True), Confirmed)

    def test_at_a_screen_of_its_own_a_seat_acts_and_agrees_for_nobody_else(self, table, anna, bert):
        with pytest.raises(ValueError, match="bert does not sit at this screen"):
            anna.turn_to("bert")
        self.reveal(anna)
        asked = anna.take_back((2,), persons=frozenset({"anna", "bert"}))
        assert isinstance(asked, NeedsConsent)
        assert asked.of == ("bert",)
        refused = anna.agree(asked.request, "bert")
        assert isinstance(refused, Refused)
        assert refused.because == "bert plays at another screen, and must agree there."
        assert isinstance(bert.agree(bert.requests[0].number), Confirmed)

    def test_at_one_screen_the_person_decides(self, table):
        anna = table.share("anna")
        anna.turn_to("bert")
        anna.turn_to("anna")
        self.reveal(anna)
        assert isinstance(anna.undo(), Asks)
        assert isinstance(anna.undo(((ANYWAY, True),)), Confirmed)

    def test_alone_showing_oneself_is_no_barrier_but_dice_are(self):
        table = Table(seats={"solo": Seat((0, 1))})
        solo = table.join("solo")
        solo.submit(Show((10,), "back", ("blue",)))
        solo.submit(Show((10,), "face", ("blue",)))
        assert isinstance(solo.undo(), Confirmed)
        solo.submit(Shuffle(DECK))
        assert isinstance(solo.undo(), Asks)
        assert isinstance(solo.undo(((ANYWAY, True),)), Confirmed)

    def test_talk_and_rolls_are_passed_over(self, table, anna):
        anna.submit(MovePieces((unit(anna, 100),), to(300)))
        anna.submit(RollDice("2d6", "for fun"))
        anna.submit(Say("hm"))
        assert isinstance(anna.undo(), Confirmed)
        assert table.session.journal.taken_back() == {1}

    def test_it_goes_on_after_the_game_was_closed(self, tmp_path):
        path = tmp_path / "game.wartable"
        seats = {"anna": Seat((0,)), "bert": Seat((1,))}
        with Journal.create(path, setup(seats), SEED) as journal:
            anna = Table(journal).join("anna")
            for x in (300, 400, 500):
                anna.submit(MovePieces((unit(anna, x - 100 if x > 300 else 100),), to(x)))
            anna.undo()
        with Journal.open(path) as journal:
            table = Table(journal)
            anna = table.join("anna")
            assert unit(anna, 400)
            assert isinstance(anna.undo(), Confirmed)
            assert isinstance(anna.undo(), Confirmed)
            assert isinstance(anna.undo(), Refused)
            for x in (300, 400, 500):
                assert isinstance(anna.redo(), Confirmed)
                assert unit(anna, x)
        assert verify(path).ok


class TestClocks:
    def test_the_time_of_a_press_is_that_of_the_table(self):
        table = Table()
        table.session.components = Components({}, {}, {}, clocks=("red", "blue"))
        anna = table.join("anna")
        anna.submit(PressClock("red", 5))
        since = anna.view.properties["clock:since"]
        assert since >= 1_000
        anna.submit(Batch((PressClock("blue", 5),)))
        assert anna.view.properties["clock:used:red"] == anna.view.properties["clock:since"] - since > 0

    @pytest.mark.parametrize("plays", [False, True])
    def test_a_clock_that_ran_when_the_game_was_lost_is_stopped_as_of_then(self, table, plays):
        running = (Property("clock:running", "red"), Property("clock:since", 7))
        anna = Table(Journal.in_memory(apply(table.session.game, running)[0], SEED)).join("anna")
        if plays:
            anna.submit(MovePieces((unit(anna, 100),), to(300)))
        anna.submit(PressClock("", 7))
        assert (anna.view.properties["clock:used:red"] > 0) == plays


class TestPolicy:
    def test_it_judges_before_anything_is_recorded(self):
        seen = []
        not_there = refused("not-possible", "finding-by-rule", rule="Rule 7", message="not there.")

        def policy(before, after, step, seat):
            seen.append((before is table.session.game, after is table.session.game, step.seq, seat))
            return not_there

        table = Table(policy=policy)
        anna = table.join("anna")
        assert anna.submit(MovePieces((unit(anna, 100),), to(300))) == refused(
            "not-possible", "finding-by-rule", rule="Rule 7", message="not there."
        )
        assert seen == [(True, False, 1, "anna")]
        assert (table.session.journal.last, table.news["anna"]) == (0, [])

    def test_it_may_ask_and_finds_the_answer_in_the_step(self):
        def policy(before, after, step, seat):
            return None if ("sure", True) in step.answers else Asks(Prompt("sure", "Rule 7?"))

        table = Table(policy=policy)
        anna = table.join("anna")
        move = MovePieces((unit(anna, 100),), to(300))
        assert isinstance(anna.submit(move), Asks)
        assert isinstance(anna.submit(move, (("sure", True),)), Confirmed)

    @pytest.mark.parametrize("why", ["the piece is gone", "a policy", "a question"])
    def test_a_request_that_can_no_longer_be_carried_out_is_told_to_both_in_the_same_words(self, why):
        def policy(before, after, step, seat):
            if not isinstance(step.command, MovePieces):
                return None
            if (f"{AGREED}move", True) not in step.answers:
                return NeedsAgreement(f"{AGREED}move", ("anna",), {"anna": "Move?", "bert": "Move?"})
            if why == "a policy":
                return refused("not-possible", "finding-by-rule", rule="Rule 7", message="a secret.")
            return Asks(Prompt("sure", "A secret?"))

        table = Table(policy=policy)
        anna, bert = table.join("anna"), table.join("bert")
        assert isinstance(bert.submit(MovePieces((unit(bert, 100),), to(300))), NeedsConsent)
        if why == "the piece is gone":
            anna.submit(RemovePieces((unit(anna, 100),)))
        last = table.session.journal.last
        answer = anna.agree(anna.requests[0].number)
        assert answer == refused("not-possible", "request-lapsed")
        assert [news.has_lapsed for news in table.news["bert"][-2:]] == [False, True]
        assert not any(news.has_lapsed for news in table.news["anna"])
        assert anna.requests == bert.requests == ()
        assert table.session.journal.last == last

    def test_observers_hear_of_what_is_recorded(self):
        heard = []
        table = Table(observers=[lambda before, after, step: heard.append((step.seq, after is table.session.game))])
        anna = table.join("anna")
        anna.submit(RollDice("nonsense"))
        anna.submit(Say("hello"))
        assert heard == [(1, True)]


class TestChance:
    """Rolls and draws, which asking, cancelling and asking again never makes better."""

    @pytest.fixture
    def asking(self, monkeypatch):
        """Make each roll draw a die and ask a question, before it is carried out."""
        real = table_session.perform

        def perform(game, command, seat, chance, components, answers=(), things=None):
            if isinstance(command, RollDice) and not answers:
                chance.draw(6, "first")
                return Asks(Prompt("really", "Really?"))
            if isinstance(command, RollDice):
                chance.draw(6, "first")
            return real(game, command, seat, chance, components, answers, things)

        monkeypatch.setattr(table_session, "perform", perform)

    def test_what_was_drawn_before_a_question_stands(self, asking, table, anna, bert):
        roll = RollDice("d6", "attack")
        assert isinstance(anna.submit(roll), Asks)
        (drawn,) = [step.drawn for step in table.session.journal.steps()]
        assert isinstance(anna.submit(roll), Asks)
        assert table.session.journal.last == 1
        assert isinstance(anna.submit(roll, (("really", True),)), Confirmed)
        second = next(iter(table.session.journal.steps(2)))
        assert [draw.why for draw in second.drawn] == ["attack"]
        assert table.keys("bert") == ["draws-stand", "rolled"]
        assert isinstance(anna.submit(roll), Asks)
        third = next(iter(table.session.journal.steps(3)))
        assert [draw.why for draw in third.drawn] == [draw.why for draw in drawn]  # a new attack, a new die
        assert audit(SEED, table.session.journal.steps()) == 0

    def test_choosing_otherwise_finds_no_other_dice(self):
        act = Act((3,), "roll", (4,))
        drawn = TapeUse(standing=(StandingDraws("anna", act, (ChanceDraw("first", 6, 1),)),))
        assert drawn.for_command("anna", Act((3,), "roll")) == drawn.for_command("anna", act) != ()
        there = Act((3,), "roll", at=Spot("main", 7, 8))
        assert drawn.for_command("anna", there) == drawn.for_command("anna", act)

    def test_also_over_a_restart_and_a_compaction(self, asking, tmp_path):
        path = tmp_path / "game.wartable"
        with Journal.create(path, setup({"anna": Seat((0,))}), SEED) as journal:
            Table(journal).join("anna").submit(RollDice("d6"))
            (standing,) = journal.drawn.standing
            journal.compact()
        with Journal.open(path) as journal:
            assert journal.drawn.standing == (standing,)
            anna = Table(journal).join("anna")
            assert isinstance(anna.submit(RollDice("d6")), Asks)
            assert journal.last == 1
            anna.submit(RollDice("d6"), (("really", True),))
            assert journal.drawn.standing == ()

    def test_what_the_policy_refuses_has_drawn_all_the_same(self):
        table = Table(policy=lambda before, after, step, seat: refused("not-possible", "in-other-words", words="no"))
        anna = table.join("anna")
        for _ in range(3):
            anna.submit(RollDice("2d6"))
        assert [len(step.drawn) for step in table.session.journal.steps()] == [2]

    def test_given_results_are_recorded_as_drawn(self):
        table = Table(chance=ScriptedChance([3, 5]))
        anna = table.join("anna")
        anna.submit(RollDice("2d6", "attack"))
        (step,) = table.session.journal.steps()
        assert [draw.result + 1 for draw in step.drawn] == [3, 5]
        assert table.news["anna"][0].told[0].facts["total"] == 8


class TestTheDisk:
    def test_what_cannot_be_recorded_does_not_happen(self, table, anna):
        refused = anna.submit(SetProperty("turn", 1 << 70))
        assert isinstance(refused, Refused)
        assert "turn" not in anna.view.properties
        assert isinstance(anna.submit(Say("on we go")), Confirmed)

    def test_a_full_disk_does_not_stop_the_game(self, tmp_path):
        path = tmp_path / "game.wartable"
        with Journal.create(path, setup({"anna": Seat((0,))}), SEED) as journal:
            table = Table(journal)
            anna = table.join("anna")
            connection = journal._store._connection
            connection.execute("PRAGMA max_page_count=1")
            while not table.session.trouble:
                anna.submit(Say("x" * 3_000))
            assert isinstance(anna.submit(MovePieces((unit(anna, 100),), to(300))), Confirmed)
            assert isinstance(anna.undo(), Confirmed)
            last = journal.last
            journal.save_as(tmp_path / "other.wartable")
            assert table.session.trouble == ""
            assert isinstance(anna.submit(Say("saved")), Confirmed)
        assert verify(tmp_path / "other.wartable").last == last + 1

    def test_a_second_program_watches(self, tmp_path):
        path = tmp_path / "game.wartable"
        with Journal.create(path, setup({"anna": Seat((0,))}), SEED) as journal, Journal.watch(path) as watched:
            anna = Table(journal).join("anna")
            onlooker = Table(watched)
            passer_by = onlooker.join("passer-by")
            refused = passer_by.submit(Say("hello"))
            assert isinstance(refused, Refused)
            assert "only watch it here" in refused.because
            anna.submit(MovePieces((unit(anna, 100),), to(300)))
            anna.submit(Say("hello"))
            onlooker.session.follow()
            assert onlooker.keys("passer-by") == ["pieces-moved", "said"]
            assert unit(passer_by, 300)
