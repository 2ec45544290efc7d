"""VASSAL's maps with their boards, windows and behaviour of pieces, converted to the map files of our modules.

Start-up pieces, decks and buttons are in the other packages of `tabletop.vassal.components`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from unicodedata import normalize

from msgspec import Struct

from tabletop.board.zones import ZonedGrid
from tabletop.module.contents.map_files import board_of, build_map
from tabletop.module.schema.map import map_grid_records
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.module.schema.map.map_table_records import (
    BoardChoice,
    BoardPlacement,
    Grain,
    MapWindow,
    Marks,
    MovesRecord,
    NamedPointRecord,
    PieceLayers,
    Private,
    ShadeRecord,
    StackKeys,
    Stacks,
    Zooms,
)
from tabletop.module.schema.record_base import LONGEST_NAME
from tabletop.vassal.components.grid_components import Judge, grid_of
from tabletop.vassal.components.module_draft import Document, Ids, flat
from tabletop.vassal.expressions.plain_texts import known_name, one_line
from tabletop.vassal.files.attributes import Attributes, in_our_letters
from tabletop.vassal.files.scalars import Color, key, whole
from tabletop.vassal.files.sequence import split
from tabletop.vassal.import_report import EXACT, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tabletop.board.geometry import Pixel
    from tabletop.board.grid import Grid
    from tabletop.board.map import Board
    from tabletop.module.contents.assets import Asset
    from tabletop.module.documents.yaml_writer import Writable
    from tabletop.vassal.files.build_file import Component

MAPS: Final = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
"""The classes of components that are maps."""

_WHITE: Final = Color(255, 255, 255)
_BLACK: Final = Color(0, 0, 0)
_USUAL_SIDE: Final = 500
_BARE_SIDE: Final = 1000
"""The width and height of a map without boards, in pixels."""

_ZOOMS: Final = (0.2, 0.25, 0.333, 0.4, 0.5, 0.555, 0.625, 0.75, 1.0, 1.25, 1.6)
_USUAL_ZOOM: Final = 8
"""The index of a map's default zoom level, counted from the smallest. The setting counts from the largest one down."""
_MOST_STEPS: Final = 20
_ANY_BOARD: Final = "<any>"
_HAND_GAP: Final = 12
_LONGEST: Final = 100_000
_MOST_LAID: Final = 400
_BREAKS: Final = {ord("\n"): " ", ord("\t"): " "}


class FindPicture(Protocol):
    """A function that finds the pictures of a module."""

    def __call__(self, name: str, where: str) -> Asset | None:
        """Return a picture by its name; None if there is none. `where` is the part of the module that uses it."""
        ...


class TakenMap(Struct, frozen=True):
    """An imported map: its component, VASSAL's name for it, its map file, and the boards that the module itself puts on
    it.

    `laid` is empty if the module puts none on the map, or if the map uses the boards of another map. `boards` are all
    boards of the map, by their names.
    """

    component: Component
    name: str
    sheet: SheetRecord
    laid: tuple[BoardPlacement, ...]
    boards: Mapping[str, Board]

    def where(self, part: Component) -> Document | None:
        """Return the place of an at-start stack or a deck for a scenario; None if its board is missing.

        If it belongs to one board, the result has this board and the point on it (board pixels). If it can lie on any
        board, the result has its point on the map (map pixels), calculated as if that board were the first one inside
        the map's edge: one point, or one for each board if they differ.
        """
        owner, points = _owner(part), _points_of(part, self.boards)
        if owner:
            return {"board": owner, "point": [*points[owner]]} if points else None
        left, top = self.sheet.edge
        there: dict[str, Writable] = {board: [left + x, top + y] for board, (x, y) in points.items()}
        return {"points": there} if len(there) > 1 else {"point": next(iter(there.values()))}


def _owner(part: Component) -> str:
    """Return the board of an at-start stack or a deck; "" for any."""
    return part.attributes.get("owningBoard", "").replace(_ANY_BOARD, "")


