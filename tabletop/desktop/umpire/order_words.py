"""Texts about waiting orders, for the person who looks at them."""

import msgspec

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.chance import NoChance, NoChanceError
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.told import Told
from tabletop.game.commands import AllowOrder, AnyCommand
from tabletop.game.decide import perform
from tabletop.game.decisions.order_decisions import order_given
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.log_sentences import Scene, wanted
from tabletop.texts import listed


class OrderWords:
    """The texts about the orders in a seat's view, at the current game time."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._clock = model.components.contact_clock
        self._now = self._clock.now(model.game.properties.get)

    def is_due(self, order: HeldOrder) -> bool:
        """Return whether an order is due."""
        return not order.due or order.due <= self._now

    def wanted(self, order: HeldOrder) -> str:
        """Return the action that an order asks for, as far as the viewer knows it."""
        game = self._model.game
        told = self._given(order) if order.command else Told("order-given", {**order.about, "order": order.kind})
        return wanted(told, Scene(game, game, self._model.titles))

    def pieces(self, order: HeldOrder) -> tuple[int, ...]:
        """Return the pieces of an order that are on the table, for the umpire."""
        if not order.command:
            return ()
        return tuple(piece for piece in self._given(order).pieces if piece in self._model.game.pieces)

    def _given(self, order: HeldOrder) -> Told:
        return order_given(msgspec.json.decode(order.command, type=AnyCommand))

    def result(self, id: int) -> str:
        """Return a sentence for the umpire on the result of allowing an order now."""
        game = self._model.game
        try:
            answer = perform(game, AllowOrder(id), self._model.seat, NoChance(), self._model.components)
        except NoChanceError:
            return tr("The result depends on dice.")
        match answer:
            case Refused():
                return tr("Can't be done now: {reason}", reason=answer.because)
            case Asks(prompt):
                return tr("Asks you first: {question}", question=prompt.question)
            case _:
                told = [self._model.in_words(told, game, answer.after) for told in answer.done.told[:-1]]
                return tr("If allowed: {lines}", lines=listed(list(filter(None, told))))

    def when(self, order: HeldOrder) -> str:
        """Return the times at which an order was given and is due."""
        given, due = " ".join(self._clock.words(order.time)), " ".join(self._clock.words(order.due))
        if not self.is_due(order):
            return tr("due {due}, given {given}", given=given, due=due) if given else tr("due {due}", due=due)
        return tr("due now, given {given}", given=given) if given else tr("due now")
