"""The parts of a compiled kind, and the builder that collects it from the traits, from the innermost out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tabletop.expression import (
    CountQuestion,
    Expression,
    ExpressionError,
    Reader,
    Scope,
    Template,
    Value,
    as_number,
    compile_expression,
    compile_template,
)
from tabletop.expression.tree import Count, Distance, PropertyOf, ScopeNode, children

if TYPE_CHECKING:
    from tabletop.expression.game_questions import Unit
    from tabletop.expression.tree import Node
    from tabletop.game.actions.action import Action
    from tabletop.game.appearance.drawn_piece import PlacedDrawing, ShadedArea
    from tabletop.game.properties.property_reader import PieceReader
    from tabletop.game.traits.appearance_traits import Button, Picture
    from tabletop.game.traits.group_traits import Attachment, Cargo, Hold
    from tabletop.game.traits.movement_traits import NotStacking, Trail
    from tabletop.game.traits.sight_traits import RestrictedTrait
    from tabletop.game.traits.trait_base import Change, GivenValue, TraitCall

Work: TypeAlias = Generator["Work", None, None]
"""Work that takes several turns.

It yields the work that must be done before it goes on, and does not call it. So chains of any length need no more of
Python's stack.
"""

Run: TypeAlias = "Callable[[Action, int], Work | None]"
"""A function with the effect of a trait on a piece that gets a key. It may return work that takes several turns."""

Opens: TypeAlias = "Callable[[Action, int], Callable[[], None]]"
"""A function that is called before the traits inside get a key. It returns the function to run after them."""

Getter: TypeAlias = "Callable[[PieceReader], Value]"
Test: TypeAlias = "Callable[[PieceReader], bool]"
Shows: TypeAlias = "Callable[[PieceReader, list[PlacedDrawing]], None]"
Writes: TypeAlias = "Callable[[Action, int, Value], None]"
Moved: TypeAlias = "Callable[[Action, int, Whereabouts], None]"


PICKED: Final = " → "
"""The separator between a key and the choice made with it."""

_NOTHING: Final[frozenset[str]] = frozenset()

OFF_BOARD: Final = "offboard"
"""The location of a piece on a map that is in no place of that map."""


BEFORE: Final = "Before_"
"""The prefix for a property's name in a report. With it the report reads the value before the action."""


class Whereabouts(NamedTuple):
    """The position of a piece: map index (-1: on none), map pixels, the names of its place and holder, its mat (0:
    none), and the offset from the piece to the mat (map pixels).
    """

    map: int
    x: int
    y: int
    place: str
    holder: str
    mat: int
    mat_dx: int
    mat_dy: int


