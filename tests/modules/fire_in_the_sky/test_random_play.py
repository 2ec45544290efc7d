"""Games played at random, but by the rules: whatever is offered is begun, whatever is asked is answered, units go where
they may. After every step the position must make sense, and there must always be something to do.

A few short games run with the tests. For long ones, of the whole war and with rulings and options drawn by lot:

    python tests/modules/fire_in_the_sky/test_random_play.py --games 200
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from types import ModuleType

import pytest
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.eyes import is_open
from rules_assist.phases import NEXT_PHASE
from rules_assist.procedure.showing import underway
from rules_assist.procedure.views import Memory, Views
from rules_assist.rulebook import RuleBook, load_rulebook
from rules_assist.rules import Unanswerable
from rules_assist.situation import Situation
from tabletop.assisting import Asked
from tabletop.game.chance import Chance
from tabletop.game.commands import Answer, AnyCommand, Begin, GoOn
from tabletop.game.decide import decide
from tabletop.game.draft import apply
from tabletop.game.frames import Plain
from tabletop.game.game import Game, Seat
from tabletop.game.outcome import Done
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

SCENARIOS = ("december-1941", "july-1942")
TRIES = 400
"""How many answers to a question are tried before it counts as a dead end."""
LONGEST = 12
"""How many things are done in a phase at most, but for battles."""
MOST_BATTLES = 60
WEIGHTS = {"make-change": 1, "disband": 1, "stay": 1, "disembark": 1, "leave-aviation": 3, "operate": 40, "react": 40}
"""How often something is begun, out of 10 for what is not named: the others come often, or end what has begun."""
ELSE = 5
"""How often nothing is begun, and something moves instead."""
IN_FORCE = ("operation", "reaction", "radar-deploy")
"""Ways of moving that are for Task Forces alone (8.0)."""
AIR_COUNTERS = 15


class Luck(Chance):
    """Chance from a seeded generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return self._random.randrange(sides)


def code(name: str) -> ModuleType:
    """A file of the module's Python."""
    return import_module(f"wartable_module_fire_in_the_sky.rules.{name}")


