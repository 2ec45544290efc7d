"""Versions of modules: the one that a game needs, imported again if necessary, and updates of a game to another."""

from pathlib import Path

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.program_files import FAILURES
from tabletop.desktop.program.program_windows import ProgramWindows
from tabletop.desktop.start.vassal_import import renewed_shown
from tabletop.dice import SeededChance, new_seed
from tabletop.game.change.patch import Patch
from tabletop.game.state.game import Game
from tabletop.local_seat import Record
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import about_of, module_of_game, modules_at_hand, other_versions
from tabletop.module.loader import load_module
from tabletop.module.module import Module


class ModuleVersions:
    """The versions of modules on this computer. Questions to the player appear in the open window."""

    def __init__(self, windows: ProgramWindows) -> None:
        self._windows = windows

    def module_of(self, record: Record, game: Game) -> Module:
        """Return the module of a game, imported again if necessary. If it is not available, close the record.

        Raises one of `FAILURES`.
        """
        try:
            try:
                return module_of_game(game.module, ModuleCache())
            except ModuleProblems:
                named = [each for each in modules_at_hand() if each.about.id == game.module.id]
                renewed = [self.renew(each.path) for each in named if each.about.is_outdated]
                if not any(renewed):
                    raise
                return module_of_game(game.module, ModuleCache())
        except FAILURES:
            record.close()
            raise

    def renew(self, module: Path) -> bool:
        """Import again a module that another version of the importer made; show an error. Return whether it worked."""
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES

        try:
            return renewed_shown(module, self._windows.window)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self._windows.say(failure)
            return False

    def renew_if_outdated(self, module: Path) -> bool:
        """Import a module again if another version of the importer made it. Return whether that was done."""
        about = about_of(module)
        return about is not None and about.is_outdated and self.renew(module)

    def along(self, journal: Record, module: Module) -> Patch:
        """Return the patch that updates the game to the installed version of its module.

        It is empty if nothing differs on the table, if the record is read-only, or if the player declines; and if the
        game cannot be updated, after a message with the reason.
        """
        game = journal.game
        if game.module == module.name:
            return ()
        from tabletop.module.update.game_update import MoveAlongError, moved_along

        try:
            patch = moved_along(game, module)
        except MoveAlongError as problem:
            self._windows.tell(str(problem))
            return ()
        if not patch or journal.is_read_only:
            return ()
        return self._as_wanted(patch, game, module)

    def _as_wanted(self, patch: Patch, game: Game, module: Module) -> Patch:
        """Ask the player about the differences between a game and its module. Return the patch for the wanted ones; it
        is empty if the game stays unchanged.
        """
        from tabletop.desktop.start.module_update import wanted_along
        from tabletop.module.update.game_update import MoveAlongError
        from tabletop.module.update.update_choices import caught_up

        try:
            wanted = wanted_along(self._windows.window, game, module, patch)
            return caught_up(game, module, wanted, SeededChance(new_seed(), b"set-up", 0, 0)) if wanted else ()
        except MoveAlongError as problem:
            self._windows.say(problem)
            return ()

    def other_version(self, journal: Record, title: str) -> tuple[Module, Patch] | None:
        """Return the newest other version of the module of a game on this computer, and the patch that updates the game
        to it. `title` is that of the module.

        None if the player declines, or if nothing would change; and, after a message with the reason, if there is no
        other version, if the record is read-only, or if the game cannot be updated.
        """
        from tabletop.module.update.game_update import MoveAlongError, brought_along

        game = journal.game
        others = other_versions(game.module)
        if not others or journal.is_read_only:
            self._windows.tell(tr("There is no other version of {module} here. Import it first.", module=title))
            return None
        try:
            module = load_module(others[0].path, ModuleCache())
            patch = brought_along(game, module)
        except (*FAILURES, MoveAlongError) as failure:
            self._windows.say(failure)
            return None
        wanted = self._as_wanted(patch, game, module)
        return (module, wanted) if wanted else None
