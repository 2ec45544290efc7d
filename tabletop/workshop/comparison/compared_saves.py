"""Comparison of saves and logs with VASSAL: every piece with its position, traits, properties and menu."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import as_text
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Game
from tabletop.game.state.values import BACK
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.module import Module
from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import known_name
from tabletop.vassal.files.save_files import VassalSave
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.game_things import VassalPiece, VassalStack
from tabletop.vassal.games.vassal_position import VassalPosition, position_of
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.traits.vassal_appearance import Embellishment
from tabletop.vassal.traits.vassal_properties import BasicPiece
from tabletop.workshop.comparison.compared_facts import Fact, FactComparison
from tabletop.workshop.comparison.compared_pieces import MenuEntry, Recorded, compare_menu, compare_properties

_MADE_UP = "run"
"""The beginning of the ids of stacks that VASSAL itself made."""

_MAP: Final = re.compile(r"/(?:Map|PrivateMap|PlayerHand|WidgetMap)\[(.*?)\](?=/|$)")
_ZONE: Final = re.compile(r"/Zone\[(.*?)\](?=/|$)")
_NOWHERE = (None, "", "null")


class SavedPiece(Struct, frozen=True):
    """A piece of a position, as VASSAL has it."""

    id: str
    map: str | None
    x: int
    y: int
    parent: str | None = None
    index: int | None = None
    traits: tuple[Recorded, ...] = ()
    props: dict[str, str] = {}
    menu: tuple[MenuEntry, ...] = ()


class RecordedHolder(Struct, frozen=True):
    """A stack or deck of a position."""

    id: str
    map: str | None
    x: int
    y: int
    children: tuple[str, ...] = ()


class RecordedGlobal(Struct, frozen=True):
    """A property of the module, a map or a zone."""

    path: str
    name: str
    value: str | None = None


class RecordedGame(Struct, frozen=True):
    """A position."""

    pieces: tuple[SavedPiece, ...] = ()
    stacks: tuple[RecordedHolder, ...] = ()
    decks: tuple[RecordedHolder, ...] = ()
    globals: tuple[RecordedGlobal, ...] = ()


class SaveAnswers(Struct, frozen=True):
    """VASSAL's answers about a save or a log: the position it begins with, and the one after its last step."""

    save: str
    game: RecordedGame
    end: RecordedGame | None = None


_MASKED: Final = frozenset(("PieceName", "LocalizedPieceName"))


def compare_save(module: Module, saved: VassalSave, answers: SaveAnswers, comparing: FactComparison) -> None:
    """Compare a save or log of the imported module with VASSAL's answers."""
    position = position_of(saved.start, map_rules(module))
    follower = Follower(module, position)
    _compare_game(module, position, follower, answers.game, "", comparing)
    if answers.end is not None:
        for commands in saved.steps:
            position.do(commands)
            follower.follow()
        _compare_game(module, position, follower, answers.end, "end: ", comparing)


def _compare_game(
    module: Module,
    position: VassalPosition,
    follower: Follower,
    game: RecordedGame,
    when: str,
    comparing: FactComparison,
) -> None:
    _compare_traits(position, game, when, comparing)
    _compare_holders(position, (*game.stacks, *game.decks), when, comparing)
    _compare_pieces(module, follower, game.pieces, when, comparing)
    for recorded in game.globals:
        full = _full_name(recorded)
        here = as_text(follower.game.properties.get(full))
        comparing.fact("saves.globals", f"{when}{full}", recorded.value or "", here)


def _full_name(recorded: RecordedGlobal) -> str:
    """Return our full name of a property of the module, of a map or of a zone."""
    name = own_name(recorded.name)
    maps = [known_name(match[1], "Map") for match in _MAP.finditer(recorded.path)]
    zones = [match[1] for match in _ZONE.finditer(recorded.path)]
    if not maps:
        return name
    return f"zone:{maps[-1]}:{zones[-1]}:{name}" if zones else f"map:{maps[-1]}:{name}"


