"""One action as one transaction: reads see what was written, and one patch comes out at its end."""

from collections.abc import Sequence

from tabletop.game.chance import Chance
from tabletop.game.components import Components
from tabletop.game.game import Game
from tabletop.game.holder import Form, Holder
from tabletop.game.outcome import Done
from tabletop.game.patch import Change, Draft, DropHolder, Go, Make, MakeHolder, Raise
from tabletop.game.step import Answers
from tabletop.game.told import Told
from tabletop.game.values import Value


class Action:
    """Lives inside one `decide`; nobody else ever sees it.

    `seat` is the name of the acting seat. `answers` are the answers already given to prompts of this command.
    """

    def __init__(self, game: Game, components: Components, seat: str, chance: Chance, answers: Answers = ()) -> None:
        self.game = game
        self.components = components
        self.seat = seat
        self.chance = chance
        self.answers = dict(answers)
        self.draft = Draft(game)
        self._changes: list[Change] = []
        self._told: list[Told] = []

    def change(self, change: Change) -> None:
        """Make one change and keep it for the patch."""
        self.draft.perform(change)
        self._changes.append(change)

    def tell(self, told: Told) -> None:
        """Say something about the step."""
        self._told.append(told)

    def stack_at(self, map_index: int, x: int, y: int, place: str, layer: int = 0) -> int:
        """The topmost stack of a layer at a point (map pixels); a new empty one where there is none."""
        draft = self.draft
        found = [
            (holder.z, i)
            for i in draft.holders_at(map_index, x, y)
            if (holder := draft.holder(i)) is not None and holder.form == "stack" and holder.layer == layer
        ]
        return max(found)[1] if found else self.new_holder("stack", map_index, x, y, place, layer)

    def new_holder(self, form: Form, map_index: int, x: int, y: int, place: str, layer: int = 0) -> int:
        """A new holder, open to everybody, drawn above all others of its layer."""
        sides = len(self.game.sides)
        id = self.draft.fresh_id()
        z = self.draft.fresh_z()
        looks = self.game.open_looks
        self.change(MakeHolder(id, Holder(form, map_index, x, y, place, layer, z, (), looks, (0,) * sides)))
        return id

    def put(self, pieces: Sequence[int], holder: int, above: int | None = None) -> None:
        """Put pieces into a holder, bottom first: directly above a piece (0: at the bottom), or on top (None).

        The holder comes to the top of its layer; stacks that are left empty are gone.
        """
        draft = self.draft
        going = set(pieces)
        sources = {piece.at for id in pieces if (piece := draft.piece(id)) is not None}
        goal = draft.holder(holder)
        if above is None:
            lying = [p for p in goal.pieces if p not in going] if goal is not None else []
            above = lying[-1] if lying else 0
        self.change(Go(tuple(pieces), holder, above))
        if goal is not None and goal.form == "stack" and goal.z != draft.before.counters.next_z - 1:
            self.change(Raise(holder, goal.layer, draft.fresh_z()))
        for source in sorted(sources - {holder}):
            self.sweep(source)

    def sweep(self, holder: int) -> None:
        """Take an empty stack off the map."""
        left = self.draft.holder(holder)
        if left is not None and left.form == "stack" and not left.pieces:
            self.change(DropHolder(holder))

    def make(self, kind: int, holder: int, state: tuple[Value, ...]) -> int:
        """A new piece of a kind on top of a holder, seen by everybody who may look there; its id."""
        id = self.draft.fresh_id()
        goal = self.draft.holder(holder)
        above = goal.pieces[-1] if goal is not None and goal.pieces else 0
        self.change(Make(id, kind, holder, above, state, self.game.open_sight))
        return id

    def close(self) -> Done:
        """What has happened: one patch, and what is said."""
        return Done(tuple(self._changes), tuple(self._told))
