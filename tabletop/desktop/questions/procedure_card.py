"""A card for a procedure in progress: its steps with their results, and its questions with the asked sides."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from tabletop.assistance import Finding, Outlook, ProcedureQuestion, SettledAnswer, StepLine, Underway, Where
from tabletop.desktop.drawing.symbols import svg_pixmap
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.questions.forecast_bars import OutlookView
from tabletop.desktop.questions.map_choices import choices_in
from tabletop.desktop.questions.option_controls import AlikeTicks, OptionButton, OptionTick
from tabletop.desktop.questions.paired_answer import PairedAnswer, PairRows
from tabletop.desktop.questions.roll_words import words_to_roll
from tabletop.desktop.widgets.cards import FittingButton, card, column_in, headed, paragraph, row_of
from tabletop.desktop.widgets.name_field import NameField
from tabletop.desktop.widgets.panel_parts import Fold, label, part
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Answer, AnyCommand, GoOn, Leave, Withdraw
from tabletop.game.state.values import Value
from tabletop.module.schema.module_file import SideRecord

_MARK_PX: Final = 12
_MOST_TO_COME: Final = 3
_FEWEST_AT_ONCE: Final = 4
"""The fewest options that a button selects all at once."""
_MOST_ABOVE_ANSWER: Final = 9
"""The most options of a choice that stand above the button that answers."""
_MOST_DONE: Final = 3
"""The most rows that tell the finished steps of a procedure, with that of the earlier ones."""

IN_TURN: Final = tr_later("Answered in your turn. Undo that answer to give another.")
"""The note on a question whose answer waits in the draft turn of a game by mail."""


class SidesHere(NamedTuple):
    """The sides that answer at this screen now, and those whose players can take it over behind the curtain."""

    mine: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()


def hand_over_button(does: Callable[[], object], *, main: bool) -> FittingButton:
    """Return the button that draws the curtain, so that another player can take over the screen."""
    return FittingButton(tr("Hand over the screen"), does, main=main, tip=tr("Draw the curtain (Ctrl+Shift+K)"))


class SideTag(QFrame):
    """A label with the mark of a side, and with words about the side in its colour."""

    def __init__(self, side: SideRecord, words: str, theme: Theme) -> None:
        super().__init__()
        part(self, "side")
        self.setStyleSheet(f"QFrame {{ background: {theme.colour(side.soft).name()}; border-radius: 5px; }}")
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 2, 8, 2)
        row.setSpacing(5)
        mark = QLabel()
        mark.setPixmap(svg_pixmap("symbols", side.mark, _MARK_PX, theme.colour(side.colour).name()))
        said = label(words)
        said.setStyleSheet(f"color: {theme.colour(side.colour).name()}; font-weight: 600;")
        row.addWidget(mark)
        row.addWidget(said)


class ProcedureCard(QFrame):
    """The card of a procedure in progress. It acts only by its signals."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    noticed = Signal(object)
    """The command of the answer that the player looks at; None if the player looks at none."""

    traced = Signal(object)
    """The places of a path that the player draws, as values of options, in their order."""

    ticked = Signal()
    """The player has ticked an option, or no longer."""

    back_wanted = Signal()
    """The player wants to undo the last answer."""

    handed_over = Signal()
    """The player hands the screen over to the side that is asked."""

    shown = Signal(object)
    """The player wants to see the options of a question, which are sent as one finding with pieces and places."""

    def __init__(
        self,
        underway: Underway,
        sides: Mapping[str, SideRecord],
        here: SidesHere,
        theme: Theme,
        *,
        is_first: bool,
        may_leave: bool,
        may_go_back: bool,
    ) -> None:
        """Make the card.

        The first card has the filled button. The questions of the sides that are `here.mine` are answered now. With
        `may_leave` there is a button to do the rest by hand, with `may_go_back` one to undo the last answer.
        """
        super().__init__()
        part(self, "procedure")
        self._sides = sides
        self._mine, self._others = here
        self._theme = theme
        self.questions: list[Question] = []
        self.setAccessibleName(underway.title)
        column = column_in(self, gap=5, sides=10, ends=8)
        head = headed(underway.title, underway.rule, "title")
        column.addWidget(head)
        if underway.side in sides:
            column.addWidget(self._tag(underway.side, tr("Begun by {side}", side=sides[underway.side].title)), 0, _LEFT)
        self._tell_steps(column, underway)
        if underway.trouble:
            column.addWidget(paragraph(underway.trouble, "bad"))
        if underway.touched:
            column.addWidget(paragraph(tr("Its counters have been changed by hand since the last answer."), "caption"))
        self._foreseen = paragraph("", "caption")
        self._foreseen.hide()
        for asked in underway.asked:
            column.addWidget(self._asked(asked, is_first=is_first))
        column.addWidget(self._foreseen)
        self._outlook: OutlookView | None = None
        self._odds = QVBoxLayout()
        column.addLayout(self._odds)
        column.addLayout(self._ways_out(underway, may_leave=may_leave, may_go_back=may_go_back))

    def foresee(self, words: str, odds: Outlook | None = None) -> None:
        """Show the effect of the answer that the player looks at ("" for none), and the odds of the dice that
        it rolls.
        """
        self._foreseen.setText(words)
        self._foreseen.setVisible(bool(words))
        if self._outlook is not None:
            self._outlook.hide()
            self._outlook.deleteLater()
        self._outlook = OutlookView(odds, self._sides, self._theme) if odds is not None else None
        if self._outlook is not None:
            self._odds.addWidget(self._outlook)

    def _tag(self, side: str, words: str) -> QWidget:
        return SideTag(self._sides[side], words, self._theme)

    def _tell_steps(self, column: QVBoxLayout, underway: Underway) -> None:
        """Show the current step, and each step with decisions, in a row of its own. Other steps in sequence share a
        line. The first of many finished rows are folded, so that the question is near the top of the card.
        """
        rows = list(self._step_rows(underway))
        done = [row for row, is_done in rows if is_done]
        if len(done) > _MOST_DONE:
            folded = Fold(tr("Already done"), self._theme)
            for row in done[: 1 - _MOST_DONE]:
                folded.body.addWidget(row)
            column.addWidget(folded)
            done = done[1 - _MOST_DONE :]
        for row in (*done, *(row for row, is_done in rows if not is_done)):
            column.addWidget(row)

    def _step_rows(self, underway: Underway) -> Iterator[tuple[QWidget, bool]]:
        """Yield the rows of the steps, each with whether its steps are finished."""
        is_past = any(step.is_now for step in underway.steps)
        idle: list[str] = []
        for step, decided in _by_step(underway):
            if step.is_now or decided:
                if idle:
                    yield _idle_row(idle, done=is_past), is_past
                yield self._step(step, decided), is_past and not step.is_now
                idle = []
            else:
                idle.append(step.title)
            is_past = is_past and not step.is_now
        if idle:
            yield _idle_row(idle, done=is_past), is_past

    def _step(self, step: StepLine, decided: list[SettledAnswer]) -> QWidget:
        sign = "▸" if step.is_now else "✓"
        row = QWidget()
        part(row, "step-now" if step.is_now else "step")
        row.setAccessibleName(
            tr("{step}, now", step=step.title) if step.is_now else tr("{step}, done", step=step.title)
        )
        column = column_in(row, gap=1, sides=4, ends=1)
        column.addWidget(headed(f"{sign} {step.title}", step.rule, "strong" if step.is_now else "caption"))
        for one in decided:
            by = f"{self._title(one.by)}: " if one.by else ""
            column.addWidget(paragraph(f"    {by}{one.question} {one.answer}".rstrip(), "caption"))
        return row

    def _title(self, side: str) -> str:
        return self._sides[side].title if side in self._sides else side

    def _asked(self, asked: ProcedureQuestion, *, is_first: bool) -> QWidget:
        frame, column = card("asked")
        if asked.by in self._sides:
            side = self._title(asked.by)
            is_here = asked.by in self._mine
            words = tr("Asked: {side}", side=side) if is_here else tr("Asked: {side}, not at this screen", side=side)
            column.addWidget(self._tag(asked.by, words), 0, _LEFT)
        column.addWidget(headed(asked.question, asked.rule))
        for more in (asked.again, asked.then):
            if more:
                column.addWidget(paragraph(more, "caption"))
        if asked.in_turn:
            column.addWidget(paragraph(tr(IN_TURN), "caption"))
            return frame
        if asked.answered:
            column.addWidget(paragraph(tr("Answered; waiting for the others."), "caption"))
            back = FittingButton(tr("Withdraw answer"), lambda: self.wanted.emit(Withdraw(asked.frame, asked.key)))
            column.addLayout(row_of(back))
        if not asked.by or asked.by in self._mine:
            on_map = choices_in(asked)
            if on_map.pieces or on_map.places:
                says = (
                    tr("Click a place in the lit area of the map, or name it here.")
                    if _is_area(asked)
                    else tr("You can also click a ringed place on the map.")
                )
                column.addWidget(paragraph(says, "caption"))
                column.addLayout(row_of(FittingButton(tr("Show them"), lambda: self.shown.emit(_about(asked)))))
            question = Question(asked, is_first=is_first)
            question.wanted.connect(self.wanted)
            question.noticed.connect(self.noticed)
            question.traced.connect(self.traced)
            question.ticked.connect(self.ticked)
            self.questions.append(question)
            column.addWidget(question)
        elif asked.by in self._others and not asked.answered:
            column.addLayout(row_of(hand_over_button(self.handed_over.emit, main=is_first)))
        return frame

    def _ways_out(self, underway: Underway, *, may_leave: bool, may_go_back: bool) -> QHBoxLayout:
        by_hand = FittingButton(
            tr("By hand"), lambda: self.wanted.emit(Leave(underway.frame)), tip=tr("Leave this and do the rest by hand")
        )
        back = FittingButton(tr("Undo answer"), self.back_wanted.emit, tip=tr("Undo the last answer"))
        return row_of(*([by_hand] if may_leave else []), *([back] if may_go_back else []))


