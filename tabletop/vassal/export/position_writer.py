"""The commands that create a game's position in VASSAL: the reverse of `followed_game`."""

from collections.abc import Iterable, Iterator
from typing import Final

from tabletop.expression import as_text
from tabletop.game.side_cells import side_of
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.side_clocks import used_property
from tabletop.game.state.values import BACKS
from tabletop.module.contents.laid_boards import as_laid, boards_property, read
from tabletop.module.module import Module
from tabletop.vassal.components.pieces.kept_definitions import KeptDefinitions
from tabletop.vassal.export.piece_writer import PASSWORD, MapPoint, PieceWriter
from tabletop.vassal.expressions.piece_properties import vassal_name
from tabletop.vassal.files.game_commands import (
    AddPiece,
    AddPlayer,
    BoardAt,
    Command,
    IgnoredCommand,
    SetBoards,
    SetClock,
    SetNotes,
    SetPrivateNote,
    SetSecretNote,
    SetTurn,
    SetUp,
    SetVassalProperty,
    Uses,
)
from tabletop.vassal.files.sequence import join
from tabletop.vassal.games.followed_game import OPEN_NOTES, PRIVATE_NOTES
from tabletop.vassal.games.turn_states import turn_state
from tabletop.vassal.traits.trait_fields import yes_no

_MODULE: Final = "Module"
_NO_LAYER: Final = "@@-1"
_STACK: Final = "stack"


