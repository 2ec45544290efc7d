"""Tables for measurements: any number of counters in stacks on a map of hexes. Every run has the same ones."""

from functools import cache
from typing import Final, NamedTuple

from tabletop.board.hexes import HexGrid
from tabletop.board.map import Board, Map
from tabletop.board.numbering import Axis, Numbering
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, Know, Make, MakeHolder, Sit
from tabletop.game.commands import MovePieces, Spot
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.appearance_traits import Art, DrawnFace, Layer, Level
from tabletop.game.traits.movement_traits import MovedMark
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.game.traits.trait_base import TraitCall

SIDES: Final = ("red", "blue")
SEAT: Final = "both"
MAP: Final = "sea"
COLUMNS: Final = 120
ROWS: Final = 100
HEX: Final = 64
COUNTER: Final = 40
IN_A_STACK: Final = 5
LOOKS: Final = 100


class MeasuredTable(NamedTuple):
    """A position, its components, and the ids of its pieces."""

    game: Game
    components: Components
    pieces: tuple[int, ...]


def hexes() -> Map:
    """Return the map: hexes of 64 pixels, numbered 001001 to 120100."""
    numbering = Numbering(columns=Axis(digits=3), rows=Axis(digits=3))
    grid = HexGrid(dx=HEX * 0.866, dy=HEX, x0=HEX, y0=HEX, columns=COLUMNS, rows=ROWS, only=None, numbering=numbering)
    return Map(MAP, (Board(MAP, round(HEX * 0.866 * COLUMNS) + 2 * HEX, HEX * ROWS + 2 * HEX, grid),))


def place(number: int) -> str:
    """Return the name of one of the hexes, spread over the map."""
    spot = number * 7919 % (COLUMNS * ROWS)
    return f"{spot % COLUMNS + 1:03}{spot // COLUMNS + 1:03}"


def counter(number: int) -> Kind:
    """Return the kind of one of the different counters, with a reduced side and a moved mark."""
    side = SIDES[number % 2]
    front, back = (Level(picture=DrawnFace(look, {"name": f"{number}"})) for look in ("full", "reduced"))
    traits = (
        Art(DrawnFace("full", {"name": f"{number}"})),
        MarkTrait({"Class": ("BB", "CV", "CA", "DD")[number % 4], "Firepower": number % 7}),
        Layer("Step", (front, back), up=TraitCall("flip", "Flip")),
        MovedMark(),
    )
    return Kind(f"counter-{number}", f"Counter {number}", side, traits, COUNTER, COUNTER)


@cache
def table(count: int, stack: int = IN_A_STACK) -> MeasuredTable:
    """Return a table with this many counters in stacks of this height, seen by both sides."""
    board = hexes()
    kinds = [counter(number) for number in range(LOOKS)]
    game = empty_game(SIDES, (MAP,), ModuleName("bench", "1", ""), secret="bench")
    changes: list[Change] = [Sit(SEAT, Seat((0, 1)))]
    changes += [Know(1 + number, kind) for number, kind in enumerate(kinds)]
    holders = range(1 + LOOKS, 1 + LOOKS + -(-count // stack))
    pieces = tuple(range(holders.stop, holders.stop + count))
    for number, id in enumerate(holders):
        spot = board.spot_of(place(number))
        assert spot is not None
        no_epoch = (0,) * (len(SIDES) + 1)
        holder = Holder("stack", 0, spot.x, spot.y, spot.place, 0, number + 1, (), game.open_looks, no_epoch)
        changes.append(MakeHolder(id, holder))
    for number, piece in enumerate(pieces):
        kind = number % LOOKS
        below = piece - 1 if number % stack else 0
        state = compile_kind(kinds[kind]).slots
        changes.append(Make(piece, 1 + kind, holders[number // stack], below, state, game.open_sight))
    after, _ = apply(game, tuple(changes))
    components = Components({MAP: board}, {kind.key: kind for kind in kinds}, {})
    return MeasuredTable(after, components, pieces)


def move(table: MeasuredTable, number: int) -> MovePieces:
    """Return one of many moves, as a player's drag sends it: a counter is dropped on another hex."""
    piece = table.pieces[number * 7907 % len(table.pieces)]
    hexes_across, hexes_down = (number * 31 + 17) % COLUMNS, (number * 37 + 5) % ROWS
    return MovePieces((piece,), Spot(MAP, round((hexes_across + 1.1) * HEX * 0.866), round((hexes_down + 1.2) * HEX)))
