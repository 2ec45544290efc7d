"""December 1941 to the next turn on a laptop: rules enforced, both sides at one screen."""

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from tabletop.assistance import ProcedureQuestion
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.assistant.panels.drop_preview import PreviewCard
from tabletop.desktop.assistant.panels.overlay_legend import LegendCard
from tabletop.desktop.assistant.panels.policy_settings import PoliciesWindow
from tabletop.desktop.battle.battle_board import BattleBoard
from tabletop.desktop.platform.settings import Settings, save_settings
from tabletop.desktop.platform.window_state import WindowPlace
from tabletop.desktop.questions.procedure_card import Question
from tabletop.desktop.questions.roll_words import words_to_roll
from tests.journeys.conftest import CTRL, LEFT, Player

MANILA_FORCE = ("14th Army", "DD Destroyer Squadron 4", "DD Destroyer Squadron 5", "CA 4th Cruiser", "BB Kongo")
WAKE_FORCE = ("Special Naval Landing", "DD Destroyer Squadron 6", "CL 18th")
ALLIED_FORCE = ("DD Destroyer Squadron 29", "CA Houston")
POINTS = {
    "Victory Points": "victory",
    "Oil Points": "oil",
    "Merchantmen Pool": "pool",
    "Japanese Transport Points": "transport",
    "Japanese Submarine Points": "submarines",
    "US Submarine Points": "us submarines",
    "US Transport Points": "us transport",
    "British Transport Points": "british transport",
}


# the player's view and actions


def said(table: Player) -> str:
    """Return the text of the assistant's panel."""
    panel = table.find(AssistantPanel)
    return "\n".join(label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel))


def points(table: Player) -> dict[str, int]:
    """Return the numbers on the General Record Track."""
    found = {POINTS.get(table.name(piece)): table.where(piece) for piece in table.game.pieces}
    return {name: int(place.rpartition(".")[2]) for name, place in found.items() if name}


def piece(table: Player, place: str, name: str) -> int:
    """Return the lowest counter at a place whose name begins with `name`."""
    return next(each for each in table.pieces(place) if table.name(each).startswith(name))


def begins(table: Player, phase: str) -> None:
    """Begin the next phase by the rules."""
    table.press("Alt+Right")
    table.wait(lambda: phase in said(table))


def take_up(table: Player, place: str, names: Sequence[str], *, scale: float = 0.4, by: str = "") -> list[int]:
    """Fan out the stack at a place, select these counters, and return them. The map is scrolled to `by`, or else to the
    place.
    """
    table.press(Qt.Key.Key_Escape)
    table.look(by or place, scale=scale)
    pieces = [piece(table, place, name) for name in names]
    if len(table.game.holder_of(pieces[0]).pieces) > 1:
        table.double_click(table.of(table.game.holder_of(pieces[0]).pieces[-1]))
    table.click(table.of(pieces[0]))
    for each in pieces[1:]:
        table.click(table.of(each), CTRL)
    assert set(table.chosen) == set(pieces)
    return pieces


def carry(table: Player, pieces: Sequence[int], place: str) -> str:
    """Drag the selection to a place, and return the text of the card at the cursor."""
    with table.carrying(table.of(pieces[0]), table.at(place)):
        card = table.find(PreviewCard)
        table.wait(lambda: card.isVisible() and bool(card.accessibleName()))
        words = card.accessibleName()
    table.settle()
    return words


def asked_now(table: Player) -> ProcedureQuestion:
    """Return the first question, as soon as the panel or the Battle Board shows it."""
    assistant = table.model.rules.assistant()
    assert assistant is not None
    underway = assistant.underway(table.game, table.model.seat)
    (asked, *_) = (one for each in reversed(underway) for one in each.asked if one.kind != "run")
    table.wait(lambda: asked in [each.asked for each in table.window.findChildren(Question) if each.isVisible()])
    return asked


def question(table: Player) -> str:
    """Return the first question, and its side."""
    asked = asked_now(table)
    return f"{asked.by}: {asked.question}"


def form(table: Player, base: str, names: Sequence[str], called: str) -> None:
    """Form a Task Force of some units of a base."""
    table.push("Form a Task Force")
    if "At which base" in question(table):
        table.answer_with(base)
    for name in names:
        table.push(name)
    table.push("Answer")
    table.push(called)
    table.wait(lambda: not table.game.frames)


