"""Which name is meant by what was typed."""

import pytest

from tabletop.desktop.panels.finder import best_match

NAMES = ["Truk · 1711", "Port Moresby · 1515", "Portland", "CA Portland, Truk"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("truk", "Truk · 1711"),
        ("1515", "Port Moresby · 1515"),
        ("portland", "Portland"),
        ("PORT", "Port Moresby · 1515"),
        ("ca port", "CA Portland, Truk"),
        ("Atlantis", "Atlantis"),
    ],
)
def test_the_same_before_what_begins_so_before_what_holds_it(typed, meant):
    assert best_match(typed, NAMES) == meant
