"""The places of a module by all of their names, so that a case can use any."""

from functools import lru_cache

from rules_assist.cases.case_errors import unknown
from rules_assist.cases.run.matchers import NamedThing, words_of
from rules_assist.map.atlas import Atlas
from rules_assist.position.situation import Situation
from tabletop.assistance import Where


class Gazetteer:
    """Every name of every place of some maps. If several maps have a name, it means the place of the first of them."""

    def __init__(self, atlas: Atlas) -> None:
        self._places: dict[str, NamedThing] = {}
        for terrain in map(atlas.terrain, atlas.maps):
            names: dict[int, list[str]] = {}
            for name, node in terrain.numbers.items():
                names.setdefault(node, []).append(name)
            for node, all_names in names.items():
                place = NamedThing(terrain.titles[node], (*all_names, terrain.names[node]))
                for name in place.names:
                    self._places.setdefault(name, place)

    def place(self, name: str) -> NamedThing | None:
        """Return all names of the place with this name; None if there is none."""
        return self._places.get(name)

    def must_know(self, name: str, where: str = "") -> None:
        """Raise CaseError for a word that does not name a place."""
        if name not in self._places:
            raise unknown(f"{where}{': ' if where else ''}there is no place '{name}'", name, self._places, listed=False)


@lru_cache(maxsize=8)
def gazetteer(atlas: Atlas) -> Gazetteer:
    """Return the names of the places of a module's maps."""
    return Gazetteer(atlas)


def where_named(situation: Situation, name: str, map_id: str = "") -> Where:
    """Return the place of that name, on that map or else on the first map that has one. Raises CaseError for an
    unknown map or place.
    """
    maps = situation.book.module.components.maps
    if map_id and map_id not in maps:
        raise unknown(f"There is no map '{map_id}'", map_id, maps)
    for id in (map_id,) if map_id else maps:
        spot = maps[id].spot_of(name)
        if spot is not None:
            return Where(id, spot.place)
    raise unknown(f"There is no place '{name}'{_part(situation, name)}", name, _names(situation, map_id), listed=False)


def must_be_places(situation: Situation, wanted: object, where: str) -> None:
    """Raise CaseError for a word in an expected place that is neither the name of a place nor `NOWHERE`."""
    for word in words_of(wanted):
        if word != NOWHERE:
            gazetteer(situation.book.ground.atlas).must_know(word, where)


NOWHERE = "nowhere"
"""The word for a piece on no map."""


def _part(situation: Situation, name: str) -> str:
    """Return a hint for the name of a part of a divided cell, where no piece can be put; "" for any other name."""
    atlas = situation.book.ground.atlas
    for terrain in map(atlas.terrain, atlas.maps):
        node = terrain.node(name)
        if node is not None and terrain.whole[node] != node:
            whole = terrain.titles[terrain.whole[node]]
            return f": it is a part of {whole}. Put the piece at {whole}; a property of the piece names the part"
    return ""


def _names(situation: Situation, map_id: str) -> list[str]:
    atlas = situation.book.ground.atlas
    return [name for id in atlas.maps if map_id in ("", id) for name in atlas.terrain(id).numbers]
