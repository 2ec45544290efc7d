"""Fire in the Sky in the words of its rules: control, units, zones, Task Forces, points.

`Facts` is a position as one side sees it. Its values are worked out when they are needed, and never change. `facts_of`
gives the facts of a `Situation`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from rules_assist.map.bulk_expressions import ValueColumn
from rules_assist.places.place_facts import OWN, Facets
from rules_assist.position.book import Book
from rules_assist.position.situation import Situation
from tabletop.assistance import Where
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import Value

from . import units
from .calendar import TRACKER, Moment, enemy_of, moment_of
from .forces import TaskForce
from .geography import (
    ALLIES,
    BOARD,
    BOXES,
    JAPAN,
    NAVAL_AVIATION,
    NEUTRAL,
    PACIFIC,
    WITHOUT_PLANES,
    Geography,
    Site,
    geography_of,
)
from .points import Points, points_of
from .units import FORCE, GROUPS, YES, Group, Sort, Unit, sort_of

if TYPE_CHECKING:
    from tabletop.game.state.holder import Holder

CUBES: Final[Mapping[str, str]] = {"cube_jp": JAPAN, "cube_al": ALLIES}
OCCUPIED: Final = "occupied_base"
BATTLE: Final = "battle"
BRITISH_FLEET: Final = "british_fleet"
BRITAIN: Final = "Britain"
_FLEETS_OF: Final = frozenset({BRITAIN, "US"})
"""The Allied nations whose Task Forces have markers of their own."""

TOKYO_EXPRESS: Final = "tokyo_express"
USED: Final = "used"
CAPTURED: Final = "captured"
"""The property of the table that holds the hexes of the bases captured in this turn, for 16.1.8."""

AIR_ZONE: Final = "air_zone"
CONTROLLER: Final = "controller"
"""The ids of Air ZOC and of the control of bases in the rule files."""

_KEPT_UNITS: Final = 4096
_TABLE: Final = "table"
"""The cache key for the map and counters of a rule book."""

_KEPT_FACTS: Final = 6
"""The number of positions of a game that are kept: the view of each side, before a step and after it."""


class PieceIndex(NamedTuple):
    """All pieces on a table: the units by their pieces, and the pieces of every other kind by its key."""

    units: Mapping[int, Unit]
    others: Mapping[str, Sequence[int]]


class PrintedValues:
    """The values that all positions of a game share: the map, the printed values of counters, and the units that have
    not changed since an earlier position.
    """

    def __init__(self, book: Book) -> None:
        self.geography = geography_of(book)
        self._book = book
        self._groups = {each.kind.key: each.group for each in book.module.tray}
        self.ranks = {each.kind.key: rank for rank, each in enumerate(book.module.tray)}
        """The order of the counter tray, which is the same in every side's view: a number by the key of each kind."""
        self.force_markers = tuple(
            each.kind
            for each in book.module.tray
            if each.group == "markers" and FORCE in compile_kind(each.kind).slots_of
        )
        self.fleets = tuple(kind for kind in self.force_markers if kind.key != TOKYO_EXPRESS)
        self.screens = tuple(each.kind for each in book.module.tray if compile_kind(each.kind).holds)
        self._sorts: dict[str, Sort] = {}
        self._units: dict[str, dict[int, tuple[tuple[Piece, Holder, Kind], Unit]]] = {}
        self._is_unit: tuple[PagedMap[Kind], frozenset[int]] | None = None
        self._facts: list[Facts] = []

    @cached_property
    def with_malaya_as_a_base(self) -> Geography:
        """The same map with the other choice of G-61."""
        return geography_of(self._book, malaya_is_base=True)

    def group_of(self, key: str) -> str:
        """Return the group of the counter tray to which a kind belongs; "" for one whose front this side cannot see."""
        return self._groups.get(key, "")

    def facts(self, situation: Situation) -> "Facts":
        """Return the facts of a situation. If the facts of one with the same pieces, properties and options are still
        kept, they are used again.
        """
        for found in reversed(self._facts):
            if found.are_of(situation):
                return found
        made = Facts(situation, self)
        self._facts = [*self._facts[1 - _KEPT_FACTS :], made]
        return made

    def found(self, situation: Situation) -> "PieceIndex":
        """Return all pieces on the table. A unit is used again as long as neither its piece nor its place changes."""
        game = situation.game
        kinds, sorts = game.kinds, self._unit_kinds(game.kinds)
        kept = self._units.setdefault(situation.side, {})
        if len(kept) >= _KEPT_UNITS:
            kept.clear()
        units: dict[int, Unit] = {}
        others: dict[str, list[int]] = defaultdict(list)
        for id, piece in game.pieces.items():
            kind = kinds[piece.kind]
            if piece.kind not in sorts:
                others[kind.key].append(id)
                continue
            known, now = kept.get(id), (piece, _lies_in(game, id), kind)
            if known is None or known[0] != now:
                known = kept[id] = (now, self._read(situation, id, piece))
            units[id] = known[1]
        return PieceIndex(units, others)

    def _unit_kinds(self, kinds: PagedMap[Kind]) -> frozenset[int]:
        """Return the numbers of the kinds of units. They include the kinds of which this side sees only the owner."""
        if self._is_unit is None or self._is_unit[0] is not kinds:
            groups = ((number, self.group_of(kind.key), kind.side) for number, kind in kinds.items())
            units = frozenset(number for number, group, side in groups if group in GROUPS or (not group and side))
            self._is_unit = (kinds, units)
        return self._is_unit[1]

    def _read(self, situation: Situation, id: int, piece: Piece) -> Unit:
        kind = situation.game.kind_of(id)
        sort = self._sorts.get(kind.key)
        if sort is None:
            sort = self._sorts[kind.key] = sort_of(kind, self.group_of(kind.key))
        slots = compile_kind(kind).slots_of

        def state(name: str) -> Value:
            found = slots.get(name)
            if found is None:
                return None
            return situation.read(id, name) if name == units.SHOWS else piece.state[min(found)]

        where = _where(situation, id)
        return Unit(
            id=id,
            name=kind.name,
            side=kind.side,
            sort=sort,
            spot=where.place if where else "",
            hex=self._hex(where, self._place(state(units.BASED_AT))),
            shows=_text(state(units.SHOWS)),
            force=_text(state(units.FORCE)),
            half=self._half(_text(state(units.HALF))),
            operated_from=self._place(state(units.OPERATED_FROM)),
            way=tuple(map(self._place, units.way_read(_text(state(units.WAY))))),
            deployed=_text(state(units.DEPLOYED)),
            is_stopped=_yes(state(units.STOPPED)),
            committed=self._place(state(units.COMMITTED)),
            has_landed=_yes(state(units.LANDED)),
            half_hits=2 * _number(state(units.HITS)) + _number(state(units.HALF_HITS)),
            is_damaged=_yes(state(units.DAMAGED)),
            has_lost_pilots=_yes(state(units.PILOTS_LOST)),
        )

    def _place(self, said: Value) -> str:
        """Return a place that is noted on a counter; "" if none is. Players can write its name there.

        A text that names no place is returned as it is.
        """
        name = _text(said)
        return (self.geography.find(name) or name) if name else ""

    def _half(self, said: str) -> str:
        """Return a half of Malaya by its name, or by the word that distinguishes it: west.

        A text that names neither half is returned as it is.
        """
        ends = said.casefold()
        return next((part for part in self.geography.parts if said and part.casefold().endswith(ends)), said)

    def _hex(self, where: Where | None, based_at: str) -> str:
        if where is None:
            return ""
        if where.map not in (BOARD, PACIFIC):
            return ""
        spot = based_at if where.map == BOARD else where.place
        place = self.geography.stands_for.get(spot, spot)
        return place if place in self.geography.adjacent or place in BOXES else ""


