"""Hypothesis strategies for games and patches, for all tests of the game.

Everything is grown from *recipes*: small numbers that are read as changes to the game at that moment, so that they
shrink well and nearly always fit.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar

from hypothesis import strategies as st

from tabletop.game.change.draft import apply
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
    Proceed,
    Property,
    Raise,
    Recast,
    Reply,
    Set,
    Sit,
    Write,
)
from tabletop.game.sight.audience import Audience, audience
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion, Past, Plain
from tabletop.game.state.game import Game, ModuleName, Note, NoteKind, Seat, empty_game
from tabletop.game.state.holder import UNOWNED, Form, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.group_traits import Hold, Mat
from tabletop.game.traits.sight_traits import Mask

Recipe: TypeAlias = tuple[int, int, int, int, int]
T = TypeVar("T")

SIDES = ("allies", "axis", "soviets")
AUDIENCES = tuple(audience(sides) for sides in ((), (0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)))
BLIND_AUDIENCES = AUDIENCES[:-1]
MASKED, SHIP = (Mask(back=Image("back.png")),), (Mat("ship", holds=(Hold("hold"),)),)
KINDS = tuple(
    Kind(f"kind-{number}", f"kind-{number}", SIDES[number % 2], MASKED if number > 5 else SHIP if number < 2 else ())
    for number in range(8)
)

audiences = st.sampled_from(AUDIENCES)
blind_audiences = st.sampled_from(BLIND_AUDIENCES)


def furnished_table() -> Game:
    """Return a game with three sides, two maps, eight kinds, a deck, a discard pile, a hand for each side, a box, three
    stacks and a ship.
    """
    game = empty_game(SIDES, ("theatre", "display"), ModuleName("game", "1", ""), "scenario", secret="of the table")
    hand, stack = (1, 1, 1), (4, 4, 4)
    holders: list[tuple[Form, str, tuple[int, ...], int]] = [
        ("deck", "deck", (2, 2, 2), UNOWNED),
        ("deck", "discard", (3, 3, 3), UNOWNED),
        ("box", "box", (0, 1, 4), UNOWNED),
        *(("hand", f"hand of {side}", (*hand[:at], 4, *hand[at + 1 :]), at) for at, side in enumerate(SIDES)),
        *(("stack", "", stack, UNOWNED) for _ in range(3)),
    ]
    patch: list[Change] = [Know(number, kind) for number, kind in enumerate(KINDS, 1)]
    for id, (form, name, looks, owner) in enumerate(holders, 20):
        patch.append(MakeHolder(id, Holder(form, 1, id, 0, "", 0, id, (), looks, (), name, owner)))
        low, high = 2 * id, 2 * id + 1
        patch += [Make(p, 1 + p % 8, id, under, (f"token-{p}", p), (2, 2, 2)) for p, under in ((low, 0), (high, low))]
    ship, cargo = 2 * 26, 80
    patch.append(MakeHolder(cargo, Holder("hold", -1, 0, 0, "", 0, cargo, (), stack, (), carrier=ship)))
    patch.append(Go((ship + 2, ship + 3), cargo, 0))
    return apply(game, patch)[0]


FURNISHED = furnished_table()


def cooking(written: bytes) -> list[Recipe]:
    """Return the recipes that are encoded in bytes, five bytes each."""
    whole = len(written) // 5 * 5
    return [(a, b, c, d, e) for a, b, c, d, e in zip(*(written[i:whole:5] for i in range(5)), strict=True)]


def grown(recipes: Iterable[Recipe], game: Game = FURNISHED) -> Game:
    """Return a game after these changes, each its own step."""
    for recipe in recipes:
        with suppress(PatchError, IndexError):
            game = apply(game, (change_of(game, recipe),))[0]
    return game


def patch_of(game: Game, recipes: Iterable[Recipe]) -> Patch:
    """Return a patch that fits the game: one change for each recipe, without those that do not fit after the changes
    before them.
    """
    changes: list[Change] = []
    for recipe in recipes:
        with suppress(PatchError, IndexError):
            change = change_of(game, recipe)
            game = apply(game, (change,))[0]
            changes.append(change)
    return tuple(changes)


def games(least: int = 5, most: int = 40) -> st.SearchStrategy[Game]:
    """Return a strategy for games with many hidden things: closed hands, masked and invisible pieces, cargo in
    concealed ships.
    """
    return st.binary(min_size=5 * least, max_size=5 * most).map(cooking).map(grown)


def steps(most: int = 6) -> st.SearchStrategy[list[Recipe]]:
    """Return a strategy for the recipes of one step."""
    return st.binary(min_size=5, max_size=5 * most).map(cooking)


def _pick(things: Sequence[T], number: int) -> T:
    """Return one of the items. Raises IndexError if there is none."""
    if not things:
        raise IndexError
    return things[number % len(things)]


def change_of(game: Game, recipe: Recipe) -> Change:  # noqa: PLR0912 - one line or two a kind of change
    """Return the change of a recipe in this game. Raises IndexError if it cannot change anything."""
    verb, a, b, c, d = recipe
    pieces, holders = game.pieces.keys(), game.holders.keys()
    sides, fresh = len(game.sides), game.counters.next_id
    side = b % sides
    match verb % 30:
        case 0 | 1 | 2 | 3 | 4 | 5:
            going = tuple(dict.fromkeys(_pick(pieces, n) for n in (a, b, d)[: 1 + a % 3]))
            goal = _pick(holders, c)
            return Go(going, goal, _pick((0, *game.holders[goal].pieces), b + d))
        case 6 | 7 | 8 | 9:
            at = _pick(holders, b)
            sight = tuple((c // 3**i) % 3 for i in range(sides)) if a % 2 else game.open_sight
            id = fresh if d % 4 else 1_000 + d % 7
            return Make(id, 1 + c % len(KINDS), at, _pick((0, *game.holders[at].pieces), d), ("token-new", a), sight)
        case 10 | 11 | 12 | 13:
            return MakeHolder(fresh if d % 4 else 2_000 + d % 7, _new_holder(game, a, b, c, d))
        case 14 | 15 | 16:
            return PieceSight(_pick(pieces, a), side, c % 3)
        case 17 | 18:
            return HolderSight(_pick(holders, a), side, c % 5)
        case 19 | 20:
            id = _pick(holders, a)
            return HolderOrder(id, tuple(sorted(game.holders[id].pieces, key=lambda p: (p * (b + 7)) % 13)), c % 2 == 0)
        case 21:
            return Set(_pick(pieces, a), 0, f"token-{a}-{b}")
        case 22:
            return Recast(_pick(pieces, a), 1 + b % len(KINDS), (f"token-{c}", d))
        case 23:
            return Drop(_pick(pieces, a))
        case 24:
            return DropHolder(_pick([id for id in holders if not game.holders[id].pieces], a))
        case 25:
            id = _pick(holders, a)
            is_aboard = id in holders and holders[id].carrier  # a hold has no map of its own
            return HolderPlace(id, holders[id].map if is_aboard else c % 2, b % 3, 0, f"place-{b % 3}")
        case 26:
            return Raise(_pick(holders, a), b % 2, game.counters.next_z if c % 2 else 1 + d % game.counters.next_z)
        case 27:
            id = 1 + a % (len(KINDS) + 2)
            return Know(id, Kind(f"kind-{id}-{b}", f"kind-{id}-{b}", SIDES[c % 2]))
        case 28:
            return Write(_pick((fresh, *game.notes.keys()), a), _new_note(b, c, d))
        case _:
            return _small_change(game, a, b, c, d)


def _new_holder(game: Game, a: int, b: int, c: int, d: int) -> Holder:
    sides = len(game.sides)
    looks = game.open_looks if a % 3 else tuple((d // 5**i) % 5 for i in range(sides))
    z = game.counters.next_z if b % 4 else 1 + b % 9
    pieces = game.pieces.keys()
    if a % 2 and pieces:
        return Holder("hold", -1, 0, 0, "", 0, z, (), looks, (), carrier=_pick(pieces, c))
    forms: tuple[Form, ...] = ("stack", "stack", "stack", "box", "deck")
    form = _pick(forms, c)
    name = "" if form == "stack" else f"{form} {b % 5}"
    return Holder(form, b % 2, c % 3, 0, f"place-{c % 3}", b % 2, z, (), looks, (), name)


def _new_note(b: int, c: int, d: int) -> Note | None:
    kinds: tuple[NoteKind, ...] = ("public", "private", "sealed")
    return Note(_pick(kinds, b), c % 4 - 1, f"title {d}", f"token-note-{d}") if d % 5 else None


def _small_change(game: Game, a: int, b: int, c: int, d: int) -> Change:
    value = f"token-value-{d}" if d % 4 else None
    match a % 6:
        case 0:
            names = ("weather", "map:theatre:fog", *(f"side:{side}:plan" for side in (*SIDES, "nobody")))
            return Property(_pick(names, b), value)
        case 1:
            return Option(_pick(("ruling", "fog"), b), value)
        case 2:
            return Sit(_pick(("Anna", "Ben"), b), Seat((c % 3,), d % 2 == 0) if c % 4 else None)
        case 3:
            return HolderOwner(_pick(game.holders.keys(), b), c % 4 - 1)
        case 4:
            frames = game.frames.keys()
            id = _pick((game.counters.next_id, *frames), b)
            return Proceed(id, _new_frame(game, b, c, d) if d % 5 else None)
        case _:
            given = (_given(game, b), _given(game, c), _given(game, d))
            return Reply(_pick(game.frames.keys(), b), given, (OpenQuestion(f"key {c}", "axis", "pick"),), (), "look")


def _new_frame(game: Game, b: int, c: int, d: int) -> Frame:
    pieces, holders = game.pieces.keys(), game.holders.keys()
    state: dict[str, Plain] = {
        "attackers": [f"piece:{_pick(pieces, n)}" for n in (b, c)],
        "losses": {f"piece:{_pick(pieces, d)}": d},
        "at": f"holder:{_pick(holders, c)}",
        "name": f"token-{d}",
    }
    past = (Past("before", (_given(game, d),)),)
    parent = _pick((0, *game.frames.keys()), c)
    return Frame("raid", "1", f"step {b}", state, SIDES[c % 3], parent, "child", (_given(game, b),), past=past)


def _given(game: Game, n: int) -> GivenAnswer:
    answer = [f"piece:{_pick(game.pieces.keys(), n)}", f"token-answer-{n}"]
    return GivenAnswer(f"key {n % 3}", SIDES[n % 3], answer, secret=n % 2 == 0)


def everybody(game: Game) -> Audience:
    """Return the audience of all sides."""
    return audience(range(len(game.sides)))
