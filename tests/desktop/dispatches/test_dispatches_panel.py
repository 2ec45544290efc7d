"""The panel of dispatches: those due next come first, the route of a courier is shown, and each answer has a key."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QPushButton

from tabletop.desktop.dispatches.dispatch_card import DispatchCard
from tabletop.desktop.dispatches.dispatch_list import DispatchList, caption_room
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.commands import (
    At,
    DeliverDispatch,
    LoseDispatch,
    SendDispatch,
    SendReport,
    SetTracker,
    TakeSeat,
    WriteDispatch,
)
from tabletop.game.state.values import NOBODY
from tabletop.game.umpire.dispatch import Addressee
from tabletop.game.umpire.dispatch_rules import DispatchForm
from tests.desktop.conftest import Seated
from tests.desktop.contacts.test_contact_menu import SIGHTING

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

MESSAGE = DispatchForm("message", "Message", {"text": "Text"}, takes="2", to=("umpire", "side", "seat"))
ORDER = DispatchForm("order", "Order", {"goal": "Goal", "how": "How"}, held=True, to=("piece",))
AL, JP = Addressee("side", "AL"), Addressee("side", "JP")


@pytest.fixture
def table(both: Seated) -> Seated:
    """Return a table at which the model's player plays Japan and Bert the Allies, and Una is the umpire."""
    session = both.model.table_seat.session
    session.components = replace(both.model.components, contacts=ContactRules(dispatches=(MESSAGE, ORDER)))
    both.model.submit(TakeSeat(("JP",)))
    for name, seat in (("Bert", TakeSeat(("AL",))), ("Una", TakeSeat(umpire=True))):
        session.submit(name, seat)
    return both


def pick_midway(found) -> None:
    """Answer `found`, which waits for a place, with Midway, as a click on the map does."""
    found("pacific", "Midway")


@pytest.fixture
def panel(table: Seated, qtbot) -> DispatchesPanel:
    made = DispatchesPanel(table.model, LIGHT, lambda: table.at("Pearl Harbor")[:1], lambda: "pacific", pick_midway)
    qtbot.addWidget(made)
    return made


def rows(panel: DispatchesPanel) -> list[tuple[str, ...]]:
    panel.show_dispatches()
    return [(one.title, one.when, *one.texts) for one in panel.findChild(DispatchList).rows]


def way(panel: DispatchesPanel, row: int = 0) -> list[str]:
    return [point.state for point in panel.findChild(DispatchList).rows[row].way]


def buttons(panel: DispatchesPanel) -> set[str]:
    found = [one for one in panel.findChildren(QPushButton) if not isinstance(one.parent(), DispatchCard)]
    return {one.text() for one in found if one.isVisibleTo(panel)}


def key(panel: DispatchesPanel, qtbot, letter: Qt.Key) -> None:
    qtbot.keyClick(panel.findChild(DispatchList), letter)


def combo(panel: DispatchesPanel, name: str) -> QComboBox:
    return next(one for one in panel.findChildren(QComboBox) if one.accessibleName() == name)


def choose(panel: DispatchesPanel, name: str, words: str) -> None:
    made = combo(panel, name)
    made.setCurrentText(words)
    made.activated.emit(made.currentIndex())


