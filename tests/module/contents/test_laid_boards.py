"""Boards to choose from: the boards laid, their positions, and their record in a game."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.chance import Chance
from tabletop.module.checks.module_check import check_module
from tabletop.module.contents.laid_boards import as_laid, boards_property, boards_to_choose, read, written
from tabletop.module.contents.map_files import build_map
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.module.schema.map.map_table_records import BoardChoice, BoardPlacement
from tabletop.module.setup import SetupError, new_game

NAMES = ("North", "South", "Islands")
BOARDS = tuple(BoardRecord(name=name, size=(100 * n, 50)) for n, name in enumerate(NAMES, start=1))
SHEET = SheetRecord(
    id="theatre",
    name="Theatre",
    size=(120, 70),
    edge=(10, 10),
    boards=BOARDS,
    choice=BoardChoice(usual=(BoardPlacement(board="North"),)),
)
LAID = st.builds(
    BoardPlacement, board=st.sampled_from(NAMES), column=st.integers(0, 9), row=st.integers(0, 9), turned=st.booleans()
)


def test_only_the_usual_boards_lie_there() -> None:
    assert [board.name for board in build_map(SHEET).boards] == ["North"]


@pytest.mark.parametrize(
    ("laid", "size", "corners"),
    [
        ((BoardPlacement(board="South"),), (220, 70), [(10, 10)]),
        ((BoardPlacement(board="North"), BoardPlacement(board="South", column=1)), (320, 70), [(10, 10), (110, 10)]),
        (
            (BoardPlacement(board="North"), BoardPlacement(board="Islands", row=1, turned=True)),
            (320, 120),
            [(10, 10), (10, 60)],
        ),
        ((BoardPlacement(board="Atlantis"), BoardPlacement(board="North")), (120, 70), [(10, 10)]),
    ],
)
def test_other_boards_are_laid_out(
    laid: tuple[BoardPlacement, ...], size: tuple[int, int], corners: list[object]
) -> None:
    sheet = SHEET.laid_out(laid)
    board_map = build_map(sheet)
    assert sheet.size == board_map.size == size
    assert [board_map.origin_of(board) for board in board_map.boards] == corners


@pytest.mark.parametrize("reversible", [False, True])
def test_only_a_board_that_may_be_turned_is_turned(reversible: bool) -> None:
    north = BOARDS[0].model_copy(update={"reversible": reversible})
    sheet = SHEET.model_copy(update={"boards": (north,)}).laid_out((BoardPlacement(board="North", turned=True),))
    assert [board.reversed for board in build_map(sheet).boards] == [reversible]


def test_a_map_without_a_choice_stays_as_it_is() -> None:
    sheet = SHEET.model_copy(update={"choice": None})
    assert sheet.laid_out((BoardPlacement(board="South"),)) is sheet


@given(st.lists(LAID, max_size=6))
def test_what_a_game_keeps_is_read_as_it_was_written(laid: list[BoardPlacement]) -> None:
    assert read(written(tuple(laid))) == tuple(laid)


@pytest.mark.parametrize("value", [None, "", "North", 7, "{}", '[["North", -1]]', "[3]"])
def test_what_says_no_boards_changes_nothing(value: str | int | None) -> None:
    assert read(value) == ()


def test_a_usual_board_must_be_there() -> None:
    sheet = SHEET.model_copy(update={"choice": BoardChoice(usual=(BoardPlacement(board="Atlantis"),))})
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
    bare = as_laid(module, {boards_property("main"): written((BoardPlacement(board="Bare"),))})
    assert (bare.sheets["main"].size, bare.components.maps["main"].boards[0].name) == ((100, 100), "Bare")
    assert as_laid(module, {}) is module


TWO_BOARDS = """boards:
  - {name: Bare, size: [100, 200]}
  - {name: Sea, size: [300, 400], reversible: yes}
  - {name: Sea, size: [1, 1]}
