"""The menu of the selection: the merged entries of the selected pieces, and the entries that every piece has."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from tabletop.desktop.map.menus.deck_menu import DeckMenu
from tabletop.desktop.map.menus.quantity_menu import add_quantity
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.selection import Selection, bottom_up
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import as_entry
from tabletop.game.actions.access import SeatedViewer, Verb, may, seat_of, why_not
from tabletop.game.appearance.piece_display import MenuLine, menu_of, offered, viewed
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import (
    Act,
    AnyCommand,
    ClonePieces,
    MovePieces,
    NamedHolder,
    RemovePieces,
    Restack,
    Show,
    Shuffle,
    Spot,
    TurnDeck,
)
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.side_cells import owners
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE, UNOWNED, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import FACE, TOP
from tabletop.game.traits.action_traits import Delete, GlobalCommand
from tabletop.game.traits.movement_traits import ReturnTo, SendTo
from tabletop.game.traits.table_traits import DeckCommand
from tabletop.module.module_words import Words, as_written

_BEFORE_DRAWING: Final = ("shuffle", "send", "flip", "face-up", "face-down", "reverse")
"""The deck commands that are in the menu before the entries for drawing cards."""


class PieceMenu(QObject):
    """A builder of menus for pieces, whose keys work on the selection.

    The entries of the innermost traits come first (turning over, steps, facing), then those of the traits round them,
    and last the commands that remove the piece. If the module says so, the entries follow the order of the traits, the
    outermost first.
    """

    def __init__(
        self, model: TableModel, selection: Selection, pictures: ModulePictures, words: Words = as_written
    ) -> None:
        """Make the builder. `words` returns the module's texts in the player's language."""
        super().__init__()
        self._words = words
        self._model = model
        self._selection = selection
        self._pictures = pictures
        self._asked_at: Spot | None = None
        self._decks = DeckMenu(model, selection, lambda: pictures.reading(model.game), words)

    def build(self, piece: int, scene: TableScene, at: Spot | None = None) -> QMenu | None:
        """Return the menu for a right click on a piece; None for 0, which stands for the empty map.

        `at` is the position of the mouse, which the commands of the menu get.
        """
        if not piece:
            return None
        self._asked_at = at
        pieces = self._selection.pieces or (piece,)
        menu = QMenu()
        game = self._model.game
        away = {key for one in pieces for key in self._keys_at_the_end(game.kind_of(one))}
        no = self._why_not("touch", pieces)
        lines = self._lines(self._in_play(pieces)) if no is None else []
        self._add_lines(menu, self._in_order([line for line in lines if line.key not in away]), pieces)
        if not menu.isEmpty():
            menu.addSeparator()
        holder = game.pieces[piece].at
        held = game.holders[holder]
        if held.form != "deck" and len(held.pieces) > 1 and not scene.is_hand:
            words = tr("Gather stack") if scene.is_fanned(holder) else tr("Fan out stack")
            menu.addAction(words, lambda: scene.fan(holder, out=not scene.is_fanned(holder)))
        if no is not None:
            menu.addAction(as_entry(no.because)).setEnabled(False)
            return menu
        if held.form == "deck":
            self._add_deck(menu, holder, held)
        elif len(held.pieces) > 1:
            menu.addAction(tr("To the top"), partial(self._do, Restack(pieces, "top")))
            menu.addAction(tr("To the bottom"), partial(self._do, Restack(pieces, "bottom")))
        add_quantity(menu, self._model, self._reading(pieces), piece, self._words)
        self._add_sight(menu, pieces)
        self._add_holders(menu, pieces)
        menu.addSeparator()
        copy = menu.addAction(tr("Copy counter"), lambda: self._do(ClonePieces(pieces)))
        copy.setEnabled(self._why_not("copy", pieces) is None)
        menu.addSeparator()
        self._add_lines(menu, [line for line in lines if line.key in away], pieces)
        remove = menu.addAction(tr("Remove from play"), lambda: self._do(RemovePieces(pieces)))
        remove.setEnabled(self._why_not("remove", pieces) is None)
        return menu

    def _why_not(self, verb: Verb, pieces: Sequence[int]) -> Refused | None:
        """Return the refusal if the access of the table forbids this seat an action on pieces; None if it does not.

        At an open table every action is offered.
        """
        game = self._model.game
        if game.access.kind == "open" and not seat_of(game, self._model.seat).role_name:
            return None
        viewer = SeatedViewer(self._pictures.reading(game), self._model.seat)
        return next((no for piece in pieces if (no := why_not(viewer, verb, piece)) is not None), None)

    def build_own(self, piece: int) -> QMenu:
        """Return the menu with a piece's own entries."""
        menu = QMenu()
        self._asked_at = None
        self._add_lines(menu, self._in_order(self._lines((piece,))), (piece,))
        return menu

    def build_deck(self, id: int, at: Spot | None = None) -> QMenu:
        """Return the menu of a deck, which may be empty; `at` is the position of the mouse, as in `build`."""
        menu = QMenu()
        self._asked_at = at
        self._add_deck(menu, id, self._model.game.holders[id])
        return menu

    def takes_at_once(self, id: int) -> bool:
        """Begin to take cards from a deck, if there is exactly one way to do so, and its module has no other commands
        for it.

        Return whether this was done.
        """
        held = self._model.game.holders[id]
        if held.form != "deck" or held.name not in self._model.components.decks or any(self._deck_commands(held)):
            return False
        return self._decks.takes_at_once(id, held)

    def hears(self, event: QKeyEvent) -> bool:
        """Return whether a selected piece responds to a key."""
        key, pieces = key_text(event), self._in_play(self._selection.pieces)
        return bool(key and pieces) and hears(self._reading(pieces), pieces, key)

    def press(self, event: QKeyEvent) -> bool:
        """Send a key to the selected pieces; return whether any of them responds to it."""
        if not self.hears(event):
            return False
        self._act(self._in_play(self._selection.pieces), key_text(event))
        return True

    def _act(self, pieces: Sequence[int], key: str, at: Spot | None = None) -> None:
        """Send a key to pieces, with the position of the mouse, or else of the last piece.

        Pieces that vanished while the menu was open are left out. If none remains, the table refuses the key.
        """
        game = self._model.game
        there = [piece for piece in pieces if piece in game.pieces]
        if there:
            self._do(Act(bottom_up(game, there), key, at=at or place_of(game, there[-1])))
        else:
            self._do(Act(tuple(pieces), key, at=at))

    def _do(self, command: AnyCommand) -> None:
        self._model.submit(command)

    def _in_play(self, pieces: Sequence[int]) -> tuple[int, ...]:
        """Return the pieces that respond to keys. Pieces in a deck of the module do not."""
        game, decks = self._model.game, self._model.components.decks
        held = {piece: game.holder_of(piece) for piece in pieces}
        return tuple(piece for piece, at in held.items() if at.form != "deck" or at.name not in decks)

    def _lines(self, pieces: Sequence[int]) -> list[MenuLine]:
        """Return the entries of all these pieces without repetitions."""
        return _merged(self._reading(pieces), pieces)

    def _reading(self, pieces: Sequence[int]) -> PropertyReader:
        """Return the position as this seat reads it, with these pieces selected."""
        return viewed(self._model.game, self._model.components, self._model.seat, pieces)

    @property
    def _is_outer_first(self) -> bool:
        return self._model.module.about.menus == "outer-first"

    def _in_order(self, lines: Sequence[MenuLine]) -> Sequence[MenuLine]:
        """Return the entries in order. In some modules those of the outermost traits come first."""
        return lines if self._is_outer_first else tuple(reversed(lines))

    def _keys_at_the_end(self, kind: Kind) -> set[str]:
        """Return the keys whose entries come last; none if the menus of the module begin with the outermost traits."""
        return set() if self._is_outer_first else _keys_that_take_away(kind)

    def _add_lines(self, menu: QMenu, lines: Sequence[MenuLine], pieces: tuple[int, ...]) -> None:
        at = self._asked_at
        for line in lines:
            if line.inside:
                self._add_lines(menu.addMenu(as_entry(self._words(line.label))), line.inside, pieces)
            elif not line.label:
                menu.addSeparator()
            else:
                action = menu.addAction(as_entry(self._words(line.label)), partial(self._act, pieces, line.key, at))
                action.setEnabled(line.is_enabled)
                shortcut = QKeySequence(line.key.replace(" ", "+"))
                if not shortcut.isEmpty():
                    action.setShortcut(shortcut)

    def _add_deck(self, menu: QMenu, id: int, held: Holder) -> None:
        if held.name in self._model.components.decks:
            first, later = self._deck_commands(held)
            box = self._model.game.holders.get(self._model.game.named.get(TABLE, 0))
            table = box.pieces if box is not None else ()
            self._add_lines(menu, first, table)
            self._decks.add(menu, id, held)
            self._add_lines(menu, later, table)
            return
        menu.addAction(tr("Shuffle"), lambda: self._do(Shuffle(id)))
        self._decks.add(menu, id, held)
        menu.addAction(tr("Turn face up"), lambda: self._do(TurnDeck(id, "face-up")))
        menu.addAction(tr("Turn face down"), lambda: self._do(TurnDeck(id, "face-down")))
        menu.addAction(
            tr("Turn over ({count} {count:card|cards})", count=len(held.pieces)),
            lambda: self._do(TurnDeck(id, "reverse")),
        )

    def _deck_commands(self, held: Holder) -> tuple[list[MenuLine], list[MenuLine]]:
        """Return the module's commands for a deck: those before and those after the entries for drawing."""
        kind = self._model.components.table
        table = self._model.game.holders.get(self._model.game.named.get(TABLE, 0))
        if kind is None or table is None or not table.pieces:
            return [], []
        lies = "face-up" if TOP in held.looks else "face-down"
        commands = [
            trait
            for trait in kind.traits
            if isinstance(trait, DeckCommand) and trait.deck == held.name and trait.does != lies
        ]
        first = {trait.call.key for trait in commands if trait.does in _BEFORE_DRAWING and not trait.into}
        later = {trait.call.key for trait in commands} - first
        later |= {
            trait.call.key
            for trait in kind.traits
            if isinstance(trait, GlobalCommand) and trait.target.holder == held.name
        }
        offers = offered(self._pictures.reading(self._model.game), table.pieces[0])
        lines = [line for line in offers if isinstance(line, MenuLine)]
        return [line for line in lines if line.key in first], [line for line in lines if line.key in later]

    def _add_sight(self, menu: QMenu, pieces: Sequence[int]) -> None:
        """Add entries that show those pieces to other sides, or hide them, for which this seat may do so."""
        game, seat = self._model.game, seat_of(self._model.game, self._model.seat)
        viewer = SeatedViewer(self._pictures.reading(game), self._model.seat)
        named = tuple(piece for piece in pieces if may(viewer, "show", piece))
        if not named or len(seat.sides) == len(game.sides):
            return
        sight = menu.addMenu(tr("Other sides see"))
        sight.addAction(tr("The face"), lambda: self._do(Show(named, "face")))
        sight.addAction(tr("The back"), lambda: self._do(Show(named, "back")))
        sight.addAction(tr("Nothing"), lambda: self._do(Show(named, "unseen")))

    def _add_holders(self, menu: QMenu, pieces: Sequence[int]) -> None:
        game = self._model.game
        named = tuple(pieces)
        own = (UNOWNED, *owners(game.sides, seat_of(game, self._model.seat).sides))
        holders = [held for held in game.holders.values() if held.name not in ("", TABLE) and held.owner in own]
        if holders:
            goes = menu.addMenu(tr("Put into"))
            for held in holders:
                goes.addAction(held.name, partial(self._do, MovePieces(named, NamedHolder(held.name))))


