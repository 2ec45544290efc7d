"""Decks: their rules, their commands, and the properties that count their cards (format section 8.2)."""

from collections.abc import Iterator
from typing import Final

import msgspec

from tabletop.expression import compile_expression
from tabletop.game.properties.built_in import OF_BACKS
from tabletop.game.state.deck import DeckDeed, DeckRules
from tabletop.game.traits.table_traits import DeckCommand, SortBy
from tabletop.game.traits.trait_base import TraitCall
from tabletop.vassal.components.module_draft import Bench
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line, said
from tabletop.vassal.files.attributes import BLACK, Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.sequence import split
from tabletop.vassal.translation.trait_translation import Given, TraitTranslation, plain

_BY_MENU: Final = "Via right-click Menu"
_FLIPPED: Final = (_BY_MENU, "MenuDefaultUp")
_FACE_UP: Final = "Face up"
_FACE_DOWN: Final = "Face down"
_NAMES: Final = (("sentCount", "Count"), ("targetDeck", "Into"))
_USUAL_SIDE: Final = 40
_MOST_DRAWN: Final = 10


def take_deck(deck: Component, name: str, bench: Bench, toolbar: Toolbar, blank: str = "") -> None:
    """Import the rules of a deck, and its menu; `blank` is the colour of the cards beneath the top one."""
    given, taking = Attributes(deck.attributes), toolbar.taking(deck)
    vassals_name = given.text("name")
    counting = given.yes("expressionCounting")
    rules = DeckRules(
        name=name,
        shuffled={"Always": "always", "Never": "never"}.get(given.text("shuffle", "Always"), "by-hand"),  # type: ignore[arg-type]
        several=given.yes("allowMultiple"),
        chosen=given.yes("allowSelect"),
        searched=given.yes("allowSelect"),
        masked=not given.yes("drawFaceUp"),
        into=given.text("reshuffleTarget"),
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
        thickest=max(0, given.whole("maxStack", _MOST_DRAWN)),
        blank=blank,
    )
    decks = bench.about.setdefault("decks", [])
    if isinstance(decks, list):
        decks.append(msgspec.to_builtins(rules))
    toolbar.add(*_commands(name, given, taking, toolbar))
    if given.text("faceDown") != "Never" and any(map(_tells_cards_apart, rules.counts.values())):
        taking.differs("while it lies face down, only a player of all sides knows how many cards of a kind it has")
    bench.judge(deck, taking.verdict)


def _commands(name: str, given: Attributes, taking: TraitTranslation, toolbar: Toolbar) -> Iterator[DeckCommand]:
    """Yield the commands of a deck, in the order of its menu.

    As in VASSAL, its keys work even if its menu lacks their commands. Of the commands that turn the deck, the menu
    offers only those that change something.
    """

    def command(does: DeckDeed, menu: str, hotkey: str, *, told_as: str, report: str) -> Iterator[DeckCommand]:
        key = given.key(hotkey).text
        if menu or key:
            called = TraitCall(key or toolbar.own_key(f"{name}: {does}"), plain(menu))
            yield DeckCommand(name, does, called, report=_report(given.text(report), told_as, given, taking))

    turns = given.text("faceDown") in _FLIPPED
    shuffles = given.text("shuffle", "Always") == _BY_MENU
    saves = given.yes("canSave")
    send, reverse = given.text("reshuffleCommand"), given.text("reverseCommand") or "Reverse order"
    up, down = (given.text(f"face{way}Message") or f"Face {way.lower()}" if turns else "" for way in ("Up", "Down"))
    yield from command(
        "shuffle", (given.text("shuffleCommand") or "Shuffle") * shuffles, "shuffleHotkey",
        told_as="Shuffle", report="shuffleFormat",
    )  # fmt: skip
    yield from command("send", send, "reshuffleHotkey", told_as=send, report="reshuffleMessage")
    flips = given.key("faceFlipHotkey").text
    if flips:
        told_up = _report(given.text("faceUpReportFormat"), _FACE_UP, given, taking)
        told = _report(given.text("faceDownFormat"), _FACE_DOWN, given, taking)
        yield DeckCommand(name, "flip", TraitCall(flips), report=told, report_up=told_up)
    yield from command("face-up", up, "faceUpHotkey", told_as=_FACE_UP, report="faceUpReportFormat")
    yield from command("face-down", down, "faceDownHotkey", told_as=_FACE_DOWN, report="faceDownFormat")
    yield from command(
        "reverse", reverse * given.yes("reversible"), "reverseHotkey",
        told_as="Reverse order", report="reverseFormat",
    )  # fmt: skip
    for does, usual in (("save", "Save"), ("load", "Load")):
        menu = (given.text(f"{does}Message") or usual) * saves
        yield from command(does, menu, f"{does}Hotkey", told_as=usual, report=f"{does}ReportFormat")  # type: ignore[arg-type]


