"""The umpire's facts about a table: the view of each side, the differences, and who has seen what.

All of them are worked out from the view of the umpire, or of the observer of a replay, who sees everything.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tabletop.desktop.contacts.contact_words import ContactWords
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import HISTORY, TableModel
from tabletop.game.beliefs.belief_differences import BeliefDifference, DifferenceKind, differences
from tabletop.game.beliefs.force_knowledge import Force, ForceKnowledge, PastSight, SightHistory, forces, knowledge
from tabletop.game.side_cells import side_of
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import seen_game
from tabletop.game.state.game import Game

DeskView: TypeAlias = int
"""A view at the umpire's desk: a side by its index, `TRUTH` or `EVERYTHING`."""

TRUTH: Final = -1
"""The view that shows only the truth."""

EVERYTHING: Final = -2
"""The view of the truth with all contacts, and with the differences marked."""

UNDER_WAY: Final = "…"
"""The text for facts that the table has not told yet."""

MOST_SIDES: Final = 6
"""The most sides whose views have a key."""


def name_of_difference(kind: DifferenceKind) -> str:
    """Return the name of a kind of difference."""
    return {
        "strength": tr("strength"),
        "place": tr("place"),
        "unknown": tr("not known"),
        "invented": tr("does not exist"),
    }[kind]


