"""Notes on maps: names of several places, places without steps to or from them, the only ways between parts of a map,
and places that no way of moving enters.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from rules_assist.cases.run.case_dice import AsItLies
from rules_assist.map.connected_places import bridges, components, graph_of
from rules_assist.map.terrain import TRACK, Terrain
from rules_assist.movement.step_costs import Terms
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.setup import bare_table
from tabletop.texts import listed

MOST_LISTED: Final = 6
"""The most places that are named in one sentence."""

SMALLEST_PART: Final = 2
"""The least number of places for which there is a note that only one step leads to them."""


class MapNote(NamedTuple):
    """A sentence about a map, and the path to its subject in the map's file."""

    map: str
    path: tuple[str | int, ...]
    sentence: str


def map_notes(book: RuleBook) -> Iterator[MapNote]:
    """Yield the notes on all maps. A map without steps, for example a display, only has notes on names."""
    for id, sheet in book.module.sheets.items():
        yield from (MapNote(id, *found) for found in _shared_names(book.module.components.maps[id].duplicates()))
        terrain = book.ground.atlas.terrain(id)
        over = terrain.sets_of_steps - {TRACK}
        if over:
            yield from (
                MapNote(id, *found) for found in (*_parts(terrain, sheet, over), *_only_ways(terrain, sheet, over))
            )
            yield from (MapNote(id, *found) for found in _unentered(book, terrain, over))


Found = tuple[tuple[str | int, ...], str]


def _shared_names(names: Sequence[str]) -> Iterator[Found]:
    """Yield a note on the names that several places have."""
    if len(names) == 1:
        yield (), f"More than one place has the name {names[0]}, which finds only one of them."
    elif names:
        yield (), f"More than one place has each of these names, which find only one place each: {_few(names)}."


def _parts(terrain: Terrain, sheet: SheetRecord, over: Collection[str]) -> Iterator[Found]:
    """Yield notes on the places that are not joined in both directions to most of the map."""
    graph = graph_of(terrain, over)
    _most, *others = components(terrain, over) or [[]]
    for part in others:
        inside = set(part)
        into = [edge for edge in graph.in_edges(part) if edge[0] not in inside]
        out = [edge for edge in graph.out_edges(part) if edge[1] not in inside]
        if not (into and out):
            yield _path_of(terrain, sheet, [*into, *out]), _said_of(_named(terrain, part), bool(into), bool(out))
    beside = {terrain.node(name) for name in _beside(sheet)}
    wholes = [node for node in range(terrain.size) if terrain.whole[node] == node]
    alone = [node for node in wholes if node not in graph and node not in beside]
    if alone:
        yield (), f"No step leads to {_named(terrain, alone)}, nor away."


def _said_of(places: str, into: bool, out: bool) -> str:
    """Return the sentence about places that have only steps into them, only steps out of them, or no steps."""
    if into:
        return f"No step leads back from {places}."
    return f"No step leads to {places}." if out else f"No step joins {places} to the rest of the map."


def _beside(sheet: SheetRecord) -> Iterator[str]:
    """Yield the boxes of a map and the cells of its tracks."""
    yield from (slot.name for box in sheet.boxes for slot in box.places())
    yield from (track.place_name(cell) for track in sheet.tracks for cell in track.all_cells())


def _only_ways(terrain: Terrain, sheet: SheetRecord, over: Collection[str]) -> Iterator[Found]:
    """Yield notes on the steps without which some places could not be reached from most of the map."""
    for start, end, behind in bridges(terrain, over):
        if len(behind) >= SMALLEST_PART:
            step = f"{terrain.titles[start]} and {terrain.titles[end]}"
            said = f"The step between {step} is the only way to {_named(terrain, behind)}."
            yield _path_of(terrain, sheet, [(start, end)]), said


def _unentered(book: RuleBook, terrain: Terrain, over: Collection[str]) -> Iterator[Found]:
    """Yield a note on the places that no piece can enter by any way of moving; none if some ways are written in
    Python.
    """
    modes = book.ground.modes.values()
    written = [mode for mode in modes if isinstance(mode, WrittenMode)]
    if not written or len(written) < len(modes):
        return
    situation = Situation(bare_table(book.module, {}, AsItLies()), book)
    entered = np.zeros(terrain.size, np.bool_)
    for mode in written:
        entered[terrain.ends[_may_be_taken(situation, terrain, mode.terms)]] = True
    graph = graph_of(terrain, over)
    missed = [
        node for node in sorted(graph) if not entered[node] and not any(entered[part] for part in terrain.parts(node))
    ]
    if missed and entered.any():
        yield (), f"No way of moving enters {_named(terrain, missed)}."


def _may_be_taken(situation: Situation, terrain: Terrain, terms: Terms) -> np.ndarray:
    """Return a mask of the steps that some position may allow.

    The others are barred by a record that reads only printed facts, and no earlier record can hold for them.
    """
    land = situation.book.ground.atlas.land(terrain.map)
    survey = situation.facets(terrain.map).survey_steps("", RuleFactReader(situation))
    open_still = terrain.walked(terms.over, parts=terms.parts).copy()
    undecided = np.ones(len(terrain.to), np.bool_)
    for choice in terms.steps:
        if any(land.step(name) is None for name in choice.when.reads):
            if choice.number is not None:
                undecided[:] = False
            continue
        holds = survey.holds(choice.when)
        if choice.number is None:
            open_still &= ~(holds & undecided)
        undecided &= ~holds
    return open_still


def _path_of(terrain: Terrain, sheet: SheetRecord, steps: Sequence[tuple[int, int]]) -> tuple[str | int, ...]:
    """Return the path to the connection, entry or link of the map's file that makes one of these steps; empty if
    none does.
    """
    wanted = {frozenset(step) for step in steps}
    made: Mapping[str, Iterable[tuple[str, str]]] = {
        "connections": (connection.places for connection in sheet.connections),
        "entries": ((entry.cell, entry.box) for entry in sheet.entries),
        "links": (link.cells for link in sheet.links),
    }
    for key, records in made.items():
        for index, places in enumerate(records):
            if frozenset(terrain.numbers.get(place, -1) for place in places) in wanted:
                return key, index
    return ()


def _named(terrain: Terrain, nodes: Collection[int]) -> str:
    """Return places by their names; of many, only the first few."""
    return _few([terrain.titles[node] for node in sorted(nodes)])


def _few(names: Sequence[str]) -> str:
    """Return names in a list; of many, only the first few."""
    more = len(names) - MOST_LISTED
    return listed([*names[:MOST_LISTED], f"{more} more"] if more > 0 else list(names))
