"""The tools around the map: Battle Board, dice, turn, counter tray, notes, curtain, find, undo and redo."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
)

from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.map.map_view import MIME
from tabletop.desktop.map.name_finder import NameFinder
from tabletop.desktop.panels.counter_palette import PalettePanel
from tabletop.desktop.panels.dice_tray import DicePanel
from tabletop.desktop.panels.notes_panel import NotesPanel
from tabletop.desktop.panels.phase_ribbon import Chevrons
from tabletop.desktop.window.seats.curtain import Curtain
from tabletop.game.commands import Act, At, MovePieces, PlaceNew, RemovePieces, Show
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tests.journeys.conftest import CTRL, says

BOARD = "battle-board"


def positions(game: Game) -> dict[int, tuple]:
    """Return the position, order and state of every piece."""
    return {
        piece: (held.map, held.x, held.y, held.place, held.pieces.index(piece), game.pieces[piece].state)
        for held in game.holders.values()
        for piece in held.pieces
    }


def test_counters_go_over_to_the_battle_board_beside(table):
    table.press("Ctrl+B")
    table.wait(lambda: table.view(BOARD).isVisible() and table.view(BOARD).scale_now < 1)
    assert table.view().isVisible()
    table.look("Paramushiro")
    force = table.pieces("Paramushiro")
    box = next(place for place in table.board(BOARD).places())
    table.drag(table.of(force[-1]), table.at(box, BOARD))
    assert set(table.pieces(box, BOARD)) == set(force)
    assert table.lying(box, BOARD) == [[table.name(piece)] for piece in force], "side by side"
    middles = [table.of(piece) for piece in force]
    assert len({(at.x(), at.y()) for at in middles}) == len(force)
    assert table.pieces("Paramushiro") == ()
    table.drag(table.of(force[-1]), table.at("Paramushiro"))
    assert table.pieces("Paramushiro") == force
    table.press("Ctrl+B")
    assert not table.view(BOARD).isVisible()
    table.press("Ctrl+Tab")
    assert table.view(BOARD).isVisible()
    assert not table.view().isVisible()


def uncovered(table, piece: int, others: list[int]) -> QPoint:
    """Return a point of the window on a piece that none of these others covers."""
    half = round(table.game.kind_of(piece).width * table.view(BOARD).scale_now / 2)
    middle = table.of(piece)
    grips = (QPoint(dx, dy) * half * 0.6 for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    for grip in grips:
        away = [middle + grip - table.of(other) for other in others]
        if all(max(abs(one.x()), abs(one.y())) > half for one in away):
            return middle + grip
    raise AssertionError(f"{table.name(piece)} is hidden")


@pytest.mark.parametrize("box", ["Japanese Air at Base", "Japanese Sea Control", "Allied Ships at Anchor"])
def test_twelve_counters_in_a_box_of_the_battle_board_can_each_be_seen_and_chosen(table, box):
    ships = [piece for piece in sorted(table.game.pieces) if table.game.kind_of(piece).key.startswith("jp_")][:12]
    for ship in ships:
        table.model.submit(MovePieces((ship,), At(BOARD, box)))
    table.press("Ctrl+Tab")
    table.look(box, BOARD)
    assert table.lying(box, BOARD) == [[table.name(ship)] for ship in ships]
    for number, ship in enumerate(ships):
        table.click(uncovered(table, ship, ships[number + 1 :]))
        assert table.chosen == (ship,)


def looks(table, map_name: str) -> tuple[float, float, float]:
    """Return the view of a map: its scale, and the point in the middle (map pixels)."""
    view = table.view(map_name)
    middle = view.viewportTransform().inverted()[0].map(QRectF(view.viewport().rect()).center())
    return view.scale_now, middle.x(), middle.y()


@pytest.mark.parametrize("in_front", ["pacific", BOARD, "pools"])
def test_what_stood_beside_goes_back_and_every_map_is_as_it_was(table, in_front):
    table.look("Truk")
    for _ in table.window.scenes:  # until a map has been in front, it is shown whole at any size
        table.press("Ctrl+Tab")
    while not table.view(in_front).isVisible():
        table.press("Ctrl+Tab")
    table.wheel(table.middle_of(table.view(in_front)), 2, CTRL, in_front)
    before = {name: looks(table, name) for name in {"pacific", BOARD, in_front}}
    table.press("Ctrl+B")
    assert table.view().isVisible(), "the first map of the game always stays"
    assert sum(table.view(name).isVisible() for name in ("pacific", BOARD, "pools")) == 2
    table.press("Ctrl+B")
    assert [name for name in ("pacific", BOARD, "pools") if table.view(name).isVisible()] == [in_front]
    for name in before:
        while not table.view(name).isVisible():
            table.press("Ctrl+Tab")
    assert {name: looks(table, name) for name in before} == {
        name: pytest.approx(was, abs=4) for name, was in before.items()
    }


def lying_dice(table) -> str:
    tray = table.find(DicePanel)
    return next(
        w for w in tray.children() if getattr(w, "accessibleName", str)() == "Dice of the last roll"
    ).accessibleDescription()


def test_the_last_roll_lies_in_the_tray_when_a_game_is_opened_again(table, december):
    assert lying_dice(table) == ""
    table.push("Two dice")
    table.push("Hits, five dice")
    before = lying_dice(table)
    assert len(before.split(", ")) == 5
    table.program.show_start()
    table.program.resume(december)
    table.settle()
    assert lying_dice(table) == before


def test_dice_are_rolled_for_a_reason(table):
    table.type_into(table.find(QLineEdit, "Purpose of the roll"), "surface combat, Tone")
    table.push("Hits, five dice")
    assert "surface combat, Tone" in table.log
    tray = table.find(DicePanel)
    lying = next(w for w in tray.children() if getattr(w, "accessibleName", str)() == "Dice of the last roll")
    assert len(lying.accessibleDescription().split(", ")) == 5
    assert "hit" in " ".join(label.text() for label in tray.findChildren(QLabel))
    assert table.find(QLineEdit, "Purpose of the roll").text() == ""
    table.type_into(table.find(QLineEdit, "Any other roll"), "2d10+3", enter=True)
    assert "2d10+3" in table.log
    table.type_into(table.find(QLineEdit, "Any other roll"), "two dice", enter=True)
    assert table.refused


def test_the_turn_goes_on_and_back_and_where_a_chevron_is_clicked(table):
    chevrons = table.find(Chevrons)
    first = chevrons.accessibleName()
    table.push("Next phase")
    second = chevrons.accessibleName()
    assert first != second
    table.push("Previous phase")
    assert chevrons.accessibleName() == first
    table.press("Alt+Right")
    assert chevrons.accessibleName() == second
    right = chevrons.mapTo(table.window, QPoint(chevrons.sizeHint().width() * 3 // 4, 10))
    table.click(right)
    assert chevrons.accessibleName() not in (first, second)
    assert "Turn: 1 · December 1941, Japan, 12 Return to base" in table.log


def test_the_keyboard_goes_along_the_chevrons_and_picks_one(table):
    chevrons = table.find(Chevrons)
    table.push("Previous phase")
    here = chevrons.accessibleName()
    (back,) = table.buttons("Previous phase")
    back.setFocus()
    table.press("Tab")
    assert chevrons.hasFocus()
    table.press(Qt.Key.Key_Home)
    table.press(Qt.Key.Key_Right)
    table.press(Qt.Key.Key_Right)
    assert chevrons.accessibleName() == here, "going along them changes nothing yet"
    assert chevrons.accessibleDescription() == "Enter goes to 7 First deployment"
    table.press(Qt.Key.Key_Return)
    assert chevrons.accessibleName().startswith("7 First deployment, 3 of")
    table.press("Ctrl+Z")
    assert chevrons.accessibleName() == here


def dropped(table, data: QMimeData, at: QPoint) -> None:
    port = table.view().viewport()
    here = port.mapFrom(table.window, at)
    copy, no_key, left = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(here, copy, data, left, no_key)
    QApplication.sendEvent(port, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(port, QDropEvent(QPointF(here), copy, data, left, no_key))
    table.settle()


def test_counters_come_out_of_the_tray_and_go_into_the_bin(table, monkeypatch):
    table.look("Truk")
    tray = table.find(PalettePanel).findChild(QListWidget, "")
    groups = table.find(PalettePanel).findChild(QComboBox)
    left: list[QListWidgetItem] = []
    for group in range(groups.count()):  # some groups have all their counters on the map at the beginning
        groups.setCurrentIndex(group)
        table.wait(lambda: tray.count() > 0)
        left = left or [
            item for item in map(tray.item, range(tray.count())) if item.flags() & Qt.ItemFlag.ItemIsEnabled
        ]
        if left:
            break
    offered = left[0]
    kind = offered.data(Qt.ItemDataRole.UserRole)
    carried = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, *_: carried.append(drag.mimeData().data(MIME).data().decode()))
    tray.setCurrentItem(offered)
    tray.startDrag(Qt.DropAction.CopyAction)
    assert carried == [kind]
    data = QMimeData()
    data.setData(MIME, kind.encode())
    free = table.at("Truk", dx=2 * 294)
    before = set(table.game.pieces)
    dropped(table, data, free)
    assert not table.refused
    (new,) = set(table.game.pieces) - before
    assert table.game.kind_of(new).key == kind
    assert "places" in table.log
    bin_ = next(w for w in table.find(PalettePanel).findChildren(QLabel) if w.text().startswith("Drop pieces here"))
    table.drag(table.of(new), table.middle_of(bin_))
    assert new not in table.game.pieces
    table.press("Ctrl+Z")
    assert new in table.game.pieces
    table.click(table.of(new))
    table.press(Qt.Key.Key_Delete)
    assert new not in table.game.pieces
    table.wait(lambda: tray.count() > 0)
    again = next(item for item in map(tray.item, range(tray.count())) if item.data(Qt.ItemDataRole.UserRole) == kind)
    at = tray.visualItemRect(again).center()
    table.double_click(tray.viewport().mapTo(table.window, at))
    assert len(set(table.game.pieces) - before) == 1


def test_a_counter_out_of_the_tray_is_looked_at_by_the_assistant_of_who_plays_all_sides(table):
    table.press("F4")
    table.wait(lambda: table.find(AssistantPanel).isVisible())
    table.submit(PlaceNew("replacements_jp", At("pacific", "Truk")))
    assert table.pieces("Truk")


def test_notes_public_private_and_sealed(table):
    table.press("Ctrl+Shift+N")
    notes = table.find(NotesPanel)
    title, text = notes.findChild(QLineEdit), notes.findChild(QPlainTextEdit)
    for kind in ("Public", "Private", "Sealed"):
        table.click(next(b for b in notes.findChildren(QPushButton) if b.text() == "New"))
        notes.findChild(QComboBox).setCurrentText(kind)
        table.type_into(title, f"{kind} plan")
        table.click(text)
        QTest.keyClicks(text, "Midway in June")
        table.click(next(b for b in notes.findChildren(QPushButton) if b.text() == "Save"))
    assert [note.kind for note in table.game.notes.values()] == ["public", "private", "sealed"]
    listed = notes.findChild(QListWidget)
    assert listed.count() == 3
    listed.setCurrentRow(2)
    table.click(next(b for b in notes.findChildren(QPushButton) if b.text() == "Open seal"))
    assert [note.kind for note in table.game.notes.values()][2] == "public"


def curtain_down(table) -> Curtain:
    table.press("Ctrl+Shift+K")
    curtain = table.find(Curtain)
    assert curtain.isVisible()
    return curtain


def colours(image) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}


def test_the_curtain_hides_everything_and_opens_for_one_side(table):
    table.press("Ctrl+Shift+N")
    with_map = colours(table.screen())
    curtain_down(table)
    covered = colours(table.screen())
    assert len(with_map) > 300
    assert len(covered) < 100, "paper, a card, letters and buttons: nothing of a map"
    before = table.model.table_seat.session.journal.last
    table.press("Ctrl+Z")
    table.press("Ctrl+K")
    assert table.model.table_seat.session.journal.last == before
    assert not table.window.findChild(NameFinder).isVisible()
    table.push("Japan")
    assert table.model.seat == "Japan"
    assert len(colours(table.screen())) > 300
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    moved = table.game
    assert table.pieces("Paramushiro") == ()
    curtain_down(table)
    table.push("Allies")
    assert table.model.seat == "Allies"
    with table.answering(says("Cancel")) as asked:
        table.press("Ctrl+Z")
    assert "Japan moves CV Shokaku, Zuikaku and 5 more from Paramushiro to" in asked[0]
    assert "Do the players of Japan agree?" in asked[0]
    assert table.pieces("Paramushiro") == ()
    with table.answering(says("They agree")):
        table.press("Ctrl+Z")
    assert table.pieces("Paramushiro") != ()
    assert not table.refused
    table.press("Ctrl+Y")
    assert positions(table.game).keys() == positions(moved).keys()
    assert table.pieces("Paramushiro") == ()


def test_the_curtain_does_not_show_where_the_other_side_looked(table):
    def middle() -> tuple[int, int, int]:
        view = table.view()
        return round(view.middle.x()), round(view.middle.y()), round(100 * view.scale_now)

    begins = middle()
    curtain_down(table)
    table.push("Japan")
    table.look("Paramushiro")
    looked = middle()
    assert looked != begins
    curtain_down(table)
    table.push("Allies")
    assert middle() != looked
    curtain_down(table)
    table.push("Japan")
    assert middle() == pytest.approx(looked, abs=3)


def test_what_one_side_wrote_is_not_in_the_other_ones_window(table):
    curtain_down(table)
    table.push("Japan")
    table.press("Ctrl+Shift+N")
    notes = table.find(NotesPanel)
    notes.findChild(QComboBox).setCurrentText("Private")
    table.type_into(notes.findChild(QLineEdit), "Hawaii first")
    table.click(next(b for b in notes.findChildren(QPushButton) if b.text() == "Save"))
    assert notes.findChild(QListWidget).count() == 1
    curtain_down(table)
    table.push("Allies")
    assert notes.findChild(QListWidget).count() == 0
    assert notes.findChild(QLineEdit).text() == ""
    assert "Hawaii" not in table.log


@pytest.mark.parametrize("name", ["Say something to the table", "Purpose of the roll", "Any other roll"])
def test_what_one_side_began_to_type_cannot_be_brought_back_by_the_other(table, name):
    table.choose("Draw the curtain")
    table.push("Japan")
    table.type_into(table.find(QLineEdit, name), "tomorrow at dawn")
    table.choose("Draw the curtain")
    table.push("Allies")
    field = table.find(QLineEdit, name)
    assert field.text() == ""
    table.click(field)
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert field.text() == ""


def tray_of(table) -> list[tuple[str, str]]:
    """Return the tooltip and the label of each counter in the tray, group by group."""
    panel = table.find(PalettePanel)
    groups, tray = panel.findChild(QComboBox), panel.findChild(QListWidget, "")
    found = []
    for group in range(groups.count()):
        groups.setCurrentIndex(group)
        table.wait(lambda: tray.count() > 0)
        for _ in range(60):
            table.settle()
        found += [(item.toolTip(), item.text()) for item in map(tray.item, range(tray.count()))]
    return found


def test_the_tray_tells_nothing_of_what_hidden_counters_do(table):
    """A side's tray counts what that side sees: hidden counters never change it."""
    table.choose("Draw the curtain")
    table.push("Japan")
    force = table.pieces("Paramushiro")
    table.submit(Show(force, "unseen", ("AL",)))
    table.choose("Draw the curtain")
    table.push("Allies")
    assert not table.pieces("Paramushiro")
    before = tray_of(table)
    table.choose("Draw the curtain")
    table.push("Japan")
    force = table.pieces("Paramushiro")
    table.submit(MovePieces(force[:2], At("pacific", "Truk")))
    table.submit(RemovePieces(force[2:4]))
    table.submit(Act(force[4:], "ctrl F"))
    table.choose("Draw the curtain")
    table.push("Allies")
    assert tray_of(table) == before