class DeskFacts:
    """The facts at the current position, each worked out once when it is first asked for."""

    def __init__(self, model: TableModel, arrived: Callable[[], None]) -> None:
        """Make the facts of a table. If the table does not tell the record of sight at once, `arrived` is called when
        it has told it.
        """
        self._model = model
        self._arrived = arrived
        self._record: SightHistory | None = None
        self._record_asked: object | None = None
        self._forget()

    def _forget(self) -> None:
        self._game = self._model.game
        self._seen: dict[int, Game] = {}
        self._differences: tuple[BeliefDifference, ...] | None = None
        self._forces: list[Force] | None = None
        self._words: ContactWords | None = None

    def begin(self) -> None:
        """Forget everything, because the view was replaced."""
        self._record = self._record_asked = None
        self._forget()

    def follow(self) -> None:
        """Add the latest step to the `record`."""
        news = self._model.news
        if self._record is not None and news is not None and self.is_open:
            self._record.follow(news.before, news.after)

    @property
    def is_open(self) -> bool:
        """True for an umpire, and for the observer of a replay of a moderated game that shows all sides."""
        game = self._model.game
        if self._model.review is not None:
            is_moderated = bool(game.contacts) or any(seat.umpire for seat in game.seats.values())
            return self._model.sees_all and is_moderated
        seat = game.seats.get(self._model.seat)
        return seat is not None and seat.umpire and not self._model.is_watching

    @property
    def game(self) -> Game:
        """The game as it truly is."""
        self._keep_up()
        return self._game

    def _keep_up(self) -> None:
        """Forget everything about an older position."""
        if self._game is not self._model.game:
            self._forget()

    @property
    def sides(self) -> range:
        """The sides, by their indices."""
        return range(len(self.game.sides))

    def seen(self, side: int) -> Game:
        """Return the game as a side sees it; its pieces have their true numbers, except those seen from their backs."""
        game = self.game
        if side not in self._seen:
            shut = self._model.components.shut_to((game.sides[side],))
            self._seen[side] = seen_game(game, Audience((side,), shut))
        return self._seen[side]

    @property
    def differences(self) -> tuple[BeliefDifference, ...]:
        """The differences between the truth and the beliefs of all sides; none for a viewer without the desk."""
        game = self.game
        if self._differences is None:
            self._differences = differences(game, self.sides, self._model.components) if self.is_open else ()
        return self._differences

    def lettered(self, view: DeskView) -> list[BeliefDifference]:
        """Return the differences of a side's view, or of all sides for any other view, one for each letter."""
        marked = {one.letter: one for one in reversed(self.differences) if view < 0 or one.side == view}
        return list(marked.values())[::-1]

    @property
    def forces(self) -> list[Force]:
        """The forces that not everybody sees; none for a viewer without the desk."""
        game = self.game
        if self._forces is None:
            self._forces = forces(game) if self.is_open else []
        return self._forces

    def knowledge(self, force: Force, side: int) -> ForceKnowledge:
        """Return the knowledge of a side about a force."""
        return knowledge(self.game, force, side, self.record)

    @property
    def record(self) -> SightHistory:
        """The record of the pieces that each side has seen in the last steps; empty until the table has told it."""
        if self._record is None and self._record_asked is None:
            self._ask_record()
        return self._record or SightHistory(self._model.components)

    @property
    def is_recorded(self) -> bool:
        """True if the table has told the record of sight."""
        return self._record is not None

    def _ask_record(self) -> None:
        asked, is_late = object(), False
        self._record_asked = asked

        def hear(past: PastSight) -> None:
            if asked is self._record_asked:
                self._record, self._record_asked = SightHistory(self._model.components, past), None
                if is_late:
                    self._arrived()

        self._model.table_seat.sightings(HISTORY, hear)
        is_late = True

    # words

    @property
    def words(self) -> ContactWords:
        """The texts about contacts at the current position."""
        self._keep_up()
        if self._words is None:
            self._words = ContactWords(self._model)
        return self._words

    def title(self, side: int) -> str:
        """Return the title of a side."""
        return self._model.titles.side(self.game.sides[side])

    def name(self, pieces: Sequence[int]) -> str:
        """Return the name of a force: that of its top piece, and the number of the others."""
        first = self.game.kind_of(pieces[0]).name
        called = self._model.titles.words(first)
        return tr("{piece} and {count} more", piece=called, count=len(pieces) - 1) if pieces[1:] else called

    def place(self, map: int, place: str) -> str:
        """Return the name of a place; that of the map if `place` is ""."""
        name = self.game.maps[map]
        return self._model.titles.place(name, place) if place else self._model.titles.map(name)

    def known_in_brief(self, known: ForceKnowledge) -> str:
        """Return a few words about a side's knowledge of a force of others; "" if it knows nothing, or if the force is
        its own.
        """
        match known.how:
            case "seen":
                return tr("now")
            case "back":
                return tr("back only")
            case "screen":
                return tr("screen")
        if known.time is None:
            return ""
        age = self.age(known.time)
        return tr("told {age}", age=age) if known.how == "told" else age

    def in_brief(self, force: Force) -> list[tuple[int, str]]:
        """Return the sides that know of a force of others, each with a few words about its knowledge.

        Of several cells of one side that know the same, only the first is named.
        """
        found: dict[tuple[str, str], int] = {}
        for side in self.sides:
            words = self.known_in_brief(self.knowledge(force, side))
            if words:
                found.setdefault((side_of(self.game.sides[side]), words), side)
        return [(side, words) for (_, words), side in found.items()]

    def known_in_words(self, known: ForceKnowledge) -> str:
        """Return a text about a side's knowledge of a force, with the claims of the side's newest contact with it."""
        match known.how:
            case "own":
                return tr("own")
            case "never":
                return tr("never seen") if self.is_recorded else UNDER_WAY
            case "lost":
                said = tr("seen {age}", age=self.known_in_brief(known))
            case _:
                said = self.known_in_brief(known)
        contact = self.game.contacts.get(known.contact)
        claims = self.words.claims(contact) if contact is not None else ""
        return tr("{said}: {claims}", said=said, claims=claims) if claims else said

    def time(self, time: tuple[int, ...]) -> str:
        """Return a game time in full, or its age if the game has no clock that shows it."""
        return " ".join(self._model.time_shown(time)) or self.age(time)

    def age(self, time: tuple[int, ...]) -> str:
        """Return the age of a game time in words."""
        clock = self._model.components.contact_clock
        turns = clock.turns_since(time, clock.now(self.game.properties.get))
        return tr("{count} {count:turn|turns} ago", count=turns) if turns else tr("this turn")
