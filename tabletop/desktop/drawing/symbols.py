"""Small vector drawings from files: signs, APP-6 symbols, ship silhouettes, icons of the window."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import yaml
from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from tabletop.desktop.platform.translation import tr
from tabletop.module import shipped
from tabletop.module.schema.faces import FaceError, Ship, read_polygons

if TYPE_CHECKING:
    from tabletop.module.schema.faces import FaceBook, Polygons

_ICON_SIZES = (16, 20, 24, 32, 48)


@lru_cache(maxsize=512)
def svg(folder: str, name: str, ink: str) -> QSvgRenderer:
    """Return the drawing `assets/<folder>/<name>.svg` with `ink` (`#RRGGBB`) for `currentColor`.

    It is shared, and must not be changed. Raises `FaceError` if there is no such file.
    """
    file = shipped.path("assets", folder, f"{name}.svg")
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise FaceError(tr("There is no drawing '{name}' in assets/{folder}.", name=name, folder=folder)) from None
    return QSvgRenderer(QByteArray(text.replace("currentColor", ink).encode()))


def paint_svg(painter: QPainter, folder: str, name: str, box: QRectF, ink: str) -> None:
    """Draw a file in the middle of a box, as large as possible without stretching it."""
    drawing = svg(folder, name, ink)
    size = drawing.viewBoxF().size()
    size.scale(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(0, 0, size.width(), size.height())
    target.moveCenter(box.center())
    drawing.render(painter, target)


def svg_pixmap(folder: str, name: str, pixels: int, ink: str) -> QPixmap:
    """Return a drawing as a square picture of this many pixels a side."""
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_svg(painter, folder, name, QRectF(0, 0, pixels, pixels), ink)
    return pixmap


@lru_cache(maxsize=512)
def icon(name: str, ink: str, disabled_ink: str | None = None) -> QIcon:
    """Return an icon of the window from `assets/icons`, in sizes from 16 to 48 pixels. It is shared, and must not be
    changed.
    """
    result = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, ink), (QIcon.Mode.Disabled, disabled_ink)):
        if colour is None:
            continue
        for pixels in _ICON_SIZES:
            result.addPixmap(svg_pixmap("icons", name, pixels, colour), mode)
    return result


@cache
def ships() -> dict[str, Ship]:
    """Return the silhouettes of ships that come with the program, by name."""
    text = shipped.path("assets", "silhouettes", "ships.yaml").read_text(encoding="utf-8")
    written = yaml.load(text, Loader=yaml.CBaseLoader)
    return {
        name: Ship.model_construct(title=ship["title"], polygons=read_polygons(ship["polygons"]))
        for name, ship in written.items()
    }


def polygons_path(polygons: Polygons) -> QPainterPath:
    """Return the polygons as one path, filled together."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for polygon in polygons:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in polygon]))
        path.closeSubpath()
    return path


def ship_outline(book: FaceBook, name: str) -> QPainterPath | None:
    """Return the silhouette with this name: the module's own, else the program's; None if there is none."""
    ship = book.silhouettes.get(name) or ships().get(name)
    return None if ship is None else _ship_path(ship)


@lru_cache(maxsize=256)
def _ship_path(ship: Ship) -> QPainterPath:
    return polygons_path(ship.polygons)
