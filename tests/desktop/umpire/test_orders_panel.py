"""The panel of orders: the waiting orders, the expected result of each, and a key for each answer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QPushButton

from tabletop.desktop.umpire.orders_panel import OrdersPanel
from tabletop.game.commands import At, HoldOrders, MovePieces, RollDice, TakeSeat


def rows(panel: OrdersPanel) -> list[list[str]]:
    listed = panel.findChild(QListWidget)
    return [listed.item(row).text().splitlines() for row in range(listed.count())]


def buttons(panel: OrdersPanel) -> set[str]:
    return {each.text() for each in panel.findChildren(QPushButton) if each.isVisibleTo(panel)}


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
    assert move[2].startswith(f"If allowed: moves {name} from ")
    assert len(roll) == 2, "only the selected order says what it would bring"
    listed = panel.findChild(QListWidget)
    listed.setCurrentRow(1)
    assert rows(panel)[1][2] == "The result depends on dice."
    listed.setCurrentRow(0)
    qtbot.keyClick(listed, Qt.Key.Key_A)
    assert model.game.lying(piece).place == model.components.maps["pacific"].find("Wake")
    panel.show_orders()
    both.answers.append("not now")
    qtbot.keyClick(listed, Qt.Key.Key_R)
    assert not model.game.held
    session.submit("Bert", RollDice("1d6"))
    session.submit("Bert", RollDice("1d6"))
    panel.show_orders()
    qtbot.keyClick(listed, Qt.Key.Key_P)
    assert not model.game.held
    assert model.game.access.holds == ("move",)
    assert both.refused == []
    assert "Recall" not in buttons(panel)


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
    assert buttons(panel) == {"Recall"}
    qtbot.keyClick(panel.findChild(QListWidget), Qt.Key.Key_X)
    assert not model.game.held
    panel.show_orders()
    assert rows(panel) == []
