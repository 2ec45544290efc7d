"""Export of a game of an imported module to a file for players who use VASSAL."""

import time
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.platform.background_work import done_shown
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import file_to_write, label, message
from tabletop.module.cache.module_cache import write_whole
from tabletop.seat import GameFile, GameFileError

ALL_STEPS: Final = 1_000_000
"""The greatest number of steps that can be entered, more than any game has."""

_USUAL_STEPS: Final = 20
_WIDTH_PX: Final = 440


class WantedFile(NamedTuple):
    """The wanted file: a log of this number of last steps, or a save of the position if `steps` is None."""

    steps: int | None


class VassalWriter(QObject):
    """The command that exports the game of a window to a VASSAL save or log."""

    remarked = Signal(str)
    """A message to the player."""

    def __init__(self, window: QWidget, model: TableModel) -> None:
        super().__init__(window)
        self._window, self._model = window, model

    @property
    def is_offered(self) -> bool:
        """True if the game can be exported to VASSAL, and its whole record is on this machine."""
        return self._model.module.about.imported is not None and self._model.table_seat.file is not None

    def export(self) -> None:
        """Ask for the kind and the name of the file, write it, and show the remarks on what differs in VASSAL."""
        file = self._model.table_seat.file
        if file is None:
            return
        wanted = ExportCard.asked(self._window)
        if wanted is None:
            return
        kind, ending = (tr("VASSAL saves"), ".vsav") if wanted.steps is None else (tr("VASSAL logs"), ".vlog")
        path = file_to_write(self._window, tr("Export for VASSAL"), kind, ending)
        if path is None:
            return
        from tabletop.vassal.files.vassal_error import VassalError

        try:
            remarks = self._written(file, wanted, path.name)
            if remarks is None:
                return
            write_whole(path, remarks[0])
        except OSError:
            self.remarked.emit(tr("'{file}' cannot be written.", file=path))
        except (GameFileError, VassalError) as problem:
            self.remarked.emit(str(problem))
        else:
            self._tell(path.name, remarks[1])

    def _written(self, file: GameFile, wanted: WantedFile, name: str) -> tuple[bytes, tuple[str, ...]] | None:
        """Return the content of the file, and the remarks on it; None if the player cancels."""
        from tabletop.vassal.export.game_export import export_steps

        since = max(file.first, file.last - (wanted.steps or 0))
        game, steps, module = file.game_at(since), tuple(file.steps(since + 1)), self._model.module
        at_ms = time.time_ns() // 1_000_000
        done = done_shown(name, tr("Writing…"), lambda _: export_steps(module, game, steps, at_ms), self._window)
        if done is None:
            return None
        return done.content, done.remarks if self._model.sees_all else done.remarks_for_all

    def _tell(self, name: str, remarks: tuple[str, ...]) -> None:
        said = "\n\n".join(remarks)
        box = message(self._window, tr("'{file}' has been exported for VASSAL.\n\n{remarks}", file=name, remarks=said))
        box.exec()
        box.deleteLater()


class ExportCard(QDialog):
    """A card that asks for the content of a file for VASSAL: the position, or a log of all or of the last steps.

    It does not show the number of steps, since that would reveal unseen steps.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export for VASSAL"))
        self.setMinimumWidth(_WIDTH_PX)
        self.position = QRadioButton(tr("Position as it is now (.vsav)"))
        self.whole = QRadioButton(tr("Log of the whole game (.vlog)"))
        self.last = QRadioButton(tr("Log of the last actions (.vlog):"))
        self.position.setChecked(True)
        self.steps = QSpinBox()
        self.steps.setRange(1, ALL_STEPS)
        self.steps.setValue(_USUAL_STEPS)
        self.steps.setEnabled(False)
        self.steps.setAccessibleName(tr("Number of actions"))
        self.last.toggled.connect(self.steps.setEnabled)
        counted = QHBoxLayout()
        counted.addWidget(self.last)
        counted.addWidget(self.steps)
        counted.addStretch(1)
        warning = label(tr("Anybody with the file can read all of it: hidden counters, hands and decks."))
        warning.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for each in (warning, self.position, self.whole):
            column.addWidget(each)
        column.addLayout(counted)
        column.addWidget(buttons)

    @property
    def wanted(self) -> WantedFile:
        """The player's choice."""
        if self.position.isChecked():
            return WantedFile(None)
        return WantedFile(self.steps.value() if self.last.isChecked() else ALL_STEPS)

    @classmethod
    def asked(cls, parent: QWidget | None) -> WantedFile | None:
        """Return the player's choice; None if the player cancels."""
        card = cls(parent)
        is_meant = card.exec() == QDialog.DialogCode.Accepted
        card.deleteLater()
        return card.wanted if is_meant else None
