"""A game with an umpire in the made-up language, its module translated too: any plain text left is untranslated."""

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QPushButton

from tabletop.assistance import (
    ROLL,
    ROLL_THE_REST,
    BattleBox,
    BattlePage,
    BattleSide,
    Odds,
    PendingThrow,
    ProcedureQuestion,
    Share,
)
from tabletop.desktop.battle.battle_board import BattleBoard, BattleEvent, Fought
from tabletop.desktop.battle.battle_rolls import BattleRoll
from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.dispatches.dispatches_panel import DispatchesPanel
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.program import table_maker
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.questions.procedure_card import SidesHere
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.panel_layout import PANELS
from tabletop.desktop.window.seats.consent_bar import ConsentBar
from tabletop.desktop.window.seats.hot_seat import seat_choices
from tabletop.desktop.window.seats.seats_dialog import SeatsDialog
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    AllowOrder,
    Answer,
    AnyCommand,
    At,
    Begin,
    FinishSetup,
    GiveSeat,
    HoldOrders,
    LoseDispatch,
    MovePieces,
    ReportContact,
    RollDice,
    SendReport,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.decisions.order_decisions import holdable
from tabletop.game.umpire.dispatch import Addressee
from tabletop.local_seat import LocalSeat
from tabletop.module import shipped
from tabletop.texts.language_files import ASKED, MADE_UP
from tabletop.texts.made_up import made_up
from tests.desktop.words_on_screen import in_english, words_on

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SAME = re.compile(
    r"≠ [A-Z]+|\bUmpire\b|“foot”|Sallow Bridge, [^·]*|\b(crossing|ground|guns|clear|AL|AF|BL|DF|DL|or more|or less)\b"
)
"""A pattern of the texts that are the same in every language: the letters of differences, the umpire's own seat, a word
of the claim of a report, the file of the game, and the names of facts and results as rule files write them.
"""

HALE, THORN = "Ωμέγα", "Ψι"
ATTACK = (("hale_ashby", "0303"), ("hale_guns", "0303"), ("thorn_drake", "0304"), ("thorn_elder", "0304"))


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the texts that are painted from now on."""
    texts: set[str] = set()
    draw = QPainter.drawText

    def draw_text(painter: QPainter, *arguments: object) -> object:
        texts.update(words for words in arguments if isinstance(words, str))
        return draw(painter, *arguments)

    monkeypatch.setattr(QPainter, "drawText", draw_text)
    return texts


@pytest.fixture(autouse=True)
def _no_windows_of_other_tests() -> None:
    """Delete the windows that other tests have left."""
    for each in QApplication.topLevelWidgets():
        each.close()
        each.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, own_folders, qtbot) -> Iterator[GameWindow]:
    """Return the umpire's window on Sallow Bridge; players named in Greek play the two sides."""
    monkeypatch.setenv(ASKED, MADE_UP)
    monkeypatch.setattr(table_maker, "words_for", lambda *_: lambda text: made_up(text) if text else text)
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    program = DesktopApp()
    program.begin(shipped.path("modules", "sallow_bridge"), "first-light")
    window = program.window
    assert isinstance(window, GameWindow)
    window.resize(1600, 1000)
    qtbot.waitExposed(window)
    model = window.model
    model.submit(GiveSeat(HALE, ("Hale", "Hale/Horse")))
    model.submit(GiveSeat(THORN, ("Thorn", "Thorn/Horse")))
    yield window
    window.close()
    window.deleteLater()


def left(painted: set[str]) -> set[str]:
    """Return the plain English texts in all windows of the program, and among those that were painted."""
    QApplication.processEvents()
    windows = QApplication.topLevelWidgets()
    for each in windows:
        if each.isVisible():
            each.grab()
    words = painted.union(*map(words_on, windows))
    return {each for each in words if in_english(SAME.sub("", each))}


def _first_answer(asked: ProcedureQuestion) -> object:
    """Return an answer to a question: the first options that it has, or yes."""
    values = [option.value for option in asked.options]
    if asked.kind in ("choose", "order"):
        return values[: max(asked.least, 1)]
    return values[0] if values else True


def player(window: GameWindow, name: str) -> Callable[[AnyCommand], object]:
    """Return a function by which a player gives commands."""
    return lambda command: window.model.table_seat.session.submit(name, command)


