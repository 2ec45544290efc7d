"""The overlays of arcs: the places in an arc of some pieces, a line to each enemy in it, and crosses at the obstacles
that hide some of these enemies.
"""

from collections.abc import Iterator, Sequence

from rules_assist.advice.place_outlines import outline_of, point_of
from rules_assist.geometry.geometry_rules import Arc, End, SightResult, geometry_in
from rules_assist.movement.ways import name_of
from rules_assist.position.situation import Situation
from tabletop.assistance import Cross, Legend, Overlay, OverlayArea, OverlayLine, Where
from tabletop.module.module_words import in_module_words
from tabletop.texts import text

ARC = "arc:"
"""The beginning of the ids of these overlays."""


def fields_of_fire(situation: Situation, pieces: Sequence[int], map: str) -> tuple[Overlay, ...]:
    """Return the overlays of the arcs of these pieces on a map, for all arcs that depend on sight."""
    arcs = [arc for arc in geometry_in(situation).arcs.values() if arc.sight is not None]
    found = (arc_overlay(situation, arc, pieces, map) for arc in arcs)
    return tuple(overlay for overlay in found if overlay is not None)


def arc_overlay(situation: Situation, arc: Arc, pieces: Sequence[int], map: str) -> Overlay | None:
    """Return the overlay of an arc of these pieces on a map; None if no place is in their arcs there."""
    places: set[str] = set()
    lines: list[OverlayLine] = []
    crosses: list[Cross] = []
    words: list[str] = []
    for piece in pieces:
        where = situation.where(piece) if piece in situation.game.pieces else None
        if where is None or where.map != map or not arc.applies(situation, piece):
            continue
        places.update(arc.places(situation, piece, where))
        for (there, enemy), seen in _looks(situation, arc, piece, where):
            ends = [point for each in (where, there) if (point := point_of(situation, each)) is not None]
            lines.append(OverlayLine("sees" if seen.clear else "hidden", tuple(ends)))
            if seen.clear:
                words.append(
                    text(
                        "arc-holds", piece=name_of(situation, piece), enemy=name_of(situation, enemy), steps=seen.steps
                    )
                )
            else:
                crosses += _hidden(situation, arc, map, name_of(situation, enemy), seen)
    if not places:
        return None
    area = OverlayArea("arc", outline_of(situation, map, places))
    said = (*words, *(cross.says for cross in crosses))
    return Overlay(
        f"{ARC}{arc.id}", map, Legend(arc.title, arc.rule, said), (area,), tuple(lines), crosses=tuple(crosses)
    )


def _looks(situation: Situation, arc: Arc, piece: int, where: Where) -> Iterator[tuple[End, SightResult]]:
    """Yield the enemies in the arc of a piece, seen or not; none if the arc does not depend on sight on this map.

    Each is given with its place, and with the result of the look from the piece to it.
    """
    if arc.sight is None or arc.sight.map != where.map:
        return
    swept = frozenset(arc.swept(situation, piece, where))
    enemies = [
        End(there, other)
        for other in situation.pieces()
        if (there := situation.where(other)) is not None
        and there.map == where.map
        and there.place in swept
        and situation.side_of(other) not in ("", situation.side_of(piece))
    ]
    seen = arc.sight.looks(situation, End(where, piece), enemies)
    yield from zip(enemies, seen, strict=True)


def _hidden(situation: Situation, arc: Arc, map: str, enemy: str, seen: SightResult) -> Iterator[Cross]:
    """Yield a cross at the first obstacle that hides an enemy."""
    for met in seen.blocked_by[:1]:
        place = met.name.split("|")[0]
        at = point_of(situation, Where(map, place))
        title = in_module_words(situation.book.module.components.maps[map].title(place) or place)
        if at is not None and arc.sight is not None:
            yield Cross(at, text("arc-hidden", place=title, enemy=enemy, rule=arc.sight.rule))
