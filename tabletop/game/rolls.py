"""The language of dice: `2d6`, `4d6kh3+1`, `5d6>=5`, `3d[hit,miss,miss]`, `2d10!`, and the results of such rolls.

A roll is a series of terms joined by + and -. A term is a number or dice. Dice are written as their number (1 if it is
left out), `d`, and the sides: a number, `%` for 100, or the faces in brackets. After the dice may follow, in this order
and each once: `!` (each die with the highest face is rolled once more) or `!>=5`; `kh2` `kl1` `dh1` `dl2` (keep or drop
the highest or lowest); `>=5` `>4` `<=2` `<3` `=6` (count the dice that meet the condition, instead of adding them).
"""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from tabletop.game.chance import Chance
from tabletop.game.state.values import Value
from tabletop.texts import text

MOST_TEXT: Final = 200
MOST_TERMS: Final = 20
MOST_DICE: Final = 1_000
"""The most dice of one roll, including those that exploding dice add."""
MOST_SIDES: Final = 1_000_000
MOST_FACES: Final = 100
MOST_NUMBER: Final = 1_000_000_000

Comparison: TypeAlias = Literal[">=", "<=", ">", "<", "="]


class DiceError(ValueError):
    """The error of a text that is not a roll: one sentence for the player."""


class Test(Struct, frozen=True):
    """The condition that a die must meet."""

    is_: Comparison
    number: int

    def holds(self, value: int) -> bool:
        """Return whether this value meets the condition."""
        match self.is_:
            case ">=":
                return value >= self.number
            case "<=":
                return value <= self.number
            case ">":
                return value > self.number
            case "<":
                return value < self.number
            case "=":
                return value == self.number


class Keep(Struct, frozen=True):
    """The dice of a term that count: this number of the highest or of the lowest."""

    count: int
    highest: bool


class Dice(Struct, frozen=True):
    """A term of a roll: dice with the same sides.

    `faces` are the texts of their sides, in order. If it is empty, they are "1", "2" and so on. `sign` is -1 if the
    term is subtracted. Dice that meet `explode` are rolled once more, and dice that meet `succeed` are counted instead
    of added.
    """

    count: int
    sides: int
    sign: int = 1
    faces: tuple[str, ...] = ()
    explode: Test | None = None
    keep: Keep | None = None
    succeed: Test | None = None


class FixedNumber(Struct, frozen=True):
    """A number that is added."""

    value: int


Spec: TypeAlias = tuple[Dice | FixedNumber, ...]


class Die(Struct, frozen=True):
    """A rolled die: the number of the side that is up, from 1, and the text on it.

    If it is not `kept`, it does not count. An `exploded` die was rolled again and added. `success` is None if successes
    are not counted.
    """

    side: int
    shows: str
    kept: bool = True
    exploded: bool = False
    success: bool | None = None


class RollResult(Struct, frozen=True):
    """A roll: the dice of each term of dice, in their order, and the results.

    `total` is the sum of the dice that count and the fixed numbers. Dice without numbers on them add nothing; where
    dice are counted, each success adds 1. `successes` is None if nothing is counted. `faces` counts the faces that are
    words.
    """

    text: str
    dice: tuple[tuple[Die, ...], ...]
    total: int
    successes: int | None
    faces: dict[str, int]


_TERM: Final = re.compile(
    r"""(?P<sign>[+-]?)(?:
        (?P<count>\d{0,6})d(?:(?P<sides>\d{1,9})|(?P<hundred>%)|\[(?P<faces>[^\[\]]*)\])
        (?P<explode>!(?:(?P<explode_is>>=|<=|>|<|=)(?P<explode_at>-?\d{1,9}))?)?
        (?:(?P<which>[kd][hl])(?P<many>\d{0,6}))?
        (?:(?P<is>>=|<=|>|<|=)(?P<at>-?\d{1,9}))?
        |(?P<number>\d{1,10}))(?=$|[+-])""",
    re.VERBOSE | re.IGNORECASE,
)


