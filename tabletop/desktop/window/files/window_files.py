"""The commands of a window that read and write files."""

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from tabletop.desktop.table.mail_desk import MailDesk
from tabletop.desktop.window.files.game_file import GameKeeper
from tabletop.desktop.window.files.map_export import MapFiles
from tabletop.desktop.window.files.saved_decks import DeckFiles
from tabletop.desktop.window.files.vassal_export import VassalWriter
from tabletop.desktop.window.window_maps import WindowMaps
from tabletop.desktop.window.window_table import WindowTable


@dataclass(frozen=True, eq=False)
class WindowFiles:
    """The commands of a window for the game's file, turns by mail, decks, pictures and lists of maps, and VASSAL."""

    game: GameKeeper
    mail: MailDesk
    decks: DeckFiles
    maps: MapFiles
    vassal: VassalWriter

    @classmethod
    def of(cls, window: QMainWindow, table: WindowTable, maps: WindowMaps) -> "WindowFiles":
        """Return the commands of a window."""
        model = table.model
        return cls(
            GameKeeper(window, model),
            MailDesk(window, model),
            DeckFiles(window, model),
            MapFiles(window, model, maps.area, table.pictures),
            VassalWriter(window, model),
        )
