"""Random games by the rules: offered procedures are begun at random, every question is answered, and units move
within their reach.

After every step the position must make sense, and there must always be something to do. A few short games run with the
tests. The command below plays long games of the whole war, with random rulings and options, and with one side or both
acting in each part:

python tests/modules/fire_in_the_sky/test_random_play.py --games 200
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from statistics import median, quantiles
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.policy import property_of
from rules_assist.position.judged_view import hides_anything
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_game import DeadEndError, Luck, RandomGame
from tabletop.assistance import ProcedureQuestion
from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import AnyCommand, At, Begin, MovePieces, RemovePieces, SetTrait
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tests.rules_assist.workshop.renumbered_view import ViewsCompared

SCENARIOS = ("december-1941", "july-1942")
TEMPERS = ("both", "both", "Japan", "the Allies")
"""The sides that act in their own parts, chosen by the seed. If one side does nothing, the other may win early."""
WEIGHTS = {
    "make-change": 1,
    "disband": 1,
    "stay": 1,
    "disembark": 1,
    "battles-left": 1,
    "leave-aviation": 3,
    "operate": 40,
    "react": 40,
    "end-phase": 0,  # never at random: it judges the position at the end of a part
}
"""The weights of procedures when one of the offers is chosen at random; all others have 10."""
AIR_COUNTERS = 15
WHOLE_WAR = 400


def code(name: str) -> ModuleType:
    """Return a file of the module's Python."""
    return import_module(f"wartable_module_fire_in_the_sky.rules.{name}")


class Play(RandomGame):
    """A random game of Fire in the Sky."""

    def __init__(self, book: RuleBook, scenario: str, seed: int, *, by_lot: bool = False, temper: str = "both") -> None:
        random = Random(seed)
        options = drawn(book, random) if by_lot else {}
        super().__init__(book, new_game(book.module, scenario, options, Luck(random)), random)
        self.temper = temper
        self.name = f"{scenario}, seed {seed}, {temper}, {options}"
        self.tally: Counter[str] = Counter()
        self.part = self._part()
        self.unfought: tuple[str, ...] = ()

    @property
    def facts(self) -> Any:
        """The position in the terms of the rules."""
        return code("position.facts").facts_of(self.seen())

    # preferences of the players

    def weight(self, procedure: str) -> int:
        return WEIGHTS.get(procedure, 10)

    def deeds(self) -> int:
        moment = self.facts.moment
        if self.temper != "both" and (moment.phasing == "JP") != (self.temper == "Japan"):
            return 0
        return super().deeds() * (2 if moment.phase == code("position.calendar").OPERATIONS else 1)

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:
        """Return the preferred options: of the hexes in a Task Force's reach, mostly those with an enemy or an enemy
        base.
        """
        if asked.key != "goal" or self.random.random() < 0.3:
            return ()
        facts = self.facts
        places = {value: str(value).rpartition(":")[2] for value in options}
        return [
            value
            for value, place in places.items()
            if facts.enemy_here(place, asked.by) or facts.is_enemy_base(place, asked.by)
        ]

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        if asked.question == "Which units form it?":
            yield from self.convoy([choice.value for choice in asked.options])
        yield from super().answers(asked)

    def convoy(self, options: Sequence[Plain]) -> Iterator[Plain]:
        """Yield the preferred units for a new Task Force: a land unit with up to three ships, if both are available."""
        facts = self.facts
        group = {option: facts.units[int(str(option).rpartition(":")[2])].group for option in options}
        options = self.random.sample(options, len(options))
        ships = [option for option in options if group[option] == "naval"]
        armies = [option for option in options if group[option] == "land"]
        if ships and armies:
            yield [*armies[:1], *ships[:3]]

    # events

    def done(self) -> None:
        if isinstance(self.last, Begin):
            self.tally[self.last.procedure] += 1
        if self.facts.moment.phase == code("position.calendar").COMBAT:  # ships that come home later find no battle
            self.unfought = code("battle.combat").battle_hexes(self.facts)
        sound(self)

    def play_phase(self) -> None:
        """Play a phase. In the Combat Phase, usually begin some of its battles before it ends."""
        if self.facts.moment.phase == code("position.calendar").COMBAT and self.random.random() < 0.7:
            for _ in range(self.random.randrange(6)):
                battles = [offer for offer in self.offers() if offer.procedure == "battle"]
                if battles and not self.is_over():
                    self.begin(self.random.choice(battles))
        super().play_phase()

    def go_on(self) -> None:
        moment, worth = self.facts.moment, self._part()
        super().go_on()
        settled(self, moment.phase)
        if moment.phase == code("position.calendar").END:
            counted(self, moment, worth)
            self.part = self._part()

    # victory points

    def _part(self) -> tuple[int, dict[str, str], bool]:
        """Return the basis of Victory Points: the current points, control, and whether the lifeline is open."""
        facts = self.facts
        held = {site.place: facts.control(site.place) for site in facts.geography.bases}
        return facts.points.vp, held, code("sea.supply_lines").lifeline(facts)


