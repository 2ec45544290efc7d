"""The umpire's desk of a window: its panels, its keys, and the umpire's actions."""

from collections.abc import Callable
from itertools import groupby
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal

from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.tools.place_tool import PickPlace
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.desk.desk_keys import DeskKeys
from tabletop.desktop.umpire.desk.desk_panel import DeskAct, DeskPanel
from tabletop.desktop.umpire.desk.secret_dice import SecretDicePanel
from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.game.actions.access import seat_of
from tabletop.game.change.outcome import Choice, Prompt
from tabletop.game.commands import GiveSeat, Show, TakeSeat

_LEVELS: Final[dict[Literal["face", "back", "unseen"], str]] = {
    "face": tr_later("Show faces"),
    "back": tr_later("Show backs only"),
    "unseen": tr_later("Hide"),
}

_MOST_STEPS: Final = 40
"""The number of last steps to which the game can be rolled back from the list."""

_MOST_LINES: Final = 2
"""The most lines of the log that name one of these steps."""


class UmpireDesk(QObject):
    """The commands and panels of an umpire in a window; players do not have them."""

    remarked = Signal(str)
    """A remark for the umpire: a sentence."""

    handed_over = Signal()
    """The player has given the umpire's seat to somebody else, who may sit at this screen."""

    offered = Signal(bool)
    """The desk is offered now, because the player is an umpire (True), or it is no longer offered (False)."""

    def __init__(
        self,
        model: TableModel,
        theme: Theme,
        selection: Selection,
        current_map: Callable[[], str],
        next_step: Callable[[], object],
        seat_anew: Callable[[], object],
        pick: PickPlace,
    ) -> None:
        """Make the desk. `next_step` goes on in the game time, `seat_anew` opens the dialog of seats, and `pick` lets a
        place be clicked.
        """
        super().__init__(selection)
        self._model = model
        self._selection = selection
        self._reports = ContactActions(model, lambda: selection.pieces, pick)
        self._current_map = current_map
        self._seat_anew = seat_anew
        self._is_offered: bool | None = None
        keys = DeskKeys()
        self.orders = OrdersPanel(model, keys, pick)
        acts = (
            DeskAct(tr("Report…  S"), tr("Send a report or contact"), self.send_report),
            DeskAct(tr("Reveal…  V"), tr("Reveal counters to a side, or hide them from it"), self.reveal),
            DeskAct(tr("Act for…  G"), tr("Act for a player"), self.act_for),
            DeskAct(tr("Roll back…  B"), tr("Roll the game back, and tell all players"), self.roll_back),
            DeskAct(tr("Hand over…  O"), tr("Hand the umpire's seat over to another person"), self.hand_over),
        )
        self.panel = DeskPanel(model, keys, acts, next_step)
        dice = [one.roll for one in model.module.about.dice]
        self.dice = SecretDicePanel(model, theme, dice, keys)
        for key, does in (
            (Qt.Key.Key_S, self.send_report),
            (Qt.Key.Key_V, self.reveal),
            (Qt.Key.Key_G, self.act_for),
            (Qt.Key.Key_B, self.roll_back),
            (Qt.Key.Key_O, self.hand_over),
            (Qt.Key.Key_N, next_step),
            (Qt.Key.Key_H, self.panel.hold),
            (Qt.Key.Key_Z, self.dice.roll_secretly),
        ):
            keys.add(key, does)
        keys.add(Qt.Key.Key_Z, self.dice.roll_openly, shift=True)
        model.changed.connect(self.say_whether_offered)
        model.replaced.connect(self.say_whether_offered)

    @property
    def is_umpire(self) -> bool:
        """True if the player is an umpire of a game in play."""
        return seat_of(self._model.game, self._model.seat).umpire and not self._model.is_watching

    def say_whether_offered(self, _news: object = None) -> None:
        """Emit `offered` if it has changed."""
        if self.is_umpire != self._is_offered:
            self._is_offered = self.is_umpire
            self.offered.emit(self.is_umpire)

    # acts

    def send_report(self) -> None:
        """Send a report on the selected pieces, in one of the game's forms; in a game without forms, send a contact."""
        if self.is_umpire:
            self._reports.new(self._current_map())

    def answer_by_report(self, side: str, map_name: str, place: str, dispatch: int) -> None:
        """Answer a dispatch by a report or contact to its author's side, about the dispatch's place if it has one."""
        if self.is_umpire:
            self._reports.new(map_name or self._current_map(), side, place, dispatch)

    def reveal(self) -> None:
        """Show the selected pieces to a side, or hide them from it."""
        model, pieces = self._model, tuple(self._selection.pieces)
        if not self.is_umpire:
            return
        if not pieces:
            self.remarked.emit(tr("Select counters first."))
            return
        sides = model.game.sides
        everybody = ",".join(sides)
        to = (*(Choice(side, model.titles.side(side)) for side in sides), Choice(everybody, tr("All sides")))
        about = tr("About {count} selected {count:counter|counters}", count=len(pieces))
        side = model.ask(Prompt("sides", f"{about}\n\n{tr('To which side?')}", to))
        levels = tuple(Choice(level, tr(words)) for level, words in _LEVELS.items())
        given = model.ask(Prompt("level", tr("What does it see?"), levels)) if side else None
        for level in _LEVELS:
            if level == given:
                model.submit(Show(pieces, level, tuple(str(side).split(","))))

    def act_for(self) -> None:
        """Act for a player from now on, until this is chosen again: all commands on the table are that player's."""
        model = self._model
        if not self.is_umpire:
            return
        if model.acts_for:
            self.remarked.emit(tr("You act for yourself again."))
            model.acts_for = ""
            return
        players = [name for name, seat in model.game.seats.items() if seat.sides and name != model.seat]
        if not players:
            self.remarked.emit(tr("There is no player to act for."))
            return
        choices = tuple(Choice(name, name) for name in players)
        chosen = model.ask(Prompt("player", tr("For which player do you act?"), choices))
        if chosen is not None:
            model.acts_for = str(chosen)
            self.remarked.emit(tr("You act for {player} until you press G at the desk again.", player=model.acts_for))

    def hand_over(self) -> None:
        """Give the umpire's seat to a person at the table, whom the player chooses, and leave it. The person must
        agree, unless they are an umpire already, and everybody is told.
        """
        model = self._model
        if not self.is_umpire:
            return
        seats = model.game.seats
        people = sorted((name for name in seats if name != model.seat), key=lambda name: not seats[name].umpire)
        choices = [
            *(Choice(name, tr("{player}: {plays}", player=name, plays=self.panel.plays(name))) for name in people),
            Choice("", tr("Other changes of seats…")),
        ]
        question = tr(
            "To whom do you give the umpire's seat? This person will see everything, and you will only watch."
        )
        chosen = model.ask(Prompt("umpire", question, tuple(choices)))
        if chosen == "":
            self._seat_anew()
        elif chosen is not None and seats[str(chosen)].umpire:
            self._leave()
        elif chosen is not None:
            model.submit(GiveSeat(str(chosen), umpire=True)).when_done(self._leave)

    def _leave(self) -> None:
        self._model.submit(TakeSeat()).when_done(self.handed_over.emit)

    def roll_back(self) -> None:
        """Roll the game back to the position after one of the last steps, which the umpire selects. Each side is told
        how many of the undone steps it noticed.
        """
        model = self._model
        if not self.is_umpire:
            return
        choices = []
        steps = [(number, list(lines)) for number, lines in groupby(model.told_so_far(), lambda line: line.step)]
        for number, told in steps[-_MOST_STEPS:]:
            lines = [line.whole for line in told if line.text]
            if lines:
                line = tr("{number}. {said}", number=number, said="; ".join(lines[:_MOST_LINES]))
                choices.append(Choice(number, line))
        if len(choices) < 2:
            self.remarked.emit(tr("There is nothing to undo."))
            return
        question = tr(
            "Back to the position after which action? Each side is told how many of the actions that it noticed "
            "are undone."
        )
        step = model.ask(Prompt("step", question, tuple(choices[-2::-1]), default=choices[-2].value))
        if step is not None:
            model.roll_back(int(str(step)))