def take_deck_command(part: Component, deck: Component, name: str, bench: Bench, toolbar: Toolbar) -> None:
    """Import a command of a deck that sorts it, or sends some of its cards elsewhere."""
    given, of, taking = Attributes(part.attributes), Attributes(deck.attributes), toolbar.taking(part)
    menu = one_line(given.text("menuText"), "")
    key = given.key("hotkey").text or toolbar.own_key(f"{name}: {menu}")
    called, report = TraitCall(key, plain(menu)), _report(given.text("reportFormat"), menu, of, taking)
    if part.short == "DeckSortKeyCommand":
        by = tuple(_sorted_by(given.text("sortParameters"), taking))
        made = DeckCommand(name, "sort", called, report, by=by)
    else:
        varies = given.yes("variableDeck")
        into = taking.name_of(given.text("deckExpression")) if varies else plain(given.text("targetDeck"))
        stops = given.yes("stop")
        made = DeckCommand(
            name,
            "send",
            called,
            report,
            into=into,
            where=taking.expression(given.text("matchExpression")) if given.yes("sendMatching") else "",
            most=taking.number(given.text("limitExpression")) if given.yes("limitTotal") else "",
            until=taking.expression(given.text("stopExpression")) if stops else "",
            with_last=stops and given.yes("stopAlso"),
            heard=given.yes("applyOnMove"),
        )
    toolbar.add(made)
    bench.judge(part, taking.verdict)


def _sorted_by(text: str, taking: TraitTranslation) -> Iterator[SortBy]:
    """Yield the orders by which cards are sorted, each written `property|falling|as numbers`; none if the first has no
    property.
    """
    parameters = [(*split(one, "|"), "", "", "")[:3] for one in split(text, ",") if one]
    if parameters and parameters[0][0]:
        for name, falling, numbers in parameters:
            yield SortBy(taking.property(name), numbers=numbers == "true", falling=falling == "true")


def _report(text: str, told_as: str, deck: Attributes, taking: TraitTranslation) -> str:
    """Return the report of a deck's command as a template; "" for none."""
    if not text.strip():
        return ""
    names: Given = (("deckName", _quoted(deck.text("name"))), ("commandName", _quoted(told_as)), *_NAMES)
    return taking.format(said(text), names)


def _words(text: str, taking: TraitTranslation) -> str:
    """Return the template by which a list of the deck's cards shows or sorts a card; "" for the default.

    The text may be a bare property.
    """
    text = text.strip()
    if text in ("", "$BasicName$", "$PieceName$"):
        return ""
    return taking.format(text if "$" in text or text[:1] == "{" else f"${text}$")


def _counts(name: str, expressions: tuple[str, ...], taking: TraitTranslation) -> dict[str, str]:
    """Return the conditions on the cards that a deck counts, by the properties with the counts.

    Each expression is written `name:condition`; those without a condition are left out.
    """
    found = {}
    for each in expressions:
        title, _, condition = each.partition(":")
        if condition.strip():
            found[f"{name}_{title.strip()}"] = taking.match(condition)
    return found


def _tells_cards_apart(condition: str) -> bool:
    """Return whether a condition asks for more than a card's back reveals."""
    asked = compile_expression(condition)
    return asked.reads_any or not asked.reads <= OF_BACKS


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
