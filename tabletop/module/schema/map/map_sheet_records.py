"""The parts of a map file: the position of everything, and the print of the map.

A *sheet* is a rectangle of whole pixels. Its origin is at the upper left, x runs to the right and y down. On it lie
boards (each a hex, square or region grid with its own numbering), boxes, tracks and cards of text. Under them all there
may be a drawing of the world or a scanned picture. Places of the real world are given in degrees, and the projection
puts them on the sheet. A game without a map, for example a game of boxes only, has no boards.

The same models are used to draw the sheet (`tabletop.desktop.drawing.sheet.map_sheet`) and to make its places
(`tabletop.module.contents.map_files`). Nothing here knows any game.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.map.map_grid_records import (
    MOST_CELLS,
    Grid,
    HexGridRecord,
    RegionGridRecord,
    SquareGridRecord,
    cells_on,
)
from tabletop.module.schema.map.map_table_records import (
    BoardChoice,
    BoardPlacement,
    Edge,
    MapWindow,
    MovesRecord,
    NamedPointRecord,
    PieceLayers,
    Private,
    ShadeRecord,
    Stacks,
    Zooms,
)
from tabletop.module.schema.map.map_view_records import (
    ChosenMark,
    OutlineRecord,
    OverviewRecord,
    PingWay,
    Thread,
    Viewer,
)
from tabletop.module.schema.map.measures import Ink, Length, Number, Point, Positive, Rect, Share, Values
from tabletop.module.schema.map.thin_plate import ThinPlate, plate_of
from tabletop.module.schema.record_base import (
    Count,
    FileName,
    Id,
    MapId,
    Name,
    PlaceName,
    Record,
    Text,
    Whole,
    YesNo,
    refuse,
)

EARTH_RADIUS_KM = 6_371.0

# --- the world under the sheet -----------------------------------------------------------------------------------


class Pin(Record):
    """A place of the real world that lies at a given pixel of the sheet."""

    place: Point = Field(description="Its longitude and latitude, in degrees.")
    point: Point = Field(description="Its pixel on the sheet.")


class Projection(Record):
    """The Mercator projection, which puts places of the real world on the sheet.

    Pins bend it, if the grid of a stylised map does not fit the real world (`thin_plate.py`).
    """

    kind: Literal["mercator"] = "mercator"
    central_meridian: float = Field(description="The longitude at the origin, in degrees east.")
    true_latitude: float = Field(description="Latitude at which distances are true, in degrees.")
    kilometres: Positive = Field(description="The number of kilometres, at the true latitude, that `pixels` stand for.")
    pixels: Positive = Field(description="The number of pixels for these kilometres, usually one hex.")
    origin: Point = Field(description="The pixel of the central meridian on the equator, before the offset.")
    offset_kilometres: Point = Field(default=(0.0, 0.0), description="The shift of all places to the east and north.")
    pins: tuple[Pin, ...] = Field(
        default=(),
        description="Places at given pixels, at least three; the map bends smoothly between them.",
    )

    @model_validator(mode="after")
    def _pins_hold_a_plane(self) -> Self:
        if self.pins:
            try:
                self._plate()
            except ValueError as problem:
                raise refuse("pins at three or more places that do not lie on one line") from problem
        return self

    def point(self, longitude: float, latitude: float) -> Point:
        """Return the sheet pixel of a place of the world. Longitudes may be greater than 180."""
        flat = self._flat(longitude, latitude)
        return self._plate().bent(flat) if self.pins else flat

    def _plate(self) -> ThinPlate:
        return plate_of(tuple((self._flat(*pin.place), pin.point) for pin in self.pins))

    def _flat(self, longitude: float, latitude: float) -> Point:
        scale = EARTH_RADIUS_KM * math.cos(math.radians(self.true_latitude))
        east = scale * math.radians(longitude - self.central_meridian)
        north = scale * math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))
        ratio = self.pixels / self.kilometres
        return (
            self.origin[0] + (east + self.offset_kilometres[0]) * ratio,
            self.origin[1] - (north + self.offset_kilometres[1]) * ratio,
        )

    def pixels_of(self, kilometres: float, latitude: float) -> float:
        """Return the length on the sheet, in pixels, of a true distance at some latitude. The bend of pins is left
        out.
        """
        stretch = math.cos(math.radians(self.true_latitude)) / math.cos(math.radians(latitude))
        return kilometres * stretch * self.pixels / self.kilometres


class WorldArt(Record):
    """A drawing of sea and land from coastlines, in tiles made by `tabletop.desktop.drawing.sheet.relief_painter`."""

    kind: Literal["world"]
    frame: tuple[Length, Length, Length, Length] = Field(description="Left, top, width and height of the drawing.")
    relief: FileName = Field(
        default="relief.yaml", description="The file with the sources of the drawing, beside this file."
    )
    folder: FileName = Field(default="art", description="The folder of the tiles, beside this file.")


class PictureArt(Record):
    """A scanned or painted map."""

    kind: Literal["picture"]
    frame: tuple[Length, Length, Length, Length] = Field(description="Left, top, width and height of the picture.")
    file: FileName = Field(description="The picture, a file beside this one.")


Art: TypeAlias = Annotated[WorldArt | PictureArt, Field(discriminator="kind")]

# --- boards ------------------------------------------------------------------------------------------------------


class BoardRecord(Record):
    """A board of the map.

    Several boards lie in rows and columns; each begins where the boards before it end.
    """

    name: Text
    grid: Grid | None = Field(default=None, description="The grid, measured from the board's own upper left corner.")
    size: tuple[Length, Length] | None = Field(
        default=None, description="Width and height; without them, those of the sheet."
    )
    column: Count = Field(default=0, description="Its column in the table of boards, from 0.")
    row: Count = Field(default=0, description="Its row in the table of boards, from 0.")
    turned: YesNo = Field(default=False, description="True if it is turned by 180 degrees.")
    reversible: YesNo = Field(default=False, description="True if players may turn it when they lay it out.")
    picture: FileName | None = Field(default=None, description="The picture that fills it, a file of the module.")
    colour: Ink | None = Field(default=None, description="The colour of its ground, if it has no picture.")
    drawn: YesNo = Field(default=True, description="True if its lines are drawn; a scanned map shows its own.")
    cells: Values = Field(default_factory=dict, description="Properties that every cell has, unless a place differs.")

    def laid(self, there: BoardPlacement) -> "BoardRecord":
        """Return the board in its place. It is turned only if that is allowed."""
        turned = there.turned and self.reversible
        return self.model_copy(update={"column": there.column, "row": there.row, "turned": turned})


class SheetTerrainRecord(Record):
    """The cells of one kind of ground. They are coloured if `fill` is given."""

    name: Name
    cells: tuple[PlaceName, ...]
    fill: Ink | None = None
    opacity: Share = 1.0
    properties: Values = Field(default_factory=dict)


PropertyName: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
"""The name of a property of places. It has letters, digits and _, so that expressions read it without dollar signs."""


class PlacePropertyRecord(Record):
    """A property of places that changes in play. In the map file, the place's property of the
    same name is its value at the start.
    """

    title: Name
    rule: Name = Field(default="", description="The number of its rule in the rulebook.")
    words: tuple[Name, ...] = Field(default=(), description="All its values, if they are words.")
    least: Whole = Field(default=0, description="Its lowest value, if its values are numbers.")
    most: Whole = Field(default=0, description="Its highest value, if its values are numbers.")
    on_map: YesNo = Field(default=True, description="True if a plate on the map shows each changed value.")

    @model_validator(mode="after")
    def _has_values(self) -> "PlacePropertyRecord":
        if bool(self.words) == (self.least < self.most):
            raise refuse("either `words`, or numbers from `least` up to `most`")
        return self

    def allows(self, value: str) -> bool:
        """Return whether this text of the map file is one of its values."""
        if self.words:
            return value in self.words
        return re.fullmatch(r"-?\d{1,9}", value) is not None and self.least <= int(value) <= self.most


# --- print on the grid -------------------------------------------------------------------------------------------


class LabelRecord(Record):
    """The lettering of the names of places. Lengths are in hexes across (on square grids, in cells across)."""

    size: Positive
    role: Literal["place", "place_major", "place_minor"] = "place"
    below: float = Field(description="The distance of its base line below the centre of the face.")
    from_px: float = Field(default=70.0, description="The least size of a hex, in pixels, at which it is shown.")


class Stamp(Record):
    """The setting of a place's printed face in its cell. Lengths are in hexes across, for hexes of 98 pixels.

    In larger views it grows more slowly than the hexes, to leave room for pieces.
    """

    face: Name = Field(
        description="The face template with which the place is printed; at small scales, its small form."
    )
    side: Positive = Field(description="Side of the face.")
    y: float = Field(description="The distance of its centre below the centre of the cell.")
    y_close: float = Field(
        description="The distance of its centre below the centre of the cell when the map is zoomed in far."
    )
    label: LabelRecord
    dot: Name | None = Field(
        default=None, description="The face template that is drawn instead when hexes are even smaller."
    )


class PlaceRecord(Record):
    """A named cell: its print, and the properties that rules ask for."""

    name: PlaceName
    cell: PlaceName
    at: Point | None = Field(default=None, description="Its true position: longitude (0 to 360 east) and latitude.")
    stamp: Id | None = Field(
        default=None, description="One of `stamps`, in which it is printed; without it, only the name is printed."
    )
    values: Values = Field(default_factory=dict, description="Its properties; the face template draws from them.")
    atoll: YesNo = Field(default=False, description="True if the true site is drawn as a ring of reef.")


class StrokeRecord(Record):
    """The look of lines on the map: a line of one colour inside a wider line of another. Widths are in hexes across."""

    colour: Ink
    width: Positive
    casing: Ink | None = None
    casing_width: float = 0.0
    casing_opacity: Share = 1.0
    whole: YesNo = Field(
        default=False,
        description="True if a link of it runs from centre to centre; otherwise it runs from the edge of one "
        "plate to the next.",
    )


class LinkRecord(Record):
    """A road, railway or other link from cell to cell."""

    stroke: Id = Field(description="One of `strokes`.")
    cells: tuple[PlaceName, PlaceName]
    bend: float = Field(default=0.06, description="The bend of its middle to the left, as a part of its length.")
    kind: Name = Field(description="Its kind, for the rules.")
    properties: Values = Field(default_factory=dict, description="The properties of the step along it, for the rules.")


class Hexside(Record):
    """A side between two cells that differs from others."""

    stroke: Id = Field(description="One of `strokes`.")
    cells: tuple[PlaceName, PlaceName]
    kind: Name = Field(description="Its kind, for the rules.")
    why: Text = Field(default="", description="The feature on this side.")
    properties: Values = Field(default_factory=dict, description="The properties of the step across it, for the rules.")


class CellPartRecord(Record):
    """A part of a divided cell."""

    name: PlaceName
    edges: tuple[PlaceName, ...] = Field(description="The cells that this part touches.")
    at: Point = Field(description="The position of a piece in it, from the centre of the cell, in hexes across.")
    properties: Values = Field(default_factory=dict, description="Its properties besides those of its cell.")


class Division(Record):
    """A line that divides one cell into parts."""

    cell: PlaceName
    stroke: Id = Field(description="One of `strokes`.")
    line: tuple[Point, ...] = Field(
        min_length=2, description="The line's points from the centre of the cell, in hexes across."
    )
    parts: tuple[CellPartRecord, ...] = Field(min_length=2)


class EntryRecord(Record):
    """A cell by which pieces enter from a box."""

    cell: PlaceName
    box: PlaceName
    colour: Ink
    who: Name = Field(description="The pieces that may enter here, in words.")
    properties: Values = Field(default_factory=dict, description="The properties of the step, for the rules.")


class ConnectionRecord(Record):
    """A way between two places, cells or boxes, that need not lie side by side: a ferry, an air route.

    It is not drawn.
    """

    set: Name = Field(description="Its set of steps; movement and supply name the sets that they use.")
    places: tuple[PlaceName, PlaceName]
    one_way: YesNo = Field(default=False, description="True if it leads only from the first place to the second.")
    properties: Values = Field(default_factory=dict, description="The properties of the step, for the rules.")


class WorldName(Record):
    """The name of a sea or a land, placed by hand."""

    text: Text = Field(description="The name; it may have several lines.")
    at: Point = Field(description="The middle, in degrees; without a projection, in sheet pixels.")
    size: Positive = Field(description="Size of the type in hexes across.")
    spacing: float = Field(default=0.04, description="Extra space between letters, in sizes of the type.")
    turn: float = Field(default=0.0, description="The turn to the left, in degrees.")
    role: Literal["sea", "land"] = "sea"


class Graticule(Record):
    """The lines of longitude and latitude, and their degrees in the margins."""

    every: Positive = Field(description="The number of degrees from line to line.")
    label_size: Positive = 30.0


# --- print beside the grid ---------------------------------------------------------------------------------------

TextRole = Literal["caption", "text", "figure", "display", "name", "label", "sea", "land", "title"]


class Words(Record):
    """A line of text."""

    draw: Literal["words"]
    text: Text
    at: Point = Field(description="The beginning, middle or end of its base line, by `align`.")
    size: Positive = Field(description="Size of the type in pixels.")
    role: TextRole = "caption"
    colour: Ink = "ink"
    align: Literal["left", "centre", "right"] = "left"
    spacing: float = 0.0


class RuleLineRecord(Record):
    """A line through points.

    It is straight or, with `curved`, one smooth bend; then it has four points, as a Bézier curve has.
    """

    draw: Literal["rule"]
    points: tuple[Point, ...] = Field(min_length=2)
    width: Positive = 3.0
    colour: Ink = "line2"
    opacity: Share = 1.0
    dashes: tuple[float, ...] = ()
    curved: YesNo = False
    heads: Literal["none", "end", "both"] = "none"
    casing: Ink | None = None
    casing_width: float = 0.0

    @model_validator(mode="after")
    def _four_points_for_a_curve(self) -> "RuleLineRecord":
        if self.curved and len(self.points) != 4:
            raise refuse("four points for a curved line: its ends, and between them the two that it bends towards")
        return self


class Patch(Record):
    """A rectangle."""

    draw: Literal["patch"]
    rect: Rect
    radius: float = 0.0
    fill: Ink | None = None
    opacity: Share = 1.0
    edge: Ink | None = None
    edge_width: Positive = 3.0


class FaceMark(Record):
    """A face like those of counters and bases, shown as an example."""

    draw: Literal["face"]
    face: Name
    at: Point = Field(description="Its centre.")
    side: Positive = Field(description="The length of its side in pixels.")
    values: Values = Field(default_factory=dict)


class SignRecord(Record):
    """A small sign of `assets/symbols`."""

    draw: Literal["sign"]
    sign: Name
    at: Point = Field(description="Its centre.")
    radius: Positive
    colour: Ink = "ink"


class StrokeMark(Record):
    """A piece of one of `strokes`, shown as an example."""

    draw: Literal["stroke"]
    stroke: Id
    points: tuple[Point, ...] = Field(min_length=2)


class HexMark(Record):
    """A hex, shown as an example of the edge of play or of an entry."""

    draw: Literal["hex"]
    at: Point
    across: Positive
    look: Literal["entry", "play"]
    colour: Ink = "AL"


class AtollMark(Record):
    """A site with its ring of reef, shown as an example."""

    draw: Literal["atoll"]
    at: Point
    across: Positive = Field(description="The width of a hex, in pixels, for the size of the example.")


class ScaleBars(Record):
    """The scales of distance at several latitudes, because the scale of a Mercator map grows towards the poles."""

    draw: Literal["scale"]
    at: Point = Field(description="Left end of the first bar.")
    latitudes: tuple[float, ...]
    kilometres: Positive
    pitch: Positive = 36.0


Mark: TypeAlias = Annotated[
    Words | RuleLineRecord | Patch | FaceMark | SignRecord | StrokeMark | HexMark | AtollMark | ScaleBars,
    Field(discriminator="draw"),
]


class CardRecord(Record):
    """A card on the sheet with things printed on it."""

    rect: Rect | None = Field(
        default=None,
        description="Left, top, width and height of its ground; without it, the marks lie on the sheet itself.",
    )
    band: Ink | None = Field(default=None, description="A band along its left, in the colour of its owner.")
    fill: Ink = "panel"
    opacity: Share = 0.9
    radius: float = 18.0
    edge: Ink = "line2"
    edge_width: Positive = 3.0
    shadow: YesNo = True
    double: YesNo = Field(default=False, description="True if a second line runs inside its edge.")
    marks: tuple[Mark, ...] = ()


class SlotRecord(Record):
    """A place for pieces within a box."""

    name: PlaceName
    rect: Rect
    label: Name | None = None
    stands_for: PlaceName | None = Field(
        default=None, description="The cell in which pieces in it are, for the rules; without it, that of the box."
    )


class BoxRecord(Record):
    """A place off the grid. Without slots it is a single place with its own name, below its headline."""

    name: PlaceName
    rect: Rect
    title: Name | None = Field(default=None, description="Its headline; without it, the name.")
    note: Text = Field(default="", description="A second line.")
    colour: Ink | None = Field(default=None, description="The owner's colour, drawn as a band along its left.")
    sign: Name | None = Field(default=None, description="A sign of `assets/symbols` at the right of its head.")
    stands_for: PlaceName | None = Field(default=None, description="The cell in which pieces in it are, for the rules.")
    look: Literal["card", "field"] = Field(
        default="card", description="`card` lies on a map, `field` on a coloured ground."
    )
    slots: tuple[SlotRecord, ...] = ()
    properties: Values = Field(default_factory=dict)

    @property
    def head_px(self) -> int:
        """The height of its head in pixels: the title, and on a `card` the note below it."""
        return BOX_HEAD_PX[self.look] + (BOX_NOTE_PX if self.note and self.look == "card" else 0)

    def cells(self) -> Iterator[tuple[SlotRecord, str]]:
        """Yield the slots that stand for a cell, each with that cell."""
        for slot in self.places():
            cell = slot.stands_for or self.stands_for
            if cell is not None:
                yield slot, cell

    def places(self) -> tuple[SlotRecord, ...]:
        """Return the places for pieces: the slots, or the box itself below its headline."""
        if self.slots:
            return self.slots
        left, top, width, height = self.rect
        margin = BOX_MARGIN_PX[self.look]
        inner = (left + margin, top + self.head_px, width - 2 * margin, height - self.head_px - margin)
        return (SlotRecord.model_construct(name=self.name, rect=inner),)


BOX_HEAD_PX = {"card": 72, "field": 58}
BOX_NOTE_PX = 39
BOX_MARGIN_PX = {"card": 24, "field": 15}


class TrackCell(Record):
    """A cell of a track that has more than its number."""

    label: Name
    corner: Text = Field(default="", description="The small text in its upper right corner.")
    foot: Text = Field(default="", description="The small text along its lower edge.")
    shaded: YesNo = Field(
        default=False, description="True if its ground is darker; without this, every other row is darker."
    )


class TrackRecord(Record):
    """A track of numbered cells in rows. Its places have names of the form `name.label`."""

    name: PlaceName
    rect: Rect = Field(description="Left, top, width and height of its card.")
    look: Literal["card", "field"] = Field(
        default="card", description="`card` lies on a map, `field` on a coloured ground."
    )
    title: Name
    note: Text = ""
    sign: Name | None = Field(
        default=None, description="A sign of `assets/symbols` in every cell, for the thing that is counted."
    )
    first_cell: Point = Field(description="Upper left corner of the first cell.")
    cell: Point = Field(description="Width and height of a cell.")
    gap: float = Field(default=0.0, description="Pixels between cells.")
    per_row: Annotated[Number, Field(ge=1)] = Field(description="Cells in a row.")
    first: Whole = Field(default=0, description="The number of the first cell, if cells only have numbers.")
    count: Number = Field(default=0, description="The number of cells, if cells only have numbers.")
    cells: tuple[TrackCell, ...] = Field(
        default=(), description="The cells, one by one, in place of `first` and `count`."
    )
    bold_every: Count = Field(default=0, description="The interval of bold numbers: 5 makes every fifth number bold.")
    marked: tuple[Name, ...] = Field(default=(), description="Cells that are drawn in the colour of warnings.")
    captions: tuple[Text, ...] = Field(default=(), description="Lines under the cells.")
    caption_size: Positive = 32.0

    @model_validator(mode="after")
    def _cells_one_way_or_the_other(self) -> "TrackRecord":
        if bool(self.cells) == bool(self.count):
            raise refuse("either `count`, for cells that are just numbered, or `cells`")
        return self

    def all_cells(self) -> tuple[TrackCell, ...]:
        """Return every cell in its order."""
        if self.cells:
            return self.cells
        numbers = range(self.first, self.first + self.count)
        return tuple(TrackCell.model_construct(label=str(number)) for number in numbers)

    def cell_rect(self, index: int) -> Rect:
        """Return the rectangle of a cell, which is given by its index from 0."""
        row, column = divmod(index, self.per_row)
        width, height = self.cell
        left, top = self.first_cell
        return (left + column * (width + self.gap), top + row * (height + self.gap), width, height)

    def place_name(self, cell: TrackCell) -> str:
        """Return the name of a cell's place."""
        return f"{self.name}.{cell.label}"


KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and positions in lists that lead to a value in the file."""


class MapMisfit(NamedTuple):
    """A mistake in a map file: its place, the expected value, and the names that would be valid."""

    path: KeyPath
    expected: str
    known: tuple[str, ...] = ()


class SheetRecord(Record):
    """A whole map of a module."""

    id: MapId
    name: Name
    size: tuple[Length, Length] = Field(
        description="Width and height in pixels. Everything else is measured in these pixels."
    )
    hex_px: Positive = Field(
        default=294.0, description="The number of pixels in one hex across, for all sizes that are given in hexes."
    )
    ground: Ink = Field(default="paper", description="The colour of the sheet where nothing is drawn.")
    frame: Rect | None = Field(
        default=None, description="A double line round the drawing, with degrees in the margins."
    )
    projection: Projection | None = None
    art: Art | None = None
    graticule: Graticule | None = None
    boards: tuple[BoardRecord, ...] = ()
    choice: BoardChoice | None = Field(default=None, description="The choice of boards, if players choose them.")
    edge: Edge = (0, 0)
    anchored: Literal["place", "pixel"] = Field(
        default="place", description="The position that pieces keep when a later version corrects the map."
    )
    stacks: Stacks | None = Field(
        default=None, description="The arrangement of stacks, if it differs from the default."
    )
    layers: PieceLayers | None = None
    window: MapWindow | None = Field(
        default=None, description="The button and the key that open the map, if it is hidden at first."
    )
    private: Private | None = None
    moves: MovesRecord | None = None
    zooms: Zooms | None = None
    chosen: tuple[ChosenMark, ...] = Field(
        default=(), description="The mark of selected pieces, if it differs from the default."
    )
    last_moved: OutlineRecord | None = Field(
        default=None,
        description="The line round the pieces that others have moved last, until the player clicks on the map.",
    )
    overview: OverviewRecord | None = None
    threads: tuple[Thread, ...] = Field(
        default=(), description="The map's own rulers, which are picked up with their buttons."
    )
    pings: tuple[PingWay, ...] = Field(
        default=(), description="The ways to point at a spot, if they differ from the default."
    )
    shades: tuple[ShadeRecord, ...] = ()
    points: tuple[NamedPointRecord, ...] = Field(
        default=(),
        description="Points with names of their own. If there are none, decks give their names to their points.",
    )
    viewers: tuple[Viewer, ...] = ()
    terrain: tuple[SheetTerrainRecord, ...] = ()
    place_properties: dict[PropertyName, PlacePropertyRecord] = Field(
        default_factory=dict, description="The properties of places that change in play."
    )
    stamps: dict[str, Stamp] = Field(default_factory=dict)
    strokes: dict[str, StrokeRecord] = Field(default_factory=dict)
    places: tuple[PlaceRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    hexsides: tuple[Hexside, ...] = ()
    divisions: tuple[Division, ...] = ()
    entries: tuple[EntryRecord, ...] = ()
    connections: tuple[ConnectionRecord, ...] = ()
    names: tuple[WorldName, ...] = ()
    cards: tuple[CardRecord, ...] = Field(default=(), description="Marks that are drawn under boxes and tracks.")
    boxes: tuple[BoxRecord, ...] = ()
    tracks: tuple[TrackRecord, ...] = ()
    marks: tuple[Mark, ...] = Field(
        default=(), description="Marks that are drawn over everything else, for example arrows from hexes to boxes."
    )

    def point(self, at: Point) -> Point:
        """Return the pixel of a place of the world. Without a projection, return the point of the sheet itself."""
        return self.projection.point(*at) if self.projection else at

    @property
    def on_table(self) -> tuple[BoardRecord, ...]:
        """The boards on the table: all of them, or the chosen ones, each in its place."""
        if self.choice is None:
            return self.boards
        known = {board.name: board for board in reversed(self.boards)}
        return tuple(known[laid.board].laid(laid) for laid in self.choice.usual if laid.board in known)

    def laid_out(self, boards: tuple[BoardPlacement, ...]) -> "SheetRecord":
        """Return the sheet with these of its boards on the table.

        A sheet without a choice of boards stays unchanged.
        """
        if self.choice is None:
            return self
        choice = self.choice.model_copy(update={"usual": boards})
        sheet = self.model_copy(update={"choice": choice})
        return sheet.model_copy(update={"size": size_of(sheet.on_table, self.edge, self.size)})

    def misfits(self) -> Iterator[MapMisfit]:
        """Yield the mistakes that only the whole file shows.

        These are unknown names, names that occur twice, grids with too many cells, values that a property of places
        cannot have, and rectangles that reach beyond the sheet.
        """
        yield from self._unknown_words()
        yield from self._twice()
        yield from self._too_fine()
        yield from self._starts_not_allowed()
        known = tuple(board.name for board in self.boards)
        for index, laid in enumerate(self.choice.usual if self.choice else ()):
            if laid.board not in known:
                yield MapMisfit(("choice", "usual", index, "board"), "a board of this map", known)
        width, height = self.size
        for kind in ("boxes", "tracks", "cards"):
            for index, each in enumerate(getattr(self, kind)):
                if each.rect is not None and not _within(each.rect, width, height):
                    yield MapMisfit(
                        (kind, index, "rect"), f"a rectangle within the sheet of {width} by {height} pixels"
                    )

    def _starts_not_allowed(self) -> Iterator[MapMisfit]:
        given: list[tuple[KeyPath, Values]] = [(("boards", i, "cells"), one.cells) for i, one in enumerate(self.boards)]
        given += [(("terrain", i, "properties"), one.properties) for i, one in enumerate(self.terrain)]
        given += [(("places", i, "values"), one.values) for i, one in enumerate(self.places)]
        given += [(("boxes", i, "properties"), one.properties) for i, one in enumerate(self.boxes)]
        for path, values in given:
            for name, record in self.place_properties.items():
                if name in values and not record.allows(values[name]):
                    numbers = f"a whole number from {record.least} to {record.most}"
                    yield MapMisfit((*path, name), "one of the words" if record.words else numbers, record.words)
        for name in self.place_properties:
            if not any(name in values for _, values in given):
                yield MapMisfit(("place_properties", name), "a property that some place has at the start")

    def _too_fine(self) -> Iterator[MapMisfit]:
        for index, board in enumerate(self.boards):
            if board.grid and cells_on(board.grid, *(board.size or self.size)) > 2 * MOST_CELLS:
                yield MapMisfit(("boards", index, "grid"), f"a grid of at most {MOST_CELLS:,} cells on its board")

    def _unknown_words(self) -> Iterator[MapMisfit]:
        for index, place in enumerate(self.places):
            if place.stamp is not None and place.stamp not in self.stamps:
                yield MapMisfit(("places", index, "stamp"), "one of the stamps", tuple(self.stamps))
        for kind in ("links", "hexsides", "divisions"):
            for index, each in enumerate(getattr(self, kind)):
                if each.stroke not in self.strokes:
                    yield MapMisfit((kind, index, "stroke"), "one of the strokes", tuple(self.strokes))
        boxes = tuple(box.name for box in self.boxes)
        for index, entry in enumerate(self.entries):
            if entry.box not in boxes:
                yield MapMisfit(("entries", index, "box"), "a box of this map", boxes)
        cells = self._listed_cells()
        if cells is not None:
            yield from self._unknown_places(cells)

    def _unknown_places(self, cells: set[str]) -> Iterator[MapMisfit]:
        for path, name in self._cells_spoken_of():
            if name not in cells:
                yield MapMisfit(path, "a cell that exists", tuple(sorted(cells)))
        places = cells | set(self._places_beside())
        for index, connection in enumerate(self.connections):
            for end, name in enumerate(connection.places):
                if name not in places:
                    yield MapMisfit(("connections", index, "places", end), "a place of this map", tuple(sorted(places)))

    def _listed_cells(self) -> set[str] | None:
        """Return the names of the cells of all boards; None if a board does not list its cells."""
        found: set[str] = set()
        for board in self.boards:
            if isinstance(board.grid, RegionGridRecord):
                found.update(region.name for region in board.grid.regions)
            elif isinstance(board.grid, HexGridRecord | SquareGridRecord) and board.grid.only:
                found.update(board.grid.only_names())
            else:
                return None
        return found

    def _places_beside(self) -> Iterator[str]:
        """Yield the places that are not cells, and the further names of cells."""
        yield from (place.name for place in self.places)
        yield from (slot.name for box in self.boxes for slot in box.places())
        yield from (track.place_name(cell) for track in self.tracks for cell in track.all_cells())

    def _cells_spoken_of(self) -> Iterator[tuple[KeyPath, str]]:
        for kind in ("places", "entries", "divisions"):
            for index, each in enumerate(getattr(self, kind)):
                yield (kind, index, "cell"), each.cell
        for kind in ("links", "hexsides", "terrain"):
            for index, each in enumerate(getattr(self, kind)):
                for end, cell in enumerate(each.cells):
                    yield (kind, index, "cells", end), cell
        for index, division in enumerate(self.divisions):
            for number, part in enumerate(division.parts):
                for end, cell in enumerate(part.edges):
                    yield ("divisions", index, "parts", number, "edges", end), cell
        for index, box in enumerate(self.boxes):
            if box.stands_for is not None:
                yield ("boxes", index, "stands_for"), box.stands_for
            for number, slot in enumerate(box.slots):
                if slot.stands_for is not None:
                    yield ("boxes", index, "slots", number, "stands_for"), slot.stands_for

    def _twice(self) -> Iterator[MapMisfit]:
        seen: set[str] = set()
        named: list[tuple[KeyPath, str]] = [
            (("places", index, "name"), place.name) for index, place in enumerate(self.places)
        ]
        named += [
            (("boxes", index, "name"), slot.name) for index, box in enumerate(self.boxes) for slot in box.places()
        ]
        named += [(("tracks", index, "name"), track.name) for index, track in enumerate(self.tracks)]
        for path, name in named:
            if name in seen:
                yield MapMisfit(path, "a name that no other place of this map has")
            seen.add(name)


def size_of(boards: Sequence[BoardRecord], edge: tuple[int, int], otherwise: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of all boards together, with the edge.

    `otherwise` is the size of a board that does not state its own.
    """
    sizes = {(board.column, board.row): board.size or otherwise for board in boards}
    columns, rows = {column for column, _ in sizes}, {row for _, row in sizes}
    across = max((sum(w for (_, r), (w, _) in sizes.items() if r == row) for row in rows), default=0)
    down = max((sum(h for (c, _), (_, h) in sizes.items() if c == column) for column in columns), default=0)
    return across + 2 * edge[0], down + 2 * edge[1]


def _within(rect: Rect, width: float, height: float) -> bool:
    left, top, across, down = rect
    return left >= 0 and top >= 0 and left + across <= width and top + down <= height
