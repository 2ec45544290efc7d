"""Answers to the questions of procedures, by simple rules."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from rules_assist.workshop.random_air_war import PlanOptions
from tabletop.assistance import ProcedureQuestion
from tabletop.flight_page import FIGHT_ON
from tabletop.game.state.frames import Plain

from .barges import turned
from .commitments import commits, declares_fleet
from .position import Position, Ship, guns, other
from .raids import Raid
from .strikes import Strikes, damage

if TYPE_CHECKING:
    from .war import AirWar

AIMS: Final = ("ships", "airbase", "mobile airbase", "town", "ground unit", "supply unit")
MODES: Final = ("torpedo", "skip", "dive", "parafrag", "precision", "regular", "strafe")
FAIR: Final = 3
"""The least number of a ten-sided die up to which a scramble succeeds, if it is to be tried."""
STRONGER: Final = 1.1
"""Ships intercept if they have more than so many times the guns of the enemy."""
DESPERATE: Final = 0.5
"""Ships intercept transports that decide the scenario with fewer guns than these."""
GRAVE: Final = 0.5
"""The chance that an airbase is destroyed from which all flee."""


class Answers:
    """The answers of both sides of a war to the questions of procedures, by simple rules."""

    def __init__(self, war: "AirWar") -> None:
        """Prepare the answers for a war."""
        self.war = war
        self._at_ships = ""
        """The side whose mission attacks ships."""

    @property
    def now(self) -> Position:
        """The present position."""
        return self.war.position

    def to(self, asked: ProcedureQuestion) -> Plain:
        """Return the answer to a question; None if no simple rule gives one."""
        options = [choice.value for choice in asked.options]
        words = [str(option) for option in options]
        if FIGHT_ON in options:
            return FIGHT_ON
        answer = getattr(self, f"_{asked.key.replace('-', '_')}", None)
        return answer(asked, words) if answer is not None else None

    def note(self, asked: ProcedureQuestion, answer: Plain) -> None:
        """Note what a mission attacks."""
        if asked.key == "aim":
            self._at_ships = asked.by if answer == "ships" else ""

    # the air

    def _order(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Press on to the end: bombers to the target, fighters where a shot is worth most."""
        return "press_on end" if "press_on end" in words else None

    def _torpedoes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)

    def _places(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Begin side by side in the middle of the edge, straight ahead toward the target."""
        ahead = [word for word in words if word.endswith(" 0")]
        middle = (len(ahead) - 1) / 2
        near = sorted(ahead, key=lambda word: (abs(ahead.index(word) - middle), word))
        return list(near[: asked.most])

    def plans(self, plan: PlanOptions, by: str) -> Iterator[Plain]:
        """Yield the ways to give each flight a number of its own, in a random order. Flights are at medium altitude, a
        mission against ships at low altitude, where bombs skip (9.10.4).

        Late flights need higher numbers than others (9.7.3), so that some of these are refused, but never all.
        """
        level = "L" if self._at_ships == by else "M"
        orders = list(permutations(plan.numbers, len(plan.flights)))
        for order in self.war.random.sample(orders, len(orders)):
            found: list[Plain] = []
            for flight, number in zip(plan.flights, order, strict=True):
                words = plan.words(flight, number)
                found.append(next((word for word in words if word.endswith(f" {level}")), words[0]))
            yield found

    def _fighter(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Scramble the fighter with the best chance, if its chance and the odds are fair: no weary ones (9.4)."""
        fit = [plane for plane in self.now.aircraft if f"piece:{plane.id}" in words]
        fit = [
            plane for plane in fit if plane.speed - (0 if plane.is_ready else 2) - (2 if plane.is_hurt else 0) >= FAIR
        ]
        best = min(fit, key=lambda plane: (plane.is_hurt, not plane.is_ready, -plane.speed, plane.id), default=None)
        return [f"piece:{best.id}"] if best is not None and Raid(self.war, asked.by).is_met_by(fit) else []

    def _fleeing(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Flee with the units that are not ready, or with all if the airbase will probably be destroyed (9.5): they
        land Flown.
        """
        is_grave = Raid(self.war, asked.by).destruction >= GRAVE
        return [word for word in words if is_grave or not self.now.fact("is_ready and not is_hurt", piece_id(word))]

    def _bomber(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Attack with the strongest unit first."""
        return [max(words, key=lambda word: (self.now.number("showing_bf", piece_id(word)), -piece_id(word)))]

    def _aim(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return next(word for word in AIMS if word in words)

    def _how(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return next(word for word in MODES if word in words)

    def _height(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Bomb from low altitude, where bombs hit more often."""
        return words[0]

    def _ship(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Bomb the ship of which a bomber probably destroys most: hits on one ship add up."""
        ships = {f"piece:{ship.id}": ship for ship in self.now.ships}
        bombs = round(self.now.repute(asked.by).bombs) + 2
        known = [word for word in words if word in ships] or list(words)
        return max(known, key=lambda word: (damage(ships[word], bombs) if word in ships else 0, -piece_id(word)))

    def _late_ones(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return words[0]

    def _prize(self, words: Sequence[str]) -> str:
        """Return the ship that is worth most for its defence."""
        ships = {f"piece:{ship.id}": ship for ship in self.now.ships}
        known = [word for word in words if word in ships] or list(words)
        return max(
            known,
            key=lambda word: (ships[word].worth / (1 + ships[word].defence) if word in ships else 0, -piece_id(word)),
        )

    # airbases

    def _landing(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Land at the undisrupted base nearest to the front that has room; in the last turn off the map, or where the
        fewest others are, so that one raid does not find them all. And put ashore everything.
        """
        if asked.kind == "choose":
            return list(words)
        now, side = self.now, asked.by
        front = self.war.front(side)

        def rank(word: str) -> tuple[bool, bool, int, int, str]:
            place = word.rsplit(":", 1)[-1]
            is_safe = now.is_box(place)
            near = 99 if is_safe else min((now.distance(place, at) for at in front), default=99)
            if self.war.is_last_turn:
                return now.room(place, side) <= 0, not is_safe, len(now.guests(place, side)), near, word
            return now.room(place, side) <= 0, is_safe, 0, near, word

        return min(words, key=rank) if words else None

    def _site(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Build an airbase two to four hexes from the enemy's, where there is none yet."""
        now = self.now
        theirs = [
            place
            for place in self.war.front(asked.by)
            if now.holds(place, other(asked.by)) and now.at("airbase", place)
        ]

        def rank(word: str) -> tuple[bool, float, str]:
            place = word.rsplit(":", 1)[-1]
            near = min((now.distance(place, at) for at in theirs), default=99)
            return bool(now.at("airbase", place)), abs(near - 3), word

        return min(words, key=rank)

    def _marked(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)

    def _forward(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)[: asked.most]

    # reconnaissance

    def _hex(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Watch the enemy's ships, or the airbase with the most aircraft; invade the place worth most."""
        now, enemy = self.now, other(asked.by)

        def rank(word: str) -> tuple[float, str]:
            place = word.rsplit(":", 1)[-1]
            return sum(ship.worth for ship in now.fleet(place, enemy)) + len(now.guests(place, enemy)) + now.worths.get(
                place, 0
            ), word

        return max(words, key=rank) if words else None

    # the sea

    def _choice(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """React to ships with aircraft or ships, if it is worth while; with both if they must be stopped."""
        side = asked.by
        foes = [ship for ship in self.now.ships if ship.side != side and self.now.number("under_way", ship.id)]
        if not foes:
            return words[0]
        wing = self._reaction(side, foes[0].place) if "air attack" in words else {}
        must, hunt = self._must_stop(foes), dict[str, Plain]()
        if "naval interception" in words and (must or not wing):
            hunt = self._hunt(side, DESPERATE * guns(foes) if must else STRONGER * guns(foes))
        self.war.plans[side] = {**wing, **hunt} or self.war.plans[side]
        self.war.tally[f"reactions {side}"] += bool(wing)
        self.war.tally[f"interceptions {side}"] += bool(hunt)
        if wing and hunt:
            return "air attack, then naval interception"
        return "air attack" if wing else "naval interception" if hunt else words[0]

    def _reaction(self, side: str, place: str) -> dict[str, Plain]:
        """Return the answers for a Reaction Mission against ships in a place; none if it is not worth while."""
        strikes = Strikes(self.war, side)
        strike = strikes.best([place], ("ships",))
        if strike is None or strikes.waits_for(place):
            return {}
        return {key: value for key, value in self.war.strike_plan(strike).items() if key != "target"}

    def _hunt(self, side: str, least: float) -> dict[str, Plain]:
        """Return the answers for an interception by ships; none if no squadron has more guns than these."""
        hunters = self._hunters_of(side)
        if not hunters or guns(hunters) <= least:
            return {}
        return {
            "base_port": self.war.named(hunters[0].place),
            "hunters": [f"piece:{ship.id}" for ship in hunters],
        }

    def _must_stop(self, foes: Sequence[Ship]) -> bool:
        """Return whether these ships may decide the scenario unless they are stopped now: with them come the troops for
        an island in the last turn, or for its objectives.
        """
        scenario = self.war.scenario
        if scenario.objectives:
            return any(ship.troops for ship in foes)
        return bool(scenario.island) and self.war.is_last_turn and any(ship.type == "T" for ship in foes)

    def _hunters_of(self, side: str) -> Sequence[Any]:
        """Return the strongest group of warships of one place that may intercept."""
        groups: dict[str, list[Any]] = {}
        for ship in self.now.ships:
            if ship.side != side or not ship.is_idle or not ship.is_warship or ship.cargo or ship.is_crippled:
                continue
            if self.now.map == "indies" or not self.now.number("intercepted", ship.id):
                groups.setdefault(ship.place, []).append(ship)
        best = max(groups.values(), key=lambda ships: (guns(ships), -ships[0].id), default=[])
        return sorted(best, key=lambda ship: (-ship.guns, ship.id))[:4]

    def _load(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Load the strongest troops that there is room for, and no more supply. One unit stays in a port."""
        now = self.now
        waiting = [army for army in now.armies if f"piece:{army.id}" in words and army.is_in_order]
        waiting.sort(key=lambda army: (-army.power, army.id))
        if waiting and not now.is_box(waiting[0].place):
            waiting = waiting[:-1]
        room, found = room_told(asked), list[Plain]()
        for army in waiting:
            if army.steps <= room:
                found.append(f"piece:{army.id}")
                room -= army.steps
        return found

    def _more(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Sail from one place."""
        return False

    def _target(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Fire at warships that nobody fires at while transports hide behind them (10.4.1), then at the transports."""
        if not words or not words[0].startswith("piece:"):
            return None
        ships = {f"piece:{ship.id}": ship for ship in self.now.ships}
        known = [word for word in words if word in ships]
        place = ships[known[0]].place if known else ""
        is_convoy = any(ship.is_transport for ship in self.now.fleet(place, other(asked.by)))
        if not is_convoy:
            return self._prize(words)
        bare = [word for word in known if ships[word].is_transport and not ships[word].is_crippled]
        screen = [word for word in known if not self.now.number("targeted", piece_id(word))]
        return self._prize(bare or screen or words)

    def _goes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Return with all ships, but stay off an island where transports count at the end, and where a barge turns."""
        if "barge" in asked.question and turned(self.now, asked.by, self.war.scenario.objectives):
            return False
        return not (self.war.scenario.island and self.war.is_last_turn)

    def _harbour(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Go home to a box off the map, to be safe."""
        boxes = [word for word in words if self.now.is_box(word.rsplit(":", 1)[-1])]
        return (boxes or list(words))[0]

    def _attacks(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return True

    def _barge(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Turn a barge that is to supply units, or to go to them."""
        useful = turned(self.now, asked.by, self.war.scenario.objectives)
        return next((word for word in words if piece_id(word) in useful), None)

    # the ground

    def _defender(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return max(words, key=lambda word: (self.now.number("power", piece_id(word)), -piece_id(word)))

    def _invader(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return max(words, key=lambda word: (self.now.number("power", piece_id(word)), -piece_id(word)))

    def _support(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)[: asked.most]

    def _cover(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)[: asked.most]

    def _shelters(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return True

    def _stays(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return True

    # the turn

    def _committed(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return commits(self.now, asked.by)

    def _declared(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return declares_fleet(self.now)

    def _chosen(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Choose torpedo bombers first, then fighters (Forlorn Hopes 17.1.2)."""
        order = sorted(words, key=lambda word: ("TFB".find(str(self.now.fact("role", piece_id(word)))), piece_id(word)))
        return list(order[: asked.most])

    def _wanted(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return False


def room_told(asked: ProcedureQuestion) -> int:
    """Return the steps for which the question what goes aboard says that there is room."""
    told = re.search(r"(\d+)\.$", asked.question)
    return int(told.group(1)) if told else 0


def piece_id(word: str) -> int:
    """Return the id of a piece that is an option."""
    return int(word.rsplit(":", 1)[-1]) if word.startswith("piece:") else 0
