"""The reports of procedures in the current phase: what a flight saw, which ships were spotted."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from tabletop.desktop.table.table_model import LogLine

MOST_REPORTS: Final = 3
"""The most reports that the panel shows; the log has all of them."""


def latest_reports(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Return the newest sentences that procedures have reported in this phase, the oldest of them first.

    `lines` is the log as the seat reads it. What players say to each other is no report.
    """
    phase = list(takewhile(lambda line: _key(line) != "tracker-moved", reversed(lines)))
    played = {line.step for line in phase if _key(line).startswith("procedure-")}
    said = [line for line in phase if _key(line) == "said" and line.step in played]
    return tuple(
        str(line.told.facts.get("text", "")) for line in reversed(said[:MOST_REPORTS]) if line.told is not None
    )


def _key(line: LogLine) -> str:
    return line.told.key if line.told is not None else ""
