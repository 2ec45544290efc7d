"""The example map in docs/maps.md can be read and drawn."""

from __future__ import annotations

import re

import pytest
import yaml
from PySide6.QtCore import QSize

from tabletop.desktop.drawing.sheet.map_sheet import SheetPainter
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.module import shipped
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.scenario import ScenarioFile

PAGE = shipped.path("docs", "maps.md")

pytestmark = pytest.mark.usefixtures("qapp")


EXAMPLE, *PARTS = (
    yaml.load(block, Loader=yaml.BaseLoader)
    for block in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
)


def test_the_example_reads_and_paints(tmp_path_factory: pytest.TempPathFactory) -> None:
    sheet = SheetRecord.model_validate(EXAMPLE)
    assert list(sheet.misfits()) == []
    painter = SheetPainter(sheet, None, LIGHT, tmp_path_factory.mktemp("none"))
    assert painter.map.find("Harbour") == "0302"
    assert not painter.picture(QSize(450, 350)).isNull()


def test_what_the_page_shows_of_a_map_fits_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    about = {"id": "sicily", "name": "Sicily", "size": ["1600", "1200"]}
    whole: dict[str, object] = {key: value for part in PARTS for key, value in part.items()}
    laid = ScenarioFile.model_validate({"id": "all", "title": "All", "summary": "All.", "setup": whole.pop("setup")})
    sheet = SheetRecord.model_validate(about | whole)
    assert laid.setup[0].board in [board.name for board in sheet.boards]
    assert list(sheet.misfits()) == []
    board = SheetPainter(sheet, None, LIGHT, tmp_path_factory.mktemp("none")).map
    assert [board.place_at(x, y) for x, y in ((150, 150), (50, 1150), (30, 30))] == ["Palermo", "Turns 1", "11"]


def test_the_page_names_every_part_of_a_map() -> None:
    page = PAGE.read_text(encoding="utf-8")
    plain = {"id", "name", "basis", "ground", "stamps", "strokes"}
    assert [
        key for key in SheetRecord.model_fields if key not in plain and f"`{key}`" not in page and key not in page
    ] == []
