"""The program with its one window: from the start page to a game and back, and messages about broken files."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from itertools import count as counting
from pathlib import Path
from typing import Final
from weakref import ref

from msgspec.structs import replace
from PySide6.QtCore import QLocale, QLoggingCategory, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow

from tabletop.assembly import AtHand, TableAssistant, assistant_of, table_session
from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme, apply_theme
from tabletop.desktop.map.rotation_by_hand import turned_on
from tabletop.desktop.platform.background_work import Progress, done_shown
from tabletop.desktop.platform.error_reports import Mishaps
from tabletop.desktop.platform.garbage_collection import collect_all, collected_here
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.platform.settings import as_file_name, games_folder, load_settings, save_settings
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr, translate_window
from tabletop.desktop.start.board_chooser import BoardsToChoose
from tabletop.desktop.start.file_drops import FileDrops
from tabletop.desktop.start.game_covers import cover
from tabletop.desktop.start.start_page import COVER, GameCard, Scenario, StartPage
from tabletop.desktop.start.vassal_import import (
    ANEW,
    VASSAL_EXTENSIONS,
    VASSAL_MODULES,
    VASSAL_SAVES,
    import_shown,
    outdated_card,
    renewed_shown,
    save_shown,
)
from tabletop.desktop.table.mail_desk import TURN_SUFFIX
from tabletop.desktop.table.startup_keys import Launches, press_openings, stop_clocks
from tabletop.desktop.table.table_model import UMPIRE_SEAT, TableModel, name_of_seat
from tabletop.desktop.widgets.panel_parts import is_agreed, message
from tabletop.desktop.widgets.prompts import answers_together, chosen_answer
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.screen_fit import fit_on_screen
from tabletop.dice import SeededChance, new_seed
from tabletop.expression import as_text
from tabletop.game.change.outcome import Prompt
from tabletop.game.change.patch import Patch
from tabletop.game.change.step import Answers
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.game.table_access import AccessKind
from tabletop.local_seat import (
    GameBusyError,
    LocalSeat,
    Record,
    Replayed,
    create_game,
    last_report,
    open_game,
    replay_game,
    seat_by_mail,
    sit_down,
    watch_game,
)
from tabletop.mail.mail_errors import MailError
from tabletop.module import shipped
from tabletop.module.cache.garbage_pause import keep_what_is_there
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.contents.laid_boards import as_laid, boards_to_choose
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import (
    LibraryError,
    about_of,
    find_module,
    module_of_game,
    modules_at_hand,
    other_versions,
    remember,
)
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.module_words import Words, let_module_speak, words_for
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.schema.module_file import TutorialRecord
from tabletop.module.schema.scenario import ScenarioFile
from tabletop.module.setup import USUAL_BOARDS, NewGame, SetupError, set_up
from tabletop.module.source import SourceError
from tabletop.module.trust import RulesError, TrustedCode, UntrustedRulesError
from tabletop.module.umpire_setup import SETUP_SUFFIX, UmpireSetup
from tabletop.seat import GameFileError
from tabletop.session import Hear
from tabletop.texts.language_files import asked_language, speak_best

GAME_SUFFIX = ".wartable"
AS_USUAL: Final[Mapping[str, Value]] = {}
MOST_PROBLEMS = 12
_START_SIZE: Final = QSize(1180, 860)
QUIET: Final = "qt.svg*.warning=false"
"""The rule that hides Qt's warnings about faulty drawings, which no player can repair."""
_TO_OPEN: Final = " ".join(
    (
        f"*{GAME_SUFFIX}",
        f"*{TURN_SUFFIX}",
        "*.wtmod",
        f"*{SETUP_SUFFIX}",
        *(f"*{end}" for end in (*VASSAL_MODULES, *VASSAL_SAVES)),
    )
)
_OPENED = (GAME_SUFFIX, TURN_SUFFIX, ".wtmod", *VASSAL_MODULES, *VASSAL_EXTENSIONS, *VASSAL_SAVES)
GONE_MS: Final = 200
"""The time (in ms) after which a closed window and its contents are usually freed."""
LATEST_GONE_MS: Final = 10_000
"""The longest time (in ms) between two checks that the window is gone."""
FAILURES = (GameFileError, LibraryError, ModuleProblems, RulesError, SetupError, SourceError, OSError)


def now_ms() -> int:
    """Return the time, in UTC milliseconds."""
    return time.time_ns() // 1_000_000


