"""The position of a VASSAL game: the commands of a save create it, the steps of a log change it.

It behaves as VASSAL's does in every detail on which the meaning of a command depends: for example, a command does not
name the stack that a moved piece joins. It knows no rules of games, and of traits only the facts that decide on stacks
and layers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import intern
from typing import Final

from tabletop.vassal.files.game_commands import (
    NOTHING,
    AddPiece,
    BoardAt,
    ChangePersistent,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    RemovePiece,
    SetBoards,
    SetUp,
)
from tabletop.vassal.files.sequence import DepthError, SequenceReader, join, levels, split
from tabletop.vassal.games.game_extras import Beside
from tabletop.vassal.games.game_things import (
    MapRules,
    Thing,
    VassalPiece,
    VassalStack,
    basic_of,
    hidden_by,
    is_no_stack,
    property_of,
    top,
)

_STACK: Final = "stack"
_DECK: Final = "deck;"
_PROPERTY: Final = "PROP;"
_LAYER_MARK: Final = "@@"


class VassalPosition:
    """A position, changed by commands.

    `touched` collects the ids of changed things, and `said` the lines of the chat, until someone empties them.
    `is_set_up` is true after the command which notes that the start-up pieces were laid out.
    """

    def __init__(self, maps: Mapping[str, MapRules] | None = None) -> None:
        """Begin with an empty position. Without `maps`, every name stands for a map on which pieces stack."""
        self.pieces: dict[str, VassalPiece] = {}
        self.stacks: dict[str, VassalStack] = {}
        self.boards: dict[str, tuple[BoardAt, ...]] = {}
        self.beside = Beside()
        self.touched: set[str] = set()
        self.said: list[str] = []
        self.is_set_up = False
        self._maps = maps
        self._on_map: dict[str, tuple[dict[str, None], ...]] = {}
        self._types: dict[str, tuple[str, ...]] = {}
        self._new = 0
        self._rank = 0

    def do(self, commands: Iterable[Command]) -> None:
        """Carry out commands in order. A command for a thing that does not exist has no effect."""
        for command in commands:
            self._do(command)

    def lying_on(self, map_: str) -> Iterator[Thing]:
        """Yield the stacks, decks and lone pieces of a map, in the order in which they are drawn."""
        for layer in self._layers(map_):
            for id in layer:
                yield self._thing(id)

    def is_lying(self, thing: Thing) -> bool:
        """Return whether something lies on its map by itself. A piece in a stack does not."""
        known = (self.pieces if isinstance(thing, VassalPiece) else self.stacks).get(thing.id)
        return known is thing and thing.map is not None and any(thing.id in layer for layer in self._layers(thing.map))

    def layer_of(self, thing: Thing) -> int:
        """Return the layer in which something lies on its map, from 0 up. If the map has no layers, decks and pieces
        that do not stack are in layer -1.
        """
        map_ = thing.map
        if map_ is None:
            return 0
        return self._layer_of(map_, thing) - (0 if self._rules(map_).layer_property else 1)

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
            case SetBoards(map=map_, boards=boards):
                self.boards[self._map(map_) or map_] = boards
            case SetUp():
                self.is_set_up = True
            case Chat(text=text):
                self.said.append(text)
            case _:
                self.beside.note(command)

    def described(self, command: AddPiece) -> VassalPiece | None:
        """Return the piece that a command adds, without adding it; None for a stack or a deck."""
        types = self._types_of(command.type)
        if types[-1] == _STACK or types[-1].startswith(_DECK):
            return None
        states = [*self._states(command.state, len(types)), *("" for _ in types)][: len(types)]
        return VassalPiece(command.id, types, list(map(self.beside.tokens.state, types, states)))

    # finding

    def _thing(self, id: str) -> Thing:
        return self.pieces[id] if id in self.pieces else self.stacks[id]

    def _map(self, name: str | None) -> str | None:
        """Return our name of a map; None for no map, and for an unknown name."""
        if name is None or name == NOTHING:
            return None
        if self._maps is None:
            return name
        rules = self._maps.get(name) or self._maps.get(name.strip())
        return rules.name if rules is not None else None

    def _rules(self, map_: str) -> MapRules:
        return self._maps[map_] if self._maps is not None else MapRules(map_)

    def _layers(self, map_: str) -> tuple[dict[str, None], ...]:
        if map_ not in self._on_map:
            rules = self._rules(map_)
            count = len(rules.layers) + 1 if rules.layer_property else 2
            self._on_map[map_] = tuple({} for _ in range(count))
        return self._on_map[map_]

    # facts about pieces

    def _layer_of(self, map_: str, thing: Thing) -> int:
        rules = self._rules(map_)
        if not rules.layer_property:
            return 0 if self._does_not_stack(thing) else 1
        of = top(thing)
        if of is None and isinstance(thing, VassalStack) and thing.layer >= 0 and thing.pieces:
            of = thing.pieces[0]  # every piece in it is hidden
        value = property_of(of, rules.layer_property) if of is not None else ""
        return rules.layers.index(value) if value in rules.layers else len(rules.layers)

    def _does_not_stack(self, thing: Thing) -> bool:
        if isinstance(thing, VassalStack):
            return thing.is_deck
        return any(is_no_stack(type_) for type_ in thing.types)

    # placing

    def _take_off(self, map_: str, id: str) -> None:
        for layer in self._layers(map_):
            layer.pop(id, None)

    def _put_on(self, map_: str, thing: Thing) -> None:
        """Put something on a map, above everything else in its layer, unless it is already there."""
        if any(thing.id in layer for layer in self._layers(map_)):
            return
        if isinstance(thing, VassalPiece):
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
        if isinstance(thing, VassalPiece):
            thing.own_x, thing.own_y = x, y
        else:
            thing.x, thing.y = x, y
            self.touched.update(piece.id for piece in thing.pieces)
        self._put_on(map_, thing)
        self.touched.add(thing.id)

    def _leave_stack(self, piece: VassalPiece) -> None:
        if piece.stack is not None:
            self.touched.add(piece.stack.id)
            if piece in piece.stack.pieces:
                piece.stack.pieces.remove(piece)
            piece.stack = None

    def _put_in(self, stack: VassalStack, piece: VassalPiece, index: int) -> None:
        if piece.stack is not None:
            self._leave_stack(piece)
        elif piece.own_map is not None:
            self._take_off(piece.own_map, piece.id)
        if not stack.pieces and stack.layer < 0 and stack.map is not None and self._rules(stack.map).layer_property:
            stack.layer = self._layer_of(stack.map, piece)
        piece.stack = stack
        stack.pieces.insert(index, piece)
        self.touched.update((stack.id, piece.id))

    def _insert(self, stack: VassalStack, piece: VassalPiece, index: int) -> None:
        """Put a piece at an index of a stack. It may already be in this stack."""
        if piece not in stack.pieces:
            self._put_in(stack, piece, max(0, min(index, len(stack.pieces))))
            return
        index = max(0, min(index, len(stack.pieces)))
        stack.pieces.remove(piece)
        stack.pieces.insert(index, piece)
        self.touched.update((stack.id, piece.id))

    def _new_stack(self, piece: VassalPiece, map_: str, x: int, y: int) -> VassalStack:
        self._new += 1
        stack = VassalStack(f"run{self._new}", map=None, x=x, y=y, pieces=[])
        self.stacks[stack.id] = stack
        stack.layer = self._layer_of(map_, piece) if self._rules(map_).layer_property else -1
        self._put_in(stack, piece, 0)
        self._place(stack, map_, x, y)
        return stack

    # commands on pieces

    def _add(self, command: AddPiece) -> None:
        types = self._types_of(command.type)
        if types[-1] == _STACK or types[-1].startswith(_DECK):
            stack = VassalStack(command.id, "" if types[-1] == _STACK else types[-1], pieces=[])
            if command.id in self.stacks:
                self.touched.update(piece.id for piece in self.stacks[command.id].pieces)
            self.stacks[command.id] = stack
            self._set_stack(stack, command.state)
        else:
            piece = VassalPiece(command.id, types, [""] * len(types))
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

    def _set_states(self, piece: VassalPiece, state: str) -> None:
        states = self._states(state, len(piece.types))
        piece.states[: len(states)] = map(self.beside.tokens.state, piece.types, states)
        self._stand(piece)

    def _states(self, state: str, count: int) -> list[str]:
        try:
            return levels(state, count)
        except DepthError:
            return []

    def _stand(self, piece: VassalPiece) -> None:
        """Move a piece to the position in its basic piece."""
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

    def _set_stack(self, stack: VassalStack, state: str) -> None:
        """Give a stack or a deck the position and contents in a state."""
        fields = SequenceReader(state)
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
                stack.layer = SequenceReader(token[len(_LAYER_MARK) :]).whole(-1)
        self._fill(stack, tokens)
        self._bring(stack, self._map(name))

    def _fill(self, stack: VassalStack, ids: Sequence[str]) -> None:
        self.touched.update(piece.id for piece in stack.pieces)
        stack.pieces = []
        for id in ids:
            if id in self.pieces:
                self._put_in(stack, self.pieces[id], len(stack.pieces))
        self.touched.add(stack.id)

    def _bring(self, stack: VassalStack, map_: str | None) -> None:
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
        count = len(piece.types)
        new = self._states(command.new, count)
        old = self._states(command.old, count) if command.old is not None else [None] * len(new)
        for index, (after, before) in enumerate(zip(new, old, strict=False)):
            if after != before:
                self._set_state(piece, index, after)

    def _set_state(self, piece: VassalPiece, index: int, state: str) -> None:
        """Give a trait of a piece another state. If the trait stores a property, the piece may change its layer."""
        is_laid = piece.types[index].startswith(_PROPERTY) and piece.map is not None
        stack = piece.stack
        if is_laid and stack is None and piece.map is not None:
            self._take_off(piece.map, piece.id)
        piece.states[index] = self.beside.tokens.state(piece.types[index], state)
        if index == len(piece.types) - 1:
            self._stand(piece)
        elif is_laid and not (stack is not None and stack.is_deck):
            self._lay_anew(piece)

    def _lay_anew(self, piece: VassalPiece) -> None:
        """Put a piece above everything else in its present layer, or on a stack there that it can join.

        It stays in its stack if the next visible piece there is in the same layer. If it is the only visible piece of
        its stack, the whole stack is moved.
        """
        map_, stack = piece.map, piece.stack
        if map_ is None:
            return
        moving: Thing = piece
        if stack is not None and piece in stack.pieces:
            at = stack.pieces.index(piece)
            seen = [each for each in (*reversed(stack.pieces[:at]), *stack.pieces[at + 1 :]) if not hidden_by(each)]
            if seen and self._alike(map_, seen[0], piece):
                return
            if not seen:
                moving = stack
                self._take_off(map_, stack.id)
        x, y = moving.x, moving.y
        if moving is piece:
            self._leave_stack(piece)
        if not self._join_what_is_there(moving, map_, (x, y), ""):
            self._stack_or_place(moving, map_, x, y)

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
        player = self.beside.tokens.of(command.player)
        if not self._join_what_is_there(thing, map_, (command.x, command.y), player):
            self._stack_or_place(thing, map_, command.x, command.y)
        if command.under is None and isinstance(thing, VassalPiece) and thing.stack is not None:
            self._insert(thing.stack, thing, 0)

    def _join_what_is_there(self, thing: Thing, map_: str, point: tuple[int, int], player: str) -> bool:
        """Put something on the first stack at this point that accepts it; return whether there was one."""
        for there in list(self.lying_on(map_)):
            if (there.x, there.y) != point or not self._takes(map_, there, thing, player):
                continue
            if self._merge(there, thing):
                return True
        return False

    def _takes(self, map_: str, there: Thing, thing: Thing, player: str) -> bool:
        if isinstance(there, VassalStack) and there.is_deck:
            return True
        if not self._rules(map_).stacks or self._does_not_stack(thing):
            return False
        if isinstance(there, VassalPiece):
            return (
                not self._does_not_stack(there) and hidden_by(there) in {"", player} and self._alike(map_, thing, there)
            )
        return any(hidden_by(piece) in {"", player} for piece in there.pieces) and self._alike(map_, thing, there)

    def _alike(self, map_: str, one: Thing, other: Thing) -> bool:
        """Return whether two things can be one stack: both are visible, both stack, and both are in one layer."""
        tops = [top(thing) for thing in (one, other)]
        if any(top is None or self._does_not_stack(top) for top in tops):
            return False
        if not self._rules(map_).layer_property:
            return True
        return len({self._layer_of(map_, top) for top in tops if top is not None}) == 1

    def _stack_or_place(self, thing: Thing, map_: str, x: int, y: int) -> None:
        if (
            isinstance(thing, VassalPiece)
            and thing.stack is None
            and self._rules(map_).stacks
            and not self._does_not_stack(thing)
        ):
            self._new_stack(thing, map_, x, y)
        else:
            self._place(thing, map_, x, y)

    def _merge(self, fixed: Thing, moving: Thing) -> bool:
        """Put one thing directly above another, if necessary in a new stack; return whether that was possible."""
        if isinstance(fixed, VassalStack) and (upper := top(fixed)) is not None:
            fixed = upper
        stack = fixed if isinstance(fixed, VassalStack) else fixed.stack
        if moving is fixed or moving is stack:
            return True
        if isinstance(fixed, VassalStack):
            stack, index = fixed, len(fixed.pieces)
        elif stack is not None:
            index = stack.pieces.index(fixed) + 1 if fixed in stack.pieces else 0
        elif fixed.map is None:
            return False
        else:
            stack, index = self._new_stack(fixed, fixed.map, fixed.x, fixed.y), 1
        if isinstance(moving, VassalStack):
            for offset, piece in enumerate(list(moving.pieces)):
                self._put_in(stack, piece, index + offset)
        else:
            lies_below = moving in stack.pieces and stack.pieces.index(moving) < index
            self._insert(stack, moving, index - 1 if lies_below else index)
        return True


def position_of(start: Iterable[Command], maps: Mapping[str, MapRules] | None = None) -> VassalPosition:
    """Return the position that the commands of a save create."""
    position = VassalPosition(maps)
    position.do(start)
    position.touched.clear()
    position.said.clear()
    return position


def _merged(stack: VassalStack, command: ChangePiece) -> str:
    """Return the new state of a stack. Pieces that joined it since the old state remain in it."""
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
