"""The rulers of a game's maps: the window's own, and the module's threads.

A thread is a line that a player draws between two points of a map. It can be shown and reported to others.
"""

from collections.abc import Callable, Mapping
from functools import partial

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.map.tools.ruler_tool import RulerTool
from tabletop.desktop.map.tools.thread_tool import Lies, ThreadMeasure, ThreadTool, figure_of, length_of
from tabletop.desktop.map.tools.tool import Tool
from tabletop.desktop.scene.layers.measured_line import LineStyle, MeasuredLine
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.change.told import Told
from tabletop.game.commands import Measure
from tabletop.module.schema.map.map_view_records import Thread

ByThread = tuple[str, int]
"""The key of a thread: its map, and its number on that map."""


class Rulers:
    """The rulers of all maps, and the threads drawn on them."""

    def __init__(self, model: TableModel, theme: Theme, view_of: Callable[[str], TableView]) -> None:
        self._model = model
        self._theme = theme
        self._view_of = view_of
        self._lines: dict[ByThread, MeasuredLine] = {}
        self._staying: set[ByThread] = set()

    def ruler(self, name: str) -> RulerTool:
        """Return the window's own ruler for the map of this name."""
        return RulerTool(self._view_of(name), self._model.components.maps[name], self._theme)

    def take(self, others: Mapping[str, Tool], name: str, called: str) -> None:
        """Activate the tool for the thread `called` by this name on the map `name`.

        If the thread stays on the map, remove it instead. `others` are the tools of the maps to use afterwards.
        """
        threads = self._model.module.sheets[name].threads
        number = next((number for number, thread in enumerate(threads) if thread.name == called), None)
        if number is None:
            return
        key, view = (name, number), self._view_of(name)
        line = self._line(key)
        if key in self._staying:
            self._staying.remove(key)
            line.clear()
            return
        laid = partial(self._tell, key, threads[number])
        ended = partial(view.use, others[name])
        view.use(ThreadTool(view, self._model.components.maps[name], threads[number], line, laid, ended))

    def hear(self, told: Told) -> None:
        """Show a thread at its new position after a player has measured with it, or remove it if the player did."""
        index, number, *line = (told.facts.get(name) for name in ("map", "thread", "x", "y", "to_x", "to_y"))
        whole = [value for value in line if isinstance(value, int)]
        if not isinstance(index, int) or not isinstance(number, int) or len(whole) < len(line):
            return
        name = self._model.game.maps[index]
        threads = self._model.module.sheets[name].threads
        if number < len(threads):
            measured = ThreadMeasure((whole[0], whole[1]), (whole[2], whole[3]))
            self._show((name, number), threads[number], measured, str(told.facts.get("lies")))

    def _show(self, key: ByThread, thread: Thread, measured: ThreadMeasure, lies: str) -> None:
        line, (name, _) = self._line(key), key
        if lies == "gone":
            self._staying.discard(key)
            line.clear()
            return
        if lies == "stays":
            self._staying.add(key)
        distance = length_of(thread, self._model.components.maps[name], measured.start, measured.end)
        line.draw(measured.start, measured.end, figure_of(distance), self._view_of(name).scale_now)

    def _line(self, key: ByThread) -> MeasuredLine:
        if key not in self._lines:
            name, number = key
            thread = self._model.module.sheets[name].threads[number]
            ink, paper = (self._theme.ink_of(colour) for colour in (thread.range_ink, thread.range_paper))
            style = LineStyle(self._theme.ink_of(thread.colour), thread.width, ink, paper)
            self._lines[key] = MeasuredLine(self._view_of(name).table_scene, style)
        return self._lines[key]

    def _tell(self, key: ByThread, thread: Thread, measured: ThreadMeasure, lies: Lies) -> None:
        """Report a thread's measurement to the table, and show the thread to others, if its map says so."""
        name, number = key
        if lies == "stays":
            self._staying.add(key)
        shown = thread.seen == "always" or (thread.seen == "staying" and lies != "till the next click")
        checked = measured.checked if thread.report else ()
        if shown or checked:
            self._model.submit(
                Measure(name, number, measured.start, measured.end, lies, shown, checked, measured.distance)
            )
