"""The page of all rules: each number of the rulebook, who applies it, and the parts of the rule book that do so."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeAlias

from rules_assist.places.place_rules import texts_of
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import RuleState
from tabletop.texts import text

_NUMBER = re.compile(r"\d+(?:\.\d+)*")


def rule_states(book: RuleBook) -> tuple[RuleState, ...]:
    """Return every rule that the module lists, in the order of its list.

    A section heading without text of its own points to the rules beneath it.
    """
    parts = tuple(_parts(book))
    records = [record for file in book.files.values() for record in file.rules]
    rules = [record.rule for record in records]
    return tuple(
        RuleState(
            record.rule,
            record.title,
            record.work,
            _serving(parts, record.rule) or (() if record.because else _beneath(rules, record.rule)),
            record.because,
        )
        for record in records
    )


_Parts: TypeAlias = Sequence[tuple[str, frozenset[str]]]


def _serving(parts: _Parts, rule: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(title for title, rules in parts if rule in rules))


def _beneath(rules: Sequence[str], rule: str) -> tuple[str, ...]:
    """Return, in a tuple, the sentence that names the rules in the section of a heading; an empty tuple if there
    are none.
    """
    section = rule.removesuffix(".0") + "."
    beneath = [each for each in rules if each != rule and each.startswith(section)]
    if not beneath:
        return ()
    first, last = beneath[0], beneath[-1]
    return (text("serves-rules", first=first, last=last) if first != last else text("serves-rule", rule=first),)


class _TitledRecord(Protocol):
    @property
    def title(self) -> str: ...


def _parts(book: RuleBook) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the titles of parts of the rule book, each with the numbers of the rules that the part applies.

    A record of a rule file also counts for the rules of its single conditions, for example of a step over a river or of
    a modifier of a table.
    """
    for file in book.files.values():
        records: Sequence[_TitledRecord] = (
            *file.modes,
            *file.zones,
            *file.supply,
            *file.stacking,
            *file.sight,
            *file.arcs,
            *file.nearest,
            *file.leaders,
            *file.checks,
            *file.tables,
            *file.facts,
        )
        for record in records:
            rules = (text for path, text in texts_of((), record) if path[-1] == "rule")
            yield record.title, numbers_in(" ".join(rules))
    ground = book.ground
    for parts in (
        book.checks,
        book.queries,
        book.tables,
        book.procedures,
        book.overlays,
        book.forecasts,
        book.accounts,
        ground.modes,
        ground.zones,
        ground.supply,
        ground.stacking,
        ground.facets,
    ):
        for part in parts.values():
            yield part.title, numbers_in(part.rule)
    for procedure in book.procedures.values():
        for step in procedure.steps:
            yield f"{procedure.title}: {step.title}", numbers_in(step.rule)
    if book.sequence is not None:
        for phase in book.sequence.record.phases:
            yield phase.title, numbers_in(phase.rule)
        for ending in book.sequence.record.endings:
            yield ending.says, numbers_in(ending.rule)


def numbers_in(rule: str) -> frozenset[str]:
    """Return the rule numbers in a text, for example in `5.3, 5.4 and 11.1.2`."""
    return frozenset(_NUMBER.findall(rule))
