"""VASSAL files dropped on the window: a module is imported once, a log can be replayed, failures are reported."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QMessageBox,
    QSlider,
    QWidget,
)

from tabletop.desktop.drawing.pictures.slow_drawings import slow_drawings
from tabletop.desktop.map.map_view import TableView
from tabletop.desktop.panels.log_panel import LogPanel
from tabletop.desktop.panels.replay_bar import ReplayBar
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.program.program_windows import ProgramWindows
from tabletop.desktop.start.start_page import StartPage
from tabletop.desktop.start.vassal_import import ANEW
from tabletop.desktop.window.files.vassal_export import ALL_STEPS, ExportCard
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import MovePieces, Say, Spot
from tabletop.module.library import about_of, modules_at_hand
from tabletop.module.schema.module_file import IMPORTER
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.module_shelf import shelved
from tests.desktop.log_text import log_text
from tests.vassal.conftest import Vassal

LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def program(qtbot, monkeypatch: pytest.MonkeyPatch) -> DesktopApp:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    program.show_start()
    yield program
    program.window.close()
    program.window.deleteLater()


@pytest.fixture
def files(tmp_path: Path) -> Vassal:
    return Vassal(tmp_path)


def module(files: Vassal, version: str = "1.0", *more: str, **inside: bytes) -> Path:
    board = files.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    slot = files.slot(("piece;;;;Tank", "null;0;0;7;0"), name="Tank", gpid="7")
    return files.vmod(
        files.element("module.PlayerRoster", "<entry>Red</entry>"),
        files.element("module.Map", files.element("module.map.BoardPicker", board), mapName="Main"),
        files.element("module.PieceWindow", slot, name="Pieces"),
        *more,
        version=version,
        files={f"{name}.vlog": content for name, content in inside.items()},
    )


def log(files: Vassal) -> Path:
    """Return the file of a VASSAL log with three moves, each with a message; the second move is undone."""
    tank = files.piece(("piece;;;;Tank", "Main;10;20;7;0"), id="1")
    there, back = "M/1/Main/{}/20/null/Main/{}/20/null/me", ["CHAT* UNDO: back", "UNDO\ttrue"]
    steps = [
        [there.format(60, 10), "CHAT<Anna> - on we go"],
        [there.format(110, 60), "CHAT* Tank moves far"],
        [*back, there.format(60, 110), "UNDO\tfalse"],
        [there.format(160, 60), "CHAT<Anna> - farther"],
    ]
    return files.vsav(tank, more=["PLAYER\tme\tAnna\tRed"], steps=steps, name="Small.vlog")


def drop(program: DesktopApp, file: Path, qtbot) -> None:
    """Drop a file on the middle of the window, as the system sends it."""
    window = program.window
    place = QPointF(window.rect().center())
    under = window.childAt(place.toPoint()) or window
    carried = QMimeData()
    carried.setUrls([QUrl.fromLocalFile(str(file))])
    entered = QDragEnterEvent(under.mapFrom(window, place.toPoint()), Qt.DropAction.CopyAction, carried, LEFT, PLAIN)
    QApplication.sendEvent(under, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(under, QDropEvent(place, Qt.DropAction.CopyAction, carried, LEFT, PLAIN))
    qtbot.waitUntil(lambda: program.window is not window, timeout=20_000)
    QApplication.processEvents()  # the window shows the map for the first time


def where(program: DesktopApp) -> int:
    [stack] = [held for held in program.window.model.game.holders.values() if held.map == 0]
    return stack.x


def test_a_module_is_imported_once_and_opened_again(program: DesktopApp, files: Vassal, qtbot) -> None:
    file = module(files)
    for _ in range(2):
        drop(program, file, qtbot)
        assert program.window.findChild(StartPage) is not None
        assert [each.about.title for each in modules_at_hand() if each.about.imported] == ["Small"]
        qtbot.waitUntil(lambda: len(titles(program)) == len(modules_at_hand()), timeout=20_000)
        assert titles(program)[0] == "Small", "the new one is ready, and the shelf is there"


def test_a_module_of_before_version_3_1_has_another_ending(program: DesktopApp, files: Vassal, qtbot) -> None:
    drop(program, module(files).rename(files.folder / "Small.mod"), qtbot)
    assert [each.about.title for each in modules_at_hand() if each.about.imported] == ["Small"]


def test_boards_are_chosen_on_the_start_page_and_a_game_keeps_them(program: DesktopApp, files: Vassal, qtbot) -> None:
    boards = (files.element("module.map.boardPicker.Board", name=name, width="400", height="300") for name in "AB")
    slot = files.slot(("piece;;;;Tank", "null;0;0;7;0"), name="Tank", gpid="7")
    stack = files.element("module.map.SetupStack", slot, name="S", x="50", y="60", owningBoard="B")
    picker = files.element("module.map.BoardPicker", *boards)
    map_ = files.element("module.Map", picker, stack, mapName="Main", allowMultiple="true")
    drop(program, files.vmod(files.element("module.PlayerRoster", "<entry>Red</entry>"), map_), qtbot)
    page = program.window.findChild(StartPage)
    named = {each.accessibleName(): each for each in page.findChildren(QAbstractButton)}
    named["Add row: Main"].click()
    [_, below] = [each for each in page.findChildren(QComboBox) if each.accessibleName().startswith("Board of")]
    QTest.keyClicks(below, "B")
    named["Set up New game"].click()
    game = program.window.model.table_seat.session.journal.path
    for _ in range(2):
        sheet = program.window.model.module.sheets["Main"]
        assert ([board.name for board in sheet.on_table], sheet.size) == (["A", "B"], (400, 600))
        [stack] = [held for held in program.window.model.game.holders.values() if held.map == 0]
        assert (stack.x, stack.y) == (50, 360)
        program.show_start()
        program.resume(game)


def outdate(folder: Path) -> None:
    """Change a module into one from an older importer, which can no longer be opened."""
    about = folder / "module.yaml"
    about.write_text(about.read_text(encoding="utf-8").replace(f"importer: {IMPORTER}", "before: 1"), encoding="utf-8")


def test_a_module_of_another_importer_is_imported_anew_and_its_games_go_on(
    program: DesktopApp, files: Vassal, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProgramWindows, "tell", lambda _, text: pytest.fail(text))
    file = module(files)
    drop(program, file, qtbot)
    [folder] = [each.path for each in modules_at_hand() if each.about.imported]
    program.begin(folder, "new-game")
    game = program.window.model.table_seat.session.journal.path
    outdate(folder)
    program.show_start(folder)
    assert "Import again" in words_on(program)
    program.begin(folder, ANEW)
    assert "Import again" not in words_on(program)
    outdate(folder)
    program.begin(folder, "new-game")
    assert isinstance(program.window, GameWindow)
    outdate(folder)
    program.resume(game)
    assert isinstance(program.window, GameWindow)
    assert not about_of(folder).is_outdated
    outdate(folder)
    file.unlink()
    program.show_start(folder)
    assert "Drop its .vmod file on the window to import it again" in words_on(program)


def words_on(program: DesktopApp) -> str:
    return "\n".join(shown.text() for shown in program.window.findChild(StartPage).findChildren(QLabel))


def titles(program: DesktopApp) -> list[str]:
    """Return the titles of the games on the start page."""
    heads = program.window.findChild(StartPage).findChildren(QLabel)
    return [head.text() for head in heads if head.property("part") == "head" and head.text() != "Wartable"]


WHERE = [10, 60, 110, 60, 160]
SAID = ["on we go", "Tank moves far", "UNDO: back", "farther"]


def said(program: DesktopApp) -> list[str]:
    """Return the texts of `SAID` that the log shows, in its order."""
    lines = log_text(program.window.findChild(LogPanel)).splitlines()
    return [words for line in lines for words in SAID if line.endswith(words)]


def push(program: DesktopApp, words: str) -> None:
    found = [made for made in program.window.findChildren(QAbstractButton) if made.isVisible()]
    [made] = [made for made in found if words in {made.text(), made.accessibleName()}]
    QTest.mouseClick(made, LEFT)


def key(program: DesktopApp, key: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> None:
    """Press a key in a window that may have just opened."""
    program.window.activateWindow()
    QTest.qWaitForWindowActive(program.window)
    QTest.keyClick(program.window, key, keys)


@pytest.fixture
def review(program: DesktopApp, files: Vassal, qtbot) -> DesktopApp:
    """Return the program after a log was dropped on its window."""
    drop(program, module(files), qtbot)
    drop(program, log(files), qtbot)
    qtbot.waitExposed(program.window)
    return program


def stands(program: DesktopApp, seq: int) -> bool:
    """Return whether the table and its log show exactly the steps up to this one."""
    return (where(program), said(program)) == (WHERE[seq], SAID[:seq])


def test_a_log_opens_at_its_beginning_and_is_stepped_through_by_keys(review: DesktopApp) -> None:
    page_up, page_down, home, end = Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End
    assert stands(review, 0)
    for keys, seq in (
        *(((page_down,), seq) for seq in (1, 2, 3, 4, 4)),
        *(((page_up,), seq) for seq in (3, 2)),
        ((Qt.Key.Key_Z, CTRL), 1),
        ((Qt.Key.Key_Y, CTRL), 2),
        ((end, CTRL), 4),
        ((home, CTRL), 0),
        ((page_up,), 0),
    ):
        key(review, *keys)
        assert stands(review, seq), (keys, seq)


def test_a_log_is_stepped_through_by_buttons_and_by_its_slider_and_plays_by_itself(
    review: DesktopApp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seq in (("Next action", 1), ("Go to end", 4), ("Previous action", 3), ("Go to start", 0)):
        [tip] = [
            made.toolTip() for made in review.window.findChildren(QAbstractButton) if made.toolTip().startswith(name)
        ]
        push(review, tip)
        assert stands(review, seq)
    slider = review.window.findChild(ReplayBar).findChild(QSlider)
    slider.setFocus()
    for key, seq in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_Left, 1)):
        QTest.keyClick(slider, key)
        assert stands(review, seq)
    review.window.findChild(ReplayBar).findChild(QTimer).setInterval(0)
    push(review, "Play")
    qtbot.waitUntil(lambda: stands(review, 4))
    qtbot.waitUntil(lambda: any(made.text() == "Play" for made in review.window.findChildren(QAbstractButton)))


def test_nothing_is_played_in_a_log_until_one_goes_on_from_where_it_stands(review: DesktopApp, qtbot) -> None:
    model = review.window.model
    refused: list[str] = []
    model.refused.connect(refused.append)
    [piece] = model.game.pieces
    there = MovePieces((piece,), Spot("Main", 300, 200))
    assert not model.submit(there).has_happened
    assert refused == ["This is a replay: use Go on from here to play."]
    kept = model.table_seat.session.journal.path
    before = kept.read_bytes()
    key(review, Qt.Key.Key_PageDown)
    old = review.window
    push(review, "Go on from here in a copy")
    qtbot.waitUntil(lambda: review.window is not old)
    played = review.window.model.table_seat.session.journal.path
    [card] = review.window.findChildren(QMessageBox)
    assert card.text() == f"You now play in a copy, '{played.name}'. '{kept.name}' stays unchanged."
    card.close()
    assert stands(review, 1), "what was said so far is in its log"
    assert review.window.model.submit(there).has_happened
    assert where(review) == 300
    key(review, Qt.Key.Key_Z, CTRL)
    assert where(review) == 60
    assert kept.read_bytes() == before, "nothing of the log is lost"
    assert played != kept
    for file, reviewed in ((kept, True), (played, False)):
        old = review.window
        review.open(file)
        assert review.window is not old
        assert (review.window.model.review is not None) == reviewed


def test_dice_that_only_show_how_they_fell_lie_so_when_one_goes_on(program: DesktopApp, files: Vassal, qtbot) -> None:
    face = files.element("module.SpecialDieFace", value="1")
    named = (face.replace(" value=", f' text="{text}" value=') for text in ("sun", "rain"))
    sky = files.element("module.SpecialDiceButton", files.element("module.SpecialDie", *named, name="Sky"), name="Sky")
    drop(program, module(files, "1.0", sky), qtbot)
    steps = [["SHOW_RESULTS\tSky\t1"], ["CHAT<Anna> - on we go"], ["SHOW_RESULTS\tSky\t0"]]
    tank = files.piece(("piece;;;;Tank", "Main;10;20;7;0"), id="1")
    drop(program, files.vsav(tank, more=["PLAYER\tme\tAnna\tRed"], steps=steps, name="Small.vlog"), qtbot)
    for seen in ("", "rain", "rain", "sun"):
        assert lying(program) == seen
        key(program, Qt.Key.Key_PageDown)
    key(program, Qt.Key.Key_PageUp)
    assert lying(program) == "rain"
    old = program.window
    push(program, "Go on from here in a copy")
    qtbot.waitUntil(lambda: program.window is not old)
    assert (lying(program), said(program)) == ("rain", ["on we go"])


def lying(program: DesktopApp) -> str:
    """Return the dice shown in the tray, as text."""
    [tray] = [each for each in program.window.findChildren(QWidget) if each.accessibleName() == "Dice of the last roll"]
    return tray.accessibleDescription()


def test_a_game_of_ones_own_is_looked_through_and_gone_on_with(review: DesktopApp, qtbot) -> None:
    key(review, Qt.Key.Key_PageDown)
    push(review, "Go on from here in a copy")
    game = review.window.model.table_seat.session.journal.path
    [piece] = review.window.model.game.pieces
    review.window.model.submit(MovePieces((piece,), Spot("Main", 300, 200)))
    [action] = [made for made in review.window.actions() if made.text() == "Replay from the start"]
    action.trigger()
    assert stands(review, 0)
    key(review, Qt.Key.Key_End, CTRL)
    assert where(review) == 300
    push(review, "Go on from here")
    assert review.window.model.table_seat.session.journal.path == game, "at the end it is the game itself that goes on"
    assert review.window.model.review is None


def test_a_counter_that_takes_long_to_draw_comes_when_it_is_drawn(program: DesktopApp, files: Vassal, qtbot) -> None:
    blurs = "<feGaussianBlur stdDeviation='0.01'/>" * 30
    slow = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='80'>"
        f"<filter id='f'>{blurs}</filter><rect width='80' height='80' fill='#a8322a'/>"
        "<rect width='1' height='1' fill='none' filter='url(#f)'/></svg>"
    )
    board = files.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    slot = files.slot(("piece;;;tank.svg;Tank", "null;0;0;7;0"), name="Tank", gpid="7")
    stack = files.element("module.map.SetupStack", slot, name="A", x="200", y="150", owningBoard="Board")
    inside = files.element("module.map.BoardPicker", board)
    file = files.vmod(
        files.element("module.PlayerRoster", "<entry>Red</entry>"),
        files.element("module.Map", inside, stack, mapName="Main"),
        files={"images/tank.svg": slow},
    )

    def is_red() -> bool:
        view = program.window.view("Main")
        at = view.mapFromScene(QPointF(200, 150))
        return program.window.picture("Main").pixelColor(at * view.devicePixelRatioF()) == QColor("#a8322a")

    folder = shelved(file)  # not dropped: the drawing of its cover on the start page would make the counter's too
    with qtbot.waitSignal(slow_drawings().ended, timeout=60_000):
        program.begin(folder, "new-game")
        assert not is_red()
    qtbot.waitUntil(is_red)


def test_a_save_of_a_module_that_is_not_here_is_told(
    program: DesktopApp, files: Vassal, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(program.windows, "tell", told.append)
    program.open(log(files))
    assert told == ["Small.vlog belongs to the module 'Small' 1.0, which is not here: import its .vmod file first."]
    program.open(files.vmdx())
    assert told[1].startswith("More.vmdx is an extension of a VASSAL module. Put it into the folder MODULE_ext")
    program.open(files.file("Broken.vmod", b"nothing"))
    assert told[2] == "Broken.vmod is not a VASSAL file: it is not a zip archive."


@pytest.mark.parametrize(("wanted", "comes"), [("Always", True), ("Never", False)])
def test_what_moved_is_brought_into_sight_where_the_module_wants_it(
    program: DesktopApp, files: Vassal, qtbot, wanted: str, comes: bool
) -> None:
    drop(program, module(files, "1.0", files.element("module.GlobalOptions", centerOnMove=wanted)), qtbot)
    drop(program, log(files), qtbot)
    view = program.window.findChild(TableView)
    view.zoom_to(8.0)
    view.look_at(390, 290)
    assert not view.sees(WHERE[1], 20)
    key(program, Qt.Key.Key_PageDown)
    assert view.sees(WHERE[1], 20) is comes


def test_a_tutorial_is_looked_through_from_the_menu_of_help(
    program: DesktopApp, files: Vassal, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    tutorial = files.element(
        "module.documentation.Tutorial", name="First steps", logfile="first.vlog", welcomeMessage="Good day"
    )
    told: list[str] = []
    monkeypatch.setattr(program.windows, "tell", told.append)
    content = log(files).read_bytes()
    program.open(module(files, "1.0", files.element("module.Documentation", tutorial), first=content))
    [folder] = [each.path for each in modules_at_hand() if each.about.imported]
    program.begin(folder, "new-game")
    menus = {action.text(): action.menu() for action in program.window.menuBar().actions()}
    [begin] = [line for line in menus["Help"].actions() if line.text() == "Tutorial: First steps"]
    begin.trigger()
    assert where(program) == WHERE[0]
    assert program.window.model.review.end > program.window.model.review.last
    assert told == ["Good day"]


def test_a_game_is_exported_for_vassal(
    program: DesktopApp, files: Vassal, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    written = files.folder / "written.vlog"

    def accept(card: ExportCard) -> int:
        told.extend(shown.text() for shown in card.findChildren(QLabel))
        card.last.setChecked(True)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ExportCard, "exec", accept)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(written), ""))
    drop(program, module(files), qtbot)
    program.begin(next(each.path for each in modules_at_hand() if each.about.imported), "new-game")
    window = program.window
    window.model.submit(Say("hello"))
    action = window.menus.actions["for-vassal"]
    assert (action.isVisible(), action.isEnabled()) == (True, True)
    action.trigger()
    assert all("can read all of it" in words for words in told)
    assert len(told) == 2
    assert "hello" in "".join(map(str, read_saved(Archive(written)).steps))


@pytest.mark.parametrize(("chosen", "wanted"), [("position", None), ("whole", ALL_STEPS), ("last", 7)])
def test_what_is_exported_is_the_position_or_all_steps_or_the_last(qtbot, chosen: str, wanted: int | None) -> None:
    card = ExportCard(None)
    qtbot.addWidget(card)
    getattr(card, chosen).setChecked(True)
    card.steps.setValue(7)
    assert (card.wanted.steps, card.steps.isEnabled()) == (wanted, chosen == "last")
