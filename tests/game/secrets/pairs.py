"""Random pairs of games that differ only in what one seat sees at no level, with the same actions in both."""

import secrets
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.game.commands import (
    Act,
    AnyCommand,
    At,
    Batch,
    ClonePieces,
    DrawPieces,
    Goal,
    Into,
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
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TellSaved,
    TurnDeck,
    WriteNote,
)
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.game.state.game import Note
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import MapHabits
from tabletop.game.state.values import BACK, BACKS, COUNT, FACE, SHUT, UNSEEN
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Clone, Delete, GlobalCommand, PlaceMarker, Replace, ReportTrait, Trigger
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.group_traits import Attachment, Cargo, Hold, Mat
from tabletop.game.traits.movement_traits import MovedMark, NotStacking, SendTo, ToHolder, ToPoint, Trail
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty, SharedProperty
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.secrets.worlds import Difference, Played, World, difference, labels

POINTS: Final = (50, 150, 250, 350)
KEYS: Final = (
    "up", "clone", "delete", "mark", "become", "sail", "retire", "hit all", "hit here", "count", "tell", "mask", "hide",
    "board", "leave", "attach", "trail", "twice", "unmoved", "storm",
)  # fmt: skip

_BACK: Final = Mask(back=Image("back.png"), call=TraitCall("mask", "Mask"))
_TRAITS: Final[tuple[Trait, ...]] = (
    OwnProperty("N", 0, changes=(Change(key="up", add="1"), Change(key="count", set='count(map, N != "")'))),
    SharedProperty("Storm", changes=(Change(key="storm", set="count(all)"),)),
    MovedMark(clear=TraitCall("unmoved")),
    Trail(toggle=TraitCall("trail")),
    Clone(TraitCall("clone")),
    Delete(TraitCall("delete")),
    PlaceMarker("marker", TraitCall("mark"), then="up"),
    Replace("marker", TraitCall("become"), copies=True),
    SendTo(ToPoint("250", "50", "main"), TraitCall("sail")),
    SendTo(ToHolder("pile"), TraitCall("retire")),
    GlobalCommand("up", TraitCall("hit all")),
    GlobalCommand("storm", TraitCall("hit here"), Target("stack")),
    Trigger(("up", "storm"), "twice", TraitCall("twice")),
    Attachment("it", Target(where='Side == "b"'), attach=TraitCall("attach")),
    ReportTrait(("tell", "sail"), "{Name} in {Place} of {StackSize}: {N}, {count(all)}, {holderCount}"),
)

OWN: Final = Kind("own", "Own", "a", (*_TRAITS, Invisible(TraitCall("hide")), _BACK), 40, 40)
SHIP: Final = Kind("ship", "Ship", "a", (*_TRAITS, Mat("Ship", holds=(Hold("hold"),))), 80, 80)
PLANE: Final = Kind("plane", "Plane", "a", (*_TRAITS, Cargo(find=TraitCall("board"), leave=TraitCall("leave"))), 20, 20)
MARKER: Final = Kind("marker", "Marker", "", (OwnProperty("N", 0, changes=(Change(key="up", add="1"),)),), 20, 20)
FOES: Final = tuple(
    Kind(f"foe {number}", f"Foe {number}", "b", (*more, *_TRAITS[:4], *_TRAITS[5:7], *_TRAITS[10:11], _BACK), 40, 40)
    for number, more in enumerate(
        ((MarkTrait({"Class": "CV"}),), (MarkTrait({"Class": "DD"}), NotStacking()), (Mat("Foe"),), (Cargo(),))
    )
)
KINDS: Final = (OWN, SHIP, PLANE, MARKER, *FOES)
UNSEEN_FOES: Final = FOES[:3]
"""Pieces that lie unseen; no cargo; and ships already have a hold, as boarding would create one that everybody sees."""

OPTIONAL: Final = ("fog", "ruling")


class Laid(NamedTuple):
    """The layout of a seed: the number of sides, those of the asking seat, and the table."""

    sides: tuple[str, ...]
    plays: tuple[int, ...]
    lays: Callable[[World], None]


