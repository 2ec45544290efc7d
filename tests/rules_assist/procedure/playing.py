"""A small table for procedures: commands decided one after the other, with given dice."""

from collections.abc import Iterable
from dataclasses import replace as with_fields
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.assistance import ProcedureQuestion
from tabletop.dice import ScriptedChance, SeededChance
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Done, Refused
from tabletop.game.commands import Answer, AnyCommand, Begin
from tabletop.game.decide import perform
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import View
from tabletop.game.state.components import Components
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Counters, Game, Seat
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.position import Position, position_of
from tabletop.journal.records import encode, game_of
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK
from tabletop.module.setup import new_game
from tests.rules_assist.procedure.raids import PROCEDURES

if TYPE_CHECKING:
    from tabletop.game.change.patch import Patch


@cache
def book() -> RuleBook:
    """Return the rules of a blank module, with raids."""
    return with_fields(load_rulebook(load_module(BLANK)), procedures=PROCEDURES)


@cache
def begun() -> Game:
    """Return a game of the blank module, with a player for each side and one for both."""
    game = new_game(book().module, "meeting", {}, SeededChance("00" * 32, b"", 0, 0), secret="of the table")
    seats = {"Red": Seat((0,)), "Blue": Seat((1,)), "Both": Seat((0, 1)), "Nobody": Seat()}
    return replace(game, seats=seats)


def components(*, assisted: bool = True) -> Components:
    found = book().module.components
    procedures = ModuleProcedures(book())
    return replace(found, procedures=lambda: procedures) if assisted else found


def plain_game(game: Game) -> Game:
    """Return a game without the parts that only increase: counters, and times of lost sight."""
    pieces = {id: replace(piece, epoch=()) for id, piece in game.pieces.items()}
    holders = {id: replace(holder, epoch=()) for id, holder in game.holders.items()}
    return replace(game, pieces=PagedMap.of(pieces), holders=PagedMap.of(holders), counters=Counters())


class Playing:
    """A game at a table, with the results of its commands. `dice` are the next faces, or a source of chance."""

    def __init__(self, dice: Iterable[int] | Chance = (), game: Game | None = None, *, assisted: bool = True) -> None:
        self.game = game or begun()
        self.dice = ScriptedChance(dice) if isinstance(dice, Iterable) else dice
        self.components = components(assisted=assisted)
        self.done: list[Done] = []
        self.backs: list[Patch] = []

    def do(self, command: AnyCommand, by: str = "Both") -> str:
        """Execute a command; return the refusal, or an empty text."""
        outcome = perform(self.game, command, by, self.dice, self.components)
        if isinstance(outcome, Refused):
            return outcome.because
        assert not isinstance(outcome, Asks)
        assert (outcome.after, outcome.back) == apply(self.game, outcome.done.patch)
        self.game = outcome.after
        self.done.append(outcome.done)
        self.backs.append(outcome.back)
        return ""

    def take_back(self) -> None:
        """Undo the last step."""
        self.game = apply(self.game, self.backs.pop())[0]
        self.done.pop()

    def reload(self) -> None:
        """Save the game and open it again, as another program would."""
        saved = encode(position_of(self.game))
        self.game = game_of(msgspec.msgpack.decode(saved, type=Position))
        self.components = components()

    def as_plain(self) -> Game:
        """Return the game without the parts that only increase."""
        return plain_game(self.game)

    def begin(self, procedure: str = "raid", by: str = "Both", **given: Plain) -> int:
        """Begin a procedure for Red, and return its frame."""
        assert not self.do(Begin(procedure, given, side="Red"), by)
        return self.frames[-1]

    def answer(self, key: str, value: Plain, by: str = "Both", frame: int = 0) -> str:
        return self.do(Answer(frame or self.frames[-1], key, value), by)

    @property
    def frames(self) -> list[int]:
        return self.game.frames.keys()

    @property
    def situation(self) -> Situation:
        return Situation(self.game, book())

    def seen_by(self, side: str) -> Situation:
        """Return the situation as a side sees it, in the numbers of its own view."""
        who = audience([self.game.sides.index(side)])
        return Situation(View.of(self.game, who).game, book(), side)

    def asked(self, frame: int = 0) -> tuple[ProcedureQuestion, ...]:
        return asked(self.situation, frame or self.frames[-1])

    def open_keys(self, frame: int = 0) -> list[str]:
        """Return the keys of the open questions, or their kinds if they have no keys."""
        return [one.key or one.kind for one in self.asked(frame) if not one.answered]

    def unit(self, key: str, number: int = 0) -> int:
        """Return a piece, by the key of its kind."""
        found = [id for id, piece in self.game.pieces.items() if self.game.kinds[piece.kind].key == key]
        return sorted(found)[number]

    def text(self, key: str, number: int = 0) -> str:
        return f"piece:{self.unit(key, number)}"