def test_what_one_side_did_with_hidden_counters_is_not_told_to_the_other(table):
    table.choose("Draw the curtain")
    table.push("Japan")
    force = table.pieces("Paramushiro")
    table.submit(Show(force[:2], "unseen", ("AL",)))
    table.submit(Show(force[2:], "back", ("AL",)))
    table.submit(Act(force, "ctrl F"))
    table.press("Ctrl+Z")
    table.press("Ctrl+Y")
    assert "Abukuma" in table.log
    table.choose("Draw the curtain")
    table.push("Allies")
    assert "Abukuma" not in table.log
    assert "undoes something with unknown unit" in table.log
    assert "redoes something with unknown unit" in table.log


def test_undo_all_the_way_back_and_redo_all_the_way_forward(table):
    table.look("Paramushiro")
    seen = [positions(table.game)]
    for dx in (2, 3, 2):
        top = (
            next(p for held in table.holders("Paramushiro") for p in held.pieces[-1:])
            if dx == 2 and len(seen) == 1
            else table.chosen[-1]
        )
        table.drag(table.of(top), table.at("Paramushiro", dx=dx * 294))
        seen.append(positions(table.game))
    table.press("Ctrl+F")
    seen.append(positions(table.game))
    for before in reversed(seen[:-1]):
        table.push("Undo")
        assert positions(table.game) == before
    assert not table.window.model.can_undo
    for after in seen[1:]:
        table.push("Redo")
        assert positions(table.game) == after
    assert not table.window.model.can_redo
    assert not table.refused


