"""Secret Task Forces (16.1.4) by mail: the report to Japan is the same, whatever is behind the markers."""

from itertools import count

import pytest

from rules_assist.assistant import Assistant
from tabletop.assistance import ProcedureQuestion
from tabletop.game.commands import Answer, Begin
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.mail.drafting_session import DraftingSession
from tabletop.mail.mail_host import MailHost
from tabletop.mail.mail_inbox import begin_record, joining
from tabletop.mail.mail_keys import MailKey
from tabletop.mail.mail_seat import MailSeat
from tabletop.session import Confirmed, Session
from tests.modules.fire_in_the_sky.conftest import World

SEED = "01" * 32


class Player:
    """A side at home, with a record of its own."""

    def __init__(self, host: MailHost, side: str, world: World) -> None:
        ticks = count(1)
        self.side = side
        keys, letter = joining(host.invitation("The Pacific"), side, (side,))
        host.admit(letter)
        journal, _ = begin_record(keys, host.report(side) or b"", 0)
        session = DraftingSession(journal, world.table.components, now_ms=lambda: next(ticks))
        self.seat, self.table, self.assistant = MailSeat(keys, session), session.join(side), Assistant(world.table.book)

    def asked(self) -> list[ProcedureQuestion]:
        """Return all open questions that the side knows of."""
        return [one for frame in self.assistant.underway(self.table.view, self.side) for one in frame.asked]

    def plays(self, procedure: str, *answers: tuple[str, ...]) -> None:
        """Begin a procedure, and answer the questions that are asked with the options of these names."""
        assert isinstance(self.table.submit(Begin(procedure, side=self.side)), Confirmed)
        for labels in answers:
            if not self.asked():
                return
            (one,) = self.asked()
            found = [
                next((each.value for each in one.options if each.label.startswith(label)), None) for label in labels
            ]
            if None not in found:
                given = Answer(one.frame, one.key, found[0] if one.kind == "pick" else found)
                assert isinstance(self.table.submit(given), Confirmed)


@pytest.fixture
def pearl_harbor(world: World) -> Game:
    """Return a table with three ships in a base and one in another, in the Allied Operational Phase."""
    world.option("rule-16-1-4", "used")
    world.points(tp_us=20, oil=20, vp=25)
    world.now(4, "AL", 8)
    for kind in ("us_cv_hornet_wasp", "us_ca_crudiv6", "us_bb_arizona_oklahoma"):
        world.put(kind, "Pearl Harbor")
    world.put("us_dd_desron1", "Noumea")
    return world.table.game


def test_the_report_to_japan_is_the_same(world: World, pearl_harbor: Game) -> None:
    reports = []
    for sailed in (("CV Hornet",), ("CV Hornet", "CA Cruiser", "BB Arizona")):
        ticks = count(1)
        session = Session(
            Journal.in_memory(pearl_harbor, SEED), world.table.components, now_ms=lambda ticks=ticks: next(ticks)
        )
        host = MailHost(session, MailKey.new(), lambda: "the game")
        allies, japan = Player(host, "AL", world), Player(host, "JP", world)
        allies.plays("form-task-force", ("Pearl Harbor",), sailed, ("US Task Force 1",))
        allies.plays("form-task-force", ("Noumea",), ("DD",), ("US Task Force 2",))
        allies.plays("operate", ("US Task Force 1",), ("Midway",))
        carried_out = host.open(allies.seat.send())
        assert carried_out.answers == ()
        report = host.report("JP") or b""
        reports.append((japan.seat.open(report).news, japan.asked(), len(report)))
    assert reports[0] == reports[1]
    assert reports[0][0] == 3
