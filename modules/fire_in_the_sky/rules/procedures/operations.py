"""Task Forces (8.1): they are formed at a base, move (8.0), react (9.0), and deploy before they react (16.1.1)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Confirm, Finish, Next, NotedOption, Pick, Procedure, Steps, step
from rules_assist.procedure.step_requests import Option
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import PieceId, Where
from tabletop.game.commands import AnyCommand, At, MovePieces, PlaceNew, Report, SetTrait
from tabletop.game.state.values import Value
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..counters.force_markers import MARKERS, markers_aside
from ..counters.screens import (
    brought_out,
    concealed,
    is_behind,
    is_secret,
    known_to,
    new_screen,
    put_behind,
    screened,
    screens_on_map,
)
from ..moves.base_move import BaseMove
from ..moves.operation import OIL, MailDeployment, Operation, Reaction
from ..position import units
from ..position.calendar import FORCES_SAIL, REACTION
from ..position.facts import TOKYO_EXPRESS, Facts, facts_of
from ..position.forces import LONG_HAUL_HEXES, MOST_PASSENGERS, MOST_SHIPS, TaskForce
from ..position.geography import ALLIES, BOXES, JAPAN, PACIFIC, POOLS
from ..position.points import title_of_pool
from ..position.units import AT_ANCHOR, Unit
from ..sea.deployment_legs import in_its_box
from ..sea.return_ports import landing_range
from .state import ActingSide, NoState

EXPRESS_TYPES: Final = frozenset({"CA", "DD"})


def way_now(facts: Facts) -> str:
    """Return the way in which Task Forces move in this phase: `reaction` in the Reaction Phase, otherwise
    `operation`.
    """
    return "reaction" if facts.moment.phase == REACTION else "operation"


def voyage(facts: Facts, members: Sequence[Unit]) -> Operation:
    """Return the move of some units as one Task Force in this phase."""
    return (Reaction if way_now(facts) == "reaction" else Operation)(facts, members)


# --- 8.1 forming ---


def available(facts: Facts, side: str) -> tuple[Unit, ...]:
    """Return the units of which Task Forces can be formed now.

    They are at a base, in no Task Force yet, and without an operation in this part, and there are Transport Points for
    their passage. For Reaction only ships are returned, and none in an off-map box.
    """
    found = facts.kept.get(("available", side))
    if not isinstance(found, tuple):
        found = facts.kept["available", side] = tuple(_available(facts, side))
    return found


def _available(facts: Facts, side: str) -> Iterator[Unit]:
    reacts = way_now(facts) == "reaction"
    for unit in facts.in_play(side):
        is_fit = unit.group == "naval" or (not reacts and unit.group in ("air", "land", "replacements"))
        if not is_fit or unit.force or unit.operated_from or not facts.is_base(unit.hex):
            continue
        if (reacts and unit.hex in BOXES) or in_its_box(facts, unit) is not None:
            continue
        move = voyage(facts, [unit])
        if move.refused() is None and move.can_be_paid():
            yield unit


class MusteredUnits(Struct, frozen=True):
    """The units that form a Task Force, and their side."""

    side: str
    members: tuple[PieceId, ...] = ()


@step("Choose the units", rule="8.1")
def muster(state: ActingSide, _situation: Situation) -> Steps:
    """Ask for the base, and for the units of a Task Force: at most four ships, and at most one air or land unit."""
    base = yield Pick(
        key="base",
        by=state.side,
        question=says("At which base is a Task Force formed?"),
        among=lambda seen: _bases(facts_of(seen), state.side),
        rule="8.1",
    )
    members = yield Choose(
        key="units",
        by=state.side,
        question=says("Which units form it?"),
        among=lambda seen: [unit.id for unit in available(facts_of(seen), state.side) if unit.hex == _place(base)],
        least=1,
        most=MOST_SHIPS + MOST_PASSENGERS,
        because=lambda seen, pieces: why_no_force(facts_of(seen), pieces),
        rule="8.1",
        then=says("At most four ships and one air or land unit; they go together, as far as the slowest."),
    )
    return Next(name_it, MusteredUnits(state.side, members))


def _bases(facts: Facts, side: str) -> list[Where]:
    return [facts.at(base) for base in dict.fromkeys(unit.hex for unit in available(facts, side))]


def _place(base: Where | None) -> str:
    return base.place if base is not None else ""


def why_no_force(facts: Facts, pieces: Sequence[int]) -> str:
    """Return the reason that some units cannot be a Task Force together, for example too many or too costly; "" if they
    can.

    See 8.1 and 8.2.
    """
    move = voyage(facts, [facts.units[piece] for piece in pieces])
    fault = move.refused()
    if fault is not None:
        return fault.says
    if not move.can_be_paid():
        return says("There are too few Transport Points for its passengers.")
    return ""


@step("Name the Task Force", rule="8.1")
def name_it(state: MusteredUnits, situation: Situation) -> Steps:
    """Ask for a free marker to name the Task Force.

    A force of only cruisers and destroyers can be the Tokyo Express.
    """
    facts = facts_of(situation)
    side = state.side
    name = yield Pick(
        key="name",
        by=side,
        question=says("What is it called?"),
        among=lambda seen: _names(facts_of(seen), state),
        rule="8.1",
    )
    is_express = False
    if may_be_express(facts, [facts.units[piece] for piece in state.members]):
        is_express = yield Confirm(
            key="express",
            by=JAPAN,
            question=says("Is it the Tokyo Express?"),
            rule="16.2.2",
            then=says("It fires first."),
        )
    new = _new_marker(facts, side, name)
    if is_secret(facts, side):
        new += new_screen(facts, _marker_kind(facts, side, name))
    return Next(put_to_sea, ForceName(side, state.members, name, is_express), new)


def _names(facts: Facts, state: MusteredUnits) -> list[str]:
    """Return the free names. For secret Task Forces they are only those of markers, of any nation if necessary."""
    members = [facts.units[piece] for piece in state.members]
    names = facts.free_force_names(state.side, members)
    if not is_secret(facts, state.side) or _marker_kind(facts, state.side, names[0]):
        return names
    return _free_markers(facts, state.side)


def _free_markers(facts: Facts, side: str) -> list[str]:
    """Return the names of a side's markers that no Task Force uses."""
    return [name for name in facts.free_force_names(side, ()) if _marker_kind(facts, side, name)]


