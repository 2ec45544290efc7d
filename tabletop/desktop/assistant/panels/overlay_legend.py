"""The legend of the overlays on a map: a card in a corner, with the rule of each overlay and a sample of each sign."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from tabletop.assistance import AreaKind, Overlay
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.scene.layers.rule_overlays import OverlayStyle
from tabletop.desktop.widgets.cards import column_in
from tabletop.desktop.widgets.panel_parts import label, part

_MOST_LINES: Final = 6
_MARGIN: Final = 26
_BELOW_TABS: Final = 60
_WIDEST: Final = 340

_SIGNS: Final[dict[AreaKind, str]] = {
    "reach": tr_later("within reach; paler costs more"),
    "dear": tr_later("costs more: dashed edge, rising hatch"),
    "threat": tr_later("within enemy reach: dotted edge, falling hatch"),
    "supplied": tr_later("in supply"),
    "full": tr_later("full: dashed edge, rising hatch"),
    "choice": tr_later("click to choose"),
    "cutting": tr_later("cuts supply if closed: dotted edge, rising hatch"),
    "arc": tr_later("in the arc (and in sight, if the rules demand it): dashed edge"),
}
_ZONE_SIGNS: Final = (
    tr_later("{side}: solid edge, rising hatch"),
    tr_later("{side}: dashed edge, falling hatch"),
)
_LINE_SIGNS: Final = {
    "holds": tr_later("━ supply line; ✓ base"),
    "cut": tr_later("┅ blocked from here"),
    "path": tr_later("━ path"),
    "opens": tr_later("╍ supply line once opened"),
    "sees": tr_later("━ seen"),
    "hidden": tr_later("┅ hidden"),
}


class LegendCard(QFrame):
    """A card in the lower right corner of the map that explains the open overlays. When the mouse comes over the card,
    the card moves to the upper right corner; the next time, it moves down again.
    """

    def __init__(self, over: QWidget, drawing: OverlayStyle, sides: Mapping[str, str]) -> None:
        """Make the card; `sides` are the titles of the sides by id."""
        super().__init__(over)
        self._over = over
        self._drawing = drawing
        self._sides = sides
        part(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column_in(self)
        self._inside: QWidget | None = None
        self._is_up = False
        self.hide()

    def show_overlays(self, overlays: Sequence[Overlay]) -> None:
        """Explain these overlays; the card is hidden if there are none."""
        if self._inside is not None:
            self._inside.hide()
            self._inside.deleteLater()
            self._inside = None
        self._is_up = self._is_up and bool(overlays)
        self.setVisible(bool(overlays))
        self.setAccessibleName("; ".join(_said(overlay) for overlay in overlays))
        if overlays:
            self._inside = QWidget()
            column = column_in(self._inside, gap=3, sides=10, ends=8)
            for overlay in overlays:
                self._explain(column, overlay)
            layout = self.layout()
            if layout is not None:
                layout.addWidget(self._inside)
            self._inside.show()
            self.stand()

    def stand(self) -> None:
        """Move the card to its present corner, with the size that it needs."""
        self.resize(self.sizeHint())
        room = self._over.rect()
        top = _BELOW_TABS if self._is_up else room.height() - self.height() - _MARGIN
        self.move(room.width() - self.width() - _MARGIN, top)
        self.raise_()

    def make_way(self, at: QPoint) -> None:
        """Move to the other corner if the mouse, at this point of the screen, is over the card."""
        if self.isVisible() and self.rect().contains(self.mapFromGlobal(at)):
            self._is_up = not self._is_up
            self.stand()

    def _explain(self, column: QVBoxLayout, overlay: Overlay) -> None:
        head = QHBoxLayout()
        title = label(overlay.legend.title, "title")
        title.setMaximumWidth(_WIDEST)
        head.addWidget(title, 1)
        head.addWidget(label(overlay.legend.rule, "tag"))
        column.addLayout(head)
        has_zones = any(area.kind == "zone" for area in overlay.areas)  # a sample explains each of them
        for line in () if has_zones else overlay.legend.lines[:_MOST_LINES]:
            said = label(line, "caption")
            said.setWordWrap(len(line) > _MOST_LETTERS)
            said.setMaximumWidth(_WIDEST)
            column.addWidget(said)
        for kind, side, words in self._signs(overlay):
            row = QHBoxLayout()
            swatch = QLabel()
            swatch.setPixmap(self._drawing.swatch(kind, side, self.devicePixelRatioF()))
            row.addWidget(swatch)
            row.addWidget(label(words, "caption"), 1)
            column.addLayout(row)
        for words in dict.fromkeys(_LINE_SIGNS[line.kind] for line in overlay.lines):
            column.addWidget(label(tr(words), "caption"))
        if overlay.crosses:
            column.addWidget(label(tr("✕ in an octagon: ends here"), "caption"))

    def _signs(self, overlay: Overlay) -> Iterator[tuple[AreaKind, str, str]]:
        """Yield each kind of area in the overlay, with its side and its explanation."""
        for kind, side in dict.fromkeys(
            (area.kind, area.side if area.kind == "zone" else "") for area in overlay.areas
        ):
            if kind == "zone":
                number = self._drawing.sides.index(side) if side in self._drawing.sides else 1
                yield kind, side, tr(_ZONE_SIGNS[min(number, 1)], side=self._sides.get(side, side))
            else:
                yield kind, side, tr(_SIGNS[kind])


_MOST_LETTERS: Final = 56


def _said(overlay: Overlay) -> str:
    return tr(
        "{overlay}, rule {rule}: {lines}",
        overlay=overlay.legend.title,
        rule=overlay.legend.rule,
        lines=", ".join(overlay.legend.lines),
    )
