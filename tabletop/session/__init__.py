"""A game that is being played, for everybody at its table: `table_session` writes, each seat has a `connection`.

It uses no window, no network, no file but the journal's, and no rules but those of its policy.
"""

from tabletop.session.connection import Connection
from tabletop.session.seat_stream import RECENT, Bookmark, EntryNumbers, MissedNews, SeatStream, StreamEntry
from tabletop.session.table_answers import (
    ANYWAY,
    Answer,
    Confirmed,
    Hear,
    InTheWay,
    NeedsConsent,
    News,
    Observer,
    Policy,
    SeatStep,
    let_pass,
)
from tabletop.session.table_session import Session

__all__ = [
    "ANYWAY",
    "RECENT",
    "Answer",
    "Bookmark",
    "Confirmed",
    "Connection",
    "EntryNumbers",
    "Hear",
    "InTheWay",
    "MissedNews",
    "NeedsConsent",
    "News",
    "Observer",
    "Policy",
    "SeatStep",
    "SeatStream",
    "Session",
    "StreamEntry",
    "let_pass",
]