def answer(table: Player, wishes: Mapping[str, str | Sequence[str]]) -> None:
    """Answer the first question. `wishes` has answers by the beginnings of questions.

    Without a wish the answer is no, the first option, or as many options as are allowed; dice are rolled.
    """
    asked = asked_now(table)
    wish = next((wish for words, wish in wishes.items() if asked.question.startswith(words)), None)
    names = [choice.label for choice in asked.options]
    if asked.kind == "confirm":
        table.push("Yes" if wish else "No")
    elif asked.kind == "pause":
        table.push(words_to_roll(asked.throws))
    elif asked.kind == "pick":
        table.answer_with(str(wish or names[0]))
    elif asked.against and asked.kind in ("order", "choose"):
        for name in names[: len(asked.against)]:
            table.push(name)
        table.push("Line up")
    elif asked.kind == "choose" and (not asked.repeats or asked.most == 1):
        for name in names[: asked.most] if wish is None else wish:
            table.push(name)
        table.push("Answer")
    elif asked.kind == "choose":
        table.type_often(names[0], asked.least)
        table.push("Answer")
    elif asked.kind == "order":
        for name in names:
            table.push(name)
    else:
        table.push("Answer")


def play(table: Player, wishes: Mapping[str, str | Sequence[str]] = MappingProxyType({})) -> list[str]:
    """Answer until no procedure is in progress, and return the questions."""
    asked: list[str] = []
    while table.game.frames:
        asked.append(question(table))
        step = table.model.table_seat.session.journal.last
        answer(table, wishes)
        assert table.model.table_seat.session.journal.last > step, asked[-1]
        assert not table.refused, table.refused
        table.settle()
        if table.buttons("Close"):
            table.push("Close")
    return asked


def refused(table: Player) -> str:
    """Return the only refusal so far, which the test expects, and forget it."""
    (said,) = table.refused
    table.refused.clear()
    return said


def buttons(table: Player) -> list[str]:
    """Return the names of the visible buttons of the assistant's panel."""
    panel = table.find(AssistantPanel)
    return [b.accessibleName() or b.text() for b in panel.findChildren(QPushButton) if b.isVisibleTo(panel)]


def take_level(table: Player, rule: str, level: str) -> None:
    """Set the level of one rule in the policy window."""
    table.push("Enforcement…")
    window = table.window.findChild(PoliciesWindow)
    assert isinstance(window, PoliciesWindow)
    field = window.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, rule)
    name = f"All rules shown: {level.capitalize()}"
    QTest.mouseClick(next(b for b in window.findChildren(QPushButton) if b.accessibleName() == name), LEFT)
    window.close()
    table.window.activateWindow()
    table.settle()


# the story


@pytest.fixture
def home(home: Path) -> Path:
    """Return the folder of the program's files, with settings for a window of 1366 x 768 and no arranged panels."""
    save_settings(Settings(stand=WindowPlace(0, 0, 1366, 768)))
    return home


@pytest.fixture
def strict(table: Player) -> Player:
    """Return the player at a table that refuses moves against the rules."""
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.push("Enforcement of all rules: Enforce")
    return table


def test_a_turn_of_the_war(strict: Player, december: Path):
    waiting = sent_to_wait(strict, before=())
    japan_deploys(strict)
    a_rule_is_let_stand_and_taken_back(strict)
    japan_sails(strict)
    supply_is_cut(strict)
    the_allies_react_and_aircraft_stay(strict)
    submarines_attack(strict)
    the_battle_of_manila_is_begun(strict)
    the_battle_is_left_and_gone_on_with(strict, december)
    the_other_battles_and_the_way_home(strict, waiting)
    the_allies_have_their_part(strict)
    assert not strict.refused, "nothing was refused that the story does not tell of"


def japan_deploys(table: Player) -> None:
    begins(table, "Reinforcement Phase")
    assert (points(table)["transport"], points(table)["submarines"]) == (60, 3), "as many as the Merchantmen Pool, 6.2"
    begins(table, "First Deployment Phase")
    army = take_up(table, "Okinawa", ["16th Army"], by="Hainan")
    before = table.game
    carry(table, army, "Saigon")
    assert refused(table).startswith("7.1: Saigon is 4 hexes away, but the enemy Air ZOC of Manila holds")
    assert table.game is before, "what the rules refuse leaves everything as it was"
    carry(table, take_up(table, "Saigon", ["15th Army"]), "Bangkok")
    assert piece(table, "Bangkok", "15th Army")
    assert points(table)["transport"] == 60, "a step along the road is free, 7.2"


def a_rule_is_let_stand_and_taken_back(table: Player) -> None:
    take_level(table, "Enemy Air ZOC stops movement", "advise")
    carry(table, take_up(table, "Okinawa", ["16th Army"], by="Hainan"), "Saigon")
    assert piece(table, "Saigon", "16th Army"), "what is only advised is done"
    table.push("Accept it…")
    table.type_into(table.find(QLineEdit, "Reason to accept it"), "as we agreed", enter=True)
    table.wait(lambda: "as we agreed" in table.log)
    while not table.pieces("Okinawa"):
        table.press("Ctrl+Z")
    table.push("Enforcement of all rules: Enforce")