class DesktopApp(QObject):
    """The program with its open window, which is replaced when another game is opened.

    If a load fails, the open window does not change.
    """

    def __init__(self) -> None:
        super().__init__()
        self.settings = load_settings()
        speak_best(self.language, shipped.path("assets", "languages"))
        translate_window(application())
        self.window: QMainWindow | None = None
        self._launches = Launches()
        self._going: list[ref[QMainWindow]] = []
        self._collecting = QTimer(self)
        self._collecting.setSingleShot(True)
        self._collecting.timeout.connect(self._collect)
        self.mishaps = Mishaps()
        self.mishaps.happened.connect(self._recover)
        apply_theme(application(), self.theme)

    @property
    def theme(self) -> Theme:
        """The theme the user has chosen."""
        theme = DARK if self.settings.dark else LIGHT
        return theme.with_counters("plain") if self.settings.plain else theme

    @property
    def language(self) -> str:
        """The language of the user: from the command line, else from the settings, else from the system."""
        return asked_language() or self.settings.language or QLocale.system().name()

    # the start page

    def show_start(self, chosen: Path | None = None) -> None:
        """Show the start page with all installed modules, the chosen one first.

        If the chosen module cannot be read, an open window stays as it is.
        """
        cards: Iterator[GameCard] = filter(None, map(self._card, _at_hand(chosen)))
        if chosen is not None:
            first = self._card(chosen)
            if first is None and self.window is not None:
                return
            cards = chain((first,) if first is not None else (), cards)
        page = StartPage(cards, self.settings.recent_games(), self.theme, chosen)
        page.begun.connect(self.begin)
        page.resumed.connect(self.resume)
        page.browsed.connect(self.browse)
        window = QMainWindow()
        window.setWindowTitle("Wartable")
        window.setCentralWidget(page)
        fit_on_screen(window, _START_SIZE)
        self._show(window)

    def _card(self, path: Path) -> GameCard | None:
        """Return the start page's card of a module. If the module cannot be read, show the reason and return None.

        A module that another version of the importer made has a card that offers to import it again.
        """
        try:
            module = load_module(path, ModuleCache())
            return _card(path, module, self.theme, words_for(module, self.language))
        except FAILURES as failure:
            about = about_of(path)
            if about is not None and about.is_outdated:
                return outdated_card(path, about)
            self.say(failure)
            return None

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

        `own` is a set-up of the umpire's own.

        A module that another version of the importer made is first imported again, if its original file exists.
        """
        about = about_of(path)
        if about is not None and about.is_outdated and self._renew(path) and scenario == ANEW:
            self.show_start(path)
        if scenario == ANEW:
            return

        def does(progress: Progress) -> tuple[Module, NewGame]:
            module = load_module(path, ModuleCache())
            progress(tr("Setting up"), 2, 2)
            chance = SeededChance(new_seed(), b"set-up", 0, 0)
            more = own.checked(module, module.scenarios[scenario]) if own is not None else None
            return module, set_up(module, scenario, options, chance, new_seed(), boards, access, more)

        try:
            made = done_shown(tr("New game"), tr("Setting up…"), does, self.window)
        except FAILURES as failure:
            self.say(failure)
            return
        if made is None:
            return
        module, (game, told) = made
        seed = new_seed()
        remember(path)
        try:
            journal = create_game(_new_file(module), game, seed, now_ms(), told)
        except (GameFileError, OSError) as failure:
            self._play(create_game(None, game, seed, now_ms(), told), module, is_new=True)
            self.tell(
                tr("{problem} No save file could be created. Use Save as to keep this game.", problem=_told(failure))
            )
            return
        self._play(journal, module, is_new=True)

    def resume(self, path: Path, *, also_log: bool = False) -> None:
        """Continue a game.

        If another program plays it, it can be watched. An imported log is replayed, unless it was already continued
        here, or `also_log` is true.
        """
        if self._is_open(path):
            self.tell(tr("This game is already open."))
            return
        try:
            journal = self._opened(path)
            if journal is None:
                return
            if journal.is_played and not journal.game.seats and not also_log:
                journal.close()
                self.look_through(path)
                return
            module = self._module_of(journal, journal.game)
        except FAILURES as failure:
            self.say(failure)
            return
        warning = journal.warning
        self._play(journal, module, () if seat_by_mail(journal) else self._along(journal, module))
        if warning:
            self.tell(warning)  # in the open window

    def _along(self, journal: Record, module: Module) -> Patch:
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
            self.tell(str(problem))
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
            wanted = wanted_along(self.window, game, module, patch)
            return caught_up(game, module, wanted, SeededChance(new_seed(), b"set-up", 0, 0)) if wanted else ()
        except MoveAlongError as problem:
            self.say(problem)
            return ()

    def _bring_to_other_version(self) -> None:
        """Update the game on the table to the newest other version of its module on this computer, if the player
        agrees.
        """
        from tabletop.module.update.game_update import MoveAlongError, brought_along

        window = self.window
        if not isinstance(window, GameWindow):
            return
        journal = _record_of(window)
        if journal is None:
            return
        game = journal.game
        others = other_versions(game.module)
        if not others or journal.is_read_only:
            self.tell(
                tr(
                    "There is no other version of {module} here. Import it first.",
                    module=window.model.module.about.title,
                )
            )
            return
        try:
            module = load_module(others[0].path, ModuleCache())
            patch = brought_along(game, module)
        except (*FAILURES, MoveAlongError) as failure:
            self.say(failure)
            return
        if wanted := self._as_wanted(patch, game, module):
            window.hand_over().leave()
            self._play(journal, module, wanted)

    def _is_open(self, path: Path) -> bool:
        """Return whether the game of this file is open in the window."""
        window = self.window
        if not isinstance(window, GameWindow) or window.model.review is not None:
            return False
        own = _path_of(window)
        return own is not None and own.resolve() == path.resolve()

    def _opened(self, path: Path) -> Record | None:
        try:
            return open_game(path)
        except GameBusyError as busy:
            return watch_game(path) if is_agreed(self.window, f"{busy}\n\n{tr('Watch it here?')}") else None

    def _play(self, journal: Record, module: Module, along: Patch = (), *, is_new: bool = False) -> None:
        sits_down = _own_seat(module, journal.game) not in journal.game.seats
        by_mail = seat_by_mail(journal)
        model = self._at_table(journal, module, along)
        if by_mail:
            self._remember_file(journal)
            self._show_game(model)
            return
        stop_clocks(model)
        if sits_down:
            press_openings(model, "side")
        press_openings(model, *self._launches.times_of(module.about.id, is_new=is_new))
        self._remember_file(journal)
        self._show_game(model)
        game = journal.game
        if (len(game.seats) > 1 or game.access.kind == "sides") and isinstance(self.window, GameWindow):
            self.window.draw_curtain()

    def _remember_file(self, journal: Record) -> None:
        if journal.path is not None:
            self._remember(journal.path)

    def _at_table(self, journal: Record, module: Module, along: Patch = ()) -> TableModel:
        """Return the table of a game, updated to the module, with a player seated at it if possible.

        At an open table this player plays all sides; at a moderated table it is the umpire. In other cases the curtain
        asks for a side.
        """
        module = as_laid(module, journal.game.properties)
        words = words_for(module, self.language)
        let_module_speak(words)
        rules = AtHand(partial(self._assistant_of, module))
        session = table_session(journal, module.components, now_ms, rules)
        by_mail, kind = seat_by_mail(journal), journal.game.access.kind
        seat = by_mail or _own_seat(module, journal.game)
        if along:
            session.adopt(seat, module.name, along)
        if seat not in journal.game.seats and not (journal.is_read_only or by_mail or kind == "sides"):
            sit_down(session, seat, () if kind == "moderated" else journal.game.sides, umpire=kind == "moderated")
        eyes = _eyes_in_replay(journal, by_mail) if isinstance(journal, Replayed) else None

        def take_seat(hear: Hear) -> LocalSeat:
            return LocalSeat(session, seat, hear, eyes)

        return TableModel(take_seat, module, self.ask, now_ms, rules, self.ask_together, words)

    # replay

    def look_through(self, path: Path, *, is_tutorial: bool = False) -> None:
        """Replay a game from its beginning, step by step, as all sides see it; a seat's own record of a game by mail as
        that seat sees it.

        The curtain asks first if the game has several seats, unless it is such a record, or a tutorial, which has no
        secrets and is no game of the player's own.
        """
        try:
            review = replay_game(path)
            module = self._module_of(review, review.ended)
        except FAILURES as failure:
            self.say(failure)
            return
        model = self._at_table(review, module)
        if not is_tutorial:
            self._remember(path)
        self._show_game(model)
        has_secrets = len(review.ended.seats) > 1 and not seat_by_mail(review)
        if not is_tutorial and has_secrets and isinstance(self.window, GameWindow):
            self.window.draw_curtain()

    def _look_through_this(self) -> None:
        """Replay the game on the table."""
        path = _path_of(self.window) if isinstance(self.window, GameWindow) else None
        if path is None:
            self.tell(tr("This game has no file. Save it first."))
        else:
            self.look_through(path)

    def _look_through_last_report(self) -> None:
        """Replay the game on the table from the start of its last report by mail."""
        record = _record_of(self.window) if isinstance(self.window, GameWindow) else None
        if record is None or record.path is None:
            return
        begins = last_report(record)
        self.look_through(record.path)
        if isinstance(self.window, GameWindow):
            self.window.model.stand_at(begins)

    # games by mail

    def _open_letter(self, path: Path) -> None:
        """Open a turn file: join the game of an invitation, or open a report at the seat that it is for.

        The keys of the seat are beside the file, in the games folder, or beside the game on the table.
        """
        from tabletop.mail.mail_inbox import begin_record, keys_for
        from tabletop.mail.mail_keys import KeysFile
        from tabletop.mail.turn_file import load_turn_file, read_turn_file

        here = _path_of(self.window) if isinstance(self.window, GameWindow) else None
        folders = dict.fromkeys([path.parent, games_folder(), *([here.parent] if here is not None else [])])
        try:
            data = load_turn_file(path)
            if read_turn_file(data).cover.kind in ("invitation", "sharing"):
                self._accept(path, data)
                return
            keys = keys_for(data, folders)
            if keys is None:
                self.tell(tr("There are no keys for '{file}' beside it. It may be for somebody else.", file=path.name))
                return
            record = keys.with_suffix(GAME_SUFFIX)
            is_new = not record.exists()
            if is_new:
                journal, _ = begin_record(KeysFile.read(keys), data, now_ms())
                journal.copy_to(record)
        except (MailError, *FAILURES) as failure:
            self.say(failure)
            return
        if not self._is_open(record):
            self.resume(record)
        if not is_new and self._is_open(record) and isinstance(self.window, GameWindow):
            self.window.mail.open_files([path])

    def _accept(self, path: Path, data: bytes) -> None:
        """Join the game of an invitation; open the new record in a game without a host. Raises MailError, OSError."""
        from tabletop.desktop.start.mail_joining import joined_shown

        record = joined_shown(path, data, self.window, now_ms())
        if record is not None:
            self.resume(record)

    def _go_on_from_here(self) -> None:
        """Continue the game from the current step of a replay. If that is not the last step, use a new file."""
        review = _record_of(self.window) if isinstance(self.window, GameWindow) else None
        if not isinstance(review, Replayed) or review.path is None:
            return
        if review.last == review.end:
            self.resume(review.path, also_log=True)
            return
        try:
            copy = _free_file(tr("{title}, copy", title=as_file_name(review.path.stem)))
            review.copy_to(copy)
        except FAILURES as failure:
            self.say(failure)
            return
        self.resume(copy, also_log=True)
        if self._is_open(copy):
            self.tell(
                tr("You now play in a copy, '{copy}'. '{file}' stays unchanged.", copy=copy.name, file=review.path.name)
            )

    # the game on the table

    def _assistant_of(self, module: Module) -> TableAssistant | None:
        """Return the assistant of the game; None if it has none or the assistant cannot be used.

        Python code of a module that the user added runs only after the user has agreed.
        """
        try:
            return assistant_of(module)
        except UntrustedRulesError as untrusted:
            question = tr(
                "The rules of {module} contain Python code, which can do anything you can. Let it run?",
                module=module.about.title,
            )
            if not is_agreed(self.window, question):
                return None
            TrustedCode().add(untrusted.code, module.about.title)
            return self._assistant_of(module)
        except FAILURES as failure:
            self.say(failure)
            return None

    def _show_game(self, model: TableModel) -> None:
        window = GameWindow(model, self.theme, folder_of(model.module), words_for(model.module, self.language))
        window.requests.left.connect(self.show_start)
        window.requests.begun.connect(self.show_start)
        window.requests.own_setup_wanted.connect(self.browse_setups)
        window.requests.review_wanted.connect(self._look_through_this)
        window.requests.last_report_wanted.connect(self._look_through_last_report)
        window.requests.gone_on.connect(self._go_on_from_here)
        window.requests.opened.connect(self.browse)
        window.requests.saved_as.connect(self._remember)
        window.requests.tutorial_wanted.connect(self._begin_tutorial)
        window.requests.other_version_wanted.connect(self._bring_to_other_version)
        window.requests.theme_chosen.connect(self._choose_theme)
        window.sound(on=self.settings.sounds)
        window.requests.sounds_switched.connect(self._choose_sounds)
        window.rules.roll_at_once(on=self.settings.roll_at_once)
        window.requests.roll_at_once_switched.connect(self._choose_roll_at_once)
        if self.settings.assistant:
            soon(window, GameWindow.assist)
        window.requests.assistant_switched.connect(self._choose_assistant)
        window.requests.closing.connect(partial(self._keep_place, window))
        if isinstance(self.window, GameWindow) and self.window.model is model:
            window.stand_as(self.window)
        else:
            window.stand_where(self.settings.stand, self.settings.panels, self.settings.view_of(_path_of(window)))
        self._show(window)

    def browse(self) -> None:
        """Let the player browse for a game or a module."""
        name, _ = QFileDialog.getOpenFileName(
            self.window,
            tr("Open"),
            str(games_folder()),
            f"{tr('Games and modules')} ({_TO_OPEN})",
        )
        if name:
            self.open(Path(name))

    def browse_setups(self) -> None:
        """Let the umpire begin a game from a set-up of their own."""
        folder = str(games_folder())
        name, _ = QFileDialog.getOpenFileName(
            self.window, tr("New game from a set-up"), folder, f"{tr('Set-ups')} (*{SETUP_SUFFIX})"
        )
        if name:
            self.open(Path(name))

    def _begin_own(self, path: Path) -> None:
        """Set up the scenario that a set-up of the umpire's own belongs to, at a moderated table."""
        try:
            own = UmpireSetup(path)
            module = find_module(own.record.module)
            scenario = own.scenario_of(load_module(module, ModuleCache()))
        except FAILURES as failure:
            self.say(failure)
            return
        self.begin(module, scenario, access="moderated", own=own)

    def open(self, path: Path) -> None:
        """Open a game, a turn by mail, an umpire's set-up, or a VASSAL save or log; for a module show the start page.

        A VASSAL module is imported first.
        """
        ending = path.suffix.lower()
        if ending == GAME_SUFFIX:
            self.resume(path)
        elif ending == TURN_SUFFIX:
            self._open_letter(path)
        elif ending in VASSAL_MODULES:
            self._import(path)
        elif ending in VASSAL_EXTENSIONS:
            self.tell(
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
            self.show_start(path.parent if path.name == "module.yaml" else path)

    def _module_of(self, record: Record, game: Game) -> Module:
        """Return the module of a game, imported again if necessary. If it is not available, close the record.

        Raises one of `FAILURES`.
        """
        try:
            try:
                return module_of_game(game.module, ModuleCache())
            except ModuleProblems:
                named = [each for each in modules_at_hand() if each.about.id == game.module.id]
                renewed = [self._renew(each.path) for each in named if each.about.is_outdated]
                if not any(renewed):
                    raise
                return module_of_game(game.module, ModuleCache())
        except FAILURES:
            record.close()
            raise

    # VASSAL's files

    def _renew(self, module: Path) -> bool:
        """Import again a module that another version of the importer made; show an error. Return whether it worked."""
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES

        try:
            return renewed_shown(module, self.window)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self.say(failure)
            return False

    def _import(self, path: Path) -> None:
        """Import a VASSAL module, unless that was done before, and show its start page."""
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES

        try:
            folder = import_shown(path, self.window)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self.say(failure)
            return
        if folder is not None:
            self.show_start(folder)

    def _begin_tutorial(self, tutorial: TutorialRecord) -> None:
        """Close the game on the table, and replay a tutorial of its module."""
        if not isinstance(self.window, GameWindow):
            return
        module = self.window.model.module
        file = folder_of(module) / tutorial.file
        if file.suffix.lower() == GAME_SUFFIX:
            self.look_through(file, is_tutorial=True)
        else:
            self._play_saved(file, module)
        if tutorial.welcome:
            self.tell(tutorial.welcome)

    def _play_saved(self, path: Path, module: Module | None = None) -> None:
        """Continue a VASSAL save, or replay a VASSAL log, in a new game file.

        The game belongs to this `module`; without one, to the module that the file names.
        """
        from tabletop.vassal.module_shelf import FAILURES as VASSAL_FAILURES
        from tabletop.vassal.module_shelf import left_out

        try:
            made = save_shown(path, module, _new_file, now_ms(), self.window)
            if made is None:
                return
            saved, module, file, begun = made
            if saved.steps:
                self.look_through(file)
            else:
                self._play(open_game(file, begun), module)
        except (*VASSAL_FAILURES, *FAILURES) as failure:
            self.say(failure)
            return
        if isinstance(self.window, GameWindow) and (told := left_out(saved, module)):
            self.tell(told)

    # messages and questions to the player

    def ask(self, prompt: Prompt) -> Value:
        """Return the player's answer to a prompt of the table; None if the player cancels.

        If the player must turn a piece that is visible on a map, the piece is turned there.
        """
        shown = self.window.maps.view_that_shows(prompt.turns) if isinstance(self.window, GameWindow) else None
        return chosen_answer(self.window, prompt) if shown is None else turned_on(shown, prompt)

    def ask_together(self, prompt: Prompt) -> Answers | None:
        """Return the player's answers to a prompt and to those that follow it; None if the player cancels."""
        return answers_together(self.window, prompt)

    def say(self, failure: BaseException) -> None:
        """Report a load that failed. The game on the table does not change."""
        told = _told(failure)
        if isinstance(failure, ModuleProblems):
            lines = told.splitlines()
            more = len(lines) - MOST_PROBLEMS
            told = "\n".join([*lines[:MOST_PROBLEMS], *([tr("… and {count} more", count=more)] if more > 0 else [])])
        self.tell(told)

    def tell(self, text: str) -> None:
        """Show the player a message."""
        box = message(self.window, text)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def _recover(self, report: Path | None) -> None:
        """After an error of the program, show the game as it is recorded, and the place of the error report."""
        self.tell(_mishap(report))
        if isinstance(self.window, GameWindow):
            self.window.stand_anew()

    # windows and settings

    def _show(self, window: QMainWindow) -> None:
        """Replace the open window by another, unless the player cancels."""
        old = self.window
        if isinstance(old, GameWindow) and not old.may_leave():
            self._let_go(window)
            return
        self.window = window
        drops = FileDrops(window, lambda file: file.suffix.lower() in _OPENED)
        drops.dropped.connect(self.open, Qt.ConnectionType.QueuedConnection)
        window.show()
        if old is not None:
            self._let_go(old)
        self._collecting.start(GONE_MS)

    def _let_go(self, window: QMainWindow) -> None:
        """Close a window that is being replaced; Qt deletes it once no dialog and no drag is under way."""
        window.close()
        window.deleteLater()
        self._going.append(ref(window))

    def _collect(self) -> None:
        """Free the memory of closed windows when they are gone. Until then, try again at growing intervals."""
        if not collect_all(lambda: all(going() is None for going in self._going)):
            self._collecting.start(min(2 * self._collecting.interval(), LATEST_GONE_MS))
        self._going = [going for going in self._going if going() is not None]

    def _remember(self, path: Path) -> None:
        self.settings = self.settings.with_recent(path)
        save_settings(self.settings)

    def _keep_place(self, window: GameWindow) -> None:
        """Remember the position of a window that is about to close, and the view of its game."""
        stand, panels, view = window.kept()
        path = _path_of(window)
        settings = self.settings if path is None else self.settings.with_view(path, view)
        self.settings = replace(settings, stand=stand, panels=panels)
        save_settings(self.settings)

    def _choose_assistant(self, on: bool) -> None:
        self.settings = replace(self.settings, assistant=on)
        save_settings(self.settings)

    def _choose_roll_at_once(self, on: bool) -> None:
        self.settings = replace(self.settings, roll_at_once=on)
        save_settings(self.settings)

    def _choose_sounds(self, on: bool) -> None:
        self.settings = replace(self.settings, sounds=on)
        save_settings(self.settings)

    def _choose_theme(self, dark: bool, plain: bool) -> None:
        self.settings = replace(self.settings, dark=dark, plain=plain)
        save_settings(self.settings)
        apply_theme(application(), self.theme)
        if isinstance(self.window, GameWindow):
            self._show_game(self.window.hand_over())


def _eyes_in_replay(review: Replayed, by_mail: str) -> Sequence[int]:
    """Return the sides whose view a replay shows: all sides; in a seat's own record of a game by mail, the sides of
    the seat.
    """
    seat = review.ended.seats.get(by_mail)
    return seat.sides if seat is not None else range(len(review.game.sides))


def _own_seat(module: Module, game: Game) -> str:
    """Return the name of the seat for the player who opens a game here.

    At an open table this is a seat with all sides. Otherwise it is the umpire's seat if there is one, else the first
    taken seat, else any seat; at a table without seats it is that of the umpire.
    """
    if game.access.kind == "open":
        return name_of_seat([side.title for side in module.about.sides])
    taken = sorted(game.seats, key=lambda name: (not game.seats[name].umpire, not game.seats[name].is_taken))
    return taken[0] if taken else UMPIRE_SEAT


def _record_of(window: GameWindow) -> Record | None:
    """Return the record of the game on the table; None if the record is on another machine."""
    seat = window.model.table_seat
    return seat.file if isinstance(seat, LocalSeat) else None


def _path_of(window: GameWindow) -> Path | None:
    """Return the file of the game on the table; None if there is none on this machine."""
    file = window.model.table_seat.file
    return file.path if file is not None else None


def _new_file(module: Module) -> Path:
    """Return the file for a game that begins now. Raises OSError."""
    stamp = datetime.now(UTC).astimezone().strftime("%Y-%m-%d %H.%M.%S")
    return _free_file(f"{as_file_name(module.about.title)}, {stamp}")


def _free_file(name: str) -> Path:
    """Return a free path in the games folder: with this name, or with the name and a number. Raises OSError."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    more = (f" ({number})" for number in counting(2))
    return next(file for end in chain(("",), more) if not (file := folder / f"{name}{end}{GAME_SUFFIX}").exists())


def _mishap(report: Path | None) -> str:
    if report is None:
        return tr("Something went wrong in Wartable. Every recorded move is safe.")
    return tr(
        "Something went wrong in Wartable. Every recorded move is safe. An error report is in '{file}'.",
        file=report,
    )


def _told(failure: BaseException) -> str:
    """Return a failure as a sentence."""
    if isinstance(failure, OSError):
        return tr("'{file}' cannot be used: {why}.", file=failure.filename, why=failure.strerror)
    return str(failure)


def _at_hand(chosen: Path | None) -> Iterator[Path]:
    """Yield the paths of the installed modules, except the chosen one."""
    there = chosen.resolve() if chosen is not None else None
    return (shelved.path for shelved in modules_at_hand() if shelved.path.resolve() != there)


def _card(path: Path, module: Module, theme: Theme, words: Words) -> GameCard:
    about = module.about
    usual = {option.id: option.usual for option in about.options}
    scenarios = tuple(
        Scenario(
            one.id,
            words(one.title),
            words(one.summary),
            usual | {id: as_text(choice) for id, choice in one.options.items()},
            tuple(map(words, one.menu)),
            _maps_to_choose(module, one, words),
        )
        for one in module.scenarios.values()
    )
    picture = cover(path, module, theme, COVER)
    access = about.access.kind if about.access is not None else "open"
    shown = access if len(about.sides) > 1 else None
    return GameCard(path, words(about.title), words(about.summary), scenarios, about.options, picture, shown)


def _maps_to_choose(module: Module, scenario: ScenarioFile, words: Words) -> tuple[BoardsToChoose, ...]:
    sheets = boards_to_choose(module, scenario).values()
    return tuple(
        BoardsToChoose(sheet, sheet.choice, folder_of(module), words) for sheet in sheets if sheet.choice is not None
    )


def application() -> QApplication:
    """Return Qt's application object, which is made if there is none yet."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    keep_what_is_there()
    made = QApplication(sys.argv[:1])
    QLoggingCategory.setFilterRules(QUIET)
    made.setApplicationName("Wartable")
    made.setDesktopFileName("org.wartable.Wartable")
    return made


def run(target: str | None = None) -> int:
    """Open the program on a game file, on a module, or on the start page, and return its exit code."""
    app = application()
    program = DesktopApp()
    if target is None:
        program.show_start()
    elif target.endswith(GAME_SUFFIX):
        program.resume(Path(target))
    else:
        program.open(find_module(target))
    if program.window is None:
        program.show_start()
    with program.mishaps.heard(), collected_here():
        return app.exec()
