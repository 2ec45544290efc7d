"""Pieces dragged together over an imported map keep their distances, as in VASSAL."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.game_window import GameWindow
from tabletop.vassal.module_import import import_module
from tests.vassal.conftest import Vassal

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'
LYING = {"Tank": (150, 150), "Gun": (150, 150), "Horse": (350, 250)}

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Desk:
    """A window on an imported map of squares 100 pixels wide, with a stack of two counters and one beside it."""

    def __init__(self, folder: Path) -> None:
        files = Vassal(folder)

        def slot(name: str) -> str:
            return files.slot((f"piece;;;t.svg;{name}", "null;0;0;7;0"), name=name, gpid=str(len(name)))

        grid = files.element("module.map.boardPicker.board.SquareGrid", x0="50", y0="50", dx="100", dy="100")
        board = files.element("module.map.boardPicker.Board", grid, name="Board", width="800", height="600")
        stacks = [
            files.element("module.map.SetupStack", *map(slot, names), name=names[0], x=str(x), y=str(y))
            for names, (x, y) in ((("Tank", "Gun"), LYING["Tank"]), (("Horse",), LYING["Horse"]))
        ]
        picker = files.element("module.map.BoardPicker", board)
        file = files.vmod(files.element("module.Map", picker, *stacks, mapName="Main"), files={"images/t.svg": SVG})
        import_module(file, folder / "out")
        self.program = DesktopApp()
        self.program.begin(folder / "out", "new-game")
        self.window = self.program.window
        [self.view] = self.window.findChildren(TableView)
        self.view.zoom_to(0.5)
        self.view.look_at(400, 300)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag from a point of the map to another."""
        points = [self.view.mapFromScene(QPointF(*point)) for point in (start, end)]
        port = self.view.viewport()
        QTest.mousePress(port, LEFT, PLAIN, points[0])
        for share in (0.3, 0.6, 1.0):
            QTest.mouseMove(port, points[0] + (points[1] - points[0]) * share)
        QTest.mouseRelease(port, LEFT, PLAIN, points[1])

    @property
    def lie(self) -> dict[str, tuple[int, int]]:
        game = self.window.model.game
        found = ((game.kind_of(id).name, game.holder_of(id)) for id in game.pieces if game.holder_of(id).map >= 0)
        return {name: (held.x, held.y) for name, held in found}


@pytest.fixture
def desk(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    desk = Desk(tmp_path)
    yield desk
    desk.window.close()
    desk.window.deleteLater()


@pytest.mark.parametrize("grabbed", ["Tank", "Horse"])
def test_what_a_box_has_chosen_goes_as_it_lies(desk: Desk, grabbed: str) -> None:
    assert desk.lie == LYING
    desk.drag((60, 60), (450, 350))
    x, y = LYING[grabbed]
    desk.drag((x, y), (x + 210, y + 90))
    assert desk.lie == {name: (x + 200, y + 100) for name, (x, y) in LYING.items()}
    game = desk.window.model.game
    assert sorted(len(held.pieces) for held in game.holders.values() if held.form == "stack") == [1, 2]


def test_a_stack_goes_alone_where_nothing_else_is_chosen(desk: Desk) -> None:
    desk.drag(LYING["Tank"], (560, 440))
    assert desk.lie == {"Tank": (550, 450), "Gun": (550, 450), "Horse": LYING["Horse"]}
