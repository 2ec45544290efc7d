"""Japan's part of December 1941 on a laptop's screen, with the keyboard alone: from the first phase to the Allies'
part.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QSpinBox, QWidget

from tabletop.assistance import ProcedureQuestion
from tabletop.desktop.map.name_finder import NameFinder
from tabletop.desktop.platform.settings import Settings, load_settings, save_settings
from tabletop.desktop.platform.window_state import WindowPlace
from tests.journeys.assistant.test_a_turn_of_the_war import MANILA_FORCE, asked_now, piece, points, said
from tests.journeys.conftest import Player

MOST_TABS = 400
PHASES = ("Reinforcement", "First Deployment", "Operational", "Reaction", "Air Commitment", "Combat")
HOMEWARD = ("Return to Base", "Second Deployment", "End")


@pytest.fixture
def keys(player: Player, december) -> Player:
    """Return a player at a window of 1366 x 768 without a mouse."""
    save_settings(Settings(stand=WindowPlace(0, 0, 1366, 768)))
    player.program.user.now = load_settings()
    player.open_game(december)
    player.settle()
    player.press("F4")
    player.wait(lambda: "Economic Phase" in said(player))
    player.press("Ctrl+0")
    return player


def go_to(table: Player, words: str, kind: type[QWidget] = QAbstractButton) -> QWidget:
    """Press Tab until a button or field whose name begins with these words has the focus, and return it."""
    for _ in range(MOST_TABS):
        now = QApplication.focusWidget()
        if isinstance(now, kind) and now.isVisible() and called(now).startswith(words):
            return now
        QTest.keyClick(table.window.windowHandle(), Qt.Key.Key_Tab)
    raise AssertionError(f"Tab does not lead to {words}")


def called(widget: QWidget) -> str:
    return widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")


def push(table: Player, words: str) -> None:
    go_to(table, words)
    table.press(Qt.Key.Key_Space)


def find(table: Player, key: str, name: str) -> None:
    """Enter a name in the list that a key opens."""
    table.press(key)
    field = table.find(NameFinder).findChild(QLineEdit)
    QTest.keyClicks(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)
    table.settle()
    table.window.activateWindow()  # without a window manager nothing else activates it


def next_phase(table: Player, name: str) -> None:
    table.press("Alt+Right")
    table.wait(lambda: f"{name} Phase" in said(table))


def choose_one(table: Player, name: str) -> None:
    """Press the button of an option; if the options are places on the map, type its name."""
    if table.buttons(name):
        push(table, name)
    else:
        go_to(table, "Name of a place", QLineEdit)
        QTest.keyClicks(QApplication.focusWidget(), name)
        table.press(Qt.Key.Key_Return)
        table.window.activateWindow()  # without a window manager nothing else activates it


def answer(table: Player, asked: ProcedureQuestion, wishes: dict[str, tuple[str, ...]]) -> None:
    """Answer a question. `wishes` has answers by the beginnings of questions.

    Without a wish the answer is no, the first option, or as few options as are allowed, but one if possible.
    """
    wished = next((names for words, names in wishes.items() if asked.question.startswith(words)), ())
    labels = [choice.label for choice in asked.options]
    least = asked.least if asked.kind == "choose" else 0
    match asked.kind:
        case "confirm":
            push(table, "Yes" if wished else "No")
        case "pause":
            table.press(Qt.Key.Key_Return)
        case "pick":
            choose_one(table, next(iter(wished), labels[0]))
        case "order" | "choose" if asked.against:
            for label in labels[: len(asked.against)]:
                push(table, label)
            push(table, "Line up")
        case "order":
            for label in labels:
                push(table, label)
        case "choose" if asked.repeats and asked.most > 1:
            field = go_to(table, labels[0], QSpinBox)
            assert isinstance(field, QSpinBox)
            field.selectAll()
            QTest.keyClicks(field, str(least))
            push(table, "Answer")
        case "choose":
            for label in wished or labels[: max(least, min(asked.most, 1))]:
                push(table, label)
            push(table, "Answer")
        case _:
            push(table, "Answer")


def play(table: Player, wishes: dict[str, tuple[str, ...]]) -> None:
    """Answer until no procedure is in progress."""
    while table.game.frames:
        asked, step = asked_now(table), table.model.table_seat.session.journal.last
        answer(table, asked, wishes)
        table.wait(lambda step=step: table.model.table_seat.session.journal.last > step)
        table.settle()
        if table.buttons("Close"):
            table.press(Qt.Key.Key_Return)


def test_japans_part_with_the_keys_alone(keys: Player):
    for phase in PHASES[:2]:
        next_phase(keys, phase)
    find(keys, "Ctrl+K", "15th Army")
    find(keys, "Ctrl+Shift+M", "Bangkok")
    assert piece(keys, "Bangkok", "15th Army")
    next_phase(keys, "Operational")
    push(keys, "Form a Task Force")
    play(keys, {"At which base": ("Formosa",), "Which units": MANILA_FORCE, "What is it called": ("Japanese Fleet 1",)})
    push(keys, "Move a Task Force")
    play(keys, {"Where does": ("Manila",)})
    assert piece(keys, "Manila", "14th Army")
    assert points(keys)["transport"] < 60
    for phase in PHASES[3:]:
        next_phase(keys, phase)
    keys.press("Alt+Right")
    play(keys, {"Attack on land": ("Yes",)})
    keys.wait(lambda: "Return to Base" in said(keys))
    for phase in HOMEWARD[1:]:
        keys.press("Alt+Right")
        play(keys, {})
        keys.wait(lambda phase=phase: f"{phase} Phase" in said(keys))
    keys.press("Alt+Right")
    play(keys, {})
    keys.wait(lambda: keys.part[1] == "Allies")
    assert not keys.refused
