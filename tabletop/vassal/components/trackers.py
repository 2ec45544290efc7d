"""Turn trackers: their levels, their keys, and what they press when they have moved (format section 4.1)."""

from typing import Final

from tabletop.game.traits.base import Entry
from tabletop.game.traits.table import MoveTracker
from tabletop.module.writing import Writable
from tabletop.vassal.attributes import Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Document, Ids, one_line
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.properties import own_name
from tabletop.vassal.report import EXACT, approximated, inactive
from tabletop.vassal.translating.taking import plain

_LEVELS: Final = ("CounterTurnLevel", "ListTurnLevel")


def take_tracker(component: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Take over a turn tracker. Of levels beside each other the first is taken; they would have come in turn."""
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    name = one_line(given.text("name"), "Turn")
    levels, beside = _levels(component, bench)
    for hotkey, steps, words in (("nexthotkey", 1, "Next turn"), ("prevhotkey", -1, "Previous turn")):
        key = given.key(hotkey).text
        if key and not (steps < 0 and given.yes("fwdOnly")):
            toolbar.add(MoveTracker(name, Entry(key, plain(f"{name}: {words}")), steps))
    then: list[Writable] = []
    for hotkey_of in component.of("TurnGlobalHotkey"):
        own = Attributes(hotkey_of.attributes)
        record: Document = {"press": own.key("hotkey").text}
        if own.text("match").strip():
            record["when"] = toolbar.taking(hotkey_of).match(own.text("match"))
        then.append(record)
        bench.judge(hotkey_of)
    if not levels:
        bench.judge(component, inactive("it has no levels"))
        return
    made: Document = {"name": name, "levels": levels}
    if then:
        made["then"] = then
    trackers = bench.about.setdefault("trackers", [])
    if isinstance(trackers, list):
        trackers.append(made)
    differs = ["levels beside each other do not come in turn"] if beside else []
    differs += [taking.verdict.reason] if taking.verdict.reason else []
    bench.judge(component, approximated("; ".join(differs)) if differs else EXACT)


def _levels(component: Component, bench: Bench) -> tuple[list[Writable], bool]:
    """The levels from the outermost in, and whether there are any beside those."""
    names = Ids()
    found: list[Writable] = []
    beside = False
    inside = component.of(*_LEVELS)
    while inside:
        level, *others = inside
        beside = beside or bool(others)
        for other in others:
            bench.judge_all(other, inactive("only the first of levels beside each other is taken"))
        record = _level(level, names)
        bench.judge(level, EXACT if record else inactive("its list is empty"))
        if record:
            found.append(record)
        inside = level.of(*_LEVELS)
    return found, beside


def _level(level: Component, names: Ids) -> Document:
    given = Attributes(level.attributes)
    made: Document = {"name": names.new(one_line(given.text("name"), "Level"))}
    if level.short == "ListTurnLevel":
        listed = [one_line(text, "-") for text in given.texts("list")]
        if not listed:
            return {}
        made["names"] = list[Writable](listed)
    else:
        made["first"] = given.whole("start", 1)
        if given.yes("loop") and given.whole("loopLimit", -1) > 0:
            made["last"] = given.whole("loopLimit", -1)
        if given.whole("incr", 1) > 1:
            made["step"] = given.whole("incr", 1)
    if given.text("property"):
        made["property"] = own_name(given.text("property"))
    return made
