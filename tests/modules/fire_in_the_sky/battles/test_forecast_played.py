"""The forecast of a battle compared with the battle itself, played often on the Battle Board with the same choices."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

import pytest

from rules_assist.chance.odds import Tries
from rules_assist.procedure.plain_data import from_plain
from tabletop.assistance import PAUSES, ProcedureQuestion
from tabletop.game.commands import SetProperty

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import Scene, World

SIDES = ("JP", "AL")
TIMES = 2_000
PLAYS = 2
MOST_SIGMAS = 3

WHOLE = (*range(10), 20, 22, 29, 43, 49, 304, 314, 361, 374, 399, 403, 523, 545, 582)
"""The seeds of the scenes that are played from their beginning; many of the last ones are landings."""

BEGUN = {201: 2, 204: 5, 206: 1, 208: 3, 216: 4, 219: 6, 223: 2, 229: 7, 231: 4, 238: 6, 245: 3, 251: 5, 260: 1, 266: 8}
"""The seeds of the scenes that are played from a later position, each with the number of random answers before it."""


ALWAYS = {
    "divine": False,
    "withdraws": False,
    "attack": True,
    "none": True,
    "box": "Bombardment Task Forces",
    "naval": [],
    "disembark": [],
    "replacements": "keep it",
}
"""The fixed answers to questions by the first word of their keys."""


class ByChoice:
    """A player that answers all questions of a battle with the choices that the forecast assumes (`choices_of`)."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._battle = world.code.procedures.battle

    def __call__(self, frame: int, one: ProcedureQuestion) -> object:
        state = from_plain(self._world.table.game.frames[frame].state, self._battle.battle_state.Battle)
        values = [choice.value for choice in one.options]
        word, _, rest = one.key.partition(" ")
        if word in ALWAYS:
            return ALWAYS[word]
        match word:
            case "at":
                return self._share(state, one, rest)
            case "elite":
                return one.most
            case "targets":
                return self._spread(values, one.most)
            case "hit":
                return self._in_order(values)[(int(rest) - 1) % len(values)]
            case "pairs":
                return self._pairs(state, values)
            case "enemy":
                return self._joined(state, one, values)
            case "target" | "strike":
                return self._line(values)[0] if word == "target" else values[0]
            case "checks":
                return self._line(values)
            case "return":
                return one.least
        assert word in ("commits", "landing"), one
        return values

    def _share(self, state: object, one: ProcedureQuestion, target: str) -> int:
        """Return a target's share of the Air Points, which are spread evenly over the Task Forces not yet announced."""
        targets = self._battle.air_combat.targets_of(self._world.facts, state, one.by)
        forces = [each for each in targets if each]
        if target not in forces:
            return 0 if forces else one.most
        left = len(forces) - forces.index(target)
        return -(-one.most // left)

    def _unit(self, value: str) -> object:
        return self._world.unit(int(value.removeprefix("piece:")))

    def _in_order(self, values: list[str]) -> list[str]:
        """Return units in the order of bombing."""
        units = [value for value in values if value.startswith("piece:")]
        return sorted(units, key=lambda value: (not self._unit(value).sort.is_carrier, self._unit(value).id))

    def _spread(self, values: list[str], points: int) -> list[str]:
        order = self._in_order(values)
        return sorted(islice(cycle(order), points), key=order.index) if order else values * points

    def _line(self, values: list[str]) -> list[str]:
        """Return ships, the strongest first."""

        def rank(value: str) -> tuple[int, ...]:
            ship = self._unit(value)
            return -ship.sort.firepower, -ship.sort.defence, ship.id

        return sorted(values, key=rank)

    def _lines(self, state: object) -> list[list[str]]:
        """Return the ships of the shorter line and of the longer one, in the order of the board; the first is not
        longer.
        """
        sides = self._battle.battle_state.in_order(self._world.facts, state)
        lines = [self._battle.surface_combat.ships_in(self._world.facts, side, state.water) for side in sides]
        first, second = ([f"piece:{ship.id}" for ship in line] for line in lines)
        return [second, first] if len(first) > len(second) else [first, second]

    def _pairs(self, state: object, values: list[str]) -> list[str]:
        """Return the ships that face the shorter line, in the order of that line on the board. The strongest ship faces
        the strongest.
        """
        longer, shorter = self._line(values), self._lines(state)[0]
        ranks = self._line(shorter)
        return [longer[ranks.index(ship)] for ship in shorter]

    def _joined(self, state: object, one: ProcedureQuestion, values: list[str]) -> str:
        """Return the enemy for a ship left over: the pairing begins again at the first enemy."""
        longer = self._line(self._lines(state)[1])
        (rank,) = (n for n, ship in enumerate(longer) if one.key == f"enemy of {self._unit(ship).sort.key}")
        enemies = [value for value in values if value.startswith("piece:")]
        return self._line(enemies)[rank % len(enemies)]


class End(NamedTuple):
    """The end of a battle: the side with Sea Control by water, the units off the board, whether the base is
    captured.
    """

    control: dict[str, str]
    gone: set[int]
    is_taken: bool


@dataclass
class Watch:
    """Records of a battle: its end, before the units leave the board, and its sunk and damaged ships."""

    world: "World"
    end: End | None = None
    sunk: set[int] = field(default_factory=set)
    damaged: set[int] = field(default_factory=set)

    def over(self, monkeypatch: pytest.MonkeyPatch) -> "Watch":
        """Watch each battle from now on, and return this object."""
        steps = self.world.table.book.procedures["battle"].by_id
        checks = self.world.code.procedures.damage_checks
        last, sinks, damages = steps["administer"], checks.out_of_game, checks.ship_damaged

        def ends(state: object, situation: object) -> object:
            self.end = self._seen(state, situation)
            return last.run(state, situation)

        def sunk(facts: object, pieces: tuple[int, ...]) -> object:
            self.sunk |= set(pieces)
            return sinks(facts, pieces)

        def damaged(facts: object, ship: object, hits: int) -> object:
            self.damaged.add(ship.id)
            return damages(facts, ship, hits)

        monkeypatch.setitem(steps, "administer", with_fields(last, run=ends))
        monkeypatch.setattr(checks, "out_of_game", sunk)
        monkeypatch.setattr(checks, "ship_damaged", damaged)
        return self

    def begin(self) -> None:
        """Forget the last battle, before another one begins."""
        self.end, self.sunk, self.damaged = None, set(), set()

    def _seen(self, state: object, situation: object) -> End:
        battle, facts = self.world.code.procedures.battle, self.world.code.facts.facts_of(situation)
        gone = {unit.id for unit in facts.units.values() if not battle.board.is_on_board(facts, unit)}
        occupier = battle.administration.occupier_of(facts, state.place)
        return End(state.control, gone, occupier == facts.moment.phasing)

    def figures(self, muster: object) -> dict[str, float]:
        """Return the results of the battle as numbers."""
        assert self.end is not None
        found: dict[str, float] = {"taken": self.end.is_taken}
        for side in SIDES:
            units = {unit.id for unit in muster.units if unit.side == side}
            ships = {unit.id for unit in muster.units if unit.group == "naval"}
            found[f"control {side}"] = sum(self.end.control.get(water) == side for water in muster.waters)
            found[f"sunk {side}"] = len(units & self.sunk)
            found[f"damaged {side}"] = len(units & self.damaged)
            found[f"lost {side}"] = len((units - ships) & self.end.gone)
        return found


def foretold(world: "World", muster: object) -> dict[str, tuple[float, float]]:
    """Return the forecast of the figures of `Watch.figures`: for each, the mean, and the variance of one battle."""
    code = world.code.prediction
    ends = code.ends.fought(muster, code.chances.Chances(world.facts), TIMES)
    found = {f"{word} {side}": tried.mean(float) for (side, word), tried in ends.losses.items()}
    found["taken"] = ends.taken.mean(float)
    for side in SIDES:
        parts = [each.mean(lambda holder: holder == side) for each in ends.control.values()]  # noqa: B023
        found[f"control {side}"] = (sum(mean for mean, _ in parts), sum(error**2 for _, error in parts) ** 0.5)
    return {name: (mean, error**2 * (TIMES - 1)) for name, (mean, error) in found.items()}


class Compared:
    """Battles that were played, compared with their forecasts."""

    def __init__(self) -> None:
        self._off: dict[str, float] = defaultdict(float)
        self._variance: dict[str, float] = defaultdict(float)
        self.played = 0

    def add(self, came: dict[str, float], said: dict[str, tuple[float, float]], plays: int) -> None:
        """Add the result of one play of a battle that is played `plays` times. The error of its forecast
        counts, too.
        """
        self.played += 1
        for name, (mean, variance) in said.items():
            self._off[name] += came[name] - mean
            self._variance[name] += variance * (1 + plays / TIMES)

    @property
    def far_off(self) -> dict[str, float]:
        """The figures that differ implausibly from their forecast, each with the difference in standard errors.

        A figure without variance must be equal to its forecast.
        """
        sigmas = {name: off / max(self._variance[name], 1e-9) ** 0.5 for name, off in self._off.items()}
        return {name: each for name, each in sigmas.items() if abs(each) > MOST_SIGMAS}

    def play(self, scene: "Scene", watch: Watch) -> None:
        """Play a battle repeatedly from its current position, and add each result to the comparison."""
        world, table = scene.world, scene.world.table
        foretelling, start = world.code.prediction.muster, table.game
        begun = foretelling.battles_under_way(world.situation())
        place = next(iter(begun), "") or world.code.combat.battle_hexes(world.facts)[0]
        muster = foretelling.Muster(world.facts, place, foretelling.since_of(world.situation(), place))
        said, answer = foretold(world, muster), ByChoice(world)
        for number in range(PLAYS):
            table.game, table.chance = start, Tries(1000 * self.played + number)
            watch.begin()
            if not begun:
                scene.begin("battle")
            while table.game.frames:
                frame, one = scene.open()
                assert scene.answer(frame, one, answer(frame, one)), one
            self.add(watch.figures(muster), said, PLAYS)


def at_the_battle(scene: "Scene") -> "Scene":
    """Record the submarines' attacks as done, switch the pauses before dice off, and return the scene.

    The forecast has no answer to a pause.
    """
    scene.world.step(SetProperty(PAUSES, "off"))
    scene.world.step(scene.world.code.combat.noted(scene.world.facts, "submarines"))
    return scene


def may_begin(scene: "Scene") -> bool:
    procedure = scene.world.table.book.procedures["battle"]
    return not procedure.may_begin(scene.world.situation(), scene.world.facts.moment.phasing)


def played_on(scene: "Scene", answers: int) -> bool:
    """Play a battle with this number of random answers, and then to the start of its next step. Return whether it is
    not yet over.
    """
    scene.begin("battle")
    while (frames := scene.world.table.game.frames) and (answers > 0 or frames[frames.keys()[-1]].answers):
        frame, one = scene.open()
        assert any(scene.answer(frame, one, scene.by_chance(one)) for _ in range(20)), one
        answers -= 1
    return bool(frames)


def test_battles_end_as_they_are_forecast(scene_of: Callable[[int], "Scene"], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Compared()
    for number in WHOLE:
        scene = at_the_battle(scene_of(number))
        if may_begin(scene):
            with monkeypatch.context() as patched:
                found.play(scene, Watch(scene.world).over(patched))
    assert found.played > len(WHOLE)
    assert found.far_off == {}


def test_battles_under_way_end_as_they_are_forecast(
    scene_of: Callable[[int], "Scene"], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Compared()
    for number, answers in BEGUN.items():
        scene = at_the_battle(scene_of(number))
        with monkeypatch.context() as patched:
            watch = Watch(scene.world).over(patched)
            if may_begin(scene) and played_on(scene, answers):
                found.play(scene, watch)
    assert found.played > len(BEGUN)
    assert found.far_off == {}
