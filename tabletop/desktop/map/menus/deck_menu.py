"""The menu of a deck: to draw one card or several to a hand, and to take chosen cards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.cards import row_of
from tabletop.desktop.widgets.panel_parts import as_entry, button, label
from tabletop.expression import as_number, compile_template
from tabletop.game.actions.access import seat_of
from tabletop.game.appearance.piece_display import name_of, rendered
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import Batch, DrawPieces, Goal, LookInto, LookLevel, NamedHolder, Spot
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.side_cells import names_of, owners
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.holder import UNOWNED, Holder
from tabletop.game.state.values import BACKS, COUNT, FACES, SHUT, TOP
from tabletop.module.module_words import Words

HOW_MANY: Final = tr_later("How many cards?")
SEVERAL: Final = tr_later("Take several cards")
CHOSEN: Final = tr_later("Choose cards")
BESIDE: Final = tr_later("Beside the deck")
CLEAR: Final = 12
"""The distance of a card from its deck, in map pixels."""

LEVELS: Final[dict[int, LookLevel]] = {SHUT: "shut", COUNT: "count", BACKS: "backs", TOP: "top", FACES: "faces"}
"""The names of the levels of sight in commands."""


class DeckMenu:
    """The entries of a menu for drawing and taking cards from a deck."""

    def __init__(
        self, model: TableModel, selection: Selection, reading: Callable[[], PropertyReader], words: Words
    ) -> None:
        self._model = model
        self._selection = selection
        self._reading = reading
        self._words = words

    def add(self, menu: QMenu, id: int, held: Holder) -> None:
        """Add the entries for drawing and taking cards from a deck."""
        hands = list(self._hands())
        if hands:
            one = menu.addMenu(tr("Draw to"))
            many = menu.addMenu(tr("Draw several to")) if self._gives_several(held) else None
            for title, goal in hands:
                one.addAction(as_entry(title), partial(self._draw, id, goal, 1))
                if many is not None:
                    many.addAction(as_entry(f"{title}…"), partial(self._draw_several, id, goal))
        for words, takes in self._ways(id, held):
            menu.addAction(as_entry(f"{words}…"), takes)

    def takes_at_once(self, id: int, held: Holder) -> bool:
        """Begin to take cards from a deck, if there is exactly one way to choose them and no hand to draw them to.
        Return whether this was so.
        """
        ways = list(self._ways(id, held))
        if len(ways) != 1 or any(self._hands()):
            return False
        ways[0][1]()
        return True

    def _gives_several(self, held: Holder) -> bool:
        rules = self._model.components.decks.get(held.name)
        return len(held.pieces) > 1 and (rules is None or rules.several)

    def _ways(self, id: int, held: Holder) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield the ways to choose the cards to take: the name of each, and the function that begins it."""
        rules = self._model.components.decks.get(held.name)
        if self._gives_several(held):
            yield (
                self._words(rules.several_words if rules is not None else "") or tr(SEVERAL),
                partial(self._take_several, id),
            )
        if rules is None or rules.chosen:
            words = self._words(rules.chosen_words if rules is not None else "") or tr(CHOSEN)
            if self._sees_faces(held):
                yield words, partial(self._choose, id)
            elif rules is not None and rules.searched and held.pieces:
                yield words, partial(self._search, id)

    def _hands(self) -> Iterator[tuple[str, Goal]]:
        """Yield the hands to which this seat may draw, each with its title. A hand is a holder, or a map that serves as
        a hand.
        """
        game = self._model.game
        mine = seat_of(game, self._model.seat).sides
        for hand in game.holders.values():
            if hand.form == "hand" and hand.owner in (UNOWNED, *owners(game.sides, mine)):
                yield hand.name, NamedHolder(hand.name)
        sides = names_of(game.sides, mine)
        for name, sheet in self._model.module.sheets.items():
            if (
                name in game.maps
                and sheet.stacks is not None
                and sheet.stacks.as_hand
                and (sheet.private is None or not sides.isdisjoint(sheet.private.sides))
            ):
                yield self._words(sheet.name), self._end_of(name)

    def _end_of(self, name: str) -> Spot:
        """Return the spot for a new card on a map that serves as a hand: on its cards, or in the middle."""
        game, sheet = self._model.game, self._model.module.sheets[name]
        index = game.maps.index(name)
        lying = [held for held in game.holders.values() if held.map == index and held.form == "stack" and held.pieces]
        if lying:
            return Spot(name, lying[-1].x, lying[-1].y)
        width, height = sheet.size
        return Spot(name, width // 2, height // 2)

    def _draw(self, deck: int, goal: Goal, count: int) -> None:
        self._model.submit(DrawPieces(deck, goal, count))

    def _draw_several(self, deck: int, goal: Goal) -> None:
        count = self._asked(deck)
        if count:
            self._draw(deck, goal, count)

    def _take_several(self, deck: int) -> None:
        """Ask for a number of cards, and select that many from the top, so that they are carried together."""
        count = self._asked(deck)
        if count:
            self._selection.replace(self._model.game.holders[deck].pieces[-count:])

    def _asked(self, deck: int) -> int:
        """Ask for the number of cards; return 0 for none."""
        there = len(self._model.game.holders[deck].pieces)
        number = as_number(str(self._model.ask(Prompt("count", tr(HOW_MANY), default=min(2, there))) or ""))
        return max(0, min(number or 0, there))

    def _sees_faces(self, held: Holder) -> bool:
        """Return whether this seat can choose among the cards of a deck: there are several, and it sees their faces."""
        game = self._model.game
        sides = seat_of(game, self._model.seat).sides
        return any(held.looks[side] >= FACES for side in sides) and len(held.pieces) > 1

    def _choose(self, deck: int) -> None:
        held = self._model.game.holders[deck]
        chosen = self._chosen_of(held, CardsDialog(None, held.name, self._cards(held)))
        if chosen:
            self._selection.replace(chosen)

    def _search(self, deck: int) -> None:
        """Let the player look through a deck, and take cards to a hand or beside the deck.

        Afterwards this seat sees the deck as before. The others are told that the seat looks, and how many cards it
        takes.
        """
        game = self._model.game
        held = game.holders[deck]
        levels = {side: held.looks[side] for side in seat_of(game, self._model.seat).sides}
        looks = LookInto(deck, "faces", tuple(game.sides[side] for side in levels))
        self._model.submit(looks).when_done(partial(self._choose_cards, deck, levels))

    def _choose_cards(self, deck: int, levels: Mapping[int, int]) -> None:
        """Let the player choose cards of a deck and a goal, and move the cards there. In the same step, these sides see
        the deck as before, at `levels`.
        """
        game = self._model.game
        held = game.holders[deck]
        hands = list(self._hands())
        dialog = CardsDialog(None, held.name, self._cards(held), [*hands, (tr(BESIDE), self._beside(held))])
        chosen = self._chosen_of(held, dialog)
        shuts = [
            LookInto(deck, LEVELS[level], tuple(game.sides[side] for side in levels if levels[side] == level))
            for level in sorted(set(levels.values()))
        ]
        takes = [DrawPieces(deck, dialog.goal, chosen=tuple(chosen))] if chosen and dialog.goal is not None else []
        self._model.submit(Batch((*shuts, *takes)))

    def _cards(self, held: Holder) -> list[tuple[int, str]]:
        return cards_of(self._reading(), held, self._model.components.decks.get(held.name))

    def _chosen_of(self, held: Holder, dialog: "CardsDialog") -> list[int]:
        """Return the cards that the player chooses, bottom first."""
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return []
        chosen = set(dialog.chosen)
        return [card for card in held.pieces if card in chosen]

    def _beside(self, held: Holder) -> Spot:
        """Return a spot beside a deck where a card does not touch the deck."""
        game, rules = self._model.game, self._model.components.decks.get(held.name)
        width = max([game.kind_of(held.pieces[-1]).width, rules.width if rules is not None else 0])
        return Spot(game.maps[held.map], held.x + width + CLEAR, held.y)


def cards_of(reading: PropertyReader, held: Holder, rules: DeckRules | None) -> list[tuple[int, str]]:
    """Return the cards of a deck with their texts for a list: from the top, or in the order that the module sets."""
    cards = list(reversed(held.pieces))
    if rules is not None and rules.listed_by:
        order = compile_template(rules.listed_by)
        cards.sort(key=lambda card: _in_order(rendered(order, reading.reader(card))))
    words = compile_template(rules.listed if rules is not None else "")
    return [(card, rendered(words, reading.reader(card)) or name_of(reading, card)) for card in cards]


class CardsDialog(QDialog):
    """A list of a deck's cards, from which some can be chosen."""

    def __init__(
        self, parent: QWidget | None, title: str, cards: list[tuple[int, str]], goals: Sequence[tuple[str, Goal]] = ()
    ) -> None:
        """List `cards` (piece and name), with a button for each of `goals` (name and goal) that sends the selected
        cards to this goal. Without goals, the button Select accepts the selection.
        """
        super().__init__(parent)
        self.goal: Goal | None = None
        self.setWindowTitle(title or tr("Deck"))
        self.resize(360, 480)
        self._list = QListWidget()
        self._list.setAccessibleName(tr("Cards"))
        self._list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        for piece, name in cards:
            item = QListWidgetItem(name)
            item.setData(Qt.ItemDataRole.UserRole, piece)
            self._list.addItem(item)
        if not goals:
            self._list.itemActivated.connect(self.accept)
        column = QVBoxLayout(self)
        words = (
            tr("Move the selected cards to:")
            if goals
            else tr("Drag the selected cards together, or move them with the menu.")
        )
        column.addWidget(self._list, 1)
        column.addWidget(label(words, "caption"))
        for called, goal in goals:
            column.addWidget(button(called, partial(self._take, goal)))
        leave = button(tr("Cancel"), self.reject)
        column.addLayout(row_of(leave) if goals else row_of(button(tr("Select"), self.accept, main=True), leave))

    def _take(self, goal: Goal) -> None:
        self.goal = goal
        self.accept()

    @property
    def chosen(self) -> list[int]:
        """The selected cards."""
        return [item.data(Qt.ItemDataRole.UserRole) for item in self._list.selectedItems()]


def _in_order(text: str) -> tuple[float, str]:
    """Return the sort key of a text: numbers first, by size, then words."""
    number = as_number(text)
    return (float("inf") if number is None else number), text.casefold()