def _points_of(part: Component, boards: Mapping[str, Board]) -> dict[str, Pixel]:
    """Return the points (board pixels) of an at-start stack or a deck, by the names of boards.

    The point is given in pixels, or by the name of a place. If the stack can lie on any board and its point is the same
    on all of them, the only key is "". A stack whose board is missing has no point.
    """
    given, owner = Attributes(part.attributes), _owner(part)
    plain = given.whole("x"), given.whole("y")
    asked = {name: board for name, board in boards.items() if not owner or name == owner}
    found = dict.fromkeys(asked, plain)
    if given.yes("useGridLocation"):
        location = given.text("location")
        found = {name: _point_of(board.grid, location) or plain for name, board in asked.items()}
    if owner or len(set(found.values())) > 1:
        return found
    return {"": next(iter(found.values()), plain)}


def _point_of(grid: Grid, location: str) -> Pixel | None:
    """Return the point of a place; None if there is no such place. A region is also found by its own name, even if
    its zone changes that name.
    """
    found = grid.point_of(location)
    return grid.region_within(location) if found is None and isinstance(grid, ZonedGrid) else found


def take_maps(root: Component, find: FindPicture, sides: Mapping[str, str], judge: Judge) -> tuple[TakenMap, ...]:
    """Return all maps of a module, imported: those of the main window, then the others in the order of the build file.

    `sides` are the ids of the sides by VASSAL's names for them. `judge` gets the verdict on each component.
    """
    ids = Ids()
    taken: list[TakenMap] = []
    owners: dict[str, _Owner] = {}
    for number, map_ in enumerate(component for component in root.walk() if component.short in MAPS):
        own = _Owner(ids.new(known_name(Attributes(map_.attributes).text("mapName"), f"Map{number}")), map_)
        other = map_.get("useBoards")
        owner = owners.get(other, own) if other else own
        taken.append(_MapImport(own, owner, find, sides, judge).taken())
        owners.setdefault(map_.get("mapName"), owner)
    return tuple(sorted(taken, key=lambda each: each.sheet.window is not None))


class _Owner(NamedTuple):
    """A map that has boards, which later maps may use too."""

    id: str
    component: Component


def _picker(map_: Component) -> Component | None:
    return next((child for child in flat(map_) if child.short == "BoardPicker"), None)


