"""The record of tried cases: each command on each trait at each level of sight, its undo, and the cases left out."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from tabletop.game.commands import (
    Act,
    ActFor,
    Answer,
    AnyCommand,
    Batch,
    Begin,
    ClonePieces,
    DrawPieces,
    GoOn,
    Into,
    Leave,
    LoadDeck,
    LookInto,
    MovePieces,
    PlaceNew,
    Pour,
    RemovePieces,
    Report,
    Reshuffle,
    Restack,
    Resume,
    SetTrait,
    Show,
    Shuffle,
    TellSaved,
    TurnDeck,
    Withdraw,
)
from tabletop.game.side_cells import names_of
from tabletop.game.state.frames import Plain, about, thing_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import BACK, FACE
from tests.game.secrets.deeds import MAKES
from tests.game.secrets.trait_groups import TRAITS, hearing, traits_of
from tests.game.secrets.worlds import most_seen

Cell: TypeAlias = tuple[str, str, str]
"""A case to try: a command, a trait, and the level at which the asking seat sees the piece with this trait."""

LEVELS: Final = ("unseen", "back", "face", "own")
BACKWARDS: Final = ("undo", "redo", "take back")
"""The names of the actions on steps, which the record lists beside the commands."""

LEFT_OUT: Final = {
    "global-command and others-property that read the table": "A module means them to, and `wartable check` tells.",
    "deck-command that sorts, or sends by a condition": "It goes by the faces of cards, as its module means it.",
    "take-seat of another's side": "Who plays a side sees what it sees.",
    "look-into for the own side": "It shows what lies there, and all hear of it.",
    "others who act on a stack of which they see the top alone": "They show by it what they see there.",
    "others who set what a back hides, on a map with layers": "Without a mask its layer is seen by all.",
    "draws": "They fall alike in both worlds: the cards of shuffled decks would differ by chance alone.",
}
"""The cases that are not tried, each with its reason. They leave no cell of command, trait and level empty."""


def all_cells() -> Iterator[Cell]:
    """Return every cell that can be filled."""
    return ((does, trait, level) for does in (*MAKES, *BACKWARDS) for trait in TRAITS for level in LEVELS)


def tried(game: Game, command: AnyCommand, does: str, sides: tuple[int, ...]) -> frozenset[Cell]:
    """Return the cells that a command fills, for its pieces and all others in their stacks.

    The command has true ids.
    """
    found = set[Cell]()
    for id in _met(game, command):
        kind = game.kind_of(id)
        level = _level(game, id, sides)
        traits = hearing(kind.key, command.key) if isinstance(command, Act) else traits_of(kind.key)
        found.update((does, trait, level) for trait in traits)
    return frozenset(found)


def meets(game: Game, id: int, cell: Cell, sides: tuple[int, ...]) -> bool:
    """Return whether a piece, or another one in its stack, has the trait of a cell and is seen at its level."""
    _, trait, level = cell
    beside = game.holder_of(id).pieces
    return any(trait in traits_of(game.kind_of(one).key) and _level(game, one, sides) == level for one in beside)


def _level(game: Game, id: int, sides: tuple[int, ...]) -> str:
    level = most_seen(game, id, sides)
    if level < FACE:
        return "back" if level == BACK else "unseen"
    return "own" if game.kind_of(id).side in names_of(game.sides, tuple(sides)) else "face"


def _met(game: Game, command: AnyCommand) -> Iterable[int]:
    """Return the pieces that a command can change or reveal."""
    match command:
        case MovePieces(pieces=pieces, to=to):
            return {*_beside(game, pieces), *(game.holders[to.holder].pieces if isinstance(to, Into) else ())}
        case Restack() | Act() | RemovePieces() | ClonePieces() | Show() | SetTrait() | Report():
            return _beside(game, command.pieces)
        case Pour():
            return _beside(game, (command.piece, command.into))
        case PlaceNew(to=Into(holder=holder)):
            return game.holders[holder].pieces
        case Shuffle(deck=id) | DrawPieces(deck=id) | TurnDeck(deck=id) | Reshuffle(deck=id) | LookInto(holder=id):
            return game.holders[id].pieces
        case LoadDeck(deck=id) | TellSaved(deck=id):
            return game.holders[id].pieces
        case Batch(commands=commands):
            return {id for one in commands if not isinstance(one, Batch) for id in _met(game, one)}
        case ActFor(command=meant) if not isinstance(meant, ActFor):
            return _met(game, meant)
        case Begin(given=given):
            return _beside(game, _named(given))
        case Resume(state=state):
            return _beside(game, _named(state))
        case Answer(frame=id) | Withdraw(frame=id) | GoOn(frame=id) | Leave(frame=id):
            frame = game.frames.get(id)
            return _beside(game, about(frame)) if frame is not None else ()
        case _:
            return game.pieces


def _beside(game: Game, pieces: Iterable[int]) -> set[int]:
    """Return these pieces and all others in their stacks."""
    return {id for one in pieces if one in game.pieces for id in game.holder_of(one).pieces}


def _named(data: dict[str, Plain]) -> list[int]:
    found = (thing_of(value) for value in data.values() if isinstance(value, str))
    return [thing[1] for thing in found if thing is not None]
