"""The surface combat of a simulated battle, and the Sea Control after it (11.2.3, 11.2.4)."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from rules_assist.chance.many_throws import Bools, Small, Throws

from ..position.geography import ALLIES, JAPAN
from ..procedures.battle.board import CARRIERS, SIDES
from .chances import Gunnery
from .fight import AWAY, DAMAGED, PRESENT, SUNK, Fight

MOST_ROUNDS: Final = 30
"""The most rounds of a fight. After them nobody has Sea Control, because the ships cannot hit each other."""

SALVOES: Final = ("fire-first", "fire")
"""The ids of the firing steps of a round: the Tokyo Express (16.2.2), and all other ships."""


def fight_at_sea(fight: Fight) -> None:
    """Fight all rounds in each water. If only one side has ships left, it has Sea Control, and the enemy's ships that
    did not fight leave.
    """
    for water in fight.muster.waters:
        if fight.since.awaits("settle-sea-control"):
            Waters(fight, water).fight()
            fight.control[water] = _holders(fight, water)
        else:
            holder = fight.muster.battle.control.get(water, "")
            fight.control[water] = {side: fight.everywhere(side == holder) for side in SIDES}
    for side, enemy in (SIDES, SIDES[::-1]):
        for ship in fight.muster.reserve(side):
            fight.befalls(ship, AWAY, fight.control[fight.muster.water(ship)][enemy])


def _holders(fight: Fight, water: str) -> dict[str, Bools]:
    left = {side: fight.any_remain(fight.muster.line(side, water)) for side in SIDES}
    if fight.facts.rules("G-42", "if-nobody-fought"):
        nobody = ~left[JAPAN] & ~left[ALLIES]
        for side in SIDES:
            sailing = [unit for unit in fight.muster.lying_in(side, CARRIERS) if unit.group == "naval"]
            there = [unit for unit in sailing if fight.muster.water(unit) == water]
            left[side] = left[side] | (nobody & fight.any_remain(there))
    return {JAPAN: left[JAPAN] & ~left[ALLIES], ALLIES: left[ALLIES] & ~left[JAPAN]}


class Waters:
    """The ships that fight in one water.

    Arrays have a row for each ship of a side, the strongest first, and a column for each repetition in which the fight
    goes on.
    """

    def __init__(self, fight: Fight, water: str) -> None:
        battle = fight.muster.battle
        self._fight = fight
        self._lines = {side: fight.muster.line(side, water) for side in SIDES}
        self._rows = {side: fight.rows(line) for side, line in self._lines.items()}
        self._firing = {(side, salvo): self._fires_in(side, salvo) for side in SIDES for salvo in SALVOES}
        self._begins = max(battle.round, 1) if battle.water == water else 1
        self._is_under_way = battle.water == water and not fight.since.awaits("join")

    def fight(self) -> None:
        """Fight round after round, until a side has no ships left."""
        fates = {side: self._fight.fates[rows] for side, rows in self._rows.items()}
        times = np.arange(self._fight.throws.tries)
        for number in range(self._begins, MOST_ROUNDS + 1):
            go_on = np.flatnonzero((fates[JAPAN] == PRESENT).any(axis=0) & (fates[ALLIES] == PRESENT).any(axis=0))
            if not len(go_on):
                return
            times, fates = times[go_on], {side: each.take(go_on, axis=1) for side, each in fates.items()}
            self._round(number, fates)
            for side, rows in self._rows.items():
                self._fight.fates[rows[:, None], times] = fates[side]

    def _round(self, number: int, fates: Mapping[str, Small]) -> None:
        """Fight a round.

        The Tokyo Express fires first, then all other ships at once. Then the withdrawing ships leave.
        """
        is_this = self._is_under_way and number == self._begins
        withdrawing = self._fight.muster.battle.withdrawing if is_this else ()
        faces = self._as_lined_up() if is_this else paired(fates[JAPAN] == PRESENT, fates[ALLIES] == PRESENT)
        for salvo in SALVOES:
            if not is_this or self._fight.since.awaits(salvo):
                self._salvo(salvo, number, faces, withdrawing, fates)
        for side in withdrawing:
            fates[side][fates[side] == PRESENT] = AWAY

    def _as_lined_up(self) -> Bools:
        """Return a mask, by Japanese and Allied ship, of the pairs in the round that is being fought."""
        foes = {match.ship: match.foes for match in self._fight.muster.battle.matches}
        lines = [[other.id in foes.get(ship.id, ()) for other in self._lines[ALLIES]] for ship in self._lines[JAPAN]]
        return np.array(lines, np.bool_)[:, :, None]

    def _salvo(
        self, salvo: str, number: int, faces: Bools, withdrawing: Sequence[str], fates: Mapping[str, Small]
    ) -> None:
        """Fire a salvo at once. If a side withdraws, it does not fire, and the other side fires only at slower ships
        (11.2.3.b).
        """
        left = {side: fates[side] == PRESENT for side in SIDES}
        hit: dict[str, tuple[Bools, Bools]] = {}
        for side, enemy in (SIDES, SIDES[::-1]):
            firing = self._firing[side, salvo]
            if side in withdrawing or not firing.any():
                continue
            foes = faces if side == JAPAN else faces.swapaxes(0, 1)
            foes = foes & (left[side] & firing[:, None])[:, None] & left[enemy]
            if withdrawing:
                foes &= self._are_faster(side, enemy)[:, :, None]
            hit[enemy] = struck(self._gunnery(side, enemy, number), at_the_first(foes), self._fight.throws)
        for side, (hits, sunk) in hit.items():
            np.maximum(fates[side], hits * np.uint8(DAMAGED), out=fates[side])
            np.maximum(fates[side], sunk * np.uint8(SUNK), out=fates[side])

    def _fires_in(self, side: str, salvo: str) -> Bools:
        is_first = salvo == SALVOES[0]
        return np.array([self._fight.muster.is_express(ship) == is_first for ship in self._lines[side]], np.bool_)

    def _are_faster(self, side: str, enemy: str) -> Bools:
        """Return a mask of the ships of one side (first axis) that are faster than a ship of the other (second
        axis).
        """
        paces = {each: np.array([ship.sort.movement for ship in self._lines[each]]) for each in SIDES}
        return paces[side][:, None] > paces[enemy]

    def _gunnery(self, side: str, enemy: str, number: int) -> Gunnery:
        return self._fight.chances.gunnery(self._lines[side], self._lines[enemy], number)


# --- a round ---


def paired(line: Bools, others: Bools) -> Bools:
    """Return a mask of the pairs of remaining ships, the strongest against the strongest.

    The rest of the longer line begins again with the first ship of the other line.
    """
    shorter = np.minimum(line.sum(axis=0, dtype=np.uint8), others.sum(axis=0, dtype=np.uint8))
    found: Bools = (_places(line) % shorter)[:, None] == (_places(others) % shorter)[None]
    return found


def _places(left: Bools) -> Small:
    """Return, for each ship, the number of remaining ships before it."""
    found = np.zeros(left.shape, np.uint8)
    for row in range(1, len(left)):
        found[row] = found[row - 1] + left[row - 1]
    return found


def at_the_first(foes: Bools) -> Bools:
    """Return a mask that pairs each ship (first axis) with the first of its foes (second axis)."""
    aimed = np.zeros(foes.shape, np.bool_)
    free = np.ones_like(aimed[:, 0])
    for number in range(foes.shape[1]):
        aimed[:, number] = foes[:, number] & free
        free &= ~foes[:, number]
    return aimed


def struck(guns: Gunnery, aimed: Bools, throws: Throws) -> tuple[Bools, Bools]:
    """Return two masks, by target and repetition: of the ships that this fire hits, and of those that it sinks.

    There is one check for each hit (11.3.1).
    """
    shares = throws.shares((len(aimed), aimed.shape[2]))[:, None]
    hits = aimed & (shares < guns.hit[:, :, None])
    if guns.half.any():
        hits |= _completed(aimed & ~hits & (shares < (guns.hit + guns.half)[:, :, None]))
    before, total = _counted(hits)
    at = np.flatnonzero(hits)
    ship, target, time = np.unravel_index(at, hits.shape)
    which = total[target, time] - 1 if guns.by_all else before.ravel()[at]
    sinks = throws.come(guns.sinks[np.minimum(which, len(guns.sinks) - 1), ship, target])
    sunk = np.zeros(hits.shape[1:], np.bool_)
    sunk[target[sinks], time[sinks]] = True
    return total > 0, sunk


def _completed(halves: Bools) -> Bools:
    """Return a mask of the half hits that complete another on the same target."""
    found = np.zeros_like(halves)
    waits = np.zeros_like(halves[0])
    for number, half in enumerate(halves):
        found[number] = half & waits
        waits ^= half
    return found


def _counted(hits: Bools) -> tuple[Small, Small]:
    """Return the number of hits on each target by earlier ships (by ship, target and repetition), and by all ships
    (by target and repetition).
    """
    before = np.zeros(hits.shape, np.uint8)
    total = np.zeros(hits.shape[1:], np.uint8)
    for number, hit in enumerate(hits):
        before[number] = total
        total += hit
    return before, total
