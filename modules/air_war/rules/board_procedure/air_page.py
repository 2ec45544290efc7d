"""The page of a battle for the window: the board, the flights, and everything that the side that decides can do."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

from msgspec import structs

from rules_assist.position.situation import Situation
from rules_assist.procedure.secrets import UnseenSecret
from tabletop.flight_page import (
    BoardDeed,
    BoardDie,
    BoardFlight,
    BoardHex,
    BoardShot,
    FlightBerth,
    FlightPage,
    FlightPlan,
    FlightSign,
    FlightTurn,
    FlightZone,
    MotionStep,
    OrderLine,
    PlacedShot,
    SidePlans,
    SpentPoint,
    berth_word,
)
from tabletop.module.module_words import says

from ..air_battle import AirBattle, Flight, Team
from ..air_book import numbers_in, rules_in
from ..air_shots import BOMBER_REACH, FIGHTER_REACH, asked_bombers, defence, shot_targets
from ..battle_rules import ANY_EDGE, ROUNDS, BattleRules
from ..board_hexes import BoardHexes, Zone
from ..flight_motion import CLIMBS, DIVE, IMMELMANN, LEAVE, ROLLS, STRAIGHT, TURNS, AirAction
from ..shot_odds import ShotOdds, shot_odds
from .air_fight import (
    NUMBERS,
    AirFight,
    AirSetting,
    AirStart,
    RollNote,
    altitudes_for,
    berth_problem,
    berths_in,
    placed_first,
    word_of,
)
from .air_words import deed_title, level_name, mode_name, modifier_names
from .fight_orders import ANSWER_ON, FORECAST, PLANS, USUAL_PLANS
from .flown_ways import usual_deeds, ways_from


def page_of(situation: Situation, step: str, state: AirStart | AirFight) -> FlightPage:
    """Return the page of a battle as the situation's side sees it, with the rule numbers of the game's book."""
    page = _page(situation, step, state)
    numbers = numbers_in(situation)
    shots = tuple(structs.replace(shot, rule=numbers.get(shot.rule, shot.rule)) for shot in page.shots)
    dice = tuple(
        die._replace(items=tuple((words, numbers.get(rule, rule), value) for words, rule, value in die.items))
        for die in page.dice
    )
    return structs.replace(page, shots=shots, dice=dice)


def _page(situation: Situation, step: str, state: AirStart | AirFight) -> FlightPage:
    rules, setting = rules_in(situation, state.setting.game), state.setting
    team = _team_of(setting, situation.side)
    battle = _known(rules, state, team)
    page = FlightPage(
        title=setting.title,
        note="",
        round=battle.round,
        rounds=ROUNDS,
        acts="",
        hexes=_hexes(rules.board),
        zones=_zones(rules.board),
        flights=tuple(_flight(rules, setting, battle, flight) for flight in battle.flights),
    )
    if isinstance(state, AirStart):
        plans = tuple(_plans(rules, setting, state.battle, team))
        return structs.replace(page, note=says("Numbers and altitudes"), plans=plans)
    if step == "place":
        berths = tuple(_berths(rules, battle)) if team != "interceptor" else ()
        return structs.replace(page, note=says("Places of the mission"), acts=setting.mission, berths=berths)
    decider = rules.decider(battle)
    page = structs.replace(
        page,
        note=says("round {round}, impulse {impulse}", round=battle.round, impulse=max(battle.impulse, 1)),
        acts=setting.side(decider) if decider else "",
        order=tuple(_order(battle)),
        active=tuple(battle.flights[at].id for at in battle.active),
        answers=battle.flights[battle.asked[0]].id if battle.asked else "",
        path=tuple((hex, _path_word(action)) for hex, action, _ in state.flown),
        spent=tuple(_spent(state)),
        points=battle.motion.points if battle.motion else 0,
        dice=tuple(_die(note) for note in state.rolls),
    )
    if decider:
        page = structs.replace(page, fights=_fights(setting), stops=_stops(), forecast=FORECAST)
    return structs.replace(page, **_turn(rules, battle)) if decider and team in (None, decider) else page


def _fights(setting: AirSetting) -> tuple[SidePlans, ...]:
    titles = {
        "press_on": says("Press on"),
        "at_bombers": says("At bombers"),
        "defend": says("Defend"),
        "break_off": says("Break off"),
    }
    return tuple(
        SidePlans(setting.side(team), tuple((plan, titles[plan]) for plan in plans), USUAL_PLANS[team])
        for team, plans in PLANS.items()
    )


def _stops() -> tuple[tuple[str, str], ...]:
    return ("shot", says("each shot")), ("step", says("a step lost")), ("end", says("the end"))


def _team_of(setting: AirSetting, side: str) -> Team | None:
    """Return the team of a side; None for somebody who sees everything."""
    teams: Mapping[str, Team] = {setting.mission: "mission", setting.interceptor: "interceptor"}
    return teams.get(side)


def _known(rules: BattleRules, state: AirStart | AirFight, team: Team | None) -> AirBattle:
    if isinstance(state, AirStart):  # nobody has chosen an altitude
        return rules.seen_by(rules.seen_by(state.battle, "mission"), "interceptor")
    try:
        return state.known_to(team) if team else state.truth()
    except UnseenSecret:
        return state.battle


# The board


def _hexes(board: BoardHexes) -> tuple[BoardHex, ...]:
    return tuple(BoardHex(name, x, y) for name, (x, y) in board.centres.items())


def _zones(board: BoardHexes) -> tuple[FlightZone, ...]:
    chart = board.chart
    groups = (FlightZone("group", hexes, str(number)) for number, hexes in chart.interceptor_entry.items())
    return (FlightZone("target", chart.targets, "T"), FlightZone("mission", chart.mission_entry, "M"), *groups)


def _flight(rules: BattleRules, setting: AirSetting, battle: AirBattle, flight: Flight) -> BoardFlight:
    is_known = flight.altitude >= 0
    full = len(flight.craft.df)
    passed = battle.impulse > flight.number > 0 or (
        battle.impulse == flight.number and flight.team == "mission" and battle.team == "interceptor"
    )
    return BoardFlight(
        id=flight.id,
        side=setting.side(flight.team),
        silhouette=flight.craft.model,
        label=flight.id,
        title=setting.titles.get(flight.id, flight.craft.model),
        note=_state_words(flight, is_known=is_known),
        hex="" if flight.is_out else flight.hex,
        facing=flight.facing,
        altitude=flight.altitude,
        number=flight.number,
        steps=(max(full - flight.losses, 0), full),
        signs=tuple(_signs(flight)),
        has_acted=passed,
        figures=(
            says("attack {factor}", factor=flight.rating(flight.craft.af)),
            says("defence {factor}", factor=defence(rules, flight)),
            says("{points} {points:point|points}", points=rules.points(flight, battle.round)),
        ),
    )


def _signs(flight: Flight) -> Iterator[FlightSign]:
    if flight.is_disrupted:
        yield "disrupted"
    if flight.is_loaded:
        yield "loaded"
    if flight.has_ace:
        yield "ace"
    if flight.is_low_on_ammo:
        yield "no-ammo"
    if flight.has_surprise:
        yield "surprise"


def _state_words(flight: Flight, *, is_known: bool) -> str:
    if flight.is_lost:
        return says("shot down")
    if flight.is_home:
        return says("on its way home")
    words = [says("reduced")] if flight.losses else []
    words += [says("disrupted")] if flight.is_disrupted else []
    words += [says("loaded")] if flight.is_loaded else []
    words += [says("ace")] if flight.has_ace else []
    words += [says("no ammo")] if flight.is_low_on_ammo else []
    if not flight.hex:
        level = level_name(flight.altitude) if is_known else ""
        if flight.team == "mission":
            words.append(
                says("enters in round {round}", round=flight.enters)
                if flight.enters > 1
                else says("not yet on the board")
            )
        else:
            words.append(says("off the board, {level}", level=level) if level else says("off the board"))
    return ", ".join(words) or says("full")


def _order(battle: AirBattle) -> Iterator[OrderLine]:
    """Yield the turns of the round, the mission first in each impulse. Flights of unknown number come last."""
    places = sorted(
        (at for at, flight in enumerate(battle.flights) if not flight.is_out),
        key=lambda at: (battle.flights[at].number or 9, battle.flights[at].team != "mission"),
    )
    is_next = True
    for at in places:
        flight = battle.flights[at]
        turn: FlightTurn = "done"
        if at in battle.active:
            turn = "now"
        elif not flight.number or (flight.number, flight.team != "mission") >= (
            battle.impulse,
            battle.team != "mission",
        ):
            turn, is_next = ("next" if is_next and flight.number else "later"), False
        yield OrderLine(flight.number, flight.id, turn, _state_words(flight, is_known=flight.altitude >= 0))


def _path_word(action: AirAction) -> str:
    match action.deed:
        case "climb":
            return says("climb")
        case "dive":
            return says("dive")
        case "roll":
            return says("roll")
        case "immelmann":
            return says("Immelmann")
        case "fire":
            return says("fire")
        case "bomb":
            return mode_name(action.mode)
    return ""


def _spent(state: AirFight) -> Iterator[SpentPoint]:
    for hex, action, points in state.flown[1:] if state.flown else ():
        words = hex if action.deed in ("straight", "roll", "immelmann", "enter") else _deed_word(action)
        yield SpentPoint(words, points)


def _deed_word(action: AirAction) -> str:
    return {
        "turn": says("turn"),
        "climb": says("climb"),
        "dive": says("dive"),
        "fire": says("fire"),
        "bomb": says("bombs"),
        "abort": says("abort"),
    }.get(action.deed, "")


# Before the battle


def _plans(rules: BattleRules, setting: AirSetting, battle: AirBattle, team: Team | None) -> Iterator[FlightPlan]:
    """Yield the choices for each flight, with a proposed number and altitude; late flights get the higher numbers."""
    for side in ("mission", "interceptor"):
        if team not in (None, side):
            continue
        flights = sorted((one for one in battle.flights if one.team == side), key=lambda flight: flight.enters)
        number, former = 0, None
        for flight in flights:
            is_formation = former is not None and _fly_together(former, flight)
            number = number if is_formation else min(number + 1, 4)
            former = flight
            altitudes = altitudes_for(rules, setting, flight)
            proposed = 1 if 1 in altitudes else altitudes[0]
            yield FlightPlan(flight.id, NUMBERS, altitudes, number, proposed)


def _fly_together(one: Flight, other: Flight) -> bool:
    return one.team == "mission" and all(
        flight.craft.engines == "multi" and not flight.is_fighter and flight.enters == 1 and not flight.is_disrupted
        for flight in (one, other)
    )


def _berths(rules: BattleRules, battle: AirBattle) -> Iterator[FlightBerth]:
    """Yield proposed places: entry hexes as near to the middle as the formations allow, all with the first facing of
    north, north-east and north-west that the rules allow.
    """
    hexes = list(rules.board.chart.mission_entry)
    middle = len(hexes) // 2
    order = sorted(hexes, key=lambda hex: (abs(hexes.index(hex) - middle), hexes.index(hex)))
    flights = placed_first(battle)
    known = berths_in(rules)
    for facing in (0, 1, 5):
        for chosen in permutations((hex for hex in order if berth_word(hex, facing) in known), len(flights)):
            if not berth_problem(rules, battle, [berth_word(hex, facing) for hex in chosen]):
                yield from (FlightBerth(flight.id, hex, facing) for flight, hex in zip(flights, chosen, strict=True))
                return


# The turn of the team that decides


@lru_cache(maxsize=8)
def _turn(rules: BattleRules, battle: AirBattle) -> Mapping[str, Any]:
    """Return the parts of the page about the actions that are possible now."""
    legal = rules.legal(battle)
    usual = usual_deeds(rules, battle)
    found: dict[str, Any] = {
        "deeds": tuple(_deeds(rules, battle, legal)),
        "reach": _reach(rules, battle, legal),
        "usual": tuple((word_of(action), deed_title(rules, before, action)) for before, action in usual),
    }
    if battle.asked:
        bomber = battle.asked[0]
        found["shots"] = (_shot(rules, battle, bomber, battle.active[0], legal),)
        return found
    if battle.motion is None or not battle.active:
        return found
    mover = battle.active[0]
    flight = battle.flights[mover]
    if flight.is_fighter:
        found["arc"] = tuple(sorted(rules.board.front_arc(flight.hex, flight.facing)))
    found["guns"] = tuple(_guns(rules, battle, mover))
    found["shots"] = tuple(_shots(rules, battle, mover, legal))
    found["placed_shots"] = tuple(_placed_shots(rules, battle, mover))
    return found


def _reach(rules: BattleRules, battle: AirBattle, legal: Sequence[AirAction]) -> tuple[MotionStep, ...]:
    if battle.motion is not None:
        if battle.asked:
            return ()
        return tuple(
            MotionStep(
                way.motion.hex, way.motion.facing, way.motion.ledger.altitude, way.motion.points, word, way.before
            )
            for way in ways_from(rules, battle)
            for word in (word_of(way.action) if way.action else "",)
        )
    entries = [action for action in legal if action.deed in ("enter", "place")]
    if not entries:
        return ()
    flight = battle.flights[battle.active[0]]
    left = rules.points(flight, battle.round) - (flight.team == "interceptor")
    start = MotionStep("", 0, flight.altitude, left, "", -1)
    steps = (MotionStep(one.hex, one.facing, flight.altitude, left, word_of(one), 0) for one in entries)
    return (start, *steps)


def _guns(rules: BattleRules, battle: AirBattle, mover: int) -> Iterator[str]:
    """Yield the hexes in which bombers may answer the mover, as far as its side sees."""
    if battle.flights[mover].team == "mission":
        return
    bombers = [each.hex for each in battle.flights if each.team == "mission" and each.hex and not each.is_fighter]
    for hex in rules.board.centres:
        is_near = any(rules.board.distance(hex, bomber) <= BOMBER_REACH for bomber in bombers)
        if is_near and asked_bombers(rules, battle.changed(mover, hex=hex), mover):
            yield hex


def _shots(rules: BattleRules, battle: AirBattle, mover: int, legal: Sequence[AirAction]) -> Iterator[BoardShot]:
    firer = battle.flights[mover]
    if firer.rating(firer.craft.af) is None or not (firer.is_fighter or shot_targets(rules, battle, mover)):
        return
    enemies = [
        at for at, other in enumerate(battle.flights) if other.team != firer.team and other.hex and not other.is_out
    ]
    shots = [_shot(rules, battle, mover, at, legal) for at in enemies]
    yield from sorted(shots, key=lambda shot: (not shot.word, -shot.chances[2], -shot.chances[1]))


def _placed_shots(rules: BattleRules, battle: AirBattle, mover: int) -> Iterator[PlacedShot]:
    """Yield the best shot at each place and facing that the mover can come to with a point left."""
    places = {(way.motion.hex, way.motion.facing) for way in ways_from(rules, battle)[1:] if way.motion.points > 0}
    for hex, facing in sorted(places):
        there = battle.changed(mover, hex=hex, facing=facing)
        odds = [(at, shot_odds(rules, there, mover, at)) for at in shot_targets(rules, there, mover)]
        if odds:
            at, best = max(odds, key=lambda one: (one[1].step + one[1].lost, one[1].disrupted))
            target = battle.flights[at]
            away = rules.board.distance(hex, target.hex)
            yield PlacedShot(hex, facing, target.id, away, _thousandths(best))


def _thousandths(odds: ShotOdds) -> tuple[int, int, int]:
    """Return the chances of no effect, of disruption, and of a lost step, in thousandths."""
    disrupted, step = round(1000 * odds.disrupted), round(1000 * (odds.step + odds.lost))
    return 1000 - disrupted - step, disrupted, step


def _shot(rules: BattleRules, battle: AirBattle, by: int, at: int, legal: Sequence[AirAction]) -> BoardShot:
    firer, target = battle.flights[by], battle.flights[at]
    answers = by not in battle.active
    action = AirAction("answer", flight=firer.id) if answers else AirAction("fire", flight=target.id)
    away = rules.board.distance(firer.hex, target.hex)
    note = says("range {range}", range=away)
    if action not in legal:
        why, rule = _no_shot(rules, battle, firer, target)
        return BoardShot(firer.id if answers else target.id, "", note, rule, why_not=why)
    odds = shot_odds(rules, battle, by, at)
    if not odds.is_sure:
        note = says("{range}, altitude not known", range=note)
    else:
        note = f"{note}, {_zone_name(rules.board.zone(target.hex, target.facing, firer.hex))}"
    names = modifier_names()
    parts = [f"{_signed(value)} {names[name][0]}" for name, value in odds.modifiers.items()]
    return BoardShot(
        firer.id if answers else target.id,
        word_of(action),
        note,
        "9.7.11",
        _thousandths(odds),
        says("{parts} = {total}", parts=", ".join(parts), total=_signed(sum(odds.modifiers.values()))),
    )


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "\N{MINUS SIGN}")


def _zone_name(zone: Zone) -> str:
    return {"front": says("front"), "side": says("side"), "rear": says("rear")}[zone]


def _no_shot(rules: BattleRules, battle: AirBattle, firer: Flight, target: Flight) -> tuple[str, str]:
    """Return why a flight cannot fire at another now, and the rule."""
    board = rules.board
    if firer.is_low_on_ammo:
        return says("no shot: no ammunition"), "9.7.13"
    if battle.has_fired:
        return says("no shot: has fired in this impulse"), "9.7.9"
    if target.is_revealed and target.altitude != firer.altitude:
        level, own = level_name(target.altitude), level_name(firer.altitude)
        return says("no shot: it is {level}, you are {own}", level=level, own=own), "9.7.10"
    if target.hex == firer.hex:
        return says("no shot: in the same hex"), "9.7.9"
    if board.distance(firer.hex, target.hex) > FIGHTER_REACH:
        return says("no shot: more than four hexes away"), "9.7.10"
    if target.hex not in board.front_arc(firer.hex, firer.facing):
        return says("no shot: outside the front arc"), "9.7.10"
    ends = {"", firer.hex, target.hex}
    for other in battle.flights:
        if (
            other.altitude == firer.altitude
            and other.hex not in ends
            and board.crosses(firer.hex, target.hex, other.hex)
        ):
            return says("no shot: {flight} stands between", flight=other.id), "9.7.10"
    return says("no shot: a point is needed"), "9.7.9"


# Actions


def _deeds(rules: BattleRules, battle: AirBattle, legal: Sequence[AirAction]) -> Iterator[BoardDeed]:
    """Yield the actions with their keys. In flight, these are all actions of the flight's row, even if they are not
    possible now.
    """
    if battle.motion is None or battle.asked or battle.winner:
        keys = {"answer": "Y", "hold": "N", "seek": "Space", "keep": "K"}
        stays = {1: "R", 0: "W", -1: "F"}
        for action in legal:
            if action.deed not in ("enter", "place"):
                key = stays[action.by] if action.deed == "stay" else keys.get(action.deed, "")
                yield BoardDeed(key, deed_title(rules, battle, action), "", word_of(action))
        if battle.asked:
            yield BoardDeed("Shift+Y", says("Answer every time in this impulse"), "", ANSWER_ON)
        return
    row = rules.table(battle.flights[battle.active[0]]).row
    straight = LEAVE if LEAVE in legal else STRAIGHT
    rolls = row.roll or (None, None)
    roll = rolls[battle.motion.ledger.has_rolled]
    listed: list[tuple[str, AirAction, object]] = [
        ("W", straight, 1),
        ("X", IMMELMANN, row.immelmann),
        ("Q", TURNS[-1], row.turn[0]),
        ("E", TURNS[1], row.turn[0]),
        ("Shift+Q", TURNS[-2], row.turn[1]),
        ("Shift+E", TURNS[2], row.turn[1]),
        ("A", ROLLS[-1], roll),
        ("D", ROLLS[1], roll),
        ("R", CLIMBS[0], row.climb[0]),
        ("F", DIVE, -row.gain),
    ]
    if row.climb[1] is not None:
        listed.append(("Shift+R", CLIMBS[1], row.climb[1]))
    listed += [("G", action, rules.charts.modes[action.mode].price) for action in legal if action.deed == "bomb"]
    listed += [("J", action, 0) for action in legal if action.deed == "abort"]
    listed += [("N", action, "") for action in legal if action.deed == "end"]
    for key, action, price in listed:
        why = "" if action in legal else _no_deed(battle, action, price)
        word = word_of(action) if action in legal else ""
        yield BoardDeed(key, _short_title(rules, battle, action), _price_words(price), word, why)


def _short_title(rules: BattleRules, battle: AirBattle, action: AirAction) -> str:
    match action.deed:
        case "straight":
            return says("Straight")
        case "roll":
            return says("Roll left") if action.by < 0 else says("Roll right")
        case "immelmann":
            return says("Immelmann")
        case "climb":
            return says("Climb") if action.by == 1 else says("Climb two")
        case "dive":
            return says("Dive")
        case "abort":
            return says("Jettison bombs")
    return deed_title(rules, battle, action)


def _price_words(price: object) -> str:
    if price is None:
        return "\N{EN DASH}"
    if price == "all":
        return says("all")
    return f"+{-price}" if isinstance(price, int) and price < 0 else str(price)


def _no_deed(battle: AirBattle, action: AirAction, price: object) -> str:
    """Return in a few words why an action of the row is not possible now."""
    motion = battle.motion
    assert motion is not None, "only a flight in motion has a row"
    ledger = motion.ledger
    if price is None:
        return says("not this type")
    if battle.goes_straight:
        return says("straight only")
    if ledger.altitude > ledger.ceiling and action.deed != "dive":
        return says("dive first")
    if action.deed == "dive":
        if ledger.altitude == 0:
            return says("already low")
        return says("once a round") if ledger.dived else says("not after a climb")
    if action.deed == "climb":
        if ledger.has_climbed:
            return says("once a round")
        if ledger.altitude + action.by > ledger.ceiling:
            return says("not higher")
        return says("costs all") if price == "all" else says("costs {price}", price=price)
    if action.deed in ("turn", "roll") and ledger.just_turned:
        return says("move first")
    if ledger.dived > 1:
        return says("dived twice")
    if isinstance(price, int) and price > motion.points:
        return says("costs {price}", price=price)
    return says("off the board") if action.deed in ("roll", "immelmann") else says("must stay")


def _die(note: RollNote) -> BoardDie:
    names = modifier_names()
    items = tuple((*names[name], value) for name, value in note.items.items())
    total = note.die + sum(note.items.values())
    titles = {
        "shot": says("{firer} fires at {target}", firer=note.by, target=note.at),
        "clearance": says("{firer} tries to answer {target}", firer=note.by, target=note.at),
        "entry": says("Entry of {firer}", firer=note.by),
        "lucky": says("Lucky shot"),
        "ace": says("Ace roll"),
        "flak": says("Anti-aircraft fire at {target}", target=note.at),
        "bomb": says("Bombs of {firer}", firer=note.by),
        "contest": says("Contest for the order"),
    }
    needs = says("over {number} disrupts, {double} takes a step", number=note.needs, double=2 * note.needs)
    results = {
        "": says("no effect"),
        "clear": says("clear to fire"),
        "disrupted": says("disrupted"),
        "step": says("a step lost"),
        "lost": says("shot down"),
        "no-ammo": says("out of ammunition"),
        "ace": says("a new ace"),
    }
    result = results[note.fate]
    match note.kind:
        case "entry":
            result = says("any edge") if note.die == ANY_EDGE else says("group {number}", number=note.die)
        case "contest":
            result = ""
        case "bomb" if note.cell not in ("", "-"):
            result = says("result {cell}", cell=note.cell)
    needed = {
        "clearance": says("needs 1 to 5"),
        "ace": says("needs 9 or 10"),
        "bomb": says("column {column}", column=note.column),
    }.get(note.kind, needs if note.needs else "")
    return BoardDie(titles[note.kind], note.die, items, total, needed, result)