class ForceName(Struct, frozen=True):
    """The Task Force that is formed: its units, its name, and a flag for the Tokyo Express."""

    side: str
    members: tuple[PieceId, ...]
    name: str
    is_express: bool = False


def may_be_express(facts: Facts, members: Iterable[Unit]) -> bool:
    """Return whether some units can be the Tokyo Express: only heavy cruisers and destroyers, when no other force is it
    (16.2.2).
    """
    is_taken = any(force.name in _express_names(facts) for force in facts.forces)
    is_fit = all(unit.side == JAPAN and unit.sort.type in EXPRESS_TYPES for unit in members)
    return facts.uses("16.2.2") and is_fit and not is_taken


def _express_names(facts: Facts) -> set[Value]:
    return {facts.situation.read(id, units.FORCE) for id in facts.of_kind(TOKYO_EXPRESS)} - {"", None}


def _new_marker(facts: Facts, side: str, name: str) -> list[AnyCommand]:
    """Return the command for a marker with the name, if there is none on the table. It comes out of the tray."""
    kind = _marker_kind(facts, side, name)
    return [] if not kind or facts.of_kind(kind) else [PlaceNew(kind, At(POOLS, MARKERS))]


def _marker_kind(facts: Facts, side: str, name: str) -> str:
    return next((kind.key for kind in facts.table.fleets if (kind.side, kind.name) == (side, name)), "")


