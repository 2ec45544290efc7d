"""The air board over the whole window, with its panels and its keys."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from msgspec import structs
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from tabletop.assistance import Outlook, ProcedureQuestion
from tabletop.desktop.air_board.fight_panel import FightPanel
from tabletop.desktop.air_board.flight_canvas import FlightCanvas
from tabletop.desktop.air_board.round_panel import AltitudeStrip, LogPane, OrderPanel, SignLegend
from tabletop.desktop.air_board.set_up_panel import SetUpPanel
from tabletop.desktop.air_board.turn_panel import (
    DeedGrid,
    DicePane,
    FlightHead,
    PointsStrip,
    ShotList,
    SuggestedChain,
)
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.procedure_card import IN_TURN, SidesHere
from tabletop.desktop.widgets.cards import CardColumn, FittingButton, column_in, paragraph, scrolled
from tabletop.desktop.widgets.panel_parts import label, part
from tabletop.flight_page import FIGHT_ON, FlightPage
from tabletop.game.commands import Answer, Leave, Withdraw
from tabletop.module.schema.module_file import SideRecord

_LEFT: Final = 196
_RIGHT: Final = 352
_FAR: Final = 268
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ORDER: Final = "order"
_ACTS: Final = ("deed", _ORDER)
"""The keys of the questions to the side that decides in the battle."""
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_CONTROL: Final = Qt.KeyboardModifier.ControlModifier


class FlownBattle(NamedTuple):
    """The content of the board: the page, the questions (`asked`), and the sides at this screen (`here`).

    `lines` are the last lines of the log about the battle, the newest first, each as its subject and its words. With
    `may_leave` the rest can be done by hand; with `may_go_back` the last answer can be undone. If the battle `is_over`,
    its `result` in sentences stays until the player puts it away; `asked` are then the questions that follow it.
    There is no result of a battle that was left to be played by hand.
    """

    frame: int
    page: FlightPage
    asked: tuple[ProcedureQuestion, ...]
    here: SidesHere
    lines: tuple[tuple[str, str], ...] = ()
    may_leave: bool = False
    may_go_back: bool = False
    is_over: bool = False
    result: tuple[str, ...] = ()


class FlightBoard(QFrame):
    """The board of an air battle over the window. It changes the game only by its signals."""

    wanted = Signal(object)
    """A command to be sent to the table."""

    odds_wanted = Signal(str)
    """The player wants the odds of the rest: the id of the forecast; "" if no longer."""

    back_wanted = Signal()
    """The player wants to undo the last answer."""

    handed_over = Signal()
    """The player hands the screen over to the side that decides."""

    folded = Signal()
    """The player wants to see the map."""

    put_away = Signal()
    """The player puts the result of the battle away."""

    def __init__(self, parent: QWidget, sides: Mapping[str, SideRecord], theme: Theme) -> None:
        super().__init__(parent)
        part(self, "board")
        self._sides = sides
        self._theme = theme
        self._flown: FlownBattle | None = None
        self._queue: list[str] = []
        self._is_sent = False
        self._shows_odds = True
        self._queue_of: tuple[str, ...] = ()
        self._asked_odds: tuple[str, FlightPage | None] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Air board"))
        outer = column_in(self, gap=6, sides=10, ends=8)
        outer.addLayout(self._made_head())
        across = QHBoxLayout()
        across.setSpacing(8)
        self.order = OrderPanel(tr("Order of the round"), sides, theme)
        self.altitudes = AltitudeStrip(tr("By altitude"), sides, theme)
        self._signs = SignLegend(tr("Signs"), sides, theme)
        self.canvas = FlightCanvas(sides, theme)
        self.head = FlightHead(tr("The flight"), sides, theme)
        self.points = PointsStrip(tr("Movement points"), sides, theme)
        self.shots = ShotList(tr("Shots from here"), sides, theme)
        self.deeds = DeedGrid(tr("Actions"), sides, theme)
        self.usual = SuggestedChain(tr("Suggested actions"), sides, theme)
        self.set_up = SetUpPanel(tr("Set-up"), sides, theme)
        self.fight = FightPanel(tr("Fight it out"), sides, theme)
        self.dice = DicePane(tr("Dice"), sides, theme)
        self.log = LogPane(tr("Log"), sides, theme)
        self._panels = (
            self.order, self.altitudes, self._signs, self.head, self.points, self.shots, self.deeds, self.usual,
            self.set_up, self.fight, self.dice, self.log,
        )  # fmt: skip
        across.addWidget(_framed(_LEFT, scrolled(_column(self.order)), self._signs, self.altitudes))
        across.addWidget(self.canvas, 1)
        across.addWidget(self._made_turn())
        far = QVBoxLayout()
        far.setSpacing(8)
        far.addWidget(self._made_fight())
        far.addWidget(_framed(_FAR, scrolled(_column(self.dice, label(tr("Log"), "title"), self.log))), 1)
        across.addLayout(far)
        outer.addLayout(across, 1)
        self._connect()
        self.hide()

    def _made_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(label(tr("Air board"), "head"))
        self._title = label("", "title")
        self._acts = label("", "tag")
        self._note = label("", "caption")
        for widget in (self._title, self._note, self._acts):
            head.addWidget(widget)
        head.addStretch(1)
        for name, words in (("arc", tr("arc")), ("reach", tr("reach")), ("guns", tr("guns")), ("ids", tr("hexes"))):
            chip = QPushButton(words)
            part(chip, "switch")
            chip.setCheckable(True)
            chip.setChecked(name != "ids")
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.toggled.connect(partial(self._switch, name))
            head.addWidget(chip)
        fold = FittingButton(tr("Show map"), self.folded.emit, tip=tr("Put the board aside (Esc); the battle goes on"))
        fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head.addWidget(fold)
        return head

    def _made_turn(self) -> QFrame:
        self._question = paragraph("", "strong")
        self._again = paragraph("", "caption")
        self._result = paragraph("")
        self._main = FittingButton(tr("Do as suggested (Enter)"), self._press_main, main=True)
        self._fire = FittingButton(tr("Fire (Space)"), self._fire_now)
        self._by_hand = FittingButton(
            tr("By hand (H)"), self._leave, tip=tr("Leave the battle and do the rest by hand")
        )
        self._back = FittingButton(tr("Undo"), self.back_wanted.emit, tip=tr("Undo the last action (Ctrl+Z)"))
        self._withdraw = FittingButton(tr("Withdraw answer"), self._take_back)
        buttons = (self._main, self._fire, self._by_hand, self._back, self._withdraw)
        for button in buttons:
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows = QVBoxLayout()
        rows.setSpacing(6)
        for side_by_side in ((self._main, self._fire), (self._withdraw,), (self._by_hand, self._back)):
            row = QHBoxLayout()
            row.setSpacing(6)
            for button in side_by_side:
                row.addWidget(button, 2 if button is self._main else 1)
            rows.addLayout(row)
        inside = _column(
            self._question, self._again, self._result, self.head, self.points, self.shots, self.set_up, self.deeds
        )
        frame = _framed(_RIGHT, scrolled(inside), self.usual)
        layout = frame.layout()
        assert isinstance(layout, QVBoxLayout), "a panel has a column"
        layout.addLayout(rows)
        return frame

    def _made_fight(self) -> QFrame:
        tip = tr("Let the program fight on by the plan of the side that decides, until the chosen event")
        self._fight = FittingButton(tr("Fight it out (B)"), self._fight_on, tip=tip)
        self._odds = FittingButton(tr("Odds (O)"), self._switch_odds, tip=tr("Show or hide the odds of the rest"))
        row = QHBoxLayout()
        row.setSpacing(6)
        for button, stretch in ((self._fight, 2), (self._odds, 1)):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(button, stretch)
        self._fight_frame = _framed(_FAR, self.fight)
        layout = self._fight_frame.layout()
        assert isinstance(layout, QVBoxLayout), "a panel has a column"
        layout.addLayout(row)
        return self._fight_frame

    def _connect(self) -> None:
        self.canvas.flown.connect(self._fly)
        self.canvas.aimed.connect(self._aim)
        self.canvas.berthed.connect(self._berth)
        self.order.chosen.connect(self._look_at)
        self.shots.chosen.connect(self._aim)
        self.deeds.chosen.connect(lambda word: self._fly((word,)))
        self.usual.chosen.connect(self._do_usual_up_to)
        self.set_up.chosen.connect(self._set_up)
        self.fight.chosen.connect(self._take_plan)

    # the content

    def show_flown(self, flown: FlownBattle) -> None:
        """Show the current state of a battle."""
        if flown == self._flown:
            return
        before, self._flown, self._is_sent = self._flown, flown, False
        page = _rested(flown) if flown.is_over else flown.page
        is_new = before is None or (before.page.active, before.page.round) != (page.active, page.round)
        if is_new:
            self.canvas.looked_at = self.canvas.target = self.shots.target = self.head.looked_at = ""
        asked = self._asked()
        self.set_up.begin(page, asked.by if asked is not None else "")
        if asked is None or asked.key in _ACTS:
            self.set_up.plans, self.set_up.berths = {}, {}
        self.canvas.berths = dict(self.set_up.berths)
        is_mine = asked is not None
        self.fight.mine = flown.here.mine
        for panel in self._panels:
            panel.show_page(page, is_mine=is_mine)
        self.log.show_lines(flown.lines)
        self.canvas.show_page(page, is_mine=is_mine)
        self._show_words(flown, page, asked)
        self._go_on(flown)
        self._ask_odds()

    def _show_words(self, flown: FlownBattle, page: FlightPage, asked: ProcedureQuestion | None) -> None:
        self._title.setText(page.title)
        self._note.setText(page.note)
        side = self._sides[page.acts].title if page.acts in self._sides else ""
        names = page.answers or ", ".join(page.active)
        self._acts.setVisible(bool(side))
        self._acts.setText(
            tr("To act: {side}, {flights}", side=side, flights=names) if names else tr("To act: {side}", side=side)
        )
        waiting = next((one for one in flown.asked if not one.answered), None)
        if flown.is_over:
            words = tr("The battle is over") if flown.result else tr("The rest of the battle is played by hand")
        elif asked is not None:
            words = asked.question
        elif waiting is not None and waiting.by in self._sides:
            words = tr("Waiting for: {side}", side=self._sides[waiting.by].title)
        elif any(one.in_turn for one in flown.asked):
            words = tr(IN_TURN)
        else:
            words = ""
        self._question.setText(words)
        self._question.setVisible(bool(words))
        again = asked.again if asked is not None else ""
        self._result.setText("\n".join((*flown.result, *self._next_words(flown))))
        self._result.setVisible(flown.is_over)
        self._again.setText(again)
        self._again.setVisible(bool(again))
        is_set_up = asked is not None and asked.key not in _ACTS
        is_for_others = self._is_for_others()
        self._main.say(_main_words(is_over=flown.is_over, is_set_up=is_set_up, is_for_others=is_for_others))
        self._main.setEnabled(flown.is_over or is_set_up or is_for_others or (asked is not None and bool(page.usual)))
        self._fire.setEnabled(asked is not None and any(shot.word for shot in page.shots))
        self._fire.setVisible(not is_set_up and not flown.is_over and not is_for_others)
        self._fight_frame.setVisible(bool(page.fights) and not flown.is_over)
        self._fight.setEnabled(asked is not None and bool(_fights_on(asked)))
        self._back.setEnabled(flown.may_go_back)
        self._by_hand.setVisible(flown.may_leave and not flown.is_over)
        self._withdraw.setVisible(not flown.is_over and any(_may_withdraw(one, flown) for one in flown.asked))

    def _next_words(self, flown: FlownBattle) -> Iterator[str]:
        """Yield the question that follows the battle, or the side that is asked."""
        waiting = next((one for one in flown.asked if not one.answered), None)
        if waiting is not None and waiting.by in self._sides and waiting.by not in flown.here.mine:
            yield tr("Waiting for: {side}", side=self._sides[waiting.by].title)
        elif waiting is not None:
            yield tr("Next: {question}", question=waiting.question)

    def _asked(self) -> ProcedureQuestion | None:
        """Return the first open question that can be answered here; None if there is none, or after the battle."""
        flown = self._flown
        if flown is None or flown.is_over:
            return None
        mine = (
            one
            for one in flown.asked
            if one.kind != "run" and not one.answered and (not one.by or one.by in flown.here.mine)
        )
        return next(mine, None)

    def _is_for_others(self) -> bool:
        """Return whether all open questions are for sides whose players can take over the screen."""
        flown = self._flown
        if flown is None or flown.is_over or self._asked() is not None:
            return False
        waiting = {one.by for one in flown.asked if one.kind != "run" and not one.answered}
        return bool(waiting) and waiting <= flown.here.others

    # answers

    def _answer(self, value: object) -> None:
        asked = self._asked()
        if asked is not None and not self._is_sent:
            self._is_sent = True
            self.wanted.emit(Answer(asked.frame, asked.key, value))

    def forget_sent(self) -> None:
        """Forget the actions that were sent or kept, after the table has refused one."""
        self._is_sent, self._queue = False, []

    def _fly(self, words: tuple[str, ...]) -> None:
        """Send the first of these actions, and keep the others until the table has answered. If it has not answered the
        last action yet, keep all of them.
        """
        if not words or self._flown is None:
            return
        if self._is_sent:
            self._queue += words
            return
        self._queue, self._queue_of = list(words[1:]), self._flown.page.active
        self._answer(words[0])

    def _go_on(self, flown: FlownBattle) -> None:
        """Send the next action that is kept, if it is still possible."""
        if not self._queue:
            return
        self._is_sent = True
        asked = self._asked()
        word = self._queue.pop(0)
        is_same = flown.page.active == self._queue_of or not self._queue_of
        if asked is not None and asked.key in _ACTS and is_same and word in {one.value for one in asked.options}:
            soon(self, FlightBoard._send, word)
        else:
            self.forget_sent()

    def _send(self, word: str) -> None:
        self._is_sent = False
        self._answer(word)

    def _press_main(self) -> None:
        """Do the suggested actions, finish the set-up, or put the result away."""
        flown, asked = self._flown, self._asked()
        if flown is not None and flown.is_over:
            self.put_away.emit()
        elif asked is not None and asked.key not in _ACTS:
            self._answer(self.set_up.plan_words() if self.set_up.plans else self.set_up.berth_words())
        elif self._is_for_others():
            self.handed_over.emit()
        elif flown is not None and flown.page.usual and not self._is_sent:
            self._fly(tuple(word for word, _ in flown.page.usual))

    def _do_usual_up_to(self, number: str) -> None:
        if self._flown is not None:
            self._fly(tuple(word for word, _ in self._flown.page.usual[: int(number) + 1]))

    def _fire_now(self) -> None:
        """Fire at the chosen target, or else at the first in the list of shots."""
        shots = [shot for shot in self._flown.page.shots if shot.word] if self._flown is not None else []
        if shots:
            aimed = next((shot for shot in shots if shot.flight == self.canvas.target), shots[0])
            self._fly((aimed.word,))

    def _leave(self) -> None:
        if self._flown is not None:
            self.wanted.emit(Leave(self._flown.frame))

    def _take_back(self) -> None:
        flown = self._flown
        if flown is not None:
            answered = next((one for one in flown.asked if _may_withdraw(one, flown)), None)
            if answered is not None:
                self.wanted.emit(Withdraw(answered.frame, answered.key))

    # looking and aiming

    def _switch(self, name: str, on: bool) -> None:
        self.canvas.switch(name, on=on)

    # fight it out

    def _fight_on(self) -> None:
        """Let the flights of the side that decides fight on by its plan."""
        asked = self._asked()
        if asked is None:
            return
        order = self.fight.order(asked.by)
        self._fly((order,) if asked.key == _ORDER else (FIGHT_ON, order))

    def _take_plan(self, word: str) -> None:
        self.fight.take(word)
        self._ask_odds()

    def _switch_odds(self) -> None:
        self._shows_odds = not self._shows_odds
        self._asked_odds = None
        self._ask_odds()

    def _ask_odds(self) -> None:
        """Ask for the odds of the rest of the battle by the chosen plans, unless that was asked already.

        If the odds are hidden or the battle is over, ask for none.
        """
        flown = self._flown
        is_wanted = self._shows_odds and flown is not None and not flown.is_over
        wanted = (self.fight.forecast if is_wanted else "", flown.page if flown is not None else None)
        if wanted != self._asked_odds:
            self._asked_odds = wanted
            self.fight.show_outlook(None)
            self.odds_wanted.emit(wanted[0])

    def show_odds(self, outlook: Outlook) -> None:
        """Show the odds of the rest, or more exact ones."""
        self.fight.show_outlook(outlook)

    def _aim(self, flight: str) -> None:
        """Look at a flight. If it can be shot at, aim at it, or fire if it was the target already."""
        page = self._flown.page if self._flown is not None else None
        shot = (
            next((one for one in page.shots if one.flight == flight and one.word), None) if page is not None else None
        )
        if shot is not None and self.canvas.target == flight:
            self._fly((shot.word,))
            return
        if shot is not None:
            self.canvas.target = self.shots.target = flight
            self.shots.update()
            self.canvas.draw_again()
        self._look_at(flight)

    def _look_at(self, flight: str) -> None:
        self.canvas.looked_at = self.head.looked_at = flight
        self.head.update()
        self.canvas.draw_again()

    def _look_at_next(self, by: int) -> None:
        if self._flown is None:
            return
        flights = [line.flight for line in self._flown.page.order] or [one.id for one in self._flown.page.flights]
        if flights:
            now = self.head.looked_at or (self._flown.page.active or ("",))[0]
            at = flights.index(now) if now in flights else -1
            self._look_at(flights[(at + by) % len(flights)])

    # before the battle

    def _set_up(self, word: str) -> None:
        self.set_up.take(word)
        self.set_up.update()

    def _berth(self, hex: str) -> None:
        page = self._flown.page if self._flown is not None else None
        entries = (
            {one for zone in page.zones if zone.use == "mission" for one in zone.hexes} if page is not None else set()
        )
        other = next((id for id, berth in self.set_up.berths.items() if berth[0] == hex), "")
        if other and other != self.set_up.selected:
            self.set_up.selected = other
        elif hex in entries:
            self.set_up.put(hex, 0)
        self._show_berths()

    def _turn_berth(self, by: int) -> None:
        if self.set_up.selected in self.set_up.berths:
            self.set_up.put(self.set_up.berths[self.set_up.selected][0], by)
            self._show_berths()

    def _show_berths(self) -> None:
        self.canvas.berths = dict(self.set_up.berths)
        self.set_up.update()
        self.canvas.draw_again()

    # keys

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the board from the window's shortcuts; with Tab and Shift+Tab, look at the next or previous
        flight instead of moving the focus.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_key(event):
            event.accept()
            return True
        tabs = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in tabs:
            self._look_at_next(1 if event.key() == Qt.Key.Key_Tab else -1)
            return True
        return super().event(event)

    def _is_key(self, event: QKeyEvent) -> bool:
        if event.modifiers() & _CONTROL:
            return event.key() == Qt.Key.Key_Z
        return bool(event.text().strip()) or event.key() in (*_ENTER, Qt.Key.Key_Space, Qt.Key.Key_F1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Act on a key. `charts/air_board.md` of a game that uses the board lists the keys."""
        key = event.key()
        if event.modifiers() & _CONTROL:
            if key == Qt.Key.Key_Z and self._back.isEnabled():
                self.back_wanted.emit()
            else:
                super().keyPressEvent(event)
        elif key in _ENTER:
            if self._main.isEnabled():
                self._press_main()
        elif key == Qt.Key.Key_Escape:
            (self.put_away if self._flown is not None and self._flown.is_over else self.folded).emit()
        elif key == Qt.Key.Key_F1:
            self.canvas.why = not self.canvas.why
            self.canvas.draw_again()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self._choose_target(key - Qt.Key.Key_1)
        else:
            self._do_key(event)

    def _choose_target(self, number: int) -> None:
        shots = [shot for shot in self._flown.page.shots if shot.word] if self._flown is not None else []
        if number < len(shots):
            self.canvas.target = ""
            self._aim(shots[number].flight)

    def _do_key(self, event: QKeyEvent) -> None:
        """Act on a letter or Space: turn the flight that is being placed, do the action with this key, fire, fight
        it out, show the odds, or leave.
        """
        name = "Space" if event.key() == Qt.Key.Key_Space else chr(event.key()) if event.key() < 128 else ""
        if self.set_up.berths and name in ("Q", "E"):
            self._turn_berth(1 if name == "E" else -1)
            return
        said = f"Shift+{name}" if event.modifiers() & _SHIFT else name
        deeds = self._flown.page.deeds if self._flown is not None else ()
        word = next((deed.word for deed in deeds if deed.key == said and deed.word), "")
        if word:
            self._fly((word,))
        elif name == "Space":
            self._fire_now()
        elif name == "B" and self._fight.isEnabled():
            self._fight_on()
        elif name == "O" and self._fight_frame.isVisible():
            self._switch_odds()
        elif name == "H" and self._by_hand.isVisible():
            self._leave()
        else:
            super().keyPressEvent(event)


