"""The commands on contacts: merge them, write notes on them, drop them, make new ones; umpires also send reports."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QMenu

from tabletop.desktop.contacts.contact_words import ContactWords
from tabletop.desktop.map.tools.place_tool import PickPlace
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.table.ticket import Ticket
from tabletop.desktop.widgets.panel_parts import as_entry
from tabletop.desktop.widgets.prompts import ClickAnswer
from tabletop.expression import ExpressionError, LimitReached
from tabletop.game.actions.access import seat_of
from tabletop.game.beliefs.report_bounds import ReportBounds, bounds
from tabletop.game.beliefs.report_rules import ReportRules
from tabletop.game.change.draft import Draft
from tabletop.game.change.outcome import Choice, Prompt
from tabletop.game.change.step import Answers
from tabletop.game.commands import At, DropContacts, MergeContacts, NoteContact, ReportContact, SendReport
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.values import NOBODY, Value

_MOST_NUMBERS: Final = 60
"""The greatest range of figures that are offered in a list. In a larger range the umpire types the figure."""


class ContactActions:
    """The commands on contacts, started from a list or the map."""

    def __init__(
        self, model: TableModel, selected: Callable[[], Sequence[int]] = tuple, pick: PickPlace | None = None
    ) -> None:
        """Make the actions. `selected` returns the pieces that the umpire can report, and `pick` lets a place be
        clicked.
        """
        self._model = model
        self._selected = selected
        self._pick = pick

    def menu(self, contacts: Sequence[int]) -> QMenu:
        """Return the menu of these contacts. If there are several, each has a submenu."""
        game, words = self._model.game, ContactWords(self._model)
        menu = QMenu()
        menu.setToolTipsVisible(True)
        for id in contacts:
            contact = game.contacts[id]
            one = menu.addMenu(as_entry(words.title(contact))) if len(contacts) > 1 else menu
            for line in words.lines(contact):
                one.addAction(as_entry(line)).setEnabled(False)
            one.addSeparator()
            one.addAction(tr("Write a note…"), partial(self.note, id))
            one.addAction(tr("Drop contact"), partial(self.drop, (id,)))
            others = [other for other in game.contacts if other != id and game.contacts[other].side == contact.side]
            if others:
                with_ = one.addMenu(tr("Merge with"))
                for other in others:
                    said = f"{words.title(game.contacts[other])} ({words.age_words(words.age(game.contacts[other]))})"
                    with_.addAction(as_entry(said), partial(self.merge, (id, other)))
        return menu

    def note(self, contact: int) -> None:
        """Let the player write a note on a contact."""
        held = self._model.game.contacts[contact]
        question = tr("Note on {contact}:", contact=ContactWords(self._model).title(held))
        text = self._model.ask(Prompt("note", question, default=held.note, form="long-text"))
        if text is not None:
            self._model.submit(NoteContact(contact, str(text)))

    def drop(self, contacts: Sequence[int]) -> None:
        """Drop contacts."""
        self._model.submit(DropContacts(tuple(contacts)))

    def merge(self, contacts: Sequence[int]) -> None:
        """Merge contacts into one."""
        self._model.submit(MergeContacts(tuple(contacts)))

    def new(self, map_name: str, side: str = "", place: str = "", answers: int = NOBODY) -> None:
        """Ask for a new contact; `place` is the default place on the map.

        An umpire sends a report on the selected pieces instead, if the game has forms for reports. The forms that can
        be filled now come first. Without selected pieces or a place, a form that needs no pieces asks for a click on
        its place, if places can be clicked here. `side` is the default for the side that is told. The report `answers`
        a dispatch, if one is given.
        """
        forms = self._model.components.contacts.reports
        if not (forms and seat_of(self._model.game, self._model.seat).umpire):
            self.report(map_name, place)
            return
        forms = tuple(sorted(forms, key=self._lacks_pieces))
        begin = partial(self._begin, map_name, side=side, place=place, answers=answers)
        if len(forms) == 1:
            begin(forms[0])
            return

        def chosen(given: Answers) -> Ticket:
            ticket, ((_, id),) = Ticket(), given
            ticket.settle(has_happened=begin(next(form for form in forms if form.id == id)))
            return ticket

        choices = tuple(Choice(form.id, self._title(form)) for form in forms)
        card = Prompt("report", tr("Which report?"), choices, default=forms[0].id, title=tr("Send a report or contact"))
        self._model.ask_beside(card, chosen, {})

    def _begin(self, map_name: str, form: ReportRules, *, side: str, place: str, answers: int) -> bool:
        """Ask for the place of a report if it is missing, and then for the content. Return False if counters must be
        selected first.
        """
        if self._lacks_pieces(form):
            title = self._model.titles.words(form.title)
            self._model.refused.emit(tr("First select the counters that “{form}” reports.", form=title))
            return False
        if self._pick is not None and not self._selected() and not place:
            self._pick(lambda name, place: self.send(name, form, place, side, answers))
        else:
            self.send(map_name, form, "" if self._selected() else place, side, answers)
        return True

    def _lacks_pieces(self, form: ReportRules) -> bool:
        return not form.invented and not self._selected()

    def _title(self, form: ReportRules) -> str:
        """Return the title of a form, with the thing that is still missing for it."""
        title = self._model.titles.words(form.title)
        return tr("{form} (select counters first)", form=title) if self._lacks_pieces(form) else title

    def send(self, map_name: str, form: ReportRules, place: str = "", side: str = "", answers: int = NOBODY) -> None:
        """Ask for the content of a report on the selected pieces or at a place, and send it. `place` and `side` are
        defaults that can be changed. The report `answers` a dispatch, if one is given.
        """
        model, pieces = self._model, tuple(self._selected())
        words, kind = model.titles.words, model.components.contacts.kind(form.contact)
        reading = PropertyReader(Draft(model.game), model.components, (), model.seat, sees_all=True)
        where = tr("Where?") if form.within or not pieces else tr("Where? (true place)")
        fields = [
            self._who_is_told(side),
            Prompt("source", tr("Who reports it?"), default=""),
            Prompt("place", where, self._places(map_name, tr("the true place") if pieces else ""), default=place),
        ]
        if form.late:
            fields.append(Prompt("late", tr("How many turns late?"), default=0, form="ticks", most=form.late))
        for field in form.fields:
            try:
                allowed = bounds(field, pieces, reading)
            except (ExpressionError, LimitReached) as mistake:
                model.refused.emit(str(mistake))
                return
            title = words(kind.says.get(field.claim, field.claim))
            said = tr(
                "{claim} (true: {truth}; allowed: {allowed})", claim=title, truth=allowed.truth, allowed=allowed.words
            )
            question = title if allowed.truth is None else said
            fields.append(Prompt(f"says:{field.claim}", question, _figures(allowed), default=""))
        first, *rest = fields
        about = tr("About {count} selected {count:counter|counters}", count=len(pieces)) if pieces else ""
        card = replace(first, also=tuple(rest), title=words(form.title), below=about)

        def filled(fields: Answers) -> Ticket:
            given = {key: str(value).strip() for key, value in fields}
            return model.submit(
                SendReport(
                    form.id,
                    _sides(given["sides"]),
                    pieces,
                    At(map_name, given["place"]) if given["place"] else None,
                    {f.claim: _value(text) for f in form.fields if (text := given[f"says:{f.claim}"])},
                    given["source"],
                    int(given.get("late", 0)),
                    answers,
                )
            )

        model.ask_beside(card, filled, self._clicks(map_name) if form.within or not pieces else {})

    def _clicks(self, map_name: str) -> dict[str, ClickAnswer]:
        """Return the function that lets the place of a report be clicked on a map."""
        pick = self._pick
        if pick is None:
            return {}

        def click(take: Callable[[Value], None]) -> None:
            pick(lambda name, place: take(place) if name == map_name else self._say_other_map(map_name))

        return {"place": click}

    def _say_other_map(self, map_name: str) -> None:
        said = tr("This report is about a place of the map “{map}”.", map=self._model.titles.map(map_name))
        self._model.refused.emit(said)

    def _who_is_told(self, usual: str = "") -> Prompt:
        """Return the question for the sides that are told: one of them (`usual` at first), or all."""
        model, sides = self._model, self._model.game.sides
        choices = [Choice(side, model.titles.side(side)) for side in sides]
        if len(sides) > 1:
            choices.append(Choice(",".join(sides), tr("All sides")))
        return Prompt("sides", tr("Who is told?"), tuple(choices), default=usual or sides[0])

    def _places(self, map_name: str, none: str = "") -> tuple[Choice, ...]:
        """Return the places of a map by their names for the reader, after the words for no place."""
        board, titles = self._model.components.maps[map_name], self._model.titles
        named = sorted((titles.place(map_name, place), place) for place in board.places())
        return (Choice("", none), *(Choice(place, title) for title, place in named))

    def report(self, map_name: str, place: str = "") -> None:
        """Ask for a contact, with `place` as the default place, and add it.

        An umpire also gives its source, and the sides that get it. A player marks it for all of their own sides.
        """
        model = self._model
        rules, sides = model.components.contacts, model.game.sides
        seat = seat_of(model.game, model.seat)
        kinds = tuple(Choice(kind.id, model.titles.words(kind.title)) for kind in rules.kinds)
        fields = [
            Prompt("kind", tr("What is there?"), kinds, default=kinds[0].value if kinds else ""),
            Prompt("place", tr("Where?"), self._places(map_name), default=place),
        ]
        if seat.umpire:
            fields.append(self._who_is_told())
            fields.append(Prompt("source", tr("Who reports it?"), default=""))
        claims = dict.fromkeys(name for kind in rules.kinds for name in kind.says) or {"": None}
        titles = {name: model.titles.words(title) for kind in rules.kinds for name, title in kind.says.items()}
        asked = {f"says:{name}": name for name in claims}
        fields += [Prompt(key, titles.get(name, tr("What is claimed?")), default="") for key, name in asked.items()]
        first, *rest = fields
        title = tr("Report a contact") if seat.umpire else tr("Mark a contact")
        answers = model.ask_all(replace(first, also=tuple(rest), title=title))
        if answers is None:
            return
        given = {key: str(value).strip() for key, value in answers}
        told = _sides(given["sides"]) if seat.umpire else ()
        model.submit(
            ReportContact(
                given["kind"],
                At(map_name, given["place"]),
                told or tuple(sides[side] for side in seat.sides),
                {name or tr("claim"): _value(given[key]) for key, name in asked.items() if given[key]},
                given.get("source", ""),
            )
        )


def _figures(allowed: ReportBounds) -> tuple[Choice, ...]:
    """Return the choices for a figure of a report: a draw by the program, or one of the numbers within the bounds.

    There are none for free text, or if there are too many numbers.
    """
    if allowed.least is None or allowed.most is None or not 0 <= allowed.most - allowed.least <= _MOST_NUMBERS:
        return ()
    numbers = (Choice(number, str(number)) for number in range(allowed.least, allowed.most + 1))
    return (Choice("", tr("drawn by the program")), *numbers)


def _sides(text: str) -> tuple[str, ...]:
    """Return the sides in a text that separates them by commas."""
    return tuple(filter(None, map(str.strip, text.split(","))))


def _value(text: str) -> str | int:
    """Return the value of a claim from its text: a number if the text is one."""
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else text
