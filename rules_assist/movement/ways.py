"""Ways of moving: where pieces can get to, at what cost and by which way, and why not anywhere else."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Known, Unanswerable
from tabletop.assisting import Account, PieceId, PlaceId, RuleNumber
from tabletop.game.commands import AnyCommand

STOP: Final = "stop"
"""The note of a place in which the move ends whatever is left of the allowance."""

Why: TypeAlias = Literal["too-far", "stopped", "blocked", "no-end", "no-way"]


class WhyNot(Struct, frozen=True, omit_defaults=True):
    """Why a place is not reached, as players read it; `pieces` are in the way.

    `at` is where the way fails. `needs` and `has` are movement, in the units of the mode (`Mode.per_point`); for a move
    of several legs what they cost. Very far away on a large map it is so much at least, as the sentence says.
    """

    why: Why
    sentence: str
    rule: RuleNumber
    at: PlaceId = ""
    needs: int | None = None
    has: int | None = None
    pieces: tuple[PieceId, ...] = ()


class Hold(Struct, frozen=True):
    """What holds pieces back on their way, but for their allowance: in which place, why, and the pieces behind it.

    `leaves` is how much movement is left there, in the units of the mode.
    """

    place: str
    says: str
    rule: str
    leaves: int = 0
    pieces: tuple[PieceId, ...] = ()


class Reach(Protocol):
    """Where some pieces can get to. Places are their own names on `map`; a part of a cell has its own name too."""

    @property
    def map(self) -> str:
        """The map they move on."""

    @property
    def places(self) -> Sequence[str]:
        """The places in which the move may end, the cheapest first; not the one it begins in."""

    def cost(self, place: str) -> int:
        """Return what it costs to get there. Raises KeyError for a place that is not reached."""

    def left(self, place: str) -> int:
        """Return the allowance that is left there. Raises KeyError for a place that is not reached."""

    def legs(self, place: str) -> int:
        """Return how many legs it takes. Raises KeyError for a place that is not reached."""

    def path(self, place: str) -> tuple[str, ...]:
        """Return the places on the way, both ends included. Raises KeyError for a place that is not reached."""

    def note(self, place: str) -> str:
        """Return what is special about going there, in a word or two: "stop", where the move ends; "" if nothing is."""

    def held(self, place: str) -> Hold | None:
        """Return what holds them back last on the way there: an enemy zone, a ford; None where nothing does."""

    def dear(self, place: str) -> str:
        """Return what more has to be paid there than nearer by, in a few words: "2 legs"; "" for the usual price."""

    def crowded(self, place: str) -> str:
        """Return the rule by which too many would stand there with what stands there already; "" if there is room."""

    def accounts(self, place: str) -> Sequence[Account]:
        """Return what the cost of getting there is made of, step by step. Raises KeyError for a place that is not
        reached.
        """

    def why_not(self, place: str) -> WhyNot | None:
        """Return why a place is not reached; None for one that is. Raises KeyError for an unknown place."""

    def beside(self) -> Sequence[str]:
        """Return the places next to what is reached that are not reached themselves."""


class Mode(Known, Protocol):
    """A way of moving, from a rule file or in Python."""

    @property
    def per_point(self) -> int:
        """In how many units a movement point is counted: 2, where there are half points."""

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece moves so."""

    def closed(self, situation: Situation, pieces: Sequence[int]) -> str:
        """Return why these pieces may not move so as they now are, wherever to, in a sentence with its rule; "" if they
        may.

        Where they could get to may be asked all the same.
        """

    def reach(self, situation: Situation, pieces: Sequence[int]) -> Reach:
        """Return where these pieces can get to, moving together from where they stand.

        Raises `Unanswerable` for pieces that do not stand together on a map, or do not move so.
        """

    def command(self, situation: Situation, pieces: Sequence[int], place: str) -> AnyCommand | None:
        """Return the step that moves these pieces there, with all that the rules make of it; None where they may
        not go.
        """


def movers(situation: Situation, pieces: Sequence[int]) -> tuple[int, ...]:
    """Return those of some pieces that have a way of moving of their own; the others, markers, are carried along."""
    modes = situation.book.ground.modes.values()
    return tuple(piece for piece in pieces if any(mode.applies(situation, piece) for mode in modes))


def unruled(sentence: str, rule: str) -> str:
    """Return a sentence without the number of its rule, for where that stands beside it: "Too far (4.1)." is "Too
    far.".
    """
    ruled = f" ({rule})"
    return sentence.removesuffix(ruled) if sentence.endswith(ruled) else sentence.replace(f"{ruled}.", ".")


def points(units: int, per_point: int) -> str:
    """Movement as players write it: 5 units of half a point are 2½."""
    whole, rest = divmod(units, per_point)
    if not rest:
        return str(whole)
    part = "½" if 2 * rest == per_point else f" {rest}/{per_point}"
    return f"{whole or ''}{part}".strip()


def name_of(situation: Situation, piece: int) -> str:
    """Return what players read on a piece."""
    return str(situation.read(piece, "Name") or situation.game.kind_of(piece).name)


def by_whom(situation: Situation, pieces: Sequence[int]) -> str:
    """Return the pieces behind a reason, as the end of a sentence: ", by Akagi, 2 × Zero"; nothing where there are
    none.
    """
    names = Counter(name_of(situation, piece) for piece in pieces)
    said = ", ".join(name if times == 1 else f"{times} × {name}" for name, times in names.items())
    return f", by {said}" if said else ""


def together(situation: Situation, pieces: Sequence[int], *, parts: bool = False) -> tuple[str, tuple[int, ...]]:
    """Return the map on which pieces stand together, and the nodes at which they begin to move.

    With `parts`, in a divided cell these are the parts that they stand in, or all, where they stand in none in
    particular. Raises `Unanswerable`.
    """
    if not pieces:
        raise Unanswerable("No piece is named.")
    places = {situation.where(piece) for piece in pieces}
    where = places.pop()
    if where is None:
        raise Unanswerable(f"{name_of(situation, pieces[0])} stands on no map.")
    terrain = situation.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    if any(other is None or terrain.node(other.place) != node or other.map != where.map for other in places):
        raise Unanswerable("The pieces do not stand together.")
    if node is None:
        raise Unanswerable(f"{name_of(situation, pieces[0])} stands in no place of the map.")
    halves = terrain.parts(node) if parts else ()
    named = {situation.part_of(piece) for piece in pieces} - {""} if halves else set()
    starts = [half for half in halves if not named or named == {terrain.names[half]}] if halves else [node]
    if not starts:
        raise Unanswerable("The pieces do not stand in the same part of the cell.")
    return where.map, tuple(starts)
