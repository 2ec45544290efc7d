"""The open overlays of the assistant, each on one map. At most two of them show zones or threatened places."""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QObject, Signal

from tabletop.assistance import Overlay, OverlayOffer
from tabletop.desktop.platform.background_questions import BackgroundQuestions
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer

MOST_ZONES: Final = 2
_AREA_KINDS: Final = frozenset({"zone", "threat"})


class OpenOverlays(QObject):
    """The overlays that are open in a window, each on one map. `refresh` updates them after a change of the table."""

    legends_changed = Signal(object)
    """The overlays to explain: a tuple of `Overlay`."""

    def __init__(
        self,
        parent: QObject,
        offers: tuple[OverlayOffer, ...],
        layers: Mapping[str, OverlayLayer],
        find: Callable[[str, str], Overlay | None],
        completing: Callable[[Overlay], Callable[[], Overlay | None] | None] = lambda _: None,
    ) -> None:
        """Begin with no overlay open.

        `find` returns the overlay with an id on a map, in the present position. `completing` returns a function that
        works out the rest of an overlay in the background, or None if it is complete.
        """
        super().__init__(parent)
        self._offers = {offer.id: offer for offer in offers}
        self._layers = layers
        self._find = find
        self._completing = completing
        self._questions: BackgroundQuestions[Overlay | None] = BackgroundQuestions(self, self._complete)
        self._open: dict[str, str] = {}
        self._shown: dict[str, Overlay] = {}
        self._found: dict[str, Overlay] = {}

    @property
    def open(self) -> tuple[str, ...]:
        """The ids of the open overlays, the last opened one last."""
        return tuple(self._open)

    @property
    def shown(self) -> Mapping[str, Overlay]:
        """The drawn overlays, by id. An open overlay without anything to draw is missing."""
        return self._shown

    def toggle(self, id: str, map_name: str) -> bool:
        """Open an overlay on a map, or close it; return False if it was opened and shows nothing."""
        was_here = self._open.get(id) == map_name
        self.close(id)
        if was_here:
            return True
        self._open[id] = map_name
        self._draw(id)
        self._make_room(id)
        self._tell()
        return id in self._shown

    def close(self, id: str) -> None:
        """Close one overlay."""
        map_name = self._open.pop(id, None)
        if map_name is not None:
            self._take_away(id, map_name)
            self._questions.forget(id)
            self._tell()

    def close_all(self) -> None:
        """Close all overlays."""
        for id in self.open:
            self.close(id)

    def forget_shown(self) -> None:
        """Hide the open overlays until they are drawn again."""
        self._shown.clear()
        self._found.clear()
        self._questions.forget_all()
        self._tell()

    def refresh(self, *, choice_only: bool = False) -> None:
        """Draw the open overlays again: all, or only those that follow the selection."""
        for id in self.open:
            if not choice_only or self._offers[id].follows:
                self._draw(id)
        self._tell()

    def _draw(self, id: str) -> None:
        """Draw the part of an overlay that is quickly found, unless it is unchanged, and ask for the rest."""
        map_name = self._open[id]
        found = self._find(id, map_name)
        rest = self._completing(found) if found is not None else None
        if rest is None:
            self._questions.forget(id)
        else:
            self._questions.ask(id, rest)
        if found == self._found.get(id) and (found is None or id in self._layers[map_name].shown):
            return
        self._take_away(id, map_name)
        if found is not None:
            self._found[id] = found
            self._put(found)

    def _complete(self, id: str, found: Overlay | None) -> None:
        """Draw the whole of an overlay that is still open."""
        if found is not None and id in self._open and found != self._shown.get(id):
            self._put(found)
            self._tell()

    def _put(self, overlay: Overlay) -> None:
        self._layers[overlay.map].show(overlay)
        self._shown[overlay.id] = overlay

    def _take_away(self, id: str, map_name: str) -> None:
        self._layers[map_name].hide(id)
        self._shown.pop(id, None)
        self._found.pop(id, None)

    def _make_room(self, newest: str) -> None:
        """If the newest overlay shows zones or threatened places, close the oldest overlays of this sort beyond two."""
        zones = [id for id, shown in self._shown.items() if any(area.kind in _AREA_KINDS for area in shown.areas)]
        if newest in zones:
            for id in zones[:-MOST_ZONES]:
                self.close(id)

    def _tell(self) -> None:
        self.legends_changed.emit(tuple(self._shown.values()))