class Question(QWidget):
    """The controls that answer a question: buttons, ticks, a number. Options on the map can also be clicked there
    (`take`).
    """

    wanted = Signal(object)
    noticed = Signal(object)
    traced = Signal(object)
    ticked = Signal()

    def __init__(self, asked: ProcedureQuestion, *, is_first: bool = True, paired: PairedAnswer | None = None) -> None:
        """Show the controls; `paired` are the pairs made so far, if the answer consists of pairs. `chosen` will be the
        options that are ticked.
        """
        super().__init__()
        self.asked = asked
        is_paired = bool(asked.against) and asked.kind in ("choose", "order")
        self.paired = (paired or PairedAnswer(asked)) if is_paired else None
        self.chosen: tuple[Value, ...] = ()
        self.main: FittingButton | None = None
        self._is_first = is_first
        self._takes: dict[object, Callable[[], None]] = {}
        self.setAccessibleName(asked.question)
        self._fill(column_in(self, gap=4, ends=2))

    def notice(self, value: Value) -> bool:
        """Report that the player looks at an option; return whether this question has it. An option that is only a part
        of the answer has no effect of its own to report.
        """
        is_there = value in self._takes
        if is_there and self.asked.kind == "pick":
            self.noticed.emit(Answer(self.asked.frame, self.asked.key, value))
        return is_there

    def take(self, value: Value) -> bool:
        """Press the button of an option, or tick it; return whether this question has the option."""
        does = self._takes.get(value)
        if does is not None:
            does()
        return does is not None

    def _fill(self, column: QVBoxLayout) -> None:
        if self.paired is not None:
            self._pair(column, self.paired)
            return
        match self.asked.kind:
            case "go-on":
                column.addLayout(row_of(self._main(tr("Continue"), lambda: self.wanted.emit(GoOn(self.asked.frame)))))
            case "confirm":
                yes, no = (
                    self._main(tr("Yes"), lambda: self._answer(True)),
                    self._button(tr("No"), lambda: self._answer(False)),
                )
                self._watch(yes, True)
                self._watch(no, False)
                column.addLayout(row_of(yes, no))
            case "pause":
                column.addLayout(row_of(*self._words()))
            case "number":
                self._number(column)
            case "pick":
                self._pick(column)
            case "choose":
                self._choose(column)
            case "path":
                self._path(column)
            case "order":
                self._order(column)
            case "run":
                column.addWidget(paragraph(tr("Played as a separate procedure, above."), "caption"))

    def _main(self, words: str, does: Callable[[], object]) -> FittingButton:
        self.main = FittingButton(words, does, main=self._is_first)
        return self.main

    def _button(self, words: str, does: Callable[[], object]) -> FittingButton:
        return FittingButton(words, does)

    def _watch(self, made: FittingButton, value: object) -> None:
        """Report when the player looks at an answer."""
        command = Answer(self.asked.frame, self.asked.key, value)
        made.noticed.connect(lambda on: self.noticed.emit(command if on else None))

    def _words(self) -> list[FittingButton]:
        """Return the buttons of a pause: roll, and roll the rest."""
        made = []
        roll = words_to_roll(self.asked.throws)
        for number, choice in enumerate(self.asked.options):
            does = partial(self._answer, choice.value)
            words = choice.label if number else roll or choice.label
            made.append(self._button(words, does) if number else self._main(words, does))
        return made

    def _pick(self, column: QVBoxLayout) -> None:
        places = set(choices_in(self.asked).places.values()) if _is_area(self.asked) else set()
        if places:
            named = [choice for choice in self.asked.options if choice.value in places]
            column.addWidget(self._named(named, self._answer))
        self._takes.update((choice.value, partial(self._answer, choice.value)) for choice in self.asked.options)
        for name, values in _by_name(self.asked.options).items():
            if values[0] in places:
                continue
            made = OptionButton(name, self._takes[values[0]])
            self._watch(made, values[0])
            column.addWidget(made)

    def _named(self, places: list[Choice], take: Callable[[Value], None]) -> QWidget:
        """Return a field in which to type one of many places, for players who do not click the map.

        A place with a name can also be called by its own name, for example the number of its hex.
        """
        by_label = {choice.label: choice.value for choice in places}
        own_names = {place.casefold(): value for (_, place), value in choices_in(self.asked).places.items()}
        made = QWidget()
        column = column_in(made, gap=2)
        field = NameField(sorted(by_label))
        field.setPlaceholderText(tr("Name of a place"))
        field.setAccessibleName(tr("Name of a place"))
        wrong = paragraph("", "bad")
        wrong.hide()

        def forget() -> None:
            wrong.hide()
            field.clear()

        def answer(name: str) -> None:
            value = by_label.get(name, own_names.get(name.casefold()))
            if value is not None:
                forget()
                soon(field, NameField.clear)  # Qt writes a name chosen in the open list after this signal
                take(value)
            else:
                wrong.setText(tr("“{name}” cannot be chosen here.", name=name))
                wrong.show()
                field.selectAll()  # the next name replaces this one

        field.named.connect(answer)
        self.traced.connect(forget)  # a click on the map comes after a wrong name
        column.addWidget(field)
        column.addWidget(wrong)
        return made

    def _number(self, column: QVBoxLayout) -> None:
        number = QSpinBox()
        number.setRange(self.asked.least, self.asked.most)
        number.setValue(self.asked.most)
        number.setAccessibleName(self.asked.question)
        range_ = label(tr("{least} to {most}", least=self.asked.least, most=self.asked.most), "caption")
        column.addLayout(row_of(number, range_, self._main(tr("Answer"), lambda: self._answer(number.value()))))

    def _choose(self, column: QVBoxLayout) -> None:
        """Make tick boxes for a choice, or number fields where an option may be chosen more than once. The button that
        answers is above a long list, so that it is in sight when a player ticks places on the map.
        """
        asked = self.asked
        counts: list[tuple[Value, Callable[[], int]]] = []
        ticks: list[QCheckBox] = []
        answer = self._main(tr("Answer"), lambda: self._answer(chosen()))
        every = self._button(tr("Select all"), lambda: _tick_all(ticks))

        def chosen() -> list[Value]:
            return [value for value, many in counts for _ in range(many())]

        def weigh() -> None:
            self.chosen = tuple(chosen())
            number = len(self.chosen)
            self.ticked.emit()
            answer.setEnabled(asked.least <= number <= asked.most)
            said.setText(_so_many(asked, number))

        if asked.repeats and asked.most > 1:
            counts += [(choice.value, self._often(column, choice, weigh)) for choice in asked.options]
        else:
            for value, tick in self._ticks(column, weigh):
                counts.append((value, partial(_ticked, tick)))
                ticks.append(tick)
        said = paragraph("", "caption")
        ways = row_of(answer, *([every] if _FEWEST_AT_ONCE <= len(ticks) <= asked.most else []))
        top = 0 if len(asked.options) > _MOST_ABOVE_ANSWER else column.count()
        column.insertWidget(top, said)
        column.insertLayout(top + 1, ways)
        weigh()

    def _ticks(self, column: QVBoxLayout, changed: Callable[[], None]) -> Iterator[tuple[Value, QCheckBox]]:
        """Add the tick boxes of a choice, and yield them with their options. Options with the same name share a row."""
        for name, values in _by_name(self.asked.options).items():
            row = AlikeTicks(name, values) if len(values) > 1 else OptionTick(name)
            made = row.ticks if isinstance(row, AlikeTicks) else {values[0]: row}
            column.addWidget(row)
            for value, tick in made.items():
                tick.toggled.connect(lambda *_: changed())
                self._takes[value] = tick.toggle
                yield value, tick

    def _often(self, column: QVBoxLayout, choice: Choice, changed: Callable[[], None]) -> Callable[[], int]:
        often = QSpinBox()
        often.setRange(0, self.asked.most)
        often.setAccessibleName(choice.label)
        often.valueChanged.connect(lambda *_: changed())
        row = QHBoxLayout()
        row.addWidget(often)
        row.addWidget(paragraph(choice.label), 1)
        column.addLayout(row)
        self._takes[choice.value] = often.stepUp
        return often.value

    def _path(self, column: QVBoxLayout) -> None:
        """Make the controls of a path: its places in the order in which they are clicked, and a field to name one."""
        labels = {choice.value: choice.label for choice in self.asked.options}
        drawn: list[Value] = []
        said = paragraph(tr("Click the places on the map in order. Places between them are filled in."), "caption")

        def show() -> None:
            answer.setEnabled(bool(drawn))
            back.setEnabled(bool(drawn))
            said.setText(" → ".join(labels[value] for value in drawn))
            self.traced.emit(tuple(drawn))

        def add(value: Value) -> None:
            drawn.append(value)
            show()

        def take_back() -> None:
            drawn.pop()
            show()

        answer = self._main(tr("Go this way"), lambda: self._answer(list(drawn)))
        back = self._button(tr("Remove last point"), take_back)
        for each in (answer, back):
            each.setEnabled(False)
        self._takes.update((value, partial(add, value)) for value in labels)
        column.addWidget(said)
        column.addWidget(self._named(list(self.asked.options), add))
        column.addLayout(row_of(answer, back))

    def _pair(self, column: QVBoxLayout, paired: PairedAnswer) -> None:
        """Show a row for each option, and a button that answers with the pairs when all are made."""
        words = tr("Line up") if choices_in(self.asked).pieces else tr("Answer")
        answer = self._main(words, lambda: self._answer(paired.answer))
        column.addLayout(row_of(answer))
        column.addWidget(PairRows(paired, answer))
        self._takes.update((choice.value, partial(paired.take, choice.value)) for choice in self.asked.options)

    def _order(self, column: QVBoxLayout) -> None:
        """Make buttons that the player clicks in the order of the answer."""
        chosen: list[Choice] = []
        said = paragraph(tr("Click them in order."), "caption")
        column.addWidget(said)

        def press(made: FittingButton, choice: Choice) -> None:
            if choice in chosen:
                return
            chosen.append(choice)
            made.setEnabled(False)
            said.setText(" → ".join(one.label for one in chosen))
            if len(chosen) == len(self.asked.options):
                self._answer([one.value for one in chosen])

        for choice in self.asked.options:
            made = OptionButton(choice.label, lambda: None)
            does = partial(press, made, choice)
            made.clicked.connect(lambda *_, does=does: does())
            self._takes[choice.value] = does
            column.addWidget(made)

    def _answer(self, value: object) -> None:
        command: AnyCommand = Answer(self.asked.frame, self.asked.key, value)
        self.wanted.emit(command)


