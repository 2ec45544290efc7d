"""All pieces on a map are moved to its middle."""

import pytest

from tabletop.game.change.patch import MakeHolder
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.movement_traits import MovedMark
from tabletop.game.traits.table_traits import CentreMap
from tabletop.game.traits.trait_base import TraitCall
from tests.game.traits.playing import Playing

CENTRE = CentreMap("Theatre", TraitCall("c"))


def points(play: Playing, *pieces: int) -> list[tuple[int, int]]:
    return [(held.x, held.y) for held in map(play.game.holder_of, pieces)]


@pytest.mark.parametrize(
    ("cells", "lie"),
    [
        (("A1",), [(500, 500)]),
        (("A1", "C1"), [(400, 500), (600, 500)]),
        (("A1", "B5", "C2"), [(400, 300), (500, 700), (600, 400)]),
        (("E5", "F6"), [(450, 450), (550, 550)]),
    ],
)
def test_the_rectangle_round_all_of_it_comes_to_the_middle(cells: tuple[str, ...], lie: list[tuple[int, int]]) -> None:
    play = Playing()
    pieces = [play.piece([CENTRE, MovedMark()], cell) for cell in cells]
    elsewhere = play.piece([], "A1", on="Display")
    play.act(pieces[0], "c")
    assert points(play, *pieces, elsewhere) == [*lie, (50, 50)]
    assert play.read(pieces[0], "Moved") is False


def test_large_counters_and_decks_count_too() -> None:
    play = Playing()
    small = play.piece([CENTRE], "A1")
    large = play.piece(Kind("large", "Large", "axis", width=200, height=100), "C1")
    play.change(
        MakeHolder(play.game.counters.next_id, Holder("deck", 0, 250, 450, "Deck", 0, 9, (), (3, 3), (), "Deck"))
    )
    play.act(small, "c")
    deck = play.game.holders[play.game.named["Deck"]]
    (x, y), (to_x, to_y) = points(play, small, large)
    assert (to_x - x, to_y - y, deck.x - x, deck.y - y, deck.place) == (200, 0, 200, 400, "Deck")
    assert ((x - 30) + (to_x + 100)) // 2 == 500
