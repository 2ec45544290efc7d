"""The settings of a user: recent games, theme, position of the window. They are stored in a small file."""

import re
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_config_path, user_data_path

from tabletop.desktop.platform.window_state import Arrangement, GameView, WindowPlace

MOST_RECENT = 12
MOST_VIEWS = 60
_RESERVED: Final = re.compile(r"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]", re.IGNORECASE)
_LONGEST_TITLE: Final = 60
_NOT_IN_A_FILE_NAME: Final = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


class Settings(Struct, frozen=True, omit_defaults=True):
    """The settings of one user.

    `recent` are the files of recent games, the newest first. `stand` is the last place of the window. `views` are the
    last views of games, by their files.
    """

    recent: tuple[str, ...] = ()
    dark: bool = False
    plain: bool = False
    assistant: bool = False
    sounds: bool = True
    roll_at_once: bool = False
    name: str = "Player"
    language: str = ""
    stand: WindowPlace | None = None
    panels: Arrangement | None = None
    views: dict[str, GameView] = {}

    def with_recent(self, path: Path) -> "Settings":
        """Return the settings with a game put first among the recent ones."""
        text = str(path.resolve())
        return replace(self, recent=(text, *(other for other in self.recent if other != text))[:MOST_RECENT])

    def with_view(self, path: Path, view: GameView) -> "Settings":
        """Return the settings with the last view of a game. Only the last `MOST_VIEWS` games have one."""
        others = [(key, other) for key, other in self.views.items() if key != str(path.resolve())]
        return replace(self, views=dict([*others, (str(path.resolve()), view)][-MOST_VIEWS:]))

    def view_of(self, path: Path | None) -> GameView | None:
        """Return the last view of a game; None if it is unknown."""
        return self.views.get(str(path.resolve())) if path is not None else None

    def recent_games(self) -> list[Path]:
        """Return the recent games whose files still exist."""
        return [path for path in map(Path, self.recent) if path.is_file()]


def settings_file() -> Path:
    """Return the file of the settings."""
    return user_config_path("wartable") / "settings.json"


def games_folder() -> Path:
    """Return the default folder of new games."""
    return user_data_path("wartable") / "games"


def as_file_name(title: str) -> str:
    """Return a title as a file name without characters that an operating system forbids, which cannot lead out of its
    folder; "Game" if nothing is left. A name that Windows reserves for a device has an underscore before it.
    """
    words = " ".join(_NOT_IN_A_FILE_NAME.sub(" ", title).split())
    name = words[:_LONGEST_TITLE].strip(" .") or "Game"
    return f"_{name}" if _RESERVED.fullmatch(name.partition(".")[0].rstrip()) else name


def load_settings() -> Settings:
    """Return the settings; the defaults if there are none, or if they cannot be read."""
    try:
        return msgspec.json.decode(settings_file().read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError):
        return Settings()


def save_settings(settings: Settings) -> None:
    """Save the settings. Errors in writing are ignored, so that they do not stop a game."""
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
    except OSError:
        return
