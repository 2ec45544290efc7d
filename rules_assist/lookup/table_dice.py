"""The dice of a table, added up or each on its own.

They can be thrown, and their chances can be worked out in advance; a rule can require some to be rolled again.
"""

from collections.abc import Mapping
from typing import Final

from rules_assist.chance.odds import Distribution, faces_of, of_dice, one_die, times, total_of
from rules_assist.lookup.given_facts import constant
from rules_assist.lookup.lookup import Pool, RolledDie
from rules_assist.lookup.modifier_reasons import ModifierSum, not_in_force
from rules_assist.position.named_facts import Over
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.schema.table_rules import AgainSpec, PoolsSpec, RollSpec
from tabletop.expression import Expression, Reader, Value, as_number, compile_expression
from tabletop.game.chance import Chance
from tabletop.game.rolls import Dice, parse, roll
from tabletop.texts import listed, text

MOST_DICE: Final = 1_000
MOST_AGAIN: Final = 1_000
"""The most times that a roll is repeated because it does not fit."""


class RerollRule:
    """The rule for dice that are rolled again: once, or until they no longer meet its condition."""

    def __init__(self, spec: AgainSpec | None) -> None:
        self._spec = spec
        self._when = None if spec is None else compile_expression(constant(spec.when))

    @property
    def tries(self) -> int:
        """The most times that one roll is repeated."""
        return 0 if self._spec is None else MOST_AGAIN if self._spec.for_ever else 1

    def holds(self, facts: Reader, rolled: Mapping[str, Value]) -> bool:
        """Return whether this roll must be rolled again."""
        if self._spec is None or self._when is None or not_in_force(self._spec.option, facts, {}):
            return False
        return self._when.test(Over(facts, rolled))

    def over(self, once: Distribution[int], facts: Reader, drm: int, name: str) -> Distribution[int]:
        """Return the distribution of results when some are rolled again.

        `name` is the name under which the rule's condition reads a result with modifiers.
        """
        if self._spec is None:
            return once

        def must(natural: int) -> bool:
            return self.holds(facts, {"natural": natural, name: natural + drm})

        return once.unless(must) if self._spec.for_ever else once.once_again(must)


class SumDice:
    """Dice that are added up (or read as digits), with modifiers to their sum."""

    def __init__(self, spec: RollSpec) -> None:
        self.text = spec.roll
        self.count = sum(term.count for term in parse(spec.roll) if isinstance(term, Dice))
        self._digits = spec.read == "digits"
        self._again = RerollRule(spec.again)

    def thrown(self, facts: Reader, drm: int, chance: Chance, why: str) -> tuple[int, tuple[RolledDie, ...]]:
        """Roll the dice, again if a rule requires it, and return the total without modifiers, and the dice."""
        natural, dice = self._once(chance, why)
        for _ in range(self._again.tries):
            if not self._again.holds(facts, {"natural": natural, "total": natural + drm}):
                break
            natural, dice = self._once(chance, why)
        return natural, dice

    def _once(self, chance: Chance, why: str) -> tuple[int, tuple[RolledDie, ...]]:
        rolled = roll(self.text, chance, why)
        shown = [die for term in rolled.dice for die in term if die.kept]
        dice = tuple(RolledDie(die.side, die.side) for die in shown)
        return (int("".join(die.shows for die in shown)) if self._digits else rolled.total), dice

    def distribution(self, facts: Reader, drm: int) -> Distribution[int]:
        """Return the distribution of results without modifiers. Raises TooMany."""
        return self._again.over(self._plain(), facts, drm, "total")

    def _plain(self) -> Distribution[int]:
        if not self._digits:
            return of_dice(self.text)
        (term,) = parse(self.text)
        assert isinstance(term, Dice)
        found = Distribution.sure(0)
        for _ in range(term.count):
            found = found.with_(Distribution.even(faces_of(term)), lambda before, face: 10 * before + face)
        return found