@step("Form the Task Force", rule="8.1")
def put_to_sea(state: ForceName, situation: Situation) -> Finish:
    """Turn ships to their operational side, and put the whole Task Force beneath the marker of its name.

    With 16.1.4 an Allied Task Force goes behind its marker.
    """
    facts = facts_of(situation)
    members = [facts.units[piece] for piece in state.members]
    place = At(PACIFIC, members[0].hex)
    ships = tuple(unit.id for unit in members if unit.group == "naval")
    kind = _marker_kind(facts, state.side, state.name)
    markers = tuple(facts.of_kind(kind)[:1])
    if state.is_express:
        markers = (*markers, *facts.of_kind(TOKYO_EXPRESS)[:1])
    in_secret = is_secret(facts, state.side)
    effects: list[AnyCommand] = []
    if in_secret:
        left = [unit for unit in available(facts, state.side) if unit.hex == members[0].hex and unit not in members]
        effects += screened(facts, markers[0], members, left)
    else:
        effects.append(MovePieces((*state.members, *markers), place))
    effects.append(SetTrait((*state.members, *markers), units.FORCE, state.name))
    if ships:
        effects.append(SetTrait(ships, units.SHOWS, units.OPERATIONAL))
    if in_secret:
        effects = [Report(markers, says("is formed behind a screen"), tuple(effects))]
    elif not kind:
        effects = [
            Report(state.members, says("become {force}, for which no marker is left", force=state.name), tuple(effects))
        ]
    return Finish(state.name, effects)


