"""The Battle Board: its display of a battle, its keys, and dice as arrows and results."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QWidget

from tabletop.assistance import (
    ROLL,
    ROLL_THE_REST,
    BattleBox,
    BattlePage,
    BattleSide,
    Odds,
    PendingThrow,
    ProcedureQuestion,
    ResultsTable,
    Share,
    TableRow,
)
from tabletop.desktop.battle.battle_board import BattleBoard, BattleEvent, DiceRow, Fought, Stages
from tabletop.desktop.battle.battle_canvas import BattleCanvas
from tabletop.desktop.battle.battle_odds import OddsRow
from tabletop.desktop.battle.battle_rolls import BattleRoll, Exchange, cast_of, exchanges_of
from tabletop.desktop.battle.battle_table import TableGrid
from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme
from tabletop.desktop.questions.procedure_card import SidesHere
from tabletop.desktop.questions.roll_words import dice_in
from tabletop.game.change.outcome import Choice
from tabletop.game.change.told import Told
from tabletop.game.commands import Answer, Leave
from tabletop.module.schema.module_file import SideRecord

SIDES = {
    "JP": SideRecord(id="JP", title="Japan", mark="chevron", colour="JP", soft="JPsoft"),
    "AL": SideRecord(id="AL", title="Allies", mark="star", colour="AL", soft="ALsoft"),
}
BOXES = (
    BattleBox("Carriers", "Fleet 1", (1, 2)),
    BattleBox("Air Points", points=(2, 5), mark="Air Superiority"),
    BattleBox("Land"),
)
PAGE = BattlePage(
    "Battle of Midway",
    "round 1",
    ("Preparation", "Air", "Surface"),
    2,
    (BattleSide("JP", "phasing", BOXES), BattleSide("AL", "", BOXES)),
    "Sea Control",
    "11.2.3",
    pairs=((1, 3),),
)
ODDS = (Odds("Result", (Share("0", 667, "66.7%"), Share("sunk", 333, "33.3%"))),)
FIRE = PendingThrow("Kongo fires at Houston", "1d6", "5+", "11.2.3", 1, 3, ODDS)
BACK = PendingThrow("Houston fires at Kongo", "2d6", "6", "11.2.3", 3, 1, ODDS)
WORDS = (Choice(ROLL, "Roll"), Choice(ROLL_THE_REST, "Roll the rest"))
PAUSE = ProcedureQuestion(7, "fire", "JP", "pause", "Round 1: fire", WORDS, rule="11.2.3.c", throws=(FIRE, BACK))
HIT = BattleRoll("Kongo fires at Houston", ("6",), frozenset({0}), "1 hit", counts_hits=True, piece=1, target=3)
SUNK = BattleEvent((HIT,), ("CA Houston is sunk",), ((3, "sunk"),))
PAUSED = Fought(7, PAGE, (PAUSE,), SidesHere(frozenset({"JP"})), (), (), may_leave=True)
OVER = Fought(7, PAGE, (), SidesHere(frozenset({"JP"})), (SUNK,), (HIT,), is_over=True)


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return request.param


@pytest.fixture
def board(qtbot, theme) -> Iterator[BattleBoard]:
    window = QWidget()
    window.resize(1366, 668)
    qtbot.addWidget(window)
    made = BattleBoard(window, lambda _piece, _px: None, SIDES, theme)
    made.setGeometry(window.rect())
    window.show()
    made.show()
    made.wanted_so_far = []
    made.wanted.connect(made.wanted_so_far.append)
    yield made
    window.close()


def buttons(board: BattleBoard) -> list[str]:
    return [each.accessibleName() for each in board.findChildren(QPushButton) if each.isVisible()]


def said(board: BattleBoard) -> str:
    return "\n".join(each.text() for each in board.findChildren(QLabel) if each.isVisible())


def test_a_pause_shows_the_odds_and_asks_for_the_word(board, qtbot):
    board.show_fought(PAUSED, at_once=False)
    qtbot.wait(1)
    assert "Odds before the roll" in said(board)
    assert "Asked: Japan" in said(board)
    assert buttons(board) == ["Show map", "Roll 3 dice", "Roll the rest", "By hand", "Undo answer"]
    assert board.findChild(Stages).accessibleName() == "Preparation, Air, Surface, now"
    assert board.findChild(BattleCanvas).accessibleDescription() == (
        "Kongo fires at Houston: 1d6 5+, Houston fires at Kongo: 2d6 6"
    )
    assert [row.accessibleName() for row in board.findChildren(OddsRow)] == [FIRE.title, BACK.title]
    assert "sunk 33.3%" in said(board)


@pytest.mark.parametrize(
    ("shares", "needs", "says"),
    [
        (("0", "sunk"), "5+", "sunk 50%"),
        (("0", "1"), "5+", "1 hit 50%"),
        (("0", "1"), "", "0 50% · 1 50%"),
    ],
    ids=["only what may become of it", "hits in words", "numbers that are not hits"],
)
def test_what_a_throw_may_bring_in_words(qtbot, theme, shares, needs, says):
    odds = Odds("Result", tuple(Share(title, 500, "50%") for title in shares))
    row = OddsRow(PendingThrow("Kongo fires", "1d6", needs, odds=(odds,)), lambda _piece, _px: None, SIDES, theme)
    qtbot.addWidget(row)
    assert row.findChildren(QLabel)[-1].accessibleName() == says


@pytest.mark.parametrize(
    ("fought", "key", "signal", "wanted"),
    [
        (PAUSED, Qt.Key.Key_Return, "", [Answer(7, "fire", ROLL)]),
        (PAUSED, Qt.Key.Key_Escape, "folded", []),
        (OVER, Qt.Key.Key_Enter, "put_away", []),
        (OVER, Qt.Key.Key_Escape, "put_away", []),
    ],
)
def test_keys(board, qtbot, fought, key, signal, wanted):
    board.show_fought(fought, at_once=False)
    heard = []
    for name in ("folded", "put_away"):
        getattr(board, name).connect(lambda name=name: heard.append(name))
    QTest.keyClick(board, key)
    assert (board.wanted_so_far, heard) == (wanted, [signal] if signal else [])


def test_the_rest_is_rolled_and_it_can_be_done_by_hand(board, qtbot):
    board.show_fought(PAUSED, at_once=False)
    for words in ("Roll the rest", "By hand"):
        next(each for each in board.findChildren(QPushButton) if each.accessibleName() == words).click()
    assert board.wanted_so_far == [Answer(7, "fire", ROLL_THE_REST), Leave(7)]


def test_who_always_rolls_at_once_says_so(board, qtbot):
    board.show_fought(PAUSED, at_once=False)
    with qtbot.waitSignal(board.at_once_switched) as heard:
        board.findChild(QCheckBox).click()
    assert heard.args == [True]


def test_who_always_rolls_at_once_can_stop_that_at_any_question(board, qtbot):
    board.show_fought(OVER, at_once=True)
    (tick,) = board.findChildren(QCheckBox)
    assert tick.isChecked()
    with qtbot.waitSignal(board.at_once_switched) as heard:
        tick.click()
    assert heard.args == [False]


def test_what_is_asked_elsewhere_is_waited_for(board, qtbot):
    board.show_fought(PAUSED._replace(here=SidesHere(frozenset({"AL"}))), at_once=False)
    qtbot.wait(1)
    assert "Waiting for: Japan" in said(board)
    assert "Roll 3 dice" not in buttons(board)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert board.wanted_so_far == []


def test_the_result_tells_what_became_of_counters(board, qtbot):
    board.show_fought(OVER, at_once=False)
    qtbot.wait(1)
    assert "The battle is over" in said(board)
    assert "CA Houston is sunk" in said(board)
    assert [each.accessibleName() for each in board.findChildren(DiceRow)] == ["Kongo fires at Houston: 6: 1 hit"]
    assert "Close" in buttons(board)


def test_it_paints_at_every_size_a_window_may_have(board, qtbot):
    board.show_fought(PAUSED._replace(last=(HIT,), happened=(SUNK,)), at_once=False)
    for size in ((1280, 600), (1366, 668), (1920, 1000)):
        board.resize(*size)
        assert not board.grab().isNull()


def test_pictures_come_a_few_at_a_time(qtbot):
    asked = []
    canvas = BattleCanvas(lambda piece, px: asked.append((piece, px)), SIDES, LIGHT)
    qtbot.addWidget(canvas)
    canvas.resize(1000, 560)
    canvas.show_page(PAGE, exchanges_of(PAGE.pairs, (FIRE,), ()), {})
    canvas.grab()
    assert asked == [], "painting draws no counter"
    qtbot.waitUntil(lambda: {piece for piece, _ in asked} == {1, 2, 3})


def test_a_click_on_a_counter_that_may_be_chosen_answers(board, qtbot):
    options = (Choice("piece:1", "Kongo"), Choice("piece:2", "Takao"))
    ask = ProcedureQuestion(7, "target", "JP", "pick", "Which ship?", options)
    board.show_fought(PAUSED._replace(asked=(ask,)), at_once=False)
    canvas = board.findChild(BattleCanvas)
    canvas.grab()
    spots = [QPoint(x, y) for x in range(0, canvas.width(), 8) for y in range(0, canvas.height(), 8)]
    found = {piece: spot for spot in spots if (piece := canvas.piece_at(QPointF(spot)))}
    assert set(found) == {1, 2}, "3 is no option"
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=found[2])
    assert board.wanted_so_far == [Answer(7, "target", "piece:2")]


SHIPS = {1: "Kongo", 2: "Takao", 3: "Houston", 4: "Boise"}
SHOTS = tuple(
    PendingThrow(
        f"{SHIPS[one]} fires at {SHIPS[other]}", "1d6", f"{row + 2}+", "11.2.3", one, other, (), "guns", str(row), "9"
    )
    for row, (one, other) in enumerate(((1, 3), (1, 4), (2, 3), (2, 4)))
)
GUNS = ResultsTable(
    "guns",
    "Surface combat",
    "11.2.3",
    "Firepower",
    "Defence",
    ("8", "9"),
    tuple(TableRow(str(row), (str(row + 1), str(row + 2))) for row in range(4)),
)
AT_SEA = replace(PAGE, sides=(replace(PAGE.sides[0], boxes=()), replace(PAGE.sides[1], boxes=())))
FACING = replace(AT_SEA, ships=(1, 2, 3, 4), pairs=(), table="guns", shots=SHOTS)
WHICH = ProcedureQuestion(
    7,
    "pairs",
    "AL",
    "order",
    "Which ship faces which?",
    tuple(Choice(f"piece:{ship}", SHIPS[ship]) for ship in (3, 4)),
    2,
    2,
    against=tuple(Choice(f"piece:{ship}", SHIPS[ship]) for ship in (1, 2)),
)
LINING_UP = Fought(7, FACING, (WHICH,), SidesHere(frozenset({"AL"})), (), (), may_leave=True, table=GUNS)


def spots(board: BattleBoard) -> dict[int, QPoint]:
    """Return a point of each counter on the board, by piece, where it can be clicked, dragged or dropped on."""
    canvas = board.findChild(BattleCanvas)
    canvas.grab()
    found: dict[int, QPoint] = {}
    for x in range(0, canvas.width(), 6):
        for y in range(0, canvas.height(), 6):
            piece = canvas.piece_at(QPointF(x, y))
            if piece:
                found.setdefault(piece, QPoint(x + 12, y + 12))
    return found


def carry(board: BattleBoard, start: QPoint, end: QPoint) -> None:
    """Press the mouse button at one point of the board and move the mouse to another, without releasing the button."""
    canvas = board.findChild(BattleCanvas)
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        at = QPointF(start + (end - start) * step / 4)
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            at,
            canvas.mapToGlobal(at),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(canvas, moved)


def drop(board: BattleBoard, start: QPoint, end: QPoint) -> None:
    carry(board, start, end)
    QTest.mouseRelease(board.findChild(BattleCanvas), Qt.MouseButton.LeftButton, pos=end)


def lit(board: BattleBoard) -> set[tuple[int, int]]:
    """Return the highlighted cells of the table."""
    QApplication.processEvents()
    [grid] = [each for each in board.findChildren(TableGrid) if each.isVisible()]
    return set(grid.lit)


@pytest.fixture
def lining_up(board: BattleBoard) -> BattleBoard:
    board.show_fought(LINING_UP, at_once=False)
    return board


def test_ships_are_paired_by_dragging_one_onto_the_other_and_the_table_follows(lining_up, qtbot):
    assert lit(lining_up) == set()
    at = spots(lining_up)
    assert set(at) == {1, 2, 3, 4}
    drop(lining_up, at[3], at[2])
    assert lit(lining_up) == {(2, 1)}
    assert "Takao fires at Houston: 1d6 4+" in lining_up.findChild(BattleCanvas).accessibleDescription()
    QTest.keyClick(lining_up, Qt.Key.Key_Return)
    assert lining_up.wanted_so_far == [], "one of the two faces nobody yet"
    at = spots(lining_up)
    drop(lining_up, at[1], at[4])
    assert lit(lining_up) == {(2, 1), (1, 1)}
    QTest.keyClick(lining_up, Qt.Key.Key_Return)
    assert lining_up.wanted_so_far == [Answer(7, "pairs", ["piece:4", "piece:3"])]


def test_what_a_pair_would_look_up_is_lit_while_a_ship_is_held_over_another(lining_up, qtbot):
    at = spots(lining_up)
    carry(lining_up, at[4], at[1])
    assert lit(lining_up) == {(1, 1)}
    QTest.keyClick(lining_up, Qt.Key.Key_Escape)
    assert lit(lining_up) == set()
    assert not lining_up.findChild(BattleCanvas).carried
    QTest.mouseRelease(lining_up.findChild(BattleCanvas), Qt.MouseButton.LeftButton, pos=at[1])
    assert spots(lining_up).keys() == at.keys()
    assert lit(lining_up) == set(), "Escape has put it back"


def test_a_ship_is_dragged_out_of_its_pair_and_two_change_places(lining_up, qtbot):
    at = spots(lining_up)
    drop(lining_up, at[3], at[1])
    at = spots(lining_up)
    drop(lining_up, at[4], at[2])
    assert lit(lining_up) == {(0, 1), (3, 1)}
    at = spots(lining_up)
    drop(lining_up, at[3], at[2])
    assert lit(lining_up) == {(2, 1), (1, 1)}, "they have changed places"
    at = spots(lining_up)
    drop(lining_up, at[3], QPoint(lining_up.findChild(BattleCanvas).width() // 2, 5))
    assert lit(lining_up) == {(1, 1)}


def test_ships_are_paired_by_clicks_and_by_buttons_as_well(lining_up, qtbot):
    QTest.mouseClick(lining_up.findChild(BattleCanvas), Qt.MouseButton.LeftButton, pos=spots(lining_up)[4])
    assert lit(lining_up) == {(1, 1)}, "the first that nobody faces"
    assert "faces Kongo" in said(lining_up)
    next(each for each in lining_up.findChildren(QPushButton) if each.accessibleName() == "Houston").click()
    assert lit(lining_up) == {(1, 1), (2, 1)}
    next(each for each in lining_up.findChildren(QPushButton) if each.accessibleName() == "Line up").click()
    assert lining_up.wanted_so_far == [Answer(7, "pairs", ["piece:4", "piece:3"])]


def test_pairs_stay_while_the_board_is_shown_anew(lining_up, qtbot):
    at = spots(lining_up)
    drop(lining_up, at[3], at[2])
    lining_up.show_fought(LINING_UP._replace(may_go_back=True), at_once=False)
    assert lit(lining_up) == {(2, 1)}


def test_a_ship_that_is_left_over_is_dragged_onto_the_one_it_joins_against(board, qtbot):
    options = (Choice("piece:1", "Kongo"), Choice("nothing", "nothing"))
    ask = ProcedureQuestion(7, "enemy", "AL", "pick", "Whom?", options, against=(Choice("piece:4", "Boise"),))
    page = replace(FACING, ships=(4,), pairs=((1, 3),))
    board.show_fought(LINING_UP._replace(page=page, asked=(ask,)), at_once=False)
    at = spots(board)
    drop(board, at[4], at[1])
    assert board.wanted_so_far == [Answer(7, "enemy", "piece:1")]


def test_nobody_pairs_ships_for_the_other_side(board, qtbot):
    board.show_fought(LINING_UP._replace(here=SidesHere(frozenset({"JP"}))), at_once=False)
    assert spots(board) == {}


def test_the_shots_that_are_about_to_be_fired_light_their_cells(board, qtbot):
    shots = (SHOTS[0], SHOTS[3])
    page = replace(FACING, ships=(), pairs=((1, 3), (2, 4)))
    board.show_fought(LINING_UP._replace(page=page, asked=(replace(PAUSE, throws=shots),)), at_once=False)
    assert lit(board) == {(0, 1), (3, 1)}
    assert board.findChild(TableGrid).accessibleDescription() == (
        "Firepower 0, Defence 9: 2 (Kongo fires at Houston); Firepower 3, Defence 9: 5 (Takao fires at Boise)"
    )
    board.show_fought(OVER, at_once=False)
    qtbot.waitUntil(lambda: not board.findChildren(TableGrid))


def test_where_only_the_row_is_known_before_the_roll_all_of_it_is_lit(qtbot, theme):
    grid = TableGrid(GUNS, theme)
    qtbot.addWidget(grid)
    grid.light([replace(SHOTS[1], column=""), replace(SHOTS[2], table="another")])
    assert set(grid.lit) == {(1, 0), (1, 1)}


def test_throws_and_dice_belong_to_the_pairs_they_are_thrown_by():
    check = PendingThrow("Damage check", "2d6", target=3)
    assert exchanges_of(((1, 3),), (FIRE, BACK, check), (HIT,)) == [
        Exchange(1, 3, (FIRE, BACK), (HIT,)),
        Exchange(3, 0, (check,)),
    ]
    sides = PendingThrow("Air-to-air combat, Japan", "5d6", "5+")
    assert exchanges_of((), (sides,), ()) == [Exchange(0, 0, (sides,))]


def test_dice_are_read_from_what_was_told():
    told = Told(
        "rolled",
        {"why": "fire", "each": "6, 2", "hitting": "0", "successes": 1, "roles": "by at", "table": "Fire"},
        (1, 3),
    )
    assert cast_of(told, "1 hit") == BattleRoll("fire", ("6", "2"), frozenset({0}), "1 hit", True, 1, 3)
    assert cast_of(Told("rolled"), "") == BattleRoll("", (), frozenset(), "")


@pytest.mark.parametrize(
    ("dice", "many"),
    [(("5d6", "2d6>=5"), 7), (("2d6+1d4", "1d6+2"), 4), (("2d6", "7"), 0), (("1d6",), 1), (("",), 0), ((), 0)],
)
def test_dice_are_counted(dice, many):
    assert dice_in([PendingThrow("", each) for each in dice]) == many
