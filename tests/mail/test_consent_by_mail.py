"""Requests for consent by mail: refused, repeated, and carried out too late."""

from pathlib import Path

import pytest

from tabletop.game.change.outcome import Asks, NeedsAgreement, Prompt, Refused, refused
from tabletop.game.change.step import Step
from tabletop.game.commands import HoldOrders, MovePieces, Say, Show
from tabletop.game.state.game import Game
from tabletop.local_seat import LocalSeat
from tabletop.log_sentences import sentence as sentence_of
from tabletop.mail.host_folder import HostFolder
from tabletop.mail.letters import WrittenOrder
from tabletop.mail.mail_notes import ConsentAsked
from tabletop.mail.mail_seat import ConsentReply
from tabletop.session import Confirmed
from tests.mail.mail_games import Hosted, Player
from tests.mail.test_mail_host import UNIT, all_must_agree, answers, at_sea, to
from tests.mail.test_shared_game import both as both_players

both = both_players


def said(player: Player) -> list[str]:
    """Return the sentences of the player's record."""
    return [
        sentence_of(one, player.view, player.view)
        for step in player.journal.steps(player.journal.first + 1)
        for one in step.told
    ]


def test_a_request_is_refused_by_mail_and_only_the_asker_reads_it() -> None:
    game = Hosted(at_sea, names=("anna", "bert"), policy=all_must_agree)
    anna, bert = game["anna"], game["bert"]
    game.carries_out(anna.sends(Say("Skip the phase")))
    anna.opens(game.report("anna"))
    bert.opens(game.report("bert"))
    assert bert.seat is not None
    assert answers(game.carries_out(bert.seat.send((ConsentReply(False, request=1),)))) == {}
    game.again()
    read = anna.opens(game.report("anna"))
    assert read.sentences == ["The report brings 1 piece of news.", "bert does not agree: Skip the phase?"]
    assert "bert does not agree: Skip the phase?" in said(anna)
    read = bert.opens(game.report("bert"))
    assert (read.news, read.report.wanted) == (0, ())
    assert not any("agree" in line for line in said(bert))
    game.carries_out(bert.seat.send((ConsentReply(True, request=1),)))
    assert answers(game.carries_out(anna.sends(Say("Skip the phase")))) == {1: "bert"}, "one may ask again"
    read = bert.opens(game.report("bert"))
    assert [one.request for one in read.report.wanted] == [2]
    game.carries_out(bert.seat.send((ConsentReply(True, request=2),)))
    anna.opens(game.report("anna"))
    assert "says: Skip the phase" in said(anna)


def test_an_undo_is_refused_by_mail() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    sub = next(id for id in bert.view.pieces if bert.view.holder_of(id).x == 450)
    game.carries_out(bert.sends(Show((sub,), "face", ("a",))))
    for player in (anna, bert):
        player.opens(game.report(player.name))
    pieces = len(anna.view.pieces)
    assert bert.seat is not None
    assert anna.seat is not None
    last = bert.seat.bookmark.number
    for turn in (1, 2):
        request = WrittenOrder(takes_back=(last,))
        bert.seat.written = lambda replies=(), request=request: (request,)  # type: ignore[method-assign]
        assert answers(game.carries_out(bert.seat.send())) == {1: "anna"}, turn
        del bert.seat.written
        read = anna.opens(game.report("anna"))
        (wanted,) = read.report.wanted
        assert answers(game.carries_out(anna.seat.send((ConsentReply(False, wanted.steps),)))) == {}
        game.again()
        read = bert.opens(game.report("bert"))
        assert read.sentences[1:] == ["anna does not agree to the undo"]
        anna.opens(game.report("anna"))
        assert len(anna.view.pieces) == pieces
    no = game.carries_out(anna.seat.send((ConsentReply(True, wanted.steps),)))
    assert answers(no) == {1: "That request is no longer open."}


@pytest.mark.parametrize("why", ["a policy", "a question"])
def test_a_request_that_can_no_longer_be_carried_out_is_told_without_a_reason(why: str) -> None:
    def policy(before: Game, after: Game, step: Step, seat: str) -> NeedsAgreement | Refused | Asks | None:
        needs = all_must_agree(before, after, step, seat)
        if needs is not None or not isinstance(step.command, Say):
            return needs
        if why == "a policy":
            return refused("not-possible", "in-other-words", words="A secret.")
        return Asks(Prompt("sure", "A secret?"))

    game = Hosted(at_sea, names=("anna", "bert"), policy=policy)
    anna, bert = game["anna"], game["bert"]
    game.carries_out(anna.sends(Say("Skip the phase")))
    for player in (anna, bert):
        player.opens(game.report(player.name))
    assert bert.seat is not None
    assert answers(game.carries_out(bert.seat.send((ConsentReply(True, request=1),)))) == {}
    game.again()
    read = anna.opens(game.report("anna"))
    assert read.sentences[1:] == ["All have agreed, but this can no longer be carried out: Skip the phase?"]
    assert bert.opens(game.report("bert")).news == 0
    assert not any("secret" in line for player in (anna, bert) for line in said(player))


