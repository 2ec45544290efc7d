"""The battle as one procedure, from the choice of the hex to the Occupied Base marker (11.2)."""

from rules_assist.procedure import Procedure
from rules_assist.rules import Rules

from .administration import administer, mark
from .air import announce, count_air_points, fight_in_the_air, hits_aboard, strike
from .land import fight_on_land, land_ashore, replace_losses, support
from .preparation import choose, may_fight, prepare
from .surface import commit, end_round, fire, fire_first, line_up, next_round, settle_sea_control, withdraw

STEPS = (
    choose,
    prepare,
    count_air_points,
    fight_in_the_air,
    announce,
    strike,
    hits_aboard,
    commit,
    next_round,
    line_up,
    withdraw,
    fire_first,
    fire,
    end_round,
    settle_sea_control,
    land_ashore,
    replace_losses,
    support,
    fight_on_land,
    administer,
    mark,
)

BATTLE = Procedure("battle", "Battle", "11.2", STEPS, may_fight)

RULES = Rules(procedures=(BATTLE,))
