"""One war: a game in which both sides play by simple rules, phase by phase, to its end."""

from collections.abc import Hashable, Sequence
from typing import Any, Final

from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import ProcedureQuestion
from tabletop.game.state.frames import Plain
from tests.modules.war_game import WarGame, play_to_end

from .answers import Answers
from .deployment import Deployment
from .operations import Operations
from .outlook import Outlook, code, other

SECONDS: Final = 60
"""The processor time after which a war ends without a result."""

MOST_PHASES: Final = 400


class War(WarGame):
    """A war in which both sides play by simple rules. What no rule decides is random."""

    def __init__(self, book: RuleBook, scenario: str, seed: int) -> None:
        """Set up a scenario, with the seed for random choices."""
        super().__init__(book, scenario, seed)
        self._answers = Answers(self)
        self._outlooks: dict[str, Outlook] = {}
        self._kept: dict[str, dict[Hashable, Any]] = {}

    # the position

    @property
    def facts(self) -> Any:
        """The position in the terms of the rules."""
        return code("position.facts").facts_of(self.seen())

    def outlook(self, side: str) -> Outlook:
        """Return the position as a side judges it."""
        facts, known = self.facts, self._outlooks.get(side)
        if known is None or known.facts is not facts:
            known = self._outlooks[side] = Outlook(facts, side)
            self._kept[side] = {}
        return known

    def kept(self, outlook: Outlook, key: Hashable) -> Any:
        """Return the value kept for an outlook; None if there is none."""
        return self._kept[outlook.side].get(key)

    def keep(self, outlook: Outlook, key: Hashable, found: Any) -> Any:
        """Keep something for an outlook, and return it."""
        self._kept[outlook.side][key] = found
        return found

    # a phase

    def play_phase(self) -> None:
        """Do everything in this phase, then end it."""
        moment, calendar = self.facts.moment, code("position.calendar")
        side = moment.phasing
        match moment.phase:
            case calendar.ECONOMIC:
                self.all_of("oil-transport", "convoy-war")
            case calendar.REINFORCEMENT:
                self.all_of("replenish")
                self._refresh(side)
                self._leave_boxes(side)
            case calendar.FIRST_DEPLOYMENT:
                Deployment(self, side).first()
            case calendar.OPERATIONS:
                Operations(self, side).operate()
            case calendar.REACTION:
                Operations(self, other(side)).react()
            case calendar.AIR_COMMITMENT:
                Operations(self, side).commit()
            case calendar.SECOND_DEPLOYMENT:
                Deployment(self, side).second()
        if not self.is_over():
            self.go_on()

    def _leave_boxes(self, side: str) -> None:
        """Bring waiting Allied units from an off-map box to its base, while there is room (6.4)."""
        deployment = Deployment(self, side)
        for unit in list(self.facts.in_play(side)) if side == "AL" else ():
            places = self.reach("box-move", [unit.id])
            if places and deployment.has_room(places[0], unit):
                self.moved("box-move", [unit.id], places[0])

    def _refresh(self, side: str) -> None:
        """Rebuild reduced armies at Home Bases with Replacements that arrive there (6.3, 3.3.9)."""
        for unit in self.worn(side):
            offers = {(one.procedure, one.side): one for one in self.offers()}
            offer = offers.get(("replacements", side))
            if unit.hex not in self.homes_of(unit) or offer is None:
                continue
            self.plan = {"base": f"place:pacific:{unit.hex}", "one": "largest"}
            self.begin(offer)
            self.plan = {}
            offer = next((one for one in self.offers() if (one.procedure, one.side) == ("restore", side)), None)
            if offer is not None:
                self.begin(offer)

    def worn(self, side: str) -> list[Any]:
        """Return the reduced armies of a side."""
        return [unit for unit in self.facts.in_play(side) if unit.group == "land" and unit.shows == "reduced"]

    def homes_of(self, unit: Any) -> tuple[str, ...]:
        """Return the Home Bases of a unit's nation."""
        return tuple(self.facts.home_bases(unit.sort.pool))

    # moving

    def way(self) -> str:
        """Return the id of the movement mode of Task Forces in this phase."""
        return str(code("procedures.operations").way_now(self.facts))

    def sail(self, side: str, base: str, units: Sequence[Any], goal: str) -> bool:
        """Form a Task Force and move to a place, if it is in reach; return whether it moved."""
        ids = [unit.id for unit in units]
        move = code("moves.modes").move_of(self.facts, self.way(), list(units))
        if goal not in move.reach() or not self._formed(side, base, ids):
            return False
        self.tally[f"{self.way()} {side}"] += 1
        return self.moved(self.way(), ids, goal)

    def _formed(self, side: str, base: str, units: Sequence[int]) -> bool:
        """Form a Task Force of units of a base; return whether it was formed."""
        offer = next((one for one in self.offers() if (one.procedure, one.side) == ("form-task-force", side)), None)
        available = {unit.id for unit in code("procedures.operations").available(self.facts, side)}
        if offer is None or not available.issuperset(units):
            return False
        if code("procedures.operations").why_no_force(self.facts, units):
            return False
        self.plan = {"base": f"place:pacific:{base}", "units": [f"piece:{unit}" for unit in units]}
        try:
            self.begin(offer)
        finally:
            self.plan = {}
        return all(self.facts.units[unit].is_at_sea for unit in units)

    # answers

    def thumb(self, asked: ProcedureQuestion) -> Plain:
        return self._answers.to(asked)


def play(book: RuleBook, scenario: str, seed: int) -> tuple[War, str]:
    """Play a war to its end; return it and the id of its ending, `given up` if it takes too long, or `none` if it has
    no ending.
    """
    war = War(book, scenario, seed)
    return war, play_to_end(war, SECONDS, MOST_PHASES)
