"""Play of the lines of a script for a seat, with the results as lines of text."""

from collections.abc import Callable

import msgspec

from tabletop.assembly import TableAssistant
from tabletop.cli.failures import Failure
from tabletop.cli.report.narration import sight_of, what_is_said
from tabletop.cli.script.script_lines import (
    AnswerLine,
    CommandLine,
    Line,
    LineError,
    LookLine,
    RedoLine,
    RulesLine,
    UndoLine,
    read_line,
)
from tabletop.cli.script.script_rules import findings_of, now_of, paid_move
from tabletop.game.change.outcome import Asks, Prompt
from tabletop.game.change.step import Answers
from tabletop.game.commands import TakeSeat
from tabletop.session import Answer, Confirmed, News, Session
from tabletop.texts import text

UMPIRE = "umpire"


class ScriptPlayer:
    """A player that carries out the lines of a script for a seat, and reports the result of each."""

    def __init__(
        self,
        session: Session,
        seat: str,
        say: Callable[[str], None],
        assistant: Callable[[], TableAssistant | None] = lambda: None,
    ) -> None:
        """Connect to the seat. `assistant` makes the rules assistant of the table; it is called only if needed."""
        self.was_refused = False
        self._assistant = assistant
        self._found = ""
        self._session = session
        self._connection = session.join(seat, self._hear)
        self._say = say
        self._heard: list[str] = []
        self._asked: tuple[Line, Answers, Prompt] | None = None

    def sit_down(self) -> None:
        """Take the side that has the name of the seat, if the seat is new. The name `umpire` takes the umpire's
        seat.
        """
        game, seat = self._session.game, self._connection.seat
        if seat not in game.seats and (seat in game.sides or seat == UMPIRE):
            sides = (seat,) if seat in game.sides else ()
            self._act(CommandLine(TakeSeat(sides, umpire=not sides)), ())

    def play(self, written: str) -> None:
        """Carry out a line. Raises Failure if the game can no longer be saved."""
        try:
            line = read_line(written)
        except LineError as problem:
            self._refuse(str(problem))
            return
        match line:
            case None:
                return
            case AnswerLine(answer=answer):
                if self._asked is None:
                    self._refuse(text("no-question"))
                    return
                asking, answers, prompt = self._asked
                self._act(asking, (*answers, (prompt.key, answer)))
            case LookLine():
                self.give_up()
                self._say(f"sees {msgspec.json.encode(sight_of(self._connection.view)).decode()}")
            case RulesLine():
                self.give_up()
                table = self._connection
                now = now_of(self._assistant(), table.view, table.seat, table.answers_in_turn)
                self._say(f"now {msgspec.json.encode(now).decode()}")
            case CommandLine(by=by) if by:
                self.give_up()
                self._pay(line)
            case _:
                self.give_up()
                self._act(line, line.answers)

    def _pay(self, line: CommandLine) -> None:
        """Make a move in a movement mode, and pay all its costs."""
        seat, view = self._connection.seat, self._connection.view
        command = paid_move(self._assistant(), view, seat, line.command, line.by)
        if isinstance(command, str):
            self._refuse(command)
        else:
            self._act(CommandLine(command, line.answers), line.answers)

    def give_up(self) -> None:
        """Cancel the open question, if there is one, and report its command as refused."""
        if self._asked is not None:
            self._asked = None
            self._refuse(text("question-left"))

    def _act(self, line: Line, answers: Answers) -> None:
        self._asked, self._found = None, ""
        self._heard.clear()
        answer = self._submitted(line, answers)
        match answer:
            case Confirmed(seq=seq):
                if self._session.trouble:
                    raise Failure(self._session.trouble)
                wrong = f" findings {self._found}" if self._found else ""
                self._say(f"confirmed {seq} {'; '.join(self._heard) or 'done'}{wrong}")
            case Asks(prompt=prompt):
                self._asked = (line, answers, prompt)
                self._say(f"asks {msgspec.json.encode(prompt).decode()}")
            case _:
                self._refuse(answer.because)

    def _submitted(self, line: Line, answers: Answers) -> Answer:
        match line:
            case UndoLine(steps=()):
                return self._connection.undo(answers)
            case UndoLine(steps=steps):
                return self._connection.take_back(steps, answers)
            case RedoLine():
                return self._connection.redo(answers)
            case CommandLine(command=command):
                return self._connection.submit(command, answers)

    def _hear(self, news: News) -> None:
        said = what_is_said(news.told, news.before, news.after)
        if said:
            self._heard.append(said)
        if news.by == self._connection.seat:
            self._found = findings_of(self._assistant(), news, news.by)

    def _refuse(self, because: str) -> None:
        self.was_refused = True
        self._say(f"refused {because}")
