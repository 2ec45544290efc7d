"""Keys on their way through the traits of pieces. The traits take turns instead of calling each other."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.heard_words import heard_values, hearers, readings
from tabletop.game.actions.transaction import MOST_MISTAKES
from tabletop.game.change.patch import Go
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import BEFORE, KeyAnswer, Work
from tabletop.game.state.values import FACE

if TYPE_CHECKING:
    from tabletop.expression import Value
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader

MOST_CALLS: Final = 30_000
"""The most calls of traits in one action."""

DEEPEST: Final = 50
"""The greatest depth to which traits may trigger each other.

A deeper trigger does nothing, and the earlier changes stay.
"""


Limit: TypeAlias = Literal["rounds", "triggers"]
"""The two limits on actions that might never end: the rounds of a loop, and traits that trigger each other."""


def is_stopped(reader: "PieceReader", calls: "Sequence[KeyAnswer]") -> bool:
    """Return whether the outermost trait that hears a key stops it for this reader, so that no trait responds."""
    return bool(calls) and calls[0].stops is not None and calls[0].stops(reader)


_PILES: Final = ("stack", "deck")


class KeyCalls:
    """The keys that pieces get in one action, counted and limited.

    `picked` is the choice that was made in the menu together with the key, if there was one. `recalled` holds the
    earlier state of pieces for their reports, for each audience.
    """

    def __init__(self, action: "Action") -> None:
        self._action = action
        self.picked = ""
        self.recalled: dict[int, dict[int, dict[str, Value]]] = {}
        self._calls = 0
        self._depth = 0
        self._ended: set[tuple[int, Limit]] = set()

    def recall(self, piece: int) -> None:
        """Remember the state of a piece before the key, as far as its reports mention it."""
        kind = self._action.kind_of(piece)
        if kind is not None and kind.recalled:
            asked = readings(self._action, hearers(self._action))
            known = {side: heard_values(self._action, reading, piece, kind.recalled) for side, reading in asked.items()}
            self.recalled[piece] = {
                side: {BEFORE + name: value for name, value in values.items()} for side, values in known.items()
            }

    def send(self, piece: int, key: str, *, recalls: bool = False) -> Work | None:
        """Send a piece a key; with `recalls`, remember its state first, as `recall` does.

        Returns the rest of the work, which the caller must yield before anything else is done; None if nothing is left.
        """
        if self._action.draft is not self._action.truth and self._action.draft.is_back(piece):
            self._send_to_back(piece, key)
            return None
        kind = self._action.kind_of(piece)
        if recalls and kind is not None and kind.recalled:
            self.recall(piece)
        calls = kind.hears.get(key) if kind is not None else None
        if not calls:
            if key in self._action.components.stack_keys:
                self._restack(piece, key)
            return None
        first = calls[0]
        if len(calls) > 1 or first.run is None or key in self._action.components.stack_keys:
            return self._pass(piece, key, calls)
        self.spend_call(piece)
        return first.run(self._action, piece)

    def _send_to_back(self, piece: int, key: str) -> None:
        """Send a key to a piece that is seen only from the back, if the traits of its back respond to the key.

        A face-down card in a deck also gets every key that a trait sends it; the traits of its face respond then.
        """
        action = self._action
        kind = action.kind_of(piece)
        calls = kind.hears.get(key, ()) if kind is not None else ()
        is_offered = bool(calls) and not is_stopped(action.reader(piece), calls)
        if is_offered or (self._depth and action.read(piece, "Deck")):
            with action.on_truth(), action.reading_as("table"):
                self.run(self.send(piece, key))

    def sending(self, piece: int, key: str) -> Work:
        """Return work that sends a key as `send` does, but only when it is run.

        So keys that trigger each other in a circle never exhaust Python's stack.
        """
        work = self.send(piece, key)
        if work is not None:
            yield work

    def _pass(self, piece: int, key: str, calls: tuple[KeyAnswer, ...]) -> Work:
        """Return the work of passing a key through the traits of a piece, from the outermost to the innermost."""
        closing: list[Callable[[], Work | None]] = []
        for call in calls:
            self.spend_call(piece)
            if call.run is None:
                closing += [call.opens(self._action, piece)] if call.opens else []
                if call.stops is not None and call.stops(self._action.reader(piece)):
                    break
                continue
            if call.is_last:
                closing.append(partial(call.run, self._action, piece))
                continue
            work = call.run(self._action, piece)
            if work is not None:
                yield work
        else:
            if key in self._action.components.stack_keys:
                self._restack(piece, key)
        for close in reversed(closing):
            work = close()
            if work is not None:
                yield work

    def _restack(self, piece: int, key: str) -> None:
        """Move a piece within its stack or deck, if the map uses this key for that."""
        held = self._action.draft.piece(piece)
        holder = self._action.draft.holder(held.at) if held is not None else None
        if held is None or holder is None or holder.form not in _PILES or holder.map < 0:
            return
        how = self._action.components.habits_of(self._action.game.maps[holder.map]).stack_keys.get(key)
        at = holder.pieces.index(piece)
        others = [other for other in holder.pieces if other != piece]
        to = {"top": len(others), "bottom": 0, "up": min(at + 1, len(others)), "down": max(at - 1, 0)}.get(
            how or "", at
        )
        if to != at:
            self._action.change(Go((piece,), held.at, others[to - 1] if to else 0))

    def spend_call(self, piece: int, work: int = 1) -> None:
        """Count one call of a trait, or `work` calls for something that costs as much.

        Refuses an action with too many calls, for example triggers that call each other in a circle and branch.
        """
        self._calls += work
        if self._calls > MOST_CALLS:
            raise self._too_long(piece)

    def _too_long(self, piece: int) -> Refusal:
        kind = self._action.kind_of(piece)
        if kind is None or self._action.view.level(piece) != FACE:
            return Refusal("too-long", "goes-on-and-on", calls=MOST_CALLS)
        return Refusal("too-long", "goes-on-and-on-at", calls=MOST_CALLS, piece=kind.kind.name)

    def may_go_deeper(self, piece: int) -> bool:
        """Return whether a trait of a piece may trigger others.

        If the depth is too great, report this and return False.
        """
        if self._depth < DEEPEST:
            return True
        self.end_early(piece, "triggers", DEEPEST)
        return False

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Count one more level of traits that trigger others for as long as the context lasts."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def end_early(self, piece: int, limit: Limit, most: int) -> None:
        """Tell the acting seat, once, that a piece's action was stopped at a limit."""
        if (piece, limit) not in self._ended and len(self._ended) < MOST_MISTAKES:
            self._ended.add((piece, limit))
            facts: dict[str, Value] = {"limit": limit, "most": most}
            self._action.tell(Told("ended-early", facts, (piece,), sides=self._action.acting))

    def run(self, work: Work | None) -> None:
        """Run work and everything that it yields. A list replaces Python's stack, which deep work would exhaust."""
        waiting = [work] if work is not None else []
        while waiting:
            nested = next(waiting[-1], None)
            if nested is None:
                waiting.pop()
            else:
                waiting.append(nested)
