"""The view of a map: its markings, the way players point at it, and the overview beside it.

The use of the map at the table is in `tabletop.module.schema.map.map_table_records`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tabletop.module.schema.map.measures import Ink, Share
from tabletop.module.schema.record_base import Count, Expr, MaybeFileName, Name, Record, Text, Whole, YesNo


class OutlineRecord(Record):
    """A line round pieces."""

    colour: Ink = "#000000"
    width: Count = Field(default=3, description="The width in pixels of the map, but at least one pixel on the screen.")


class ChosenMark(OutlineRecord):
    """The mark of selected pieces: a line round them, or a picture over them."""

    where: Expr = Field(default="true", description="The condition for the pieces; it sees them as the player does.")
    picture: MaybeFileName = Field(default="", description="A picture of the module in place of the line.")
    at: tuple[Whole, Whole] = Field(
        default=(0, 0),
        description="The distance of its middle from the middle of the piece, to the right and down (screen pixels).",
    )


PingKeys: TypeAlias = Literal["alt", "ctrl", "alt shift", "ctrl shift", "ctrl alt", "ctrl alt shift"]


class PingWay(Record):
    """The way in which players point at a spot: a ring shrinks onto it, again and again."""

    keys: PingKeys = Field(default="alt", description="The keys that are held during the click.")
    colour: Ink = "#FF0000"
    size: Annotated[int, Field(ge=1, le=10_000)] = Field(default=100, description="Its width at first, in pixels.")
    on_map: YesNo = Field(
        default=True, description="True if its pixels are those of the map; otherwise they are those of the screen."
    )
    pulses: Annotated[int, Field(ge=0, le=100)] = Field(
        default=6, description="The number of times that it shrinks; 0: it does not move."
    )
    a_second: Annotated[int, Field(ge=0, le=50)] = Field(
        default=3, description="The number of times that it shrinks in a second."
    )
    report: Text = Field(
        default="",
        description="The template of the message, which the table reads, with `PingLocation`, `PingZone` and "
        "`PingMap`.",
    )


Beneath: TypeAlias = Literal["never", "with-pieces", "always"]


class GroundRecord(Record):
    """The part of the map that a viewer shows before the pieces: the part beneath them or beneath the mouse."""

    shown: Beneath = Field(
        default="with-pieces",
        description="`with-pieces`: it is shown only if there are pieces; `always`: also without pieces.",
    )
    size: tuple[Annotated[int, Field(ge=1, le=2_000)], Annotated[int, Field(ge=1, le=2_000)]] = Field(
        default=(150, 150), description="Its width and height, in pixels of the map."
    )
    scale: Annotated[float, Field(gt=0, le=20)] = Field(
        default=1.0, description="The number of screen pixels for one pixel of the map."
    )
    words: Text = Field(
        default="",
        description="The template of the text under the picture, with `Location`, `Zone`, `Board` and `Map`.",
    )


class Viewer(Record):
    """A large display of pieces while the mouse rests on them.

    Each viewer that has enough to show appears. Its templates and conditions see the pieces as the player sees them.
    """

    where: Expr = Field(default="true", description="The condition for the pieces that it shows.")
    least: Count = Field(
        default=1,
        description="The least number of pieces at which it appears; while the viewer is kept open, one is "
        "enough. 0: see `empty`.",
    )
    below_scale: Annotated[float, Field(ge=0)] = Field(
        default=0.0, description="At a scale of the map below this, it shows pieces even if they are few."
    )
    top_layer: YesNo = Field(default=True, description="True if it shows only pieces of the topmost layer there.")
    overlapping: YesNo = Field(
        default=False,
        description="True if it shows pieces of all stacks there, and not only those at the point of the topmost one.",
    )
    deck_cards: Count = Field(default=1, description="The number of cards that it shows from the top of a deck.")
    masked_cards: YesNo = Field(
        default=True, description="True if it also shows cards of a deck that the player sees only from the back."
    )
    pictures: YesNo = Field(default=True, description="True if it shows the pieces, and not only words about them.")
    turned: YesNo = Field(default=True, description="True if pieces are shown turned as they are.")
    scale: Annotated[float, Field(gt=0, le=20)] | None = Field(
        default=None,
        description="The number of screen pixels for one pixel of the map; without it, all pieces have the same size.",
    )
    gap: Count = Field(default=8, description="The number of screen pixels between pieces.")
    title: Text | None = Field(
        default=None,
        description="The template of the title over the pieces. It reads the topmost, their `Count` and the "
        "`sums`; without it, the title is their place.",
    )
    sums: dict[Name, Expr] = Field(
        default={},
        description="Names for the title, each with an expression that is added up over the pieces. The sum "
        "has a `?` for a piece without a value.",
    )
    words: Text = Field(default="{Name}", description="The template under each piece.")
    html: YesNo = Field(default=False, description="True if the title and all words are HTML.")
    empty: Text = Field(
        default="",
        description="If `least` is 0: the template of the text where no pieces are. It reads the same names "
        "as the `words` of `ground`.",
    )
    ground: GroundRecord | None = None
    paper: Ink | None = Field(default=None, description="The colour behind the pieces; without it, that of the window.")
    ink: Ink | None = Field(
        default=None, description="The colour of its words and its edge; without it, that of the window."
    )
    type_px: Count = Field(
        default=0, description="The size of its words, in pixels of the screen; 0: the default size."
    )
    after_ms: Count = Field(default=250, description="The time for which the mouse must rest, in milliseconds.")
    alone: YesNo = Field(
        default=False, description="True if the viewers after it show nothing where this one shows something."
    )


class OverviewRecord(Record):
    """A small picture of the whole map, which a button with the view `overview` shows and hides."""

    scale: Annotated[float, Field(gt=0, le=4)] = Field(
        default=0.2, description="The greatest number of screen pixels for one pixel of the map."
    )
    colour: Ink = Field(default="#000000", description="The colour of the line round the visible part.")


class Thread(Record):
    """A ruler of the map's own: a thread from one spot to another, for example for lines of sight.

    It only shows and measures. It is dragged, and stays until the next click, or as `stays` says.
    """

    name: Text = Field(default="", description="The name by which a button uses it.")
    colour: Ink = "#000000"
    width: Annotated[int, Field(ge=1, le=100)] = Field(default=1, description="The width in pixels of the screen.")
    snaps_start: YesNo = Field(
        default=False, description="True if it begins at a point where a piece would come to lie."
    )
    snaps_end: YesNo = Field(default=False, description="True if it ends at a point where a piece would come to lie.")
    shows_range: YesNo = Field(default=True, description="True if it shows its length.")
    step_px: Count = Field(
        default=0, description="The number of map pixels that count as one; 0: lengths are in places of the grid."
    )
    rounding: Literal["up", "down", "nearest"] = Field(
        default="nearest", description="The rounding of lengths in pixels."
    )
    range_ink: Ink = Field(default="#FFFFFF", description="The colour of the figure.")
    range_paper: Ink = Field(default="#000000", description="The colour under the figure.")
    pieces: Share | None = Field(
        default=None, description="The opacity of pieces while the thread is in use; without it, it does not change."
    )
    stays: Literal["always", "never", "ctrl"] = Field(
        default="never",
        description="The thread stays until its button is pressed again: `always`, `never`, or only if it is dragged "
        "with `ctrl`. Otherwise it lies there until the next click.",
    )
    seen: Literal["always", "staying", "never"] = Field(
        default="never",
        description="Others see it `always`, only while it stays (`staying`), or `never`.",
    )
    report: Text = Field(
        default="",
        description="The template of the message when it is released, with `From`, `To`, `Range`, the "
        "`Checked` places and their `Count`.",
    )
