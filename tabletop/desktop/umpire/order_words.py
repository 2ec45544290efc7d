"""Texts about waiting orders, for the person who looks at them."""

from typing import NamedTuple

import msgspec

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.expression import ExpressionError, LimitReached
from tabletop.game.beliefs.report_bounds import ReportBounds, bounds
from tabletop.game.chance import NoChance, NoChanceError
from tabletop.game.change.draft import Draft
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.told import Told
from tabletop.game.change.told_line import ToldLine
from tabletop.game.commands import AllowOrder, AnyCommand, Command, SendReport
from tabletop.game.decide import perform
from tabletop.game.decisions.order_decisions import REPORT, TAKE_BACK, leading, order_given
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.values import Value
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.log_sentences import wanted
from tabletop.log_titles import Scene
from tabletop.texts import listed


class ReportFigure(NamedTuple):
    """A figure of a report that waits: the claim and its title, the bounds, and the value that would be told."""

    claim: str
    title: str
    allowed: ReportBounds
    value: Value


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
        """Return the author of an order and the action that it asks for, as far as the viewer knows it.

        For the umpire, a waiting report is named by its readers and its form instead.
        """
        report = self.command(order)
        if isinstance(report, SendReport):
            rules = self._model.components.contacts.report(report.report)
            sides = listed([self._model.titles.side(side) for side in report.sides])
            what = self._model.titles.words(rules.title if rules is not None else report.report)
            return tr("Report to {sides}: {report}", sides=sides, report=what)
        return tr("{player}: {order}", player=order.seat, order=self.wanted(id, order))

    def handled(self, order: HeldOrder) -> str:
        """Return the note of the umpire who delayed an order; "" if there is none.

        If this umpire is not the viewer, the text begins with "Delayed by" and the umpire's name.
        """
        if not order.by or order.by == self._model.seat:
            return order.word
        if not order.word:
            return tr("Delayed by {player}", player=order.by)
        return tr("Delayed by {player}: {word}", player=order.by, word=order.word)

    def answered(self, player: str, id: int, order: HeldOrder) -> str:
        """Return a sentence about an order that another umpire has answered and that no longer waits."""
        if order.kind == TAKE_BACK:
            return tr("{umpire} has answered {player}: undo", umpire=player, player=order.seat)
        return tr("{umpire} has answered {order}", umpire=player, order=self.title(id, order))

    def wanted(self, id: int, order: HeldOrder) -> str:
        """Return the action that an order asks for, as far as the viewer knows it."""
        if order.kind == TAKE_BACK:
            lines = self._undone(id)
            return tr("undo ({lines})", lines="; ".join(lines)) if lines else tr("undo")
        told = self._given(order) if order.command else Told("order-given", {"order": order.kind, **order.about})
        return wanted(told, self._scene(told))

    def _scene(self, told: Told) -> Scene:
        """Return the things that a message names, as they are in the present position."""
        game, titles = self._model.game, self._model.titles
        return Scene(ToldLine.between(told, game, game, titles.piece), titles)

    def _undone(self, id: int) -> list[str]:
        """Return the sentences about the steps that an order asks to undo."""
        said = (line.text for one in self._model.asked_back(id).steps for line in self._model.lines_of(one))
        return list(filter(None, said))

    def others_who_know(self, id: int, order: HeldOrder) -> list[str]:
        """Return the titles of the other sides that noticed the steps that an order asks to undo, for the umpire."""
        if order.kind != TAKE_BACK:
            return []
        sides = self._model.game.sides
        knowing = self._model.asked_back(id).knowing
        return [self._model.titles.side(sides[side]) for side in knowing if side not in order.sides]

    def pieces(self, order: HeldOrder) -> tuple[int, ...]:
        """Return the pieces of an order that are on the table, for the umpire; none for others."""
        if not order.command:
            return ()
        return tuple(piece for piece in self._given(order).pieces if piece in self._model.game.pieces)

    def command(self, order: HeldOrder) -> AnyCommand | None:
        """Return the command of an order, for the umpire; None for others, and for an undo."""
        return msgspec.json.decode(order.command, type=AnyCommand) if order.command else None

    def leading(self, order: HeldOrder) -> Command | None:
        """Return the main command of an order, for the umpire (for example the move without its costs); None for
        others, and for an undo.
        """
        command = self.command(order)
        return leading(command) if command is not None else None

    def _given(self, order: HeldOrder) -> Told:
        return order_given(msgspec.json.decode(order.command, type=AnyCommand), self._model.components.maps)

    def figures(self, order: HeldOrder) -> list[ReportFigure]:
        """Return the figures of a report that waits, with the present truth and bounds; none for another order.

        A figure whose bounds cannot be calculated is left out.
        """
        report = self.command(order)
        rules = self._model.components.contacts.report(report.report) if isinstance(report, SendReport) else None
        if not isinstance(report, SendReport) or rules is None:
            return []
        kind = self._model.components.contacts.kind(rules.contact)
        reading = PropertyReader(Draft(self._model.game), self._model.components, (), self._model.seat, sees_all=True)
        pieces = tuple(piece for piece in report.of if piece in self._model.game.pieces)
        found = []
        for field in rules.fields:
            try:
                allowed = bounds(field, pieces, reading)
            except (ExpressionError, LimitReached):
                continue
            title = self._model.titles.words(kind.says.get(field.claim, field.claim))
            found.append(ReportFigure(field.claim, title, allowed, report.says.get(field.claim)))
        return found

    def _result_of_report(self, order: HeldOrder) -> str:
        """Return sentences on the reported pieces, their place, and the proposed figures; "" for other orders."""
        report = self.command(order)
        if not isinstance(report, SendReport):
            return ""
        game = self._model.game
        pieces = tuple(piece for piece in report.of if piece in game.pieces)
        called = self._scene(Told(REPORT, pieces=pieces)).called(pieces)
        where = game.holder_of(pieces[0]) if pieces else None
        on_map = where is not None and where.map >= 0
        place = self._model.titles.place(game.maps[where.map], where.place) if where is not None and on_map else ""
        about = tr("{pieces} at {place}.", pieces=called, place=place) if place else called
        why = tr(
            "The rules propose these figures within the bounds. A report on the same counters this turn repeats the"
            " figures that you send."
        )
        return " ".join(filter(None, (about, why)))

    def result(self, id: int) -> str:
        """Return a sentence for the umpire on the result of allowing an order now."""
        game = self._model.game
        if game.held[id].kind == REPORT:
            return self._result_of_report(game.held[id])
        if game.held[id].kind == TAKE_BACK:
            return tr(
                "If you allow this, the action is undone in the present position, and everyone who noticed it is told."
            )
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
        return tr("due now") if self.is_due(order) else tr("due {due}", due=" ".join(self._model.time_shown(order.due)))

    def given(self, order: HeldOrder) -> str:
        """Return the time at which an order was given; "" in a game without a clock."""
        given = " ".join(self._model.time_shown(order.time))
        return tr("given {given}", given=given) if given else ""
