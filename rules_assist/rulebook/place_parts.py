"""Parts of the rules that are about places: ways of moving, stacking and supply, from rule files or from Python."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from rules_assist.map.line_net import LineNet
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import RulePart
from tabletop.assistance import Account, PieceId, PlaceId, RuleNumber, Where
from tabletop.game.commands import AnyCommand

Why: TypeAlias = Literal["too-far", "stopped", "blocked", "no-end", "no-way", "no-way-back"]


class WhyNot(Struct, frozen=True, omit_defaults=True):
    """The reason that a place is not reached, as players read it (`sentence`), and its kind (`why`).

    `pieces` are in the way. `at` is the place where the way fails. `needs` and `has` are movement, in the units of the
    mode (`Mode.per_point`); for a move of several legs, they are costs of legs. Very far away on a large map, `needs`
    is only a lower limit, as the sentence says.
    """

    why: Why
    sentence: str
    rule: RuleNumber
    at: PlaceId = ""
    needs: int | None = None
    has: int | None = None
    pieces: tuple[PieceId, ...] = ()


class BackWay(Struct, frozen=True):
    """The way back from the end of a move: its cost, the allowance that is left after it, and the places on it."""

    cost: int
    left: int
    path: tuple[PlaceId, ...]


class MoveHold(Struct, frozen=True):
    """A limit on the pieces on their way, besides their allowance: the place, the reason, and the pieces behind it.

    `leaves` is the movement that is left there, in the units of the mode.
    """

    place: str
    says: str
    rule: str
    leaves: int = 0
    pieces: tuple[PieceId, ...] = ()


class Reach(Protocol):
    """The places that some pieces can reach.

    Places are given by their own names on `map`. A part of a cell has its own name too.
    """

    @property
    def map(self) -> str:
        """The map of the pieces."""

    @property
    def places(self) -> Sequence[str]:
        """The places where the move can end, the cheapest first, without its start."""

    def cost(self, place: str) -> int:
        """Return the cost of getting to a place. Raises KeyError for a place that is not reached."""

    def left(self, place: str) -> int:
        """Return the allowance that is left at a place. Raises KeyError for a place that is not reached."""

    def legs(self, place: str) -> int:
        """Return the number of legs to a place. Raises KeyError for a place that is not reached."""

    def path(self, place: str) -> tuple[str, ...]:
        """Return the places on the way to a place, both ends included. Raises KeyError for a place that is not
        reached.
        """

    def back(self, place: str) -> BackWay | None:
        """Return the way back from a place; None if the move needs none. Raises KeyError for a place that is not
        reached.
        """

    def note(self, place: str) -> str:
        """Return a special remark on a place, in a word or two: "stop" if the move ends there; "" for none."""

    def held(self, place: str) -> MoveHold | None:
        """Return the last limit on the way to a place, for example an enemy zone or a ford; None if there is none."""

    def dear(self, place: str) -> str:
        """Return the extra price of a place, in a few words: "2 legs"; "" for the normal price."""

    def crowded(self, place: str) -> str:
        """Return the rule that the pieces would break together with those already at a place; "" if there is room."""

    def accounts(self, place: str) -> Sequence[Account]:
        """Return the accounts of the cost of getting to a place, step by step. Raises KeyError for a place that is
        not reached.
        """

    def why_not(self, place: str) -> WhyNot | None:
        """Return the reason that a place is not reached; None if it is reached.

        Raises KeyError for an unknown place.
        """

    def beside(self) -> Sequence[str]:
        """Return the places next to reached ones where the move cannot end."""


class Mode(RulePart, Protocol):
    """A way of moving, from a rule file or in Python."""

    @property
    def per_point(self) -> int:
        """The number of units in a movement point: 2 if there are half points."""

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece moves in this way."""

    def closed(self, situation: Situation, pieces: Sequence[int]) -> str:
        """Return the reason that these pieces cannot move in this way now, to any goal.

        It is a sentence with its rule, or "" if they can. `reach` can be called even then.
        """

    def reach(self, situation: Situation, pieces: Sequence[int]) -> Reach:
        """Return the reach of these pieces, which move together from their place.

        Raises `Unanswerable` for pieces that are not together on a map, or that do not move in this way.
        """

    def command(self, situation: Situation, pieces: Sequence[int], place: str) -> AnyCommand | None:
        """Return the command that moves these pieces to a place, with all its consequences in the rules.

        None if they cannot go there.
        """


class StackAmount(Struct, frozen=True, omit_defaults=True):
    """The amount in a place by one stacking rule (`of`), for a side ("" if all sides share the limit).

    `limit` is None if there is none. `counts` gives the amount of each of the `pieces`.
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
        """True if the limit is passed."""
        return self.limit is not None and self.stands > self.limit


class Stacking(RulePart, Protocol):
    """A limit on the amount in one place, from a rule file or in Python."""

    def stacks(self, situation: Situation, where: Where, coming: Sequence[int] = ()) -> Sequence[StackAmount]:
        """Return the stack of each side in a place.

        With pieces that come to it, return the stacks that there would be.
        """


class SupplyCut(Struct, frozen=True, omit_defaults=True):
    """The reason that no line gets to a place, as players read it.

    `at` is the place where the line fails because of `pieces`. `frontier` are the supplied places that stop lines. If
    bases are too far apart, `needs` is the length that a line would need, and `has` is its limit.
    """

    sentence: str
    rule: str
    at: str = ""
    needs: int | None = None
    has: int | None = None
    pieces: tuple[PieceId, ...] = ()
    frontier: tuple[str, ...] = ()


class Lines(Protocol):
    """All places that the lines of some pieces reach. Places are given by their own names."""

    @property
    def places(self) -> Sequence[str]:
        """The places in supply, those nearest to their sources first."""

    @property
    def sources(self) -> Sequence[str]:
        """The places where lines begin."""

    def is_base(self, place: str) -> bool:
        """Return whether a line has its whole length again at a supplied place.

        Raises KeyError for an unknown place.
        """

    def line(self, place: str) -> tuple[str, ...] | None:
        """Return a line to a place, from its source; None if it is out of supply. Raises KeyError for an
        unknown place.
        """

    def cut(self, place: str) -> SupplyCut | None:
        """Return the reason that a place is out of supply; None if it is in supply.

        Raises KeyError for an unknown place.
        """


class Supply(RulePart, Protocol):
    """A kind of supply, from a rule file or in Python."""

    def applies(self, situation: Situation, piece: int) -> bool:
        """Return whether a piece needs this supply."""

    def lines(self, situation: Situation, piece: int, map: str = "") -> Lines:
        """Return the lines that supply a piece, on a map (by default its own)."""

    def supplied(self, situation: Situation, side: str) -> Mapping[int, bool]:
        """Return, for each piece of a side that needs this supply and is on a map, whether it is supplied."""


@runtime_checkable
class NetSupply(Supply, Protocol):
    """A kind of supply that gives its lines as nets, so that a search can find ways to cut or open them."""

    def nets(self, situation: Situation, side: str) -> Sequence[LineNet]:
        """Return the lines of a side as nets, one for all pieces with the same lines, each with the pieces that
        need it.
        """


class LeaderMarker(Protocol):
    """A rule for markers that lead pieces."""

    def led_by(self, situation: Situation, piece: int) -> tuple[int, ...]:
        """Return the pieces that a piece leads, in the order of their ids; none if it does not lead."""
