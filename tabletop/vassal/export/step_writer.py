"""Steps of a game as commands with the same effect in VASSAL.

VASSAL joins and splits stacks in its own way. Therefore each command is also carried out on a `VassalPosition`, which
behaves as VASSAL does. Moves are written as moves; then the whole state of a stack corrects the remaining differences.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tabletop.expression import as_text
from tabletop.game.change.patch import Property, Write
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.values import BACKS
from tabletop.module.module import Module
from tabletop.vassal.export.piece_writer import MapPoint, WrittenPiece, placed
from tabletop.vassal.export.position_writer import PositionWriter
from tabletop.vassal.files.game_commands import (
    NOTHING,
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Command,
    MovePiece,
    RemovePiece,
    UndoBlock,
)
from tabletop.vassal.files.sequence import nested
from tabletop.vassal.games.followed_game import map_rules
from tabletop.vassal.games.game_things import VassalPiece, VassalStack
from tabletop.vassal.games.shown_steps import StepReporter
from tabletop.vassal.games.vassal_position import VassalPosition

_NAMELESS: Final = "run"
"""The beginning of the ids of stacks that VASSAL itself makes; their real ids are unknown here."""


class StepWriter:
    """A writer of the steps that follow a position. `position` is VASSAL's position after the steps so far."""

    def __init__(self, module: Module, writer: PositionWriter, game: Game, start: Iterable[Command]) -> None:
        """Begin with the position that the commands `start` create."""
        self._writer = writer
        self.position = VassalPosition(map_rules(module))
        self._reporter = StepReporter(module)
        self._commands: list[Command] = []
        self._sent: dict[int, WrittenPiece] = {}
        self.position.do(start)
        for id in game.pieces:
            self._note(game, id)

    def step(self, before: Game, step: Step, after: Game) -> list[Command]:
        """Return the commands of a step, without its lines of the chat. The commands of an undo are marked as such."""
        self._commands = []
        takes_back = isinstance(step.command, TakeBack)
        if takes_back:
            self._commands.append(UndoBlock(True))
        self._bring_pieces(before, step, after)
        self._commands += self._beside(before, step, after)
        for told in step.told:
            self._commands += self._reporter.commands(told)
        if takes_back:
            self._commands.append(UndoBlock(False))
        return self._commands

    def _do(self, command: Command) -> None:
        self._commands.append(command)
        self.position.do([command])

    # pieces

    def _bring_pieces(self, before: Game, step: Step, after: Game) -> None:
        """Move the pieces touched by a step to their current positions, and set their states."""
        pieces, holders = _touched(before, step, after)
        for id in sorted(pieces):
            if id not in after.pieces:
                self._remove(id)
        there = [id for id in holders if id in after.holders and after.holders[id].name != TABLE]
        there.sort(key=lambda id: self._writer.rank(after, id))
        for holder in there:
            under = ""
            for id in after.holders[holder].pieces:
                self._bring(after, id, under)
                under = str(id)
        for _ in range(2):  # one correction may make another possible
            for holder in there:
                self._settle(after, holder)
        for id in sorted(holders):
            gone = self.position.stacks.get(str(id)) if id not in after.holders else None
            if gone is not None and not gone.pieces:
                self._do(RemovePiece(str(id)))

    def _note(self, game: Game, id: int) -> None:
        held = game.holder_of(id)
        written = self._writer.pieces.written(game, id, self._writer.spot(game, held)) if held.name != TABLE else None
        if written is not None:
            self._sent[id] = written

    def _remove(self, id: int) -> None:
        self._sent.pop(id, None)
        if str(id) in self.position.pieces:
            self._do(RemovePiece(str(id)))

    def _bring(self, game: Game, id: int, under: str) -> None:
        """Set the state of a piece, and move it to its position, directly above the piece `under` ("" for none)."""
        at = self._writer.spot(game, game.holder_of(id))
        wanted, sent = self._writer.pieces.written(game, id, at), self._sent.get(id)
        if wanted is None:
            return
        here = self.position.pieces.get(str(id))
        if here is None or sent is None or sent.type != wanted.type:
            self._place_anew(id, wanted)
            return
        self._sent[id] = wanted
        now = _spot_of(here)
        old, new = (nested((*each.states[:-1], placed(each, now))) for each in (sent, wanted))
        if old != new:
            self._do(ChangePiece(str(id), new, old))
        now = _spot_of(here)
        if now == at:
            return
        if at.map == NOTHING:
            self._place_anew(id, wanted)
            return
        beneath = self.position.pieces.get(under)
        fits = beneath is not None and _spot_of(beneath) == at
        self._do(MovePiece(str(id), at.map, at.x, at.y, under if fits else None, *_was(here, now)))

    def _place_anew(self, id: int, wanted: WrittenPiece) -> None:
        """Add a piece at its position; remove it first if it is already in the game."""
        self._remove(id)
        self._sent[id] = wanted
        self._do(AddPiece(str(id), wanted.type, wanted.state))

    def _settle(self, game: Game, id: int) -> None:
        """Put the pieces of a holder in order into one stack or deck, or a lone piece on the map by itself, unless
        moves have already done so.
        """
        held = game.holders[id]
        wanted = [str(piece) for piece in held.pieces if str(piece) in self.position.pieces]
        if held.form == "deck":
            self._settle_deck(game, id, held, wanted)
        elif wanted and self._writer.is_stack(game, held):
            if not self._is_stacked(game, id, wanted):
                self._say(id, "stack", self._writer.stack_state(game, held, wanted))
        elif wanted and self._writer.spot(game, held).map != NOTHING:
            for piece in wanted:
                here = self.position.pieces[piece]
                if here.stack is not None or not self.position.is_lying(here):
                    self._place_anew(int(piece), self._sent[int(piece)])

    def _is_stacked(self, game: Game, id: int, wanted: list[str]) -> bool:
        """Return whether one stack contains exactly these pieces, has an id known here, and is not needed for another
        holder.
        """
        stack = self.position.pieces[wanted[0]].stack
        if stack is None or stack.id.startswith(_NAMELESS) or not self.position.is_lying(stack):
            return False
        if int(stack.id) != id and int(stack.id) in game.holders:
            return False
        at = self._writer.spot(game, game.holders[id])
        return [piece.id for piece in stack.pieces] == wanted and _spot_of(stack) == at

    def _settle_deck(self, game: Game, id: int, held: Holder, wanted: list[str]) -> None:
        deck = self.position.stacks.get(str(id))
        type_, state = self._writer.deck(game, id, wanted)
        if deck is not None and deck.face_down == (BACKS in held.looks):
            lying = [piece.id for piece in deck.pieces]
            if lying == wanted and _spot_of(deck) == self._writer.spot(game, held):
                return
        self._say(id, type_, state)

    def _say(self, id: int, type_: str, state: str) -> None:
        """Write the whole state of a stack or a deck, or add it if there is none with this id."""
        known = str(id) in self.position.stacks
        self._do(ChangePiece(str(id), state) if known else AddPiece(str(id), type_, state))

    # everything else

    def _beside(self, before: Game, step: Step, after: Game) -> Iterator[Command]:
        """Yield the changes of properties, turns, notes and clocks."""
        writer = self._writer
        changed = dict.fromkeys(change.name for change in step.patch if isinstance(change, Property))
        for full in changed:
            known = writer.property_named(full)
            old, new = (as_text(game.properties.get(full)) for game in (before, after))
            if known is not None and old != new:
                yield ChangeProperty(known[0], old, new, known[1])
        if changed:
            yield from _new(writer.turns(before), writer.turns(after))
            yield from _new(writer.clocks(before), writer.clocks(after))
        if any(isinstance(change, Write) for change in step.patch):
            yield from _new(writer.notes(before), writer.notes(after))


