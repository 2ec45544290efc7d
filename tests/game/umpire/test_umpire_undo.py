"""Undo with an umpire: requests that wait, and a game that is rolled back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import (
    ActFor,
    AllowOrder,
    AnyCommand,
    Batch,
    GiveSeat,
    HoldOrders,
    RecallOrder,
    RefuseOrder,
    RollDice,
    Say,
    TakeSeat,
)
from tabletop.log_sentences import sentence
from tabletop.session import Confirmed
from tests.game.secrets.worlds import Played
from tests.game.umpire.test_orders import alike, lines, move, place_of, played, waiting

if TYPE_CHECKING:
    from collections.abc import Callable


def holding(*kinds: str) -> Played:
    play = played()
    play.by("umpire", HoldOrders(kinds))
    return play


def heard_by(play: Played, seat: str) -> list[str]:
    """Return a list that receives the log lines of another seat from now on."""
    said: list[str] = []
    play.session.join(seat, lambda news: said.extend(sentence(one, news.before, news.after) for one in news.told))
    return said


def why(answer: object) -> str:
    assert isinstance(answer, Refused)
    return answer.because


# a player's undo waits


def test_an_undo_waits_and_is_done_when_the_umpire_allows_it():
    play = holding("take-back")
    umpire, bert = heard_by(play, "umpire"), heard_by(play, "bert")
    play.does(move(play))
    assert isinstance(play.undoes(), Confirmed)
    assert place_of(play) == "C1"
    (id,) = waiting(play)
    assert play.session.join("umpire").asked_back(id) == ((2,), (0, 1))
    play.by("umpire", AllowOrder(id))
    assert (place_of(play), waiting(play)) == ("A1", [])
    assert lines(play)[1:] == [
        "moves Unit from A1 to C1",
        "asks the umpire to undo 1 action",
        "undoes: Unit from A1 to C1",
        "allows an order of anna",
    ]
    assert umpire == lines(play)[1:]
    assert bert == ["moves Unit from A1 to C1", "undoes: Unit from A1 to C1"]


def test_a_request_for_an_undo_is_refused_recalled_or_given_only_once():
    play = holding("take-back")
    play.does(move(play))
    play.undoes()
    seq = play.session.game.held[waiting(play)[0]].steps[0]
    again = play.session.undoing.take_back("anna", (seq,), frozenset())
    assert why(again) == "This undo already waits for the umpire."
    play.by("umpire", RefuseOrder(waiting(play)[0], "Bert has seen it."))
    assert lines(play)[-1] == "refuses an order of anna (an undo): Bert has seen it."
    play.undoes()
    play.by("anna", RecallOrder(waiting(play)[0]))
    assert (place_of(play), waiting(play)) == ("C1", [])


def test_it_is_decided_on_the_position_as_it_then_is():
    play = holding("take-back")
    play.does(move(play))
    play.undoes()
    play.by("umpire", move(play, "E5"))
    (id,) = waiting(play)
    assert "umpire" in why(play.session.submit("umpire", AllowOrder(id)))
    assert (place_of(play), waiting(play)) == ("E5", [id])


def test_only_an_umpire_allows_it_and_only_as_it_was_asked_for():
    play = holding("take-back")
    play.does(move(play))
    play.undoes()
    (id,) = waiting(play)
    assert why(play.session.submit("anna", AllowOrder(id))) == "Only an umpire decides on orders."
    assert why(play.session.submit("umpire", AllowOrder(id, move(play)))).startswith("An undo can only be allowed")
    assert why(play.session.submit("umpire", Batch((AllowOrder(id),)))).startswith("Commands given together")


def test_the_umpire_undoes_at_once_and_so_do_players_without_an_umpire():
    play = holding("take-back")
    play.by("umpire", move(play, "B1"))
    play.session.join("umpire").undo()
    assert place_of(play) == "A1"
    play.does(move(play))
    play.by("umpire", TakeSeat())
    play.undoes()
    assert place_of(play) == "A1"


def test_tables_that_differ_in_what_is_unseen_let_an_undo_wait_alike():
    def decides(play: Played) -> None:
        play.by("umpire", AllowOrder(min(play.session.game.held)))

    alike(
        lambda play: play.by("umpire", HoldOrders(("take-back",))),
        lambda play: play.does(move(play, "C3")),
        lambda play: play.undoes(),
        decides,
        lambda play: play.undoes(of_table=True),
        lambda play: play.redoes(),
    )


# the umpire rolls back


def test_the_game_is_rolled_back_and_each_side_learns_how_much_it_lost():
    play = holding()
    play.does(move(play, "B1"))
    step = play.session.journal.last
    bert = heard_by(play, "bert")
    play.does(move(play, "C1"))
    play.by("bert", move(play, "D4", "fleet"))
    play.by("umpire", GiveSeat("carl", ("a",)))
    play.does(Say("hello"))
    play.does(move(play, "E1"))
    play.session.join("umpire").undo(of_table=True)
    umpire = heard_by(play, "umpire")
    assert isinstance(play.session.join("umpire").roll_back(step), Confirmed)
    assert (place_of(play), place_of(play, "fleet")) == ("B1", "C1")
    assert "carl" in play.session.game.seats
    assert umpire == ["rolls the game back by 2 actions"]
    assert lines(play)[-1] == "rolls the game back by 1 action"
    assert bert[-1] == "rolls the game back by 2 actions"
    play.session.join("umpire").redo()
    assert (place_of(play), place_of(play, "fleet")) == ("C1", "D4")


def test_it_is_rolled_back_past_what_was_drawn_or_shown_and_past_undo():
    play = holding()
    play.does(move(play, "B1"))
    undone = play.session.journal.last
    play.undoes()
    step = play.session.journal.last
    play.redoes()
    play.does(RollDice("2d6"))
    play.does(move(play, "D1"))
    play.session.undoing.umpires.roll_back("umpire", step)
    assert place_of(play) == "A1"
    play.session.undoing.umpires.roll_back("umpire", undone)
    assert place_of(play) == "B1"


def test_only_an_umpire_rolls_back_and_only_what_there_is():
    play = holding()
    play.does(move(play))
    assert why(play.session.undoing.umpires.roll_back("anna", 1)) == "Only an umpire decides on orders."
    assert why(play.session.undoing.umpires.roll_back("umpire", 2)) == "There is nothing to undo."


def test_a_side_that_lost_nothing_hears_nothing_of_it():
    def unseen(play: Played) -> None:
        if play.world.is_other:
            play.by("bert", move(play, "D4", "fleet"))
            play.session.undoing.umpires.roll_back("umpire", play.session.journal.last - 1)

    alike(lambda play: play.does(move(play)), unseen, lambda play: play.does(move(play, "C3")), unseen)


def test_a_side_learns_nothing_of_what_one_of_its_players_noticed_with_another_side():
    play = holding()
    play.by("umpire", GiveSeat("carl", ("a", "b")))
    anna, carl = heard_by(play, "anna"), heard_by(play, "carl")
    play.by("bert", move(play, "D4", "fleet"))
    play.session.undoing.umpires.roll_back("umpire", play.session.journal.last - 1)
    assert (anna, carl[-1]) == ([], "rolls the game back by 1 action")


# the umpire acts for somebody


def test_the_umpire_acts_for_a_player_with_that_players_rights():
    play = holding("move")
    umpire = heard_by(play, "umpire")
    play.by("umpire", ActFor("anna", move(play)))
    assert place_of(play) == "C1"
    assert umpire == lines(play)[1:] == ["moves Unit from A1 to C1", "acts for anna"]
    fleet = play.session.submit("umpire", ActFor("anna", move(play, "C1", "fleet")))
    assert isinstance(fleet, Refused)


def test_nobody_else_acts_for_others_and_nobody_speaks_for_them():
    play = holding()
    refusals: list[tuple[str, Callable[[], AnyCommand], str]] = [
        ("anna", lambda: ActFor("bert", move(play)), "Only an umpire decides on orders."),
        ("umpire", lambda: ActFor("dora", move(play)), "Nobody at this table is called 'dora'."),
        ("umpire", lambda: ActFor("watcher", move(play)), "Observers cannot change the table."),
        ("umpire", lambda: ActFor("anna", Say("hello")), "This can only be done by a player in person."),
        ("umpire", lambda: ActFor("anna", Batch((Say("hello"),))), "This can only be done by a player in person."),
        ("umpire", lambda: ActFor("anna", Batch((TakeSeat(),))), "This can only be done by a player in person."),
        ("umpire", lambda: Batch((ActFor("anna", move(play)),)), "Commands given together cannot hold"),
    ]
    for by, command, said in refusals:
        assert why(play.session.submit(by, command())).startswith(said)
