"""Turns by mail: carried out once, in order, with the rights of their seat; everything else is explained and
ignored.
"""

import re
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.game.change.outcome import AGREED, NeedsAgreement, Refused
from tabletop.game.change.patch import Grant, Sit
from tabletop.game.change.step import Step
from tabletop.game.commands import (
    AllowOrder,
    AnyCommand,
    Batch,
    ChangeAccess,
    ClonePieces,
    DrawPieces,
    GiveSeat,
    MovePieces,
    Report,
    RollDice,
    Say,
    SetProperty,
    Show,
    Shuffle,
    Spot,
    TakeSeat,
)
from tabletop.game.state.game import Game, TableAccess
from tabletop.game.state.values import BACK, COUNT, FACE, UNSEEN
from tabletop.log_sentences import sentence as sentence_of
from tabletop.mail import mail_host, mail_seat
from tabletop.mail.host_folder import HostFolder
from tabletop.mail.letters import JoinLetter, Orders, TurnReport, WrittenOrder, decode_letter, links
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_host import MailHost
from tabletop.mail.mail_inbox import invitation_in, joining, joining_letter
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.mail_notes import OrdersOpened, note_in
from tabletop.mail.mail_seat import ConsentReply
from tabletop.mail.order_book import OrderBook
from tabletop.mail.turn_file import MOST_TURN_BYTES, LetterCover, encoded, read_turn_file, sealed_letter, signed
from tabletop.session import Bookmark
from tests.game.secrets import pairs
from tests.game.secrets.leaks.test_leaks import ENEMY, UNIT
from tests.game.secrets.worlds import World, seen
from tests.mail import mail_games
from tests.mail.mail_games import Hosted


def at_sea(world: World) -> None:
    """Lay out a counter of each side, seen by both, and a submarine of the second that the first does not see."""
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.holder("port", x=150)
    world.piece("enemy", ENEMY, "port")
    world.holder("sea", x=450)
    world.piece("sub", ENEMY, "sea", world.sight(UNSEEN))


def to(x: int) -> Spot:
    return Spot("main", x, 50)


def all_must_agree(before: Game, after: Game, step: Step, seat: str) -> NeedsAgreement | None:
    """Return a request for the consent of all other players to everything that is said; None if it is given or not
    needed.
    """
    key, others = f"{AGREED}said", tuple(sorted({"anna", "bert"} - {seat}))
    if not isinstance(step.command, Say) or (key, True) in step.answers:
        return None
    return NeedsAgreement(key, others, dict.fromkeys((seat, *others), f"{step.command.text}?"))


def why(act, *arguments) -> str:
    with pytest.raises(MailError) as problem:
        act(*arguments)
    return str(problem.value)


def answers(carried_out) -> dict[int, str]:
    return {each.order: each.refused.because if each.refused else " ".join(each.of) for each in carried_out.answers}


def test_a_turn_is_carried_out_and_told() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    unit = anna.number(UNIT.key)
    turn = anna.sends(MovePieces((unit,), to(350)), RollDice("1d6", "luck"), Say("Sunk!"))
    assert anna.x(UNIT.key) == 350, "a draft shows at once"
    assert game.carries_out(turn).sentence == "Turn 1 of anna: 3 of 3 orders carried out."
    for player in (anna, bert):
        assert player.opens(game.report(player.name)).news == 3
        assert seen(player.view) == seen(game.session.join(player.name).view)
        assert player.x(UNIT.key) == 350
    heard = [told.key for step in anna.journal.steps(anna.journal.last - 2) for told in step.told]
    assert heard == ["pieces-moved", "rolled", "said"]
    assert game.host.report("anna") is None, "nothing is new"


def test_a_report_is_named_after_the_turn_that_it_answers() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    for said in ("One", "Two"):
        game.carries_out(bert.sends(Say(said)))
        anna.opens(game.report("anna"))
        bert.opens(game.report("bert"))
    game.carries_out(anna.sends(Say("Three")))
    anna.opens(game.report("anna"))
    told = [one for step in anna.journal.steps(anna.journal.first) for one in step.told if one.key == "report-opened"]
    said = [sentence_of(one, anna.view, anna.view) for one in told]
    assert said == ["The first report", "A report", "A report", "The report on turn 1"]


