"""Import of toolbar buttons and their effects as traits of the table (format sections 4.1 and 4.4).

The hotkey of a VASSAL button is a key of the table; a button without one gets a key of its own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from tabletop.game.change.told import readable
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import (
    GlobalCommand,
    Index,
    Loop,
    PressKey,
    ReportTrait,
    Rounds,
    Sound,
    Times,
    Trigger,
    Until,
    While,
)
from tabletop.game.traits.trait_base import GivenValue, TraitCall
from tabletop.module.contents.assets import Asset
from tabletop.module.documents.yaml_writer import Writable
from tabletop.module.schema.module_file import OpeningTime
from tabletop.vassal.components.module_draft import Bench, Document, Ids
from tabletop.vassal.components.pieces.piece_slots import PieceMaker
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import said, title_of
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import key as read_key
from tabletop.vassal.files.sequence import split
from tabletop.vassal.import_report import EXACT, approximated, inactive
from tabletop.vassal.traits.trait_parts import Parameter, VassalTarget
from tabletop.vassal.translation.action_translation import rounds_of, unheard
from tabletop.vassal.translation.command_targets import target
from tabletop.vassal.translation.hidden_reads import with_peeks
from tabletop.vassal.translation.trait_translation import TraitTranslation, plain

_TIMES: Final[dict[str, OpeningTime]] = {
    "startOfGameOnly": "set-up",
    "firstLaunchOfSession": "launch",
    "everyLaunchOfSession": "opened",
    "sideChange": "side",
}
_KEYLESS: Final = "it presses no key"
_UNHEARD: Final = "the table does not hear the key that it presses"
_NOT_HERE: Final = "some of its buttons do not exist here"
_ELSEWHERE: Final = "a button that several menus name is only in the first of them"


_OWN_ICONS: Final = {
    "camera-photo.png": "camera",
    "camera.gif": "camera",
    "die.gif": "dice",
    "global.gif": "command",
    "keyCommand.gif": "command",
    "map.gif": "map",
    "notes.gif": "note",
    "overview.gif": "overview",
    "page-zoom.png": "search",
    "recenter.gif": "target",
    "report.gif": "log",
    "run.gif": "play",
    "system-log-out.png": "curtain",
    "thread.gif": "measure",
    "unmoved.gif": "unmoved",
    "zoom-fit-best.png": "fit",
    "zoom-in.png": "zoom-in",
    "zoom-out.png": "zoom-out",
    "zoom.png": "search",
    "zoomIn.gif": "zoom-in",
    "zoomOut.gif": "zoom-out",
}
"""Our icons that replace VASSAL's own pictures, by the names of the pictures."""


class ButtonReach(Struct, frozen=True):
    """The pieces that a button's key reaches, as fields of a trait."""

    target: VassalTarget
    match: str
    decks: str
    restrict_range: bool = False
    range: int = 0
    fixed_range: bool = True
    range_property: str = ""


class _ButtonMenu(NamedTuple):
    """A button for several other buttons: it presses a key, or opens a menu."""

    component: Component
    map_id: str
    key: str = ""
    menu: str = ""


class _OpeningKey(NamedTuple):
    """A key of the table that a component presses automatically."""

    component: Component
    key: str
    when: OpeningTime