def japan_sails(table: Player) -> None:
    begins(table, "Operational Phase")
    table.look("Formosa")
    table.push("Form a Task Force")
    table.click(table.at("Formosa", dy=-60))
    assert question(table) == "JP: Which units form it?", "a ringed hex answers to a click"
    table.push("Undo answer")
    assert question(table) == "JP: At which base is a Task Force formed?"
    table.push("By hand")
    assert not table.game.frames

    form(table, "Formosa", MANILA_FORCE, "Japanese Fleet 1")
    alone = take_up(table, "Formosa", ["Japanese air unit"])
    carry(table, alone, "Manila")
    assert refused(table)[0].isdigit(), "it is refused with its rule"

    force = take_up(table, "Formosa", MANILA_FORCE)
    with table.carrying(table.of(force[0]), table.at("Manila")):
        card = table.find(PreviewCard)
        table.wait(lambda: "Operational movement" in card.accessibleName())
        assert "Stops here: enemy Air ZOC of Manila" in card.accessibleName(), "from there one hex, 8.0"
        assert {"hand", "reach"} <= set(table.window.layer("pacific").shown)
    assert set(force) <= set(table.pieces("Manila"))
    assert points(table)["transport"] == 60 - 2 * 8, "the army is transported for twice its rating, 8.2"
    assert points(table)["oil"] == 79 - (1 + 1 + 1 + 2), "up to four hexes cost the ships' ratings, 8.4"

    form(table, "Kwajalein", WAKE_FORCE, "Japanese Fleet 2")
    carry(table, take_up(table, "Kwajalein", WAKE_FORCE), "Wake")
    assert piece(table, "Wake", "Special Naval Landing")
    assert points(table)["transport"] == 60 - 2 * 8 - 2 * 4
    assert points(table)["oil"] == 74 - (1 + 1)


def supply_is_cut(table: Player) -> None:
    take_up(table, "Manila", ["US Army Forces"])
    table.press("3")
    legend = table.find(LegendCard)
    table.wait(legend.isVisible)
    assert "US Army Forces Far East (Philippines) (reduced): Cut at" in legend.accessibleName()
    table.press("3")
    assert not legend.isVisible()


def the_allies_react_and_aircraft_stay(table: Player) -> None:
    begins(table, "Reaction Phase")
    form(table, "Manila", ALLIED_FORCE, "US Task Force 1")
    begins(table, "Air Commitment Phase")
    carry(table, take_up(table, "Formosa", ["Japanese air unit"]), "Davao")
    assert refused(table).startswith("10.0"), "aircraft are committed to their own hex or one beside it"


def submarines_attack(table: Player) -> None:
    begins(table, "Combat Phase")
    table.push("Submarine attacks")
    table.push("US Task Force 1")
    table.push("Answer")
    table.push("Japanese Fleet 1")
    table.push("Answer")
    play(table)
    assert (points(table)["submarines"], points(table)["us submarines"]) == (2, 1), "a point for each attack, 11.1.1"


def the_battle_of_manila_is_begun(table: Player) -> None:
    table.push("The battle at Manila: odds")
    table.wait(lambda: "Manila is taken" in said(table) and "±" in said(table))
    before = table.game
    table.push("Close")
    assert table.game is before, "asking changes nothing"
    table.push("Battle")
    table.push("Manila")
    board = table.find(BattleBoard)
    table.wait(board.isVisible)
    table.push("Show map")
    assert not board.isVisible()
    table.turn_to("Battle Board")
    table.settle()
    assert table.pieces("Japanese Bombardment Task Forces", "battle-board")
    table.push("Back to the Battle Board")
    assert board.isVisible()


def the_battle_is_left_and_gone_on_with(table: Player, december: Path) -> None:
    frames, asked = table.game.frames, question(table)
    assert asked == "AL: How many Air Points attack Japanese Fleet 1?"
    table.leave()
    table.program.resume(december)
    table.window.model.refused.connect(table.refused.append)
    table.wait(lambda: "Battle" in said(table))
    assert (table.game.frames, question(table)) == (frames, asked)
    play(table, {"Attack on land": "Yes"})
    assert table.window.view("battle-board").isVisible(), "the map that was in front when the game was left"
    table.turn_to("The Pacific")
    assert not table.pieces("Japanese Bombardment Task Forces", "battle-board"), "who is left is on the map again"


