"""Import of saved games and logs for an imported module.

The commands of a log are carried out on a VASSAL position; the changes become a patch. Each step of the log becomes a
step of a journal with its recorded result. Undone steps are played and then undone.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tabletop.game.change.step import UNKNOWN_MS, Step
from tabletop.game.change.told import Told
from tabletop.game.commands import Say
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.journal.records import StepEntry
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.module import Module
from tabletop.vassal.expressions.translation_cache import how_many, keep, recall
from tabletop.vassal.files.chat_lines import ChatLine, called, read_line
from tabletop.vassal.files.game_commands import Command, MovePiece
from tabletop.vassal.files.save_files import VassalSave
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.shown_steps import StepReporter
from tabletop.vassal.games.standing_pieces import PieceStates
from tabletop.vassal.games.vassal_position import VassalPosition, position_of

LOG: Final = "log"
"""The seat of a step if its player is unknown."""


def saved_game(module: Module, saved: VassalSave, secret: str = "", standing: PieceStates | None = None) -> Game:
    """Return the game of a save, or the one that a log begins with.

    `secret` is the key for the names by which sides know pieces. `standing` may be shared by several games of one
    module.
    """
    return Follower(module, position_of(saved.start, map_rules(module)), secret, standing).game


def saved_journal(
    module: Module, saved: VassalSave, seed: str, at_ms: int = 0, secret: str = "", cache: ModuleCache | None = None
) -> Journal:
    """Return the game of a save or a log with all its steps, in memory; `Journal.save_as` writes a file.

    `seed` (hex) is the seed of all random draws. `at_ms` (UTC, milliseconds) is the time of all steps, since a log has
    none. `secret` is the key for the names by which sides know pieces. A `cache` gives earlier translations of texts,
    and stores new ones. Raises JournalError if a step is too large to be recorded.
    """
    known = recall(cache, module.name.digest) if cache is not None else 0
    position = position_of(saved.start, map_rules(module))
    follower = Follower(module, position, secret)
    follower.learn(command for commands in saved.steps for command in commands)
    journal = Journal.in_memory(follower.game, seed, at_ms)
    entries = list(_entries(saved, position, follower, StepReporter(module)))
    if entries:
        journal.extend(entries, follower.game)
    if cache is not None and how_many() > known:
        keep(cache, module.name.digest)
    return journal


def _entries(
    saved: VassalSave, position: VassalPosition, follower: Follower, shown: StepReporter
) -> Iterator[StepEntry]:
    """Yield the steps of a log, each with the patch that undoes it."""
    for seq, commands in enumerate(saved.steps, 1):
        sources = _sources(commands, follower)
        position.said.clear()
        position.do(commands)
        patch, back = follower.follow()
        lines = [line for line in map(read_line, position.said) if line.text]
        by = _by(commands, lines, position)
        told = tuple(line.told(by) for line in lines) or _moved(sources, follower)
        told += tuple(shown.of(commands, said=bool(told)))
        yield StepEntry(Step(seq, by, Say(lines[0].text if lines else ""), patch, UNKNOWN_MS, told=told), back)


def _sources(commands: Sequence[Command], follower: Follower) -> dict[str, int]:
    """Return the pieces that a step moves, with their holders before it."""
    return {
        command.id: holder
        for command in commands
        if isinstance(command, MovePiece) and (holder := follower.holder_of(command.id))
    }


def _moved(sources: dict[str, int], follower: Follower) -> tuple[Told, ...]:
    """Return a report on the moved pieces for a step without a report of its own."""
    there = [id for id in sources if id in follower.ids]
    if not there:
        return ()
    pieces = tuple(follower.ids[id] for id in there)
    holders = tuple(dict.fromkeys(sources[id] for id in there))
    return (Told("pieces-moved", {}, pieces, (*holders, follower.holder_of(there[-1]))),)


def _by(commands: Sequence[Command], lines: Sequence[ChatLine], position: VassalPosition) -> str:
    """Return the name of the player who made a step: a player who moved or said something, else the only player in the
    game; `LOG` if that is unknown.
    """
    for command in commands:
        if isinstance(command, MovePiece) and command.player:
            player = position.beside.players.get(position.beside.tokens.of(command.player))
            if player is not None:
                return called(player.name) or LOG
    names = {called(player.name) for player in position.beside.players.values()} - {""}
    for line in lines:
        if line.speaker in names:
            return line.speaker
    return names.pop() if len(names) == 1 else LOG
