"""Procedures at a table with a journal: recorded as plain data, undone, each side with its own numbers."""

from io import StringIO
from pathlib import Path

from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from tabletop.assistance import ProcedureQuestion
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.commands import Answer, AnyCommand, At, Begin, MovePieces, Withdraw
from tabletop.game.state.frames import Plain
from tabletop.journal.journal import Journal
from tabletop.journal.text import export_text, import_text
from tabletop.journal.verify import verify
from tabletop.session import Answer as Answered
from tabletop.session import Confirmed, Connection, InTheWay, NeedsConsent, Session
from tests.game.draw_audit import audit
from tests.rules_assist.procedure.playing import begun, book, components

SEED = "01" * 32


class Table:
    """A session with a connection for each side."""

    def __init__(self) -> None:
        self.journal = Journal.in_memory(begun(), SEED)
        self.session = Session(self.journal, components(), now_ms=lambda: 0)
        self.red, self.blue = self.session.join("Red"), self.session.join("Blue")

    def do(self, by: Connection, command: AnyCommand) -> None:
        answer = by.submit(command)
        assert isinstance(answer, Confirmed), answer

    def question(self, by: Connection, key: str) -> ProcedureQuestion:
        """Return a question as shown to its side, in the numbers of its own view."""
        situation = Situation(by.view, book(), by.seat)
        return next(one for frame in by.view.frames for one in asked(situation, frame) if one.key == key)

    def answer(self, by: Connection, key: str, value: Plain) -> Answered:
        return by.submit(Answer(self.question(by, key).frame, key, value))

    def choose(self, by: Connection, key: str, *labels: str) -> None:
        """Answer with the options of these names."""
        question = self.question(by, key)
        left = list(question.options)
        values = []
        for label in labels:
            option = next(one for one in left if one.label.startswith(label))
            left.remove(option)
            values.append(option.value)
        answer = self.answer(by, key, values[0] if question.kind == "pick" else values)
        assert isinstance(answer, Confirmed), answer


def raiding() -> Table:
    table = Table()
    table.do(table.red, Begin("raid"))
    table.choose(table.red, "units", "Red infantry at 0103", "Red infantry at 0103")
    table.choose(table.red, "order", "Red infantry", "Red infantry")
    return table


def struck() -> Table:
    table = raiding()
    table.choose(table.red, "attack", "Come in high")
    table.choose(table.blue, "defence", "Come in low")
    return table


def test_each_side_plays_in_the_numbers_of_its_own_view() -> None:
    table = raiding()
    (true,) = table.session.game.frames.values()
    (seen,) = table.red.view.frames.values()
    assert sorted(map(str, list_of(true.state["queue"]))) == ["piece:6", "piece:7"]
    assert seen.state["queue"] != true.state["queue"]
    own = table.red.view
    numbers = [int(str(text).removeprefix("piece:")) for text in list_of(seen.state["queue"])]
    assert [own.kind_of(number).key for number in numbers] == ["red_infantry", "red_infantry"]


def list_of(data: Plain) -> list[Plain]:
    assert isinstance(data, list)
    return data


def test_the_journal_holds_it_as_plain_data_and_gives_it_back(tmp_path: Path) -> None:
    table = struck()
    out, file = StringIO(), tmp_path / "game.wartable"
    export_text(table.journal, out)
    (tmp_path / "game.txt").write_text(out.getvalue(), encoding="utf-8", newline="\n")
    import_text(tmp_path / "game.txt", file)
    assert verify(file).ok
    with Journal.open(file) as again:
        assert again.game == table.session.game
        (frame,) = again.game.frames.values()
        given = [*frame.answers, *(one for step in frame.past for one in step.answers)]
        assert [one.question for one in given if one.how == "drawn"] == ["1.2 strike 2"]
    assert audit(SEED, table.journal.steps(1, table.journal.last)) == 0


def test_an_own_answer_is_taken_back_until_another_has_come_after_it() -> None:
    table = raiding()
    table.choose(table.red, "attack", "Come in high")
    assert isinstance(table.red.undo(), Confirmed)
    assert not table.question(table.red, "attack").answered
    table.choose(table.red, "attack", "Come in high")
    table.do(table.blue, MovePieces((first(table.blue, "blue_armour"),), At("main", "0602")))
    assert isinstance(table.red.undo(), Confirmed)


def first(by: Connection, key: str) -> int:
    return next(id for id in by.view.pieces if by.view.kind_of(id).key == key)


def test_what_has_thrown_dice_or_shown_an_answer_is_taken_back_by_consent_only() -> None:
    table = struck()
    assert isinstance(table.blue.undo(), NeedsConsent)
    assert isinstance(table.red.undo(), InTheWay)


def test_a_roll_is_announced_with_its_reason() -> None:
    table = struck()
    (step,) = table.journal.steps(table.journal.last, table.journal.last)
    assert {draw.why for draw in step.drawn} == {"1.2 strike 2"}
    assert [told.facts["why"] for told in step.told if told.key == "rolled"] == ["1.2 strike 2"]


def test_another_answer_does_not_find_other_dice() -> None:
    table = Table()
    table.do(table.red, Begin("wager"))
    answers = [table.answer(table.red, "said", number) for number in (1, 2, 3, 4, 5, 6) if table.session.game.frames]
    refused, done = answers[:-1], answers[-1]
    assert isinstance(done, Confirmed)
    assert all(isinstance(one, Refused) and one.because.startswith("Wager cannot be carried out") for one in refused)
    assert len({draw.result for step in table.journal.steps(1, table.journal.last) for draw in step.drawn}) == 1


def test_a_frame_that_a_side_does_not_know_cannot_be_answered() -> None:
    table = raiding()
    answer = table.red.submit(Withdraw(12345, "attack"))
    assert answer == refused("no-such-piece", "no-such-piece")