@dataclass(frozen=True, slots=True)
class PieceQuantity:
    """The number of things for which a piece stands: the name of its property, its slot, and the most that it can hold
    (0: any number).

    The template `of` gives the sort of the things; without it, the kind of the piece is their sort.
    """

    name: str
    slot: int
    most: int
    of: Template | None


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """A trait's response to a key. It is an action (`run`), a pair of actions before and after the traits inside
    (`opens`), or the condition that stops the key for all traits inside (`stops`).

    With `is_last` the trait acts after all traits inside have got the key.
    """

    run: Run | None
    opens: Opens | None = None
    stops: Test | None = None
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class MenuCondition:
    """A condition under which a menu entry is greyed, or hidden."""

    when: Test
    hidden: bool


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A menu entry of a kind, before it is shown for a piece.

    It is greyed unless `when` holds. With `in_play` it is also greyed for a piece that is not on the table, for example
    in the counter tray.
    """

    label: Template
    key: str
    when: Test | None = None
    bars: tuple[MenuCondition, ...] = ()
    in_play: bool = False


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """A submenu for the entries with these texts. It is barred when `key` is barred."""

    name: Template
    entries: tuple[str, ...]
    key: str = ""
    bars: tuple[MenuCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuLineMark:
    """A separator in the menu. It is barred when `key` is barred."""

    key: str = ""
    bars: tuple[MenuCondition, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuMany:
    """Several menu entries, one for each present choice, with their texts and keys.

    They are barred when `key` is barred.
    """

    key: str
    entries: Callable[[PieceReader], list[tuple[str, str]]]
    bars: tuple[MenuCondition, ...] = ()


MenuPart: TypeAlias = MenuItem | MenuGroup | MenuLineMark | MenuMany


@dataclass
class Builder:
    """A collector of all that the traits of one kind define. A later trait lies outside the traits before it. Unless it
    `acts`, the builder ignores responses and menu entries.
    """

    name: str
    side: str
    acts: bool = True
    slots: list[Value] = field(default_factory=list)
    hears: dict[str, list[KeyAnswer]] = field(default_factory=dict)
    provides: dict[str, Getter] = field(default_factory=dict)
    own: dict[str, frozenset[str]] = field(default_factory=dict)
    slots_of: dict[str, frozenset[int]] = field(default_factory=dict)
    asking: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    writers: dict[str, Writes] = field(default_factory=dict)
    menu: list[MenuPart] = field(default_factory=list)
    shows: list[Shows] = field(default_factory=list)
    areas: list[Callable[[PieceReader], ShadedArea | None]] = field(default_factory=list)
    moved: list[Moved] = field(default_factory=list)
    placed: list[Moved] = field(default_factory=list)
    holds: tuple[Hold, ...] = ()
    mat: str = ""
    turns_cargo: bool = True
    spills_cargo: bool = False
    joins_stacks: bool = True
    cargo: Cargo | None = None
    boards: Callable[[Action, int], None] | None = None
    grip: NotStacking | None = None
    trail: tuple[Trail, int] | None = None
    restricted: list[RestrictedTrait] = field(default_factory=list)
    back: Picture | None = None
    back_name: str = "?"
    buttons: list[Button] = field(default_factory=list)
    begins: list[tuple[int, Value, Expression]] = field(default_factory=list)
    quantity: PieceQuantity | None = None
    links: dict[str, int] = field(default_factory=dict)
    linking: dict[str, Attachment] = field(default_factory=dict)
    auto_links: dict[str, bool] = field(default_factory=dict)
    facing: tuple[int, int] | None = None
    private: set[int] = field(default_factory=set)
    kin: tuple[int, int] | None = None
    old_mat: int | None = None
    clicked: tuple[int, int] | None = None
    recalled: set[str] = field(default_factory=set)
    ways_back: list[tuple[int, int, int]] = field(default_factory=list)
    _begun: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        name = self.name
        self.provide("BasicName", lambda _reader: name)
        self.provide("Name", lambda reader: reader.read("BasicName"))
        self.own["Name"] = frozenset(("BasicName",))

    def slot(self, start: Value) -> int:
        """Add a slot to the piece's state, with its first value, and return its number."""
        self.slots.append(start)
        return len(self.slots) - 1

    def begin(self) -> None:
        """Begin the next trait."""
        self._begun.clear()

    def hear(self, key: str, run: Run, *, is_last: bool = False) -> None:
        """Add a response to a key. With `is_last` it acts after all traits inside have got the key."""
        self._answer(key, KeyAnswer(run, is_last=is_last))

    def bar(self, keys: Iterable[str], when: Test, *, hidden: bool) -> None:
        """Bar these keys for all traits inside while a condition holds, and grey or hide their menu entries."""
        barred = frozenset(keys)
        for key in barred & self.hears.keys():
            self._answer(key, KeyAnswer(None, stops=when))
        bar = MenuCondition(when, hidden)
        self.menu = [replace(part, bars=(*part.bars, bar)) if part.key in barred else part for part in self.menu]

    def bracket(self, key: str, opens: Opens) -> None:
        """Add a response that notes something before the traits inside get the key, and acts after them."""
        self._answer(key, KeyAnswer(None, opens))

    def _answer(self, key: str, call: KeyAnswer) -> None:
        """Add a trait's response to a key.

        Responses run from the last to the first. If one trait has several responses, the first runs first.
        """
        if key and self.acts:
            calls = self.hears.setdefault(key, [])
            calls.insert(self._begun.setdefault(key, len(calls)), call)

    def call(
        self,
        entry: TraitCall | Change,
        run: Run,
        when: Test | None = None,
        *,
        in_play: bool = False,
        bars: tuple[MenuCondition, ...] = (),
        is_last: bool = False,
    ) -> None:
        """Add an action that is called by its key or from the menu.

        `is_last` is as for `hear`; the other arguments are for the menu.
        """
        key = entry.key or (f"menu {entry.menu}" if entry.menu else "")
        self.hear(key, run, is_last=is_last)
        if entry.menu and self.acts:
            self.menu.append(MenuItem(compile_template(entry.menu), key, when, bars, in_play))

    def provide(self, name: str, getter: Getter, slots: Iterable[int] = (), reads: Iterable[Expression] = ()) -> None:
        """Give the piece a property of this name. Live counts watch the slots and expressions that it depends on."""
        self.provides[name] = getter
        self.fixed.discard(name)
        self.slots_of[name] = frozenset(slots)
        self.own[name] = _NOTHING
        self.asking.discard(name)
        for expression in reads:
            self.own[name] |= expression.reads
            if asks_others(expression):
                self.asking.add(name)

    def rename(
        self,
        template: Template,
        slots: Iterable[int] = (),
        when: Test | None = None,
        label: Callable[[PieceReader], str] | None = None,
    ) -> None:
        """Change the name of the piece.

        In the template `Name` is the name without this change, and `Label` is the text of the label.
        """
        inner = self.provides["Name"]

        def name(reader: PieceReader) -> Value:
            before = inner(reader)
            if when is not None and not when(reader):
                return before
            given = {"Name": before} if label is None else {"Name": before, "Label": label(reader)}
            return template.render(WithNames(reader, given))

        slots = self.slots_of["Name"] | frozenset(slots)
        asking = "Name" in self.asking
        reads = self.own["Name"] | (template.reads - {"Name", "Label"})
        self.provide("Name", name, slots, template.expressions)
        self.own["Name"] = reads
        if asking:
            self.asking.add("Name")

    def provide_fixed(self, name: str, value: Value) -> None:
        """Provide a property that never changes."""
        self.provide(name, lambda _reader: value)
        self.fixed.add(name)

    def provide_slot(self, name: str, slot: int) -> None:
        """Provide a property that is the value of a slot."""
        self.provide(name, lambda reader: reader.state[slot], (slot,))


