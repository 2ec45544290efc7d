"""The boards of battles in a window: their opening, their contents, and their closing."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from tabletop.assistance import ROLL_THE_REST, BattlePage, Outlook, ProcedureQuestion, Underway
from tabletop.desktop.air_board.flight_board import FlightBoard, FlownBattle
from tabletop.desktop.battle.battle_board import BattleBoard, BattleEvent, Fought
from tabletop.desktop.battle.battle_pen import Counter
from tabletop.desktop.battle.battle_rolls import REPORTED, ROLLED, BattleRoll, cast_of
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.procedure_card import SidesHere
from tabletop.desktop.table.table_model import LogLine, TableModel
from tabletop.desktop.widgets.cards import FittingButton
from tabletop.flight_page import FlightPage
from tabletop.game.commands import Answer
from tabletop.module.schema.module_file import SideRecord

if TYPE_CHECKING:
    from tabletop.game.state.values import Value

_BEGUN = "procedure-begun"
_MOST_LINES = 60


class BattleDesk(QObject):
    """The owner of the Battle Board and of the air board in a window.

    It brings the board to the front when a battle begins, and keeps the result there until it is put away.
    """

    back_wanted = Signal()
    at_once_switched = Signal(bool)

    odds_wanted = Signal(str)
    """The air board wants the forecast with this id; "" if it wants none any longer."""

    handed_over = Signal()
    """The player hands the screen over to another side."""

    changed = Signal()
    """The board was hidden or shown, so that the questions must be shown elsewhere."""

    def __init__(
        self,
        window: QWidget,
        maps: QWidget,
        model: TableModel,
        counter: Counter,
        sides: Mapping[str, SideRecord],
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._maps = maps
        self._model = model
        self._counter = counter
        self._sides = sides
        self._theme = theme
        self._board: BattleBoard | FlightBoard | None = None
        self._boards: dict[type, BattleBoard | FlightBoard] = {}
        self._pill: FittingButton | None = None
        self._fought: Fought | FlownBattle | None = None
        self._titles: frozenset[str] = frozenset()
        self._is_folded = False
        self._is_covered = False
        self._at_once = False
        window.installEventFilter(self)

    @property
    def is_open(self) -> bool:
        """True while a board is shown over the window."""
        return self._board is not None and self._board.isVisible()

    def set_at_once(self, on: bool) -> None:
        """Set whether all battles are rolled without pauses, from the next `show_underway` on."""
        self._at_once = on

    # procedures in progress

    def show_underway(
        self, underway: Sequence[Underway], here: SidesHere, may_leave: frozenset[int], *, may_go_back: bool
    ) -> frozenset[int]:
        """Show the newest battle among these procedures; if there is none, end the one on the board. In a replay, only
        battles of aircraft are shown.

        Return the frames whose questions the board shows; none while the board is hidden.
        """
        battle = next((each for each in reversed(underway) if each.page is not None), None)
        is_replay = self._model.review is not None
        if battle is None or battle.page is None or (is_replay and isinstance(battle.page, BattlePage)):
            self._end(underway, here)
            return frozenset()
        here = SidesHere() if is_replay else here
        if self._fought is None or self._fought.frame != battle.frame:
            self._is_folded = False
        family = _family(battle.frame, underway)
        asked = tuple(one for each in underway if each.frame in family for one in each.asked if one.kind != "run")
        self._titles = frozenset((battle.title, _root(battle, underway).title))
        rights = battle.frame in may_leave, may_go_back
        if isinstance(battle.page, FlightPage):
            self._fought = FlownBattle(battle.frame, battle.page, asked, here, tuple(self._last_lines()), *rights)
        else:
            self._fought = self._fought_in(battle, battle.page, asked, here, rights)
        self._show()
        if self._at_once:
            self._roll_at_once()
        return family if self.is_open else frozenset()

    def _fought_in(
        self,
        battle: Underway,
        page: BattlePage,
        asked: tuple[ProcedureQuestion, ...],
        here: SidesHere,
        rights: tuple[bool, bool],
    ) -> Fought:
        """Return the content of the Battle Board. `rights` tell whether the battle can be left, and whether the last
        answer can be undone.
        """
        happened = tuple(self._happened())
        last = happened[-1].casts if happened and self._lie(happened[-1].casts, page) else ()
        may_leave, may_go_back = rights
        return Fought(
            battle.frame,
            page,
            asked,
            here,
            happened,
            last,
            may_leave=may_leave,
            may_go_back=may_go_back,
            table=battle.table,
        )

    def show_odds(self, outlook: Outlook) -> None:
        """Show the odds of the rest of a battle on the air board."""
        if isinstance(self._board, FlightBoard):
            self._board.show_odds(outlook)

    def forget(self) -> None:
        """Forget the battle, and hide the board."""
        self._fought = None
        self._show()

    def cover(self, *, covered: bool) -> None:
        """Hide the board while the curtain is drawn, and forget its battle. When the curtain has opened, even for the
        same side, ask for the battle again.
        """
        self._is_covered = covered
        if covered:
            self._fought = None
        self._show()
        if not covered:
            self.changed.emit()

    def switch(self) -> bool:
        """Hide the board, or show it again; return False if there is no battle to show."""
        if self._fought is None or self._is_covered:
            return False
        self._is_folded = not self._is_folded
        self._show()
        self.changed.emit()
        return True

    def _end(self, underway: Sequence[Underway], here: SidesHere) -> None:
        """Show the result of the battle until the player puts it away. If the board is hidden or the beginning of the
        battle was undone, forget the battle.
        """
        if self._fought is None or self._fought.is_over:
            return
        if self._is_folded or not self.is_open or any(_tells(line, "taken-back") for line in self._last_step()):
            self.forget()
            return
        if isinstance(self._fought, FlownBattle):
            self._fought = self._fought._replace(
                asked=tuple(one for each in underway for one in each.asked if one.kind != "run"),
                here=here,
                lines=tuple(self._last_lines()),
                result=tuple(self._said_last()),
                is_over=True,
            )
        else:
            happened = tuple(self._happened())
            last = happened[-1].casts if happened else ()
            self._fought = self._fought._replace(asked=(), happened=happened, last=last, is_over=True)
        self._show()

    def _roll_at_once(self) -> None:
        """Answer the first question that only waits for the command to roll, after the window has shown it."""
        asked = self._fought.asked if self._fought else ()
        for one in (each for each in asked if each.kind == "pause" and not each.in_turn):
            if self._fought is not None and (not one.by or one.by in self._fought.here.mine):
                command = Answer(one.frame, one.key, ROLL_THE_REST)
                soon(self, BattleDesk._submit, command)
                return

    def _submit(self, command: Answer) -> None:
        if command.frame in self._model.game.frames:
            self._model.submit(command)

    # what has happened

    def _lie(self, casts: Sequence[BattleRoll], page: BattlePage) -> bool:
        """Return whether there are dice on the field: those of the last step, or those of the present pairs."""
        lines = self._model.told_so_far()
        newest = lines[-1].at_ms if lines else 0
        is_last = any(line.at_ms == newest and _tells(line, ROLLED) for line in lines)
        return is_last or any({cast.piece, cast.target} == set(pair) for cast in casts for pair in page.pairs)

    def _lines_since(self) -> Sequence[LogLine]:
        """Return the messages since the battle began; none if the table has not told its beginning."""
        lines = self._model.told_so_far()
        begun = [at for at, line in enumerate(lines) if _begins(line, self._titles)]
        return lines[begun[-1] :] if begun else ()

    def _flown_lines(self) -> Sequence[LogLine]:
        """Return the messages since the battle began, or all that the table has told if its beginning is not there."""
        return self._lines_since() or self._model.told_so_far()

    def _last_lines(self) -> Iterator[tuple[str, str]]:
        """Yield the last lines of the log about the battle, the newest first, each as its subject and its words.

        Answers that follow each other and have the same question are joined into one line. Secret answers of other
        sides are left out.
        """
        found: list[tuple[str, str, Value]] = []
        for line in self._flown_lines()[-_MOST_LINES:]:
            is_answer = line.told is not None and _tells(line, "procedure-answered")
            facts = line.told.facts if line.told is not None and is_answer else {}
            question, answer = facts.get("question"), facts.get("answer")
            if is_answer and question is None:
                continue  # the secret of another side
            if found and answer is not None and found[-1][2] == question:
                who, words, _ = found.pop()
                found.append((who, f"{words}, {answer}", question))
            elif answer is not None:
                found.append((line.who, _answered(str(question), answer), question))
            elif line.text:
                found.append((line.who, line.text, None))
        yield from ((who, words) for who, words, _ in reversed(found))

    def _said_last(self) -> Iterator[str]:
        """Yield the sentences that were said in the last step of this battle."""
        for line in self._last_step():
            if line.told is not None and _tells(line, "said"):
                yield str(line.told.facts["text"])

    def _last_step(self) -> list[LogLine]:
        """Return the messages of the last step that the table has told."""
        lines = self._flown_lines()
        return [line for line in lines if line.step == lines[-1].step]

    def _happened(self) -> list[BattleEvent]:
        """Return the results of this battle's steps, the oldest first, without undone ones."""
        found: list[BattleEvent] = []
        undone: list[BattleEvent] = []
        for _, together in groupby(self._lines_since(), key=lambda line: line.at_ms):
            step = list(together)
            if any(_tells(line, "taken-back") for line in step):
                undone += [found.pop()] if found else []
            elif any(_tells(line, "done-again") for line in step):
                found += [undone.pop()] if undone else []
            elif any(_tells(line, key) for line in step for key in (ROLLED, REPORTED, "procedure-answered")):
                found.append(_came_of(step))
        return [each for each in found if each.casts or each.reports]

    # position

    def _show(self) -> None:
        is_shown = self._fought is not None and not self._is_folded and not self._is_covered
        if is_shown and self._fought is not None:
            board = self._made(self._fought)
            was_open = board.isVisible()
            if isinstance(board, FlightBoard) and isinstance(self._fought, FlownBattle):
                board.show_flown(self._fought)
            elif isinstance(board, BattleBoard) and isinstance(self._fought, Fought):
                board.show_fought(self._fought, at_once=self._at_once)
            if not was_open:
                self._stand()
                board.show()
                board.raise_()
            if not board.hasFocus() and not any(each.hasFocus() for each in board.findChildren(QWidget)):
                board.setFocus()
        elif self._board is not None:
            self._board.hide()
        self._show_pill()

    def _show_pill(self) -> None:
        """Show a button over the map that shows the hidden board again during its battle."""
        wants = self._fought is not None and self._is_folded and not self._is_covered
        if self._pill is None and wants:
            self._pill = FittingButton("", self.switch, main=True)
            self._pill.setParent(self._maps)
        if self._pill is not None:
            self._pill.setVisible(wants)
            if wants:
                is_air = isinstance(self._fought, FlownBattle)
                self._pill.say(tr("Back to the air board") if is_air else tr("Back to the Battle Board"))
                self._pill.adjustSize()
                self._pill.move((self._maps.width() - self._pill.width()) // 2, 48)
                self._pill.raise_()

    def _made(self, fought: Fought | FlownBattle) -> BattleBoard | FlightBoard:
        """Return the board for a battle, made if necessary, and hide the other board."""
        kind = FlightBoard if isinstance(fought, FlownBattle) else BattleBoard
        if kind not in self._boards:
            self._boards[kind] = self._new_board(kind)
        board = self._boards[kind]
        if self._board is not None and self._board is not board:
            self._board.hide()
        self._board = board
        return board

    def _new_board(self, kind: type) -> BattleBoard | FlightBoard:
        board: BattleBoard | FlightBoard
        if kind is FlightBoard:
            board = FlightBoard(self._window, self._sides, self._theme)
            self._model.refused.connect(board.forget_sent)
            board.odds_wanted.connect(self.odds_wanted)
        else:
            board = BattleBoard(self._window, self._counter, self._sides, self._theme)
            board.at_once_switched.connect(self._switch_at_once)
        board.wanted.connect(self._model.submit)
        board.back_wanted.connect(self.back_wanted)
        board.handed_over.connect(self.handed_over)
        board.folded.connect(self.switch)
        board.put_away.connect(self.forget)
        return board

    def _switch_at_once(self, on: bool) -> None:
        self._at_once = on
        self.at_once_switched.emit(on)
        if on:
            self._roll_at_once()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Fit the board to the window's new size."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.is_open:
            soon(self, BattleDesk._stand)
        return False

    def _stand(self) -> None:
        """Cover all of the window below the bar that shows the phase."""
        if self._board is not None:
            top = self._maps.mapTo(self._window, QPoint(0, 0)).y() - 6
            self._board.setGeometry(0, top, self._window.width(), self._window.height() - top)


def _tells(line: LogLine, key: str) -> bool:
    return line.told is not None and line.told.key == key


def _came_of(step: Sequence[LogLine]) -> BattleEvent:
    """Return the event of a step: its dice, its reports, and the fates of counters."""
    return BattleEvent(
        tuple(_cast(line) for line in step if _tells(line, ROLLED)),
        tuple(line.text for line in step if _tells(line, REPORTED) and line.text),
        tuple(fate for line in step if _tells(line, REPORTED) for fate in _fates(line)),
    )


def _answered(question: str, answer: object) -> str:
    """Return a question with its answer; after a mark that ends the question, without a colon."""
    if question.endswith(("?", ".")):
        return tr("{question} {answer}", question=question, answer=answer)
    return tr("{question}: {answer}", question=question, answer=answer)


def _begins(line: LogLine, titles: frozenset[str]) -> bool:
    """Return whether a line tells the beginning of one of these procedures."""
    return _tells(line, _BEGUN) and line.told is not None and line.told.facts.get("procedure") in titles


def _fates(line: LogLine) -> Iterator[tuple[int, str]]:
    """Yield the pieces in a report, each with its fate in a few words."""
    assert line.told is not None, "a report comes from an event"
    words = str(line.told.facts.get("text", "")).partition(" and ")[0].removeprefix("is ")
    yield from ((piece, words) for piece in line.told.pieces)


def _cast(line: LogLine) -> BattleRoll:
    assert line.told is not None, "a roll comes from an event"
    facts = line.told.facts
    is_word = "result" in facts and "successes" not in facts
    return cast_of(line.told, came=str(facts["result"]) if is_word else line.text.rpartition(": ")[2])


def _root(battle: Underway, underway: Sequence[Underway]) -> Underway:
    """Return the outermost procedure that runs a battle, directly or through others; the battle itself if none does."""
    by_frame = {each.frame: each for each in underway}
    while battle.parent in by_frame:
        battle = by_frame[battle.parent]
    return battle


def _family(frame: int, underway: Sequence[Underway]) -> frozenset[int]:
    """Return the frames of a procedure and of all procedures that run within it."""
    found = {frame}
    for each in underway:  # a frame comes after its parent
        if each.parent in found:
            found.add(each.frame)
    return frozenset(found)
