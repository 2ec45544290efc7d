"""The speed targets of the assistant, on maps made for measuring: `PACES`, which `wartable bench` times.

Beside most of them is the same question in plain networkx, or without any knowledge of the table beforehand.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

import networkx as nx
from msgspec.structs import replace

from rules_assist.advice.held_pieces import Hand
from rules_assist.policy import new_findings
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Check
from rules_assist.rulebook.place_parts import Mode
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.networkx_search import reached
from rules_assist.workshop.random_game import Luck, RandomGame
from tabletop.assistance import Where
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, HolderPlace, Know, Make, MakeHolder, Patch
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import bare_table, new_game
from tabletop.workshop.bench.assistant_rows import Pace

ACTS: Final = 40
CAMPAIGN: Final = 1
PHASES_OF_A_TURN: Final = 20
MOST_PHASES: Final = 400
"""The most phases of the random war that is measured, more than it ever has. `CAMPAIGN` is its seed."""

SIDES: Final = ("Red", "Blue")
_GROUNDS: Final[Mapping[str, tuple[float, str]]] = {"lake": (0.1, "0"), "wood": (0.2, "2"), "hill": (0.1, "3")}
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)

_MAP: Final = """
id: main
name: The field
size: [{width}, {height}]
hex_px: 40
boards:
  - name: Field
    grid: {{kind: hex, top: flat, dx: 35, dy: 40, x0: 40, y0: 40, columns: {columns}, rows: {rows},
      numbering: {{columns: {{digits: 3}}, rows: {{digits: 3}}}}}}
    cells: {{ground: clear, cost: "1", owner: nobody}}
terrain: [{terrain}]
strokes: {{river: {{colour: sea1, width: 0.05}}}}
hexsides: [{rivers}]
"""

_RULES: Final = """
presence:
  - {id: units, title: Units}
  - {id: depots, title: Depots, of: symbol == "artillery"}
control:
  - {title: Who holds it, printed: owner, markers: symbol == "armour"}
zones:
  - {id: zoc, title: Zone of control, rule: "5", of: symbol == "infantry"}
modes:
  - id: march
    title: March
    rule: "4"
    allowance: allowance
    steps:
      - {when: to_enemy_units > 0, no: enemy units stand there}
      - {when: to_ground == "lake", no: a lake}
      - {when: hexside == "river" and symbol != "infantry", cost: to_cost + 1}
      - {cost: to_cost}
    stops:
      - {when: at_enemy_zoc > 0 and at_own_units == 0, why: an enemy zone of control}
supply:
  - id: line
    title: Supply
    rule: "9"
    sources: [{at: at_own_depots > 0}]
    reach: "4"
    bases: at_own_units > 0
    steps:
      - {when: to_ground == "lake", no: a lake}
      - {cost: "1"}
    stops:
      - {when: at_enemy_zoc > 0 and at_own_units == 0, why: an enemy zone of control}
stacking:
  - {id: stack, title: Stacking, rule: "6", limit: "5"}
  - {id: guns, title: Guns, rule: "6.1", of: symbol == "artillery", limit: "2", where: at_ground != "hill"}
checks:
  - {id: in-lake, title: Dry land, rule: "7", wrong: 'property("ground", place) == "lake"', message: A lake.}
