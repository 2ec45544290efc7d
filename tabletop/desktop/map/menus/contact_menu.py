"""The commands on contacts that a player asks for: merge them, write on them, drop them, and make new ones."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QMenu

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.contact_words import ContactWords
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import as_entry
from tabletop.game.actions.access import seat_of
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import At, DropContacts, MergeContacts, NoteContact, ReportContact


class ContactActions:
    """The commands on contacts, asked for in a list or on the map."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def menu(self, contacts: Sequence[int]) -> QMenu:
        """Return the menu of contacts that stand in one place."""
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
        """Ask for the holder's note on a contact."""
        held = self._model.game.contacts[contact]
        question = tr("Note on {contact}:", contact=ContactWords(self._model).title(held))
        text = self._model.ask(Prompt("note", question, default=held.note, form="long-text"))
        if text is not None:
            self._model.submit(NoteContact(contact, str(text)))

    def drop(self, contacts: Sequence[int]) -> None:
        """Drop contacts."""
        self._model.submit(DropContacts(tuple(contacts)))

    def merge(self, contacts: Sequence[int]) -> None:
        """Take contacts for the same."""
        self._model.submit(MergeContacts(tuple(contacts)))

    def report(self, map_name: str, place: str = "") -> None:
        """Ask what is to be told of a place, and to whom; a player tells own sides alone."""
        model = self._model
        rules, sides = model.components.contacts, model.game.sides
        seat = seat_of(model.game, model.seat)
        kinds = [kind.id for kind in rules.kinds]
        fields = [
            Prompt("kind", tr("What is there?"), default=kinds[0] if kinds else ""),
            Prompt("place", tr("Where?"), default=place),
        ]
        if seat.umpire:
            fields.append(Prompt("sides", tr("Who is told?"), default=sides[0]))
            fields.append(Prompt("source", tr("Who reports it?"), default=""))
        claims = dict.fromkeys(name for kind in rules.kinds for name in kind.says) or {"": None}
        titles = {name: title for kind in rules.kinds for name, title in kind.says.items()}
        asked = {f"says:{name}": name for name in claims}
        fields += [Prompt(key, titles.get(name, tr("What is claimed?")), default="") for key, name in asked.items()]
        first, *rest = fields
        title = tr("Report a contact") if seat.umpire else tr("Mark a contact")
        below = tr("Kinds: {kinds}", kinds=", ".join(kinds)) if kinds else ""
        answers = model.ask_all(
            Prompt(first.key, first.question, default=first.default, also=tuple(rest), title=title, below=below)
        )
        if answers is None:
            return
        given = {key: str(value).strip() for key, value in answers}
        told = tuple(filter(None, map(str.strip, given["sides"].split(",")))) if seat.umpire else ()
        model.submit(
            ReportContact(
                given["kind"],
                At(map_name, given["place"]),
                told or tuple(sides[side] for side in seat.sides),
                {name or tr("claim"): _value(given[key]) for key, name in asked.items() if given[key]},
                given.get("source", ""),
            )
        )


def _value(text: str) -> str | int:
    """Return a claim as it is written: a number where it is one."""
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else text
