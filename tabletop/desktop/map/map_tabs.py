"""The maps of the game: one in each tab, and one more beside the tabs if the player wants it."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QTabWidget, QToolButton, QVBoxLayout, QWidget

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.platform.window_state import GameView, MapView
from tabletop.desktop.widgets.panel_parts import part


def map_view_of(view: TableView) -> MapView:
    """Return the present view of a map."""
    to_map, _ = view.viewportTransform().inverted()
    middle = to_map.map(QRectF(view.viewport().rect()).center())
    return MapView(view.scale_now, middle.x(), middle.y())


def look_at_map(view: TableView, looked: MapView) -> None:
    """Restore this view of a map."""
    view.zoom_to(looked.scale)
    view.look_at(looked.x, looked.y)


class MapsArea(QWidget):
    """An area with a tab for each map.

    One map can also be shown beside the tabs, so that pieces can be moved between two maps.
    """

    current_changed = Signal(str)
    """The name of the map in front has changed."""

    def __init__(self, maps: Sequence[tuple[str, str, TableView]]) -> None:
        super().__init__()
        self._titles = {name: title for name, title, _ in maps}
        self._views = {name: view for name, _, view in maps}
        self._pages: dict[str, QWidget] = dict(self._views)
        self._beside = ""
        self._offered = set(self._views)
        self._before: dict[str, MapView] = {}
        self._tab_before = ""
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._tabs)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._split)
        for name, title, view in maps:
            self._tabs.addTab(view, title)
            view.setAccessibleName(self._titles[name])
        self._tabs.tabBar().setAccessibleName(tr("Maps"))
        self._tabs.currentChanged.connect(lambda _: self.current_changed.emit(self.current))

    @property
    def current(self) -> str:
        """The name of the map in the open tab."""
        now = self._tabs.currentWidget()
        return next((name for name, page in self._pages.items() if page is now), "")

    @property
    def beside(self) -> str:
        """The name of the map shown beside the tabs; empty if there is none."""
        return self._beside

    def game_view(self) -> GameView:
        """Return the present views of the maps."""
        return GameView(self.current, {name: map_view_of(view) for name, view in self._views.items()})

    def look_as(self, looked: GameView) -> None:
        """Restore these views of the maps; maps that do not exist are skipped."""
        self.show_map(looked.front)
        for name, each in looked.maps.items():
            if name in self._views:
                look_at_map(self._views[name], each)

    @property
    def views(self) -> tuple[TableView, ...]:
        """The views of all maps."""
        return tuple(self._views.values())

    def view(self, name: str) -> TableView:
        """Return the view of a map."""
        return self._views[name]

    def put_over(self, name: str, row: QWidget) -> None:
        """Put a row of buttons over a map. The row stays with the map if the map is moved."""
        now, index = self.current, self._tabs.indexOf(self._views[name])
        self._tabs.removeTab(index)
        self._pages[name] = page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(row)
        column.addWidget(self._views[name], 1)
        self._views[name].show()
        self._tabs.insertTab(index, page, self._titles[name])
        self.show_map(now)

    def set_corner(self, actions: Sequence[QAction]) -> None:
        """Show buttons for these actions beside the tabs."""
        corner = QWidget()
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 2, 4, 2)
        row.setSpacing(2)
        for action in actions:
            made = QToolButton()
            part(made, "corner")
            made.setDefaultAction(action)
            made.setFixedSize(28, 24)
            made.setAccessibleName(action.text())
            key = action.shortcut().toString()
            action.setToolTip(f"{action.text()} ({key})" if key else action.text())
            row.addWidget(made)
        self._tabs.setCornerWidget(corner)

    def offer(self, names: Collection[str]) -> None:
        """Offer exactly these maps, at least one; the others have no tab."""
        self._offered = set(names)
        if self._beside and self._beside not in self._offered:
            self.put_back()
        if self.current not in self._offered:
            self.show_map(next(name for name in self.offered if name != self._beside))
        for index in range(self._tabs.count()):
            if self._tabs.isTabVisible(index) != self._is_offered(index):  # else Qt forgets that others have changed
                self._tabs.setTabVisible(index, self._is_offered(index))

    @property
    def offered(self) -> list[str]:
        """The names of the offered maps, in their order."""
        return [name for name in self._views if name in self._offered]

    def _is_offered(self, index: int) -> bool:
        return any(self._pages[name] is self._tabs.widget(index) for name in self._offered)

    def show_map(self, name: str) -> None:
        """Bring a map to the front, if it is offered."""
        if name != self._beside and name in self._offered:
            self._tabs.setCurrentWidget(self._pages[name])

    def show_next(self) -> None:
        """Bring the next map to the front."""
        count, now = self._tabs.count(), self._tabs.currentIndex()
        following = ((now + step) % count for step in range(1, count))
        self._tabs.setCurrentIndex(next(filter(self._tabs.isTabVisible, following), now))

    def put_beside(self, name: str) -> None:
        """Show a map beside the one in front; at least two maps must be offered.

        If it was in front, its view does not change; else the whole map is shown.
        """
        self.put_back()
        view, page = self._views[name], self._pages[name]
        self._tab_before = self.current
        others = [other for other in self.offered if other != name]
        front = self.current if self.current != name else others[0]
        self._before = {shown: map_view_of(self._views[shown]) for shown in (name, front)}
        self._tabs.setCurrentWidget(self._pages[front])
        self._tabs.removeTab(self._tabs.indexOf(page))
        self._split.addWidget(page)
        page.show()
        self._split.setSizes([self.width() * 3 // 5, self.width() * 2 // 5])
        self._beside = name
        if name != self._tab_before:
            soon(view, TableView.fit)

    def put_back(self) -> None:
        """Put the map beside the tabs back into its tab. Both maps get back the views that they had before."""
        if not self._beside:
            return
        page = self._pages[self._beside]
        self._tabs.insertTab(list(self._views).index(self._beside), page, self._titles[self._beside])
        self._beside = ""
        self.offer(self._offered)
        self.show_map(self._tab_before)
        soon(self, MapsArea._look_as_before)

    def _look_as_before(self) -> None:
        for name, look in self._before.items():
            look_at_map(self._views[name], look)
        self._before = {}

    def under(self, at: QPoint) -> tuple[str, QPointF] | None:
        """Return the map under a point of the screen, and the point of that map (map pixels); None if there is none."""
        for name, view in self._views.items():
            here = view.viewport().mapFromGlobal(at)
            if view.isVisible() and view.viewport().rect().contains(here):
                return name, view.mapToScene(here)
        return None
