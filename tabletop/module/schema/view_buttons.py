"""Changes that a button makes to a player's view of a map or to the window. Nobody else sees them, and they are not
steps of the game.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.map.measures import Positive
from tabletop.module.schema.record_base import Expr, FileName, MapId, Name, Record, Text, YesNo, refuse


class _OfAMap(Record):
    map: MapId | None = Field(None, description="The map; without it, the one that the player is looking at.")


class HidePieces(_OfAMap):
    """A button effect that hides the pieces of a map, or shows them again."""

    does: Literal["hide-pieces"]
    hidden_picture: FileName | None = Field(None, description="The picture on the button while they are hidden.")


LayerDeed: TypeAlias = Literal["hide-layers", "show-layers", "switch-layers", "layers-up", "layers-down", "all-layers"]


class ChangeLayers(_OfAMap):
    """A button effect that hides, shows or toggles layers of pieces, or moves each layer up or down.

    `all-layers` shows all layers in their usual order.
    """

    does: LayerDeed
    layers: tuple[Text, ...] = Field(
        (), description="The layers, by the values of the map's layer property, or by number from 0, the lowest first."
    )
    skip: YesNo = Field(False, description="True if layers without pieces are skipped when they go up or down.")


class SwitchShade(_OfAMap):
    """A button effect that shows a shade of a map, or hides it."""

    does: Literal["switch-shade"]
    shade: Name


class LookAt(_OfAMap):
    """A button effect that brings a place, a region, a zone, a point or a piece of a map to the middle of the view.

    Names are templates, which the table reads.
    """

    does: Literal["look-at"]
    place: Text = Field("", description="A hex, region, box or cell of a track, by any of its names.")
    region: Text = Field("", description="A region by its own name, even if its zone gives it another.")
    zone: Text = ""
    point: tuple[Expr, Expr] | None = Field(
        None, description="A point of the map or of the `board`, in pixels, as expressions that the table reads."
    )
    board: Text = Field(
        "", description="The board of the place or point; without it, any board for a place, and the map for a point."
    )
    piece: Expr | None = Field(None, description="The condition for the piece, as the player sees it.")
    which: Literal["first", "next", "nearest"] = Field(
        "first",
        description="The choice of one of several: the first, the one after the nearest to the middle of the "
        "view, or the nearest.",
    )
    offset: tuple[Expr, Expr] = Field(
        ("0", "0"), description="The shift from there, to the right and down, in map pixels."
    )
    zoom: Positive | None = Field(None, description="The scale: pixels of the screen for one pixel of the map.")

    @model_validator(mode="after")
    def _one_goal(self) -> Self:
        named = (bool(name) for name in (self.place, self.region, self.zone))
        if sum((*named, self.point is not None, self.piece is not None)) != 1:
            raise refuse("just one of `place`, `region`, `zone`, `point` and `piece`")
        return self


class SwitchRow(Record):
    """A button effect that shows the row of a turn tracker or of the clocks over the table, or hides it."""

    does: Literal["tracker", "clocks"]
    tracker: Text = Field("", description="The name of the tracker.")


class UseThread(_OfAMap):
    """A button effect that lets the player draw a thread of a map, or removes a thread that stays there."""

    does: Literal["thread"]
    thread: Text = Field("", description="The name of the thread.")


class UseWindow(_OfAMap):
    """A button effect for which the window has a button or a menu entry too.

    `curtain` covers the table until a player chooses their sides. The others are the notes, the ruler, a picture of a
    map, a list of the pieces there, an overview of the map, and its scale.
    """

    does: Literal["curtain", "notes", "ruler", "picture", "list", "overview", "zoom-in", "zoom-out", "zoom-to", "fit"]


View: TypeAlias = Annotated[
    HidePieces | ChangeLayers | SwitchShade | LookAt | SwitchRow | UseThread | UseWindow, Field(discriminator="does")
]
