"""A procedure that a turn by mail begins is played on in the same turn."""

from itertools import count

from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from tabletop.assistance import marked_in_turn
from tabletop.cli.script.script_rules import now_of
from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import Answer, Begin
from tabletop.journal.journal import Journal
from tabletop.mail.drafting_session import DraftingSession
from tabletop.mail.letters import Orders, WrittenOrder
from tabletop.mail.mail_host import MailHost
from tabletop.mail.mail_inbox import begin_record, joining
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.mail_seat import MailSeat
from tabletop.mail.turn_file import HOST, LetterCover, encoded, sealed_letter
from tabletop.session import Confirmed, Session
from tests.mail.double_blind import PHASE, DoubleBlind
from tests.rules_assist.procedure.playing import begun, book, components

SEED = "01" * 32


class Raid:
    """A game by mail with raids, in which Red is drafting a turn."""

    def __init__(self) -> None:
        ticks = count(1_000)
        self.host_session = Session(Journal.in_memory(begun(), SEED), components(), now_ms=lambda: next(ticks))
        self.host = MailHost(self.host_session, MailKey.new(), lambda: "the game")
        self.keys, letter = joining(self.host.invitation("Raids"), "Red", ("Red",))
        self.host.admit(letter)
        journal, _ = begin_record(self.keys, self.host.report("Red") or b"", 0)
        session = DraftingSession(journal, components(), now_ms=lambda: next(ticks))
        self.session = session
        self.seat, self.table = MailSeat(self.keys, session), session.join("Red")

    def begins(self) -> None:
        assert isinstance(self.table.submit(Begin("raid")), Confirmed)

    def answers(self, key: str, *labels: str) -> None:
        """Answer a question of the newest procedure with the options of these names."""
        situation = Situation(self.table.view, book(), "Red")
        question = [one for frame in self.table.view.frames for one in asked(situation, frame) if one.key == key][-1]
        values = [next(one.value for one in question.options if one.label.startswith(label)) for label in labels]
        assert isinstance(self.table.submit(Answer(question.frame, key, values)), Confirmed)

    def opens(self, *orders: WrittenOrder) -> list[str]:
        """Open a turn with these orders; return the reasons of those that were refused."""
        bookmark, link = self.seat.bookmark, self.seat.link
        letter = encoded(Orders(1, b"", bookmark, link, orders))
        cover = LetterCover(self.keys.game, "orders", "Red", HOST, letter)
        opened = self.host.open(sealed_letter(self.keys.key, cover, bytes.fromhex(self.keys.host)))
        return [each.refused.because for each in opened.answers if each.refused is not None]

    def orders(self) -> tuple[WrittenOrder, ...]:
        return self.seat.written(())


def test_a_procedure_is_begun_and_answered_in_one_turn() -> None:
    raid = Raid()
    raid.begins()
    raid.answers("units", "Red infantry at 0103")
    assert [order.begun for order in raid.orders()] == [(), ((1, 0),)]
    carried_out = raid.host.open(raid.seat.send())
    assert (carried_out.orders, carried_out.answers) == (2, ())
    here, there = (list(game.frames.values()) for game in (raid.table.view, raid.host_session.game))
    assert [(frame.procedure, frame.step) for frame in there] == [(frame.procedure, frame.step) for frame in here]
    assert raid.seat.open(raid.host.report("Red") or b"").news == 2
    assert len(raid.table.view.frames) == 1


def test_a_question_whose_answer_waits_is_not_answered_again() -> None:
    raid = Raid()
    raid.begins()
    (frame,) = raid.table.view.frames
    answer = Answer(frame, "units", [])
    waiting = raid.session.put_off("Red", answer, ())
    assert isinstance(waiting, Step)
    again = raid.table.submit(answer)
    assert isinstance(again, Refused)
    assert again.because == "This question has an answer in your turn already: undo that answer to give another."
    assert isinstance(raid.table.take_back((raid.table.bookmark.number,)), Confirmed)
    raid.answers("units", "Red infantry at 0103")


def test_an_order_continues_only_procedures_that_its_own_turn_has_begun() -> None:
    assert (
        Raid().opens(
            WrittenOrder(Begin("no such")),
            *(
                WrittenOrder(Answer(-1, "units"), begun=begun)
                for begun in [((1, 0),), ((0, 0),), ((-9, 0),), ((1, -1),)]
            ),
            WrittenOrder(Answer(-2, "units"), begun=((5, 0),)),
        )[1:]
        == ["The procedure that this order continues is not under way."] * 5
    )


def test_a_question_whose_answer_waits_is_listed_again_once_the_answer_is_undone() -> None:
    game = DoubleBlind()
    game.put("Ashby's Foot", "0502")
    game.put("Drake's Foot", "0602")
    for _ in ("March", "Contact", "Combat"):
        game.rules(PHASE)
    anna = game["Anna"]
    anna.opens(game.report("Anna"))

    def listed() -> list[str]:
        return [each.key for each in now_of(anna.rules, anna.view, "Anna", anna.table.answers_in_turn).asked]

    anna.does(Begin("attack"))
    assert listed() == ["sure"], "there is one hex to attack, by one unit"
    anna.answers()
    assert listed() == [], "a die is rolled when the turn is opened"
    (card,) = marked_in_turn(anna.rules.underway(anna.view, "Anna"), anna.table.answers_in_turn)
    assert [(one.question, one.options, one.throws, one.in_turn) for one in card.asked] == [
        ("Attack with 6 against 6?", (), (), True)
    ]
    assert isinstance(anna.table.undo(), Confirmed), "the answer is undone, and not the attack"
    assert listed() == ["sure"]
    assert isinstance(anna.table.redo(), Confirmed)
    assert listed() == []
    assert game.carries_out(anna.seat.send()).answers == ()
    anna.opens(game.report("Anna"))
    assert "sure" not in listed()
    assert anna.table.answers_in_turn == frozenset()