def place_of(game: Game, piece: int) -> Spot | None:
    """Return the spot at which a piece is; None if it is on no map."""
    held = game.holder_of(piece)
    return Spot(game.maps[held.map], held.x, held.y) if held.map >= 0 else None


def _keys_that_take_away(kind: Kind) -> set[str]:
    """Return the keys that remove a piece, return it to a deck or send it elsewhere, as its menu names them."""
    calls = (trait.call for trait in kind.traits if isinstance(trait, Delete | ReturnTo | SendTo))
    return {call.key or f"menu {call.menu}" for call in calls}


_MODIFIERS: Final = (
    (Qt.KeyboardModifier.MetaModifier, "meta"),
    (Qt.KeyboardModifier.ControlModifier, "ctrl"),
    (Qt.KeyboardModifier.AltModifier, "alt"),
    (Qt.KeyboardModifier.ShiftModifier, "shift"),
)
_SAME_KEY: Final = {Qt.Key.Key_Enter: Qt.Key.Key_Return, Qt.Key.Key_Backtab: Qt.Key.Key_Tab}
_WITHOUT_SHIFT: Final = dict(zip('!@#$%^&*()_+{}|:"<>?~', "1234567890-=[]\\;',./`", strict=True))
"""The signs of keys without Shift, by the signs with Shift. Modules name keys by their signs without Shift."""
_ON_KEYPAD: Final = frozenset("0123456789*+,-./")
_HELD = frozenset({Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta})