def test_files_in_any_order_twice_late_and_forked() -> None:
    game, twin = Hosted(at_sea), Hosted(at_sea)
    anna = game["anna"]
    unit = anna.number(UNIT.key)
    copy = msgspec.structs.replace(anna.keys)
    first = anna.sends(MovePieces((unit,), to(250)))
    second = anna.sends(MovePieces((unit,), to(350)))
    assert why(game.host.open, second) == "Turn 2 of anna waits for turn 1, which has not come yet."
    game.carries_out(first)
    assert why(game.host.open, first) == "Turn 1 of anna has already been carried out."
    game.again()
    assert why(game.host.open, first) == "Turn 1 of anna has already been carried out.", (
        "also by a program started anew"
    )
    other = LetterCover(game.host.game, "orders", "anna", "", encoded(Orders(1, b"", Bookmark(0, 0), b"", ())))
    fork = sealed_letter(copy.key, other, game.key.public)
    assert (
        why(game.host.open, fork) == "anna sent two different versions of turn 1: the one that was opened first counts."
    )
    game.carries_out(second)
    assert (
        why(twin.host.open, first)
        == "This is not signed with the key of anna. A player who has lost a key must join again."
    )
    assert anna.opens(game.report("anna")).news == 2
    assert anna.x(UNIT.key) == 350


def test_reports_in_any_order_twice_and_forked() -> None:
    game = Hosted(at_sea)
    anna, reports = game["anna"], []
    for x in (250, 350, 450):
        game.session.submit("umpire", MovePieces((game.world["unit"],), to(x)))
        reports.append(game.report("anna"))
    assert anna.opens(reports[1]).news == 2, "a report brings all since what was last said to be read"
    assert why(anna.opens, reports[1]) == "You have opened this report before."
    assert why(anna.opens, reports[0]) == "You have opened a later report that contains everything in this one."
    assert anna.opens(reports[2]).news == 1
    assert anna.x(UNIT.key) == 450
    turn = anna.sends(Say("read"))
    game.carries_out(turn)
    game.session.submit("umpire", MovePieces((game.world["unit"],), to(550)))
    late = game.report("anna")
    anna.opens(late)
    assert anna.x(UNIT.key) == 550


def test_the_size_of_a_turn_does_not_tell_how_much_is_in_it() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    short = anna.sends(Say("one"))
    long = anna.sends(*(Say(f"Ship {number} goes to the harbour") for number in range(20)))
    assert len(short) == len(long)


def test_a_report_that_contradicts_another_is_not_opened() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    first = anna.sends(Say("one"))
    game.carries_out(first)
    anna.opens(game.report("anna"))
    anna_again = anna.sends(Say("two"))
    game.carries_out(anna_again)
    true = game.report("anna")
    report = msgspec.msgpack.decode(anna.keys.key.unseal(read_turn_file(true).cover.content))
    report["entries"][0]["by"] = "bert"
    cover = LetterCover(game.host.game, "report", "", "anna", encoded(report))
    forged = sealed_letter(game.key, cover, anna.keys.key.public)
    contradicts = "This report contradicts what you were told before: ask the host which record counts."
    assert why(anna.opens, forged) == contradicts
    del report["entries"][0]
    report["since"] += 1
    report["since_link"] = report["link"]
    later = sealed_letter(
        game.key, LetterCover(game.host.game, "report", "", "anna", encoded(report)), anna.keys.key.public
    )
    assert (
        why(anna.opens, later)
        == "A report is missing: this one continues after news item 2, and you have read up to 1."
    )
    assert anna.opens(true).news == 1


def test_files_of_others_are_explained() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    turn = anna.sends(Say("secret"))
    stranger = MailKey.new()
    letter = encoded(Orders(1, b"", Bookmark(0, 0), b"", (WrittenOrder(Say("x")),)))

    def of(game_name: str, kind: str, by: str, key: MailKey, reader: bytes) -> bytes:
        return sealed_letter(key, LetterCover(game_name, kind, by, "", letter), reader)

    name, host = game.host.game, game.key.public
    table = {
        of("another", "orders", "anna", anna.keys.key, host): "This turn file belongs to another game.",
        of(
            name, "orders", "anna", bert.keys.key, host
        ): "This is not signed with the key of anna. A player who has lost a key must join again.",
        of(name, "orders", "carl", stranger, host): "carl has not been admitted to this game.",
        of(name, "report", "anna", anna.keys.key, host): "This file holds no orders for the host of the game.",
        of(name, "orders", "anna", anna.keys.key, bert.keys.key.public): "This turn file is sealed for a key that is"
        " not yours.",
        of(name, "orders", "anna", anna.keys.key, host): "Turn 1 of anna continues a report that this record never"
        " sent.",
        b"PK\3\4": "This is not a turn file of Wartable.",
    }
    for file, sentence in table.items():
        assert why(game.host.open, file) == sentence
    assert why(bert.opens, turn) == "This file is not a report to bert."
    report = game.report("anna") if game.carries_out(turn) else b""
    assert why(bert.opens, report) == "This file is not a report to bert."


