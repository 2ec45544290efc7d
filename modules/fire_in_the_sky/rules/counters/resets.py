"""Records of units that are cleared at the beginning of a player part or of a Deployment Phase (4.2)."""

from collections.abc import Mapping

from tabletop.game.commands import AnyCommand, SetTrait
from tabletop.game.state.values import Value

from ..position import units
from ..position.calendar import SECOND_DEPLOYMENT
from ..position.facts import Facts
from ..position.table_steps import one_step


def new_part(facts: Facts, *, side: str | None = None) -> AnyCommand:
    """Return the command that clears records of units when a player part begins: starts of operations, hits, landings,
    commitments.

    The records of both sides are cleared, unless a `side` is given.
    """
    blank: Mapping[str, Value] = {
        units.OPERATED_FROM: "",
        units.WAY: "",
        units.LANDED: units.NO,
        units.HITS: 0,
        units.HALF_HITS: 0,
        units.COMMITTED: "",
    }
    return _cleared(facts, blank, side)


def new_deployment(facts: Facts, *, side: str | None = None) -> AnyCommand:
    """Return the command that clears the kinds of deployment and the stops by Air ZOC when a Deployment Phase begins.

    With the other choice of G-49, units that were stopped in the First Deployment Phase stay stopped in the Second.
    """
    blank: dict[str, Value] = {units.DEPLOYED: ""}
    if facts.rules("G-49", "for-that-phase") or facts.moment.phase < SECOND_DEPLOYMENT:
        blank[units.STOPPED] = units.NO
    return _cleared(facts, blank, side)


def _cleared(facts: Facts, blank: Mapping[str, Value], side: str | None) -> AnyCommand:
    commands: list[AnyCommand] = []
    for name, value in blank.items():
        pieces = tuple(
            unit.id
            for unit in facts.units.values()
            if (side is None or unit.side == side) and facts.situation.read(unit.id, name) not in (value, None)
        )
        if pieces:
            commands.append(SetTrait(pieces, name, value))
    return one_step(*commands)
