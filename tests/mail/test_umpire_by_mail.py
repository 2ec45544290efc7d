"""An umpire who plays by mail: everything is seen at home, and orders and undos are decided in turns."""

from tabletop.game.change.outcome import Refused
from tabletop.game.change.step import TakeBack
from tabletop.game.commands import AllowOrder, At, MovePieces, PlaceNew, RemovePieces, Say
from tabletop.game.decisions.order_decisions import TAKE_BACK
from tabletop.log_sentences import sentence as sentence_of
from tabletop.mail.mail_notes import note_in
from tabletop.session import Confirmed
from tests.mail.double_blind import MAP, PHASE, UMPIRE, DoubleBlind
from tests.mail.test_mail_host import why


def marched() -> DoubleBlind:
    """Return a game in which Anna has ordered a march, and the umpire at home reads it."""
    game = DoubleBlind(umpire_at_home=True)
    game.rules(PHASE)
    anna, uma = game["Anna"], game[UMPIRE]
    anna.opens(game.report("Anna"))
    game.carries_out(anna.sends(MovePieces((anna.piece("Hale Column", "0104"),), At(MAP, "0203"))))
    uma.opens(game.report(UMPIRE))
    return game


def waiting(game: DoubleBlind) -> int:
    (order,) = game[UMPIRE].view.held
    return order


def allow(game: DoubleBlind) -> None:
    """Let the umpire allow the waiting order by mail, and both players open their reports."""
    game.carries_out(game[UMPIRE].sends(AllowOrder(waiting(game))))
    for player in (game["Anna"], game[UMPIRE]):
        player.opens(game.report(player.name))


def ask_for_undo(game: DoubleBlind) -> None:
    """Let Anna ask by mail to undo the march, and the umpire open the report."""
    assert isinstance(game["Anna"].undoes(), Confirmed)
    game.carries_out(game["Anna"].seat.send())
    game[UMPIRE].opens(game.report(UMPIRE))


def test_an_umpire_at_home_sees_everything_and_notes_of_the_mail_are_no_news() -> None:
    game = marched()
    uma, true = game[UMPIRE], game.session.game
    assert {id: (uma.view.kind_of(id), uma.view.holder_of(id).place) for id in uma.view.pieces} == {
        id: (true.kind_of(id), true.holder_of(id).place) for id in true.pieces
    }
    assert uma.view.veiled == true.veiled
    assert game.host.report(UMPIRE) is None, "the report itself is not reported"
    game.again()
    assert game.host.report(UMPIRE) is None
    assert [each.number for each in game.session.stream_by_mail(UMPIRE).entries(0)] == list(
        range(1, uma.seat.bookmark.number + 1)
    )


def test_an_order_that_is_allowed_in_a_draft_is_carried_out_with_the_turn() -> None:
    game = marched()
    anna, uma = game["Anna"], game[UMPIRE]
    uma.does(AllowOrder(waiting(game)))
    assert uma.piece("Hale Column", "0203"), "the draft shows it at once"
    assert game.carries_out(uma.seat.send()).answers == ()
    for player in (anna, uma):
        player.opens(game.report(player.name))
        assert player.piece("Hale Column", "0203")
    assert not uma.view.held


def test_an_undo_that_is_allowed_in_a_draft_is_done_with_the_turn() -> None:
    game = marched()
    anna, uma = game["Anna"], game[UMPIRE]
    allow(game)
    ask_for_undo(game)
    order = uma.view.held[waiting(game)]
    assert (order.seat, order.kind) == ("Anna", TAKE_BACK)
    (undone,), knowing = uma.table.asked_back(waiting(game))
    (step,) = uma.journal.steps(undone, undone)
    assert sentence_of(step.told[0], uma.view, uma.view) == "moves Hale Column to 0203"
    assert knowing == (0, 1), "both sides see the column"
    uma.does(AllowOrder(waiting(game)))
    assert uma.piece("Hale Column", "0203"), "only the host can undo what the mail has told"
    drafted = list(uma.journal.steps(uma.journal.last))
    assert not isinstance(drafted[0].command, TakeBack)
    assert isinstance(uma.table.undo(), Confirmed)
    assert isinstance(uma.table.redo(), Confirmed)
    assert game.carries_out(uma.seat.send()).answers == ()
    for player in (anna, uma):
        player.opens(game.report(player.name))
        assert player.piece("Hale Column", "0104")
    assert [order.kind for order in game.session.game.held.values()] == ["move"], "it waits again"


def test_the_umpire_at_home_neither_rolls_back_what_was_told_nor_asks_players() -> None:
    game = marched()
    uma = game[UMPIRE]
    allow(game)
    ask_for_undo(game)
    for answer in (uma.table.ask_others(waiting(game)), uma.table.roll_back(1)):
        assert isinstance(answer, Refused)
        assert answer.because == "This cannot be ordered by mail."
    here = uma.table.bookmark.number
    uma.does(MovePieces((uma.piece("Thorn Column", "1104"),), At(MAP, "1003")))
    assert isinstance(uma.table.roll_back(here), Confirmed), "a draft can be rolled back"
    assert uma.piece("Thorn Column", "1104")


def test_what_a_draft_of_the_umpire_makes_has_no_name_at_the_host() -> None:
    game = marched()
    uma = game[UMPIRE]
    game.rules(RemovePieces((uma.piece("Thorn Column", "1104"),)))
    uma.opens(game.report(UMPIRE))
    before = set(uma.view.pieces)
    uma.does(PlaceNew("thorn_column", At(MAP, "0505")))
    (made,) = set(uma.view.pieces) - before
    uma.does(MovePieces((made,), At(MAP, "0506")))
    assert why(uma.seat.send).startswith("Order 2 uses something that an earlier order of this turn makes.")
    uma.table.undo()
    game.rules(Say("meanwhile"))
    assert game.carries_out(uma.seat.send()).answers == ()
    uma.opens(game.report(UMPIRE))
    assert uma.piece("Thorn Column", "0505")
    assert all(note_in(step.command) is not None for step in uma.journal.steps(uma.journal.last))