def parse(written: str) -> Spec:
    """Return the terms of the roll that a text describes. Raises DiceError."""
    if len(written) > MOST_TEXT:
        raise DiceError(text("roll-too-long", most=MOST_TEXT))
    rest = _packed(written)
    terms: list[Dice | FixedNumber] = []
    at = 0
    while at < len(rest) or not terms:
        found = _TERM.match(rest, at)
        if found is None or (terms and not found["sign"]):
            raise DiceError(text("no-roll", roll=written, rest=rest[at:] or written))
        terms.append(_term(found))
        at = found.end()
        if len(terms) > MOST_TERMS:
            raise DiceError(text("roll-too-many-terms", most=MOST_TERMS))
    if sum(term.count for term in terms if isinstance(term, Dice)) > MOST_DICE:
        raise DiceError(text("roll-too-many-dice", most=MOST_DICE))
    return tuple(terms)


class RollTerm(NamedTuple):
    """A term of a roll that can be written with another number: of dice of the kind `die` ("d6", "d10!>=8"), or the
    number that is added if `die` is empty. `sign` is -1 if dice are subtracted; `least` is the smallest number.
    """

    number: int
    die: str = ""
    sign: int = 1
    least: int = 0

    @property
    def text(self) -> str:
        """The term with its sign; "" if its number is 0."""
        if not self.number:
            return ""
        is_minus = (self.sign < 0) is (self.number > 0)
        return f"{'-' if is_minus else '+'}{abs(self.number)}{self.die}"


def roll_terms(written: str) -> tuple[RollTerm, ...]:
    """Return the terms of a roll: dice in their order, and last the sum of its fixed numbers. At least one die stays of
    a roll with a single kind of dice. Raises DiceError.
    """
    spec, rest, at = parse(written), _packed(written), 0
    dice: list[RollTerm] = []
    for _ in spec:
        found = _TERM.match(rest, at)
        assert found is not None, "it was parsed"
        at = found.end()
        if found["number"] is None:
            kind = found[0].lstrip("+-").removeprefix(found["count"] or "")
            kept = int(found["many"] or 1) if found["which"] else 0
            dice.append(RollTerm(int(found["count"] or 1), kind, -1 if found["sign"] == "-" else 1, kept))
    if len(dice) == 1:
        dice[0] = dice[0]._replace(least=max(1, dice[0].least))
    return *dice, RollTerm(sum(term.value for term in spec if isinstance(term, FixedNumber)))


def roll_text(terms: Iterable[RollTerm]) -> str:
    """Return the text of a roll with these terms; "" if no number is left."""
    return "".join(term.text for term in terms).removeprefix("+")


def _packed(written: str) -> str:
    """Return the text without spaces round its operators. Spaces in the names of faces stay."""
    parts = re.split(r"(\[[^\[\]]*\])", written.strip())
    return "".join(part if part.startswith("[") else re.sub(r"\s*([-+<>=]+)\s*", r"\1", part) for part in parts)


def _term(found: re.Match[str]) -> Dice | FixedNumber:
    sign = -1 if found["sign"] == "-" else 1
    if found["number"] is not None:
        value = int(found["number"])
        if value > MOST_NUMBER:
            raise DiceError(text("roll-number-too-large", number=value, most=MOST_NUMBER))
        return FixedNumber(sign * value)
    faces = _faces(found["faces"]) if found["faces"] is not None else ()
    sides = len(faces) or (100 if found["hundred"] else int(found["sides"]))
    count = int(found["count"] or 1)
    if not 1 <= sides <= MOST_SIDES:
        raise DiceError(text("die-sides", most=MOST_SIDES, sides=sides))
    if not 1 <= count <= MOST_DICE:
        raise DiceError(text("dice-count", most=MOST_DICE, count=count))
    explode = _test(found["explode_is"], found["explode_at"]) if found["explode"] else None
    if found["explode"] and explode is None:
        explode = Test("=", _highest(faces, sides))
    dice = Dice(count, sides, sign, faces, explode, _keep(found, count), _test(found["is"], found["at"]))
    ends = range(1, sides + 1) if faces else (1, sides)
    if explode is not None and all(explode.holds(_number(dice, side)) for side in ends):
        raise DiceError(text("dice-explode-for-ever"))
    if faces and not _is_numbered(faces) and (dice.explode or dice.keep or dice.succeed):
        raise DiceError(text("faces-not-compared"))
    return dice


def _faces(written: str) -> tuple[str, ...]:
    faces = tuple(face.strip() for face in written.split(","))
    if not all(faces) or len(faces) > MOST_FACES:
        raise DiceError(text("die-faces", most=MOST_FACES))
    return faces


