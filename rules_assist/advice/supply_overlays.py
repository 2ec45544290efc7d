"""Overlays of supply: lines and where they are cut, the ways to open them again, and the places that would cut them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rules_assist.advice.number_accounts import title_of
from rules_assist.advice.place_outlines import named, outline_of, point_of
from rules_assist.advice.supply_mends import MOST_MENDED
from rules_assist.movement.ways import name_of
from rules_assist.places.line_cuts import (
    CuttingPlace,
    cutting_places,
    fewest_cuts,
    listed_pieces,
    opening,
    opens_again,
)
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import RulePart, Unanswerable
from rules_assist.rulebook.place_parts import Lines, Supply, SupplyCut
from tabletop.assistance import Bead, Cross, Legend, Overlay, OverlayArea, OverlayLabel, OverlayLine, Where
from tabletop.texts import listed, text

SUPPLY: Final = "supply:"
CUTS: Final = "cuts:"


class Mend(NamedTuple):
    """A way to open a cut line again: the sentence that describes it, and the line that it would open."""

    says: str = ""
    lines: tuple[OverlayLine, ...] = ()


NO_MEND: Final = Mend()


class Mends:
    """The ways to open cut lines of one kind of supply, each searched for once by place and kind of piece."""

    def __init__(self, situation: Situation, supply: Supply) -> None:
        self._situation = situation
        self._supply = supply
        self._known: dict[tuple[Where, int], Mend] = {}

    def of(self, piece: int, where: Where) -> Mend:
        """Return the way to open a line to a piece; `NO_MEND` if there is none, or after `MOST_MENDED` searches."""
        key = (where, self._situation.game.pieces[piece].kind)
        if key not in self._known and len(self._known) < MOST_MENDED:
            self._known[key] = self._found(piece, where)
        return self._known.get(key, NO_MEND)

    def _found(self, piece: int, where: Where) -> Mend:
        try:
            found = opening(self._situation, self._supply, piece, where)
        except (Unanswerable, KeyError):
            return NO_MEND
        if found is None:
            return NO_MEND
        at = (point_of(self._situation, Where(where.map, place)) for place in found.line)
        points = tuple(point for point in at if point is not None)
        return Mend(
            f" {opens_again(self._situation, found)}", (OverlayLine("opens", points),) if len(points) > 1 else ()
        )


def supply_overlay(
    situation: Situation, supply: Supply, map: str, pieces: Sequence[int], side: str, mends: Mends | None = None
) -> Overlay | None:
    """Return the overlay of the supply lines of the selected pieces.

    If none are selected, it shows the side's places in supply, and the cuts of the lines to all others, each with its
    rule; None if the side has no pieces there that need supply. With `mends`, the overlay also shows ways to open cut
    lines again.
    """
    chosen = [piece for piece in pieces if supply.applies(situation, piece)]
    if chosen:
        return _lines(situation, supply, map, chosen, mends)
    found = supply.supplied(situation, side) if side else {}
    places = {piece: where for piece in found if (where := situation.where(piece)) is not None and where.map == map}
    if not places:
        return None
    held = [where.place for piece, where in places.items() if found[piece]]
    cut = {piece: where for piece, where in places.items() if not found[piece]}
    crosses, drawn = _cut_off(situation, supply, map, cut, mends)
    words = (text("supply-counts", fed=len(held), cut=len(cut)), *(cross.says for cross in crosses))
    areas = (OverlayArea("supplied", outline_of(situation, map, held), side),) if held else ()
    legend = Legend(supply.title, supply.rule, words)
    return Overlay(f"{SUPPLY}{supply.id}", map, legend, areas, drawn, crosses=crosses)


def _cut_off(
    situation: Situation, supply: Supply, map: str, cut: Mapping[int, Where], mends: Mends | None
) -> tuple[tuple[Cross, ...], tuple[OverlayLine, ...]]:
    """Return a cross with the reason at each piece out of supply, and the lines to draw to these pieces."""
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
        mend = mends.of(piece, where) if mends is not None else NO_MEND
        if at is not None:
            crosses.append(Cross(at, f"{name_of(situation, piece)}: {says}{mend.says}"))
        if lines is not None and found is not None:
            drawn |= dict.fromkeys(_as_far_as_it_comes(situation, map, lines, found.at, where, mend))
    return tuple(crosses), tuple(drawn)


def _lines(situation: Situation, supply: Supply, map: str, pieces: Sequence[int], mends: Mends | None) -> Overlay:
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
            words.append(text("supplied-from", piece=name_of(situation, piece), source=named(situation, map, line[0])))
        elif cut is not None:
            mend = mends.of(piece, where) if mends is not None else NO_MEND
            words.append(f"{name_of(situation, piece)}: {cut.sentence}{mend.says}")
            crosses += _cut(situation, map, cut.at, f"{cut.sentence}{mend.says}", where)
            drawn += _as_far_as_it_comes(situation, map, lines, cut.at, where, mend)
    legend = Legend(supply.title, supply.rule, tuple(words))
    return Overlay(f"{SUPPLY}{supply.id}", map, legend, lines=tuple(drawn), crosses=tuple(crosses))


def _held(situation: Situation, map: str, lines: Lines, places: Iterable[str]) -> list[OverlayLine]:
    """Return, in a list, an intact line with a tick at each base, and with the steps between bases counted.

    The list is empty if the line has fewer than two points.
    """
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


def _as_far_as_it_comes(
    situation: Situation, map: str, lines: Lines, at: str, where: Where, mend: Mend
) -> list[OverlayLine]:
    """Return the intact part of a cut line, and the line that would open it again.

    If no such line is known, return the missing part in its place.
    """
    found = _to_cut(situation, map, lines, at, where)
    return [*mend.lines, *(line for line in found if line.kind == "holds")] if mend.lines else found


def _to_cut(situation: Situation, map: str, lines: Lines, at: str, where: Where) -> list[OverlayLine]:
    """Return the intact part of a cut line, and a straight line from its end to the piece.

    There are no lines if the place of the cut is not known.
    """
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


# --- places that would cut lines ---


def cuts_title(supply: RulePart) -> str:
    """Return the title of the overlay of the places that would cut lines."""
    return text("supply-cuts", supply=supply.title)


def cuts_looked_for(supply: Supply, map: str) -> Overlay:
    """Return the overlay that is shown while the program searches for the places that would cut lines."""
    return Overlay(f"{CUTS}{supply.id}", map, Legend(cuts_title(supply), supply.rule, (text("supply-cuts-sought"),)))


def cuts_overlay(situation: Situation, supply: Supply, map: str, pieces: Sequence[int], side: str) -> Overlay:
    """Return the overlay of the fewest places that would together cut off the selected pieces.

    If none are selected, it shows the single places that cut most of the supply of each side, those of `side` last.
    """
    chosen = [piece for piece in pieces if supply.applies(situation, piece)]
    try:
        places, words = _parting(situation, supply, chosen) if chosen else _worst(situation, supply, side)
    except Unanswerable as error:
        places, words = {}, [str(error)]
    here = {where.place: said for where, said in places.items() if where.map == map}
    at = {place: point_of(situation, Where(map, place)) for place in here}
    labels = tuple(OverlayLabel(point, here[place]) for place, point in at.items() if point is not None)
    areas = (OverlayArea("cutting", outline_of(situation, map, here)),) if here else ()
    return Overlay(
        f"{CUTS}{supply.id}", map, Legend(cuts_title(supply), supply.rule, tuple(words)), areas, labels=labels
    )


def _parting(situation: Situation, supply: Supply, pieces: Sequence[int]) -> tuple[dict[Where, str], list[str]]:
    """Return the fewest places that would cut off pieces, with numbers, and the sentences of the legend."""
    names = listed_pieces(situation, pieces)
    found = fewest_cuts(situation, supply, pieces)
    if found is None:
        return {}, [text("supply-cannot-be-cut", pieces=names)]
    where = listed([named(situation, each.map, each.place) for each in found.places])
    words = [text("supply-cut-at", count=len(found.places), places=where, pieces=names)]
    if found.is_least and len(found.places) > 1:
        words.append(text("supply-cut-least"))
    return {each: str(number) for number, each in enumerate(found.places, 1)}, words


def _worst(situation: Situation, supply: Supply, side: str) -> tuple[dict[Where, str], list[str]]:
    """Return the places that cut most of each side's supply, with the share that each cuts, and the sentences of the
    legend.
    """
    places: dict[Where, str] = {}
    words: list[str] = []
    for whose in sorted(situation.sides, key=lambda each: each == side):
        supplied = sum(supply.supplied(situation, whose).values())
        found = cutting_places(situation, supply, whose)
        if not supplied:
            continue
        title = title_of(situation, whose)
        for each in found:
            places[each.where] = f"{len(each.cuts)}/{supplied}"
            words.append(_cut_of(situation, each, supplied, title))
        if not found:
            words.append(text("supply-no-single-cut", side=title))
    return places, words


def _cut_of(situation: Situation, cutting: CuttingPlace, supplied: int, side: str) -> str:
    place = named(situation, cutting.where.map, cutting.where.place)
    return text("supply-single-cut", side=side, place=place, count=len(cutting.cuts), supplied=supplied)
