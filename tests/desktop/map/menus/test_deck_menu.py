"""The menu of a deck: one or several cards to a hand, and chosen cards."""

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QMenu, QPushButton

from tabletop.assembly import AtHand
from tabletop.desktop.map.menus.deck_menu import CardsDialog, DeckMenu, cards_of
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.dice import SeededChance
from tabletop.game.appearance.piece_display import viewed
from tabletop.game.commands import TakeSeat
from tabletop.game.state.deck import DeckRules
from tabletop.journal.journal import Journal
from tabletop.local_seat import LocalSeat
from tabletop.module.loader import load_module
from tabletop.module.module_words import as_written
from tabletop.module.setup import new_game
from tabletop.session import Session

MODULE = {
    "module.yaml": """
id: cards
title: Cards
version: "1"
summary: Cards.
licence: own
sides:
  - {id: A, title: A, mark: star, colour: '#123456', soft: '#EEEEEE'}
  - {id: B, title: B, mark: ring, colour: '#654321', soft: '#DDDDDD'}
maps: [table.yaml, hand.yaml, other.yaml]
pieces: [cards.yaml]
scenarios: [all.yaml]
decks: [{name: Open}, {name: Shut, several: no}]
""",
    "table.yaml": "{id: Table, name: Table, size: [400, 300]}",
    "hand.yaml": "{id: Mine, name: My hand, size: [400, 100], stacks: {as_hand: yes}, private: {sides: [A]}}",
    "other.yaml": "{id: Theirs, name: Their hand, size: [400, 100], stacks: {as_hand: yes}, private: {sides: [B]}}",
    "cards.yaml": """
group: Cards
pieces:
  - {id: ace, name: Ace, count: 2}
  - {id: king, name: King, count: 2}
  - {id: ten, name: Ten, count: 2}
""",
    "all.yaml": """
id: all
title: All
summary: All.
decks:
  - {name: Open, map: Table, point: [100, 100], cards: [ace, king, ten], face: up, shuffled: no}
  - {name: Shut, map: Table, point: [300, 100], cards: [ace, king, ten], shuffled: no}
""",
    "CREDITS.md": "# Credits\n",
}


@pytest.fixture
def table(tmp_path: Path, qapp: object) -> tuple[TableModel, list[object]]:
    for name, text in MODULE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    module = load_module(tmp_path)
    game = new_game(module, "all", {}, SeededChance("11" * 32, b"", 0, 0))
    ticks = count(1)
    session = Session(Journal.in_memory(game, "33" * 32), module.components, now_ms=lambda: next(ticks))
    session.submit("A", TakeSeat(("A",)))
    answers: list[object] = []
    ask = lambda _prompt: answers.pop(0) if answers else None  # noqa: E731
    return TableModel(lambda hear: LocalSeat(session, "A", hear), module, ask, lambda: next(ticks), AtHand()), answers


def chosen_of(model: TableModel) -> Selection:
    return Selection(lambda piece: piece in model.game.pieces)


def menu_of(model: TableModel, deck: str, selection: Selection | None = None) -> QMenu:
    menu = QMenu()
    id = model.game.named[deck]
    reading = lambda: viewed(model.game, model.components, model.seat)  # noqa: E731
    DeckMenu(model, selection or chosen_of(model), reading, as_written).add(menu, id, model.game.holders[id])
    return menu


def entries(menu: QMenu) -> dict[str, list[str]]:
    return {one.text(): [each.text() for each in one.menu().actions()] if one.menu() else [] for one in menu.actions()}


def trigger(menu: QMenu, *path: str) -> None:
    action = next(one for one in menu.actions() if one.text() == path[0])
    if len(path) > 1:
        trigger(action.menu(), *path[1:])
    else:
        action.trigger()


def lying(model: TableModel, name: str) -> int:
    index = model.game.maps.index(name)
    return sum(len(held.pieces) for held in model.game.holders.values() if held.map == index)


def test_only_own_hands_are_offered_and_several_cards_where_the_deck_allows(table) -> None:
    model, _ = table
    assert entries(menu_of(model, "Open")) == {
        "Draw to": ["My hand"], "Draw several to": ["My hand…"], "Take several cards…": [],
    }  # fmt: skip
    assert entries(menu_of(model, "Shut")) == {"Draw to": ["My hand"]}


def test_cards_go_to_a_hand_and_lie_together_there(table) -> None:
    model, answers = table
    trigger(menu_of(model, "Shut"), "Draw to", "My hand")
    answers.append("2")
    trigger(menu_of(model, "Open"), "Draw several to", "My hand…")
    assert lying(model, "Mine") == 3
    assert len([held for held in model.game.holders.values() if held.map == model.game.maps.index("Mine")]) == 1