@settings(max_examples=60, deadline=None)
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), cut=st.booleans())
def test_a_file_tampered_with_at_any_byte_is_not_opened(at: float, bit: int, cut: bool) -> None:
    game, turn = sent_once()
    place = int(at * len(turn))
    changed = bytearray(turn)
    changed[place] ^= 1 << bit
    assert why(game.host.open, turn[:place] if cut else bytes(changed)) in (
        "This turn file was changed or damaged on its way: ask for it again.",
        "This is not a turn file of Wartable.",
    )


_SENT: list[tuple[Hosted, bytes]] = []


def sent_once() -> tuple[Hosted, bytes]:
    """Return a hosted game, and a turn that was sent to it. Both are made only once."""
    if not _SENT:
        game = Hosted(at_sea)
        _SENT.append((game, game["anna"].sends(Say("hello"), Say("there"))))
    return _SENT[0]


def test_orders_are_carried_out_with_the_rights_of_their_seat() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    bert = game["bert"]
    sub = next(name for name, number in bert.seat._state.numbers.items() if number == bert.number(ENEMY.key))
    orders = (
        WrittenOrder(MovePieces((sub,), to(50))),
        WrittenOrder(TakeSeat((), umpire=True)),
        WrittenOrder(Batch((Say("x"), TakeSeat(("b",))))),
        WrittenOrder(SetProperty("side:b:plan", 1)),
        WrittenOrder(),
        WrittenOrder(takes_back=(99,)),
        WrittenOrder(agrees_to=(1,)),
    )
    found = answers(game.carries_out(game.turn_of("anna", *orders)))
    assert found.keys() == {1, 2, 3, 4, 5, 6, 7}
    assert {found[number] for number in (2, 3)} == {"Seats and access cannot be changed by mail."}
    assert found[5] == "This order cannot be read: it may come from another version of Wartable."


def test_seats_and_access_are_not_changed_by_mail() -> None:
    game = Hosted(at_sea)
    given = game.session.submit("umpire", GiveSeat("anna", ("a",)))
    assert isinstance(given, Step)
    seats, takes_back = dict(game.session.game.seats), game.session.stream("anna").numbers.number(given.seq)
    moderated = ChangeAccess("moderated", umpire="anna")
    forbidden: tuple[AnyCommand, ...] = (
        moderated,
        GiveSeat("carl", ("a",)),
        TakeSeat((), umpire=True),
        Batch((Say("x"), moderated)),
        Batch((Batch((GiveSeat("carl", ("a",)),)),)),
        Report((), "sunk", (moderated,)),
        AllowOrder(1, moderated),
    )
    found = answers(
        game.carries_out(
            game.turn_of("anna", *map(WrittenOrder, forbidden), WrittenOrder(takes_back=(takes_back,))),
        )
    )
    assert list(found.values()) == ["Seats and access cannot be changed by mail."] * (len(forbidden) + 1)
    assert game.session.game.seats == seats
    assert game.session.game.access.kind != "moderated"


def test_what_somebody_else_has_moved_since_is_not_moved() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    turn = anna.sends(MovePieces((anna.number(UNIT.key),), to(250)), Say("moved"))
    game.session.submit("umpire", MovePieces((game.world["unit"],), to(950)))
    assert answers(game.carries_out(turn)) == {1: "A piece that you named has changed in the meantime: look again."}
    read = anna.opens(game.report("anna"))
    assert read.sentences == [
        "The report brings 2 pieces of news.",
        "Order 1 was refused: A piece that you named has changed in the meantime: look again.",
    ]
    assert anna.x(UNIT.key) == 950, "the draft was put back"