class PoolDice:
    """Dice that each hit or miss, in pools that can have modifiers of their own."""

    def __init__(self, spec: PoolsSpec) -> None:
        self._die = one_die(spec.each)
        self._pools = spec.pools
        self._counts = {id: compile_expression(pool.count) for id, pool in spec.pools.items()}
        self._hit = compile_expression(spec.hit)
        self._again = RerollRule(spec.again)
        self._most = None if spec.most_hits is None else compile_expression(spec.most_hits)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of one die."""
        return faces_of(self._die)

    def text(self, count: int) -> str:
        """Return this number of these dice, in dice notation; "" for none."""
        faces = f"[{','.join(self._die.faces)}]" if self._die.faces else str(self._die.sides)
        return f"{count}d{faces}" if count > 0 else ""

    def counts(self, facts: Reader) -> dict[str, int]:
        """Return the number of dice in each pool. Raises Unanswerable for more than `MOST_DICE` dice in all, and
        for a number that is not whole.
        """
        found = {id: max(_whole(count, facts), 0) for id, count in self._counts.items()}
        if sum(found.values()) > MOST_DICE:
            raise Unanswerable(text("too-many-dice", most=MOST_DICE))
        return found

    def described(self, facts: Reader, judged: ModifierSum) -> dict[str, Pool]:
        """Return the pools as players read them, by id."""
        pools: dict[str, Pool] = {}
        for id, count in self.counts(facts).items():
            drm = judged.sum_for(id)
            hitting = [face for face in sorted(set(self.faces)) if self.hits(facts, face, drm)]
            pools[id] = Pool(self._pools[id].title, count, drm, ranges(hitting, max(self.faces)))
        return pools

    def hits(self, facts: Reader, natural: int, drm: int) -> bool:
        """Return whether a die with this face hits."""
        return self._hit.test(Over(facts, {"natural": natural, "die": natural + drm}))

    def thrown(self, facts: Reader, judged: ModifierSum, chance: Chance, why: str) -> tuple[RolledDie, ...]:
        """Roll all dice and return them, pool by pool, each with its final face.

        First all dice are rolled, and then those that must be rolled again, in the same order.
        """
        first = [
            (id, judged.sum_for(id), self._face(chance, why))
            for id, count in self.counts(facts).items()
            for _ in range(count)
        ]
        return tuple(self._settled(id, drm, shown, facts, chance, why) for id, drm, shown in first)

    def _settled(self, pool: str, drm: int, shown: int, facts: Reader, chance: Chance, why: str) -> RolledDie:
        natural, first = shown, None
        for _ in range(self._again.tries):
            if not self._again.holds(facts, {"natural": natural, "die": natural + drm}):
                break
            natural, first = self._face(chance, why), shown
        return RolledDie(natural, natural + drm, self.hits(facts, natural, drm), pool, first)

    def _face(self, chance: Chance, why: str) -> int:
        return self.faces[chance.draw(self._die.sides, why)]

    def distribution(self, facts: Reader, judged: ModifierSum) -> Distribution[int]:
        """Return the distribution of the number of dice that hit."""
        return total_of(times(self._one(facts, judged.sum_for(id)), count) for id, count in self.counts(facts).items())

    def _one(self, facts: Reader, drm: int) -> Distribution[int]:
        faces = self._again.over(Distribution.even(self.faces), facts, drm, "die")
        return faces.map(lambda face: int(self.hits(facts, face, drm))).reduced()

    def kept(self, halves: int, facts: Reader) -> tuple[int, int]:
        """Return the number of whole hits in this number of half hits, up to the limit, and the half that is left
        over.
        """
        hits, half = divmod(halves, 2)
        most = hits + 1 if self._most is None else max(_whole(self._most, facts), 0)
        return (hits, half) if hits < most else (most, 0)


def _whole(expression: Expression, facts: Reader) -> int:
    number = as_number(expression.evaluate(facts))
    if number is None:
        raise Unanswerable(text("not-a-whole-number", expression=expression.text))
    return number


def ranges(faces: list[int], highest: int) -> str:
    """Return faces as players read them: 5+, 1-2, 3, 1-2 and 6, none."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return listed([_run(run, highest) for run in runs]) or text("none")


def _run(run: list[int], highest: int) -> str:
    if run[-1] == highest and len(run) > 1:
        return f"{run[0]}+"
    return f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}"
