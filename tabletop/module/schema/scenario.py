"""Scenario files: the pieces at the start, the properties set, and the arrivals with their turns."""

from itertools import chain
from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.schema.record_base import (
    Count,
    Id,
    MapId,
    Name,
    PlaceName,
    Record,
    Scalar,
    SideId,
    Text,
    Whole,
    YesNo,
    refuse,
)

MOST_PIECES = 100_000

Point: TypeAlias = tuple[Whole, Whole]


class SetPiece(Record):
    """A piece of the set-up that differs from a new one."""

    piece: Id = Field(description="Its kind.")
    count: Count = Field(1, le=MOST_PIECES, description="The number of these pieces.")
    state: dict[Name, Scalar] = Field(
        default_factory=dict,
        description="The properties that are set: a layer by the name of its level, others by their value.",
    )
    sight: dict[Name, Literal["unseen", "back", "face"]] = Field(
        default_factory=dict,
        description="The level at which sides see it, if it differs from that of a new piece: by side, for all its "
        "cells, or by cell, for example `North/Hussars`.",
    )


class MapItemRecord(Record):
    """An item that lies on a map at the start."""

    at: PlaceName | None = Field(None, description="The place: a hex, box or cell of a track, by any of its names.")
    point: Point | None = Field(None, description="A point of the map in its pixels, instead of a place.")
    points: dict[Text, Point] = Field(
        default_factory=dict,
        description="Points of the map for each first board. If another board is first, the item is left out.",
    )
    board: Text = Field(
        "", description="The board on which it lies; `point` is in pixels from the corner of the board."
    )
    map: MapId | None = Field(None, description="Its map; without it, the first map of the module.")

    @model_validator(mode="after")
    def _somewhere(self) -> Self:
        if (self.at is not None) + (self.point is not None) + bool(self.points) != 1:
            raise refuse("one of `at`, a place, `point`, a point of the map, and `points`, one for each first board")
        if self.board and self.point is None:
            raise refuse("`board` only beside `point`")
        return self


class Placement(MapItemRecord):
    """The pieces that lie together in a place, the lowest first."""

    pieces: tuple[Id | SetPiece, ...] = Field(min_length=1)
    lay: Literal["stack", "own stack", "heap", "row", "grid"] = Field(
        "stack",
        description="The arrangement: one stack (with the pieces already there, or a new one), a heap (a new stack at "
        "just this point, even in a box), or each piece alone, in a row or in rows that fill the box.",
    )
    offset: tuple[Whole, Whole] = Field(
        (0, 0), description="The shift from the point where pieces snap, to the right and down, in map pixels."
    )


class Arrival(Record):
    """An arrival on a turn: reinforcements, resources, conversions."""

    turn: Whole
    side: SideId | None = None
    pieces: tuple[Id | SetPiece, ...] = ()
    at: Text = Field("", description="The place, in words or by its name.")
    what: Text = Field("", description="A text about other things that arrive or happen.")


class Deck(MapItemRecord):
    """A deck of cards at the start. If it lies at a point, it is a place with the name of the deck."""

    name: Name
    cards: tuple[Id | SetPiece, ...] = Field((), description="The cards, from the bottom up.")
    face: Literal["down", "up"] = "down"
    shuffled: YesNo = True


class HandRecord(Record):
    """A hand. Its side sees its contents; other sides see the number of cards."""

    name: Name
    side: SideId
    pieces: tuple[Id | SetPiece, ...] = ()


class ScenarioFile(Record):
    """A scenario of a module."""

    id: Id
    title: Name
    summary: Text = Field(description="Its subject and its length, in a few sentences.")
    menu: tuple[Name, ...] = Field((), description="The headings under which it is offered, the outermost first.")
    tracker: dict[Name, tuple[Whole, ...]] = Field(
        default_factory=dict,
        description="The position of each turn tracker: a number for each level, from 0 up; -1 if it is not "
        "the level's turn.",
    )
    properties: dict[Name, Scalar] = Field(default_factory=dict, description="Properties of the table.")
    boards: dict[MapId, tuple[BoardPlacement, ...]] = Field(
        default_factory=dict,
        description="The boards on maps whose boards are chosen, by map, if they differ from the default.",
    )
    options: dict[Id, Scalar] = Field(
        default_factory=dict, description="The options in force that differ from the defaults."
    )
    position: Name | None = Field(None, description="A file of the module with a saved position.")
    setup: tuple[Placement, ...] = ()
    secret_setup: tuple[SideId, ...] = Field(
        (),
        description="The sides that set up in secret. Nobody else sees their pieces until all of them have finished.",
    )
    cells: dict[SideId, tuple[SideId, ...]] = Field(
        default_factory=dict,
        description="Parts of sides that know different things, by side: each is a seat with a view of its own.",
    )
    decks: tuple[Deck, ...] = ()
    hands: tuple[HandRecord, ...] = ()
    arrivals: tuple[Arrival, ...] = Field((), description="The schedule of reinforcements and resources.")
    waiting: Name | None = Field(
        None,
        description="The track on which pieces wait. They lie on the cell with the number of the turn of "
        "their arrival.",
    )
    notes: tuple[Text, ...] = Field((), description="Special rules of the scenario, in our own words.")
    unused_maps: tuple[MapId, ...] = Field(
        (), description="The maps without a part in it; the window has no tab for them while they are empty."
    )
    unused_phases: dict[Name, tuple[Name, ...]] = Field(
        default_factory=dict,
        description="The phases without a part in it, by turn tracker: names of its levels that its bar leaves out.",
    )

    @model_validator(mode="after")
    def _no_more_than_a_table_can_hold(self) -> Self:
        _check_count(self, self.arrivals)
        return self


class UmpireSetupFile(Record):
    """A set-up of the umpire's own, in a file that no player gets.

    It is added to a scenario, or replaces its pieces.
    """

    module: Id = Field(description="The id of the module that it belongs to.")
    scenario: Id | None = Field(None, description="The scenario that it belongs to; without it, any scenario.")
    instead: YesNo = Field(False, description="True if the scenario's own pieces are left out.")
    tracker: dict[Name, tuple[Whole, ...]] = Field(
        default_factory=dict, description="The positions of turn trackers that differ from the scenario."
    )
    properties: dict[Name, Scalar] = Field(default_factory=dict, description="Properties of the table.")
    options: dict[Id, Scalar] = Field(default_factory=dict, description="Options in force.")
    cells: dict[SideId, tuple[SideId, ...]] = Field(
        default_factory=dict, description="Parts of sides that know different things, by side."
    )
    setup: tuple[Placement, ...] = ()
    decks: tuple[Deck, ...] = ()
    hands: tuple[HandRecord, ...] = ()

    @model_validator(mode="after")
    def _no_more_than_a_table_can_hold(self) -> Self:
        _check_count(self, ())
        return self


def _check_count(of: ScenarioFile | UmpireSetupFile, arrivals: tuple[Arrival, ...]) -> None:
    """Refuse a set-up with more pieces than a table can hold."""
    lists = (
        *(placement.pieces for placement in of.setup),
        *(deck.cards for deck in of.decks),
        *(hand.pieces for hand in of.hands),
        *(arrival.pieces for arrival in arrivals),
    )
    if sum(piece.count if isinstance(piece, SetPiece) else 1 for piece in chain(*lists)) > MOST_PIECES:
        raise refuse(f"at most {MOST_PIECES:,} pieces in all")