def _keep(found: re.Match[str], count: int) -> Keep | None:
    if found["which"] is None:
        return None
    which, many = found["which"].lower(), int(found["many"] or 1)
    if many > count:
        raise DiceError(text("too-few-dice-to-keep", count=count, kept=many))
    if which[0] == "k":
        return Keep(many, which[1] == "h")
    return Keep(count - many, which[1] == "l")


def _test(is_: str | None, at: str | None) -> Test | None:
    for comparison in get_args(Comparison):
        if comparison == is_ and at is not None:
            return Test(comparison, int(at))
    return None


def _is_numbered(faces: tuple[str, ...]) -> bool:
    return all(re.fullmatch(r"[+-]?\d{1,9}", face, re.ASCII) for face in faces)


def _highest(faces: tuple[str, ...], sides: int) -> int:
    return max(map(int, faces)) if faces and _is_numbered(faces) else sides


def _number(dice: Dice, side: int) -> int:
    """Return the number that a side counts; 0 for a word."""
    if not dice.faces:
        return side
    return int(dice.faces[side - 1]) if _is_numbered(dice.faces) else 0


def roll(written: str, chance: Chance, why: str, *, secret: bool = False) -> RollResult:
    """Roll the dice that a text describes; return the result. `why` is recorded with the draws. Raises DiceError."""
    spec = parse(written)
    left = MOST_DICE - sum(term.count for term in spec if isinstance(term, Dice))
    total, successes, thrown, faces = 0, None, list[tuple[Die, ...]](), dict[str, int]()
    for term in spec:
        if isinstance(term, FixedNumber):
            total += term.value
            continue
        dice = _throw(term, chance, why or written, left, secret=secret)
        left -= len(dice) - term.count
        thrown.append(dice)
        kept = [die for die in dice if die.kept]
        if term.succeed is not None:
            count = sum(die.success is True for die in kept)
            successes = (successes or 0) + term.sign * count
            total += term.sign * count
        else:
            total += term.sign * sum(_number(term, die.side) for die in kept)
        if term.faces and not _is_numbered(term.faces):
            for die in kept:
                faces[die.shows] = faces.get(die.shows, 0) + 1
    return RollResult(written, tuple(thrown), total, successes, faces)


def _throw(term: Dice, chance: Chance, why: str, left: int, *, secret: bool) -> tuple[Die, ...]:
    sides: list[int] = []
    exploded: list[bool] = []
    due = term.count
    while due:
        due -= 1
        side = chance.draw(term.sides, why, secret=secret) + 1
        again = term.explode is not None and term.explode.holds(_number(term, side)) and left > 0
        if again:
            left -= 1
            due += 1
        sides.append(side)
        exploded.append(again)
    kept = _kept(term, sides)
    return tuple(
        Die(
            side,
            term.faces[side - 1] if term.faces else str(side),
            kept[i],
            exploded[i],
            None if term.succeed is None else term.succeed.holds(_number(term, side)),
        )
        for i, side in enumerate(sides)
    )


def _kept(term: Dice, sides: list[int]) -> list[bool]:
    """Return, for each die, whether it counts. Of equal dice, those rolled first are kept. Dice that were added by
    exploding dice can count too.
    """
    if term.keep is None:
        return [True] * len(sides)
    sign = -1 if term.keep.highest else 1
    order = sorted(range(len(sides)), key=lambda i: (sign * _number(term, sides[i]), i))
    chosen = set(order[: term.keep.count])
    return [i in chosen for i in range(len(sides))]


def facts(rolled: RollResult) -> dict[str, Value]:
    """Return a roll as the facts of a message: each die, and the sums.

    A dropped die is in parentheses, and an exploded one has `!`.
    """
    found: dict[str, Value] = {"dice": rolled.text, "each": "; ".join(map(_each, rolled.dice)), "total": rolled.total}
    if rolled.successes is not None:
        found["successes"] = rolled.successes
    if rolled.faces:
        found["faces"] = ", ".join(f"{count} {face}" for face, count in rolled.faces.items())
    return found


def _each(dice: tuple[Die, ...]) -> str:
    shown = (f"{die.shows}{'!' if die.exploded else ''}" for die in dice)
    return ", ".join(face if die.kept else f"({face})" for face, die in zip(shown, dice, strict=True))