def _may_form(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if is_secret(facts, side) and not _free_markers(facts, side):
        return says("16.1.4: All Task Force and Fleet markers of the Allies are in use.")
    if available(facts, side):
        return ""
    return says("8.1: No unit at a base may join a Task Force now.")


# --- 8.0, 9.0 moving ---


def ready(facts: Facts, side: str) -> Iterator[TaskForce]:
    """Yield the Task Forces of a side that have not moved yet in this part and can go somewhere."""
    for force in facts.forces:
        if force.side == side and not any(unit.operated_from for unit in force.members):
            move = voyage(facts, force.members)
            if move.refused() is None and move.reach():
                yield force


def goals(move: BaseMove) -> list[Option]:
    """Return the possible goals of a move, sorted by the ids of their places. Halves of Malaya are given by name.

    Notes mark places where it meets an enemy, and goals where the cargo cannot land.
    """
    return [_goal(move, node) for node in sorted(move.reach())]


def _goal(move: BaseMove, node: str) -> Option:
    if node in move.facts.geography.parts:
        return node
    where, note = Where(PACIFIC, node), _note(move, node)
    return NotedOption(where, note) if note else where


def _note(move: BaseMove, node: str) -> str:
    facts, side = move.facts, move.side
    if any(unit.group in ("land", "replacements") for unit in move.members) and not facts.controls(node, side):
        if not landing_range(facts, node, side).in_range:
            return says("no landing: no friendly base within two hexes")
        if not any(unit.group == "naval" for unit in move.members):
            return says("no landing without a ship")
    return says("battle") if facts.may_meet(node, side) else ""


def node_of(goal: Where | str) -> str:
    """Return the node that a goal names."""
    return goal.place if isinstance(goal, Where) else goal


class SailingForce(Struct, frozen=True):
    """A Task Force that will move, by its name, and its side."""

    side: str
    force: str


@step("Choose a Task Force", rule="8.0")
def pick_force(state: ActingSide, _situation: Situation) -> Steps:
    """Ask for the next Task Force. Each moves once in a player part."""
    name = yield Pick(
        key="force",
        by=state.side,
        question=says("Which Task Force moves?"),
        among=lambda seen: [force.name for force in ready(facts_of(seen), state.side)],
    )
    return Next(sail, SailingForce(state.side, name)) if name else Finish(0)


@step("Move the Task Force", rule="8.0, 9.0")
def sail(state: SailingForce, situation: Situation) -> Steps:
    """Move the Task Force to a hex in its reach, and pay the cost: oil, and Transport Points for its cargo."""
    move = _move_of(facts_of(situation), state)
    goal = yield Pick(
        key="goal",
        by=state.side,
        question=says("Where does {force} go?", force=state.force),
        among=lambda seen: goals(_move_of(facts_of(seen), state)),
        moving=lambda seen: [unit.id for unit in _move_of(facts_of(seen), state).members],
        rule=move.rule,
        then=costs(move),
    )
    return Finish(1, [move.command(node_of(goal))] if goal is not None else [])


def _move_of(facts: Facts, state: SailingForce) -> Operation:
    force = facts.force(state.side, state.force)
    if force is None:
        raise LookupError(f"There is no Task Force {state.force} (any more).")
    return voyage(facts, force.members)


def costs(move: Operation) -> str:
    """Return the range of a Task Force and its payment, in a sentence."""
    near, far = (dict(move.pays(hexes)) for hexes in (1, LONG_HAUL_HEXES + 1))
    oil = (near.pop(OIL, 0), far.pop(OIL, 0))
    payments = [
        says("{points} Transport {points:Point|Points} of {pool}", points=points, pool=title_of_pool(pool))
        for pool, points in near.items()
    ]
    if oil[0]:
        payments.insert(0, _oil(*oil))
    if not payments:
        return says("It may go {hexes} {hexes:hex|hexes}.", hexes=move.allowance)
    return says("It may go {hexes} {hexes:hex|hexes} for {payments}.", hexes=move.allowance, payments=listed(payments))


def _oil(near: int, far: int) -> str:
    """Return the Oil Points of a short and of a long movement."""
    if far == near:
        return says("{oil} Oil {oil:Point|Points}", oil=near)
    return says(
        "{oil} Oil {oil:Point|Points} ({more} beyond {hexes} {hexes:hex|hexes})",
        oil=near,
        more=far,
        hexes=LONG_HAUL_HEXES,
    )


def _may_operate(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if any(True for _ in ready(facts, side)):
        return ""
    rule = way_rule(facts)
    if way_now(facts) == "reaction":
        return says("{rule}: No Task Force can reach an enemy; form one first.", rule=rule)
    return says("{rule}: No Task Force that has not moved can be paid for; form one first.", rule=rule)


def way_rule(facts: Facts) -> str:
    """Return the number of the rule for movement in this phase."""
    return "9.0" if way_now(facts) == "reaction" else "8.0"


# --- those that stay ---


@step("Task Forces that have not moved", rule="8.1, 8.2, 9.0")
def settle(_state: NoState, situation: Situation) -> Next[NoState] | Finish:
    """Settle the Task Forces that have not moved, one after the other.

    Each stays, and its cargo is paid for unless G-21 makes that free. A Task Force that cannot stay is broken up.
    """
    facts = facts_of(situation)
    force = next(unmoved(facts), None)
    if force is None:
        return Finish()
    move = _move_of(facts, SailingForce(force.side, force.name))
    stays = next((node for node in move.here if node in move.reach()), None)
    if stays is None or move.refused() is not None:
        return Next(settle, NoState(), broken_up(facts, force))
    return Next(settle, NoState(), [move.command(stays)])


def unmoved(facts: Facts) -> Iterator[TaskForce]:
    """Return the Task Forces of the acting sides that have not moved in this player part."""
    return (
        force
        for force in facts.forces
        if force.side in facts.moment.actors and not any(unit.operated_from for unit in force.members)
    )


def broken_up(facts: Facts, force: TaskForce) -> list[AnyCommand]:
    """Return the commands that break up a Task Force. Its units are then in port, and its markers in their pool."""
    pieces = tuple(unit.id for unit in force.members)
    effects: list[AnyCommand] = [SetTrait(pieces, units.FORCE, ""), SetTrait(pieces, units.HALF, "")]
    ships = tuple(unit.id for unit in force.ships)
    if ships:
        effects.append(SetTrait(ships, units.SHOWS, AT_ANCHOR))
    markers = facts.force_markers(force.side, force.name)
    screens = tuple(screens_on_map(facts, force.hex))
    if screens and any(is_behind(facts, piece) for piece in pieces):
        effects = [Report(markers, says("is broken up"), (*effects, *put_behind(facts, screens[0], force.members)))]
    return [*effects, *markers_aside(markers)]


def _may_settle(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is done at the end of the phase
    facts = facts_of(situation)
    if facts.moment.phase not in FORCES_SAIL:
        return says("8.0: Task Forces move in the Operational Movement Phase and in the Reaction Phase.")
    return "" if next(unmoved(facts), None) else says("8.0: Every Task Force has moved.")


# --- 16.1.1 ---


@step("Choose a Task Force", rule="16.1.1")
def pick_warned(state: ActingSide, _situation: Situation) -> Steps:
    """Ask which forewarned Task Force deploys by sea before any Task Force reacts. This happens only once in a game."""
    name = yield Pick(
        key="force",
        by=state.side,
        question=says("Which Task Force deploys before it reacts?"),
        among=lambda seen: [force.name for force in warned(facts_of(seen), state.side)],
        rule="16.1.1",
    )
    return Next(forestall, SailingForce(state.side, name)) if name else Finish(0)


def warned(facts: Facts, side: str) -> Iterator[TaskForce]:
    """Yield the Task Forces that can deploy by 16.1.1."""
    for force in facts.forces:
        if force.side == side:
            move = MailDeployment(facts, force.members)
            if move.refused() is None and move.reach():
                yield force


@step("Deploy the Task Force", rule="16.1.1, 7.1")
def forestall(state: SailingForce, situation: Situation) -> Steps:
    """Deploy by sea in legs, each paid with the Transport ratings of all its ships. Then it can react."""
    facts = facts_of(situation)
    move = _mail_of(facts, state)
    base = yield Pick(
        key="base",
        by=state.side,
        question=says("Where does {force} deploy?", force=state.force),
        among=lambda seen: goals(_mail_of(facts_of(seen), state)),
        rule="16.1.1",
        then=says("Each leg costs the Transport ratings of its ships. From there it can react."),
    )
    if base is None:
        return Finish(0)
    return Finish(1, [move.command(base.place)])


def _mail_of(facts: Facts, state: SailingForce) -> MailDeployment:
    force = facts.force(state.side, state.force)
    if force is None:
        raise LookupError(f"There is no Task Force {state.force} (any more).")
    return MailDeployment(facts, force.members)


def _may_forestall(situation: Situation, side: str) -> str:
    facts = facts_of(situation)
    if not facts.uses("16.1.1"):
        return says("Optional rule 16.1.1 is not used in this game.")
    if side != ALLIES or facts.moment.phase != REACTION:
        return says("16.1.1: The Allies do this in their Reaction Phase.")
    if any(unit.operated_from for unit in facts.in_play(ALLIES) if unit.group == "naval"):
        return says("16.1.1: It must be the first thing that is done in the phase.")
    if any(True for _ in warned(facts, side)):
        return ""
    return says(
        "16.1.1: No Task Force may deploy: it must be formed and paid for, and this works once a game,"
        " not on the first turn."
    )


# --- 16.1.4 ---


@step("Secret Task Forces are shown", rule="16.1.4")
def reveal(_state: NoState, situation: Situation) -> Finish:
    """Bring the units out from behind the markers and screens, so that Japan sees them."""
    facts = facts_of(situation)
    hidden, effects = tuple(unit.id for unit in concealed(facts)), brought_out(facts)
    if hidden:
        effects = [Report(hidden, says("come out from behind the screens"), tuple(effects))]
    return Finish(len(hidden), effects)


def _may_reveal(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is done at the end of the phase
    facts = facts_of(situation)
    if not facts.uses("16.1.4"):
        return says("Optional rule 16.1.4 is not used in this game.")
    is_any = concealed(facts) or any(force.side == ALLIES for force in facts.forces) or any(screens_on_map(facts))
    if facts.moment.phase != REACTION or not is_any:
        return says("16.1.4: Allied Task Forces are shown at the end of the Reaction Phase.")
    return ""


FORMED: Final = (muster, name_it, put_to_sea)

RULES = Rules(
    procedures=(
        Procedure("form-task-force", "Form a Task Force", "8.1, 16.1.4, 16.2.2", FORMED, _may_form, known_to=known_to),
        Procedure(
            "operate",
            "Move a Task Force",
            "3.3.7, 8.0, 8.2, 8.3, 8.4",
            (pick_force, sail),
            _may_operate,
            known_to=known_to,
        ),
        Procedure("react", "React with a Task Force", "9.0", (pick_force, sail), _may_operate, known_to=known_to),
        Procedure("stay", "Task Forces that have not moved", "8.1, 9.0", (settle,), _may_settle),
        Procedure(
            "extra-deployment",
            "Deployment before Reaction",
            "16.1.1",
            (pick_warned, forestall),
            _may_forestall,
            known_to=known_to,
        ),
        Procedure("reveal-task-forces", "Secret Task Forces are shown", "16.1.4", (reveal,), _may_reveal),
    )
)
