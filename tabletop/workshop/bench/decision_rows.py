"""Measurements of moves, reports of contacts, actions of traits, counts, and walks over all pieces."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from tabletop.dice import SeededChance
from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import Believe, Change, Know, Recast
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.commands import Act, AnyCommand, ReportContact, Spot
from tabletop.game.decide import perform
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.state.game import Game, Seat
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import GlobalCommand, Loop, Times, Trigger
from tabletop.game.traits.appearance_traits import Layer, Level
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty
from tabletop.game.traits.trait_base import Change as Changes
from tabletop.game.traits.trait_base import TraitCall
from tabletop.game.traits.trait_targets import Target
from tabletop.workshop.bench.measured_tables import SEAT, MeasuredTable, counter, move, table
from tabletop.workshop.bench.measurement import Measurement, cpu_ms

MOVES: Final = 400
ACTIONS: Final = 30
MANY: Final = 2_000
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)


def _performed(on: MeasuredTable, game: Game, command: AnyCommand) -> Performed:
    outcome = perform(game, command, SEAT, _CHANCE, on.components)
    if not isinstance(outcome, Performed):
        raise RuntimeError(f"{command} was not done: {outcome}")
    return outcome


def _moves(count: int) -> list[float]:
    """Measure moves one by one. As in a session, each move is performed, and then both sides' differences are made."""
    on = table(count)
    game = on.game
    sides = [AudienceNames(game, Audience((side,))) for side in range(len(game.sides))]

    def play(command: AnyCommand) -> None:
        nonlocal game
        found = _performed(on, game, command)
        after = found.after
        touched = TouchedThings(game, after, found.done.patch)
        for side in sides:
            side.delta(game, after, touched)
        game = after

    return cpu_ms((partial(play, move(on, number)) for number in range(MOVES)), warm=20)


def _reports(count: int) -> list[float]:
    """Measure reports of contacts to a side that already has `count` contacts. Each is performed, and then both sides'
    differences are made.
    """
    on = table(MANY)
    umpire = replace(on.game, seats={SEAT: Seat((), umpire=True)})
    sides, name = umpire.sides, umpire.maps[0]
    known = (Believe(umpire.counters.next_id + n, Contact(0, "claim", "ships", 0, n, n)) for n in range(count))
    game, _ = apply(umpire, tuple(known))
    names = [AudienceNames(game, Audience((side,))) for side in range(len(sides))]

    def report(number: int) -> None:
        at = Spot(name, 100 * (number % 9), 100 * (number % 7))
        found = _performed(on, game, ReportContact("ships", at, sides[:1], {"total": number}, "AF 12"))
        touched = TouchedThings(game, found.after, found.done.patch)
        for side in names:
            side.delta(game, found.after, touched)

    return cpu_ms((partial(report, number) for number in range(MOVES)), warm=20)


def _walks(count: int) -> list[float]:
    game = table(count).game

    def walk() -> None:
        lying: dict[int, int] = {}
        for piece in game.pieces.values():
            lying[piece.at] = piece.kind

    return cpu_ms([walk] * ACTIONS)


def _yardstick() -> list[float]:
    """Measure the copying of a dict of 50,000 entries, which shows how fast the machine is."""
    numbers = {number: str(number) for number in range(50_000)}
    return cpu_ms([numbers.copy] * ACTIONS, warm=3)


def _trained(count: int, traits: Sequence[Trait], *, first: Sequence[Trait] = ()) -> MeasuredTable:
    """Return a table whose counters all have these traits. The first counter has further traits outside them."""
    on = table(count)
    common = replace(counter(0), key="trained", traits=tuple(traits))
    leader = replace(common, key="leader", traits=(*traits, *first))
    id = on.game.counters.next_id
    changes: list[Change] = [Know(id, common), Know(id + 1, leader)]
    for piece in on.pieces:
        kind = leader if piece == on.pieces[0] else common
        changes.append(Recast(piece, id + (kind is leader), compile_kind(kind).slots))
    game, _ = apply(on.game, tuple(changes))
    return on._replace(game=game)


def _acts(on: MeasuredTable, key: str) -> list[float]:
    act = Act((on.pieces[0],), key)
    return cpu_ms([lambda: _performed(on, on.game, act)] * ACTIONS, warm=3)


def _chain(length: int) -> list[Trait]:
    """Return this many traits of the most frequent kinds in real modules, with a mark inside and a layer outside
    them.
    """
    chain: list[Trait] = []
    for number in range(length):
        name = f"P{number}"
        sorts: tuple[Trait, ...] = (
            MarkTrait({name: number}),
            Layer(name, (Level("one"), Level("two")), up=TraitCall(f"up {number}")),
            OwnProperty(name, 0, number=True, changes=(Changes(f"add {number}", add="1"),)),
            ComputedProperty(name, f"Firepower + {number}"),
            Trigger((f"add {number}",), name, hears=(f"call {number}",), when=f"Firepower >= {number}"),
        )
        chain.append(sorts[number % len(sorts)])
    return [MarkTrait({"Firepower": 3}), *chain, Layer("Step", (Level("full"), Level("reduced")), up=TraitCall("flip"))]


def _everybody_flips() -> list[float]:
    commander = GlobalCommand("flip", call=TraitCall("all"), target=Target(where="Firepower == 3"))
    return _acts(_trained(MANY, _chain(58), first=[commander]), "all")


def _one_flips() -> list[float]:
    return _acts(_trained(10, _chain(148)), "flip")


def _loops() -> list[float]:
    counted = OwnProperty("Hits", 0, number=True, changes=(Changes("hit", add="1"),))
    again = Trigger(("hit",), "Again", hears=("again",), loop=Loop(Times("100")))
    return _acts(_trained(10, [counted, again]), "again")


def _counts() -> list[float]:
    """Measure a count over the map that is read once on each of 2,000 pieces."""
    on = _trained(MANY, [MarkTrait({"Class": "CV"}), ComputedProperty("Carriers", 'count(all, Class == "CV")')])

    def read() -> None:
        reading = PropertyReader(Draft(on.game), on.components, (0, 1))
        for piece in on.pieces:
            PieceReader(reading, piece).read("Carriers")

    return cpu_ms([read] * ACTIONS, warm=3)


MEASUREMENTS: Final = (
    Measurement(
        "yardstick",
        "copy a dict of 50,000 entries, to compare this machine with the one of the budgets",
        "ms",
        "CPU",
        0.21,
        _yardstick,
    ),
    Measurement(
        "move.10000",
        "perform a move and make both sides' differences, 10,000 pieces",
        "ms",
        "CPU",
        0.15,
        partial(_moves, 10_000),
    ),
    Measurement("move.50000", "the same, 50,000 pieces", "ms", "CPU", 0.2, partial(_moves, 50_000)),
    Measurement(
        "contact.200",
        "a contact reported to one side among 200 contacts, with both sides' differences",
        "ms",
        "CPU",
        1,
        partial(_reports, 200),
    ),
    Measurement("walk.50000", "walk all of 50,000 pieces", "ms", "CPU", 5, partial(_walks, 50_000)),
    Measurement("global-command", "a global command over 2,000 pieces of 60 traits", "ms", "CPU", 10, _everybody_flips),
    Measurement("counts", "2,000 reads of a count over the map", "ms", "CPU", 10, _counts),
    Measurement("action.150-traits", "an action on a piece of 150 traits", "ms", "CPU", 2, _one_flips),
    Measurement("trigger-loop.100", "a trigger loop of 100 steps", "ms", "CPU", 20, _loops),
)
