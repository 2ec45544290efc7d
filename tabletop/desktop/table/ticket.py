"""Tickets for requests to a table."""

from collections.abc import Callable


class Ticket:
    """A request to the table.

    It is under way until it has been carried out, refused, or cancelled by the player, which counts as a refusal. If
    the connection to the table breaks, it stays under way.
    """

    def __init__(self) -> None:
        self._has_happened: bool | None = None
        self._then: list[tuple[bool, Callable[[], None]]] = []

    @property
    def is_under_way(self) -> bool:
        """True until the result is known."""
        return self._has_happened is None

    @property
    def has_happened(self) -> bool:
        """True if the request has been carried out."""
        return self._has_happened is True

    def when_done(self, does: Callable[[], None]) -> "Ticket":
        """Call a function when the request has been carried out, at once if that is already so. Return the ticket."""
        return self._when(True, does)

    def when_refused(self, does: Callable[[], None]) -> "Ticket":
        """Call a function when the request has been refused, at once if that is already so. Return the ticket."""
        return self._when(False, does)

    def when_settled(self, does: Callable[[], None]) -> "Ticket":
        """Call a function when the result is known, at once if that is already so. Return the ticket."""
        return self.when_done(does).when_refused(does)

    def _when(self, outcome: bool, does: Callable[[], None]) -> "Ticket":
        if self._has_happened is None:
            self._then.append((outcome, does))
        elif self._has_happened is outcome:
            does()
        return self

    def settle(self, *, has_happened: bool) -> None:
        """Report the result, once."""
        self._has_happened = has_happened
        then, self._then = self._then, []
        for outcome, does in then:
            if outcome is has_happened:
                does()
