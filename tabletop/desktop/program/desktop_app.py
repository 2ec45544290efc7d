"""The program from its start to its end: the start page, the games and the files that the player opens."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QMainWindow

from tabletop.desktop.drawing.theme import apply_theme
from tabletop.desktop.platform.garbage_collection import collected_here
from tabletop.desktop.platform.settings import Settings
from tabletop.desktop.platform.translation import translate_window
from tabletop.desktop.program.file_opener import FileOpener
from tabletop.desktop.program.game_opener import AS_USUAL, GameOpener
from tabletop.desktop.program.module_cards import card_of, paths_at_hand
from tabletop.desktop.program.module_versions import ModuleVersions
from tabletop.desktop.program.program_files import FAILURES, GAME_SUFFIX
from tabletop.desktop.program.program_windows import ProgramWindows
from tabletop.desktop.program.qt_application import application
from tabletop.desktop.program.user_settings import UserSettings
from tabletop.desktop.start.start_page import GameCard, StartPage
from tabletop.desktop.start.vassal_import import ANEW, outdated_card
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.screen_fit import fit_on_screen
from tabletop.game.state.values import Value
from tabletop.game.table_access import AccessKind
from tabletop.module import shipped
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.library import about_of, find_module
from tabletop.module.loader import load_module
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.setup import USUAL_BOARDS
from tabletop.texts.language_files import speak_best

_START_SIZE: Final = QSize(1180, 860)


class DesktopApp(QObject):
    """The program with its open window, which is replaced when another game is opened.

    If a load fails, the open window does not change.
    """

    def __init__(self) -> None:
        super().__init__()
        self.user = UserSettings()
        speak_best(self.user.language, shipped.path("assets", "languages"))
        translate_window(application())
        self.windows = ProgramWindows()
        self._versions = ModuleVersions(self.windows)
        self._games = GameOpener(self.windows, self.user, self._versions)
        self._games.made.connect(self._connect)
        self._files = FileOpener(self.windows, self._games)
        self._files.module_chosen.connect(self.show_start)
        self.windows.file_dropped.connect(self.open)
        apply_theme(application(), self.user.theme)

    @property
    def window(self) -> QMainWindow | None:
        """The open window; None before the first one."""
        return self.windows.window

    @property
    def settings(self) -> Settings:
        """The settings of the user."""
        return self.user.now

    # the start page

    def show_start(self, chosen: Path | None = None) -> None:
        """Show the start page with all installed modules, the chosen one first.

        If the chosen module cannot be read, an open window stays as it is.
        """
        cards: Iterator[GameCard] = filter(None, map(self._card, paths_at_hand(chosen)))
        if chosen is not None:
            first = self._card(chosen)
            if first is None and self.window is not None:
                return
            cards = chain((first,) if first is not None else (), cards)
        page = StartPage(cards, self.settings.recent_games(), self.user.theme, chosen)
        page.begun.connect(self.begin)
        page.resumed.connect(self.resume)
        page.browsed.connect(self._files.browse)
        window = QMainWindow()
        window.setWindowTitle("Wartable")
        window.setCentralWidget(page)
        fit_on_screen(window, _START_SIZE)
        self.windows.show(window)

    def _card(self, path: Path) -> GameCard | None:
        """Return the start page's card of a module. If the module cannot be read, show the reason and return None.

        A module that another version of the importer made has a card that offers to import it again.
        """
        try:
            module = load_module(path, ModuleCache())
            return card_of(path, module, self.user.theme, self._games.tables.words_of(module))
        except FAILURES as failure:
            about = about_of(path)
            if about is not None and about.is_outdated:
                return outdated_card(path, about)
            self.windows.say(failure)
            return None

    # games and files

    def begin(
        self,
        path: Path,
        scenario: str,
        options: Mapping[str, Value] = AS_USUAL,
        boards: Mapping[str, tuple[BoardPlacement, ...]] = USUAL_BOARDS,
        access: AccessKind | None = None,
    ) -> None:
        """Begin a game with a scenario of a module and these options, boards and access, in a new file of the games
        folder. If the scenario is `ANEW`, only import an outdated module again.
        """
        if scenario != ANEW:
            self._games.begin(path, scenario, options, boards, access)
        elif self._versions.renew_if_outdated(path):
            self.show_start(path)

    def resume(self, path: Path) -> None:
        """Continue a game, or replay it if it is an imported log."""
        self._games.resume(path)

    def open(self, path: Path) -> None:
        """Open a file of any kind."""
        self._files.open(path)

    def _connect(self, window: GameWindow) -> None:
        """Connect the requests of a window to the methods that carry them out."""
        requests, settings, games = window.requests, self.user, self._games
        requests.left.connect(self.show_start)
        requests.begun.connect(self.show_start)
        requests.own_setup_wanted.connect(self._files.browse_setups)
        requests.review_wanted.connect(games.look_through_this)
        requests.last_report_wanted.connect(games.look_through_last_report)
        requests.gone_on.connect(games.go_on_from_here)
        requests.opened.connect(self._files.browse)
        requests.saved_as.connect(settings.remember)
        requests.tutorial_wanted.connect(self._files.begin_tutorial)
        requests.other_version_wanted.connect(games.bring_to_other_version)
        requests.theme_chosen.connect(self._choose_theme)
        requests.sounds_switched.connect(settings.choose_sounds)
        requests.roll_at_once_switched.connect(settings.choose_roll_at_once)
        requests.assistant_switched.connect(settings.choose_assistant)
        requests.closing.connect(partial(settings.keep_place, window))

    def _choose_theme(self, dark: bool, plain: bool) -> None:
        self.user.choose_theme(dark, plain)
        apply_theme(application(), self.user.theme)
        self._games.show_anew()


def run(target: str | None = None) -> int:
    """Open the program on a game file, on a module (by its path or id), or on the start page; return its exit code.

    Raises LibraryError if there is no such module.
    """
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
    with program.windows.mishaps.heard(), collected_here():
        return app.exec()
