"""The components of a game: maps, kinds by key, trackers, options.

They are made from a module, and play never changes them.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from msgspec import Struct

from tabletop.board import Map
from tabletop.board.place_properties import parted_name
from tabletop.game.beliefs.contact_rules import ContactClock, ContactRules
from tabletop.game.procedures import Procedures
from tabletop.game.state.deck import Counted, DeckRules
from tabletop.game.state.game import IN_SETUP
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import OF_MAPS, USUAL, MapHabits
from tabletop.game.state.tracker import Tracker
from tabletop.game.state.values import Value


def no_procedures() -> Procedures | None:
    """Return None: the table has no rules assistant."""
    return None


def called(words: str, seat: str, side: str) -> str:
    """Return the title of a player.

    In the template `words`, `{Seat}` is replaced by the player's name, and `{SeatSide}` by the side. An empty template
    gives the name alone.
    """
    return words.replace("{Seat}", seat).replace("{SeatSide}", side).strip() or seat


class Components(Struct, frozen=True):
    """The components of a game module, for `decide` and for the window.

    `maps` are the maps of play by name, with points in map pixels. `kinds` are the kinds of the counter tray, by key.
    `trackers` are the turn trackers by name. On the maps `apart` each side stacks on its own: a piece joins no stack
    whose top piece belongs to another side. `habits` are those of maps on which pieces lie or move differently from the
    default. `stack_keys` are all keys that move a piece within its stack on one of these maps. `window_keys` are the
    keys on which the window does something of its own.

    `table` has the traits of the table itself, which its buttons use. `decks` has the rules of decks, by name.
    `deck_counts` are the properties that count their cards. `options` are the options that the module declares, by id;
    if it declares none, any option may have any value. `clocks` are the sides that have one. `called` is the form of
    players' titles, for the function of that name.

    `procedures` gives the procedures of a rules assistant, if there is one at the table. It is asked when a procedure
    must be run. If mistakes are `forgiven`, an expression that fails is ignored and reported; otherwise it ends the
    action. `contacts` are the rules of the game's contacts.
    """

    maps: Mapping[str, Map]
    kinds: Mapping[str, Kind]
    trackers: Mapping[str, Tracker]
    apart: frozenset[str] = frozenset()
    habits: Mapping[str, MapHabits] = MappingProxyType({})
    table: Kind | None = None
    decks: Mapping[str, DeckRules] = MappingProxyType({})
    deck_counts: Mapping[str, Counted] = MappingProxyType({})
    options: Mapping[str, OptionRules] = MappingProxyType({})
    clocks: tuple[str, ...] = ()
    called: str = ""
    procedures: Callable[[], Procedures | None] = no_procedures
    stack_keys: frozenset[str] = frozenset()
    window_keys: frozenset[str] = frozenset()
    forgiven: bool = False
    contacts: ContactRules = ContactRules()

    def start_of(self, name: str) -> Value:
        """Return the value at the start of a place's property, by its full name; None if the map gives it none."""
        found = parted_name(name)
        there = self.maps.get(found[0]) if found else None
        declared = there.properties.get(found[2]) if there and found else None
        return declared.starts.get(found[1]) if declared and found else None

    @property
    def contact_clock(self) -> ContactClock:
        """The clock that dates contacts."""
        return ContactClock(self.contacts, self.trackers)

    def private_to(self, name: str) -> tuple[str, ...] | None:
        """Return the sides that alone know a property of the table, by its full name; None if everybody knows it.

        The result is empty if only the umpire knows the property.
        """
        scope, _, rest = name.partition(":")
        of = rest.partition(":")[0]
        if scope == "side":
            return (of,)
        if scope == IN_SETUP:
            return ()
        habits = self.habits_of(of) if scope in OF_MAPS else USUAL
        return habits.owners if habits.owners and not habits.open else None

    def shut_to(self, sides: Collection[str]) -> frozenset[str]:
        """Return the maps on which these sides see nothing."""
        private = {name for name, habits in self.habits.items() if habits.owners and not habits.open}
        return frozenset(name for name in private if not any(map(self.habits[name].shows_to, sides)))

    def habits_of(self, map: str) -> MapHabits:
        """Return the habits of pieces on a map."""
        return self.habits.get(map, USUAL)
