"""The display of pieces as the viewer sees them: their appearance, their names, their menus.

A mistake in a shown text appears as a sign and is never raised. One faulty label must not stop the map from being
drawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from tabletop.expression import Expression, ExpressionError, LimitReached, Reader, Template, as_text
from tabletop.game.actions.access import seat_of
from tabletop.game.appearance.drawn_piece import Appearance, PlacedDrawing, ShadedArea, Surroundings
from tabletop.game.appearance.turn_words import level_words, turn_words
from tabletop.game.change.draft import Draft
from tabletop.game.change.told import readable
from tabletop.game.kinds.compiled_kinds import CompiledKind, compile_kind
from tabletop.game.kinds.kind_builder import MenuGroup, MenuItem, MenuLineMark, MenuMany, MenuPart, Test
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.sight.backs import back_of
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE
from tabletop.game.state.kind import Kind
from tabletop.game.state.piece import Piece
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import BACK, FACE, NOBODY, Value
from tabletop.game.traits import appearance_traits as traits
from tabletop.game.traits.movement_traits import Trail

DEEPEST_MENU: Final = 10
"""The greatest depth of submenus."""

FAULTY: Final = "⚠"
"""The text that is shown in place of one that could not be worked out."""


class MenuLine(Struct, frozen=True):
    """A line of a piece's menu: an entry, a submenu (`inside`), or, with no label, a separator."""

    label: str = ""
    key: str = ""
    is_enabled: bool = True
    inside: tuple["MenuLine", ...] = ()


class _VisiblePropertyReader(PropertyReader):
    """A reading of everything in a view, except the faces of cards in a deck that shows only backs to all sides.

    Even a player of all sides does not see those faces. A card without a back lies open.
    """

    def __init__(self, view: Game, components: Components, seat: str) -> None:
        super().__init__(Draft(view), components, seat_of(view, seat).sides, seat, sees_all=True)
        self.sees_all = False

    def _worked_out_level(self, id: int, piece: Piece | None) -> int:
        holder = self.draft.holder(piece.at) if piece is not None else None
        if piece is None or holder is None or holder.form != "deck" or FACE not in piece.sight:
            return FACE
        kind = self.kind(piece.kind)
        if kind is None or kind.back is None:
            return FACE
        return FACE if FACE in [self.draft.level(id, side) for side in range(len(piece.sight))] else BACK


def viewed(
    view: Game, components: Components, seat: str, chosen: Iterable[int] = (), *, enlarges: bool = False
) -> PropertyReader:
    """Return the reading of a seat's view of the game. It is made again for each change of the view.

    `chosen` are the selected pieces. `enlarges` is for a viewer under the mouse that shows pieces large.
    """
    reading = _VisiblePropertyReader(view, components, seat)
    reading.chosen, reading.enlarges = frozenset(chosen), enlarges
    return reading


def name_of(reading: PropertyReader, piece: int) -> str:
    """Return the name of a piece as plain text; `FAULTY` if it cannot be worked out."""
    try:
        return readable(as_text(reading.read(piece, "Name")))
    except (ExpressionError, LimitReached):
        return FAULTY


def called_piece(view: Game, components: Components, seat: str, piece: int) -> str:
    """Return the present name of a piece in a seat's view, with the words of its labels and layers; the name of its
    kind if it has none.
    """
    name = name_of(viewed(view, components, seat), piece).strip()
    return view.kind_of(piece).name if name in ("", FAULTY) else name


def appearance_of(reading: PropertyReader, piece: int) -> Appearance:
    """Return the drawings of a piece. Equal appearances look the same, so pictures can be cached by them."""
    reader = reading.reader(piece)
    if reader.level == BACK:
        return _appearance(reader, compile_kind(back_of(reading.draft.before.kind_of(piece))))
    return _appearance(reader, reader.kind)


def _appearance(reader: PieceReader, kind: CompiledKind) -> Appearance:
    shown: list[PlacedDrawing] = []
    for show in kind.shows:
        try:
            show(reader, shown)
        except (ExpressionError, LimitReached):
            continue
    return Appearance(tuple(shown))


def has_surroundings(kind: Kind, state: tuple[Value, ...]) -> bool:
    """Return whether pieces of a kind may draw anything on the map round them.

    A trail counts only while it is shown.
    """
    marking = {traits.AreaTrait, Trail}.intersection(map(type, kind.traits))
    return traits.AreaTrait in marking or (Trail in marking and any(value is True for value in state))


def surroundings_of(reading: PropertyReader, piece: int) -> Surroundings | None:
    """Return the drawings on the map round a piece; None if its kind draws nothing there.

    A viewer who does not see the piece's face sees none of them.
    """
    reader = reading.reader(piece)
    kind = reader.kind
    if not kind.areas and kind.trail is None:
        return None
    if reader.level != FACE:
        return Surroundings()
    return Surroundings(tuple(_areas(reader, kind)), kind.way(reader))


def _areas(reader: PieceReader, kind: CompiledKind) -> Iterable[ShadedArea]:
    for area in kind.areas:
        try:
            found = area(reader)
        except (ExpressionError, LimitReached):
            continue
        if found is not None:
            yield found


@dataclass
class MenuHeading:
    """The name of a submenu, and the texts of its entries in their order. Only entries that exist are shown."""

    label: str
    entries: tuple[str, ...]
    inside: "list[MenuLine | MenuHeading]" = field(default_factory=list)

    def in_order(self) -> "list[MenuLine | MenuHeading]":
        """Return the existing entries in the order of the heading."""
        return sorted(self.inside, key=lambda part: self.entries.index(part.label))


