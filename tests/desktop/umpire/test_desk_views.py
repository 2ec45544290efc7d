"""The umpire's views of the map: keys that show a side's view for a moment, from the umpire's own seat and camera."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from shiboken6 import isValid

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.table.ticket import Ticket
from tabletop.desktop.umpire.desk_facts import EVERYTHING, TRUTH
from tabletop.desktop.widgets.prompts import ask_beside
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.seats.curtain import Curtain
from tabletop.game.actions.access import seat_of
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import At, ChangeAccess, MovePieces, ReportContact, Show, TakeSeat
from tests.desktop.conftest import Seated, seated

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

JAPAN, ALLIES = 0, 1


@pytest.fixture
def desk(fire_in_the_sky, qtbot, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Seated, GameWindow]]:
    """Return a table and the umpire's window on it.

    Singapore is hidden from Japan, which was told of ships at Midway that are not there.
    """
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    found = seated(fire_in_the_sky, {"Una": (), "Aoki": ("JP",), "Reyes": ("AL",)})
    model = found.model
    session = model.table_seat.session
    session.submit("Una", TakeSeat(umpire=True))
    session.submit("Una", Show(found.at("Singapore"), "unseen", ("JP",)))
    session.submit("Una", ReportContact("ships", At("pacific", "Midway"), ("JP",), {"number": 3}))
    window = GameWindow(model, LIGHT, folder_of(fire_in_the_sky))
    qtbot.addWidget(window)
    window.resize(1200, 800)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QApplication.processEvents()
    yield found, window
    window.close()


def shown(window: GameWindow) -> tuple[int, str, bool]:
    """Return the view on show, the title over the map, and whether Japan's contact is drawn on the true map."""
    views = window.views
    signs = window.panels.contacts.layers["pacific"]
    return views.now, views.layer("pacific").title, all(item.isVisible() for item in signs._items.values())


def test_a_key_shows_a_view_while_it_is_held_and_a_button_keeps_it(desk):
    found, window = desk
    views, view = window.views, window.view("pacific")
    camera = view.transform(), view.middle
    assert views.bar.words == ["Truth  F1", "Japan  F2", "Allies  F3", "All with differences  F4", "2 differences"]
    assert shown(window) == (TRUTH, "", False)
    for key, expected in (
        (Qt.Key.Key_F1, (TRUTH, "", False)),
        (Qt.Key.Key_F2, (JAPAN, "View of Japan", True)),
        (Qt.Key.Key_F3, (ALLIES, "View of Allies", True)),
        (Qt.Key.Key_F4, (EVERYTHING, "", True)),
    ):
        QTest.keyPress(view, key)
        assert shown(window) == expected
        QTest.keyRelease(view, key)
        assert shown(window) == (TRUTH, "", False)
    views.keep(JAPAN)
    assert shown(window)[:2] == (JAPAN, "View of Japan")
    assert (view.transform(), view.middle) == camera
    assert found.model.seat == "Una"
    assert seat_of(found.model.game, "Una").umpire


def test_the_view_of_a_side_has_only_what_that_side_sees_and_believes(desk):
    found, window = desk
    views, hidden = window.views, found.at("Singapore")
    japan, allies = (views.scene("pacific", side).drawn.table for side in (JAPAN, ALLIES))
    assert [japan.area_of(piece) for piece in hidden] == [None] * len(hidden)
    assert None not in [allies.area_of(piece) for piece in hidden]
    assert [len(views.scene("pacific", side)._signs.signs) for side in (JAPAN, ALLIES)] == [1, 0]
    found.model.submit(MovePieces(hidden[:1], At("pacific", "Midway")))
    assert views.scene("pacific", JAPAN).drawn.table.area_of(hidden[0]) is None
    kinds = {(one.kind, one.side) for one in views.facts.differences}
    assert ("invented", JAPAN) not in kinds, "something unseen is where the contact is"


def test_the_differences_are_shown_one_after_the_other_and_w_swipes_a_view_over_the_truth(desk):
    _, window = desk
    views, view = window.views, window.view("pacific")
    QTest.keyClick(view, Qt.Key.Key_Period)
    assert views.now == EVERYTHING, "the truth alone has no marks"
    views.keep(JAPAN)
    views._last = ""
    letters = [one.letter for one in views.facts.differences]
    for letter in (*letters, letters[0]):
        QTest.keyClick(view, Qt.Key.Key_Period)
        assert views._last == letter
    layer = views.layer("pacific")
    QTest.keyPress(view, Qt.Key.Key_W)
    QTest.mouseMove(layer, QPoint(300, 100))
    QApplication.processEvents()
    assert layer._from is not None
    QTest.keyRelease(view, Qt.Key.Key_W)
    assert layer._from is None


