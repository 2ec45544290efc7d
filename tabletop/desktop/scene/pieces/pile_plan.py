"""The plan of the piles at a point of a map: one pile for each layer, and one for each fanned piece."""

import math
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QPointF, QRectF

from tabletop.desktop.scene.pieces.piles import DrawnStack, PiecePictures
from tabletop.desktop.scene.pieces.riding_holders import HolderPosition
from tabletop.desktop.scene.pieces.stack_anchors import Anchor
from tabletop.desktop.scene.pieces.stack_layout import (
    MOST_OF_A_DECK,
    StackOffsets,
    StackSlot,
    deck_offsets,
    fan_slots,
    side_by_side,
)
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game import Game

FAN_Z = 1e12
"""The height of fanned-out pieces: over all other pieces, trails and signs of contacts, but under dragged pieces."""

_LAYER_Z = 1e8
_FAN_MARGIN = 0.7
"""The margin of the card under a fanned stack beyond the middles of its outermost pieces, as a multiple of a piece's
side.
"""

Point: TypeAlias = tuple[int, int]
"""A position (map pixels)."""


class LayerOrder(NamedTuple):
    """The player's choice for the layers of pieces: their `ranks` by layer, the lowest first, and the hidden layers."""

    ranks: Mapping[int, int] = MappingProxyType({})
    hidden: frozenset[int] = frozenset()

    def z(self, lying: HolderPosition) -> float:
        """Return the height (z) of a holder on the map."""
        return self.rank(lying) * _LAYER_Z + lying.z

    def rank(self, lying: HolderPosition) -> int:
        """Return the rank of the layer of a holder in the player's order, the lowest first."""
        return self.ranks.get(lying.layer, lying.layer)

    def hide(self, lying: HolderPosition) -> bool:
        """Return whether a holder is in a hidden layer. Decks are in no layer."""
        return lying.layer in self.hidden and lying.holder.form in ("stack", "hold")


class PlannedPile(NamedTuple):
    """A planned pile: its point (map pixels), its height, and its stacks and pieces, the lowest first."""

    x: float
    y: float
    z: float
    stacks: tuple[DrawnStack, ...]


class PointPlan(NamedTuple):
    """The plan for a point: its piles, and the areas of the cards under fanned stacks (map pixels), by stack.

    `reach` is the greatest distance of anything drawn from the point of its pile, in map pixels.
    """

    piles: tuple[PlannedPile, ...] = ()
    cards: Mapping[int, QRectF] = MappingProxyType({})
    reach: float = 0.0