"""


class PaceTable:
    """A table with this number of hexes and pieces.

    A fifth of each side's pieces are armour, a fifth artillery, the rest infantry.
    """

    def __init__(self, columns: int, rows: int, count: int, allowance: int) -> None:
        self._random = random.Random(7)
        self._folder = tempfile.TemporaryDirectory()
        self.book = self._book(columns, rows)
        self.board = self.book.module.components.maps["main"]
        self.cells = self.board.places()
        self.game = self._game(count, allowance)
        self.situation = Situation(self.game, self.book, "Red")
        self.pieces = {side: tuple(self.situation.pieces(side)) for side in SIDES}

    def _book(self, columns: int, rows: int) -> RuleBook:
        module = new_module("Bench", Path(self._folder.name))
        cells = [f"{column:03}{row:03}" for column in range(1, columns + 1) for row in range(1, rows + 1)]
        (module / "map" / "main.yaml").write_text(
            _MAP.format(
                width=35 * columns + 80,
                height=40 * rows + 80,
                columns=columns,
                rows=rows,
                terrain=", ".join(self._grounds(cells)),
                rivers=", ".join(self._rivers(columns, rows)),
            ),
            encoding="utf-8",
        )
        (module / "rules.yaml").write_text(_RULES, encoding="utf-8")
        about = module / "module.yaml"
        text = about.read_text(encoding="utf-8").replace("[scenarios/meeting.yaml]", "[scenarios/bare.yaml]")
        about.write_text(f"{text}\nrules: [rules.yaml]\n", encoding="utf-8")
        bare = "id: bare\ntitle: Bare\nsummary: Nothing.\n"
        (module / "scenarios" / "bare.yaml").write_text(bare, encoding="utf-8")
        return load_rulebook(load_module(module))

    def _grounds(self, cells: Sequence[str]) -> Iterator[str]:
        drawn = {cell: self._random.random() for cell in cells}
        begins = 0.0
        for name, (share, cost) in _GROUNDS.items():
            found = ", ".join(f'"{cell}"' for cell, at in drawn.items() if begins <= at < begins + share)
            yield f'{{name: {name}, cells: [{found}], properties: {{ground: {name}, cost: "{cost}"}}}}'
            begins += share

    def _rivers(self, columns: int, rows: int) -> Iterator[str]:
        for _ in range(columns * rows // 10):
            column, row = self._random.randint(1, columns), self._random.randint(1, rows - 1)
            cells = f'"{column:03}{row:03}", "{column:03}{row + 1:03}"'
            yield f"{{stroke: river, kind: river, cells: [{cells}]}}"

    def _game(self, count: int, allowance: int) -> Game:
        game = replace(bare_table(self.book.module, {}, _CHANCE), seats={SEAT: Seat(sides=(0,))})
        kinds = [self._kind(side, sort, allowance) for sort in _SORTS for side in SIDES]
        first = game.counters.next_id
        changes: list[Change] = [Know(first + number, kind) for number, kind in enumerate(kinds)]
        id = first + len(kinds)
        dry = [cell for cell in self.cells if self.book.places["main"][cell]["ground"] != "lake"]
        for number in range(count):
            cell = self._random.choice(dry)
            spot = self.board.spot_of(cell)
            if spot is not None:
                changes.append(MakeHolder(id, Holder("stack", 0, *spot, 0, id, (), game.open_looks, (0, 0, 0))))
                kind = number % len(kinds)
                changes.append(Make(id + 1, first + kind, id, 0, compile_kind(kinds[kind]).slots, game.open_sight))
                id += 2
        return apply(game, tuple(changes))[0]

    def _kind(self, side: str, sort: str, allowance: int) -> Kind:
        like = next(kind for kind in self.book.module.components.kinds.values() if sort in kind.key)
        marks = MarkTrait({"symbol": sort, "allowance": allowance})
        return replace(like, key=f"{side}_{sort}_{allowance}", side=side, limit=0, traits=(marks,))

    @property
    def mode(self) -> Mode:
        """The way of moving of all pieces."""
        return self.book.ground.modes["march"]

    def moved(self, piece: int, to: str) -> Patch:
        """Return the patch that moves a piece to a place; an empty patch for an unknown place."""
        spot = self.board.spot_of(to)
        return () if spot is None else (HolderPlace(self.game.pieces[piece].at, 0, *spot),)

    def plainly(self, piece: int, allowance: int) -> Callable[[], object]:
        """Return a call that finds the reach of a Red piece by plain networkx, which asks for the cost of each edge."""
        facets = self.situation.facets("main")
        terrain, zones = facets.terrain, facets.zone("zoc", "Blue")
        enemies = facets.place("enemy_units", "Red")
        taken = () if enemies is None else enemies.codes.tolist()

        def price(start: int, end: int, edge: Mapping[str, int]) -> int | None:
            ground = terrain.properties[end]
            if zones[start] or (taken and taken[end]) or ground.get("ground", "lake") == "lake":
                return None
            return int(ground["cost"]) + ("hexside" in terrain.ways[edge["step"]])

        node = facets.node(piece)
        return partial(reached, terrain, price, set() if node is None else {node}, allowance)


SEAT: Final = "red"
"""The seat used for measuring."""

_SORTS: Final = ("infantry", "infantry", "infantry", "armour", "artillery")


@cache
def _field(columns: int, rows: int, count: int, allowance: int) -> PaceTable:
    return PaceTable(columns, rows, count, allowance)


def _reaches(allowance: int) -> Iterator[Callable[[], object]]:
    field = _field(100, 50, 200, allowance)
    for piece in field.pieces["Red"][:ACTS]:
        yield partial(field.mode.reach, field.situation, (piece,))


def _plain_reaches(allowance: int) -> Iterator[Callable[[], object]]:
    field = _field(100, 50, 200, allowance)
    for piece in field.pieces["Red"][:ACTS]:
        yield field.plainly(piece, allowance)


def _big() -> PaceTable:
    return _field(100, 100, 2_000, 12)


def _supplied() -> Iterator[Callable[[], object]]:
    """Yield calls that find the supply after a move of an enemy piece, so that the enemy zones differ each time."""
    field = _field(100, 100, 400, 12)
    supply = field.book.ground.supply["line"]
    situation = field.situation
    supply.supplied(situation, "Red")
    for number, piece in enumerate(field.pieces["Blue"][:ACTS]):
        situation = situation.after(field.moved(piece, field.cells[number * 97]))
        situation.facets("main").zone("zoc", "Blue")
        yield partial(supply.supplied, situation, "Red")


def _plain_supplied() -> Iterator[Callable[[], object]]:
    field = _field(100, 100, 400, 12)
    facets = field.situation.facets("main")
    terrain, reach = facets.terrain, 4
    zones, own = facets.zone("zoc", "Blue"), facets.place("own_units", "Red")
    depots = facets.place("own_depots", "Red")
    if own is None or depots is None:
        return
    stops = {(node, left) for node in range(terrain.size) if zones[node] and not own.codes[node] for left in range(5)}
    states: nx.DiGraph[tuple[int, int]] = nx.DiGraph()
    for start, end in zip(terrain.origin, terrain.to, strict=True):
        if terrain.properties[end].get("ground") != "lake":
            for left in range(1, reach + 1):
                states.add_edge((start, left), (end, reach if own.codes[end] else left - 1))
    sources = {(int(node), reach) for node in depots.codes.nonzero()[0]}

    def weight(start: tuple[int, int], _end: tuple[int, int], _edge: Mapping[str, object]) -> int | None:
        return None if start in stops else 1

    for _ in range(5):
        yield partial(nx.multi_source_dijkstra_path_length, states, sources, weight=weight)


def _zones() -> Iterator[Callable[[], object]]:
    field = _big()
    situation = field.situation
    situation.facets("main").zone("zoc", "Red")
    for number, piece in enumerate(field.pieces["Red"][:ACTS]):
        patch = field.moved(piece, field.cells[number * 211 % len(field.cells)])
        after, _ = apply(situation.game, patch)
        yield partial(_followed, situation, after, field.game.pieces[piece].at)


def _followed(situation: Situation, after: Game, holder: int) -> None:
    situation.followed(after, (), (holder,)).facets("main").zone("zoc", "Red")


def _plain_zones() -> Iterator[Callable[[], object]]:
    field = _big()
    facets = field.situation.facets("main")
    nodes = [node for side in SIDES for piece in field.pieces[side] if (node := facets.node(piece)) is not None]

    def zones() -> dict[int, int]:
        counts: dict[int, int] = {}
        for node in nodes:
            for near in nx.single_source_shortest_path_length(facets.terrain.graph, node, cutoff=1):
                counts[near] = counts.get(near, 0) + 1
        return counts

    for _ in range(5):
        yield zones


def _hovers() -> Iterator[Callable[[], object]]:
    """Yield calls that make the preview of a held piece over one place after another, with its errors."""
    field = _big()
    piece = field.pieces["Red"][0]
    reach = field.mode.reach(field.situation, (piece,))
    hand = Hand(field.situation, SEAT, (piece,))
    over = [*reach.places, *reach.beside()]
    for place in over[:200]:
        yield partial(hand.hover, Where("main", place))


def _plain_hovers() -> Iterator[Callable[[], object]]:
    """Yield calls that find the reach by plain networkx, and make the checks on a table without any known facts."""
    field = _big()
    piece = field.pieces["Red"][0]
    plainly = field.plainly(piece, 12)
    checks = [check for check in field.book.checks.values() if check.due == "end-of-move"]

    def hover(place: str) -> None:
        plainly()
        _looked_at_anew(field, checks, piece, place)

    for place in field.cells[:10]:
        yield partial(hover, place)


def _looked_at_anew(field: PaceTable, checks: Sequence[Check], piece: int, place: str) -> None:
    after, _ = apply(field.game, field.moved(piece, place))
    before = Situation(field.game, field.book, "Red")
    new_findings(checks, before, Situation(after, field.book, "Red"), (piece,))


def _drops() -> Iterator[Callable[[], object]]:
    """Yield calls that make all checks on a dropped piece, and update the facts of places."""
    field = _big()
    checks = tuple(field.book.checks.values())
    field.situation.facets("main").zone("zoc", "Red")
    for number, piece in enumerate(field.pieces["Red"][:200]):
        patch = field.moved(piece, field.cells[number * 211 % len(field.cells)])
        yield partial(_dropped, field, checks, patch, piece)


def _dropped(field: PaceTable, checks: Sequence[Check], patch: Patch, piece: int) -> None:
    new_findings(checks, field.situation, field.situation.after(patch), (piece,))


def _plain_drops() -> Iterator[Callable[[], object]]:
    """Yield calls that make the same checks on a table without any known facts."""
    field = _big()
    checks = tuple(field.book.checks.values())
    for number, piece in enumerate(field.pieces["Red"][:10]):
        yield partial(_looked_at_anew, field, checks, piece, field.cells[number * 211 % len(field.cells)])


def _campaigns() -> Iterator[Callable[[], object]]:
    """Yield two calls that play the war from July 1942 at random.

    The first plays only one turn, because the first call is not timed. The second plays every phase, Task Force and
    battle to the end of turn 16.
    """
    book = load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))
    for phases in (PHASES_OF_A_TURN, MOST_PHASES):
        by_chance = random.Random(CAMPAIGN)
        game = RandomGame(book, new_game(book.module, "july-1942", {}, Luck(by_chance)), by_chance)
        yield partial(game.play, phases)


PACES: Final = (
    Pace("reach.12", "reach on 5,000 hexes with 12 points", 2, partial(_reaches, 12), partial(_plain_reaches, 12)),
    Pace("reach.30", "reach on 5,000 hexes with 30 points", 5, partial(_reaches, 30), partial(_plain_reaches, 30)),
    Pace("supply", "supply of 200 units on 10,000 hexes in zones", 15, _supplied, _plain_supplied),
    Pace("zones", "zones after one of 2,000 pieces moved, 10,000 hexes", 2, _zones, _plain_zones),
    Pace("hover", "the preview at a place, 10,000 hexes and 2,000 pieces", 8, _hovers, _plain_hovers),
    Pace("checks", "all checks after a drop, 10,000 hexes and 2,000 pieces", 15, _drops, _plain_drops),
    Pace("campaign", "a whole war of Fire in the Sky, played at random", 20_000, _campaigns),
)