class _MapImport:
    """The import of one map."""

    def __init__(self, own: _Owner, owner: _Owner, find: FindPicture, sides: Mapping[str, str], judge: Judge) -> None:
        """Prepare the import. `owner` is the map whose boards are used: the imported map, or one that it names."""
        self._id, self._component = own
        self._owner = owner
        self._given = Attributes(self._component.attributes)
        self._given_boards = Attributes(owner.component.attributes)
        self._find = find
        self._sides = sides
        self._judge = judge
        self._parts = list(flat(self._component))

    def taken(self) -> TakenMap:
        """Return the map."""
        given = self._given
        name = given.text("mapName")
        picker = _picker(self._owner.component)
        boards = tuple(self._board(child) for child in flat(picker) if child.short == "Board") if picker else ()
        laid = self._laid(picker, boards)
        for part in self._parts:
            if (verdict := _PARTS.get(part.short)) is not None:
                for each in part.walk():
                    self._judge(each, verdict)
        sheet = SheetRecord(
            id=self._id,
            name=_called(name),
            size=(0, 0),
            ground=(given.color("backgroundcolor", _WHITE) or _WHITE).text,
            boards=boards,
            choice=self._choice(picker, boards, laid),
            edge=self._edge(),
            anchored="pixel",
            stacks=self._stacks(),
            layers=self._layers(),
            window=self._window(),
            private=self._private(),
            moves=self._moves(),
            zooms=self._zooms(),
            shades=tuple(self._shades_of()),
        )
        width, height = build_map(sheet).size
        sheet = sheet.model_copy(update={"size": (_length(width) or _BARE_SIDE, _length(height) or _BARE_SIDE)})
        by_name = {board.name: board_of(board, sheet.size) for board in reversed(boards)}
        sheet = sheet.model_copy(update={"points": tuple(self._points(sheet, by_name))})
        return TakenMap(self._component, name, sheet, laid if self._owner.id == self._id else (), by_name)

    # boards

    def _board(self, component: Component) -> BoardRecord:
        given = Attributes(component.attributes)
        picture = self._find(given.text("image"), component.where) if given.text("image") else None
        if picture is not None:
            size = picture.width_px, picture.height_px
        else:
            size = _length(given.whole("width", _USUAL_SIDE)), _length(given.whole("height", _USUAL_SIDE))
        self._judge(component, EXACT)
        color = given.color("color")
        return BoardRecord(
            name=given.text("name"),
            grid=self._with_pictures(grid_of(component, size, self._judge), component.where),
            size=size,
            reversible=given.yes("reversible"),
            picture=picture.name if picture else None,
            colour=color.text if color else None,
            drawn=False,
        )

    def _with_pictures(self, grid: map_grid_records.Grid | None, where: str) -> map_grid_records.Grid | None:
        """Return the grid, with our names for the pictures of its highlighters; None if there is no grid."""
        if not isinstance(grid, map_grid_records.ZonedGridRecord) or not any(
            light.picture for light in grid.highlighters
        ):
            return grid
        found = [(light, self._find(light.picture, where) if light.picture else None) for light in grid.highlighters]
        lights = [light.model_copy(update={"picture": asset.name if asset else ""}) for light, asset in found]
        return grid.model_copy(update={"highlighters": tuple(lights)})

    def _edge(self) -> tuple[int, int]:
        """Return the width and height of the edge, which old modules give as one value."""
        given = self._given_boards
        both = given.text("edge").split(",")
        width, height = (whole(text) or 0 for text in both) if len(both) == 2 else (0, 0)
        return _length(given.whole("edgeWidth", width)), _length(given.whole("edgeHeight", height))

    def _laid(self, picker: Component | None, boards: Sequence[BoardRecord]) -> tuple[BoardPlacement, ...]:
        """Return the boards that the module itself puts on the map, if any."""
        if picker is None:
            return ()
        self._judge(picker, EXACT)
        for setup in picker.of("setup"):
            self._judge(setup, EXACT)
            laid = laid_boards(in_our_letters(setup.text), (board.name for board in boards))
            if laid:
                return laid
        return ()

    def _choice(
        self, picker: Component | None, boards: Sequence[BoardRecord], laid: tuple[BoardPlacement, ...]
    ) -> BoardChoice | None:
        if picker is None or not boards:
            return None
        first = (BoardPlacement(board=boards[0].name),)
        if len(boards) == 1 and not boards[0].reversible and laid in ((), first):
            return None
        several = self._given_boards.yes("allowMultiple")
        return BoardChoice(
            title=one_line(picker.get("title"), "Choose boards" if several else "Choose a board"),
            several=several,
            columns=max(0, Attributes(picker.attributes).whole("maxColumns")),
            like=self._owner.id if self._owner.id != self._id else "",
            usual=laid or first,
        )

    def _points(self, sheet: SheetRecord, boards: Mapping[str, Board]) -> Iterator[NamedPointRecord]:
        """Yield the point of each deck of the map, with the deck's name: the point on its own board, or on the first
        board that is used.
        """
        for part in self._parts:
            name = part.attributes.get("name") if part.short == "DrawPile" else None
            if name is None:
                continue
            given, owner, points = Attributes(part.attributes), _owner(part), _points_of(part, boards)
            first = owner or next((board.name for board in sheet.on_table), "")
            point = points.get(first) or points.get("") or (given.whole("x"), given.whole("y"))
            yield NamedPointRecord(name=normalize("NFC", in_our_letters(name)), point=point, board=owner)

    # how pieces lie and move

    def _part(self, *shorts: str) -> Attributes | None:
        """Return the settings of the last part of one of these classes; None if there is none."""
        found = [part for part in self._parts if part.short in shorts]
        return Attributes(found[-1].attributes) if found else None

    def _stacks(self) -> Stacks:
        hand, usual = self._part("HandMetrics"), self._part("StackMetrics") or Attributes({})
        ordered = Stacks(rises=False, sent="lowest", lone="below")
        if hand is not None or self._component.short == "PlayerHand":
            hand = hand or Attributes({})
            return ordered.model_copy(
                update={
                    "together": not hand.yes("disabled"),
                    "step": (hand.whole("exSepX", _HAND_GAP), 0),
                    "as_hand": True,
                    "keys": _stack_keys(hand),
                }
            )
        return ordered.model_copy(
            update={
                "together": not usual.yes("disabled"),
                "step": (usual.whole("unexSepX", 2), usual.whole("unexSepY", 4)),
                "open_step": (usual.whole("exSepX", 6), usual.whole("exSepY", 18)),
                "beneath": beneath.text if (beneath := usual.color("color")) is not None else "",
                "keys": _stack_keys(usual),
            }
        )

    def _layers(self) -> PieceLayers | None:
        given = self._part("LayeredPieceCollection")
        order = given.texts("layerOrder") if given else ()
        name = one_line(given.text("property", "Layer"), "Layer") if given else ""
        return PieceLayers(property=name, order=order) if order else None

    def _moves(self) -> MovesRecord:
        given = self._given
        marks = _MARKS.get(given.text("markMoved", "Always"), "as players like")
        quiet = not given.text("changeFormat", "$message$").strip()
        return MovesRecord(key=given.key("moveKey").text, marks=marks, quiet=quiet, formation=True)

    # windows

    def _window(self) -> MapWindow | None:
        given = self._given
        if not given.yes("launch") and self._component.short == "Map":
            return None
        icon = given.text("icon")
        picture = self._find(icon, self._component.where) if icon and not icon.startswith("/") else None
        return MapWindow(
            button=given.text("buttonName"),
            tooltip=given.text("tooltip"),
            icon=picture.name if picture else "",
            key=given.key("hotkey").text,
        )

    def _private(self) -> Private | None:
        if self._component.short not in ("PrivateMap", "PlayerHand"):
            return None
        owners = (self._sides.get(side) for side in self._given.texts("side"))
        return Private(sides=tuple(filter(None, owners)), open=self._given.yes("visible"))

    def _shades_of(self) -> Iterator[ShadeRecord]:
        """Yield the shades of the map: they cover all boards, some boards, or areas round pieces."""
        names = [board.get("name") for board in self._component.walk() if board.short == "Board"]
        for part in self._component.walk():
            if part.short != "MapShader":
                continue
            given = Attributes(part.attributes)
            listed = given.texts("boardList")
            which = given.text("boards")
            over = [name for name in names if name not in listed] if "exclude" in which else list(listed)
            picture = self._find(given.text("image"), part.where) if "Image" in given.text("pattern") else None
            yield ShadeRecord(
                name=one_line(given.text("name"), "Shade"),
                covers="areas" if given.text("type", _AREAS) == _AREAS else "boards",
                boards=tuple(over or _NO_BOARD) if which.startswith("No") else (),
                fill=_GRAINS.get(given.text("pattern", "25%"), "solid"),
                colour=(given.color("color", _BLACK) or _BLACK).text,
                picture=picture.name if picture is not None else "",
                scaled=given.yes("scaleImage"),
                opacity=_share(given.whole("opacity", 100)),
                border=(given.color("borderColor", _BLACK) or _BLACK).text if given.yes("border") else "",
                border_opacity=_share(given.whole("borderOpacity", 100)),
                over=given.yes("drawOver"),
                on=given.yes("alwaysOn") or given.yes("startsOn"),
            )

    def _zooms(self) -> Zooms | None:
        given = self._part("Zoomer")
        if given is None:
            return None
        levels = tuple(sorted({level for level in map(_number, given.texts("zoomLevels")) if level > 0}))
        levels = levels or _old_levels(given) or _ZOOMS
        start = given.whole("zoomStart", 0)
        begun = len(levels) - start if start else _USUAL_ZOOM
        return Zooms(levels=levels, start=max(0, min(begun, len(levels) - 1)))