def test_the_umpires_panels_and_the_texts_of_the_module_are_all_in_it(window: GameWindow, painted: set[str]) -> None:
    model, hale = window.model, player(window, HALE)
    kinds = {model.game.kind_of(piece).key: piece for piece in model.game.pieces}
    for place in PANELS:
        window.menus.actions[place.name].setChecked(True)

    # orders, with the result of each, and dispatches that wait
    hale(FinishSetup("Hale"))
    player(window, THORN)(FinishSetup("Thorn"))
    model.submit(HoldOrders(holdable()))
    unit, to = kinds["hale_ashby"], At("wend", "0204")
    hale(MovePieces((unit,), to))
    hale(RollDice("2d6"))
    hale(WriteDispatch(Addressee("side", "Hale/Horse"), {"text": "Ω"}, "message"))
    hale(WriteDispatch(Addressee("piece", piece=unit), {"goal": "Ω", "manner": "Ψ"}, "order", to))
    orders = window.panels.umpire.orders
    orders.show_orders()
    assert orders._list.count() == 2
    for row in range(orders._list.count()):
        orders._list.setCurrentRow(row)
        assert left(painted) == set()
    orders._kinds_menu()
    assert left(painted) == set()
    for order in list(model.game.held):
        model.submit(AllowOrder(order))
    model.submit(HoldOrders(()))
    model.submit(LoseDispatch(min(model.game.dispatches)))

    # reports, the differences, and each view
    model.submit(SendReport("sighting", ("Hale",), (kinds["thorn_drake"],), None, {"strength": 5}, "Ω", 0))
    model.submit(ReportContact("troops", At("wend", "0404"), ("Thorn",), {"strength": 3}))
    panel = window.findChild(DispatchesPanel)
    panel._which.setCurrentIndex(1)
    panel.show_dispatches()
    panel.write()
    assert left(painted) == set()
    for view in window.views.offered:
        window.views.keep(view)
        window.views.next_difference()
        assert left(painted) == set()
    window.views.swipe(on=True)
    dialog = SeatsDialog(window, model)
    dialog.show()
    assert left(painted) == set()
    dialog.close()
    assert [choice.title for choice in seat_choices(model) if in_english(SAME.sub("", choice.title))] == []


def test_a_procedure_its_results_and_the_notes_are_all_in_it(window: GameWindow, painted: set[str]) -> None:
    model = window.model
    for name, side in ((HALE, "Hale"), (THORN, "Thorn")):
        player(window, name)(FinishSetup(side))
    kinds = {model.game.kind_of(piece).key: piece for piece in model.game.pieces}
    for kind, place in (
        ("hale_ashby", "0303"),
        ("hale_guns", "0303"),
        ("thorn_drake", "0304"),
        ("thorn_elder", "0304"),
    ):
        model.submit(MovePieces((kinds[kind],), At("wend", place)))
        model.submit(Act((kinds[kind],), "come into view"))
    for _ in range(3):
        model.submit(AdvanceTracker("Turn", 1))
    for place in PANELS:
        window.menus.actions[place.name].setChecked(True)
    model.sit_as(HALE, ("Hale", "Hale/Horse"))
    for kind in ("public", "private", "sealed", "together"):
        model.submit(WriteNote(kind, "", "Ψ"))
    window.assist()
    model.submit(Begin("attack", {}, "Hale"))
    assert left(painted) == set()
    (frame,) = model.game.frames
    hale = [piece for piece in model.game.pieces if model.game.kind_of(piece).key in ("hale_ashby", "hale_guns")]
    for key, value in (("attackers", [f"piece:{piece}" for piece in hale]), ("sure", True)):
        model.submit(Answer(frame, key, value))
        assert left(painted) == set()
    window.rules.show_rules()
    window.rules.show_policies()
    assert left(painted) == set()

    # the rest of the battle as its sides answer it: the roll, the losses and the retreat
    seats = {"Hale": (HALE, ("Hale", "Hale/Horse")), "Thorn": (THORN, ("Thorn", "Thorn/Horse"))}
    while model.game.frames:
        open_now = {asked.by or "Hale" for frame in model.game.frames.values() for asked in frame.waiting}
        model.sit_as(*seats[min(open_now)])
        window.assist()
        assert left(painted) == set()
        advisor = window.rules._advisor
        assert advisor is not None
        underway = advisor._assistant.underway(model.game, model.seat)
        asked = next(one for each in underway for one in each.asked if one.by in ("", min(open_now)))
        model.submit(Answer(asked.frame, asked.key, _first_answer(asked)))
        assert left(painted) == set()


