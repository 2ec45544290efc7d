"""Two games that differ only in what Japan does not see look and read the same to Japan everywhere."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QMenu, QWidget

from rules_assist.cases.case_records import CasePosition
from rules_assist.cases.run.case_dice import CaseDice
from rules_assist.cases.run.given_position import given_table
from rules_assist.cases.words.case_names import CaseNames
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.desktop.battle.battle_board import BattleBoard
from tabletop.desktop.map.name_finder import NameFinder
from tabletop.desktop.map.viewer.stack_viewer import StackViewer
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.window.files import map_export
from tabletop.game.change.outcome import Done
from tabletop.game.commands import At, MovePieces, Show, TakeSeat
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tests.journeys.conftest import RIGHT, Player, gone, save_game, seat_one_player
from tests.journeys.secrets.test_other_eyes import sit_down

SEEN = {
    "kongo": {"kind": "jp_bb_kongo_haruna", "at": "1210"},
    "takao": {"kind": "jp_ca_sentai4", "at": "1210"},
    "astoria": {"kind": "us_ca_crudiv6", "at": "1210"},
}
FORCES = {"Fleet 1": ["kongo", "takao"], "TF 1": ["astoria"]}
STILL = 5
WORLDS = {
    "one carrier beside the fleet": {"cv": {"kind": "us_cv_hornet_wasp", "at": "1210"}},
    "two ships, one of them alone at sea": {
        "dd": {"kind": "us_dd_desron1", "at": "1210"},
        "bb": {"kind": "us_bb_new_mexico_idaho", "at": "1410"},
    },
}


def game_file(folder: Path, hidden: dict[str, dict[str, str]]) -> Path:
    """Return the file of a game in Japan's Combat Phase in which Japan does not see these pieces of the Allies."""
    book = load_rulebook(load_module(find_module("fire_in_the_sky")))
    given = CasePosition.model_validate(
        {
            "now": ["4", "JP", "11"],
            "points": {"merchantmen": "60"},
            "properties": {"pauses": "on"},
            "pieces": {**SEEN, **hidden},
            "forces": FORCES,
        }
    )
    table = given_table(book, given, {}, CaseDice(None), CaseNames(book))
    kinds = {each["kind"] for each in hidden.values()}
    unseen = tuple(id for id in table.game.pieces if table.game.kind_of(id).key in kinds)
    assert len(unseen) == len(hidden)
    assert isinstance(table.do("AL", Show(unseen, "unseen", ("JP",))).outcome, Done)
    folder.mkdir()
    return save_game(folder / "meeting.wartable", seat_one_player(table.game))


def read(table: Player) -> list[str]:
    """Return every text of the window, also for screen readers: words, tool tips, names, descriptions, list entries.
    Hidden viewers are left out, and times of day are masked.
    """
    found: set[str] = set()
    put_away = [each for each in table.window.findChildren(StackViewer) if not each.isVisible()]
    for widget in table.window.findChildren(QWidget):
        if any(viewer is widget or viewer.isAncestorOf(widget) for viewer in put_away):
            continue  # its last words depend on how long the mouse rested there
        for name in (
            "text",
            "toPlainText",
            "toolTip",
            "accessibleName",
            "accessibleDescription",
            "windowTitle",
            "title",
        ):
            says = getattr(widget, name, None)
            words = says() if callable(says) else ""
            if isinstance(words, str) and words:
                found.add(words)
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            for row in range(model.rowCount()):
                index = model.index(row, 0)
                found.add(f"{index.data()} {index.data(Qt.ItemDataRole.ToolTipRole)} {int(model.flags(index).value)}")
    return sorted(re.sub(r"\b[0-9]{1,2}:[0-9]{2}\b", "time", each) for each in found)


def entries(menu: QMenu) -> list[str]:
    """Return all entries of a menu and its submenus."""
    found: list[str] = []
    for action in menu.actions():
        found.append(f"{action.text()} {action.isEnabled()} {action.toolTip()}")
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += entries(inner)
    return found


class Told(NamedTuple):
    """Japan's knowledge at one point of its journey: texts, and the drawn counters with their positions; for an export
    only the bytes of its file.
    """

    at: str
    words: list[str]
    drawn: list[tuple[str, int, int]]
    picture: bytes = b""


def told(table: Player, at: str, *more: str) -> Told:
    """Return Japan's knowledge, as soon as the texts of the window no longer change."""
    readings: list[list[str]] = []

    def is_still() -> bool:
        readings.append(read(table))
        return len(readings) > STILL and all(each == readings[-1] for each in readings[-STILL:])

    table.wait(is_still)
    return Told(at, [*readings[-1], *more], drawn(table))


def drawn(table: Player) -> list[tuple[str, int, int]]:
    """Return the drawn counters on all maps: their names and positions in map pixels, sorted."""
    found = [
        (table.name(piece), scene.middle(piece))
        for scene in table.window.scenes.values()
        for piece in table.game.pieces
        if scene.is_drawn(piece)
    ]
    return sorted((name, round(at.x()), round(at.y())) for name, at in found)


