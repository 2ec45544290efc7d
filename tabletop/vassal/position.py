"""The position of a VASSAL game: brought about by the commands of a save, and taken on by the steps of a log.

It is kept as VASSAL keeps it, with all its habits, since the commands of a log only mean what they mean on that:
which stack a piece joins where it is moved, what a stack holds that another command has changed in between. Nothing
here knows a rule of any game, or what a trait does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import intern
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.vassal.build import Component
from tabletop.vassal.commands import (
    NOTHING,
    AddPiece,
    AddPlayer,
    AllowUnmask,
    BoardAt,
    ChangePersistent,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetNotes,
    SetPrivateNote,
    SetProperty,
    SetSecretNote,
    SetTurn,
    StartupDone,
    Uses,
)
from tabletop.vassal.pieces import RawTrait, trait_id
from tabletop.vassal.sequence import DepthError, Fields, join, levels, split

OBSERVER: Final = "<observer>"
"""The side of a player who has none."""

_STACK: Final = "stack"
_DECK: Final = "deck;"
_LAYER_MARK: Final = "@@"


class MapRules(Struct, frozen=True):
    """What commands must know of a map: its name, whether pieces stack on it, and its layers.

    `layers` are values of the property `layer_property`, lowest first; without one, pieces that do not stack lie below.
    """

    name: str
    stacks: bool = True
    layer_property: str = ""
    layers: tuple[str, ...] = ()


_MAPS: Final = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")


def maps_of(module: Component) -> dict[str, MapRules]:
    """The maps of a module by the texts that saves call them: their names, and `Map0`, `Map1` ... for their places."""
    found: dict[str, MapRules] = {}
    by_id: dict[str, MapRules] = {}
    for index, component in enumerate(each for each in module.walk() if each.short in _MAPS):
        rules = _map_rules(component, f"Map{index}")
        found.setdefault(rules.name, rules)
        by_id[f"Map{index}"] = rules
    return {**by_id, **found}


def _map_rules(component: Component, id: str) -> MapRules:
    metrics = component.of("StackMetrics")
    layered = component.of("LayeredPieceCollection")
    return MapRules(
        name=component.get("mapName") or id,
        stacks=not (metrics and metrics[0].get("disabled") == "true"),
        layer_property=layered[0].get("property", "Layer") if layered else "",
        layers=tuple(split(layered[0].get("layerOrder"), ",")) if layered else (),
    )


class Stack(Struct, eq=False):
    """A stack or a deck: where it lies, and the pieces in it, bottom first. A deck has a `type`.

    `rank` rises with each thing that comes to a map: of one layer the lower are drawn first.
    """

    id: str
    type: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    pieces: list["Piece"] = []
    layer: int = -1
    face_down: bool = False
    rank: int = 0

    @property
    def is_deck(self) -> bool:
        """Whether it is a deck."""
        return bool(self.type)


class Piece(Struct, eq=False):
    """A piece: its traits, outermost first, how each stands, and the stack or deck it lies in.

    The basic piece is the last of them. `own_map`, `own_x`, `own_y` and `rank` count only outside of stacks.
    """

    id: str
    types: tuple[str, ...]
    states: list[str]
    own_map: str | None = None
    own_x: int = 0
    own_y: int = 0
    stack: Stack | None = None
    rank: int = 0

    @property
    def map(self) -> str | None:
        """The map it lies on."""
        return self.stack.map if self.stack is not None else self.own_map

    @property
    def x(self) -> int:
        """Where it lies, in map pixels to the right."""
        return self.stack.x if self.stack is not None else self.own_x

    @property
    def y(self) -> int:
        """Where it lies, in map pixels down."""
        return self.stack.y if self.stack is not None else self.own_y

    @property
    def gpid(self) -> str:
        """The number of the slot it was made from, as the module has it; empty in old games."""
        return basic_of(self.states[-1]).gpid

    @property
    def traits(self) -> tuple[RawTrait, ...]:
        """Its traits as VASSAL would write them now, outermost first."""
        basic = basic_of(self.states[-1])
        kept = [text for pair in basic.kept.items() for text in pair]
        where = [self.map or NOTHING, str(self.x), str(self.y), basic.gpid, str(len(basic.kept)), *kept]
        return tuple(map(RawTrait, self.types, [*self.states[:-1], join(where, ";") or ""]))


Thing: TypeAlias = Piece | Stack
"""What has an id of its own in a VASSAL game."""


class Basic(Struct, frozen=True):
    """How a basic piece stands: its map and point, its slot's number, and properties it keeps (`OldMap` and such)."""

    map: str
    x: int
    y: int
    gpid: str
    kept: dict[str, str] = {}


