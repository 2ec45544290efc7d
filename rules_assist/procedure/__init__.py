"""Procedures of the rules: how authors write them (`step_requests`, `steps`), and how they are run, resumed and shown.

The frames themselves are values of the game; nothing here knows a window or a journal. `docs/procedures.md` shows how
one is written. In short::

    class Landing(Struct, frozen=True):
        unit: PieceId

    @step("Take a beach", rule="12.3")
    def take_beach(state: Landing, situation: Situation) -> Steps:
        beach = yield Pick("beach", by="US", question="Which beach?", among=lambda seen: beaches(seen))
        surf = yield Roll("surf", "2d6", why="12.3 surf")
        if surf.total < 4:
            return Finish("held off")
        return Next(fight, Fight(state.unit, beach), effects=[MovePieces((state.unit,), At(*beach))])

    RULES = Rules(procedures=[Procedure("landing", "Landing", "12", steps=(take_beach, fight))])
"""

from rules_assist.procedure.secrets import Secret
from rules_assist.procedure.step_requests import (
    Ask,
    Choose,
    Confirm,
    Draw,
    Finish,
    Next,
    NotedOption,
    Number,
    Order,
    Pause,
    Pick,
    Request,
    Roll,
    Run,
    Steps,
    Together,
)
from rules_assist.procedure.steps import KnownTo, Procedure, ProcedureError, ProcedureStep, step

__all__ = [
    "Ask",
    "Choose",
    "Confirm",
    "Draw",
    "Finish",
    "KnownTo",
    "Next",
    "NotedOption",
    "Number",
    "Order",
    "Pause",
    "Pick",
    "Procedure",
    "ProcedureError",
    "ProcedureStep",
    "Request",
    "Roll",
    "Run",
    "Secret",
    "Steps",
    "Together",
    "step",
]
