"""The Reinforcement Phase (6.0): arrivals, points reset, Replacements."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from rules_assist.lookup.results_table import tables_in
from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Finish, Next, Pick, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Where
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand, At, MovePieces, PlaceNew, SetProperty, SetTrait
from tabletop.module.module_words import says

from ..battle.damage import POOL_OF, REMOVED, TURN_TRACK, out_of_game
from ..counters import air_counters
from ..counters.extra_ships import brought, ship_of
from ..counters.india import calls_the_fleet, fleet_was_asked_for
from ..counters.part_records import done_in_part, now_done
from ..position import units
from ..position.calendar import LAST_TURN, REINFORCEMENT
from ..position.facts import Facts, facts_of
from ..position.geography import ALLIES, BOXES, JAPAN, NAVAL_AVIATION, PACIFIC, POOLS, WITHOUT_PLANES
from ..position.points import SUBMARINES, TRANSPORT_OWED, Name, marker_of, points_to, transport_owed
from ..position.units import Unit, sort_of
from ..sea.return_ports import return_ports
from .state import NoState

AIR: Final = "air"
RESETS: Final = "resets"

EUROPEAN_FLEET: Final = frozenset(
    {
        "br_cv_illustrious_victorious",
        "br_cv_indefatigable_implacable",
        "br_bb_kgv_howe",
        "br_cl_swiftsure",
        "br_claa_euryalus",
        "br_dd_25th",
    }
)
"""The keys of the British ships that the schedule brings on turn 14, and that 15.6 can bring earlier."""
FLEET_TURN: Final = 14

WITH_PLANES: Final = "jp_cv_junyo_hiyo"
"""The key of the only carrier that comes with planes of its own when pilots are scarce (16.2.3)."""
TRAINED_TURN: Final = 4
"""The turn of the last Air Strength that goes to Naval Aviation without training, under 16.2.3."""
YEAR: Final = 4

TO_BE_CONVERTED: Final = "jp_bb_ise_hyuga"
CONVERTED: Final = "jp_bbv_ise_hyuga"
CONVERSION: Final = (6, 9)
"""The turns in which the battleships leave for conversion, and come back (16.2.5)."""
LATE_CARRIERS: Final = ("jp_cv_unryu_shinano", 13)
"""The key of the carriers that 16.2.5 adds to the schedule, and their turn."""


# --- 6.1 who is due ---


def due_units(facts: Facts, side: str) -> tuple[Unit, ...]:
    """Return the units of a side that wait on the Turn Track for this turn, or should have come earlier, and the late
    carriers of 16.2.5 in their turn.

    Dutch units never return (15.4), unless G-50 brings back those in excess.
    """
    waiting = (unit for unit in facts.units.values() if unit.side == side and _is_due(facts, unit))
    return tuple(unit for unit in waiting if not unit.is_dutch or facts.rules("G-50", "return-to-surabaya"))


def _is_due(facts: Facts, unit: Unit) -> bool:
    track, _, cell = unit.spot.partition(".")
    if track == TURN_TRACK and cell.isdecimal():
        return int(cell) <= facts.moment.turn
    key, turn = LATE_CARRIERS
    return unit.sort.key == key and unit.spot == POOL_OF[JAPAN] and facts.moment.turn == turn and facts.uses("16.2.5")


def called_fleet(facts: Facts) -> tuple[Unit, ...]:
    """Return the British ships that can come early, because Japan has entered India (15.6).

    Empty in a part of Japan, from turn 14 on, and if the Allies have been asked before.
    """
    if facts.moment.phasing != ALLIES or facts.moment.turn >= FLEET_TURN or not calls_the_fleet(facts):
        return ()
    return waiting_fleet(facts)


def waiting_fleet(facts: Facts) -> tuple[Unit, ...]:
    """Return the British ships that wait on the Turn Track for turn 14."""
    cell = f"{TURN_TRACK}.{FLEET_TURN}"
    return tuple(unit for unit in facts.units.values() if unit.sort.key in EUROPEAN_FLEET and unit.spot == cell)


def air_due(facts: Facts, side: str) -> int:
    """Return the Air Strength that still arrives in this part: that of the schedule, as far as there are counters
    (3.1).
    """
    if AIR in done_in_part(facts):
        return 0
    spots = [_spot(facts, field) for field in _fields(facts)]
    return min(air_counters.due(facts, side), air_counters.room(facts, side, spots)) if spots else 0


class FleetCall(Struct, frozen=True):
    """The Allies' choice about the early arrival of the British European Fleet."""

    fleet: bool = False


