"""The findings that stand: what a seat's moves have made wrong and nobody has mended, or let stand, since."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from tabletop.assembly import TableAssistant
from tabletop.assisting import Finding, Level, Where
from tabletop.desktop.drawing.badges import Badge
from tabletop.desktop.table_model import TableModel
from tabletop.game.game import Game
from tabletop.game.view import Changes

Mark: TypeAlias = tuple[str, tuple[int, ...], tuple[Where, ...]]
"""By what a finding is known from step to step."""


class _Stood(NamedTuple):
    """A finding, and what it was found by: the position before, and the pieces that had moved."""

    finding: Finding
    before: Game
    pieces: tuple[int, ...]


class StandingFindings:
    """Kept from step to step: one that a later step has mended goes by itself."""

    def __init__(self, assistant: TableAssistant, model: TableModel) -> None:
        self._assistant = assistant
        self._model = model
        self._view = model.game
        self._stood: dict[Mark, _Stood] = {}
        self._let_stand: dict[Mark, int] = {}

    @property
    def open(self) -> tuple[Finding, ...]:
        """Those that stand, the oldest first; among them those that the player lets stand."""
        return tuple(stood.finding for stood in self._stood.values())

    def badge(self, finding: Finding, levels: Mapping[str, Level]) -> Badge:
        """How grave one is, where the table takes the checks so strictly."""
        let_at = self._let_stand.get(finding.mark)
        if let_at is not None and let_at not in self._model.session.journal.taken_back():
            return "stands"
        return "refused" if levels.get(finding.check) == "enforce" else "advise"

    def start(self) -> None:
        """Begin with the position as it is, which nobody is to blame for."""
        self.forget()
        self._view = self._model.game

    def forget(self) -> None:
        """Nothing stands."""
        self._stood.clear()
        self._let_stand.clear()

    def follow(self, changes: Changes, *, by_rules: bool) -> None:
        """A step has changed the view; one that a procedure of the rules has made does nothing wrong."""
        before, self._view = self._view, self._model.game
        self._mend()
        if by_rules:
            return
        for finding in self._found(before, tuple(changes.pieces)):
            self._stood[finding.mark] = _Stood(finding, before, tuple(changes.pieces))

    def let_stand(self, finding: Finding, seq: int) -> None:
        """The player has seen it, and it stands, as that step of the record says; while it is not taken back."""
        self._let_stand[finding.mark] = seq

    def _mend(self) -> None:
        """Let go what is right again, as seen from before it was wrong."""
        looks = dict.fromkeys((id(stood.before), stood.pieces) for stood in self._stood.values())
        befores = {id(stood.before): stood.before for stood in self._stood.values()}
        found = {
            (which, finding.mark): finding for which, pieces in looks for finding in self._found(befores[which], pieces)
        }
        kept = {
            mark: stood._replace(finding=found[id(stood.before), mark])
            for mark, stood in self._stood.items()
            if (id(stood.before), mark) in found
        }
        self._let_stand = {mark: seq for mark, seq in self._let_stand.items() if mark in kept}
        self._stood = kept

    def _found(self, before: Game, pieces: tuple[int, ...]) -> tuple[Finding, ...]:
        there = tuple(piece for piece in pieces if piece in self._view.pieces or piece in before.pieces)
        return self._assistant.findings(before, self._view, self._model.seat, there) if there else ()
