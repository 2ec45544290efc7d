"""Picture files are checked before they are opened; those that cannot be shown are blank."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tabletop.desktop.drawing.pictures.module_pictures import BLANK_PX, blank, icon_in, picture_in, read_picture
from tabletop.module.contents.assets import LARGEST_PICTURE_BYTES

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


def test_a_picture_is_of_its_module_or_a_blank(qapp: object, tmp_path: Path) -> None:
    folder = tmp_path / "module"
    folder.mkdir()
    for name in ("in.png", "../out.png"):
        assert QImage(7, 5, QImage.Format.Format_RGB32).save(str(folder / name))
    (folder / "link.png").symlink_to(tmp_path / "out.png")
    assert (picture_in(folder, "in.png").width(), icon_in(folder, "in.png").width()) == (7, 7)
    for name in ("../out.png", str(tmp_path / "out.png"), "link.png", "gone.png"):
        assert picture_in(folder, name) == blank(Path(name).stem)
        assert icon_in(folder, name).isNull()


def test_a_picture_larger_than_any_is_not_read(qapp: object, tmp_path: Path) -> None:
    with (tmp_path / "vast.png").open("wb") as file:
        file.truncate(LARGEST_PICTURE_BYTES + 1)
    assert read_picture(tmp_path / "vast.png") == blank("vast")


def test_what_is_missing_is_a_blank(qapp: object, tmp_path: Path) -> None:
    assert read_picture(tmp_path / "gone.png").width() == BLANK_PX
