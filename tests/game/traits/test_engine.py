"""The transaction that runs traits: limits, long chains, results, and the acting seat."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.game.actions.action import Action, run_key
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.key_calls import DEEPEST, MOST_CALLS
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Drop, Make, Property, Recast, Set
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import (
    Clone,
    Delete,
    GlobalCommand,
    Loop,
    PlaceMarker,
    Replace,
    ReportTrait,
    Times,
    Trigger,
    While,
)
from tabletop.game.traits.appearance_traits import Facing, Layer, Level
from tabletop.game.traits.group_traits import Cargo, Hold, Mat
from tabletop.game.traits.movement_traits import CameFrom, MovedMark, SendTo, Shift, ToHolder, ToPlace, Trail
from tabletop.game.traits.property_traits import ComputedProperty, OwnProperty, SharedProperty
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing, Rigged

COUNTER = OwnProperty("N", 0, number=True, changes=(Change(key="+", add="1"), Change(key="-", add="-1")))


# limits


@pytest.mark.parametrize(
    ("trigger", "done"),
    [
        (Trigger(("+", "go"), call=TraitCall("go")), 50),
        (Trigger(("other",), call=TraitCall("go")), 25),
        (Trigger(("+",), call=TraitCall("go"), loop=Loop(While("N >= 0"))), 501),
        (Trigger(("+",), call=TraitCall("go"), loop=Loop(Times("1000000"))), 501),
        (Trigger(("+",), call=TraitCall("go"), loop=Loop(Times("500"))), 500),
        (Trigger(("go",), call=TraitCall("go"), loop=Loop(While("true"), before="+")), None),
        (GlobalCommand("go", TraitCall("go")), 50),
    ],
)
def test_what_goes_on_without_end_is_ended_and_what_it_did_stays(trigger: Trigger, done: int | None) -> None:
    play = Playing()
    counting = OwnProperty("N", 0, number=True, changes=(Change(key="+", add="1"),))
    alone = isinstance(trigger, GlobalCommand)
    piece = play.piece(
        [counting, Trigger(("+",) if alone else ("+", "go"), hears=("go",) if alone else ("other",)), trigger]
    )
    if done is None:
        assert play.refused(piece, "go") == "too-long"  # each round of the loop begins the loop again
        return
    play.act(piece, "go")
    ended = [told.facts["limit"] for told in play.told if told.key == "ended-early"]
    assert (play.read(piece, "N"), len(ended)) == (done, 0 if done == 500 else 1)


def test_a_ring_that_branches_is_refused_and_nothing_is_done() -> None:
    play = Playing()
    piece = play.piece([COUNTER, Trigger(("+", "go", "go"), call=TraitCall("go"))])
    assert play.refused(piece, "go") == "too-long"


@pytest.mark.parametrize("ring", [PlaceMarker("m", TraitCall("p"), then="p"), Replace("m", TraitCall("p"), then="p")])
def test_a_piece_that_ever_makes_its_like_is_refused(ring: PlaceMarker | Replace) -> None:
    play = Playing(Kind("m", "M", traits=(ring,)))
    assert play.refused(play.piece([ring]), "p") == "too-long"


def test_a_refusal_names_the_piece_that_goes_round() -> None:
    play = Playing()
    piece = play.piece([Trigger(("go", "go"), call=TraitCall("go"))])
    with pytest.raises(Refusal, match=f"after {MOST_CALLS:,} calls, at Piece"):
        play.act(piece, "go")


def test_expressions_have_a_budget_too() -> None:
    play = Playing()
    pieces = [
        play.piece([ComputedProperty("A", "count(points(0, 9), count(points(0, 9), count(points(0, 9)) > 0) > 0)")])
        for _ in range(20)
    ]
    asking = play.piece([OwnProperty("X", changes=(Change(key="k", set="count(all, A > 0)"),))])
    action = Action(play.game, play.components, "both", Rigged())
    action.table.budget.left = 10_000
    with pytest.raises(Refusal, match="too much work"):
        run_key(action, [asking], "k")
    assert len(pieces) == 20


def test_a_patch_has_a_limit() -> None:
    play = Playing()
    long = Change(key="k", set='"' + "x" * 9_000 + '"')
    pieces = [play.piece([OwnProperty("Text", changes=(long,))]) for _ in range(120)]
    chief = play.piece([GlobalCommand("k", TraitCall("all"))])
    action = Action(play.game, play.components, "both", Rigged())
    run_key(action, [chief], "all")
    with pytest.raises(Refusal, match="too much at once"):
        action.close()
    assert len(pieces) == 120


# chains


@pytest.mark.parametrize(("depth", "done"), [(1, 1), (DEEPEST - 1, 1), (DEEPEST, 0)])
def test_triggers_may_call_triggers_so_deep(depth: int, done: int) -> None:
    play = Playing()
    chain = [Trigger((f"k{number + 1}",), call=TraitCall(f"k{number}")) for number in range(depth)]
    last = Trigger(("+",), call=TraitCall(f"k{depth}"))
    piece = play.piece([COUNTER, last, *chain])
    play.act(piece, "k0")
    assert play.read(piece, "N") == done


def test_keys_may_be_passed_on_from_piece_to_piece() -> None:
    play = Playing()
    ring = [
        play.piece([COUNTER, GlobalCommand(f"t{i + 1}", TraitCall(f"g{i}")), Trigger(("+", f"g{i}"), hears=(f"t{i}",))])
        for i in range(DEEPEST // 2)
    ]
    play.act(ring[0], "t0")
    assert [play.read(piece, "N") for piece in ring] == [1] * len(ring)


def test_of_several_answers_of_a_trait_to_one_key_the_first_comes_first() -> None:
    play = Playing()
    twice = OwnProperty("N", 5, changes=(Change(key="go", set="0"), Change(key="go", add="1")))
    reset = Layer("Step", (Level(), Level()), toggle=TraitCall("go"), reset=TraitCall("go"), reset_to="2")
    piece = play.piece([twice, reset])
    play.act(piece, "go")
    assert (play.read(piece, "N"), play.read(piece, "Step_Level")) == (1, 2)


# one minimal patch


def test_several_changes_of_one_slot_are_one_and_those_that_come_to_nothing_are_none() -> None:
    play = Playing()
    piece = play.piece(
        [COUNTER, Trigger(("+", "+", "+"), call=TraitCall("three")), Trigger(("+", "-"), call=TraitCall("none"))]
    )
    assert play.act(piece, "three").patch == (Set(piece, 0, 3),)
    assert play.act(piece, "none").patch == ()


def test_properties_of_the_table_too() -> None:
    play = Playing()
    changes = (Change(key="a", add="1"), Change(key="b", add="-1"))
    piece = play.piece(
        [
            SharedProperty("T", changes=changes),
            Trigger(("a", "a"), call=TraitCall("2")),
            Trigger(("a", "b"), call=TraitCall("0")),
        ]
    )
    play.change(Property("T", 0))
    assert play.act(piece, "2").patch == (Property("T", 2),)
    assert play.act(piece, "0").patch == ()


def test_a_new_piece_comes_to_be_as_it_ends() -> None:
    play = Playing(Kind("m", "M", traits=(COUNTER, Trigger(("+", "+"), call=TraitCall("init")))))
    piece = play.piece([PlaceMarker("m", TraitCall("p"), then="init")])
    made = [change for change in play.act(piece, "p").patch if isinstance(change, Make | Set)]
    assert [(type(change), change.state) for change in made if isinstance(change, Make)] == [(Make, (2,))]
    assert len(made) == 1


def test_a_piece_that_goes_is_changed_no_more() -> None:
    play = Playing()
    piece = play.piece([COUNTER, Delete(TraitCall("d")), Trigger(("+", "d", "+"), call=TraitCall("k"))])
    patch = play.act(piece, "k").patch
    assert [type(change) for change in patch if isinstance(change, Set | Drop | Recast)] == [Drop]


# prompts and draws


def test_what_was_drawn_before_a_question_is_drawn_again_when_it_is_answered() -> None:
    play = Playing()
    layer = Layer("L", tuple(Level(n) for n in "abc"), random=TraitCall("r"))
    asks = OwnProperty("A", changes=(Change(key="q", ask="Well?"),))
    piece = play.piece([layer, asks, Trigger(("r", "q", "q"), call=TraitCall("k"))])
    play.act(piece, "k", rolls=[2], answers=["one", "two"])
    assert (play.read(piece, "L"), play.read(piece, "A")) == ("c", "two")


def test_draws_have_reasons_that_can_be_read() -> None:
    play = Playing()
    piece = play.piece([Layer("Weather", (Level("fair"), Level("storm")), random=TraitCall("r"))])
    chance = Rigged()
    run_key(Action(play.game, play.components, "both", chance), [piece], "r")
    assert chance.reasons == ["Piece: Weather"]


# any action

LEVELS = tuple(Level(name) for name in "abc")
BUSY = Kind(
    "busy",
    "Busy",
    "axis",
    (
        COUNTER,
        Layer("Step", LEVELS, up=TraitCall("up"), random=TraitCall("rnd"), toggle=TraitCall("off")),
        Facing(ways=6, clockwise=TraitCall("cw")),
        Mask(call=TraitCall("mask")),
        Invisible(TraitCall("hide")),
        Mat("mat", (Hold("hold"),)),
        Cargo(leave=TraitCall("leave"), find=TraitCall("board")),
        MovedMark(toggle=TraitCall("mark")),
        Trail(toggle=TraitCall("trail")),
        CameFrom(),
        SendTo(ToPlace('{if(N % 2 == 0, "B2", "C8")}'), TraitCall("send"), TraitCall("back")),
        SendTo(ToHolder("pool"), TraitCall("pool")),
        Shift("100", "0", TraitCall("shift"), stack=True),
        SharedProperty("T", changes=(Change(key="shared", add="count(map, N > 0)"),)),
        PlaceMarker("plain", TraitCall("place"), then="up", copies=True),
        Replace("busy", TraitCall("replace"), copies=True),
        Clone(TraitCall("clone")),
        Delete(TraitCall("delete")),
        ReportTrait(("up", "delete"), "{Name} at {Place}"),
        ComputedProperty("Busy", "count(zone, N > mine(N))"),
        GlobalCommand("+", TraitCall("all+"), Target(where="StackSize > 1 or count(place, N > 0) < 2")),
        GlobalCommand("send", TraitCall("all-send"), Target(where="Busy < 2")),
        Trigger(("all+", "up", "shared"), hears=("mask", "send"), when="N < 5"),
        Trigger(("clone", "all-send", "delete"), call=TraitCall("mix")),
    ),
    100,
    100,
)
PLAIN = Kind("plain", "Plain", "allies", (COUNTER, Layer("Step", LEVELS, up=TraitCall("up")), Cargo()))
KEYS = [
    *("+", "up", "rnd", "off", "cw", "mask", "hide", "leave", "board", "mark", "trail", "send", "back", "pool"),
    *("shift", "shared", "place", "replace", "clone", "delete", "mix", "all+", "all-send"),
]


@settings(deadline=None)  # the first expression of all loads the parser
@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(KEYS), st.sampled_from(["both", "axis", "allies"])), max_size=12
    )
)
def test_the_patch_of_any_action_gives_what_the_action_saw_and_its_inverse_gives_the_game_before(
    steps: list[tuple[int, str, str]],
) -> None:
    play = Playing(BUSY, PLAIN)
    play.deck("pool")
    for place in ("A1", "B2", "B2", "C8"):
        play.piece(BUSY, place, apart=False)
    for number, key, seat in steps:
        pieces = list(play.game.pieces)
        if not pieces:
            return
        before = play.game
        try:
            play.act(pieces[number % len(pieces)], key, seat=seat, rolls=[number % 3])
        except Refusal:
            continue
        after, back = apply(before, play.last.patch)
        restored, _ = apply(after, back)
        assert stripped(restored) == stripped(before)
        sets = [change for change in play.last.patch if isinstance(change, Set)]
        assert len({(change.piece, change.slot) for change in sets}) == len(sets)
        assert all(before.pieces[c.piece].state[c.slot] is not c.value for c in sets)


def stripped(game: Game) -> list[object]:
    """Return the pieces, holders and properties of a game without the epochs, which an inverse does not restore."""
    pieces = [(id, p.kind, p.at, p.state, p.sight) for id, p in game.pieces.items()]
    holders = [(id, h.map, h.x, h.y, h.layer, h.z, h.pieces, h.looks, h.carrier) for id, h in game.holders.items()]
    return [pieces, holders, dict(game.properties)]
