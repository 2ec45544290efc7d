"""An undo that needs the consent of a seat which did not notice the steps: it is done in the end, without a trace in
the files of that seat, and as late as if the seat had been asked.
"""

import pytest

from tabletop.game.commands import Batch, GiveSeat, MovePieces, Say, Show
from tabletop.mail.letters import WrittenOrder
from tabletop.mail.mail_seat import ConsentReply
from tabletop.mail.turn_file import read_turn_file
from tests.game.secrets.worlds import World
from tests.mail.mail_games import Hosted, Player
from tests.mail.test_mail_host import answers, at_sea, to


def lays(world: World) -> None:
    """Lay out a third side, to which the submarine can be shown."""
    world.sides = ("a", "b", "c")
    at_sea(world)


def asks_to_undo(bert: Player) -> bytes:
    """Return a turn of Bert that asks to undo the last step that he read of."""
    assert bert.seat is not None
    request = WrittenOrder(takes_back=(bert.seat.bookmark.number,))
    bert.seat.written = lambda replies=(): (request,)  # type: ignore[method-assign]
    turn = bert.seat.send()
    del bert.seat.written
    return turn


def has_moved(game: Hosted) -> bool:
    return game.session.game.lying(game.world["sub"]).x != 450


def dives(game: Hosted, *, sees: bool = False) -> None:
    """Let Bert move his submarine and show it to the third side, and ask to undo that. With `sees`, Anna sees it."""
    bert, sub = game["bert"], game.world["sub"]
    sides = ("a", "c") if sees else ("c",)
    game.session.submit("bert", Batch((MovePieces((sub,), to(550)), Show((sub,), "face", sides))))
    bert.opens(game.report("bert"))
    assert answers(game.carries_out(asks_to_undo(bert))) == {1: "anna cole"}
    (asked,) = [one for one in game.host.asked_here() if one[0] == "cole"]
    game.host._book.answer("cole", asked[1].steps, 0, refuses=False, at_table=True)


def reports(game: Hosted, name: str) -> list[bytes]:
    """Return the contents of all reports that a player gets now, after reading them; without what differs in any two
    games: the names of their keys, and the digests of turns.
    """
    found, player = list[bytes](), game[name]
    assert player.seat is not None
    while (report := game.host.report(name)) is not None:
        content = player.keys.key.unseal(read_turn_file(report).cover.content)
        for turn in player.seat._state.turns:
            content = content.replace(bytes.fromhex(turn.digest), b"")
        found.append(content)
        player.opens(report)
    return found


def test_the_undo_of_steps_that_a_player_by_mail_did_not_notice_leaves_no_trace_in_reports() -> None:
    files = []
    for hides_something in (False, True):
        game = Hosted(lays, names=("anna", "bert"))
        game.session._now_ms = lambda: 1_000
        game.session.submit("umpire", GiveSeat("cole", ("c",)))
        anna, found = game["anna"], [reports(game, "anna")]
        if hides_something:
            dives(game)
        for word in ("one", "two", "three"):
            found.append(reports(game, "anna"))
            reports(game, "bert")
            game.again()
            if hides_something:
                assert has_moved(game) is (word == "one")
            turn = anna.sends(Say(word))
            found.append([len(turn)])
            game.carries_out(turn)
            found.append(reports(game, "anna"))
        assert not has_moved(game)
        files.append(found)
    assert files[0] == files[1]


@pytest.mark.parametrize("sees", [False, True])
def test_the_undo_waits_for_who_did_not_notice_the_steps_as_for_who_did(sees: bool) -> None:
    game = Hosted(lays, names=("anna", "bert"))
    game.session.submit("umpire", GiveSeat("cole", ("c",)))
    anna, bert = game["anna"], game["bert"]
    anna.opens(game.report("anna"))
    on_its_way = anna.sends(Say("before any report"))
    dives(game, sees=sees)
    game.carries_out(on_its_way)
    (waits,) = bert.opens(game.report("bert")).report.answers
    assert waits.of == ("anna", "cole")
    wanted = anna.opens(game.report("anna")).report.wanted
    assert bool(wanted) is sees, "only who noticed the steps is asked"
    game.again()
    assert has_moved(game)
    assert anna.seat is not None
    anna.does(Say("with the next turn"))
    game.carries_out(anna.seat.send(tuple(ConsentReply(True, one.steps) for one in wanted)))
    news = bert.opens(game.report("bert")).report
    assert not has_moved(game)
    assert news.answers == ()


def test_who_sits_at_the_hosts_table_agrees_by_acting_if_they_did_not_notice_the_steps() -> None:
    game = Hosted(lays, names=("bert",))
    game.session.submit("umpire", GiveSeat("cole", ("c",)))
    game.session.submit("anna", Say("before"))
    dives(game)
    bert = game["bert"]
    bert.opens(game.report("bert"))
    assert list(game.host.asked_here()) == []
    game.again()
    assert game.host.report("bert") is None
    game.session.submit("anna", Say("after"))
    bert.opens(game.report("bert"))
    assert not has_moved(game)
