"""The Battle Board: a battle in progress over the whole window, with its odds, its dice and its questions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from tabletop.assistance import BattlePage, PendingThrow, ProcedureQuestion, ResultsTable
from tabletop.desktop.battle.battle_canvas import BattleCanvas, Hands
from tabletop.desktop.battle.battle_odds import OddsRow
from tabletop.desktop.battle.battle_pen import Counter, colours_of
from tabletop.desktop.battle.battle_rolls import BattleRoll, Exchange, exchanges_of
from tabletop.desktop.battle.battle_table import BattleTable
from tabletop.desktop.drawing.dice_faces import PIPPED, DieFace, draw_die
from tabletop.desktop.drawing.theme import Theme, mixed
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.map_choices import choices_in
from tabletop.desktop.questions.paired_answer import PairedAnswer
from tabletop.desktop.questions.procedure_card import IN_TURN, Question, SidesHere, SideTag, hand_over_button
from tabletop.desktop.widgets.cards import (
    Caption,
    CardColumn,
    FittingButton,
    FittingTick,
    column_in,
    headed,
    paragraph,
    row_of,
    scrolled,
)
from tabletop.desktop.widgets.panel_parts import label, part
from tabletop.game.commands import Leave, Withdraw
from tabletop.game.state.frames import thing_of
from tabletop.game.state.values import Value
from tabletop.module.schema.module_file import SideRecord

_BESIDE: Final = 330
_MOST_ODDS: Final = 10
_LEAST_ASKED: Final = 96
"""The least height (pixels) of the area with the options of a question, which scrolls if they need more."""
_DIE: Final = 18
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BattleEvent(NamedTuple):
    """The result of a step of the battle: its dice, the fate of counters as sentences, and a word about each
    counter.
    """

    casts: tuple[BattleRoll, ...]
    reports: tuple[str, ...]
    fates: tuple[tuple[int, str], ...] = ()


class Fought(NamedTuple):
    """The content of a board: the battle, the questions, the sides at this screen (`here`), and the events so far.

    `last` are the dice on the field, and `table` is shown beside the field. With `may_leave` the rest can be
    done by hand; with `may_go_back` the last answer can be undone. If it `is_over`, the result stays until the player
    puts it away.
    """

    frame: int
    page: BattlePage
    asked: tuple[ProcedureQuestion, ...]
    here: SidesHere
    happened: tuple[BattleEvent, ...]
    last: tuple[BattleRoll, ...]
    may_leave: bool = False
    may_go_back: bool = False
    is_over: bool = False
    table: ResultsTable | None = None


class Stages(QWidget):
    """The stages of a battle as pills: past, present and future."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._stages: tuple[str, ...] = ()
        self._now = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of one row of pills."""
        return QSize(400, 30)

    def show_stages(self, stages: tuple[str, ...], now: int) -> None:
        """Show these stages, with the one of this number highlighted."""
        self._stages, self._now = stages, now
        self.setAccessibleName(
            ", ".join(tr("{step}, now", step=name) if at == now else name for at, name in enumerate(stages))
        )
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the pills."""
        theme, left = self._theme, 0.0
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = self.font()
            for number, name in enumerate(self._stages):
                font.setBold(number == self._now)
                painter.setFont(font)
                words = f"{number + 1}   {name}"
                wide = QFontMetricsF(font).horizontalAdvance(words) + 28
                ground = theme.colour("sunk")
                ink = theme.colour("ink3")
                if number == self._now:
                    ground, ink = theme.colour("accent"), theme.colour("accentink")
                elif number < self._now:
                    ground, ink = QColor(mixed(theme.panel, theme.accent, 0.16)), theme.colour("ink")
                area = QRectF(left, 2, wide, 26)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ground)
                painter.drawRoundedRect(area, 13, 13)
                painter.setPen(ink)
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words)
                left += wide + 8


