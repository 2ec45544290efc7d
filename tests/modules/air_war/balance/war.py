"""One war of the air-war games: both sides act by simple rules, phase by phase, to the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.sequence.phase_procedure import PASS
from rules_assist.workshop.random_air_war import PlanOptions
from tabletop.assistance import ProcedureQuestion
from tabletop.game.commands import Begin
from tabletop.game.state.frames import Plain
from tests.modules.war_game import WarGame, play_to_end

from .answers import Answers
from .barges import turned
from .campaign import CampaignAnswers, beached
from .ground import Campaigning
from .offensive import OffensiveAnswers
from .position import Aircraft, Position, Ship, other
from .scenarios import SCENARIOS
from .strikes import Strike, Strikes, staged
from .voyages import Voyage, Voyages

SECONDS: Final = 400
"""The processor time after which a war ends without a result."""
MOST_PHASES: Final = 400
REPAIRED: Final = 3
"""The hits on its cities that a side repairs in a turn (14.4.1)."""


class AirWar(WarGame):
    """A war in which both sides play by simple rules. What no rule decides is random."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        """Set up a scenario, with the seed for random choices."""
        self.scenario = SCENARIOS[scenario]
        super().__init__(book, self.scenario.id or scenario, seed)
        self.plans: dict[str, dict[str, Plain]] = {"AL": {}, "JP": {}}
        self._answers = self._answers_of()
        self._wanted = ""
        self._distances: dict[tuple[str, str], int] = {}
        self._position: Position | None = None
        self._ranges: dict[tuple[str, Aircraft | Ship], Mapping[str, int]] = {}

    def _answers_of(self) -> Answers:
        if not self.scenario.is_campaign:
            return Answers(self)
        return CampaignAnswers(self) if self.scenario.invader else OffensiveAnswers(self)

    @property
    def position(self) -> Position:
        """The position in the terms of the players."""
        seen = self.seen()
        if self._position is None or self._position.seen is not seen:
            self._position = Position(seen, self.scenario, self._distances)
            self._ranges = {}
        return self._position

    def ranges(self, mode: str, unit: Aircraft | Ship) -> Mapping[str, int]:
        """Return the places that a unit reaches by a movement mode, each with its cost. Units that differ in nothing
        reach the same.
        """
        position = self.position
        alike = mode, replace(unit, id=0)
        known = self._ranges.get(alike)
        if known is None:
            known = self._ranges[alike] = self._ways(position, mode, unit.id)
        return known

    def _ways(self, position: Position, mode_id: str, piece: int) -> Mapping[str, int]:
        mode = self.book.ground.modes[mode_id]
        if not mode.applies(position.seen, piece):
            return {}
        try:
            reach: Any = mode.reach(position.seen, (piece,))
        except Unanswerable:
            return {}
        return {place: reach.cost(place) for place in reach.places}

    # worth

    @property
    def is_last_turn(self) -> bool:
        """True in the last turn."""
        return self.position.turn >= self.scenario.last_turn

    def is_halved(self, side: str) -> bool:
        """Return whether a side flies two units together at most (14.5.1)."""
        return bool(self.position.fact("general_regroup")) and self.position.fact("regroup_side") == side

    def step_worth(self, side: str) -> float:
        """Return the worth of an air step of a side: its points for the enemy, or a half where none are given."""
        return 1.0 if side in self.scenario.scoring else 0.5

    def hit_worth(self, hex: str, owner: str) -> float:
        """Return the worth of a hit on a town. Hits on the cities count at the end, beyond those that are repaired."""
        now = self.position
        if now.at("site", hex) != "city":
            return 0.08 if now.fleet(hex, owner) else 0.02
        if not self.is_last_turn:
            return 0.2
        most = now.number_at("max_hits", hex)
        return 1.0 if now.number_at("hits", hex) >= REPAIRED else max(0, most - REPAIRED) / max(1, most)

    def army_worth(self, hex: str, side: str) -> float:
        """Return the worth of disrupting a ground unit: much if own units may attack it."""
        now = self.position
        near = any(
            army.side == side and not army.is_aboard and now.distance(army.place, hex) == 1 for army in now.armies
        )
        afloat = any(ship.side == side and ship.troops and ship.place == hex for ship in now.ships)
        return 1.6 if afloat else 0.7 if near and now.initiative == side else 0.1

    def levels(self, hex: str) -> int:
        """Return the levels of the fortification in a hex."""
        works = f'sum(place("{hex}", "{self.position.map}"), if(Shows == "front", 2, 1), Kind == "fortification")'
        return self.position.number(works)

    def front(self, side: str) -> Sequence[str]:
        """Return the places that the aircraft of a side should have in range: enemy bases and objectives."""
        now, enemy = self.position, other(side)
        return [
            place
            for place in now.places
            if not now.is_box(place)
            and place.isdigit()
            and (
                now.fleet(place, enemy) or (now.at("airbase", place) and now.holds(place, enemy)) or place in now.worths
            )
        ]

    def points(self) -> tuple[int, int]:
        """Return the points of the Allies and of Japan, in whole points."""
        if all(self.scenario.points):
            allied, japanese = self.scenario.points
            return self.position.number(allied), self.position.number(japanese)
        found = {"allied": 0, "japanese": 0}
        for piece in self.game.pieces:
            if self.game.kind_of(piece).key == "victory_points":
                track, _, number = str(self.seen().read(piece, "Place")).partition("-points.")
                found[track] = int(number)
        return found["allied"], found["japanese"]

    # phases

    def play_phase(self) -> None:
        """Do what is worth doing in this phase, then go on."""
        phase = self.sequence.phase(self.seen())
        match phase.id if phase is not None else "":
            case "regroup-marks":
                self._each("mark-regroup")
            case "mobile-airbases":
                self._each("build-airbase")
            case "reconnaissance":
                self._take_turns(self._reconnoitre)
            case "operations":
                self._take_turns(self._operate)
            case "ground-moves" | "reaction-moves":
                Campaigning(self).move()
            case "ground-combat" | "reaction-combat":
                Campaigning(self).attack()
            case "supply":
                self._turn_barges()
            case "regroup":
                self._each("repair-city", "repair-towns")
            case "reinforcement":
                self._each("i-go")
        if not self.is_over():
            self.go_on()

    def _turn_barges(self) -> None:
        """Turn the barges that supply units, or are to supply them."""
        now, scenario = self.position, self.scenario
        for side in self.game.sides:
            if (side == scenario.invader and beached(now, side)) or turned(now, side, scenario.objectives):
                self.begun("turn-barge", side)

    def weight(self, procedure: str) -> int:
        """Offer only the procedure that a player wants to begin."""
        return int(procedure == self._wanted)

    def _each(self, *procedures: str) -> None:
        """Begin these procedures once for each side to which they are offered."""
        for procedure in procedures:
            for side in self.game.sides:
                self.begun(procedure, side)

    def begun(self, procedure: str, side: str, **plan: Plain) -> bool:
        """Begin a procedure with a plan for its questions, if it is offered to a side; return whether it began."""
        self._wanted = procedure
        offer = next((one for one in self.offers() if one.side == side), None)
        if offer is None:
            return False
        self.plans[side] = plan
        try:
            self.begin(offer)
        finally:
            self.plans[side] = {}
        return True

    def _take_turns(self, act: Callable[[str], bool]) -> None:
        """Let the sides act by turns until all pass. `act` returns whether its side acted."""
        while (turns := self.sequence.turns(self.seen())) is not None and turns.turn_of:
            if self.is_over() or (not act(turns.turn_of) and self.do(turns.turn_of, Begin(PASS.id, {}, turns.turn_of))):
                return

    def _reconnoitre(self, side: str) -> bool:
        """Fly a patrol or a reconnaissance flight of a side; return whether there was one."""
        return self.begun("patrol", side) or self.begun("reconnaissance", side)

    def _operate(self, side: str) -> bool:
        """Perform the best mission of a side; return whether there was one worth performing."""
        if self.begun("iron-bottom-sound", side):
            return True
        strike = Strikes(self, side).best()
        voyage = Voyages(self, side).best()
        if voyage is not None and (strike is None or voyage.worth > strike.worth):
            return self._sail(side, voyage)
        if strike is not None:
            return self._fly(side, strike)
        if not self.is_last_turn:
            move = staged(self, side)
            if move is not None:
                base, units, home = move
                self.tally[f"stages {side}"] += 1
                plan = {"origin": self.named(base), "movers": pieces(units), "landing": self.named(home)}
                return self.begun("stage-move", side, **plan)
        return False

    def _fly(self, side: str, strike: Strike) -> bool:
        self.tally[f"{strike.target.aim} {side}"] += 1
        return self.begun("air-mission", side, **self.strike_plan(strike))

    def strike_plan(self, strike: Strike) -> dict[str, Plain]:
        """Return the answers to the questions of a mission."""
        plan: dict[str, Plain] = {
            "target": self.named(strike.target.hex),
            "wing": pieces(strike.wing),
            "aim": strike.target.aim,
        }
        if strike.target.victim:
            plan["victim"] = f"piece:{strike.target.victim}"
        return plan

    def _sail(self, side: str, voyage: Voyage) -> bool:
        self.tally[f"{voyage.kind} {side}"] += 1
        plan: dict[str, Plain] = {
            "origin": self.named(voyage.origin),
            "kind": voyage.kind,
            "ships": pieces(voyage.ships),
            "stays": voyage.goal == voyage.origin,
            "way": [self.named(voyage.goal)],
        }
        return self.begun("naval-mission", side, **plan)

    def named(self, place: str) -> str:
        """Return a place as a question has it."""
        return f"place:{self.position.map}:{place}"

    # answers

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        """Yield the numbers of flights in all orders, and to other questions the planned and the usual answers."""
        plan = PlanOptions.of(asked)
        yield from super().answers(asked) if plan is None else self._answers.plans(plan, asked.by)

    def thumb(self, asked: ProcedureQuestion) -> Plain:
        planned = self.plans.get(asked.by, {}).pop(asked.key, None)
        answer = self._answers.to(asked) if planned is None else planned
        self._answers.note(asked, answer)
        if isinstance(answer, list) and asked.kind == "pick":
            return answer[0] if answer else None
        return [answer] if asked.kind == "choose" and isinstance(answer, str) else answer


def pieces(ids: Sequence[int]) -> list[Plain]:
    """Return pieces as a question has them."""
    return [f"piece:{id}" for id in ids]


def play(book: RuleBook, scenario: str, seed: int) -> tuple[AirWar, str]:
    """Play a war to its end; return it and the id of its ending."""
    war = AirWar(book, scenario, seed)
    return war, play_to_end(war, SECONDS, MOST_PHASES)