class Toolbar:
    """The buttons of the window, and the traits of the table that their keys call."""

    def __init__(self, bench: Bench, maker: PieceMaker, shared_keys: frozenset[str] = frozenset()) -> None:
        """Begin an empty toolbar. `shared_keys` are the hotkeys that more than one button has."""
        self._bench = bench
        self._maker = maker
        self._shared_keys = shared_keys
        self._traits: list[Trait] = []
        self._buttons: list[Document] = []
        self._openings: list[_OpeningKey] = []
        self._pending: list[_ButtonMenu] = []
        self._menus = Ids()
        self._labels: dict[tuple[str, str], Document] = {}
        self._map_id = ""
        self._count = 0

    def on(self, map_id: str) -> None:
        """Put the next buttons on the toolbar of this map, or of the module if `map_id` is empty. A button that gathers
        others finds only those on its own toolbar.
        """
        self._map_id = map_id

    # for the importers of components

    def taking(self, component: Component) -> TraitTranslation:
        """Return a translator of a component's texts."""
        return TraitTranslation(self._maker, component.where)

    def own_key(self, wanted: str) -> str:
        """Return a new key that no player can press; its name begins with `wanted`."""
        self._count += 1
        return f"{wanted} #{self._count}"

    def button(self, component: Component, key: str = "", *, always: bool = False, dice: str = "") -> str:
        """Put a component's button on the toolbar; return the key that it presses.

        As in VASSAL, a component without text and picture gets no button, only a key, unless `always` is true.
        """
        given = Attributes(component.attributes)
        title = given.text("buttonText") or given.text("text") or given.text("buttonName")
        icon = self._bench.pictures.find(given.text("icon") or given.text("buttonIcon"), component.where)
        tip = given.text("tooltip") or given.text("buttonToolTip")
        shown = title or tip or given.text("name")
        key = key or given.key("hotkey").text or self.own_key(title_of(shown, component.short))
        if not (title or given.text("icon") or always):
            return key
        made: Document = {"title": title_of(shown, component.short), "key": key}
        if dice:
            made["dice"] = dice
        if tip and tip != made["title"]:
            made["tip"] = readable(tip)
        self._add_button(component, made, title, icon)
        if key in self._shared_keys:
            made["key"] = self._apart(key, made)
        return str(made["key"])

    def _apart(self, key: str, made: Document) -> str:
        """Return a separate key for a button that shares its hotkey with others.

        A click presses this button alone, and the hotkey presses all of them.
        """
        own = self.own_key(str(made["title"]))
        when = f"not ({made['off']})" if "off" in made else ""
        self.add(Trigger(sends=(own,), name=str(made["title"]), call=TraitCall(key), when=when))
        if all(button.get("key") != key or button is made for button in self._buttons):
            self.key_for(key, key, {})
        return own

    def show(self, component: Component, shows: str, *, always: bool = True) -> None:
        """Put a button on the toolbar that shows a map, a page or something else; its hotkey does the same.

        A component without a text or picture of the module's own gets only its hotkey and no button, unless `always` is
        true.
        """
        given = Attributes(component.attributes)
        title = given.text("buttonName") or given.text("text") or given.text("buttonText")
        icon = self._bench.pictures.find(given.text("icon"), component.where)
        made: Document = {
            "title": title_of(title or given.text("tooltip") or given.text("name"), shows),
            "shows": shows,
        }
        if given.key("hotkey"):
            made["key"] = given.key("hotkey").text
        if given.text("tooltip") not in ("", made["title"]):
            made["tip"] = readable(given.text("tooltip"))
        if always or title or icon is not None:
            self._add_button(component, made, title, icon)
        elif "key" in made:
            self._buttons.append({**made, "unseen": True})

    def view(self, component: Component, view: Document, otherwise: str, *, icon: str = "icon") -> None:
        """Put a button on the toolbar that changes the player's view of a map; its hotkey does the same.

        `otherwise` is its name if the module gives none. `icon` is the setting that names its picture.
        """
        given = Attributes(component.attributes)
        title = given.text("buttonText") or given.text("text") or given.text("label")
        tip = given.text("tooltip")
        picture = self._bench.pictures.find(given.text(icon), component.where)
        shown = title_of(title or tip or given.text("name"), otherwise)
        made: Document = {"title": shown, "view": view}
        if given.key("hotkey"):
            made["key"] = given.key("hotkey").text
        if tip not in ("", shown):
            made["tip"] = readable(tip)
        self._add_button(component, made, title, picture, given.text(icon))

    def key_for(self, key: str, title: str, does: Document) -> None:
        """Give a key the effect of a button (`shows` or `view`), without showing a button. Ignore an empty key."""
        if key:
            self._buttons.append({"title": title, "key": key, **does, "unseen": True})

    def _add_button(
        self, component: Component, made: Document, title: str, picture: Asset | None, icon: str = ""
    ) -> None:
        """Put a button on the toolbar. As in VASSAL, a button that has a picture but no text shows only the picture.

        VASSAL's own pictures are replaced by icons of the window.
        """
        given = Attributes(component.attributes)
        own = _OWN_ICONS.get(PurePosixPath(icon or given.text("icon") or given.text("buttonIcon")).name)
        if picture is not None:
            made["picture"] = picture.name
        elif own is not None:
            made["icon"] = own
        if (picture is not None or own is not None) and not title.strip():
            made["bare"] = True
        if self._map_id:
            made["map"] = self._map_id
        if given.yes("canDisable") and given.text("propertyGate").strip():
            taking = self.taking(component)
            made["off"] = f'same({taking.followed(given.text("propertyGate"))}, "true")'
            off = self._bench.pictures.find(given.text("disabledIcon"), component.where)
            if off is not None:
                made["off_picture"] = off.name
            if given.yes("hideWhenDisabled"):
                made["hides"] = True
        self._buttons.append(made)
        self._labels[self._map_id, title_of(title, "")] = made

    def add(self, *traits: Trait) -> None:
        """Give the table further traits."""
        self._traits.extend(traits)

    # global key commands

    def take_command(self, component: Component, map_id: str = "", deck: str = "", key: str = "") -> None:
        """Import a global key command of the module, of a map or of a deck. The `key` calls it; if this is empty, its
        button does.
        """
        given, taking = Attributes(component.attributes), self.taking(component)
        title = plain(title_of(given.text("buttonText") or given.text("name"), "Command"))
        key = key or self.button(component, given.key("buttonHotkey").text or self.own_key(title))
        reach = ButtonReach(VassalTarget.read(given.text("target")), _filter(given), given.text("deckCount", "-1"))
        reached = target(reach, taking)
        if map_id and given.yes("singleMap", True) and reached.within == "everywhere":
            reached = msgspec.structs.replace(reached, within="map", map=plain(map_id))
        if deck:
            reached = msgspec.structs.replace(reached, within="holder", holder=plain(deck))
        made = GlobalCommand(
            sends=plain(given.key("hotkey").text),
            call=TraitCall(key, title),
            target=reached,
            given=_given(given.text("parameters"), taking),
            reads="table",
            quiet=given.yes("reportSingle"),
            mute=given.yes("suppressSounds"),
            report=taking.format(said(given.text("reportFormat"))),
        )
        self.add(made)
        self._bench.judge(component, with_peeks(taking.verdict, (made,), taking.looks_at))

    def take_startup(self, component: Component) -> None:
        """Import a global key command or a hotkey that is pressed automatically, for example when a game begins."""
        given = Attributes(component.attributes)
        when = _TIMES.get(given.text("whenToApply", "firstLaunchOfSession"), "opened")
        if given.text("hotkeyOrKeyCommand") == "sendHotkey":
            self._openings.append(_OpeningKey(component, given.key("globalHotkey").text, when))
            return
        key = self.own_key(title_of(given.text("name"), "Start"))
        self.take_command(component, key=key)
        self._openings.append(_OpeningKey(component, key, when))

    def report(self, key: str, text: str, taking: TraitTranslation) -> None:
        """Give the table a trait that makes a report when it gets a key; do nothing if the text is blank."""
        if text.strip():
            self.add(ReportTrait(keys=(key,), text=taking.format(said(text))))

    # actions

    def take_action(self, component: Component) -> None:
        """Import a do-action button, which makes a report, plays a sound and presses keys."""
        given, taking = Attributes(component.attributes), self.taking(component)
        title = title_of(given.text("name") or given.text("text"), "Action")
        made = self.act(component, TraitCall(self.button(component), plain(title)), taking)
        self._bench.judge(component, with_peeks(taking.verdict, (made,), taking.looks_at))

    def acts(self, component: Component) -> bool:
        """Return whether a button with a report of its own also has the other effects of do-action buttons."""
        given = Attributes(component.attributes)
        return given.yes("doSound") or given.yes("doHotkey")

    def act(self, component: Component, call: TraitCall, taking: TraitTranslation, first: str = "") -> Trigger:
        """Give the table the effects of a do-action button; return the trigger that causes them.

        The trigger sends the key `first` before all others, if it is not empty.
        """
        given = Attributes(component.attributes)
        title = title_of(given.text("name") or given.text("text"), "Action")
        keys = [first] if first else []
        if given.yes("doReport") and not first:  # the first effect has its own report
            keys.append(self.own_key(f"{title}: report"))
            self.report(keys[-1], given.text("reportFormat"), taking)
            self.add(Trigger(name=title, call=TraitCall(keys[-1])))
        clip = self._maker.sound(given.text("soundClip"), component.where) if given.yes("doSound") else None
        if clip:
            if unheard(clip):
                taking.differs(unheard(given.text("soundClip")))
            keys.append(self.own_key(f"{title}: sound"))
            self.add(Sound(plain(clip), TraitCall(keys[-1])))
        if given.yes("doHotkey"):
            keys += self._presses(title, _keys(given.text("hotkeys")))
        loop = _loop(given, taking) if given.yes("doLoop") else None
        made = Trigger(sends=tuple(keys), name=title, call=call, loop=loop)
        self.add(made)
        return made

    def _presses(self, title: str, pressed: Iterable[str]) -> list[str]:
        """Give the table a trait for each of these keys that presses it; return the keys that call the traits."""
        made = []
        for each in pressed:
            made.append(self.own_key(f"{title}: press"))
            self.add(PressKey(plain(each), TraitCall(made[-1])))
        return made

    def take_gathered(self, component: Component, *, as_menu: bool) -> None:
        """Import a button for several others: it opens a menu of them, or presses them all. The others are looked up
        later.
        """
        if not as_menu:
            self._pending.append(_ButtonMenu(component, self._map_id, key=self.button(component)))
            return
        title, picture = self._title(component), self._bench.pictures.find(component.get("icon"), component.where)
        given, menu = Attributes(component.attributes), self._menus.new(title)
        made: Document = {"title": title, "opens": menu}
        if given.key("hotkey"):
            made["key"] = given.key("hotkey").text
        if given.text("tooltip") not in ("", title):
            made["tip"] = readable(given.text("tooltip"))
        self._add_button(component, made, given.text("text") or given.text("buttonText"), picture)
        self._pending.append(_ButtonMenu(component, self._map_id, menu=menu))

    def finish(self) -> None:
        """Connect the buttons that gather others with these others, and write the table's traits, buttons and automatic
        keys.
        """
        for gathering in sorted(self._pending, key=lambda gathering: bool(gathering.key)):
            if gathering.key:
                self._gather_pressed(gathering)
            else:
                self._gather_menu(gathering)
        about = self._bench.about
        if self._traits:
            about["table"] = [msgspec.to_builtins(trait) for trait in self._traits]
        if self._buttons:
            about["buttons"] = list[Writable](self._buttons)
        if openings := self._heard_openings():
            about["openings"] = openings

    def _heard_openings(self) -> list[Writable]:
        """Return the automatic keys that have an effect on the table; judge the components of all automatic keys."""
        hears = compile_kind(Kind("table", "", traits=tuple(self._traits))).hears if self._openings else {}
        for component, key, _ in self._openings:
            self._bench.judge(component, EXACT if key in hears else inactive(_UNHEARD if key else _KEYLESS))
        return [{"key": key, "when": when} for _, key, when in self._openings if key in hears]

    def _gather_menu(self, gathering: _ButtonMenu) -> None:
        """Put the buttons that a toolbar menu names into the menu, in its order. Menus among them become submenus. A
        button that is already in another menu stays there.
        """
        menu, (_, named, missing) = gathering.menu, self._gathered(gathering)
        found = [button for number, button in enumerate(named) if all(button is not one for one in named[:number])]
        held = [button for button in found if "menu" not in button and not self._is_within(menu, button.get("opens"))]
        for button in held:
            button["menu"] = menu
        self._put_in_turn(held)
        less = [_NOT_HERE] * bool(missing) + [_ELSEWHERE] * (len(held) < len(found))
        self._bench.judge(gathering.component, approximated("; ".join(less)) if less else EXACT)

    def _is_within(self, menu: str, other: Writable) -> bool:
        """Return whether a menu is the same as the other one, or inside the other one."""
        openers = {button.get("opens"): button for button in self._buttons}
        at: Writable = menu
        while at is not None and at != other:
            at = openers[at].get("menu")
        return at is not None

    def _put_in_turn(self, buttons: Sequence[Document]) -> None:
        """Reorder these buttons; together they keep their positions on the toolbar."""
        places = [at for at, each in enumerate(self._buttons) if any(each is button for button in buttons)]
        for at, button in zip(places, buttons, strict=True):
            self._buttons[at] = button

    def _gather_pressed(self, gathering: _ButtonMenu) -> None:
        """Make one button press those that it names. As in VASSAL, these are hidden, unless they are in a menu."""
        title, found, missing = self._gathered(gathering)
        for_player = [button for button in found if {"shows", "view"} & button.keys()]
        pressed = [button for button in found if "key" in button and button not in for_player]
        for button in (*pressed, *for_player):
            if "menu" not in button:
                button["unseen"] = True
        if for_player:
            self._also(gathering.key, title, for_player)
        self.add(
            Trigger(
                sends=tuple(str(button["key"]) for button in pressed),
                name=title,
                call=TraitCall(gathering.key, plain(title)),
            )
        )
        opening = len(pressed) + len(for_player) < len(found)
        less = [_NOT_HERE] * bool(missing) + ["it does not open menus"] * opening
        self._bench.judge(gathering.component, approximated("; ".join(less)) if less else EXACT)

    def _also(self, key: str, title: str, others: Sequence[Document]) -> None:
        """Give a button, or only its key, those effects of the other buttons that concern a single player."""
        made = next((button for button in self._buttons if button.get("key") == key), None)
        if made is None:
            made = Document(title=title, key=key, unseen=True)
            self._buttons.append(made)
        made["also"] = [{name: other[name] for name in ("shows", "view") if name in other} for other in others]

    def _title(self, component: Component) -> str:
        """Return the title of a button for several others."""
        given = Attributes(component.attributes)
        title = given.text("text") or given.text("buttonText") or given.text("tooltip") or given.text("description")
        return title_of(title, "Menu")

    def _gathered(self, gathering: _ButtonMenu) -> tuple[str, list[Document], int]:
        """Return the title of a button that gathers others, the buttons that it names, and the number of those that are
        missing.

        Buttons are named by their texts. If several have the same text, the last one is meant.
        """
        labels = Attributes(gathering.component.attributes).texts("menuItems")
        found = (self._labels.get((gathering.map_id, title_of(label, ""))) for label in labels)
        buttons = [button for button in found if button is not None]
        return self._title(gathering.component), buttons, len(labels) - len(buttons)


