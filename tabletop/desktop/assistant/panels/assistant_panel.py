"""The rules assistant's panel: the current phase, possible actions, mistakes, and procedures under way."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tabletop.assistance import CheckState, Now, Offer, Outlook, Underway
from tabletop.desktop.assistant.left_procedures import LeftStep
from tabletop.desktop.assistant.panels.findings_card import FindingsCard, Found, by_place
from tabletop.desktop.assistant.panels.policy_settings import LEVELS, level_of_all
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.questions.forecast_bars import ForecastSection
from tabletop.desktop.questions.number_sources import NumbersSection
from tabletop.desktop.questions.procedure_card import ProcedureCard, SidesHere, SideTag, hand_over_button
from tabletop.desktop.widgets.cards import (
    CardColumn,
    FittingButton,
    Section,
    Switch,
    column_in,
    headed,
    in_short,
    paragraph,
    row_of,
    scrolled,
)
from tabletop.desktop.widgets.panel_parts import Fold, Panel, announce, button, part
from tabletop.game.commands import Answer, AnyCommand, Begin
from tabletop.game.state.values import Value
from tabletop.module.schema.module_file import SideRecord

NOTHING_WRONG: Final = tr_later("Nothing to report")
_AGAIN: Final = tr_later("Resume where it was left, with the table as it is now")


class AssistantPanel(Panel):
    """The panel of the assistant beside the map. It acts only by its signals."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    noticed = Signal(object)
    """The command of the answer that the player looks at; None if the player looks at none."""

    traced = Signal(object)
    """The places of a path that the player draws, as values of options, in their order."""

    ticked = Signal()
    """The player has ticked an option of a question, or no longer."""

    shown = Signal(object)
    """A finding whose pieces and places the player wants to see."""

    let_stand = Signal(object, str)
    """The findings that the player accepts, and the reason ("" for none)."""

    level_taken = Signal(str)
    """The player has chosen this level for all rules."""

    policies_wanted = Signal()
    rules_wanted = Signal()
    tables_wanted = Signal()
    totals_wanted = Signal()
    picked_up = Signal(int)
    """The player resumes the procedure that was left in the step with this number in the seat's history."""

    back_wanted = Signal()
    """The player wants to undo the last answer."""

    handed_over = Signal()
    """The player hands the screen over to another side."""

    def __init__(self, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__(tr("Assistant"))
        self._sides = sides
        self._theme = theme
        self._cards: list[ProcedureCard] = []
        self._last: dict[str, object] = {}
        self._here = SidesHere()
        self._switch = Switch(tr("Enforcement of all rules"), LEVELS)
        self._switch.taken.connect(self.level_taken)
        self.head.addWidget(self._switch)
        self.head.setSpacing(4)
        inside = CardColumn()
        inside.rows.setSpacing(12)
        inside.rows.setContentsMargins(0, 0, 6, 0)
        self._procedures = Section(tr("Under way"))
        self._left = Section(tr("Left procedures"))
        self._now = Section(tr("Now"))
        self._undone = Section(tr("Before this phase ends"))
        self._findings = Section(tr("Findings"))
        self._reports = Section(tr("Latest reports"))
        self._roll = Section(tr("Last roll on a table"))
        self.forecasts = ForecastSection(sides, theme)
        self.numbers = NumbersSection(theme)
        self.numbers.opened.connect(lambda: soon(self, AssistantPanel._look_at_numbers))
        for section in (
            self._procedures,
            self._reports,
            self._roll,
            self.numbers,
            self.forecasts,
            self._now,
            self._left,
            self._undone,
            self._findings,
        ):
            inside.rows.addWidget(section)
        inside.rows.addStretch(1)
        for section in (self._procedures, self._reports, self._roll, self._left, self._undone):
            section.hide()
        self._scroll = scrolled(inside)
        self.body.addWidget(self._scroll, 1)
        policies = button(tr("Enforcement…"), self.policies_wanted.emit, tip=tr("Level of each rule"))
        rules = button(tr("All rules…"), self.rules_wanted.emit, tip=tr("Every rule, and the assistant's part in it"))
        tables = button(tr("Tables…"), self.tables_wanted.emit, tip=tr("Look up results tables and roll on them"))
        totals = button(tr("Totals…"), self.totals_wanted.emit, tip=tr("Points and income, with their parts"))
        for made in (policies, rules, tables, totals):
            part(made, "link")
        foot = row_of(policies, rules, tables, totals)
        self.body.addLayout(foot)
        self.setMinimumWidth(340)

    # contents

    def show_checks(self, checks: Sequence[CheckState]) -> None:
        """Show the level at which the rules are enforced. If the rules have different levels, none is marked."""
        level = level_of_all(checks)
        self._switch.show_taken(level)
        self._switch.setToolTip("" if level else tr("Rules are enforced differently: see Enforcement"))

    def show_here(self, here: SidesHere) -> None:
        """Show the rest for these sides at the screen."""
        if here != self._here:
            self._here = here
            self._last.clear()

    def show_now(self, now: Now | None) -> None:
        """Show the current phase and the possible actions."""
        if not self._is_new("now", now):
            return
        self._now.setVisible(now is not None)
        rows = self._now.start_anew()
        if now is None:
            return
        if now.ending:
            rows.addWidget(paragraph(now.ending, "title"))
            announce(self, now.ending)
        rows.addWidget(headed(now.phase, now.rule, "title"))
        if now.note:
            rows.addWidget(paragraph(now.note, "caption"))
        acting = [self._sides[side] for side in now.acting if side in self._sides]
        if acting and not now.ending:
            tags = [SideTag(side, tr("To act: {side}", side=side.title), self._theme) for side in acting]
            rows.addLayout(row_of(*tags))
        self._offers(rows, now)
        if now.onwards is not None:
            rows.addWidget(
                self._begin(now.onwards, words=tr("Go to {phase}", phase=now.onwards.title), main=not self._cards)
            )
        ways_on = (*now.offers, *([now.onwards] if now.onwards is not None else []))
        if self._here.others and not (self._cards or now.ending or any(offer.command for offer in ways_on)):
            rows.addWidget(hand_over_button(self.handed_over.emit, main=True))

    def show_underway(self, underway: Sequence[Underway], may_leave: frozenset[int], *, may_go_back: bool) -> None:
        """Show the procedures in progress, each above the one that waits for it, else the latest first.

        `may_leave` are the frames that can be left to be played by hand.

        With `may_go_back`, the first card has a button to undo the last answer.
        """
        if not self._is_new("underway", (tuple(underway), may_leave, may_go_back)):
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self._procedures.isAncestorOf(focused)
        self._procedures.setVisible(bool(underway))
        rows = self._procedures.start_anew()
        self._cards = []
        for each in _inner_first(underway):
            made = ProcedureCard(
                each,
                self._sides,
                self._here,
                self._theme,
                is_first=not self._cards,
                may_leave=each.frame in may_leave,
                may_go_back=may_go_back and not self._cards,
            )
            made.wanted.connect(self.wanted)
            made.noticed.connect(self.noticed)
            made.traced.connect(self.traced)
            made.ticked.connect(self.ticked)
            made.back_wanted.connect(self.back_wanted)
            made.handed_over.connect(self.handed_over)
            made.shown.connect(self.shown)
            rows.addWidget(made)
            self._cards.append(made)
        asked = [one.question for each in underway for one in each.asked]
        if asked:
            announce(self, asked[-1])
        first = self._procedures.findChild(FittingButton)
        if had_focus and first is not None:
            first.setFocus()
        soon(self, AssistantPanel._look_at_top)  # after the focus has moved, which scrolls
        self._last.pop("now", None)  # the procedures decide which button is the filled one

    def _look_at_top(self) -> None:
        self._scroll.verticalScrollBar().setValue(0)

    def _look_at_numbers(self) -> None:
        """Scroll to the explained numbers, unless all of them are in sight."""
        bar, top = self._scroll.verticalScrollBar(), self.numbers.y()
        if not bar.value() <= top <= bar.value() + self._scroll.viewport().height() - self.numbers.height():
            bar.setValue(top)

    def show_reports(self, reports: Sequence[str]) -> None:
        """Show the latest reports of procedures in this phase, for players who keep the log closed."""
        if not self._is_new("reports", tuple(reports)):
            return
        self._reports.setVisible(bool(reports))
        rows = self._reports.start_anew()
        for each in reports:
            rows.addWidget(paragraph(each))

    def show_left(self, left: Sequence[LeftStep]) -> None:
        """Show the procedures that were left in this phase; each can be resumed."""
        if not self._is_new("left", tuple(left)):
            return
        self._left.setVisible(bool(left))
        rows = self._left.start_anew()
        for each in left:
            made = QWidget()
            made.setAccessibleName(tr("Left procedure: {procedure}", procedure=each.title))
            column = column_in(made, gap=2)
            column.addWidget(paragraph(each.title))
            if each.at:
                column.addWidget(paragraph(tr("Left at: {step}", step=each.at), "caption"))
            button = FittingButton(tr("Resume"), partial(self.picked_up.emit, each.number), tip=tr(_AGAIN))
            button.setAccessibleName(tr("Resume: {procedure}", procedure=each.title))
            column.addLayout(row_of(button))
            rows.addWidget(made)

    def show_findings(self, moves: Sequence[Sequence[Found]], undone: Sequence[Found] = ()) -> None:
        """Show the findings, on one card for each move, and the tasks that remain before the phase ends."""
        if not self._is_new("findings", (tuple(map(tuple, moves)), tuple(undone))):
            return
        self._undone.setVisible(bool(undone))
        rows = self._undone.start_anew()
        for together in by_place(undone):
            rows.addWidget(self._findings_card(together))
        self._findings.setVisible(bool(moves) or not undone)
        rows = self._findings.start_anew()
        if not moves:
            rows.addWidget(paragraph(tr(NOTHING_WRONG), "empty"))
        for found in moves:
            rows.addWidget(self._findings_card(found))
        if moves:
            announce(self, moves[-1][-1][0].message)

    def _findings_card(self, found: Sequence[Found]) -> FindingsCard:
        made = FindingsCard(found)
        made.wanted.connect(self.wanted)
        made.shown.connect(self.shown)
        made.let_stand.connect(self.let_stand)
        return made

    def show_roll(self, why: str, lines: Sequence[str]) -> None:
        """Explain the last roll on a table of the rules: each modifier, and why it applied or did not.

        The last two lines, the dice and the result, are shown at once. Without `lines` the explanation is hidden.
        """
        self._roll.setVisible(bool(lines))
        rows = self._roll.start_anew()
        if lines:
            rows.addWidget(paragraph(why, "caption"))
            for line in lines[-2:-1]:
                rows.addWidget(paragraph(line, "caption"))
            rows.addWidget(paragraph(lines[-1], "strong"))
            fold = Fold(tr("Explain this result"), self._theme)
            for line in lines[:-2]:
                fold.body.addWidget(paragraph(line, "caption"))
            rows.addWidget(fold)

    def foresee(self, command: Answer, words: str, odds: Outlook | None = None) -> None:
        """Show the effect of an answer beside its question, with the odds of the dice that it rolls."""
        for each in self._cards:
            is_there = any(question.asked.frame == command.frame for question in each.questions)
            each.foresee(words if is_there else "", odds if is_there else None)

    @property
    def chosen(self) -> tuple[Value, ...]:
        """The options that are ticked in all questions."""
        return tuple(value for each in self._cards for question in each.questions for value in question.chosen)

    def notice(self, value: Value) -> bool:
        """Report that the player looks at this option on the map; return whether a question has it."""
        return any(question.notice(value) for each in self._cards for question in each.questions)

    def take(self, value: Value) -> bool:
        """Press, tick or add this option in the first question that has it; return whether there is one."""
        return any(question.take(value) for each in self._cards for question in each.questions)

    def forget(self) -> None:
        """Empty all sections. They are filled again the next time, even if nothing has changed."""
        self._last.clear()
        self._cards = []
        hidden = (self._reports, self._roll, self._left, self._undone)
        for section in (self._procedures, self._now, self._findings, *hidden):
            section.start_anew()
        for section in hidden:
            section.hide()
        self.forecasts.offer(())
        self.numbers.forget()

    def _is_new(self, what: str, value: object) -> bool:
        """Remember the content of a section, and return whether it differs from the content that is on display."""
        if what in self._last and self._last[what] == value:
            return False
        self._last[what] = value
        return True

    # parts

    def _offers(self, rows: QVBoxLayout, now: Now) -> None:
        """Show possible procedures as buttons, and ways of moving as lines. Impossible ones are folded, with their
        reasons.
        """
        possible = [offer for offer in now.offers if not offer.because]
        titles = {offer.id for offer in possible}
        for offer in possible:
            rows.addWidget(self._begin(offer) if offer.command is not None else headed(offer.title, offer.rule, ""))
        closed = {offer.id: offer for offer in reversed(now.offers) if offer.because and offer.id not in titles}
        if closed:
            fold = Fold(tr("Not now ({count})", count=len(closed)), self._theme)
            for offer in reversed(closed.values()):
                fold.body.addWidget(headed(offer.title, offer.rule, ""))
                fold.body.addWidget(paragraph(offer.because, "caption"))
            rows.addWidget(fold)

    def _begin(self, offer: Offer, *, words: str = "", main: bool = False) -> QWidget:
        command = offer.command
        rule = f" · {in_short(offer.rule)}" if offer.rule else ""
        of = self._side_of(command)
        tip = offer.because or (tr("Rule {rule}", rule=offer.rule) if in_short(offer.rule) != offer.rule else "")
        made = FittingButton(words or f"{offer.title}{of}{rule}", lambda: self.wanted.emit(command), main=main, tip=tip)
        made.setEnabled(command is not None)
        if not offer.because:
            return made
        inside = QWidget()
        column = column_in(inside, gap=2)
        column.addWidget(made)
        column.addWidget(paragraph(offer.because, "caption"))
        return inside

    def _side_of(self, command: AnyCommand | None) -> str:
        """Return the side for which a command begins a procedure, in brackets; "" if the command names none."""
        side = command.side if isinstance(command, Begin) else ""
        return f" ({self._sides[side].title})" if side in self._sides else ""


def _inner_first(underway: Sequence[Underway]) -> list[Underway]:
    """Return procedures in progress, each before the one that waits for it; otherwise the latest are first."""
    waits = {each.frame: each.parent for each in underway}

    def depth(frame: int) -> int:
        return 1 + depth(waits[frame]) if frame in waits else 0

    return sorted(underway, key=lambda each: depth(each.frame))[::-1]
