"""The choices before a battle of flights: first secret numbers and altitudes, then the places of the mission's
flights.
"""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from tabletop.desktop.air_board.drawn_panel import MIDDLE, RIGHT, DrawnPanel
from tabletop.desktop.platform.translation import tr
from tabletop.flight_page import FACINGS, LETTERS, FlightPage, berth_word, plan_word

_ROW = 54
_BERTH = 34


class SetUpPanel(DrawnPanel):
    """The numbers and altitudes that a side plans for its flights, or the places of its flights.

    The word of a click is `n:FLIGHT:NUMBER`, `a:FLIGHT:ALTITUDE` or `b:FLIGHT` (select this flight).
    """

    side = ""
    selected = ""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # the same arguments
        self.plans: dict[str, tuple[int, int]] = {}
        self.berths: dict[str, tuple[str, int]] = {}

    def plan_words(self) -> list[str]:
        """Return the answer that gives the chosen numbers and altitudes."""
        return [plan_word(flight, *chosen) for flight, chosen in self.plans.items()]

    def berth_words(self) -> list[str]:
        """Return the answer that gives the chosen places."""
        return [berth_word(*berth) for berth in self.berths.values()]

    def begin(self, page: FlightPage, side: str) -> None:
        """Propose plans or places for the flights of a side, unless these flights have some already."""
        flights = {flight.id for flight in page.flights if flight.side == side}
        plans = {plan.flight: (plan.number, plan.altitude) for plan in page.plans if plan.flight in flights}
        if plans.keys() != self.plans.keys():
            self.plans = plans
        berths = {berth.flight: (berth.hex, berth.facing) for berth in page.berths}
        if berths.keys() != self.berths.keys():
            self.berths, self.selected = berths, next(iter(berths), "")
        self.side = side

    def take(self, word: str) -> None:
        """Carry out the click that has this word."""
        kind, _, rest = word.partition(":")
        if kind == "b":
            self.selected = rest
            return
        flight, _, number = rest.rpartition(":")
        held = self.plans[flight]
        self.plans[flight] = (int(number), held[1]) if kind == "n" else (held[0], int(number))

    def put(self, hex: str, facings: int) -> None:
        """Put the selected flight into a hex, or let it change places with the flight there. Turn it clockwise by this
        many hexsides.
        """
        if self.selected not in self.berths:
            return
        old, facing = self.berths[self.selected]
        other = next((id for id, berth in self.berths.items() if berth[0] == hex and id != self.selected), "")
        if other:
            self.berths[other] = (old, self.berths[other][1])
        self.berths[self.selected] = (hex, (facing + facings) % 6)

    def tall(self, page: FlightPage) -> float:  # noqa: ARG002 - the choices are the content
        """Return the height of all rows."""
        if self.plans:
            return 40 + _ROW * len(self.plans)
        return 40 + _BERTH * len(self.berths) if self.berths else 0

    def draw(self, painter: QPainter, page: FlightPage) -> None:
        """Draw a row for each flight."""
        if self.plans:
            self._draw_plans(painter, page)
        elif self.berths:
            self._draw_berths(painter, page)

    def _draw_plans(self, painter: QPainter, page: FlightPage) -> None:
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("Number and altitude"), "ink", 12.5, bold=True)
        self.write(painter, QRectF(0, 17, self.width(), 16), tr("Secret until each flight first acts"), "ink2", 11)
        for row, plan in enumerate(one for one in page.plans if one.flight in self.plans):
            top = 40.0 + _ROW * row
            flight = page.flight(plan.flight)
            self.plane(painter, flight, QPointF(18, top + 24), 34)
            self.write(painter, QRectF(40, top, self.width() - 40, 17), flight.title, "ink", 12, bold=True)
            self.write(painter, QRectF(40, top, self.width() - 42, 17), flight.label, "ink2", 11, align=RIGHT)
            number, altitude = self.plans[plan.flight]
            left = 40.0
            for value in plan.numbers:
                self._button(
                    painter, QRectF(left, top + 19, 27, 25), str(value), f"n:{flight.id}:{value}", is_on=value == number
                )
                left += 30
            left = max(left + 12, self.width() - 96.0)
            for value in range(3):
                if value in plan.altitudes:
                    self._button(
                        painter,
                        QRectF(left, top + 19, 29, 25),
                        LETTERS[value],
                        f"a:{flight.id}:{value}",
                        is_on=value == altitude,
                    )
                left += 32

    def _draw_berths(self, painter: QPainter, page: FlightPage) -> None:
        self.write(painter, QRectF(0, 0, self.width(), 18), tr("Places of the mission"), "ink", 12.5, bold=True)
        words = tr("Click a flight, then an M hex; Q, E turn the flight")
        self.write(painter, QRectF(0, 17, self.width(), 16), words, "ink2", 11)
        for row, (id, (hex, facing)) in enumerate(self.berths.items()):
            area = QRectF(0.5, 40 + _BERTH * row, self.width() - 1, _BERTH - 4)
            is_on = id == self.selected
            self.box(
                painter, area, "warnsoft" if is_on else "raised", "sel" if is_on else "line", wide=2 if is_on else 1
            )
            self.plane(painter, page.flight(id), QPointF(area.left() + 20, area.center().y()), 26, facing=facing)
            self.write(painter, area.adjusted(42, 0, -8, 0), id, "ink", 12, bold=True)
            where = tr("{hex}, facing {facing}", hex=hex, facing=FACINGS[facing])
            self.write(painter, area.adjusted(42, 0, -8, 0), where, "ink2", 11, align=RIGHT)
            self.offer(area, f"b:{id}")

    def _button(self, painter: QPainter, area: QRectF, words: str, word: str, *, is_on: bool) -> None:
        self.box(painter, area, "accent" if is_on else "raised", "accent" if is_on else "line2")
        self.write(painter, area, words, "accentink" if is_on else "ink", 12, bold=is_on, align=MIDDLE)
        self.offer(area, word)
