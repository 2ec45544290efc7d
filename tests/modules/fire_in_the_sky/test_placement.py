"""The placing of bases: the limits of the rules text hold, and no single move would improve it."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_SPEC = spec_from_file_location("placement", Path(__file__).with_name("placement.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
placement = module_from_spec(_SPEC)
_SPEC.loader.exec_module(placement)

RECONSTRUCTED = {
    "Attu": "1301",
    "Formosa": "0706",
    "Johnston": "1507",
    "Hollandia": "0910",
    "Darwin": "0912",
    "Townsville": "1013",
}
"""The earlier hexes of these places, before the search."""


@pytest.fixture(scope="module")
def chart():
    return placement.chart_of_the_pacific()


def test_the_placing_keeps_every_rule(chart):
    assert list(chart.breaks(chart.placing)) == []


def test_a_broken_rule_is_told(chart):
    broken = {**chart.placing, "Midway": chart.placing["Truk"]}
    assert any("source/1648-1650" in said for said in chart.breaks(broken))


def test_no_two_places_share_a_hex(chart):
    assert len(set(chart.placing.values())) == len(chart.placing) == 49


def test_neighbours_are_less_far_off_than_by_the_first_reconstruction(chart):
    before = chart.distortion({**chart.placing, **RECONSTRUCTED})
    assert (round(before, 3), round(chart.distortion(chart.placing), 3)) == (0.261, 0.242)


def test_no_place_is_better_moved_by_itself(chart):
    search, placing = placement.Search(chart), chart.placing
    price = search.price(placing)
    for name, old in placing.items():
        for hex_ in search.hexes[name] if name not in placement.STAYS else ():
            assert hex_ == old or search.price({**placing, name: hex_}) > price, (name, hex_)


@pytest.mark.parametrize(
    ("a", "b", "kilometres"), [("Formosa", "Manila", 1045), ("Attu", "Midway", 2860), ("Rangoon", "Malaya", 1510)]
)
def test_true_distances(chart, a, b, kilometres):
    assert placement.distance_km(chart.at[a], chart.at[b]) == pytest.approx(kilometres, rel=0.01)


def test_a_pixel_leads_back_to_its_place(chart):
    projection = chart.sheet.projection
    for at in chart.at.values():
        assert placement.place_of(projection, *projection.point(*at)) == pytest.approx(at, abs=1e-6)
