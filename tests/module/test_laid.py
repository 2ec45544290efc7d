"""Boards to choose from: what lies there, where it lies, and how a game keeps it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.chance import Chance
from tabletop.module.check import check_module
from tabletop.module.laid import as_laid, boards_property, read, written
from tabletop.module.loader import load_module
from tabletop.module.maps import build_map
from tabletop.module.schema.sheet import BoardSpec, Sheet
from tabletop.module.schema.table import BoardChoice, Laid
from tabletop.module.setup import new_game

NAMES = ("North", "South", "Islands")
BOARDS = tuple(BoardSpec(name=name, size=(100 * n, 50)) for n, name in enumerate(NAMES, start=1))
SHEET = Sheet(
    id="theatre",
    name="Theatre",
    size=(120, 70),
    edge=(10, 10),
    boards=BOARDS,
    choice=BoardChoice(usual=(Laid(board="North"),)),
)
LAID = st.builds(
    Laid, board=st.sampled_from(NAMES), column=st.integers(0, 9), row=st.integers(0, 9), turned=st.booleans()
)


def test_only_the_usual_boards_lie_there() -> None:
    assert [board.name for board in build_map(SHEET).boards] == ["North"]


@pytest.mark.parametrize(
    ("laid", "size", "corners"),
    [
        ((Laid(board="South"),), (220, 70), [(10, 10)]),
        ((Laid(board="North"), Laid(board="South", column=1)), (320, 70), [(10, 10), (110, 10)]),
        ((Laid(board="North"), Laid(board="Islands", row=1, turned=True)), (320, 120), [(10, 10), (10, 60)]),
        ((Laid(board="Atlantis"), Laid(board="North")), (120, 70), [(10, 10)]),
    ],
)
def test_other_boards_are_laid_out(laid: tuple[Laid, ...], size: tuple[int, int], corners: list[object]) -> None:
    sheet = SHEET.laid_out(laid)
    board_map = build_map(sheet)
    assert sheet.size == board_map.size == size
    assert [board_map.origin_of(board) for board in board_map.boards] == corners


@pytest.mark.parametrize("reversible", [False, True])
def test_only_a_board_that_may_be_turned_is_turned(reversible: bool) -> None:
    north = BOARDS[0].model_copy(update={"reversible": reversible})
    sheet = SHEET.model_copy(update={"boards": (north,)}).laid_out((Laid(board="North", turned=True),))
    assert [board.reversed for board in build_map(sheet).boards] == [reversible]


def test_a_map_without_a_choice_stays_as_it_is() -> None:
    sheet = SHEET.model_copy(update={"choice": None})
    assert sheet.laid_out((Laid(board="South"),)) is sheet


@given(st.lists(LAID, max_size=6))
def test_what_a_game_keeps_is_read_as_it_was_written(laid: list[Laid]) -> None:
    assert read(written(tuple(laid))) == tuple(laid)


@pytest.mark.parametrize("value", [None, "", "North", 7, "{}", '[["North", -1]]', "[3]"])
def test_what_says_no_boards_changes_nothing(value: str | int | None) -> None:
    assert read(value) == ()


def test_a_usual_board_must_be_there() -> None:
    sheet = SHEET.model_copy(update={"choice": BoardChoice(usual=(Laid(board="Atlantis"),))})
    assert [misfit.expected for misfit in sheet.misfits()] == ["a board of this map"]


CHOICE = "choice: {usual: [{board: Field}]}\nhex_px: 160"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("map/main.yaml", "hex_px: 160", "hex_px: 160\nprivate: {sides: [Green]}", "expected a side of this game"),
        ("map/main.yaml", "- name: Field", "- name: Field\n    picture: images/a.png", "expected a picture of this"),
        ("map/main.yaml", "hex_px: 160", "choice: {usual: [{board: Filed}]}", "did you mean 'Field'"),
        ("scenarios/meeting.yaml", "setup:", "boards: {main: [{board: Filed}]}\nsetup:", "did you mean 'Field'"),
        ("scenarios/meeting.yaml", "setup:", "boards: {other: [{board: Field}]}\nsetup:", "a map of this game"),
    ],
)
def test_what_a_map_or_scenario_names_is_there(
    changed: Callable[..., Path], file: str, old: str, new: str, said: str
) -> None:
    if file.startswith("scenarios"):
        changed("map/main.yaml", ("hex_px: 160", CHOICE))
    error, *_ = check_module(changed(file, (old, new))).errors
    assert error.startswith(file)
    assert said in error


def test_a_scenario_says_which_boards_its_game_has(changed: Callable[..., Path]) -> None:
    changed("map/main.yaml", ("hex_px: 160", CHOICE), ("boards:\n", "boards:\n  - {name: Bare, size: [100, 100]}\n"))
    module = load_module(changed("scenarios/meeting.yaml", ("setup:", "boards: {main: [{board: Field}]}\nsetup:")))
    game = new_game(module, "meeting", {}, NoChance())
    assert game.properties[boards_property("main")] == '[["Field",0,0,false]]'
    assert as_laid(module, game.properties).components.maps["main"].size == (2400, 1500)
    bare = as_laid(module, {boards_property("main"): written((Laid(board="Bare"),))})
    assert (bare.sheets["main"].size, bare.components.maps["main"].boards[0].name) == ((100, 100), "Bare")
    assert as_laid(module, {}) is module


class NoChance(Chance):
    """Chance from which nothing comes that counts."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return 0