def laid(seed: int) -> Laid:
    """The layout of a seed. The visible part depends on the seed alone; the rest also on the world."""
    count = Random(seed).choice((2, 2, 3, 4))
    plays = (0, 2) if count == 4 and seed % 2 else (0,)
    return Laid(("a", "b", "c", "d")[:count], plays, lambda world: _lay(world, seed, plays))


def _lay(world: World, seed: int, plays: tuple[int, ...]) -> None:
    same, hidden = Random(seed), Random(f"{seed} {world.is_other}")
    unseen, back = _sight(world, plays, UNSEEN), _sight(world, plays, BACK)
    habits = MapHabits(layers=("DD", "CV"), layered_by="Class", rises=same.random() < 0.7)
    world.components = replace(world.components, habits={"main": habits, "lair": MapHabits(owners=("b",))})
    world.holder("deck", "deck", 450, looks=_looks(world, plays, COUNT), name="deck")
    world.holder("pile", "deck", 550, looks=_looks(world, plays, BACKS), name="pile")
    world.holder("safe", "deck", 650, looks=_looks(world, plays, SHUT), name="safe")
    for deck, most in (("deck", 4), ("pile", 3)):
        for number in range(most):
            world.piece(f"{deck} {number}", hidden.choice(FOES), deck, back, N=hidden.randrange(9))
    for number in range(hidden.randrange(5)):
        world.piece(f"safe {number}", hidden.choice(FOES), "safe", back)
    for number, x in enumerate(POINTS):
        _unseen_stack(world, hidden, f"before {number}", x, unseen)
        world.holder(f"stack {number}", x=x)
        for each in range(same.randrange(1, 4)):
            _unseen_pieces(world, hidden, f"in {number} {each}", f"stack {number}", unseen)
            kind, is_back = same.choice((OWN, SHIP, PLANE, OWN, MARKER, None)), same.random() < 0.7
            label = f"piece {number}.{each}"
            if kind is not None:
                world.piece(label, kind, f"stack {number}", None if kind is SHIP else _spotted(world, plays, same))
            elif is_back:
                world.piece(label, hidden.choice(FOES), f"stack {number}", back, N=hidden.randrange(9))
            else:
                world.piece(label, same.choice(FOES), f"stack {number}")
            if kind is SHIP:
                world.holder(f"hold {label}", "hold", 0, 0, carrier=label)
                _unseen_pieces(world, hidden, f"stowed {label}", f"hold {label}", unseen)
        _unseen_pieces(world, hidden, f"on {number}", f"stack {number}", unseen)
        _unseen_stack(world, hidden, f"after {number}", x, unseen)
    for name in ("side:b:plan", "map:lair:plan", "zone:lair:North:plan", "place:lair:A1:plan"):
        world.property(name, hidden.randrange(99))
    world.property("Storm", same.randrange(9))
    world.note("own note", Note("private", 0, "mine", "own text"))
    world.note("sealed", Note("sealed", 1, "sealed", f"text {hidden.randrange(99)}"))
    if hidden.random() < 0.5:
        world.note("theirs", Note("private", 1, "theirs", "text"))
    given = GivenAnswer("at", "b", hidden.randrange(9), f"At {hidden.randrange(9)}?", secret=True, private=True)
    asked = OpenQuestion("more", "b", "pick", f"More of {hidden.randrange(9)}?", secret=True)
    world.frame("raid", Frame("raid", "1", "step", {}, "b", answers=(given,), waiting=(asked,)))


def _sight(world: World, plays: Sequence[int], level: int) -> tuple[int, ...]:
    return tuple(level if side in plays else FACE for side in range(len(world.sides)))


def _looks(world: World, plays: Sequence[int], level: int) -> tuple[int, ...]:
    return tuple(level if side in plays else 4 for side in range(len(world.sides)))


def _spotted(world: World, plays: Sequence[int], same: Random) -> tuple[int, ...]:
    """Show or hide one of the seat's own pieces to others."""
    return tuple(FACE if side in plays else same.choice((UNSEEN, BACK, FACE)) for side in range(len(world.sides)))