class Play:
    """A game that is played at random."""

    def __init__(self, book: RuleBook, scenario: str, seed: int, *, by_lot: bool) -> None:
        self.book = book
        self.random = Random(seed)
        self.chance = Luck(self.random)
        options = self._options() if by_lot else {}
        game = new_game(book.module, scenario, options, self.chance)
        seats = {side: Seat((n,)) for n, side in enumerate(game.sides)}
        self.game = replace(game, seats=seats)
        procedures = Assistant(book).procedures
        self.components = replace(book.module.components, procedures=lambda: procedures)
        self.steps = 0
        self.name = f"{scenario}, seed {seed}, {options}"
        self.last: AnyCommand | None = None
        self.memory = Memory(book)
        self._situation: Situation | None = None
        self.part = self._part()

    def _options(self) -> dict[str, str]:
        return {
            id: self.random.choice(choices)
            for id, choices in self.book.module.components.options.items()
            if self.random.random() < 0.4
        }

    # what is known

    @property
    def facts(self):
        """The position in the words of the rules."""
        return code("facts").facts_of(self.seen())

    def seen(self) -> Situation:
        """The position as it is."""
        if self._situation is None or self._situation.game is not self.game:
            self._situation = self.memory.situation(self.game)
        return self._situation

    @property
    def sequence(self):
        """The sequence of play."""
        assert self.book.sequence is not None
        return self.book.sequence

    def is_over(self) -> bool:
        """Whether nothing follows."""
        seen = self.seen()
        return self.sequence.ending(seen) is not None or self.sequence.advance(seen) is None

    # doing

    def do(self, by: str, command: AnyCommand) -> str:
        """Do something; why it was refused, "" if it was done."""
        outcome = decide(self.game, command, by, self.chance, self.components, ())
        if not isinstance(outcome, Done):
            return getattr(outcome, "because", "") or f"{outcome}"
        self.game = apply(self.game, outcome.patch)[0]
        self.steps += 1
        self.last = command
        sound(self)
        return ""

    def answer_all(self) -> None:
        """Answer until nothing is asked any more."""
        while self.game.frames:
            asked = [one for frame in self.game.frames for one in underway(self.seen(), frame).asked]
            open_ones = [one for one in asked if one.kind != "run" and not one.answered]
            assert open_ones, f"{self.name}: nothing can be answered of {asked}"
            self.answer(self.random.choice(open_ones))

    def answer(self, asked: Asked) -> None:
        """Answer a question somehow."""
        by = asked.by or self.random.choice(self.game.sides)
        if asked.kind == "go-on":
            because = self.do(by, GoOn(asked.frame))
            assert not because, f"{self.name}: {because}"
            return
        because = ""
        for value, _ in zip(self.answers(asked), range(TRIES), strict=False):
            because = self.do(by, Answer(asked.frame, asked.key, value))
            if not because:
                return
        raise AssertionError(f"{self.name}: no answer will do for {asked}: {because}")

    def answers(self, asked: Asked) -> Iterator[Plain]:
        """Answers that a player might give, one after the other."""
        options = self.tempting(asked) or [choice.value for choice in asked.options]
        while True:
            match asked.kind:
                case "confirm":
                    yield self.random.random() < 0.5
                case "number":
                    yield self.random.randint(asked.least, asked.most)
                case "pick":
                    yield self.random.choice(options)
                case "order":
                    yield self.random.sample(options, len(options))
                case _ if asked.repeats:
                    many = self.random.randint(asked.least, min(asked.most, asked.least + 3))
                    pool = self.random.sample(options, self.random.randint(1, len(options)))
                    yield [self.random.choice(pool) for _ in range(many)]
                case _:
                    shuffled = self.random.sample(options, len(options))
                    yield from self.convoy(asked, shuffled)
                    first = self.random.randint(asked.least, max(asked.least, min(asked.most, 4)))
                    yield shuffled[:first]
                    yield from (shuffled[:many] for many in range(asked.least, asked.most + 1))

    def tempting(self, asked: Asked) -> list[Plain]:
        """Of the hexes that a Task Force may go to, more often than not those with an enemy or an enemy base."""
        if asked.key != "goal" or self.random.random() < 0.3:
            return []
        facts = self.facts
        places = {choice.value: str(choice.value).rpartition(":")[2] for choice in asked.options}
        return [
            value
            for value, place in places.items()
            if facts.enemy_here(place, asked.by) or facts.is_enemy_base(place, asked.by)
        ]

    def convoy(self, asked: Asked, options: Sequence[Plain]) -> Iterator[Plain]:
        """Where units form a Task Force, a land unit with three ships first, if there are such."""
        if asked.question == "Which units form it?":
            facts = self.facts
            group = {option: facts.units[int(str(option).rpartition(":")[2])].group for option in options}
            ships = [option for option in options if group[option] == "naval"]
            armies = [option for option in options if group[option] == "land"]
            if ships and armies:
                yield [*armies[:1], *ships[:3]]

    def offers(self) -> list[Begin]:
        """The procedures that may be begun now."""
        seen = self.seen()
        phase = self.sequence.phase(seen)
        assert phase is not None, self.name
        views = Views(seen, self.memory)
        eyes = {side: view.situation for side in self.game.sides if (view := views.of(side)) is not None}
        return [
            Begin(id, {}, side)
            for id in dict.fromkeys((*phase.begins, *phase.offers, *phase.reactions, *phase.ends))
            for side in self.game.sides
            if id in self.book.procedures
            and id != "end-phase"  # it counts what is so at the very end
            and not self.sequence.why_not(seen, side, id)
            and not self.book.procedures[id].may_begin(eyes[side], side)
        ]

    def begin(self, command: Begin) -> None:
        """Begin what is offered, and see it through."""
        because = self.do(command.side, command)
        assert not because, f"{self.name}: {command} was offered, but: {because}"
        self.answer_all()

    def move_something(self) -> None:
        """Some unit goes somewhere by a way of moving that is open now."""
        seen = self.seen()
        phase = self.sequence.phase(seen)
        modes = [self.book.ground.modes[id] for id in phase.modes if id in self.book.ground.modes] if phase else []
        sides = self.sequence.acting(seen)
        pieces = [unit.id for unit in self.facts.in_play() if unit.side in sides]
        if not modes or not pieces:
            return
        mode, piece = self.random.choice(modes), self.random.choice(pieces)
        if mode.id in IN_FORCE and not self.facts.units[piece].force:
            return
        try:
            if not mode.applies(seen, piece):
                return
            places = mode.reach(seen, (piece,)).places
            if not places:
                return
            command = mode.command(seen, (piece,), self.random.choice(places))
        except Unanswerable:
            return
        assert command is not None, f"{self.name}: {mode.id} reaches what it does not go to"
        because = self.do(self.facts.units[piece].side, command)
        assert not because, f"{self.name}: {mode.id} of {self.facts.units[piece].name}: {because}"

    def play_phase(self) -> None:
        """Do some of what may be done, then go on to the next phase."""
        many = self.random.randrange(LONGEST) * (2 if self.facts.moment.phase == code("calendar").OPERATIONS else 1)
        for _ in range(many):
            if self.is_over():
                return
            offers = [None, *self.offers()]
            weights = [ELSE if offer is None else WEIGHTS.get(offer.procedure, 10) for offer in offers]
            chosen = self.random.choices(offers, weights)[0]
            if chosen is None:
                self.move_something()
            else:
                self.begin(chosen)
        self.fight_on()
        if not self.is_over():
            self.go_on()

    def fight_on(self) -> None:
        """Battles are fought before the Combat Phase ends."""
        for _ in range(MOST_BATTLES):
            battles = [offer for offer in self.offers() if offer.procedure == "battle"]
            if not battles or self.is_over():
                return
            self.begin(self.random.choice(battles))
        raise AssertionError(f"{self.name}: the battles do not end")

    def go_on(self) -> None:
        """To the next phase."""
        moment, worth = self.facts.moment, self._part()
        side = self.sequence.acting(self.seen())[0]
        self.begin(Begin(NEXT_PHASE, {}, side))
        after = self.facts.moment
        assert self.is_over() or after != moment, f"{self.name}: {moment} does not end"
        settled(self, moment.phase)
        if after.phasing != moment.phasing or after.turn != moment.turn:
            counted(self, worth)
            self.part = self._part()

    # victory points

    def _part(self) -> tuple[int, dict[str, str], bool]:
        """What Victory Points are worked out from: those there are, who holds what, whether the lifeline is open."""
        facts = self.facts
        held = {site.place: facts.control(site.place) for site in facts.geography.bases}
        return facts.points.vp, held, code("supply_lines").lifeline(facts)


