"""A contact sheet: a picture with samples of a module's face templates.

`python -m tabletop.workshop.contact_sheet --out sheet.png [--book FILE] [--samples FILE] [--sizes 192,48]`
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap, FacePixmaps
from tabletop.desktop.drawing.fonts import FACES, load_fonts
from tabletop.desktop.drawing.theme import DARK, LIGHT, PLAIN, Theme
from tabletop.module import shipped
from tabletop.module.schema.faces import FaceBook

if TYPE_CHECKING:
    from collections.abc import Sequence

_COUNTERS = ("modules", "fire_in_the_sky", "counters")
_THEMES = {"light": LIGHT, "dark": DARK, "plain": PLAIN}
_GAP = 0.16
_MARGIN_PX = 20
_TITLE_PX = 30


class Sample(BaseModel):
    """A counter on the sheet: a template and the values of a piece."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    template: str
    values: dict[str, str] = {}


class SampleRow(BaseModel):
    """A headed row of samples."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    samples: tuple[Sample, ...]


def read_book(file: Path) -> FaceBook:
    """Return the face book in a YAML file, which is read as text."""
    return FaceBook.model_validate(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader))


def read_samples(file: Path) -> tuple[SampleRow, ...]:
    """Return the rows of samples in a YAML file."""
    content = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    return TypeAdapter(tuple[SampleRow, ...]).validate_python(content)


def draw_sheet(
    book: FaceBook, rows: Sequence[SampleRow], theme: Theme, sides: Sequence[int], device_ratio: float = 1.0
) -> QImage:
    """Return a picture of the sheet: each row of samples is a line, which has all its samples once in each size.

    `sides` are the sizes: lengths of a counter's side in pixels of the screen. `device_ratio` is the number of pixels
    of the picture for one pixel of the screen.
    """
    most = max(len(row.samples) for row in rows)
    tallest = max(_pitch(side) for side in sides)
    width = 2 * _MARGIN_PX + sum(_pitch(side) for side in sides) * most
    height = 2 * _MARGIN_PX + (tallest + _TITLE_PX) * len(rows)
    size = QSizeF(width, height) * device_ratio
    image = QImage(size.toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(device_ratio)
    image.fill(theme.colour("sunk"))
    pictures = FacePixmaps(book, theme)
    with QPainter(image) as painter:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(FACES["text"].font(14))
        painter.setPen(theme.colour("ink"))
        for index, row in enumerate(rows):
            top = _MARGIN_PX + index * (tallest + _TITLE_PX)
            painter.drawText(QPointF(_MARGIN_PX, top + 16), row.title)
            left = float(_MARGIN_PX)
            for side in sides:
                middle = QPointF(left + _pitch(side) / 2, top + _TITLE_PX + tallest / 2)
                for sample in row.samples:
                    picture = pictures.picture(sample.template, sample.values, side, device_ratio=device_ratio)
                    _show(painter, picture, middle, side)
                    middle += QPointF(_pitch(side), 0)
                left += _pitch(side) * most
    return image


def _show(painter: QPainter, picture: FacePixmap, middle: QPointF, side: float) -> None:
    scale = side / picture.side_px
    target = QRectF(middle + picture.offset * scale, picture.pixmap.size().toSizeF() * scale)
    painter.drawPixmap(target, picture.pixmap, QRectF(picture.pixmap.rect()))


def _pitch(side: float) -> float:
    return side * (1 + _GAP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw a sheet as the arguments say, and return the exit code."""
    parser = argparse.ArgumentParser(description="Draw samples of a module's face templates on one sheet.")
    parser.add_argument("--out", type=Path, required=True, help="the picture to write")
    parser.add_argument("--book", type=Path, default=shipped.path(*_COUNTERS, "faces.yaml"))
    parser.add_argument("--samples", type=Path, default=shipped.path(*_COUNTERS, "samples.yaml"))
    parser.add_argument("--sizes", default="192,48", help="lengths of a side in px, separated by commas")
    parser.add_argument("--theme", choices=sorted(_THEMES), default="light")
    parser.add_argument("--ratio", type=float, default=1.0, help="pixels of the picture for each pixel of the screen")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    load_fonts()
    sides = [int(side) for side in asked.sizes.split(",")]
    sheet = draw_sheet(read_book(asked.book), read_samples(asked.samples), _THEMES[asked.theme], sides, asked.ratio)
    del app
    return 0 if sheet.save(str(asked.out)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
