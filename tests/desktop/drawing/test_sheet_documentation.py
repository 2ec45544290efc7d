"""The map in the page on maps is one that reads and paints."""

from __future__ import annotations

import re

import pytest
import yaml
from PySide6.QtCore import QSize

from tabletop.desktop.drawing.sheet import SheetPainter
from tabletop.desktop.theme import LIGHT
from tabletop.module import shipped
from tabletop.module.schema.sheet import Sheet

PAGE = shipped.path("docs", "maps.md")

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_example_reads_and_paints(tmp_path_factory: pytest.TempPathFactory) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    sheet = Sheet.model_validate(yaml.load(example, Loader=yaml.BaseLoader))
    assert list(sheet.misfits()) == []
    painter = SheetPainter(sheet, None, LIGHT, tmp_path_factory.mktemp("none"))
    assert painter.map.find("Harbour") == "0302"
    assert not painter.picture(QSize(450, 350)).isNull()


def test_the_page_names_every_part_of_a_map() -> None:
    page = PAGE.read_text(encoding="utf-8")
    plain = {"id", "name", "basis", "ground", "stamps", "strokes"}
    assert [key for key in Sheet.model_fields if key not in plain and f"`{key}`" not in page and key not in page] == []
