"""A sheet of samples: every face template of a module at two sizes, to be looked at.

`python -m tabletop.desktop.drawing.contact_sheet --out sheet.png [--book FILE] [--samples FILE] [--sizes 192,48]`
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from tabletop.desktop.drawing.fonts import FACES, load_fonts
from tabletop.desktop.drawing.pixmaps import FacePixmaps
from tabletop.desktop.theme import DARK, LIGHT, PLAIN, Theme
from tabletop.module import shipped
from tabletop.module.schema.faces import FaceBook

if TYPE_CHECKING:
    from collections.abc import Sequence

_COUNTERS = ("modules", "fire_in_the_sky", "counters")
_THEMES = {"light": LIGHT, "dark": DARK, "plain": PLAIN}
_GAP = 0.16


class Sample(BaseModel):
    """A counter to be shown: a template and the values of a piece."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    template: str
    values: dict[str, str] = {}


class Row(BaseModel):
    """A headed row of samples."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    samples: tuple[Sample, ...]


def read_book(file: Path) -> FaceBook:
    """The face book in a YAML file, which is read as text."""
    return FaceBook.model_validate(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader))


def read_samples(file: Path) -> tuple[Row, ...]:
    """The rows of samples in a YAML file."""
    content = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    return TypeAdapter(tuple[Row, ...]).validate_python(content)


def draw_sheet(
    book: FaceBook, rows: Sequence[Row], theme: Theme, sides: Sequence[int], device_ratio: float = 1.0
) -> QImage:
    """The sheet: a row of samples a line, once for each size; `device_ratio` px of the picture are one on screen."""
    widths = [sum(_pitch(side) * max(len(row.samples) for row in rows) for side in sides) + 40]
    height = sum(max(_pitch(side) for side in sides) + 34 for _ in rows) + 20
    image = QImage(
        round(widths[0] * device_ratio), round(height * device_ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(device_ratio)
    image.fill(theme.colour("sunk"))
    pictures = FacePixmaps(book, theme)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    top = 12.0
    for row in rows:
        painter.setFont(FACES["text"].font(14))
        painter.setPen(theme.colour("ink"))
        painter.drawText(QPointF(20, top + 16), row.title)
        left = 20.0
        for side in sides:
            middle = QPointF(left + _pitch(side) / 2, top + 28 + max(_pitch(s) for s in sides) / 2)
            for sample in row.samples:
                picture = pictures.picture(sample.template, sample.values, side, device_ratio=device_ratio)
                shown = side / picture.side_px
                size = picture.pixmap.size().toSizeF() * shown
                painter.drawPixmap(
                    QRectF(middle + picture.offset * shown, size), picture.pixmap, QRectF(picture.pixmap.rect())
                )
                middle += QPointF(_pitch(side), 0)
            left += _pitch(side) * max(len(row.samples) for row in rows)
        top += max(_pitch(side) for side in sides) + 34
    painter.end()
    return image


def _pitch(side: float) -> float:
    return side * (1 + _GAP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw a sheet as the arguments say; returns the exit code."""
    parser = argparse.ArgumentParser(description="Draw samples of a module's face templates on one sheet.")
    parser.add_argument("--out", type=Path, required=True, help="the picture to write")
    parser.add_argument("--book", type=Path, default=shipped.path(*_COUNTERS, "faces.yaml"))
    parser.add_argument("--samples", type=Path, default=shipped.path(*_COUNTERS, "samples.yaml"))
    parser.add_argument("--sizes", default="192,48", help="sides in px, parted by commas")
    parser.add_argument("--theme", choices=sorted(_THEMES), default="light")
    parser.add_argument("--ratio", type=float, default=1.0, help="px of the picture for one of the screen")
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
