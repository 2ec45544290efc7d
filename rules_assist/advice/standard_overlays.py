"""The overlays of every game, as far as its rules define them: reach, zones, supply, stacking, threats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules_assist.advice.fields_of_fire import ARC, arc_overlay
from rules_assist.advice.held_pieces import ways_of
from rules_assist.advice.number_accounts import title_of
from rules_assist.advice.place_outlines import outline_of, point_of
from rules_assist.advice.reach_overlay import reach_overlay
from rules_assist.geometry.geometry_rules import geometry_by, geometry_in
from rules_assist.movement.ways import name_of
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.places.place_facts import NO_SIDE
from rules_assist.places.stacking import stack_of
from rules_assist.position.book import Book
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import Lines, Supply, SupplyCut
from tabletop.assistance import (
    Bead,
    Cross,
    Legend,
    Overlay,
    OverlayArea,
    OverlayLabel,
    OverlayLine,
    OverlayOffer,
    Where,
)
from tabletop.texts import listed, text

REACH = "reach"
ZONE = "zone:"
SUPPLY = "supply:"
STACKING = "stacking"
THREAT = "threat"


def offers_of(book: Book) -> Iterator[OverlayOffer]:
    """Yield the overlays of a game, each on a digit: the general ones that its rules define, then its own."""
    general = [
        OverlayOffer(id, title, rule, "", id == REACH or id.startswith((SUPPLY, ARC)))
        for id, title, rule in _offered(book)
    ]
    own = [OverlayOffer(each.id, each.title, each.rule, "", each.follows) for each in book.overlays.values()]
    offers = {offer.id: offer for offer in (*general, *own)}
    for number, offer in enumerate(offers.values(), 1):
        yield replace(offer, key=str(number) if number < 10 else "")


def _offered(book: Book) -> Iterator[tuple[str, str, str]]:
    ground = book.ground
    if ground.modes:
        yield REACH, text("reach-of-selection"), next(iter(ground.modes.values())).rule
    for zone in ground.zones.values():
        yield f"{ZONE}{zone.id}", zone.title, zone.rule
    for supply in ground.supply.values():
        yield f"{SUPPLY}{supply.id}", supply.title, supply.rule
    if ground.stacking:
        yield STACKING, text("stacking"), next(iter(ground.stacking.values())).rule
    for arc in geometry_by(book).arcs.values():
        yield f"{ARC}{arc.id}", arc.title, arc.rule
    threats = _threats(book)
    if threats:
        yield THREAT, text("enemy-reach"), threats[0].rule


def overlay(situation: Situation, id: str, map: str, pieces: tuple[int, ...], side: str) -> Overlay | None:
    """Return an overlay of a map by its id, for the units of `side`; None if there is nothing to show."""
    own = situation.book.overlays.get(id)
    if own is not None:
        return own.draw(situation, map, pieces, side)
    if id == REACH:
        return reach_overlay(situation, pieces, ways_of(situation, pieces)) if pieces else None
    if id == STACKING:
        return _stacking(situation, map)
    if id == THREAT:
        return _threat(situation, map, side)
    kind, _, which = id.partition(":")
    if f"{kind}:" == ZONE and which in situation.book.ground.zones:
        return _zones(situation, which, map)
    if f"{kind}:" == SUPPLY and which in situation.book.ground.supply:
        return _supply(situation, situation.book.ground.supply[which], map, pieces, side)
    if f"{kind}:" == ARC and which in geometry_in(situation).arcs:
        return arc_overlay(situation, geometry_in(situation).arcs[which], pieces, map)
    return None


def _zones(situation: Situation, id: str, map: str) -> Overlay | None:
    zone = situation.book.ground.zones[id]
    facets = situation.facets(map)
    areas = []
    for side in (*situation.game.sides, NO_SIDE):
        covered = facets.zone(id, side)
        places = {facets.terrain.place(node) for node in range(facets.terrain.size) if covered[node]}
        if places:
            areas.append(OverlayArea("zone", outline_of(situation, map, places), side))
    if not areas:
        return None
    lines = tuple(
        text("zone-of-side", zone=zone.title, side=title_of(situation, area.side)) if area.side else zone.title
        for area in areas
    )
    return Overlay(f"{ZONE}{id}", map, Legend(zone.title, zone.rule, lines), tuple(areas))


# --- supply ---


def _supply(situation: Situation, supply: Supply, map: str, pieces: Sequence[int], side: str) -> Overlay | None:
    """Return the supply lines of the chosen pieces; with none chosen, the side's places in supply, and where the lines
    to the others are cut, with the rule.
    """
    chosen = [piece for piece in pieces if supply.applies(situation, piece)]
    if chosen:
        return _lines(situation, supply, map, chosen)
    found = supply.supplied(situation, side) if side else {}
    places = {piece: where for piece in found if (where := situation.where(piece)) is not None and where.map == map}
    if not places:
        return None
    held = [where.place for piece, where in places.items() if found[piece]]
    cut = {piece: where for piece, where in places.items() if not found[piece]}
    crosses, drawn = _cut_off(situation, supply, map, cut)
    words = (text("supply-counts", fed=len(held), cut=len(cut)), *(cross.says for cross in crosses))
    areas = (OverlayArea("supplied", outline_of(situation, map, held), side),) if held else ()
    legend = Legend(supply.title, supply.rule, words)
    return Overlay(f"{SUPPLY}{supply.id}", map, legend, areas, drawn, crosses=crosses)


def _cut_off(
    situation: Situation, supply: Supply, map: str, cut: Mapping[int, Where]
) -> tuple[tuple[Cross, ...], tuple[OverlayLine, ...]]:
    """Return, for pieces out of supply, a cross at each with the reason, and the line as far as it comes."""
    crosses: list[Cross] = []
    drawn: dict[OverlayLine, None] = {}
    for piece, where in cut.items():
        try:
            lines = supply.lines(situation, piece, map)
            found = lines.cut(where.place)
        except (Unanswerable, KeyError) as error:
            found, lines = SupplyCut(f"{error}", supply.rule), None
        says = found.sentence if found is not None else text("out-of-supply", rule=supply.rule)
        at = point_of(situation, where)
        if at is not None:
            crosses.append(Cross(at, f"{name_of(situation, piece)}: {says}"))
        if lines is not None and found is not None:
            drawn |= dict.fromkeys(_to_cut(situation, map, lines, found.at, where))
    return tuple(crosses), tuple(drawn)


def _lines(situation: Situation, supply: Supply, map: str, pieces: Sequence[int]) -> Overlay:
    drawn: list[OverlayLine] = []
    crosses: list[Cross] = []
    words: list[str] = []
    for piece in pieces:
        where = situation.where(piece)
        if where is None or where.map != map:
            continue
        try:
            lines = supply.lines(situation, piece, map)
            line, cut = lines.line(where.place), lines.cut(where.place)
        except (Unanswerable, KeyError) as error:
            words.append(f"{name_of(situation, piece)}: {error}")
            continue
        if line is not None:
            drawn += _held(situation, map, lines, line)
            words.append(text("supplied-from", piece=name_of(situation, piece), source=_named(situation, map, line[0])))
        elif cut is not None:
            words.append(f"{name_of(situation, piece)}: {cut.sentence}")
            crosses += _cut(situation, map, cut.at, cut.sentence, where)
            drawn += _to_cut(situation, map, lines, cut.at, where)
    legend = Legend(supply.title, supply.rule, tuple(words))
    return Overlay(f"{SUPPLY}{supply.id}", map, legend, lines=tuple(drawn), crosses=tuple(crosses))


def _held(situation: Situation, map: str, lines: Lines, places: Iterable[str]) -> list[OverlayLine]:
    """Return an intact line with a tick at each base and the steps between them counted."""
    points, beads, steps = [], [], 0
    for place in places:
        at = point_of(situation, Where(map, place))
        if at is None:
            continue
        is_base = lines.is_base(place)
        steps = 0 if is_base else steps + 1
        points.append(at)
        beads.append(Bead(at, "" if is_base else str(steps), is_base))
    return [OverlayLine("holds", tuple(points), tuple(beads))] if len(points) > 1 else []


def _cut(situation: Situation, map: str, at: str, says: str, where: Where) -> list[Cross]:
    node = situation.book.ground.atlas.terrain(map).node(at) if at else None
    place = situation.book.ground.atlas.terrain(map).names[node] if node is not None else where.place
    point = point_of(situation, Where(map, place))
    return [Cross(point, says)] if point else []


def _to_cut(situation: Situation, map: str, lines: Lines, at: str, where: Where) -> list[OverlayLine]:
    """Return the line as far as it holds, and the stretch that it would have continued on."""
    terrain = situation.book.ground.atlas.terrain(map)
    node = terrain.node(at) if at else None
    if node is None:
        return []
    held = lines.line(terrain.names[node])
    found = _held(situation, map, lines, held) if held else []
    ends = [point_of(situation, Where(map, terrain.names[node])), point_of(situation, where)]
    points = tuple(point for point in ends if point is not None)
    if len(points) == 2 and points[0] != points[1]:
        found.append(OverlayLine("cut", points))
    return found


# --- stacking ---


def _stacking(situation: Situation, map: str) -> Overlay | None:
    """Return the stacks of each place against their limits: full ones outlined, overfull ones crossed; None if there
    are none.

    Several limits are told apart by the first letters of their titles, which the legend explains.
    """
    rules = situation.book.ground.stacking.values()
    signs = {rule.title: f"{rule.title[:1].upper()} " if len(rules) > 1 else "" for rule in rules}
    labels, full, crosses = [], [], []
    for where in situation.occupied():
        at = point_of(situation, where) if where.map == map else None
        there = [stack for stack in stack_of(situation, where) if stack.limit is not None] if at else []
        if not there or at is None:
            continue
        labels.append(OverlayLabel(at, "  ".join(f"{signs[one.title]}{one.stands}/{one.limit}" for one in there)))
        over = [f"{one.title} {one.stands}/{one.limit} ({one.rule})" for one in there if one.is_over]
        if over:
            crosses.append(
                Cross(at, text("too-many-at", place=_named(situation, map, where.place), stacks=listed(over)))
            )
        if any(one.limit is not None and one.stands >= one.limit for one in there):
            full.append(where.place)
    if not labels:
        return None
    areas = (OverlayArea("full", outline_of(situation, map, full)),) if full else ()
    lines = tuple(dict.fromkeys(f"{signs[rule.title]}{rule.title} ({rule.rule})" for rule in rules))
    legend = Legend(text("stacking-legend"), next(iter(rules)).rule, lines)
    return Overlay(STACKING, map, legend, areas, labels=tuple(labels), crosses=tuple(crosses))


# --- threats ---


def _threats(book: Book) -> list[WrittenMode]:
    """Return the ways of moving that are shown as threats: those of rule files, which can be worked out for many pieces
    at once.

    A module shows the threats of ways written in Python by an overlay of its own.
    """
    return [mode for mode in book.ground.modes.values() if isinstance(mode, WrittenMode)]


def _threat(situation: Situation, map: str, side: str) -> Overlay | None:
    """Return the places that the other sides' pieces could reach in their phase; of identical pieces only
    one is asked.
    """
    reached: set[str] = set()
    modes = _threats(situation.book)
    for where in [where for where in situation.occupied() if where.map == map]:
        for piece in _different(situation, situation.pieces_at(where)):
            if situation.side_of(piece) in ("", side):
                continue
            for mode in modes:
                if mode.applies(situation, piece):
                    reached.update(mode.reach(situation, (piece,)).places)
    if not reached:
        return None
    legend = Legend(text("enemy-reach"), modes[0].rule)
    return Overlay(THREAT, map, legend, (OverlayArea("threat", outline_of(situation, map, reached)),))


def _different(situation: Situation, pieces: Iterable[int]) -> Iterable[int]:
    """Return the first of each group of pieces that share kind and state."""
    found: dict[tuple[object, ...], int] = {}
    for piece in pieces:
        held = situation.game.pieces[piece]
        found.setdefault((held.kind, held.state), piece)
    return found.values()


def _named(situation: Situation, map: str, place: str) -> str:
    return situation.book.module.components.maps[map].title(place) or place