def _called(name: str) -> str:
    """Return the name of a map. It stays unchanged if it fits one line, since traits and saves refer to it."""
    kept = normalize("NFC", in_our_letters(name)).translate(_BREAKS).strip()
    return kept if 0 < len(kept) <= LONGEST_NAME else one_line(name, "Map")


def _length(pixels: int) -> int:
    """Return a length within the limits of a board."""
    return max(0, min(pixels, _LONGEST))


def _stack_keys(metrics: Attributes) -> StackKeys:
    """Return the keys that move a piece within its stack; by default the arrows."""
    top, bottom, up, down = (
        key(metrics.text(name, usual)).text
        for name, usual in (("top", "38,0"), ("bottom", "40,0"), ("up", "39,0"), ("down", "37,0"))
    )
    return StackKeys(top=top, bottom=bottom, up=up, down=down)


def _number(text: str) -> float:
    return Attributes({"": text}).decimal("")


def _old_levels(given: Attributes) -> tuple[float, ...]:
    """Return the zoom levels of old modules: one level above 1, then 1 and the levels below it, all by the same factor;
    none if the settings are missing or invalid.
    """
    factor, steps = given.decimal("factor"), given.whole("max")
    if factor <= 0 or not 1 <= steps <= _MOST_STEPS:
        return ()
    return tuple(sorted({factor**-step for step in range(-1, steps)}))