def basic_of(state: str) -> Basic:
    """How a basic piece stands, by its state."""
    fields = Fields(state)
    map_, x, y, gpid = fields.text(NOTHING), fields.whole(), fields.whole(), fields.text()
    count = fields.whole()
    kept: dict[str, str] = {}
    while len(kept) < count and fields.more:
        name = fields.text()
        kept[name] = fields.text()
    return Basic(map_, x, y, gpid, kept)


class SecretNote(Struct, frozen=True):
    """A note that its owner opens later; `owner` is a player's token."""

    name: str
    owner: str
    hidden: bool
    text: str


class Player(Struct, frozen=True):
    """A player: a token that stands for their password, their name, and their side ("" for none)."""

    token: str
    name: str
    side: str


class Tokens:
    """Stands in for the passwords that VASSAL's files hold in clear; not one leaves this."""

    def __init__(self) -> None:
        self._by_password: dict[str, str] = {}

    def of(self, password: str) -> str:
        """The token of a password; always the same within one game."""
        if password in {"", NOTHING}:
            return password
        return self._by_password.setdefault(password, f"player-{len(self._by_password) + 1}")

    def state(self, type_: str, state: str) -> str:
        """The state of a trait, with a token where it names a player by password."""
        kind = trait_id(type_)
        if kind not in _OWNED or not state or state == NOTHING or state.startswith(f"{NOTHING};"):
            return state
        fields = split(type_[len(kind) :], ";")
        said = fields[_OWNED[kind]] if _OWNED[kind] < len(fields) else ""
        if said.startswith(("side:", "sides:")) or (kind == "restrict;" and said != "true"):
            return state
        owner, *rest = split(state, ";")
        return join([self.of(owner), *rest], ";") or ""


_OWNED: Final = {"obs;": 5, "hide;": 3, "restrict;": 1}
"""Traits whose state begins with their owner, and which field of theirs says what sort of name that is."""


