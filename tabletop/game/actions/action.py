"""The action of a seat: its rights and questions, the verbs for holders and pieces, and the keys that pieces get."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Final

from tabletop.expression import Value
from tabletop.game.actions.access import eyes, seat_of
from tabletop.game.actions.command_limits import PLAYER_LIMITS, UMPIRE_LIMITS
from tabletop.game.actions.early_ends import Refusal, refusing_mistakes
from tabletop.game.actions.key_calls import KeyCalls, is_stopped
from tabletop.game.actions.piece_verbs import PieceVerbs
from tabletop.game.actions.questions import Questions
from tabletop.game.actions.transaction import Transaction
from tabletop.game.chance import Chance
from tabletop.game.change.step import Answers
from tabletop.game.kinds.kind_builder import PICKED
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, Seat
from tabletop.game.traits.trait_base import Reads
from tabletop.texts import Sentence

NOTED: Final = frozenset({"trait-set", "property-set"})
"""The keys of messages about values that were set by name."""


class Action(Transaction):
    """The transaction of one action of a seat. It exists only while one command is decided.

    `seat` is the name of the acting seat, and `rights` are its rights. `own_sides` are the indices of the sides that it
    plays. `sides` are the indices of the sides whose view it has: all, for the umpire. `reading` reads only as much as
    the running trait may know: that is the seat's view, unless the trait sets another one. `questions` asks the seat.
    `pieces` has the verbs for pieces and their holders, and `keys` sends keys to pieces.

    `is_quiet`: reports of traits are suppressed, except those of traits that are `even_when_quiet`. `is_mute`: sounds
    of traits are suppressed, except those of traits that are `even_when_mute`. `is_for_table`: the action is the
    table's own, as within `as_umpire`.
    """

    def __init__(
        self,
        game: Game,
        components: Components,
        seat: str,
        chance: Chance,
        answers: Answers = (),
        things: SeenThings | None = None,
    ) -> None:
        self.rights = seat_of(game, seat)
        limits = UMPIRE_LIMITS if self.rights.umpire else PLAYER_LIMITS
        super().__init__(game, components, tuple(eyes(game, self.rights)), seat, chance, limits, things)
        self.own_sides = self.rights.sides
        self.reading = self.view
        self.is_quiet = False
        self.is_mute = False
        self.is_for_table = False
        self.questions = Questions(answers)
        self.pieces = PieceVerbs(self)
        self.keys = KeyCalls(self)

    # reading

    def reader(self, piece: int) -> PieceReader:
        """Return a reader of a piece, limited to what the running trait may know."""
        return PieceReader(self.reading, piece)

    def read(self, piece: int, name: str) -> Value:
        """Return a property of a piece, as the running trait may know it."""
        return PieceReader(self.reading, piece).read(name)

    def reading_of(self, sides: tuple[int, ...]) -> PropertyReader:
        """Return the table as these sides see it now, for their reports of this action.

        Without sides, return it as onlookers see it.
        """
        reading = PropertyReader(self.truth, self.components, sides, self.seat, None, self._budget_of_others)
        reading.overhear(self.whole, self.draft, is_partial=any(self._knows_more(side) for side in sides))
        return reading

    def _knows_more(self, side: int) -> bool:
        """Return whether a side knows more of any piece than the acting seat does."""
        if len(set(self.sides)) == len(self.game.sides):
            return False
        together = all if self.sides else any
        return together(self.truth.knows_more(side, own) for own in self.sides or range(len(self.game.sides)))

    @contextmanager
    def reading_as(self, reads: Reads) -> Iterator[None]:
        """Read the view of the seat, or with "table" read the true game and work on it, while the context lasts."""
        before = self.reading
        with self.on_truth() if reads == "table" else nullcontext():
            self.reading = self.whole if reads == "table" else self.view
            try:
                yield
            finally:
                self.reading = before

    @contextmanager
    def on_truth(self) -> Iterator[None]:
        """Work on the true game while the context lasts. Nothing of it may reach the acting seat."""
        before = self.draft, self.table
        self.draft, self.table = self.truth, self.whole
        try:
            yield
        finally:
            self.draft, self.table = before

    @contextmanager
    def leaving_unsaid(self, keys: frozenset[str]) -> Iterator[None]:
        """Suppress the reports with these keys while the context lasts."""
        before, self._unsaid = self._unsaid, self._unsaid | keys
        try:
            yield
        finally:
            self._unsaid = before

    @contextmanager
    def as_umpire(self) -> Iterator[None]:
        """Act for the table, not for the seat, while the context lasts: on the true game, with an umpire's rights and
        limits.

        Messages about values that are set by name (`NOTED`) are suppressed, because these values are only bookkeeping
        for the reports.
        """
        before = self.rights, self.own_sides, self.sides, self.view
        was_for_table, self.is_for_table = self.is_for_table, True
        limits, self.costs.limits = self.costs.limits, UMPIRE_LIMITS
        self.rights = Seat(tuple(range(len(self.game.sides))), umpire=True)
        self.own_sides = self.sides = self.rights.sides
        self.view = self.reading = self.whole
        try:
            with self.on_truth(), self.leaving_unsaid(NOTED):
                yield
        finally:
            self.rights, self.own_sides, self.sides, self.view = before
            self.is_for_table = was_for_table
            self.costs.limits = limits
            self.reading = self.view

    # changing and asking

    def set_piece_property(self, piece: int, name: str, value: Value) -> bool:
        """Set a property of a piece within its limits; return False if the piece has none of this name, else True."""
        kind = self.kind_of(piece)
        writer = kind.writers.get(name) if kind else None
        if writer is None:
            return False
        writer(self, piece, value)
        return True


def run_key(action: Action, pieces: Sequence[int], key: str) -> None:
    """Send a key to each of these pieces in turn, for a player's command `Act`.

    Refuses a key that no piece responds to, and a key that is barred to the sides of the acting seat. Also refuses
    mistakes that happen on the way.
    """
    kinds = [(piece, action.kind_of(piece)) for piece in pieces]
    key, _, action.keys.picked = key.partition(PICKED)
    if key not in action.components.stack_keys and not any(kind and key in kind.hears for _, kind in kinds):
        raise Refusal("no-such-key", "key-not-heard", key=key)
    for piece, kind in kinds:
        if kind is not None and kind.restricted and is_stopped(action.reader(piece), kind.hears.get(key, ())):
            raise Refusal("not-yours", "piece-of-others", piece=kind.kind.name)
    with refusing_mistakes():
        for piece in pieces:
            if action.exists(piece):
                action.keys.run(action.keys.send(piece, key, recalls=True))


def give_property(action: Action, piece: int, name: str, value: Value) -> None:
    """Set a property of a piece by hand. Refuses a name under which the piece has no property to set, and a property
    whose value the acting seat may not know.
    """
    kind = action.kind_of(piece)
    kept = kind is not None and any(action.draft.keeps(piece, slot) for slot in kind.slots_of.get(name, ()))
    if kind is None or name not in kind.writers or kept:
        raise Refusal(
            "no-such-name", "no-property-to-set", piece=kind.kind.name if kind else Sentence("this-piece"), name=name
        )
    with refusing_mistakes():
        action.set_piece_property(piece, name, value)