def laid_boards(command: str, known: Iterable[str]) -> tuple[BoardPlacement, ...]:
    """Return the boards that a board-picker command lays out (format section 10.3); unknown ones are left out.

    Each board has a column and a row in VASSAL's table of boards; `rev` after its name means that it is reversed.
    """
    names = frozenset(known)
    tokens = split(command, "\t")[1:]
    found = []
    for index in range(0, min(len(tokens) - 2, 3 * _MOST_LAID), 3):
        name, *turned = split(tokens[index], "/")
        given = Attributes({"column": tokens[index + 1], "row": tokens[index + 2]})
        if name in names:
            column, row = max(0, given.whole("column")), max(0, given.whole("row"))
            found.append(BoardPlacement(board=name, column=column, row=row, turned=turned[:1] == ["rev"]))
    return tuple(found)


_MARKS: Final[dict[str, Marks]] = {"Always": "always", "Never": "never"}

_AREAS: Final = "Foreground"
_NO_BOARD: Final = ("",)
"""The boards of a shade that covers no board: no board has this name."""

_GRAINS: Final[dict[str, Grain]] = {"25%": "25%", "50%": "50%", "75%": "75%", "100% (Solid)": "solid"}

_PARTS: Final[dict[str, Verdict]] = {
    **dict.fromkeys(
        (
            "ForwardToKeyBuffer",
            "Scroller",
            "ForwardToChatter",
            "MenuDisplayer",
            "MapCenterer",
            "StackExpander",
            "PieceMover",
            "KeyBufferer",
            "PieceRecenterer",
            "StackMetrics",
            "HandMetrics",
            "LayeredPieceCollection",
        ),
        EXACT,
    ),
    "ImageSaver": EXACT,
    "TextSaver": EXACT,
    "GlobalMap": EXACT,
}


def _share(percent: int) -> float:
    """Return an opacity in percent as a share of 1; a number outside 0 to 100 counts as full opacity."""
    return percent / 100 if 0 <= percent <= 100 else 1.0
