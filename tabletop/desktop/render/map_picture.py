"""Drawing of a map and its pieces as a picture file, without a window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.fonts import load_fonts
from tabletop.desktop.drawing.pictures.picture_writer import PictureFormError, write_picture
from tabletop.desktop.drawing.pictures.prepared_pictures import drawn_whole
from tabletop.desktop.drawing.sheet.map_sheet import SheetPainter
from tabletop.desktop.drawing.theme import DARK, LIGHT
from tabletop.desktop.platform.module_paths import folder_of, map_folder
from tabletop.desktop.scene.layers.contact_signs import ContactSigns, newest_sign
from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges
from tabletop.desktop.scene.map_scene import MapScene
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import View
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.documents.problems import nearest
from tabletop.texts import text

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from tabletop.board.map import Map
    from tabletop.desktop.scene.table_scene import TableScene
    from tabletop.game.state.game import Game
    from tabletop.module.module import Module

_THEMES: Final = {"light": LIGHT, "dark": DARK}
_CLOSE: Final = 1.0
"""The default zoom at a place: the pixels of the picture for each map pixel."""
_CLOSEST: Final = 16.0
_FARTHEST: Final = 8.0
"""The greatest factor by which a map may be drawn smaller than at the zoom at which all of it fits into the picture."""


class PictureError(ValueError):
    """An error in a request: an unknown map, place, side, theme or format, or a bad zoom. Its text is a sentence."""


@dataclass(frozen=True)
class PictureRequest:
    """The contents of a picture: a map of a module and, with a `game`, all pieces on it.

    `map` is the name of the map, or empty for the module's first one. `at` is the place in the middle, or empty for the
    whole map. `zoom` is the number of pixels of the picture for each map pixel; 0 stands for 1 if there is a place, and
    otherwise for the zoom at which the whole map fits. With an `area` (left, top, width and height in map pixels) only
    this part is drawn, one pixel for each map pixel, and the other fields for the view are ignored. `moved` are the
    pieces that were moved last, for maps that mark them. Without `letters` the texts of labels are left out. `side` is
    the side that sees the picture, or empty for everything. `fan` is the place whose stacks are fanned out.
    """

    module: Module
    game: Game | None = None
    map: str = ""
    at: str = ""
    zoom: float = 0.0
    size: tuple[int, int] = (1600, 1000)
    theme: str = "light"
    side: str = ""
    fan: str = ""
    area: tuple[int, int, int, int] | None = None
    moved: tuple[int, ...] = ()
    letters: bool = True


def save(wanted: PictureRequest, file: Path) -> None:
    """Draw a picture, and write it to a file in the format of its ending. It waits for slow preparations.

    Raises PictureError, and OSError if it cannot be written.
    """
    ready_to_draw()
    image = drawn_whole(partial(draw, wanted))
    try:
        write_picture(image, file)
    except PictureFormError as problem:
        raise PictureError(text("picture-form", file=file)) from problem


def ready_to_draw() -> None:
    """Make the objects that drawing needs, if no window has them."""
    _application()
    load_fonts()


@cache
def _application() -> QCoreApplication:
    """Return the application object, which Qt's fonts and pictures need until the program ends."""
    return QApplication.instance() or QApplication(["wartable"])


def draw(wanted: PictureRequest) -> QImage:
    """Return the picture that a request describes. There must be a QApplication. Raises PictureError."""
    if wanted.game is not None:
        wanted = replace(wanted, module=as_laid(wanted.module, wanted.game.properties))
    module = wanted.module
    name = _one("no-map", wanted.map or next(iter(module.sheets)), module.sheets)
    theme = _THEMES[_one("no-theme", wanted.theme, _THEMES)]
    if wanted.side:
        _one("no-side", wanted.side, wanted.game.sides if wanted.game is not None else module.sides)
    sheet = SheetPainter(module.sheets[name], module.faces, theme, map_folder(module, name), folder_of(module))
    area, scale = _seen(wanted, module.components.maps[name], sheet.bounds())
    scene = _scene(wanted, wanted.game, name, sheet, scale) if wanted.game is not None else None
    image = QImage(QSize(*(wanted.area[2:] if wanted.area else wanted.size)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.colour("paper"))
    with QPainter(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        painter.translate(-area.topLeft())
        sheet.paint(painter, area, sheet.sheet.hex_px * scale)
        painter.resetTransform()
        if scene is not None:
            scene.refresh(area)
            scene.render(painter, QRectF(image.rect()), area, Qt.AspectRatioMode.IgnoreAspectRatio)
    return image


def _scene(wanted: PictureRequest, truth: Game, name: str, sheet: SheetPainter, scale: float) -> TableScene:
    """Return the scene of the map, as the window would show it at this scale."""
    module, theme = wanted.module, sheet.theme
    game = _as_seen(truth, wanted.side)
    fanned = _at_place(wanted, game, name) if wanted.fan else []
    faces = FacePixmaps(module.faces, theme) if module.faces is not None else None
    pictures = ModulePictures(module.components, faces, folder_of(module), letters=wanted.letters)
    drawn = MapScene(module, name, game.maps.index(name), sheet, pictures)
    drawn.show_game(game, PieceChanges.everything(game))
    scene = drawn.table
    scene.set_scale(scale)
    scene.show_moved(wanted.moved)
    if wanted.side:
        now = module.components.contact_clock.now(game.properties.get)
        signs = ContactSigns(
            scene, scene.map_index, theme, lambda found: newest_sign(found, module.components, now), str
        )
        signs.show(game)
    for holder in fanned:
        scene.fan(holder, out=True)
    return scene


def _seen(wanted: PictureRequest, board: Map, bounds: QRectF) -> tuple[QRectF, float]:
    """Return the shown part of the map (map pixels), and the number of pixels of the picture for each map pixel.

    Raises PictureError for a bad zoom.
    """
    if wanted.area is not None:
        return QRectF(*wanted.area), 1.0
    width, height = wanted.size
    fitting = min(width / bounds.width(), height / bounds.height())
    scale = wanted.zoom or (_CLOSE if wanted.at else fitting)
    if not fitting / _FARTHEST <= scale <= _CLOSEST:
        raise PictureError(
            text("zoom-out-of-bounds", zoom=f"{scale:g}", least=f"{fitting / _FARTHEST:.2g}", most=f"{_CLOSEST:g}")
        )
    area = QRectF(0, 0, width / scale, height / scale)
    area.moveCenter(_point(wanted.at, board) if wanted.at else bounds.center())
    return area, scale


def _point(place: str, board: Map) -> QPointF:
    spot = board.spot_of(place)
    if spot is None:
        guess = nearest(place, (*board.places(), *(alias for alias, _ in board.aliases)))
        raise PictureError(text("no-place-but", place=place, guess=guess) if guess else text("no-place", place=place))
    return QPointF(spot.x, spot.y)


def _as_seen(game: Game, side: str) -> Game:
    """Return the game as a side sees it; the full position if no side is named."""
    if not side:
        return game
    return View.of(game, audience([game.sides.index(side)])).game


def _at_place(wanted: PictureRequest, game: Game, name: str) -> list[int]:
    """Return the stacks at the place whose stacks must be fanned out."""
    where = _point(wanted.fan, wanted.module.components.maps[name])
    found = game.holders_at(game.maps.index(name), round(where.x()), round(where.y()))
    return [id for id in found if game.holders[id].form == "stack"]


def _one(key: str, name: str, known: Collection[str]) -> str:
    """Return the name if it is a known one. Raises PictureError."""
    if name not in known:
        raise PictureError(text(key, name=name, known=", ".join(known)))
    return name
