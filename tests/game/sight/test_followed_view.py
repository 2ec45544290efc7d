"""A view that follows each step equals one that is calculated from the last position alone."""

from random import Random

import pytest
from msgspec.structs import replace

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import FollowedView, seen_game
from tabletop.game.state.game import Game
from tests.game.secrets.pairs import RandomPair


def comparable(view: Game) -> tuple[object, ...]:
    """Return the parts of a view, with kinds instead of their numbers and ranks instead of heights."""
    order = sorted(view.holders, key=lambda id: view.holders[id].z)
    return (
        {id: (view.kind_of(id), replace(piece, kind=0)) for id, piece in view.pieces.items()},
        {id: replace(holder, z=0) for id, holder in view.holders.items()},
        order,
        *(dict(part.items()) for part in (view.notes, view.frames, view.contacts, view.held)),
        *(dict(part) for part in (view.properties, view.options, view.seats)),
        {name: view.named[name] for name in sorted(view.named)},
        {id: tuple(sorted(holds)) for id, holds in view.carried.items() if holds},
        view.access,
    )


@pytest.mark.parametrize("seed", range(3))
def test_it_follows_the_game_there_and_back(seed: int) -> None:
    pair = RandomPair(seed)
    pair.play()
    journal = pair.worlds[0].session.journal
    for who in (Audience((0,)), Audience((1,)), Audience(())):
        followed = FollowedView(journal.game_at(journal.first), who)
        steps = [*range(journal.first, journal.last + 1), *Random(seed).choices(range(journal.last + 1), k=20)]
        for step in steps:
            game = journal.game_at(step)
            assert comparable(followed.follow(game)) == comparable(seen_game(game, who)), f"after step {step}"
            assert followed.game.counters.next_id >= max((*followed.game.pieces, *followed.game.kinds)) + 1