def test_a_roll_between_is_not_in_the_way_of_undo_and_cannot_be_fished(table):
    table.push("One die")
    rolled = table.log.splitlines()[-1]
    table.push("One die")
    assert table.model.table_seat.session.journal.last == 3
    assert not table.window.model.can_undo, "a roll changes nothing on the table"
    assert rolled in table.log


def test_looks_of_the_map(table):
    table.look("Truk", scale=0.8)
    plain = table.view().grab().toImage()
    table.press("G")
    table.wait(lambda: table.view().grab().toImage() != plain)
    table.press("H")
    drawn = table.window.scenes["pacific"]
    assert not any(item.isVisible() for item in drawn.items())
    table.press("H")
    assert any(item.isVisible() for item in drawn.items())


def test_dark_and_plain_keep_the_game_that_is_open(table, qtbot):
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    moved, first = positions(table.game), table.window
    first.resize(1300, 880)
    table.look("Truk")
    before = looks(table, "pacific")
    for words in ("Dark theme", "High-contrast counters"):
        table.choose(words)
        qtbot.waitExposed(table.window)
        assert table.window is not first
        table.wait(lambda: looks(table, "pacific") == pytest.approx(before, abs=4))
        assert table.window.size() == QSize(1300, 880)
        assert positions(table.game) == moved
    assert table.program.settings.dark
    assert table.program.settings.plain
    assert table.entry("Dark theme").isChecked()
    table.press("Ctrl+Z")
    assert table.pieces("Paramushiro")


