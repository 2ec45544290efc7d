"""Requests for consent between players at two screens: each reads them in words of its own, and answers there."""

from typing import NamedTuple

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tabletop.assembly import AtHand
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.window.seats.consent_bar import ConsentBar
from tabletop.game.commands import AllowOrder, At, GiveSeat, HoldOrders, MovePieces, RefuseOrder, TakeSeat
from tabletop.local_seat import LocalSeat
from tabletop.module.library import Module
from tabletop.session import Session
from tests.desktop.conftest import Seated


class OwnScreen(LocalSeat):
    """A seat at whose screen nobody else sits."""

    @property
    def sits_here(self) -> frozenset[str]:
        return frozenset({self.name})


class Screen(NamedTuple):
    """A player's screen: the model, its bar, and the remarks to the player."""

    model: TableModel
    window: QWidget
    bar: ConsentBar
    remarks: list[str]

    def press(self, words: str) -> None:
        """Press the button with these words."""
        next(each for each in self.bar.findChildren(QPushButton) if each.text() == words).click()


def screen(session: Session, module: Module, seat: str) -> Screen:
    model = TableModel(lambda hear: OwnScreen(session, seat, hear), module, lambda _: None, lambda: 0, AtHand())
    window = QWidget()
    found = Screen(model, window, ConsentBar(model, window), [])
    model.remarked.connect(found.remarks.append)
    return found


@pytest.fixture
def asked(two: Seated, fire_in_the_sky: Module) -> tuple[Seated, Screen, Screen]:
    """Return the table, the screen of Japan, which has moved its counters to Truk, and that of the Allies, who ask to
    undo this.
    """
    session = two.model.table_seat.session  # type: ignore[attr-defined]
    japan, allies = (screen(session, fire_in_the_sky, seat) for seat in ("Japan", "Allies"))
    truk = japan.model.components.maps["pacific"].find("Truk")
    assert japan.bar.isHidden()
    assert japan.model.submit(MovePieces(two.at("Paramushiro"), At("pacific", truk))).has_happened
    assert not allies.model.undo().has_happened
    return two, japan, allies


def test_each_screen_shows_who_is_asked_and_for_what(asked) -> None:
    _, japan, allies = asked
    moved = "Japan moves CV Shokaku, Zuikaku and 5 more from Paramushiro to Truk"
    assert japan.bar.words == f"Allies asks to undo: {moved}\nDo you agree?"
    assert allies.bar.words == f"Waiting for Japan to agree: {moved}\nThat was somebody else's action."
    assert not japan.bar.isHidden()


def test_it_is_done_when_who_is_asked_agrees(asked) -> None:
    two, japan, allies = asked
    japan.press("Agree")
    assert two.at("Paramushiro")
    assert japan.bar.isHidden()
    assert allies.bar.isHidden()


def test_the_asker_hears_who_refuses(asked) -> None:
    two, japan, allies = asked
    japan.press("Refuse")
    assert allies.remarks == ["Japan does not agree."]
    assert two.at("Truk")
    assert allies.bar.isHidden()


def test_the_asker_withdraws_it(asked) -> None:
    _, japan, allies = asked
    allies.press("Withdraw")
    assert japan.bar.isHidden()
    assert allies.remarks == []


def test_who_comes_back_finds_it_waiting(asked, fire_in_the_sky: Module) -> None:
    two, japan, _ = asked
    japan.model.table_seat.leave()
    back = screen(two.model.table_seat.session, fire_in_the_sky, "Japan")
    assert back.bar.words == japan.bar.words
    back.press("Agree")
    assert two.at("Paramushiro")


def test_the_umpire_asks_all_who_noticed_an_action_and_its_undo_is_done_when_all_agree(two, fire_in_the_sky) -> None:
    session = two.model.table_seat.session
    for command in (TakeSeat(umpire=True), GiveSeat("Cole", ("AL",)), HoldOrders(("take-back",))):
        session.submit("Una", command)
    una, japan, allies, cole = (screen(session, fire_in_the_sky, seat) for seat in ("Una", "Japan", "Allies", "Cole"))
    truk = japan.model.components.maps["pacific"].find("Truk")
    for refuses in (True, False):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert japan.model.submit(MovePieces(two.at("Paramushiro"), At("pacific", truk))).has_happened
        japan.model.undo()
        (order,) = session.game.held
        una.model.ask_others(order)
        assert japan.bar.isHidden()
        assert "Japan asks for this undo." in allies.bar.words
        cole.press("Agree")
        assert una.bar.words.startswith("Waiting for Allies to agree: ")
        assert una.bar.words.endswith("Agreed already: Cole.")
        assert session.game.held
        allies.press("Refuse" if refuses else "Agree")
        assert una.bar.isHidden()
        if refuses:
            assert una.remarks == ["Allies does not agree."]
            session.submit("Una", AllowOrder(order))
        assert two.at("Paramushiro")
    assert japan.model.lines()[-1].text == "allows an order of Japan"


def test_a_request_about_an_order_ends_with_the_order(two, fire_in_the_sky) -> None:
    session = two.model.table_seat.session
    for command in (TakeSeat(umpire=True), HoldOrders(("take-back",))):
        session.submit("Una", command)
    una, japan, allies = (screen(session, fire_in_the_sky, seat) for seat in ("Una", "Japan", "Allies"))
    truk = japan.model.components.maps["pacific"].find("Truk")
    japan.model.submit(MovePieces(two.at("Paramushiro"), At("pacific", truk)))
    japan.model.undo()
    (order,) = session.game.held
    una.model.ask_others(order)
    assert not allies.bar.isHidden()
    session.submit("Una", RefuseOrder(order))
    assert allies.bar.isHidden()
    una.model.ask_others(order)
    assert una.model.requests == ()