class PilePlan:
    """A planner of the piles at points of a map, by the default arrangement or by the map's steps between pieces."""

    def __init__(
        self, pictures: PiecePictures, anchor: Anchor, steps: StackOffsets | None, decks: Mapping[str, DeckRules]
    ) -> None:
        self._pictures = pictures
        self._anchor = anchor
        self._steps = steps
        self._decks = decks

    def at(
        self, game: Game, point: Point, held: Mapping[int, HolderPosition], fanned: Collection[int], layers: LayerOrder
    ) -> PointPlan:
        """Return the plan of the piles of the holders at a point. `held` has their positions by id, and `fanned` the
        ids of stacks that are fanned out. Empty holders and hidden layers are left out.
        """
        standing = {id: lying for id, lying in held.items() if lying.holder.pieces and not layers.hide(lying)}
        if not standing:
            return PointPlan()
        if self._steps is not None:
            return self._stepped(game, point, standing, fanned, layers, self._steps)
        return self._usual(game, point, held, standing, fanned, layers)

    def alone(self, game: Game, pieces: tuple[int, ...], side: float) -> DrawnStack:
        """Return the plan of a single pile of pieces on this map. The lowest piece is at the point of the pile."""
        if self._steps is None:
            return DrawnStack(pieces, 0.0, 0.0, side, math.inf)
        sizes = [self._pictures.size(game, piece) for piece in pieces]
        blank = "" if self._steps.in_a_row else self._steps.blank
        return DrawnStack(pieces, 0.0, 0.0, side, math.inf, tuple(self._steps.offsets(sizes, is_open=False)), blank)

    def _usual(
        self,
        game: Game,
        point: Point,
        held: Mapping[int, HolderPosition],
        standing: Mapping[int, HolderPosition],
        fanned: Collection[int],
        layers: LayerOrder,
    ) -> PointPlan:
        """Return the plan of stacks side by side, each showing its topmost pieces."""
        by_themselves = [id for id, lying in held.items() if not lying.holder.carrier]
        place = held[by_themselves[0]].holder.place if by_themselves else ""
        dx, dy, room = self._anchor(place, *point)
        sides = {id: self._pictures.side(game, lying.holder.pieces[-1]) for id, lying in standing.items()}
        beside = _from_left_to_right(game, {id: standing[id] for id in by_themselves if id in standing})
        shifts = side_by_side(beside, max(sides.values()), room)
        left = room - (max(shifts.values(), default=0.0) - min(shifts.values(), default=0.0))
        piles: list[PlannedPile] = []
        cards: dict[int, QRectF] = {}
        closed: dict[int, list[tuple[float, DrawnStack]]] = {}
        reach = 0.0
        for id, lying in standing.items():
            right, down = (dx + shifts[id], dy) if id in shifts else (0.0, 0.0)
            stack = DrawnStack(lying.holder.pieces, right, down, sides[id], left)
            reach = max(reach, abs(stack.x) + 2 * stack.side, abs(stack.y) + 2 * stack.side)
            if id in fanned:
                slots = fan_slots(stack.pieces, lying.x + stack.x, lying.y + stack.y, stack.side)
                cards[id] = _card(slots, stack.side)
                piles += (_open(slot, stack.side, layers.z(lying)) for slot in slots)
            else:
                closed.setdefault(layers.rank(lying), []).append((lying.z, stack))
        return PointPlan((*piles, *_one_a_layer(point, closed)), cards, reach)

    def _stepped(
        self,
        game: Game,
        point: Point,
        standing: Mapping[int, HolderPosition],
        fanned: Collection[int],
        layers: LayerOrder,
        steps: StackOffsets,
    ) -> PointPlan:
        """Return the plan of stacks that lie over each other, with the map's steps between the pieces of each."""
        piles: list[PlannedPile] = []
        closed: dict[int, list[tuple[float, DrawnStack]]] = {}
        farthest = 0.0
        for id, lying in standing.items():
            holder, pieces = lying.holder, lying.holder.pieces
            rules = self._decks.get(holder.name) if holder.form == "deck" else None
            if holder.form == "deck":
                pieces = pieces[-max(rules.thickest if rules is not None else MOST_OF_A_DECK, 1) :]
            sizes = [self._pictures.size(game, piece) for piece in pieces]
            is_open = id in fanned
            is_deck = holder.form == "deck" and not is_open
            offsets = deck_offsets(len(pieces)) if is_deck else steps.offsets(sizes, is_open=is_open)
            side = max(max(size) for size in sizes)
            reach = max(max(abs(dx), abs(dy)) for dx, dy in offsets)
            farthest = max(farthest, reach + side)
            if is_open:
                for rank, (piece, (dx, dy)) in enumerate(zip(pieces, offsets, strict=True)):
                    slot = StackSlot(piece, point[0] + dx, point[1] + dy, rank)
                    piles.append(_open(slot, side, layers.z(lying)))
            else:
                blank = rules.blank if rules is not None else ""
                stack = DrawnStack(pieces, 0.0, 0.0, side, math.inf, tuple(offsets), blank)
                closed.setdefault(layers.rank(lying), []).append((lying.z, stack))
        return PointPlan((*piles, *_one_a_layer(point, closed)), reach=farthest)


def _from_left_to_right(game: Game, standing: Mapping[int, HolderPosition]) -> list[int]:
    """Return stacks at one point in their order from left to right: by side, then by age."""
    return sorted(standing, key=lambda id: (game.kind_of(standing[id].holder.pieces[-1]).side, id))


def _open(slot: StackSlot, side: float, z: float) -> PlannedPile:
    """Return the pile of a piece in a fanned stack, over all other stacks. `z` is the height that the stack would have
    if it were gathered.
    """
    alone = DrawnStack((slot.piece,), 0.0, 0.0, side, math.inf)
    return PlannedPile(slot.x, slot.y, FAN_Z + z + (slot.rank + 1) / 1024, (alone,))


def _card(slots: list[StackSlot], side: float) -> QRectF:
    """Return the card under the pieces of a fanned stack."""
    xs = [slot.x for slot in slots]
    ys = [slot.y for slot in slots]
    margin = side * _FAN_MARGIN
    middles = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
    return middles.adjusted(-margin, -margin, margin, margin)


def _one_a_layer(point: Point, layers: Mapping[int, list[tuple[float, DrawnStack]]]) -> Iterator[PlannedPile]:
    """Yield a pile for the stacks of each layer at a point; each stack is given with its height."""
    for layer, stacks in layers.items():
        stacks.sort(key=itemgetter(0))
        z = layer * _LAYER_Z + stacks[-1][0]
        yield PlannedPile(*point, z, tuple(stack for _, stack in stacks))