def test_without_a_host_the_other_player_may_refuse(both) -> None:
    anna, bert = both
    for each in both:
        each.session._policy = all_must_agree
    bert.opens(anna.sends(Say("Skip the phase"), MovePieces((anna.number(UNIT.key),), to(250))))
    read = anna.opens(bert.seat.send((ConsentReply(False, request=1),)))
    assert read.sentences[-1] == "bert does not agree: Skip the phase?"
    bert.opens(anna.sends(Say("well")))
    assert bert.seat.wanted[0].request == 2, "only the new one is asked"


def test_who_did_not_notice_the_steps_gets_no_report_when_an_undo_is_asked() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    bert = game["bert"]
    sub = next(id for id in bert.view.pieces if bert.view.holder_of(id).x == 450)
    game.carries_out(bert.sends(MovePieces((sub,), to(550))))
    moved = game.session.journal.last
    for player in game.players.values():
        if (report := game.host.report(player.name)) is not None:
            player.opens(report)
    game.host._note(ConsentAsked("bert", (moved,), of=("anna",)))
    game.again()
    assert game.host.report("anna") is None


def test_a_player_at_the_hosts_table_is_asked_there(tmp_path: Path) -> None:
    game = Hosted(at_sea, policy=all_must_agree)
    anna, here = game["anna"], LocalSeat(game.session, "bert", lambda _: None)
    heard: list[object] = []
    assert here.requests == ()
    game.carries_out(anna.sends(Say("Skip the phase")))
    folder = HostFolder(tmp_path, game.host, "Sea")
    request = "anna asks you to agree to request 1: Skip the phase?"
    asks = f"bert sits at this table, and answers in the window of the game: {request}"
    assert [list(folder.work())[-1], list(folder.work())] == [asks, []]
    (asked,) = here.requests
    assert (asked.by, asked.of, asked.steps, asked.words) == ("anna", ("bert",), (), "Skip the phase?")
    here.agree("watcher", asked.number, heard.append)
    assert isinstance(heard[-1], Refused), "it is bert who is asked"
    here.refuse(asked.number)
    assert here.requests == ()
    anna.opens(game.report("anna"))
    assert "bert does not agree: Skip the phase?" in said(anna)
    game.again()
    game.carries_out(anna.sends(Say("Skip the phase")))
    again = LocalSeat(game.session, "bert", lambda _: None)
    (request,) = again.requests
    again.agree("bert", request.number, heard.append)
    assert isinstance(heard[-1], Confirmed)
    assert again.requests == ()
    game.again()
    anna.opens(game.report("anna"))
    assert "says: Skip the phase" in said(anna)
    assert LocalSeat(game.session, "anna", lambda _: None).requests == (), "who plays by mail is asked by mail"


def test_the_undo_of_steps_that_a_player_at_the_table_noticed_is_asked_there() -> None:
    game = Hosted(at_sea, names=("bert",))
    bert, here = game["bert"], LocalSeat(game.session, "anna", lambda _: None)
    sub = next(id for id in bert.view.pieces if bert.view.holder_of(id).x == 450)
    game.carries_out(bert.sends(Show((sub,), "face", ("a",))))
    bert.opens(game.report("bert"))
    assert bert.seat is not None
    pieces, request = len(here.view.pieces), WrittenOrder(takes_back=(bert.seat.bookmark.number,))
    bert.seat.written = lambda replies=(): (request,)  # type: ignore[method-assign]
    assert answers(game.carries_out(bert.seat.send())) == {1: "anna"}
    (asked,) = here.requests
    assert asked.steps == (here.steps,)
    heard: list[object] = []
    here.agree("anna", asked.number, heard.append)
    assert (here.requests, len(here.view.pieces)) == ((), pieces - 1)


@pytest.mark.parametrize("agrees", [True, False])
def test_the_umpire_at_the_hosts_table_asks_a_player_by_mail_about_an_undo_that_waits(agrees: bool) -> None:
    game = Hosted(at_sea)
    anna, session = game["anna"], game.session
    session.submit("umpire", HoldOrders(("take-back",)))
    session.submit("bert", MovePieces((game.world["enemy"],), to(250)))
    session.undoing.take_back("bert", (session.journal.last,), frozenset({"bert"}))
    (order,) = session.game.held
    here, heard = LocalSeat(session, "umpire", lambda _: None), list[object]()
    (seen,) = here.view.held
    here.ask_others(seen, heard.append)
    assert [one.of for one in here.requests] == [("anna",)]
    game.again()
    read = anna.opens(game.report("anna"))
    moved = anna.seat.bookmark.number if anna.seat is not None else 0
    assert read.report.wanted[0].words == f"bert asks to undo action {moved}."
    assert anna.seat is not None
    assert answers(game.carries_out(anna.seat.send((ConsentReply(agrees, request=1),)))) == {}
    assert (order in session.game.held) is not agrees
    assert (session.game.lying(game.world["enemy"]).x == 150) is agrees
    assert here.requests == ()
