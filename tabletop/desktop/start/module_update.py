"""The question to the player about an update of a game to another version of its module."""

from typing import Final

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import is_agreed, label
from tabletop.game.change.patch import HolderPlace, Patch, Recast
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.module.update.game_update import left_behind
from tabletop.module.update.update_choices import UpdateChoices, UpdateDifferences, to_catch_up

_WIDTH_PX: Final = 460


def wanted_along(parent: QWidget | None, game: Game, module: Module, patch: Patch) -> UpdateChoices | None:
    """Ask which parts of a module update the player wants; return None if the player cancels.

    The question lists everything that would be lost. Raises `MoveAlongError` if the update cannot be made.
    """
    question, differs = _question(game, module, patch), to_catch_up(game, module)
    if differs == UpdateDifferences():
        return UpdateChoices() if is_agreed(parent, question) else None
    card = _Card(parent, question, differs)
    is_meant = card.exec()
    card.deleteLater()
    return card.wanted if is_meant else None


def _question(game: Game, module: Module, patch: Patch) -> str:
    pieces, places = (sum(isinstance(change, kind) for change in patch) for kind in (Recast, HolderPlace))
    title, played, here = module.about.title, game.module.version, module.name.version
    differs = (
        tr("Version {version} of {module} here differs from the one that this game uses.", version=here, module=title)
        if here == played
        else tr(
            "This game uses version {played} of {module}; version {here} is here.",
            played=played,
            module=title,
            here=here,
        )
    )
    changes = [tr("{count} {count:counter|counters} would change.", count=pieces)]
    if places:
        changes.append(tr("{count} {count:stack|stacks} would move with {count:its place|their places}.", count=places))
    changes += filter(None, [left_behind(game, module).told()])
    return "\n\n".join((differs, " ".join(changes), tr("Update the game? You can undo this.")))


class _Card(QDialog):
    """A card with the question, and with a tick box for each further choice."""

    def __init__(self, parent: QWidget | None, question: str, differs: UpdateDifferences) -> None:
        super().__init__(parent)
        self.setWindowTitle("Wartable")
        column = QVBoxLayout(self)
        asked = label(question)
        asked.setWordWrap(True)
        asked.setMinimumWidth(_WIDTH_PX)
        column.addWidget(asked)
        self._away = QCheckBox(
            tr("Remove {count} {count:counter|counters} that this version lacks", count=differs.counters)
        )
        self._decks = QCheckBox(tr("Update decks to this version"))
        told = label(differs.decks_told(), "caption")
        told.setWordWrap(True)
        if differs.counters:
            column.addWidget(self._away)
        if differs.decks_told():
            column.addWidget(self._decks)
            column.addWidget(told)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Yes | QDialogButtonBox.StandardButton.No)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    @property
    def wanted(self) -> UpdateChoices:
        """The ticked choices."""
        return UpdateChoices(self._away.isChecked(), self._decks.isChecked())
