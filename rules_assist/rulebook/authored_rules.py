"""The parts of a module's rules in Python, for rules that data cannot express: small classes with one question each.

A file in a module's `rules/` folder exports them in a value `RULES`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, Union

from msgspec import Struct

from rules_assist.places.place_facts import Facet, Zone
from rules_assist.position.expression_facts import Fact
from rules_assist.position.situation import Situation
from rules_assist.procedure.steps import Procedure
from tabletop.assistance import Account, Due, Finding, Outlook, Overlay, Where
from tabletop.game.commands import AnyCommand
from tabletop.game.state.values import Value

if TYPE_CHECKING:
    from rules_assist.rulebook.place_parts import Mode, Stacking, Supply

Data: TypeAlias = Union[Value, "Sequence[Data]", "Mapping[str, Data]"]
"""Plain data, as in case files and procedures."""

OTHERS: Final = "..."
"""The key for the further words of a question, which the question checks itself."""


class RulePart(Protocol):
    """A part of the rules that is known by a word."""

    @property
    def id(self) -> str:
        """The word for the part in data, cases and policies."""

    @property
    def title(self) -> str:
        """The title for players."""

    @property
    def rule(self) -> str:
        """The number of the part's rule in the rulebook."""


class Query(RulePart, Protocol):
    """A question to the rules, for example about reach, supply or a forecast."""

    @property
    def takes(self) -> Mapping[str, str]:
        """The words of the question, each with its meaning. `OTHERS` describes the possible further words."""

    def answer(self, situation: Situation, given: Mapping[str, Data]) -> Struct:
        """Return the answer, a frozen struct, to the question as it is asked. Raises `Unanswerable` with a sentence."""


class Check(RulePart, Protocol):
    """A rule that a position or a step can break."""

    @property
    def due(self) -> Due:
        """The time by which its findings must be fixed."""

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Return the errors in `after`.

        `moved` are the pieces that the step or the move touched. `after` and the position before it are one side's
        view.
        """


class Word(RulePart, Protocol):
    """A concept of the game that case files can set and read by one word, although the table has no such thing.

    Examples are the control of bases, which the table shows by cubes, and the oil, which is a marker on a track.
    """

    def commands(self, situation: Situation, said: Data) -> Sequence[AnyCommand]:
        """Return the umpire's commands that set the concept. Raises `Unanswerable` for an impossible value."""

    def read(self, situation: Situation) -> Data:
        """Return the value of the concept."""

    def names(self, situation: Situation) -> Sequence[str]:
        """Return the names in the value; none if any name is possible."""


class Overlaid(RulePart, Protocol):
    """An overlay of a map that only this game has, or that it draws in its own way.

    If it has the id of a general overlay (`reach`, `stacking`, `threat`, `zone:<id>`, `supply:<id>`), it replaces that
    one.
    """

    @property
    def follows(self) -> bool:
        """True if the overlay depends on the selected pieces."""

    def draw(self, situation: Situation, map: str, pieces: Sequence[int], side: str) -> Overlay | None:
        """Return the overlay of a map, for the selected pieces and the side that looks; None if there is nothing to
        show.
        """


class ForecastEvent(RulePart, Protocol):
    """An event, for example a battle, whose outcome can be forecast before a die is thrown."""

    def places(self, situation: Situation) -> Iterable[Where]:
        """Return the places where the event could happen in this position, or is happening."""

    def pieces(self, situation: Situation, where: Where) -> Iterable[int]:
        """Return the pieces that take part at a place."""

    def outlooks(self, situation: Situation, where: Where) -> Iterator[Outlook]:
        """Yield forecasts: a rough one at once, then better ones as long as they are asked for.

        Raises `Unanswerable` if the event cannot happen there.
        """


class AccountSource(RulePart, Protocol):
    """Numbers of a game that only the game itself can explain: a side's income, the value of a place."""

    def totals(self, situation: Situation) -> Iterable[Account]:
        """Return the accounts of the numbers of the whole table."""

    def at(self, situation: Situation, where: Where) -> Iterable[Account]:
        """Return the accounts of the numbers of a place."""


class Unanswerable(Exception):  # noqa: N818 - the name says enough without Error
    """An error: a question cannot be answered as it was asked. The message is one sentence."""


class Rules(Struct, frozen=True):
    """The additions of one Python file of a module to its rule book."""

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
    forecasts: tuple[ForecastEvent, ...] = ()
    accounts: tuple[AccountSource, ...] = ()
