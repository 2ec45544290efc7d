"""Reading of picture files of modules. Their headers are checked first; a labelled blank replaces a bad picture."""

import math
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPixmap

from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.module.contents.assets import LARGEST_PICTURE_BYTES, LONGEST_SIDE_PX, AssetError, examine
from tabletop.module.source import found_in

BLANK_PX = 60


def picture_in(folder: Path, name: str) -> QImage:
    """Return the picture with this name in the folder of a module. If there is no such file in it, return a labelled
    blank.
    """
    file = found_in(folder, name)
    return blank(PurePosixPath(name).stem) if file is None else read_picture(file)


def icon_in(folder: Path, name: str) -> QPixmap:
    """Return a picture in a module's folder for a button; a null pixmap if there is none."""
    file = found_in(folder, name)
    return QPixmap() if file is None else QPixmap.fromImage(read_picture(file))


def read_picture(file: Path) -> QImage:
    """Return the picture in a file. For a file that is missing, damaged, harmful or too large, this is a blank with its
    name.

    It is also a blank for a slow drawing until that is ready (`slow_drawings().ended`).
    """
    try:
        if file.stat().st_size > LARGEST_PICTURE_BYTES:
            return blank(file.stem)
        content = file.read_bytes()
        asset = examine(file.name, content)
    except (OSError, AssetError):
        return blank(file.stem)
    size = asset.width_px, asset.height_px
    slow = slow_drawings().of(content, size, math.prod(size)) if asset.format == "svg" else None
    if slow is not None:
        slow.begin()
        return read_picture(slow.picture) if slow.is_done else blank(file.stem)
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(asset.format.encode()))
    reader.setAutoTransform(True)
    if max(asset.width_px, asset.height_px) > LONGEST_SIDE_PX:
        return blank(file.stem)
    image = reader.read()
    return blank(file.stem) if image.isNull() else image


def blank(words: str) -> QImage:
    """Return a stand-in for a picture that cannot be shown: a plain square with words on it."""
    image = QImage(BLANK_PX, BLANK_PX, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#EDEAE1"))
    with QPainter(image) as painter:
        painter.setPen(QColor("#4E5C66"))
        painter.drawRect(QRect(0, 0, BLANK_PX - 1, BLANK_PX - 1))
        painter.drawText(image.rect(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), words)
    return image
