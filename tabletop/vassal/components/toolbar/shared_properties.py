"""Properties of the module, of maps and of zones, and the buttons that change them (format section 4.1)."""

import html
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tabletop.game.traits.property_traits import SharedProperty
from tabletop.game.traits.trait_base import Change, Limits, Scope
from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.module_draft import Bench, Document, Ids, flat
from tabletop.vassal.components.pieces.unmask_rights import choice_of
from tabletop.vassal.components.toolbar.dice_buttons import DICE, unthrown
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.components.toolbar.turn_trackers import unmoved
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import one_line, said, slug, title_of
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import split, texts
from tabletop.vassal.import_report import inactive
from tabletop.vassal.translation.trait_translation import TraitTranslation, plain, quoted

MOST_NUMBERS: Final = 20
"""The greatest difference between the first and the last of the numbers that a player is offered in a list."""

_PROPERTIES: Final = ("GlobalProperty", "ZoneProperty", "GlobalTranslatableMessage")
_CHOSEN: Final = (
    "StringScenarioProperty",
    "NumberScenarioProperty",
    "BooleanScenarioProperty",
    "ListScenarioProperty",
    "StringPreference",
    "TextPreference",
    "EnumPreference",
    "IntegerPreference",
    "DoublePreference",
    "BooleanPreference",
)
_PLAYER: Final = re.compile(r"\$[Pp]layerName\$")
_SIDE: Final = re.compile(r"\$[Pp]layerSide\$")
_UNKNOWN: Final = re.compile(r"\$\w+\$")
_NUMBERS: Final = ("NumberScenarioProperty", "IntegerPreference")
_CHANGED: Final = (("oldValue", "OldValue"), ("newValue", "NewValue"))
_CONTAINERS: Final = ("GlobalProperties", "GlobalTranslatableMessages", "ScenarioPropertiesOptionTab", "GlobalOptions")


_OF_THE_MODULE: Final = {
    "ModuleName": "name",
    "ModuleVersion": "version",
    "ModuleDescription": "description",
    "ModuleOther1": "ModuleOther1",
    "ModuleOther2": "ModuleOther2",
    "VassalVersionCreated": "VassalVersion",
}
"""The names of properties that describe the module, each with the attribute of its root component."""

_OF_VASSAL: Final = {"VassalVersionRunning": "3.7.26", "CurrentLanguage": "en", "CurrentLanguageName": "English"}
"""Properties that describe VASSAL, with the values of the version that is followed here."""

_TOLD: Final = re.compile("|".join(sorted((*_OF_THE_MODULE, *_OF_VASSAL), key=len, reverse=True)))


def _about(root: Component) -> dict[str, str]:
    """Return the descriptions of the module and of VASSAL that the module reads."""
    texts_within = (text for part in root.walk() for text in (*part.attributes.values(), part.text))
    asked = {name for text in texts_within for name in _TOLD.findall(text)}
    own = {name: root.get(attribute) for name, attribute in _OF_THE_MODULE.items()}
    return {name: value for name, value in (own | _OF_VASSAL).items() if name in asked}


