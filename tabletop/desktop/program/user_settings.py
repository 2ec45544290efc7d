"""The settings of the user while the program runs. Each change is saved at once."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QLocale

from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme
from tabletop.desktop.platform.settings import Settings, load_settings, save_settings
from tabletop.desktop.program.program_windows import path_of
from tabletop.desktop.window.game_window import GameWindow
from tabletop.texts.language_files import asked_language


class UserSettings:
    """The current settings, and the theme and the language that follow from them."""

    def __init__(self) -> None:
        self.now: Settings = load_settings()

    @property
    def theme(self) -> Theme:
        """The theme the user has chosen."""
        theme = DARK if self.now.dark else LIGHT
        return theme.with_counters("plain") if self.now.plain else theme

    @property
    def language(self) -> str:
        """The language of the user: from the command line or the environment, else from the settings, else from the
        system.
        """
        return asked_language() or self.now.language or QLocale.system().name()

    def _change(self, settings: Settings) -> None:
        self.now = settings
        save_settings(settings)

    def remember(self, path: Path) -> None:
        """Put a game first among the recent ones."""
        self._change(self.now.with_recent(path))

    def keep_place(self, window: GameWindow) -> None:
        """Remember the position of a window that is about to close, and the view of its game."""
        stand, panels, view = window.kept()
        path = path_of(window)
        settings = self.now if path is None else self.now.with_view(path, view)
        self._change(replace(settings, stand=stand, panels=panels))

    def choose_assistant(self, on: bool) -> None:
        """Keep whether the rules assistant is on."""
        self._change(replace(self.now, assistant=on))

    def choose_roll_at_once(self, on: bool) -> None:
        """Keep whether battles are rolled without pauses."""
        self._change(replace(self.now, roll_at_once=on))

    def choose_sounds(self, on: bool) -> None:
        """Keep whether games have sounds."""
        self._change(replace(self.now, sounds=on))

    def choose_theme(self, dark: bool, plain: bool) -> None:
        """Keep the theme."""
        self._change(replace(self.now, dark=dark, plain=plain))
