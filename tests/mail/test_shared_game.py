"""Games by mail without a host: both players get the same record, and neither can choose the dice or know them in
advance.
"""

from itertools import count
from pathlib import Path

import pytest

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import AnyCommand, MovePieces, RollDice, Say
from tabletop.journal.journal import Journal
from tabletop.mail import shared_game
from tabletop.mail.drafting_session import DraftingSession
from tabletop.mail.mail_dice import MOST_TURNS, dice_link, follows
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_seat import ConsentReply, ReportRead
from tabletop.mail.shared_game import SharedSeat, accept, agree_on, begin_shared, share
from tabletop.session import Policy, let_pass
from tests.game.secrets.leaks.test_leaks import ENEMY, UNIT
from tests.game.secrets.worlds import World, seen
from tests.mail.test_mail_host import all_must_agree, at_sea, to, why


def open_sea(world: World) -> None:
    """Lay out a counter of each side."""
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.holder("port", x=150)
    world.piece("enemy", ENEMY, "port")


class Partner:
    """A player at home, with the agreed record and the record of their own seat."""

    def __init__(self, world: World, keys, agreed: Path, policy: Policy = let_pass) -> None:
        ticks = count(1)
        self.world, self.keys, self.agreed = world, keys, agreed
        self.journal = begin_shared(keys, agreed, world.components, 0)
        self.session = DraftingSession(self.journal, world.components, now_ms=lambda: next(ticks), policy=policy)
        self.seat = SharedSeat(keys, self.session, agreed)
        self.table = self.session.join(keys.seat)

    def sends(self, *commands: AnyCommand) -> bytes:
        for command in commands:
            answer = self.table.submit(command)
            assert not isinstance(answer, Refused), answer.because
        return self.seat.send()

    def opens(self, turn: bytes) -> ReportRead:
        return self.seat.open(turn)

    def number(self, kind: str) -> int:
        view = self.table.view
        return next(id for id in view.pieces if view.kind_of(id).key == kind)

    def x(self, kind: str) -> int:
        return self.table.view.holder_of(self.number(kind)).x

    @property
    def chain(self) -> str:
        with Journal.watch(self.agreed) as journal:
            return journal.chain.hex()

    @property
    def steps(self) -> list[bytes]:
        with Journal.watch(self.agreed) as journal:
            return [row.chain for row in journal.stored()[1]]

    @property
    def rolls(self) -> list[object]:
        with Journal.watch(self.agreed) as journal:
            return [told.facts for step in journal.steps(1) for told in step.told if told.key == "rolled"]


@pytest.fixture
def both(tmp_path: Path) -> tuple[Partner, Partner]:
    """Return Anna, who began the game, and Bert."""
    world = World()
    open_sea(world)
    keys, invitation = share(world.game(), "shared", "Sea", "anna", ("a",))
    other, joining = accept(invitation, "bert")
    partners = []
    for each in (keys, other):
        agreed = tmp_path / f"{each.seat}.agreed.wartable"
        assert agree_on(invitation, joining, world.components, agreed) == "bert"
        partners.append(Partner(world, each, agreed))
    return partners[0], partners[1]


def test_both_come_to_the_same_record(both) -> None:
    anna, bert = both
    assert anna.chain == bert.chain
    first = anna.sends(MovePieces((anna.number(UNIT.key),), to(250)), RollDice("2d6", "luck"))
    assert anna.rolls == [], "the sender does not roll"
    assert bert.opens(first).news == 2
    assert (bert.x(UNIT.key), len(bert.rolls)) == (250, 1)
    second = bert.sends(MovePieces((bert.number(ENEMY.key),), to(350)), RollDice("1d6"))
    assert anna.opens(second).news == 4, "her own turn, and his"
    assert (anna.x(UNIT.key), anna.x(ENEMY.key)) == (250, 350)
    assert anna.rolls[:1] == bert.rolls, "the same dice on both machines"
    third = anna.sends(Say("well rolled"))
    bert.opens(third)
    assert (anna.rolls, len(bert.rolls)) == (bert.rolls, 2)
    assert bert.x(ENEMY.key) == 350
    anna.opens(bert.sends())
    assert anna.steps[: len(bert.steps)] == bert.steps, "she is ahead by the turn that she has opened"
    assert seen(anna.table.view)["holders"] == seen(bert.table.view)["holders"]


def test_files_twice_late_and_crossed_are_explained(both) -> None:
    anna, bert = both
    first = anna.sends(Say("one"))
    assert why(anna.seat.send) == "Turn 1 was sent and has no answer yet."
    crossing = bert.sends(Say("at once"))
    assert why(anna.opens, crossing) == (
        "Turn 1 of bert crossed with your turn 1, which takes precedence: bert must open that first."
    )
    assert bert.opens(first).sentences == [
        "The report brings 1 piece of news.",
        "Your turn 1 has crossed with it and does not count: write it again.",
    ]
    assert why(bert.opens, first) == "Turn 1 of anna has already been carried out."
    second = bert.sends(Say("now"))
    anna.opens(second)
    assert why(anna.opens, crossing) == (
        "Turn 1 of bert does not continue from the current position of your game: it must be written again."
    )
    third = anna.sends(Say("three"))
    assert why(anna.opens, third) == "This file is not a report to anna."
    bert.opens(third)
    fourth = bert.sends(Say("four"))
    anna.opens(fourth)
    fifth = anna.sends(Say("five"))
    bert.opens(fifth)
    assert anna.rolls == bert.rolls == []


