"""Decisions about dice."""

from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.change.told import Told
from tabletop.game.commands import RollDice
from tabletop.game.rolls import DiceError, facts
from tabletop.game.rolls import roll as throw


def roll(action: Action, command: RollDice) -> None:
    """Roll dice. A secret roll is shown only to the roller's sides and to the umpire."""
    try:
        rolled = throw(command.dice, action.chance, command.why or command.dice, secret=command.secret)
    except DiceError as error:
        raise Refusal("bad-dice", "in-other-words", words=str(error)) from error
    own = () if action.rights.umpire else action.own_sides
    heard = own if command.secret else None
    action.tell(Told("rolled", {"why": command.why, **facts(rolled)}, sides=heard))
