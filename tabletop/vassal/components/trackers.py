"""Turn trackers: their levels, their keys, and what they press when they have moved (format section 4.1)."""

import re
from collections.abc import Iterator
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
    """Take over a turn tracker, with its levels within and beside each other."""
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    name = bench.trackers.new(one_line(given.text("name"), "Turn"))
    levels = list(_levels(component, "", bench, Ids()))
    outside: Writable = ""
    for level in levels:
        if level["within"] == outside:  # as it is usual
            del level["within"]
        outside = level["name"]
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
    made: Document = {"name": name, "levels": list[Writable](levels), "endless": True}
    if then:
        made["then"] = then
    trackers = bench.about.setdefault("trackers", [])
    if isinstance(trackers, list):
        trackers.append(made)
    for words, differs in _differences(component, given):
        if differs:
            taking.differs(words)
    bench.judge(component, approximated(taking.verdict.reason) if taking.verdict.reason else EXACT)


def _differences(component: Component, given: Attributes) -> Iterator[tuple[str, bool]]:
    formats = [
        given.text("turnFormat"),
        *(each.get("turnFormat") for each in component.walk() if each.short in _LEVELS),
    ]
    yield "turns are shown level by level, without its words", any(map(_has_words, formats))
    reports = [given.text("reportFormat"), *(each.get("reportFormat") for each in component.of("TurnGlobalHotkey"))]
    yield "turns are told in words of this program", any(report.strip() for report in reports)
    yield "it can be turned back too", given.yes("fwdOnly")


def _has_words(format: str) -> bool:
    """Whether a format says more than the values of levels, one after the other."""
    return bool(re.sub(r"\$(?:level\d+|value)\$", "", format).strip())


def _levels(component: Component, within: str, bench: Bench, names: Ids) -> Iterator[Document]:
    """The levels within a component, which itself lies in the level `within`: each before what lies in it."""
    for level in component.of(*_LEVELS):
        record = _level(level, names)
        if not record:
            bench.judge(level, inactive("its list is empty"))
            yield from _levels(level, within, bench, names)
            continue
        record["within"] = within
        left_out = level.get("configList") == "true" or level.get("configFirst") == "true"
        bench.judge(level, approximated("players cannot choose among the names of its list") if left_out else EXACT)
        yield record
        yield from _levels(level, str(record["name"]), bench, names)


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
