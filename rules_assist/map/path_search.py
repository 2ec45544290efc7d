"""Searches over numbered steps, and over states of any sort, with given costs and stops.

`rules_assist.workshop.networkx_search` answers the same questions in plain networkx.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

BLOCKED: Final = -1
"""The cost of a step that cannot be taken. A cost of -2 - x means that the step costs x and leaves nothing."""

UNLIMITED: Final = 1 << 60
"""A number above any allowance. It also marks a node that does not limit anybody."""

MOST_PLACES: Final = 4_000
"""The most nodes that are visited to find the exact distance of a place that is too far away."""

MOST_STATES: Final = 200_000
"""The most states that a search over states of any sort visits."""


class Graph(NamedTuple):
    """Numbered steps, as `Terrain` has them.

    The steps of node n have the numbers from `first[n]` up to, but not including, `first[n + 1]`.
    """

    first: Sequence[int]
    to: Sequence[int]


class MapSteps:
    """The steps that can be taken, and their costs.

    `prices` gives the cost of each step of the graph: x, or `BLOCKED` for one that cannot be taken, or -2 - x for one
    that costs x and then everything that is left. The steps of a node are collected on first use, and kept between
    searches.
    """

    __slots__ = ("graph", "has_free", "prices", "rows")

    def __init__(self, graph: Graph, prices: Sequence[int]) -> None:
        self.graph = graph
        self.prices = prices
        self.has_free = 0 in prices or BLOCKED - 1 in prices
        self.rows: list[tuple[tuple[int, int], ...] | None] = [None] * (len(graph.first) - 1)

    def row(self, node: int) -> tuple[tuple[int, int], ...]:
        """Return the ends of the steps from a node, and the cost of each."""
        first, to = self.graph
        prices = self.prices
        row = tuple(
            [(to[step], prices[step]) for step in range(first[node], first[node + 1]) if prices[step] != BLOCKED]
        )
        self.rows[node] = row
        return row


def entering(caps: Sequence[int], refills: Sequence[bool], full: int) -> list[int]:
    """Return the effect of entering each node on the allowance, in the form that `flood` takes.

    `caps` gives, for each node, the most allowance that is left there (`UNLIMITED`: no limit). `refills` gives, for
    each node, whether it restores the full allowance before the cap.
    """
    return [~min(full, cap) if refill else cap for cap, refill in zip(caps, refills, strict=True)]


class Flood:
    """All reached nodes. Each has the cheapest way, and among the cheapest the one that leaves the most allowance."""

    def __init__(self, labels: "_Labels", reached: dict[int, int]) -> None:
        self._labels = labels
        self._reached = reached

    def __contains__(self, node: object) -> bool:
        return node in self._reached

    def __len__(self) -> int:
        return len(self._reached)

    @property
    def nodes(self) -> Iterable[int]:
        """The reached nodes, the cheapest first."""
        return self._reached.keys()

    def cost(self, node: int) -> int:
        """Return the cost of the cheapest way. Raises KeyError for a node that was not reached."""
        return self._labels.cost[self._reached[node]]

    def left(self, node: int) -> int:
        """Return the allowance that is left at the end of the cheapest way. Raises KeyError for a node that was not
        reached.
        """
        return self._labels.left[self._reached[node]]

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes of the cheapest way, both ends included. Raises KeyError for a node that was not reached."""
        labels, label = self._labels, self._reached[node]
        path = []
        while label >= 0:
            path.append(labels.node[label])
            label = labels.came_from[label]
        return tuple(reversed(path))


class _Labels(NamedTuple):
    """The ways that were found.

    Each has its last node, its cost, its remaining allowance, and the way that it extends (-1: none).
    """

    node: list[int]
    cost: list[int]
    left: list[int]
    came_from: list[int]


