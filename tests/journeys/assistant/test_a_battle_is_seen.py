"""A battle on the Battle Board: it opens, waits for its dice, and stays until its result is closed."""

import io
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF

from rules_assist.cases.case_records import CasePosition
from rules_assist.cases.run.case_dice import CaseDice
from rules_assist.cases.run.given_position import given_table
from rules_assist.cases.words.case_names import CaseNames
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.assistance import ProcedureQuestion
from tabletop.cli import main
from tabletop.desktop.battle.battle_board import BattleBoard, DiceRow
from tabletop.desktop.battle.battle_canvas import BattleCanvas
from tabletop.desktop.battle.battle_table import TableGrid
from tabletop.desktop.platform.settings import load_settings
from tabletop.desktop.questions.procedure_card import Question
from tabletop.game.change.outcome import Choice
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tests.journeys.conftest import Player, save_game, says, seat_one_player

AT_1210 = {
    "kongo": {"kind": "jp_bb_kongo_haruna", "at": "1210"},
    "takao": {"kind": "jp_ca_sentai4", "at": "1210"},
    "astoria": {"kind": "us_ca_crudiv6", "at": "1210"},
}


@pytest.fixture
def meeting(home: Path) -> Path:
    """Return the file of a game in which two forces have met at sea, in Japan's Combat Phase."""
    book = load_rulebook(load_module(find_module("fire_in_the_sky")))
    given = CasePosition.model_validate(
        {
            "now": ["4", "JP", "11"],
            "points": {"merchantmen": "60"},
            "properties": {"pauses": "on"},
            "pieces": AT_1210,
            "forces": {"Fleet 1": ["kongo", "takao"], "TF 1": ["astoria"]},
        }
    )
    game = given_table(book, given, {}, CaseDice(None), CaseNames(book)).game
    return save_game(home / "meeting.wartable", seat_one_player(game))


@pytest.fixture
def table(player: Player, meeting: Path) -> Player:
    """Return a player of both sides at this meeting, with the assistant on."""
    player.open_game(meeting)
    player.push("All sides")
    player.press("F4")
    return player


def asked(table: Player) -> list[str]:
    """Return the questions that the Battle Board shows now."""
    table.settle()
    board = table.find(BattleBoard)
    return [each.asked.question for each in board.findChildren(Question) if each.isVisible()]


def test_a_battle_is_seen_from_its_finding_to_its_result(table):
    table.push("Fight it")
    board = table.find(BattleBoard)
    table.wait(lambda: board.isVisible() and asked(table) == ["Who has Air Superiority?"])

    table.press("Escape")
    table.wait(lambda: not board.isVisible())
    table.press("F6")
    table.wait(board.isVisible)

    table.press("Ctrl+Shift+K")
    assert not board.isVisible(), "nothing shows beneath the curtain"
    table.push("Allies")
    table.wait(board.isVisible)
    assert asked(table) == [], "the Allies do not give the word"
    table.press("Ctrl+Shift+K")
    table.push("All sides")
    table.wait(lambda: asked(table) == ["Who has Air Superiority?"])

    table.push("Roll 2 dice")
    table.wait(lambda: bool(asked(table)) and "Which ships fight" in asked(table)[0])
    while table.game.frames:
        answer(table, board)
    assert not table.refused
    table.wait(lambda: bool(table.buttons("Close")))
    assert "turn-track" not in table.log, "the log tells what became of ships, not where they were moved"
    table.push("Close")
    assert not board.isVisible()
    assert not table.buttons("Fight it"), "the battle is fought"


def answer(table: Player, board: BattleBoard) -> None:
    """Answer the current question: all ships fight, nobody withdraws, and dice are rolled as soon as they can be."""
    table.wait(lambda: bool(asked(table)) or not table.game.frames)
    if not table.game.frames:
        return
    question = next(each for each in board.findChildren(Question) if each.isVisible())
    step = table.model.table_seat.session.journal.last
    names = [choice.label for choice in question.asked.options]
    match question.asked.kind:
        case "pause":
            table.press("Return")
        case "confirm":
            table.push("No")
        case "pick":
            table.push(names[0])
        case "order" | "choose" if question.asked.against:
            pair(table, board, question.asked)
        case "order":
            for name in names:
                table.push(name)
        case _:
            for name in names[: question.asked.most]:
                table.push(name)
            table.push("Answer")
    table.wait(lambda: table.model.table_seat.session.journal.last > step)


def pair(table: Player, board: BattleBoard, asked: ProcedureQuestion) -> None:
    """Drag one ship onto the last enemy, and assign the others by their buttons."""
    assert not lit(board), "nobody faces anybody yet"
    table.drag(ship(table, board, asked.options[0]), ship(table, board, asked.against[-1]))
    for choice in asked.options[1 : len(asked.against)]:
        table.push(choice.label)
    assert lit(board), "the table shows what they need"
    table.push("Line up")


def lit(board: BattleBoard) -> set[tuple[int, int]]:
    [grid] = [each for each in board.findChildren(TableGrid) if each.isVisible()]
    return set(grid.lit)


def ship(table: Player, board: BattleBoard, choice: Choice) -> QPoint:
    """Return the position of a ship on the board, in the window."""
    canvas = board.findChild(BattleCanvas)
    piece = int(str(choice.value).removeprefix("piece:"))
    spots = (QPoint(x, y) for x in range(0, canvas.width(), 8) for y in range(0, canvas.height(), 8))
    found = next(spot for spot in spots if canvas.piece_at(QPointF(spot)) == piece)
    return canvas.mapTo(table.window, found + QPoint(12, 12))


def test_dice_that_are_taken_back_lie_no_more(table):
    table.push("Fight it")
    table.wait(lambda: asked(table) == ["Who has Air Superiority?"])
    table.push("Roll 2 dice")
    board = table.find(BattleBoard)
    table.wait(lambda: len(dice(board)) == 2)
    with table.answering(says("Undo")):
        table.push("Undo answer")
    table.wait(lambda: asked(table) == ["Who has Air Superiority?"])
    assert dice(board) == []


def dice(board: BattleBoard) -> list[DiceRow]:
    """Return the rolls shown on the board."""
    return [row for row in board.findChildren(DiceRow) if row.isVisible()]


def test_who_always_rolls_at_once_waits_for_no_dice_and_is_remembered(table):
    table.push("Fight it")
    table.wait(lambda: asked(table) == ["Who has Air Superiority?"])
    table.push("Always roll at once, in every battle")
    table.wait(lambda: bool(asked(table)) and "Which ships fight" in asked(table)[0])
    assert load_settings().roll_at_once


def test_a_program_gives_the_word_and_nobody_else_does(meeting, monkeypatch, capsys):
    def do(seat: str, *commands: dict[str, object]) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, commands))))
        main(["do", str(meeting), "--as", seat])
        return capsys.readouterr().out.splitlines()

    def gives_the_word(seat: str) -> str:
        (*_, sight) = do(seat, {"do": "look"})
        (frame,) = json.loads(sight.removeprefix("sees "))["frames"]
        assert [(one["kind"], one["by"]) for one in frame["waiting"]] == [("pause", "JP")]
        word = {"do": "answer", "frame": frame["frame"], "key": frame["waiting"][0]["key"], "value": "roll-these"}
        return do(seat, word)[-1]

    do("JP", {"do": "begin", "procedure": "battle", "given": {"place": "1210"}, "side": "JP"})
    assert gives_the_word("AL") == "refused That question is for JP."
    rolled = gives_the_word("JP")
    assert rolled.startswith("confirmed")
    assert "Air Superiority, Japan" in rolled