def found(table, text: str) -> None:
    field = table.find(NameFinder).findChild(QLineEdit)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    table.settle()


def test_find_goes_there_and_chooses_what_lies_there(table):
    table.look("Truk", scale=0.8)
    table.press("Ctrl+K")
    found(table, "paramushiro")
    assert set(table.chosen) == set(table.pieces("Paramushiro"))
    spot = table.board().spot_of("Paramushiro")
    view = table.view()
    assert view.viewport().rect().contains(view.mapFromScene(QPointF(spot.x, spot.y)))
    table.press("Ctrl+K")
    found(table, "Atlantis")
    assert set(table.chosen) == set(table.pieces("Paramushiro"))


def test_a_game_is_played_with_the_keys_alone(table):
    table.press("Ctrl+K")
    found(table, "paramushiro")
    force = table.chosen
    table.press("Ctrl+Shift+M")
    found(table, "Truk")
    assert {table.where(piece) for piece in force} == {table.where(table.pieces("Truk")[0])}
    table.press("Ctrl+F")
    table.press("Shift+F10")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    table.settle()
    assert QApplication.activePopupWidget() is None
    table.window.activateWindow()  # without a window manager nothing else activates it
    table.press("Ctrl+Z")
    table.press("Ctrl+Z")
    assert table.pieces("Paramushiro") == force


