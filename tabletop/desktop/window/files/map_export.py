"""Export of a map as a picture or as a list of its pieces, and of the whole position as a set-up."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.pictures.picture_writer import PictureFormError, write_picture
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import file_to_write
from tabletop.desktop.window.files.map_listing import listed
from tabletop.module.cache.module_cache import write_whole
from tabletop.module.umpire_setup import written_setup


class MapFiles(QObject):
    """The commands that write the map in front, or the whole position, as this seat sees it, to files that the player
    names.
    """

    remarked = Signal(str)
    """A message to the player."""

    def __init__(self, window: QWidget, model: TableModel, maps: MapsArea, pictures: ModulePictures) -> None:
        super().__init__(window)
        self._window, self._model, self._maps, self._pictures = window, model, maps, pictures

    def save_picture(self) -> None:
        """Write a picture of the whole map, at its present scale, or at the largest possible one."""
        view = self._maps.view(self._maps.current)
        path = file_to_write(self._window, tr("Export map image"), tr("Images"), ".png")
        if path is None:
            return
        try:
            write_picture(view.whole_picture(view.scale_now), path)
        except (OSError, PictureFormError):
            self.remarked.emit(tr("'{file}' cannot be written.", file=path))

    def save_list(self) -> None:
        """Write a list of the pieces on the map."""
        path = file_to_write(self._window, tr("Export piece list"), tr("Text files"), ".txt")
        if path is None:
            return
        game, name = self._model.game, self._maps.current
        board, index = self._model.components.maps[name], game.maps.index(name)
        try:
            write_whole(path, listed(game, board, index, self._pictures.reading(game)).encode())
        except OSError:
            self.remarked.emit(tr("'{file}' cannot be written.", file=path))

    def save_setup(self) -> None:
        """Write the whole position as a set-up of the umpire's own; only for a seat that sees everything."""
        path = file_to_write(self._window, tr("Save position as a set-up"), tr("Set-ups"), ".yaml")
        if path is None:
            return
        found = written_setup(self._model.game, self._model.module)
        try:
            write_whole(path, found.text.encode())
        except OSError:
            self.remarked.emit(tr("'{file}' cannot be written.", file=path))
            return
        if found.beside or found.unknown:
            said = tr(
                "{beside} {beside:counter|counters} inside or behind another counter {beside:lies|lie} beside it in "
                "this set-up. {unknown} {unknown:counter is|counters are} left out, because the module does not have "
                "{unknown:its kind|their kinds}.",
                beside=found.beside,
                unknown=found.unknown,
            )
            self.remarked.emit(said)
