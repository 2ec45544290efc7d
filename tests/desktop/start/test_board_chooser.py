"""The boards of a new game are chosen on the start page, in columns and rows."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.start.board_chooser import BoardsToChoose, LayoutPicture
from tabletop.desktop.start.start_page import GameCard, Scenario, StartPage
from tabletop.desktop.widgets.panel_parts import Fold
from tabletop.module.module_words import as_written
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.module.schema.map.map_table_records import BoardChoice, BoardPlacement

BOARDS = (
    BoardRecord(name="North", size=(200, 100), colour="#ff0000", reversible=True),
    BoardRecord(name="South", size=(100, 100), picture="south.png"),
    BoardRecord(name="North", size=(1, 1)),
)
FIELD = SheetRecord(
    id="field",
    name="Field",
    size=(200, 100),
    boards=BOARDS,
    choice=BoardChoice(title="Which front?", several=True, columns=2, usual=(BoardPlacement(board="North"),)),
)
CHART = FIELD.model_copy(
    update={"id": "chart", "name": "Chart", "choice": BoardChoice(usual=(BoardPlacement(board="North"),))}
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the picture of a board: green, with a black upper left corner."""
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    for at in ((x, y) for x in range(30) for y in range(30)):
        image.setPixelColor(*at, QColor("#000000"))
    image.save(str(tmp_path / "south.png"))
    return tmp_path


class Choosing:
    """A start page with one scenario whose boards can be chosen."""

    def __init__(self, qtbot, folder: Path, *sheets: SheetRecord, chosen: Path | None = None) -> None:
        maps = tuple(BoardsToChoose(each, each.choice, folder, as_written) for each in sheets)
        scenario = Scenario("new", "New game", "", {}, (), maps)
        self.page = StartPage([GameCard(Path("war"), "War", "", (scenario,), (), None)], [], LIGHT, chosen)
        qtbot.addWidget(self.page)
        self.begun: list[object] = []
        self.page.begun.connect(lambda *said: self.begun.append(said))
        self.page.resize(1180, 1100)
        self.page.show()
        self.fold = self.page.findChild(Fold)
        self.heading = self.fold.findChild(QPushButton)

    def named(self, kind: type, name: str) -> object:
        return next(each for each in self.page.findChildren(kind) if each.accessibleName() == name and each.isVisible())

    def press(self, name: str) -> None:
        QTest.mouseClick(self.named(QPushButton, name), Qt.MouseButton.LeftButton)

    def lay(self, board: str, column: int, row: int) -> None:
        place = self.named(QComboBox, f"Board of Field, column {column}, row {row}")
        place.setFocus()
        QTest.keyClicks(place, board)

    def set_up(self) -> object:
        self.press("Set up New game")
        return self.begun[-1]


def test_what_is_usual_is_told_and_lies_there_if_nothing_is_chosen(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, FIELD, CHART)
    assert choosing.heading.text() == "Boards: North · North"
    assert choosing.set_up() == (Path("war"), "new", {}, {}, None)
    choosing.heading.click()
    usual = (BoardPlacement(board="North"),)
    assert choosing.set_up()[3] == {"field": usual, "chart": usual}


def test_the_boards_of_the_game_that_is_chosen_are_there_to_be_seen(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, FIELD, chosen=Path("war"))
    assert choosing.named(QComboBox, "Board of Field, column 1, row 1").currentText() == "North"


def test_boards_are_laid_in_columns_and_rows(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, FIELD, chosen=Path("war"))
    choosing.press("Add column: Field")
    assert not choosing.named(QPushButton, "Add column: Field").isEnabled(), "there are two at the most"
    choosing.press("Add row: Field")
    choosing.lay("South", 2, 1)
    choosing.lay("North", 2, 2)
    QTest.keyClick(choosing.named(QCheckBox, "Board of Field, column 2, row 2, turned"), Qt.Key.Key_Space)
    assert choosing.heading.text() == "Boards: North · South · North, turned"
    laid = (
        BoardPlacement(board="North"),
        BoardPlacement(board="South", column=1),
        BoardPlacement(board="North", column=1, row=1, turned=True),
    )
    assert choosing.set_up()[3] == {"field": laid}
    choosing.press("Reset to defaults: Field")
    assert choosing.set_up()[3] == {"field": (BoardPlacement(board="North"),)}
    assert choosing.heading.text() == "Boards: North"


def test_only_what_may_be_turned_is_turned_and_one_board_lies_where_there_is_one(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, CHART, chosen=Path("war"))
    place = choosing.named(QComboBox, "Board of Chart")
    assert [place.itemText(index) for index in range(place.count())] == ["North", "South"]
    turned = choosing.named(QCheckBox, "Board of Chart, turned")
    QTest.keyClick(turned, Qt.Key.Key_Space)
    assert choosing.set_up()[3] == {"chart": (BoardPlacement(board="North", turned=True),)}
    QTest.keyClicks(place, "South")
    assert not turned.isVisible()
    assert choosing.set_up()[3] == {"chart": (BoardPlacement(board="South"),)}
    assert not [
        each for each in choosing.page.findChildren(QPushButton) if "column" in each.text() and each.isVisible()
    ]


def test_the_wheel_scrolls_the_page_and_chooses_no_other_board(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, FIELD, chosen=Path("war"))
    place = choosing.named(QComboBox, "Board of Field, column 1, row 1")
    at, no = QPointF(5, 5), Qt.KeyboardModifier.NoModifier
    turn = QWheelEvent(
        at, QPointF(place.mapToGlobal(at)), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, no,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(place, turn)
    assert (place.currentText(), turn.isAccepted()) == ("North", False)


def test_the_tab_key_goes_through_the_boards_row_by_row(qtbot, folder) -> None:
    choosing = Choosing(qtbot, folder, FIELD, chosen=Path("war"))
    choosing.press("Add row: Field")
    choosing.heading.setFocus()
    met = []
    for _ in range(5):
        QTest.keyClick(choosing.page.focusWidget(), Qt.Key.Key_Tab)
        met.append(choosing.page.focusWidget().accessibleName())
    assert met == [
        "Board of Field, column 1, row 1",
        "Board of Field, column 1, row 1, turned",
        "Board of Field, column 1, row 2",
        "Add column: Field",
        "Add row: Field",
    ]


def test_a_small_picture_shows_the_boards_as_they_will_lie(qtbot, folder) -> None:
    south = BOARDS[1].model_copy(update={"reversible": True})
    sheet = FIELD.model_copy(update={"boards": (BOARDS[0], south)})
    picture = LayoutPicture(BoardsToChoose(sheet, FIELD.choice, folder, as_written), LIGHT)
    qtbot.addWidget(picture)
    picture.resize(320, picture.height())
    picture.show_laid(
        (
            BoardPlacement(board="South"),
            BoardPlacement(board="South", row=1, turned=True),
            BoardPlacement(board="North", column=1),
        )
    )
    side = (picture.height() - 2) / 2
    shown = picture.grab().toImage()

    def colour(across: float, down: float) -> str:
        return shown.pixelColor(round(1 + side * across), round(1 + side * down)).name()

    assert [colour(0.1, 0.1), colour(0.9, 0.9)] == ["#000000", "#00ff00"]
    assert [colour(0.1, 1.1), colour(0.9, 1.9)] == ["#00ff00", "#000000"], "turned"
    assert colour(1.1, 0.1) == "#ff0000"
    assert picture.accessibleName() == "Boards laid out: South · South, turned · North"