class Position:
    """A game as it stands, changed by commands.

    `touched` gathers the ids of what commands have changed since it was last emptied; `said` the lines of the chat.
    """

    def __init__(self, maps: Mapping[str, MapRules] | None = None) -> None:
        """Begin with nothing. Without `maps` every map is one, and pieces stack on it."""
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, Stack] = {}
        self.boards: dict[str, tuple[BoardAt, ...]] = {}
        self.properties: dict[tuple[str, str], str] = {}
        """By container (`Module`, a map, `map:zone`) and name."""
        self.turns: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        """Of the `scenario`, the `public` one, and private ones by the token of whose they are."""
        self.secret_notes: dict[str, SecretNote] = {}
        self.players: dict[str, Player] = {}
        self.unmaskable: tuple[str, ...] = ()
        self.startup_done: dict[str, bool] = {}
        self.uses: list[Uses] = []
        self.touched: set[str] = set()
        self.said: list[str] = []
        self.tokens = Tokens()
        self._maps = maps
        self._on_map: dict[str, tuple[dict[str, None], ...]] = {}
        self._types: dict[str, tuple[str, ...]] = {}
        self._new = 0
        self._rank = 0

    def do(self, commands: Iterable[Command]) -> None:
        """Carry out commands, one after the other. What refers to something that is not there does nothing."""
        for command in commands:
            self._do(command)

    def lying_on(self, map_: str) -> Iterator[Thing]:
        """The stacks, decks and lone pieces of a map, in the order in which they are drawn."""
        for layer in self._layers(map_):
            for id in layer:
                yield self._thing(id)

    def is_lying(self, thing: Thing) -> bool:
        """Whether something lies on its map, and not only says so: pieces in stacks do not lie there themselves."""
        known = (self.pieces if isinstance(thing, Piece) else self.stacks).get(thing.id)
        return known is thing and thing.map is not None and any(thing.id in layer for layer in self._layers(thing.map))

    def layer_of(self, thing: Thing) -> int:
        """The layer of its map in which something lies, from 0 up; -1 below the others if nothing is said of layers."""
        map_ = thing.map
        if map_ is None:
            return 0
        return self._layer_of(map_, thing) - (0 if self._rules(map_).layer_property else 1)

    def maps(self) -> tuple[str, ...]:
        """The maps on which anything has lain."""
        return tuple(self._on_map)

    def _do(self, command: Command) -> None:
        match command:
            case AddPiece():
                self._add(command)
            case MovePiece():
                self._move(command)
            case ChangePiece():
                self._change(command)
            case RemovePiece(id=id):
                self._remove(id)
            case ChangePersistent():
                self._change_persistent(command)
            case Chat(text=text):
                self.said.append(text)
            case _:
                self._note(command)

    def _note(self, command: Command) -> None:
        """Carry out what concerns no piece."""
        match command:
            case SetBoards(map=map_, boards=boards):
                self.boards[self._map(map_) or map_] = boards
            case SetProperty(name=name, value=value, container=container):
                self.properties[container, name] = value
            case ChangeProperty(name=name, new=new, container=container):
                self.properties[container or self._container_of(name), name] = new
            case SetTurn(tracker=tracker, state=state):
                self.turns[tracker] = state
            case SetNotes(kind=kind, text=text):
                self.notes[kind] = text.replace("|", "\n")
            case StartupDone(id=id, applied=applied):
                self.startup_done[id] = applied
            case Uses():
                self.uses.append(command)
            case _:
                self._note_of_player(command)

    def _note_of_player(self, command: Command) -> None:
        """Carry out what names a player; a token stands for each from here on."""
        match command:
            case AddPlayer(id=id, name=name, side=side):
                token = self.tokens.of(id)
                self.players[token] = Player(token, name, "" if side == OBSERVER else side)
            case RemovePlayer(id=id):
                self.players.pop(self.tokens.of(id), None)
            case AllowUnmask(players=players):
                self.unmaskable = tuple(self.tokens.of(player) for player in players)
            case SetPrivateNote(owner=owner, text=text):
                self.notes[self.tokens.of(owner)] = text.replace("|", "\n")
            case SetSecretNote(name=name, owner=owner, hidden=hidden, text=text, handle=handle):
                self.secret_notes[handle or name] = SecretNote(name, self.tokens.of(owner), hidden, text)
            case _:
                return

    def _container_of(self, name: str) -> str:
        """Where a property is, of which an old log says only the name."""
        return next((container for container, known in self.properties if known == name), "Module")

    def described(self, command: AddPiece) -> Piece | None:
        """The piece that a command adds, without adding it; None for a stack or a deck."""
        types = self._types_of(command.type)
        if types[-1] == _STACK or types[-1].startswith(_DECK):
            return None
        states = [*self._states(command.state, len(types)), *("" for _ in types)][: len(types)]
        return Piece(command.id, types, list(map(self.tokens.state, types, states)))

    # finding

    def _thing(self, id: str) -> Thing:
        return self.pieces[id] if id in self.pieces else self.stacks[id]

    def _map(self, name: str | None) -> str | None:
        """The map that a text means; None for none."""
        if name is None or name == NOTHING:
            return None
        if self._maps is None:
            return name
        return self._maps[name].name if name in self._maps else None

    def _rules(self, map_: str) -> MapRules:
        return self._maps[map_] if self._maps is not None else MapRules(map_)

    def _layers(self, map_: str) -> tuple[dict[str, None], ...]:
        if map_ not in self._on_map:
            rules = self._rules(map_)
            count = len(rules.layers) + 1 if rules.layer_property else 2
            self._on_map[map_] = tuple({} for _ in range(count))
        return self._on_map[map_]

    # what pieces say of themselves

    def _layer_of(self, map_: str, thing: Thing) -> int:
        rules = self._rules(map_)
        if not rules.layer_property:
            return 0 if self._does_not_stack(thing) else 1
        if isinstance(thing, Stack):
            if 0 <= thing.layer <= len(rules.layers):
                return thing.layer
            thing = thing.pieces[-1] if thing.pieces else thing
        value = _property(thing, rules.layer_property) if isinstance(thing, Piece) else ""
        return rules.layers.index(value) if value in rules.layers else len(rules.layers)

    def _does_not_stack(self, thing: Thing) -> bool:
        if isinstance(thing, Stack):
            return thing.is_deck
        return any(_is_no_stack(type_) for type_ in thing.types)

    # placing

    def _take_off(self, map_: str, id: str) -> None:
        for layer in self._layers(map_):
            layer.pop(id, None)

    def _put_on(self, map_: str, thing: Thing) -> None:
        """Lay something on a map, above all of its layer, if it does not lie there itself already."""
        if any(thing.id in layer for layer in self._layers(map_)):
            return
        if isinstance(thing, Piece):
            self._leave_stack(thing)
            if thing.own_map is not None and thing.own_map != map_:
                self._take_off(thing.own_map, thing.id)
            thing.own_map = map_
        else:
            if thing.map is not None and thing.map != map_:
                self._take_off(thing.map, thing.id)
            thing.map = map_
        self._layers(map_)[self._layer_of(map_, thing)][thing.id] = None
        self._rank += 1
        thing.rank = self._rank
        self.touched.add(thing.id)

    def _place(self, thing: Thing, map_: str, x: int, y: int) -> None:
        if isinstance(thing, Piece):
            thing.own_x, thing.own_y = x, y
        else:
            thing.x, thing.y = x, y
            self.touched.update(piece.id for piece in thing.pieces)
        self._put_on(map_, thing)
        self.touched.add(thing.id)

    def _leave_stack(self, piece: Piece) -> None:
        if piece.stack is not None:
            self.touched.add(piece.stack.id)
            if piece in piece.stack.pieces:
                piece.stack.pieces.remove(piece)
            piece.stack = None

    def _put_in(self, stack: Stack, piece: Piece, index: int) -> None:
        if piece.stack is not None:
            self._leave_stack(piece)
        elif piece.own_map is not None:
            self._take_off(piece.own_map, piece.id)
        if not stack.pieces and stack.layer < 0 and stack.map is not None and self._rules(stack.map).layer_property:
            stack.layer = self._layer_of(stack.map, piece)
        piece.stack = stack
        stack.pieces.insert(index, piece)
        self.touched.update((stack.id, piece.id))

    def _insert(self, stack: Stack, piece: Piece, index: int) -> None:
        """Put a piece at a place in a stack, in which it may lie already."""
        if piece not in stack.pieces:
            self._put_in(stack, piece, max(0, min(index, len(stack.pieces))))
            return
        index = max(0, min(index, len(stack.pieces)))
        stack.pieces.remove(piece)
        stack.pieces.insert(index, piece)
        self.touched.update((stack.id, piece.id))

    def _new_stack(self, piece: Piece, map_: str, x: int, y: int) -> Stack:
        self._new += 1
        stack = Stack(f"run{self._new}", map=None, x=x, y=y, pieces=[])
        self.stacks[stack.id] = stack
        stack.layer = self._layer_of(map_, piece) if self._rules(map_).layer_property else -1
        self._put_in(stack, piece, 0)
        self._place(stack, map_, x, y)
        return stack

    # commands on pieces

    def _add(self, command: AddPiece) -> None:
        types = self._types_of(command.type)
        if types[-1] == _STACK or types[-1].startswith(_DECK):
            stack = Stack(command.id, "" if types[-1] == _STACK else types[-1], pieces=[])
            if command.id in self.stacks:
                self.touched.update(piece.id for piece in self.stacks[command.id].pieces)
            self.stacks[command.id] = stack
            self._set_stack(stack, command.state)
        else:
            piece = Piece(command.id, types, [""] * len(types))
            self.pieces[command.id] = piece
            self._set_states(piece, command.state)
        self.touched.add(command.id)

    def _types_of(self, text: str) -> tuple[str, ...]:
        if text not in self._types:
            try:
                self._types[text] = tuple(map(intern, levels(text)))
            except DepthError:
                self._types[text] = (intern(text),)
        return self._types[text]

    def _set_states(self, piece: Piece, state: str) -> None:
        states = self._states(state, len(piece.types))
        piece.states[: len(states)] = map(self.tokens.state, piece.types, states)
        self._stand(piece)

    def _states(self, state: str, count: int) -> list[str]:
        try:
            return levels(state, count)
        except DepthError:
            return []

    def _stand(self, piece: Piece) -> None:
        """Bring a piece to where its basic piece says that it is."""
        basic = basic_of(piece.states[-1])
        map_, before = self._map(basic.map), piece.map
        piece.own_x, piece.own_y = basic.x, basic.y
        if map_ == before:
            return
        if map_ is not None:
            self._put_on(map_, piece)
        elif before is not None:
            self._take_off(before, piece.id)
            piece.own_map = None

    def _set_stack(self, stack: Stack, state: str) -> None:
        """Bring a stack or a deck into a state: where it lies, and what lies in it."""
        fields = Fields(state)
        name = fields.text(NOTHING)
        if stack.is_deck:
            stack.x, stack.y = fields.whole(), fields.whole()
            self._bring(stack, self._map(name))
            stack.face_down = fields.yes()
            ids = split(fields.text(), ",") if fields.more else []
            self._fill(stack, ids)
            return
        stack.x, stack.y = (0, 0) if name == NOTHING else (fields.whole(), fields.whole())
        tokens = fields.rest()
        for token in tokens:
            if token.startswith(_LAYER_MARK) and token not in self.pieces:
                stack.layer = Fields(token[len(_LAYER_MARK) :]).whole(-1)
        self._fill(stack, tokens)
        self._bring(stack, self._map(name))

    def _fill(self, stack: Stack, ids: Sequence[str]) -> None:
        self.touched.update(piece.id for piece in stack.pieces)
        stack.pieces = []
        for id in ids:
            if id in self.pieces:
                self._put_in(stack, self.pieces[id], len(stack.pieces))
        self.touched.add(stack.id)

    def _bring(self, stack: Stack, map_: str | None) -> None:
        if map_ is not None and map_ != stack.map:
            self._put_on(map_, stack)
        elif map_ is None and stack.map is not None:
            self._take_off(stack.map, stack.id)
            stack.map = None

    def _remove(self, id: str) -> None:
        if id in self.pieces:
            piece = self.pieces.pop(id)
            if piece.map is not None:
                self._take_off(piece.map, id)
            self._leave_stack(piece)
        elif id in self.stacks:
            stack = self.stacks.pop(id)
            if stack.map is not None:
                self._take_off(stack.map, id)
            stack.map = None
            self.touched.update(piece.id for piece in stack.pieces)
        self.touched.add(id)

    def _change(self, command: ChangePiece) -> None:
        if command.id in self.stacks:
            stack = self.stacks[command.id]
            self._set_stack(stack, _merged(stack, command) if command.old is not None else command.new)
            return
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        self.touched.add(piece.id)
        if command.old is None:
            self._set_states(piece, command.new)
            return
        count = len(piece.types)
        new, old = self._states(command.new, count), self._states(command.old, count)
        for index, (after, before) in enumerate(zip(new, old, strict=False)):
            if after != before:
                piece.states[index] = self.tokens.state(piece.types[index], after)
                if index == count - 1:
                    self._stand(piece)

    def _change_persistent(self, command: ChangePersistent) -> None:
        piece = self.pieces.get(command.id)
        if piece is not None:
            basic = basic_of(piece.states[-1])
            kept = {**basic.kept, command.key: command.new}
            texts = [text for pair in kept.items() for text in pair]
            where = [basic.map, str(basic.x), str(basic.y), basic.gpid, str(len(kept)), *texts]
            piece.states[-1] = join(where, ";") or ""
            self.touched.add(piece.id)

    # moving

    def _move(self, command: MovePiece) -> None:
        if command.id not in self.pieces and command.id not in self.stacks:
            return
        thing = self._thing(command.id)
        self.touched.add(thing.id)
        map_ = self._map(command.map)
        if map_ is None:
            old = self._map(command.old_map)
            if old is not None:
                self._take_off(old, thing.id)
            return
        under = self.pieces.get(command.under or "") or self.stacks.get(command.under or "")
        if under is not None and (under.map, under.x, under.y) == (map_, command.x, command.y):
            self._merge(under, thing)
            return
        if not self._join_what_is_there(thing, map_, command):
            self._stack_or_place(thing, map_, command.x, command.y)
        if command.under is None and isinstance(thing, Piece) and thing.stack is not None:
            self._insert(thing.stack, thing, 0)

    def _join_what_is_there(self, thing: Thing, map_: str, command: MovePiece) -> bool:
        """Put something with the first that lies at the point and takes it."""
        player = self.tokens.of(command.player)
        for there in list(self.lying_on(map_)):
            if (there.x, there.y) != (command.x, command.y) or not self._takes(map_, there, thing, player):
                continue
            if self._merge(there, thing):
                return True
        return False

    def _takes(self, map_: str, there: Thing, thing: Thing, player: str) -> bool:
        if isinstance(there, Stack) and there.is_deck:
            return True
        if not self._rules(map_).stacks or self._does_not_stack(thing):
            return False
        if isinstance(there, Piece):
            return (
                not self._does_not_stack(there)
                and _hidden_by(there) in {"", player}
                and self._alike(map_, thing, there)
            )
        return any(_hidden_by(piece) in {"", player} for piece in there.pieces) and self._alike(map_, thing, there)

    def _alike(self, map_: str, one: Thing, other: Thing) -> bool:
        """Whether two can be one stack: both can be seen, can stack, and are of one layer."""
        tops = [_top(thing) for thing in (one, other)]
        if any(top is None or self._does_not_stack(top) for top in tops):
            return False
        if not self._rules(map_).layer_property:
            return True
        return len({self._layer_of(map_, top) for top in tops if top is not None}) == 1

    def _stack_or_place(self, thing: Thing, map_: str, x: int, y: int) -> None:
        if (
            isinstance(thing, Piece)
            and thing.stack is None
            and self._rules(map_).stacks
            and not self._does_not_stack(thing)
        ):
            self._new_stack(thing, map_, x, y)
        else:
            self._place(thing, map_, x, y)

    def _merge(self, fixed: Thing, moving: Thing) -> bool:
        """Put one thing right above another, in a stack that is made if there is none; whether that was of any use."""
        if isinstance(fixed, Stack) and (top := _top(fixed)) is not None:
            fixed = top
        stack = fixed if isinstance(fixed, Stack) else fixed.stack
        if moving is fixed or moving is stack:
            return True
        if isinstance(fixed, Stack):
            stack, index = fixed, len(fixed.pieces)
        elif stack is not None:
            index = stack.pieces.index(fixed) + 1 if fixed in stack.pieces else 0
        elif fixed.map is None:
            return False
        else:
            stack, index = self._new_stack(fixed, fixed.map, fixed.x, fixed.y), 1
        if isinstance(moving, Stack):
            for offset, piece in enumerate(list(moving.pieces)):
                self._put_in(stack, piece, index + offset)
        else:
            lies_below = moving in stack.pieces and stack.pieces.index(moving) < index
            self._insert(stack, moving, index - 1 if lies_below else index)
        return True