class SharedProperties:
    """A collector of the properties of the table."""

    def __init__(self, bench: Bench, toolbar: Toolbar) -> None:
        self._bench = bench
        self._toolbar = toolbar
        self._values: dict[str, Writable] = {}
        self._option_ids = Ids()

    def take_module(self, root: Component) -> None:
        """Import the properties of the module, and the choices that it leaves to players."""
        self._take(root, "table", "")
        for button in root.walk():
            for name, value in _at_start(button).items():
                self._values.setdefault(name, value)
        self._values.update(_about(root))

    def take_map(self, board: Component, id_: str) -> None:
        """Import the properties of a map, and of its zones."""
        self._take(board, "map", id_)
        for zone in (component for component in board.walk() if component.short == "Zone"):
            self._take(zone, "zone", f"{id_}:{zone.get('name')}")

    def finish(self) -> None:
        """Write the values that the properties have when a game begins into the new module."""
        if self._values:
            self._bench.about["properties"] = self._values

    def _take(self, holder: Component, scope: Scope, where: str) -> None:
        for child in flat(holder):
            if child.short in _CONTAINERS:
                self._take(child, scope, where)
                if child.short == "GlobalOptions":
                    self._calling(child)
                    if (choice := choice_of(child)) is not None:
                        self._offer({"id": self._option_ids.new("unmask"), **choice})
                    if child.get("centerOnMove") != "Never":
                        self._bench.about["follows"] = True
                if child.short in ("ScenarioPropertiesOptionTab", "GlobalOptions"):
                    self._bench.judge(child)
            elif child.short in _PROPERTIES:
                self._property(child, scope, where)
            elif child.short in _CHOSEN and not child.get("name").strip():
                self._bench.judge(child, inactive("it has no name"))
            elif child.short in _CHOSEN:
                self._chosen(child, holder if holder.short == "ScenarioPropertiesOptionTab" else None)

    def _calling(self, options: Component) -> None:
        """Import the format for the names of players in reports, unless it is just the name."""
        words = html.unescape(options.get("playerIdFormat"))
        called = _UNKNOWN.sub("", _SIDE.sub("{SeatSide}", _PLAYER.sub("{Seat}", words))).strip()
        if called not in ("", "{Seat}"):
            self._bench.about["called"] = called

    def _offer(self, option: Document) -> None:
        options = self._bench.about.setdefault("options", [])
        if isinstance(options, list):
            options.append(option)

    def _chosen(self, component: Component, tab: Component | None) -> None:
        """Import an option by which a player sets a property of the table."""
        given = Attributes(component.attributes)
        name = own_name(given.text("name"))
        choices = _choices(component.short, given)
        usual = _usual(component.short, given, choices)
        if component.short.endswith("Preference") and component.get("tab", "-") == "":  # the option is on no page
            self._values[name] = usual
            self._bench.judge(component)
            return
        taking = self._toolbar.taking(component)
        option: Document = {
            "id": self._option_ids.new(slug(given.text("name"), "option")),
            "title": title_of(given.text("desc") or given.text("description"), name),
            "group": one_line(tab.get("name"), "Options")
            if tab is not None
            else one_line(given.text("tab"), "Options"),
        }
        if len(choices) > 1:
            option["choices"] = list[Writable](choices)
        elif component.short in _NUMBERS:
            option |= {"number": True, **_bounds(given, int(usual))}
        elif component.short == "TextPreference":
            option["long"] = True
        option |= {"usual": usual, "property": name}
        if given.key("hotkey"):
            option["press"] = given.key("hotkey").text
        if tab is not None and "report" in tab.attributes:
            words = (*_CHANGED, *((ours, quoted(text)) for ours, text in _told_of(component, tab)))
            option["report"] = taking.format(said(tab.get("report")), words).strip()
        self._offer(option)
        self._bench.judge(component, taking.verdict)

    def _property(self, component: Component, scope: Scope, where: str) -> None:
        given = Attributes(component.attributes)
        if not given.text("name"):
            self._bench.judge_all(component, inactive("it has no name"))
            return
        name = own_name(given.text("name"))
        self._values[name if scope == "table" else f"{scope}:{where}:{name}"] = given.text("initialValue")
        self._bench.judge(component)
        for button in component.of("ChangePropertyButton"):
            self._button(button, name, given, scope, where)

    def _button(self, button: Component, name: str, of: Attributes, scope: Scope, where: str) -> None:
        taking = self._toolbar.taking(button)
        key = self._toolbar.button(button)
        title = button.get("text") or button.get("desc") or name
        limits = Limits()
        if of.yes("isNumeric"):
            least, most = (
                taking.number(text, "") if text != "null" else "" for text in (of.text("min"), of.text("max"))
            )
            limits = Limits(least, most, of.yes("wrap"), loose=True)
        change = _change(button.get("propChanger"), key, title, taking)
        words = (*_CHANGED, ("description", quoted(of.text("description"))))
        made = SharedProperty(
            plain(name),
            scope,
            plain(where),
            number=of.yes("isNumeric"),
            limits=limits,
            changes=(change,),
            report=taking.format(said(button.get("reportFormat")), words).strip(),
        )
        self._toolbar.add(made)
        self._bench.judge(button, taking.verdict)


def _at_start(part: Component) -> dict[str, str]:
    """Return the properties that a component defines by itself, with their values at the start."""
    if part.short == "TurnTracker":
        return unmoved(part)
    return unthrown(part) if part.short in DICE else {}


def _told_of(component: Component, tab: Component) -> Iterator[tuple[str, str]]:
    """Yield the names that a report about one option may contain, each with its text."""
    yield "propertyName", component.get("name")
    yield "propertyPrompt", component.get("description")
    yield "tabName", tab.get("name")


def _choices(kind: str, given: Attributes) -> tuple[str, ...]:
    """Return the values that a player may choose from; none if the player types a text or a number instead."""
    match kind:
        case "BooleanScenarioProperty" | "BooleanPreference":
            return ("true", "false")
        case "ListScenarioProperty" | "EnumPreference":
            listed = given.texts("options") or given.texts("list")
            return tuple(dict.fromkeys(one_line(choice, "-") for choice in listed))
        case "NumberScenarioProperty":
            least, most = given.whole("min"), given.whole("max")
            return tuple(map(str, range(least, most + 1))) if least < most <= least + MOST_NUMBERS else ()
        case _:
            return ()


def _bounds(given: Attributes, usual: int) -> dict[str, Writable]:
    """Return the least and the greatest number allowed, without a limit that excludes the default."""
    least, most = (whole(given.text(end)) for end in ("min", "max"))
    return {
        **({} if least is None or usual < least else {"least": least}),
        **({} if most is None or usual > most else {"most": most}),
    }


def _usual(kind: str, given: Attributes, choices: Sequence[str]) -> str:
    """Return the value that an option has until a player chooses."""
    usual = given.text("initialValue") or given.text("default")
    if kind.startswith("Boolean"):
        return "true" if usual == "true" else "false"
    if len(choices) > 1:
        return usual if usual in choices else choices[0]
    if kind in _NUMBERS:
        return usual if whole(usual) is not None else str(whole(given.text("min")) or 0)
    return usual


def _change(changer: str, key: str, menu: str, taking: TraitTranslation) -> Change:
    """Return the change that a button makes to its property (format section 7.4)."""
    letter, words, choices, *_ = (*split(changer, ","), "", "")
    match letter:
        case "I":
            return Change(key, plain(menu), add=taking.number(words, "1"))
        case "R":
            return Change(key, plain(menu), ask=taking.format(words) or "?")
        case "E":
            offered = tuple(map(taking.format, texts(choices)))
            question = taking.format(words) or "?"
            return Change(key, plain(menu), ask=question, choices=offered, blanks=taking.module.offers_blanks)
        case _:
            return Change(key, plain(menu), set=taking.expression(words) if words else '""')
