"""The first phases of December 1941 with rules enforced, and a battle that is continued."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton

from tabletop.desktop.assistant import held_keys
from tabletop.desktop.assistant.panels.assistant_panel import NOTHING_WRONG, AssistantPanel
from tabletop.desktop.assistant.panels.drop_preview import PreviewCard
from tabletop.desktop.assistant.panels.overlay_legend import LegendCard
from tabletop.desktop.assistant.panels.policy_settings import PoliciesWindow
from tabletop.desktop.battle.battle_board import BattleBoard
from tabletop.desktop.platform.settings import load_settings
from tabletop.desktop.questions.procedure_card import Question
from tabletop.game.change.told import Told
from tabletop.game.commands import At, MovePieces, SetProperty, SetTracker, SetTrait
from tests.journeys.conftest import CTRL, LEFT, Player, says

FORCE = ("14th Army", "DD Destroyer Squadron 4", "DD Destroyer Squadron 5")


def said(table: Player) -> str:
    """Return the text of the assistant's panel."""
    panel = table.find(AssistantPanel)
    return "\n".join(label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel))


def onwards(table: Player, phase: str) -> None:
    """Go on to a phase by the rules, one phase after another."""
    for _ in range(10):
        before = said(table)
        if phase in before:
            return
        table.press("Alt+Right")
        table.wait(lambda before=before: said(table) != before)
    raise AssertionError(said(table))


@pytest.fixture
def strict(table: Player) -> Player:
    """Return the player at a table that refuses moves against the rules."""
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.push("Enforcement of all rules: Enforce")
    return table


def test_from_the_economic_phase_into_battle(strict: Player, december):
    table = strict
    onwards(table, "Operational Phase")
    assert table.refused == []

    table.look("Formosa")
    table.push("Form a Task Force")
    table.click(table.at("Formosa", dy=-60))  # the ringed hex answers
    table.wait(lambda: "Which units form it?" in said(table))
    table.push("Undo the last answer")
    table.wait(lambda: "At which base is a Task Force formed?" in said(table))
    table.click(table.at("Formosa", dy=-60))
    for name in FORCE:
        table.push(name)
    table.push("Answer")
    table.push("Japanese Fleet 1")
    force = tuple(p for p in table.pieces("Formosa") if table.name(p).startswith(FORCE))
    assert "finishes “Form a Task Force”" in table.log

    alone = next(p for p in table.pieces("Formosa") if p not in force and "air unit" in table.name(p))
    table.double_click(table.of(table.pieces("Formosa")[-1]))
    table.click(table.of(alone))
    before = table.game
    table.drag(table.of(alone), table.at("Manila"))
    assert table.game is before, "what the rules refuse leaves everything as it was"
    assert table.refused[-1][0].isdigit(), "it is refused with its rule"

    table.press(Qt.Key.Key_Escape)
    table.double_click(table.of(table.pieces("Formosa")[-1]))
    table.click(table.of(force[0]))
    for piece in force[1:]:
        table.click(table.of(piece), CTRL)
    assert set(table.chosen) == set(force)
    with table.carrying(table.of(force[0]), table.at("Manila")):
        card = table.find(PreviewCard)
        table.wait(card.isVisible)
        assert "Operational movement" in card.accessibleName()
        assert "hand" in table.window.layer("pacific").shown, "the way there is drawn"
        assert "reach" in table.window.layer("pacific").shown
    assert set(force) <= set(table.pieces("Manila"))
    assert "hand" not in table.window.layer("pacific").shown

    onwards(table, "Combat Phase")
    assert not table.buttons("Battle (Japan)") or not table.buttons("Battle (Japan)")[0].isEnabled()
    table.push("Submarine attacks")
    table.wait(lambda: bool(table.game.frames))
    table.push("Answer")
    table.wait(lambda: not table.game.frames)
    table.push("Battle (Japan)")
    table.wait(lambda: bool(on_the_board(table)))
    frames, asked = table.game.frames, on_the_board(table)

    table.leave()
    assert load_settings().assistant, "that it is on is remembered"
    table.program.resume(december)
    table.wait(lambda: on_the_board(table) == asked)
    assert table.game.frames == frames
    for tick in table.find(BattleBoard).findChildren(Question)[0].findChildren(QCheckBox)[:2]:
        table.bring_into_view(tick)
        table.click(tick)
    table.push("Answer")
    table.wait(lambda: on_the_board(table) != asked)
    assert table.game.frames != frames, "it goes on where it was left"