@step("Is the fleet called from Europe?", rule="15.6")
def call_fleet(_state: NoState, situation: Situation) -> Steps:
    """Ask whether the Allies take the British ships of turn 14 now, because Japan has entered India. Without such
    ships, nothing is asked.
    """
    facts = facts_of(situation)
    if not called_fleet(facts):
        return Next(arrive, FleetCall())
    comes = yield Confirm(
        key="fleet", by=ALLIES, question=says("Does the British European Fleet come now, not on turn 14?"), rule="15.6"
    )
    return Next(arrive, FleetCall(comes), [fleet_was_asked_for()])


@step("Units arrive", rule="6.1")
def arrive(state: FleetCall, situation: Situation) -> Steps:
    """Bring units to a Home Base of their nation.

    Japan chooses one of its two for each unit. If both are lost or hold Allied units, its units wait another turn.
    """
    facts = facts_of(situation)
    side = facts.moment.phasing
    due = [*due_units(facts, side), *(waiting_fleet(facts) if state.fleet else ())]
    if side == ALLIES:
        return Next(fly_in, NoState(), _allied(facts, due))
    bases = air_counters.open_home_bases(facts)
    effects = _conversion(facts)
    if not bases:
        return Next(fly_in, NoState(), [*effects, *_held_up(facts, due)])
    there: Sequence[int] = ()
    if len(bases) > 1 and due:
        there = yield Choose(
            key="bases",
            by=JAPAN,
            question=says(
                "Which units arrive at {place}? The others arrive at {other}.",
                place=facts.title(bases[0]),
                other=facts.title(bases[1]),
            ),
            among=lambda seen: [unit.id for unit in due if unit.id in seen.game.pieces],
            rule="6.1",
            then=says("Carriers without planes go to that half of their box."),
        )
    for base in bases:
        going = [unit for unit in due if (unit.id in there) == (base == bases[0])] if len(bases) > 1 else due
        effects += _japanese(facts, going, base)
    return Next(fly_in, NoState(), effects)


def _allied(facts: Facts, due: Iterable[Unit]) -> list[AnyCommand]:
    by_base: dict[str, list[int]] = {}
    for unit in due:
        for base in return_ports(facts, unit) if unit.is_dutch else facts.home_bases(unit.sort.nation):
            by_base.setdefault(base, []).append(unit.id)
    return [MovePieces(tuple(pieces), At(PACIFIC, base)) for base, pieces in by_base.items()]


def _japanese(facts: Facts, going: Sequence[Unit], base: str) -> list[AnyCommand]:
    """Return the commands for Japanese arrivals.

    They go to their base; carriers without planes and trained pilots go to the half of their boxes for that base.
    """
    by_spot: dict[str, list[int]] = {}
    for unit in going:
        by_spot.setdefault(_arrival_spot(facts, unit, base), []).append(unit.id)
    found: list[AnyCommand] = [MovePieces(tuple(pieces), At(PACIFIC, spot)) for spot, pieces in by_spot.items()]
    trained = tuple(unit.id for unit in going if is_training(facts, unit))
    return [*found, SetTrait(trained, air_counters.TRAINING, units.NO)] if trained else found


def _arrival_spot(facts: Facts, unit: Unit, base: str) -> str:
    if is_training(facts, unit):
        return air_counters.half_of(facts, NAVAL_AVIATION, base)
    if lacks_planes(facts, unit):
        return air_counters.half_of(facts, WITHOUT_PLANES, base)
    return base


def is_training(facts: Facts, unit: Unit) -> bool:
    """Return whether an air unit trains its pilots (16.2.3)."""
    return unit.group == "air" and facts.situation.read(unit.id, air_counters.TRAINING) in (True, units.YES)


def lacks_planes(facts: Facts, unit: Unit) -> bool:
    """Return whether a Japanese carrier arrives without planes.

    These are damaged carriers (6.1.1), the converted battleships (16.2.5), and with 16.2.3 all carriers that the
    schedule brings except one.
    """
    if not unit.sort.is_carrier or unit.side != JAPAN:
        return False
    is_exempt = unit.sort.key == WITH_PLANES and facts.moment.turn == TRAINED_TURN
    return unit.is_damaged or unit.sort.key == CONVERTED or (facts.uses("16.2.3") and not is_exempt)


