"""Games brought to the table: new ones, those of files, and replays."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from tabletop.desktop.platform.background_work import Progress, done_shown
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.platform.settings import as_file_name
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.module_versions import ModuleVersions
from tabletop.desktop.program.program_files import FAILURES, failure_words, free_file, new_file, now_ms
from tabletop.desktop.program.program_windows import ProgramWindows, path_of
from tabletop.desktop.program.table_maker import TableMaker, own_seat
from tabletop.desktop.program.user_settings import UserSettings
from tabletop.desktop.table.startup_keys import Launches, press_openings, stop_clocks
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import is_agreed
from tabletop.desktop.window.game_window import GameWindow
from tabletop.dice import SeededChance, new_seed
from tabletop.game.change.patch import Patch
from tabletop.game.state.values import Value
from tabletop.game.table_access import AccessKind
from tabletop.local_seat import (
    GameBusyError,
    Record,
    Replayed,
    create_game,
    last_report,
    open_game,
    replay_game,
    seat_by_mail,
    watch_game,
)
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.library import remember
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.setup import USUAL_BOARDS, NewGame, set_up
from tabletop.module.umpire_setup import UmpireSetup
from tabletop.seat import GameFileError

AS_USUAL: Final[Mapping[str, Value]] = {}


class GameOpener(QObject):
    """An opener of games, each in a new window. If a load fails, the open window does not change."""

    made = Signal(object)
    """A window was made for a game, and is about to be shown: a `GameWindow`."""

    def __init__(self, windows: ProgramWindows, settings: UserSettings, versions: ModuleVersions) -> None:
        super().__init__(windows)
        self._windows, self._settings, self._versions = windows, settings, versions
        self._tables = TableMaker(windows, settings)
        self._launches = Launches()

    @property
    def tables(self) -> TableMaker:
        """The maker of the tables."""
        return self._tables

    # games

    def begin(
        self,
        path: Path,
        scenario: str,
        options: Mapping[str, Value] = AS_USUAL,
        boards: Mapping[str, tuple[BoardPlacement, ...]] = USUAL_BOARDS,
        access: AccessKind | None = None,
        own: UmpireSetup | None = None,
    ) -> None:
        """Begin a game with a scenario of a module and these options, boards and access, in a new file of the games
        folder.

        `own` is a set-up of the umpire's own. A module that another version of the importer made is first imported
        again, if its original file exists.
        """
        self._versions.renew_if_outdated(path)

        def does(progress: Progress) -> tuple[Module, NewGame]:
            module = load_module(path, ModuleCache())
            progress(tr("Setting up"), 2, 2)
            chance = SeededChance(new_seed(), b"set-up", 0, 0)
            more = own.checked(module, module.scenarios[scenario]) if own is not None else None
            return module, set_up(module, scenario, options, chance, new_seed(), boards, access, more)

        try:
            made = done_shown(tr("New game"), tr("Setting up…"), does, self._windows.window)
        except FAILURES as failure:
            self._windows.say(failure)
            return
        if made is None:
            return
        module, (game, told) = made
        seed = new_seed()
        remember(path)
        try:
            journal = create_game(new_file(module), game, seed, now_ms(), told)
        except (GameFileError, OSError) as failure:
            self.play(create_game(None, game, seed, now_ms(), told), module, is_new=True)
            self._windows.tell(
                tr(
                    "{problem} No save file could be created. Use Save as to keep this game.",
                    problem=failure_words(failure),
                )
            )
            return
        self.play(journal, module, is_new=True)

    def resume(self, path: Path, *, also_log: bool = False) -> None:
        """Continue a game.

        If another program plays it, it can be watched. An imported log is replayed, unless it was already continued
        here, or `also_log` is true.
        """
        if self._windows.is_open(path):
            self._windows.tell(tr("This game is already open."))
            return
        try:
            journal = self._opened(path)
            if journal is None:
                return
            if journal.is_played and not journal.game.seats and not also_log:
                journal.close()
                self.look_through(path)
                return
            module = self._versions.module_of(journal, journal.game)
        except FAILURES as failure:
            self._windows.say(failure)
            return
        warning = journal.warning
        self.play(journal, module, () if seat_by_mail(journal) else self._versions.along(journal, module))
        if warning:
            self._windows.tell(warning)  # in the open window

    def _opened(self, path: Path) -> Record | None:
        try:
            return open_game(path)
        except GameBusyError as busy:
            is_watched = is_agreed(self._windows.window, f"{busy}\n\n{tr('Watch it here?')}")
            return watch_game(path) if is_watched else None

    def play(self, journal: Record, module: Module, along: Patch = (), *, is_new: bool = False) -> None:
        """Show the game of a record, updated by the patch `along`.

        Except in a game by mail, the module's keys for the start are pressed, and the curtain is drawn if the game has
        several seats, or access by sides.
        """
        sits_down = own_seat(module, journal.game) not in journal.game.seats
        by_mail = seat_by_mail(journal)
        model = self._tables.at_table(journal, module, along)
        if by_mail:
            self._remember_file(journal)
            self._show(model)
            return
        stop_clocks(model)
        if sits_down:
            press_openings(model, "side")
        press_openings(model, *self._launches.times_of(module.about.id, is_new=is_new))
        self._remember_file(journal)
        self._show(model)
        game, window = journal.game, self._windows.game
        if (len(game.seats) > 1 or game.access.kind == "sides") and window is not None:
            window.draw_curtain()

    def _remember_file(self, journal: Record) -> None:
        if journal.path is not None:
            self._settings.remember(journal.path)

    def bring_to_other_version(self) -> None:
        """Update the game on the table to the newest other version of its module on this computer, if the player
        agrees.
        """
        window, journal = self._windows.game, self._windows.record
        if window is None or journal is None:
            return
        found = self._versions.other_version(journal, window.model.module.about.title)
        if found is not None:
            module, wanted = found
            window.hand_over().leave()
            self.play(journal, module, wanted)

    # replay

    def look_through(self, path: Path, *, is_tutorial: bool = False) -> None:
        """Replay a game from its beginning, step by step, as all sides see it; a seat's own record of a game by mail as
        that seat sees it.

        The curtain asks first if the game has several seats, unless it is such a record, or a tutorial, which has no
        secrets and is no game of the player's own.
        """
        try:
            review = replay_game(path)
            module = self._versions.module_of(review, review.ended)
        except FAILURES as failure:
            self._windows.say(failure)
            return
        model = self._tables.at_table(review, module)
        if not is_tutorial:
            self._settings.remember(path)
        self._show(model)
        has_secrets = len(review.ended.seats) > 1 and not seat_by_mail(review)
        if not is_tutorial and has_secrets and self._windows.game is not None:
            self._windows.game.draw_curtain()

    def look_through_this(self) -> None:
        """Replay the game on the table."""
        path = self._windows.path
        if path is None:
            self._windows.tell(tr("This game has no file. Save it first."))
        else:
            self.look_through(path)

    def look_through_last_report(self) -> None:
        """Replay the game on the table from the start of its last report by mail."""
        record = self._windows.record
        if record is None or record.path is None:
            return
        begins = last_report(record)
        self.look_through(record.path)
        if self._windows.game is not None:
            self._windows.game.model.stand_at(begins)

    def go_on_from_here(self) -> None:
        """Continue the game from the current step of a replay. If that is not the last step, use a new file."""
        review = self._windows.record
        if not isinstance(review, Replayed) or review.path is None:
            return
        if review.last == review.end:
            self.resume(review.path, also_log=True)
            return
        try:
            copy = free_file(tr("{title}, copy", title=as_file_name(review.path.stem)))
            review.copy_to(copy)
        except FAILURES as failure:
            self._windows.say(failure)
            return
        self.resume(copy, also_log=True)
        if self._windows.is_open(copy):
            self._windows.tell(
                tr("You now play in a copy, '{copy}'. '{file}' stays unchanged.", copy=copy.name, file=review.path.name)
            )

    # windows

    def show_anew(self) -> None:
        """Show the game on the table in a new window, which has the present theme."""
        if self._windows.game is not None:
            self._show(self._windows.game.hand_over())

    def _show(self, model: TableModel) -> None:
        settings = self._settings.now
        window = GameWindow(model, self._settings.theme, folder_of(model.module), self._tables.words_of(model.module))
        window.sound(on=settings.sounds)
        window.rules.roll_at_once(on=settings.roll_at_once)
        if settings.assistant:
            soon(window, GameWindow.assist)
        self.made.emit(window)
        before = self._windows.game
        if before is not None and before.model is model:
            window.stand_as(before)
        else:
            window.stand_where(settings.stand, settings.panels, settings.view_of(path_of(window)))
        self._windows.show(window)