@pytest.mark.parametrize(("answer", "taken"), [("2", 2), ("9", 3), ("", 0), (None, 0), ("-1", 0), ("two", 0)])
def test_so_many_cards_are_taken_as_there_are(table, answer, taken: int) -> None:
    model, answers = table
    answers.append(answer)
    selection = chosen_of(model)
    trigger(menu_of(model, "Open", selection), "Take several cards…")
    assert tuple(selection.pieces) == (model.game.holders[model.game.named["Open"]].pieces[-taken:] if taken else ())


@pytest.mark.parametrize(
    ("rules", "hands", "taken"),
    [
        ({"chosen": False}, (), 2),
        ({"chosen": False}, (("Mine", None),), None),
        ({"chosen": True}, (), None),
        ({"several": False, "chosen": False}, (), None),
    ],
    ids=["one way", "a hand to draw to", "two ways", "none"],
)
def test_cards_are_taken_at_once_where_there_is_one_way_to_choose_them(table, monkeypatch, rules, hands, taken) -> None:
    model, answers = table
    answers.append("2")
    model.table_seat.session.components = replace(
        model.components, decks={"Open": DeckRules("Open", searched=True, **rules)}
    )
    monkeypatch.setattr(DeckMenu, "_hands", lambda _: iter(hands))
    selection, id = chosen_of(model), model.game.named["Open"]
    reading = lambda: viewed(model.game, model.components, model.seat)  # noqa: E731
    is_taken = DeckMenu(model, selection, reading, as_written).takes_at_once(id, model.game.holders[id])
    assert is_taken is (taken is not None)
    assert len(selection.pieces) == (taken or 0)


def test_cards_are_chosen_by_their_names(qtbot) -> None:
    dialog = CardsDialog(None, "Events", [(7, "Ten"), (6, "King"), (5, "Ace")])
    qtbot.addWidget(dialog)
    dialog._list.item(0).setSelected(True)
    dialog._list.item(2).setSelected(True)
    assert sorted(dialog.chosen) == [5, 7]


def test_a_module_says_how_cards_are_listed_and_what_taking_them_is_called(table) -> None:
    model, _ = table
    rules = DeckRules("Open", several_words="Deal some", listed="{Name} of {Deck}", listed_by="{Name}")
    model.table_seat.session.components = replace(model.components, decks={"Open": rules})
    assert list(entries(menu_of(model, "Open")))[-1] == "Deal some…"
    reading = lambda: viewed(model.game, model.components, model.seat)  # noqa: E731
    held = model.game.holders[model.game.named["Open"]]
    cards = cards_of(reading(), held, rules)
    assert [words for _, words in cards] == ["? of Open", "? of Open", "Ten of Open"]  # only the top one is seen
    assert {card for card, _ in cards} == set(held.pieces)
    assert [words for _, words in cards_of(reading(), held, None)] == ["Ten", "?", "?"]


@pytest.mark.parametrize(
    ("choice", "goes", "mine", "beside"),
    [
        (("Ten", "Ace"), "My hand", 2, 0),
        (("King",), "Beside the deck", 0, 1),
        ((), "My hand", 0, 0),
        (("Ten",), "", 0, 0),
    ],
)
def test_a_deck_that_is_searched_is_looked_through_and_closed_again(
    table, monkeypatch, choice: tuple[str, ...], goes: str, mine: int, beside: int
) -> None:
    model, _ = table
    rules = DeckRules("Shut", searched=True, several=False)
    model.table_seat.session.components = replace(model.components, decks={"Shut": rules})
    listed: list[str] = []

    def choose(dialog: CardsDialog) -> int:
        items = [dialog._list.item(row) for row in range(dialog._list.count())]
        listed.extend(item.text() for item in items)
        for item in items:
            item.setSelected(item.text() in choice)
        made = [one for one in dialog.findChildren(QPushButton) if one.text() == goes]
        return made[0].click() or dialog.result() if made else 0

    monkeypatch.setattr(CardsDialog, "exec", choose)
    before = model.game.holders[model.game.named["Shut"]]
    trigger(menu_of(model, "Shut"), "Choose cards…")
    after = model.game.holders[model.game.named["Shut"]]
    assert listed == ["Ten", "King", "Ace"]
    assert (lying(model, "Mine"), lying(model, "Table")) == (mine, 6 - mine)
    assert (after.looks, len(before.pieces) - len(after.pieces)) == (before.looks, mine + beside)
    taken = [f"draws {len(choice)} card{'s' * (len(choice) > 1)} from Shut"] if mine + beside else []
    told = ["looks through Shut", "closes Shut", *taken]
    lines = [line.text for line in model.lines()][-len(told) :]
    assert all(line.startswith(words) for line, words in zip(lines, told, strict=True))
