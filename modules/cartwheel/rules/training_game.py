"""The training game of air combat: the death of Admiral Yamamoto (9.7.14)."""

from collections.abc import Iterator

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Finish, Procedure, Run, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from rules_assist.sequence.play_sequence import Sequence
from tabletop.game.commands import AnyCommand, At, MovePieces, Say, SetProperty, SetTrait
from tabletop.module.module_words import in_module_words, says

from ..families.air_war.air_battle import STAYING, AirBattle, Flight
from ..families.air_war.board_procedure.air_fight import AirResult, AirSetting, AirStart
from ..families.air_war.board_procedure.air_units import flight_of, names_of
from ..families.air_war.flight_motion import LOW, MEDIUM

_BOMBER, _ESCORT, _LATE, _FIRST, _SECOND = range(5)


class TrainingStart(Struct, frozen=True):
    """The side that begins the training game."""

    side: str = ""


def _flights(situation: Situation) -> list[int]:
    """Return the pieces of the game: the bomber, its escort, the late escort, and the two interceptors."""
    in_box = {
        box: sorted(piece for piece in situation.game.pieces if _box(situation, piece) == box)
        for box in ("Mission", "Late group", "Interceptors")
    }
    first = sorted(in_box["Mission"], key=lambda piece: situation.read(piece, "model") != "G4M")
    return [*first, *in_box["Late group"], *in_box["Interceptors"]]


def _box(situation: Situation, piece: int) -> str:
    where = situation.where(piece)
    return where.place if where is not None else ""


def start_of(situation: Situation) -> AirStart:
    """Return the beginning of the battle."""
    pieces = _flights(situation)
    names = names_of(situation, pieces)
    flights: list[Flight] = [
        flight_of(
            situation, piece, name, "mission" if place < _FIRST else "interceptor", enters=3 if place == _LATE else 1
        )
        for place, (piece, name) in enumerate(zip(pieces, names, strict=True))
    ]
    setting = AirSetting(
        title=says("Death of Admiral Yamamoto"),
        game="cartwheel",
        mission="JP",
        interceptor="AL",
        pieces=dict(zip(names, pieces, strict=True)),
        titles={name: situation.game.kind_of(piece).name for name, piece in zip(names, pieces, strict=True)},
        straight=(names[_BOMBER],),
        altitudes={
            names[_BOMBER]: (LOW,),
            names[_ESCORT]: (LOW,),
            names[_FIRST]: (LOW,),
            names[_SECOND]: (MEDIUM,),
        },
        quarry=names[_BOMBER],
    )
    return AirStart(setting, AirBattle(tuple(flights), options=frozenset({STAYING})))


@step("The battle", rule="9.7.14")
def fight(state: TrainingStart, situation: Situation) -> Steps:  # noqa: ARG001 - either side may begin it
    """Fight the battle, and record its result."""
    start = start_of(situation)
    fought: AirResult = yield Run("battle", "air-battle", start)
    flights = fought.battle.flights
    result = result_of(flights)
    effects = [SetProperty("result", result), *_losses(start.setting, flights)]
    sequence = situation.book.sequence
    endings = sequence.record.endings if isinstance(sequence, Sequence) else ()
    said = [Say(in_module_words(ending.says)) for ending in endings if ending.id == result]
    return Finish(effects=(*said, *effects))


def result_of(flights: tuple[Flight, ...]) -> str:
    """Return the result: "allied", "japanese" or "drawn".

    If both P-38s are lost with the bomber, the game is drawn, too (the rules are silent).
    """
    bomber, *others = flights
    if not bomber.is_lost:
        return "japanese"
    is_paid = any(flight.is_lost for flight in others if flight.team == "interceptor")
    return "drawn" if is_paid else "allied"


def _losses(setting: AirSetting, flights: tuple[Flight, ...]) -> Iterator[AnyCommand]:
    for flight in flights:
        piece = setting.pieces[flight.id]
        if flight.is_lost:
            yield MovePieces((piece,), At("ready-room", "Shot down"))
        elif flight.losses:
            yield SetTrait((piece,), "Strength", "reduced")


def _may_begin(situation: Situation, side: str) -> str:  # noqa: ARG001 - either side may begin it
    if situation.table("result"):
        return says("The training game is over.")
    return "" if len(_flights(situation)) == _SECOND + 1 else says("The flights are not in their boxes.")


RULES = Rules(
    procedures=(Procedure("training-game", "Training game", "9.7.14", (fight,), _may_begin, must_finish=True),)
)
