"""A game that is being played.

`table_session` writes the record, and each seat at the table has a `connection`. There is no window and no network
here. The journal is the only file, and the policy is the only source of rules.
"""

from tabletop.session.connection import Connection
from tabletop.session.seat_history import SeatHistory, told_step
from tabletop.session.seat_stream import RECENT, Bookmark, EntryNumbers, MissedNews, SeatStream, StreamEntry
from tabletop.session.table_answers import (
    ANYWAY,
    Answer,
    AskedBack,
    Confirmed,
    ConsentRequest,
    Hear,
    InTheWay,
    NeedsConsent,
    News,
    Observer,
    PastStep,
    Policy,
    SeatStep,
    ToldStep,
    let_pass,
    seat_steps,
)
from tabletop.session.table_session import Session

__all__ = [
    "ANYWAY",
    "RECENT",
    "Answer",
    "AskedBack",
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
    "PastStep",
    "Policy",
    "SeatHistory",
    "SeatStep",
    "SeatStream",
    "Session",
    "StreamEntry",
    "ToldStep",
    "let_pass",
    "seat_steps",
    "told_step",
]