def on_the_board(table: Player) -> list[str]:
    """Return the questions that the Battle Board shows; none if it is closed."""
    table.settle()
    boards = [each for each in table.window.findChildren(BattleBoard) if each.isVisible()]
    return [each.asked.question for board in boards for each in board.findChildren(Question) if each.isVisible()]


def test_the_overlays_and_why_not(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    layer = table.window.layer("pacific")
    table.press("2")
    table.wait(lambda: layer.shown == ("zone:air_zone",))
    legend = table.find(LegendCard)
    table.wait(legend.isVisible)
    assert "rule 3.3.2" in legend.accessibleName()
    under = legend.mapTo(table.window, legend.rect().center())
    table.hover(under)
    table.wait(lambda: not legend.rect().contains(legend.mapFrom(table.window, under)))
    table.hover(legend.mapTo(table.window, legend.rect().center()))
    table.wait(lambda: legend.rect().contains(legend.mapFrom(table.window, under)))
    table.press("2")
    table.wait(lambda: layer.shown == () and not legend.isVisible())

    heard: list[str] = []
    table.window.rules.remarked.connect(heard.append)
    table.press("1")
    assert heard == ["Reach of the selected pieces (7.2): select counters first."]
    for key, rule, words in (
        ("3", "3.3.4", "25th Army (Malaya): Cut at Hong Kong: enemy Air ZOC, by US air unit at Manila (3.3.4)."),
        ("4", "3.3.1", "L Land units"),
        ("5", "8.2", "Reach of enemy ships"),
    ):
        table.press(key)
        table.wait(lambda rule=rule: f"rule {rule}" in legend.accessibleName())
        assert words in legend.accessibleName()
        table.press(key)
    assert len(heard) == 1

    table.press("3")
    table.wait(lambda: "Removing US air unit at Manila would open it again." in legend.accessibleName())
    table.press("3")
    table.choose("Places that cut Supply Lines (3.3.4)")
    table.wait(lambda: "Japan: Iwo Jima cuts off 2 of 4." in legend.accessibleName())
    table.choose("Places that cut Supply Lines (3.3.4)")
    table.wait(lambda: layer.shown == ())

    table.look("Formosa")
    (army,) = (p for p in table.pieces("Okinawa") if table.name(p))
    table.click(table.of(army))
    table.hover(table.at("Saipan", dy=-40))
    table.press("W")
    card = table.find(PreviewCard)
    assert card.isVisible()
    assert card.accessibleName()
    table.hover(table.at("Formosa", dy=-40))
    table.wait(lambda: not card.isVisible())
    table.press("W")
    assert card.isVisible()
    table.press(Qt.Key.Key_Escape)
    assert not card.isVisible(), "Escape ends it though the cursor rests"
    assert "hand" not in layer.shown


def test_switched_off_nothing_of_it_is_seen(table: Player):
    assert not table.find(AssistantPanel).isVisible()
    table.press("2")
    table.press("W")
    assert table.window.layer("pacific").shown == ()
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.press("2")
    table.press("F4")
    assert not table.find(AssistantPanel).isVisible()
    assert not table.find(LegendCard).isVisible()
    assert table.window.layer("pacific").shown == ()
    table.look("Formosa")
    start = table.of(table.pieces("Okinawa")[-1])
    with table.carrying(start, table.at("Formosa", dx=300)):
        assert table.window.layer("pacific").shown == ()
        assert not table.find(PreviewCard).isVisible()


def test_each_rule_is_taken_as_strictly_as_the_table_wants(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.push("Enforcement…")
    window = table.window.findChild(PoliciesWindow)
    QTest.keyClicks(window.findChild(QLineEdit), "capacities")
    pressed = next(b for b in window.findChildren(QPushButton) if b.accessibleName() == "All rules shown: Enforce")
    QTest.mouseClick(pressed, LEFT)
    table.settle()
    assistant = table.window.model.rules.assistant()
    assert assistant is not None
    levels = {check.id: check.level for check in assistant.checks(table.game)}
    assert levels["stacking"] == "enforce"
    assert levels["oil"] == "advise"
    assert "sets the rule Capacities of bases and land hexes to enforce" in table.log
    window.close()


def test_what_is_left_to_be_done_by_hand_is_picked_up_again(table: Player, december):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    table.look("Formosa")
    table.push("Form a Task Force")
    table.click(table.at("Formosa", dy=-60))
    asked = said(table)
    table.push("By hand")
    assert "leaves “Form a Task Force” at “Choose the units”, to do the rest by hand" in table.log
    assert "Left procedures\nForm a Task Force\nLeft at: Choose the units" in said(table)
    table.press("Ctrl+Z")
    assert said(table) == asked, "leaving is taken back like all else"
    table.push("By hand")
    (army,) = table.pieces("Okinawa")
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.leave()
    table.program.resume(december)
    table.wait(lambda: "Left procedures" in said(table))
    table.settle()
    table.push("Resume: Form a Task Force")
    assert "At which base is a Task Force formed? Formosa" in said(table), "what was answered is answered"
    assert "Left procedures" not in said(table)
    assert table.where(army) == table.board().find("Saipan"), "what was done by hand stays"
    table.push("By hand")
    onwards(table, "Reaction Phase")
    assert "Left procedures" not in said(table), "with the phase it is over"


def test_what_is_let_stand_is_noted_and_one_undo_takes_both_back(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    (army,) = table.pieces("Okinawa")
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.wait(lambda: "went to Saipan alone" in said(table))
    table.push("Accept it…")
    table.type_into(table.find(QLineEdit, "Reason to accept it"), "the ferry was there", enter=True)
    assert "accepts: 16th Army (East Indies) went to Saipan alone" in table.log
    assert "(8.0) — the ferry was there" in table.log
    assert "Accept it…" not in _buttons(table)
    table.press("Ctrl+Z")
    assert "Accept it…" in _buttons(table)
    assert table.where(army) == table.board().find("Saipan")
    table.press("Ctrl+Shift+Z")
    assert "Accept it…" not in _buttons(table)


def test_a_move_away_and_back_by_hand_is_no_finding(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    (army,), home = table.pieces("Okinawa"), table.board().find("Okinawa")

    def goes(place: str) -> None:
        table.submit(MovePieces((army,), At("pacific", table.board().find(place))))

    goes("Saipan")
    table.wait(lambda: "went to Saipan alone" in said(table))
    goes("Truk")
    table.wait(lambda: "went to Truk alone" in said(table))
    assert "went to Saipan alone" not in said(table)
    table.press("Ctrl+Z")
    table.wait(lambda: "went to Saipan alone" in said(table))
    goes("Okinawa")
    table.wait(lambda: NOTHING_WRONG in said(table))
    assert table.where(army) == home
    table.press("Ctrl+Z")
    table.wait(lambda: "went to Saipan alone" in said(table))


def test_what_is_due_as_the_phase_ends_refuses_that_until_it_is_let_stand(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    ship = next(piece for piece in table.pieces("Formosa") if table.name(piece).startswith("DD"))
    table.submit(MovePieces((ship,), At("pacific", "1105")))
    onwards(table, "First Deployment Phase")
    table.push("Enforcement of all rules: Enforce")
    table.wait(lambda: "which is not a base, and in no Task Force" in said(table))
    table.press("Alt+Right")
    table.wait(lambda: bool(table.refused))
    assert table.refused[0].startswith("3.2.3: ")
    assert "First Deployment Phase" in said(table)
    table.push("Accept it…")
    table.type_into(table.find(QLineEdit, "Reason to accept it"), "adrift", enter=True)
    table.wait(lambda: "Accept it…" not in _buttons(table))
    assert "which is not a base, and in no Task Force. (3.2.3) — adrift" in table.log
    table.press("Alt+Right")
    table.wait(lambda: "Operational Phase" in said(table))


def test_another_theme_forgets_no_finding(table: Player, qtbot):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    (army,), first = table.pieces("Okinawa"), table.window
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.wait(lambda: "went to Saipan alone" in said(table))
    for words in ("Dark theme", "High-contrast counters"):
        table.choose(words)
        qtbot.waitExposed(table.window)
        assert table.window is not first
        table.wait(lambda: "went to Saipan alone" in said(table))
    table.submit(MovePieces((army,), At("pacific", table.board().find("Okinawa"))))
    table.wait(lambda: NOTHING_WRONG in said(table))


def test_a_game_that_is_opened_again_forgets_no_move_that_is_to_be_mended(table: Player, december):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.push("Enforcement of all rules: Enforce")
    onwards(table, "Operational Phase")
    (army,) = table.pieces("Okinawa")
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    table.leave()
    table.program.resume(december)
    table.wait(lambda: "Operational Phase" in said(table))
    table.settle()
    table.model.refused.connect(table.refused.append)
    table.press("Alt+Right")
    table.wait(lambda: bool(table.refused))
    assert table.refused[-1].startswith("8.0: 16th Army (East Indies) went to Saipan alone")
    assert "Operational Phase" in said(table)


def test_what_stands_wrong_stands_after_a_turn_taken_back_and_in_the_game_opened_again(table: Player, december):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    (army,) = table.pieces("Okinawa")
    table.look("Formosa")
    table.drag(table.of(army), table.at("Saipan", dy=-40))
    table.wait(lambda: "went to Saipan alone" in said(table))
    wrong = next(line for line in said(table).splitlines() if "went to Saipan alone" in line)

    table.press("Alt+Right")
    table.wait(lambda: "Reaction Phase" in said(table))
    assert wrong not in said(table)
    table.press("Ctrl+Z")
    table.wait(lambda: "Operational Phase" in said(table) and wrong in said(table))
    assert "Reaction Phase" not in said(table), "it is judged by the phase in which it was done"
    assert badge_of(table, army) == "advise"
    table.press("Ctrl+Shift+Z")
    table.wait(lambda: "Reaction Phase" in said(table))
    assert wrong not in said(table)
    table.press("Ctrl+Z")

    table.leave()
    table.program.resume(december)
    table.wait(lambda: wrong in said(table))
    assert badge_of(table, army) == "advise"
    table.settle()
    table.model.refused.connect(table.refused.append)
    table.push("Accept it…")
    table.type_into(table.find(QLineEdit, "Reason to accept it"), "", enter=True)
    table.wait(lambda: badge_of(table, army) == "stands")
    table.press("Alt+Right")
    table.wait(lambda: "Reaction Phase" in said(table))
    table.press("Ctrl+Z")
    table.wait(lambda: badge_of(table, army) == "stands")
    table.press("Ctrl+Z")
    table.wait(lambda: badge_of(table, army) == "advise")

    table.push("Enforcement of all rules: Enforce")
    table.wait(lambda: badge_of(table, army) == "refused")
    table.press("Alt+Right")
    table.wait(lambda: bool(table.refused))
    assert table.refused[-1].startswith(f"8.0: {wrong[:20]}")


def test_a_reach_that_is_closed_is_told_with_the_rule_that_closes_it(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    heard: list[str] = []
    table.window.rules.remarked.connect(heard.append)
    table.look("Formosa")
    (army,) = table.pieces("Okinawa")
    table.click(table.of(army))
    table.press("1")
    (said_of_it,) = heard
    assert said_of_it.startswith("Reach of the selected pieces: Operational movement: only as part of a Task Force;")
    assert "(8.0)" in said_of_it
    assert "7.2" not in said_of_it.partition("In other phases")[0]


def badge_of(table: Player, piece: int) -> str | None:
    return table.window.scenes["pacific"].marked.badges.get(piece)


def test_with_the_window_the_assistant_is_gone(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    window, desk = table.window, table.window.rules
    (army,) = table.pieces("Okinawa")
    table.submit(MovePieces((army,), At("pacific", table.board().find("Saipan"))))
    window.close()
    assert not desk.is_on, "what it still wanted to say is not said"
    assert all(not timer.isActive() for timer in desk.findChildren(QTimer))


def test_the_last_roll_stays_as_long_as_the_phase(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.model.told.emit(Told("rolled", {"why": "The escorts roll", "explained": "1d6: 4\nTwo sunk"}))
    table.settle()
    assert "Two sunk" in said(table)
    (dice,) = [made for made in table.find(AssistantPanel).findChildren(QLabel) if made.text() == "1d6: 4"]
    assert dice.isVisible(), "beside the result, before it is explained"
    table.click(table.of(table.pieces("Okinawa")[0]))
    assert "Two sunk" in said(table)
    onwards(table, "Reinforcement Phase")
    assert "Two sunk" not in said(table)


def test_the_odds_of_a_battle_before_it_is_fought(table: Player):
    table.submit(SetTracker("Turn", (0, 0, 6)))
    place = table.board().find("Manila")
    landed = [p for p in table.pieces("Formosa") if "14th Army" in table.name(p)]
    garrison = [p for p in table.pieces("Manila") if "Philippines" in table.name(p)]
    table.submit(SetTrait(tuple(garrison), "Shows", "full"))
    table.submit(MovePieces(tuple(landed), At("pacific", place)))
    table.press("F4")
    table.wait(lambda: "The battle at Manila: odds · 11.2" in _buttons(table))
    table.push("The battle at Manila: odds")
    table.wait(lambda: "Simulated 10,000 times" in said(table))
    assert "Manila is taken" in said(table)
    assert "no at least 99.9%" in said(table), "what never failed is no 100%"
    assert "0.0%" not in said(table)
    more = table.find(QComboBox, "With one more")
    more.setCurrentIndex(1)
    table.wait(lambda: "As it stands" in said(table))
    assert "With one more 14th Army" in said(table)
    before = table.game
    table.push("Close")
    assert "Manila is taken" not in said(table)
    assert table.game is before, "asking changes nothing"


def test_where_the_numbers_come_from(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    table.look("Kure")
    table.hover(table.at("Kure", dy=-40))
    table.press("E")
    assert "Ships, Japan" in _buttons(table)
    table.press("E")
    assert "Ships, Japan" not in _buttons(table)
    table.push("Totals…")
    assert "Victory Points: 21" in _buttons(table)
    table.push("Close")
    assert "Victory Points: 21" not in _buttons(table)


def test_a_click_on_a_number_explains_it_and_what_is_chosen_stays_so(table: Player):
    table.submit(SetTracker("Turn", (0, 0, 2)))
    points = [p for p in table.game.pieces if table.name(p) == "Japanese Transport Points"]
    table.submit(MovePieces(tuple(points), At("pacific", "general-track.60")))
    table.press("F4")
    table.wait(lambda: "First Deployment Phase" in said(table))
    table.look("Formosa")
    army = next(p for p in table.pieces("Formosa") if "14th Army" in table.name(p))
    table.window.selection.replace([army])
    table.press("1")
    layer = table.window.layer("pacific")

    def labels() -> list[int]:
        return [dy for dy in range(-150, 150, 4) if layer.has_label(table.under(table.at("Kure", dy=dy)))]

    table.wait(lambda: bool(labels()))
    table.click(table.at("Kure", dy=labels()[0]))
    table.settle()
    assert table.chosen == (army,)
    assert "reach" in layer.shown
    assert "Japanese Transport Points: 8" in _buttons(table)
    assert said(table).index("14th Army (Philippines)") < said(table).index("Japanese Transport Points")
    assert "Too many pieces would be there: 3.3.1" in table.find(LegendCard).accessibleName(), "Okinawa is full"


def test_with_two_at_one_screen_the_rules_are_changed_by_agreement(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    for side in ("Japan", "Allies"):
        table.choose("Draw the curtain")
        table.push(side)
    table.wait(lambda: "Economic Phase" in said(table))
    with table.answering(says("Cancel")) as asked:
        table.push("Enforcement of all rules: Enforce")
    assert "All rules will be set to enforce. Do the players of Japan agree?" in asked[0]
    assert table.game.properties.get("policy") is None
    with table.answering(says("They agree")):
        table.push("Enforcement of all rules: Enforce")
    assert table.game.properties["policy"] == "enforce"
    assert "sets all rules to enforce" in table.log


def test_undo_goes_back_through_the_steps_of_a_procedure(table: Player):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    onwards(table, "Operational Phase")
    table.look("Formosa")
    seen = [said(table)]
    table.push("Form a Task Force")
    seen.append(said(table))
    table.click(table.at("Formosa", dy=-60))
    seen.append(said(table))
    for name in FORCE:
        table.push(name)
    table.push("Answer")
    for was in reversed(seen):
        table.press("Ctrl+Z")
        assert said(table) == was
    for now in seen[1:]:
        table.press("Ctrl+Shift+Z")
        assert said(table) == now


def test_a_key_that_is_held_shows_only_so_long_and_one_that_is_tapped_stays(table: Player, monkeypatch):
    table.press("F4")
    table.wait(lambda: "Economic Phase" in said(table))
    layer, handle = table.window.layer("pacific"), table.window.windowHandle()
    table.press("2")
    assert layer.shown == ("zone:air_zone",)
    table.press("2")
    assert layer.shown == ()
    monkeypatch.setattr(held_keys, "HELD_MS", 0)
    QTest.keyPress(handle, Qt.Key.Key_2)
    assert layer.shown == ("zone:air_zone",)
    QTest.keyRelease(handle, Qt.Key.Key_2)
    assert layer.shown == ()


def _buttons(table: Player) -> str:
    panel = table.find(AssistantPanel)
    return "\n".join(b.accessibleName() or b.text() for b in panel.findChildren(QPushButton) if b.isVisibleTo(panel))


FLEET = "Japanese Fleet 1"
BASE = "Iwo Jima"
SHIPS = ("DD Destroyer Squadron 2", "CA 5th Cruiser")
LEVELS = ("advise", "confirm", "enforce")


def formed(table: Player, level: str) -> tuple[tuple[int, ...], int]:
    """Set up an Operational Phase, at this level of enforcement, with a Task Force under its marker. Return its ships
    and the marker.
    """
    table.press("F4")
    ships = tuple(next(p for p in table.pieces("Palau") if table.name(p).startswith(name)) for name in SHIPS)
    marker = next(p for p in table.game.pieces if table.name(p) == FLEET)
    for command in (
        SetTracker("Turn", (0, 0, 3)),
        SetProperty("policy", level),
        MovePieces((*ships, marker), At("pacific", BASE)),
        SetTrait((*ships, marker), "force", FLEET),
    ):
        table.submit(command)
    table.wait(lambda: "Operational Phase" in said(table))
    table.look(BASE, scale=0.4)
    return ships, marker


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hold", ["the whole stack", "the marker"])
def test_a_task_force_goes_where_its_marker_is_dragged(table: Player, level: str, hold: str):
    ships, marker = formed(table, level)
    top = table.game.holder_of(marker).pieces
    assert top[-1] == marker
    if hold == "the marker":
        table.click(table.of(marker), CTRL)
        assert table.chosen == (marker,)
    oil = table.where(next(p for p in table.game.pieces if table.name(p) == "Oil Points"))
    with table.carrying(table.of(marker), table.at("Manila")):
        card = table.find(PreviewCard)
        table.wait(lambda: "Operational movement" in card.accessibleName())
        assert {"hand", "reach"} <= set(table.window.layer("pacific").shown)
    assert not table.refused
    assert set(table.pieces("Manila")) >= {*ships, marker}
    assert table.where(next(p for p in table.game.pieces if table.name(p) == "Oil Points")) != oil, "it was paid for"
    assert table.game.holder_of(marker).pieces[-1] == marker, "the marker lies on top"
