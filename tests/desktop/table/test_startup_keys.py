"""Keys of the table that the program presses: at the first game of a module after the program's start, or at every
game.
"""

import pytest
from typer.testing import CliRunner

from tabletop.cli.command_line import app
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.table.startup_keys import Launches
from tabletop.desktop.window.game_window import GameWindow
from tests.desktop.one_map import one_map

MODULE = one_map(
    pieces="{group: Pieces, pieces: [{id: unit, name: Unit, width: 60, height: 60}]}",
    scenario="{id: all, title: All, summary: All., setup: []}",
    more="""
properties: {Days: 3}
table:
- {trait: report, keys: [Begin], text: 'The sun rises on {Days} days.'}
- {trait: report, keys: [Open], text: 'The box is opened.'}
openings: [{key: Begin}, {key: Open, when: launch}]
""",
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_only_the_first_game_of_a_module_is_a_launch() -> None:
    launches = Launches()
    assert launches.times_of("war", is_new=False) == ("launch", "opened")
    assert launches.times_of("war", is_new=False) == ("opened",)
    assert launches.times_of("peace", is_new=False) == ("launch", "opened")


def test_a_new_game_has_had_its_keys() -> None:
    launches = Launches()
    assert launches.times_of("war", is_new=True) == ()
    assert launches.times_of("war", is_new=False) == ("opened",)


def test_what_keys_tell_when_a_game_is_set_up_begins_its_log(opened) -> None:
    told = [line.whole for line in opened(MODULE).model.lines()]
    assert told[:2] == ["The sun rises on 3 days.", "The box is opened."]


def test_what_they_tell_is_nothing_that_could_be_undone(opened) -> None:
    model = opened(MODULE).model
    assert not model.undo().has_happened
    assert model.lines()[0].whole == "The sun rises on 3 days."


def test_a_game_that_was_only_set_up_is_played_and_no_log_to_be_looked_through(qtbot, own_folders, monkeypatch) -> None:
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    folder = own_folders / "keys"
    folder.mkdir()
    for name, text in MODULE.items():
        (folder / name).write_text(text, encoding="utf-8")
    game = own_folders / "game.wartable"
    CliRunner().invoke(app, ["new-game", str(folder), "-o", str(game)])
    program = DesktopApp()
    program.resume(game)
    assert isinstance(program.window, GameWindow)
    assert program.window.model.review is None
    assert program.window.model.lines()[0].whole == "The sun rises on 3 days."
    program.window.close()
    program.window.deleteLater()
