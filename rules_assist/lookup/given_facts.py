"""The facts that a lookup gives to a table: each must be known and of the right kind, and none may be missing."""

from collections.abc import Collection, Mapping
from typing import Final

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.named_facts import Over
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import FactKind, NeedSpec
from tabletop.expression import Expression, Reader, Value, as_number, as_text, compile_expression
from tabletop.module.documents.problems import nearest

WORDS: Final = ("table", "of", "dice", "compare")
"""The words in questions about tables that are not facts. No fact may have one of them as its name."""

_YES_NO: Final[Mapping[Value, bool]] = {"yes": True, "true": True, "no": False, "false": False}


def constant(text: str) -> str:
    """Return the text of an expression; `yes` and `no` alone become `true` and `false`."""
    return {"yes": "true", "no": "false"}.get(text, text)


class Needs:
    """The facts that a table asks for."""

    def __init__(self, table: str, needs: Mapping[str, NeedSpec], reads: Collection[str]) -> None:
        """Collect the facts that a table needs. `reads` are other names in its expressions, which can be given too."""
        self._table = table
        self._needs = needs
        self._usual: dict[str, Expression] = {
            name: compile_expression(constant(need.usual)) for name, need in needs.items() if need.usual is not None
        }
        self._known = frozenset(needs) | frozenset(reads)

    @property
    def names(self) -> Collection[str]:
        """The names of the facts that the table asks for."""
        return self._needs.keys()

    @property
    def all(self) -> Mapping[str, NeedSpec]:
        """The facts that the table asks for, by name, in order."""
        return self._needs

    def is_known(self, name: str, situation: Situation) -> bool:
        """Return whether the game itself gives a fact that has no default, so that nobody is asked for it."""
        return name not in self._usual and RuleFactReader(situation, {}, 0).read(name) is not None

    @property
    def numbers(self) -> Mapping[str, NeedSpec]:
        """The numbers among the facts, by name."""
        return {name: need for name, need in self._needs.items() if need.kind == "number"}

    def known(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Return the given facts, each in its kind. Raises Unanswerable for unknown names and impossible values."""
        return {name: self._one(name, value) for name, value in given.items()}

    def _one(self, name: str, value: Value) -> Value:
        if name not in self._known:
            hint = nearest(name, sorted(self._known))
            said = f"; did you mean '{hint}'?" if hint else f". It asks for {', '.join(self._needs) or 'nothing'}."
            raise Unanswerable(f"{self._table} knows no '{name}'{said}")
        need = self._needs.get(name)
        return self._as(need, name, value) if need is not None else _YES_NO.get(value, value)

    def _as(self, need: NeedSpec, name: str, value: Value) -> Value:
        """Return a value in the kind that the fact needs. Raises `Unanswerable` for a value of another kind, and
        for one that is not among the choices of the fact.
        """
        found = as_kind(need.kind, value)
        if found is None:
            kinds: Mapping[FactKind, str] = {"number": "a whole number", "yes-no": "yes or no", "word": "a word"}
            raise Unanswerable(f"{name} ({need.title}) is {kinds[need.kind]}, not '{as_text(value)}'.")
        if need.choices and found not in need.choices:
            raise Unanswerable(f"{name} ({need.title}) is one of {', '.join(need.choices)}, not '{as_text(value)}'.")
        return found

    def settled(self, facts: RuleFactReader) -> dict[str, Value]:
        """Return each needed fact: the given one, or the default, or that of the piece or table.

        A default can read the facts before it. Raises Unanswerable.
        """
        found: dict[str, Value] = {}
        so_far = Over(facts, found)
        for name, need in self._needs.items():
            found[name] = facts.given[name] if name in facts.given else self._settled(name, need, so_far)
        return found

    def _settled(self, name: str, need: NeedSpec, facts: Reader) -> Value:
        usual = self._usual.get(name)
        value = facts.read(name) if usual is None else usual.evaluate(facts)
        if value is None and usual is None:
            raise Unanswerable(f"{self._table} asks for {name}: {need.title}.")
        return self._as(need, name, value)


def as_kind(kind: FactKind, value: Value) -> Value:
    """Return a value in a kind of fact; None if it does not fit."""
    if kind == "yes-no":
        return value if isinstance(value, bool) else _YES_NO.get(value)
    if kind == "number":
        return as_number(value) if value is not None and value != "" else None
    return as_text(value) or None
