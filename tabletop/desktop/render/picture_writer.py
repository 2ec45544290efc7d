"""Pictures written to files: completely, or not at all."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from tabletop.module.cache.module_cache import write_whole


class PictureFormError(ValueError):
    """An ending of a file that names no known form of pictures."""


def write_picture(picture: QImage, path: Path) -> None:
    """Write a picture in the format of the file's ending; an old file is replaced at the end.

    Raises PictureFormError, and OSError, with nothing left behind.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    form = path.suffix.removeprefix(".").lower() or "none"
    if not QImageWriter(buffer, QByteArray(form.encode())).write(picture):
        raise PictureFormError(path.suffix)
    write_whole(path, bytes(buffer.data().data()))