class DiceRow(QWidget):
    """A row of rolled dice. Dice that hit are highlighted."""

    def __init__(self, cast: BattleRoll, theme: Theme) -> None:
        super().__init__()
        self._cast = cast
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{cast.why}: {', '.join(cast.faces)}: {cast.came}")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size as high as a die."""
        return QSize(200, _DIE + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the dice, overlapping if there is too little room, and the result."""
        room = self.width() - 110
        step = min(_DIE + 3.0, room / max(len(self._cast.faces), 1))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, shows in enumerate(self._cast.faces):
                place, look = QRectF(number * step, 1, _DIE, _DIE), colours_of(self._cast, number, self._theme)
                draw_die(painter, DieFace(shows, shows in PIPPED), place, *look)
            left = len(self._cast.faces) * step + 8
            font = self.font()
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(self._theme.colour("err" if self._cast.hitting else "ink2"))
            area = QRectF(left, 0, self.width() - left, _DIE + 2)
            shown = QFontMetricsF(font).elidedText(self._cast.came, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)


class BattleBoard(QFrame):
    """The board of a battle over the window. It acts only by its signals."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    back_wanted = Signal()
    """The player wants to undo the last answer."""

    handed_over = Signal()
    """The player hands the screen over to the side that decides."""

    folded = Signal()
    """The player wants to see the map."""

    put_away = Signal()
    """The player puts the result of the battle away."""

    at_once_switched = Signal(bool)
    """The player wants to roll all battles without pauses, or no longer."""

    def __init__(self, parent: QWidget, counter: Counter, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__(parent)
        part(self, "board")
        self._counter = counter
        self._sides = sides
        self._theme = theme
        self._fought: Fought | None = None
        self._at_once = False
        self._main: FittingButton | None = None
        self.questions: list[Question] = []
        self._before: list[PairedAnswer] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Battle Board"))
        outer = column_in(self, gap=8, sides=14, ends=10)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(label(tr("Battle Board"), "head"))
        self._title = label("", "title")
        head.addWidget(self._title)
        self._note = label("", "caption")
        head.addStretch(1)
        head.addWidget(self._note)
        self._fold = FittingButton(
            tr("Show map"), self.folded.emit, tip=tr("Put the Battle Board aside (Esc); the battle goes on")
        )
        head.addWidget(self._fold)
        outer.addLayout(head)
        self._stages = Stages(theme)
        outer.addWidget(self._stages)
        across = QHBoxLayout()
        across.setSpacing(10)
        self._canvas = BattleCanvas(counter, sides, theme)
        self._canvas.picked.connect(self._pick)
        self._canvas.paired.connect(self._pair)
        self._canvas.parted.connect(self._part)
        self._canvas.considered.connect(self._consider)
        across.addWidget(self._canvas, 1)
        beside = QFrame()
        part(beside, "panel")
        beside.setFixedWidth(_BESIDE)
        self._beside = column_in(beside, gap=8, sides=12, ends=12)
        self._lines = CardColumn()
        self._beside.addWidget(scrolled(self._lines), 1)
        self._table: BattleTable | None = None
        self._asks: QWidget = QWidget()
        self._beside.addWidget(self._asks)
        across.addWidget(beside)
        outer.addLayout(across, 1)
        self.hide()

    def show_fought(self, fought: Fought, *, at_once: bool) -> None:
        """Show the current state of a battle."""
        if (fought, at_once) == (self._fought, self._at_once):
            return
        self._fought, self._at_once = fought, at_once
        page = fought.page
        self._title.setText(page.title)
        self._note.setText(page.note)
        self._stages.show_stages(page.stages, len(page.stages) if fought.is_over else page.now)
        self._fill_asks(fought)
        self._show_table(fought.table)
        fates = dict(fate for each in fought.happened for fate in each.fates)
        self._canvas.show_page(page, self._exchanges(), fates, self._hands())
        self._fill_lines(fought, self._throws())
        self._light()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Press the main button with Enter; with Escape cancel a drag, put the result away, or show the map."""
        if event.key() in _ENTER and self._main is not None:
            self._main.click()
        elif event.key() == Qt.Key.Key_Escape and self._canvas.carried:
            self._canvas.drop_nothing()
        elif event.key() == Qt.Key.Key_Escape:
            (self.put_away if self._fought is not None and self._fought.is_over else self.folded).emit()
        else:
            super().keyPressEvent(event)

    def _pick(self, piece: int) -> None:
        """Answer the question that offers the clicked counter as an option."""
        for question in self.questions:
            if question.take(choices_in(question.asked).pieces.get(piece)):
                return

    # who faces whom

    def _pairing(self) -> PairedAnswer | None:
        """Return the pairs of the first question that is answered with pairs; None if there is none."""
        return next((each.paired for each in self.questions if each.paired is not None), None)

    def _pair(self, one: int, other: int) -> None:
        """Answer the question that pairs a counter with the one it was dropped on."""
        for question in self.questions:
            against = choices_against(question.asked)
            for option, faced in ((one, other), (other, one)):
                said = choices_in(question.asked).pieces.get(option)
                if said is None or faced not in against:
                    continue
                if question.paired is not None:
                    question.paired.pair(said, against[faced])
                else:
                    question.take(said)
                return

    def _part(self, piece: int) -> None:
        paired = self._pairing()
        if paired is not None:
            paired.part(choices_in(paired.asked).pieces.get(piece))

    def _consider(self, one: int, other: int) -> None:
        """Highlight the cells of the table for a pair while one of its counters is held over the other."""
        self._light(frozenset((one, other)) if one else frozenset())

    def _show_pairs(self) -> None:
        """Show the pairs after a change."""
        if self._fought is not None:
            self._canvas.show_exchanges(self._exchanges(), self._hands())
            self._fill_lines(self._fought, self._throws())
            self._light()

    def _made_pairs(self) -> list[tuple[int, int]]:
        """Return the pairs that the player has made so far, with 0 for a missing partner, pieces of the first side
        first.
        """
        paired = self._pairing()
        if paired is None or self._fought is None:
            return []
        pieces = {said: piece for piece, said in choices_in(paired.asked).pieces.items()}
        is_first = paired.asked.by == self._fought.page.sides[0].side
        lanes = (
            (pieces.get(paired.pairs.get(said), 0), piece) for piece, said in choices_against(paired.asked).items()
        )
        return [(own, other) if is_first else (other, own) for own, other in lanes]

    def _throws(self) -> list[PendingThrow]:
        """Return the rolls that are asked for. If there are none, return those of the pairs, unless there are dice on
        the field.
        """
        assert self._fought is not None, "a battle is shown"
        asked = [throw for each in self._fought.asked for throw in each.throws]
        return asked or ([] if self._lying() else self._shots())

    def _shots(self) -> list[PendingThrow]:
        """Return the rolls that the pieces of the pairs would make against each other."""
        assert self._fought is not None, "a battle is shown"
        pairs = {frozenset(pair) for pair in (*self._fought.page.pairs, *self._made_pairs())}
        return [shot for shot in self._fought.page.shots if frozenset((shot.piece, shot.target)) in pairs]

    def _lying(self) -> tuple[BattleRoll, ...]:
        """Return the dice on the field; none while pairs are being made."""
        return self._fought.last if self._fought is not None and self._pairing() is None else ()

    def _exchanges(self) -> list[Exchange]:
        assert self._fought is not None, "a battle is shown"
        page, made = self._fought.page, self._made_pairs()
        pairs = [*page.pairs, *(pair for pair in made if all(pair))]
        found = exchanges_of(pairs, self._throws(), self._lying())
        by_pair = {(each.one, each.other): each for each in found}
        lanes = [by_pair.pop(pair, Exchange(*pair, is_open=True)) for pair in made]
        return [*by_pair.values(), *lanes]

    def _hands(self) -> Hands:
        """Return the gestures that the counters allow for the present questions."""
        mine = [question.asked for question in self.questions]
        drops: dict[int, set[int]] = {}
        for asked in mine:
            against = choices_against(asked)
            for option in choices_in(asked).pieces if against else ():
                drops.setdefault(option, set()).update(against)
                for faced in against:
                    drops.setdefault(faced, set()).add(option)
        paired = self._pairing()
        made = {piece for pair in self._made_pairs() if all(pair) for piece in pair}
        loose = made.intersection(choices_in(paired.asked).pieces) if paired is not None else ()
        return Hands(
            frozenset(choices_in_all(mine)),
            {piece: frozenset(goals) for piece, goals in drops.items()},
            frozenset(loose),
            tr("Drag each counter onto the one it faces, or click them in order") if drops else "",
        )

    def _show_table(self, table: ResultsTable | None) -> None:
        """Show a results table over the questions; None hides it."""
        if self._table is not None:
            self._beside.removeWidget(self._table)
            self._table.hide()
            self._table.deleteLater()
        self._table = BattleTable(table, self._theme) if table is not None else None
        if self._table is not None:
            self._beside.insertWidget(1, self._table)

    def _light(self, considered: frozenset[int] = frozenset()) -> None:
        """Highlight the cells for the rolls that are asked for, or else for the pairs, and for a `considered` pair."""
        if self._table is None or self._fought is None:
            return
        asked = [
            throw for each in self._fought.asked for throw in each.throws if throw.table == self._fought.page.table
        ]
        held = [shot for shot in self._fought.page.shots if {shot.piece, shot.target} == considered]
        self._table.grid.light([*(asked or self._shots()), *held])

    # beside the field

    def _fill_lines(self, fought: Fought, throws: Sequence[PendingThrow]) -> None:
        inside = QWidget()
        column = column_in(inside, gap=7)
        shown = [throw for throw in throws if throw.odds]
        if shown:
            column.addWidget(label(tr("Odds before the roll"), "title"))
            for throw in shown[:_MOST_ODDS]:
                column.addWidget(OddsRow(throw, self._counter, self._sides, self._theme))
        if fought.is_over:
            column.addWidget(label(tr("The battle is over"), "title"))
            self._add_reports(column, [line for each in fought.happened for line in each.reports])
        if fought.happened:
            column.addWidget(label(tr("So far"), "title"))
            for each in reversed(fought.happened):
                self._add_happened(column, each)
        column.addStretch(1)
        _refill(self._lines.rows, inside)

    def _add_happened(self, column: QVBoxLayout, each: BattleEvent) -> None:
        for cast in each.casts:
            column.addWidget(Caption(cast.why))
            column.addWidget(DiceRow(cast, self._theme))
        self._add_reports(column, each.reports)

    def _add_reports(self, column: QVBoxLayout, reports: Sequence[str]) -> None:
        for line in reports or (() if self._fought is None or not self._fought.is_over else (tr("Nothing was lost."),)):
            column.addWidget(paragraph(line, "strong"))

    # questions

    def _fill_asks(self, fought: Fought) -> None:
        inside = QWidget()
        column = column_in(inside, gap=6)
        self._before = [each.paired for each in self.questions if each.paired is not None]
        self.questions, self._main = [], None
        for asked in fought.asked:
            self._add_asked(column, asked, fought.here)
        if fought.is_over:
            self._main = FittingButton(tr("Close"), self.put_away.emit, main=True)
            column.addWidget(self._main)
        elif fought.may_leave or fought.may_go_back:
            by_hand = FittingButton(
                tr("By hand"),
                lambda: self.wanted.emit(Leave(fought.frame)),
                tip=tr("Leave this and do the rest by hand"),
            )
            back = FittingButton(tr("Undo answer"), self.back_wanted.emit, tip=tr("Undo the last answer"))
            back.setEnabled(fought.may_go_back)
            column.addLayout(row_of(*([by_hand] if fought.may_leave else []), back))
        tick = FittingTick(tr("Always roll at once, in every battle"))
        tick.setChecked(self._at_once)
        tick.toggled.connect(self.at_once_switched)
        column.addWidget(tick)
        held = self._asks
        self._asks = inside
        self._beside.replaceWidget(held, inside)
        held.hide()
        held.deleteLater()

    def _add_asked(self, column: QVBoxLayout, asked: ProcedureQuestion, here: SidesHere) -> None:
        is_mine = not asked.by or asked.by in here.mine
        if asked.by in self._sides:
            title = self._sides[asked.by].title
            words = tr("Asked: {side}", side=title) if is_mine else tr("Waiting for: {side}", side=title)
            column.addWidget(SideTag(self._sides[asked.by], words, self._theme), 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(headed(asked.question, asked.rule))
        for more in (asked.again, asked.then):
            if more:
                column.addWidget(paragraph(more, "caption"))
        if asked.in_turn:
            column.addWidget(paragraph(tr(IN_TURN), "caption"))
        if not is_mine and asked.by in here.others and not asked.answered:
            column.addLayout(row_of(hand_over_button(self.handed_over.emit, main=not self.questions)))
        if not is_mine or asked.in_turn:
            return
        if asked.answered:
            take_back = FittingButton(tr("Withdraw answer"), _emit(self, Withdraw(asked.frame, asked.key)))
            column.addLayout(row_of(take_back))
        before = next((paired for paired in self._before if paired.asked == asked), None)
        question = Question(asked, is_first=not self.questions, paired=before)
        question.wanted.connect(self.wanted)
        if question.paired is not None and question.paired is not before:
            question.paired.changed.connect(self._show_pairs)
        self.questions.append(question)
        if asked.kind in ("pause", "confirm", "number"):
            column.addWidget(question)
        else:
            if question.paired is not None and question.main is not None:
                column.addLayout(row_of(question.main))
            held = QWidget()
            rows = column_in(held)
            rows.addWidget(question)
            rows.addStretch(1)
            area = scrolled(held)
            area.setMinimumHeight(_LEAST_ASKED)
            area.setMaximumHeight(min(question.sizeHint().height() + 12, max(self.height() * 2 // 5, 180)))
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            column.addWidget(area)
        if asked.kind == "pause" or question.paired is not None:
            self._main = question.main


def choices_in_all(asked: Iterable[ProcedureQuestion]) -> set[int]:
    """Return the counters that are options of any of these questions."""
    return {piece for one in asked for piece in choices_in(one).pieces}


def choices_against(asked: ProcedureQuestion) -> dict[int, Value]:
    """Return the counters with which answers are paired, each with its value in the question."""
    found = ((thing_of(each.value), each.value) for each in asked.against if isinstance(each.value, str))
    return {thing[1]: said for thing, said in found if thing is not None and thing[0] == "piece"}


def _emit(board: BattleBoard, command: object) -> Callable[[], None]:
    return lambda: board.wanted.emit(command)


def _refill(rows: QVBoxLayout, inside: QWidget) -> None:
    while rows.count():
        taken = rows.takeAt(0)
        widget = taken.widget() if taken is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
    rows.addWidget(inside)
