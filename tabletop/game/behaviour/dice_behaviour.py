"""The behaviour of the table's dice: they are thrown, lie in the tray, and leave their results in properties."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from tabletop.expression import Value, as_number, compile_expression, compile_template
from tabletop.game.actions.heard_words import Say, filled_in, hearers, said_to_each
from tabletop.game.change.outcome import Prompt
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Builder, WithNames, number_of, optional
from tabletop.game.rolls import MOST_DICE, MOST_SIDES
from tabletop.game.traits.table_traits import Asked, Throw, TraitDice
from tabletop.texts import english, text

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PropertyReader

_MOST_COUNTED: Final = 100
"""The most sides of a die for which the number of results of each side is reported."""


class _Die(NamedTuple):
    """A die: its face, the value that counts, its side from 1 up, and the picture of the face ("" without a
    picture).
    """

    face: Value
    value: int
    side: int
    picture: str


class _Cast(NamedTuple):
    """The dice as they fell, the dice that count, and the numbers that were used for the throw.

    `limit` is the number by which the dice that count were chosen.
    """

    thrown: list[_Die]
    kept: list[_Die]
    numbers: dict[Asked, int]
    limit: int

    @property
    def total(self) -> int:
        """The sum of the dice that count, and of the number that is added to the throw."""
        return sum(die.value for die in self.kept) + self.numbers["add"]


_QUESTIONS: Final[dict[Asked, str]] = {
    "count": "how-many-dice",
    "sides": "how-many-sides",
    "each": "added-to-each-die",
    "add": "added-to-sum",
}


def _throw(trait: Throw, builder: Builder) -> None:
    first = trait.dice[0] if trait.dice else TraitDice()
    texts: dict[Asked, str] = {"count": first.count, "sides": first.sides, "each": trait.each, "add": trait.add}
    usual = {what: optional(written) for what, written in texts.items()}
    others = [(dice, compile_expression(dice.count), compile_expression(dice.sides)) for dice in trait.dice[1:]]
    keep, words, title = optional(trait.keep), compile_template(trait.text), compile_template(trait.title)
    given = [(one.name, compile_template(one.value)) for one in trait.given]

    def saying(piece: int, names: dict[str, Value], cast: _Cast) -> Say:
        def say(_side: int, reading: "PropertyReader") -> Told:
            reader = reading.reader(piece)
            told = filled_in(words, reader, names)
            about = _about(trait, title.render(WithNames(reader, names)))
            return replace(told, facts={**told.facts, **_lying(trait, cast.kept, cast.total), **about})

        return say

    def run(action: "Action", piece: int) -> None:
        reader = action.reader(piece)
        numbers = _asked(action, trait, {what: number_of(written, reader) for what, written in usual.items()})
        by, thrown = numbers["each"], list[_Die]()
        if trait.dice:
            thrown += _thrown(action, trait.name, first, numbers["count"], numbers["sides"], by)
        for dice, count, sides in others:
            thrown += _thrown(action, trait.name, dice, number_of(count, reader), number_of(sides, reader), by)
        limit = number_of(keep, reader)
        kept = thrown if keep is None else _kept(thrown, trait, limit)
        cast = _Cast(thrown, sorted(kept, key=_order) if trait.sorted else kept, numbers, limit)
        names = _names(trait, cast)
        knowing = WithNames(reader, names)
        told = said_to_each(action, hearers(action, piece), saying(piece, names, cast))
        for name, template in given:
            action.set_property(name, _value(template.render(knowing)))
        for one in told:
            action.tell(one)

    builder.call(trait.call, run)


def _asked(action: "Action", trait: Throw, usual: dict[Asked, int]) -> dict[Asked, int]:
    """Return the numbers that the player wants instead of the defaults.

    An answer that is not a number changes nothing.
    """
    if not trait.asks:
        return usual
    prompts = [Prompt(english(_QUESTIONS[what]), text(_QUESTIONS[what]), default=usual[what]) for what in trait.asks]
    answers = action.questions.ask_all(trait.name, prompts)
    given = {what: as_number(str(answer)) for what, answer in zip(trait.asks, answers, strict=True)}
    return usual | {what: number for what, number in given.items() if number is not None}


def _names(trait: Throw, cast: _Cast) -> dict[str, Value]:
    """Return the values about the dice that templates can read, by name."""
    shown = ",".join(str(die.face) for die in cast.kept)
    names: dict[str, Value] = {
        "Result": cast.total if trait.total else _value(shown),
        "Total": cast.total,
        "Count": len(cast.thrown),
        "Each": cast.numbers["each"],
        "Add": cast.numbers["add"],
        "Sides": cast.numbers["sides"] if trait.dice else 0,
        "Keep": cast.limit,
        "Kept": len(cast.kept),
        "Raw": ", ".join(str(die.side) for die in cast.thrown),
    }
    names.update((f"Result{number}", die.face) for number, die in enumerate(cast.kept, 1))
    fell, counted = (Counter(die.side for die in dice) for dice in (cast.thrown, cast.kept))
    sides = max([cast.numbers["sides"], *(len(dice.faces) for dice in trait.dice)])
    for side in range(1, min(sides, _MOST_COUNTED) + 1):
        names[f"RawCount{side}"], names[f"Count{side}"] = fell[side], counted[side]
    return names


def as_thrown(trait: Throw, sides: Sequence[int]) -> dict[str, Value]:
    """Return facts that show symbolic dice as they were thrown elsewhere. Each die is given by its side, from 0 up."""
    thrown = zip(trait.dice, sides, strict=False)
    fell = [_die(dice, side, 0) for dice, side in thrown if 0 <= side < len(dice.faces)]
    return {**_lying(trait, fell, sum(die.value for die in fell)), **_about(trait, "")}


def _lying(trait: Throw, dice: Sequence[_Die], total: int) -> dict[str, Value]:
    """Return facts that show dice in the tray: their total, and their faces and pictures, one die on each line."""
    facts: dict[str, Value] = {"dice": trait.name, "each": "\n".join(str(die.face) for die in dice)}
    if any(die.picture for die in dice):
        facts["pictures"] = "\n".join(die.picture for die in dice)
    return {**facts, "total": total}


def _about(trait: Throw, title: str) -> dict[str, Value]:
    """Return further facts about dice in the tray: their title and background."""
    return {name: words for name, words in (("title", title), ("ground", trait.ground)) if words}


def _value(written: str) -> Value:
    number = as_number(written)
    return written if number is None else number


def _thrown(action: "Action", why: str, dice: TraitDice, count: int, sides: int, by: int) -> list[_Die]:
    """Throw this number of equal dice (at most `MOST_DICE`), and return them, with `by` added to each."""
    many = max(0, min(count, MOST_DICE))
    faces = len(dice.faces) or max(1, min(sides, MOST_SIDES))
    return [_die(dice, action.chance.draw(faces, why), by) for _ in range(many)]


def _die(dice: TraitDice, side: int, by: int) -> _Die:
    """Return the die with the side of this number, from 0 up, on top."""
    picture = dice.pictures[side] if side < len(dice.pictures) else ""
    if not dice.faces:
        return _Die(side + 1 + by, side + 1 + by, side + 1, picture)
    shown = dice.faces[side]
    value = dice.values[side] if side < len(dice.values) else as_number(shown) or 0
    number = as_number(shown)
    return _Die(shown if number is None else number + by, value + by, side + 1, picture)


def _order(die: _Die) -> tuple[bool, int, str]:
    """Return the sort key of dice: words first, by their letters, then numbers by their value."""
    is_number = isinstance(die.face, int)
    return is_number, die.value if is_number else 0, str(die.face)


def _kept(thrown: list[_Die], trait: Throw, keep: int) -> list[_Die]:
    """Return the dice that count."""
    rising = sorted(thrown, key=lambda die: die.value)
    match trait.which:
        case "highest":
            return rising[max(len(rising) - max(keep, 0), 0) :]
        case "lowest":
            return rising[: max(keep, 0)]
        case "equal":
            return [die for die in thrown if die.value == keep]
        case "at-least":
            return [die for die in thrown if die.value >= keep]
        case "at-most":
            return [die for die in thrown if die.value <= keep]


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {Throw: _throw}
