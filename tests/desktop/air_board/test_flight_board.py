"""The board of flights: its geometry, its pictures, the ghost at the mouse, and its keys."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tabletop.assistance import Odds, Outlook, ProcedureQuestion, Share
from tabletop.desktop.air_board.board_view import BoardView
from tabletop.desktop.air_board.drawn_panel import DrawnPanel
from tabletop.desktop.air_board.flight_board import FlightBoard, FlownBattle
from tabletop.desktop.air_board.flight_pixmaps import FlightPixmaps
from tabletop.desktop.drawing.aircraft_outlines import silhouettes
from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme
from tabletop.desktop.questions.procedure_card import SidesHere
from tabletop.flight_page import (
    BoardDeed,
    BoardDie,
    BoardFlight,
    BoardHex,
    BoardShot,
    FlightPage,
    FlightZone,
    MotionStep,
    OrderLine,
    SidePlans,
)
from tabletop.game.change.outcome import Choice
from tabletop.module.schema.module_file import SideRecord

SIDES = {
    "JP": SideRecord(id="JP", title="Japan", mark="chevron", colour="JP", soft="JPsoft"),
    "AL": SideRecord(id="AL", title="Allies", mark="star", colour="AL", soft="ALsoft"),
}
HEXES = tuple(
    BoardHex(f"{column}{row:02}", 3 * number, 2 * row + (number % 2 == 0))
    for number, column in enumerate("ABCDE", 1)
    for row in range(1, 6)
)
ZERO = BoardFlight("Zero", "JP", "A6M", "Zero", "A6M3 Zero", "full", "C03", 0, 1, 2)
BETTY = BoardFlight("Betty", "AL", "B-17", "Betty", "B-17", "loaded", "C01", 3, 1, 1, signs=("loaded", "disrupted"))
PAGE = FlightPage(
    title="Lae",
    note="round 1",
    round=1,
    rounds=6,
    acts="JP",
    hexes=HEXES,
    zones=(FlightZone("target", ("B02",), "T"), FlightZone("group", ("A01", "A02", "A03"), "1")),
    flights=(ZERO, BETTY),
    order=(OrderLine(1, "Betty", "done", "loaded"), OrderLine(2, "Zero", "now", "full")),
    active=("Zero",),
    points=2,
    reach=(
        MotionStep("C03", 0, 1, 2, "", -1),
        MotionStep("C02", 0, 1, 1, "straight", 0),
        MotionStep("C02", 1, 1, 0, "turn 1", 1),
        MotionStep("D01", 1, 1, 0, "straight", 2),
    ),
    shots=(BoardShot("Betty", "fire Betty", "range 2", "9.7.11", (300, 200, 500), "+1"),),
    deeds=(BoardDeed("W", "Straight", "1", "straight"), BoardDeed("Q", "Turn left", "0", "", "move first")),
    usual=(("straight", "Straight to C02"), ("turn 1", "Turn right")),
)
OPTIONS = tuple(Choice(word, word) for word in ("straight", "turn 1", "fire Betty"))
ASKED = ProcedureQuestion(7, "deed", "JP", "pick", "Zero acts", OPTIONS)
MINE = FlownBattle(7, PAGE, (ASKED,), SidesHere(frozenset({"JP"})))


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return request.param


@pytest.fixture
def board(qtbot, theme) -> Iterator[FlightBoard]:
    window = QWidget()
    window.resize(1366, 668)
    qtbot.addWidget(window)
    made = FlightBoard(window, SIDES, theme)
    made.setGeometry(window.rect())
    window.show()
    made.show()
    made.wanted_so_far = []
    made.wanted.connect(lambda command: made.wanted_so_far.append(command.value))
    made.show_flown(MINE)
    qtbot.waitExposed(window)
    yield made
    window.close()


def test_a_hex_is_found_at_its_centre_and_its_neighbours_lie_ahead():
    view = BoardView(HEXES, QRectF(0, 0, 400, 500))
    for hex in HEXES:
        assert view.hex_at(view.centre(hex.name)) == hex.name
    assert [view.ahead("C03", facing) for facing in range(6)] == ["C02", "D02", "D03", "C04", "B03", "B02"]
    assert view.hex_at(QPointF(-50, -50)) == ""


@pytest.mark.parametrize("names", [["C03"], ["C03", "C02"], ["B02", "C03", "D02"], [hex.name for hex in HEXES]])
def test_an_area_covers_exactly_its_hexes(names):
    view = BoardView(HEXES, QRectF(0, 0, 400, 500))
    path = view.area(names)
    assert {hex.name for hex in HEXES if path.contains(view.centre(hex.name))} == set(names)


def test_every_silhouette_is_drawn_and_told_apart(qtbot):
    pixmaps = FlightPixmaps(LIGHT)
    drawn = {name: pixmaps.plane(name, 0, "#A8322A", 40, 1.0).toImage() for name in silhouettes()}
    assert len(drawn) >= 40
    shapes = {name: bytes(image.constBits()) for name, image in drawn.items()}
    assert len(set(shapes.values())) == len(shapes)
    assert all(image.pixelColor(25, 25).alpha() == 255 for image in drawn.values()), "each has a body in its middle"


def test_flights_that_look_alike_share_a_picture(qtbot):
    pixmaps = FlightPixmaps(LIGHT)
    assert pixmaps.tag(ZERO, "#A8322A", 54, 1.0) is pixmaps.tag(ZERO, "#A8322A", 54, 1.0)
    assert pixmaps.plane("A6M", 1, "#A8322A", 50, 1.0) is not pixmaps.plane("A6M", 2, "#A8322A", 50, 1.0)


def test_a_click_flies_there_step_by_step(board, qtbot):
    canvas = board.canvas
    QTest.mouseMove(canvas, canvas.view.centre("D01").toPoint())
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.view.centre("D01").toPoint())
    assert board.wanted_so_far == ["straight"]
    assert board._queue == ["turn 1", "straight"]
    board.show_flown(MINE._replace(lines=(("Japan", "Straight"),)))
    qtbot.waitUntil(lambda: board.wanted_so_far == ["straight", "turn 1"])


def test_the_wheel_turns_the_ghost(board):
    canvas = board.canvas
    QTest.mouseMove(canvas, canvas.view.centre("C02").toPoint())
    canvas._hovered = "C02"
    assert canvas._ghost()[1].facing == 0
    assert canvas.turn_ghost(1)
    assert canvas._ghost()[1].facing == 1


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        (Qt.Key.Key_W, ["straight"]),
        (Qt.Key.Key_Q, []),
        (Qt.Key.Key_Space, ["fire Betty"]),
        (Qt.Key.Key_Return, ["straight"]),
    ],
)
def test_keys_act(board, key, wanted):
    QTest.keyClick(board, key)
    assert board.wanted_so_far == wanted


def test_a_bomber_that_may_answer_is_named_to_act(board):
    board.show_flown(MINE._replace(page=replace(PAGE, answers="Betty")))
    assert board._acts.text() == "To act: Japan, Betty"


LONG_SUM = (
    "+3 attack factor, \N{MINUS SIGN}3 defence, +2 from the rear, +2 ace, \N{MINUS SIGN}1 range, +1 surprise = +4"
)
SHOT_DOWN = BoardDie(
    "P-38 a fires at G4M", 9, (("defence", "9.7.11", -3),), 6, "over 3 disrupts, 6 takes a step", "hit"
)


def test_long_sums_and_results_of_dice_are_not_cut(board, monkeypatch):
    """The parts of a sum stand in lines, and the result of a die has its own line."""
    cut = []
    real = DrawnPanel.write

    def write(self, painter, area, words, colour="ink", px=11, **more):
        wide = QFontMetricsF(self.font_of(px, bold=more.get("bold", False))).horizontalAdvance(words)
        cut.extend([words] if wide > area.width() else [])
        return real(self, painter, area, words, colour, px, **more)

    monkeypatch.setattr(DrawnPanel, "write", write)
    reasons = ("not this type", "straight only", "off the board", "dived twice", "costs all")
    deeds = tuple(BoardDeed("Shift+R", "Climb two", "3", "", reason) for reason in reasons)
    deeds += tuple(BoardDeed("X", "Immelmann", "3", "", reason) for reason in reasons)
    shots = (replace(PAGE.shots[0], sum=LONG_SUM),)
    board.show_flown(MINE._replace(page=replace(PAGE, shots=shots, dice=(SHOT_DOWN,), deeds=deeds)))
    for panel in (board.shots, board.dice, board.deeds):
        panel.repaint()
    assert cut == []
    assert len(board.shots._sum_lines(shots[0])) == 2


def test_few_actions_have_the_whole_width(board):
    few = (BoardDeed("Space", "Roll for an entry", "", "seek"), BoardDeed("W", "Stay off", "", "stay 0"))
    board.show_flown(MINE._replace(page=replace(PAGE, deeds=few)))
    board.deeds.repaint()
    assert all(area.width() > board.deeds.width() - 3 for area, _ in board.deeds._areas)


def test_a_target_is_chosen_and_then_fired_at(board):
    QTest.keyClick(board, Qt.Key.Key_1)
    assert board.canvas.target == "Betty"
    assert board.wanted_so_far == []
    QTest.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=board.canvas.view.centre("C01").toPoint())
    assert board.wanted_so_far == ["fire Betty"]


def test_tab_looks_at_the_next_flight(board):
    QTest.keyClick(board, Qt.Key.Key_Tab)
    assert board.head.looked_at == "Betty"


def test_nothing_can_be_done_for_another_side(board):
    board.show_flown(MINE._replace(here=SidesHere(frozenset({"AL"}))))
    for key in (Qt.Key.Key_W, Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(board, key)
    assert board.wanted_so_far == []
    assert "Waiting for: Japan" in board._question.text()


def test_enter_hands_the_screen_over_to_a_side_that_plays_at_it(board, qtbot):
    board.show_flown(MINE._replace(here=SidesHere(frozenset({"AL"}), frozenset({"JP"}))))
    with qtbot.waitSignal(board.handed_over, timeout=1_000):
        QTest.keyClick(board, Qt.Key.Key_Return)
    assert board.wanted_so_far == []


def test_the_end_tells_the_result_and_what_follows(board):
    flak = ProcedureQuestion(7, "flak", "AL", "pick", "Which flak fires?", OPTIONS)
    over = MINE._replace(asked=(flak,), is_over=True, result=("Steps lost: Japan 1 of 2.", "Shot down: Zero."))
    board.show_flown(over)
    assert board._result.text() == "Steps lost: Japan 1 of 2.\nShot down: Zero.\nWaiting for: Allies"
    board.show_flown(over._replace(here=SidesHere(frozenset({"AL"}))))
    assert board._result.text().endswith("Next: Which flak fires?")


def test_the_board_is_empty_at_the_end(board):
    board.show_flown(MINE._replace(asked=(), is_over=True, result=("Shot down: Zero.",)))
    assert board.canvas.view is not None
    assert not board.order.page.flights, "the last page is older than the last actions"
    assert not board.order.page.order
    assert board._acts.isHidden()


def test_aircraft_of_a_battle_that_was_left_stay_on_the_board(board):
    board.show_flown(MINE._replace(asked=(), is_over=True))
    assert board.order.page.flights == MINE.page.flights
    assert not board.order.page.reach
    assert board._question.text() == "The rest of the battle is played by hand"


def test_the_result_is_put_away(board, qtbot):
    board.show_flown(MINE._replace(asked=(), is_over=True))
    with qtbot.waitSignal(board.put_away):
        QTest.keyClick(board, Qt.Key.Key_Return)


def test_the_tags_of_flights_in_one_hex_are_apart(board):
    page = replace(PAGE, flights=(ZERO, replace(BETTY, hex="C03")))
    board.show_flown(MINE._replace(page=page))
    (_, _, upper), (_, _, lower) = board.canvas._stands(page)
    assert lower.y() - upper.y() >= board.canvas.view.height * 0.28
    assert [line.partition(",")[0] for line in board.canvas._tip("C03").splitlines()] == ["Zero", "Betty"]


def test_ten_flights_and_the_signs_are_in_sight(board):
    flights = tuple(replace(ZERO, id=f"Zero {number}") for number in range(10))
    order = tuple(
        OrderLine(number // 3 + 1, f"Zero {number}", "later", "reduced, disrupted, loaded") for number in range(10)
    )
    board.show_flown(MINE._replace(page=replace(PAGE, flights=(*flights, *PAGE.flights), order=order)))
    board.grab()
    assert board._signs.visibleRegion().boundingRect() == board._signs.rect()
    assert board.order.height() < 430


FIGHTS = (
    SidePlans("AL", (("press_on", "Press on"), ("defend", "Defend"), ("break_off", "Break off")), "press_on"),
    SidePlans("JP", (("press_on", "Press on"), ("at_bombers", "At bombers"), ("break_off", "Break off")), "at_bombers"),
)


FIGHT = replace(PAGE, fights=FIGHTS, stops=(("shot", "each shot"), ("step", "a step lost")), forecast="rest")
ODDS = Outlook(
    "The rest",
    "9.7",
    "Simulated 1,024 times. Counts only what you see.",
    (Odds("Bombers", (Share("none", 1000, "100%"),)),),
    (("Lost", "1 ± 1"),),
)


def click_plan(board: FlightBoard, word: str) -> None:
    """Click a choice of the panel."""
    board.fight.repaint()
    area = next(area for area, offered in board.fight._areas if offered == word)
    QTest.mouseClick(board.fight, Qt.MouseButton.LeftButton, pos=area.center().toPoint())


def show_fight(board: FlightBoard, key: str, *words: str) -> None:
    asked = ProcedureQuestion(7, key, "JP", "pick", "Zero acts", tuple(Choice(word, word) for word in words))
    board.show_flown(FlownBattle(7, FIGHT, (asked,), SidesHere(frozenset({"JP"}))))


def test_b_gives_the_chosen_order_of_the_side_that_decides(board, qtbot):
    show_fight(board, "deed", "straight", "fight")
    click_plan(board, "JP break_off")
    click_plan(board, "AL defend")
    click_plan(board, "stop shot")
    QTest.keyClick(board, Qt.Key.Key_B)
    assert board.wanted_so_far == ["fight"]
    show_fight(board, "order", "break_off shot", "press_on shot")
    qtbot.waitUntil(lambda: board.wanted_so_far == ["fight", "break_off shot"])


def test_odds_without_shares_have_no_bar(board):
    show_fight(board, "deed", "straight", "fight")
    board.show_odds(ODDS)
    tall = board.fight.height()
    board.show_odds(replace(ODDS, odds=()))
    board.fight.repaint()
    assert board.fight.height() < tall
    assert board.fight.accessibleDescription().endswith("Lost: 1 ± 1")


def test_odds_are_wanted_for_each_choice_and_hidden_by_o(board):
    wanted: list[str] = []
    board.odds_wanted.connect(wanted.append)
    show_fight(board, "deed", "straight", "fight")
    board.show_odds(ODDS)
    assert "1 ± 1" in board.fight.accessibleDescription()
    click_plan(board, "AL defend")
    assert board.fight.outlook is None
    QTest.keyClick(board, Qt.Key.Key_O)
    QTest.keyClick(board, Qt.Key.Key_O)
    assert wanted == ["rest press_on at_bombers", "rest defend at_bombers", "", "rest defend at_bombers"]


def test_all_words_of_the_fight_fit(board):
    show_fight(board, "deed", "straight", "fight")
    board.show_odds(ODDS)
    board.fight.repaint()
    metrics = QFontMetricsF(board.fight.font_of(10.5, bold=True))
    titles = {f"{one.side} {word}": title for one in FIGHTS for word, title in one.plans}
    for area, word in board.fight._areas:
        assert metrics.horizontalAdvance(titles.get(word, "")) <= area.width(), word
    assert QFontMetricsF(board.fight.font_of(9)).horizontalAdvance(ODDS.how) <= board.fight.width()
