"""The latest reports of procedures: what a flight saw, which ships were spotted."""

from collections.abc import Sequence
from typing import Final

from tabletop.desktop.table.table_model import LogLine

MOST_REPORTS: Final = 3
"""The most reports that the panel shows; the log has all of them."""


def latest_reports(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Return the newest sentences that procedures have reported in this phase and the one before, the oldest of them
    first.

    `lines` is the log as the seat reads it. What players say to each other is no report: in its step nothing else
    happens.
    """
    turned = [number for number, line in enumerate(lines) if _key(line) == "tracker-moved"]
    recent = lines[turned[-2] if len(turned) > 1 else 0 :]
    played = {line.step for line in recent if _key(line) != "said"}
    said = [line for line in reversed(recent) if _key(line) == "said" and line.step in played]
    return tuple(
        str(line.told.facts.get("text", "")) for line in reversed(said[:MOST_REPORTS]) if line.told is not None
    )


def _key(line: LogLine) -> str:
    return line.told.key if line.told is not None else ""
