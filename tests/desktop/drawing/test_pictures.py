"""Picture files are looked at before they are opened; what cannot be shown is a blank."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tabletop.desktop.drawing.pictures import BLANK_PX, blank, read_picture

BOMB = (
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' height='9'><defs>"
    "<g id='a0'><rect width='1' height='1'/></g>"
    + "".join(f"<g id='a{n}'>" + f"<use xlink:href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, 10))
    + "</defs><use xlink:href='#a9'/></svg>"
)
OUTSIDE = (
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' height='9'>"
    "<image xlink:href='file:///etc/hostname' width='9' height='9'/></svg>"
)


def test_a_sound_picture_is_shown_as_it_is(qapp: object, tmp_path: Path) -> None:
    image = QImage(7, 5, QImage.Format.Format_RGB32)
    image.fill(QColor("#A8322A"))
    image.save(str(tmp_path / "a.png"))
    found = read_picture(tmp_path / "a.png")
    assert (found.width(), found.height(), found.pixelColor(3, 2)) == (7, 5, QColor("#A8322A"))


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.svg", BOMB.encode()), ("a.svg", OUTSIDE.encode()), ("a.png", b"\x89PNG"), ("a.png", b""), ("a.txt", b"words")],
)
def test_what_is_harmful_or_broken_is_a_blank(qapp: object, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert read_picture(tmp_path / name) == blank("a")


def test_what_is_missing_is_a_blank(qapp: object, tmp_path: Path) -> None:
    assert read_picture(tmp_path / "gone.png").width() == BLANK_PX
