"""Measurements of games by mail: a turn of 300 commands is written, then carried out; its report is opened."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Sit
from tabletop.game.state.game import Seat
from tabletop.journal.journal import Journal
from tabletop.session import Session
from tabletop.workshop.bench.measured_tables import SEAT, SIDES, move, table
from tabletop.workshop.bench.measurement import RUNS, Measurement, Unavailable, cpu_s

if TYPE_CHECKING:
    from tabletop.mail.mail_host import MailHost
    from tabletop.mail.mail_seat import MailSeat

COMMANDS: Final = 300
_COUNTERS: Final = 500
_SEED: Final = "00" * 32
_PLAYER: Final = "Anna"


class _DraftedTurn(NamedTuple):
    """A host, and a seat that has drafted a turn. Both have a record in a file."""

    host: "MailHost"
    seat: "MailSeat"


@contextmanager
def _drafted() -> Iterator[_DraftedTurn]:
    """Yield a host, and a seat that has drafted 300 moves and not yet written its turn. Raises Unavailable without
    PyNaCl.
    """
    try:
        from nacl import signing  # noqa: F401
    except ImportError as problem:
        raise Unavailable("PyNaCl is not installed") from problem
    from tabletop.mail.drafting_session import DraftingSession
    from tabletop.mail.mail_host import MailHost
    from tabletop.mail.mail_inbox import begin_record, joining
    from tabletop.mail.mail_keys import MailKey
    from tabletop.mail.mail_seat import MailSeat

    on, ticks = table(_COUNTERS), count()
    game, _ = apply(on.game, (Sit(SEAT, None), Sit(_PLAYER, Seat((0,)))))
    with tempfile.TemporaryDirectory() as folder, Journal.create(Path(folder, "host.wartable"), game, _SEED) as hosted:
        session = Session(hosted, on.components, now_ms=lambda: next(ticks))
        host = MailHost(session, MailKey.new(), lambda: "bench")
        keys, letter = joining(host.invitation("bench"), _PLAYER, SIDES[:1])
        host.admit(letter)
        report = host.report(_PLAYER) or b""
        begun, _ = begin_record(keys, report, 0)
        begun.copy_to(Path(folder, "seat.wartable"))
        with Journal.open(Path(folder, "seat.wartable")) as own:
            drafting = DraftingSession(own, on.components, now_ms=lambda: next(ticks))
            seat = MailSeat(keys, drafting)
            connection = drafting.join(_PLAYER)
            pieces = connection.view.pieces.keys()
            for number in range(COMMANDS):
                command = move(on, number)
                connection.submit(replace(command, pieces=(pieces[number * 7907 % len(pieces)],)))
            yield _DraftedTurn(host, seat)


def _written() -> Iterable[float]:
    for _ in range(RUNS):
        with _drafted() as turn:
            yield cpu_s(turn.seat.send)


def _carried_out() -> Iterable[float]:
    for _ in range(RUNS):
        with _drafted() as turn:
            file = turn.seat.send()
            yield cpu_s(partial(turn.host.open, file))


def _report_opened() -> Iterable[float]:
    for _ in range(RUNS):
        with _drafted() as turn:
            turn.host.open(turn.seat.send())
            report = turn.host.report(_PLAYER) or b""
            yield cpu_s(partial(turn.seat.open, report))


MEASUREMENTS: Final = (
    Measurement("mail.write", "write and seal a turn of 300 orders", "s", "CPU", 0.2, _written),
    Measurement("mail.carry-out", "read and verify it, carry it out", "s", "CPU", 0.5, _carried_out),
    Measurement("mail.report", "open the report on it", "s", "CPU", 0.5, _report_opened),
)