# --- what must be so ---


def sound(play: Play) -> None:
    """Every piece lies in one place, no kind has more counters than there are, no number is out of its track."""
    game: Game = play.game
    lying = [(id, at) for at, holder in game.holders.items() for id in holder.pieces]
    assert sorted(lying) == [(id, piece.at) for id, piece in game.pieces.items()], play.last
    for number, many in Counter(piece.kind for piece in game.pieces.values()).items():
        limit = game.kinds[number].limit
        assert not limit or many <= limit, (game.kinds[number].key, many, play.last)
    facts = play.facts
    planes = Counter(unit.side for unit in facts.units.values() if unit.sort.group == "air")
    assert planes == dict.fromkeys(game.sides, AIR_COUNTERS), (planes, play.last)
    points = facts.points
    assert 0 <= points.merchantmen <= 60, (points, play.last)
    assert points.merchantmen % 2 == 0, play.last
    for key in code("points").MARKERS.values():
        at = [play.seen().where(id) for id in facts.of_kind(key)]
        assert len(at) == 1, (key, at, play.last)
        assert at[0] is not None, (key, play.last)
        assert at[0].place.startswith("general-track."), (key, at, play.last)
    for unit in facts.units.values():
        assert unit.spot, (unit, play.last)
        assert unit.side == "AL" or unit.hex not in code("geography").BOXES, (unit, play.last)


