"""Plans for the flights of a side: chains of legal actions for all points left, from what the side sees.

A plan fires or bombs where it is worth the most, and spends the other points so that the flight ends out of the
enemy's guns and near its goal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from heapq import nlargest
from typing import Final, Literal, NamedTuple, TypeAlias

from .air_battle import STAYING, AirBattle, Flight, Team
from .air_shots import BOMBER_REACH, fighter_reach, shot_targets
from .battle_rules import DICE, END, BattleRules
from .board_hexes import STEPS, BoardHexes, Offset, front_offsets
from .bombing_runs import STRAFE, bomb_modifiers, bombing_modes, flak_cell, flak_modifiers
from .flight_courses import Courses, FlownCourse, flown, turned
from .flight_motion import LEAVE, MEDIUM, STRAIGHT, AirAction, FlightMotion, Motion, PointLedger, PointTable
from .shot_odds import shot_odds

Plan: TypeAlias = Literal["press_on", "at_bombers", "defend", "break_off"]
"""The order of a side to its flights.

* `press_on`: bombers go to the target and bomb, then go home; fighters attack where it is worth the most, and go home
  after the last bomber of their mission.
* `at_bombers`: fighters attack bombers before all others.
* `defend`: fighters stay near the bombers of their side, and attack the enemies that are nearest to these.
* `break_off`: bombers drop their bombs anywhere, and all flights leave the board.
"""

TRIALS: Final = 4
"""The most firing positions that are examined closely for each target.

Of the possible ends of an impulse, at most the square of this number are examined closely.
"""
BOMBS: Final = 20
"""The worth of bombs on the target, besides the modifiers of their die: more than that of any shot."""
GUNS: Final = 12
"""The cost for a fighter of an end in the guns of an enemy: it ends elsewhere if it can."""
FLANK: Final = 2
"""The cost of such an end for a bomber, whose way to the target comes first."""
HINT: Final = 0.25
"""The worth of an end one hex nearer to the goal. In the same measure, a step of a fighter is worth 2."""
FAR: Final = 12
ANSWER: Final = 0.05
"""The part of a flight's worth that an entered hex costs it for each bomber that may answer there."""
_GREEDY: Final = ("end", "straight", "turn", "roll", "dive", "immelmann", "climb", "leave")


class Attack(NamedTuple):
    """Fire or a bombing run: its worth, the course that leads to it, the motion there and after it, and the action."""

    worth: float
    course: FlownCourse
    at: Motion
    after: Motion
    action: AirAction


class _Task(NamedTuple):
    """The impulse that is planned.

    `lure` returns the distance of a hex from the goal. `guns`: the number of enemies that could fire into a hex at an
    altitude, as `_guns` counts them.
    """

    battle: AirBattle
    plan: Plan
    steering: FlightMotion
    goes_home: bool
    lure: Callable[[str | None], float]
    guns: Mapping[tuple[str, int], float]

    @property
    def flight(self) -> Flight:
        return self.battle.flights[self.battle.active[0]]

    @property
    def fear(self) -> float:
        return GUNS if self.flight.is_fighter else FLANK