def flood(  # noqa: PLR0912, PLR0915 - one loop: a call for each step would be most of its time
    steps: MapSteps,
    starts: Mapping[int, int],
    entering: Sequence[int] | None = None,
    *,
    first_step: bool = False,
    until: int | None = None,
) -> Flood:
    """Return all nodes that can be reached from `starts`, which gives the initial allowance of each start.

    With `until`, the search ends at the cheapest way to that node. A step needs as much allowance as it costs; with
    `first_step` the first one can always be taken. `entering` gives, for each node, the most allowance that is left on
    entering it; -1 - x sets it to x. Ways are compared by cost. A way that costs more is kept beside a cheaper one only
    if it leaves more allowance, so that a detour round a zone is found.
    """
    rows = steps.rows
    size = len(rows)
    after = entering or [UNLIMITED] * size
    labels = _Labels([], [], [], [])
    label_node, label_cost, label_left, label_from = labels
    most_left = [-1] * size
    known_cost = [UNLIMITED] * size
    known_left = [-1] * size
    reached: dict[int, int] = {}
    buckets: dict[int, list[int]] = {0: list(range(len(starts)))}
    waiting = [0]
    for node, left in starts.items():
        label_node.append(node)
        label_cost.append(0)
        label_left.append(left)
        label_from.append(-1)
        known_cost[node], known_left[node] = 0, left
    while waiting:
        cost = heappop(waiting)
        for label in buckets[cost]:  # grows during the loop, by steps that cost nothing
            node = label_node[label]
            left = label_left[label]
            if most_left[node] >= left:
                continue
            if most_left[node] < 0 or label_cost[reached[node]] == cost:
                reached[node] = label
            most_left[node] = left
            if node == until:
                return Flood(labels, reached)
            may_exceed = first_step and label_from[label] < 0
            if left <= 0 and not may_exceed and not steps.has_free:
                continue
            for end, price in rows[node] or steps.row(node):
                if price >= 0:
                    total = cost + price
                    rest = left - price
                else:
                    total = cost - 2 - price
                    rest = min(left + 2 + price, 0)
                if rest < 0:
                    if not may_exceed:
                        continue
                    rest = 0
                held = after[end]
                if held < rest:
                    rest = held if held >= 0 else ~held
                if known_left[end] >= rest and known_cost[end] <= total:
                    continue
                known_cost[end] = total
                known_left[end] = rest
                bucket = buckets.get(total)
                if bucket is None:
                    bucket = buckets[total] = []
                    heappush(waiting, total)
                bucket.append(len(label_node))
                label_node.append(end)
                label_cost.append(total)
                label_left.append(rest)
                label_from.append(label)
        del buckets[cost]
    return Flood(labels, reached)


class CostBound(NamedTuple):
    """The cost of the cheapest way; if it is not `exact`, a lower bound."""

    cost: int
    exact: bool = True


def distance(
    ahead: MapSteps, behind: MapSteps, starts: Iterable[int], goal: int, enough: int = 0, most: int = MOST_PLACES
) -> CostBound | None:
    """Return the cost of the cheapest way from one of `starts`, with no limit; None if there is none.

    The search runs from both ends at once; `behind` are the same steps reversed. No step may use up the rest, and no
    node may stop anybody. When the cost is known to be more than `enough`, and `most` nodes have been visited, the
    search stops with a lower bound.
    """
    size = len(ahead.rows)
    first = list(starts)
    sides = ((ahead, [UNLIMITED] * size, {0: first}), (behind, [UNLIMITED] * size, {0: [goal]}))
    for start in first:
        sides[0][1][start] = 0
    sides[1][1][goal] = 0
    best = 0 if goal in first else UNLIMITED
    looked_at = 0
    while all(buckets for _, _, buckets in sides):
        costs = [min(buckets) for _, _, buckets in sides]
        if sum(costs) >= best:
            break
        if looked_at >= most and sum(costs) > enough:
            return CostBound(sum(costs), exact=False)
        near = min((0, 1), key=lambda side: len(sides[side][2][costs[side]]))
        steps, known, buckets = sides[near]
        looked_at += len(buckets[costs[near]])
        best = min(best, _one_dearer(steps, known, sides[1 - near][1], buckets, costs[near]))
    return CostBound(best) if best < UNLIMITED else None


def _one_dearer(
    steps: MapSteps, known: list[int], others: Sequence[int], buckets: dict[int, list[int]], cost: int
) -> int:
    """Expand all nodes reached at exactly this cost.

    Return the cost of the cheapest way through a node that the other end has reached; UNLIMITED if there is none.
    """
    rows, best = steps.rows, UNLIMITED
    for node in buckets[cost]:  # grows during the loop, by steps that cost nothing
        if known[node] < cost:
            continue
        for end, price in rows[node] or steps.row(node):
            total = cost + price
            if total < known[end]:
                known[end] = total
                if total in buckets:
                    buckets[total].append(end)
                else:
                    buckets[total] = [end]
                met = others[end] + total
                if met < best:  # noqa: PLR1730 - a call for each step would be most of its time
                    best = met
    del buckets[cost]
    return best