def test_a_place_in_the_log_is_a_link_by_its_title(table):
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    assert "from Paramushiro to" in table.log
    assert table.log.splitlines()[-1].count(",") <= 3, "a long stack is named by its top"
    table.look("Truk")
    from tabletop.desktop.panels.log_panel import LogPanel

    table.find(LogPanel).place_followed.emit("pacific", table.board().find("Paramushiro"))
    spot = table.board().spot_of("Paramushiro")
    assert table.view().viewport().rect().contains(table.view().mapFromScene(QPointF(spot.x, spot.y)))


def test_save_as_goes_on_in_the_new_file(table, home, monkeypatch):
    new = home / "kept.wartable"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(new.with_suffix("")), ""))
    table.press("Ctrl+Shift+S")
    assert new.exists()
    table.look("Paramushiro")
    table.drag(table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294))
    moved = positions(table.game)
    table.leave()
    with Journal.open(new) as journal:
        assert positions(journal.game) == moved
    table.program.resume(new)
    assert positions(table.game) == moved
    assert new in table.program.settings.recent_games()


@pytest.mark.parametrize("key", ["F1", "F2"])
def test_pages_of_help_open_without_stopping_the_game(table, key):
    table.press(key)
    opened = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not table.window]
    assert opened
    for window in opened:
        window.close()
    table.look("Paramushiro")
    assert table.pieces("Paramushiro")
