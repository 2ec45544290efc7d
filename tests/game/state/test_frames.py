"""Procedures in progress as values: plain data, the things they name, and the sides that know them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done, Refused
from tabletop.game.change.patch import PatchError, Proceed, Reply, Sit
from tabletop.game.commands import Answer, Begin, GoOn, Leave, Resume, Withdraw
from tabletop.game.decide import decide
from tabletop.game.state.components import Components
from tabletop.game.state.frames import (
    IS,
    SECRET_OF,
    Frame,
    GivenAnswer,
    OpenQuestion,
    Plain,
    about,
    as_seen,
    is_open,
    opened,
    plain,
    renamed_data,
)
from tabletop.game.state.game import Seat
from tests.game.strategies import FURNISHED

DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5) | st.integers(1, 9).map("piece:{}".format),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
RAID = Frame("raid", "1", "strike", {"by": ["piece:52", "piece:53"]}, "allies")


@given(DATA)
def test_names_that_are_changed_and_changed_back_are_the_same(data: Plain) -> None:
    there = renamed_data(data, lambda _, id: id + 100)
    assert renamed_data(there, lambda _, id: id - 100) == data
    assert plain(data) == data


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        ("piece:1", "piece:0"),
        (["piece:1", "piece:2", 3], ["piece:2", 3]),
        ({"piece:1": 5, "piece:2": "piece:1"}, {"piece:2": "piece:0"}),
        ({"of": {"unit": "piece:1"}}, {"of": {"unit": "piece:0"}}),
        ("holder:1", "holder:0"),
        ("piece:0", "piece:0"),
        ("piece: 1", "piece: 1"),
        ("", ""),
    ],
)
def test_what_is_not_seen_is_left_out_and_nobody_stands_where_it_stood_alone(data: Plain, seen: Plain) -> None:
    assert renamed_data(data, lambda _, id: None if id == 1 else id) == seen


def told(data: Plain, secret: Plain) -> Plain:
    """Return the same data with a fact that only Red knows in place of each 7."""
    match data:
        case 7:
            return {SECRET_OF: "Red", IS: secret}
        case list():
            return [told(one, secret) for one in data]
        case dict():
            return {key: told(value, secret) for key, value in data.items()}
        case _:
            return data


SEVENS = st.recursive(
    st.just(7) | st.integers(1, 9).map("piece:{}".format),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(max_size=3), SEVENS, max_size=3), DATA, DATA)
def test_whatever_a_secret_is_others_see_the_same(state: dict[str, Plain], one: Plain, other: Plain) -> None:
    def frame(secret: Plain) -> Frame:
        there = {key: told(value, secret) for key, value in state.items()}
        given = (GivenAnswer("who", "Red", secret, secret=True), GivenAnswer("came", "", told(7, secret), how="ran"))
        touched = tuple(sorted(about(Frame("raid", "1", "strike", there, answers=given))))
        waiting = (OpenQuestion("who", "Red", "pick"),)
        return Frame("raid", "1", "strike", there, answers=given, waiting=waiting, touched=touched, stale=str(secret))

    assert as_seen(frame(one), frozenset({"Blue"})) == as_seen(frame(other), frozenset({"Blue"}))
    assert as_seen(frame(one), frozenset()) == as_seen(frame(other), frozenset())
    assert as_seen(frame(one), frozenset({"Red"})) == frame(one)


def test_what_was_secret_in_the_state_and_is_not_any_more_is_opened() -> None:
    kept = Frame("raid", "1", "strike", {"plan": {SECRET_OF: "Red", IS: "high"}})
    shown = replace(kept, state={"plan": "high"})
    blue = frozenset({"Blue"})
    assert opened(as_seen(kept, blue), as_seen(shown, blue))
    assert not opened(as_seen(kept, blue), as_seen(kept, blue))
    assert not is_open(as_seen(kept, blue))
    assert is_open(as_seen(kept, frozenset({"Red"})))


@pytest.mark.parametrize("data", [1.5, b"x", {1: 2}, 1 << 60, [[[object()]]]])
def test_what_is_not_plain_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"neither a text|texts|too large"):
        plain(data)


def test_what_goes_round_in_itself_is_refused() -> None:
    ring: list[object] = []
    ring.append(ring)
    with pytest.raises(ValueError, match="too deeply"):
        plain(ring)


def test_a_frame_is_about_all_pieces_that_it_names() -> None:
    frame = Frame("raid", "1", "strike", {"a": {"piece:3": ["piece:4"]}}, answers=(GivenAnswer("k", "", ["piece:5"]),))
    assert about(frame) == {3, 4, 5}


def test_secret_answers_are_known_to_their_own_side() -> None:
    open_answer, secret = GivenAnswer("k", "red", 1), GivenAnswer("s", "red", 2, secret=True)
    frame = Frame("raid", "1", "strike", answers=(open_answer, secret))
    assert as_seen(frame, frozenset({"red"})) == frame
    hidden = as_seen(frame, frozenset({"blue"}))
    assert hidden.answers == (open_answer, GivenAnswer("s", "red", None, secret=True, hidden=True))
    assert opened(hidden, frame)
    assert not opened(hidden, hidden)
    assert not opened(hidden, Frame("raid", "1", "strike"))


def test_a_frame_that_is_not_there_cannot_be_replied_to() -> None:
    with pytest.raises(PatchError, match="no procedure 99"):
        apply(FURNISHED, (Reply(99, (), (), (), ""),))


@pytest.mark.parametrize(
    "command", [Begin("raid"), Answer(900, "k"), Withdraw(900, "k"), GoOn(900), Resume("raid", "s")]
)
def test_without_an_assistant_nothing_runs(command: Begin) -> None:
    game = apply(FURNISHED, (Sit("Anna", Seat((0,))), Proceed(900, RAID)))[0]
    outcome = decide(game, command, "Anna", ScriptedChance(()), Components({}, {}, {}))
    assert isinstance(outcome, Refused)
    assert outcome.because == "Procedures are run by the rules assistant, and there is none at this table."


def test_without_an_assistant_it_is_left_with_all_that_it_waits_for() -> None:
    child, other = Frame("pursuit", "1", "flee", parent=900), Frame("raid", "1", "strike")
    frames = (Proceed(900, RAID), Proceed(901, child), Proceed(902, other))
    game = apply(FURNISHED, (Sit("Anna", Seat((0,))), *frames))[0]
    outcome = decide(game, Leave(900), "Anna", ScriptedChance(()), Components({}, {}, {}))
    assert isinstance(outcome, Done)
    assert apply(game, outcome.patch)[0].frames.keys() == [902]
    assert isinstance(decide(game, Leave(900), "Nobody", ScriptedChance(()), Components({}, {}, {})), Refused)
