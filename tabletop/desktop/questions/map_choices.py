"""The choices of a procedure, as things on the maps: pieces and places that can be clicked."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QRectF

from tabletop.assistance import Bead, Legend, Overlay, OverlayLabel, OverlayLine, Point, ProcedureQuestion, Underway
from tabletop.board.map import Map
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.game.state.frames import thing_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value

CHOICES: Final = "choices"
"""The id of the overlay of choices."""

PATH: Final = "drawn-path"
"""The id of the overlay of a path that is drawn."""

TICKED: Final = "ticked"
"""The id of the overlay of ticked options."""

MOST_RINGS: Final = 8
"""The most places that each have a ring and a button. If there are more, they are shown as one area."""

_PLACE: Final = "place:"


class Choices(NamedTuple):
    """The options of questions that can be clicked on maps: their values by piece, and by place (map and name).

    `notes` are warnings or advice about places. `moving` are the pieces that go to the chosen place.
    """

    pieces: Mapping[int, Value]
    places: Mapping[tuple[str, str], Value]
    notes: Mapping[tuple[str, str], str] = {}
    moving: tuple[int, ...] = ()

    @property
    def is_area(self) -> bool:
        """True if there are so many places that they are shown as an area."""
        return len(self.places) > MOST_RINGS

    def at(self, map_name: str, place: str, found: Sequence[int], stack: Sequence[int]) -> Value:
        """Return the option that a click selects; None if there is none.

        The click is on the pieces `found`, topmost first, of the `stack` at a place. A piece under others is selected
        if it is the only option in its stack.
        """
        for piece in found:
            if piece in self.pieces:
                return self.pieces[piece]
        hidden = [piece for piece in stack if piece in self.pieces]
        if len(hidden) == 1:
            return self.pieces[hidden[0]]
        return self.places.get((map_name, place))


NOTHING: Final = Choices({}, {})


def choices_of(underway: Iterable[Underway], mine: frozenset[str]) -> Choices:
    """Return the pieces and places that are options of the questions to these sides, or to any player.

    If two questions have the same option, the later question gets it. `NOTHING` means that there are no such options.
    """
    asked = [one for each in underway for one in each.asked if one.by in mine or not one.by]
    found = [choices_in(one) for one in asked]
    pieces = {piece: said for one in found for piece, said in one.pieces.items()}
    places = {place: said for one in found for place, said in one.places.items()}
    notes = {place: note for one in found for place, note in one.notes.items()}
    moving = next((one.moving for one in reversed(asked) if one.moving), ())
    return Choices(pieces, places, notes, moving) if pieces or places else NOTHING


def choices_in(asked: ProcedureQuestion) -> Choices:
    """Return the options of a question that are pieces or places."""
    pieces: dict[int, Value] = {}
    places: dict[tuple[str, str], Value] = {}
    notes: dict[tuple[str, str], str] = {}
    for choice in asked.options:
        said = choice.value
        if not isinstance(said, str):
            continue
        thing = thing_of(said)
        if thing is not None and thing[0] == "piece":
            pieces[thing[1]] = said
        elif said.startswith(_PLACE):
            map_name, _, place = said.removeprefix(_PLACE).partition(":")
            places[map_name, place] = said
            if choice.note:
                notes[map_name, place] = choice.note
    return Choices(pieces, places, notes)


def show_choices(
    choices: Choices,
    layers: Mapping[str, OverlayLayer],
    scenes: Mapping[str, TableScene],
    maps: Mapping[str, Map],
    reach: Overlay | None = None,
) -> None:
    """Mark the pieces and places on every map that can be chosen, with their notes.

    Many places are marked as one area. `reach` is the reach of the pieces that will go to the chosen place, if there
    are any. On its map it is shown instead of the marks, because it has the cost of each place.
    """
    for name, layer in layers.items():
        notes = [
            OverlayLabel((spot.x, spot.y), "", in_short(note))
            for (map_name, place), note in choices.notes.items()
            if map_name == name and (spot := maps[name].spot_of(place)) is not None
        ]
        if reach is not None and reach.map == name:
            layer.show(replace(reach, id=CHOICES, labels=_noted(reach.labels, notes)))
            continue
        rings = (maps[map_name].polygon_of(place) for map_name, place in choices.places if map_name == name)
        places = [[(round(x), round(y)) for x, y in ring] for ring in rings if ring]
        areas = (scenes[name].area_of(piece) for piece in choices.pieces)
        rounds = _each_once(area for area in areas if area is not None)
        layer.show_choices(CHOICES, places, rounds, notes, is_area=choices.is_area)


def show_ticked(
    ticked: Sequence[Value], game: Game, layers: Mapping[str, OverlayLayer], maps: Mapping[str, Map]
) -> None:
    """Mark the options that a player has ticked on their maps. A mark where several lie has their number."""
    found = Counter(spot for said in ticked if (spot := _spot_of(said, game, maps)) is not None)
    for name, layer in layers.items():
        labels = [
            OverlayLabel(at, "✓" if number == 1 else f"✓ {number}") for (on, at), number in found.items() if on == name
        ]
        layer.hide(TICKED)
        if labels:
            layer.show(Overlay(TICKED, name, Legend("", ""), labels=tuple(labels)))


def _spot_of(said: Value, game: Game, maps: Mapping[str, Map]) -> tuple[str, Point] | None:
    """Return the map and the point of an option that is a piece or a place; None if it is neither."""
    if not isinstance(said, str):
        return None
    thing = thing_of(said)
    if thing is not None and thing[0] == "piece" and thing[1] in game.pieces:
        lies = game.lying(thing[1])
        return game.maps[lies.map], (lies.x, lies.y)
    name, _, place = said.removeprefix(_PLACE).partition(":")
    spot = maps[name].spot_of(place) if said.startswith(_PLACE) else None
    return None if spot is None else (name, (spot.x, spot.y))


def show_path(
    drawn: Sequence[Value],
    starts: Sequence[tuple[int, int, int]],
    names: Sequence[str],
    layers: Mapping[str, OverlayLayer],
    maps: Mapping[str, Map],
) -> None:
    """Show the path that a player draws on the map of its first place; none if nothing is drawn.

    `drawn` are its places, as values of options. `starts` are the positions of the pieces that go along it (map index,
    map pixels), and `names` the ids of the maps.
    """
    for layer in layers.values():
        layer.hide(PATH)
    places = [place.removeprefix(_PLACE).partition(":") for place in drawn if isinstance(place, str)]
    if not places:
        return
    name = places[0][0]
    spots = [spot for on, _, place in places if on == name and (spot := maps[name].spot_of(place)) is not None]
    through = [(x, y) for index, x, y in starts if names[index] == name] + [(spot.x, spot.y) for spot in spots]
    beads = tuple(Bead((spot.x, spot.y), str(number)) for number, spot in enumerate(spots, 1))
    if name in layers and len(through) > 1:
        layers[name].show(Overlay(PATH, name, Legend("", ""), lines=(OverlayLine("path", tuple(through), beads),)))


def _noted(costs: Iterable[OverlayLabel], notes: Iterable[OverlayLabel]) -> tuple[OverlayLabel, ...]:
    """Return the labels with the costs of places, each with the note on its place if there is one."""
    said = {note.at: note.note for note in notes}
    return tuple(replace(cost, note=said.get(cost.at, cost.note)) for cost in costs)


def in_short(note: str) -> str:
    """Return the part of a note before its colon, which fits the map: "no landing" for "no landing: no base near"."""
    return note.partition(":")[0]


def _each_once(areas: Iterable[QRectF]) -> list[QRectF]:
    """Return the areas without repetitions, so that a stack has only one ring."""
    return list({(area.x(), area.y(), area.width()): area for area in areas}.values())