class WithNames:
    """A reader with some additional names. They come before the piece's own names."""

    __slots__ = ("_inner", "_names")

    def __init__(self, inner: Reader, names: Mapping[str, Value]) -> None:
        self._inner = inner
        self._names = names

    def read(self, name: str) -> Value:
        """Return the value of the additional name, or else the property of the piece."""
        return self._names[name] if name in self._names else self._inner.read(name)

    def read_at(self, name: str, scope: Scope) -> Value:
        """Return the answer of the inner reader for that scope."""
        return self._inner.read_at(name, scope)

    def count(self, question: CountQuestion, reader: Reader) -> Value:  # noqa: ARG002 - the piece asks, not its names
        """Return the inner reader's count."""
        return self._inner.count(question, self._inner)

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Return the distance that the inner reader measures."""
        return self._inner.distance(to, start, unit)

    def chance(self, low: int, high: int) -> int:
        """Return the inner reader's draw."""
        return self._inner.chance(low, high)

    def spend(self, work: int) -> None:
        """Spend from the budget of the inner reader."""
        self._inner.spend(work)

    def alert(self, text: str) -> None:
        """Show the text through the inner reader."""
        self._inner.alert(text)

    def forgives(self, mistake: ExpressionError) -> bool:
        """Return whether the inner reader forgives this error."""
        return self._inner.forgives(mistake)


@lru_cache(maxsize=16_384)
def asks_others(expression: Expression) -> bool:
    """Return whether an expression reads more than named properties of its piece: counts, distances, properties in a
    scope, or properties whose names are worked out.
    """
    waiting: list[Node | ScopeNode] = [expression.tree]
    for node in waiting:
        if isinstance(node, Count | Distance | PropertyOf):
            return True
        waiting.extend(children(node))
    return False


def optional(text: str) -> Expression | None:
    """Return the expression of a text; None for an empty text."""
    return compile_expression(text) if text.strip() else None


def number_of(expression: Expression | None, reader: Reader, otherwise: int = 0) -> int:
    """Return the value of an expression as a number.

    Return `otherwise` if there is no expression, or its value is no number.
    """
    if expression is None:
        return otherwise
    found = as_number(expression.evaluate(reader))
    return otherwise if found is None else found


def giving(given: tuple[GivenValue, ...]) -> Callable[[Action, int, int], None] | None:
    """Return a function that sets properties of another piece to values that are worked out for the acting piece; None
    if no values are given.
    """
    values = tuple((one.name, compile_expression(one.value)) for one in given)

    def give(action: Action, piece: int, other: int) -> None:
        reader = action.reader(piece)
        for name, value in values:
            action.set_piece_property(other, name, value.evaluate(reader))

    return give if values else None