class AirPlanner:
    """A planner of impulses by the rules of one game, which remembers the courses that it has worked out."""

    def __init__(self, rules: BattleRules) -> None:
        self._rules = rules
        self._courses: dict[tuple[PointTable, PointLedger], Courses] = {}
        self._known_hits: dict[object, dict[tuple[str, int], float]] = {}

    def chain(self, battle: AirBattle, plan: Plan = "press_on") -> tuple[AirAction, ...]:
        """Return the actions of the side that decides, up to the end of the impulse.

        The chain may end earlier, at a die or at a decision of the other side; it is empty if no side decides. Each
        action is legal after those before it, if no shot or anti-aircraft fire changes the flights.
        """
        team = self._rules.decider(battle)
        if team is None:
            return ()
        return self._chain(self._rules.seen_by(battle, team), team, plan)

    def _chain(self, battle: AirBattle, team: Team, plan: Plan) -> tuple[AirAction, ...]:
        if battle.asked or battle.winner:
            return self._rules.legal(battle)[:1]
        task = self._task(battle, team, plan)
        if battle.motion is None:
            return self._entry(task)
        if task.plan == "break_off" and any(flight.is_loaded for flight in _active(battle)):
            abort = AirAction("abort")
            if abort in self._rules.legal(battle):
                return self._then(task, abort)
        if battle.goes_straight:
            return self._greedy(task)
        return self._course(task, battle.motion)

    def _then(self, task: _Task, action: AirAction) -> tuple[AirAction, ...]:
        """Return a chain that begins with an action."""
        battle, team = task.battle, task.flight.team
        after = self._rules.act(battle, action)
        if after.active != battle.active or after.casts or after.asked or self._rules.decider(after) != team:
            return (action,)
        if (after.round, after.impulse) != (battle.round, battle.impulse):
            return (action,)
        return (action, *self._chain(after, team, task.plan))

    # The goal

    def _task(self, battle: AirBattle, team: Team, plan: Plan) -> _Task:
        flight = battle.flights[battle.active[0]]
        goes_home = STAYING not in battle.options and self._goes_home(battle, flight, plan)
        board = self._rules.board
        goals = () if goes_home else tuple(self._goals(battle, flight, plan))
        lure = _way_home(board) if goes_home else _way_to(board, goals)
        steering = self._rules.steering(battle) if battle.motion else FlightMotion(board, self._rules.table(flight))
        return _Task(battle, plan, steering, goes_home, lure, self._guns(battle, team))

    def _goes_home(self, battle: AirBattle, flight: Flight, plan: Plan) -> bool:
        if plan == "break_off" or flight.is_low_on_ammo:
            return True
        if flight.team == "interceptor":
            return False
        if not flight.is_fighter:
            return not any(other.is_loaded for other in _active(battle))
        bombers = [other for other in battle.flights if other.team == "mission" and _is_bomber(other)]
        return bool(bombers) and all(bomber.is_out for bomber in bombers)

    def _goals(self, battle: AirBattle, flight: Flight, plan: Plan) -> Iterator[str]:
        """Yield the hexes to which a flight goes."""
        targets = tuple(ship.hex for ship in battle.ships) or self._rules.board.chart.targets
        if not flight.is_fighter:
            yield from targets
            return
        enemies = [other for other in battle.flights if other.team != flight.team and other.hex]
        bombers = [
            other.hex for other in battle.flights if other.team == flight.team and other.hex and _is_bomber(other)
        ]
        if bombers and (plan == "defend" or not enemies):
            yield from bombers
        elif enemies:
            most = max(self._worth(battle, other, plan) for other in enemies)
            yield from (other.hex for other in enemies if self._worth(battle, other, plan) == most)
        else:
            yield from targets

    def _worth(self, battle: AirBattle, flight: Flight, plan: Plan) -> float:
        """Return the worth of a step of a flight to its enemies under their plan.

        A bomber is worth more than a fighter, except interceptors close to bombers that are defended.
        """
        if _is_bomber(flight):
            return 3 + flight.is_loaded
        if plan == "at_bombers":
            return 0.5
        if plan != "defend" or flight.team == "mission" or not flight.hex:
            return 2
        bombers = [other.hex for other in battle.flights if other.team == "mission" and other.hex and _is_bomber(other)]
        return 2 + 2 / (1 + min((self._rules.board.distance(flight.hex, hex) for hex in bombers), default=FAR))

    def _guns(self, battle: AirBattle, team: Team) -> Mapping[tuple[str, int], float]:
        """Return the number of enemies that could fire into each hex and altitude from where they are.

        An enemy one level higher or lower counts as a quarter.
        """
        found: dict[tuple[str, int], float] = {}
        for enemy in battle.flights:
            reach = fighter_reach(battle, enemy) if enemy.team != team and enemy.hex else 0
            if not reach or enemy.is_low_on_ammo:
                continue
            level = _level(enemy)
            for hex in self._rules.board.front_arc(enemy.hex, enemy.facing, reach):
                for altitude, part in ((level - 1, 0.25), (level, 1), (level + 1, 0.25)):
                    found[hex, altitude] = found.get((hex, altitude), 0) + part
        return found

    # The entry

    def _entry(self, task: _Task) -> tuple[AirAction, ...]:
        actions = self._rules.legal(task.battle)
        if actions[0].deed == "seek":
            return (self._seek(task, actions),)
        board, altitude = self._rules.board, task.flight.altitude

        def score(action: AirAction) -> float:
            ahead = board.ahead(action.hex, action.facing)
            return -task.lure(ahead) - task.lure(action.hex) - task.fear * task.guns.get((action.hex, altitude), 0)

        return self._then(task, max(actions, key=score))

    def _seek(self, task: _Task, actions: Sequence[AirAction]) -> AirAction:
        """Return the action of an interceptor off the board: the roll for an entry, or a climb if all enemies on the
        board are two levels higher. A flight that goes home only stays off.
        """
        if task.goes_home:
            return AirAction("stay")
        levels = [_level(other) for other in task.battle.flights if other.team == "mission" and other.hex]
        climb = AirAction("stay", 1)
        is_too_low = levels and min(levels) > task.flight.altitude + 1
        return climb if is_too_low and climb in actions else actions[0]

    # The course

    def _course(self, task: _Task, start: Motion) -> tuple[AirAction, ...]:
        """Return the actions of the best attack, with the way to it and from it; without a worthwhile attack, the best
        way alone.
        """
        attacks = () if task.plan == "break_off" else self._attacks(task, start)
        best = max(attacks, key=lambda attack: attack.worth, default=None)
        if best is not None and best.worth > 0:
            after = self._after(task, best)
            rest = self._way(after, best.after, straight_first=self._must_go_on(task, best))
            if rest is not None:
                return self._with_bombs(task, (*best.course.actions, best.action, *rest))
        way = self._way(task, start)
        return self._greedy(task) if way is None else self._with_bombs(task, way)

    def _after(self, task: _Task, attack: Attack) -> _Task:
        """Return the task after an attack: a single flight that has bombed goes home if it may leave the board."""
        if attack.action.deed != "bomb" or STAYING in task.battle.options or len(task.battle.active) > 1:
            return task
        return task._replace(goes_home=True, lure=_way_home(self._rules.board))

    def _must_go_on(self, task: _Task, attack: Attack) -> bool:
        if attack.action.deed != "bomb" or not self._rules.charts.modes[attack.action.mode].straight_on:
            return False
        there = self._there(task, attack.course, attack.at)
        return any(flight.run == 2 for flight in _active(there) if flight.id == attack.action.flight)

    def _way(self, task: _Task, start: Motion, *, straight_first: bool = False) -> tuple[AirAction, ...] | None:
        """Return the actions that spend all points in the best way; None if none was found that stays on the board.

        A flight that goes home leaves the board as soon as it can.
        """
        courses, board = self._of(task.steering.table, start.ledger), self._rules.board
        scored, fear, levels = [], task.fear, self._levels(task)
        for (offset, facing, altitude), index in courses.ends.items():
            hex = board.shifted(start.hex, turned(offset, start.facing))
            if hex is not None:
                under = fear * task.guns.get((hex, altitude), 0)
                off = FAR * min((abs(altitude - level) for level in levels), default=0)
                ahead = board.ahead(hex, facing + start.facing)
                scored.append((-under - HINT * (off + task.lure(hex) + task.lure(ahead)), -index))
            elif task.goes_home:
                scored.append((FAR, -index))
        for _, index in nlargest(TRIALS * TRIALS, scored):
            steps = courses.steps(-index)
            if straight_first and steps and steps[0].action is not STRAIGHT:
                continue
            course = flown(task.steering, start, steps)
            if course is not None and (not course.leaves or task.goes_home):
                return course.actions if course.leaves else (*course.actions, END)
        return None

    def _levels(self, task: _Task) -> frozenset[int]:
        """Return the altitudes from which the active flights can bomb or drop paratroops; none if they go home."""
        modes, loaded = self._rules.charts.modes, [flight for flight in _active(task.battle) if flight.is_loaded]
        named = [] if task.goes_home else [mode for flight in loaded for mode in flight.craft.modes]
        return frozenset(level for mode in named for level in modes[mode].altitudes)

    def _greedy(self, task: _Task) -> tuple[AirAction, ...]:
        """Return a chain that begins with the first possible action in the order of `_GREEDY`.

        A flight that goes home leaves the board first of all if it can.
        """
        legal = self._rules.legal(task.battle)
        deeds = ("leave", *_GREEDY) if task.goes_home else _GREEDY
        return self._then(task, next(action for deed in deeds for action in legal if action.deed == deed))

    def _with_bombs(self, task: _Task, way: tuple[AirAction, ...]) -> tuple[AirAction, ...]:
        """Return the actions of a formation on its way, with those bombing runs of its flights that cost no points."""
        if len(task.battle.active) == 1 or task.plan == "break_off":
            return way
        actions, battle = list[AirAction](), task.battle
        planned = {action.flight for action in way if action.deed == "bomb"}
        for action in way:
            for bomb in self._rules.legal(battle) if action.deed != "bomb" else ():
                mode = self._rules.charts.modes.get(bomb.mode)
                is_free = mode is not None and not mode.price and (not mode.straight_on or action is STRAIGHT)
                if is_free and bomb.flight not in planned:
                    planned.add(bomb.flight)
                    actions.append(bomb)
                    battle = self._rules.act(battle, bomb).with_(casts=())
            actions.append(action)
            if action not in (END, LEAVE):
                battle = self._rules.act(battle, action).with_(casts=())
        return tuple(actions)

    def _of(self, table: PointTable, ledger: PointLedger) -> Courses:
        found = self._courses.get((table, ledger))
        if found is None:
            found = self._courses[table, ledger] = Courses(table, ledger)
        return found

    # The attacks

    def _attacks(self, task: _Task, start: Motion) -> Iterator[Attack]:
        battle, flight = task.battle, task.flight
        yield from self._runs(task, start)
        reach = fighter_reach(battle, flight)
        if not reach or battle.has_fired or flight.is_low_on_ammo or flight.rating(flight.craft.af) is None:
            return
        for at, enemy in enumerate(battle.flights):
            if enemy.team != flight.team and enemy.hex:
                yield from self._shots(task, start, at, reach)

    def _shots(self, task: _Task, start: Motion, at: int, reach: int) -> Iterator[Attack]:
        """Yield the best possible shot at an enemy."""
        enemy, by = task.battle.flights[at], task.battle.active[0]
        courses, action = self._of(task.steering.table, start.ledger), AirAction("fire", flight=enemy.id)
        trials = 0
        for worth, poses in self._by_worth(task, at, reach):
            for offset, facing in poses:
                way = self._rules.board.offset(start.hex, enemy.hex)
                there = turned((way[0] - offset[0], way[1] - offset[1]), -start.facing)
                index = courses.richest.get((there, (facing - start.facing) % 6, _level(enemy)))
                if index is None or not courses.ledger(index).points:
                    continue
                course = flown(task.steering, start, courses.steps(index))
                if course is None or course.leaves:
                    continue
                trials += 1
                motion = course.motions[-1] if course.motions else start
                if motion.ledger.altitude <= motion.ledger.ceiling and at in shot_targets(
                    self._rules, self._there(task, course, motion), by
                ):
                    paid = motion.paid(1, parts_turns=self._rules.book.fire_parts_turns)
                    yield Attack(worth - self._risk(task, course), course, motion, paid, action)
                    return
                if trials >= TRIALS:
                    return

    def _by_worth(self, task: _Task, at: int, reach: int) -> Sequence[tuple[float, Sequence[tuple[Offset, int]]]]:
        """Return the groups of firing poses at an enemy with their worth, the best first."""
        enemy = task.battle.flights[at]
        worth, hits = self._worth(task.battle, enemy, task.plan), self._hits(task.battle, at)
        groups = _firing_poses(self._rules.board, enemy.facing).items()
        found = [(worth * hits[group], poses) for group, poses in groups if group[1] <= reach]
        return sorted(found, key=lambda each: -each[0])

    def _hits(self, battle: AirBattle, at: int) -> Mapping[tuple[str, int], float]:
        """Return the expected hits of a shot of the first active flight, by zone and distance.

        A lost step or a lost flight counts as one hit, and a disruption as a third. All count half
        if the enemy's altitude is hidden.
        """
        by = battle.active[0]
        firer, enemy = battle.flights[by], battle.flights[at]
        key = (*_key(firer), firer.has_surprise, *_key(enemy), enemy.is_revealed, enemy.altitude)
        known = self._known_hits.get(key)
        if known is None:
            middle, poses = self._rules.board.middle, _firing_poses(self._rules.board, enemy.facing)
            battle = battle.changed(at, hex=middle)
            known = self._known_hits[key] = {}
            for group, ((offset, facing), *_) in poses.items():
                hex = self._rules.board.shifted(middle, (-offset[0], -offset[1])) or ""
                there = battle.changed(by, hex=hex, facing=facing, altitude=_level(enemy))
                odds = shot_odds(self._rules, there, by, at)
                known[group] = float(odds.step + odds.lost + odds.disrupted / 3) * (1 if odds.is_sure else 0.5)
        return known

    def _there(self, task: _Task, course: FlownCourse, motion: Motion) -> AirBattle:
        """Return the battle with the active flights at the end of a course."""
        battle = task.battle
        way = self._rules.board.offset(task.flight.hex, motion.hex)
        for at in battle.active:
            flight = battle.flights[at]
            run = flight.run
            for action in course.actions:
                run = run + 1 if action is STRAIGHT else run if action.deed in ("climb", "dive") else 0
            hex, altitude = self._rules.board.shifted(flight.hex, way), motion.ledger.altitude
            battle = battle.changed(at, hex=hex, facing=motion.facing, altitude=altitude, run=run)
        return battle.with_(motion=motion)

    def _risk(self, task: _Task, course: FlownCourse) -> float:
        """Return the expected cost of the bombers' answers on a course."""
        flight, board = task.flight, self._rules.board
        if flight.team == "mission":
            return 0
        bombers = [
            other
            for other in task.battle.flights
            if other.team == "mission"
            and other.hex
            and not other.is_fighter
            and other.rating(other.craft.af) is not None
        ]
        entered = [
            motion
            for action, motion in zip(course.actions, course.motions, strict=False)
            if action.deed in ("straight", "roll", "immelmann")
        ]
        near = sum(
            motion.ledger.altitude == _level(other) and 0 < board.distance(motion.hex, other.hex) <= BOMBER_REACH
            for motion in entered
            for other in bombers
        )
        return near * ANSWER * self._worth(task.battle, flight, "press_on")

    def _runs(self, task: _Task, start: Motion) -> Iterator[Attack]:
        """Yield the bombing runs that the active flights can reach."""
        courses, board = self._of(task.steering.table, start.ledger), self._rules.board
        places = [at for at in task.battle.active if task.battle.flights[at].is_loaded]
        for at in places:
            own = task.battle.flights[at].hex
            for hex in self._goals(task.battle, task.battle.flights[at], task.plan):
                offset = turned(board.offset(own, hex), -start.facing)
                for facing in range(len(STEPS)):
                    for altitude in range(start.ledger.altitude + 2):
                        index = courses.richest.get((offset, facing, altitude))
                        course = None if index is None else flown(task.steering, start, courses.steps(index))
                        if course is not None and not course.leaves:
                            yield from self._bombs(task, course, course.motions[-1] if course.motions else start, at)

    def _bombs(self, task: _Task, course: FlownCourse, motion: Motion, at: int) -> Iterator[Attack]:
        """Yield the bombing runs of a flight at the end of a course, except strafing."""
        there = self._there(task, course, motion)
        for mode in bombing_modes(self._rules, there, at, motion.points):
            if mode == STRAFE:
                continue
            action = AirAction("bomb", flight=there.flights[at].id, mode=mode)
            add = sum(bomb_modifiers(self._rules, there, there.flights[at], mode).values())
            worth = BOMBS + add - self._harm(there, at, mode)
            yield Attack(worth, course, motion, motion.paid(self._rules.charts.modes[mode].price), action)

    def _harm(self, battle: AirBattle, at: int, mode: str) -> float:
        """Return the expected cost of the anti-aircraft fire on a bombing run: a disruption costs a third of a step."""
        flight, rules = battle.flights[at], self._rules
        high_fire = rules.charts.modes[mode].high_fire
        cells = [
            flak_cell(rules, flight, die.by + add, high_fire=high_fire)
            for add in flak_modifiers(rules, battle, flight)
            for die in DICE
        ]
        hits = cells.count("X") + cells.count("D") / 3
        return hits / len(DICE) * self._worth(battle, flight, "press_on")