def menu_of(reading: PropertyReader, piece: int) -> tuple[MenuLine, ...]:
    """Return the menu of a piece, outermost trait first.

    An entry that is barred is greyed or hidden, as its bar says; one whose condition fails is greyed. A viewer who does
    not see the piece's face gets no entries. Entries with the same key do the same, and are listed once.
    """
    parts = _once_a_key(offered(reading, piece))
    headings = [part for part in parts if isinstance(part, MenuHeading)]
    outside: list[MenuLine | MenuHeading] = []
    for part in parts:
        heading = next((one for one in headings if one is not part and part.label in one.entries), None)
        (outside if heading is None or not part.label else heading.inside).append(part)
    return _lines(outside, DEEPEST_MENU)


def _once_a_key(parts: "Sequence[MenuLine | MenuHeading]") -> "list[MenuLine | MenuHeading]":
    """Return the parts of a menu with one entry for each key.

    Of several entries with the same key, the longest is kept, in the place of the first. It is enabled if any of them
    is. Entries without text are left out.
    """
    entries: dict[str, MenuLine] = {}
    for part in parts:
        if isinstance(part, MenuLine) and part.key and part.label.strip():
            known = entries.get(part.key, part)
            longest = part if len(part.label) > len(known.label) else known
            entries[part.key] = MenuLine(longest.label, part.key, known.is_enabled or part.is_enabled)
    found: list[MenuLine | MenuHeading] = []
    for part in parts:
        if isinstance(part, MenuHeading) or not part.key:
            found.append(part)
        elif part.key in entries:
            found.append(entries.pop(part.key))
    return found


def _lines(parts: "Iterable[MenuLine | MenuHeading]", deepest: int) -> tuple[MenuLine, ...]:
    """Return the lines of a menu and of its submenus, without empty ones."""
    found: list[MenuLine] = []
    for part in parts:
        if isinstance(part, MenuLine):
            found.append(part)
        elif deepest and (inside := _lines(part.in_order(), deepest - 1)):
            found.append(MenuLine(part.label, inside=inside))
    return tuple(found)


def offered(reading: PropertyReader, piece: int) -> list[MenuLine | MenuHeading]:
    """Return the menu entries of a piece's traits, outermost first, not yet gathered under headings."""
    reader = reading.reader(piece)
    if reader.level != FACE:
        return []
    found: list[MenuLine | MenuHeading] = []
    for part in reader.kind.menu:
        if isinstance(part, MenuGroup):
            found += [] if _barred(part, reader) is None else [MenuHeading(rendered(part.name, reader), part.entries)]
        elif isinstance(part, MenuMany):
            found += _many(part, reader)
        elif isinstance(part, MenuLineMark):
            found += [] if _barred(part, reader) is None else [MenuLine()]
        elif (line := _line(part, reader)) is not None:
            found.append(line)
    return found


def _many(part: MenuMany, reader: PieceReader) -> list[MenuLine]:
    barred = _barred(part, reader)
    if barred is None:
        return []
    try:
        return [MenuLine(label, key, not barred) for label, key in part.entries(reader)]
    except (ExpressionError, LimitReached):
        return []


def _barred(part: MenuPart, reader: PieceReader) -> bool | None:
    """Return whether entries are greyed; None if they are hidden."""
    holding = [bar for bar in part.bars if _is_so(bar.when, reader)]
    return None if any(bar.hidden for bar in holding) else bool(holding)


def _line(part: MenuItem, reader: PieceReader) -> MenuLine | None:
    barred = _barred(part, reader)
    if barred is None:
        return None
    is_lying = reader.piece is not None and reader.piece.at != NOBODY
    is_enabled = not barred and (is_lying or not part.in_play)
    is_enabled = is_enabled and (part.when is None or _is_so(part.when, reader))
    return MenuLine(rendered(part.label, reader), part.key, is_enabled)


def _is_so(test: Test, reader: PieceReader) -> bool:
    try:
        return test(reader)
    except (ExpressionError, LimitReached):
        return False


def rendered(text: Template, reader: Reader) -> str:
    """Return the text of a template for a reader; `FAULTY` if it cannot be worked out."""
    try:
        return text.render(reader)
    except (ExpressionError, LimitReached):
        return FAULTY


def holds(condition: Expression, reader: PieceReader) -> bool:
    """Return whether a condition holds; one that cannot be worked out does not."""
    try:
        return condition.test(reader)
    except (ExpressionError, LimitReached):
        return False


def table_of(view: Game) -> int:
    """Return the piece that stands for the table itself; `NOBODY` if the table has no traits."""
    id = view.named.get(TABLE)
    box = view.holders.get(id) if id is not None else None
    return box.pieces[0] if box is not None and box.pieces else NOBODY


def turn_shown(tracker: Tracker, positions: tuple[int, ...], reader: PieceReader) -> str:
    """Return the name of a turn; `FAULTY` if it cannot be worked out. `reader` reads the table."""
    try:
        return turn_words(tracker, positions, reader)
    except (ExpressionError, LimitReached):
        return FAULTY


def level_shown(tracker: Tracker, level: int, position: int, reader: PieceReader) -> str:
    """Return the name of a level's position within a turn; `FAULTY` if it cannot be worked out.

    `reader` reads the table.
    """
    try:
        return level_words(tracker, level, position, reader)
    except (ExpressionError, LimitReached):
        return FAULTY
