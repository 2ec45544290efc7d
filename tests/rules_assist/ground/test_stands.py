"""Pieces on a display: for the rules each is at the place that one of its properties names."""

from random import Random

import pytest
from msgspec.structs import replace

from rules_assist.position.position_reader import PositionReader
from rules_assist.position.situation import Situation
from tabletop.assistance import Where
from tabletop.game.change.patch import Drop, HolderPlace, Patch, Property

RULES = """
stands: [{on: main, at: station}]
presence: [{id: units, title: Units}]
zones: [{id: zoc, title: Zone of control, rule: "5"}]
supply: [{id: line, title: Supply, rule: "9", sources: [{at: at_place == "0404"}], reach: "1"}]
"""
FIGURES = "values: {move: 4, echelon: XX}"


@pytest.mark.parametrize(("says", "place"), [("0404", "0404"), ("Northwood", "0403"), ("Nowhere", None), ("", None)])
def test_a_piece_on_a_display_is_where_it_says(situation_of, says, place):
    station = (FIGURES, f'values: {{move: 4, echelon: XX, station: "{says}"}}')
    situation = situation_of(RULES, pieces=[("red_infantry", "0101")], units=station)
    (piece,) = situation.game.pieces
    facets = situation.facets("main")
    assert situation.where(piece) == Where("main", "0101")
    assert situation.stands(piece) == (Where("main", place) if place else None)
    counted = [facets.terrain.names[node] for node in facets.place("own_units", "Red").codes.nonzero()[0].tolist()]
    laid = facets.zone_of("zoc", piece)
    assert counted == ([place] if place else [])
    assert bool(laid) == bool(place)


def test_it_is_in_supply_there(situation_of):
    station = (FIGURES, 'values: {move: 4, echelon: XX, station: "0405"}')
    situation = situation_of(RULES, pieces=[("red_infantry", "0101")], units=station)
    (piece,) = situation.game.pieces
    supply = situation.book.ground.supply["line"]
    assert supply.supplied(situation, "Red") == {piece: True}
    assert supply.lines(situation, piece).line("0405") == ("0404", "0405")


PLACES = ("0101", "0304", "0505", "Northwood", "0208")
AT_THE_ARMOUR = "first(all, Place, move == 6)"
ON_THE_MAP = 'first(map("main"), Place, move == 10 - mine(move))'
AT_THE_FRONT = 'if(move == 6, Place, either(front, "0404"))'


@pytest.fixture(params=[AT_THE_ARMOUR, ON_THE_MAP, AT_THE_FRONT])
def watched(situation_of, request) -> Situation:
    """Infantry and armour in three places: each is where the first armour or the first unit of the other arm is, or at
    the front or its own place.
    """
    mark = "      - trait: moved-mark"
    station = f"      - {{trait: computed, name: station, value: '{request.param}'}}"
    pieces = [("red_infantry", "0101"), ("red_armour", "0304"), ("blue_infantry", "0304"), ("blue_armour", "0505")]
    return situation_of(RULES, pieces=pieces, units=(mark, f"{station}\n{mark}"))


def stood(situation: Situation) -> dict[int, Where | None]:
    return {piece: situation.stands(piece) for piece in situation.pieces()}


def test_it_follows_every_change_of_what_it_reads(watched):
    """A position keeps the places for as long as the table is the same, and for no longer."""
    random, now = Random(1), watched
    for number in range(40):
        piece = random.choice(now.game.pieces.keys())
        spot = now.book.module.components.maps["main"].spot_of(random.choice(PLACES))
        moved: Patch = (HolderPlace(now.game.pieces[piece].at, 0, *spot),) if number != 20 else (Drop(piece),)
        patch = (Property("front", random.choice(PLACES)),) if number % 3 == 0 else moved
        now = now.became(now.after(patch).game)
        assert stood(now) == stood(Situation(now.game, now.book))
        assert stood(now.without([piece])) == stood(Situation(now.game, now.book, lifted=frozenset([piece])))
    assert stood(now.became(watched.game)) == stood(watched)


def test_it_is_read_once_for_a_table(watched, monkeypatch):
    stands = stood(watched)
    monkeypatch.setattr(Situation, "_stood_at", None)
    later = watched.became(replace(watched.game, counters=replace(watched.game.counters)))
    assert later is not watched
    assert stood(later) == stands


def test_it_is_read_again_only_for_pieces_that_read_others_or_have_moved(watched, monkeypatch, request):
    stands, moved = stood(watched), watched.game.pieces.keys()[0]
    reads: list[int] = []
    read = PositionReader.read_whole
    monkeypatch.setattr(PositionReader, "read_whole", lambda self, id, name: reads.append(id) or read(self, id, name))
    spot = watched.book.module.components.maps["main"].spot_of("0208")
    later = watched.became(watched.after((HolderPlace(watched.game.pieces[moved].at, 0, *spot),)).game)
    assert stood(later).keys() == stands.keys()
    read_once = [*dict.fromkeys(reads)]
    assert read_once == ([moved] if request.node.callspec.params["watched"] == AT_THE_FRONT else [*stands])


@pytest.mark.parametrize("watched", [AT_THE_FRONT], indirect=True)
def test_it_is_read_again_when_the_property_that_it_reads_changes_and_for_no_other(watched, monkeypatch):
    stands, reads = stood(watched), list[int]()
    read = PositionReader.read_whole
    monkeypatch.setattr(PositionReader, "read_whole", lambda self, id, name: reads.append(id) or read(self, id, name))
    counted = watched.became(watched.after((Property("points", 3),)).game)
    assert stood(counted) == stands
    assert stood(counted.without(watched.game.pieces.keys()[:1])).keys() == stands.keys()
    assert reads == []
    later = counted.became(counted.after((Property("front", "0208"),)).game)
    infantry = [piece for piece in stands if watched.read(piece, "move") == 4]
    assert {piece: stood(later)[piece] for piece in infantry} == dict.fromkeys(infantry, Where("main", "0208"))
    assert {*infantry} <= {*reads}