def the_other_battles_and_the_way_home(table: Player, waiting: Container[int]) -> None:
    table.press("Alt+Right")
    asked = play(table)
    assert "Return to Base" in said(table), "what is left to be fought is fought before the phase ends, 11.2"
    assert asked[-1] == "JP: Which ships go to Kure? The others go to Yokosuka."
    aside = {table.name(each) for each in table.pieces("Markers", "pools")}
    assert {"Japanese Fleet 1", "Japanese Fleet 2", "US Task Force 1"} <= aside, "Task Forces are no more, 12.1"
    assert piece(table, "Wake", "Occupied Base")
    begins(table, "Second Deployment Phase")
    for base in ("Wake", "Bangkok"):
        assert piece(table, base, "Japanese control"), "a captured base has changed hands, 12.2"
    for ship in sent_to_wait(table, waiting):
        turn = int(table.where(ship).rpartition(".")[2])
        phases = turn - 1 if table.game.kind_of(ship).side == "JP" else turn
        because = "two own Reinforcement Phases for each hit, 11.3.1; one for who cannot land or is driven off, 11.2.6"
        assert phases in (1, 2, 4, 6), f"{table.name(ship)} waits for {because}"
    begins(table, "End Phase")
    assert points(table)["victory"] == 21
    begins(table, "Economic Phase")
    assert (points(table)["oil"], points(table)["transport"]) == (72, 36), "what was not spent is kept, 5.0"
    taken = {"Wake": 1, "Bangkok": 1} | ({"Manila": 3} if japanese(table, "Manila") else {})
    assert points(table)["victory"] == 21 + sum(taken.values()), "counted in the End Phase, 4.3.1"


def sent_to_wait(table: Player, before: Container[int]) -> list[int]:
    """Return the counters on the Turn Track that were not there `before`."""
    there = [each for each in table.game.pieces if table.where(each).startswith("turn-track.")]
    return [each for each in there if each not in before]


def japanese(table: Player, base: str) -> bool:
    """Return whether Japan has taken a base."""
    return any(table.name(each) == "Japanese control" for each in table.pieces(base))


def the_allies_have_their_part(table: Player) -> None:
    before = points(table)
    table.push("The war on the convoys")
    play(table, {"Attack the convoys": "Yes"})
    after = points(table)
    assert before["oil"] - after["oil"] == 1, "a point for the die of the escorts, 5.3"
    sunk = before["pool"] - after["pool"]
    assert sunk in (0, 2), "two for the hit of a point, 5.4"
    assert before["transport"] - after["transport"] == sunk
    begins(table, "Reinforcement Phase")
    assert (points(table)["us transport"], points(table)["british transport"]) == (12, 12), "6.2"
    assert points(table)["us submarines"] == 2
    begins(table, "First Deployment Phase")
    carry(table, take_up(table, "Brisbane", ["ANZAC air unit"], scale=0.22, by="Rabaul"), "Rabaul")
    assert points(table)["us transport"] == 12 - 1, "its Transport rating from its own pool, 7.1"
    for phase in ("Operational Phase", "Reaction Phase", "Air Commitment Phase", "Combat Phase"):
        begins(table, phase)
    table.press("Alt+Right")
    play(table)
    for phase in ("Second Deployment Phase", "End Phase", "Economic Phase"):
        begins(table, phase)
    assert "2 · Jan–Mar 1942, Japan, 5 Economic" in table.log
    assert points(table)["victory"] == before["victory"]


# the same turn with less help


ALL_PHASES = 20
"""The number of phases from the first one of a turn to that of the next: ten in each part."""


def test_the_same_turn_when_the_rules_are_only_advised(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.push("Enforcement of all rules: Advise")
    begins(table, "Reinforcement Phase")
    begins(table, "First Deployment Phase")
    army = take_up(table, "Okinawa", ["16th Army"], by="Hainan")
    carry(table, army, "Saigon")
    assert piece(table, "Saigon", "16th Army"), "it is done"
    table.wait(lambda: "but the enemy Air ZOC of Manila holds 16th Army" in said(table))
    table.press("Ctrl+Z")
    assert piece(table, "Okinawa", "16th Army")
    for _ in range(ALL_PHASES - 2):
        table.press("Alt+Right")
    assert table.part == ("2 · Jan–Mar 1942", "Japan", "5 Economic")
    assert points(table)["victory"] == 21
    assert not table.refused


def test_the_same_turn_without_the_assistant(table: Player):
    panel, layer = table.find(AssistantPanel), table.window.layer("pacific")
    army = take_up(table, "Okinawa", ["16th Army"], by="Hainan")
    with table.carrying(table.of(army[0]), table.at("Manila")):
        assert not table.find(PreviewCard).isVisible()
        assert layer.shown == ()
    assert piece(table, "Manila", "16th Army"), "what the players do is done"
    assert points(table)["transport"] == 0, "nothing is reckoned"
    for _ in range(ALL_PHASES):
        table.press("Alt+Right")
    assert table.part == ("2 · Jan–Mar 1942", "Japan", "5 Economic")
    assert not panel.isVisible()
    assert not table.game.frames
    assert not table.refused
