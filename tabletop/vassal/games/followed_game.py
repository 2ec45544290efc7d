"""A game that follows a position in VASSAL: changes of the position become patches of the game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.dice import SeededChance
from tabletop.expression import as_text
from tabletop.game.actions.action import Action
from tabletop.game.appearance.piece_display import table_of, turn_shown, viewed
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import (
    Change,
    Drop,
    DropHolder,
    Go,
    HolderPlace,
    HolderSight,
    Know,
    Make,
    MakeHolder,
    Patch,
    PieceSight,
    Property,
    Raise,
    Recast,
    Set,
    Write,
)
from tabletop.game.change.step import SET_UP
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PieceReader
from tabletop.game.state.game import Note, Seat, empty_game
from tabletop.game.state.holder import TABLE, UNOWNED, Form, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.piece import Piece as GamePiece
from tabletop.game.state.side_clocks import used_property
from tabletop.game.state.values import BACKS, FACES, SHUT, TOP, Value
from tabletop.module.contents.laid_boards import as_laid, boards_property, written
from tabletop.module.module import Module
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.setup import given_by_options, lay_out
from tabletop.vassal.components.module_draft import Ids
from tabletop.vassal.components.pieces.starting_stacks import SCENARIO as NEW_GAME
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import one_line
from tabletop.vassal.files.game_commands import AddPiece, BoardAt, Command
from tabletop.vassal.files.sequence import split
from tabletop.vassal.games.game_things import MapRules, Thing, VassalPiece, VassalStack, unique_id
from tabletop.vassal.games.standing_pieces import NOBODY, PieceStates, Stands
from tabletop.vassal.games.turn_states import turn_positions
from tabletop.vassal.games.vassal_position import VassalPosition
from tabletop.vassal.traits.vassal_movement import NO_MAT

SCENARIO: Final = "saved-game"
"""The name of the scenario of a game that was imported from a save."""

_NOWHERE: Final = -1
_MODULE: Final = "Module"
_DECK_NAME: Final = 13
"""The index of a deck's name among the fields of its type."""


def map_rules(module: Module) -> dict[str, MapRules]:
    """Return the rules of pieces on an imported module's maps, by the names that saves use."""
    found: dict[str, MapRules] = {}
    for index, id in enumerate(module.components.maps):
        habits = module.components.habits_of(id)
        rules = MapRules(id, habits.stacking, habits.layered_by, habits.layers)
        found[id] = rules
        found.setdefault(module.sheets[id].name, rules)
        found.setdefault(f"Map{index}", rules)
    return found


class Ride(Struct, frozen=True):
    """The place of cargo: a mat (by VASSAL's id) and the distance from its middle (map pixels)."""

    mat: str
    dx: int
    dy: int

    @property
    def id(self) -> str:
        """A text that is unique among all places of pieces."""
        return f"{self.mat}@{self.dx},{self.dy}"


Home: TypeAlias = Thing | Ride
"""The place of a piece: a stack, a deck, a place on a mat, or the piece itself if it lies alone."""


