"""Consent: the requests of seats that wait for others to agree. When all have agreed, a request is carried out.

A request asks for an undo, or for a command that concerns everybody who plays. It lasts while its seats leave and come
back, until all have agreed, somebody refuses, its asker withdraws it, or a step ends it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from tabletop.game.change.hand_moves import turned
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.patch import Sit
from tabletop.game.change.step import Answers, Step
from tabletop.game.commands import AllowOrder, AnyCommand
from tabletop.session.table_answers import ANYWAY, Answer, NeedsConsent

if TYPE_CHECKING:
    from tabletop.session.table_session import Session


class WaitingRequest(Struct, frozen=True, kw_only=True):
    """A request of the seat `by`: to undo `steps` of the record, or to carry out a `command`.

    The consent of all seats in `needed` is necessary. `words` are the sentences for the asker and for each seat that is
    asked; a seat without them is not asked, as it may not know of the matter.
    """

    by: str
    needed: frozenset[str]
    words: Mapping[str, str]
    steps: tuple[int, ...] = ()
    command: AnyCommand | None = None
    answers: Answers = ()


class Consents:
    """The requests that wait at a table, with those who have agreed."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._agreed: dict[int, set[str]] = {}
        self._requests: dict[int, WaitingRequest] = {}
        self._known: dict[str, list[int]] = {}
        self._last = 0

    def ask(self, request: WaitingRequest) -> NeedsConsent:
        """Ask for consent, unless the same was asked for already; return the answer to the asker."""
        key = next((key for key, one in self._requests.items() if _is_same(one, request)), 0)
        if not key:
            self._last = key = self._last + 1
            self._requests[key], self._agreed[key] = request, set()
            self._tell(request, asks=request)
        missing = tuple(sorted(request.needed - self._agreed[key]))
        return NeedsConsent(request.steps, missing, request.words[request.by], self._number(request.by, key))

    def waiting(self, seat: str) -> Mapping[int, WaitingRequest]:
        """Return the requests that a seat made, or that wait for its answer, by the seat's own numbers."""
        return {
            self._number(seat, key): one
            for key, one in self._requests.items()
            if seat == one.by or (seat in one.words and seat not in self._agreed[key])
        }

    def agreed(self, seat: str, number: int) -> tuple[str, ...]:
        """Return the seats that have agreed to a request; none if no such request waits."""
        return tuple(sorted(self._agreed.get(self._key(seat, number), ())))

    def missing(self, seat: str, number: int) -> tuple[str, ...]:
        """Return the seats that have not agreed to a request yet; none if no such request waits."""
        key = self._key(seat, number)
        return tuple(sorted(self._requests[key].needed - self._agreed[key])) if key else ()

    def agree(self, seat: str, number: int, name: str = "") -> Answer | Step:
        """Agree to a request that a seat knows by this number, in the name of this or another seat at its screen.

        Once nobody's consent is missing, the request is carried out. Returns the step, or the reason why it is not
        carried out yet. If it can no longer be carried out, both seats are told only that, since the reason may be
        something that one of them does not know.
        """
        key = self._key(seat, number)
        if not key:
            return refused("not-possible", "no-longer-asked")
        request, agreed = self._requests[key], self._agreed[key]
        agreed.add(name or seat)
        if request.needed - agreed:
            self._tell(request)
            return NeedsConsent(request.steps, self.missing(seat, number), request.words[seat], number)
        self._remove(key)
        outcome = self._carry_out(request, frozenset(agreed))
        if isinstance(outcome, Step | NeedsConsent):
            return outcome
        for connection in self._session.connections:
            if connection.seat == request.by:
                connection.hear_of_consent(None, "", has_lapsed=True)
        return refused("not-possible", "request-lapsed")

    def _carry_out(self, request: WaitingRequest, agreed: frozenset[str]) -> Answer | Step:
        if request.command is None:
            return self._session.undoing.take_back(request.by, request.steps, agreed, ((ANYWAY, True),))
        return self._session.submit(request.by, request.command, request.answers, agreed=agreed)

    def refuse(self, seat: str, number: int) -> Refused | None:
        """Refuse a request, or withdraw the seat's own; return the refusal if that is not possible, else None."""
        key = self._key(seat, number)
        if not key:
            return refused("not-possible", "no-longer-asked")
        request = self._requests[key]
        self._remove(key, refused_by="" if seat == request.by else seat)
        return None

    def withdraw_after(self, step: Step) -> None:
        """Withdraw the requests that a step ends.

        A step that changes seats ends all requests. A request to undo steps ends if its asker noticed the step. A
        request about a waiting order ends if the order no longer waits. All other requests end with the phase.

        Steps that only others noticed end no request, since that would reveal them to the asker.
        """
        is_new_table = any(isinstance(change, Sit) for change in step.patch)
        for key, request in list(self._requests.items()):
            is_noticed = self._session.undoing.notices(request.by, step.seq)
            if isinstance(request.command, AllowOrder):
                is_over = request.command.order not in self._session.game.held
            else:
                is_over = turned(step) if request.command is not None else is_noticed
            if is_new_table or is_over:
                self._remove(key)

    def forget(self) -> None:
        """Forget all requests, because everybody is shown another table."""
        self._requests.clear()
        self._agreed.clear()

    def _remove(self, key: int, refused_by: str = "") -> None:
        request = self._requests.pop(key)
        del self._agreed[key]
        self._tell(request, refused_by=refused_by)

    def _tell(self, request: WaitingRequest, asks: WaitingRequest | None = None, refused_by: str = "") -> None:
        for connection in self._session.connections:
            if connection.seat in request.words:
                is_asked = asks is not None and connection.seat != request.by
                connection.hear_of_consent(
                    request if is_asked else None, refused_by if connection.seat == request.by else ""
                )

    def _number(self, seat: str, key: int) -> int:
        """Return the number of a request for a seat: it counts only those that the seat knows of."""
        known = self._known.setdefault(seat, [])
        if key not in known:
            known.append(key)
        return known.index(key) + 1

    def _key(self, seat: str, number: int) -> int:
        known = self._known.get(seat, [])
        key = known[number - 1] if 0 < number <= len(known) else 0
        return key if key in self._requests else 0


def _is_same(one: WaitingRequest, other: WaitingRequest) -> bool:
    return (one.by, one.steps, one.command, one.answers) == (other.by, other.steps, other.command, other.answers)
