"""Words and signs for contacts, as a player sees them."""

from collections.abc import Sequence
from typing import Final

from tabletop.desktop.drawing.contact_sign import ContactSign
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.layers.contact_signs import age_words, newest_sign
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.beliefs.contact import NOWHERE, Contact
from tabletop.texts import listed, text

MOST_RINGS: Final = 4
"""The greatest age (turns) of a contact whose possible positions are shown."""


class ContactWords:
    """The words of the contacts in a seat's view, at the current game time."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._rules = model.components.contacts
        self._clock = model.components.contact_clock
        self._now = self._clock.now(model.game.properties.get)

    def sign(self, contacts: Sequence[Contact]) -> ContactSign:
        """Return the sign of the newest of some contacts in one place, with the number of the others."""
        return newest_sign(contacts, self._model.components, self._now)

    def age(self, contact: Contact) -> int:
        """Return the age of a contact in turns."""
        return self._clock.age(contact, self._now)

    def reaches(self, contact: Contact) -> tuple[int, ...]:
        """Return the greatest distance (places) that a contact could have moved by the end of each turn of its age.

        There are none if the contact is too old, or if its kind does not move.
        """
        moves, age = self._rules.kind(contact.kind).moves, self.age(contact)
        return tuple(moves * turn for turn in range(1, age + 1)) if moves and age <= MOST_RINGS else ()

    def age_words(self, age: int) -> str:
        """Return an age in words."""
        return age_words(age)

    def title(self, contact: Contact) -> str:
        """Return the claimed kind of a contact, and its place."""
        what = self._model.titles.words(self._rules.kind(contact.kind).title)
        place = self.place(contact)
        return tr("{what}, {place}", what=what, place=place) if place else what

    def place(self, contact: Contact) -> str:
        """Return the place of a contact, or else its map, by its name for the reader; "" if it has neither."""
        if contact.map == NOWHERE:
            return ""
        titles, where = self._model.titles, self._model.game.maps[contact.map]
        return titles.place(where, contact.place) if contact.place else titles.map(where)

    def claims(self, contact: Contact) -> str:
        """Return the claims as text. They are in quotes, since they may be false."""
        kind, words = self._rules.kind(contact.kind), self._model.titles.words
        names = sorted(contact.says, key=[*kind.says, *contact.says].index)
        return listed(
            [text("log-claim", claim=words(kind.says.get(name, name)), value=contact.says[name]) for name in names]
        )

    def origin(self, contact: Contact) -> str:
        """Return the source of a contact, and its time."""
        when = " ".join(self._model.time_shown(contact.time))
        said = {
            "claim": tr("reported by {source}", source=contact.source) if contact.source else tr("reported"),
            "ghost": tr("last seen"),
            "mark": tr("own mark"),
        }[contact.form]
        return tr("{origin}, {when}", origin=said, when=when) if when else said

    def lines(self, contact: Contact) -> list[str]:
        """Return everything that a side knows of one of its contacts, line by line."""
        aged = tr("{origin} ({age})", origin=self.origin(contact), age=self.age_words(self.age(contact)))
        holder = self._model.game.sides[contact.side]
        several = len(self._model.table_seat.sides) > 1
        held = [tr("Believed by {side}", side=self._model.titles.side(holder))] if several else []
        answered = self._model.game.dispatches.get(contact.answers)
        if answered is not None:
            held.append(tr("Answers: {dispatch}", dispatch="; ".join(answered.says.values())))
        return [self.title(contact), *filter(None, (self.claims(contact),)), aged, *held, *contact.note.splitlines()]