class Follower:
    """A game at a table of the imported module that follows a position of VASSAL's.

    `game` is the present state of the game. `ids` gives the number of a piece by its id in VASSAL. The position must
    have been made with `map_rules` of the module.
    """

    def __init__(
        self, module: Module, position: VassalPosition, secret: str = "", standing: PieceStates | None = None
    ) -> None:
        """Lay out the position. `secret` is the key for the names by which sides know pieces.

        `standing` may be shared by several games of one module.
        """
        self._module = module
        self._position = position
        self._rules = map_rules(module)
        self._standing = standing or PieceStates(module)
        self._sides = {one_line(side.title, side.id): side.id for side in module.about.sides}
        boards = dict(_boards(module, position))
        self._boards = as_laid(module, boards).components.maps
        self._kinds: dict[int, int] = {}
        self._markers = 0
        self._holders: dict[str, int] = {}
        self._riders: dict[str, dict[str, Ride]] = {}
        self._deck_names: dict[str, str] = {}
        self._deck_ids = Ids()
        self._notes: dict[str, tuple[int, Note]] = {}
        self._shared: dict[tuple[str, str], str] = {}
        self._turns: dict[str, str] | None = None
        self._lying: dict[int, list[int]] = {}
        self._unique: dict[str, str] | None = None
        self._box = 0
        self._next = 1
        self.ids: dict[str, int] = {}
        game = empty_game(module.sides, tuple(module.components.maps), module.name, SCENARIO, secret)
        self._maps = {name: index for index, name in enumerate(game.maps)}
        properties = {name: value for name, value in module.about.properties.items() if value is not None}
        options = given_by_options(module, {option.id: option.usual for option in module.about.options})
        self.game = replace(game, properties=options | properties | boards | dict(self._clocks()))
        self._settle_properties()
        if module.components.table is not None:
            self.game, _ = apply(self.game, self._table(module.components.table))
        position.touched.update(position.pieces, position.stacks)
        self.follow()
        if not position.is_set_up:
            self._lay_at_start(as_laid(module, boards))
        self.game = replace(self.game, options=self._options())

    def _settle_properties(self) -> None:
        """Set the properties in their containers.

        If an old save names no container, all properties with the name are set. As in VASSAL, a property that the
        module lacks is ignored.
        """
        about = self._module.about
        known = dict.fromkeys((*about.properties, *(option.property for option in about.options)))
        properties = self._position.beside.properties
        for (container, name), value in list(properties.items()):
            if not container:
                del properties[container, name]
                properties.update({(there, name): value for there in _containers(known, own_name(name))})
            elif self._full_name(container, name) not in known:
                del properties[container, name]

    def _clocks(self) -> Iterator[tuple[str, Value]]:
        """Yield the properties for the time that each side's clock has used."""
        for name, used_ms in self._position.beside.clocks.items():
            side = self._sides.get(one_line(name, ""))
            if side in self._module.components.clocks:
                yield used_property(side), used_ms

    def _table(self, kind: Kind) -> Patch:
        """Return the patch that makes the piece that stands for the table, in its own box."""
        known, box, piece = self._fresh(), self._fresh(), self._fresh()
        holder = Holder("box", _NOWHERE, 0, 0, "", 0, 1, (), self.game.open_looks, (), TABLE)
        made = Make(piece, known, box, 0, compile_kind(kind).slots, self.game.open_sight)
        return (Know(known, kind), MakeHolder(box, holder), made)

    def _options(self) -> dict[str, Value]:
        """Return the values of options: those in the save, else the defaults. A save has no values of preferences."""
        found: dict[str, Value] = {}
        for option in self._module.about.options:
            saved = as_text(self.game.properties.get(option.property, option.usual))
            found[option.id] = saved if option.rules().takes(saved) else option.usual
        return found

    def _lay_at_start(self, laid: Module) -> None:
        """Lay out the module's start-up pieces, as VASSAL does for a save without a record of their set-up.

        A deck with the name of an existing one is left out.
        """
        scenario = self._module.scenarios.get(NEW_GAME)
        if scenario is None:
            return
        decks = [deck.model_copy(update={"shuffled": False}) for deck in scenario.decks]
        start = replace(self.game, seats={SET_UP: Seat(umpire=True)})
        action = Action(start, laid.components, SET_UP, SeededChance("00", b"", 0, 0))
        lay_out(laid, action, scenario.setup, [deck for deck in decks if deck.name not in self.game.named])
        self.game = replace(action.draft.close(), seats=self.game.seats)
        self._next = self.game.counters.next_id
        for id_, kind in self.game.kinds.items():
            self._kinds.setdefault(id(kind), id_)

    def follow(self) -> tuple[Patch, Patch]:
        """Bring the game to the present position. Return the patch that does this, and the patch that undoes it."""
        patch = tuple(self._changes())
        self._position.touched.clear()
        self._lying.clear()
        self.game, back = apply(self.game, patch)
        return patch, back

    def learn(self, commands: Iterable[Command]) -> None:
        """Add the kinds of all pieces that the commands add, so that steps of a log need not define them."""
        patch: list[Change] = []
        for command in commands:
            piece = self._position.described(command) if isinstance(command, AddPiece) else None
            if piece is not None:
                patch += self._known(self._standing.of(piece, self._owner).kind)
        if patch:
            self.game, _ = apply(self.game, patch)

    def holder_of(self, piece: str) -> int:
        """Return the holder of a piece, given its id in VASSAL; 0 if there is no such piece."""
        id = self.ids.get(piece, 0)
        return self.game.pieces[id].at if id else 0

    def _changes(self) -> Iterator[Change]:
        position = self._position
        touched = set(position.touched)
        for id in position.touched:
            if id in position.stacks:
                touched.update(piece.id for piece in position.stacks[id].pieces)
            touched.update(self._riders.get(id, ()))
        pieces = [position.pieces[id] for id in touched if id in position.pieces]
        pieces.sort(key=_height)
        placed = [(piece, self._home(piece)) for piece in pieces]
        self._remember_riders(touched, placed)
        for piece in pieces:
            self._number(piece)
        homes = self._homes(touched, placed)
        for riding in (False, True):
            for home in homes:
                if isinstance(home, Ride) is riding:
                    yield from self._made_holder(home)
            for piece, at in placed:
                if isinstance(at, Ride) is riding:
                    yield from self._made_piece(piece, at)
        for home in homes:
            yield from self._filled(self._holders[home.id], self._lying_at(home))
        for piece, at in placed:
            if at is None:
                yield from self._put_away(self.ids[piece.id])
        yield from self._dropped(sorted(touched))
        yield from self._shared_changes()
        yield from self._turned()
        yield from self._written()

    def _number(self, piece: VassalPiece) -> None:
        """Give a piece a number here, if it has none yet."""
        if piece.id not in self.ids:
            self.ids[piece.id] = self._fresh()
            if self._unique is not None:
                self._unique[unique_id(piece)] = piece.id

    # places of things

    def _home(self, piece: VassalPiece) -> Home | None:
        """Return the place of a piece; None if it is not in play."""
        thing: Thing = piece if piece.stack is None else piece.stack
        if isinstance(thing, VassalStack):
            if self._position.stacks.get(thing.id) is not thing or piece not in thing.pieces:
                return None
            if thing.is_deck:
                return thing
        if thing.map not in self._maps or not self._position.is_lying(thing):
            return None
        return self._ride(piece) or thing

    def _ride(self, piece: VassalPiece) -> Ride | None:
        """Return the place of a piece on a mat; None if it is on no mat."""
        mat = self._position.pieces.get(_mat_of(piece))
        if mat is None or mat is piece or mat.map != piece.map or _mat_of(mat):
            return None
        on = self._home(mat)
        if on is None or (isinstance(on, VassalStack) and on.is_deck):
            return None
        return Ride(mat.id, piece.x - mat.x, piece.y - mat.y)

    def _remember_riders(self, touched: set[str], placed: Sequence[tuple[VassalPiece, Home | None]]) -> None:
        for riders in self._riders.values():
            for id in touched & riders.keys():
                del riders[id]
        for piece, at in placed:
            if isinstance(at, Ride):
                self._riders.setdefault(at.mat, {})[piece.id] = at

    def _homes(self, touched: set[str], placed: Sequence[tuple[VassalPiece, Home | None]]) -> list[Home]:
        """Return the places of the touched things, in drawing order."""
        found: dict[str, Home] = {at.id: at for _, at in placed if at is not None}
        for id in touched:
            stack = self._position.stacks.get(id)
            if stack is not None and stack.is_deck:
                found[id] = stack
        return sorted(found.values(), key=lambda home: (0 if isinstance(home, Ride) else home.rank, home.id))

    def _lying_at(self, home: Home) -> list[VassalPiece]:
        """Return the pieces that lie at a place, bottom first."""
        if isinstance(home, VassalPiece):
            return [home]
        if isinstance(home, VassalStack):
            return [piece for piece in home.pieces if piece.id not in self._riders_on_any(home)]
        riders = (id for id, ride in self._riders[home.mat].items() if ride == home)
        return sorted((self._position.pieces[id] for id in riders), key=_height)

    def _riders_on_any(self, stack: VassalStack) -> set[str]:
        """Return those pieces of a stack that are on mats here, and so not in a stack."""
        if not self._riders:
            return set()
        return {piece.id for piece in stack.pieces if any(piece.id in riders for riders in self._riders.values())}

    def _made_holder(self, home: Home) -> Iterator[Change]:
        wanted = self._hold(home) if isinstance(home, Ride) else self._holder(home)
        id = self._holders.get(home.id)
        if id is None:
            self._holders[home.id] = id = self._fresh()
            self._lying[id] = []
            yield MakeHolder(id, wanted)
            return
        held = self.game.holders[id]
        if (held.map, held.x, held.y, held.place) != (wanted.map, wanted.x, wanted.y, wanted.place):
            yield HolderPlace(id, wanted.map, wanted.x, wanted.y, wanted.place)
        if (held.layer, held.z) != (wanted.layer, wanted.z):
            yield Raise(id, wanted.layer, wanted.z)
        for side, (had, has) in enumerate(zip(held.looks, wanted.looks, strict=True)):
            if had != has:
                yield HolderSight(id, side, has)

    def _hold(self, ride: Ride) -> Holder:
        """Return the state of a place on a mat."""
        looks = (FACES,) * len(self._module.sides)
        carrier = self.ids[ride.mat]
        return Holder("hold", _NOWHERE, ride.dx, ride.dy, "", 0, 0, (), looks, (), carrier=carrier)

    def _holder(self, thing: Thing) -> Holder:
        """Return the state of the holder of a stack, a deck or a lone piece."""
        name = thing.map or ""
        board = self._boards.get(name)
        place = board.place_at(thing.x, thing.y) if board is not None else ""
        form: Form = "stack"
        called, looks = "", FACES
        if isinstance(thing, VassalStack) and thing.is_deck:
            form, called = "deck", self._name_of(thing)
            place = called
            looks = BACKS if thing.face_down else TOP
        rights, owner = self._rights_on(name, looks)
        layer = self._position.layer_of(thing)
        index = self._maps.get(name, _NOWHERE)
        return Holder(form, index, thing.x, thing.y, place, layer, thing.rank, (), rights, (), called, owner)

    def _rights_on(self, map_: str, looks: int) -> tuple[tuple[int, ...], int]:
        """Return each side's level of sight into holders on a map, and the number of the side that owns the map.

        `looks` is the level of sides that may look at the map. The owner is UNOWNED if no side, or more than one, owns
        the map.
        """
        habits = self._module.components.habits_of(map_)
        sides = self._module.sides
        owner = sides.index(habits.owners[0]) if len(habits.owners) == 1 else UNOWNED
        if not habits.owners or habits.open:
            return (looks,) * len(sides), owner
        return tuple(looks if side in habits.owners else SHUT for side in sides), owner

    def _name_of(self, deck: VassalStack) -> str:
        """Return a name for a deck that no other holder has."""
        if deck.id not in self._deck_names:
            name = (split(deck.type, ";")[_DECK_NAME:] or [""])[0]
            self._deck_names[deck.id] = self._deck_ids.new(one_line(name, "Deck"))
        return self._deck_names[deck.id]

    # pieces

    def _made_piece(self, piece: VassalPiece, home: Home | None) -> Iterator[Change]:
        stands = self._standing.of(piece, self._owner)
        for each in (stands.kind, *self._standing.markers[self._markers :]):
            yield from self._known(each)
        self._markers = len(self._standing.markers)
        kind = self._kinds[id(stands.kind)]
        state = self._linked(stands)
        ours = self.ids[piece.id]
        held = self.game.pieces.get(ours)
        if held is not None:
            yield from self._changed(ours, held, replace(stands, state=state), kind)
            return
        if home is None:
            yield from self._made_box()
        holder = self._box if home is None else self._holders[home.id]
        lying = self._in(holder)
        yield Make(ours, kind, holder, lying[-1] if lying else 0, state, stands.sight)
        lying.append(ours)

    def _known(self, kind: Kind) -> Iterator[Change]:
        """Yield the change that adds a kind, if it is not yet known."""
        if id(kind) not in self._kinds:
            self._kinds[id(kind)] = self._fresh()
            yield Know(self._kinds[id(kind)], kind)

    def _linked(self, stands: Stands) -> tuple[Value, ...]:
        """Return the state of a piece. Its attached pieces are given by their numbers here."""
        state = list(stands.state)
        for slot, links in stands.links:
            state[slot] = " ".join(str(self.ids[link]) for link in links if link in self.ids)
        for slot, unique in stands.kin:
            state[slot] = self._by_unique_id(unique)
        return tuple(state)

    def _by_unique_id(self, unique: str) -> Value:
        """Return the number of the piece with this unique id. If that piece is gone, return the id itself, to which
        other pieces may also refer.
        """
        if self._unique is None:
            self._unique = {unique_id(piece): piece.id for piece in self._position.pieces.values()}
        return self.ids.get(self._unique.get(unique, unique), unique)

    def _changed(self, id: int, held: GamePiece, stands: Stands, kind: int) -> Iterator[Change]:
        if held.kind != kind:
            yield Recast(id, kind, stands.state)
        else:
            for slot, (had, has) in enumerate(zip(held.state, stands.state, strict=True)):
                if had != has or type(had) is not type(has):
                    yield Set(id, slot, has)
        for side, (had_level, has_level) in enumerate(zip(held.sight, stands.sight, strict=True)):
            if had_level != has_level:
                yield PieceSight(id, side, has_level)

    def _owner(self, name: str) -> str:
        """Return the side of a player, given the player's token or the name of the side; `NOBODY` for none."""
        player = self._position.beside.players.get(name)
        side = player.side if player is not None else name
        return self._sides.get(one_line(side, ""), NOBODY)

    def _in(self, holder: int) -> list[int]:
        """Return the pieces in a holder, bottom first, after the changes made so far."""
        if holder not in self._lying:
            held = self.game.holders.get(holder)
            self._lying[holder] = list(held.pieces) if held is not None else []
        return self._lying[holder]

    def _filled(self, holder: int, pieces: Iterable[VassalPiece]) -> Iterator[Change]:
        """Yield the changes that put the pieces of a holder in order. Pieces that do not belong there leave later, when
        their own place is filled.
        """
        wanted = list(dict.fromkeys(self.ids[piece.id] for piece in pieces))
        lying = self._in(holder)
        staying = set(wanted)
        there = [id for id in lying if id in staying]
        if there == wanted:
            return
        coming = [id for id in wanted if id not in set(there)]
        rest = [id for id in wanted if id not in set(coming)]
        at = wanted.index(coming[0]) if coming else 0
        if not coming or rest != there or wanted[at : at + len(coming)] != coming:
            coming, at = wanted, 0
        yield from self._gone_to(coming, holder, wanted[at - 1] if at else 0)

    def _gone_to(self, pieces: Sequence[int], holder: int, above: int) -> Iterator[Change]:
        yield Go(tuple(pieces), holder, above)
        for id in pieces:
            held = self.game.pieces.get(id)
            for source in {holder, held.at if held is not None else holder}:
                if id in self._in(source):
                    self._in(source).remove(id)
        lying = self._in(holder)
        spot = lying.index(above) + 1 if above in lying else 0
        lying[spot:spot] = pieces

    def _made_box(self) -> Iterator[Change]:
        """Yield the change that makes a box for pieces that are on no map, unless there is one. Nobody sees the
        pieces in it.
        """
        if not self._box:
            self._box = self._fresh()
            looks = (SHUT,) * len(self._module.sides)
            yield MakeHolder(self._box, Holder("box", _NOWHERE, 0, 0, "", 0, 0, (), looks, ()))

    def _put_away(self, id: int) -> Iterator[Change]:
        held = self.game.pieces.get(id)
        if held is not None and held.at != self._box:
            yield from self._made_box()
            yield from self._gone_to([id], self._box, 0)

    def _dropped(self, touched: Sequence[str]) -> Iterator[Change]:
        """Yield the changes that remove the pieces that are gone, and places that are empty.

        Mats are removed after their cargo.
        """
        position = self._position
        gone = [id for id in touched if id in self.ids and id not in position.pieces]
        for id in sorted(gone, key=lambda id: id in self._riders):
            yield from self._dropped_places(key for key in self._holders if key.startswith(f"{id}@"))
            piece = self.ids.pop(id)
            held = self.game.pieces.get(piece)
            if held is not None:
                self._in(held.at).remove(piece)
                yield Drop(piece)
            self._riders.pop(id, None)
        yield from self._dropped_places(touched)
        if self._riders:
            yield from self._dropped_places(key for key in self._holders if "@" in key)

    def _dropped_places(self, keys: Iterable[str]) -> Iterator[Change]:
        for key in [key for key in keys if key in self._holders]:
            stack = self._position.stacks.get(key)
            if not self._in(self._holders[key]) and (stack is None or not stack.is_deck):
                yield DropHolder(self._holders.pop(key))

    def _fresh(self) -> int:
        self._next += 1
        return self._next - 1

    # properties and notes

    def _shared_changes(self) -> Iterator[Change]:
        if self._position.beside.properties == self._shared:
            return
        for (container, name), value in self._position.beside.properties.items():
            if self._shared.get((container, name)) != value:
                yield Property(self._full_name(container, name), value)
        self._shared = dict(self._position.beside.properties)

    def _turned(self) -> Iterator[Change]:
        """Yield the changes of the properties that store the positions of the turn trackers."""
        if self._position.beside.turns == self._turns:
            return
        self._turns = dict(self._position.beside.turns)
        for index, tracker in enumerate(self._module.components.trackers.values()):
            positions = turn_positions(tracker, self._turns.get(f"TurnTracker{index}", ""))
            found = tracker.properties(positions)
            if tracker.turn_in:
                found[tracker.turn_in] = turn_shown(tracker, positions, self._table_reader())
            for name, value in found.items():
                if self.game.properties.get(name) != value:
                    yield Property(name, value)

    def _table_reader(self) -> PieceReader:
        """Return a reader for properties of the table."""
        return viewed(self.game, self._module.components, "").reader(table_of(self.game))

    def _full_name(self, container: str, name: str) -> str:
        """Return the full name of a property here, with its map or zone if it belongs to one."""
        own = own_name(name)
        if container in ("", _MODULE):
            return own
        if container in self._rules:
            return f"map:{self._rules[container].name}:{own}"
        for colon in (at for at, sign in enumerate(container) if sign == ":"):
            map_, zone = container[:colon], container[colon + 1 :]
            if map_ in self._rules:
                return f"zone:{self._rules[map_].name}:{zone}:{own}"
        return f"map:{container}:{own}"

    def _written(self) -> Iterator[Change]:
        for key, note in self._all_notes():
            id, old = self._notes.get(key, (0, None))
            if note != old:
                id = id or self._fresh()
                self._notes[key] = id, note
                yield Write(id, note)

    def _all_notes(self) -> Iterator[tuple[str, Note]]:
        sides = self._module.sides
        for key, text in self._position.beside.notes.items():
            if not text.strip():
                continue
            if key in OPEN_NOTES:
                yield key, Note("public", _NOWHERE, OPEN_NOTES[key], text)
            elif (side := self._owner(key)) in sides:
                yield key, Note("private", sides.index(side), PRIVATE_NOTES, text)
        for (owner, name), secret in self._position.beside.secret_notes.items():
            side = self._owner(secret.owner)
            index = sides.index(side) if side in sides else _NOWHERE
            yield (
                f"secret {owner}\t{name}",
                Note("sealed" if secret.hidden else "public", index, secret.name, secret.text),
            )


