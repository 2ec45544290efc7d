"""The file of the game on the table: its state, and saving, watching and leaving it."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import file_to_write, message
from tabletop.seat import GameFileError

FOLLOW_MS = 1_000


class GameKeeper(QObject):
    """The keeper of the file of a window's game: saves it under a new name, watches it, and asks before it is lost."""

    saved_as = Signal(object)
    """The game now continues in this file."""

    remarked = Signal(str)
    """A message to the player."""

    changed = Signal()
    """The state of the file has changed."""

    def __init__(self, window: QWidget, model: TableModel) -> None:
        super().__init__(window)
        self._window = window
        self._model = model
        self._trouble = ""
        self._file = model.table_seat.file
        self._warning = self._file.warning if self._file is not None else ""
        self._is_given_up = False
        self._following = QTimer(self)
        self._following.setInterval(FOLLOW_MS)
        self._following.timeout.connect(self._follow)
        if model.review is None:
            self._following.start()

    def told(self) -> tuple[str, str, str, str]:
        """Return the viewer, the number of steps, the file, and the state of the file.

        A side that does not see everything gets no number of steps, since it would reveal the number of hidden steps.
        New trouble with the file is reported to the player.
        """
        trouble = self._file.trouble if self._file is not None else ""
        if trouble and trouble != self._trouble:
            self.remarked.emit(trouble)
        self._trouble = trouble
        path = self._file.path if self._file is not None else None
        where = path.name if path is not None else tr("no file")
        how = tr("watching") if self._model.is_watching else tr("saved")
        state = trouble or (tr("replay") if self._model.review is not None else how)
        steps = tr("{count} {count:action|actions}", count=self._model.table_seat.steps) if self._model.sees_all else ""
        return str(self._model.eyes), steps, where, state

    def save_as(self) -> None:
        """Let the player choose a new file for the game, and continue the game in it."""
        path = file_to_write(self._window, tr("Save as"), tr("Wartable games"), ".wartable")
        if path is None or self._file is None:
            return
        try:
            self._file.save_as(path)
        except GameFileError as error:
            self.remarked.emit(str(error))
            return
        self.saved_as.emit(path)
        self.changed.emit()

    def may_be_left(self) -> bool:
        """Return whether everything is on the disk, the window only watches, or the player agrees to lose the rest."""
        if self._is_on_disk() or self._is_given_up or self._model.is_watching:
            return True
        trouble = (self._file.trouble if self._file is not None else "") or tr("This game has no file.")
        box = message(self._window, tr("{problem} Save before closing?", problem=trouble))
        save = box.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton(tr("Discard game"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.setEscapeButton(stay)
        box.exec()
        box.deleteLater()
        if box.clickedButton() is save:
            self.save_as()
            return self._is_on_disk()
        self._is_given_up = box.clickedButton() is drop
        return self._is_given_up

    def _is_on_disk(self) -> bool:
        file = self._file
        return file is None or (file.path is not None and not file.trouble)

    def _follow(self) -> None:
        """Check for new steps if another program plays the game, or for damage to the file if this program does."""
        file = self._file
        if file is None:
            return
        if file.warning not in ("", self._warning):
            self.remarked.emit(file.warning)
        self._warning = file.warning
        if not self._model.is_watching:
            had = file.trouble
            if file.see_harm() and file.trouble != had:
                self.changed.emit()
            return
        self._model.follow().when_refused(self._following.stop).when_settled(self.changed.emit)
