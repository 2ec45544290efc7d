"""A double-blind game by mail under attack: what is hidden leaves no trace in the files of the other side, and no file
or draft stops the game.
"""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from tabletop.game.commands import (
    AllowOrder,
    Answer,
    At,
    Begin,
    HoldOrders,
    MovePieces,
    RecallOrder,
    RefuseOrder,
    RollDice,
    Say,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.state.game import Game
from tabletop.game.umpire.dispatch import Addressee
from tabletop.mail.mail_errors import MailError
from tabletop.mail.turn_file import digest_of, read_turn_file
from tests.mail.double_blind import MAP, PHASE, UMPIRE, DoubleBlind, PlayerAtHome

T = TypeVar("T")


def nothing(game: DoubleBlind) -> None:
    """Let Carl do nothing."""


def writes(game: DoubleBlind) -> None:
    """Let Carl write to the umpire three times, and undo one of them in his draft."""
    carl = game["Carl"]
    for word in ("One", "Two", "Three"):
        carl.does(WriteDispatch(Addressee("umpire"), {"text": word}, "message"))
    carl.undoes()
    game.carries_out(carl.seat.send())


def marches_unseen(game: DoubleBlind) -> None:
    """Let Carl march a unit that only his side sees, and take it back again; the umpire allows both."""
    carl = game["Carl"]
    foot = next(id for id in carl.view.pieces if carl.view.kind_of(id).name == "Drake's Foot")
    game.carries_out(carl.sends(MovePieces((foot,), At(MAP, "1102"))))
    game.rules(AllowOrder(*game.session.game.held))
    carl.opens(game.report("Carl"))
    carl.undoes()
    game.carries_out(carl.seat.send())
    game.rules(AllowOrder(*game.session.game.held))
    for order in game.session.game.held:
        game.rules(RefuseOrder(order, "no"))


def asks_in_vain(game: DoubleBlind) -> None:
    """Let Carl send orders that the host refuses, and one that the umpire refuses."""
    carl = game["Carl"]
    column = carl.piece("Thorn Column", "1104")
    game.carries_out(carl.sends(MovePieces((column,), At(MAP, "1003")), MovePieces((column,), At(MAP, "0903"))))
    for order in game.session.game.held:
        game.rules(RefuseOrder(order, "no"))


@pytest.mark.parametrize("hidden", [writes, marches_unseen, asks_in_vain])
def test_what_the_other_side_does_unseen_leaves_no_trace_in_reports(hidden: Callable[[DoubleBlind], None]) -> None:
    files: list[list[object]] = []
    for does in (nothing, hidden):
        game, found = DoubleBlind(), list[object]()
        anna = game["Anna"]
        game.rules(PHASE)
        for number in (1, 2):
            if number == 1:
                game["Carl"].opens(game.report("Carl"))
                does(game)
            found.append(len(anna.sends(Say(f"turn {number}"))))
            game.carries_out(anna.seat.sent_again())
            report = game.report("Anna")
            content = anna.keys.key.unseal(read_turn_file(report).cover.content)
            content = content.replace(digest_of(anna.seat.sent_again()), b"")  # the keys of each game are others
            found += [len(report), content, anna.opens(report).news]
            found += [game.host.report("Anna"), game.host.reports("Anna"), anna.view.counters.next_id]
        files.append(found)
    assert files[0] == files[1]


def lying(game: Game) -> list[tuple[str, str]]:
    return sorted((game.kind_of(id).name, game.holder_of(id).place) for id in game.pieces)


KNOWN = r"opened this report before|opened a later report|A report is missing"
"""The reasons why a report that comes late, twice or too early is not opened."""


def tried(act: Callable[..., T], *arguments: object, but: str) -> T | None:
    """Return the result of a function of the mail; None if it fails for one of the reasons `but`, a pattern."""
    try:
        return act(*arguments)
    except MailError as problem:
        if not re.search(but, str(problem)):
            raise
    return None


@pytest.mark.parametrize("sends_other", [False, True])
def test_a_player_who_goes_on_from_an_older_copy_of_the_record_can_play_on(
    tmp_path: Path, *, sends_other: bool
) -> None:
    game = DoubleBlind()
    anna, copy = game["Anna"], tmp_path / "Anna.wartable"
    game.carries_out(anna.sends(Say("One")))
    anna.opens(game.report("Anna"))
    anna.journal.copy_to(copy)
    game.carries_out(anna.sends(Say("Two")))
    anna.resumes(copy)
    if sends_other:
        fork = anna.sends(Say("Another two"), RollDice("2d6"))
        with pytest.raises(MailError, match="two different versions of turn 2"):
            game.carries_out(fork)
    read = anna.opens(game.report("Anna"))
    assert "The host has carried out another file of your turn 2 than this record has sent." in read.sentences
    assert game.carries_out(anna.sends(Say("Three"))).sentence == "Turn 3 of Anna: 1 of 1 order carried out."
    assert len(anna.opens(game.report("Anna")).sentences) == 1


class Attack:
    """A game in which the players draft at random, and turns and reports come late, twice, edited or not at all."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.game = DoubleBlind(umpire_at_home=seed % 2 == 1)
        self.places = sorted(self.game.session.components.maps[MAP].places())
        for unit, place in (("Ashby's Foot", "0502"), ("Drake's Foot", "0602"), ("Brook's Foot", "0503")):
            self.game.put(unit, place)
        for _ in ("March", "Contact", "Combat"):
            self.game.rules(PHASE)
        self.game.rules(HoldOrders(((), ("take-back",), ("move", "take-back"), ("begin", "answer"))[seed % 4]))
        self.letters: list[bytes] = []
        self.carried_out = 0
        self.reports: dict[str, list[bytes]] = {name: [] for name in self.game.players}

    def drafts(self, player: PlayerAtHome) -> None:
        """Let a player do something in the draft; the table may refuse it."""
        random, view, table = self.random, player.view, player.table
        asked = [one for each in player.rules.underway(view, player.name) for one in each.asked]
        match random.randrange(9):
            case 0 | 1:
                table.submit(MovePieces((random.choice(list(view.pieces)),), At(MAP, random.choice(self.places))))
            case 2:
                table.submit(random.choice((Say("hm"), RollDice("2d6"), WriteNote("private", "A note", "text"))))
            case 3:
                table.submit(WriteDispatch(Addressee("umpire"), {"text": "?" * random.randrange(1, 9)}, "message"))
            case 4:
                table.submit(Begin("attack"))
            case 5 if asked:
                one = random.choice(asked)
                values = [choice.value for choice in one.options[:1]]
                value = True if one.kind == "confirm" else values if one.kind == "choose" else (*values, 1)[0]
                table.submit(Answer(one.frame, one.key, value))
            case 6 if view.held:
                order = random.choice(list(view.held))
                table.submit(random.choice((AllowOrder(order), RefuseOrder(order), RecallOrder(order))))
            case 7:
                random.choice((player.undoes, table.undo, table.redo))()
            case 8:
                last = table.bookmark.number
                table.take_back((random.randint(max(1, last - 6), last),))

    def sends(self, player: PlayerAtHome) -> None:
        """Let a player send the turn; whatever cannot be sent is undone first."""
        for back in range(20):
            if not player.seat.draft:
                return
            letter = tried(player.seat.send, but="uses something that an earlier order")
            if letter is not None:
                self.letters.append(letter)
                return
            player.table.take_back((player.table.bookmark.number - back,))
        raise AssertionError("the draft can be sent in the end")

    def mail(self) -> None:
        """Open the letters on their way: some wait, some come twice, and some are edited on their way."""
        self.random.shuffle(self.letters)
        letters, self.letters = self.letters, []
        for letter in letters:
            edited = bytearray(letter)
            edited[self.random.randrange(len(edited))] ^= 1 << self.random.randrange(8)
            with pytest.raises(MailError):
                self.game.host.open(bytes(edited))
            if self.random.random() < 0.25:
                self.letters.append(letter)
                continue
            self.opens(letter)
            with pytest.raises(MailError):
                self.game.host.open(letter)
            if self.random.random() < 0.3:
                self.game.again()

    def opens(self, letter: bytes) -> None:
        opened = tried(self.game.carries_out, letter, but="which has not come yet")
        if opened is None:
            self.letters.append(letter)
            return
        self.carried_out += 1
        because = [each.refused.because for each in opened.answers if each.refused is not None]
        assert not [each for each in because if "cannot be read" in each]

    def reads(self, player: PlayerAtHome, *, loses: float = 0.3) -> None:
        """Let a player open the reports, in any order; some are lost, and old ones come again."""
        new = []
        while (report := self.game.host.report(player.name)) is not None:
            new.append(report)
            assert len(new) < 4, "reports come to an end"
        found = [report for report in new if self.random.random() >= loses]
        found += self.random.sample(self.reports[player.name], min(2, len(self.reports[player.name])))
        self.reports[player.name] += new
        for report in found:
            tried(player.opens, report, but=KNOWN)

    def ends(self) -> None:
        """Open everything that is still under way, and check that each player has the host's view and plays on."""
        for _ in range(40):
            letters, self.letters = self.letters, []
            for letter in letters:
                self.opens(letter)
        assert self.letters == []
        for player in self.game.players.values():
            for report in self.reports[player.name]:
                tried(player.opens, report, but=KNOWN)
            assert self.game.carries_out(player.sends(Say("still here"))).answers == ()
            self.reads(player, loses=0)
            there = self.game.session.join(player.name)
            assert lying(player.view) == lying(there.view), player.name
            self.game.session.leave(there)


@pytest.mark.parametrize("seed", range(4))
def test_late_lost_repeated_and_edited_files_and_undo_in_drafts_never_stop_the_game(seed: int) -> None:
    attack = Attack(seed)
    for _ in range(6):
        for player in attack.game.players.values():
            for _ in range(attack.random.randrange(6)):
                attack.drafts(player)
            attack.sends(player)
        attack.mail()
        if attack.random.random() < 0.2:
            attack.game.session.submit(UMPIRE, PHASE)  # refused while a phase is still ending
        for player in attack.game.players.values():
            attack.reads(player)
    assert attack.carried_out >= len(attack.game.players), "most turns get through"
    attack.ends()