def settled(play: Play, phase: int) -> None:
    """What a phase leaves behind: no excess where stacking was checked, nobody aboard, no Task Force in port."""
    facts = play.facts
    if phase == 9:
        assert is_open(play.game), f"{play.name}: what was formed in secret is not shown"
    if phase in (7, 12, 13):
        left = list(code("checks.places").excesses(facts))
        assert not left, f"{play.name}: {left}"
    if phase == 11:
        aboard = [unit for force in facts.forces for unit in force.passengers]
        assert not aboard, f"{play.name}: {aboard}"
        on_board = [unit for unit in facts.units.values() if play.seen().where(unit.id).map == "battle-board"]
        assert not on_board, f"{play.name}: {on_board}"
    if phase == 12:
        assert not facts.forces, f"{play.name}: {facts.forces}"
        assert not facts.occupied, f"{play.name}: {facts.occupied}"


def counted(play: Play, before: tuple[int, dict[str, str], bool]) -> None:
    """The Victory Points after a player part: those at its beginning, its captures, the lifeline, the old debts."""
    facts = play.facts
    start, held, _ = play.part
    vp_before, now, is_open = before
    captures = 0
    for site in facts.geography.bases:
        old, new = held[site.place], now[site.place]
        if old != new:
            is_free = new == "AL" and not old and not facts.rules("G-15", "costs-japan-its-points")
            captures += 0 if is_free else site.points if new == "JP" else -site.points
    gained = vp_before - start  # Ranger, if he came
    assert 0 <= gained <= 1, f"{play.name}: {start} to {vp_before} within a part"
    after = vp_before + captures
    ended = facts.moment
    is_japans = ended.phasing == "AL"
    if is_japans and 19 < after < 40 and not is_open:
        after += 2
    if not is_japans and ended.turn >= 4:
        table = play.seen().table
        after -= sum(table(name) != 1 for name in ("manila_ever_jp", "singapore_ever_jp"))
    assert facts.points.vp == after, f"{play.name}: {facts.points.vp} instead of {after}"


# --- games ---


def played(book: RuleBook, scenario: str, seed: int, phases: int, *, by_lot: bool) -> Play:
    """A game of so many phases, or until it is over."""
    play = Play(book, scenario, seed, by_lot=by_lot)
    for _ in range(phases):
        if play.is_over():
            break
        try:
            play.play_phase()
        except AssertionError:
            sys.stderr.write(f"{play.name}: {play.facts.moment}, after {play.last}\n")
            raise
    return play


@pytest.mark.parametrize(("scenario", "seed"), [("december-1941", 0), ("july-1942", 1), ("july-1942", 2)])
def test_a_turn_at_random(book: RuleBook, scenario: str, seed: int) -> None:
    play = played(book, scenario, seed, 21, by_lot=seed > 0)
    assert play.steps > 21


def main(arguments: Sequence[str]) -> int:
    """Play long games, one after the other, each with a seed of its own; how many of them went wrong."""
    wrong = 0
    parser = argparse.ArgumentParser(description="Play Fire in the Sky at random.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--phases", type=int, default=400, help="after which a game is broken off")
    given = parser.parse_args(arguments)
    book = load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))
    for seed in range(given.seed, given.seed + given.games):
        began = time.monotonic()
        try:
            play = played(book, SCENARIOS[seed % 2], seed, given.phases, by_lot=seed % 3 > 0)
        except AssertionError as problem:
            wrong += 1
            sys.stdout.write(f"seed {seed}: {problem}\n")
            continue
        moment, points = play.facts.moment, play.facts.points
        sys.stdout.write(
            f"seed {seed}: turn {moment.turn} {moment.phasing} {moment.phase}, {points.vp} Victory Points, "
            f"{play.steps} steps, {time.monotonic() - began:.0f} s\n"
        )
        sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
