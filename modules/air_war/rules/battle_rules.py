"""The Tactical Battle Board as a pure reducer: the order of a battle, legal actions, and the state after each.

The result of a die is an action too. While a die is due, its ten results are the legal actions, so a battle can be
replayed and searched.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec import structs

from .air_battle import CONTEST, STAYING, AirBattle, BoardRules, Cast, Flight, Team
from .air_set_up import check_set_up
from .air_shots import (
    CLEAR,
    UNSEEN,
    asked_bombers,
    clearance_drm,
    declared,
    lucky_shot,
    may_answer,
    new_ace,
    shot,
    shot_targets,
)
from .bombing_runs import bombed, bombing_modes, bombs, flak
from .flight_motion import LOW, AirAction, Deed, Motion, PointLedger

ROUNDS: Final = 6
IMPULSES: Final = 4
ROUNDS_OFF: Final = 2
"""The whole rounds that an interceptor stays off after it left the board."""
NEAR: Final = 3
"""The hexes from a target hex within which a patrol counts its rounds (7.3.5)."""
ANY_EDGE: Final = 10
DICE: Final = tuple(AirAction("die", number) for number in range(1, 11))
END: Final = AirAction("end")
_ENTERS: Final = frozenset({"straight", "roll", "immelmann"})
_STRAIGHT: Final = frozenset({"straight", "leave"})


class BattleRules(BoardRules):
    """The rules of battles on one game's board: the legal actions in a state, and the state after each."""

    def start(self, battle: AirBattle) -> AirBattle:
        """Return a battle at its first decision. Raises `SetUpError` if its set-up is against the rules."""
        check_set_up(self, battle.flights, battle.ships)
        return self.advanced(battle)

    def legal(self, battle: AirBattle) -> tuple[AirAction, ...]:
        """Return the legal actions of the team that decides, or the ten results of a die that is due.

        There are none when the battle is over.
        """
        if battle.is_over:
            return ()
        if battle.casts:
            return DICE
        if battle.asked:
            bomber = battle.flights[battle.asked[0]].id
            hold = AirAction("hold", flight=bomber)
            can = may_answer(self, battle, battle.asked[0], battle.active[0])
            return (AirAction("answer", flight=bomber), hold) if can else (hold,)
        if battle.winner:
            return tuple(self._exchanges(battle, battle.winner))
        return tuple(self._moves(battle) if battle.motion else self._entries(battle))

    def act(self, battle: AirBattle, action: AirAction) -> AirBattle:
        """Return the battle after an action. Raises ValueError if it is not legal."""
        if action not in self.legal(battle):
            raise ValueError(f"'{action.deed}' is not possible now")
        after = self._deeds[action.deed](battle, action)
        while after.casts and self._is_settled(after, after.casts[0]):
            after = bombs(self, after.with_(casts=after.casts[1:]), after.casts[0], 0)
        if after.casts or not after.active:
            return after
        left = tuple(at for at in after.active if not after.flights[at].is_out)
        if not left:
            return self.advanced(after.with_(asked=()))
        return after if left == after.active else self._regrouped(after, left)

    def decider(self, battle: AirBattle) -> Team | None:
        """Return the team that decides now; None if a die is due or the battle is over."""
        if battle.casts or battle.is_over:
            return None
        if battle.asked:
            return "mission"
        return battle.winner or battle.flights[battle.active[0]].team

    def steps(self, battle: AirBattle) -> Mapping[AirAction, Motion | None]:
        """Return the legal movements of the active flights, each with the motion after it.

        The motion is None if they leave the board. Flights that have not entered the board have no movements.
        """
        motion = battle.motion
        if motion is None:
            return {}
        steering = self.steering(battle)
        found = dict(steering.steps(motion))
        if STAYING in battle.options:
            found = {action: after for action, after in found.items() if after and steering.can_stay(after)} or found
        if battle.goes_straight:
            return {action: after for action, after in found.items() if action.deed in _STRAIGHT}
        return found

    def seen_by(self, battle: AirBattle, team: Team) -> AirBattle:
        """Return the battle as a team sees it.

        Enemies that are not revealed have the number 0 and the altitude -1.
        """
        flights = (
            flight if flight.team == team or flight.is_revealed else structs.replace(flight, number=0, altitude=UNSEEN)
            for flight in battle.flights
        )
        return battle.with_(flights=tuple(flights))

    def contest_drm(self, battle: AirBattle, team: Team) -> int:
        """Return the modifier of a team in the contest for the order (9.7.7)."""
        flights = [battle.flights[at] for at in battle.members(team)]
        surprise = 2 * any(flight.has_surprise for flight in flights)
        counted = (flight for flight in flights if flight.hex or not self.book.contest_on_board)
        return surprise + sum(flight.has_ace - flight.is_disrupted for flight in counted)

    # The legal actions

    def _moves(self, battle: AirBattle) -> Iterator[AirAction]:
        motion = battle.motion
        if motion is None:
            return
        yield from self.steps(battle)
        for at in battle.active:
            flight = battle.flights[at]
            for mode in bombing_modes(self, battle, at, motion.points):
                yield AirAction("bomb", flight=flight.id, mode=mode)
        first = battle.active[0]
        if motion.points > 0 and motion.ledger.altitude <= motion.ledger.ceiling:
            targets = shot_targets(self, battle, first)
            if targets and self._stays(battle, motion.paid(1, parts_turns=self.book.fire_parts_turns)):
                yield from (AirAction("fire", flight=battle.flights[target].id) for target in targets)
        if any(self._can_abort(battle.flights[at]) for at in battle.active):
            yield AirAction("abort")
        if motion.points == 0:
            yield END

    def _entries(self, battle: AirBattle) -> Iterator[AirAction]:
        """Yield the actions of a flight off the board."""
        flight, board = battle.flights[battle.active[0]], self.board
        if flight.team == "mission" or battle.entry:
            deed: Deed = "place" if flight.team == "mission" else "enter"
            for hex in battle.entry or self._free_entries(battle):
                for facing in board.inward(hex):
                    yield AirAction(deed, hex=hex, facing=facing)
            return
        yield AirAction("seek")
        for by in (-1, 0, 1):
            if LOW <= flight.altitude + by <= self.ceiling(flight):
                yield AirAction("stay", by)

    def _free_entries(self, battle: AirBattle) -> tuple[str, ...]:
        held = {flight.hex for flight in battle.flights if flight.team == "mission"}
        return tuple(hex for hex in self.board.chart.mission_entry if hex not in held)

    def _exchanges(self, battle: AirBattle, team: Team) -> Iterator[AirAction]:
        """Yield `keep`, and the exchanges of sequence markers.

        A flight takes a number, and the flight that has this number, if there is one, takes the first flight's number.
        """
        yield AirAction("keep")
        flights = [battle.flights[at] for at in battle.members(team)]
        held = {flight.number: flight for flight in flights}
        alone = len(flights) == 1
        for number in range(1, IMPULSES + 1) if alone else sorted(held):
            for own, flight in held.items():
                if own < number or (alone and own != number):
                    yield AirAction("renumber", number, flight=flight.id)

    def _stays(self, battle: AirBattle, after: Motion) -> bool:
        return STAYING not in battle.options or self.steering(battle).can_stay(after)

    def _can_abort(self, flight: Flight) -> bool:
        return flight.team == "mission" and flight.is_loaded and not flight.has_attacked

    # The actions

    @cached_property
    def _deeds(self) -> Mapping[str, Callable[[AirBattle, AirAction], AirBattle]]:
        movement = dict.fromkeys(("straight", "leave", "turn", "roll", "immelmann", "climb", "dive"), self._moved)
        return {
            **movement,
            "end": lambda battle, _: self.advanced(battle),
            "die": lambda battle, action: self._rolled(battle, action.by),
            "fire": self._fired,
            "bomb": self._bombed,
            "abort": self._aborted,
            "answer": lambda battle, _: self._answered(battle),
            "hold": lambda battle, _: battle.with_(asked=battle.asked[1:]),
            "place": self._placed,
            "enter": self._entered,
            "seek": lambda battle, _: battle.with_(casts=(Cast("entry", battle.active[0]),)),
            "stay": self._stayed,
            "renumber": self._renumbered,
            "keep": lambda battle, _: self.advanced(battle.with_(winner=None)),
        }

    def _moved(self, battle: AirBattle, action: AirAction) -> AirBattle:
        motion = self.steps(battle)[action]
        if motion is None:
            return self._left(battle)
        first = battle.flights[battle.active[0]]
        way = self.board.offset(first.hex, motion.hex)
        is_run = action.deed == "straight"
        for at in battle.active:
            flight = battle.flights[at]
            run = flight.run + 1 if is_run else flight.run if action.deed in ("climb", "dive") else 0
            battle = battle.changed(
                at,
                hex=self.board.shifted(flight.hex, way),
                facing=motion.facing,
                altitude=motion.ledger.altitude,
                run=run,
                must_go_straight=flight.must_go_straight and not is_run,
            )
        battle = self._watched(battle.with_(motion=motion))
        is_entry = action.deed in _ENTERS or (self.book.altitude_is_entry and action.deed in ("climb", "dive"))
        return self._met(battle) if is_entry else battle

    def _met(self, battle: AirBattle) -> AirBattle:
        """Return the battle in which the bombers are asked that may answer an active interceptor as its side sees it.

        The battle is unchanged if the mission moves.
        """
        mover = battle.active[0]
        if battle.flights[mover].team == "mission":
            return battle
        return battle.with_(asked=asked_bombers(self, battle, mover))

    def _left(self, battle: AirBattle) -> AirBattle:
        for at in battle.active:
            flight = battle.flights[at]
            if flight.team == "interceptor":
                battle = battle.changed(at, hex="", left=battle.round, run=0)
            else:
                is_aborted = flight.is_aborted or flight.is_loaded
                battle = battle.changed(at, hex="", is_home=True, is_aborted=is_aborted, must_go_straight=False)
        return self.advanced(battle)

    def _fired(self, battle: AirBattle, action: AirAction) -> AirBattle:
        by, motion = battle.active[0], battle.motion
        if motion is None:
            return battle
        motion = motion.paid(1, parts_turns=self.book.fire_parts_turns)
        if not battle.flights[by].is_fighter:
            battle = battle.changed(by, fought_in=battle.round)
        battle = battle.with_(motion=motion, has_fired=True)
        return declared(self, battle, by, _place_of(battle, action.flight))

    def _bombed(self, battle: AirBattle, action: AirAction) -> AirBattle:
        motion = battle.motion
        if motion is not None:
            battle = battle.with_(motion=motion.paid(self.charts.modes[action.mode].price))
        return bombed(self, battle, _place_of(battle, action.flight), action.mode)

    def _aborted(self, battle: AirBattle, _: AirAction) -> AirBattle:
        """Jettison the bombs of the active flights: a formation aborts together."""
        for at in battle.active:
            if self._can_abort(battle.flights[at]):
                battle = battle.changed(at, is_loaded=False, is_aborted=True, emptied=battle.round)
        return battle

    def _answered(self, battle: AirBattle) -> AirBattle:
        bomber, mover = battle.asked[0], battle.active[0]
        return battle.with_(asked=battle.asked[1:], casts=(Cast("clearance", bomber, mover),))

    def _placed(self, battle: AirBattle, action: AirAction) -> AirBattle:
        entered = battle.changed(battle.active[0], hex=action.hex, facing=action.facing, far_in=battle.round)
        return self.activated(entered, battle.active)

    def _entered(self, battle: AirBattle, action: AirAction) -> AirBattle:
        at = battle.active[0]
        battle = battle.changed(at, hex=action.hex, facing=action.facing, left=None, run=0).with_(entry=())
        battle = self.activated(battle, battle.active)
        motion = battle.motion
        return battle if motion is None else self._met(battle.with_(motion=motion.paid(1)))

    def _stayed(self, battle: AirBattle, action: AirAction) -> AirBattle:
        at = battle.active[0]
        return self.advanced(battle.changed(at, altitude=battle.flights[at].altitude + action.by))

    def _renumbered(self, battle: AirBattle, action: AirAction) -> AirBattle:
        flight = battle.flights[_place_of(battle, action.flight)]
        other = {flight.number: action.by, action.by: flight.number}
        for at in battle.members(flight.team):
            number = battle.flights[at].number
            battle = battle.changed(at, number=other.get(number, number))
        left = battle.exchanges - 1
        return battle.with_(exchanges=left) if left else self.advanced(battle.with_(winner=None, exchanges=0))

    # The dice

    def _rolled(self, battle: AirBattle, die: int) -> AirBattle:
        cast, *later = battle.casts
        battle = battle.with_(casts=tuple(later))
        match cast.kind:
            case "entry":
                return self._sought(battle, cast, die)
            case "clearance":
                is_clear = die + clearance_drm(self, battle, cast.by, cast.at) <= CLEAR
                return battle.with_(casts=(Cast("shot", cast.by, cast.at),)) if is_clear else battle
            case "shot":
                return shot(self, battle, cast, die)
            case "lucky":
                return lucky_shot(self, battle, cast, die)
            case "ace":
                return new_ace(battle, cast, die)
            case "flak":
                return flak(self, battle, cast, die)
            case "bomb":
                return bombs(self, battle, cast, die)
            case "contest":
                return self._contested(battle, cast, die)

    def _is_settled(self, battle: AirBattle, cast: Cast) -> bool:
        """Return whether a bombing run needs no die: its bomber is lost, or drops paratroops."""
        return cast.kind == "bomb" and (self.charts.modes[cast.mode].drops or battle.flights[cast.by].is_lost)

    def _sought(self, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
        if die != ANY_EDGE:
            return battle.with_(entry=self.board.chart.interceptor_entry[die])
        if not any(flight.has_surprise and not flight.is_lost for flight in battle.flights):
            battle = battle.changed(cast.by, has_surprise=True)
        return battle.with_(entry=tuple(sorted(self.board.edge)))

    def _contested(self, battle: AirBattle, cast: Cast, die: int) -> AirBattle:
        """Return the battle after the interceptors' die of a contest, or after the mission's die, which follows.

        The team with the greater total may exchange markers, if this total is above the number of the round.
        """
        if not cast.natural:
            natural = die + self.contest_drm(battle, "interceptor")
            return battle.with_(casts=(Cast("contest", add=natural, natural=die),))
        own, other = cast.add, die + self.contest_drm(battle, "mission")
        if own == other or max(own, other) <= battle.round:
            return self.advanced(battle)
        return battle.with_(winner="interceptor" if own > other else "mission", exchanges=self.book.exchanges)

    # The order of the battle

    def advanced(self, battle: AirBattle) -> AirBattle:
        """End the impulse of the active flights. Return the battle at the next decision, at the die of a contest, or at
        its end.
        """
        for at in battle.active:
            flight = battle.flights[at]
            if flight.hex and flight.altitude > 1:
                battle = battle.changed(at, high_rounds=flight.high_rounds + 1)
        battle = battle.with_(active=(), motion=None, entry=(), asked=(), has_fired=False)
        while any(battle.flights[at].hex for at in battle.members("mission")):
            if battle.team == "mission":
                battle = battle.with_(team="interceptor")
            elif battle.impulse < IMPULSES:
                battle = battle.with_(team="mission", impulse=battle.impulse + 1)
            elif battle.round == ROUNDS:
                battle = self._rounded(battle)
                break
            else:
                battle = self._rounded(battle).with_(round=battle.round + 1, impulse=0)
                if CONTEST in battle.options:
                    return battle.with_(casts=(Cast("contest"),))
                continue
            due = tuple(at for at in battle.members(battle.team) if self._is_due(battle, battle.flights[at]))
            if due:
                return self.activated(battle, due)
        return self._ended(battle)

    def _is_due(self, battle: AirBattle, flight: Flight) -> bool:
        if flight.number != battle.impulse:
            return False
        if flight.hex:
            return True
        if flight.team == "mission":
            return flight.enters <= battle.round and bool(self._free_entries(battle))
        return flight.left is None or battle.round - flight.left > ROUNDS_OFF

    def activated(self, battle: AirBattle, due: tuple[int, ...]) -> AirBattle:
        """Return the battle in which the impulse of these flights begins. They are revealed.

        Flights on the board have one motion, with the fewest points and the lowest ceiling of any. A flight off the
        board has none.
        """
        for at in due:
            battle = battle.changed(at, is_revealed=True)
        first = battle.flights[due[0]]
        motion = None
        if first.hex:
            flights = [battle.flights[at] for at in due]
            points = min(self.points(flight, battle.round) for flight in flights)
            ledger = PointLedger(points, first.altitude, points, min(map(self.ceiling, flights)))
            motion = Motion(first.hex, first.facing, ledger)
        return self._watched(battle.with_(active=due, motion=motion))

    def _watched(self, battle: AirBattle) -> AirBattle:
        """Note of the active patrols that are not near a target hex that this round does not count (7.3.5)."""
        for at in battle.active:
            flight = battle.flights[at]
            if flight.is_patrol and flight.far_in < battle.round and not self._is_near(flight.hex):
                battle = battle.changed(at, far_in=battle.round)
        return battle

    def _is_near(self, hex: str) -> bool:
        return bool(hex) and any(self.board.distance(hex, target) <= NEAR for target in self.board.chart.targets)

    def _rounded(self, battle: AirBattle) -> AirBattle:
        """Count the round for the patrols that have been near a target hex all the time (7.3.5)."""
        for at in battle.members("mission"):
            flight = battle.flights[at]
            if flight.is_patrol and flight.far_in < battle.round and flight.hex:
                battle = battle.changed(at, near_rounds=flight.near_rounds + 1)
        return battle

    def _regrouped(self, battle: AirBattle, left: tuple[int, ...]) -> AirBattle:
        """Return the battle after a formation lost flights in its own move: the others go on."""
        motion = battle.motion
        first = battle.flights[left[0]]
        return battle.with_(active=left, motion=motion and motion._replace(hex=first.hex))

    def _ended(self, battle: AirBattle) -> AirBattle:
        """End the battle. Bombers that still carry their bombs have aborted, also those that came too late."""
        for at in battle.members("mission"):
            flight = battle.flights[at]
            if flight.is_loaded:
                battle = battle.changed(at, is_aborted=True)
        return battle.with_(is_over=True)


def _place_of(battle: AirBattle, id: str) -> int:
    return next(at for at, flight in enumerate(battle.flights) if flight.id == id)
