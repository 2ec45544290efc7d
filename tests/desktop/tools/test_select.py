"""The tool that chooses and moves: what is dropped on a deck comes into it, full or empty."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from tabletop.desktop.app import Program
from tabletop.desktop.window import GameWindow
from tabletop.module.library import SHELVES
from tabletop.module.template import new_module

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameWindow:
    """A game with an empty deck, 80 by 60 pixels, on its map."""
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv(SHELVES, str(tmp_path / "shelf"))
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    folder = new_module("Border War", tmp_path / "shelf")
    scenario = folder / "scenarios" / "meeting.yaml"
    about = folder / "module.yaml"
    deck = "decks:\n- {name: Dead, map: main, point: [900, 700], cards: []}\n"
    scenario.write_text(scenario.read_text(encoding="utf-8") + deck, encoding="utf-8")
    rules = "decks:\n- {name: Dead, width: 80, height: 60}\n"
    about.write_text(about.read_text(encoding="utf-8") + rules, encoding="utf-8")
    program = Program()
    program.begin(folder, "meeting")
    assert isinstance(program.window, GameWindow)
    program.window.resize(1400, 900)
    qtbot.waitExposed(program.window)
    yield program.window
    program.window.close()
    program.window.deleteLater()


def drag(window: GameWindow, start: QPoint, end: QPoint) -> None:
    port = window.view("main").viewport()
    QTest.mousePress(port, LEFT, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
    QTest.mouseRelease(port, LEFT, pos=end)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("beside", "count"), [((0, 0), 1), ((30, -20), 1), ((60, 0), 0)])
def test_what_is_dropped_on_an_empty_deck_comes_into_it(
    qtbot, window: GameWindow, beside: tuple[int, int], count: int
) -> None:
    view, game = window.view("main"), window.model.game
    view.fit()
    stack = next(holder for holder in game.holders.values() if holder.form == "stack" and holder.map == 0)
    there = QPointF(900 + beside[0], 700 + beside[1])
    drag(window, view.mapFromScene(QPointF(stack.x, stack.y)), view.mapFromScene(there))
    qtbot.waitUntil(lambda: window.model.game is not game)
    after = window.model.game
    assert len(after.holders[after.named["Dead"]].pieces) == count


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_buttons_beside_the_tabs_are_there_with_one_map_too(window: GameWindow) -> None:
    assert len(window.scenes) == 1
    assert window._maps._tabs.cornerWidget().isVisible()
