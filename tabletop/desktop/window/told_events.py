"""Events that a window answers at once, besides their line in the log: sounds, rolls, pings, keys of the table."""

from PySide6.QtCore import QObject

from tabletop.desktop.panels.dice_tray import is_roll
from tabletop.desktop.platform.sound_player import Sounds
from tabletop.desktop.window.files.saved_decks import DeckFiles
from tabletop.desktop.window.window_maps import WindowMaps
from tabletop.desktop.window.window_panels import WindowPanels
from tabletop.desktop.window.window_table import WindowTable
from tabletop.game.change.told import Told


class ToldEvents(QObject):
    """The answers of a window to the events of its table."""

    def __init__(
        self, table: WindowTable, maps: WindowMaps, panels: WindowPanels, decks: DeckFiles, sounds: Sounds
    ) -> None:
        """Answer the events from now on, as long as the maps exist."""
        super().__init__(maps)
        self._table, self._model = table, table.model
        self._maps, self._panels, self._decks, self._sounds = maps, panels, decks, sounds
        self._model.told.connect(self._show)
        self._model.others_moved.connect(self._show_moved)

    def _show(self, told: Told) -> None:
        if is_roll(told):
            self._panels.dice.show_told(told)
        elif told.key == "key-pressed":
            self._panels.module_desk.press_key(str(told.facts.get("key", "")))
        elif told.key == "choice-changed":
            self._change_choice(told)
        elif told.key == "deck-file":
            self._decks.answer(told)
        elif told.key == "pinged":
            self._show_ping(told)
        elif told.key == "measured":
            self._maps.rulers.hear(told)
        elif told.key == "sound":
            self._sounds.hear(told)

    def _change_choice(self, told: Told) -> None:
        """Change the selection as a trait of a counter asks."""
        selection = self._table.selection
        match told.facts["how"]:
            case "drop-this":
                selection.remove(told.pieces)
            case "drop-all":
                selection.clear()
            case "only-this":
                selection.replace(told.pieces)

    def _show_ping(self, told: Told) -> None:
        index, x, y, number = (told.facts.get(name, 0) for name in ("map", "x", "y", "way"))
        if not (isinstance(index, int) and isinstance(x, int) and isinstance(y, int) and isinstance(number, int)):
            return
        name = self._model.game.maps[index]
        ways = self._model.module.sheets[name].pings
        way = ways[number] if number < len(ways) else None
        theme = self._table.theme
        colour = theme.ink_of(way.colour) if way is not None else theme.colour("accent")
        self._maps.scenes[name].ping(x, y, colour, way)

    def _show_moved(self, pieces: tuple[int, ...]) -> None:
        self._maps.show_moved(pieces)
        if self._model.module.about.follows:
            self._panels.navigation.follow(pieces)
