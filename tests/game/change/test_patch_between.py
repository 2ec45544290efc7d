"""The patch between two positions leads from the first to the second, whatever happened between them."""

import pytest
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch_between import patch_between
from tabletop.game.state.game import Counters, Game
from tests.game.projection import project
from tests.game.secrets.pairs import RandomPair
from tests.game.secrets.worlds import Played, seen


def comparable(game: Game) -> Game:
    """Return the game without counters, epochs, unused kinds, and what is worked out from the rest."""
    used = {piece.kind for piece in game.pieces.values()}
    return replace(
        game,
        pieces=game.pieces.update({id: replace(piece, epoch=()) for id, piece in game.pieces.items()}),
        holders=game.holders.update({id: replace(holder, epoch=()) for id, holder in game.holders.items()}),
        kinds=game.kinds.update({id: None for id in game.kinds if id not in used}),
        counters=Counters(),
        veiled=(),
        known_more=(),
        spots=type(game.spots)(),
    )


def views(seed: int) -> tuple[list[tuple[Game, Game]], Played]:
    """Return the views before and after each event that one seat noticed in a random game with hidden pieces, and that
    game.
    """
    pair = RandomPair(seed)
    pair.play()
    one, _ = pair.worlds
    return [(news.before, news.after) for news in one.heard], one


@pytest.mark.parametrize("seed", range(25))
def test_it_leads_there_and_back(seed: int) -> None:
    steps, _ = views(seed)
    whole = [(steps[0][0], steps[-1][1])] if steps else []
    for before, after in [*steps, *whole]:
        there, back = apply(before, patch_between(before, after))
        assert comparable(there) == comparable(after)
        assert comparable(apply(after, patch_between(after, before))[0]) == comparable(before)
        assert comparable(apply(there, back)[0]) == comparable(before)
        assert patch_between(there, after) == ()


@pytest.mark.parametrize("seed", range(0, 25, 4))
def test_what_a_seat_sees_of_its_own_view_is_that_view(seed: int) -> None:
    steps, played = views(seed)
    for _, after in steps:
        assert seen(project(after, played.anna.audience)) == seen(after)


def test_every_part_of_a_game_is_considered() -> None:
    """A new part of `Game` must be considered in `patch_between`, and then listed here."""
    apart = {
        "sides",
        "maps",
        "module",
        "scenario",
        "secret",
        "counters",
        "spots",
        "named",
        "carried",
        "veiled",
        "known_more",
    }
    told = {
        "access",
        "held",
        "dispatches",
        "pieces",
        "holders",
        "kinds",
        "notes",
        "frames",
        "contacts",
        "properties",
        "options",
        "seats",
    }
    assert set(Game.__struct_fields__) == apart | told