def drawn(book: RuleBook, random: Random) -> dict[str, str]:
    """Return random rulings and optional rules."""
    options = book.module.components.options.items()
    return {id: random.choice(rules.choices) for id, rules in options if random.random() < 0.4}


# --- conditions that must hold ---


def sound(play: Play) -> None:
    """Check that the position is sound: every piece lies in one place, no kind exceeds its number of counters, no side
    has gained or lost air counters, each marker is on its track, and no Japanese unit is in an off-map box. Outside
    procedures, each Task Force is in one place and within its limit.
    """
    game = play.game
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
    for key in code("position.points").MARKERS.values():
        at = [play.seen().where(id) for id in facts.of_kind(key)]
        assert len(at) == 1, (key, at, play.last)
        assert at[0] is not None, (key, play.last)
        assert at[0].place.startswith("general-track."), (key, at, play.last)
    for unit in facts.units.values():
        assert unit.spot, (unit, play.last)
        assert unit.side == "AL" or unit.hex not in code("position.geography").BOXES, (unit, play.last)
    if game.frames:  # in the middle of a step of the rules
        return
    for force in facts.forces:
        assert len({unit.hex for unit in force.members}) == 1, (force, play.last)
        assert len(force.ships) <= code("position.forces").MOST_SHIPS, (force, play.last)


def settled(play: Play, phase: int) -> None:
    """Check the position after a phase: nothing hidden after phase 9, no battle left after phase 11, and no Task Force
    and no marker of an occupied base after phase 12. Stacks are within their limits in the phases that check them.
    """
    facts = play.facts
    if phase == 9:
        assert not hides_anything(play.game), f"{play.name}: what was formed in secret is not shown"
    if phase in (7, 12, 13):
        left = list(code("checks.place_checks").excesses(facts))
        assert not left, f"{play.name}: {left}"
    if phase == 11:
        aboard = [unit for force in facts.forces for unit in force.passengers]
        assert not aboard, f"{play.name}: {aboard}"
        on_board = [unit for unit in facts.units.values() if play.seen().where(unit.id).map == "battle-board"]
        assert not on_board, f"{play.name}: {on_board}"
        unfought = set(play.unfought) - code("battle.combat").fought(facts)
        assert not unfought, f"{play.name}: {unfought}"
    if phase == 12:
        assert not facts.forces, f"{play.name}: {facts.forces}"
        assert not facts.occupied, f"{play.name}: {facts.occupied}"


def counted(play: Play, ended: Any, before: tuple[int, dict[str, str], bool]) -> None:
    """Check the Victory Points after a player part: those at its beginning, its captures, the lifeline, the old
    penalties.
    """
    facts = play.facts
    start, held, _ = play.part
    vp_before, now, is_open = before
    captures = 0
    for site in facts.geography.bases:
        old, new = held[site.place], now[site.place]
        if old != new:
            is_free = new == "AL" and not old and not facts.rules("G-15", "costs-japan-its-points")
            captures += 0 if is_free else site.points if new == "JP" else -site.points
            play.tally[f"taken by {new}"] += 1
    gained = vp_before - start  # for Ranger, if it came (16.1.5)
    assert 0 <= gained <= 1, f"{play.name}: {start} to {vp_before} within a part"
    after = vp_before + captures
    if ended.phasing == "JP" and 19 < after < 40 and not is_open:
        after += 2
    if facts.moment.phasing == "JP" and facts.moment.turn >= 4:
        table = play.seen().table
        after -= sum(table(name) != 1 for name in ("manila_ever_jp", "singapore_ever_jp"))
    assert facts.points.vp == after, f"{play.name}: {facts.points.vp} instead of {after}"


# --- games ---


