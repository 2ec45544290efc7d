"""Import of dice, random texts and symbolic dice as traits of the table (format section 4.1)."""

import re
from typing import Final, Literal

from tabletop.game.traits.table_traits import Asked, Throw, TraitDice
from tabletop.game.traits.trait_base import GivenValue, TraitCall
from tabletop.vassal.components.module_draft import Bench
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import one_line, said
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.import_report import EXACT, Verdict, approximated
from tabletop.vassal.translation.trait_translation import Given as Names
from tabletop.vassal.translation.trait_translation import plain

_USUAL_REPORT: Final = "** $name$ = $result$ *** <$PlayerName$>"
_USUAL_SYMBOLS: Final = "** $name$ = [$result1$] *** <$PlayerName$>"
_LEFT: Final = (("result", "Result", "1"), ("total", "Total", "0"), ("keep", "Kept", "0"))
"""The properties that store the results of dice: the end of each name, its value after a roll, and its first value."""
_THROWN: Final[Names] = (
    ("result", "Result"),
    ("numericalTotal", "Total"),
    ("nDice", "Count"),
    ("nSides", "Sides"),
    ("plus", "Each"),
    ("addToTotal", "Add"),
    ("keepDice", "Keep"),
    ("keepCount", "Kept"),
    ("rawRolls", "Raw"),
    ("rollDetails", "Raw"),  # for dice that an internet server rolled
    *((f"result{number}", f"Result{number}") for number in range(1, 101)),
    *((f"rawCount{number}", f"RawCount{number}") for number in range(1, 101)),
    *((f"count{number}", f"Count{number}") for number in range(1, 101)),
)
_KEEP: Final[dict[str, Literal["highest", "lowest", "equal", "at-least", "at-most"]]] = {
    "s": "lowest",
    "l": "highest",
    "=": "equal",
    ">": "at-least",
    "<": "at-most",
}

_ASKED: Final[tuple[tuple[Asked, str], ...]] = (
    ("count", "lockDice"),
    ("sides", "lockSides"),
    ("each", "lockPlus"),
    ("add", "lockAdd"),
)
"""The questions a player can be asked, each with the attribute that turns it off."""


DICE: Final = ("DiceButton", "InternetDiceButton", "RandomTextButton", "SpecialDiceButton")
"""The classes of components that roll dice."""


def take_dice(component: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Import a button that rolls dice."""
    if component.short == "SpecialDiceButton":
        _take_symbolic(component, bench, toolbar)
    else:
        _take_numbers(component, bench, toolbar)


def unthrown(button: Component) -> dict[str, str]:
    """Return the properties of a button that rolls dice, with their values before the first roll."""
    if button.short == "SpecialDiceButton":
        return {own_name(f"{button.get('name')}_result"): ""}
    return {own_name(f"{button.get('name')}_{what}"): start for what, _, start in _LEFT}


def _take_numbers(component: Component, bench: Bench, toolbar: Toolbar) -> None:
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    name = given.text("name")
    faces = given.texts("faces") if component.short == "RandomTextButton" else ()
    count = taking.number(given.text("nDice", "2"), "1")
    made = Throw(
        call=TraitCall(toolbar.button(component, always=True), plain(one_line(name, "Dice"))),
        dice=(TraitDice(count=count, sides=taking.number(given.text("nSides", "6"), "6"), faces=faces),),
        name=name,
        each=taking.number(given.text("plus")) if given.text("plus") not in ("", "0") else "",
        add=taking.number(given.text("addToTotal")) if given.text("addToTotal") not in ("", "0") else "",
        total=given.yes("reportTotal") and (not faces or given.yes("numeric")),
        sorted=given.yes("sortDice"),
        keep=taking.number(given.text("keepCount", "1"), "1") if given.yes("keepDice") else "",
        which=_KEEP.get(given.text("keepOption"), "at-least"),
        text=taking.format(said(given.text("reportFormat", _USUAL_REPORT)), (*_THROWN, ("name", _quoted(name)))),
        given=tuple(GivenValue(own_name(f"{name}_{what}"), f"{{{ours}}}") for what, ours, _ in _LEFT),
        asks=_asks(component, given),
    )
    toolbar.add(made)
    bench.judge(component, _verdict(component, taking.verdict))


def _asks(component: Component, given: Attributes) -> tuple[Asked, ...]:
    """Return the questions asked before these dice are rolled, one for each number that is not locked; none if the
    button asks nothing.

    The number of sides of random texts is fixed.
    """
    if not given.yes("prompt"):
        return ()
    fixed = ("sides",) if component.short == "RandomTextButton" else ()
    return tuple(what for what, lock in _ASKED if not given.yes(lock) and what not in fixed)


def _verdict(component: Component, verdict: Verdict) -> Verdict:
    differs = [verdict.reason] if verdict.reason else []
    if component.short == "InternetDiceButton":
        differs.append("it throws at this table, not on a server")
    return approximated("; ".join(differs)) if differs else EXACT


def _take_symbolic(component: Component, bench: Bench, toolbar: Toolbar) -> None:
    given, taking = Attributes(component.attributes), toolbar.taking(component)
    name = given.text("name")
    sorts = []
    for die in component.of("SpecialDie"):
        faces = die.of("SpecialDieFace")
        numbers = [Attributes(face.attributes).whole("value") for face in faces]
        found = [bench.pictures.find(face.get("icon"), face.where) if face.get("icon") else None for face in faces]
        pictures = tuple(picture.name if picture is not None else "" for picture in found)
        if faces:
            words = tuple(_said_of(face, die) for face in faces)
            sorts.append(TraitDice(faces=words, values=tuple(numbers), name=die.get("name"), pictures=pictures))
        bench.judge_all(die)
    text = given.text("format", _USUAL_SYMBOLS)
    shown = name if given.yes("resultButton") else ""
    key, title = toolbar.button(component, always=True, dice=shown), plain(one_line(name, "Dice"))
    call = TraitCall(key, title)
    if toolbar.acts(component):
        call = TraitCall(toolbar.own_key(f"{name}: throw"))
        toolbar.act(component, TraitCall(key, title), taking, first=call.key)
    made = Throw(
        call=call,
        dice=tuple(sorts),
        name=name,
        text=taking.format(said(text), (*_THROWN, ("name", _quoted(name)))) if given.yes("resultChatter", True) else "",
        given=(GivenValue(own_name(f"{name}_result"), "{Total}"),),
        title=taking.format(said(given.text("windowTitleResultFormat", "$name$")), (*_THROWN, ("name", _quoted(name)))),
        ground=ground.text if (ground := given.color("backgroundColor")) is not None else "",
    )
    toolbar.add(made)
    bench.judge(component, taking.verdict)


def _said_of(face: Component, die: Component) -> str:
    """Return the text for a face of a die, written in the format of the die."""
    names = {"result": face.get("text"), "numericalValue": face.get("value"), "name": die.get("name")}
    return re.sub(r"\$(\w+)\$", lambda found: names.get(found[1], ""), die.get("format") or "$result$")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