@pytest.mark.parametrize("killed_after", range(4))
def test_a_host_that_is_killed_goes_on_where_it_was(killed_after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    unit = anna.number(UNIT.key)
    turn = anna.sends(MovePieces((unit,), to(250)), RollDice("1d6"), MovePieces((unit,), to(350)), Say("done"))
    whole, done = OrderBook.obey, []

    def obey(*arguments):
        if len(done) == killed_after:
            raise KeyboardInterrupt
        done.append(1)
        return whole(*arguments)

    monkeypatch.setattr(OrderBook, "obey", obey)
    with pytest.raises(KeyboardInterrupt):
        game.carries_out(turn)
    monkeypatch.setattr(OrderBook, "obey", whole)
    game.again()
    others = bert.sends(Say("me too"))
    assert (
        why(game.host.open, others) == "The orders of another file are only partly carried out. Open that file first."
    )
    game.carries_out(turn)
    game.carries_out(others)
    made = [step for step in game.journal.steps(1) if step.by in ("anna", "bert")]
    assert [type(step.command).__name__ for step in made] == ["MovePieces", "RollDice", "MovePieces", "Say", "Say"]
    assert sum(isinstance(note_in(step.command), OrdersOpened) for step in game.journal.steps(1)) == 2


def test_what_was_sent_is_taken_back_only_in_a_later_turn() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    turn = anna.sends(MovePieces((anna.number(UNIT.key),), to(250)))
    no = anna.table.undo()
    assert isinstance(no, Refused)
    assert no.because == "This is no longer in your draft: undo its result, once a report has told it."
    assert why(anna.seat.send) == "There are no orders to send."
    game.carries_out(turn)
    anna.opens(game.report("anna"))
    assert anna.x(UNIT.key) == 250
    anna.table.undo()
    assert anna.x(UNIT.key) == 50
    game.carries_out(anna.seat.send())
    bert.opens(game.report("bert"))
    assert bert.x(UNIT.key) == 50, "a plain move needs no consent"


def test_what_showed_something_is_taken_back_with_consent() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    sub = next(id for id in bert.view.pieces if bert.view.holder_of(id).x == 450)
    game.carries_out(bert.sends(Show((sub,), "face", ("a",))))
    bert.opens(game.report("bert"))
    anna.opens(game.report("anna"))
    shown = len(anna.view.pieces)
    letter = Orders(
        2,
        bytes.fromhex(bert.seat._state.turns[-1].digest),
        bert.seat._state.bookmark,
        bert.seat._state.link,
        (WrittenOrder(takes_back=(bert.seat._state.bookmark.number,)),),
    )
    cover = LetterCover(game.host.game, "orders", "bert", "", encoded(letter))
    assert answers(game.carries_out(sealed_letter(bert.keys.key, cover, game.key.public))) == {1: "anna"}
    read = anna.opens(game.report("anna"))
    wanted = read.report.wanted[0]
    assert wanted.by == "bert"
    game.again()
    game.carries_out(anna.seat.send((ConsentReply(True, wanted.steps),)))
    anna.opens(game.report("anna"))
    assert len(anna.view.pieces) == shown - 1
    game.again()
    assert game.carries_out(anna.sends(Say("gone"))).answers == ()


def test_who_loses_the_keys_is_admitted_anew() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    game.carries_out(anna.sends(Say("before")))
    on_its_way = anna.sends(Say("lost"))
    keys, letter = joining(game.invitation, "anna", ("b",))
    assert not game.host.is_admitted(letter)
    assert why(game.host.admit, letter) == (
        "anna already plays a: whoever is admitted under this name gets that seat."
        " The letter asks for b: use --keep-seat to admit them all the same."
    )
    game.host.admit(letter, keeps_seat=True)
    assert game.host.is_admitted(letter)
    assert game.session.game.seats["anna"].sides == (0,), "the sides that a seat plays stay"
    assert "not signed with the key of anna" in why(game.host.open, on_its_way)
    anna.keys, anna.seat = keys, None
    anna.opens(game.report("anna"))
    game.carries_out(anna.sends(Say("again")))
    game.again()
    assert anna.opens(game.report("anna")).news == 1


def test_a_turn_names_only_what_is_there() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    assert why(anna.seat.send) == "There are no orders to send."
    unit = anna.number(UNIT.key)
    anna.does(ClonePieces((unit,)))
    clone = max(anna.view.pieces)
    anna.does(MovePieces((clone,), to(750)))
    assert why(anna.seat.send).startswith("Order 2 uses something that an earlier order of this turn makes. Undo it")
    anna.table.undo()
    turn = anna.seat.send()
    assert anna.seat.sent_again() == turn
    game.carries_out(turn)
    anna.opens(game.report("anna"))
    assert sum(anna.view.kind_of(id).key == UNIT.key for id in anna.view.pieces) == 2


def test_cards_that_nobody_sees_are_drawn_where_the_turn_is_opened() -> None:
    def at_cards(world: World) -> None:
        at_sea(world)
        world.holder("deck", "deck", 850, looks=world.looks(COUNT, COUNT), name="deck")
        for number in range(3):
            world.piece(f"card {number}", UNIT, "deck", world.sight(BACK, BACK))

    game = Hosted(at_cards)
    anna = game["anna"]
    deck = next(id for id, holder in anna.view.holders.items() if holder.more == 3)
    turn = anna.sends(DrawPieces(deck, to(750)), Shuffle(deck))
    assert anna.view.holders[deck].more == 3, "nothing is drawn in a draft"
    assert game.carries_out(turn).answers == ()
    anna.opens(game.report("anna"))
    assert [holder.more for holder in anna.view.holders.values() if holder.form == "deck"] == [2]


def test_a_long_report_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna, bert = game["anna"], game["bert"]
    monkeypatch.setattr(mail_host, "MOST_NEWS_BYTES", 400)
    game.carries_out(anna.sends(*(Say(f"{number} {'x' * 150}") for number in range(7))))
    parts = [game.report("bert"), game.report("bert")]
    game.again()
    while (part := game.host.report("bert")) is not None:
        parts.append(part)
    assert [bert.opens(part).news for part in parts] == [2, 2, 2, 1]
    assert game.host.report("bert") is None
    game.session.submit("umpire", Say("more"))
    again = [game.report("bert") for _ in range(4)]
    assert [bert.opens(part).news for part in again[3:]] == [1], "what was not said to be read comes once more"
    game.carries_out(bert.sends(Say("read all of it")))
    assert bert.opens(game.report("bert")).news == 1
    game.carries_out(anna.sends(Say("I have read nothing")))
    assert [anna.opens(game.report("anna")).news for _ in range(4)] == [2, 2, 2, 4]


def test_a_turn_that_is_too_large_is_neither_sent_nor_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hosted(at_sea)
    words = WrittenOrder(Say("x" * (MOST_TURN_BYTES + 1)))
    assert why(game.host.open, game.turn_of("anna", words)) == "This turn file is too large to be genuine."
    monkeypatch.setattr(mail_seat, "MOST_TURN_BYTES", 500)
    long = [Say(f"{number} {'x' * 150}") for number in range(7)]
    assert why(game["anna"].sends, *long) == "This turn is too large: send a part of its orders first."


def test_a_host_folder_passes_over_what_is_no_file(tmp_path: Path) -> None:
    game = Hosted(at_sea)
    folder = HostFolder(tmp_path, game.host, "Sea")
    (tmp_path / "in" / "a.wtturn").mkdir()
    (tmp_path / "in" / "b.wtturn").symlink_to(tmp_path / "nowhere")
    (tmp_path / "in" / "c.wtturn").write_bytes(b"PK")
    (tmp_path / "in" / "d.wtturn").write_bytes(game["anna"].sends(Say("hello")))
    not_opened = [f"{name}.wtturn was not opened: This is not a turn file of Wartable." for name in "abc"]
    assert list(folder.damaged()) == not_opened
    assert list(folder.work()) == [
        "d.wtturn: Turn 1 of anna: 1 of 1 order carried out.",
        "Report to anna: anna-report-2.wtturn",
    ]
    assert why(joining_letter, tmp_path / "in", game.host.game, "carl", "") == "carl has not sent a letter to join."


def test_a_file_that_is_not_opened_is_named_once(tmp_path: Path) -> None:
    game = Hosted(at_sea)

    def looks() -> list[str]:
        folder = HostFolder(tmp_path, game.host, "Sea")
        return [*folder.damaged(), *folder.work()]

    assert looks() == []
    (tmp_path / "in" / "c.wtturn").write_bytes(b"PK")
    cover = LetterCover("another", "orders", "anna", "", b"")
    (tmp_path / "in" / "d.wtturn").write_bytes(signed(game["anna"].keys.key, cover))
    damaged = "c.wtturn was not opened: This is not a turn file of Wartable."
    assert looks() == [damaged, "d.wtturn was not opened: This turn file belongs to another game."]
    assert looks() == []
    (tmp_path / "in" / "c.wtturn").write_bytes(b"PK again")
    assert looks() == [damaged], "it is another file"
    assert looks() == []


def test_a_fingerprint_is_not_told_to_whoever_does_not_know_it(tmp_path: Path) -> None:
    game = Hosted(at_sea)
    (tmp_path / "joins.wtturn").write_bytes(game["anna"].letter)
    found = game.host.joining(game["anna"].letter)[2]
    assert joining_letter(tmp_path, game.host.game, "anna", found) == game["anna"].letter
    for spoken in ("", found[:-1]):
        assert why(joining_letter, tmp_path, game.host.game, "anna", spoken) == (
            "The key of anna has another fingerprint. Do not admit anna unless the player reads the same one aloud."
        )


def test_an_umpire_sits_down_before_anybody_is_admitted() -> None:
    def without_umpire(world: World) -> None:
        at_sea(world)
        seated = [change.name for change in world.changes if isinstance(change, Sit)]
        world.changes += [*(Sit(name, None) for name in seated), Grant(TableAccess("moderated"))]

    game = Hosted(without_umpire, names=())
    _, letter = joining(game.invitation, "carl", ("a",))
    assert why(game.host.admit, letter) == (
        "The umpire gives the seats at this table and must sit down first: in the window, or by 'wartable do' with the "
        'command {"do": "take-seat", "umpire": true}.'
    )
    game.session.submit("umpire", TakeSeat((), umpire=True))
    assert game.host.admit(letter) == "carl"


def test_a_turn_file_that_was_carried_out_before_is_named_once(tmp_path: Path) -> None:
    game = Hosted(at_sea)

    def looks() -> list[str]:
        return list(HostFolder(tmp_path, game.host, "Sea").work())

    assert looks() == []
    turn = game["anna"].sends(Say("hello"))
    (tmp_path / "in" / "d.wtturn").write_bytes(turn)
    assert looks()[0] == "d.wtturn: Turn 1 of anna: 1 of 1 order carried out."
    assert looks() == []
    (tmp_path / "in" / "again.wtturn").write_bytes(turn)
    already = "again.wtturn was not opened: Turn 1 of anna has already been carried out."
    assert looks() == [already]
    game.again()
    assert looks() == []
    (tmp_path / "in" / "again.wtturn").unlink()
    assert looks() == []
    (tmp_path / "in" / "again.wtturn").write_bytes(turn)
    assert looks() == [already]


def test_a_name_that_is_taken_or_reserved_is_not_admitted_unseen() -> None:
    game = Hosted(at_sea)
    for name in ("mail", "Mail", " set-up ", ""):
        reserved = f"'{name}' cannot be the name of a player: choose another."
        assert why(joining, game.invitation, name, ("a",)) == reserved
        letter = LetterCover(game.host.game, "joining", name, "", encoded(JoinLetter(("a",))))
        assert why(game.host.admit, signed(MailKey.new(), letter)) == reserved
    _, letter = joining(game.invitation, "umpire", ("a",))
    assert game.host.held_by("umpire") in why(game.host.admit, letter)
    assert game.host.held_by("umpire").startswith("umpire is already the umpire")
    assert game.host.held_by("carl") == ""
    _, alike = joining(game.invitation, "Anna!", ("a",))
    assert why(game.host.admit, alike) == (
        "The files of 'Anna!' would have the same names as those of 'anna': ask for another name."
    )
    assert game.host.seats == ("anna",)


def test_players_read_and_choose_the_titles_of_the_sides(tmp_path: Path) -> None:
    game = Hosted(at_sea)
    host = MailHost(game.session, game.key, lambda: "", {"a": "The Alliance"})
    HostFolder(tmp_path, host, "Sea")
    invitation = (tmp_path / "invitation.wtturn").read_bytes()
    assert invitation_in(invitation)[2].titles == ("The Alliance", *game.session.game.sides[1:])
    assert why(joining, invitation, "carl", ("c",)) == "carl must play one of the sides The Alliance and b."
    by_title, by_id = (joining(invitation, "carl", (side,)) for side in ("The Alliance", "a"))
    assert by_title[0].sides == by_id[0].sides == ("a",)
    (tmp_path / "in" / "carl.wtturn").write_bytes(by_title[1])
    assert next(HostFolder(tmp_path, host, "Sea").work()).startswith("carl wants to play The Alliance. Compare")
    assert host.held_by("anna") == (
        "anna already plays The Alliance: whoever is admitted under this name gets that seat."
    )


@pytest.mark.parametrize("name", ["anna\x1b[2J", "a" * 500, "an\nna"])
def test_names_of_strangers_are_fit_to_be_read(name: str) -> None:
    game = Hosted(at_sea)
    _, letter = joining(game.invitation, name, ("a",))
    assert why(game.host.joining, letter) == "This turn file was changed or damaged on its way: ask for it again."


def test_a_report_that_does_not_fit_the_view_is_not_opened() -> None:
    game = Hosted(at_sea)
    anna = game["anna"]
    game.session.submit("umpire", MovePieces((game.world["unit"],), to(250)))
    true = game.report("anna")
    report = decode_letter(anna.keys.key.unseal(read_turn_file(true).cover.content), TurnReport)
    (entry,) = report.entries
    bent = msgspec.structs.replace(entry, delta=msgspec.structs.replace(entry.delta, lifted=(12_345,)))
    made = msgspec.structs.replace(report, entries=(bent,), link=links(report.since_link, [bent])[-1])
    cover = LetterCover(game.host.game, "report", "", "anna", encoded(made))
    forged = sealed_letter(game.key, cover, anna.keys.key.public)
    assert (
        why(anna.opens, forged)
        == "This report contradicts what you were told before: ask the host which record counts."
    )
    assert anna.opens(true).news == 1


NAME_IN_TEXT = re.compile(rb"\d{18,20}")
"""A name of a thing in a text: its digits come from the table's secret, and so does their number."""


@pytest.mark.parametrize("seed", range(5))
def test_reports_on_games_that_differ_in_what_is_unseen_are_of_one_size(seed: int) -> None:
    sizes: list[list[int]] = [[], []]
    for is_other in (False, True):
        game = Hosted(pairs.laid(seed * 4).lays, is_other=is_other)
        anna, hidden = game["anna"], Random(f"{seed} {is_other}")
        for turn in range(3):
            unseen = [id for label, id in game.world.ids.items() if "unseen" in label]
            unseen = [id for id in unseen if id in game.session.game.pieces]
            for id in hidden.sample(unseen, min(len(unseen), hidden.randrange(4))):
                game.session.submit("umpire", MovePieces((id,), Spot("main", hidden.choice(pairs.POINTS), 850)))
            game.session.submit("umpire", SetProperty("side:b:plan", hidden.randrange(99)))
            game.session.submit("umpire", Say(f"turn {turn}"))
            game.carries_out(anna.sends(Say("on"), RollDice("1d6")))
            report = game.report("anna")
            content = anna.keys.key.unseal(read_turn_file(report).cover.content)
            sizes[is_other].append(len(NAME_IN_TEXT.sub(b"", content)))
            anna.opens(report)
    assert sizes[0] == sizes[1]


def test_two_cells_of_a_side_play_by_mail_each_on_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_games, "SIDES", {"anna": "a/north", "bert": "a/south"})

    def lays(world: World) -> None:
        world.sides = ("a/north", "a/south", "b", "a")
        world.holder("stack")
        world.piece("unit", UNIT, "stack", world.sight(FACE, UNSEEN))
        world.holder("port", x=150)
        world.piece("enemy", ENEMY, "port", world.sight(UNSEEN, FACE))

    hosted = Hosted(lays, names=("anna", "bert"))
    anna, bert = hosted["anna"], hosted["bert"]
    assert anna.keys.sides == ("a/north",)
    assert [[player.view.kind_of(id).key for id in player.view.pieces] for player in (anna, bert)] == [
        ["unit"],
        ["enemy"],
    ]
    hosted.carries_out(anna.sends(MovePieces((anna.number("unit"),), to(250))))
    assert hosted.session.game.lying(hosted.world["unit"]).x == 250
    assert hosted.host.report("bert") is None, "the other cell has noticed nothing"
    hosted.session.submit("umpire", Show((hosted.world["unit"],), "face", ("a/south",)))
    bert.opens(hosted.report("bert"))
    assert bert.x("unit") == 250