def _main_words(*, is_over: bool, is_set_up: bool, is_for_others: bool) -> str:
    """Return the words of the filled button, which Enter presses."""
    if is_over:
        return tr("Close (Enter)")
    if is_set_up:
        return tr("Ready (Enter)")
    return tr("Hand over the screen (Enter)") if is_for_others else tr("Do as suggested (Enter)")


def _may_withdraw(asked: ProcedureQuestion, flown: FlownBattle) -> bool:
    """Return whether the answer to a question can be withdrawn at this screen."""
    return asked.answered and not asked.in_turn and asked.by in flown.here.mine


def _fights_on(asked: ProcedureQuestion) -> bool:
    return asked.key == _ORDER or any(one.value == FIGHT_ON for one in asked.options)


def _rested(flown: FlownBattle) -> FlightPage:
    """Return the page of a battle without actions. With a result it has no flights either: the page was made before the
    last actions. Of a battle that was left they stay, as its players need to know where they are.
    """
    parts = (
        "active",
        "reach",
        "placed_shots",
        "shots",
        "deeds",
        "usual",
        "guns",
        "arc",
        "path",
        "spent",
        "fights",
        "dice",
    )
    flights = ("flights", "order") if flown.result else ()
    return structs.replace(flown.page, acts="", note="", points=0, **dict.fromkeys((*parts, *flights), ()))


def _column(*widgets: QWidget) -> CardColumn:
    column = CardColumn()
    column.rows.setSpacing(9)
    for widget in widgets:
        column.rows.addWidget(widget)
    column.rows.addStretch(1)
    return column


def _framed(wide: int, *widgets: QWidget) -> QFrame:
    frame = QFrame()
    part(frame, "panel")
    frame.setFixedWidth(wide)
    column = column_in(frame, gap=7, sides=9, ends=8)
    for widget in widgets:
        column.addWidget(widget)
    return frame