def test_requests_to_undo_are_all_in_it(window: GameWindow, painted: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalSeat, "sits_here", property(lambda seat: frozenset({seat.name})))
    model, session = window.model, window.model.table_seat.session
    for name, side in ((HALE, "Hale"), (THORN, "Thorn")):
        player(window, name)(FinishSetup(side))
    kinds = {model.game.kind_of(piece).key: piece for piece in model.game.pieces}
    hale, thorn = kinds["hale_ashby"], kinds["thorn_drake"]
    for unit in (hale, thorn):
        model.submit(Act((unit,), "come into view"))
    model.submit(HoldOrders(()))
    thorns_own = session.join(THORN)
    model.sit_as(HALE, ("Hale", "Hale/Horse"))
    bar = window.findChild(ConsentBar)
    assert bar is not None

    def ask_thorn(to: str) -> None:
        player(window, THORN)(MovePieces((thorn,), At("wend", to)))
        model.undo_of_all()

    def ask_hale(to: str) -> None:
        own = next(piece for piece in model.game.pieces if model.game.kind_of(piece).key == "hale_ashby")
        model.submit(MovePieces((own,), At("wend", to)))
        thorns_own.undo(of_table=True)

    asks = (ask_thorn, "0304", "Withdraw"), (ask_hale, "0303", "Refuse"), (ask_hale, "0302", "Agree")
    for ask, to, answer in asks:
        ask(to)
        assert bar.isVisible()
        assert left(painted) == set()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        next(each for each in bar.findChildren(QPushButton) if each.text() == made_up(answer)).click()
        assert bar.isHidden()
        assert left(painted) == set()


def test_cards_of_reports_and_contacts_and_the_battle_board_are_all_in_it(
    window: GameWindow, painted: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, asked = window.model, []
    monkeypatch.setattr(model, "_ask_together", asked.append)
    monkeypatch.setattr(model, "_ask_beside", lambda card, *_: asked.append(card))
    monkeypatch.setattr(model, "_ask", asked.append)
    cards = ContactActions(model, tuple)
    for form in model.components.contacts.reports:
        cards.send("wend", form)
    cards.new("wend")
    cards.report("wend")
    prompts = [each for card in asked for each in (card, *card.also)]
    texts = {words for one in prompts for words in (one.title, one.question, one.heading, one.below)}
    texts.update(choice.label for one in prompts for choice in one.choices)
    assert {words for words in texts if in_english(words)} == set()
    assert len(prompts) > 10

    odds = Odds("Ω", (Share("0", 667, "66.7%"), Share("Ψ", 333, "33.3%")))
    throw = PendingThrow("Ω", "1d6", "5+", "1", 1, 3, (odds,))
    sides = (BattleSide("Hale", "Ω", (BattleBox("Ω", "Ψ", (1, 2)),)), BattleSide("Thorn", "", (BattleBox("Ψ"),)))
    page = BattlePage("Ω", "Ψ", ("Ω", "Ψ"), 1, sides, "Ω", "1")
    words = (Choice(ROLL, "Ω"), Choice(ROLL_THE_REST, "Ψ"))
    pause = ProcedureQuestion(7, "fire", "Hale", "pause", "Ω", words, rule="1", throws=(throw,))
    rolled = BattleRoll("Ω", ("6",), frozenset({0}), "Ψ", counts_hits=True, piece=1, target=3)
    board = BattleBoard(window, lambda _piece, _px: None, window.rules._sides, LIGHT)
    board.setGeometry(window.rect())
    board.show()
    for fought in (
        Fought(7, page, (pause,), SidesHere(frozenset({"Hale"})), (), ()),
        Fought(
            7,
            page,
            (),
            SidesHere(frozenset({"Hale"})),
            (BattleEvent((rolled,), ("Ω",), ((3, "Ψ"),)),),
            (rolled,),
            is_over=True,
        ),
    ):
        board.show_fought(fought, at_once=False)
        assert left(painted) == set()
