"""Decisions that pieces' traits carry out: keys, and properties set by hand."""

from collections.abc import Callable

from tabletop.expression import as_text
from tabletop.game.actions.action import Action, give_property, run_key
from tabletop.game.actions.heard_words import ALL, hearers, reads_alike, said_to_each
from tabletop.game.actions.table_keys import table_piece
from tabletop.game.appearance.piece_display import rendered
from tabletop.game.change.told import Told
from tabletop.game.commands import Act, SetTrait, Spot
from tabletop.game.decisions.decision import map_index, touchable
from tabletop.game.kinds.compiled_kinds import CompiledKind
from tabletop.game.kinds.kind_builder import PICKED, MenuItem, MenuMany
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.side_cells import side_of


def act(action: Action, command: Act) -> None:
    """Send a key to pieces."""
    pieces = touchable(action, command.pieces)
    if command.at is not None:
        map_index(action, command.at.map)
    action.table.chosen = action.view.chosen = frozenset((*command.pieces, *command.chosen))
    told = [] if table_piece(action) in pieces else _told(action, command.key, pieces)
    for piece in pieces:
        _note_click(action, piece, command.at)
    run_key(action, pieces, command.key)
    for one in told:
        action.tell(one)


def _note_click(action: Action, piece: int, at: Spot | None) -> None:
    """Store the point where a piece was clicked: the point of the mouse, or else that of the piece."""
    kind = action.kind_of(piece)
    if kind is None or kind.clicked is None:
        return
    index, x, y, _ = action.table.point(piece)
    if at is not None:
        x, y = at.x, at.y
    if at is not None or index >= 0:
        for slot, value in zip(kind.clicked, (x, y), strict=True):
            action.write(piece, slot, value)


def _told(action: Action, key: str, pieces: tuple[int, ...]) -> list[Told]:
    """Return the report of a key that was sent to pieces. Each reader gets it in the words of their own menu."""
    called, _, picked = key.partition(PICKED)

    def say(side: int, reading: PropertyReader) -> Told:
        words = (picked if side in (ALL, *action.own_sides) else "") or _words(reading, pieces, key)
        return Told("acted", {"key": key if words else called, "words": words or called}, pieces)

    is_alike = PICKED not in key and all(
        reads_alike(action, piece, [item.label for item in _items(action.kind_of(piece), key)]) for piece in pieces
    )
    heard = _knowing(action, pieces, lambda kind: key in kind.secret_keys)
    return said_to_each(action, hearers(action, sides=heard), say, is_alike=is_alike)


def _words(reading: PropertyReader, pieces: tuple[int, ...], key: str) -> str:
    """Return the menu text of the key, from the first of these pieces that has it; "" if none does."""
    return next(filter(None, (_label(reading.reader(piece), key) for piece in pieces)), "")


def _label(reader: PieceReader, key: str) -> str:
    """Return the menu text of a piece's key; "" if its menu does not have it."""
    found = next((rendered(item.label, reader) for item in _items(reader.kind, key)), "")
    many = (part.entries(reader) for part in reader.kind.menu if isinstance(part, MenuMany) and PICKED in key)
    return found or next((label for entries in many for label, picked in entries if picked == key), "")


def _items(kind: CompiledKind | None, key: str) -> list[MenuItem]:
    """Return the entries in the menu of a kind that call a key."""
    menu = kind.menu if kind is not None else ()
    return [part for part in menu if isinstance(part, MenuItem) and part.key == key]


def set_trait(action: Action, command: SetTrait) -> None:
    """Set a property of pieces."""
    pieces = touchable(action, command.pieces)
    action.costs.check_text(as_text(command.value))
    for piece in pieces:
        give_property(action, piece, command.name, command.value)
    heard = _knowing(action, pieces, lambda kind: command.name in kind.secrets)
    action.tell(Told("trait-set", {"name": command.name, "value": command.value}, pieces, sides=heard))


def _knowing(
    action: Action, pieces: tuple[int, ...], is_secret: Callable[[CompiledKind], bool]
) -> tuple[int, ...] | None:
    """Return the sides that hear of an action on pieces.

    None means all who see them, if the action is secret from nobody.
    """
    kinds = [kind for kind in map(action.kind_of, pieces) if kind is not None]
    if not any(map(is_secret, kinds)):
        return None
    own = {kind.kind.side for kind in kinds if is_secret(kind)}
    return tuple(side for side, name in enumerate(action.game.sides) if side_of(name) in own)
