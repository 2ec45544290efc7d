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
    column: Count = Field(default=0, description="Where it lies in the table of boards.")
    row: Count = Field(default=0, description="Where it lies in the table of boards.")
    turned: YesNo = Field(default=False, description="It is turned by half.")


class BoardChoice(Record):
    """A set of boards from which some are chosen when a game is set up."""

    title: Name = Field(default="Choose a board", description="What players are asked.")
    several: YesNo = Field(default=False, description="Several may be laid out, in columns and rows.")
    columns: Count = Field(default=0, description="So many columns at the most; 0: as many as players like.")
    like: MapId | Literal[""] = Field(
        default="", description="Another map: the boards that are chosen for that lie on this one too."
    )
    usual: tuple[BoardPlacement, ...] = Field(min_length=1, description="What lies there if nothing else is chosen.")


class NamedPointRecord(Record):
    """A point with a name of its own. A piece exactly there has this place name, even if another place surrounds it."""

    name: Text
    point: Pixel = Field(description="Pixels of its board as that lies; else from within the map's edge.")
    board: Text = Field(default="", description="Its board, if it belongs to one.")


class StackKeys(Record):
    """The keys that move a piece within its stack when the piece gets them or a player presses them."""

    top: Text = Field(default="", description="It comes to lie on top.")
    bottom: Text = Field(default="", description="It comes to lie at the bottom.")
    up: Text = Field(default="", description="It comes to lie one higher.")
    down: Text = Field(default="", description="It comes to lie one lower.")


class Stacks(Record):
    """The arrangement of pieces in a stack."""

    together: YesNo = Field(default=True, description="Whether pieces stack at all on this map.")
    rises: YesNo = Field(
        default=True, description="What pieces join, and what lies alone and is moved, comes to the top of its layer."
    )
    sent: Literal["topmost", "lowest"] = Field(
        default="topmost", description="Which stack pieces join that are sent by traits; by hand it is the topmost."
    )
    lone: Literal["among", "below"] = Field(
        default="among", description="What does not stack lies among what does, or below it if there are no layers."
    )
    step: tuple[float, float] | None = Field(
        default=None, description="How far right and up each piece of a stack lies from the one below, in pixels."
    )
    open_step: tuple[float, float] | None = Field(
        default=None, description="The same while the stack is spread out to be seen."
    )
    beneath: Text = Field(
        default="",
        description="#RRGGBB: so are all but the topmost piece while it is not spread out; none: as they look.",
    )
    keys: StackKeys | None = Field(default=None, description="Keys that move a piece within its stack.")
    as_hand: YesNo = Field(default=False, description="A stack is spread out side by side, as cards in a hand.")


Grain: TypeAlias = Literal["solid", "75%", "50%", "25%"]


class ShadeRecord(Record):
    """A shade over boards of a map, or over areas round pieces. Each player shows and hides it in their own view."""

    name: Name
    covers: Literal["boards", "areas"] = Field(
        default="boards",
        description="Boards, without the areas of pieces that name this shade; or just those areas.",
    )
    boards: tuple[Text, ...] = Field(default=(), description="Over which boards; all of them, if left out.")
    fill: Grain = Field(default="solid", description="How dense its grain is, on the screen.")
    colour: Text = Field(default="#000000", description="#RRGGBB.")
    picture: MaybeFileName = Field(default="", description="A picture of the module that it is tiled with instead.")
    scaled: YesNo = Field(default=False, description="The picture is scaled with the map; else it keeps its size.")
    opacity: Share = 0.5
    border: Text = Field(default="", description="The colour, #RRGGBB, of a line round what it covers; none: no line.")
    border_opacity: Share = 1.0
    over: YesNo = Field(default=False, description="It lies over the pieces too.")
    on: YesNo = Field(default=False, description="It is shown at first.")


class PieceLayers(Record):
    """The layers of pieces. A piece of one layer lies over all layers before it, and stacks with no others."""

    property: Name = Field(default="Layer", description="The property of pieces that says in which layer they are.")
    order: tuple[Text, ...] = Field(description="Its values, lowest layer first; pieces with others lie over all.")


class MapWindow(Record):
    """A map that is hidden until it is opened."""

    button: Text = Field(default="", description="What stands on its button.")
    tooltip: Text = ""
    icon: MaybeFileName = Field(default="", description="The picture on its button, a file of the module.")
    key: Text = Field(default="", description="The key that opens and closes it.")


class Private(Record):
    """The sides to which a map belongs."""

    sides: tuple[SideId, ...] = Field(description="Whose it is.")
    open: YesNo = Field(default=False, description="Others may look at it.")


Marks: TypeAlias = Literal["always", "never", "as players like"]


class MoveReports(Record):
    """The reports of moves by hand, as templates that can read `Pieces`, `Location`, `OldLocation`, `Map` and `OldMap`.

    A move without a template is not reported.
    """

    within: Text = Field(default="", description="Pieces moved on this map.")
    onto: Text = Field(default="", description="They came from another map.")
    made: Text = Field(default="", description="They came out of the box.")
    places_only: YesNo = Field(default=False, description="Said of moves on this map only to a place of another name.")


class MovesRecord(Record):
    """The effects of moving on this map."""

    key: Text = Field(default="", description="The key that pieces hear after they have come to lie here.")
    marks: Marks = Field(default="always", description="Whether moved pieces are marked as moved.")
    formation: YesNo = Field(default=False, description="What is dragged together keeps its distances.")
    reports: MoveReports | None = Field(default=None, description="The module's own words; none: the usual ones.")
    quiet: YesNo = Field(default=False, description="What pieces do here they do not report.")
    retold: Text = Field(
        default="", description="A template said instead of a piece's report, which it knows as `Message`."
    )


class Zooms(Record):
    """The scales at which a map is shown."""

    levels: tuple[Positive, ...] = Field(min_length=1, description="Pixels of the screen for a pixel of the map.")
    start: Count = Field(default=0, description="Which of them at first, counted from 0.")


Edge = Annotated[Pixel, Field(description="Empty pixels left and right of all boards, and above and below.")]
