"""Words of case files for a position of this game: `now`, `control`, `points`, `forces`."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Data, Rules, Unanswerable
from tabletop.game.commands import AnyCommand, At, PlaceNew, RemovePieces, SetTracker, SetTrait

from ..position import units
from ..position.calendar import ECONOMIC, END, LAST_TURN, TRACKER
from ..position.facts import CUBES, facts_of
from ..position.geography import ALLIES, JAPAN, NEUTRAL, PACIFIC
from ..position.points import LAST_CELL, MARKERS, NAMES, TRACK, Name, marker_of, set_points, shown_as

NOBODY: Final = "neutral"

_PARTS: Final[Mapping[str, int]] = {JAPAN: 0, "Japan": 0, ALLIES: 1, "Allies": 1}
"""The parts of a turn on the tracker, by the id and the title of the side."""


class NowWord:
    """`now: [3, AL, 8]`: the turn, the phasing side, and the chapter of the phase, from 5 to 14."""

    id = "now"
    title = "Turn, part and phase"
    rule = "4.2"

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:  # noqa: ARG002 - a tracker is just set
        """Return the command that sets the turn tracker. Raises `Unanswerable` for any other value."""
        if isinstance(said, Sequence) and not isinstance(said, str) and len(said) == 3:
            turn, part, phase = (_whole(said[0]), _PARTS.get(str(said[1])), _whole(said[2]))
            if turn in range(1, LAST_TURN + 1) and part is not None and phase in range(ECONOMIC, END + 1):
                return [SetTracker(TRACKER, (turn - 1, part, phase - ECONOMIC))]
        raise Unanswerable(
            f"'now' is a turn (1 to 16), a part (JP or AL) and a phase (5 to 14): [3, JP, 7], not {said}."
        )

    def read(self, situation: Situation) -> Data:
        """Return the turn, the side and the chapter of the phase."""
        moment = facts_of(situation).moment
        return (moment.turn, moment.phasing, moment.phase)

    def names(self, situation: Situation) -> Sequence[str]:  # noqa: ARG002 - it is a list of three
        """Return no names, because the value has none."""
        return ()


class ControlWord:
    """`control: {Wake: JP, Truk: AL}`: the control of bases. A cube is placed if the control differs from the printed
    flag.
    """

    id = "control"
    title = "Control of bases"
    rule = "3.3.10"

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:
        """Return the commands that place and remove cubes. Raises `Unanswerable` for an unknown base or side."""
        facts = facts_of(situation)
        found: list[AnyCommand] = []
        for name, side in _mapping(said).items():
            place = facts.geography.find(name)
            site = facts.geography.sites.get(place or "")
            if place is None or site is None or site.kind != "base":
                raise Unanswerable(f"'{name}' is not a base. Write the control of a base as {{Wake: JP}}.")
            wanted = NEUTRAL if side == NOBODY else side
            key = next((key for key, of in CUBES.items() if of == wanted), None)
            if wanted != site.flag and key is None:
                raise Unanswerable(f"'{side}' cannot control {name}: JP or AL can.")
            if place in facts.cubes:
                found.append(RemovePieces((facts.cubes[place][0],)))
            if wanted != site.flag and key is not None:
                found.append(PlaceNew(key, At(PACIFIC, place)))
        return found

    def read(self, situation: Situation) -> Data:
        """Return the side that controls each base, by the name of the base."""
        facts = facts_of(situation)
        return {site.name: facts.control(site.place) or NOBODY for site in facts.geography.bases}

    def names(self, situation: Situation) -> Sequence[str]:
        """Return the names of all bases."""
        return [site.name for site in facts_of(situation).geography.bases]


class PointsWord:
    """`points: {oil: 50, tp_us: 12}`: the numbers of the General Record Track.

    They are vp, oil, merchantmen, tp_japan, tp_us, tp_britain, sub_japan and sub_us.
    """

    id = "points"
    title = "Points of the General Record Track"
    rule = "3.5"

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:
        """Return the commands that move the markers or take them from the tray.

        Raises `Unanswerable` for an unknown name, or a number that the track cannot show.
        """
        found: list[AnyCommand] = []
        for word, number in _mapping(said).items():
            name: Name | None = next((each for each in NAMES if each == word), None)
            value = _whole(number)
            if name is None:
                raise Unanswerable(f"'{word}' is not a number of the track; it has {', '.join(NAMES)}.")
            is_there = marker_of(situation, name) is not None
            if value != shown_as(name, value) or (value > LAST_CELL and not is_there):
                raise Unanswerable(f"The track goes to {LAST_CELL}; '{word}: {number}' cannot be shown on it.")
            if not is_there:
                found.append(PlaceNew(MARKERS[name], At(PACIFIC, f"{TRACK}.{value}")))
            else:
                found.append(set_points(situation, name, value))
        return found

    def read(self, situation: Situation) -> Data:
        """Return all numbers, by their names."""
        points = facts_of(situation).points
        return {name: points.of(name) for name in NAMES}

    def names(self, situation: Situation) -> Sequence[str]:  # noqa: ARG002 - they are printed on the track
        """Return the names of all numbers of the track."""
        return NAMES


class ForcesWord:
    """`forces: {Kido Butai: [akagi, soryu]}`: Task Forces. Their ships are on the operational side."""

    id = "forces"
    title = "Task Forces"
    rule = "8.1"

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:
        """Return the commands that record each Task Force on its units, and turn its ships to their operational side.

        Raises `Unanswerable` if units are unknown, in several places, or of both sides.
        """
        facts = facts_of(situation)
        found: list[AnyCommand] = []
        for name, pieces in _mapping(said).items():
            if not isinstance(pieces, Sequence) or isinstance(pieces, str) or not pieces:
                raise Unanswerable(f"{name} must have a list of units.")
            members = tuple(_whole(piece) for piece in pieces)
            known = [facts.unit(piece) for piece in members]
            if None in known:
                raise Unanswerable(f"'{pieces[known.index(None)]}', of {name}, is no unit on the table.")
            its = [unit for unit in known if unit is not None]
            _must_be_together(name, "in", [facts.title(unit.hex) for unit in its if unit.hex])
            _must_be_together(name, "of", [unit.side for unit in its])
            ships = tuple(unit.id for unit in its if unit.group == "naval")
            found.append(SetTrait(members, units.FORCE, name))
            if ships:
                found.append(SetTrait(ships, units.SHOWS, units.OPERATIONAL))
        return found

    def read(self, situation: Situation) -> Data:
        """Return the place of each Task Force, by its name."""
        facts = facts_of(situation)
        return {force.name: facts.title(facts.nodes_of(force.hex, force.members)[0]) for force in facts.forces}

    def names(self, situation: Situation) -> Sequence[str]:  # noqa: ARG002 - players name them
        """Return no names, because any name is allowed."""
        return ()


def _must_be_together(force: str, how: str, names: Sequence[str]) -> None:
    """Raise an error unless a Task Force is in one place, and of one side (8.1)."""
    several = list(dict.fromkeys(names))
    if len(several) > 1:
        raise Unanswerable(f"{force} is one Task Force, but its units are {how} {' and '.join(several)}.")


def _mapping(said: Data) -> Mapping[str, Data]:
    if not isinstance(said, Mapping):
        raise Unanswerable(f"'{said}' must be a mapping from names to values.")
    return said


def _whole(said: Data) -> int:
    if isinstance(said, int):
        return said
    return int(said) if isinstance(said, str) and said.isdecimal() else -1


RULES = Rules(words=(NowWord(), ControlWord(), PointsWord(), ForcesWord()))
