"""Texts about dispatches, and the order in which they need attention, for the person who looks at them."""

from typing import Final, Literal, NamedTuple, TypeAlias

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.actions.access import seat_of
from tabletop.game.beliefs.contact import Contact
from tabletop.game.umpire.dispatch import Addressee, Dispatch
from tabletop.game.umpire.dispatch_delivery import has_umpire
from tabletop.log_sentences import addressee_words

PointState: TypeAlias = Literal["passed", "here", "planned", "unknown"]
"""The states of a point of a dispatch's way: passed, the courier is here, planned, or not known to the viewer."""

_ORDER: Final = {"written": 0, "under-way": 1, "arrived": 2, "lost": 3}


class WayPoint(NamedTuple):
    """A point of a dispatch's way: its words, the time there ("" if it is not known), and its state."""

    words: str
    time: str
    state: PointState


class DispatchWords:
    """The texts about the dispatches in a seat's view, at the current game time."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._rules = model.components.contacts
        self._clock = model.components.contact_clock
        seat = seat_of(model.game, model.seat)
        self._sides = tuple(model.table_seat.sides) if model.is_watching else seat.sides
        self.is_umpire = seat.umpire and not model.is_watching

    def due(self, side: int | None = None) -> list[tuple[int, Dispatch]]:
        """Return the dispatches that need attention, the next one on top.

        First come those that wait for the umpire, and those to the umpire that are unread; then come those under way.
        With a `side`, return only those that it has written.
        """
        found = [one for one in self._of(side) if self._is_due(one[1])]
        return sorted(found, key=lambda one: (one[1].state == "under-way", self._time_of(one[1]), one[0]))

    def _is_due(self, dispatch: Dispatch) -> bool:
        return dispatch.state in ("written", "under-way") or (self.is_umpire and self.is_unread(dispatch))

    def all(self, side: int | None = None) -> list[tuple[int, Dispatch]]:
        """Return all dispatches of a view, the first to need attention on top; with a `side`, only its own."""
        opened = self.due(side)
        known = {id for id, _ in opened}
        rest = [one for one in self._of(side) if one[0] not in known]
        return [*opened, *sorted(rest, key=lambda one: (_ORDER[one[1].state], -one[0]))]

    def received(self) -> list[tuple[int, Dispatch]]:
        """Return the dispatches that have arrived for the viewer, the latest arrival on top."""
        found = [one for one in self._model.game.dispatches.items() if self.is_received(one[1])]
        return sorted(found, key=lambda one: (self._clock.order(one[1].arrived), one[0]), reverse=True)

    def written(self) -> list[tuple[int, Dispatch]]:
        """Return the dispatches of the view that have not arrived for the viewer, the latest first.

        For a player, these are the dispatches that the player's own sides have written.
        """
        found = [one for one in self._model.game.dispatches.items() if not self.is_received(one[1])]
        return sorted(found, reverse=True, key=lambda one: one[0])

    def _of(self, side: int | None) -> list[tuple[int, Dispatch]]:
        return [one for one in self._model.game.dispatches.items() if side is None or side in one[1].sides]

    def _time_of(self, dispatch: Dispatch) -> tuple[object, ...]:
        return self._clock.order(dispatch.due if dispatch.state == "under-way" else dispatch.time)

    def is_received(self, dispatch: Dispatch) -> bool:
        """Return whether a dispatch has arrived for the viewer."""
        if dispatch.state != "arrived":
            return False
        return not dispatch.readers if self.is_umpire else dispatch.is_for(self._sides)

    def is_unread(self, dispatch: Dispatch) -> bool:
        """Return whether a dispatch has arrived for the viewer, who has not read it."""
        return self.is_received(dispatch) and self._model.seat not in dispatch.read

    def takes_reports(self, dispatch: Dispatch) -> bool:
        """Return whether the viewer can answer a dispatch by a report: an umpire can, if its author has a side and the
        game has forms for reports.
        """
        return self.is_umpire and bool(dispatch.sides and self._rules.reports)

    def is_carried(self, dispatch: Dispatch) -> bool:
        """Return whether a dispatch waits for the umpire although the program could carry it: its form has a delay, and
        need not wait.
        """
        form = self._rules.dispatch_form(dispatch.form)
        return dispatch.state == "written" and dispatch.takes is not None and not form.held

    def title(self, dispatch: Dispatch) -> str:
        """Return the form of a dispatch, its author and its addressee."""
        form = self._model.titles.words(self._rules.dispatch_form(dispatch.form).title)
        author = dispatch.sender or dispatch.seat
        return tr("{form} from {author} to {to}", form=form, author=author, to=self.to(dispatch.to))

    def to(self, to: Addressee) -> str:
        """Return an addressee in words."""
        return addressee_words(to.kind, to.name, self._model.titles)

    def point(self, dispatch: Dispatch) -> tuple[str, int, int] | None:
        """Return the map and the point (map pixels) that a dispatch is about, or those of the piece that it is
        addressed to; None if it has neither.
        """
        game, piece = self._model.game, dispatch.to.piece
        if dispatch.map >= 0:
            return game.maps[dispatch.map], dispatch.x, dispatch.y
        lying = game.lying(piece) if piece in game.pieces else None
        return (game.maps[lying.map], lying.x, lying.y) if lying is not None and lying.map >= 0 else None

    def place(self, dispatch: Dispatch) -> str:
        """Return the title of the place that a dispatch is about, or else of the map; "" if it is about neither."""
        if dispatch.map < 0:
            return ""
        titles, where = self._model.titles, self._model.game.maps[dispatch.map]
        return titles.place(where, dispatch.place) if dispatch.place else titles.map(where)

    def texts(self, id: int) -> list[str]:
        """Return the texts of a dispatch line by line, with the titles of fields if there are several.

        After them come the place that it is about, the texts that arrive if the umpire has changed them, the dispatch
        that it answers, the reports that answer it, and a word of the umpire.
        """
        dispatch = self._model.game.dispatches[id]
        lines = self._fields(dispatch, dispatch.says)
        if (place := self.place(dispatch)) != "":
            lines.append(tr("About {place}", place=place))
        if dispatch.told is not None:
            told = "; ".join(self._fields(dispatch, dispatch.told))
            lines.append(tr("Arrives as: {text}", text=told or tr("nothing")))
        answered = self._model.game.dispatches.get(dispatch.answers)
        if answered is not None:
            lines.append(tr("Answers: {dispatch}", dispatch="; ".join(self._fields(answered, answered.says))))
        reports = [one for one in self._model.game.contacts.values() if one.answers == id]
        lines += [tr("Answered by a report: {contact}", contact=self._reported(one)) for one in reports]
        return [*lines, *filter(None, (dispatch.word,))]

    def _reported(self, contact: Contact) -> str:
        """Return the kind of a reported contact, its place and the time of the report."""
        titles, where = self._model.titles, self._model.game.maps[contact.map]
        kind = titles.words(self._rules.kind(contact.kind).title)
        said = tr("{kind} at {place}", kind=kind, place=titles.place(where, contact.place))
        return ", ".join(filter(None, (said, *self._since_shared(contact.time, 2))))

    def _fields(self, dispatch: Dispatch, says: dict[str, str]) -> list[str]:
        fields, words = self._rules.dispatch_form(dispatch.form).fields, self._model.titles.words
        if len(fields) < 2:
            return [text for text in says.values() if text]
        return [tr("{field}: {text}", field=words(fields.get(name, name)), text=text) for name, text in says.items()]

    def when(self, dispatch: Dispatch) -> str:
        """Return the state of a dispatch, with the time at which it is due or has arrived, if that is known."""
        if dispatch.state == "written":
            return tr("waits for the umpire") if has_umpire(self._model.game) else tr("not sent yet")
        if dispatch.state == "lost":
            return tr("lost")
        if dispatch.state == "under-way":
            due = self._dated(dispatch.due)
            return tr("due {time}", time=due) if due else tr("under way")
        at = self._dated(dispatch.arrived)
        return tr("arrived {time}", time=at) if at else tr("arrived")

    def _dated(self, time: tuple[int, ...]) -> str:
        """Return a time for a sentence: "now", or its last two parts or more; "" if it is not known."""
        is_now = bool(time) and time == self._clock.now(self._model.game.properties.get)
        return tr("now") if is_now else ", ".join(self._since_shared(time, 2))

    def way(self, dispatch: Dispatch) -> list[WayPoint]:
        """Return the points of the way of a dispatch, as far as the viewer knows them."""
        is_there = dispatch.state == "arrived"
        knows = self.is_umpire or is_there
        read = next(iter(dispatch.read.values()), None)
        waits = dispatch.state == "written"
        courier: PointState = "planned" if waits else "passed" if is_there else "here"
        arrival: PointState = "passed" if is_there else "planned" if knows and dispatch.due else "unknown"
        reading: PointState = "passed" if dispatch.read else "planned" if is_there else "unknown"
        return [
            WayPoint(tr("written"), self._at(dispatch.time), "passed"),
            WayPoint(tr("lost") if dispatch.state == "lost" else tr("courier"), "", courier),
            WayPoint(tr("arrived") if is_there else tr("arrives"), self._at(dispatch.arrived or dispatch.due), arrival),
            WayPoint(tr("read"), self._at(read or ()), reading),
        ]

    def _at(self, time: tuple[int, ...]) -> str:
        """Return a time in few words, for a narrow caption."""
        return " ".join(self._since_shared(time, 1))

    def _since_shared(self, time: tuple[int, ...], fewest: int) -> tuple[str, ...]:
        """Return the parts of a time in words, without the first ones (for example the year) that are the same now; but
        at least the `fewest` last ones.
        """
        now = self._model.time_shown(self._clock.now(self._model.game.properties.get))
        words = self._model.time_shown(time)
        shared = 0
        while shared < min(len(words), len(now)) - fewest and words[shared] == now[shared]:
            shared += 1
        return words[shared:]
