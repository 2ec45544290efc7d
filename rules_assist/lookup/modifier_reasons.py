"""Modifiers and shifts: whether each applies and why, and their sum."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules_assist.lookup.lookup import ModifierReason
from rules_assist.position.named_facts import Over
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import InForce, LimitSpec, ModifierSpec, ShiftSpec
from tabletop.expression import Reader, Value, as_number, as_text, compile_expression
from tabletop.texts import listed, text

Groups: TypeAlias = Mapping[str, Literal["highest", "lowest"]]


class PreparedModifier:
    """A modifier or shift of a table, ready to be judged."""

    def __init__(self, spec: ModifierSpec | ShiftSpec, adds: str, options: Mapping[str, str]) -> None:
        """Prepare a modifier or shift.

        `adds` is the expression of its value. `options` are the titles of the module's options, by id.
        """
        self.id = spec.id
        self.group = spec.group if isinstance(spec, ModifierSpec) else None
        self._pools = spec.pools if isinstance(spec, ModifierSpec) else ()
        self._spec = spec
        self._options = options
        self._when = compile_expression(spec.when)
        self._adds = compile_expression(adds)

    def judged(self, facts: Reader) -> ModifierReason:
        """Return the modifier with its value, whether it applies, and why. Raises Unanswerable if its value is no
        number.
        """
        spec = self._spec
        off = not_in_force(spec.option, facts, self._options)
        if off:
            return ModifierReason(spec.title, spec.rule, False, 0, off, {}, self._pools)
        noting = Over(facts)
        applies = self._when.test(noting)
        said = self._adds.evaluate(noting) if applies else 0
        adds = as_number(said)
        if adds is None:
            raise Unanswerable(text("modifier-no-number", modifier=spec.title, value=as_text(said)))
        kept = within(spec.limit, adds) if applies else 0
        why = because(noting.noted)
        if kept != adds:
            why = text("modifier-beyond-limit", reason=why, adds=adds)
        return ModifierReason(spec.title, spec.rule, applies, kept, why, noting.noted, self._pools, kept != adds)


class ModifierSum(Struct, frozen=True):
    """All modifiers or shifts with their reasons, by id, and the limit of their sum."""

    reasons: dict[str, ModifierReason]
    limit: LimitSpec

    def sum_for(self, pool: str = "") -> int:
        """Return the sum of the modifiers that apply to all dice, and of those only for the dice of `pool`, if it is
        given. The sum is kept within the limit.
        """
        return within(self.limit, self._sum(pool))

    def _sum(self, pool: str) -> int:
        return sum(reason.adds for reason in self.reasons.values() if not reason.pools or pool in reason.pools)

    @property
    def total(self) -> int:
        """The sum for all dice."""
        return self.sum_for()

    @property
    def capped(self) -> bool:
        """True if a limit was reached."""
        return self._sum("") != self.total or any(reason.capped for reason in self.reasons.values())

    @property
    def mods(self) -> dict[str, int]:
        """The values that are not zero, by the ids of the modifiers."""
        return {id: reason.adds for id, reason in self.reasons.items() if reason.adds}


def judged(weighed: Iterable[PreparedModifier], facts: Reader, groups: Groups, limit: LimitSpec) -> ModifierSum:
    """Return each modifier with its reason. Of a group only one modifier applies."""
    members: dict[str, list[str]] = {}
    found: dict[str, ModifierReason] = {}
    for one in weighed:
        found[one.id] = one.judged(facts)
        if one.group is not None and found[one.id].applies:
            members.setdefault(one.group, []).append(one.id)
    for group, ids in members.items():
        best = max if groups[group] == "highest" else min
        kept = best(ids, key=lambda id: found[id].adds)
        for id in ids:
            if id != kept:
                why = text("only-highest-counts" if best is max else "only-lowest-counts", modifier=found[kept].title)
                found[id] = replace(found[id], applies=False, adds=0, why=why)
    return ModifierSum(found, limit)


def not_in_force(option: InForce, facts: Reader, titles: Mapping[str, str]) -> str:
    """Return in a few words why something that depends on options is not used; "" if it is used.

    `titles` are the titles of all options.
    """
    for id, choice in option.items():
        now = as_text(facts.read(id))
        if now != choice:
            return text("only-with-option", option=titles.get(id, id), choice=choice, now=now)
    return ""


def because(noted: Mapping[str, Value]) -> str:
    """Return the facts that decided; "always" if none was read."""
    return listed([text("fact-is", fact=name, value=shown(value)) for name, value in noted.items()]) or text("always")


def shown(value: Value) -> str:
    """Return a value as players read it."""
    if isinstance(value, bool):
        return text("answer-yes") if value else text("answer-no")
    return as_text(value) or text("nothing")


def within(limit: LimitSpec, total: int) -> int:
    """Return a sum, kept between the least and the most."""
    if limit.most is not None:
        total = min(total, limit.most)
    return total if limit.least is None else max(total, limit.least)
