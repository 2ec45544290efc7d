"""Chess clocks: a clock for each side, and the keys that press them (format section 4.1)."""

from typing import Final

from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.module_draft import Bench, Document
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import Color
from tabletop.vassal.import_report import EXACT, inactive

_PARTS: Final = {"showDays": "days", "showHours": "hours", "showSeconds": "seconds", "showTenths": "tenths"}
_COLOURS: Final = {
    "tickingBackgroundColor": Color(255, 255, 0),
    "tickingFontColor": Color(51, 51, 51),
    "tockingFontColor": Color(0, 0, 0),
}
_SHOWN: Final = ("always", "auto", "never")


def take_clocks(control: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Import the clocks of a module in one row. If there are several controls, the first counts."""
    clocks = control.of("ChessClock")
    sides = dict.fromkeys(side for clock in clocks if (side := bench.sides.get(clock.get("side"))))
    if not sides or "clocks" in bench.about:
        bench.judge_all(control, inactive("it has no clock of a side" if not sides else "there is one row of clocks"))
        return
    given = Attributes(control.attributes)
    keys: Document = {}
    looks: Document = {}
    for clock in clocks:
        side = bench.sides.get(clock.get("side"))
        key = Attributes(clock.attributes).key("startHotkey").text
        if side and key:
            keys[side] = key
        if side:
            looks.setdefault(side, _look(clock, bench))
        bench.judge(clock, EXACT if side else inactive("its side is not in the game"))
    made: Document = {
        "sides": list[Writable](sides),
        "looks": dict[str, Writable](looks),
        "passes": True,
        "shown": False,
    }
    if keys:
        made["keys"] = keys
    for hotkey, ours in (("nextHotkey", "next"), ("pauseHotkey", "stop")):
        if given.key(hotkey):
            made[ours] = given.key(hotkey).text
    parts: Document = {ours: word for name, ours in _PARTS.items() if (word := given.text(name).lower()) in _SHOWN}
    if parts:
        made["parts"] = parts
    bench.about["clocks"] = made
    settings = {"tooltip": given.text("buttonTooltip"), "hotkey": given.text("showHotkey")}
    settings |= {name: given.text(name) for name in ("name", "buttonText", "icon")}
    button = Component(control.kind, settings, line=control.line, file=control.file)
    toolbar.view(button, {"does": "clocks"}, "Clocks")
    bench.judge(control)


def _look(clock: Component, bench: Bench) -> Document:
    """Return the words and the picture of a clock, and its colours while it runs."""
    given = Attributes(clock.attributes)
    picture = bench.pictures.find(given.text("icon"), clock.where)
    ground, *ink = (given.color(name, usual) or usual for name, usual in _COLOURS.items())
    made: Document = {"ground": ground.text, "ink": [one.text for one in ink]}
    if "buttonText" in clock.attributes:
        made["title"] = given.text("buttonText")
    if picture is not None:
        made["picture"] = picture.name
    if given.text("tooltip"):
        made["tip"] = given.text("tooltip")
    return made