def test_the_most_deeply_nested_readable_command_is_refused_and_other_turns_are_opened() -> None:
    game, limit = Hosted(at_sea, names=("anna", "bert")), sys.getrecursionlimit()
    for depth in range(limit // 2, 0, -1):
        nested: AnyCommand = Say("hello")
        for _ in range(depth):
            nested = Batch((nested,))
        sys.setrecursionlimit(10 * limit)
        turn = game.turn_of("anna", WrittenOrder(nested))
        sys.setrecursionlimit(limit)
        with suppress(MailError):
            assert list(answers(game.carries_out(turn))) == [1]
            break
    assert answers(game.carries_out(game.turn_of("bert", WrittenOrder(Say("hello"))))) == {}


@pytest.mark.parametrize("command", [TakeSeat((), umpire=True), GiveSeat("bert", ("a",)), ChangeAccess("open")])
def test_a_draft_refuses_changes_of_seats_which_no_turn_can_order(command: AnyCommand) -> None:
    anna = Hosted(at_sea)["anna"]
    answer = anna.table.submit(command)
    assert isinstance(answer, Refused)
    assert answer.because == "Seats and access cannot be changed by mail."
    assert "anna" in anna.view.seats
    assert anna.seat is not None
    assert anna.seat.draft == 0


def test_nobody_drafts_orders_in_the_record_of_another_player() -> None:
    game = Hosted(at_sea, names=("anna", "bert"))
    anna = game["anna"]
    assert "umpire" in anna.view.seats
    for seat in ("bert", "umpire"):
        answer = anna.session.submit(seat, Say("I am somebody else"))
        assert isinstance(answer, Refused)
        assert answer.because == f"This is not the record of {seat}: {seat} drafts orders in a record of their own."
    assert anna.seat is not None
    assert anna.seat.draft == 0


def test_a_command_that_concerns_all_is_carried_out_once_the_others_have_agreed_by_mail() -> None:
    game = Hosted(at_sea, names=("anna", "bert"), policy=all_must_agree)
    anna, bert = game["anna"], game["bert"]
    unit = anna.number(UNIT.key)
    turn = anna.sends(Say("Skip the phase"), MovePieces((unit,), to(350)))
    drafted = anna.journal.steps(anna.journal.last - 2)
    assert next(sentence_of(one, anna.view, anna.view) for step in drafted for one in step.told) == (
        "gives an order that waits until the others agree"
    )
    assert answers(game.carries_out(turn)) == {1: "bert"}
    read = anna.opens(game.report("anna"))
    assert read.sentences[1:] == ["Order 1 waits for the consent of bert."]
    read = bert.opens(game.report("bert"))
    assert read.sentences[1:] == ["anna asks you to agree to request 1: Skip the phase?"]
    game.again()
    assert bert.seat is not None
    assert [one.request for one in bert.seat.wanted] == [1]
    assert answers(game.carries_out(bert.seat.send((ConsentReply(True, request=1),)))) == {}
    for player in (anna, bert):
        assert player.opens(game.report(player.name)).report.answers == (), "the request no longer waits"
        said = [one.facts["text"] for step in player.journal.steps(2) for one in step.told if one.key == "said"]
        assert said == ["Skip the phase"]
    again = game.carries_out(bert.seat.send((ConsentReply(True, request=1),)))
    assert answers(again) == {1: "That request is no longer open."}
    assert bert.opens(game.report("bert")).report.wanted == ()


def test_a_request_by_mail_ends_when_seats_change() -> None:
    game = Hosted(at_sea, names=("anna", "bert"), policy=all_must_agree)
    bert = game["bert"]
    game.carries_out(game["anna"].sends(Say("Skip the phase")))
    bert.opens(game.report("bert"))
    assert isinstance(game.session.submit("umpire", GiveSeat("carl", ("b",))), Step)
    assert bert.seat is not None
    again = game.carries_out(bert.seat.send((ConsentReply(True, request=1),)))
    assert answers(again) == {1: "That request is no longer open."}
