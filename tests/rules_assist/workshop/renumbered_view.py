"""A view of the whole table in other numbers: what a side is asked there must be what it is asked at the table."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from tabletop.assistance import ProcedureQuestion
from tabletop.game.sight.audience import audience
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_changes import whole_through
from tabletop.game.sight.view import View
from tabletop.game.state.frames import thing_of
from tabletop.game.state.game import empty_game


class Renumbered(NamedTuple):
    """A side's view in which the pieces are numbered from the last to the first, and the ids that its numbers mean."""

    situation: Situation
    ids: dict[int, int]

    @classmethod
    def of(cls, truth: Situation, side: str) -> "Renumbered":
        """Return the view of a side that sees everything."""
        game = truth.game
        through = eyes(game, audience((game.sides.index(side),)))
        delta = whole_through(through)
        view = View(empty_game(game.sides, game.maps, game.module, game.scenario))
        view.apply(replace(delta, pieces=delta.pieces[::-1]))
        ids = {number: through.ids[name] for name, number in view.names.items() if name in through.ids}
        return cls(Situation(view.game, truth.book, side), ids)

    def named(self, value: object) -> object:
        """Return an option of the view as the table names it."""
        thing = thing_of(value) if isinstance(value, str) else None
        return value if thing is None else f"{thing[0]}:{self.ids[thing[1]]}"


class ViewsCompared:
    """The comparison of the questions of a game with those in renumbered views, once for each kind of question."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, ...]] = set()

    def compare(self, truth: Situation) -> None:
        """Compare what the sides are asked in their own views with what the table asks them."""
        for frame in truth.game.frames.values():
            for side in {one.by for one in frame.waiting}.intersection(truth.game.sides):
                kind = (frame.procedure, frame.step, side, *(one.key for one in frame.waiting))
                if kind not in self.seen:
                    self.seen.add(kind)
                    view = Renumbered.of(truth, side)
                    assert questions(view.situation, side, view) == questions(truth, side), kind


def questions(situation: Situation, side: str, view: Renumbered | None = None) -> list[tuple[object, ...]]:
    """Return all questions to a side without the numbers of procedures, and with their options in no order."""
    return sorted((_compared(one, view) for one in _open(situation, side)), key=repr)


def _open(situation: Situation, side: str) -> Iterator[ProcedureQuestion]:
    for frame in situation.game.frames:
        yield from (one for one in asked(situation, frame) if one.by == side and one.kind != "run")


def _compared(one: ProcedureQuestion, view: Renumbered | None) -> tuple[object, ...]:
    def named(value: object) -> object:
        return value if view is None else view.named(value)

    pairs = dict(zip((str(named(each.value)) for each in one.options), one.against, strict=False))
    return (
        *(one.key, one.kind, one.question, one.then, one.least, one.most, one.again),
        tuple((throw.title, throw.dice, throw.needs) for throw in one.throws),
        tuple(sorted((str(named(each.value)), each.label, each.note) for each in one.options)),
        tuple(sorted((option, str(named(each.value))) for option, each in pairs.items())),
    )
