"""The findings that stand: what a seat's moves have made wrong and nobody has mended, or let stand, since."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeAlias

from tabletop.assembly import TableAssistant
from tabletop.assisting import Finding, Level, Where
from tabletop.desktop.drawing.badges import Badge
from tabletop.desktop.table_model import TableModel
from tabletop.game.game import Game
from tabletop.game.moves import Move, Moves, turns
from tabletop.game.step import Step, TakeBack
from tabletop.game.view import Changes

Mark: TypeAlias = tuple[str, tuple[int, ...], tuple[Where, ...]]
"""By what a finding is known from step to step."""


class _Stood(NamedTuple):
    """A finding, and the move by which it was found."""

    finding: Finding
    move: Move


class StandingFindings:
    """Kept from step to step: one that a later step has mended goes by itself."""

    def __init__(self, assistant: TableAssistant, model: TableModel) -> None:
        self._assistant = assistant
        self._model = model
        self._view = model.game
        self._moves = Moves(self._is_wrong)
        self._stood: dict[Mark, _Stood] = {}
        self._let_stand: dict[Mark, int] = {}

    @property
    def open(self) -> tuple[Finding, ...]:
        """Those that stand, the oldest first; among them those that the player lets stand."""
        return tuple(stood.finding for stood in self._stood.values())

    def badge(self, finding: Finding, levels: Mapping[str, Level]) -> Badge:
        """How grave one is, where the table takes the checks so strictly."""
        if self.is_let_stand(finding):
            return "stands"
        return "refused" if levels.get(finding.check) == "enforce" else "advise"

    def is_let_stand(self, finding: Finding) -> bool:
        """Whether the player lets it stand, and has not taken that back."""
        let_at = self._let_stand.get(finding.mark)
        return let_at is not None and let_at not in self._model.session.journal.taken_back()

    def start(self) -> None:
        """Begin with the position as it is, which nobody is to blame for, if it is not the one that was known last."""
        if self._view is not self._model.game:
            self.start_anew()

    def start_anew(self) -> None:
        """Begin with the position as it is, which nobody is to blame for."""
        self.forget()
        self._view = self._model.game

    def forget(self) -> None:
        """Nothing stands."""
        self._moves.forget()
        self._stood.clear()
        self._let_stand.clear()

    def follow(self, changes: Changes, step: Step) -> None:
        """This step has changed the view; one that a procedure of the rules has made does nothing wrong."""
        if turns(step.patch):
            self.start_anew()
            return
        before, self._view = self._view, self._model.game
        self._mend()
        made = Move(before, frozenset(changes.pieces))
        again = isinstance(step.command, TakeBack)
        for move in self._moves.hear(before, step, made.pieces):
            for finding in self._found(move, None if again else made):
                self._stood[finding.mark] = _Stood(finding, move)

    def going_on(self, pieces: Collection[int]) -> Move:
        """The move that a step of this seat with these pieces would be part of."""
        return self._moves.going_on(self._model.seat, self._model.game, frozenset(pieces))

    def let_stand(self, finding: Finding, seq: int) -> None:
        """The player has seen it, and it stands, as that step of the record says; while it is not taken back."""
        self._let_stand[finding.mark] = seq

    def _mend(self) -> None:
        """Let go what is right again, as seen from before it was wrong."""
        moves = {(stood.move.first, stood.move.pieces): stood.move for stood in self._stood.values()}
        found = {which: {one.mark: one for one in self._found(move)} for which, move in moves.items()}
        kept: dict[Mark, _Stood] = {}
        for mark, stood in self._stood.items():
            finding = found[stood.move.first, stood.move.pieces].get(mark)
            if finding is not None:
                kept[mark] = _Stood(finding, stood.move)
        mended = self._stood.keys() - kept.keys()
        self._let_stand = {mark: seq for mark, seq in self._let_stand.items() if mark not in mended}
        self._stood = kept

    def _found(self, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        return self._assistant.findings(self._view, self._model.seat, move, step)

    def _is_wrong(self, _by: str, move: Move, game: Game) -> bool:
        return bool(self._assistant.findings(game, self._model.seat, move))
