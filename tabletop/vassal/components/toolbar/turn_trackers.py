"""Import of turn trackers: their levels, their keys, and the keys that they press afterwards (format section 4.1)."""

import re
from collections.abc import Iterator
from typing import Final

from tabletop.game.appearance.turn_words import MOST_LEVELS
from tabletop.game.traits.action_traits import PressKey
from tabletop.game.traits.table_traits import MoveTracker
from tabletop.game.traits.trait_base import TraitCall
from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.module_draft import Bench, Document, Ids
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import one_line, said
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.import_report import inactive
from tabletop.vassal.translation.trait_translation import plain

_LEVELS: Final = ("CounterTurnLevel", "ListTurnLevel")
_TURNS: Final = (("oldTurn", "OldTurn"), ("newTurn", "NewTurn"))
_LEVEL_NAMES: Final = tuple((f"level{number}", f"Level{number}") for number in range(1, MOST_LEVELS + 1))
_USUAL_TURN: Final = "$level1$ $level2$ $level3$ $level4$"
_USUAL_TIP: Final = "Right-click to configure"
_USUAL_REPORT: Final = "Turn updated from $oldTurn$ to $newTurn$"


def take_tracker(component: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Import a turn tracker with all its levels."""
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    name = bench.trackers.new(one_line(given.text("name"), "Turn"))
    levels = list(_levels(component, "", bench, Ids(), toolbar))
    outside: Writable = ""
    for level in levels:
        if level["within"] == outside:  # the default
            del level["within"]
        outside = level["name"]
    for hotkey, steps, words in (("nexthotkey", 1, "Next turn"), ("prevhotkey", -1, "Previous turn")):
        key = given.key(hotkey).text
        if key and not (steps < 0 and given.yes("fwdOnly")):
            toolbar.add(MoveTracker(name, TraitCall(key, plain(f"{name}: {words}")), steps))
    then: list[Writable] = []
    for hotkey_of in component.of("TurnGlobalHotkey"):
        then.append(_then(hotkey_of, toolbar, name))
        bench.judge(hotkey_of)
    if not levels:
        bench.judge(component, inactive("it has no levels"))
        return
    made: Document = {"name": name, "levels": list[Writable](levels), "endless": True}
    if then:
        made["then"] = then
    made["words"] = taking.format(said(given.text("turnFormat", _USUAL_TURN)), _LEVEL_NAMES)
    made["report"] = taking.format(_in_line(said(given.text("reportFormat", _USUAL_REPORT))), _TURNS)
    made["moved_in"], made["turn_in"] = unmoved(component)
    if given.yes("fwdOnly"):
        made["ahead_only"] = True
    if given.text("tooltip") not in ("", _USUAL_TIP):
        made["tip"] = given.text("tooltip")
    row: Document = {"does": "tracker", "tracker": name}
    if given.text("buttonText") or given.text("icon"):
        toolbar.view(component, row, name)
    else:
        toolbar.key_for(given.key("hotkey").text, name, {"view": row})
    trackers = bench.about.setdefault("trackers", [])
    if isinstance(trackers, list):
        trackers.append(made)
    bench.judge(component, taking.verdict)


def unmoved(component: Component) -> dict[str, str]:
    """Return the properties for a tracker's last move and the name of its turn, with their values at the start of a
    game.
    """
    name = component.get("name")
    return {own_name(f"{name}_command"): "Set", own_name(f"{name}_value"): ""}


def _in_line(text: str) -> str:
    """Return a report of turns as one line. In VASSAL, line ends and tabs are written with a backslash."""
    return text.replace("\\n", " - ").replace("\\t", " ").strip()


def _then(hotkey: Component, toolbar: Toolbar, tracker: str) -> Document:
    """Return the key press that follows a tracker's move, with its condition.

    If the hotkey comes with a report, the key is a new key of the table that presses the hotkey and makes the report.
    """
    own, taking = Attributes(hotkey.attributes), toolbar.taking(hotkey)
    key = own.key("hotkey").text
    if own.text("reportFormat").strip():
        press, key = key, toolbar.own_key(f"{tracker}: then")
        toolbar.add(PressKey(plain(press), TraitCall(key)))
        toolbar.report(key, own.text("reportFormat"), taking)
    record: Document = {"press": key}
    if own.text("match").strip():
        record["when"] = taking.match(own.text("match"))
    return record


def _has_words(format: str) -> bool:
    """Return whether a format has a text of its own, and not only the values of levels."""
    return bool(re.sub(r"\$(?:level\d+|value)\$", "", format).strip())


def _levels(component: Component, within: str, bench: Bench, names: Ids, toolbar: Toolbar) -> Iterator[Document]:
    """Yield the levels within a component, each before its inner levels. `within` is the level that contains the
    component.
    """
    for level in component.of(*_LEVELS):
        record = _level(level, names, toolbar)
        if not record:
            bench.judge(level, inactive("its list is empty"))
            yield from _levels(level, within, bench, names, toolbar)
            continue
        record["within"] = within
        bench.judge(level)
        yield record
        yield from _levels(level, str(record["name"]), bench, names, toolbar)


def _level(level: Component, names: Ids, toolbar: Toolbar) -> Document:
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
        if given.whole("incr", 1) not in (0, 1):
            made["step"] = given.whole("incr", 1)
    property_ = given.text("property", given.text("name"))  # in the oldest modules the level's name
    if property_:
        made["property"] = own_name(property_)
    if _has_words(given.text("turnFormat")):
        made["words"] = toolbar.taking(level).format(said(given.text("turnFormat")), (("value", "Value"),))
    return made
