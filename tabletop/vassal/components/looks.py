"""How a map is looked at: what is marked on it and how, and where players point (format section 4.3)."""

from collections.abc import Iterator
from typing import Final

from tabletop.module.schema.looking import ChosenMark, Line, OverviewSpec, PingKeys, PingWay
from tabletop.vassal.attributes import BLACK, Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, flat, said
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.scalars import Color

_USUAL_OVERVIEW: Final = 0.19444444
_RED: Final = Color(255, 0, 0)
_PING_KEYS: Final[dict[str, PingKeys]] = {
    "keyCtrl": "ctrl",
    "keyAltShift": "alt shift",
    "keyCtrlShift": "ctrl shift",
    "keyCtrlAlt": "ctrl alt",
    "keyCtrlAltShift": "ctrl alt shift",
}
"""What is held for a flare; all else is Alt."""
_PING_NAMES: Final = (("FlareLocation", "PingLocation"), ("FlareZone", "PingZone"), ("FlareMap", "PingMap"))


def looks_of(board: Component, bench: Bench, toolbar: Toolbar) -> dict[str, object]:
    """What a map file says of these things, by its keys."""
    return {
        "chosen": tuple(_chosen(board, bench, toolbar)),
        "last_moved": _last_moved(board, bench),
        "pings": tuple(_pings(board, bench, toolbar)),
        "overview": _overview(board),
    }


def _chosen(board: Component, bench: Bench, toolbar: Toolbar) -> Iterator[ChosenMark]:
    """How chosen pieces are marked: the map's own line, and those of its highlighters for some pieces."""
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


def _last_moved(board: Component, bench: Bench) -> Line | None:
    """The line round what others have moved last, if the map has one."""
    found = None
    for part in flat(board):
        if part.short == "HighlightLastMoved":
            given = Attributes(part.attributes)
            colour = given.color("color", _RED)
            width = max(0, given.whole("thickness", 2))
            found = Line(colour=colour.text, width=width) if given.yes("enabled", True) and colour and width else None
            bench.judge(part)
    return found


def _pings(board: Component, bench: Bench, toolbar: Toolbar) -> Iterator[PingWay]:
    """The flares of a map."""
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


def _overview(board: Component) -> OverviewSpec | None:
    """How the overview of a map looks, if it has one."""
    given = next((Attributes(part.attributes) for part in flat(board) if part.short == "GlobalMap"), None)
    if given is None:
        return None
    scale = min(max(given.decimal("scale", _USUAL_OVERVIEW), 0.01), 4.0)
    return OverviewSpec(scale=scale, colour=(given.color("color", BLACK) or BLACK).text)