def _touched(before: Game, step: Step, after: Game) -> tuple[set[int], set[int]]:
    """Return the pieces that a step may have moved or changed, and the holders that contained them before or after."""
    touched = TouchedThings(before, after, step.patch)
    pieces, holders = set(touched.pieces), set(touched.holders)
    for game in (before, after):
        waiting = [*pieces, *(piece for id in holders if id in game.holders for piece in game.holders[id].pieces)]
        for piece in waiting:  # the loop adds to this list
            if piece not in game.pieces:
                continue
            pieces.add(piece)
            holders.add(game.pieces[piece].at)
            waiting.extend(rider for hold in game.carried.get(piece, ()) for rider in game.holders[hold].pieces)
        mats = [game.holders[id].carrier for id in holders if id in game.holders]
        pieces.update(filter(None, mats))
        holders.update(game.pieces[mat].at for mat in mats if mat)
    return pieces, holders


def _new(before: Iterable[Command], after: Iterable[Command]) -> Iterator[Command]:
    """Yield the commands that differ from the earlier ones."""
    known = set(before)
    return (command for command in after if command not in known)


def _spot_of(thing: VassalPiece | VassalStack) -> MapPoint:
    return MapPoint(thing.map, thing.x, thing.y) if thing.map is not None else MapPoint(NOTHING, thing.x, thing.y)


def _was(piece: VassalPiece, at: MapPoint) -> tuple[str | None, int, int, str | None]:
    """Return the earlier position of a piece: its map (None for no map), its point, and the id of the piece beneath
    it in its stack (None for none).
    """
    stack = piece.stack
    index = stack.pieces.index(piece) if stack is not None and piece in stack.pieces else 0
    beneath = stack.pieces[index - 1].id if stack is not None and index else None
    return None if at.map == NOTHING else at.map, at.x, at.y, beneath
