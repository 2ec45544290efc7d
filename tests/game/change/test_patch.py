"""Patches: their changes, the inverse, lost tracks, and the messages if they do not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    HolderOrder,
    HolderOwner,
    HolderPlace,
    HolderSight,
    Know,
    Make,
    MakeHolder,
    Option,
    Patch,
    PatchError,
    PieceSight,
    Property,
    Raise,
    Recast,
    Set,
    Sit,
    Write,
)
from tabletop.game.sight.audience import audience
from tabletop.game.state import levels
from tabletop.game.state.game import Counters, Game, Note, Seat, with_indexes, with_known_more
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.values import BACK, COUNT, FACE, SHUT, TOP, UNSEEN
from tests.game.strategies import FURNISHED, Recipe, games, patch_of, steps

ALLIES, AXIS, SOVIETS = range(3)
ONLOOKERS = 3
DECK, DISCARD, BOX, HAND, SHIP_STACK, OTHER_STACK, HOLD = 20, 21, 22, 23, 26, 27, 80
SHIP, ESCORT, CARGO, PASSENGER, OTHER = 52, 53, 54, 55, 56
STACK = 28
ALL = (ALLIES, AXIS, SOVIETS, ONLOOKERS)
HIDDEN = PieceSight(ESCORT, AXIS, UNSEEN)
EMPTY = Holder("box", 0, 0, 0, "", 0, 1, (), (4, 4, 4), ())


def timeless(game: Game) -> Game:
    """Return the game without the parts that an undo does not restore: counters, epochs, and unused new kinds."""
    pieces = {id: replace(piece, epoch=()) for id, piece in game.pieces.items()}
    holders = {id: replace(holder, epoch=()) for id, holder in game.holders.items()}
    used = {piece.kind for piece in game.pieces.values()}
    return replace(
        game,
        pieces=PagedMap.of(pieces),
        holders=PagedMap.of(holders),
        kinds=PagedMap.of({id: kind for id, kind in game.kinds.items() if id in used or id in FURNISHED.kinds}),
        counters=Counters(),
    )


def after(*patch: Change, game: Game = FURNISHED) -> Game:
    return apply(game, patch)[0]


def lies(game: Game, holder: int) -> tuple[int, ...]:
    return game.holders[holder].pieces


# For any game and any patch


@given(games(), steps(6), steps(6))
def test_what_was_closed_stays_as_it_was(game: Game, first: list[Recipe], then: list[Recipe]) -> None:
    draft, whole = Draft(game), Draft(game)
    patch = patch_of(game, first)
    for change in patch:
        draft.perform(change)
        whole.perform(change)
    closed, before = draft.close(), whole.close()
    for change in patch_of(closed, then):
        draft.perform(change)
    assert closed == before


@given(games(), steps(12))
def test_the_way_back_restores_everything_but_counters_and_epochs(game: Game, recipes: list[Recipe]) -> None:
    then, back = apply(game, patch_of(game, recipes))
    restored, forth = apply(then, back)
    assert timeless(restored) == timeless(game)
    assert timeless(apply(restored, forth)[0]) == timeless(then)


@given(games(), steps(12))
def test_a_game_always_hangs_together(game: Game, recipes: list[Recipe]) -> None:
    then, back = apply(game, patch_of(game, recipes))
    for now in (then, apply(then, back)[0]):
        assert with_known_more(with_indexes(now)) == now
        assert sorted(now.pieces) == sorted(p for holder in now.holders.values() for p in holder.pieces)
        assert all(now.pieces[p].at == id for id, holder in now.holders.items() for p in holder.pieces)
        assert all(piece.kind in now.kinds for piece in now.pieces.values())
        assert now.counters.next_id > max((*now.pieces, *now.holders, *now.kinds, *now.notes, *now.frames))
        assert now.counters.next_z > max(holder.z for holder in now.holders.values())


@given(games(), steps(12))
def test_a_patch_is_its_changes_one_after_the_other(game: Game, recipes: list[Recipe]) -> None:
    patch = patch_of(game, recipes)
    one_by_one = game
    for change in patch:
        one_by_one = after(change, game=one_by_one)
    assert timeless(one_by_one) == timeless(after(*patch, game=game))


@given(games(), steps(12))
def test_numbers_that_rise_never_fall(game: Game, recipes: list[Recipe]) -> None:
    then, back = apply(game, patch_of(game, recipes))
    for now in (then, apply(then, back)[0]):
        assert now.counters.epoch > game.counters.epoch
        assert now.counters.next_id >= game.counters.next_id
        assert now.counters.next_z >= game.counters.next_z
        for old, new in ((game.pieces, now.pieces), (game.holders, now.holders)):
            kept = [id for id in old if id in new]
            assert all(was <= now for id in kept for was, now in zip(old[id].epoch, new[id].epoch, strict=True))
            assert all(set(new[id].epoch) == {new[id].epoch[0]} for id in new if id not in old)


@given(games(), steps(1))
def test_a_change_raises_the_epochs_of_those_who_see_less_and_of_no_one_else(game: Game, recipes: list[Recipe]) -> None:
    patch = patch_of(game, recipes)
    now = after(*patch, game=game)
    for id in game.pieces:
        if id in now.pieces and not is_mixed(game, id, patch):
            lost = [less < more for less, more in zip(seen(now, id), seen(game, id), strict=True)]
            raised = [a != b for a, b in zip(now.pieces[id].epoch, game.pieces[id].epoch, strict=True)]
            assert raised == lost


def seen(game: Game, id: int) -> list[int]:
    return levels.levels(game.pieces.__getitem__, game.holders.__getitem__, id, len(game.sides))


def is_mixed(game: Game, id: int, patch: Patch) -> bool:
    """Return whether the piece lies, or is carried by one that lies, in a holder that the patch shuffles."""
    mixed = {change.holder for change in patch if isinstance(change, HolderOrder) and change.mixed}
    while id:
        holder = game.pieces[id].at
        if holder in mixed:
            return True
        id = game.holders[holder].carrier
    return False


# The positions of pieces

ABC = after(*(Make(id, 1, STACK, above, (), (2, 2, 2)) for id, above in ((101, 57), (102, 101), (103, 102))))


@pytest.mark.parametrize(
    ("pieces", "above", "order"),
    [
        ((101,), 103, (56, 57, 102, 103, 101)),
        ((103,), 0, (103, 56, 57, 101, 102)),
        ((103, 101), 57, (56, 57, 103, 101, 102)),
        ((101, 102), 102, (101, 102, 56, 57, 103)),
        ((52, 101), 56, (56, 52, 101, 57, 102, 103)),
        ((101,), 9999, (101, 56, 57, 102, 103)),
        ((), 0, (56, 57, 101, 102, 103)),
    ],
)
def test_pieces_lie_directly_above_another_or_at_the_bottom(
    pieces: tuple[int, ...], above: int, order: tuple[int, ...]
) -> None:
    now, back = apply(ABC, (Go(pieces, STACK, above),))
    assert lies(now, STACK) == order
    assert timeless(apply(now, back)[0]) == timeless(ABC)


def test_a_way_back_finds_its_place_among_what_has_come_since() -> None:
    now, back = apply(ABC, (Go((101, 103), OTHER_STACK, 0),))
    now = after(Go((SHIP,), STACK, 57), Go((102,), STACK, 0), game=now)
    assert lies(now, STACK) == (102, 56, 57, SHIP)
    assert lies(apply(now, back)[0], STACK) == (102, 103, 56, 57, 101, SHIP)


def test_a_way_back_goes_to_the_bottom_where_the_neighbour_is_gone() -> None:
    now, back = apply(ABC, (Go((102,), OTHER_STACK, 0),))
    now = after(Go((101,), OTHER_STACK, 0), game=now)
    assert lies(apply(now, back)[0], STACK) == (102, 56, 57, 103)


# Sides that lose track


def epochs(game: Game, piece: int) -> tuple[int, ...]:
    return tuple(epoch - FURNISHED.pieces[piece].epoch[0] for epoch in game.pieces[piece].epoch)


@pytest.mark.parametrize(
    ("what", "patch", "piece", "risen"),
    [
        ("an open move", (Go((SHIP,), STACK, 0),), SHIP, ()),
        ("its cargo", (Go((SHIP,), STACK, 0),), CARGO, ()),
        ("into a hand", (Go((SHIP,), HAND, 0),), SHIP, (AXIS, SOVIETS, ONLOOKERS)),
        ("with its cargo", (Go((SHIP,), HAND, 0),), CARGO, (AXIS, SOVIETS, ONLOOKERS)),
        ("out of a hand", (Go((46,), STACK, 0),), 46, ()),
        ("onto a deck face down", (Go((SHIP,), DECK, 0),), SHIP, ALL),
        ("concealed", (PieceSight(SHIP, AXIS, BACK),), SHIP, (AXIS, ONLOOKERS)),
        ("its cargo then", (PieceSight(SHIP, AXIS, BACK),), CARGO, (AXIS, ONLOOKERS)),
        ("covered on the discards", (Go((SHIP,), DISCARD, 43),), 43, ALL),
        ("covered, unseen", (PieceSight(SHIP, 1, UNSEEN), Go((SHIP,), DISCARD, 43)), 43, (ALLIES, SOVIETS, ONLOOKERS)),
        ("uncovered", (Go((43,), STACK, 0),), 42, ()),
        ("covered by a new one", (Make(200, 1, DISCARD, 43, (), (2, 2, 2)),), 43, ALL),
        ("covered by what appears", (Make(200, 1, DISCARD, 43, (), (0, 2, 2)), PieceSight(200, 0, BACK)), 43, ALL),
        ("shuffled", (HolderOrder(DECK, (41, 40), mixed=True),), 40, ALL),
        ("sorted before all eyes", (HolderOrder(DECK, (41, 40), mixed=False),), 40, ()),
        ("shuffled in sight", (HolderOrder(SHIP_STACK, (ESCORT, SHIP), mixed=True),), SHIP, ()),
        ("shut away", (HolderSight(STACK, AXIS, SHUT),), OTHER, (AXIS, ONLOOKERS)),
        ("turned face down", (HolderSight(STACK, AXIS, TOP),), OTHER, (AXIS, ONLOOKERS)),
        ("opened", (HolderSight(DECK, AXIS, 4),), 40, ()),
    ],
)  # fmt: skip
def test_who_loses_track(what: str, patch: Patch, piece: int, risen: tuple[int, ...]) -> None:
    assert tuple(i for i, epoch in enumerate(epochs(after(*patch), piece)) if epoch) == risen


def test_a_reveal_that_is_taken_back_gives_a_new_name() -> None:
    hidden = after(PieceSight(SHIP, AXIS, BACK))
    shown, back = apply(hidden, (PieceSight(SHIP, AXIS, FACE),))
    assert shown.pieces[SHIP].epoch == hidden.pieces[SHIP].epoch
    assert apply(shown, back)[0].pieces[SHIP].epoch[AXIS] > hidden.pieces[SHIP].epoch[AXIS]


def test_a_piece_that_is_made_again_is_not_known_by_an_old_name() -> None:
    gone, back = apply(FURNISHED, (Drop(OTHER),))
    again = apply(gone, back)[0]
    assert set(again.pieces[OTHER].epoch).isdisjoint(FURNISHED.pieces[OTHER].epoch)


@pytest.mark.parametrize(
    ("what", "patch", "holder", "risen"),
    [
        ("a stack that stays in sight", (Go((SHIP,), STACK, 0),), SHIP_STACK, ()),
        ("a stack that the last in sight leaves", (HIDDEN, Go((SHIP,), STACK, 0)), SHIP_STACK, (AXIS, ONLOOKERS)),
        ("a stack that is hidden", (HIDDEN, PieceSight(SHIP, AXIS, UNSEEN)), SHIP_STACK, (AXIS, ONLOOKERS)),
        ("a stack that is empty", (Go((SHIP, ESCORT), STACK, 0),), SHIP_STACK, ALL),
        ("a stack that is emptied piece by piece", (Drop(57), Drop(56)), STACK, ALL),
        ("a stack that is shut", (HolderSight(STACK, AXIS, SHUT),), STACK, (AXIS, ONLOOKERS)),
        ("a stack of which the number stays known", (HolderSight(STACK, AXIS, COUNT),), STACK, ()),
        ("the hold of a concealed ship", (PieceSight(SHIP, AXIS, BACK),), HOLD, (AXIS, ONLOOKERS)),
        ("a box that is emptied", (Go((44, 45), STACK, 0),), BOX, ()),
        ("a stack made again", (Go((56, 57), DECK, 0), DropHolder(STACK), MakeHolder(STACK, EMPTY)), STACK, ALL),
    ],
)  # fmt: skip
def test_who_loses_a_holder(what: str, patch: Patch, holder: int, risen: tuple[int, ...]) -> None:
    epoch, before = after(*patch).holders[holder].epoch, FURNISHED.holders[holder].epoch
    assert tuple(i for i in range(4) if epoch[i] != before[i]) == risen


# Changes that do not fit


@pytest.mark.parametrize(
    ("patch", "because"),
    [
        ((Set(999, 0, "x"),), "there is no piece 999"),
        ((Set(SHIP, 2, "x"),), "piece 52 has no slot 2"),
        ((Set(SHIP, -1, "x"),), "piece 52 has no slot -1"),
        ((Go((999,), STACK, 0),), "there is no piece 999"),
        ((Go((SHIP,), 999, 0),), "there is no holder 999"),
        ((Go((SHIP, SHIP), STACK, 0),), "a piece goes twice in one change"),
        ((Go((SHIP,), HOLD, 0),), "piece 52 cannot be put into its own hold"),
        ((Make(SHIP, 1, STACK, 0, (), (2, 2, 2)),), "there is a piece 52 already"),
        ((Make(200, 99, STACK, 0, (), (2, 2, 2)),), "there is no kind 99"),
        ((Make(200, 1, 999, 0, (), (2, 2, 2)),), "there is no holder 999"),
        ((Make(200, 1, STACK, 0, (), (2, 2)),), "piece 200 says for 2 sides who sees it"),
        ((Drop(SHIP),), "piece 52 still has a hold"),
        ((Recast(SHIP, 99, ()),), "there is no kind 99"),
        ((MakeHolder(STACK, EMPTY),), "there is a holder 28 already"),
        ((MakeHolder(200, FURNISHED.holders[STACK]),), "a holder is made empty"),
        ((MakeHolder(200, replace(EMPTY, name="box")),), "there is a holder named 'box' already"),
        ((MakeHolder(200, replace(EMPTY, looks=(4,))),), "holder 200 says for 1 sides who looks into it"),
        ((MakeHolder(200, replace(EMPTY, map=2)),), "there is no map 2"),
        ((MakeHolder(200, replace(EMPTY, owner=3)),), "there is no side 3"),
        ((MakeHolder(200, replace(EMPTY, carrier=999)),), "there is no piece 999"),
        ((DropHolder(STACK),), "holder 28 is not empty"),
        ((DropHolder(999),), "there is no holder 999"),
        ((HolderPlace(STACK, 2, 0, 0, ""),), "there is no map 2"),
        ((Raise(999, 0, 1),), "there is no holder 999"),
        ((HolderSight(STACK, 3, 4),), "there is no side 3"),
        ((HolderSight(STACK, 0, 5),), "there is no level 5 of looking into a holder"),
        ((HolderOwner(STACK, 3),), "there is no side 3"),
        ((HolderOrder(STACK, (56, 56), mixed=False),), "holder 28 does not hold just these pieces"),
        ((PieceSight(SHIP, -1, 2),), "there is no side -1"),
        ((PieceSight(SHIP, 0, 3),), "there is no level 3 of seeing a piece"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(patch: Patch, because: str) -> None:
    with pytest.raises(PatchError, match=f"^{because}$"):
        apply(FURNISHED, patch)


# The smaller things


@pytest.mark.parametrize(
    ("change", "back"),
    [
        (Property("weather", "storm"), (Property("weather", None),)),
        (Option("fog", True), (Option("fog", None),)),
        (Sit("Anna", Seat((1,))), (Sit("Anna", None),)),
        (Write(300, Note("public", 0, "a", "b")), (Write(300, None),)),
        (HolderOwner(STACK, 1), (HolderOwner(STACK, -1),)),
        (HolderPlace(STACK, 0, 3, 4, "0513"), (HolderPlace(STACK, 1, 28, 0, ""),)),
        (Raise(STACK, 1, 500), (Raise(STACK, 0, 28),)),
        (Recast(SHIP, 2, ("x",)), (Recast(SHIP, 5, ("token-52", 52)),)),
        (Know(5, Kind("other", "Other")), (Know(5, FURNISHED.kinds[5]),)),
        (Know(300, Kind("new", "New")), ()),
    ],
)
def test_a_change_gives_the_way_back(change: Change, back: Patch) -> None:
    assert apply(FURNISHED, (change,))[1] == back


def test_a_name_and_a_hold_can_be_given_again_in_the_same_patch() -> None:
    box = replace(FURNISHED.holders[BOX], pieces=())
    named = after(Go((44, 45), STACK, 0), DropHolder(BOX), MakeHolder(200, box))
    assert named.named["box"] == 200
    hold = replace(FURNISHED.holders[HOLD], pieces=())
    carried = after(Go((CARGO, PASSENGER), STACK, 0), DropHolder(HOLD), MakeHolder(201, hold))
    assert carried.carried == {SHIP: (201,)}


@given(st.integers(0, 2))
def test_what_was_there_stays_as_it_is(side: int) -> None:
    after(PieceSight(SHIP, side, UNSEEN), Go((ESCORT,), STACK, 0))
    assert FURNISHED.pieces[SHIP].sight == FURNISHED.open_sight
    assert audience(range(3)).sees_all(FURNISHED)
