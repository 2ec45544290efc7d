"""The umpire's views of the map: the truth, each side's view, and everything with the differences marked.

The umpire keeps their own seat and camera. A key shows a view while it is held; a button keeps it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
)

from tabletop.desktop.contacts.contact_desk import ContactDesk
from tabletop.desktop.drawing.contact_sign import ContactSign
from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.desktop.drawing.sheet.map_sheet import SheetPainter
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.map.map_widget import MapOnTable
from tabletop.desktop.platform.module_paths import folder_of, map_folder
from tabletop.desktop.platform.soon import soon
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.layers.contact_signs import ContactSigns
from tabletop.desktop.scene.map_scene import MapScene
from tabletop.desktop.scene.pieces.piece_pictures import UNSIZED, ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.belief_layer import BeliefLayer, BeliefScene
from tabletop.desktop.umpire.belief_marks import SideMark
from tabletop.desktop.umpire.desk_facts import EVERYTHING, MOST_SIDES, TRUTH, DeskFacts, DeskView
from tabletop.desktop.umpire.map_marks import MapMarks
from tabletop.desktop.umpire.view_bar import ViewBar
from tabletop.game.beliefs.belief_differences import BeliefDifference
from tabletop.game.beliefs.contact import Contact
from tabletop.game.side_cells import side_of

_KEYS: Final = [Qt.Key(Qt.Key.Key_F1 + number) for number in range(MOST_SIDES + 2)]


class DeskViews(QObject):
    """The views of all maps of a window, with their keys, their buttons and the marks of the umpire."""

    changed = Signal()
    """The facts have changed, or another view is on show."""

    followed = Signal(str, int, int)
    """The umpire goes to a difference: its map, and its point there (map pixels)."""

    def __init__(
        self,
        window: QMainWindow,
        model: TableModel,
        theme: Theme,
        maps: MapsArea,
        on_table: Mapping[str, MapOnTable],
        contacts: ContactDesk,
        is_shown: Callable[[], bool],
    ) -> None:
        """Make the views. `is_shown` returns whether the table is visible, and not covered by the curtain."""
        super().__init__(window)
        self.facts = DeskFacts(model, self._refresh_soon)
        self._model = model
        self._theme = theme
        self._maps = maps
        self._on_table = on_table
        self._contacts = contacts
        self._is_shown = is_shown
        self._ratio = window.devicePixelRatioF()
        self._home: DeskView = TRUTH
        self._held: DeskView | None = None
        self._swipes = False
        self._last = ""
        self._is_due = False
        self._layers: dict[str, BeliefLayer] = {}
        self._scenes: dict[tuple[str, int], BeliefScene] = {}
        self._pictures: dict[int, ModulePictures] = {}
        faces = model.module.faces
        self._faces = FacePixmaps(faces, theme) if faces is not None else None
        self.bar = ViewBar(self, maps, theme)
        model.replaced.connect(self._begin)
        model.changed.connect(self._follow)
        for signal in (model.properties_changed, model.contacts_changed, maps.current_changed):
            signal.connect(self._refresh_soon)
        slow_drawings().ended.connect(self._forget_pictures)
        window.installEventFilter(self)
        self._begin()

    # the view on show

    @property
    def now(self) -> DeskView:
        """The view on show."""
        return self._home if self._held is None else self._held

    @property
    def is_open(self) -> bool:
        """True if the views are offered: to an umpire, or in a replay of a moderated game that shows all sides."""
        return self.facts.is_open

    @property
    def offered(self) -> list[DeskView]:
        """The views, in the order of their keys: truth, sides, everything."""
        return [TRUTH, *self.facts.sides[:MOST_SIDES], EVERYTHING]

    def title(self, view: DeskView) -> str:
        """Return the title of a view."""
        if view >= 0:
            return self.facts.title(view)
        return tr("Truth") if view == TRUTH else tr("All with differences")

    def mark(self, side: int) -> SideMark:
        """Return the mark of a side."""
        module = self._model.module
        record = module.about.sides[module.sides.index(side_of(self._model.game.sides[side]))]
        return SideMark(record.mark, self._theme.colour(record.colour), self._theme.colour(record.soft))

    def keep(self, view: DeskView) -> None:
        """Show a view until another one is chosen."""
        self._home, self._held = view, None
        self.refresh()

    def hold(self, view: DeskView | None) -> None:
        """Show a view while its key is held. None shows the kept view again."""
        if self.is_open and view != self._held:
            self._held = view
            self.refresh()

    def swipe(self, on: bool) -> None:
        """Show the view of the current side, or else of the first one, to the right of the mouse, and the truth to its
        left; with `on` false, end that.
        """
        if on != self._swipes:
            self._swipes = on
            self.refresh()

    def next_difference(self) -> BeliefDifference | None:
        """Show the next difference in the view on the map; return it, or None if there is none.

        The truth has no marks, so everything is shown instead.
        """
        found = self.facts.lettered(self.now)
        if not found:
            return None
        if self.now == TRUTH:
            self.keep(EVERYTHING)
        at = next((number for number, one in enumerate(found) if one.letter == self._last), -1)
        one = found[(at + 1) % len(found)]
        self._last = one.letter
        point = one.believed if self.now >= 0 and one.believed is not None else one.truth or one.believed
        if point is not None:
            name = self.facts.game.maps[point.map]
            self.followed.emit(name, point.x, point.y)
            self._on_table[name].view.look_at(point.x, point.y)
        self.changed.emit()
        return one

    # keeping up

    def _begin(self) -> None:
        self.facts.begin()
        self._held, self._last = None, ""
        self._refresh_soon()

    def _follow(self, _changes: object) -> None:
        self.facts.follow()
        self._refresh_soon()

    def _refresh_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            soon(self, DeskViews.refresh)

    def refresh(self) -> None:
        """Show the current facts."""
        self._is_due = False
        self.bar.show_views()
        for name, signs in self._contacts.layers.items():
            signs.hide("truth", hidden=self.is_open and self.now == TRUTH)
            if not self.is_open:
                if name in self._layers:
                    self._layers[name].hide()
            elif name == self._maps.current or name in self._layers:
                self._show_layer(name)
        self.changed.emit()

    def _show_layer(self, name: str) -> None:
        layer = self._layer(name)
        side = self.now if self.now >= 0 else 0 if self._swipes else None
        if side is None:
            layer.show_view(None)
            return
        layer.show_view(self.scene(name, side), self.mark(side), tr("View of {side}", side=self.facts.title(side)))
        if self._swipes:
            layer.swipe(layer.mapFromGlobal(layer.cursor().pos()).x())

    def _layer(self, name: str) -> BeliefLayer:
        if name not in self._layers:
            view = self._on_table[name].view
            marks = MapMarks(self.facts, self._theme, view, partial(self._drawn, name), self.mark)
            self._layers[name] = BeliefLayer(view, self._theme, partial(self._paint_marks, marks))
        return self._layers[name]

    def _drawn(self, name: str, view: DeskView) -> TableScene:
        """Return the scene of a map in a view."""
        return self._on_table[name].scene if view < 0 else self.scene(name, view).drawn.table

    def _paint_marks(self, marks: MapMarks, painter: QPainter) -> None:
        if self.is_open and self._is_shown():
            marks.paint(painter, self.now, plates=self.now < 0 and not self._swipes)

    def layer(self, name: str) -> BeliefLayer:
        """Return the cover over a map."""
        return self._layer(name)

    def scene(self, name: str, side: int) -> BeliefScene:
        """Return the scene of a map as a side sees it now."""
        if (name, side) not in self._scenes:
            self._scenes[name, side] = self._made_scene(name, side)
        found = self._scenes[name, side]
        found.show(self.facts.seen(side))
        return found

    def _made_scene(self, name: str, side: int) -> BeliefScene:
        module, theme, facts = self._model.module, self._theme, self.facts
        sheet, board = module.sheets[name], module.components.maps[name]
        painter = SheetPainter(sheet, module.faces, theme, map_folder(module, name), folder_of(module), board)
        index = facts.game.maps.index(name)
        drawn = MapScene(module, name, index, painter, self.pictures(side))
        drawn.table.setParent(self._layer(name))
        rings = self._contacts.rings(board)
        signs = ContactSigns(drawn.table, index, theme, self._sign, lambda _: "", rings)
        return BeliefScene(drawn, signs)

    def _sign(self, contacts: Sequence[Contact]) -> ContactSign:
        return self.facts.words.sign(contacts)

    def pictures(self, side: int) -> ModulePictures:
        """Return the pictures of pieces as a side sees them; for `TRUTH`, as they are."""
        if side not in self._pictures:
            seats = self.facts.game.seats
            seat = next((name for name, one in seats.items() if one.sides == (side,)), self._model.seat)
            module = self._model.module
            self._pictures[side] = ModulePictures(module.components, self._faces, folder_of(module), seat, self._ratio)
        return self._pictures[side]

    @property
    def counter_side(self) -> float:
        """The median length of the longer edges of the tray's counters (map pixels); a default for an empty tray."""
        sides = sorted(max(one.kind.width, one.kind.height) for one in self._model.module.tray)
        return float(sides[len(sides) // 2] if sides else 0) or UNSIZED

    def _forget_pictures(self) -> None:
        for pictures in self._pictures.values():
            pictures.forget()
        for scene in self._scenes.values():
            scene.drawn.table.draw_anew()
        self._refresh_soon()

    # keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        """Handle the keys of the views before the window's own actions. When the window loses the focus, end a held
        view and the swipe.
        """
        if event.type() == QEvent.Type.WindowDeactivate:
            self.hold(None)
            self.swipe(on=False)
        if not isinstance(event, QKeyEvent) or not self.is_open or not self._is_shown():
            return False
        does = self._meaning(event)
        if does is None:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif not event.isAutoRepeat():
            does(event.type() == QEvent.Type.KeyPress)
        return True

    def _meaning(self, event: QKeyEvent) -> Callable[[bool], object] | None:
        """Return the function for a key, which takes True for its press and False for its release; None if the key has
        no meaning here.
        """
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        key = Qt.Key(event.key())
        if key in _KEYS[: len(self.offered)]:
            view = self.offered[_KEYS.index(key)]
            return lambda on: self.hold(view if on else None)
        if isinstance(QApplication.focusWidget(), QLineEdit | QPlainTextEdit | QAbstractSpinBox):
            return None
        if key == Qt.Key.Key_W:
            return lambda on: self.swipe(on=on)
        if key == Qt.Key.Key_Period:
            return lambda on: self.next_difference() if on else None
        return None