def shared_keys(root: Component) -> frozenset[str]:
    """Return the hotkeys that more than one of a module's buttons has."""
    found: Counter[str] = Counter()
    for component in root.walk():
        given = Attributes(component.attributes)
        if any(given.text(name) for name in ("buttonText", "text", "buttonName", "icon", "buttonIcon")):
            found[given.key("buttonHotkey" if component.short.endswith("KeyCommand") else "hotkey").text] += 1
    return frozenset(key for key, count in found.items() if key and count > 1)


def _filter(given: Attributes) -> str:
    """Return the condition on the pieces to which a key is sent; old modules write it in two further ways."""
    text = given.text("filter")
    if text:
        return text
    if given.text("property"):
        return f"{given.text('property')} = {given.text('propValue')}"
    names = [name for name in split(given.text("names"), ",") if name]
    return " || ".join(f"BasicName = {name}" for name in names)


def _given(text: str, taking: TraitTranslation) -> tuple[GivenValue, ...]:
    read = [Parameter.read(each) for each in split(text, ",") if each]
    return tuple(GivenValue(own_name(one.name), taking.expression(one.value) if one.value else '""') for one in read)


def _keys(text: str) -> list[str]:
    return [pressed.text for each in split(text, ",") if (pressed := read_key(each))]


def _loop(given: Attributes, taking: TraitTranslation) -> Loop:
    match given.text("loopType", "counted"):
        case "while":
            rounds: Rounds = While(taking.match(given.text("whileExpression")) or "true")
        case "until":
            rounds = Until(taking.match(given.text("untilExpression")) or "true")
        case _:
            rounds = Times(rounds_of(taking.number(given.text("loopCount", "1"))))
    index = None
    if given.yes("index") and given.text("indexProperty"):
        start, step = (taking.number(given.text(name), "1") for name in ("indexStart", "indexStep"))
        index = Index(own_name(given.text("indexProperty")), start, step)
    return Loop(rounds, given.key("preLoopKey").text, given.key("postLoopKey").text, index)