def _unseen_pieces(world: World, hidden: Random, label: str, holder: str, unseen: tuple[int, ...]) -> None:
    for number in range(hidden.choice((0, 0, 1, 2))):
        world.piece(f"{label} unseen {number}", hidden.choice(UNSEEN_FOES), holder, unseen, N=hidden.randrange(9))


def _unseen_stack(world: World, hidden: Random, label: str, x: int, unseen: tuple[int, ...]) -> None:
    if hidden.random() < 0.4:
        world.holder(f"unseen {label}", x=x + hidden.choice((0, 0, 7)))
        world.piece(f"unseen {label} first", hidden.choice(UNSEEN_FOES), f"unseen {label}", unseen)


class PlayedPair(NamedTuple):
    """The actions of a pair: its difference, if any, and the covered cells of the generator."""

    seed: int
    found: Difference | None
    last: object
    cells: Counter[tuple[str, str]]


def play(seed: int, commands: int = 12) -> PlayedPair:
    """Lay out a pair and do the same in both worlds, until the asking seat's results differ."""
    table = laid(seed)
    worlds = [World(table.sides, is_other=is_other, kinds=KINDS, plays=table.plays) for is_other in (False, True)]
    for world in worlds:
        table.lays(world)
    one, other = (Played(world) for world in worlds)
    chance, cells = Random(f"{seed} commands"), Counter[tuple[str, str]]()
    last: object = "laid out"
    for _ in range(commands):
        found = difference(one, other)
        if found is not None:
            return PlayedPair(seed, found, last, cells)
        _unseen_deeds(one, Random(f"{seed} {len(one.got)} one"))
        _unseen_deeds(other, Random(f"{seed} {len(one.got)} other"))
        last = _does(one, other, chance, cells)
    return PlayedPair(seed, difference(one, other), last, cells)


def _unseen_deeds(played: Played, hidden: Random) -> None:
    """The umpire acts without the asking seat noticing."""
    ids = [id for label, id in played.world.ids.items() if "unseen" in label and id in played.session.game.pieces]
    for _ in range(hidden.choice((0, 0, 1, 2))):
        if ids:
            piece = hidden.choice(ids)
            to = Spot("main", hidden.choice(POINTS), 850)
            played.by(
                "umpire",
                hidden.choice((MovePieces((piece,), to), SetTrait((piece,), "N", 7), Restack((piece,), "top"))),
            )
        if hidden.random() < 0.3:
            played.by("umpire", SetProperty("side:b:plan", hidden.randrange(99)))


def _does(one: Played, other: Played, chance: Random, cells: Counter[tuple[str, str]]) -> object:
    """The asking seat does the same in both worlds, by the numbers of each view."""
    numbers = [{label: key[1] for key, label in labels(played.anna.view).items()} for played in (one, other)]
    if numbers[0].keys() != numbers[1].keys():
        return "other things"
    how = chance.random()
    if how < 0.12:
        of_table = chance.random() < 0.4
        for played in (one, other):
            played.undoes(of_table=of_table)
        cells["undo", "table" if of_table else "own"] += 1
        return "undo"
    if how < 0.16:
        for played in (one, other):
            played.redoes()
        cells["redo", "own"] += 1
        return "redo"
    if how < 0.2:
        number = chance.randrange(1, 12)
        for played in (one, other):
            played.got.append(repr(played.anna.take_back((number,))))
        cells["take back", "by number"] += 1
        return number
    state = chance.getstate()
    commands = []
    for played, known in zip((one, other), numbers, strict=True):
        chance.setstate(state)
        commands.append(_command(chance, known, played, cells if played is one else Counter()))
    for played, command in zip((one, other), commands, strict=True):
        played.submits(command)
    return commands[0]


