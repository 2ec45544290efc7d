"""Pieces on a display: for the rules each is at the place that one of its properties names."""

import pytest

from tabletop.assistance import Where

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