def key_text(event: QKeyEvent) -> str:
    """Return a key as modules write it: `ctrl F`, `alt shift 3`, `F2`, `num 5`. The digits and signs of the keypad have
    names of their own. A key without such a name gives "", and so does a modifier key alone.
    """
    held, key = event.modifiers(), _SAME_KEY.get(Qt.Key(event.key()), event.key())
    name = "" if key in _HELD else QKeySequence(key).toString()
    if not name or not name.isascii():
        return ""
    is_keypad = bool(held & Qt.KeyboardModifier.KeypadModifier)
    if held & Qt.KeyboardModifier.ShiftModifier and not is_keypad:
        name = _WITHOUT_SHIFT.get(name, name)
    words = [word for modifier, word in _MODIFIERS if held & modifier]
    return " ".join([*words, *["num"][: is_keypad and name in _ON_KEYPAD], name])


def hears(reading: PropertyReader, pieces: Sequence[int], key: str) -> bool:
    """Return whether any of these pieces responds to a key, by its menu or by a trait without an entry."""
    lines = [line for line in _flat(_merged(reading, pieces)) if line.key == key]
    if lines:
        return any(line.is_enabled for line in lines)
    readers = map(reading.reader, pieces)
    return any(key in reader.kind.hears for reader in readers if reader.level == FACE)


def _merged(reading: PropertyReader, pieces: Sequence[int]) -> list[MenuLine]:
    """Return the menu entries of all these pieces without repetitions. An entry is enabled if one piece can do it."""
    merged: dict[tuple[str, str], MenuLine] = {}
    for piece in pieces:
        for line in menu_of(reading, piece):
            known = merged.get((line.label, line.key))
            if known is None or (line.is_enabled and not known.is_enabled):
                merged[line.label, line.key] = line
    return list(merged.values())


def _flat(lines: Sequence[MenuLine]) -> list[MenuLine]:
    found: list[MenuLine] = []
    for line in lines:
        found.extend(_flat(line.inside) if line.inside else [line])
    return found
