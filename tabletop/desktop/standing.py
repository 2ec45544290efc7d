"""The findings that stand: what the moves of a phase have made wrong and nobody has mended, or let stand, since."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeAlias

from tabletop.assembly import TableAssistant
from tabletop.assisting import Finding, Level, Where
from tabletop.desktop.drawing.badges import Badge
from tabletop.desktop.table_model import TableModel
from tabletop.game.game import Game
from tabletop.game.moves import Move, Moves, turned, turns
from tabletop.game.step import Step, TakeBack
from tabletop.game.view import Changes
from tabletop.telling import said_to_stand

Mark: TypeAlias = tuple[str, tuple[int, ...], tuple[Where, ...]]
"""By what a finding is known from step to step."""


class _Stood(NamedTuple):
    """A finding, and the move by which it was found."""

    finding: Finding
    move: Move


class StandingFindings:
    """Kept from step to step: one that a later step has mended goes by itself.

    Where nothing is known (the game is opened, the assistant switched on, another phase begins or goes on since its end
    was taken back), they are found by hearing anew of all that was done in the phase.
    """

    def __init__(self, assistant: TableAssistant, model: TableModel) -> None:
        self._assistant = assistant
        self._model = model
        self._view: Game | None = None
        self._moves = Moves(self._is_wrong)
        self._stood: dict[Mark, _Stood] = {}
        self._let_stand: dict[int, str] = {}

    @property
    def open(self) -> tuple[Finding, ...]:
        """Those that stand, the oldest first; among them those that the player lets stand."""
        self._know()
        return tuple(stood.finding for stood in self._stood.values())

    def badge(self, finding: Finding, levels: Mapping[str, Level]) -> Badge:
        """How grave one is, where the table takes the checks so strictly."""
        if self.is_let_stand(finding):
            return "stands"
        return "refused" if levels.get(finding.check) == "enforce" else "advise"

    def is_let_stand(self, finding: Finding) -> bool:
        """Whether the player lets it stand, and has not taken that back."""
        self._know()
        off = self._model.session.journal.taken_back()
        return any(said.startswith(finding.sentence) for step, said in self._let_stand.items() if step not in off)

    def start(self) -> None:
        """Go on, with what is known if the position is the one that was known last."""
        if self._view is not self._model.game:
            self.forget()

    def forget(self) -> None:
        """Know nothing: what stands is found anew when it is asked for."""
        self._view = None
        self._moves.forget()
        self._stood.clear()
        self._let_stand.clear()

    def follow(self, changes: Changes, step: Step) -> None:
        """This step has changed the view; one that a procedure of the rules has made does nothing wrong."""
        if self._view is None or turns(step.patch):
            self.forget()
            return
        before, self._view = self._view, self._model.game
        self._note(step)
        self._mend()
        made = Move(before, frozenset(changes.pieces))
        again = isinstance(step.command, TakeBack)
        for move in self._moves.hear(before, step, made.pieces):
            for finding in self._found(move, None if again else made):
                self._stood[finding.mark] = _Stood(finding, move)

    def going_on(self, pieces: Collection[int]) -> Move:
        """The move that a step of this seat with these pieces would be part of."""
        self._know()
        return self._moves.going_on(self._model.seat, self._model.game, frozenset(pieces))

    def _know(self) -> None:
        """Hear of all that was done in the phase, unless it is known."""
        if self._view is not None:
            return
        self._view = self._model.game
        for seen in self._model.phase_so_far():
            if not turned(seen.step):
                self._note(seen.step)
                self._moves.hear(seen.before, seen.step, seen.pieces)
        for move in self._moves.all:
            for finding in self._found(move):
                self._stood[finding.mark] = _Stood(finding, move)

    def _note(self, step: Step) -> None:
        """Note what a step lets stand, if it does."""
        said = said_to_stand(step)
        if said:
            self._let_stand[step.seq] = said

    def _mend(self) -> None:
        """Let go what is right again, as seen from before it was wrong."""
        moves = {(stood.move.first, stood.move.pieces): stood.move for stood in self._stood.values()}
        found = {which: {one.mark: one for one in self._found(move)} for which, move in moves.items()}
        kept: dict[Mark, _Stood] = {}
        for mark, stood in self._stood.items():
            finding = found[stood.move.first, stood.move.pieces].get(mark)
            if finding is not None:
                kept[mark] = _Stood(finding, stood.move)
        mended = tuple(stood.finding.sentence for mark, stood in self._stood.items() if mark not in kept)
        if mended:
            self._let_stand = {step: said for step, said in self._let_stand.items() if not said.startswith(mended)}
        self._stood = kept

    def _found(self, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        return self._assistant.findings(self._model.game, self._model.seat, move, step)

    def _is_wrong(self, _by: str, move: Move, game: Game) -> bool:
        return bool(self._assistant.findings(game, self._model.seat, move))