class PositionWriter:
    """A writer of positions of one module's games. `unknown_decks` collects the names of decks that the module
    lacks.
    """

    def __init__(self, module: Module, definitions: KeptDefinitions, game: Game) -> None:
        """Prepare to write positions of games with the same boards as this one."""
        self._module = module
        self._definitions = definitions
        self.pieces = PieceWriter(module, definitions)
        self._maps = [definitions.maps.get(name, name) for name in game.maps]
        self._sheets = as_laid(module, game.properties).sheets
        habits = [module.components.habits_of(name) for name in game.maps]
        self._stacking = [each.stacking for each in habits]
        self._layered = [bool(each.layered_by) for each in habits]
        self._containers = dict(self._named_properties())
        self.unknown_decks: set[str] = set()

    def start(self, game: Game) -> Iterator[Command]:
        """Yield the commands that create a position: first its pieces, stacks and decks, then everything else."""
        yield from self.things(game, (*game.holders,))
        yield from self.beside(game)

    # pieces and their holders

    def things(self, game: Game, holders: Iterable[int]) -> Iterator[AddPiece]:
        """Yield the commands for these holders and the pieces in them, in drawing order."""
        for id in sorted(holders, key=lambda id: self.rank(game, id)):
            yield from self.thing(game, id)

    def rank(self, game: Game, holder: int) -> tuple[int, int, int, int, int]:
        """Return a sort key of holders for saves: those on no map first, and cargo after mats."""
        held, depth = game.holders[holder], 0
        while held.carrier:
            held, depth = game.holder_of(held.carrier), depth + 1
        return held.map, held.layer, held.z, depth, holder

    def thing(self, game: Game, holder: int) -> Iterator[AddPiece]:
        """Yield the commands for the pieces in a holder, bottom first, and then for its stack or deck; none for the
        table's own box.
        """
        held = game.holders[holder]
        if held.name == TABLE:
            return
        at = self.spot(game, held)
        there = []
        for id in held.pieces:
            written = self.pieces.written(game, id, at)
            if written is not None:
                there.append(str(id))
                yield AddPiece(str(id), written.type, written.state)
        if held.form == "deck":
            yield AddPiece(str(holder), *self.deck(game, holder, there))
        elif there and self.is_stack(game, held):
            yield AddPiece(str(holder), _STACK, self.stack_state(game, held, there))

    def deck(self, game: Game, holder: int, pieces: Iterable[str]) -> tuple[str, str]:
        """Return the type and the state of a deck with these pieces, bottom first.

        Note the deck in `unknown_decks` if the module lacks it.
        """
        held = game.holders[holder]
        at, face_down = self.spot(game, held), yes_no(BACKS in held.looks)
        usual = join(["deck", *("" for _ in range(12)), held.name], ";") or ""
        if held.name not in self._definitions.decks:
            self.unknown_decks.add(held.name)
        fields = [at.map, str(at.x), str(at.y), face_down, ",".join(pieces)]
        return self._definitions.decks.get(held.name, usual), join(fields, ";") or ""

    def stack_state(self, game: Game, held: Holder, pieces: Iterable[str]) -> str:
        """Return the state of a stack with these pieces, bottom first."""
        at, layer = self.spot(game, held), f"@@{held.layer}" if self._layered[held.map] else _NO_LAYER
        return join([at.map, str(at.x), str(at.y), *pieces, layer], ";") or ""

    def spot(self, game: Game, held: Holder) -> MapPoint:
        """Return the position of a holder: for cargo, the position of its carrier plus the distance from the carrier. A
        holder that is on no map, or is neither a stack nor a deck, is at a point of no map.
        """
        dx = dy = 0
        while held.carrier:
            dx, dy, held = dx + held.x, dy + held.y, game.holder_of(held.carrier)
        if held.map < 0 or held.form not in ("stack", "deck"):
            return MapPoint()
        return MapPoint(self._maps[held.map], held.x + dx, held.y + dy)

    def is_stack(self, game: Game, held: Holder) -> bool:
        """Return whether a holder is a stack in VASSAL, not just a lone piece."""
        lying = held
        while lying.carrier:
            lying = game.holder_of(lying.carrier)
        if lying.map < 0 or lying.form != "stack":
            return False
        if len(held.pieces) > 1:
            return True
        return self._stacking[lying.map] and self.pieces.stacks(game.kind_of(held.pieces[0]))

    # everything else

    def beside(self, game: Game) -> Iterator[Command]:
        """Yield the commands for everything except pieces."""
        yield from self._boards(game)
        yield SetUp()
        for full, (name, container) in self._containers.items():
            if full in game.properties:
                yield SetVassalProperty(name, as_text(game.properties[full]), container)
        yield from self.turns(game)
        yield from self.notes(game)
        yield from self.clocks(game)
        for number, _ in enumerate(self._module.about.openings):
            yield IgnoredCommand(f"SGKC\tSGKC{number}\ttrue")
        for name in self._module.about.extensions:
            yield Uses("extension", f"{name}.vmdx", "0")

    def players(self) -> Iterator[AddPlayer]:
        """Yield a player for each side that owns something written so far. In VASSAL the other sides are free."""
        titles = {side.id: side.title for side in self._module.about.sides}
        for side in sorted(self.pieces.owners):
            yield AddPlayer(PASSWORD.format(side), titles[side], titles[side])

    def property_named(self, full: str) -> tuple[str, str] | None:
        """Return the name of a property in VASSAL, and its container; None if VASSAL has no such property."""
        return self._containers.get(full)

    def _named_properties(self) -> Iterator[tuple[str, tuple[str, str]]]:
        about = self._module.about
        for full in dict.fromkeys((*about.properties, *(option.property for option in about.options))):
            yield full, self._named(full)

    def _named(self, full: str) -> tuple[str, str]:
        for id in self._module.sheets:
            map_ = self._definitions.maps.get(id, id)
            if full.startswith(f"map:{id}:"):
                return vassal_name(full[len(f"map:{id}:") :]), map_
            if full.startswith(f"zone:{id}:"):
                zone, _, name = full[len(f"zone:{id}:") :].rpartition(":")
                return vassal_name(name), f"{map_}:{zone}"
        return vassal_name(full), _MODULE

    def _boards(self, game: Game) -> Iterator[SetBoards]:
        for id, sheet in self._sheets.items():
            laid = read(game.properties.get(boards_property(id)))
            if not laid and sheet.choice is not None:
                laid = sheet.choice.usual
            boards = tuple(BoardAt(each.board, each.turned, each.column, each.row) for each in laid)
            if not boards and sheet.boards:
                boards = (BoardAt(sheet.boards[0].name, False, 0, 0),)
            yield SetBoards(self._definitions.maps.get(id, id), boards)

    def turns(self, game: Game) -> Iterator[SetTurn]:
        """Yield the states of the turn trackers."""
        for number, tracker in enumerate(self._module.components.trackers.values()):
            yield SetTurn(f"TurnTracker{number}", turn_state(tracker, tracker.positions(game.properties.get)))

    def notes(self, game: Game) -> Iterator[Command]:
        """Yield the notes. A note for which VASSAL has no field becomes a secret note, already revealed if it is public
        here.
        """
        titles = {title: kind for kind, title in OPEN_NOTES.items()}
        found: set[str | int] = set()
        for id, note in game.notes.items():
            side = side_of(game.sides[note.side]) if note.side >= 0 else ""
            text = join(note.text.split("\n"), "|") or ""
            if note.kind == "public" and note.side < 0 and note.title in titles and note.title not in found:
                found.add(note.title)
                yield SetNotes(titles[note.title], text)
            elif note.kind == "private" and note.title == PRIVATE_NOTES and note.side not in found:
                found.add(note.side)
                yield SetPrivateNote(self._owner(side), text)
            else:
                owner = self._owner(side) if side else ""
                yield SetSecretNote(note.title, owner, note.kind != "public", text, "", str(id))

    def _owner(self, side: str) -> str:
        self.pieces.owners.add(side)
        return PASSWORD.format(side)

    def clocks(self, game: Game) -> Iterator[SetClock]:
        """Yield the time that each side with a clock has used, if the game has it."""
        titles = {side.id: side.title for side in self._module.about.sides}
        for side in self._module.components.clocks:
            used = game.properties.get(used_property(side))
            if isinstance(used, int):
                yield SetClock(titles[side], used, "", ("0", "false", "true"))
