"""The function that decides all commands: effects and refusals on a small table of two sides."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.board import Board, Box, HexGrid, Map
from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done, Outcome, Performed, Refused
from tabletop.game.change.patch import Know, Make, MakeHolder
from tabletop.game.change.told import Told
from tabletop.game.commands import (
    AdvanceTracker,
    AnyCommand,
    At,
    Batch,
    ClonePieces,
    DeckCard,
    DrawPieces,
    Into,
    LoadDeck,
    MovePieces,
    NamedHolder,
    PlaceNew,
    RemovePieces,
    Report,
    Restack,
    RollDice,
    Say,
    SetOption,
    SetProperty,
    SetTracker,
    Show,
    Shuffle,
    Spot,
    TurnDeck,
    WriteNote,
)
from tabletop.game.decide import decide, perform
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker
from tabletop.game.state.values import BACKS, COUNT, FACES, Value
from tabletop.log_sentences import sentence

TANK, MAN, CARD = 1, 2, 3
STACK, DECK, HAND, ENEMY_HAND = 10, 11, 12, 13
KINDS = {
    "tank": Kind("tank", "Tank", "red", limit=3),
    "man": Kind("man", "Man", "blue"),
    "card": Kind("card", "Card"),
}
FIELD = Map(
    "field",
    (Board("field", 400, 400, HexGrid(dx=40, dy=34, columns=10, rows=10, x0=20, y0=20, top="pointy")),),
    boxes=(Box("Reserve", 0, 420, 100, 60),),
)
COMPONENTS = Components(
    {"field": FIELD},
    KINDS,
    {"Turn": Tracker("Turn", (NumberLevel("Turn", 1, 4), NameLevel("Phase", ("Move", "Fight"))))},
    frozenset({"field"}),
)


def holder(form: str, name: str = "", *, owner: int = -1, looks: tuple[int, int] = (FACES, FACES)) -> Holder:
    return Holder(form, -1 if name else 0, 0, 0, "", 0, 1, (), looks, (0, 0), name, owner)  # type: ignore[arg-type]


@pytest.fixture
def table() -> Game:
    """Return a game with two tanks and a man in one stack at 0, 0, three cards in a deck, and a card in each hand."""
    game = empty_game(("red", "blue"), ("field",), ModuleName("test", "1", ""))
    patch = [Know(i, kind) for i, kind in enumerate(KINDS.values(), 1)]
    patch += [
        MakeHolder(STACK, holder("stack")),
        MakeHolder(DECK, holder("deck", "Deck", looks=(BACKS, BACKS))),
        MakeHolder(HAND, holder("hand", "Red hand", owner=0, looks=(FACES, COUNT))),
        MakeHolder(ENEMY_HAND, holder("hand", "Blue hand", owner=1, looks=(COUNT, FACES))),
    ]
    lying = [(20, TANK, STACK), (21, TANK, STACK), (22, MAN, STACK), (30, CARD, DECK), (31, CARD, DECK)]
    lying += [(32, CARD, DECK), (40, CARD, HAND), (41, CARD, ENEMY_HAND)]
    above: dict[int, int] = {}
    for piece, kind, at in lying:
        patch.append(Make(piece, kind, at, above.get(at, 0), (), (2, 2)))
        above[at] = piece
    game, _ = apply(game, patch)
    return replace(game, seats={"Ann": Seat((0,)), "Bob": Seat((1,)), "Umpire": Seat((), umpire=True)})


Ask = Callable[..., Outcome]


def ask(game: Game, command: AnyCommand, seat: str = "Ann", dice: tuple[int, ...] = ()) -> Outcome:
    return decide(game, command, seat, ScriptedChance(dice), COMPONENTS)


def after(game: Game, command: AnyCommand, seat: str = "Ann", dice: tuple[int, ...] = ()) -> Game:
    outcome = perform(game, command, seat, ScriptedChance(dice), COMPONENTS)
    assert isinstance(outcome, Performed), outcome
    assert outcome.done == ask(game, command, seat, dice)
    changed, back = outcome.after, outcome.back
    assert (changed, back) == apply(game, outcome.done.patch)
    restored, _ = apply(changed, back)
    assert without_epochs(restored) == without_epochs(game)
    assert restored.properties == game.properties
    return changed


def without_epochs(game: Game) -> tuple[object, ...]:
    """Return the pieces and holders of a game without their epochs, which an inverse does not restore."""
    pieces = [(id, replace(piece, epoch=())) for id, piece in game.pieces.items()]
    return pieces, [(id, replace(lying, epoch=())) for id, lying in game.holders.items()]


def refusal(game: Game, command: AnyCommand, seat: str = "Ann") -> str:
    outcome = ask(game, command, seat)
    assert isinstance(outcome, Refused), outcome
    assert outcome.because.endswith(".")
    return outcome.code


def test_a_piece_goes_to_the_hex_under_the_cursor(table: Game) -> None:
    moved = after(table, MovePieces((21,), Spot("field", 103, 22)))
    lying = moved.holder_of(21)
    assert (lying.x, lying.y, lying.place) == (*FIELD.snap(103, 22)[:2], FIELD.place_at(103, 22))
    assert table.holder_of(21).pieces == (20, 21, 22)
    assert moved.holders[STACK].pieces == (20, 22)


def test_cards_of_a_file_take_the_place_of_a_stack(table: Game) -> None:
    loaded = after(table, LoadDeck(STACK, (DeckCard("tank"), DeckCard("man"))))
    assert [loaded.kind_of(id).key for id in loaded.holders[STACK].pieces] == ["tank", "man"]
    assert STACK not in after(table, LoadDeck(STACK, ())).holders


def test_free_of_the_grid_it_lies_where_it_was_dropped(table: Game) -> None:
    moved = after(table, MovePieces((21,), Spot("field", 103, 22, free=True)))
    assert (moved.holder_of(21).x, moved.holder_of(21).y) == (103, 22)


def test_pieces_of_one_side_stack_and_the_other_side_stacks_apart(table: Game) -> None:
    moved = after(table, MovePieces((20, 21), Spot("field", 103, 22)))
    moved = after(moved, MovePieces((22,), Spot("field", 103, 22)), "Bob")
    assert moved.holder_of(20) is moved.holder_of(21)
    assert moved.holder_of(22) is not moved.holder_of(20)
    assert moved.holder_of(22).place == moved.holder_of(20).place


def points(game: Game, *pieces: int) -> list[tuple[int, int]]:
    """Return the positions of pieces; each lies by itself, in the box."""
    assert all(game.holder_of(piece).pieces == (piece,) for piece in pieces)
    assert {game.holder_of(piece).place for piece in pieces} == {"Reserve"}
    return [(game.holder_of(piece).x, game.holder_of(piece).y) for piece in pieces]


def test_in_a_box_pieces_lie_side_by_side(table: Game) -> None:
    moved = after(table, MovePieces((20, 21), At("field", "Reserve")))
    assert len(set(points(moved, 20, 21))) == 2
    moved = after(moved, MovePieces((22,), At("field", "Reserve")), "Bob")
    assert len(set(points(moved, 20, 21, 22))) == 3


def test_one_piece_lies_in_a_box_where_it_falls_and_free_of_the_grid_all_lie_on_one_point(table: Game) -> None:
    moved = after(table, MovePieces((20,), Spot("field", 33, 444)))
    assert points(moved, 20) == [(33, 444)]
    assert after(moved, MovePieces((20,), Spot("field", 33, 444))).holder_of(20).pieces == (20,)
    moved = after(table, MovePieces((20, 21), Spot("field", 33, 444, free=True)))
    assert moved.holder_of(20).pieces == (20, 21)


def test_what_a_seat_cannot_see_is_not_given_away_by_what_is_laid_out_round_it(table: Game) -> None:
    """Ann's pieces are laid out as if Bob's hidden piece were not there."""
    hidden = after(table, MovePieces((22,), At("field", "Reserve")), "Bob")
    hidden = after(hidden, Show((22,), "unseen"), "Bob")
    laid_out = MovePieces((20, 21), At("field", "Reserve"))
    assert points(after(hidden, laid_out), 20, 21) == points(after(table, laid_out), 20, 21)


def test_a_stack_that_is_left_empty_is_gone(table: Game) -> None:
    assert STACK not in after(table, MovePieces((20, 21, 22), Spot("field", 300, 300))).holders


def test_onto_a_chosen_piece_of_a_stack(table: Game) -> None:
    assert after(table, MovePieces((22,), Into(STACK, above=20))).holders[STACK].pieces == (20, 22, 21)
    assert after(table, MovePieces((22,), Into(STACK, bottom=True))).holders[STACK].pieces == (22, 20, 21)


@pytest.mark.parametrize(
    ("how", "order"),
    [("up", (20, 22, 21)), ("down", (21, 20, 22)), ("top", (20, 22, 21)), ("bottom", (21, 20, 22))],
)
def test_restacking(table: Game, how: str, order: tuple[int, ...]) -> None:
    assert after(table, Restack((21,), how)).holders[STACK].pieces == order  # type: ignore[arg-type]


def test_the_counter_tray_has_only_so_many(table: Game) -> None:
    more = after(table, PlaceNew("tank", Spot("field", 60, 60)))
    assert len(more.pieces) == len(table.pieces) + 1
    assert refusal(more, PlaceNew("tank", Spot("field", 60, 60))) == "no-more-counters"
    assert refusal(more, ClonePieces((20,))) == "no-more-counters"
    assert len(after(more, PlaceNew("man", Spot("field", 60, 60), 5)).pieces) == len(more.pieces) + 5


def test_what_is_removed_is_out_of_the_game(table: Game) -> None:
    assert 21 not in after(table, RemovePieces((21,))).pieces


def test_nobody_touches_what_lies_in_anothers_hand(table: Game) -> None:
    assert refusal(table, MovePieces((41,), Spot("field", 20, 20))) == "no-such-piece"
    assert refusal(table, MovePieces((20,), NamedHolder("Blue hand"))) == "not-yours"
    assert after(table, MovePieces((41,), Spot("field", 20, 20)), "Umpire").holder_of(41).form == "stack"


def test_who_watches_touches_nothing(table: Game) -> None:
    assert refusal(table, MovePieces((20,), Spot("field", 20, 20)), "Eve") == "no-such-piece"
    assert refusal(table, SetProperty("Oil", 3), "Eve") == "not-yours"


def test_drawing_takes_from_the_top(table: Game) -> None:
    drawn = after(table, DrawPieces(DECK, NamedHolder("Red hand"), 2))
    assert drawn.holders[DECK].pieces == (30,)
    assert drawn.holders[HAND].pieces == (40, 32, 31)
    assert refusal(table, DrawPieces(DECK, NamedHolder("Red hand"), 4)) == "not-possible"


def test_a_chosen_card_needs_a_look_into_the_deck(table: Game) -> None:
    assert after(table, DrawPieces(DECK, NamedHolder("Red hand"), chosen=(30,))).holders[DECK].pieces == (31, 32)
    shut = replace(table, holders=table.holders.set(DECK, replace(table.holders[DECK], looks=(COUNT, COUNT))))
    assert refusal(shut, DrawPieces(DECK, NamedHolder("Red hand"), chosen=(30,))) == "not-possible"


def test_a_shuffle_is_the_dices_doing(table: Game) -> None:
    assert after(table, Shuffle(DECK), dice=(1, 1)).holders[DECK].pieces == (31, 32, 30)


def test_a_deck_turned_face_up_shows_its_top(table: Game) -> None:
    turned = after(table, TurnDeck(DECK, "face-up"))
    assert turned.holders[DECK].looks == (3, 3)
    assert after(turned, TurnDeck(DECK, "reverse")).holders[DECK].pieces == (32, 31, 30)


def test_the_turn_moves_on_and_back(table: Game) -> None:
    moved = after(table, AdvanceTracker("Turn", 3))
    tracker = COMPONENTS.trackers["Turn"]
    assert tracker.positions(moved.properties.get) == (1, 1)
    assert tracker.positions(after(moved, SetTracker("Turn", (3, 0))).properties.get) == (3, 0)
    assert refusal(moved, SetTracker("Turn", (4, 0))) == "not-possible"
    assert refusal(moved, AdvanceTracker("Tide")) == "no-such-name"


def test_dice_are_told_with_their_reason(table: Game) -> None:
    outcome = ask(table, RollDice("2d6", "a landing"), dice=(3, 5))
    assert isinstance(outcome, Done)
    assert outcome.patch == ()
    assert (outcome.told[0].facts["why"], outcome.told[0].facts["total"]) == ("a landing", 8)
    assert refusal(table, RollDice("2x6")) == "bad-dice"


def test_several_commands_are_one_step_or_none(table: Game) -> None:
    both = Batch((MovePieces((20,), Spot("field", 60, 60)), SetProperty("Oil", 3)))
    assert after(table, both).properties["Oil"] == 3
    assert refusal(table, Batch((SetProperty("Oil", 3), MovePieces((99,), Spot("field", 1, 1))))) == "no-such-piece"
    assert refusal(table, Batch((Batch(()),))) == "not-possible"


def test_what_is_reported_is_told_in_one_line_and_reported_by_the_umpire_alone(table: Game) -> None:
    report = Report((20,), "is sunk", (MovePieces((20,), Spot("field", 60, 60)), SetProperty("Oil", 3)))
    outcome = ask(table, report, "Umpire")
    assert isinstance(outcome, Done)
    assert outcome.told == (Told("reported", {"text": "is sunk"}, (20,)),)
    assert [sentence(one, table, table) for one in outcome.told] == ["Tank is sunk"]
    assert refusal(table, report) == "not-yours"


def test_a_private_note_is_heard_of_by_its_side_alone(table: Game) -> None:
    outcome = ask(table, WriteNote("private", "Plan", "Midway"))
    assert isinstance(outcome, Done)
    assert outcome.told[0].sides == (0,)
    assert "Midway" not in str(outcome.told)


def test_what_is_too_long_is_refused(table: Game) -> None:
    assert refusal(table, Say("x" * 20_000)) == "too-long"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MovePieces((), Spot("field", 1, 1)), "no-such-piece"),
        (MovePieces((20,), Spot("sea", 1, 1)), "no-such-place"),
        (MovePieces((20,), At("field", "Atlantis")), "no-such-place"),
        (MovePieces((20,), Into(999)), "no-such-holder"),
        (MovePieces((20,), NamedHolder("Nowhere")), "no-such-holder"),
        (PlaceNew("ghost", Spot("field", 1, 1)), "no-such-kind"),
        (PlaceNew("man", Spot("field", 1, 1), 0), "too-long"),
    ],
)
def test_what_is_not_there(table: Game, command: AnyCommand, code: str) -> None:
    assert refusal(table, command) == code


def test_a_property_of_a_side_is_heard_of_by_that_side_alone(table: Game) -> None:
    outcome = ask(table, SetProperty("side:red:plan", "north"))
    assert isinstance(outcome, Done)
    assert outcome.told[0].sides == (0,)
    assert refusal(table, SetProperty("side:blue:plan", "south")) == "no-such-name"


def test_a_hidden_piece_that_joins_a_stack_does_not_raise_it(table: Game) -> None:
    apart = after(table, MovePieces((21,), Spot("field", 200, 200)))
    higher = after(apart, MovePieces((22,), Spot("field", 300, 300)), "Bob")
    hidden = replace(higher, pieces=higher.pieces.set(20, replace(higher.pieces[20], sight=(2, 0))))
    joined = after(hidden, MovePieces((20,), Into(hidden.pieces[21].at)))
    assert joined.holders[joined.pieces[21].at].z == hidden.holders[hidden.pieces[21].at].z


def test_a_refusal_does_not_tell_of_counters_that_are_hidden(table: Game) -> None:
    full = after(table, PlaceNew("tank", Spot("field", 60, 60)))
    assert refusal(full, PlaceNew("tank", Spot("field", 60, 60)), "Bob") == "no-more-counters"
    hidden = replace(full, pieces=full.pieces.set(20, replace(full.pieces[20], sight=(2, 0))))
    assert isinstance(ask(hidden, PlaceNew("tank", Spot("field", 60, 60)), "Bob"), Done)
    assert refusal(hidden, PlaceNew("tank", Spot("field", 60, 60))) == "no-more-counters"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("fgo", "on", "There is no option 'fgo'; did you mean 'fog'?"),
        ("weather", "on", "There is no option 'weather'. Choose from: fog and dice."),
        ("fog", "onn", "The option 'fog' has no choice 'onn'; did you mean 'on'?"),
        ("fog", None, "The option 'fog' has no choice ''. Choose from: on and off."),
        ("dice", 7, "The option 'dice' has no choice '7'. Choose from: 1 and 2."),
    ],
)
def test_an_option_that_the_game_has_not(table: Game, name: str, value: Value, said: str) -> None:
    box = replace(COMPONENTS, options={"fog": OptionRules(("on", "off")), "dice": OptionRules(("1", "2"))})
    outcome = decide(table, SetOption(name, value), "Ann", ScriptedChance(()), box)
    assert isinstance(outcome, Refused)
    assert outcome.because == said


@pytest.mark.parametrize(("name", "value"), [("fog", "off"), ("dice", 2), ("dice", "1")])
def test_an_option_is_one_of_its_choices(table: Game, name: str, value: Value) -> None:
    box = replace(COMPONENTS, options={"fog": OptionRules(("on", "off")), "dice": OptionRules(("1", "2"))})
    assert isinstance(decide(table, SetOption(name, value), "Ann", ScriptedChance(()), box), Done)


def test_where_a_game_declares_no_options_they_are_what_they_are_set_to(table: Game) -> None:
    assert isinstance(ask(table, SetOption("house rule", "any")), Done)
