"""Each side's names of the things that it sees, commands in these names, and each side's news of a step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.appearance.draw_order import DrawOrder
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import refused
from tabletop.game.change.patch import Go, HolderOrder, HolderSight, PieceSight
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    Act,
    ActFor,
    AdvanceTracker,
    AllowOrder,
    Answer,
    AnyCommand,
    At,
    Batch,
    Begin,
    ChangeAccess,
    ChangeDispatch,
    ClonePieces,
    DeckCard,
    DelayOrder,
    DeliverDispatch,
    DrawPieces,
    DropContacts,
    FinishSetup,
    GiveSeat,
    GoOn,
    HoldOrders,
    Into,
    Leave,
    LetStand,
    LoadDeck,
    LookInto,
    LoseDispatch,
    Measure,
    MergeContacts,
    MovePieces,
    NoteContact,
    OpenNote,
    Ping,
    PlaceNew,
    Pour,
    PressClock,
    ReadDispatch,
    RecallDispatch,
    RecallOrder,
    RefuseOrder,
    RemovePieces,
    Report,
    ReportContact,
    Reshuffle,
    Restack,
    Resume,
    RollDice,
    Say,
    SendDispatch,
    SendReport,
    SetOption,
    SetProperty,
    SetTracker,
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TakeSeat,
    TellSaved,
    TurnDeck,
    Withdraw,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.sight.audience import ONLOOKERS, Audience, audience, audience_of, name_of
from tabletop.game.sight.audience_names import AudienceNames, renamed
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_changes import Delta, all_told_for, delta, revealed, told_for
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.values import BACK, FACES, UNSEEN
from tabletop.game.umpire.dispatch import Addressee
from tests.game.strategies import FURNISHED, blind_audiences, everybody, games

ALLIES, AXIS, SOVIETS = range(3)
ALLIED, AXIAL = audience([ALLIES]), audience([AXIS])
DECK, DISCARD, BOX, ALLIED_HAND, SHIP_STACK, OTHER_STACK, HOLD = 20, 21, 22, 23, 26, 27, 80
SHIP, ESCORT, CARGO = 52, 53, 54

# Audiences


@pytest.mark.parametrize(
    ("seat", "sides"),
    [
        (Seat((1,)), (1,)),
        (Seat((2, 0)), (0, 2)),
        (Seat((), umpire=True), (0, 1, 2)),
        (Seat(), ()),
    ],
)
def test_a_person_looks_with_all_their_sides(seat: Seat, sides: tuple[int, ...]) -> None:
    assert audience_of(FURNISHED, seat) == Audience(sides)


def test_a_name_depends_on_the_secret_the_audience_the_thing_and_when_it_was_lost() -> None:
    names = {
        name_of(secret, who, thing, key, epoch)
        for secret in ("a", "b")
        for who in (ALLIED, AXIAL)
        for thing in ("piece", "holder")
        for key in (1, 2)
        for epoch in (0, 1)
    }
    assert len(names) == 32


def test_a_name_is_the_same_on_every_machine() -> None:
    assert name_of("secret", ALLIED, "piece", 41, 7) == 8163532142581675125


# Commands

PIECES = (3, 5)
COMMANDS: list[tuple[AnyCommand, AnyCommand]] = [
    (MovePieces(PIECES, Into(7, above=9)), MovePieces((103, 105), Into(107, above=109))),
    (MovePieces(PIECES, Into(7, bottom=True)), MovePieces((103, 105), Into(107, bottom=True))),
    (MovePieces(PIECES, Spot("map", 3, 5)), MovePieces((103, 105), Spot("map", 3, 5))),
    (MovePieces(PIECES, Spot("map", 3, 5), 3), MovePieces((103, 105), Spot("map", 3, 5), 103)),
    (MovePieces(PIECES, At("map", "0513")), MovePieces((103, 105), At("map", "0513"))),
    (Restack(PIECES, "up"), Restack((103, 105), "up")),
    (Act(PIECES, "flip"), Act((103, 105), "flip")),
    (Act(PIECES[:1], "flip", PIECES[1:]), Act((103,), "flip", (105,))),
    (PlaceNew("cv", Into(7), 3), PlaceNew("cv", Into(107), 3)),
    (Pour(3, 2, 5), Pour(103, 2, 105)),
    (Pour(3, 2, to=Into(7, above=9)), Pour(103, 2, to=Into(107, above=109))),
    (RemovePieces(PIECES), RemovePieces((103, 105))),
    (ClonePieces(PIECES), ClonePieces((103, 105))),
    (Show(PIECES, "back", ("axis",)), Show((103, 105), "back", ("axis",))),
    (SetTrait(PIECES, "steps", 3), SetTrait((103, 105), "steps", 3)),
    (Shuffle(7), Shuffle(107)),
    (LoadDeck(7, (DeckCard("ace", (1,)),)), LoadDeck(107, (DeckCard("ace", (1,)),))),
    (TellSaved(7), TellSaved(107)),
    (DrawPieces(7, Into(8), 2, (3,)), DrawPieces(107, Into(108), 2, (103,))),
    (TurnDeck(7, "reverse"), TurnDeck(107, "reverse")),
    (Reshuffle(7, "deck"), Reshuffle(107, "deck")),
    (LookInto(7, "top", ("axis",)), LookInto(107, "top", ("axis",))),
    (WriteNote("public", "a", "b", 4), WriteNote("public", "a", "b", 104)),
    (WriteNote("public", "a", "b"), WriteNote("public", "a", "b")),
    (OpenNote(4), OpenNote(104)),
    (SetProperty("steps", 3), SetProperty("steps", 3)),
    (LetStand("3", PIECES), LetStand("3", (103, 105))),
    (SetOption("steps", 3), SetOption("steps", 3)),
    (AdvanceTracker("turn", 3), AdvanceTracker("turn", 3)),
    (SetTracker("turn", (3, 5)), SetTracker("turn", (3, 5))),
    (RollDice("2d6"), RollDice("2d6")),
    (Say("3"), Say("3")),
    (Ping(Spot("map", 3, 5)), Ping(Spot("map", 3, 5))),
    (Measure("map", 3, (3, 5), (5, 3), "gone"), Measure("map", 3, (3, 5), (5, 3), "gone")),
    (PressClock("axis", 3), PressClock("axis", 3)),
    (FinishSetup("axis"), FinishSetup("axis")),
    (TakeSeat(("axis",)), TakeSeat(("axis",))),
    (
        ReportContact("ship", At("map", "0513"), ("axis",), of=(3,)),
        ReportContact("ship", At("map", "0513"), ("axis",), of=(103,)),
    ),
    (SendReport("sighting", ("axis",), (3,)), SendReport("sighting", ("axis",), (103,))),
    (MergeContacts((3, 5)), MergeContacts((103, 105))),
    (DropContacts((3,)), DropContacts((103,))),
    (NoteContact(3, "seen"), NoteContact(103, "seen")),
    (HoldOrders(("move",)), HoldOrders(("move",))),
    (AllowOrder(3), AllowOrder(103)),
    (AllowOrder(3, RemovePieces(PIECES)), AllowOrder(103, RemovePieces((103, 105)))),
    (RefuseOrder(3, "no"), RefuseOrder(103, "no")),
    (DelayOrder(3, (2,)), DelayOrder(103, (2,))),
    (RecallOrder(3), RecallOrder(103)),
    (ActFor("anna", RemovePieces(PIECES)), ActFor("anna", RemovePieces((103, 105)))),
    (
        WriteDispatch(Addressee("piece", piece=3), {"text": "3"}, answers=5),
        WriteDispatch(Addressee("piece", piece=103), {"text": "3"}, answers=105),
    ),
    (SendDispatch(3, (2,)), SendDispatch(103, (2,))),
    (DeliverDispatch(3), DeliverDispatch(103)),
    (LoseDispatch(3, "3"), LoseDispatch(103, "3")),
    (ChangeDispatch(3, {"text": "3"}), ChangeDispatch(103, {"text": "3"})),
    (ReadDispatch(3), ReadDispatch(103)),
    (RecallDispatch(3), RecallDispatch(103)),
    (GiveSeat("Ann", ("axis",)), GiveSeat("Ann", ("axis",))),
    (ChangeAccess("sides"), ChangeAccess("sides")),
    (Begin("raid", {"by": ["piece:3"]}, parent=4), Begin("raid", {"by": ["piece:103"]}, parent=104)),
    (Answer(4, "at", {"piece:3": "holder:7"}), Answer(104, "at", {"piece:103": "holder:107"})),
    (Answer(4, "how many", 3), Answer(104, "how many", 3)),
    (Withdraw(4, "at"), Withdraw(104, "at")),
    (GoOn(4), GoOn(104)),
    (Leave(4), Leave(104)),
    (Resume("raid", "fire", {"unit": "piece:5"}), Resume("raid", "fire", {"unit": "piece:105"})),
    (Batch((Shuffle(7), Act(PIECES, "flip"))), Batch((Shuffle(107), Act((103, 105), "flip")))),
    (Report(PIECES, "is sunk", (Shuffle(7),)), Report((103, 105), "is sunk", (Shuffle(107),))),
]


@pytest.mark.parametrize(("command", "otherwise"), COMMANDS)
def test_everything_that_a_command_names_is_renamed(command: AnyCommand, otherwise: AnyCommand) -> None:
    assert renamed(command, lambda id: id + 100) == otherwise
    assert renamed(otherwise, lambda id: id - 100) == command


def test_every_command_is_in_the_table() -> None:
    assert {type(command) for command, _ in COMMANDS} == set(AnyCommand.__args__)


@given(games(), blind_audiences, st.data())
def test_a_command_comes_through_from_the_view_to_the_table_and_back(
    game: Game, who: Audience, data: st.DataObject
) -> None:
    view, names = View.of(game, who), AudienceNames(game, who)
    piece = data.draw(st.sampled_from([*view.game.pieces, *view.game.holders]))
    sent = view.sent(Act((piece,), "flip"))
    assert isinstance(sent, Act)
    true = names.true_command(sent)
    assert isinstance(true, Act)
    through = eyes(game, who)
    seen = through.piece(*true.pieces), through.holder(*true.pieces)
    assert piece in [view.number(name) for name, _ in filter(None, seen)]


def test_what_is_unseen_and_what_never_was_are_refused_alike() -> None:
    unseen = apply(FURNISHED, (PieceSight(ESCORT, AXIS, UNSEEN),))[0]
    known = View.of(FURNISHED, AXIAL)
    names = AudienceNames(unseen, AXIAL)
    old_name = name_of(FURNISHED.secret, AXIAL, "piece", ESCORT, AXIAL.epoch(FURNISHED.pieces[ESCORT].epoch))
    new_name = name_of(FURNISHED.secret, AXIAL, "piece", ESCORT, AXIAL.epoch(unseen.pieces[ESCORT].epoch))
    assert known.number(old_name) is not None
    refusals = [names.true_command(Act((name,), "flip")) for name in (old_name, new_name, ESCORT, 12345)]
    assert refusals == [refused("no-such-piece", "no-such-piece")] * 4
    assert known.sent(Act((99999,), "flip")) is None


def test_the_audience_of_all_sides_speaks_in_true_ids() -> None:
    names, view = AudienceNames(FURNISHED, everybody(FURNISHED)), View.of(FURNISHED, everybody(FURNISHED))
    command = MovePieces((SHIP,), Into(OTHER_STACK))
    assert view.sent(command) == names.true_command(command) == command


# Messages


def heard(told: Told, before: Game, after: Game, who: Audience) -> tuple[list[int], list[int], bool] | None:
    """Return the true ids of the pieces and of the holders named to an audience, and whether it gets the facts; None if
    it is told nothing.
    """
    found = told_for(told, before, after, who)
    if found is None:
        return None
    ids = {
        name: id
        for game in (before, after)
        for things, thing in ((game.pieces, "piece"), (game.holders, "holder"))
        for id in things
        for name in (name_of(game.secret, who, thing, id, who.epoch(things[id].epoch)),)
    }
    return [ids[name] for name in found.pieces], [ids[name] for name in found.holders], bool(found.facts)


MOVED = Told("pieces-moved", {"count": 2}, (SHIP, ESCORT), (SHIP_STACK, OTHER_STACK))
GONE = Go((SHIP, ESCORT), OTHER_STACK, 0)


def test_who_sees_everything_hears_everything() -> None:
    after = apply(FURNISHED, (GONE,))[0]
    assert heard(MOVED, FURNISHED, after, ALLIED) == ([SHIP, ESCORT], [SHIP_STACK, OTHER_STACK], True)
    assert told_for(MOVED, FURNISHED, after, everybody(FURNISHED)) == MOVED


def test_of_an_unseen_piece_nothing_is_heard_not_even_how_many_moved() -> None:
    before = apply(FURNISHED, (PieceSight(ESCORT, AXIS, UNSEEN),))[0]
    after = apply(before, (GONE,))[0]
    assert heard(MOVED, before, after, AXIAL) == ([SHIP], [SHIP_STACK, OTHER_STACK], False)
    hidden = apply(before, (PieceSight(SHIP, AXIS, UNSEEN),))[0]
    assert heard(MOVED, hidden, apply(hidden, (GONE,))[0], AXIAL) is None


def test_of_a_concealed_piece_it_is_heard_that_it_moved_but_no_facts() -> None:
    before = apply(FURNISHED, (PieceSight(ESCORT, AXIS, BACK),))[0]
    assert heard(MOVED, before, apply(before, (GONE,))[0], AXIAL) == ([SHIP, ESCORT], [SHIP_STACK, OTHER_STACK], False)


def test_what_comes_out_of_a_closed_hand_is_named_as_it_then_is_and_what_goes_in_as_it_was() -> None:
    out = Told("pieces-moved", {}, (46,), (ALLIED_HAND, OTHER_STACK))
    after = apply(FURNISHED, (Go((46,), OTHER_STACK, 0),))[0]
    assert heard(out, FURNISHED, after, AXIAL) == ([46], [ALLIED_HAND, OTHER_STACK], False)
    into = Told("pieces-moved", {}, (SHIP,), (SHIP_STACK, ALLIED_HAND))
    assert heard(into, FURNISHED, apply(FURNISHED, (Go((SHIP,), ALLIED_HAND, 0),))[0], AXIAL) == (
        [SHIP],
        [SHIP_STACK, ALLIED_HAND],
        False,
    )


def test_how_many_lie_in_a_shut_holder_is_no_fact_for_all() -> None:
    shuffled = Told("deck-shuffled", {"count": 2}, holders=(BOX,))
    assert heard(shuffled, FURNISHED, FURNISHED, ALLIED) == ([], [BOX], False)
    assert heard(shuffled, FURNISHED, FURNISHED, AXIAL) == ([], [BOX], True)


def test_what_is_said_to_some_sides_is_not_said_to_others_and_onlookers_count_as_others() -> None:
    whisper = Told("said", {"text": "now"}, sides=(ALLIES, SOVIETS))
    assert told_for(whisper, FURNISHED, FURNISHED, ALLIED) == replace(whisper, sides=None)
    assert told_for(whisper, FURNISHED, FURNISHED, AXIAL) is None
    assert told_for(whisper, FURNISHED, FURNISHED, audience([])) is None
    assert told_for(replace(whisper, sides=None), FURNISHED, FURNISHED, AXIAL) == replace(whisper, sides=None)


@pytest.mark.parametrize(
    ("sides", "hears"),
    [
        ((0,), "abc, x"),
        ((1,), "ab, x"),
        ((2,), "a, x"),
        ((), "a, x"),
        ((0, 1), "abc, x"),
        ((1, 2), "ab, x"),
        ((0, 1, 2), "abc, x"),
    ],
)
def test_who_plays_several_sides_hears_each_thing_once(sides: tuple[int, ...], hears: str) -> None:
    said = [
        Told("said", {"text": "abc"}, sides=(0,)),
        Told("said", {"text": "ab"}, sides=(1,), lesser=True),
        Told("said", {"text": "a"}, sides=(2, ONLOOKERS), lesser=True),
        Told("said", {"text": "x"}),
    ]
    assert (
        ", ".join(str(one.facts["text"]) for one in all_told_for(said, FURNISHED, FURNISHED, audience(sides))) == hears
    )


def test_a_view_renders_what_was_told_of_things_that_the_step_took_away() -> None:
    patch = (Go((SHIP, ESCORT), ALLIED_HAND, 0),)
    after = apply(FURNISHED, patch)[0]
    view = View.of(FURNISHED, AXIAL)
    before = view.game
    view.apply(delta(FURNISHED, after, patch, AXIAL))
    told = told_for(replace(MOVED, holders=(SHIP_STACK,)), FURNISHED, after, AXIAL)
    assert told is not None
    local = view.heard(told)
    assert [before.pieces[piece].state for piece in local.pieces] == [
        FURNISHED.pieces[SHIP].state,
        FURNISHED.pieces[ESCORT].state,
    ]
    assert before.holders[local.holders[0]].x == SHIP_STACK
    view.apply(Delta())
    assert view.heard(told).pieces == ()


# Steps that reveal something


@pytest.mark.parametrize(
    ("what", "patch", "who", "is_new"),
    [
        ("a card drawn to the own hand", (Go((40,), ALLIED_HAND, 0),), ALLIED, True),
        ("the same for the others", (Go((40,), ALLIED_HAND, 0),), AXIAL, False),
        ("a card played from the hand", (Go((46,), OTHER_STACK, 0),), AXIAL, True),
        ("a card put away", (Go((46,), DECK, 0),), AXIAL, False),
        ("a public move", (Go((SHIP,), OTHER_STACK, 0),), AXIAL, False),
        ("a concealment", (PieceSight(SHIP, AXIS, BACK),), AXIAL, False),
        ("the card under the top one of the discards", (Go((43,), OTHER_STACK, 0),), AXIAL, True),
        ("a look into a hand", (HolderSight(ALLIED_HAND, AXIS, FACES),), AXIAL, True),
        ("a shuffle", (HolderOrder(DECK, (41, 40), mixed=True),), AXIAL, False),
    ],
)
def test_what_reveals(what: str, patch: tuple[Go], who: Audience, is_new: bool) -> None:
    assert revealed(FURNISHED, apply(FURNISHED, patch)[0], patch, who) == is_new


# The draw order of a seat's view


@given(
    st.lists(st.tuples(st.sampled_from(["lift", "slide", "drop"]), st.integers(1, 6), st.integers(0, 6)), max_size=80)
)
def test_draw_order_is_that_of_a_plain_list(moves: list[tuple[str, int, int]]) -> None:
    order, plain = DrawOrder(), list[int]()
    for how, thing, above in moves:
        if how == "slide" and (above == thing or (above and above not in plain)):
            continue
        if thing in plain:
            plain.remove(thing)
        if how == "drop":
            order.drop(thing)
        elif how == "lift":
            order.lift(thing)
            plain.append(thing)
        else:
            order.slide(thing, above)
            plain.insert(plain.index(above) + 1 if above else 0, thing)
        assert sorted(plain, key=order.z) == plain
        assert order.top == (order.z(plain[-1]) if plain else 0)


def test_room_between_two_is_made_when_it_runs_out() -> None:
    order = DrawOrder()
    for thing in range(1, 200):
        order.slide(thing, thing - 1 if thing < 3 else 1)
    assert sorted(range(1, 200), key=order.z) == [1, *range(199, 1, -1)]
    assert order.moved == set(range(1, 200))
