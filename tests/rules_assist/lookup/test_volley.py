"""An exact forecast of a round of gunfire equals the count of all possible rolls of its dice."""

from fractions import Fraction
from itertools import product

import pytest

from rules_assist.lookup.volley import Fate, volley

RULES = """
tables:
- id: guns
  title: Guns
  rule: "1"
  needs: {firepower: {title: Firepower}}
  dice: {each: 1d4, pools: {ship: {title: The ship, count: "1"}}, hit: die >= cell}
  row: {by: firepower}
  rows: [{at: "0", gives: "4*"}, {at: "1", gives: "4"}, {at: "2", gives: "3"}]
  results:
    "4*": {title: half a hit, number: 4, hits: 0.5}
    hit: {title: a check, then: {table: check, times: hits, counts: [sunk, damaged], given: {firepower: firepower}}}
- id: check
  title: Check
  rule: "2"
  needs: {firepower: {title: Firepower}, check: {title: Check, usual: "1"}, hits: {title: Hits, usual: check}}
  dice: 1d6
  modifiers:
  - {id: guns, title: Guns, add: firepower}
  - {id: again, title: Again, when: check > 1, add: "1", option: {fog: "off"}}
  - {id: many, title: Many, add: hits - 1, option: {fog: "on"}}
  rows: [{at: 6+, gives: sunk}, {at: 1-5, gives: damaged}]
"""


def counted(firepowers, each_after_first):
    """Return the chances of all fates, counted over all rolls of the guns and all rolls of the checks after each."""
    found: dict[Fate, Fraction] = {}
    for dice in product(range(1, 5), repeat=len(firepowers)):
        hits, half = [], False
        for die, firepower in zip(dice, firepowers, strict=True):
            if die >= {0: 4, 1: 4, 2: 3}[firepower]:
                if firepower or half:
                    hits.append(firepower)
                half = not half if not firepower else half
        for checks in product(range(1, 7), repeat=len(hits)):
            more = [int(n > 0) if each_after_first else len(hits) - 1 for n in range(len(hits))]
            sunk = any(die + fp + add >= 6 for die, fp, add in zip(checks, hits, more, strict=True))
            fate = Fate(len(hits), "sunk" if sunk else "damaged" if hits else "")
            found[fate] = found.get(fate, Fraction()) + Fraction(1, 4 ** len(dice) * 6 ** len(hits))
    return found


@pytest.mark.parametrize("ruling", ["off", "on"])
@pytest.mark.parametrize("firepowers", [[], [2], [0], [0, 0], [0, 1, 0], [2, 1, 2], [2, 0, 0, 1]])
def test_a_volley_is_all_its_throws(situation_of, firepowers, ruling):
    situation = situation_of(RULES, {"fog": ruling})
    tables = situation.book.tables
    found = volley([tables["guns"].look(situation, {"firepower": fp}) for fp in firepowers], tables)
    assert {fate: found.chance(fate) for fate in found.weights} == counted(firepowers, ruling == "off")