def _active(battle: AirBattle) -> Iterator[Flight]:
    return (battle.flights[at] for at in battle.active)


def _level(flight: Flight) -> int:
    """Return the altitude of a flight; medium if it is hidden."""
    return MEDIUM if flight.altitude < 0 else flight.altitude


def _key(flight: Flight) -> tuple[object, ...]:
    """Return the properties of a flight that matter for a shot by it or at it."""
    return flight.craft, flight.losses, flight.is_disrupted, flight.has_ace


def _is_bomber(flight: Flight) -> bool:
    return not flight.is_fighter


@cache
def _firing_poses(board: BoardHexes, facing: int) -> Mapping[tuple[str, int], Sequence[tuple[Offset, int]]]:
    """Return the poses from which a flight can fire at one with this facing, by its zone and the distance.

    A pose is the offset of the target from the firer, and the firer's facing.
    """
    found: dict[tuple[str, int], list[tuple[Offset, int]]] = {}
    middle = board.middle
    for own in range(len(STEPS)):
        for distance, offset in front_offsets(own):
            hex = board.shifted(middle, (-offset[0], -offset[1]))
            if hex is not None:
                found.setdefault((board.zone(middle, facing, hex), distance), []).append((offset, own))
    return found


def _way_to(board: BoardHexes, goals: Sequence[str]) -> Callable[[str | None], float]:
    """Return a function that returns the distance of a hex from the nearest goal.

    It is `FAR` off the board, and 0 if there are no goals.
    """
    known: dict[str | None, float] = {None: FAR}

    def lure(hex: str | None) -> float:
        if hex not in known:
            known[hex] = min((board.distance(hex, goal) for goal in goals if goal), default=0) if hex else FAR
        return known[hex]

    return lure


def _way_home(board: BoardHexes) -> Callable[[str | None], float]:
    """Return a function that returns the distance of a hex from the edge of the board; -1 off the board."""
    known: dict[str | None, float] = {None: -1}

    def lure(hex: str | None) -> float:
        if hex not in known:
            known[hex] = min(board.distance(hex, edge) for edge in board.edge) if hex else -1
        return known[hex]

    return lure
