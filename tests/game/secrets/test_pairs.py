"""Random pairs of games never reveal unseen things to a seat, and they find every leak that is put back.

`python -m tests.game.secrets.pairs 20000` plays 20,000 pairs from a new seed, and prints the tried cells; `python -m
tests.game.secrets.put_back` puts every leak back, and prints the number of pairs played until it is found.
"""

import os
import secrets
from collections.abc import Callable
from itertools import chain
from typing import get_args

import pytest

from tabletop.game.commands import AnyCommand
from tabletop.game.traits import Trait
from tests.game.secrets.cells import all_cells
from tests.game.secrets.deeds import MAKES
from tests.game.secrets.pairs import play, play_towards
from tests.game.secrets.put_back import LEAKS, OWN, PutBack
from tests.game.secrets.trait_groups import TRAITS

PAIRS = 1_000


@pytest.mark.timeout(1_800)
def test_games_that_differ_in_what_is_unseen_are_alike_and_nothing_is_left_untried(
    record_property: Callable[[str, object], None],
) -> None:
    """The first seed is a new one in each run, unless the environment variable PAIRS_FROM gives one. It is printed at
    the end of the run, so that the same pairs can be played again.

    Cells that are still empty after these pairs are filled by more pairs, which follow from the seed, too.
    """
    first = int(os.environ.get("PAIRS_FROM") or secrets.randbelow(1 << 40))
    record_property("PAIRS_FROM", first)
    cells = set(all_cells())
    empty, played = cells.copy(), 0
    for pair in chain(map(play, range(first, first + PAIRS)), play_towards(empty, first + PAIRS)):
        assert pair.found is None, f"seed {pair.seed}, {pair.toward}, {pair.last}: {pair.found}"
        empty.difference_update(pair.cells)
        played += 1
    record_property("pairs played", played)
    record_property("cells of command, trait and level", f"{len(cells)}, {len(empty)} of them empty")
    assert empty == set()


def test_every_command_and_every_trait_is_tried() -> None:
    assert {str(command.__struct_config__.tag) for command in get_args(AnyCommand)} == MAKES.keys()
    traits = {str(trait.__struct_config__.tag) for trait in get_args(Trait)}
    assert traits == {trait for trait in TRAITS if not trait.endswith("(imported)")}


@pytest.mark.parametrize("leak", [*LEAKS.values(), *OWN], ids=lambda leak: leak.what)
def test_a_leak_that_is_put_back_is_found(leak: PutBack, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first pair played is the one known to find the leak; up to 500 others follow."""
    leak.how(monkeypatch)
    assert any(play(seed).found is not None for seed in (leak.seed, *range(500)))
