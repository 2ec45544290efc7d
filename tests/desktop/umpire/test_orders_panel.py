"""The panel of orders: the waiting orders, the expected result of each, and a key for each answer."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QSpinBox, QWidget

from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.desktop.widgets.name_field import NameField
from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.commands import (
    AllowOrder,
    At,
    Batch,
    Begin,
    DelayOrder,
    GiveSeat,
    HoldOrders,
    MovePieces,
    RefuseOrder,
    RollDice,
    SendReport,
    SetProperty,
    TakeSeat,
)
from tests.desktop.contacts.test_contact_menu import FORCE, SIGHTING


def rows(panel: OrdersPanel) -> list[list[str]]:
    listed = panel.findChild(QListWidget)
    role = Qt.ItemDataRole.AccessibleTextRole
    return [listed.item(row).data(role).splitlines() for row in range(listed.count())]


def card(panel: OrdersPanel) -> QWidget:
    """Return the open card."""
    listed = panel.findChild(QListWidget)
    return listed.itemWidget(listed.currentItem())


def press(panel: OrdersPanel, words: str) -> None:
    (made,) = (each for each in card(panel).findChildren(QPushButton) if each.text() == words)
    made.click()


def buttons(panel: OrdersPanel) -> set[str]:
    return {each.accessibleName() or each.text() for each in panel.findChildren(QPushButton) if each.isVisibleTo(panel)}


def test_the_umpire_reads_what_waits_and_what_would_come_of_it_and_answers_with_one_key(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    piece = next(id for id in model.game.pieces if model.game.lying(id).place)
    model.submit(TakeSeat(umpire=True))
    session.submit("Bert", TakeSeat(("JP", "AL")))
    model.submit(HoldOrders(("move", "roll")))
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    needed: list[bool] = []
    panel.needed.connect(needed.append)
    name = model.game.kind_of(piece).name
    session.submit("Bert", MovePieces((piece,), At("pacific", "Wake")))
    session.submit("Bert", RollDice("2d6"))
    panel.show_orders()
    assert needed == [True]
    (move, roll) = rows(panel)
    assert move[0] == f"Bert: a move of {name} to Wake"
    assert move[3].startswith(f"If allowed: moves {name} from ")
    assert len(roll) == 3, "only the selected order says what it would bring"
    listed = panel.findChild(QListWidget)
    listed.setCurrentRow(1)
    assert rows(panel)[1][3] == "The result depends on dice."
    listed.setCurrentRow(0)
    qtbot.keyClick(listed, Qt.Key.Key_A)
    assert model.game.lying(piece).place == model.components.maps["pacific"].find("Wake")
    panel.show_orders()
    both.answers.append("not now")
    qtbot.keyClick(listed, Qt.Key.Key_R)
    assert not model.game.held
    session.submit("Bert", RollDice("1d6"))
    session.submit("Bert", RollDice("2d6"))
    panel.show_orders()
    late, next_due = model.game.held
    both.answers.append(1)
    listed.setCurrentRow(0)
    qtbot.keyClick(listed, Qt.Key.Key_D)
    clock = model.components.contact_clock
    assert clock.turns_since(clock.now(model.game.properties.get), model.game.held[late].due) == 1
    assert panel.chosen is not None
    assert panel.chosen[0] == next_due, "the next answer is not for the order that was delayed"
    listed.setCurrentRow(1)
    assert {"Allow now  Shift+A", "Delay…  D"} <= buttons(panel)
    for answer in (Qt.Key.Key_A, Qt.Key.Key_Return):
        qtbot.keyClick(listed, answer)
        assert list(model.game.held) == [late, next_due], "an order that is not due waits"
    qtbot.keyClick(listed, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert list(model.game.held) == [next_due]
    panel.show_orders()
    qtbot.keyClick(listed, Qt.Key.Key_P)
    assert not model.game.held
    assert model.game.access.holds == ("move",)
    assert both.refused == []
    assert "Recall  X" not in buttons(panel)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_umpire_clicks_or_chooses_another_place_for_a_move(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    piece = next(id for id in model.game.pieces if model.game.lying(id).place)
    model.submit(TakeSeat(umpire=True))
    session.submit("Bert", TakeSeat(("JP", "AL")))
    model.submit(HoldOrders(("move",)))
    places = {name: model.components.maps["pacific"].find(name) for name in ("Wake", "Midway", "Truk")}
    clicks: list = []
    panel = OrdersPanel(model, pick=clicks.append)
    qtbot.addWidget(panel)
    panel.show()

    def change() -> NameField:
        session.submit("Bert", MovePieces((piece,), At("pacific", "Wake")))
        panel.show_orders()
        qtbot.keyClick(panel.findChild(QListWidget), Qt.Key.Key_E)
        assert {made.text() for made in card(panel).findChildren(QPushButton)} == {"Allow there", "Cancel", "Click it…"}
        field = card(panel).findChild(NameField)
        assert field.text() == model.titles.place("pacific", places["Wake"])
        return field

    change()
    clicks.pop()("pacific", places["Midway"])
    qtbot.keyClick(card(panel).findChild(NameField), Qt.Key.Key_Return)
    assert model.game.lying(piece).place == places["Midway"]
    field = change()
    field.setText("9999")
    press(panel, "Allow there")
    assert both.refused == ["The map has no place “9999”."]
    both.refused.clear()
    field.setText("Truk")
    press(panel, "Allow there")
    assert model.game.lying(piece).place == places["Truk"]
    qtbot.keyClick(change(), Qt.Key.Key_Escape)
    clicks.pop()("pacific", places["Midway"])
    assert card(panel).findChild(NameField) is None, "a click after that means nothing"
    assert len(model.game.held) == 1
    assert both.refused == []


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_umpire_sets_other_dice_with_the_keyboard(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    model.submit(TakeSeat(umpire=True))
    session.submit("Bert", TakeSeat(("JP", "AL")))
    model.submit(HoldOrders(("roll",)))
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    panel.show()

    def change() -> dict[str, QSpinBox]:
        session.submit("Bert", RollDice("2d6>=5+1d10+2", "Search"))
        panel.show_orders()
        qtbot.keyClick(panel.findChild(QListWidget), Qt.Key.Key_E)
        assert {made.text() for made in card(panel).findChildren(QPushButton)} == {"Allow these dice", "Cancel"}
        return {field.accessibleName(): field for field in card(panel).findChildren(QSpinBox)}

    def rolled() -> str:
        told = [told for step in session.journal.steps(session.journal.last) for told in step.told]
        return next(str(one.facts["dice"]) for one in told if one.key == "rolled")

    fields = change()
    assert {name: field.value() for name, field in fields.items()} == {
        "Number of d6>=5": 2,
        "Number of d10": 1,
        "Added": 2,
    }
    first = fields["Number of d6>=5"]
    qtbot.keyClick(first, Qt.Key.Key_Up)
    for name, typed in (("Number of d10", "0"), ("Added", "-1")):
        fields[name].selectAll()
        qtbot.keyClicks(fields[name], typed)
    panel.show_orders()
    again = {field.accessibleName(): field for field in card(panel).findChildren(QSpinBox)}
    assert again["Number of d6>=5"].value() == 3, "news does not undo what is set"
    qtbot.keyClick(again["Added"], Qt.Key.Key_Return)
    assert not model.game.held
    assert rolled() == "3d6>=5-1"
    fields = change()
    qtbot.keyClick(fields["Added"], Qt.Key.Key_Escape)
    assert card(panel).findChild(QSpinBox) is None
    assert len(model.game.held) == 1
    qtbot.keyClick(panel.findChild(QListWidget), Qt.Key.Key_E)
    for field in card(panel).findChildren(QSpinBox):
        field.setValue(0)
    press(panel, "Allow these dice")
    assert len(model.game.held) == 1, "no dice are left"
    assert both.refused == []


def test_a_player_sees_that_an_own_order_waits_and_recalls_it(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    session.submit("Una", TakeSeat(umpire=True))
    session.submit("Una", HoldOrders(("roll",)))
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    model.submit(RollDice("2d6"))
    panel.show_orders()
    (row,) = rows(panel)
    assert row[0] == f"{model.seat}: a roll (2d6)"
    assert buttons(panel) == {"Recall  X"}
    qtbot.keyClick(panel.findChild(QListWidget), Qt.Key.Key_X)
    assert not model.game.held
    panel.show_orders()
    assert rows(panel) == []


def test_two_umpires_read_who_has_handled_an_order_and_its_author_reads_the_names_of_its_counters(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    pieces = tuple(id for id in model.game.pieces if model.game.lying(id).place)[:3]
    names = [model.game.kind_of(id).name for id in pieces]
    session.submit("Una", TakeSeat(umpire=True))
    session.submit("Una", GiveSeat("Udo", umpire=True))
    session.submit("Una", HoldOrders(("move",)))
    for chosen in (pieces[:1], pieces[:2], pieces):
        model.submit(MovePieces(chosen, At("pacific", "Wake")))
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    wake, (first, second, third) = model.titles.place("pacific", "Wake"), model.game.held
    assert [row[0].removeprefix(f"{model.seat}: a move of ") for row in rows(panel)] == [
        f"{names[0]} to {wake}",
        f"{names[0]} and {names[1]} to {wake}",
        f"{names[2]} and 2 more to {wake}",
    ]
    author = model.seat
    model.sit_as("Una", ())
    session.submit("Udo", DelayOrder(second, word="by courier"))
    session.submit("Udo", RefuseOrder(third))
    panel.show_orders()
    said = [each.text() for each in panel.findChildren(QLabel) if each.isVisibleTo(panel)]
    assert f"Udo has answered {author}: a move of {names[2]} and 2 more to {wake}" in said
    assert "Delayed by Udo: by courier" in rows(panel)[1]
    model.submit(AllowOrder(first))
    assert not any(each.text().startswith("Udo has") for each in panel.findChildren(QLabel) if each.isVisibleTo(panel))


def test_an_undo_that_others_noticed_is_usually_refused(two, qtbot) -> None:
    model, session = two.model, two.model.table_seat.session
    piece = next(id for id in model.game.pieces if model.game.lying(id).place and model.game.kind_of(id).side == "JP")
    session.submit("Una", TakeSeat(umpire=True))
    session.submit("Una", HoldOrders(("take-back", "roll")))
    was = model.game.lying(piece).place
    model.submit(MovePieces((piece,), At("pacific", "Wake")))
    model.undo()
    assert model.game.lying(piece).place != was
    model.sit_as("Una", ())
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    (row,) = rows(panel)
    assert row[0].startswith("Japan: undo (moves ")
    assert row[-1] == "Noticed by Allies."
    listed = panel.findChild(QListWidget)
    two.answers.append(False)
    qtbot.keyClick(listed, Qt.Key.Key_J)
    assert "Japan asks for this undo. Do the players of Allies agree?" in two.asked[-1].question
    assert model.game.held, "at one screen they are asked here, and do not agree"
    two.answers.append("Seen.")
    qtbot.keyClick(listed, Qt.Key.Key_Return)
    assert not model.game.held
    assert model.game.lying(piece).place != was
    session.submit("Allies", RollDice("2d6"))
    session.submit("Japan", RollDice("1d6"))
    session.submit("Una", HoldOrders(("take-back", "roll", "move")))
    session.submit("Japan", Batch((MovePieces((piece,), At("pacific", "Truk")), SetProperty("paid", "1"))))
    panel.show_orders()
    assert len(rows(panel)) == 3
    qtbot.keyClick(listed, Qt.Key.Key_Slash)
    assert len(rows(panel)) == 1, "the moves alone"
    qtbot.keyClick(listed, Qt.Key.Key_E)
    card(panel).findChild(NameField).setText("Saipan")
    press(panel, "Allow there")
    assert model.game.lying(piece).place == model.components.maps["pacific"].find("Saipan")
    assert "paid" not in model.game.properties, "the costs of the way to Truk"
    assert two.refused == []


def test_the_figures_of_a_report_are_changed_on_its_card(both, qtbot) -> None:
    model, session = both.model, both.model.table_seat.session
    pieces = both.at("Pearl Harbor")[:2]

    class Search:
        """Procedures for a test: the only one reports two counters at once."""

        def turns(self, _procedure: str) -> str:
            return ""

        def is_of_umpire(self, _procedure: str) -> bool:
            return False

        def begin(self, table, *_given) -> None:
            table.do(SendReport("sighting", ("JP",), pieces))

    session.components = replace(
        model.components, contacts=ContactRules((FORCE,), reports=(SIGHTING,)), procedures=Search
    )
    model.submit(TakeSeat(umpire=True))
    session.submit("Bert", TakeSeat(("JP",)))
    model.submit(HoldOrders(("send-report",)))
    for _ in range(2):
        session.submit("Bert", Begin("search"))
    panel = OrdersPanel(model)
    qtbot.addWidget(panel)
    panel.show_orders()
    first, second = rows(panel)
    assert first[0] == second[0] == "Report to Japan: Sighting"
    assert "Send  A" in buttons(panel)
    listed = panel.findChild(QListWidget)
    (field,) = listed.itemWidget(listed.currentItem()).findChildren(QSpinBox)
    assert (field.minimum(), field.maximum()) == (2, 4)
    other = 4 if field.value() != 4 else 3
    field.setValue(other)
    qtbot.keyClick(listed, Qt.Key.Key_A)
    assert [contact.says for contact in model.game.contacts.values()] == [{"count": other}]
    assert len(model.game.held) == 1
    panel.show_orders()
    both.answers.append("")
    qtbot.keyClick(listed, Qt.Key.Key_R)
    assert not model.game.held
    assert both.refused == []
