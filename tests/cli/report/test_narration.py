"""The line about a step in a replay: it is a sentence, also for a step without a message."""

import pytest

from tabletop.cli.report.narration import what_happened
from tabletop.game.change.step import Deed, Step
from tabletop.game.commands import Answer, Ping, Spot
from tabletop.game.state.game import ModuleName, empty_game
from tabletop.mail.mail_notes import EntryHeard, by_mail

TABLE = empty_game(("red",), (), ModuleName("test", "1", ""))


@pytest.mark.parametrize(
    ("deed", "line"),
    [
        (Answer(1, "units"), "answers a question"),
        (by_mail(EntryHeard(1, "00")), "acts without a message"),
        (Ping(Spot("main", 1, 1)), "acts without a message"),
    ],
)
def test_a_step_without_a_message_has_a_sentence(deed: Deed, line: str) -> None:
    assert what_happened(Step(1, "Anna", deed, (), 0), TABLE, TABLE) == line