def position_of(start: Iterable[Command], maps: Mapping[str, MapRules] | None = None) -> Position:
    """The position that the commands of a save bring about."""
    position = Position(maps)
    position.do(start)
    position.touched.clear()
    position.said.clear()
    return position


def _top(thing: Thing) -> Piece | None:
    """The topmost piece that nobody has hidden."""
    pieces = [thing] if isinstance(thing, Piece) else thing.pieces
    return next((piece for piece in reversed(pieces) if not _hidden_by(piece)), None)


def _hidden_by(piece: Piece) -> str:
    for type_, state in zip(piece.types, piece.states, strict=True):
        if type_.startswith("hide;") and state not in {"", NOTHING}:
            return state
    return ""


def _is_no_stack(type_: str) -> bool:
    return type_.startswith("immob;") and "R" in (split(type_, ";")[3:4] or ["R"])[0]


def _property(piece: Piece, name: str) -> str:
    """The value of a property that a trait holds as it stands: a mark, or a property of its own."""
    for type_, state in zip(piece.types, piece.states, strict=True):
        if type_.startswith("mark;"):
            values = dict(zip(split(type_[len("mark;") :], ","), split(state, ","), strict=False))
            if name in values:
                return values[name]
        elif type_.startswith("PROP;") and Fields(type_[len("PROP;") :]).text() == name:
            return state
    return ""


def _merged(stack: Stack, command: ChangePiece) -> str:
    """The new state of a stack, with the pieces that have come since the old one, of which the new one cannot know."""
    new, old = split(command.new, ";"), split(command.old or "", ";")
    if stack.is_deck:
        contents = split(new[4], ",") if len(new) > 4 else []
        known = {*contents, *(split(old[4], ",") if len(old) > 4 else [])}
        others = [piece.id for piece in stack.pieces if piece.id not in known]
        return join([*new[:4], ",".join([*contents, *others])], ";") or ""
    contents = new[3:]
    known = {*contents, *old[3:]}
    for index, piece in enumerate(stack.pieces):
        if piece.id not in known:
            beneath = stack.pieces[index - 1].id if index else ""
            contents.insert(contents.index(beneath) + 1 if beneath in contents else 0, piece.id)
            known.add(piece.id)
    return join([*new[:3], *contents], ";") or ""
