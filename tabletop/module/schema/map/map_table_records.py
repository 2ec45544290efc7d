"""The use of a map at the table: its choice of boards, its window, and the habits of pieces on it.

The printed parts are in `tabletop.module.schema.map.map_sheet_records`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tabletop.module.schema.map.measures import Pixel, Positive, Share
from tabletop.module.schema.record_base import Count, MapId, MaybeFileName, Name, Record, SideId, Text, YesNo


class BoardPlacement(Record):
    """A board on the table."""

    board: Text
    column: Count = Field(default=0, description="Its column in the table of boards, from 0.")
    row: Count = Field(default=0, description="Its row in the table of boards, from 0.")
    turned: YesNo = Field(default=False, description="True if it is turned by 180 degrees.")


class BoardChoice(Record):
    """A set of boards from which some are chosen when a game is set up."""

    title: Name = Field(default="Choose a board", description="The question to the players.")
    several: YesNo = Field(default=False, description="True if several may be laid out, in columns and rows.")
    columns: Count = Field(default=0, description="The greatest number of columns; 0: any number.")
    like: MapId | Literal[""] = Field(default="", description="Another map, whose chosen boards lie on this one too.")
    usual: tuple[BoardPlacement, ...] = Field(
        min_length=1, description="The boards that lie there if nothing else is chosen."
    )


class NamedPointRecord(Record):
    """A point with a name of its own. A piece exactly there has this place name, even if another place surrounds it."""

    name: Text
    point: Pixel = Field(
        description="Pixels of its board as it lies; without a board, pixels from within the map's edge."
    )
    board: Text = Field(default="", description="Its board, if it belongs to one.")


class StackKeys(Record):
    """The keys that move a piece within its stack when the piece gets them or a player presses them."""

    top: Text = Field(default="", description="The key that moves the piece to the top.")
    bottom: Text = Field(default="", description="The key that moves the piece to the bottom.")
    up: Text = Field(default="", description="The key that moves the piece one higher.")
    down: Text = Field(default="", description="The key that moves the piece one lower.")


class Stacks(Record):
    """The arrangement of pieces in a stack."""

    together: YesNo = Field(default=True, description="True if pieces stack on this map.")
    rises: YesNo = Field(
        default=True,
        description="True if a stack that pieces join, or a lone piece that is moved, comes to the top of its layer.",
    )
    sent: Literal["topmost", "lowest"] = Field(
        default="topmost", description="The stack that pieces join when traits send them; by hand it is the topmost."
    )
    lone: Literal["among", "below"] = Field(
        default="among",
        description="The position of pieces that do not stack: among those that do, or, without layers, below them.",
    )
    step: tuple[float, float] | None = Field(
        default=None,
        description="The distance of each piece of a stack from the one below, to the right and up, in pixels.",
    )
    open_step: tuple[float, float] | None = Field(
        default=None, description="The distance of each piece from the one below while the stack is spread out."
    )
    beneath: Text = Field(
        default="",
        description="The colour (#RRGGBB) of all pieces except the topmost while the stack is not spread out; "
        "without it, they have their own look.",
    )
    keys: StackKeys | None = Field(default=None, description="Keys that move a piece within its stack.")
    as_hand: YesNo = Field(default=False, description="True if a stack is spread out side by side, as cards in a hand.")


Grain: TypeAlias = Literal["solid", "75%", "50%", "25%"]


class ShadeRecord(Record):
    """A shade over boards of a map, or over areas round pieces. Each player shows and hides it in their own view."""

    name: Name
    covers: Literal["boards", "areas"] = Field(
        default="boards",
        description="The shaded area: boards without the areas of pieces that name this shade, or only those areas.",
    )
    boards: tuple[Text, ...] = Field(default=(), description="The boards; without them, all boards.")
    fill: Grain = Field(default="solid", description="The density of its grain on the screen.")
    colour: Text = Field(default="#000000", description="#RRGGBB.")
    picture: MaybeFileName = Field(default="", description="A picture of the module that fills it as tiles instead.")
    scaled: YesNo = Field(
        default=False, description="True if the picture is scaled with the map; otherwise it keeps its size."
    )
    opacity: Share = 0.5
    border: Text = Field(
        default="", description="The colour, #RRGGBB, of a line round the shaded area; without it, there is no line."
    )
    border_opacity: Share = 1.0
    over: YesNo = Field(default=False, description="True if it lies over the pieces too.")
    on: YesNo = Field(default=False, description="True if it is shown at first.")


class PieceLayers(Record):
    """The layers of pieces. A piece lies over the pieces of earlier layers, and stacks only within its own layer."""

    property: Name = Field(default="Layer", description="The property that gives the layer of a piece.")
    order: tuple[Text, ...] = Field(
        description="Its values, lowest layer first. Pieces with other values lie over all."
    )


class MapWindow(Record):
    """A map that is hidden until it is opened."""

    button: Text = Field(default="", description="The text on its button.")
    tooltip: Text = ""
    icon: MaybeFileName = Field(default="", description="The picture on its button, a file of the module.")
    key: Text = Field(default="", description="The key that opens and closes it.")


class Private(Record):
    """The sides to which a map belongs."""

    sides: tuple[SideId, ...] = Field(description="The sides to which it belongs.")
    open: YesNo = Field(default=False, description="True if others may look at it.")


Marks: TypeAlias = Literal["always", "never", "as players like"]


class MoveReports(Record):
    """The reports of moves by hand, as templates that can read `Pieces`, `Location`, `OldLocation`, `Map` and `OldMap`.

    A move without a template is not reported.
    """

    within: Text = Field(default="", description="The template for pieces that moved on this map.")
    onto: Text = Field(default="", description="The template for pieces from another map.")
    made: Text = Field(default="", description="The template for pieces from the counter tray.")
    places_only: YesNo = Field(
        default=False,
        description="True if moves on this map are reported only when they lead to a place with another name.",
    )


class MovesRecord(Record):
    """The effects of moving on this map."""

    key: Text = Field(default="", description="The key that pieces get after they have come to lie here.")
    marks: Marks = Field(default="always", description="The way in which moved pieces are marked as moved.")
    formation: YesNo = Field(
        default=False, description="True if pieces that are dragged together keep their distances."
    )
    reports: MoveReports | None = Field(
        default=None,
        description="The module's own reports of moves by hand; without them, the default reports are used.",
    )
    quiet: YesNo = Field(default=False, description="True if pieces here do not report their actions.")
    retold: Text = Field(
        default="", description="A template that replaces a piece's report, which it can read as `Message`."
    )


class Zooms(Record):
    """The scales at which a map is shown."""

    levels: tuple[Positive, ...] = Field(
        min_length=1, description="The scales: pixels of the screen for one pixel of the map."
    )
    start: Count = Field(default=0, description="The number of the first scale, counted from 0.")


Edge = Annotated[Pixel, Field(description="The empty pixels left and right of all boards, and above and below them.")]