def played(book: RuleBook, seed: int, phases: int = WHOLE_WAR, *, scenario: str = "", by_lot: bool = True) -> Play:
    """Play a game for a number of phases or to its end, and return it. The seed decides everything that is random."""
    scenario = scenario or SCENARIOS[seed % 2]
    play = Play(book, scenario, seed, by_lot=by_lot and seed % 3 > 0, temper=TEMPERS[seed // 2 % len(TEMPERS)])
    try:
        play.play(phases)
    except (AssertionError, DeadEndError) as problem:
        raise AssertionError(f"{play.name}: {play.facts.moment}, after {play.last}: {problem}") from problem
    return play


@pytest.mark.parametrize(("scenario", "seed"), [("december-1941", 0), ("july-1942", 1), ("july-1942", 2)])
def test_a_turn_at_random(book: RuleBook, scenario: str, seed: int) -> None:
    play = played(book, seed, 21, scenario=scenario)
    assert play.steps > 21


class Strict(Play):
    """A game at a table that enforces every rule."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        super().__init__(book, scenario, seed)
        self.assistant = Assistant(book)
        self.game = replace(self.game, properties={**self.game.properties, property_of(): "enforce"})

    def stops(self, before: Game, after: Game, step: Step) -> str:
        stopped = self.assistant.policy(before, after, step, step.by)
        if isinstance(stopped, Refused):
            return stopped.because
        self.assistant.observe(before, after, step)
        return "" if stopped is None else stopped.prompt.question


@pytest.mark.parametrize(("scenario", "seed"), [("december-1941", 3), ("july-1942", 4)])
def test_what_the_rules_offer_no_table_stops(book: RuleBook, scenario: str, seed: int) -> None:
    play = Strict(book, scenario, seed)
    play.play(11)
    assert play.steps > 11


class Compared(Play):
    """A game in which every kind of question is compared with that in a renumbered view of the asked side."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        super().__init__(book, scenario, seed)
        self.views = ViewsCompared()

    def done(self) -> None:
        self.views.compare(self.seen())


def test_each_side_is_asked_the_same_in_its_own_view(book: RuleBook) -> None:
    """A side's view has numbers of its own for the pieces, so no order of questions may depend on them."""
    play = Compared(book, "december-1941", 3)
    play.play(20)
    assert len(play.views.seen) > 20


def test_the_same_seed_plays_the_same_game(book: RuleBook) -> None:
    one, other = played(book, 5, 4), played(book, 5, 4)
    assert (one.steps, one.last, one.game.pieces) == (other.steps, other.last, other.game.pieces)


def broken(play: Play) -> dict[str, AnyCommand]:
    """Return steps that no rule allows, by descriptions of what is then wrong."""
    facts = play.facts
    ships = {side: next(u.id for u in facts.in_play(side) if u.sort.group == "naval") for side in play.game.sides}
    plane = next(unit.id for unit in facts.in_play("AL") if unit.sort.group == "air")
    others = [unit.id for unit in facts.in_play("JP") if unit.hex != facts.unit(ships["JP"]).hex][:1]
    return {
        "a marker is off its track": MovePieces(facts.of_kind("oil_points")[:1], At("pools", "Markers")),
        "Japan is in an off-map box": MovePieces((ships["JP"],), At("pacific", "West Coast USA")),
        "an air counter is gone": RemovePieces((plane,)),
        "a Task Force is in two places": SetTrait((ships["JP"], *others), "force", "Fleet 1"),
        "there are too many Merchantmen": MovePieces(
            facts.of_kind("merchantmen_pool")[:1], At("pacific", "general-track.61")
        ),
    }


@pytest.mark.parametrize(
    "what",
    [
        "a marker is off its track",
        "Japan is in an off-map box",
        "an air counter is gone",
        "a Task Force is in two places",
        "there are too many Merchantmen",
    ],
)
def test_what_must_be_so_is_looked_at_after_every_step(book: RuleBook, what: str) -> None:
    play = Play(book, "december-1941", 1)
    with pytest.raises(AssertionError):
        play.do("JP", broken(play)[what])


def test_points_and_capacities_are_looked_at_as_phases_end(book: RuleBook) -> None:
    play = Play(book, "december-1941", 1)
    before = play._part()
    play.do("JP", MovePieces(play.facts.of_kind("victory_points")[:1], At("pacific", "general-track.30")))
    with pytest.raises(AssertionError, match="instead of"):
        counted(play, play.facts.moment, before)
    settled(play, 7)
    fleet = [unit.id for unit in play.facts.in_play("JP") if unit.sort.group == "naval"]
    play.do("JP", MovePieces(tuple(fleet), At("pacific", play.facts.geography.find("Truk"))))
    with pytest.raises(AssertionError, match="Excess"):
        settled(play, 7)


def main(arguments: Sequence[str]) -> int:
    """Play long games, each with its own seed, and return the number of failed ones."""
    parser = argparse.ArgumentParser(description="Play Fire in the Sky at random.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    given = parser.parse_args(arguments)
    book = load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))
    times: list[float] = []
    total: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.games):
        began = time.process_time()
        try:
            play = played(book, seed)
        except AssertionError as problem:
            total["wrong"] += 1
            sys.stdout.write(f"seed {seed}: {problem}\n")
            continue
        times.append(time.process_time() - began)
        ending = play.ending()
        end = ending.id if ending else "none"
        sunk = sum(unit.spot == "Removed" and unit.sort.group == "naval" for unit in play.facts.units.values())
        total.update({f"end {end}": 1, "sunk": sunk}, **play.tally)
        moment, points = play.facts.moment, play.facts.points
        sys.stdout.write(
            f"seed {seed}: {end} in turn {moment.turn} {moment.phasing} {moment.phase}, {points.vp} Victory Points, "
            f"{play.steps} steps, {play.tally['battle']} battles, {sunk} sunk, {times[-1]:.1f} s\n"
        )
        sys.stdout.flush()
    if len(times) > 1:
        sys.stdout.write(f"median {median(times):.1f} s, p95 {quantiles(times, n=20)[-1]:.1f} s; {dict(total)}\n")
    return total["wrong"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
