"""Random pairs of games that differ only in things that one seat does not see, played with the same commands."""

import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from random import Random
from typing import Final, NamedTuple

from tabletop.game.change.outcome import Asks
from tabletop.game.commands import (
    Act,
    ActFor,
    AnyCommand,
    Into,
    MovePieces,
    ReportContact,
    Restack,
    RollDice,
    Say,
    SetProperty,
    SetTrait,
    Shuffle,
    Spot,
    TakeSeat,
    TellSaved,
    TurnDeck,
)
from tabletop.game.commands import (
    Answer as GiveAnswer,
)
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.values import FACE, TOP, UNSEEN
from tabletop.session import ANYWAY, Answer, NeedsConsent
from tests.game.secrets.cells import BACKWARDS, LEFT_OUT, LEVELS, Cell, all_cells, meets, tried
from tests.game.secrets.deeds import ABOUT_FRAMES, MAKES, Hand, level_of, numbers_of
from tests.game.secrets.layouts import DEEP, POINTS, group_of, kinds_of, laid, seed_with
from tests.game.secrets.trait_groups import FOES, GROUPS, KINDS, MARKER, OWN, hearing, keys_heard
from tests.game.secrets.worlds import ASKER, Difference, Played, World, difference, labels, most_seen

ACTS: Final = 4
"""The number of commands in a pair that send a key."""

COMMANDS: Final = 12

TRIES: Final = 100
"""The greatest number of pairs that are played to fill one cell."""


class Aim(NamedTuple):
    """The next case to try: a command, the level at which its piece is seen, and its key if it sends one."""

    does: str
    level: str
    key: str = ""


@cache
def _acts(group: str) -> list[Aim]:
    keys = sorted({*keys_heard(OWN[group].key), *keys_heard(FOES[group][0].key)})
    return _mixed([Aim("act", level, key) for level, key in product(LEVELS[1:], keys)])


@cache
def _others() -> list[Aim]:
    return _mixed([Aim(does, level) for does, level in product(MAKES, LEVELS[1:]) if does != "act"])


def _mixed(aims: list[Aim]) -> list[Aim]:
    return Random(0).sample(aims, len(aims))