def test_a_player_writes_with_a_form_to_a_listed_addressee_and_reads_what_arrives(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    assert rows(panel) == []
    key(panel, qtbot, Qt.Key.Key_W)
    assert combo(panel, "Form of the dispatch").count() == 2
    to = combo(panel, "Addressee")
    listed = [to.itemText(row) for row in range(to.count())]
    assert listed == ["the umpire", "Japan", "Allies", "Bert (player)", "Una (player)"]
    to.setCurrentText("Allies")
    (text,) = panel.findChildren(QPlainTextEdit)
    text.setPlainText("Leave Wake.")
    next(each for each in panel.findChildren(QPushButton) if each.text() == "Click it…").click()
    qtbot.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not panel.findChild(DispatchCard).isVisibleTo(panel)
    assert combo(panel, "Dispatches to show").currentText() == "Written"
    assert rows(panel) == [(f"Message from {model.seat} to Allies", "under way", "Leave Wake.", "About Midway")]
    assert way(panel) == ["passed", "here", "unknown", "unknown"]

    session.submit("Bert", WriteDispatch(JP, {"text": "Never."}))
    (theirs,) = (id for id, one in session.game.dispatches.items() if one.seat == "Bert")
    remarks = []
    panel.remarked.connect(remarks.append)
    session.submit("Una", DeliverDispatch(theirs))
    assert remarks == ["A dispatch has arrived."]
    choose(panel, "Dispatches to show", "Received")
    ((title, _, said),) = rows(panel)
    assert (title, said, panel.findChild(DispatchList).rows[0].is_new) == (
        "Message from Bert to Japan", "Never.", True,
    )  # fmt: skip
    assert buttons(panel) == {"Read", "Answer…  A", "Write…  W"}
    key(panel, qtbot, Qt.Key.Key_Return)
    assert list(session.game.dispatches[theirs].read) == [model.seat]
    rows(panel)
    assert buttons(panel) == {"Answer…  A", "Write…  W"}
    key(panel, qtbot, Qt.Key.Key_A)
    assert combo(panel, "Addressee").currentText() == "Bert (player)"
    assert buttons(panel) == {"Click it…"}, "the card has its own"
    for to, answered in (("Japan", NOBODY), ("Bert (player)", theirs)):
        combo(panel, "Addressee").setCurrentText(to)
        (text,) = panel.findChildren(QPlainTextEdit)
        text.setPlainText("So be it.")
        qtbot.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert session.game.dispatches[max(session.game.dispatches)].answers == answered, to
        key(panel, qtbot, Qt.Key.Key_A)
    assert table.refused == []


def test_the_umpire_sees_what_is_due_next_and_answers_with_one_key(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    unit = next(id for id in session.game.pieces if session.game.kind_of(id).side == "AL")
    session.submit("Bert", WriteDispatch(JP, {"text": "One."}))
    session.submit("Bert", WriteDispatch(Addressee("piece", piece=unit), {"goal": "Wake", "how": "soon"}, "order"))
    session.submit("Una", WriteDispatch(AL, {"text": "Two."}))
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    one, order, two = session.game.dispatches
    session.submit(model.seat, SendDispatch(two, (1, 0, 0)))
    found = rows(panel)
    assert [row[0].split()[0] for row in found] == ["Order", "Message", "Message"], "what waits, then what is due"
    assert found[0][1:] == ("waits for the umpire", "Goal: Wake", "How: soon")
    assert [row[2] for row in found[1:]] == ["Two.", "One."]
    assert way(panel) == ["passed", "planned", "unknown", "unknown"]
    assert way(panel, 1) == ["passed", "here", "planned", "unknown"]

    panel.findChild(DispatchList).setCurrentRow(0)
    assert buttons(panel) == {
        "Send  L", "Change arrival  T", "Deliver now  D", "Lose it  K", "Garble  G", "Write…  W",
        "Show  F",
    }  # fmt: skip
    key(panel, qtbot, Qt.Key.Key_G)
    goal, _ = panel.findChildren(QPlainTextEdit)
    assert goal.toPlainText() == "Wake"
    goal.setPlainText("Wa…")
    qtbot.keyClick(goal, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.game.dispatches[order].told == {"goal": "Wa…", "how": "soon"}
    rows(panel)
    table.answers.append(3)
    key(panel, qtbot, Qt.Key.Key_T)
    clock = model.components.contact_clock
    assert session.game.dispatches[order].due == clock.due(clock.now(session.game.properties.get), 3)
    rows(panel)
    panel.findChild(DispatchList).setCurrentRow(1)
    key(panel, qtbot, Qt.Key.Key_K)
    assert session.game.dispatches[one].state == "lost"
    assert len(rows(panel)) == 2
    choose(panel, "Dispatches to show", "All")
    assert [row[1] for row in rows(panel)][-1] == "lost"
    choose(panel, "Side of the author", "Allies")
    assert len(rows(panel)) == 2
    model.submit(SetTracker("Turn", (3, 0, 0)))
    assert {row[1].split()[0] for row in rows(panel)} == {"arrived", "lost"}
    assert table.refused == []


def test_enter_lets_a_waiting_dispatch_go_and_a_lost_one_again(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    session.submit("Bert", WriteDispatch(JP, {"text": "One."}))
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    (one,) = session.game.dispatches
    session.submit(model.seat, LoseDispatch(one))
    choose(panel, "Dispatches to show", "All")
    rows(panel)
    key(panel, qtbot, Qt.Key.Key_Return)
    assert session.game.dispatches[one].state == "under-way"


def test_an_order_that_has_come_to_the_umpire_stays_due_until_it_is_read(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    game = session.game
    unit = next(id for id in game.pieces if game.kind_of(id).side == "AL" and game.lying(id).map == 0)
    session.submit("Bert", WriteDispatch(Addressee("piece", piece=unit), {"goal": "Wake"}, "order"))
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    followed = []
    panel.followed.connect(lambda *where: followed.append(where))
    (order,) = session.game.dispatches
    rows(panel)
    key(panel, qtbot, Qt.Key.Key_D)
    assert len(rows(panel)) == 1
    key(panel, qtbot, Qt.Key.Key_F)
    lying = model.game.lying(unit)
    assert followed == [("pacific", lying.x, lying.y)]
    key(panel, qtbot, Qt.Key.Key_Return)
    assert list(session.game.dispatches[order].read) == [model.seat]
    assert rows(panel) == []


def test_the_umpire_answers_a_dispatch_by_a_report_to_its_author(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    forms = replace(model.components.contacts, reports=(SIGHTING,))
    session.components = replace(session.components, contacts=forms)
    session.submit("Bert", WriteDispatch(Addressee("umpire"), {"text": "What is there?"}, at=At("pacific", "Midway")))
    session.submit("Una", WriteDispatch(AL, {"text": "Wait."}))
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    question, own = session.game.dispatches
    wanted = []
    panel.report_wanted.connect(lambda *what: wanted.append(what))
    for dispatch, offered in ((own, False), (question, True)):
        session.submit(model.seat, DeliverDispatch(dispatch))
        choose(panel, "Dispatches to show", "All")
        panel.findChild(DispatchList).choose(dispatch)
        assert ("Report…  S" in buttons(panel)) == offered
        key(panel, qtbot, Qt.Key.Key_S)
    assert wanted == [("AL", "pacific", model.components.maps["pacific"].find("Midway"), question)]
    assert [row[1] for row in rows(panel)] == ["arrived now", "arrived now"]
    found = table.at("Pearl Harbor")[:1]
    answer = SendReport("sighting", ("AL",), found, says={"count": 1}, source="Patrol", answers=question)
    session.submit(model.seat, answer)
    (row,) = (row for row in rows(panel) if "What is there?" in row)
    assert row[-1].startswith("Answered by a report: ")
    assert row[-1].split(", ")[0].endswith(" at Pearl Harbor")


def test_the_umpire_lets_dispatches_wait_or_the_program_carry_them(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    key(panel, qtbot, Qt.Key.Key_P)
    assert session.game.access.holds == ("write-dispatch",)
    session.submit("Bert", WriteDispatch(JP, {"text": "One."}))
    assert [row[1] for row in rows(panel)] == ["waits for the umpire"]
    key(panel, qtbot, Qt.Key.Key_P)
    assert session.game.access.holds == ()
    assert [one.state for one in session.game.dispatches.values()] == ["under-way"]


def test_the_queue_of_orders_names_the_dispatches_that_are_due_next(table, panel, qtbot) -> None:
    model, session = table.model, table.model.table_seat.session
    orders = OrdersPanel(model)
    qtbot.addWidget(orders)
    assert not orders.due.isVisibleTo(orders)
    session.submit("Una", TakeSeat(("JP",)))
    model.submit(TakeSeat(umpire=True))
    for text in ("One.", "Two.", "Three.", "Four."):
        session.submit("Bert", WriteDispatch(JP, {"text": text}))
    first, second, *_ = session.game.dispatches
    session.submit(model.seat, SendDispatch(second, (1, 0, 0)))
    lines = [one.accessibleName() for one in orders.due.findChildren(QPushButton)]
    assert len(lines) == 3
    assert all(line.startswith("Message from Bert to Japan, due ") for line in lines)
    orders.due.chosen.connect(panel.choose)
    qtbot.keyClick(orders, Qt.Key.Key_C)
    assert panel.findChild(DispatchList).chosen == second
    orders.due.findChildren(QPushButton)[1].click()
    assert panel.findChild(DispatchList).chosen == first


def test_the_list_paints_every_state_of_a_way(table, panel, qtbot) -> None:
    session = table.model.table_seat.session
    for text in ("One, which is long enough to be wrapped over several lines of the list.", "Two."):
        session.submit("Bert", WriteDispatch(JP, {"text": text}))
    session.submit("Una", DeliverDispatch(min(session.game.dispatches)))
    rows(panel)
    panel.resize(340, 500)
    before = panel.grab().toImage()
    session.submit("Una", DeliverDispatch(max(session.game.dispatches)))
    rows(panel)
    assert panel.grab().toImage() != before


def test_words_under_a_way_have_room_of_their_own() -> None:
    assert list(caption_room(("a", "b", "c", "d"), 0, 80)) == [(0, 0, 20), (1, 20, 40), (2, 40, 60), (3, 60, 80)]
    assert list(caption_room(("a", "", "c", ""), 0, 80)) == [(0, 0, 30), (2, 30, 80)], "no words, no room"
    assert list(caption_room(("", "", ""), 0, 80)) == []
