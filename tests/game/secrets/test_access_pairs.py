"""Refusals tell a seat nothing of unseen things, even at a table with restricted access, or for a seat with a role."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tabletop.expression import compile_expression, is_true
from tabletop.game.actions import access as permissions
from tabletop.game.state.game import Game
from tabletop.game.table_access import Role, TableAccess
from tests.game.secrets.pairs import PlayedPair, play
from tests.game.secrets.worlds import ASKER, World

ROLE = Role("half", ("a",), moves="count(all) % 2 == 0 or StackSize > 3")
"""A role whose condition would reveal unseen pieces if it were evaluated on the true position."""


def pairs(access: TableAccess, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayedPair]:
    """Yield pairs of games at a table with this access. If the access has roles, the asking seat has one."""
    laid_out = World.game

    def game(world: World) -> Game:
        made = laid_out(world)
        anna = replace(made.seats[ASKER], role="half") if access.roles else made.seats[ASKER]
        return replace(made, access=access, seats={**made.seats, ASKER: anna})

    monkeypatch.setattr(World, "game", game)
    yield from map(play, range(1_000, 1_012))


@pytest.mark.parametrize("access", [TableAccess("sides"), TableAccess("moderated"), TableAccess("sides", (ROLE,))])
def test_two_games_that_differ_in_what_is_unseen_refuse_alike(
    access: TableAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [(pair.seed, pair.last) for pair in pairs(access, monkeypatch) if pair.found is not None] == []


def test_a_role_that_is_judged_by_the_truth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def holds(who, condition: str, piece: int) -> bool:
        return is_true(compile_expression(condition).evaluate(who.whole.reader(piece)))

    monkeypatch.setattr(permissions, "_holds", holds)
    assert any(pair.found is not None for pair in pairs(TableAccess("sides", (ROLE,)), monkeypatch))
