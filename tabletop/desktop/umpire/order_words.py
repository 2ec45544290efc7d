"""Texts about waiting orders, for the person who looks at them."""

import msgspec

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.chance import NoChance, NoChanceError
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.told import Told
from tabletop.game.commands import AllowOrder, AnyCommand
from tabletop.game.decide import perform
from tabletop.game.decisions.order_decisions import TAKE_BACK, order_given
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.log_sentences import Scene, wanted, worth_telling
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

    def title(self, id: int, order: HeldOrder) -> str:
        """Return the author of an order and the action that it asks for, as far as the viewer knows it."""
        return tr("{player}: {order}", player=order.seat, order=self.wanted(id, order))

    def wanted(self, id: int, order: HeldOrder) -> str:
        """Return the action that an order asks for, as far as the viewer knows it."""
        game = self._model.game
        if order.kind == TAKE_BACK:
            lines = self._undone(id)
            return tr("undo ({lines})", lines="; ".join(lines)) if lines else tr("undo")
        told = self._given(order) if order.command else Told("order-given", {**order.about, "order": order.kind})
        return wanted(told, Scene(game, game, self._model.titles))

    def _undone(self, id: int) -> list[str]:
        """Return the sentences about the steps that an order asks to undo."""
        steps = self._model.table_seat.asked_back(id).steps
        said = [self._model.in_words(told, one.before, one.after) for one in steps for told in worth_telling(one.told)]
        return [each for each in said if each]

    def others_who_know(self, id: int, order: HeldOrder) -> list[str]:
        """Return the titles of the other sides that noticed the steps that an order asks to undo, for the umpire."""
        if order.kind != TAKE_BACK:
            return []
        sides = self._model.game.sides
        knowing = self._model.table_seat.asked_back(id).knowing
        return [self._model.titles.side(sides[side]) for side in knowing if side not in order.sides]

    def pieces(self, order: HeldOrder) -> tuple[int, ...]:
        """Return the pieces of an order that are on the table, for the umpire."""
        if not order.command:
            return ()
        return tuple(piece for piece in self._given(order).pieces if piece in self._model.game.pieces)

    def command(self, order: HeldOrder) -> AnyCommand | None:
        """Return the command of an order, for the umpire; None for others, and for an undo."""
        return msgspec.json.decode(order.command, type=AnyCommand) if order.command else None

    def _given(self, order: HeldOrder) -> Told:
        return order_given(msgspec.json.decode(order.command, type=AnyCommand))

    def result(self, id: int) -> str:
        """Return a sentence for the umpire on the result of allowing an order now."""
        game = self._model.game
        if game.held[id].kind == TAKE_BACK:
            return tr("If allowed, it is undone on the present position, and all who noticed it are told.")
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

    def due(self, order: HeldOrder) -> str:
        """Return the time at which an order is due, in a few words."""
        return tr("due now") if self.is_due(order) else tr("due {due}", due=" ".join(self._clock.words(order.due)))

    def given(self, order: HeldOrder) -> str:
        """Return the time at which an order was given; "" in a game without a clock."""
        given = " ".join(self._clock.words(order.time))
        return tr("given {given}", given=given) if given else ""
