"""The session of a seat's own record of a game by mail, in which orders are drafted."""

from collections.abc import Callable, Sequence

from tabletop.game.chance import Chance, DrawnElsewhere
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.step import Answers, Step
from tabletop.game.commands import AnyCommand, DrawPieces, Reshuffle, Shuffle, TurnDeck
from tabletop.game.state.components import Components
from tabletop.journal.journal import Journal
from tabletop.session import Observer, Policy, Session, let_pass


class LaterChance(Chance):
    """The chance of a seat's record: actions that need dice wait until their orders are carried out."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - nothing is drawn
        """Raise DrawnElsewhere."""
        raise DrawnElsewhere


class DraftingSession(Session):
    """The session of a seat's own record. Actions that need dice, or cards unknown to the seat, wait."""

    def __init__(
        self,
        journal: Journal,
        components: Components,
        *,
        now_ms: Callable[[], int],
        policy: Policy = let_pass,
        observers: Sequence[Observer] = (),
    ) -> None:
        super().__init__(journal, components, now_ms=now_ms, chance=LaterChance(), policy=policy, observers=observers)

    def submit(self, by: str, command: AnyCommand, answers: Answers = ()) -> Step | Refused | Asks:
        """Carry out a command, or record it as an order that waits; see `Session.submit`."""
        if isinstance(command, DrawPieces | Reshuffle | Shuffle | TurnDeck):
            deck = self.game.holders.get(command.deck)
            if deck is not None and deck.more:
                return self.put_off(by, command, answers)
        return super().submit(by, command, answers)
