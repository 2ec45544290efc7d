"""The questions about supply that every module answers: `supply`, `what-opens`, `cutting-place`, `fewest-cuts`.

Answers give places by their names for players. They come from the view of the side that asks, so pieces that it does
not see cut nothing.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec import Struct

from rules_assist.places.line_cuts import (
    cutting_places,
    fewest_cuts,
    nets_of,
    opening,
    opens_again,
)
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Query
from rules_assist.rulebook.place_parts import NetSupply, Supply, SupplyCut
from rules_assist.rulebook.place_queries import node_in, one_of, pieces_in, side_in, titled, where_in
from tabletop.assistance import PieceId, PlaceId, RuleNumber, SideId, Where


class SupplyAnswer(Struct, frozen=True, omit_defaults=True):
    """The supply of a piece: the line, from its source; or the reason for its cut, as in `SupplyCut`.

    `by` are the pieces that cut the line. `lifting` are the enemies that would have to leave so that a line reaches the
    piece again. `mend` says this in words.
    """

    supply: str
    rule: RuleNumber
    supplied: bool
    line: tuple[PlaceId, ...] = ()
    sentence: str = ""
    cut_at: PlaceId = ""
    by: tuple[PieceId, ...] = ()
    needs: int | None = None
    has: int | None = None
    frontier: tuple[PlaceId, ...] = ()
    lifting: tuple[PieceId, ...] = ()
    mend: str = ""


class SideSupplyAnswer(Struct, frozen=True):
    """The pieces of a side that are in supply, and those that are out of it."""

    supply: str
    rule: RuleNumber
    supplied: tuple[PieceId, ...]
    out: tuple[PieceId, ...]


class OpeningAnswer(Struct, frozen=True, omit_defaults=True):
    """The enemies that would have to leave so that a line reaches a piece (`lifting`), that line, and a sentence about
    both.

    `opens` is false for a piece in supply, and if the removal of enemies would not open a line.
    """

    supply: str
    rule: RuleNumber
    supplied: bool
    opens: bool
    lifting: tuple[PieceId, ...] = ()
    line: tuple[PlaceId, ...] = ()
    sentence: str = ""


class CuttingPlaceAnswer(Struct, frozen=True):
    """The single places that cut most of a side's supply, the worst first, each with the pieces that it cuts off.

    `supplied` lists all pieces of the side that are in supply.
    """

    supply: str
    rule: RuleNumber
    side: SideId
    supplied: tuple[PieceId, ...]
    places: Mapping[PlaceId, tuple[PieceId, ...]]


class FewestCutsAnswer(Struct, frozen=True):
    """The fewest places that together cut pieces off; none if that is impossible.

    `least` is true if it is proved that fewer are not enough, because there are as many lines, no two of which share a
    place.
    """

    supply: str
    rule: RuleNumber
    cut: bool
    places: tuple[PlaceId, ...]
    least: bool


class SupplyQuery:
    """`{of: ija-18}`: the supply of a piece and its line. `{side: JP}`: that of all pieces of a side at once.

    `supply` names the kind of supply, if there are several. `at` asks as if the piece stood there. If a line is cut,
    the answer names the enemies whose removal would open it again.
    """

    id = "supply"
    title = "Supply of pieces"
    rule = ""
    takes: ClassVar = {
        "of": "the piece",
        "side": "in place of `of`: a side, for all its pieces",
        "supply": "the kind of supply; the only one, if left out",
        "at": "a place or piece; the answer is as if the piece stood there",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> SupplyAnswer | SideSupplyAnswer:
        """Return the supply of a piece, or of all pieces of a side."""
        supply = one_of(situation.book.ground.supply, given.get("supply"), "supply")
        if "of" not in given:
            return self._of_side(situation, supply, side_in(situation, given.get("side")))
        pieces = pieces_in(situation, given)
        where = where_in(situation, given.get("at", pieces[0]))
        terrain = situation.book.ground.atlas.terrain(where.map)
        place = Where(where.map, terrain.names[node_in(terrain, where.place)])
        return _supplied(situation, supply, pieces[0], place)

    def _of_side(self, situation: Situation, supply: Supply, side: str) -> SideSupplyAnswer:
        found = supply.supplied(situation, side)
        supplied = tuple(piece for piece, has in found.items() if has)
        return SideSupplyAnswer(supply.id, supply.rule, supplied, tuple(p for p, has in found.items() if not has))


class OpeningQuery:
    """`{of: ija-18}`: the enemies that would have to leave so that a supply line reaches a piece again.

    The supply is worked out again without these enemies. So the answer names only enemies whose removal opens the line.
    """

    id = "what-opens"
    title = "Opening of a supply line"
    rule = ""
    takes: ClassVar = {
        "of": "the piece",
        "supply": "the kind of supply; the only one, if left out",
        "at": "a place or piece; the answer is as if the piece stood there",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> OpeningAnswer:
        """Return the enemies, and the line; neither for a piece in supply, or if no such enemies were found."""
        supply = one_of(situation.book.ground.supply, given.get("supply"), "supply")
        piece = pieces_in(situation, given)[0]
        where = where_in(situation, given.get("at", piece))
        terrain = situation.book.ground.atlas.terrain(where.map)
        where = Where(where.map, terrain.names[node_in(terrain, where.place)])
        nets_of(situation, supply, situation.side_of(piece))
        has = supply.lines(situation, piece, where.map).line(where.place) is not None
        found = None if has else opening(situation, supply, piece, where)
        if found is None:
            return OpeningAnswer(supply.id, supply.rule, has, opens=False)
        line = tuple(titled(terrain, each) for each in found.line)
        return OpeningAnswer(supply.id, supply.rule, has, True, found.pieces, line, opens_again(situation, found))


class CuttingPlaceQuery:
    """`{side: JP}`: the single places that would cut most of a side's supply lines if no line could enter them.

    Sources are not among them.
    """

    id = "cutting-place"
    title = "Places that cut most of the supply"
    rule = ""
    takes: ClassVar = {
        "side": "the side whose supply it is; the side that asks, if left out",
        "supply": "the kind of supply; the only one, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> CuttingPlaceAnswer:
        """Return the places, each with the pieces that it cuts off, and all pieces of the side that are in supply."""
        supply = one_of(situation.book.ground.supply, given.get("supply"), "supply")
        side = side_in(situation, given.get("side"))
        supplied = tuple(piece for piece, has in supply.supplied(situation, side).items() if has)
        atlas = situation.book.ground.atlas
        places = {
            titled(atlas.terrain(each.where.map), each.where.place): each.cuts
            for each in cutting_places(situation, supply, side)
        }
        return CuttingPlaceAnswer(supply.id, supply.rule, side, supplied, places)


class FewestCutsQuery:
    """`{of: [ija-18, ija-5]}`: the fewest places that would cut the supply lines of pieces if no line could enter
    them.
    """

    id = "fewest-cuts"
    title = "Fewest places that cut the supply"
    rule = ""
    takes: ClassVar = {
        "of": "the piece, or pieces that are to be cut off together",
        "supply": "the kind of supply; the only one, if left out",
    }

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> FewestCutsAnswer:
        """Return the places, and whether it is proved that fewer are not enough; no places if none can cut the
        pieces off.
        """
        supply = one_of(situation.book.ground.supply, given.get("supply"), "supply")
        found = fewest_cuts(situation, supply, pieces_in(situation, given))
        if found is None:
            return FewestCutsAnswer(supply.id, supply.rule, False, (), least=False)
        atlas = situation.book.ground.atlas
        places = tuple(titled(atlas.terrain(each.map), each.place) for each in found.places)
        return FewestCutsAnswer(supply.id, supply.rule, True, places, found.is_least)


SUPPLY_QUERIES: Final[tuple[Query, ...]] = (SupplyQuery(), OpeningQuery(), CuttingPlaceQuery(), FewestCutsQuery())


def _supplied(situation: Situation, supply: Supply, piece: int, where: Where) -> SupplyAnswer:
    lines = supply.lines(situation, piece, where.map)
    line = lines.line(where.place)
    if line is not None:
        terrain = situation.book.ground.atlas.terrain(where.map)
        return SupplyAnswer(supply.id, supply.rule, True, tuple(titled(terrain, each) for each in line))
    cut = lines.cut(where.place) or SupplyCut("", supply.rule)
    found = opening(situation, supply, piece, where) if isinstance(supply, NetSupply) else None
    return SupplyAnswer(
        supply.id,
        cut.rule,
        False,
        sentence=cut.sentence,
        cut_at=cut.at,
        by=cut.pieces,
        needs=cut.needs,
        has=cut.has,
        frontier=cut.frontier,
        lifting=found.pieces if found else (),
        mend=opens_again(situation, found) if found else "",
    )
