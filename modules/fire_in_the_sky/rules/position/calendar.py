"""Turn, player part and phase: the position of the game in its sequence of play (4.2)."""

from typing import Final

from msgspec import Struct

from tabletop.game.state.game import Game

from .geography import ALLIES, JAPAN

TRACKER: Final = "Turn"

ECONOMIC: Final = 5
REINFORCEMENT: Final = 6
FIRST_DEPLOYMENT: Final = 7
OPERATIONS: Final = 8
REACTION: Final = 9
AIR_COMMITMENT: Final = 10
COMBAT: Final = 11
RETURN_TO_BASE: Final = 12
SECOND_DEPLOYMENT: Final = 13
END: Final = 14

DEPLOYMENTS: Final = (FIRST_DEPLOYMENT, SECOND_DEPLOYMENT)
FORCES_SAIL: Final = (OPERATIONS, REACTION)

LAST_TURN: Final = 16


class Moment(Struct, frozen=True):
    """A phase of a player part of a turn. `phase` is the number of the chapter of the rules for it, from 5 to 14."""

    turn: int
    phasing: str
    phase: int

    @property
    def other(self) -> str:
        """The opponent of the phasing player."""
        return enemy_of(self.phasing)

    @property
    def actors(self) -> tuple[str, ...]:
        """The sides that act in this phase (4.2): usually the phasing player, in Reaction (9.0) the other, in Combat
        (11.0) and Return to Base (12.0) both.
        """
        match self.phase:
            case 9:
                return (self.other,)
            case 11 | 12:
                return (self.phasing, self.other)
        return (self.phasing,)

    @property
    def expansion(self) -> int:
        """The factor for the air and port capacities of Allied bases in this turn (15.2)."""
        return 1 if self.turn < 6 else 2 if self.turn < 10 else 3 if self.turn < 14 else 4


def moment_of(game: Game) -> Moment:
    """Return the turn, the player part and the phase on the turn tracker."""

    def position(level: str) -> int:
        found = game.properties.get(f"tracker:{TRACKER}:{level}")
        return found if isinstance(found, int) else 0

    return Moment(position("Turn") + 1, (JAPAN, ALLIES)[position("Part") % 2], ECONOMIC + position("Phase"))


def enemy_of(side: str) -> str:
    """Return the other side."""
    return ALLIES if side == JAPAN else JAPAN
