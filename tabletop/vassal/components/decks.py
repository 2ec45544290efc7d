"""Decks: how they are shuffled, turned and sent on, what they count, who may use them (format section 8.2)."""

from typing import Final

import msgspec

from tabletop.game.decks import DeckDeed, DeckRules
from tabletop.game.traits.actions import Report
from tabletop.game.traits.base import Entry
from tabletop.game.traits.table import DeckCommand
from tabletop.vassal.attributes import BLACK, Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, said
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.translating.taking import Taking, plain

_BY_MENU: Final = "Via right-click Menu"
_FLIPPED: Final = (_BY_MENU, "MenuDefaultUp")
_COMMANDS: Final[tuple[tuple[DeckDeed, str, str, str, str], ...]] = (
    ("shuffle", "shuffleCommand", "Shuffle", "shuffleHotkey", "shuffleFormat"),
    ("reverse", "reverseCommand", "Reverse order", "reverseHotkey", "reverseFormat"),
    ("flip", "", "Turn over", "faceFlipHotkey", "faceDownFormat"),
    ("face-up", "faceUpMessage", "Turn face up", "faceUpHotkey", "faceUpReportFormat"),
    ("face-down", "faceDownMessage", "Turn face down", "faceDownHotkey", "faceDownFormat"),
    ("send", "reshuffleCommand", "Send to another deck", "reshuffleHotkey", "reshuffleMessage"),
)
"""What a deck can do: our word, the attribute with its menu text, the usual text, its hotkey, what it reports."""


_USUAL_SIDE: Final = 40


def take_deck(deck: Component, name: str, bench: Bench, toolbar: Toolbar) -> None:
    """Take over how a deck is used, and what its menu offers."""
    given, taking = Attributes(deck.attributes), toolbar.taking(deck)
    vassals_name = given.text("name")
    counting = given.yes("expressionCounting")
    rules = DeckRules(
        name=name,
        shuffled={"Always": "always", "Never": "never"}.get(given.text("shuffle", "Always"), "by-hand"),  # type: ignore[arg-type]
        several=given.yes("allowMultiple"),
        chosen=given.yes("allowSelect"),
        masked=given.text("faceDown", "Always") != "Never" and not given.yes("drawFaceUp"),
        into=given.text("reshuffleTarget") if given.yes("reshufflable") else "",
        when_empty=given.key("emptyHotkey").text if given.yes("hotkeyOnEmpty") else "",
        size=f"{vassals_name}_numPieces",
        counts=_counts(vassals_name, given.texts("countExpressions"), taking) if counting else {},
        takes=taking.filter(given.text("restrictExpression")) if given.yes("restrictOption") else "",
        sides=taking.sides(given.texts("deckOwners")) if given.yes("deckRestrictAccess") else (),
        width=max(0, given.whole("width", _USUAL_SIDE)),
        height=max(0, given.whole("height", _USUAL_SIDE)),
        outline=(given.color("color") or BLACK).text if given.yes("draw", True) else "",
        several_words=given.text("drawMultipleMessage").strip(),
        chosen_words=given.text("drawSpecificMessage").strip(),
        listed=_words(given.text("selectDisplayProperty"), taking),
        listed_by=_words(given.text("selectSortProperty"), taking),
    )
    decks = bench.about.setdefault("decks", [])
    if isinstance(decks, list):
        decks.append(msgspec.to_builtins(rules))
    for does, words, usual, hotkey, report in _COMMANDS:
        if _is_offered(does, given):
            key = given.key(hotkey).text or toolbar.own_key(f"{name}: {does}")
            menu = given.text(words) or usual if words else usual
            told = given.text(report)
            if told.strip():
                names = (("deckName", _quoted(vassals_name)), ("commandName", _quoted(menu)))
                toolbar.add(Report(keys=(key,), text=taking.format(said(told), names)))
            toolbar.add(DeckCommand(name, does, Entry(key, plain(menu))))
    bench.judge(deck, taking.verdict)


def _words(text: str, taking: Taking) -> str:
    """A format of cards, or the bare name of a property of theirs, as a template; "" for their names."""
    text = text.strip()
    if text in ("", "$BasicName$", "$PieceName$"):
        return ""
    return taking.format(text if "$" in text or text[:1] == "{" else f"${text}$")


def _is_offered(does: DeckDeed, given: Attributes) -> bool:
    match does:
        case "shuffle":
            return given.text("shuffle", "Always") == _BY_MENU
        case "reverse":
            return given.yes("reversible")
        case "send":
            return given.yes("reshufflable") and bool(given.text("reshuffleTarget"))
        case "flip" | "face-up" | "face-down":
            return given.text("faceDown") in _FLIPPED


def _counts(name: str, expressions: tuple[str, ...], taking: Taking) -> dict[str, str]:
    """The properties that count cards of a sort, `name:condition` each."""
    found = {}
    for each in expressions:
        title, _, condition = each.partition(":")
        if condition.strip():
            found[f"{name}_{title.strip()}"] = taking.match(condition)
    return found


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
