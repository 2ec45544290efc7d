"""Sallow Bridge reveals nothing that a side does not see. Pairs of games differ only in Thorn's hidden units."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Performed
from tabletop.game.commands import (
    Act,
    AnyCommand,
    At,
    Begin,
    FinishSetup,
    HoldOrders,
    Into,
    MovePieces,
    RemovePieces,
    Restack,
    Say,
    SetTrait,
    WriteDispatch,
)
from tabletop.game.decide import perform
from tabletop.game.state.game import Game, Seat
from tabletop.game.umpire.dispatch import Addressee
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tests.game.secrets.worlds import ASKER, Played, Steady, World, difference

ROUNDS = 10
FAR = ("0901", "0903", "1001", "1003", "1005", "1007", "1101", "1107")
"""Hexes that no unit of Hale's can see from Hale's own edge of the map."""
NEAR = ("0101", "0106", "0107", "0201", "0203", "0205", "0207", "0303", "0307")
SEATS = ((0,), (2,), (0, 2), ())
"""The sides and cells that the asking seat plays, by number: Hale's general, Hale's master of horse, both, or none."""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "sallow_bridge")))


class Meeting(World):
    """A world with the scenario after its set-up. In the other world Thorn has other units, in other places and behind
    other columns.
    """

    def __init__(self, book: RuleBook, plays: tuple[int, ...], *, is_other: bool) -> None:
        super().__init__(is_other=is_other)
        procedures = ModuleProcedures(book)
        self._book, self._plays = book, plays
        self.components = replace(book.module.components, procedures=lambda: procedures)

    def game(self) -> Game:
        """Return the position before the first turn."""
        chance = SeededChance("5a" * 32, b"set-up", 0, 0)
        game = new_game(self._book.module, "first-light", {}, chance, "of the table")
        seats = {ASKER: Seat(self._plays), "bert": Seat((1, 3)), "umpire": Seat((), umpire=True), "watcher": Seat()}
        game = replace(game, seats=seats)
        for command in self._commands(game):
            performed = perform(game, command, "umpire", Steady(), self.components)
            assert isinstance(performed, Performed), (command, performed)
            game = performed.after
        return game

    def _commands(self, game: Game) -> Iterator[AnyCommand]:
        ids = {game.kind_of(piece).key: piece for piece in game.pieces}
        if self.is_other:
            column = next(piece for piece in game.pieces if game.kind_of(piece).key == "thorn_column")
            holds = [id for id, holder in game.holders.items() if holder.carrier]
            behind = next(id for id in holds if game.holders[id].carrier == column)
            yield MovePieces((ids["thorn_finch"],), Into(behind))
            yield MovePieces((ids["thorn_roach"],), At("wend", "1007"))
            yield RemovePieces((ids["thorn_tench"],))
            yield SetTrait((ids["thorn_guns"],), "Strength", "reduced")
        yield FinishSetup("Hale")
        yield FinishSetup("Thorn")


class Pair:
    """Two worlds in which the asking seat does the same, while Thorn does other things unseen."""

    def __init__(self, book: RuleBook, seed: int) -> None:
        self.plays = SEATS[seed % len(SEATS)]
        self.worlds = [Played(Meeting(book, self.plays, is_other=is_other)) for is_other in (False, True)]
        self.chance, self.is_held = Random(seed), seed % 2 == 0

    def play(self) -> None:
        for played in () if self.is_held else self.worlds:
            played.by("umpire", HoldOrders(()))
        for number in range(ROUNDS):
            for world, played in enumerate(self.worlds):
                self._unseen(played, Random(f"{number} {world}"))
            state = self.chance.getstate()
            for played in self.worlds:
                self.chance.setstate(state)
                self._acts(played)
            if number % 3 == 2:
                for played in self.worlds:
                    played.by("umpire", Begin("next-phase", {}))

    def _acts(self, played: Played) -> None:
        """Let the asking seat give a command about a counter of its view, or undo."""
        pieces = [id for label, id in sorted((at, id) for (sort, id), at in played._called.items() if sort == "piece")]
        piece, place = self.chance.choice(pieces), self.chance.choice((*NEAR, *FAR) if self.is_held else NEAR)
        side = self.chance.choice(("Hale", "Thorn"))
        commands: tuple[AnyCommand, ...] = (
            MovePieces((piece,), At("wend", self.chance.choice(NEAR))),
            MovePieces((piece,), At("wend", place)),
            Act((piece,), self.chance.choice(("ctrl B", "empty the column", "hide or show", "leave the column"))),
            Restack((piece,), "top"),
            SetTrait((piece,), "claimed", "12"),
            Begin("attack", {}, side),
            WriteDispatch(Addressee("umpire"), {"text": "What now?"}, "message"),
            Say("Is anybody there?"),
        )
        played.submits(self.chance.choice(commands))
        if self.chance.random() < 0.2:
            played.undoes()

    def _unseen(self, played: Played, hidden: Random) -> None:
        """Let the umpire move hidden units of Thorn, and let Thorn change hidden units and write texts that only Thorn
        reads.
        """
        game = played.session.game
        units = [
            piece
            for piece in game.pieces
            if game.kind_of(piece).side == "Thorn"
            and min(game.pieces[piece].sight) == 0
            and not _is_column(game, piece)
        ]
        for _ in range(hidden.choice((0, 1, 2))):
            played.by("umpire", MovePieces((hidden.choice(units),), At("wend", hidden.choice(FAR))))
            played.by("bert", SetTrait((hidden.choice(units),), "spent", hidden.randrange(5)))
        if hidden.random() < 0.5:
            text = "x" * hidden.randrange(1, 40)
            played.by("bert", WriteDispatch(Addressee("side", "Thorn"), {"text": text}, "message"))


def _is_column(game: Game, piece: int) -> bool:
    return game.kind_of(piece).key.endswith("_column")


@pytest.mark.parametrize("seed", range(len(SEATS)))
def test_two_games_that_differ_in_unseen_units_give_a_seat_the_same(book: RuleBook, seed: int) -> None:
    pair = Pair(book, seed)
    pair.play()
    found = difference(*pair.worlds)
    assert found is None, found
    assert [played.broken for played in pair.worlds] == [[], []]
    assert any(answer[0] == "done" for answer in pair.worlds[0].got if isinstance(answer, list))


def test_a_column_that_moves_is_noticed(book: RuleBook) -> None:
    pair = Pair(book, 0)
    other = pair.worlds[1]
    column = next(piece for piece in other.session.game.pieces if _is_column(other.session.game, piece))
    other.by("umpire", MovePieces((column,), At("wend", "0203")))
    assert difference(*pair.worlds) is not None