class Facts:
    """A position in the words of the rules, as one side sees it.

    Other modules keep values in `kept` that take long to work out and are often asked for, by a name and a side or "".
    """

    def __init__(self, situation: Situation, table: PrintedValues) -> None:
        self.situation = situation
        self.table = table
        self.geography: Geography = table.geography if self.rules("G-61", "circle") else table.with_malaya_as_a_base
        self.moment: Moment = moment_of(situation.game)
        self.kept: dict[tuple[str, str], object] = {}
        self._zones: dict[str, frozenset[str]] = {}

    def are_of(self, situation: Situation) -> bool:
        """Return whether these are the facts of a situation: it has the same pieces, properties and options."""
        own, game = self.situation.game, situation.game
        return (
            (game.pieces is own.pieces and game.holders is own.holders and game.kinds is own.kinds)
            and situation.lifted == self.situation.lifted
            and (game.properties is own.properties or game.properties == own.properties)
            and (game.options is own.options or game.options == own.options)
        )

    # options

    def rules(self, ruling: str, choice: str) -> bool:
        """Return whether a ruling has this choice."""
        return self.situation.option(ruling) == choice

    def uses(self, rule: str) -> bool:
        """Return whether an optional rule, for example 16.1.8, is used."""
        return self.situation.option(f"rule-{rule.replace('.', '-')}") == USED

    @property
    def is_first_turn(self) -> bool:
        """True in the turn with which the scenario begins; without a scenario, in the first turn of the war."""
        scenario = self.situation.book.module.scenarios.get(self.situation.game.scenario)
        begins = scenario.tracker.get(TRACKER, (0,)) if scenario is not None else (0,)
        return self.moment.turn == begins[0] + 1

    # units

    @cached_property
    def units(self) -> Mapping[int, Unit]:
        """All units on the table by their piece.

        They include those that wait, are in a pool, or are out of the game.
        """
        return self._found.units

    @cached_property
    def _found(self) -> PieceIndex:
        return self.table.found(self.situation)

    def of_kind(self, key: str) -> Sequence[int]:
        """Return the markers, cubes and other pieces of a kind, except units."""
        return self._found.others.get(key, ())

    def unit(self, piece: int) -> Unit | None:
        """Return the unit of a piece; None for a marker or cube."""
        return self.units.get(piece)

    @cached_property
    def _by_hex(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.units.values():
            if unit.hex:
                found[unit.hex].append(unit)
        return {hex_: tuple(there) for hex_, there in found.items()}

    def units_at(self, place: str, side: str | None = None, group: Group | None = None) -> tuple[Unit, ...]:
        """Return the units in a hex or off-map box, of a side and of a group.

        Units on the Battle Board are included.
        """
        return tuple(
            unit
            for unit in self._by_hex.get(self.geography.hex_of(place), ())
            if (side is None or unit.side == side) and (group is None or unit.group == group)
        )

    def in_play(self, side: str | None = None) -> Iterator[Unit]:
        """Return the units in hexes and off-map boxes."""
        return (unit for unit in self.units.values() if unit.hex and (side is None or unit.side == side))

    # control

    @cached_property
    def cubes(self) -> Mapping[str, tuple[int, str]]:
        """The control cubes by hex: the piece and its side (3.3.10)."""
        found: dict[str, tuple[int, str]] = {}
        for key, side in CUBES.items():
            for id in self.of_kind(key):
                where = self.situation.where(id)
                if where is not None and where.map == PACIFIC:
                    found[where.place] = (id, side)
        return found

    @cached_property
    def occupied(self) -> Mapping[str, tuple[int, str]]:
        """The Occupied Base markers by hex: the piece and the occupier (11.2.6)."""
        found: dict[str, tuple[int, str]] = {}
        for id in self.of_kind(OCCUPIED):
            where = self.situation.where(id)
            if where is not None and where.map == PACIFIC:
                found[where.place] = (id, JAPAN if self.situation.read(id, units.SHOWS) == "by Japan" else ALLIES)
        return found

    @cached_property
    def places(self) -> Facets:
        """The facts that the rule files give for the places of the Pacific."""
        return self.situation.facets(PACIFIC)

    @cached_property
    def _controllers(self) -> ValueColumn:
        found = self.places.place(CONTROLLER, NEUTRAL)
        if found is None:
            raise LookupError(f"no rule file says what is the {CONTROLLER} of a place")
        return found

    def control(self, place: str) -> str:
        """Return the side that controls a base: the side of its cube, or else the printed flag.

        An off-map box is Allied. "" means nobody.
        """
        node = self.geography.terrain.node(place)
        return NEUTRAL if node is None else str(self._controllers.values[int(self._controllers.codes[node])])

    def controls(self, place: str, side: str) -> bool:
        """Return whether a side controls a base or box, which is then friendly to all units of the side."""
        return self.control(place) == side

    def is_enemy_base(self, place: str, side: str) -> bool:
        """Return whether the other side controls a base."""
        return self.control(place) == enemy_of(side)

    def site(self, place: str) -> Site | None:
        """Return the printed base or land of a hex or box; None for open sea."""
        return self.geography.sites.get(self.geography.hex_of(place))

    def is_base(self, place: str) -> bool:
        """Return whether a place is a base or a box."""
        site = self.site(place)
        return site is not None and site.kind != "circle"

    def bases(self, side: str) -> tuple[Site, ...]:
        """Return the bases on the map that a side controls."""
        return tuple(site for site in self.geography.bases if self.controls(site.place, side))

    def home_bases(self, nation: str) -> tuple[str, ...]:
        """Return the Home Bases of a nation that its side still holds (3.3.3): the American one for ANZAC, none for the
        Dutch.
        """
        of = "US" if nation == "ANZAC" else nation
        return tuple(
            site.place
            for site in self.geography.sites.values()
            if site.home == of and self.controls(site.place, site.flag)
        )

    def capacity(self, place: str, group: Group) -> int | None:
        """Return the greatest sum of Transport ratings of a group that one side can have in a place (3.3.1); None for
        no limit.

        The air and port capacities of Allied bases grow (15.2). A circle takes only land units.
        """
        site = self.site(place)
        if site is None or site.kind == "box" or group not in ("naval", "air", "land"):
            return None
        if group == "land":
            return site.land
        factor = self.moment.expansion if self.controls(place, ALLIES) else 1
        return factor * (site.air if group == "air" else site.port)

    # enemies

    def enemies_at(self, place: str, side: str) -> tuple[Unit, ...]:
        """Return all units of the other side in a hex, at sea or not."""
        return self.units_at(place, enemy_of(side))

    def enemy_here(self, place: str, side: str) -> bool:
        """Return whether any unit of the other side is in a hex."""
        return bool(self.enemies_at(place, side))

    def enemies_in(self, node: str, side: str) -> tuple[Unit, ...]:
        """Return the enemies that ships meet in a place.

        In a half of Malaya they are the Task Forces of that half, those without a recorded half, and everything that is
        not at sea (15.1).
        """
        found = self.enemies_at(node, side)
        if node not in self.geography.parts:
            return found
        return tuple(unit for unit in found if not unit.is_at_sea or unit.half in (node, ""))

    def may_meet(self, node: str, side: str) -> bool:
        """Return whether ships meet an enemy in a place, or a marker or screen that may hide one (16.1.4)."""
        return bool(self.enemies_in(node, side)) or self.geography.hex_of(node) in self._veiled[enemy_of(side)]

    @cached_property
    def _veiled(self) -> Mapping[str, frozenset[str]]:
        """The hexes with markers and screens of each side, which hide units from others; none unless 16.1.4 is used."""
        found: dict[str, set[str]] = {JAPAN: set(), ALLIES: set()}
        for kind in self.table.screens if self.uses("16.1.4") else ():
            places = filter(None, map(self.situation.where, self.of_kind(kind.key)))
            found[kind.side] |= {self.geography.hex_of(each.place) for each in places if each.map == PACIFIC}
        return {side: frozenset(hexes) for side, hexes in found.items()}

    # air

    @property
    def captured(self) -> frozenset[str]:
        """The hexes of the bases that changed hands in this turn."""
        return frozenset(
            self.geography.find(name) or name for name in str(self.situation.table(CAPTURED) or "").split()
        )

    def zone(self, side: str) -> frozenset[str]:
        """Return the hexes in the Air ZOC of a side (3.3.2)."""
        if side not in self._zones:
            terrain = self.geography.terrain
            nodes = self.places.zone(AIR_ZONE, side).nonzero()[0].tolist()
            self._zones[side] = frozenset(terrain.names[node] for node in nodes if terrain.whole[node] == node)
        return self._zones[side]

    def in_enemy_zone(self, place: str, side: str) -> bool:
        """Return whether a place is in the Air ZOC of the other side.

        A half of Malaya counts as the whole hex; a box is never in it.
        """
        return self.geography.hex_of(place) in self.zone(enemy_of(side))

    def zone_from(self, place: str, side: str) -> tuple[Unit, ...]:
        """Return the air units of a side whose Air ZOC covers a place."""
        found = self.places.behind(f"{OWN}{AIR_ZONE}", self.geography.node(place), side)
        return tuple(self.units[piece] for piece in found)

    # Task Forces

    @cached_property
    def forces(self) -> tuple[TaskForce, ...]:
        """All Task Forces by side and name, as their units record them."""
        found: dict[tuple[str, str], list[Unit]] = defaultdict(list)
        for unit in self.in_play():
            if unit.force:
                found[unit.side, unit.force].append(unit)
        return tuple(TaskForce(side, name, tuple(members)) for (side, name), members in sorted(found.items()))

    def members(self, pieces: Iterable[int], *, whole_forces: bool) -> tuple[Unit, ...]:
        """Return the units among some pieces. With `whole_forces`, also return the rest of their Task Forces."""
        found: dict[int, Unit] = {}
        for piece in pieces:
            unit = self.unit(piece)
            force = self.force_of(unit) if unit is not None and whole_forces else None
            for each in force.members if force is not None else (unit,):
                if each is not None:
                    found[each.id] = each
        return tuple(found.values())

    def force_of(self, unit: Unit) -> TaskForce | None:
        """Return the Task Force to which a unit belongs; None if it belongs to none."""
        return self.force(unit.side, unit.force) if unit.force else None

    def force(self, side: str, name: str) -> TaskForce | None:
        """Return a side's Task Force by its name; None if there is none."""
        return next((force for force in self.forces if (force.side, force.name) == (side, name)), None)

    def free_force_names(self, side: str, members: Iterable[Unit]) -> list[str]:
        """Return the possible names for a new Task Force of these units.

        They are the names of the side's free markers; if none is free, `Task Force` and the first unused number from 4.
        If all units are British or US, a force with a British unit can take only the marker of the British Fleet, and
        any other force can take any other marker.
        """
        used = {force.name for force in self.forces if force.side == side}
        free = [kind for kind in self.table.fleets if kind.side == side and kind.name not in used]
        nations = {unit.sort.nation for unit in members}
        if nations and nations <= _FLEETS_OF:
            free = [kind for kind in free if (kind.key == BRITISH_FLEET) == (BRITAIN in nations)]
        return [kind.name for kind in free] or [
            next(name for n in range(4, len(used) + 5) if (name := f"Task Force {n}") not in used)
        ]

    def force_markers(self, side: str, name: str) -> tuple[int, ...]:
        """Return the Task Force and Fleet markers with the name of a Task Force."""
        return tuple(
            id
            for kind in self.table.force_markers
            for id in self.of_kind(kind.key)
            if kind.side == side and self.situation.read(id, units.FORCE) == name
        )

    def is_force_marker(self, piece: int) -> bool:
        """Return whether a piece is a Task Force or Fleet marker, which moves with its units."""
        return any(piece in self.of_kind(kind.key) for kind in self.table.force_markers)

    def nodes_of(self, hex_: str, members: Iterable[Unit]) -> tuple[str, ...]:
        """Return the places of units as ships see them: their hex, or their recorded half of Malaya.

        Without a record, both halves.
        """
        parts = self.geography.parts_of(hex_)
        said = {unit.half for unit in members if unit.half in parts}
        return tuple(part for part in parts if part in said) or parts

    # special boxes

    def is_without_planes(self, unit: Unit) -> bool:
        """Return whether a carrier waits in the box Carriers without Planes (6.1.1)."""
        return unit.spot.startswith(WITHOUT_PLANES)

    def is_naval_aviation(self, unit: Unit) -> bool:
        """Return whether an air unit is in the Naval Aviation box (6.1.1)."""
        return unit.spot.startswith(NAVAL_AVIATION)

    # points

    @cached_property
    def points(self) -> Points:
        """The numbers of the General Record Track, by the positions of the markers."""
        return points_of(self.situation, self.of_kind)

    def title(self, place: str) -> str:
        """Return the title of a place."""
        return self.geography.title(place)

    def at(self, place: str) -> Where:
        """Return a place of the Pacific in the form that the program shows. For a half of Malaya it is the hex."""
        return Where(PACIFIC, self.geography.hex_of(place))


def facts_of(situation: Situation) -> Facts:
    """Return the facts of a situation. The same object is returned until the pieces, properties or options change."""
    return table_of(situation.book).facts(situation)


def table_of(book: Book) -> PrintedValues:
    """Return the common values of all positions under a rule book."""
    kept = book.kept.get(_TABLE)
    if isinstance(kept, PrintedValues):
        return kept
    table = book.kept[_TABLE] = PrintedValues(book)
    return table


def _where(situation: Situation, piece: int) -> Where | None:
    """Return the place of a piece; None if it is on no map. A piece that is taken up from the table is still in its
    place for the rules.
    """
    game = situation.game
    holder = _lies_in(game, piece)
    return Where(game.maps[holder.map], holder.place) if holder.map >= 0 else None


def _lies_in(game: Game, piece: int) -> "Holder":
    """Return the holder of a piece, or of the outermost piece that carries it."""
    holder = game.holders[game.pieces[piece].at]
    while holder.carrier:
        holder = game.holder_of(holder.carrier)
    return holder


def _text(value: Value) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _yes(value: Value) -> bool:
    return value is True or value in (YES, "true")


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
