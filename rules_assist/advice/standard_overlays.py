"""The overlays of every game, as far as its rules define them: reach, zones, supply, stacking, threats."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec.structs import replace

from rules_assist.advice.fields_of_fire import ARC, arc_overlay
from rules_assist.advice.held_pieces import ways_of
from rules_assist.advice.number_accounts import title_of
from rules_assist.advice.place_outlines import named, outline_of, point_of
from rules_assist.advice.reach_overlay import reach_overlay
from rules_assist.advice.supply_overlays import (
    CUTS,
    SUPPLY,
    Mends,
    cuts_looked_for,
    cuts_overlay,
    cuts_title,
    supply_overlay,
)
from rules_assist.geometry.geometry_rules import geometry_by, geometry_in
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.places.place_facts import NO_SIDE
from rules_assist.places.stacking import stack_of
from rules_assist.position.book import Book
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_parts import NetSupply
from tabletop.assistance import (
    Cross,
    Legend,
    Overlay,
    OverlayArea,
    OverlayLabel,
    OverlayOffer,
)
from tabletop.texts import listed, text

REACH = "reach"
ZONE = "zone:"
STACKING = "stacking"
THREAT = "threat"


def offers_of(book: Book) -> Iterator[OverlayOffer]:
    """Yield the overlays of a game, the first nine with a digit key each.

    The general overlays that the rules of the game define come first, then the module's own, and last the places that
    cut supply.
    """
    general = [
        OverlayOffer(id, title, rule, "", id == REACH or id.startswith((SUPPLY, ARC)))
        for id, title, rule in _offered(book)
    ]
    own = [OverlayOffer(each.id, each.title, each.rule, "", each.follows) for each in book.overlays.values()]
    cuts = [
        OverlayOffer(f"{CUTS}{supply.id}", cuts_title(supply), supply.rule, "", follows=True)
        for supply in book.ground.supply.values()
        if isinstance(supply, NetSupply)
    ]
    offers = {offer.id: offer for offer in (*general, *own, *cuts)}
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
        return supply_overlay(situation, situation.book.ground.supply[which], map, pieces, side)
    if f"{kind}:" == CUTS and which in situation.book.ground.supply:
        return cuts_looked_for(situation.book.ground.supply[which], map)
    if f"{kind}:" == ARC and which in geometry_in(situation).arcs:
        return arc_overlay(situation, geometry_in(situation).arcs[which], pieces, map)
    return None


def is_unfinished(book: Book, shown: Overlay) -> bool:
    """Return whether a slower search can add to an overlay.

    Such a search finds the places that cut lines, or the ways to open cut lines again.
    """
    kind, _, which = shown.id.partition(":")
    is_cut = f"{kind}:" == CUTS or (f"{kind}:" == SUPPLY and bool(shown.crosses))
    return is_cut and shown.id not in book.overlays and isinstance(book.ground.supply.get(which), NetSupply)


def completed(situation: Situation, shown: Overlay, pieces: tuple[int, ...], side: str) -> Overlay | None:
    """Return an overlay completed by the search that is too slow for the window's thread, for the units of `side`.

    None if it no longer shows anything.
    """
    supply = situation.book.ground.supply[shown.id.partition(":")[2]]
    if shown.id.startswith(CUTS):
        return cuts_overlay(situation, supply, shown.map, pieces, side)
    return supply_overlay(situation, supply, shown.map, pieces, side, Mends(situation, supply))


def _zones(situation: Situation, id: str, map: str) -> Overlay | None:
    zone = situation.book.ground.zones[id]
    facets = situation.facets(map)
    areas = []
    for side in (*situation.sides, NO_SIDE):
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


# --- stacking ---


def _stacking(situation: Situation, map: str) -> Overlay | None:
    """Return the overlay of the stacks in each place with their limits; None if there are none.

    Places with full stacks are hatched, and those with overfull ones crossed out too. If there are several limits, the
    first letters of their titles distinguish them; the legend explains these.
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
                Cross(at, text("too-many-at", place=named(situation, map, where.place), stacks=listed(over)))
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
    """Return the ways of moving that are shown as threats: those of rule files, which are quick to work out for many
    pieces.

    If a way is written in Python, the module shows its threats by an overlay of its own.
    """
    return [mode for mode in book.ground.modes.values() if isinstance(mode, WrittenMode)]


def _threat(situation: Situation, map: str, side: str) -> Overlay | None:
    """Return the overlay of the places that the pieces of the other sides could reach in their phase.

    None if there are none. Of identical pieces in one place, only the first is moved for this.
    """
    reached: set[str] = set()
    modes = _threats(situation.book)
    for where in [where for where in situation.occupied() if where.map == map]:
        for piece in _different(situation, situation.pieces_at(where)):
            if situation.side_of(piece) in ("", side):
                continue
            for mode in modes:
                with suppress(Unanswerable):
                    if mode.applies(situation, piece):
                        reached.update(mode.reach(situation, (piece,)).places)
    if not reached:
        return None
    legend = Legend(text("enemy-reach"), modes[0].rule)
    return Overlay(THREAT, map, legend, (OverlayArea("threat", outline_of(situation, map, reached)),))


def _different(situation: Situation, pieces: Iterable[int]) -> Iterable[int]:
    """Return the first of each group of pieces that have the same kind and state."""
    found: dict[tuple[object, ...], int] = {}
    for piece in pieces:
        held = situation.game.pieces[piece]
        found.setdefault((held.kind, held.state), piece)
    return found.values()