_LEFT: Final = Qt.AlignmentFlag.AlignLeft


def _about(asked: ProcedureQuestion) -> Finding:
    """Return the pieces and places that are options of a question, as one finding."""
    options = choices_in(asked)
    places = tuple(Where(map_name, place) for map_name, place in options.places)
    return Finding("", asked.rule, asked.question, tuple(options.pieces), places)


def _is_area(asked: ProcedureQuestion) -> bool:
    """Return whether a question has so many places as options that they are shown as an area."""
    return asked.kind in ("pick", "path") and choices_in(asked).is_area


def _idle_row(titles: list[str], *, done: bool) -> QWidget:
    """Return a line for steps without a decision. Only the next few later steps are shown; a tooltip lists all."""
    told = titles if done else titles[:_MOST_TO_COME]
    more = len(titles) - len(told)
    names = ", ".join(told)
    listed = tr("{names} and {count} more", names=names, count=more) if more else names
    line = paragraph(f"✓ {listed}" if done else tr("· then {names}", names=listed), "caption")
    line.setToolTip(", ".join(titles) if more else "")
    return line


def _by_step(underway: Underway) -> Iterator[tuple[StepLine, list[SettledAnswer]]]:
    """Yield the steps, each with its decisions. Decisions without a step belong to the current one."""
    titles = {step.title for step in underway.steps}
    for step in underway.steps:
        yield (
            step,
            [one for one in underway.story if one.step == step.title or (step.is_now and one.step not in titles)],
        )


def _so_many(asked: ProcedureQuestion, number: int) -> str:
    if not asked.most:
        return tr("Nothing can be selected. You are asked so that nobody can tell.")
    if asked.least == asked.most:
        return tr("{count} of {most} selected", count=number, most=asked.most)
    if asked.least:
        return tr("{count} selected ({least} to {most})", count=number, least=asked.least, most=asked.most)
    return tr("{count} selected (at most {most})", count=number, most=asked.most)


def _by_name(options: Iterable[Choice]) -> dict[str, list[Value]]:
    """Return the values of options by their names. Only options that nothing tells apart have the same name."""
    found: dict[str, list[Value]] = {}
    for choice in options:
        found.setdefault(choice.label, []).append(choice.value)
    return found


def _tick_all(ticks: Iterable[QCheckBox]) -> None:
    for tick in ticks:
        tick.setChecked(True)


def _ticked(tick: QCheckBox) -> int:
    return int(tick.isChecked())
