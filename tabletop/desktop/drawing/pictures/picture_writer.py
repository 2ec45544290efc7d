"""Writing of pictures to files, which are either complete or not written."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from tabletop.module.cache.module_cache import write_whole


class PictureFormError(ValueError):
    """An error for a file ending that does not name a known picture format."""


def write_picture(picture: QImage, path: Path) -> None:
    """Write a picture in the format of the file's ending.

    An old file is replaced at the end. After an error nothing is left behind. Raises PictureFormError and OSError.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    form = path.suffix.removeprefix(".").lower() or "none"
    if not QImageWriter(buffer, QByteArray(form.encode())).write(picture):
        raise PictureFormError(path.suffix)
    write_whole(path, bytes(buffer.data().data()))
