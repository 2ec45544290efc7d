"""The ground for the rules: the places of map files, and the additions of rule files to them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from rules_assist.map.picture_colours import MapImage, NoPictureError
from rules_assist.schema.charted_map import LineRecord, TerrainRecord
from rules_assist.schema.rules_file import RulesFile
from tabletop.board.map import Map
from tabletop.module.contents.map_files import properties_of
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import Module

Places = Mapping[str, Mapping[str, str]]
"""The properties of each place, by its own name (0805, not Kure)."""

R = TypeVar("R", TerrainRecord, LineRecord)


class ChartLine(NamedTuple):
    """A line between two neighbouring places, in both directions: a `link` along the step, or a feature of the
    `hexside`.
    """

    here: str
    there: str
    link: str
    hexside: str
    properties: Mapping[str, str]


class MapChart(NamedTuple):
    """The properties of the places of each map, and the lines that rule files add to the map, by the map's id."""

    places: Mapping[str, Places]
    lines: Mapping[str, Sequence[ChartLine]]


NOTHING: Final = MapChart({}, {})


def chart_of(reader: ModuleReader, module: Module, files: Mapping[str, RulesFile]) -> MapChart:
    """Return the chart of all maps of a module. The reader notes unknown maps, boards, zones and places."""
    return _ChartBuilder(reader, module).chart(files)


class _ChartBuilder:
    """A builder of one chart."""

    def __init__(self, reader: ModuleReader, module: Module) -> None:
        self._reader = reader
        self._module = module
        self._maps = module.components.maps
        self._places = {id: properties_of(sheet) for id, sheet in module.sheets.items()}
        self._lines: dict[str, list[ChartLine]] = {}
        self._pictures: dict[tuple[str, str], MapImage] = {}
        self._boards = {id: _boards_of(map) for id, map in self._maps.items()}

    def chart(self, files: Mapping[str, RulesFile]) -> MapChart:
        for file, record in files.items():
            for index, map, terrain in self._on_maps(file, "terrain", record.terrain):
                self._lay(file, index, map, terrain)
            for index, map, line in self._on_maps(file, "lines", record.lines):
                self._lines.setdefault(map, []).extend(self._drawn(file, index, map, line))
        return MapChart(self._places, self._lines)

    def _on_maps(self, file: str, key: str, records: Iterable[R]) -> Iterator[tuple[int, str, R]]:
        """Yield the records of known maps, each with its number and its map."""
        for index, record in enumerate(records):
            map = record.map or next(iter(self._maps), "")
            if map in self._maps:
                yield index, map, record
            else:
                self._reader.note(file, (key, index, "map"), "a map", tuple(self._maps))

    def _lay(self, file: str, index: int, map: str, terrain: TerrainRecord) -> None:
        here = self._places.setdefault(map, {})
        for place in self._of_colours(file, index, map, terrain, self._meant(file, index, map, terrain)):
            here[place] = here.get(place, {}) | terrain.properties

    def _meant(self, file: str, index: int, map: str, terrain: TerrainRecord) -> Sequence[str]:
        """Return the places that a record names, by board, zone and name; all places if it names none."""
        board = self._maps[map]
        places = tuple(self._named(file, ("terrain", index, "places"), board, terrain.places))
        if not (terrain.boards or terrain.zones):
            return places or board.places()
        self._check(file, ("terrain", index, "boards"), terrain.boards, [each.name for each in board.boards], "a board")
        zones = {place: board.zone_of(place) for place in board.places()}
        self._check(file, ("terrain", index, "zones"), terrain.zones, sorted({*zones.values()} - {""}), "a zone")
        boards = self._boards[map]
        lying = (place for place in zones if boards.get(place) in terrain.boards or zones[place] in terrain.zones)
        return tuple(dict.fromkeys((*lying, *places)))

    def _of_colours(
        self, file: str, index: int, map: str, terrain: TerrainRecord, places: Sequence[str]
    ) -> Iterator[str]:
        """Yield the given places that have the record's colours in at least `most` percent of their picture.

        If the record names no colour, yield all. A missing picture is noted.
        """
        if not terrain.colours:
            yield from places
            return
        for place in places:
            try:
                picture = self._picture(map, self._boards[map].get(place, ""))
                if picture.share(self._maps[map].polygon_of(place), terrain.colours, terrain.within) >= terrain.most:
                    yield place
            except NoPictureError as problem:
                self._reader.say(file, ("terrain", index, "colours"), str(problem))
                return

    def _picture(self, map: str, board: str) -> MapImage:
        if (map, board) not in self._pictures:
            self._pictures[map, board] = MapImage.of(self._module, map, board)
        return self._pictures[map, board]

    def _drawn(self, file: str, index: int, map: str, line: LineRecord) -> Iterator[ChartLine]:
        board = self._maps[map]
        for number, run in enumerate(line.runs):
            path = ("lines", index, "runs", number)
            places = tuple(self._named(file, path, board, run))
            if len(places) < len(run):
                continue
            for here, there in pairwise(places):
                if line.hexside is not None and there not in board.neighbours(here):
                    self._reader.say(file, path, f"{here} and {there} do not lie side by side")
                yield ChartLine(here, there, line.link or "", line.hexside or "", line.properties)

    def _named(self, file: str, path: tuple[str | int, ...], board: Map, names: Iterable[str]) -> Iterator[str]:
        """Yield the own names of places. Unknown places are noted."""
        for number, name in enumerate(names):
            if place := board.find(name):
                yield place
            else:
                known = (*board.places(), *(alias for alias, _ in board.aliases))
                self._reader.note(file, (*path, number), "a place", known)

    def _check(
        self, file: str, path: tuple[str | int, ...], names: Iterable[str], known: Sequence[str], what: str
    ) -> None:
        for number, name in enumerate(names):
            if name not in known:
                self._reader.note(file, (*path, number), what, known)


def _boards_of(map: Map) -> Mapping[str, str]:
    """Return, for each place, the name of the board whose grid has it. Boxes and tracks have no board."""
    boxes = {box.name for box in (*map.boxes, *(cell for track in map.tracks for cell in track.cells))}
    return {
        place: board.name
        for board in reversed(map.boards)
        for place in board.grid.places(board.area)
        if place not in boxes
    }
