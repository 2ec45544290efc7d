"""A game with an umpire in the made-up language, its module translated too: any plain text left is untranslated."""

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from tabletop.desktop import app
from tabletop.desktop.app import DesktopApp
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.panel_layout import PANELS
from tabletop.desktop.window.seats.hot_seat import seat_choices
from tabletop.desktop.window.seats.seats_dialog import SeatsDialog
from tabletop.game.commands import (
    AllowOrder,
    AnyCommand,
    At,
    FinishSetup,
    GiveSeat,
    HoldOrders,
    LoseDispatch,
    MovePieces,
    ReportContact,
    RollDice,
    SendReport,
    WriteDispatch,
)
from tabletop.game.decisions.order_decisions import holdable
from tabletop.game.umpire.dispatch import Addressee
from tabletop.module import shipped
from tabletop.texts.language_files import ASKED, MADE_UP
from tabletop.texts.made_up import made_up
from tests.desktop.words_on_screen import in_english, words_on

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SAME = re.compile(r"≠ [A-Z]+|\bUmpire\b|“foot”|Sallow Bridge, [^·]*")
"""The letters of differences, the umpire's own seat, a word of the claim of a report, and the file of the game."""

HALE, THORN = "Ωμέγα", "Ψι"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the texts that are painted from now on."""
    texts: set[str] = set()
    draw = QPainter.drawText

    def draw_text(painter: QPainter, *arguments: object) -> object:
        texts.update(words for words in arguments if isinstance(words, str))
        return draw(painter, *arguments)

    monkeypatch.setattr(QPainter, "drawText", draw_text)
    return texts


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, own_folders, qtbot) -> Iterator[GameWindow]:
    """Return the umpire's window on Sallow Bridge; players named in Greek play the two sides."""
    monkeypatch.setenv(ASKED, MADE_UP)
    monkeypatch.setattr(app, "words_for", lambda *_: lambda text: made_up(text) if text else text)
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    program.begin(shipped.path("modules", "sallow_bridge"), "first-light")
    window = program.window
    assert isinstance(window, GameWindow)
    window.resize(1600, 1000)
    qtbot.waitExposed(window)
    model = window.model
    model.submit(GiveSeat(HALE, ("Hale", "Hale/Horse")))
    model.submit(GiveSeat(THORN, ("Thorn", "Thorn/Horse")))
    yield window
    window.close()
    window.deleteLater()


def left(painted: set[str]) -> set[str]:
    """Return the plain English texts in all windows of the program."""
    QApplication.processEvents()
    windows = QApplication.topLevelWidgets()
    for each in windows:
        if each.isVisible():
            each.grab()
    words = painted.union(*map(words_on, windows))
    return {each for each in words if in_english(SAME.sub("", each))}


def player(window: GameWindow, name: str) -> Callable[[AnyCommand], object]:
    """Return a function by which a player gives commands."""
    return lambda command: window.model.table_seat.session.submit(name, command)


def test_the_umpires_panels_and_the_texts_of_the_module_are_all_in_it(window: GameWindow, painted: set[str]) -> None:
    model, hale = window.model, player(window, HALE)
    kinds = {model.game.kind_of(piece).key: piece for piece in model.game.pieces}
    for place in PANELS:
        window._actions[place.name].setChecked(True)

    # orders, with the result of each, and dispatches that wait
    hale(FinishSetup("Hale"))
    player(window, THORN)(FinishSetup("Thorn"))
    model.submit(HoldOrders(holdable()))
    unit, to = kinds["hale_ashby"], At("wend", "0204")
    hale(MovePieces((unit,), to))
    hale(RollDice("2d6"))
    hale(WriteDispatch(Addressee("side", "Hale/Horse"), {"text": "Ω"}, "message"))
    hale(WriteDispatch(Addressee("piece", piece=unit), {"goal": "Ω", "manner": "Ψ"}, "order", to))
    orders = window._umpire.orders
    orders.show_orders()
    assert orders._list.count() == 2
    for row in range(orders._list.count()):
        orders._list.setCurrentRow(row)
        assert left(painted) == set()
    orders._kinds_menu()
    assert left(painted) == set()
    for order in list(model.game.held):
        model.submit(AllowOrder(order))
    model.submit(HoldOrders(()))
    model.submit(LoseDispatch(min(model.game.dispatches)))

    # reports, the differences, and each view
    model.submit(SendReport("sighting", ("Hale",), (kinds["thorn_drake"],), None, {"strength": 5}, "Ω", 0))
    model.submit(ReportContact("troops", At("wend", "0404"), ("Thorn",), {"strength": 3}))
    panel = window.findChild(DispatchesPanel)
    panel._which.setCurrentIndex(1)
    panel.show_dispatches()
    panel.write()
    assert left(painted) == set()
    for view in window.views.offered:
        window.views.keep(view)
        window.views.next_difference()
        assert left(painted) == set()
    window.views.swipe(on=True)
    dialog = SeatsDialog(window, model)
    dialog.show()
    assert left(painted) == set()
    dialog.close()
    assert [choice.title for choice in seat_choices(model) if in_english(SAME.sub("", choice.title))] == []