def without_the_rules(table: Player, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    """Yield Japan's knowledge while the player looks, points, opens menus and name finders, and exports the map."""
    yield told(table, "the opening view, the foot, the log")
    for place in ("1210", "1410"):
        table.look(place)
        table.hover(table.at(place))
        yield told(table, f"the mouse at {place}")
        table.hover(table.at(place, dx=20, dy=-20))
        table.click(table.at(place), button=RIGHT)
        menu = QApplication.activePopupWidget()
        words = entries(menu) if isinstance(menu, QMenu) else ["no menu"]
        if menu is not None:
            menu.close()
        yield told(table, f"the menu at {place}", *words)
    table.press("Ctrl+A")
    yield told(table, "all chosen")
    table.press("Escape")
    table.press("Ctrl+Shift+O")
    yield told(table, "the overview")
    table.press("Ctrl+Shift+O")
    table.press("Ctrl+K")
    field = table.find(NameFinder).findChild(QLineEdit)
    for word in ("hornet", "squadron", "new mexico", "us"):
        field.setText("")
        table.type_into(field, word)
        model = field.completer().completionModel() if field.completer() is not None else None
        names = [str(model.index(row, 0).data()) for row in range(model.rowCount())] if model is not None else []
        yield told(table, f"find {word}", *names)
    table.find(NameFinder).leave()
    table.window.activateWindow()
    for entry, ending in (("Export map image…", "png"), ("Export piece list…", "txt")):
        file = folder / f"export.{ending}"
        monkeypatch.setattr(map_export, "file_to_write", lambda *_, file=file: file)
        table.choose(entry)
        yield Told(entry, [], [], file.read_bytes())


def with_the_rules(table: Player, _folder: Path, _monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    """Yield Japan's knowledge while the player reads the assistant's findings and overlays, drags a ship, and begins a
    battle.
    """
    if not table.entry("Rules assistant").isChecked():
        table.choose("Rules assistant")
    table.wait(lambda: bool(table.buttons("Fight it")))
    yield told(table, "the findings")
    for key in ("2", "3", "4", "5"):
        table.press(key)
        yield told(table, f"the overlay of {key}")
        table.press(key)
    ship = next(piece for piece in table.game.pieces if "Kongo" in table.name(piece))
    table.look("1210")
    with table.carrying(table.of(ship), table.at("1410")):
        yield told(table, "a ship held over a place")
    table.press("Ctrl+Z")
    table.push("Fight it")
    board = table.find(BattleBoard)
    table.wait(lambda: board.isVisible() and bool(table.buttons("Roll 2 dice")))
    yield told(table, "the Battle Board")


@pytest.mark.parametrize("journey", [without_the_rules, with_the_rules])
def test_nothing_in_the_window_tells_of_pieces_that_a_side_does_not_see(home, qtbot, monkeypatch, line, journey):
    worlds: list[Sequence[Told]] = []
    for number, hidden in enumerate(WORLDS.values()):
        program = DesktopApp()
        table = Player(program, qtbot)
        folder = home / str(number)
        program.resume(game_file(folder, hidden))
        qtbot.waitExposed(table.window)
        table.window.resize(1366, 768)
        table.window.activateWindow()
        try:
            table.push("Japan")
            worlds.append(list(journey(table, folder, monkeypatch)))
        finally:
            gone(program)
    for one, other in zip(*worlds, strict=True):
        only = set(one.words) ^ set(other.words)
        assert not only, f"{one.at}: {sorted(only)}"
        assert one.words == other.words, one.at
        assert one.drawn == other.drawn, one.at
        assert one.picture == other.picture, one.at


@pytest.mark.parametrize("unseen", [0, 2], ids=["nothing is moved", "a carrier goes and comes back"])
def test_what_the_other_side_does_unseen_leaves_no_trace_in_the_window(home, qtbot, program, unseen):
    table = Player(program, qtbot)
    program.resume(game_file(home / "game", WORLDS["one carrier beside the fleet"]))
    qtbot.waitExposed(table.window)
    table.push("Japan")
    session = table.model.table_seat.session
    session.submit("Allies", TakeSeat(("AL",)))
    before = told(table, "before")
    (carrier,) = (piece for piece in session.game.pieces if session.game.kind_of(piece).key == "us_cv_hornet_wasp")
    for place in ("1410", "1210")[:unseen]:
        session.submit("Allies", MovePieces((carrier,), At("pacific", place)))
    table.settle()
    assert told(table, "after") == before._replace(at="after")
    (ship,) = (piece for piece in table.game.pieces if "Kongo" in table.name(piece))
    table.model.submit(MovePieces((ship,), At("pacific", "1410")))
    table.wait(lambda: "1410" in table.log)
    assert table.find(StatusLine).accessibleName() == "Japan   ·   meeting.wartable   ·   saved"
    sit_down(table, "All sides")
    assert f"{session.journal.last} actions" in table.find(StatusLine).accessibleName()