def test_a_backup_that_is_behind_is_found_out(both, tmp_path: Path) -> None:
    anna, bert = both
    behind = bert.agreed.read_bytes()
    bert.opens(anna.sends(Say("one")))
    anna.opens(bert.sends(Say("two")))
    third = anna.sends(Say("three"))
    old = tmp_path / "old.wartable"
    old.write_bytes(behind)
    restored = Partner(bert.world, bert.keys, old)
    assert why(restored.opens, third) == "Turn 2 of anna answers a turn that you have not sent."
    bert.opens(third)


def test_a_receiver_cannot_choose_the_dice(both, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = both
    first = anna.sends(RollDice("2d6"))
    real = shared_game.dice_link
    monkeypatch.setattr(shared_game, "dice_link", lambda end, turn: real(b"x" * 32, turn))
    bert.opens(first)
    monkeypatch.setattr(shared_game, "dice_link", real)
    second = bert.sends(Say("a fine roll"))
    assert why(anna.opens, second) == "The dice of bert are not those that were settled at the beginning."
    assert anna.rolls == []


def test_a_program_that_comes_to_something_else_is_found_out(both, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = both
    first = anna.sends(MovePieces((anna.number(UNIT.key),), to(250)))
    monkeypatch.setattr(shared_game._AgreedRecord, "carry_out", _moving_elsewhere(shared_game._AgreedRecord.carry_out))
    bert.opens(first)
    monkeypatch.undo()
    second = bert.sends(Say("as you wished"))
    assert why(anna.opens, second) == (
        "Turn 1 shows that your turn had another result for bert: compare your versions of Wartable and of the module."
    )


def _moving_elsewhere(carry_out):
    def other(agreed, seat, orders, *more):
        carry_out(agreed, seat, orders, *more)
        agreed.session.submit(seat, Say("and more"))

    return other


def test_what_was_sent_is_taken_back_with_consent(both) -> None:
    anna, bert = both
    bert.opens(anna.sends(MovePieces((anna.number(UNIT.key),), to(250))))
    anna.opens(bert.sends())
    anna.table.undo()
    assert anna.x(UNIT.key) == 50
    read = bert.opens(anna.seat.send())
    assert bert.x(UNIT.key) == 250, "not without consent"
    (wanted,) = read.report.wanted
    anna.opens(bert.seat.send((ConsentReply(True, wanted.steps),)))
    bert.opens(anna.sends())
    assert (anna.x(UNIT.key), bert.x(UNIT.key)) == (50, 50)


def test_without_a_host_a_command_that_concerns_all_waits_for_the_other_player(both) -> None:
    anna, bert = both
    for each in both:
        each.session._policy = all_must_agree
    read = bert.opens(anna.sends(Say("Skip the phase"), MovePieces((anna.number(UNIT.key),), to(250))))
    assert bert.x(UNIT.key) == 250
    assert read.sentences[1:] == ["anna asks you to agree to request 1: Skip the phase?"]
    anna.opens(bert.seat.send((ConsentReply(True, request=1),)))
    bert.opens(anna.sends())
    for each in both:
        assert [one.facts["text"] for step in each.journal.steps(2) for one in step.told if one.key == "said"] == [
            "Skip the phase"
        ]


def test_a_player_whose_program_was_killed_catches_up(both, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = both
    first = anna.sends(MovePieces((anna.number(UNIT.key),), to(250)))
    whole = SharedSeat.catch_up
    calls = count()

    def killed(seat: SharedSeat):
        if next(calls):
            raise KeyboardInterrupt
        return whole(seat)

    monkeypatch.setattr(SharedSeat, "catch_up", killed)
    with pytest.raises(KeyboardInterrupt):
        bert.opens(first)
    monkeypatch.setattr(SharedSeat, "catch_up", whole)
    assert bert.x(UNIT.key) == 50
    assert why(bert.opens, first) == "Turn 1 of anna has already been carried out."
    assert bert.x(UNIT.key) == 250
    anna.opens(bert.sends(Say("back")))
    assert anna.x(UNIT.key) == 250


def test_a_game_that_hides_things_needs_a_host() -> None:
    world = World()
    at_sea(world)
    with pytest.raises(MailError, match="This game hides things"):
        share(world.game(), "shared", "Sea", "anna", ("a",))


def test_links_of_dice_follow_each_other() -> None:
    end = b"1" * 32
    chain = [dice_link(end, turn) for turn in (0, 1, 2, MOST_TURNS)]
    assert follows(chain[1], chain[0])
    assert follows(chain[2], chain[1])
    assert not follows(chain[2], chain[0])
    assert not follows(chain[0], chain[1])
    assert chain[3] == end
