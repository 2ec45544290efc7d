"""A maker of flights and battles for the tests. Its aircraft have the ratings of the examples.

Deeds are short words, with spaces between them:
`s` straight, `x` leave, `t1` turn right, `r-1` roll left, `i` Immelmann, `c1` climb, `d` dive, `f:ID` fire, `b:MODE`
bomb, `a` abort, `e` end, `=7` a die, `y` and `n` a bomber's answer, `k` seek an entry, `o1` stay off and climb,
`@M10NW` enter or be placed.
"""

from collections.abc import Callable, Iterable
from typing import Any

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
LEVELS = "LMH"
LETTERS = {"s": "straight", "x": "leave", "i": "immelmann", "d": "dive", "a": "abort", "e": "end", "k": "seek"}
STEPS = {"t": "turn", "r": "roll", "c": "climb", "=": "die", "o": "stay"}


def _bomber(role: str, df: int, bf: int, *modes: str, engines: str = "multi", japanese: bool = True) -> dict[str, Any]:
    given = {"role": role, "af": (1, 0), "df": (df, df - 1), "bf": (bf, (bf + 1) // 2), "points": (3, 3)}
    return given | {"engines": engines, "is_japanese": japanese, "modes": ("regular", *modes)}


def _fighter(row: str, df: int, points: int, *, japanese: bool) -> dict[str, Any]:
    given = {"role": "F", "af": (2, 1), "df": (df, 2), "points": (points, points), "row": row}
    return given | {"strafes": True, "is_japanese": japanese}


AIRCRAFT = {
    "Ki-21": _bomber("B", 4, 5),
    "G4M": _bomber("T", 4, 4, "torpedo"),
    "D3A": _bomber("D", 3, 4, "dive", engines="single") | {"fights_when_empty": True},
    "B-17": _bomber("P", 5, 5, "precision", japanese=False),
    "B-25": _bomber("B", 3, 4, "skip", "parafrag", japanese=False),
    "Ki-56": _bomber("C", 3, 0, "assault") | {"af": (None,), "df": (3,)},
    "Ki-43": _fighter("Ki-43", 2, 4, japanese=True),
    "P-39": _fighter("P-39", 3, 4, japanese=False),
    "P-40": _fighter("P-40", 3, 5, japanese=False),
}


class Hangar:
    """A maker of flights and battles, which carries out deeds that are written as short words."""

    def __init__(self, air_war: Callable[[str], Any], charts: Any) -> None:
        self.motion = air_war("flight_motion")
        self.battle = air_war("air_battle")
        self.rules = {game: air_war("battle_rules").BattleRules(charts, game) for game in charts.books}

    def craft(self, model: str, **changes: Any) -> Any:
        given = {"role": "F", "af": (2, 1), "df": (3, 2), "points": (5, 5), "row": model} | AIRCRAFT.get(model, {})
        return self.battle.Aircraft(model=model, **(given | changes))

    def flight(
        self, id: str, model: str, at: str = "", *, team: str = "mission", number: int = 1, **changes: Any
    ) -> Any:
        """Return a flight. `at` is its hex, facing and altitude (`F14 N M`); off the board, only its altitude."""
        hex, facing, level = at.split() if " " in at else ("", "N", at or "M")
        craft = {name: changes.pop(name) for name in ("points", "df", "af") if name in changes}
        return self.battle.Flight(
            id=id,
            team=team,
            craft=self.craft(model, **craft),
            number=number,
            hex=hex,
            facing=FACINGS.index(facing),
            altitude=LEVELS.index(level),
            **changes,
        )

    def due(self, game: str, flights: Iterable[Any], *, mover: int = 0, **state: Any) -> Any:
        """Return a battle in which the flight with the index `mover` moves next."""
        flights = tuple(flights)
        team, number = flights[mover].team, flights[mover].number
        before = (number, "mission") if team == "interceptor" else (number - 1, "interceptor")
        battle = self.battle.AirBattle(flights=flights, impulse=before[0], team=before[1], **state)
        return self.rules[game].advanced(battle)

    def fly(self, game: str, battle: Any, deeds: str) -> Any:
        """Return the battle after these deeds."""
        for word in deeds.split():
            battle = self.rules[game].act(battle, self.action(battle, word))
        return battle

    def can(self, game: str, battle: Any, word: str) -> bool:
        """Return whether a deed is legal as the next one."""
        return self.action(battle, word) in self.rules[game].legal(battle)

    def action(self, battle: Any, word: str) -> Any:
        make = self.motion.AirAction
        letter, rest = word[0], word[1:]
        if letter in LETTERS:
            return make(LETTERS[letter], 1 if letter == "d" else 0)
        if letter in STEPS:
            return make(STEPS[letter], int(rest))
        if letter in "yn":
            return make("answer" if letter == "y" else "hold", flight=battle.flights[battle.asked[0]].id)
        if letter == "f":
            return make("fire", flight=rest[1:])
        if letter == "b":
            return make("bomb", flight=battle.flights[battle.active[0]].id, mode=rest[1:])
        size = 4 if rest[:4].isdigit() else 3
        team = battle.flights[battle.active[0]].team
        deed = "place" if team == "mission" else "enter"
        return make(deed, hex=rest[:size], facing=FACINGS.index(rest[size:]))


def place(flight: Any) -> str:
    """Return the hex (or `off`), the facing and the altitude of a flight as a text: `F14 N M`."""
    return f"{flight.hex or 'off'} {FACINGS[flight.facing]} {LEVELS[flight.altitude]}"
