"""Files that the player opens: games, turns by mail, set-ups of umpires, and VASSAL's modules, saves and logs."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.platform.settings import games_folder
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.game_opener import GameOpener
from tabletop.desktop.program.program_files import FAILURES, GAME_SUFFIX, TO_OPEN, new_file, now_ms
from tabletop.desktop.program.program_windows import ProgramWindows
from tabletop.desktop.start.vassal_import import (
    VASSAL_EXTENSIONS,
    VASSAL_MODULES,
    VASSAL_SAVES,
    import_shown,
    save_shown,
)
from tabletop.desktop.table.mail_desk import TURN_SUFFIX
from tabletop.local_seat import open_game
from tabletop.mail.mail_errors import MailError
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.schema.module_file import TutorialRecord
from tabletop.module.umpire_setup import SETUP_SUFFIX, UmpireSetup


class FileOpener(QObject):
    """An opener of files of all kinds."""

    module_chosen = Signal(object)
    """The start page shall be shown, with the module at this path selected."""

    def __init__(self, windows: ProgramWindows, games: GameOpener) -> None:
        super().__init__(windows)
        self._windows = windows
        self._games = games

    def browse(self) -> None:
        """Let the player browse for a game or a module."""
        folder = str(games_folder())
        patterns = f"{tr('Games and modules')} ({TO_OPEN})"
        name, _ = QFileDialog.getOpenFileName(self._windows.window, tr("Open"), folder, patterns)
        if name:
            self.open(Path(name))

    def browse_setups(self) -> None:
        """Let the umpire begin a game from a set-up of their own."""
        folder = str(games_folder())
        name, _ = QFileDialog.getOpenFileName(
            self._windows.window, tr("New game from a set-up"), folder, f"{tr('Set-ups')} (*{SETUP_SUFFIX})"
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Open a game, a turn by mail, an umpire's set-up, or a VASSAL save or log; for a module show the start page.

        A VASSAL module is imported first.
        """
        ending = path.suffix.lower()
        if ending == GAME_SUFFIX:
            self._games.resume(path)
        elif ending == TURN_SUFFIX:
            self._open_letter(path)
        elif ending in VASSAL_MODULES:
            self._import(path)
        elif ending in VASSAL_EXTENSIONS:
            self._windows.tell(
                tr(
                    "{file} is an extension of a VASSAL module. Put it into the folder MODULE_ext beside MODULE.vmod,"
                    " and open that.",
                    file=path.name,
                )
            )
        elif ending in VASSAL_SAVES:
            self._play_saved(path)
        elif ending == SETUP_SUFFIX and path.name != "module.yaml":
            self._begin_own(path)
        else:
            self.module_chosen.emit(path.parent if path.name == "module.yaml" else path)

    def _begin_own(self, path: Path) -> None:
        """Begin a game from an umpire's set-up file, at a moderated table."""
        try:
            own = UmpireSetup(path)
            module = find_module(own.record.module)
            scenario = own.scenario_of(load_module(module, ModuleCache()))
        except FAILURES as failure:
            self._windows.say(failure)
            return
        self._games.begin(module, scenario, access="moderated", own=own)

    # games by mail

    def _open_letter(self, path: Path) -> None:
        """Open a turn file: join the game of an invitation, or open a report at the seat that it is for.

        The keys of the seat are beside the file, in the games folder, or beside the game on the table.
        """
        from tabletop.mail.mail_inbox import begin_record, keys_for
        from tabletop.mail.mail_keys import KeysFile
        from tabletop.mail.turn_file import load_turn_file, read_turn_file

        here = self._windows.path
        folders = dict.fromkeys([path.parent, games_folder(), *([here.parent] if here is not None else [])])
        try:
            data = load_turn_file(path)
            if read_turn_file(data).cover.kind in ("invitation", "sharing"):
                self._accept(path, data)
                return
            keys = keys_for(data, folders)
            if keys is None:
                self._windows.tell(
                    tr("There are no keys for '{file}' beside it. It may be for somebody else.", file=path.name)
                )
                return
            record = keys.with_suffix(GAME_SUFFIX)
            is_new = not record.exists()
            if is_new:
                journal, _ = begin_record(KeysFile.read(keys), data, now_ms())
                journal.copy_to(record)
        except (MailError, *FAILURES) as failure:
            self._windows.say(failure)
            return
        if not self._windows.is_open(record):
            self._games.resume(record)
        if not is_new and self._windows.is_open(record) and self._windows.game is not None:
            self._windows.game.mail.open_files([path])

    def _accept(self, path: Path, data: bytes) -> None:
        """Join the game of an invitation; open the new record in a game without a host. Raises MailError, OSError."""
        from tabletop.desktop.start.mail_invitations import joined_shown

        record = joined_shown(path, data, self._windows.window, now_ms())
        if record is not None:
            self._games.resume(record)

    # VASSAL's files

    def _import(self, path: Path) -> None:
        """Import a VASSAL module, unless that was done before, and show its start page."""
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES

        try:
            folder = import_shown(path, self._windows.window)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self._windows.say(failure)
            return
        if folder is not None:
            self.module_chosen.emit(folder)

    def begin_tutorial(self, tutorial: TutorialRecord) -> None:
        """Replace the game on the table by a tutorial of its module, and show the tutorial's welcome.

        A game file or a VASSAL log is replayed; a VASSAL save is played.
        """
        if self._windows.game is None:
            return
        module = self._windows.game.model.module
        file = folder_of(module) / tutorial.file
        if file.suffix.lower() == GAME_SUFFIX:
            self._games.look_through(file, is_tutorial=True)
        else:
            self._play_saved(file, module)
        if tutorial.welcome:
            self._windows.tell(tutorial.welcome)

    def _play_saved(self, path: Path, module: Module | None = None) -> None:
        """Continue a VASSAL save, or replay a VASSAL log, in a new game file.

        The game belongs to this `module`; without one, to the module that the file names.
        """
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES
        from tabletop.vassal.module_shelf import left_out

        try:
            made = save_shown(path, module, new_file, now_ms(), self._windows.window)
            if made is None:
                return
            saved, module, file, begun = made
            if saved.steps:
                self._games.look_through(file)
            else:
                self._games.play(open_game(file, begun), module)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self._windows.say(failure)
            return
        if self._windows.game is not None and (told := left_out(saved, module)):
            self._windows.tell(told)
