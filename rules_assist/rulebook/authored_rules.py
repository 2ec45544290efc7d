"""What a module's rules are made of when data cannot say them: small Python classes with one question each.

A file of a module's `rules/` folder hands them over in a value `RULES`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, Union

from msgspec import Struct

from rules_assist.places.place_facts import Facet, Zone
from rules_assist.position.expression_facts import Fact
from rules_assist.position.situation import Situation
from rules_assist.procedure.steps import Procedure
from tabletop.assisting import Account, Due, Finding, Outlook, Overlay, Where
from tabletop.game.commands import AnyCommand
from tabletop.game.state.values import Value

if TYPE_CHECKING:
    from rules_assist.rulebook.place_parts import Mode, Stacking, Supply

Data: TypeAlias = Union[Value, "Sequence[Data]", "Mapping[str, Data]"]
"""Plain data, as case files and procedures write it."""

OTHERS: Final = "..."
"""Stands for the further words of a question, which it knows itself."""


class Known(Protocol):
    """A part of the rules that is known by a word."""

    @property
    def id(self) -> str:
        """The word by which data, cases and policies name it."""

    @property
    def title(self) -> str:
        """What players read."""

    @property
    def rule(self) -> str:
        """The number of its rule in the rulebook."""


class Query(Known, Protocol):
    """A question to the rules: reach, supply, a forecast."""

    @property
    def takes(self) -> Mapping[str, str]:
        """The words of the question, and what stands under each; under `OTHERS` what further words there may be."""

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> Struct:
        """Return the answer, a frozen struct, to the question as it is asked. Raises `Unanswerable` with a sentence."""


class Check(Known, Protocol):
    """A rule that a position or a step can break."""

    @property
    def due(self) -> Due:
        """When what it finds must be mended."""

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Return what is wrong in `after`. `moved` are the pieces that the step or plan touched; both are one
        side's view.
        """


class Word(Known, Protocol):
    """Something of the game that case files can set and look at by one word, though the table has no such thing.

    Control of bases, say, that the table shows by cubes, or the oil that is a marker on a track.
    """

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:
        """Return what must be done to make it so, by the umpire. Raises `Unanswerable` for what cannot be meant."""

    def read(self, situation: Situation) -> Data:
        """Return how it stands."""

    def names(self, situation: Situation) -> Sequence[str]:
        """Return the names of which it says something; none where it says something of what players name as they
        like.
        """


class Overlaid(Known, Protocol):
    """An overlay of a map that only this game has, or that it draws in its own way: one with the id of a general one
    (`reach`, `stacking`, `threat`, `zone:<id>`, `supply:<id>`) goes before that."""

    @property
    def follows(self) -> bool:
        """Whether it is another one for other chosen pieces."""

    def draw(self, situation: Situation, map: str, pieces: Sequence[int], side: str) -> Overlay | None:
        """It on a map, for the chosen pieces and the side that looks; None where there is nothing to show."""


class Foretold(Known, Protocol):
    """Something of which the outcome can be forecast before a die is thrown: a battle."""

    def places(self, situation: Situation) -> Iterable[Where]:
        """Return where it may come to it as things stand, or has come to it."""

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:
        """Return the pieces that take part there."""

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Return what may come of it: at once in the rough, then surer with each, as long as somebody asks for more.

        Raises `Unanswerable` where it cannot come to it.
        """


class Accounted(Known, Protocol):
    """Numbers of a game that only the game itself can explain: what a side earns, what a place is worth."""

    def totals(self, situation: Situation) -> Iterable[Account]:
        """Return those of the whole table."""

    def at(self, situation: Situation, where: Where) -> Iterable[Account]:
        """Return those of a place."""


class Unanswerable(Exception):  # noqa: N818 - it answers a question, with a sentence for who asked it
    """A question that cannot be answered as it was put, in one sentence."""


class Rules(Struct, frozen=True):
    """What one file of a module's Python adds to its rule book."""

    queries: tuple[Query, ...] = ()
    checks: tuple[Check, ...] = ()
    words: tuple[Word, ...] = ()
    facts: tuple[Fact, ...] = ()
    facets: tuple[Facet, ...] = ()
    zones: tuple[Zone, ...] = ()
    modes: "tuple[Mode, ...]" = ()
    supply: "tuple[Supply, ...]" = ()
    stacking: "tuple[Stacking, ...]" = ()
    procedures: tuple[Procedure, ...] = ()
    overlays: tuple[Overlaid, ...] = ()
    forecasts: tuple[Foretold, ...] = ()
    accounts: tuple[Accounted, ...] = ()
