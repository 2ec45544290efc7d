"""The battle of an air mission as a part of the procedures of a game: it sets the board up, and gives the result back.

A piece has the properties of `air_units.py` and `disrupted`, `late`, `loaded` and `bombing`. After the battle a bomber
that attacked has `result` (the cell of the bombing table), `mode`, `altitude` and `cell` (the hex of the board). The
`result` of a patrol that has held its station is "on-station" (7.3.5).
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Next, Procedure, Run, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import PieceId
from tabletop.expression import as_number
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Act, AnyCommand, Report, SetProperty, SetTrait
from tabletop.module.module_words import in_module_words, says

from ..air_battle import AirBattle, AirTarget, CrippledRatings, Flight, TargetShip, Team
from ..air_book import rules_in
from ..air_charts import BoardChart
from ..air_set_up import problem_of_ships
from .air_battle_procedure import AIR_BATTLE
from .air_fight import AirResult, AirSetting, AirStart
from .air_units import flight_of, names_of

PATROL_ROUNDS: Final = 2
"""The whole rounds that an intercepted patrol must spend near a target hex (7.3.5)."""
LATE: Final = 2
"""The round in which the late group enters (9.7.1)."""
_KINDS: Final[dict[str, Literal["airbase", "mobile_airbase", "city", "supply", "ground", "naval"]]] = {
    "airbase": "airbase",
    "mobile airbase": "mobile_airbase",
    "town": "city",
    "supply unit": "supply",
    "ground unit": "ground",
    "ships": "naval",
}


class MissionStart(Struct, frozen=True):
    """The pieces and the target of a mission.

    `aim` is the sort of target (9.6), `strength` the CF of a ground unit, `aa` the anti-aircraft factor (below 0 if
    nothing fires), `drm` the modifier of the bombs for the place of the target, `fast_drm` and `crippled_drm` those
    for a fast and for a crippled ship. `points` is the property of the table that counts the Victory Points of the
    other side, `aces` the number of Allied aces that can still emerge (9.7.12).
    """

    side: str = ""
    game: str = ""
    points: str = ""
    mission: tuple[PieceId, ...] = ()
    interceptors: tuple[PieceId, ...] = ()
    ships: tuple[PieceId, ...] = ()
    aim: str = ""
    strength: int = 1
    aa: int = -1
    drm: int = 0
    fast_drm: int = 0
    crippled_drm: int = 0
    foul: bool = False
    aces: int = 2


class MissionReady(Struct, frozen=True):
    """A mission with the hexes of its ships."""

    start: MissionStart
    hexes: tuple[str, ...] = ()


def _other(situation: Situation, side: str) -> str:
    return next(each for each in situation.sides if each != side)


@step("Places of the ships", rule="9.7.2")
def place_ships(state: MissionStart, situation: Situation) -> Steps:
    """Let the side that is attacked place its ships, each in a hex of its own."""
    rules = rules_in(situation, state.game)
    chart = rules.board.chart
    if state.aim != "ships" or not state.ships:
        return Next(fight, MissionReady(state))
    names = [in_module_words(situation.game.kind_of(ship).name) for ship in state.ships]
    are_many = len(state.ships) > len(chart.targets)
    open_hexes = (*chart.targets, *chart.overflow) if are_many else chart.targets
    hexes = yield Choose(
        key="ships",
        by=_other(situation, state.side),
        question=says("In which hexes of the air board are these ships: {ships}?", ships=", ".join(names)),
        then=says("They fill the target hexes first.") if are_many else "",
        among=lambda _: [Choice(hex, _titled(hex, chart)) for hex in open_hexes],
        against=lambda _: state.ships,
        least=len(state.ships),
        most=len(state.ships),
        because=lambda _, hexes: problem_of_ships(rules, hexes),
    )
    berths = [SetTrait((ship,), "berth", hex) for ship, hex in zip(state.ships, hexes, strict=True)]
    return Next(fight, MissionReady(state, tuple(hexes)), berths)


def _titled(hex: str, chart: BoardChart) -> str:
    """Return the name of a hex for ships with its place on the board, seen from the entry of the mission."""
    if hex in chart.targets:
        return says("{hex}, a target hex", hex=hex)
    return says("{hex}, beside the target hexes", hex=hex)


def battle_of(situation: Situation, ready: MissionReady) -> AirStart:
    """Return the beginning of the battle."""
    start = ready.start
    pieces = (*start.mission, *start.interceptors)
    names = names_of(situation, pieces)
    flights = tuple(
        _flight(situation, piece, name, "mission" if piece in start.mission else "interceptor")
        for piece, name in zip(pieces, names, strict=True)
    )
    target = AirTarget(_KINDS.get(start.aim, "city"), start.strength, None if start.aa < 0 else start.aa, start.drm)
    ships = tuple(_ship(situation, start, ship, hex) for ship, hex in zip(start.ships, ready.hexes, strict=False))
    setting = AirSetting(
        title=_title(situation, pieces[0]),
        game=start.game,
        mission=start.side,
        interceptor=_other(situation, start.side),
        pieces=dict(zip(names, pieces, strict=True)),
        titles={name: situation.game.kind_of(piece).name for name, piece in zip(names, pieces, strict=True)},
    )
    return AirStart(setting, AirBattle(flights, target, ships, free_aces=start.aces, foul=start.foul))


def _title(situation: Situation, piece: int) -> str:
    """Return the title of a battle with its place: that of a piece of the mission, whose face both sides see now."""
    where = situation.where(piece)
    if where is None:
        return says("Air battle")
    name = situation.book.module.components.maps[where.map].title(where.place) or where.place
    return says("Air battle at {place}", place=in_module_words(name))


def _flight(situation: Situation, piece: int, name: str, team: Team) -> Flight:
    enters = LATE if team == "mission" and _rating(situation, piece, "late") else 1
    flight = flight_of(situation, piece, name, team, enters=enters, is_loaded=bool(_rating(situation, piece, "loaded")))
    is_disrupted = bool(_rating(situation, piece, "disrupted"))
    return replace(flight, is_disrupted=is_disrupted, bombing_drm=_rating(situation, piece, "bombing"))


def _ship(situation: Situation, start: MissionStart, ship: int, hex: str) -> TargetShip:
    is_crippled = situation.read(ship, "Strength") == "crippled"
    fast_drm = start.fast_drm if situation.read(ship, "speed") == "F" else 0
    df, aa = (_worn_rating(situation, ship, name) for name in ("df", "aa"))
    worn = CrippledRatings(df, aa, start.crippled_drm)
    return TargetShip(
        hex,
        hex,
        _rating(situation, ship, "df"),
        _rating(situation, ship, "aa"),
        drm=start.crippled_drm if is_crippled else fast_drm,
        is_disrupted=situation.read(ship, "State") == "disrupted",
        is_crippled=is_crippled,
        crippled=None if is_crippled or as_number(situation.read(ship, "steps")) == 1 else worn,
    )


def _rating(situation: Situation, piece: int, name: str) -> int:
    if situation.read(piece, "Strength") == "crippled":
        return _worn_rating(situation, piece, name)
    return as_number(situation.read(piece, name)) or 0


def _worn_rating(situation: Situation, piece: int, name: str) -> int:
    """Return a factor of the crippled side, which is that of the other side if the counter has no own one."""
    worn = situation.read(piece, f"{name}_crippled")
    return as_number(situation.read(piece, name) if worn is None else worn) or 0


@step("The battle", rule="9.7")
def fight(state: MissionReady, situation: Situation) -> Steps:
    """Fight the battle, and note on the pieces what has become of them."""
    start = battle_of(situation, state)
    fought: AirResult = yield Run("battle", AIR_BATTLE, start)
    effects = [*_effects(start.setting, start.battle.flights, fought.battle)]
    if fought.battle.aborts:
        points = as_number(situation.table(state.start.points)) or 0
        effects.append(SetProperty(state.start.points, points + fought.battle.aborts))
    return Finish(effects=effects)


def _effects(setting: AirSetting, before: Sequence[Flight], battle: AirBattle) -> Iterator[AnyCommand]:
    for was, now in zip(before, battle.flights, strict=True):
        piece = setting.pieces[now.id]
        if now.is_disrupted != was.is_disrupted:
            yield SetTrait((piece,), "disrupted", 1)
        if now.has_ace != was.has_ace:
            yield SetTrait((piece,), "ace", int(now.has_ace))
        if now.is_loaded != was.is_loaded:
            yield SetTrait((piece,), "loaded", 0)
        if now.near_rounds >= PATROL_ROUNDS and not now.is_lost and not now.is_shaken and not was.is_disrupted:
            yield SetTrait((piece,), "result", "on-station")
        for attack in battle.attacks:
            if attack.flight == now.id:
                said: dict[str, str | int] = {
                    "result": attack.result,
                    "mode": attack.mode,
                    "altitude": attack.altitude,
                    "cell": attack.hex,
                }
                yield from (SetTrait((piece,), name, value) for name, value in said.items())
        lost = tuple(Act((piece,), "lose a step") for _ in range(now.losses - was.losses))
        if lost:
            yield Report((piece,), says("loses {count} {count:step|steps} in the air battle", count=len(lost)), lost)


def _may_begin(situation: Situation, side: str) -> str:  # noqa: ARG001 - only other procedures begin it
    return says("It is a part of an air mission.")


RULES = Rules(
    procedures=(
        Procedure("mission-battle", "Battle of a mission", "9.7", (place_ships, fight), _may_begin, must_finish=True),
    )
)
