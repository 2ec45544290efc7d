"""Sentences about notes of the mail, for readers of the host's record."""

from tabletop.mail.mail_notes import (
    Admitted,
    AnyNote,
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    Hosted,
    OrderAnswered,
    OrdersOpened,
    ReportSent,
)
from tabletop.texts import listed, text


def note_sentence(note: AnyNote) -> str:
    """Return the sentence for a note of a host; "" for a note in a player's own record."""
    match note:
        case Hosted():
            return text("log-by-mail")
        case Admitted(seat=seat):
            return text("seat-admitted", seat=seat)
        case OrdersOpened(seat=seat, turn=turn, count=count):
            return text("log-orders-opened", seat=seat, turn=turn, count=count)
        case OrderAnswered(order=order, refused=None, of=of):
            return text("order-waits", order=order, players=listed(of))
        case OrderAnswered(order=order, refused=refused) if refused is not None:
            return text("order-refused", order=order, why=refused.because)
        case ConsentAsked(by=by, words=words) if words:
            return text("log-consent-to-command-asked", seat=by, words=words.get(by, ""))
        case ConsentGiven(by=by, request=request) if request:
            return text("log-consent-to-command", seat=by, request=request)
        case ConsentAsked(by=by, steps=steps):
            return text("consent-wanted", seat=by, steps=listed(list(map(str, steps))), count=len(steps))
        case ConsentRefused(by=by) if by:
            return text("log-consent-refused", seat=by)
        case ConsentGiven(by=by, steps=steps):
            return text("log-consent-given", seat=by, steps=listed(list(map(str, steps))), count=len(steps))
        case ReportSent(seat=seat, anew=anew):
            return text("log-report-anew" if anew else "log-report-sent", seat=seat)
    return ""