def _compare_traits(position: VassalPosition, game: RecordedGame, when: str, comparing: FactComparison) -> None:
    """Compare the pieces themselves: that they exist, their positions, and their traits."""
    for recorded in game.pieces:
        piece = position.pieces.get(recorded.id)
        where = f"{when}piece {recorded.id}"
        if not comparing.fact("saves.pieces", where, True, piece is not None) or piece is None:
            continue
        there: Fact = [recorded.map if recorded.map not in _NOWHERE else None, recorded.x, recorded.y]
        here: Fact = [piece.map if piece.map not in _NOWHERE else None, piece.x, piece.y]
        comparing.fact("saves.points", where, there, here)
        parent = piece.stack.id if piece.stack is not None else None
        if recorded.parent is None or not recorded.parent.startswith(_MADE_UP):
            comparing.fact("saves.parents", where, recorded.parent, parent)
        known = [(kind, type_, position.beside.tokens.state(type_, state)) for kind, type_, state in recorded.traits]
        _compare_chain(piece, known, where, comparing)
    for id in position.pieces.keys() - {recorded.id for recorded in game.pieces}:
        comparing.fact("saves.pieces", f"{when}piece {id}", False, True)


def _compare_chain(piece: VassalPiece, recorded: Sequence[Recorded], where: str, comparing: FactComparison) -> None:
    ours = [read_trait(raw).written() for raw in piece.traits]
    ours[-1] = _with_own_id(piece.id, *ours[-1])
    for number in range(max(len(ours), len(recorded))):
        here = ours[number] if number < len(ours) else None
        there = recorded[number][1:] if number < len(recorded) else None
        comparing.fact("saves.traits", f"{where}, trait {number + 1}", _level_as_shown(there), _level_as_shown(here))


def _level_as_shown(trait: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return a trait without its level if it is a layer that follows a property, since VASSAL writes the level last
    shown. Any other trait, and None, is returned unchanged.
    """
    if trait is None or not trait[0].startswith("emb"):
        return trait
    read = read_trait(RawTrait(*trait))
    return (trait[0], "") if isinstance(read, Embellishment) and read.follows else trait


def _compare_holders(
    position: VassalPosition, recorded: Sequence[RecordedHolder], when: str, comparing: FactComparison
) -> None:
    """Compare the pieces in stacks and decks that are not empty, bottom first."""
    for one in recorded:
        if one.id.startswith(_MADE_UP) or not one.children:
            continue
        stack: VassalStack | None = position.stacks.get(one.id)
        children = tuple(piece.id for piece in stack.pieces) if stack is not None else None
        comparing.fact("saves.order", f"{when}stack {one.id}", one.children, children)


def _compare_pieces(
    module: Module, follower: Follower, pieces: Sequence[SavedPiece], when: str, comparing: FactComparison
) -> None:
    """Compare the properties and menus of the pieces in our game."""
    reading = reading_of(module, follower.game)
    seen = PropertyReader(reading.draft, reading.components, ())
    for recorded in pieces:
        id = follower.ids.get(recorded.id)
        where = f"{when}piece {recorded.id}"
        if not comparing.fact("saves.table", where, True, id is not None) or id is None:
            continue
        reader = PieceReader(reading, id)
        props = recorded.props
        if (
            BACK in follower.game.pieces[id].sight
        ):  # VASSAL hides its name and menu from a player without a side, but not its properties
            name = as_text(seen.read(id, "Name"))
            comparing.fact("saves.properties", f"{where}: PieceName", props.get("PieceName", ""), name)
            props = {key: value for key, value in props.items() if key not in _MASKED}
            reader = PieceReader(seen, id)
        compare_properties(PieceReader(reading, id), props, "saves.properties", where, comparing)
        compare_menu(reader, recorded.menu, "saves.menu", where, comparing)


def reading_of(module: Module, game: Game) -> PropertyReader:
    """Return a reader of properties for a viewer who plays no side and sees everything."""
    return PropertyReader(Draft(game), as_laid(module, game.properties).components, (), sees_all=True)


def _with_own_id(id: str, type: str, state: str) -> tuple[str, str]:
    """Return the type and state of a basic piece with its own id among its properties. VASSAL adds it also to pieces of
    old games.
    """
    read = BasicPiece.read(type, state)
    if any(name == "UniqueID" for name, _ in read.kept):
        return type, state
    return replace(read, kept=(*read.kept, ("UniqueID", id))).written()