S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class FoundPath(Generic[S]):
    """A way through states: the states in their order, and its cost."""

    cost: int
    states: tuple[S, ...]


class TooLarge(Exception):  # noqa: N818 - the name says enough without Error
    """An error: a search has too many states to visit."""


def search(
    starts: Iterable[S],
    expand: Callable[[S], Iterable[tuple[S, int]]],
    is_goal: Callable[[S], bool] = lambda _state: False,
) -> tuple[FoundPath[S] | None, Mapping[S, FoundPath[S]]]:
    """Return the cheapest way to a goal (None: no way), and the cheapest way to every visited state, goal included.

    `expand` gives the states that follow a state, and the cost of each step (0 or more). Without a goal everything that
    can be reached is visited. Ways of the same cost keep the order in which they were found. Raises TooLarge for more
    than `MOST_STATES` states.
    """
    order = count()
    came_from: dict[S, S | None] = {}
    settled: dict[S, int] = {}
    best: dict[S, int] = {}
    waiting: list[tuple[int, int, S]] = []
    for start in starts:
        if start not in best:
            best[start] = 0
            came_from[start] = None
            heappush(waiting, (0, next(order), start))
    goal: S | None = None
    while waiting:
        cost, _, state = heappop(waiting)
        if state in settled:
            continue
        settled[state] = cost
        if len(settled) > MOST_STATES:
            raise TooLarge(f"The search has more than {MOST_STATES:,} states to look at.")
        if is_goal(state):
            goal = state
            break
        for after, price in expand(state):
            total = cost + price
            if total < best.get(after, UNLIMITED):
                best[after] = total
                came_from[after] = state
                heappush(waiting, (total, next(order), after))
    ways = _LazyPaths(settled, came_from)
    return (None if goal is None else ways[goal]), ways


Legal: TypeAlias = Callable[[S], Mapping[str, S]]
"""A function that returns the legal actions in a state of a tactical move, each with its next state.

It has no side effects. A procedure that lets a player make the move offers the legal actions of each state in turn.
"""


def played(start: S, legal: Legal[S]) -> Mapping[S, tuple[str, ...]]:
    """Return every state that a tactical move can reach, with the shortest sequence of actions.

    The start has no actions. Equal states are merged. Among sequences of the same length the first is kept. Raises
    TooLarge for more than `MOST_STATES` states.
    """
    came_from: dict[S, tuple[S, str] | None] = {start: None}
    waiting = [start]
    for state in waiting:  # grows during the loop
        for action, after in legal(state).items():
            if after not in came_from:
                came_from[after] = (state, action)
                waiting.append(after)
        if len(came_from) > MOST_STATES:
            raise TooLarge(f"The search has more than {MOST_STATES:,} states to look at.")
    return _Actions(came_from)


class _Actions(Mapping[S, tuple[str, ...]]):
    """The actions that lead to each state. Each sequence is made when it is asked for."""

    def __init__(self, came_from: dict[S, tuple[S, str] | None]) -> None:
        self._came_from = came_from

    def __getitem__(self, state: S) -> tuple[str, ...]:
        actions: list[str] = []
        step = self._came_from[state]
        while step is not None:
            before, action = step
            actions.append(action)
            step = self._came_from[before]
        return tuple(reversed(actions))

    def __iter__(self) -> Iterator[S]:
        return iter(self._came_from)

    def __len__(self) -> int:
        return len(self._came_from)


class _LazyPaths(Mapping[S, FoundPath[S]]):
    """The ways to all visited states. Each is made when it is asked for."""

    def __init__(self, costs: dict[S, int], came_from: dict[S, S | None]) -> None:
        self._costs = costs
        self._came_from = came_from

    def __getitem__(self, state: S) -> FoundPath[S]:
        states: list[S] = []
        at: S | None = state
        cost = self._costs[state]
        while at is not None:
            states.append(at)
            at = self._came_from[at]
        return FoundPath(cost, tuple(reversed(states)))

    def __iter__(self) -> Iterator[S]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)