def _held_up(facts: Facts, due: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands that delay units to the next turn. In the last turn there are none."""
    if not due or facts.moment.turn >= LAST_TURN:
        return []
    return [MovePieces(tuple(unit.id for unit in due), At(PACIFIC, _next_cell(facts)))]


def _next_cell(facts: Facts) -> str:
    return f"{TURN_TRACK}.{facts.moment.turn + 1}"


def _conversion(facts: Facts) -> list[AnyCommand]:
    """Return the commands for the battleships that leave for conversion (16.2.5).

    Empty in all other turns, without that rule, or if the battleships were sunk before.
    """
    leaves, returns = CONVERSION
    ship = ship_of(facts, TO_BE_CONVERTED)
    if not facts.uses("16.2.5") or facts.moment.turn != leaves or ship is None or ship.spot == REMOVED:
        return []
    return [*out_of_game(facts, (ship.id,)), *brought(facts, CONVERTED, f"{TURN_TRACK}.{returns}")]


# --- 6.1 aircraft ---


TRAIN: Final = "training"


@step("Aircraft arrive", rule="6.1")
def fly_in(_state: NoState, situation: Situation) -> Steps:
    """Place each point of Air Strength as its owner chooses. Japan can put some in Naval Aviation, or train pilots."""
    facts = facts_of(situation)
    side = facts.moment.phasing
    strength, fields = air_due(facts, side), _fields(facts)
    chosen: Sequence[Where | Choice | str] = fields[:1] * strength
    if strength and len(fields) > 1:
        chosen = yield Choose(
            key="air",
            by=side,
            question=says("Where does each of {strength} Air Strength arrive?", strength=strength),
            among=lambda seen: _fields(facts_of(seen)),
            least=strength,
            most=strength,
            repeats=True,
            because=lambda seen, spots: _unfit(facts_of(seen), side, spots),
            rule="6.1",
        )
    wanted = _by_spot(facts, chosen)
    effects = air_counters.arriving(facts, side, wanted)
    training = tuple(
        command.pieces[0]
        for command in effects
        if isinstance(command, MovePieces) and command.to == At(PACIFIC, _training_cell(facts))
    )
    if training and TRAIN in chosen:
        effects.append(SetTrait(training, air_counters.TRAINING, units.YES))
    return Finish(len(chosen), [*effects, now_done(facts, AIR)])


def _fields(facts: Facts) -> list[Where | Choice]:
    """Return the options for arriving Air Strength of the phasing side: places, and the training of pilots."""
    if facts.moment.phasing == ALLIES:
        return [facts.at(box) for box in BOXES]
    bases = air_counters.open_home_bases(facts)
    if not bases:
        return [Where(PACIFIC, _next_cell(facts))] if facts.moment.turn < LAST_TURN else []
    found: list[Where | Choice] = [facts.at(base) for base in bases]
    turn, has_schools = facts.moment.turn, facts.uses("16.2.3")
    if air_counters.may_join_aviation(facts) and (turn <= TRAINED_TURN or not has_schools):
        found += [Where(PACIFIC, air_counters.half_of(facts, NAVAL_AVIATION, base)) for base in bases]
    if has_schools and TRAINED_TURN < turn <= LAST_TURN - YEAR:
        found.append(Choice(TRAIN, says("Pilot training until turn {turn}", turn=turn + YEAR)))
    return found


def _spot(facts: Facts, field: Where | Choice | str) -> str:
    return field.place if isinstance(field, Where) else _training_cell(facts)


def _training_cell(facts: Facts) -> str:
    return f"{TURN_TRACK}.{facts.moment.turn + YEAR}"


def _by_spot(facts: Facts, chosen: Sequence[Where | Choice | str]) -> Mapping[str, int]:
    return Counter(_spot(facts, field) for field in chosen)


def _unfit(facts: Facts, side: str, chosen: Sequence[Where | Choice | str]) -> str:
    if air_counters.fits(facts, side, _by_spot(facts, chosen)):
        return ""
    return says("There are not enough free counters for that; keep more of it together, or combine others first (3.1).")


def _may_arrive(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != REINFORCEMENT:
        return says("6.1: Units arrive in their side's Reinforcement Phase.")
    is_due = due_units(facts, side) or air_due(facts, side) or called_fleet(facts)
    if is_due or (side == JAPAN and _conversion(facts)):
        return ""
    return says("6.1: Nothing is due in this turn.")


# --- 6.2 ---


@step("Points are reset", rule="6.2")
def reset(_state: NoState, situation: Situation) -> Finish:
    """Reset the phasing side's Submarine Points by the schedule, and its Transport Points.

    Japan's Transport Points are the Merchantmen Pool minus those that it owes (G-18), the Allies' are in the schedule.
    Markers that are not on the table are left out.
    """
    facts = facts_of(situation)
    side, table = facts.moment.phasing, tables_in(situation)["resets"]
    cells = table.look(situation, {"turn": facts.moment.turn}).lookup().cells
    new: dict[Name, int] = {SUBMARINES[side]: int(cells[f"submarines {side}"])}
    paid: list[AnyCommand] = []
    if side == JAPAN:
        new["tp_japan"] = facts.points.merchantmen - transport_owed(situation)
        paid += [SetProperty(TRANSPORT_OWED, None)] if transport_owed(situation) else []
    else:
        new["tp_us"], new["tp_britain"] = int(cells["transport US"]), int(cells["transport Britain"])
    on_the_track = {name: value for name, value in new.items() if marker_of(situation, name) is not None}
    return Finish(effects=[*points_to(situation, **on_the_track), *paid, now_done(facts, RESETS)])


def _may_reset(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != REINFORCEMENT:
        return says("6.2: A side's points are reset in its own Reinforcement Phase.")
    return says("6.2: The points for this part have already been set.") if RESETS in done_in_part(facts) else ""


# --- 6.3 ---

_MOST_MARKERS: Final = 20


@step("Choose Replacements", rule="6.3")
def ask_for_markers(_state: NoState, situation: Situation) -> Steps:
    """Ask for 1 to 20 markers, with any values. If the pool has too few, more are made."""
    facts = facts_of(situation)
    side = facts.moment.phasing
    chosen = yield Choose(
        key="markers",
        by=side,
        question=says("Which Replacements arrive?"),
        among=lambda seen: _markers(facts_of(seen), side),
        least=1,
        most=_MOST_MARKERS,
        repeats=True,
        rule="6.3",
        then=says(
            "They cost nothing; moving them costs Transport Points. Those left at the end of the part are removed."
        ),
    )
    made: list[AnyCommand] = []
    for key, many in Counter(_kind_and_side(word)[0] for word in chosen).items():
        wanting = many - len(_free_markers(facts, key))
        if wanting > 0:
            made.append(PlaceNew(key, At(POOLS, POOL_OF[side]), wanting))
    return Next(place_markers, ArrivingReplacements(chosen), made)


class ArrivingReplacements(Struct, frozen=True):
    """The arriving Replacements: their kinds with the sides that are shown, for example `replacements_jp:back`."""

    markers: tuple[str, ...]


@step("Replacements arrive", rule="6.3")
def place_markers(state: ArrivingReplacements, situation: Situation) -> Steps:
    """Place the Replacements markers at a Home Base of their nation. Japan chooses one of its own."""
    facts = facts_of(situation)
    base = ""
    if facts.moment.phasing == JAPAN:
        picked = yield Pick(
            key="base",
            by=JAPAN,
            question=says("At which Home Base?"),
            among=lambda seen: [facts_of(seen).at(each) for each in air_counters.open_home_bases(facts_of(seen))],
            rule="6.3",
        )
        base = picked.place
    effects: list[AnyCommand] = []
    free = {key: list(_free_markers(facts, key)) for key, _ in map(_kind_and_side, state.markers)}
    for key, shown in map(_kind_and_side, state.markers):
        if free[key]:
            marker = free[key].pop(0)
            place = base or facts.home_bases(marker.sort.nation)[0]
            effects += [SetTrait((marker.id,), units.SHOWS, shown), MovePieces((marker.id,), At(PACIFIC, place))]
    return Finish(len(state.markers), effects)


def _markers(facts: Facts, side: str) -> Iterable[Choice]:
    """Yield each kind of marker of a side with each of its two values; none of a nation without a Home Base."""
    for each in facts.situation.book.module.tray:
        if each.group == "replacements" and each.kind.side == side:
            sort = sort_of(each.kind, each.group)
            if facts.home_bases(sort.nation):
                yield Choice(
                    f"{sort.key}:front",
                    says(
                        "{nation}: value {value} ({marker})",
                        nation=sort.nation,
                        value=sort.front,
                        marker=each.kind.name,
                    ),
                )
                yield Choice(
                    f"{sort.key}:back",
                    says(
                        "{nation}: value {value} ({marker})", nation=sort.nation, value=sort.back, marker=each.kind.name
                    ),
                )


def _kind_and_side(word: str) -> tuple[str, str]:
    key, _, shown = word.partition(":")
    return key, shown


def _free_markers(facts: Facts, key: str) -> tuple[Unit, ...]:
    markers = (unit for unit in facts.units.values() if unit.sort.key == key)
    return tuple(unit for unit in markers if unit.spot == POOL_OF[unit.side])


def _may_replace(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if side != facts.moment.phasing or facts.moment.phase != REINFORCEMENT:
        return says("6.3: Replacements arrive in their side's Reinforcement Phase.")
    if side == JAPAN and not air_counters.open_home_bases(facts):
        return says("6.3: Japan holds no Home Base.")
    return ""


RULES = Rules(
    procedures=(
        Procedure(
            "arrivals", "Arrivals", "3.3.3, 6.1, 15.6, 16.2.3, 16.2.5", (call_fleet, arrive, fly_in), _may_arrive
        ),
        Procedure("resets", "Points are reset", "3.3.6, 3.3.8, 6.2", (reset,), _may_reset),
        Procedure("replacements", "Replacements", "6.3", (ask_for_markers, place_markers), _may_replace),
    )
)