def aims_at(cell: Cell, seed: int) -> list[Aim]:
    """Return the commands to try in a pair that is to fill a cell. Every second one begins a procedure, if the command
    is about a procedure.
    """
    does, trait, level = cell
    chance = Random(f"{seed} aims")
    if does == "act" or does in BACKWARDS:
        kinds = [kind.key for kind in kinds_of(group_of(seed))]
        keys = sorted({key for kind in kinds for key in keys_heard(kind) if trait in hearing(kind, key)})
        return [Aim("act", level, chance.choice(keys)) for _ in range(COMMANDS)]
    first = "begin" if does in ABOUT_FRAMES else does
    return [Aim(each, level) for each in (first, does) * (COMMANDS // 2)]


def aims(seed: int) -> list[Aim]:
    """Return the commands to try in a pair. Successive seeds go through all commands, for each group of traits."""
    group, turn = group_of(seed), seed // len(GROUPS)
    acts, others = _acts(group), _others()
    left = COMMANDS - ACTS
    found = [acts[(turn * ACTS + number) % len(acts)] for number in range(ACTS)]
    found += [others[(turn * left + number) % len(others)] for number in range(left)]
    return Random(seed).sample(found, len(found))


class PlayedPair(NamedTuple):
    """The result of a pair: the difference found, if any, the last command before it, and the cells that were tried.

    `toward` is the cell that it was to fill.
    """

    seed: int
    toward: Cell | None
    found: Difference | None
    last: object
    cells: Counter[Cell]


def play(seed: int, toward: Cell | None = None) -> PlayedPair:
    """Play the pair of games of a seed, and return the result. Both worlds get the same commands, until the asking seat
    gets different things from them.

    If `toward` is a cell, the asking seat's commands are chosen to fill it.
    """
    return RandomPair(seed, toward).play()


def play_towards(empty: set[Cell], first: int) -> Iterator[PlayedPair]:
    """Play pairs from a seed, each to fill one of these cells, until none of them is empty. Filled ones are removed.

    Stops early at a cell that cannot be filled.
    """
    seed = first
    for cell in sorted(empty):
        for _ in range(TRIES):
            if cell not in empty:
                break
            seed = seed_with(cell[1], cell[2], seed)
            pair = play(seed, cell)
            empty.difference_update(pair.cells)
            seed += 1
            yield pair
        if cell in empty:
            return


class RandomPair:
    """A pair being played: the two worlds, and the choices that are the same in both."""

    def __init__(self, seed: int, toward: Cell | None = None) -> None:
        table = laid(seed)
        worlds = [World(table.sides, is_other=is_other, kinds=KINDS, plays=table.plays) for is_other in (False, True)]
        for world in worlds:
            table.lays(world)
        self.seed = seed
        self.toward = toward
        self.worlds = tuple(Played(world) for world in worlds)
        self.chance = Random(f"{seed} commands")
        self.cells = Counter[Cell]()
        self.plays = tuple(table.sides[side] for side in table.plays)
        self.sides = table.plays
        self.last: object = "laid out"
        self.about: frozenset[Cell] = frozenset()

    def play(self) -> PlayedPair:
        found = self.difference()
        for number, aim in enumerate(aims_at(self.toward, self.seed) if self.toward else aims(self.seed)):
            for world, played in enumerate(self.worlds):
                _unseen_deeds(played, Random(f"{self.seed} {number} {world}"))
            for does in (self._others_do, partial(self._does, aim), self._undoes, self._redoes, self._takes_back):
                if found is None and does():
                    found = self.difference()
        return PlayedPair(self.seed, self.toward, found, self.last, self.cells)

    def _others_do(self) -> bool:
        """Let another seat act now and then, in a way that the asking seat hears alike in both worlds. Return whether
        it acted.
        """
        if self.chance.random() > 0.3:
            return False
        state = self.chance.getstate()
        for played in self.worlds:
            self.chance.setstate(state)
            pieces = {label: id for id, label in played.truly_called("piece")}
            if pieces:
                piece = pieces[self.chance.choice(sorted(pieces))]
                seat, command = self.chance.choice(_open_commands(played, piece))
                played.by(seat, command)
        self.last = "what others did"
        return True

    def difference(self) -> Difference | None:
        """Return the first difference between the messages to the asking seat, or a broken rule in either world; None
        if all is well.
        """
        for number, played in enumerate(self.worlds):
            if played.broken:
                return Difference(number, played.broken, [])
        return difference(*self.worlds)

    def _does(self, aim: Aim) -> bool:
        """Give a command in both worlds, in the numbers of each view, and answer its questions. Return True."""
        named = self._to_name()
        state, commands = self.chance.getstate(), []
        for played in self.worlds:
            self.chance.setstate(state)
            commands.append(self._command(aim, played, named))
        self.about = self._tried(aim.does, commands[0])
        self.cells.update(self.about)
        self.last = commands[0]
        asked = [played.submits(command) for played, command in zip(self.worlds, commands, strict=True)]
        answers: tuple[tuple[str, object], ...] = ()
        for _ in range(3):
            if not all(isinstance(answer, Asks) for answer in asked) or self.difference() is not None:
                break
            prompt = asked[0].prompt  # type: ignore[union-attr]
            values = [choice.value for choice in prompt.choices] or ["3"]
            answers = (*answers, (prompt.key, self.chance.choice(values)))
            asked = [played.submits(c, answers) for played, c in zip(self.worlds, commands, strict=True)]  # type: ignore[arg-type]
        if isinstance(commands[0], TellSaved):
            for played, command in zip(self.worlds, commands, strict=True):
                played.got.append(repr(played.anna.deck_file(command.deck)))
        return True

    def _has_sides(self) -> bool:
        """Return whether the asking seat plays a side."""
        return bool(self.worlds[0].session.game.seats[ASKER].sides)

    def _to_name(self) -> frozenset[str]:
        """Return the labels of the seen pieces that a command must name to fill the cell that this pair is to fill."""
        if self.toward is None:
            return frozenset()
        one, cell = self.worlds[0], self.toward
        called = one.truly_called("piece")
        return frozenset(label for id, label in called if meets(one.session.game, id, cell, self.sides))

    def _command(self, aim: Aim, played: Played, named: frozenset[str]) -> AnyCommand:
        view, chance = played.anna.view, self.chance
        if not self._has_sides():
            return TakeSeat(self.plays)
        numbers = numbers_of(labels(view))
        pieces = sorted(label for label in numbers if label.startswith("piece"))
        if not pieces:
            return Say("nothing left")
        fits = [label for label in pieces if label in named]
        fits = fits or [label for label in pieces if level_of(view, numbers[label], self.plays) == aim.level]
        hears = [label for label in fits if aim.key and aim.key in compile_kind(view.kind_of(numbers[label])).hears]
        piece = numbers[chance.choice(hears or fits or pieces)]
        return MAKES[aim.does](Hand(chance, view, numbers, self.plays, piece, aim.key))

    def _tried(self, does: str, command: AnyCommand) -> frozenset[Cell]:
        one = self.worlds[0]
        named = one.anna._view.sent(command)
        true = one.session.names(one.anna.audience).true_command(named) if named is not None else None
        if true is None or type(true) is not type(command):
            return frozenset()
        return tried(one.session.game, true, does, self.sides)

    def _backwards(self, how: str) -> None:
        self.last = how
        self.cells.update((how, trait, level) for _, trait, level in self.about)

    def _often(self, how: str, usual: float) -> float:
        """Return the probability that a step is undone in this way: `usual`, or 1 if the pair is to fill a cell of it.

        A cell of `redo` needs an undo, too.
        """
        does = self.toward[0] if self.toward is not None else ""
        return 1.0 if does == how or (does, how) == ("redo", "undo") else usual

    def _undoes(self) -> bool:
        if self.chance.random() > self._often("undo", 0.3) or not self._has_sides():
            return False
        self._backwards("undo")
        of_table = self.chance.random() < 0.3
        answers = [played.undoes(of_table=of_table) for played in self.worlds]
        if self.chance.random() < 0.5:
            self._agree(answers, of_table=of_table)
        return True

    def _agree(self, answers: list[Answer], *, of_table: bool) -> None:
        """Undo a step with everybody's consent, if it needs consent or a confirmation."""
        for played, answer in zip(self.worlds, answers, strict=True):
            if isinstance(answer, Asks) and answer.prompt.key == ANYWAY:
                played.undoes(of_table=of_table, answers=((ANYWAY, True),))
            elif isinstance(answer, NeedsConsent):
                played.all_agree()

    def _redoes(self) -> bool:
        if self.last != "undo" or self.chance.random() > self._often("redo", 0.5):
            return False
        self._backwards("redo")
        for played in self.worlds:
            played.redoes()
        return True

    def _takes_back(self) -> bool:
        if self.chance.random() > self._often("take back", 0.1) or not self._has_sides():
            return False
        self._backwards("take back")
        number = self.chance.randrange(1, 12)
        for played in self.worlds:
            played.takes_back(number)
        return True


def _open_commands(played: Played, piece: int) -> tuple[tuple[str, AnyCommand], ...]:
    """Return commands of other seats that the asking seat hears of, or would hear of if it were told too much."""
    frame, hidden = next(iter(played.session.game.frames), 0), Random(repr(played.world.is_other))
    game = played.session.game
    named = (id for label, id in played.world.ids.items() if label.startswith("behind ") and id in game.holders)
    holds = [id for id in named if most_seen(game, game.holders[id].carrier, (1,)) == FACE]
    markers = sorted((label, id) for id, label in played.truly_called("piece") if game.kind_of(id) == MARKER)
    hides = bool(holds) and bool(markers)
    behind = MovePieces((markers[0][1],), Into(hidden.choice(holds))) if hides else Say("so")
    is_top = TOP in game.holder_of(piece).looks
    bert_tells = Say("so") if is_top else Act((piece,), "tell")
    is_layered = bool(played.world.components.habits["main"].layers)
    return (
        ("umpire", Act((piece,), "tell")),
        ("bert", bert_tells),
        ("bert", Say("so") if is_layered or is_top else SetTrait((piece,), "N", 2)),
        ("bert", Shuffle(played["safe"])),
        ("bert", Shuffle(played["deck"])),
        ("bert", RollDice("1d6", why=hidden.choice(("search", "raid")), secret=True)),
        ("umpire", ReportContact("fleet", Spot("main", 50, 50), ("a",), {"size": 4}, of=tuple(_unseen(played)[:1]))),
        ("bert", behind),
        ("bert", behind),
        ("bert", Say(hidden.choice(("north", "south")), ("b",))),
        ("bert", GiveAnswer(frame, "defence", hidden.choice(("high", "low")))),
        ("bert", TurnDeck(played["deck"], "reverse")),
        ("umpire", ActFor(ASKER, MovePieces((piece,), Spot("main", 150, 50)))),
        ("umpire", ActFor(ASKER, Act((piece,), "up"))),
        ("umpire", ActFor("bert", bert_tells)),
    )


def _unseen(played: Played) -> list[int]:
    """Return the pieces that were laid out unseen, and that the asking seat still does not see."""
    game, sides = played.session.game, played.anna.audience.sides or range(len(played.session.game.sides))
    named = (id for label, id in played.world.ids.items() if "unseen" in label and id in game.pieces)
    return [id for id in named if most_seen(game, id, sides) == UNSEEN]


def _unseen_deeds(played: Played, hidden: Random) -> None:
    """Let the umpire sometimes do things that the asking seat does not notice."""
    for _ in range(hidden.choice((0, 0, 1, 2))):
        ids = _unseen(played)
        if ids:
            piece = hidden.choice(ids)
            to = Spot("main", hidden.choice((*POINTS, *DEEP)), 50)
            commands: tuple[AnyCommand, ...] = (
                MovePieces((piece,), to),
                SetTrait((piece,), "N", 7),
                Restack((piece,), "top"),
                RollDice("1d6", why="search", secret=True),
                ReportContact("fleet", to, ("b",), {"size": 2}, of=(piece,)),
            )
            played.by("umpire", hidden.choice(commands))
        if hidden.random() < 0.3:
            played.by("umpire", SetProperty("side:b:plan", hidden.randrange(99)))


def main() -> None:
    """Play the number of pairs named on the command line, and print the tried cells and all differences. The first seed
    is the one named after it, or a random one.
    """
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(1 << 40)
    say = partial(print, flush=True)
    say(f"{count} pairs from seed {first}")
    cells, told = Counter[Cell](), 0
    for seed in range(first, first + count):
        pair = play(seed)
        cells += pair.cells
        if pair.found is not None:
            told += 1
            say(f"seed {seed}, {pair.last}: {pair.found}"[:600])
    for does in (*MAKES, *BACKWARDS):
        row = {
            level: sum(often for cell, often in cells.items() if (cell[0], cell[2]) == (does, level))
            for level in LEVELS
        }
        say(f"{does:14}", *(f"{level} {often:7}" for level, often in row.items()))
    empty = [cell for cell in all_cells() if cell not in cells]
    say(f"{len(list(all_cells()))} cells of command, trait and level; {len(empty)} of them empty", *empty[:40])
    for what, reason in LEFT_OUT.items():
        say(f"left out: {what}. {reason}")
    sys.exit(f"{told} pairs tell of what is unseen" if told else 0)


if __name__ == "__main__":
    main()
