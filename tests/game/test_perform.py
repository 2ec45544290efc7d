"""The game after a command, and the inverse patch, are the same as those that the patch of the command gives."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.board import Board, Box, HexGrid, Map
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done, Performed
from tabletop.game.change.patch import Know, Property, Sit
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    AnyCommand,
    At,
    Batch,
    ChangeAccess,
    ClonePieces,
    DrawPieces,
    GiveSeat,
    Goal,
    Into,
    Leave,
    LookInto,
    MovePieces,
    NamedHolder,
    OpenNote,
    Ping,
    PlaceNew,
    RemovePieces,
    Reshuffle,
    Restack,
    RollDice,
    Say,
    SetOption,
    SetProperty,
    SetTracker,
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TakeSeat,
    TurnDeck,
    WriteNote,
)
from tabletop.game.decide import decide, perform
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.table_access import Role
from tabletop.game.traits.action_traits import Clone, Delete, GlobalCommand, PlaceMarker, Replace, Trigger
from tabletop.game.traits.movement_traits import MovedMark, SendTo, ToHolder, ToPlace
from tabletop.game.traits.property_traits import OwnProperty, SharedProperty
from tabletop.game.traits.trait_base import Change as Changes
from tabletop.game.traits.trait_base import TraitCall
from tests.game.strategies import FURNISHED, KINDS, SIDES, Recipe, games, steps

SHIP, ESCORT = 52, 53
HITS = OwnProperty(
    "Hits", 0, number=True, changes=(Changes("hit", add="1"), Changes("mend", add="-1"), Changes("out", set='"out"'))
)
STORM = SharedProperty("Storm", number=True, changes=(Changes("rise", add="1"), Changes("fall", add="-1")))


def called(key: str, *sends: str) -> Trigger:
    return Trigger(sends, key, hears=(key,))


TRAITS = (
    HITS,
    MovedMark(clear=TraitCall("clear")),
    STORM,
    Clone(TraitCall("clone")),
    Delete(TraitCall("delete")),
    PlaceMarker("kind-1", TraitCall("mark"), then="hit"),
    Replace("kind-2", TraitCall("become"), copies=True, then="hit"),
    SendTo(ToHolder("deck"), TraitCall("retire")),
    SendTo(ToPlace("0304", "theatre"), TraitCall("sail")),
    GlobalCommand("hit", TraitCall("all hit")),
    GlobalCommand("delete", TraitCall("all delete")),
    called("to and fro", "hit", "rise", "sail", "mend", "fall"),
    called("hit and become", "hit", "become"),
    called("hit and go", "hit", "delete"),
    called("mark and go", "mark", "clone", "hit", "delete"),
)
KEYS = ("hit", "mend", "out", "clear", "rise", "clone", "delete", "mark", "become", "retire", "sail", "all hit")
LONG_KEYS = ("all delete", "to and fro", "hit and become", "hit and go", "mark and go", "no such key")
TRAINED = tuple(Kind(kind.key, kind.name, kind.side, TRAITS, 40, 40, limit=30) for kind in KINDS)
HEXES = HexGrid(dx=40, dy=34, columns=10, rows=10, x0=20, y0=20, top="pointy")
BOARDS = {
    "theatre": Map("theatre", (Board("sheet", 400, 400, HEXES),), boxes=(Box("Reserve", 0, 420, 100, 60),)),
    "display": Map("display", (Board("sheet", 400, 400),)),
}
FIELD = Map("theatre", (), boxes=(Box("Harbour", 0, 0, 300, 300, snapping=False),))
COMPONENTS = Components(
    BOARDS,
    {kind.key: kind for kind in TRAINED},
    {"Turn": Tracker("Turn", (NumberLevel("Turn", 1, 9),))},
    frozenset(("theatre",)),
)
WITH_A_FIELD = Components({**BOARDS, "theatre": FIELD}, COMPONENTS.kinds, COMPONENTS.trackers)


class Falling(Chance):
    """A source of chance whose results come from a number that grows by 7 with each draw."""

    def __init__(self, start: int) -> None:
        self.next = start

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        self.next += 7
        return self.next % sides


def ready(game: Game) -> Game:
    """Return the game with seated players, a storm, and kinds of pieces that have traits."""
    know = [Know(id, kind) for id, kind in enumerate(TRAINED, 1)]
    sit = [Sit(side, Seat((n,))) for n, side in enumerate(SIDES)]
    return apply(game, (*know, *sit, Sit("umpire", Seat(umpire=True)), Property("Storm", 2)))[0]


def _one(things: Sequence[int], number: int) -> int:
    return things[number % len(things)] if things else 1


def _goal(game: Game, b: int, c: int, d: int) -> Goal:
    holder = _one(game.holders.keys(), b)
    lying = game.holders[holder].pieces if holder in game.holders else ()
    goals: tuple[Goal, ...] = (
        Into(holder, _one((0, *lying), c), bottom=d % 2 == 0),
        NamedHolder(("deck", "discard", "box")[c % 3]),
        Spot(("theatre", "display")[b % 2], 5 * c, 3 * d, free=b % 3 == 0),
        At("theatre", ("0101", "0304", "Reserve", "Harbour")[c % 4]),
    )
    return goals[d % len(goals)]


def command_of(game: Game, recipe: Recipe) -> AnyCommand:
    """Return the command of a recipe in this game."""
    verb, a, b, c, d = recipe
    held = game.pieces.keys()
    pieces = tuple(dict.fromkeys(_one(held, n) for n in (a, b, c)[: 1 + d % 3]))
    holder, note = _one(game.holders.keys(), a), _one(game.notes.keys(), a)
    sides = tuple(side for n, side in enumerate(SIDES) if b >> n & 1)
    goal, key = _goal(game, b, c, d), (*KEYS, *LONG_KEYS)[b % (len(KEYS) + len(LONG_KEYS))]
    commands: tuple[Callable[[], AnyCommand], ...] = (
        lambda: Act(pieces, key),
        lambda: Act(pieces[:1], key),
        lambda: MovePieces(pieces, goal),
        lambda: Restack(pieces, ("up", "down", "top", "bottom")[c % 4]),  # type: ignore[arg-type]
        lambda: PlaceNew(f"kind-{a % 9}", goal, 1 + c % 3),
        lambda: RemovePieces(pieces),
        lambda: ClonePieces(pieces),
        lambda: Show(pieces, ("unseen", "back", "face")[c % 3], sides),  # type: ignore[arg-type]
        lambda: SetTrait(pieces, "Hits", c),
        lambda: Shuffle(holder),
        lambda: DrawPieces(holder, goal, 1 + c % 2),
        lambda: TurnDeck(holder, ("face-up", "face-down", "reverse")[c % 3]),  # type: ignore[arg-type]
        lambda: Reshuffle(holder, ("deck", "discard")[c % 2]),
        lambda: LookInto(holder, ("shut", "count", "backs", "top", "faces")[c % 5], sides),  # type: ignore[arg-type]
        lambda: SetProperty(("Storm", "weather")[a % 2], c % 3 or None),
        lambda: SetOption("fog", c % 2 == 0),
        lambda: AdvanceTracker("Turn", c % 5 - 2),
        lambda: SetTracker("Turn", (c % 9,)),
        lambda: RollDice("2d6", secret=c % 2 == 0),
        lambda: Say("so", sides),
        lambda: Ping(Spot("theatre", c, d)),
        lambda: WriteNote(("public", "private", "sealed")[c % 3], "title", "text" * (d % 2), note * (b % 2)),  # type: ignore[arg-type]
        lambda: OpenNote(note),
        lambda: TakeSeat(sides, umpire=c % 3 == 0),
        lambda: GiveSeat(SEATS[a % len(SEATS)], sides, umpire=c % 3 == 0),
        lambda: ChangeAccess(("open", "sides", "moderated")[a % 3], (Role("staff", sides or SIDES),) * (b % 2)),  # type: ignore[arg-type]
        lambda: Leave(_one(game.frames.keys(), a)),
    )
    return commands[verb % len(commands)]()


SEATS = (*SIDES, "umpire")


@given(games(), steps(5), st.sampled_from(SEATS), st.sampled_from([COMPONENTS, WITH_A_FIELD]))
@settings(max_examples=300)
def test_what_is_performed_is_what_the_patch_makes(
    grown: Game, recipes: list[Recipe], seat: str, components: Components
) -> None:
    game = ready(grown)
    doable = []
    for recipe in recipes:  # a refused command would make all others refused
        command = command_of(game, recipe)
        if isinstance(decide(game, Batch((*doable, command)), seat, Falling(3), components), Done):
            doable.append(command)
    for step in (*doable, Batch(tuple(doable))):
        check(game, step, seat, components)


@pytest.mark.parametrize("key", [*KEYS, *LONG_KEYS[:-1]])
def test_so_it_is_with_every_trait_that_acts(key: str) -> None:
    assert isinstance(check(ready(FURNISHED), Act((SHIP + 4, ESCORT), key), "umpire", COMPONENTS), Performed)


def check(game: Game, command: AnyCommand, seat: str, components: Components) -> object:
    """Check that the game is the same if it is performed and if its patch is applied. Return the result."""
    outcome = perform(game, command, seat, Falling(3), components)
    decided = decide(game, command, seat, Falling(3), components)
    if isinstance(outcome, Performed):
        assert outcome.done == decided
        assert (outcome.after, outcome.back) == apply(game, outcome.done.patch)
    else:
        assert outcome == decided
    return outcome
