"""`Atlas`: the terrains of a module's maps, each made on first use, and cached answers."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Final, TypeVar

from rules_assist.map.bulk_expressions import Land
from rules_assist.map.charted_ground import NOTHING, MapChart
from rules_assist.map.terrain import Terrain, build_terrain
from tabletop.board.map import Map
from tabletop.module.module import Module
from tabletop.module.schema.map.map_sheet_records import SheetRecord

MOST_KEPT: Final = 48

T = TypeVar("T")


class Atlas:
    """The terrains of some maps, by the ids of the maps. `sheets` are the map files of those that have one."""

    def __init__(self, maps: Mapping[str, Map], sheets: Mapping[str, SheetRecord], chart: MapChart = NOTHING) -> None:
        self._maps = maps
        self._sheets = sheets
        self._chart = chart
        self._terrains: dict[str, Terrain] = {}
        self._lands: dict[str, Land] = {}
        self._kept: OrderedDict[Hashable, object] = OrderedDict()
        self._lasting: dict[Hashable, object] = {}
        self._lock = Lock()

    @classmethod
    def of(cls, module: Module, chart: MapChart = NOTHING) -> "Atlas":
        """Return the atlas of a module. `chart` has the additions of its rule files."""
        return cls(module.components.maps, module.sheets, chart)

    @property
    def maps(self) -> tuple[str, ...]:
        """The ids of all maps, beginning with the one that opens first."""
        return tuple(self._maps)

    def terrain(self, map: str) -> Terrain:
        """Return the terrain of a map. Raises KeyError for an unknown map."""
        if map not in self._terrains:
            self._terrains[map] = build_terrain(map, self._maps[map], self._sheets.get(map), self._chart)
        return self._terrains[map]

    def land(self, map: str) -> Land:
        """Return the properties of a map's places and steps, as columns. Raises KeyError for an unknown map."""
        if map not in self._lands:
            self._lands[map] = Land(self.terrain(map))
        return self._lands[map]

    def lasting(self, key: Hashable, make: Callable[[], T], of: type[T]) -> T:
        """Return the value of a key. It is made once, and must depend only on the maps."""
        found = self._lasting.get(key)
        if not isinstance(found, of):
            found = self._lasting[key] = make()
        return found

    def kept(self, key: Hashable, make: Callable[[], T], of: type[T]) -> T:
        """Return the value of this key, from the cache or made now.

        Values that have not been used for the longest time are dropped first. Any thread may ask. If two ask at the
        same time, both may make it.
        """
        found = self._kept.get(key)
        if not isinstance(found, of):
            found = make()
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found