def test_only_an_umpire_has_the_views(desk, both):
    found, window = desk
    view, bar = window.view("pacific"), window.views.bar
    found.model.sit_as("Aoki", ("JP",))
    QApplication.processEvents()
    QTest.keyPress(view, Qt.Key.Key_F3)
    assert (bar.isVisible(), window.views.layer("pacific").isVisible(), window.views.now) == (
        False,
        False,
        TRUTH,
    )
    assert window.views.facts.differences == ()
    assert window.views.facts.forces == []
    window.draw_curtain()
    found.model.sit_as("Una", ())
    assert not window.views._is_shown()


def test_the_panel_shows_belief_and_truth_side_by_side_under_one_camera_and_who_knows_which_force(desk, monkeypatch):
    (found, window), asked = desk, []
    panel, view = window.panels.beliefs, window.view("pacific")
    assert panel.isVisible()
    small = panel.strip.maps
    assert [one.title for one in small] == ["View of Japan", "Truth", "View of Allies"]
    assert [[one.kind for one in each.differences] for each in small] == [
        ["unknown", "invented"],
        ["unknown", "invented"],
        [],
    ]
    before, (middle, _) = view.middle, panel.strip.camera
    assert middle == before
    QTest.mousePress(small[0], Qt.MouseButton.LeftButton, pos=QPoint(80, 80))
    QTest.mouseMove(small[0], QPoint(40, 80))
    QTest.mouseRelease(small[0], Qt.MouseButton.LeftButton, pos=QPoint(40, 80))
    assert view.middle.x() > before.x(), "the large map follows"
    assert panel.strip.camera[0] == view.middle
    table, (hidden, *_) = panel.table, found.at("Singapore")[::-1]
    assert [table.horizontalHeaderItem(column).text() for column in range(4)] == [
        "Force",
        "Known to Japan",
        "Known to Allies",
        "Told last",
    ]
    (row,) = [[table.item(row, column).text() for column in range(4)] for row in range(table.rowCount())]
    name = found.model.game.kind_of(hidden).name
    assert row == [f"Singapore: {name} and 4 more", "seen this turn", "own", "nobody"]
    with monkeypatch.context() as late:
        late.setattr(found.model.table_seat, "sightings", lambda most, reply: asked.append((most, reply)))
        found.model.table_seat.look_anew()
        QApplication.processEvents()
    assert [table.item(0, column).text() for column in (1, 2, 3)] == ["…", "own", "…"], "the table has not told it yet"
    for most, reply in asked:
        found.model.table_seat.sightings(most, reply)
    QApplication.processEvents()
    assert [table.item(0, column).text() for column in (1, 2, 3)] == ["seen this turn", "own", "nobody"]
    table.selectRow(0)
    assert window.selection.pieces == (hidden,)
    window.selection.clear()
    assert table.selectedItems() == []
    window.selection.replace((hidden,))
    assert table.selectionModel().selectedRows()
    for width, parts in ((600, (True, False)), (600, (False, True)), (900, (True, True))):
        panel.setFixedWidth(width)
        QApplication.processEvents()
        if parts == (False, True):
            (switch,) = [each for each in panel.findChildren(QPushButton) if each.text() == "Who has seen what"]
            switch.click()
        assert (panel.strip.isVisible(), table.isVisible()) == parts
    found.model.sit_as("Aoki", ("JP",))
    QApplication.processEvents()
    assert not panel.isVisible()


def test_a_game_that_opens_under_the_curtain_shows_the_opening_view_afterwards(fire_in_the_sky, qtbot, monkeypatch):
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    model = seated(fire_in_the_sky, {"Una": (), "Aoki": ("JP",)}).model
    model.table_seat.session.submit("Una", TakeSeat(umpire=True))
    model.table_seat.session.submit("Una", ChangeAccess("moderated"))
    window = GameWindow(model, LIGHT, folder_of(fire_in_the_sky))
    qtbot.addWidget(window)
    window.panels.hot_seat.draw_curtain()
    window.resize(1200, 800)
    window.show()
    qtbot.waitUntil(lambda: window._is_fitted)
    QApplication.processEvents()
    (umpire,) = [each for each in window.findChildren(Curtain)[0].findChildren(QPushButton) if "Una" in each.text()]
    umpire.click()
    QApplication.processEvents()
    seen = window.view("pacific").scale_now
    window.maps.look_where_it_begins()
    assert seen == window.view("pacific").scale_now
    window.close()


def test_a_card_beside_the_maps_goes_when_the_curtain_is_drawn(desk):
    _, window = desk
    card = ask_beside(window, Prompt("source", "Who reports it?", default=""), lambda _: Ticket())
    assert card.isVisible()
    window.panels.hot_seat.draw_curtain()
    assert not (isValid(card) and card.isVisible())
