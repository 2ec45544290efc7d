"""The rulers of a game's maps, and what they measure told to the table where a map has a thread with words for it."""

from functools import partial

from tabletop.desktop.scene.piece_pictures import ModulePictures
from tabletop.desktop.table_model import TableModel
from tabletop.desktop.table_view import TableView
from tabletop.desktop.theme import Theme
from tabletop.desktop.tools.ruler import Measured, RulerTool
from tabletop.expression import Value, compile_template
from tabletop.game.behaviour.building import WithNames
from tabletop.game.commands import Say
from tabletop.game.showing import rendered, table_of
from tabletop.module.schema.looking import Thread


class Rulers:
    """Makes the ruler of each map."""

    def __init__(self, model: TableModel, pictures: ModulePictures, theme: Theme) -> None:
        self._model = model
        self._pictures = pictures
        self._theme = theme

    def ruler(self, name: str, view: TableView) -> RulerTool:
        """The ruler of the map of this name, for its view."""
        thread, board = self._model.module.sheets[name].thread, self._model.components.maps[name]
        report = partial(self._say, thread) if thread is not None else None
        return RulerTool(view, board, self._theme, thread, report)

    def _say(self, thread: Thread, measured: Measured) -> None:
        """Say what the thread of a map has measured, in the words of the module."""
        game = self._model.game
        names: dict[str, Value] = {
            "From": measured.start,
            "To": measured.checked[-1],
            "Range": "" if measured.distance is None else measured.distance,
            "Checked": ", ".join(measured.checked),
            "Count": len(measured.checked),
        }
        reader = self._pictures.reading(game).reader(table_of(game))
        text = rendered(compile_template(thread.report), WithNames(reader, names)).strip()
        if text:
            self._model.submit(Say(text))
