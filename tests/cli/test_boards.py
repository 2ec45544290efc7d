"""The boards of a new game, chosen on the command line."""

from pathlib import Path

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.journal.journal import Journal
from tabletop.module.contents.laid_boards import boards_property
from tabletop.module.new_module import new_module

CHOICE = "choice: {several: yes, usual: [{board: Field}]}\nhex_px: 160"
BOARDS = """boards:
  - {name: Sea, size: [300, 400], reversible: yes}
  - {name: "odd@1,2,turned", size: [300, 400]}
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the folder of a module on whose map boards are chosen."""
    folder = new_module("Trial", tmp_path)
    text = (folder / "map/main.yaml").read_text().replace("hex_px: 160", CHOICE).replace("boards:\n", BOARDS, 1)
    (folder / "map/main.yaml").write_text(text)
    meeting = folder / "scenarios/meeting.yaml"
    meeting.write_text(meeting.read_text().partition("setup:")[0])
    return folder


def with_second_map(module: Path) -> None:
    text = (module / "map/main.yaml").read_text()
    (module / "map/off.yaml").write_text(text.replace("id: main", "id: off"))
    about = (module / "module.yaml").read_text()
    (module / "module.yaml").write_text(about.replace("map/main.yaml", "map/main.yaml, map/off.yaml"))


def laid(wartable, module: Path, *boards: str) -> list[object]:
    """Begin a game with these boards on the command line, and return the boards that it stores for its two maps."""
    file = module.parent / "game.wartable"
    ran = wartable("new-game", module, *(part for board in boards for part in ("--board", board)), "--out", file)
    assert (ran.code, ran.err) == (ExitCode.WELL, "")
    with Journal.watch(file) as journal:
        return [journal.game.properties.get(boards_property(id)) for id in ("main", "off")]


@pytest.mark.parametrize(
    ("boards", "kept"),
    [
        ([], '[["Field",0,0,false]]'),
        (["Sea"], '[["Sea",0,0,false]]'),
        (["Field", "Sea"], '[["Field",0,0,false],["Sea",1,0,false]]'),
        (["Field", "Sea,turned", "main:Field"], '[["Field",0,0,false],["Sea",1,0,true],["Field",2,0,false]]'),
        (["Sea@0,1,turned", "Field@0,0"], '[["Field",0,0,false],["Sea",0,1,true]]'),
        (["odd@1,2,turned", "odd@1,2,turned@3,0"], '[["odd@1,2,turned",0,0,false],["odd@1,2,turned",3,0,false]]'),
    ],
)
def test_boards_lie_side_by_side_or_in_a_column_and_row(wartable, module, boards: list[str], kept: str) -> None:
    assert laid(wartable, module, *boards) == [kept, None]


def test_each_map_has_its_own(wartable, module) -> None:
    with_second_map(module)
    off = '[["Sea",0,0,true],["Field",1,0,false]]'
    assert laid(wartable, module, "off:Sea,turned", "off:Field") == ['[["Field",0,0,false]]', off]


@pytest.mark.parametrize(
    ("board", "said", "code"),
    [
        (
            "main:See",
            "The map 'The field' has no board 'See'; choose one of Field, Sea, odd@1,2,turned.",
            ExitCode.FILE,
        ),
        ("main:Field,turned", "The board 'Field' may not be turned.", ExitCode.FILE),
        ("Sea", "Name the map of board 'Sea': begin with 'main:' or 'off:'.", ExitCode.USAGE),
    ],
)
def test_what_cannot_lie_there_is_told(wartable, module, board: str, said: str, code: ExitCode) -> None:
    with_second_map(module)
    out = module.parent / "game.wartable"
    ran = wartable("new-game", module, "--board", board, "--out", out)
    assert (ran.code, ran.err, out.exists()) == (code, f"wartable: {said}\n", False)


def test_a_scenario_may_leave_no_boards_to_choose(wartable, tmp_path: Path) -> None:
    ran = wartable("new-game", "border_war", "--board", "Field", "--out", tmp_path / "game.wartable")
    assert (ran.code, ran.err) == (ExitCode.USAGE, "wartable: This scenario has no boards to choose.\n")
