"""Reading of the arguments MODULE, FILE and SCENARIO, and the setting up of a new game."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tabletop.cli.boards import chosen_boards
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import GAME_SUFFIX, existing, warn
from tabletop.dice import SeededChance, new_seed
from tabletop.game.state.game import Game, ModuleName
from tabletop.game.table_access import ACCESS_KINDS
from tabletop.journal.journal import Journal
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents.problems import nearest
from tabletop.module.library import find_module, module_of_game
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import NewGame, UnknownOptionError, set_up
from tabletop.module.umpire_setup import UmpireSetup
from tabletop.texts import text


def loaded(target: str) -> Module:
    """Return the module with this name, folder or file. Raises LibraryError, ModuleProblems."""
    return load_module(find_module(target), ModuleCache())


def module_for(game: ModuleName) -> Module:
    """Return the module that a game is played with. If its files or its version differ from those of
    the game, this is reported on stderr.
    """
    module = module_of_game(game, ModuleCache())
    if module.name != game:
        warning = "module-changed" if module.name.version == game.version else "module-differs"
        said = text(warning, module=game.id, version=game.version, this=module.name.version)
        sys.stderr.write(f"wartable: {said}\n")
    return module


def begun(
    module: Module,
    scenario: str,
    boards: Sequence[str] = (),
    access: str = "",
    own: UmpireSetup | None = None,
    options: Sequence[str] = (),
) -> NewGame:
    """Return a new game without players: a scenario with its decks shuffled. If `scenario` is "", it is the scenario of
    the umpire's `own` set-up, or else the first.

    `boards` and `options` are the arguments of `--board` and `--option`. `access` is the access of seats: by default
    the module's, or moderated with an `own` set-up. Raises Failure if there is no such scenario, access, option or
    choice, or if it is not clear on which map a board is, and the errors of setting it up.
    """
    known = tuple(module.scenarios)
    chosen = scenario or (own.scenario_of(module) if own is not None else known[0])
    if chosen not in known:
        guess = nearest(chosen, known)
        key = "scenario-unknown-but" if guess else "scenario-unknown"
        said = text(key, module=module.about.title, scenario=chosen, guess=guess, known=", ".join(known))
        raise Failure(said, ExitCode.USAGE)
    laid = chosen_boards(module, chosen, boards)
    kind = next((kind for kind in ACCESS_KINDS if kind == (access or (own and "moderated"))), None)
    if access and kind is None:
        raise Failure(text("access-unknown", access=access, known=", ".join(ACCESS_KINDS)), ExitCode.USAGE)
    more = own.checked(module, module.scenarios[chosen]) if own is not None else None
    changed = dict(map(_option, options))
    chance = SeededChance(new_seed(), b"set-up", 0, 0)
    try:
        return set_up(module, chosen, changed, chance, new_seed(), laid, kind, more)
    except UnknownOptionError as error:
        raise Failure(str(error), ExitCode.USAGE) from error


def _option(argument: str) -> tuple[str, str]:
    """Return the id and the choice in an argument ID=CHOICE. Raises Failure."""
    id, equals, choice = argument.partition("=")
    if not equals:
        raise Failure(text("option-needs-choice", option=argument), ExitCode.USAGE)
    return id, choice


def shown(target: str, scenario: str) -> tuple[Module, Game | None]:
    """Return the module to draw, and its position: a game under way, a scenario, or None for a bare map.

    Raises Failure, JournalError, LibraryError, ModuleProblems.
    """
    if target.endswith(GAME_SUFFIX):
        with Journal.watch(existing(Path(target))) as journal:
            warn(journal)
            game = journal.game
        return module_for(game.module), game
    module = loaded(target)
    return module, begun(module, scenario).game if scenario else None
