"""The view of a map when a game is opened for the first time."""

import pytest
from PySide6.QtCore import QSize

from tabletop.board.map import Map
from tabletop.desktop.map.opening_view import opening_view, side_to_move
from tabletop.dice import SeededChance
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.module.setup import new_game

LAPTOP = QSize(996, 559)


@pytest.fixture
def december(fire_in_the_sky: Module) -> Game:
    return new_game(fire_in_the_sky, "december-1941", {}, SeededChance("11" * 32, b"set-up", 0, 0))


def lying(game: Game, board: Map, side: str) -> list[tuple[int, int]]:
    return [
        (held.x, held.y)
        for held in game.holders.values()
        if held.map == game.maps.index("pacific")
        and not board.is_box(held.place)
        and any(game.kind_of(piece).side == side for piece in held.pieces)
    ]


def test_it_holds_most_stacks_of_the_side_to_move_and_their_figures_can_be_read(fire_in_the_sky, december):
    assert side_to_move(december, fire_in_the_sky) == "JP"
    view = opening_view(december, fire_in_the_sky, "pacific", LAPTOP)
    assert view is not None
    counters = [kind.width for kind in december.kinds.values() if kind.width]
    assert view.scale * max(counters) >= 40
    half_width, half_height = LAPTOP.width() / view.scale / 2, LAPTOP.height() / view.scale / 2
    stacks = lying(december, fire_in_the_sky.components.maps["pacific"], "JP")
    seen = [at for at in stacks if abs(at[0] - view.x) <= half_width and abs(at[1] - view.y) <= half_height]
    assert len(seen) * 2 > len(stacks)


def test_it_does_not_go_beyond_the_edges_of_the_map(fire_in_the_sky, december):
    width, height = fire_in_the_sky.components.maps["pacific"].size
    for room in (QSize(600, 400), LAPTOP, QSize(2000, 600)):
        view = opening_view(december, fire_in_the_sky, "pacific", room)
        assert view is not None
        assert room.width() / view.scale / 2 <= view.x + 1 <= width - room.width() / view.scale / 2 + 2
        assert room.height() / view.scale / 2 <= view.y + 1 <= height - room.height() / view.scale / 2 + 2


def test_a_map_that_can_be_read_whole_is_seen_whole(fire_in_the_sky, december):
    assert opening_view(december, fire_in_the_sky, "pacific", QSize(7_200, 4_500)) is None
