"""Undo by mail at a table where undos and moves wait for the umpire."""

from tabletop.game.change.patch import Grant
from tabletop.game.change.step import AskTakeBack, PressOpenings
from tabletop.game.commands import AllowOrder, MovePieces, Say, WriteDispatch
from tabletop.game.decisions.order_decisions import TAKE_BACK
from tabletop.game.state.game import TableAccess
from tabletop.game.umpire.dispatch import Addressee
from tabletop.mail.letters import WrittenOrder
from tabletop.session import Confirmed
from tests.game.secrets.leaks.test_leaks import UNIT
from tests.game.secrets.worlds import World
from tests.mail.mail_games import Hosted
from tests.mail.test_dispatches_by_mail import states, with_couriers
from tests.mail.test_mail_host import answers, to, why

UMPIRE = "umpire"


def refereed(world: World) -> None:
    """Lay out ships at sea and dispatches, with an umpire who decides undos."""
    with_couriers(world)
    world.changes.append(Grant(TableAccess("moderated", holds=(TAKE_BACK,))))


def test_a_draft_order_is_undone_at_once() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    anna.does(WriteDispatch(Addressee("umpire"), {"text": "Where?"}))
    assert isinstance(anna.table.undo(), Confirmed)
    assert states(anna) == []
    assert isinstance(anna.table.redo(), Confirmed)
    assert states(anna) == ["written"]
    assert isinstance(anna.table.undo(), Confirmed)
    assert not anna.view.held, "the umpire is not asked"
    assert anna.seat is not None
    assert anna.seat.draft == 0, "an undo in the draft is no order"
    turn = anna.sends(Say("ready"))
    assert game.carries_out(turn).sentence == "Turn 1 of anna: 1 of 1 order carried out."


def test_the_undo_of_a_sent_order_waits_for_the_umpire_at_the_hosts_table() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    game.carries_out(anna.sends(MovePieces((anna.number(UNIT.key),), to(250))))
    anna.opens(game.report("anna"))
    assert isinstance(anna.table.undo(), Confirmed)
    assert anna.x(UNIT.key) == 250, "the umpire decides"
    (order,) = anna.seat.written(())
    assert (order.command, len(order.takes_back)) == (None, 1)
    assert answers(game.carries_out(anna.seat.send())) == {}
    assert [held.kind for held in game.session.game.held.values()] == [TAKE_BACK]
    game.session.submit(UMPIRE, AllowOrder(next(iter(game.session.game.held))))
    anna.opens(game.report("anna"))
    assert anna.x(UNIT.key) == 50


def test_the_request_for_an_undo_can_be_withdrawn_before_it_is_sent() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    game.carries_out(anna.sends(MovePieces((anna.number(UNIT.key),), to(250))))
    anna.opens(game.report("anna"))
    moved = anna.table.bookmark.number
    anna.table.undo()
    anna.table.undo()
    assert not anna.view.held
    assert anna.seat.written(()) == ()
    anna.does(Say("Hm"))
    mixed = anna.table.take_back((moved, anna.table.bookmark.number))
    assert mixed.because == "Undo actions of this turn and those of earlier turns separately."


def test_a_request_for_the_undo_of_a_draft_order_is_not_sent() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    anna.does(Say("Hm"))
    anna.session.note("anna", AskTakeBack((anna.journal.last,)))
    assert why(anna.seat.send) == "Order 2 cannot be sent by mail: undo it, then send your turn."
    assert anna.seat.turn == 0


def test_an_order_that_cannot_travel_is_not_sent() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    anna.session.note("anna", PressOpenings())
    assert why(anna.seat.send) == "Order 1 cannot be sent by mail: undo it, then send your turn."
    assert anna.seat.turn == 0


def test_an_order_that_the_host_cannot_read_is_refused_and_the_seat_plays_on() -> None:
    game = Hosted(refereed)
    anna = game["anna"]
    orders = WrittenOrder(Say("One")), WrittenOrder(AskTakeBack((1,))), WrittenOrder(Say("Two"))  # type: ignore[arg-type]
    turn = game.turn_of("anna", *orders)
    anna.seat.note_sent(1, turn)
    unread = {2: "This order cannot be read: it may come from another version of Wartable."}
    assert answers(game.carries_out(turn)) == unread
    anna.opens(game.report("anna"))
    assert game.carries_out(anna.sends(Say("Three"))).answers == ()
