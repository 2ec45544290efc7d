"""A game that is being played.

`table_session` writes the record, and each seat at the table has a `connection`. There is no window and no network
here. The journal is the only file, and the policy is the only source of rules.
"""

from tabletop.session.connection import Connection
from tabletop.session.seat_stream import RECENT, Bookmark, EntryNumbers, MissedNews, SeatStream, StreamEntry
from tabletop.session.table_answers import (
    ANYWAY,
    Answer,
    Confirmed,
    ConsentRequest,
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
    "ConsentRequest",
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
