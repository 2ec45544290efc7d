"""Markings of a map, and the signs by which players point at places (format section 4.3)."""

from collections.abc import Iterator
from typing import Final, Literal

from tabletop.module.schema.map.map_view_records import (
    ChosenMark,
    OutlineRecord,
    OverviewRecord,
    PingKeys,
    PingWay,
    Thread,
)
from tabletop.vassal.components.module_draft import Bench, Ids, flat
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line, said
from tabletop.vassal.files.attributes import BLACK, Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import Color

_WHITE: Final = Color(255, 255, 255)
_ROUNDING: Final[dict[str, Literal["up", "down", "nearest"]]] = {"Up": "up", "Down": "down"}
_STAYS: Final[dict[str, Literal["always", "never", "ctrl"]]] = {"Always": "always", "Never": "never"}
_SEEN: Final[dict[str, Literal["always", "staying", "never"]]] = {"When Persisting": "staying", "Never": "never"}
_USUAL_THREAD: Final = "$playerId$ Checked LOS from $FromLocation$ to $AllLocationsChecked$"
_THREAD_NAMES: Final = (
    ("FromLocation", "From"), ("ToLocation", "To"), ("Range", "Range"), ("AllLocationsChecked", "Checked"),
    ("NumberOfLocationsChecked", "Count"),
)  # fmt: skip
_USUAL_OVERVIEW: Final = 0.19444444
_RED: Final = Color(255, 0, 0)
_PING_KEYS: Final[dict[str, PingKeys]] = {
    "keyCtrl": "ctrl",
    "keyAltShift": "alt shift",
    "keyCtrlShift": "ctrl shift",
    "keyCtrlAlt": "ctrl alt",
    "keyCtrlAltShift": "ctrl alt shift",
}
"""The modifier keys for a flare; any other text counts as Alt."""
_PING_NAMES: Final = (("FlareLocation", "PingLocation"), ("FlareZone", "PingZone"), ("FlareMap", "PingMap"))


def looks_of(board: Component, bench: Bench, toolbar: Toolbar) -> dict[str, object]:
    """Return the entries of the map file for its markings, by their keys."""
    return {
        "chosen": tuple(_chosen(board, bench, toolbar)),
        "last_moved": _last_moved(board, bench),
        "pings": tuple(_pings(board, bench, toolbar)),
        "overview": _overview(board),
        "threads": tuple(_threads(board, bench, toolbar)),
    }


def _chosen(board: Component, bench: Bench, toolbar: Toolbar) -> Iterator[ChosenMark]:
    """Yield the marks of selected pieces: the map's own line, and those of its highlighters for some pieces."""
    yield _mark(Attributes(board.attributes), BLACK, "true", "")
    for group in board.of("SelectionHighlighters"):
        bench.judge(group)
        for part in group.of("SelectionHighlighter"):
            given, taking = Attributes(part.attributes), toolbar.taking(part)
            where = taking.match(given.text("match")) or "true"
            picture = ""
            if given.yes("useImage"):
                found = bench.pictures.find(given.text("image"), part.where)
                picture = found.name if found is not None else ""
            if picture or not given.yes("useImage"):
                yield _mark(given, _RED, where, picture)
            bench.judge(part, taking.verdict)


def _mark(given: Attributes, usual: Color, where: str, picture: str) -> ChosenMark:
    return ChosenMark(
        where=where,
        colour=(given.color("color", usual) or usual).text,
        width=max(0, given.whole("thickness", 3)),
        picture=picture,
        at=(given.whole("xoffset"), given.whole("yoffset")) if picture else (0, 0),
    )


def _last_moved(board: Component, bench: Bench) -> OutlineRecord | None:
    """Return the line round the pieces that others moved last; None if the map has no such line."""
    found = None
    for part in flat(board):
        if part.short == "HighlightLastMoved":
            given = Attributes(part.attributes)
            colour = given.color("color", _RED)
            width = max(0, given.whole("thickness", 2))
            found = (
                OutlineRecord(colour=colour.text, width=width)
                if given.yes("enabled", True) and colour and width
                else None
            )
            bench.judge(part)
    return found


def _pings(board: Component, bench: Bench, toolbar: Toolbar) -> Iterator[PingWay]:
    """Yield the flares of a map."""
    for part in flat(board):
        if part.short != "Flare":
            continue
        given, taking = Attributes(part.attributes), toolbar.taking(part)
        report = given.text("reportFormat")
        yield PingWay(
            keys=_PING_KEYS.get(given.text("flareKey"), "alt"),
            colour=(given.color("circleColor", _RED) or _RED).text,
            size=max(1, min(given.whole("circleSize", 100), 10_000)),
            on_map=given.yes("circleScale", True),
            pulses=max(0, min(given.whole("flarePulses", 6), 100)),
            a_second=max(0, min(given.whole("flarePulsesPerSec", 3), 50)),
            report=taking.format(said(report), _PING_NAMES) if report.strip() else "",
        )
        bench.judge(part, taking.verdict)


def _overview(board: Component) -> OverviewRecord | None:
    """Return the look of a map's overview; None if it has none."""
    given = next((Attributes(part.attributes) for part in flat(board) if part.short == "GlobalMap"), None)
    if given is None:
        return None
    scale = min(max(given.decimal("scale", _USUAL_OVERVIEW), 0.01), 4.0)
    return OverviewRecord(scale=scale, colour=(given.color("color", BLACK) or BLACK).text)


def _threads(board: Component, bench: Bench, toolbar: Toolbar) -> Iterator[Thread]:
    """Yield the threads for lines of sight of a map."""
    names = Ids()
    for part in flat(board):
        if part.short != "LOS_Thread":
            continue
        name = bench.threads[id(part)] = names.new(one_line(part.get("threadName"), "Line of sight"))
        given, taking = Attributes(part.attributes), toolbar.taking(part)
        report = said(given.text("report", _USUAL_THREAD))
        yield Thread(
            name=name,
            colour=(given.color("threadColor", BLACK) or BLACK).text,
            width=max(1, min(given.whole("losThickness", 1), 100)),
            snaps_start=given.yes("snapStart"),
            snaps_end=given.yes("snapEnd"),
            shows_range=given.yes("drawRange"),
            step_px=max(0, given.whole("scale")),
            rounding=_ROUNDING.get(given.text("round"), "nearest"),
            range_ink=(given.color("rangeFg", _WHITE) or _WHITE).text,
            range_paper=(given.color("rangeBg", BLACK) or BLACK).text,
            pieces=max(0, min(given.whole("hideOpacity"), 100)) / 100 if given.yes("hideCounters") else None,
            stays=_STAYS.get(given.text("persistence"), "ctrl"),
            seen=_SEEN.get(given.text("global"), "always"),
            report=taking.format(report, _THREAD_NAMES) if report.strip() else "",
        )
        bench.judge(part, taking.verdict)