def _containers(properties: Iterable[str], name: str) -> Iterator[str]:
    """Yield the containers that have a property of this name: `Module`, a map, or `map:zone`."""
    for full in properties:
        _, _, where = full.removesuffix(f":{name}").partition(":")
        if full == name:
            yield _MODULE
        elif where and full.endswith(f":{name}"):
            yield where


OPEN_NOTES: Final = {"scenario": "Scenario", "public": "Public notes"}
"""The titles of the two notes that all players can read, by their kind."""

PRIVATE_NOTES: Final = "Private notes"


def _height(piece: VassalPiece) -> tuple[int, int, str]:
    """Return a sort key by which lower pieces come first."""
    stack = piece.stack
    if stack is None:
        return piece.rank, 0, piece.id
    return stack.rank, stack.pieces.index(piece) if piece in stack.pieces else 0, piece.id


def _mat_of(piece: VassalPiece) -> str:
    """Return the id of the mat that a piece names as its own; "" for none."""
    for type_, state in zip(piece.types, piece.states, strict=True):
        if type_.startswith("matPiece;"):
            return "" if state == NO_MAT else state
    return ""


def _boards(module: Module, position: VassalPosition) -> Iterator[tuple[str, Value]]:
    """Yield the properties that store the boards of those maps where boards are chosen."""
    for id, sheet in module.sheets.items():
        known = {board.name for board in sheet.boards}
        laid = tuple(_laid(board) for board in position.boards.get(id, ()) if board.name in known)
        if laid and sheet.choice is not None:
            yield boards_property(id), written(laid)


def _laid(board: BoardAt) -> BoardPlacement:
    return BoardPlacement(board=board.name, column=max(0, board.column), row=max(0, board.row), turned=board.reversed)
