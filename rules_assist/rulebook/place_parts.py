"""Parts of the rules that are about places: ways of moving, stacking and supply, from rule files or from Python."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Known
from tabletop.assisting import Account, PieceId, PlaceId, RuleNumber, Where
from tabletop.game.commands import AnyCommand

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


class Stack(Struct, frozen=True, omit_defaults=True):
    """How much stands in a place by one rule, of a side ("": of all). `limit` is None where there is none.

    `counts` says of each of the pieces how much it counts.
    """

    of: str
    title: str
    rule: str
    side: str
    stands: int
    limit: int | None
    pieces: tuple[PieceId, ...] = ()
    counts: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether there is more than there may be."""
        return self.limit is not None and self.stands > self.limit


class Stacking(Known, Protocol):
    """A limit on how much may stand in one place, from a rule file or in Python."""

    def stacks(self, situation: Situation, where: Where, coming: Sequence[int] = ()) -> Sequence[Stack]:
        """Return how much stands in a place, of each side that has something there; or would, if these pieces came
        to it.
        """


class Cut(Struct, frozen=True, omit_defaults=True):
    """Why no line gets to a place, as players read it.

    `at` is where it fails, on account of `pieces`. `frontier` are the places up to which lines come, and which hold
    them. `needs` and `has` say how far it would have to go there, where it is too far from base to base.
    """

    sentence: str
    rule: str
    at: str = ""
    needs: int | None = None
    has: int | None = None
    pieces: tuple[PieceId, ...] = ()
    frontier: tuple[str, ...] = ()


class Lines(Protocol):
    """All places that the lines of some pieces get to. Places are their own names."""

    @property
    def places(self) -> Sequence[str]:
        """The places in supply, those next to their sources first."""

    @property
    def sources(self) -> Sequence[str]:
        """The places where lines begin."""

    def is_base(self, place: str) -> bool:
        """Return whether a place in supply is one from which a line goes as far again. Raises KeyError for an
        unknown one.
        """

    def line(self, place: str) -> tuple[str, ...] | None:
        """Return a line to a place, from its source; None where it is out of supply. Raises KeyError for an unknown
        one.
        """

    def cut(self, place: str) -> Cut | None:
        """Return why a place is out of supply; None where it is not. Raises KeyError for an unknown one."""


class Supply(Known, Protocol):
    """A kind of supply, from a rule file or in Python."""

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece needs it."""

    def lines(self, situation: Situation, piece: int, map: str = "") -> Lines:
        """Return the lines that serve a piece, on a map (the one it stands on)."""

    def supplied(self, situation: Situation, side: str) -> Mapping[int, bool]:
        """Of each piece of a side that needs it and stands on a map, whether it has it; all at once."""


class Leading(Protocol):
    """A sort of marker that leads pieces."""

    def led_by(self, situation: Situation, piece: int) -> tuple[int, ...]:
        """Return the pieces that a piece leads, in the order of their ids; none where it is no such marker."""
