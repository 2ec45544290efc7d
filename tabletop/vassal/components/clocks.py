"""Chess clocks: a clock for each side, and the keys that press them (format section 4.1)."""

from typing import Final

from tabletop.module.writing import Writable
from tabletop.vassal.attributes import Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Document
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.report import EXACT, inactive

_PARTS: Final = {"showDays": "days", "showHours": "hours", "showSeconds": "seconds", "showTenths": "tenths"}
_SHOWN: Final = ("always", "auto", "never")


def take_clocks(control: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Take over the clocks of a module. There is one row of them, so of several controls the first counts."""
    clocks = control.of("ChessClock")
    sides = dict.fromkeys(side for clock in clocks if (side := bench.sides.get(clock.get("side"))))
    if not sides or "clocks" in bench.about:
        bench.judge_all(control, inactive("it has no clock of a side" if not sides else "there is one row of clocks"))
        return
    given = Attributes(control.attributes)
    keys: Document = {}
    for clock in clocks:
        side = bench.sides.get(clock.get("side"))
        key = Attributes(clock.attributes).key("startHotkey").text
        if side and key:
            keys[side] = key
        bench.judge(clock, EXACT if side else inactive("it is of no side of the game"))
    made: Document = {"sides": list[Writable](sides)}
    if keys:
        made["keys"] = keys
    for hotkey, ours in (("nextHotkey", "next"), ("pauseHotkey", "stop")):
        if given.key(hotkey):
            made[ours] = given.key(hotkey).text
    parts: Document = {ours: word for name, ours in _PARTS.items() if (word := given.text(name).lower()) in _SHOWN}
    if parts:
        made["parts"] = parts
    bench.about["clocks"] = made
    toolbar.view(control, {"does": "clocks"}, "Clocks")
    bench.judge(control)