def _command(chance: Random, known: dict[str, int], played: Played, cells: Counter[tuple[str, str]]) -> AnyCommand:
    view = played.anna.view
    pieces = sorted(label for label in known if label.startswith("piece"))
    holders = sorted(label for label in known if label.startswith("holder"))
    if not pieces:
        return Say("nothing left")
    chosen = tuple(dict.fromkeys(known[chance.choice(pieces)] for _ in range(chance.choice((1, 1, 2)))))
    level = {BACK: "back", FACE: "face"}[view.pieces[chosen[0]].sight[0]]
    form = view.holder_of(chosen[0]).form
    holder = known[chance.choice(holders)]
    decks = [id for id in (known[label] for label in holders) if view.holders[id].looks[0] >= BACKS]
    deck = chance.choice(decks or [holder])
    goal = _goal(chance, known, holders, played)
    notes = sorted(label for label in known if label.startswith("note"))
    note = known[chance.choice(notes)] if notes else 0
    key = chance.choice(KEYS)
    level_to = chance.choice(("unseen", "back", "face"))
    name = chance.choice(("Storm", "side:a:plan", "side:b:plan", "map:lair:plan"))
    made: tuple[tuple[str, AnyCommand], ...] = (
        *((f"act {key}", Act(chosen, key)) for _ in range(8)),
        *(("move", MovePieces(chosen, goal)) for _ in range(6)),
        ("move around", MovePieces(chosen, goal, chosen[0])),
        ("restack", Restack(chosen, chance.choice(("up", "down", "top", "bottom")))),
        ("remove", RemovePieces(chosen)),
        ("clone", ClonePieces(chosen)),
        ("show", Show(chosen, level_to, ("b",))),  # type: ignore[arg-type]
        ("set", SetTrait(chosen, "N", 3)),
        ("place-new", PlaceNew(chance.choice(KINDS).key, goal, 1)),
        ("shuffle", Shuffle(holder)),
        ("draw", DrawPieces(holder, goal, chance.randrange(1, 6))),
        ("turn-deck", TurnDeck(deck, chance.choice(("face-down", "reverse")))),
        ("reshuffle", Reshuffle(holder, "pile")),
        ("tell-saved", TellSaved(holder)),
        ("look-into", LookInto(holder, chance.choice(("shut", "count", "backs", "faces")), ("b",))),
        ("set-property", SetProperty(name, 5)),
        ("set-option", SetOption(chance.choice(OPTIONAL), 1)),
        ("roll", RollDice("2d6", secret=chance.random() < 0.5)),
        ("say", Say("so", chance.choice(((), ("a",), ("b",))))),
        ("ping", Ping(Spot("main", 50, 50))),
        ("write-note", WriteNote("public", "title", "text", note * chance.randrange(2))),
        ("open-note", OpenNote(note)),
        ("batch", Batch((MovePieces(chosen, goal), SetTrait(chosen, "N", 4)))),
    )
    does, command = chance.choice(made)
    cells[does, f"{level} in {form}"] += 1
    return command


def _goal(chance: Random, known: dict[str, int], holders: Sequence[str], played: Played) -> Goal:
    holder = known[chance.choice(holders)]
    lying = played.anna.view.holders[holder].pieces
    above = chance.choice((0, *lying))
    goals: tuple[Goal, ...] = (
        Spot("main", chance.choice(POINTS), 50),
        Spot("main", chance.choice(POINTS) + 7, 53, free=chance.random() < 0.5),
        At("main", chance.choice(("A1", "B1", "C1"))),
        Into(holder, above, bottom=chance.random() < 0.3),
        NamedHolder(chance.choice(("deck", "pile", "safe"))),
    )
    return chance.choice(goals)


def main() -> None:
    """Play a number of pairs from a given seed or a new one, and print the coverage and differences."""
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(1 << 40)
    say = partial(print, flush=True)
    say(f"{count} pairs from seed {first}")
    cells, told = Counter[tuple[str, str]](), 0
    for seed in range(first, first + count):
        pair = play(seed)
        cells += pair.cells
        if pair.found is not None:
            told += 1
            say(f"seed {seed}, {pair.last}: {pair.found}")
    for (does, level), often in sorted(cells.items()):
        say(f"{does:20} {level:20} {often}")
    sys.exit(f"{told} pairs tell of what is unseen" if told else 0)


if __name__ == "__main__":
    main()
