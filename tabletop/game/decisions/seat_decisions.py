"""Decisions about seats: the sides and roles of people, and the rights of seats."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.expression import ExpressionError, compile_expression
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.change.patch import Grant, Sit
from tabletop.game.change.told import Told
from tabletop.game.commands import ChangeAccess, GiveSeat, TakeSeat
from tabletop.game.decisions.decision import demand, side_indices
from tabletop.game.state.game import Seat
from tabletop.game.state.values import Value
from tabletop.game.table_access import AccessWish, Role, TableAccess

LONGEST_NAME: Final = 120
MOST_ROLES: Final = 100


def take_seat(action: Action, command: TakeSeat) -> None:
    """Give the acting seat these sides to play."""
    wanted = _seat(action, command)
    demand(action, "sit", wanted)
    action.change(Sit(action.seat, wanted))
    action.tell(Told("seat-taken", _facts(action, wanted)))


def give_seat(action: Action, command: GiveSeat) -> None:
    """Give somebody these sides to play. A player who is not the umpire gives sides of their own."""
    if not command.to.strip() or len(command.to) > LONGEST_NAME:
        raise Refusal("too-long", "name-too-long", most=LONGEST_NAME)
    wanted, own = _seat(action, command), action.rights
    demand(action, "give", (command.to, wanted))
    action.change(Sit(command.to, wanted))
    if not own.umpire:
        rest = tuple(side for side in own.sides if side not in wanted.sides)
        action.change(Sit(action.seat, Seat(rest)))
    action.tell(Told("seat-given", {"to": command.to, **_facts(action, wanted)}))


def change_access(action: Action, command: ChangeAccess) -> None:
    """Change the rights of seats.

    The umpire or a lone player does so at once. Otherwise all players must give the same command.
    """
    demand(action, "change-access")
    access = action.game.access
    wish = AccessWish(action.seat, command.kind, _roles(action, command, access), _umpire(action, command))
    wishes = tuple(one for one in access.wishes if one.seat != action.seat)
    others = {name for name, seat in action.game.seats.items() if seat.sides and name != action.seat}
    agreed = {one.seat for one in wishes if replace(one, seat=wish.seat) == wish}
    facts: dict[str, Value] = {"kind": wish.kind, "umpire": wish.umpire}
    if not action.rights.umpire and not others <= agreed:
        is_new = (wish.kind, wish.roles, wish.umpire) != (access.kind, access.roles, "")
        action.change(Grant(replace(access, wishes=(*wishes, wish) if is_new else wishes)))
        action.tell(Told("access-wished", facts))
        return
    for name, seat in action.game.seats.items():
        seated = _seated(action, wish, name, seat)
        if seated != seat:
            action.change(Sit(name, seated))
    action.change(Grant(TableAccess(wish.kind, wish.roles, holds=access.holds)))
    action.tell(Told("access-changed", facts))


def _seat(action: Action, command: TakeSeat | GiveSeat) -> Seat:
    """Return the seat for a command. A role decides its sides. Refuses an unknown role, and a role with other sides
    than its own.
    """
    if not command.role:
        return Seat(side_indices(action, dict.fromkeys(command.sides)), command.umpire)
    role = action.game.access.role(command.role)
    if role is None:
        known = tuple(one.name for one in action.game.access.roles)
        raise Refusal("no-such-name", "no-role" if known else "no-roles", role=command.role, known=known)
    if command.sides and set(command.sides) != set(role.sides):
        raise Refusal("not-possible", "role-of-sides", role=role.name, sides=role.sides)
    return Seat(side_indices(action, role.sides), command.umpire, role.name)


def _facts(action: Action, seat: Seat) -> dict[str, Value]:
    """Return the facts of a seat for its message."""
    facts: dict[str, Value] = {"sides": ", ".join(action.game.sides[side] for side in seat.sides)}
    facts["umpire"] = seat.umpire
    if seat.role_name:
        facts["role"] = seat.role_name
    return facts


def _roles(action: Action, command: ChangeAccess, access: TableAccess) -> tuple[Role, ...]:
    """Return the new roles of the table. Refuses invalid ones."""
    roles = access.roles if command.roles is None else command.roles
    names = [role.name for role in roles]
    if len(roles) > MOST_ROLES or any(not name.strip() or len(name) > LONGEST_NAME for name in names):
        raise Refusal("too-long", "roles-too-long", most=MOST_ROLES, longest=LONGEST_NAME)
    if len(set(names)) < len(names):
        raise Refusal("not-possible", "role-twice", role=next(name for name in names if names.count(name) > 1))
    for role in roles:
        if not role.sides:
            raise Refusal("not-possible", "role-without-sides", role=role.name)
        side_indices(action, role.sides)
        try:
            compile_expression(role.moves)
        except ExpressionError as mistake:
            raise Refusal("bad-expression", "in-other-words", words=str(mistake)) from mistake
    return roles


def _umpire(action: Action, command: ChangeAccess) -> str:
    """Return the name of the next umpire; "" if none is named.

    If a table becomes moderated and has no umpire, it is the acting person. Refuses a name that has no seat.
    """
    seats = action.game.seats
    if command.umpire and command.umpire not in seats:
        raise Refusal("no-such-name", "no-such-player", player=command.umpire)
    is_missing = command.kind == "moderated" and not any(seat.umpire for seat in seats.values())
    return command.umpire or (action.seat if is_missing else "")


def _seated(action: Action, wish: AccessWish, name: str, seat: Seat) -> Seat:
    """Return somebody's seat at the new table.

    The next umpire gets an umpire's seat. Every seat loses a role that no longer exists or that now has other sides.
    """
    sides = {role.name: set(side_indices(action, role.sides)) for role in wish.roles}
    keeps = sides.get(seat.role_name) == set(seat.sides)
    return Seat(seat.sides, seat.umpire or name == wish.umpire, seat.role if keeps else UNSET)
