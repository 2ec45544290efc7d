"""The umpire's desk in a window: its menu, its panels, and letters that mean the same in all of them."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget

from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.log_text import LogText
from tabletop.desktop.umpire.desk.desk_panel import DeskPanel
from tabletop.desktop.umpire.desk.order_groups import GROUPS
from tabletop.desktop.umpire.desk.secret_dice import SecretDicePanel
from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.panel_layout import DESK, LOG, NOTES, ORDERS, SECRET_DICE
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import ActFor, ChangeAccess, MovePieces, RollDice, Say, Spot, TakeSeat
from tabletop.game.decisions.order_decisions import holdable
from tests.desktop.log_text import log_text
from tests.desktop.one_map import one_map

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ONE_SIDE = one_map(
    pieces="{group: Pieces, pieces: [{id: unit, name: Unit, width: 60, height: 60}]}",
    scenario="{id: all, title: All, summary: All., setup: [{point: [300, 200], pieces: [unit]}]}",
)
A_SIDE = "{id: A, title: A, mark: star, colour: '#123456', soft: '#EEEEEE'}"
MODULE = {name: text.replace(A_SIDE, f"{A_SIDE}, {A_SIDE.replace('A', 'B')}") for name, text in ONE_SIDE.items()}
K, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


def menus(window: GameWindow) -> list[str]:
    return [action.text() for action in window.menuBar().actions() if action.isVisible()]


def shown(window: GameWindow) -> set[str]:
    names = {DeskPanel: DESK, SecretDicePanel: SECRET_DICE, OrdersPanel: ORDERS}
    return {name for kind, name in names.items() if window.findChild(kind).isVisible()}


def undo_in_log_menu(window: GameWindow) -> QAction | None:
    """Open the menu of the log, and return its entry for an undo of another player's action."""
    text = window.findChild(LogText)
    QApplication.sendEvent(
        text.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
    )
    menu = QApplication.activePopupWidget()
    found = [each for each in menu.actions() if each.text().startswith("Undo the last action of another")]
    menu.close()
    return found[0] if found else None


def said(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if each.text()]


def test_every_kind_of_order_is_in_one_group():
    assert sorted(kind for group in GROUPS for kind in group.kinds) == sorted(holdable())


def test_an_umpire_works_at_the_desk(opened: Callable[[Mapping[str, str]], GameWindow], monkeypatch) -> None:
    window = opened(MODULE)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    model, me = window.model, window.model.seat
    session = model.table_seat.session
    answers: list[object] = []
    asked: list[Prompt] = []

    def answered(prompt: Prompt) -> object:
        asked.append(prompt)
        return answers.pop(0)

    monkeypatch.setattr(model, "_ask", answered)
    assert "Umpire" not in menus(window)
    window.trigger(DESK)
    QTest.keyClick(window, K.Key_E, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert shown(window) == set(), "the desk is an umpire's alone"

    model.submit(TakeSeat(umpire=True))
    session.submit("Bert", TakeSeat(model.game.sides[:1]))
    assert "Umpire" in menus(window)
    window.menus.actions[NOTES].setChecked(True)
    QTest.keyClick(window, K.Key_E, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert shown(window) == {DESK, ORDERS, SECRET_DICE}
    assert window.menus.actions[LOG].isChecked()
    assert not window.menus.actions[NOTES].isChecked()

    desk, dice, queue = (window.findChild(kind) for kind in (DeskPanel, SecretDicePanel, OrdersPanel))
    holds = next(each for each in desk.findChildren(QPushButton) if each.text() == "Hold  H")
    piece = next(iter(model.game.pieces))
    start = model.game.lying(piece)

    def moved(by: str = "Bert", x: int = 500) -> None:
        session.submit(by, MovePieces((piece,), Spot("main", x, 300)))

    # players' commands wait, and the queue counts them
    QTest.keyClick(holds, K.Key_H)
    assert model.game.access.holds == holdable()
    moved()
    session.submit("Bert", RollDice("2d6"))
    assert model.game.lying(piece) == start
    assert window.menus.actions[ORDERS].text() == "Orders (2)"
    assert "2 waiting" in said(desk)
    QTest.keyClick(dice, K.Key_A)
    assert model.game.lying(piece).x == 500, "a letter means the same in each panel"
    QTest.keyClick(holds, K.Key_H)
    assert model.game.access.holds == ()
    tick = next(each for each in desk.findChildren(QCheckBox) if each.text() == "Undo")
    tick.click()
    assert model.game.access.holds == ("take-back",)

    # secret dice, and open ones
    heard: list[str] = []
    session.join("Bert", lambda news: heard.extend(told.key for told in news.told))
    QTest.keyClick(queue, K.Key_Z)
    assert "told to umpires only" in said(dice)
    assert log_text(window.findChild(LogPanel)).endswith("(secret: only umpires see it)")
    assert heard == []
    QTest.keyClick(dice, K.Key_Z, SHIFT)
    assert "told to everybody" in said(dice)
    assert heard == ["rolled"]

    # the umpire acts for a player, rolls back, and hides a counter
    answers[:] = ["Bert"]
    QTest.keyClick(desk, K.Key_G)
    model.submit(MovePieces((piece,), Spot("main", 700, 300)))
    model.submit(Say("Well done."))
    last = [step.command for step in session.journal.steps()][-2:]
    assert [type(one) for one in last] == [ActFor, Say]
    QTest.keyClick(desk, K.Key_G)
    assert model.acts_for == ""
    moved(me, 900)
    number = next(one.step for one in model.told_so_far() if one.told is not None and one.told.key == "said")
    answers[:] = [number]
    QTest.keyClick(desk, K.Key_B)
    assert f"{number}. {me} says: Well done." in [choice.label for choice in asked[-1].choices]
    assert model.game.lying(piece).x == 700
    assert heard[-1] == "rolled-back"
    window.selection.replace((piece,))
    answers[:] = [model.game.sides[0], "back"]
    QTest.keyClick(desk, K.Key_V)
    assert session.journal.last == max(step.seq for step in session.journal.steps())
    assert answers == []

    # a player undoes the umpire's action only from the menu of the log
    assert undo_in_log_menu(window) is None
    model.submit(ChangeAccess("moderated"))
    model.sit_as("Cora", model.game.sides[1:])
    window.trigger("undo")
    assert window.panels.toast.text() == "There is nothing of your own to undo."
    offered = undo_in_log_menu(window)
    assert offered is not None
    offered.trigger()
    assert list(session.game.held.values())[-1].seat == "Cora", "at this table undos wait for the umpire"
    model.sit_as(me, ())
    model.submit(ChangeAccess("open"))

    # the window is as it was before
    QTest.keyClick(window, K.Key_E, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert DESK not in shown(window)
    assert window.menus.actions[NOTES].isChecked()
    lines: list[str] = []
    session.join("Cora", lambda news: lines.extend(model.in_words(told, news.before, news.after) for told in news.told))
    answers[:] = ["Bert", True]
    QTest.keyClick(desk, K.Key_O)
    assert [choice.label for choice in asked[-2].choices] == ["Bert: A", "Cora: B", "Other changes of seats…"]
    assert (session.game.seats["Bert"].umpire, session.game.seats[me].umpire) == (True, False)
    assert lines == ["gives Bert the umpire's seat", "watches"]
    assert not window.panels.hot_seat.is_open, "the next person sits down behind the curtain"
    assert "Umpire" not in menus(window)
