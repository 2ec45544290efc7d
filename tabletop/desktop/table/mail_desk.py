"""A game by mail at the window: sending turns, opening reports and replaying them."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import is_agreed, message
from tabletop.game.change.step import MAIL
from tabletop.local_seat import LocalSeat, mail_of, plays_by_mail
from tabletop.mail.mail_errors import MailError
from tabletop.module.cache.module_cache import write_whole
from tabletop.seat import GameFileError
from tabletop.texts import listed

if TYPE_CHECKING:
    from tabletop.mail.letters import ConsentWanted
    from tabletop.mail.mail_seat import ConsentReply, MailSeat
    from tabletop.mail.shared_game import SharedSeat

TURN_SUFFIX: Final = ".wtturn"

_CONTACTS: Final = "contact-"
"""The beginning of the keys of messages about contacts."""


class MailDesk(QObject):
    """The commands for mail in a window: sending turns, opening reports, and going to contacts in their replay."""

    remarked = Signal(str)
    """A message for the player."""

    def __init__(self, window: QMainWindow, model: TableModel) -> None:
        super().__init__(window)
        self._window = window
        self._model = model

    @property
    def is_played(self) -> bool:
        """True for a game by mail."""
        return plays_by_mail(self._model.table_seat)

    def _mail(self) -> "MailSeat | SharedSeat | None":
        """Return the mail of the seat. If there is none, or if its keys or PyNaCl are missing, show a message and
        return None.
        """
        if find_spec("nacl") is None:
            self.remarked.emit(tr("Games by mail need PyNaCl, which is not installed."))
            return None
        try:
            found = mail_of(self._model.table_seat)
        except (MailError, OSError) as problem:
            self.remarked.emit(_told(problem))
            return None
        if found is None:
            self.remarked.emit(tr("This game is not played by mail."))
        return found

    def send(self) -> None:
        """Save the drafted turn, or the last turn again, to a file that the player chooses."""
        mail = self._mail()
        if mail is None:
            return
        replies = tuple(filter(None, (self._reply(one) for one in mail.wanted)))
        if (mail.waits and mail.is_shared) or not (mail.draft or replies or mail.is_shared):
            if mail.waits and is_agreed(
                self._window, tr("Turn {turn} was sent and has no answer yet. Write it again?", turn=mail.turn)
            ):
                self._write(mail, mail.turn, mail.sent_again)
            elif not mail.waits:
                self.remarked.emit(tr("There are no orders to send."))
            return
        self._write(mail, mail.turn + 1, lambda: mail.send(replies))

    def _reply(self, wanted: "ConsentWanted") -> "ConsentReply | None":
        """Ask the player whether they agree to a request of another player; return the reply, or None for none in this
        turn.
        """
        from tabletop.mail.mail_seat import ConsentReply

        box = message(self._window, _wants(wanted))
        box.setStandardButtons(QMessageBox.StandardButton.NoButton)
        agree = box.addButton(tr("Agree"), QMessageBox.ButtonRole.AcceptRole)
        refuse = box.addButton(tr("Refuse"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(tr("Reply later"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() not in (agree, refuse):
            return None
        return ConsentReply(box.clickedButton() is agree, wanted.steps, wanted.request)

    def _write(self, mail: "MailSeat | SharedSeat", turn: int, made: Callable[[], bytes]) -> None:
        """Save a turn to a file that the player chooses."""
        usual = str(_folder_of(self._model) / mail.file_name(turn))
        name, _ = QFileDialog.getSaveFileName(
            self._window, tr("Send my turn"), usual, f"{tr('Turn files')} (*{TURN_SUFFIX})"
        )
        if not name:
            return
        path = Path(name).with_suffix(TURN_SUFFIX)
        try:
            write_whole(path, made())
        except (MailError, GameFileError, OSError) as problem:
            self.remarked.emit(_told(problem))
            return
        self.remarked.emit(tr("Turn {turn} is in '{file}'. Send it off.", turn=turn, file=path.name))

    def open(self) -> None:
        """Open reports that the player chooses."""
        names, _ = QFileDialog.getOpenFileNames(
            self._window, tr("Open a turn"), str(_folder_of(self._model)), f"{tr('Turn files')} (*{TURN_SUFFIX})"
        )
        if names:
            self.open_files([Path(name) for name in names])

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open reports, in any order, and show the result of each."""
        mail = self._mail()
        if mail is None:
            return
        if mail.draft and not is_agreed(
            self._window,
            tr(
                "{count} {count:order|orders} that you have not sent will be undone. Open the file?",
                count=mail.draft,
            ),
        ):
            return
        from tabletop.mail.mail_inbox import open_letters

        try:
            said = [letter.sentence for letter in open_letters(paths, mail.open)]
        except (GameFileError, OSError) as problem:
            said = [_told(problem)]
        self._model.recorded.emit()
        message(self._window, "\n".join(said)).open()

    def go_to_contact(self) -> None:
        """Move a replay to the next step about a contact. If there is none, move to the next step of another player."""
        seat = self._model.table_seat
        ahead = list(seat.told_ahead()) if isinstance(seat, LocalSeat) else []
        contacts = (step for step, _, told in ahead if any(one.key.startswith(_CONTACTS) for one in told))
        others = (step for step, by, told in ahead if told and by not in (seat.name, MAIL))
        found = next(contacts, None) or next(others, None)
        if found is None:
            self.remarked.emit(tr("No later action is about a contact or another player."))
        else:
            self._model.stand_at(found)


def _wants(wanted: "ConsentWanted") -> str:
    if wanted.request:
        return tr("{player} asks: {words} Do you agree?", player=wanted.by, words=wanted.words)
    return tr(
        "{player} asks to undo {count:action|actions} {steps}. Do you agree?",
        player=wanted.by,
        steps=listed(list(map(str, wanted.steps))),
        count=len(wanted.steps),
    )


def _folder_of(model: TableModel) -> Path:
    file = model.table_seat.file
    return file.path.parent if file is not None and file.path is not None else Path()


def _told(problem: Exception) -> str:
    if isinstance(problem, OSError):
        return tr("'{file}' cannot be used: {why}.", file=problem.filename, why=problem.strerror)
    return str(problem)