"""
SEVERAL = "choice: {several: yes, columns: 2, usual: [{board: Field}]}\nhex_px: 160\nedge: [7, 9]"


@pytest.fixture
def free(changed: Callable[..., Path]) -> Callable[..., Module]:
    """Return a function that loads the new module with boards to choose: with this set-up in its scenario, and this
    choice of boards on its map.
    """

    def made(setup: str, choice: str = SEVERAL) -> Module:
        changed("map/main.yaml", ("hex_px: 160", choice), ("boards:\n", TWO_BOARDS))
        text = (changed("module.yaml") / "scenarios/meeting.yaml").read_text()
        return load_module(changed("scenarios/meeting.yaml", (text[text.index("setup:") :], setup)))

    return made


def at(board: str, column: int = 0, row: int = 0, *, turned: bool = False) -> BoardPlacement:
    return BoardPlacement(board=board, column=column, row=row, turned=turned)


UNIT = "pieces: [red_infantry]"


@pytest.mark.parametrize(
    ("where", "boards", "points"),
    [
        ("board: Bare, point: [10, 20]", (at("Bare"),), [(17, 29)]),
        ("board: Bare, point: [10, 20]", (at("Sea"), at("Bare", 1)), [(317, 29)]),
        ("board: Bare, point: [10, 20]", (at("Bare", 1), at("Sea", 0), at("Bare", 0, 1)), [(17, 429)]),
        ("board: Bare, point: [10, 20]", (at("Sea"),), []),
        ("board: Sea, point: [10, 20]", (at("Sea", turned=True),), [(17, 29)]),
        ("point: [10, 20]", (at("Sea"), at("Bare", 1)), [(10, 20)]),
        ("points: {Sea: [1, 2], Bare: [3, 4]}", (at("Sea", 1), at("Bare")), [(3, 4)]),
        ("points: {Sea: [1, 2], Bare: [3, 4]}", (at("Sea"), at("Bare", 0, 1)), [(1, 2)]),
        ("points: {Bare: [3, 4]}", (at("Sea"),), []),
        ("board: Field, point: [0, 0]", (), [(7, 9)]),
    ],
)
def test_what_belongs_to_a_board_lies_where_that_lies(
    free: Callable[..., Module], where: str, boards: tuple[BoardPlacement, ...], points: list[tuple[int, int]]
) -> None:
    module = free(f"setup:\n- {{{where}, {UNIT}}}\ndecks:\n- {{{where}, name: Draw, cards: [red_infantry]}}\n")
    game = new_game(module, "meeting", {}, NoChance(), boards={"main": boards} if boards else {})
    for form in ("stack", "deck"):
        assert [(one.x, one.y) for one in game.holders.values() if one.form == form] == points


def test_a_game_keeps_the_boards_that_were_chosen_column_by_column(free: Callable[..., Module]) -> None:
    module = free("")
    boards = (at("Field", 1), at("Sea", 0, 1, turned=True), at("Bare"))
    game = new_game(module, "meeting", {}, NoChance(), boards={"main": boards})
    assert read(game.properties[boards_property("main")]) == (boards[2], boards[1], boards[0])
    usual = new_game(module, "meeting", {}, NoChance())
    assert read(usual.properties[boards_property("main")]) == (at("Field"),), "whatever is usual in a later version"


@pytest.mark.parametrize(
    ("choice", "boards", "said"),
    [
        (SEVERAL, {"other": (at("Sea"),)}, "No boards can be chosen for the map 'other'; choose 'main'."),
        (SEVERAL, {"main": (at("See"),)}, "The map 'The field' has no board 'See'; choose one of Bare, Field, Sea."),
        (SEVERAL, {"main": ()}, "The map 'The field' needs at least one board."),
        (SEVERAL, {"main": (at("Sea"), at("Bare"))}, "The map 'The field' has two boards in column 0, row 0."),
        (SEVERAL, {"main": (at("Bare", turned=True),)}, "The board 'Bare' may not be turned."),
        (SEVERAL, {"main": (at("Sea"), at("Bare", 2))}, "The map 'The field' takes at most 2 columns."),
        (SEVERAL, {"main": (at("Sea", 0, 400),)}, "The map 'The field' takes at most 400 rows."),
        (CHOICE, {"main": (at("Sea"), at("Bare", 1))}, "The map 'The field' takes one board, in column 0, row 0."),
        (CHOICE, {"main": (at("Sea", 1),)}, "The map 'The field' takes one board, in column 0, row 0."),
    ],
)
def test_boards_that_cannot_lie_so_are_refused(
    free: Callable[..., Module], choice: str, boards: dict[str, tuple[BoardPlacement, ...]], said: str
) -> None:
    with pytest.raises(SetupError) as refusal:
        new_game(free("", choice), "meeting", {}, NoChance(), boards=boards)
    assert str(refusal.value) == said


def test_boards_are_chosen_where_neither_the_scenario_nor_another_map_says_them(free: Callable[..., Module]) -> None:
    module = free("boards: {main: [{board: Sea}]}\n")
    scenario = module.scenarios["meeting"]
    assert not boards_to_choose(module, scenario)
    asked = scenario.model_copy(update={"boards": {}})
    assert list(boards_to_choose(module, asked)) == ["main"]
    assert not boards_to_choose(module, asked.model_copy(update={"position": "positions/saved.json"}))


def test_a_map_may_have_the_boards_of_another(changed: Callable[..., Path], free: Callable[..., Module]) -> None:
    folder = changed("module.yaml", ("maps: [", "maps: [map/plan.yaml, "))
    (folder / "map/plan.yaml").write_text((folder / "map/main.yaml").read_text().replace("id: main", "id: plan"))
    text = free("").source.read("map/main.yaml").decode()
    like = text.replace("id: main", "id: plan", 1).replace("choice: {", "choice: {like: main, ", 1)
    (folder / "map/plan.yaml").write_text(like)
    module = load_module(folder)
    game = new_game(module, "meeting", {}, NoChance(), boards={"main": (at("Bare"),)})
    assert list(boards_to_choose(module, module.scenarios["meeting"])) == ["main"]
    assert [one.boards[0].name for one in as_laid(module, game.properties).components.maps.values()] == ["Bare"] * 2
    (folder / "map/plan.yaml").write_text(like.replace("like: main", "like: man"))
    assert "did you mean 'main'" in check_module(folder).errors[0]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("board: Filed, point: [1, 1]", "did you mean 'Field'"),
        ("points: {Filed: [1, 1]}", "did you mean 'Field'"),
        ("board: Field, at: 0101", "`board` only beside `point`"),
        ("point: [1, 1], points: {Field: [1, 1]}", "one of `at`"),
    ],
)
def test_where_a_set_up_means_a_board_it_is_there(changed: Callable[..., Path], where: str, said: str) -> None:
    error, *_ = check_module(changed("scenarios/meeting.yaml", ("setup:", f"setup:\n  - {{{where}, {UNIT}}}"))).errors
    assert said in error


class NoChance(Chance):
    """A source of chance that always gives the same result."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return 0
