"""The view of a map: its markings, the way players point at it, and the overview beside it.

Its contents and their use are in `tabletop.module.schema.map.map_table_records`.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tabletop.module.schema.map.measures import Ink, Share
from tabletop.module.schema.record_base import Count, Expr, MaybeFileName, Name, Record, Text, Whole, YesNo


class OutlineRecord(Record):
    """A line round pieces."""

    colour: Ink = "#000000"
    width: Count = Field(default=3, description="In pixels of the map; on the screen one at the least.")


class ChosenMark(OutlineRecord):
    """The mark of selected pieces: a line round them, or a picture over them."""

    where: Expr = Field(default="true", description="Which pieces, read as the player sees them.")
    picture: MaybeFileName = Field(default="", description="A picture of the module instead of the line.")
    at: tuple[Whole, Whole] = Field(
        default=(0, 0), description="How far right and below the middle of the piece its middle lies (screen pixels)."
    )


PingKeys: TypeAlias = Literal["alt", "ctrl", "alt shift", "ctrl shift", "ctrl alt", "ctrl alt shift"]


class PingWay(Record):
    """The way in which players point at a spot: a ring shrinks onto it, again and again."""

    keys: PingKeys = Field(default="alt", description="What is held while one clicks there.")
    colour: Ink = "#FF0000"
    size: Annotated[int, Field(ge=1, le=10_000)] = Field(default=100, description="How wide it is at first, in pixels.")
    on_map: YesNo = Field(default=True, description="Its pixels are the map's; else those of the screen.")
    pulses: Annotated[int, Field(ge=0, le=100)] = Field(default=6, description="How often; 0: it does not move.")
    a_second: Annotated[int, Field(ge=0, le=50)] = Field(default=3, description="How many times in a second.")
    report: Text = Field(
        default="",
        description="A template of what is said, read by the table, with `PingLocation`, `PingZone` and `PingMap`.",
    )


Beneath: TypeAlias = Literal["never", "with-pieces", "always"]


class GroundRecord(Record):
    """The part of the map that a viewer shows before the pieces: the part beneath them or beneath the mouse."""

    shown: Beneath = Field(default="with-pieces", description="Whether it is shown, also where no pieces lie.")
    size: tuple[Annotated[int, Field(ge=1, le=2_000)], Annotated[int, Field(ge=1, le=2_000)]] = Field(
        default=(150, 150), description="How wide and high it is, in pixels of the map."
    )
    scale: Annotated[float, Field(gt=0, le=20)] = Field(
        default=1.0, description="Pixels of the screen for one of these."
    )
    words: Text = Field(default="", description="A template under it, with `Location`, `Zone`, `Board` and `Map`.")


class Viewer(Record):
    """A large display of pieces while the mouse rests on them.

    Each viewer that has enough to show appears. Its templates and conditions see the pieces as the player sees them.
    """

    where: Expr = Field(default="true", description="Which pieces it shows.")
    least: Count = Field(
        default=1, description="From how many pieces on; while the viewer is kept open, from one on. 0: see `empty`."
    )
    below_scale: Annotated[float, Field(ge=0)] = Field(
        default=0.0, description="While the map is shown at a smaller scale, it shows pieces however few they are."
    )
    top_layer: YesNo = Field(default=True, description="Pieces of the topmost layer there alone.")
    overlapping: YesNo = Field(
        default=False, description="Pieces of all stacks there, not only at the topmost's point."
    )
    deck_cards: Count = Field(default=1, description="Of a deck so many cards from the top.")
    masked_cards: YesNo = Field(
        default=True, description="Of a deck also cards of which the player sees only the back."
    )
    pictures: YesNo = Field(default=True, description="The pieces are shown, not only their words.")
    turned: YesNo = Field(default=True, description="They stand as they are turned.")
    scale: Annotated[float, Field(gt=0, le=20)] | None = Field(
        default=None, description="Pixels of the screen for a pixel of the map; none: all pieces are as large."
    )
    gap: Count = Field(default=8, description="Pixels of the screen between pieces.")
    title: Text | None = Field(
        default=None,
        description="A template over them, read by the topmost, that knows their `Count` and the `sums`; none: their"
        " place.",
    )
    sums: dict[Name, Expr] = Field(
        default={},
        description="Names for the title, each with an expression that is added up over them; `?` stands in the sum for"
        " a piece that has none.",
    )
    words: Text = Field(default="{Name}", description="A template under each.")
    html: YesNo = Field(default=False, description="The title and all words are HTML.")
    empty: Text = Field(
        default="",
        description="If `least` is 0: a template of what is said where no pieces are, as the `words` of `ground`.",
    )
    ground: GroundRecord | None = None
    paper: Ink | None = Field(default=None, description="The colour on which it shows them; none: the window's.")
    ink: Ink | None = Field(default=None, description="The colour of its words and its edge; none: the window's.")
    type_px: Count = Field(default=0, description="How large its words are, in pixels of the screen; 0: as usual.")
    after_ms: Count = Field(default=250, description="So long the mouse must rest, in milliseconds.")
    alone: YesNo = Field(default=False, description="Where it shows something, viewers after it do not.")


class OverviewRecord(Record):
    """A small picture of the whole map, which a button with the view `overview` shows and hides."""

    scale: Annotated[float, Field(gt=0, le=4)] = Field(
        default=0.2, description="Pixels of the screen for a pixel of the map, at the most."
    )
    colour: Ink = Field(default="#000000", description="Of the line round what is seen.")


class Thread(Record):
    """A ruler of the map's own: a thread from one spot to another, for example for lines of sight.

    It only shows and measures. It is dragged, and lies there until the next click.
    """

    name: Text = Field(default="", description="What a button calls it by.")
    colour: Ink = "#000000"
    width: Annotated[int, Field(ge=1, le=100)] = Field(default=1, description="In pixels of the screen.")
    snaps_start: YesNo = Field(default=False, description="It begins where a piece would come to lie.")
    snaps_end: YesNo = Field(default=False, description="It ends where a piece would come to lie.")
    shows_range: YesNo = Field(default=True, description="It says how long it is.")
    step_px: Count = Field(default=0, description="So many pixels of the map count as one; 0: the places of the grid.")
    rounding: Literal["up", "down", "nearest"] = Field(default="nearest", description="Of lengths in pixels.")
    range_ink: Ink = Field(default="#FFFFFF", description="The colour of the figure.")
    range_paper: Ink = Field(default="#000000", description="The colour under the figure.")
    pieces: Share | None = Field(default=None, description="How much is seen of pieces meanwhile; none: all.")
    stays: Literal["always", "never", "ctrl"] = Field(
        default="never",
        description="Whether it stays after that until its button is pressed again, or, dragged with Ctrl, at once.",
    )
    seen: Literal["always", "staying", "never"] = Field(
        default="never", description="Whether others see it: as it lies there, only while it stays, or not at all."
    )
    report: Text = Field(
        default="",
        description="A template of what is said when it is let go, with `From`, `To`, `Range`, the `Checked` places "
        "and their `Count`.",
    )
