"""Typed values as plain data and back: numbers of pieces are told from other numbers by their types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from rules_assist.procedure.plain_data import MisfitError, from_plain, to_plain, with_places
from tabletop.assistance import HolderId, PieceId, PlaceId, Where
from tabletop.game.state.frames import renamed_data


class Ship(Struct, frozen=True, tag=True):
    hull: PieceId


class Plane(Struct, frozen=True, tag=True):
    of: str
    left: int = 0


class Battle(Struct, frozen=True):
    unit: PieceId
    count: int = 3
    queue: tuple[PieceId, ...] = ()
    losses: dict[PieceId, int] = {}
    beside: PieceId | None = None
    forces: dict[str, list[PieceId]] = {}
    target: Ship | Plane | None = None
    pairs: tuple[tuple[PieceId, int], ...] = ()
    at: Where | None = None
    box: HolderId = 0
    seen: frozenset[PieceId] = frozenset()


ids = st.integers(1, 99)
battles = st.builds(
    Battle,
    unit=ids,
    count=ids,
    queue=st.lists(ids).map(tuple),
    losses=st.dictionaries(ids, ids),
    beside=st.none() | ids,
    forces=st.dictionaries(st.text(max_size=3), st.lists(ids)),
    target=st.none() | st.builds(Ship, ids) | st.builds(Plane, st.text(max_size=3), ids),
    pairs=st.lists(st.tuples(ids, ids)).map(tuple),
    at=st.none() | st.builds(Where, st.just("main"), st.just("0601")),
    box=ids,
    seen=st.frozensets(ids),
)


@given(battles)
def test_there_and_back_is_the_same(battle: Battle) -> None:
    assert from_plain(to_plain(battle, Battle), Battle) == battle


def test_pieces_and_holders_stand_as_texts_and_other_numbers_as_numbers() -> None:
    battle = Battle(7, 7, (8,), {9: 9}, 10, {"a": [11]}, Ship(12), ((13, 13),), Where("main", "0601"), 14)
    assert to_plain(battle, Battle) == {
        "unit": "piece:7",
        "count": 7,
        "queue": ["piece:8"],
        "losses": {"piece:9": 9},
        "beside": "piece:10",
        "forces": {"a": ["piece:11"]},
        "target": {"type": "Ship", "hull": "piece:12"},
        "pairs": [["piece:13", 13]],
        "at": ["main", "0601"],
        "box": "holder:14",
        "seen": [],
    }


class Chain(Struct, frozen=True):
    first: PieceId
    after: "Chain | None" = None


def test_a_type_that_contains_itself_names_its_pieces_at_every_depth() -> None:
    chain = Chain(1, Chain(2, Chain(3)))
    said = {"first": "piece:1", "after": {"first": "piece:2", "after": {"first": "piece:3", "after": None}}}
    assert to_plain(chain, Chain) == said
    assert from_plain(to_plain(chain, Chain), Chain) == chain


@given(battles)
def test_another_audience_reads_the_same_value_in_its_own_numbers(battle: Battle) -> None:
    seen = from_plain(renamed_data(to_plain(battle, Battle), lambda _, id: id + 1000), Battle)
    assert (seen.unit, seen.count, seen.queue) == (
        battle.unit + 1000,
        battle.count,
        tuple(piece + 1000 for piece in battle.queue),
    )


@pytest.mark.parametrize(
    "data", [{}, {"unit": "piece:1", "queue": ["holder:1"]}, {"unit": "one"}, {"unit": "piece:1", "count": "many"}]
)
def test_what_does_not_fit_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(MisfitError, match=r"unit|holder|Expected"):
        from_plain(data, Battle)


class Half(Struct):
    of: float


def test_there_are_no_halves() -> None:
    with pytest.raises(TypeError, match=r"0\.5"):
        to_plain(Half(0.5), Half)


class Raid(Struct, frozen=True):
    at: PlaceId = ""
    named: str = ""
    holders: dict[PlaceId, str] = {}
    way: tuple[PlaceId, ...] = ()


def test_places_are_known_by_any_of_their_names() -> None:
    said = {"at": "Kure", "named": "Kure", "holders": {"Kure": "JP", "0905": "AL"}, "way": ["Kure", "sea"]}
    own = {"Kure": "0805"}
    assert with_places(said, Raid, lambda name: own.get(name, name)) == {
        "at": "0805",
        "named": "Kure",
        "holders": {"0805": "JP", "0905": "AL"},
        "way": ["0805", "sea"],
    }


def test_places_are_words_like_any_other() -> None:
    raid = Raid("0805", "Kure", {"0805": "JP"}, ("0805",))
    assert from_plain(to_plain(raid, Raid), Raid) == raid
