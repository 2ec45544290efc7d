"""Clocks of the sides, of which at most one runs. The time that each side has used is a property of the table.

The table has no time of its own. The command that presses a clock gives the time (UTC milliseconds).
"""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.values import Value

RUNNING: Final = "clock:running"
"""The property that holds the side whose clock runs; "" for none."""

SINCE: Final = "clock:since"
"""The property that holds the time at which that clock began to run."""

LONGEST_MS: Final = 24 * 3_600_000
"""The most time that is added to a clock. If a clock has run for longer without being pressed, it was forgotten."""

Part: TypeAlias = Literal["always", "auto", "never"]


class Parts(Struct, frozen=True):
    """The parts of a time that a clock shows besides minutes: always, never, or as needed (`auto`).

    With `auto`, days are shown if there are any; hours with days, or if there are any, or if tenths are never shown;
    seconds as long as no days are; tenths as long as no hours are, unless seconds are never shown. Seconds are always
    shown with tenths. Hours that are not shown count as minutes.
    """

    days: Part = "auto"
    hours: Part = "auto"
    seconds: Part = "auto"
    tenths: Part = "auto"


Read = Callable[[str], Value]


def used_property(side: str) -> str:
    """Return the name of the property that holds the time a side had used when its clock last stopped (in ms)."""
    return f"clock:used:{side}"


def running(read: Read) -> str:
    """Return the side whose clock runs; "" for none. `read` gives a property of the table."""
    found = read(RUNNING)
    return found if isinstance(found, str) else ""


def used_ms(read: Read, side: str, now_ms: int) -> int:
    """Return the time a side has used by now (milliseconds)."""
    before = _number(read(used_property(side)))
    if running(read) != side:
        return before
    return before + min(max(now_ms - _number(read(SINCE)), 0), LONGEST_MS)


def pressed(read: Read, side: str, now_ms: int) -> dict[str, Value]:
    """Return the properties of the table, with their new values, that let the clock of this side run, and no other. For
    "" all clocks stop.
    """
    found: dict[str, Value] = {RUNNING: side, SINCE: now_ms}
    before = running(read)
    if before:
        found[used_property(before)] = used_ms(read, before, now_ms)
    return found


def in_words(ms: int) -> str:
    """Return a time as clocks show it: 4:05, 1:04:05."""
    seconds = ms // 1_000
    hours, minutes, rest = seconds // 3_600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def in_parts(ms: int, parts: Parts) -> str:
    """Return a time with only the wanted parts."""
    days, hours, minutes = ms // 86_400_000, ms // 3_600_000 % 24, ms // 60_000 % 60
    seconds, tenths = ms // 1_000 % 60, ms // 100 % 10
    has_days = _has(parts.days, days > 0)
    has_hours = _has(parts.hours, has_days or hours > 0 or parts.tenths == "never")
    has_tenths = _has(parts.tenths, not has_days and not has_hours and parts.seconds != "never")
    has_seconds = has_tenths or _has(parts.seconds, not has_days)
    hours += 0 if has_days else days * 24
    whole = f"{hours:02}:{minutes:02}" if has_hours else f"{hours * 60 + minutes:02}"
    rest = (f":{seconds:02}" if has_seconds else "") + (f".{tenths}" if has_tenths else "")
    if has_days:
        return f"{days}{'' if has_seconds else 'd'}:{whole}{rest}"
    return f"{whole.removeprefix('0')}{rest}"


def _has(part: Part, as_needed: bool) -> bool:
    """Return whether a part is shown; with `auto` if it is needed."""
    return part == "always" or (part == "auto" and as_needed)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
