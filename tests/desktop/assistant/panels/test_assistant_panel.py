"""The assistant's panels: their texts, the requests of their buttons, and their size."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QMenu,
    QSpinBox,
    QTableWidget,
    QWidget,
)

from tabletop.assistance import (
    ROLL,
    ROLL_THE_REST,
    Account,
    CheckState,
    Finding,
    Fix,
    Now,
    NumberPart,
    Offer,
    ProcedureQuestion,
    RuleState,
    SettledAnswer,
    StepLine,
    Underway,
    Where,
)
from tabletop.desktop.assistant.left_procedures import LeftStep
from tabletop.desktop.assistant.panels.assistant_panel import NOTHING_WRONG, AssistantPanel
from tabletop.desktop.assistant.panels.findings_card import FindingsCard
from tabletop.desktop.assistant.panels.policy_settings import PoliciesWindow
from tabletop.desktop.assistant.panels.rules_page import RulesWindow
from tabletop.desktop.drawing.theme import LIGHT, apply_theme
from tabletop.desktop.questions.number_sources import NumbersSection
from tabletop.desktop.questions.procedure_card import Question, SidesHere
from tabletop.desktop.widgets.cards import in_short
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import Answer, Begin, GoOn, Leave, Say
from tabletop.module.schema.module_file import SideRecord
from tests.desktop.one_map import one_map

SIDES = {
    id: SideRecord(id=id, title=title, mark=mark, colour=id, soft=f"{id}soft")
    for id, title, mark in (("JP", "Japan", "chevron"), ("AL", "Allies", "star"))
}
LEFT = Qt.MouseButton.LeftButton
BEGIN = Begin("battle", {}, "JP")
LONG = "Pay sixteen of the Japanese Transport Points and two of the Oil Points for the three units of Japanese Fleet 1."


@pytest.fixture
def panel(qtbot) -> Iterator[AssistantPanel]:
    window = QWidget()
    qtbot.addWidget(window)
    made = AssistantPanel(SIDES, LIGHT)
    made.show_here(SidesHere(frozenset({"JP"}), frozenset({"AL"})))
    made.setParent(window)
    made.setGeometry(0, 0, 360, 700)
    window.resize(360, 700)
    window.show()
    yield made  # noqa: PT022 - the window lives as long as this frame


@pytest.fixture
def wanted(panel) -> list[object]:
    found: list[object] = []
    panel.wanted.connect(found.append)
    return found


def words(widget: QWidget) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def buttons(widget: QWidget) -> dict[str, QAbstractButton]:
    QApplication.processEvents()
    return {
        made.accessibleName() or made.text(): made
        for made in widget.findChildren(QAbstractButton)
        if made.isVisibleTo(widget)
    }


def press(widget: QWidget, name: str) -> None:
    buttons(widget)[name].click()


def now(**fields: object) -> Now:
    return Now(**{"phase": "Combat Phase", "rule": "11.0", "note": "", "acting": ("JP",), "offers": (), **fields})


def test_a_long_title_takes_no_room_from_the_sentences_under_it(panel, qapp):
    apply_theme(qapp, LIGHT)
    parts = (NumberPart("Lines reach as far as Tarawa, Eniwetok, 1210, Ambon", "", "3.3.4", LONG),)
    numbers = panel.findChild(NumbersSection)
    numbers.explain(
        "Manila", [Account("Supply Lines: US Army Forces Far East (Philippines)", "cut off", "3.3.4", parts)]
    )
    QTest.qWait(50)
    cut = [each.text() for each in numbers.findChildren(QLabel) if each.height() < each.heightForWidth(each.width())]
    assert cut == []


def test_where_the_game_is_and_what_may_be_begun(panel, wanted):
    panel.show_now(
        now(
            offers=(
                Offer("battle", "Battle", "11.2", command=BEGIN),
                Offer("battle", "Battle", "11.2", because="It is not your turn."),
                Offer("subs", "Submarines", "11.1", because="None are left."),
            ),
            onwards=Offer("next-phase", "12 Return to base", "", command=GoOn(1)),
        )
    )
    assert "Combat Phase" in words(panel)
    assert "To act: Japan" in words(panel)
    assert "Not now (1)" in buttons(panel), "what may not be begun is folded away, once"
    press(panel, "Battle (Japan) · 11.2")
    press(panel, "Go to 12 Return to base")
    assert wanted == [BEGIN, GoOn(1)]


def test_nobody_is_to_act_after_the_end_of_the_game(panel):
    panel.show_now(now(ending="Japan has won."))
    assert "Japan has won." in words(panel)
    assert "To act" not in words(panel)


def test_what_is_due_before_the_phase_ends_is_no_finding_yet(panel):
    battle = Finding("battle", "11.2", "The battle at Manila is still to be fought.", due="phase")
    panel.show_findings((), ((battle, "note"),))
    assert "Before this phase ends\n\nThe battle at Manila is still to be fought." in words(panel)
    assert "Against the rules" not in words(panel)
    assert NOTHING_WRONG not in words(panel)
    panel.show_findings(())
    assert "Before this phase ends" not in words(panel)
    assert NOTHING_WRONG in words(panel)


def test_of_many_rules_the_first_ones_are_named_and_all_in_the_tip(panel):
    panel.show_now(now(offers=(Offer("form", "Form a Task Force", "8.1, 16.1.4, 16.2.2", command=BEGIN),)))
    made = buttons(panel)["Form a Task Force (Japan) · 8.1, 16.1.4 +1"]
    assert made.toolTip() == "Rule 8.1, 16.1.4, 16.2.2"
    assert in_short("8.1, 16.1.4") == "8.1, 16.1.4"


def test_what_was_left_stands_there_until_it_is_picked_up(panel):
    picked: list[int] = []
    panel.picked_up.connect(picked.append)
    panel.show_left(())
    assert "Left procedures" not in words(panel)
    panel.show_left((LeftStep(7, "Form a Task Force"), LeftStep(9, "Battle", "Targets")))
    assert "Left procedures\nForm a Task Force\nBattle\nLeft at: Targets" in words(panel)
    press(panel, "Resume: Battle")
    assert picked == [9]
    panel.forget()
    assert "Battle" not in words(panel)


def test_a_finding_with_its_rule_its_figures_and_its_fix(panel, wanted):
    finding = Finding("oil", "8.4", "This costs 2 oil.", numbers=(("oil", 2),), fix=Fix(LONG, Say("paid")))
    shown, stood = [], []
    panel.shown.connect(shown.append)
    panel.let_stand.connect(lambda *said: stood.append(said))
    panel.show_findings([[(finding, "advise")]])
    said = words(panel)
    assert "This costs 2 oil." in said
    assert "8.4" in said
    assert "Against the rules" in said
    press(panel, LONG)
    press(panel, "Show")
    press(panel, "Accept it…")
    panel.findChild(QLineEdit).setText("  the ferry was there  ")
    press(panel, "Accept")
    assert wanted == [Say("paid")]
    assert shown == [finding]
    assert stood == [((finding,), "the ferry was there")]
    panel.show_findings([[(finding, "stands")]])
    assert "Accepted" in words(panel)
    assert "to be mended" not in words(panel)
    assert "Accept it…" not in buttons(panel)
    panel.show_findings([])
    assert NOTHING_WRONG in words(panel)


def test_the_findings_of_one_move_are_on_one_card(panel, wanted):
    oil = Finding("oil", "8.4", "This costs 2 oil.", (1, 2), (Where("m", "Truk"),), fix=Fix("Pay it", Say("paid")))
    stack = Finding("stack", "3.1", "Too many units.", (2, 3), (Where("m", "Truk"), Where("m", "Palau")))
    known = Finding("zone", "7.1", "It did not stop.", (4,))
    other = Finding("zone", "7.1", "It did not stop here.", (9,))
    shown, stood = [], []
    panel.shown.connect(shown.append)
    panel.let_stand.connect(lambda *said: stood.append(said))
    panel.show_findings([[(oil, "advise"), (stack, "refused"), (known, "stands")], [(other, "advise")]])
    first, second = panel.findChildren(FindingsCard)
    assert first.property("part") == "finding-refused", "as grave as the gravest"
    assert second.property("part") == "finding-advise"
    assert "3 findings" in words(first)
    assert [each in words(first) for each in ("2 oil", "Too many", "did not stop")] == [True] * 3
    assert "findings" not in words(second)
    assert list(buttons(first)) == ["Pay it", "Show", "Accept them…"]
    press(first, "Pay it")
    press(first, "Show")
    assert shown[0].pieces == (1, 2, 3, 4)
    assert shown[0].places == (Where("m", "Truk"), Where("m", "Palau"))
    press(first, "Accept them…")
    press(first, "Accept")
    assert stood == [((oil, stack), "")], "what stands already stands"


def test_what_one_rule_wants_at_a_place_is_on_one_card(panel):
    def due(rule: str, place: str, message: str) -> tuple[Finding, str]:
        return Finding("x", rule, message, (), (Where("m", place),), due="phase"), "note"

    land, port = due("3.3.1", "Wake", "Land: 8, not 4."), due("3.3.1", "Wake", "Port: 5, not 4.")
    panel.show_findings((), (land, due("11", "Wake", "To be fought."), port, due("3.3.1", "Truk", "Port: 9, not 8.")))
    said = [words(card).splitlines() for card in panel.findChildren(FindingsCard)]
    assert ["Land: 8, not 4." in lines and "Port: 5, not 4." in lines for lines in said] == [True, False, False]


def test_what_is_said_of_many_counters_of_a_move_is_said_once(panel, wanted):
    found = [Finding("leg", "7.1", "Manila is no base.", (piece,), (Where("m", "Manila"),)) for piece in range(1, 8)]
    stood = []
    panel.let_stand.connect(lambda *said: stood.append(said))
    panel.show_findings([[(each, "advise") for each in found]])
    (card,) = panel.findChildren(FindingsCard)
    assert words(card).count("Manila is no base.") == 1
    assert "Against the rules; fix it now · 7 counters" in words(card)
    assert "findings" not in words(card)
    assert card.accessibleName() == "Against the rules; fix it now, 7 counters: Manila is no base. Rule 7.1"
    press(card, "Accept them…")
    press(card, "Accept")
    assert stood == [(tuple(found), "")]


def test_nothing_is_wider_than_the_panel(panel):
    finding = Finding("oil", "8.4", LONG, fix=Fix(LONG, Say("paid")))
    panel.show_findings([[(finding, "refused")]])
    panel.show_now(now(note=LONG, offers=(Offer("x", LONG, "1.1, 2.2, 3.3", command=BEGIN),)))
    QApplication.processEvents()
    for made in (*panel.findChildren(QLabel), *panel.findChildren(QAbstractButton)):
        if made.isVisible():
            right = made.mapTo(panel, made.rect().topRight()).x()
            assert right <= panel.width(), made
    cut = buttons(panel)[LONG]
    assert cut.text() != LONG
    assert LONG in cut.toolTip(), "what is cut off is in the tip"


def asked(kind: str, *options: object, **fields: object) -> ProcedureQuestion:
    choices = fields.pop("words", None) or tuple(Choice(one, f"unit {one}") for one in options)
    return ProcedureQuestion(4, "which", fields.pop("by", "JP"), kind, "Which one?", choices, **fields)


def battle(question: ProcedureQuestion) -> Underway:
    steps = tuple(StepLine(id, id.capitalize(), "11.2", id == "fire") for id in ("setup", "fire", "land"))
    story = (SettledAnswer("Setup", "Who fights?", "JP", "the fleet"),)
    return Underway(4, "Battle", "11.2", "JP", steps, story, (question,))


def test_a_procedure_with_its_steps_and_whom_it_asks(panel, wanted):
    question = asked("pick", "a", "b", then="Then a die is thrown.")
    panel.show_underway([battle(question)], frozenset({4}), may_go_back=True)
    said = words(panel)
    for each in (
        "Battle",
        "✓ Setup",
        "Who fights? the fleet",
        "▸ Fire",
        "then Land",
        "Asked: Japan",
        "a die is thrown",
    ):
        assert each in said, said
    press(panel, "unit b")
    press(panel, "By hand")
    assert wanted == [Answer(4, "which", "b"), Leave(4)]
    assert "Undo answer" in buttons(panel)


def test_a_question_stands_above_the_procedure_that_waits_for_it(panel):
    waiting = replace(battle(asked("run")), frame=9, title="The turn begins")
    inner = replace(battle(asked("pick", "a", "b")), frame=8, parent=9)  # numbers of a view are in no order
    for order in ([inner, waiting], [waiting, inner]):
        panel.show_underway(order, frozenset(), may_go_back=False)
        said = words(panel)
        assert said.index("Which one?") < said.index("The turn begins")


def test_a_long_story_is_folded_above_the_question(panel):
    steps = tuple(StepLine(f"s{n}", f"Step {n}", "9", n == 6) for n in range(7))
    story = tuple(SettledAnswer(f"Step {n}", f"Who fires in {n}?", "JP", "nobody") for n in range(6))
    long = replace(battle(asked("pick", "a", "b")), steps=steps, story=story)
    panel.show_underway([long], frozenset(), may_go_back=False)
    said = words(panel)
    assert "Who fires in 3?" not in said
    assert said.index("Who fires in 4?") < said.index("Who fires in 5?") < said.index("Which one?")
    press(panel, "Already done")
    assert "Who fires in 0?" in words(panel)


def test_a_question_for_somebody_else_is_only_told(panel):
    theirs = replace(battle(asked("pick", "a", "b", by="AL")), side="AL")
    assert (theirs.concerns({"AL"}), theirs.concerns({"JP"})) == (True, False)
    panel.show_underway([theirs], frozenset(), may_go_back=False)
    assert "Asked: Allies, not at this screen" in words(panel)
    assert "unit a" not in buttons(panel)
    assert not {"Undo answer", "By hand"} & set(buttons(panel))


def test_the_screen_is_handed_over_to_a_side_that_plays_at_it(panel, qtbot):
    theirs = battle(asked("pick", "a", "b", by="AL"))
    panel.show_underway([theirs], frozenset(), may_go_back=False)
    with qtbot.waitSignal(panel.handed_over, timeout=1_000):
        press(panel, "Hand over the screen")
    panel.show_here(SidesHere(frozenset({"JP"})))
    panel.show_underway([theirs], frozenset(), may_go_back=False)
    assert "Hand over the screen" not in buttons(panel), "they have a screen of their own"
    panel.show_underway([], frozenset(), may_go_back=False)
    for others, is_offered in ((frozenset({"AL"}), True), (frozenset(), False)):
        panel.show_here(SidesHere(frozenset({"JP"}), others))
        panel.show_now(now(acting=("AL",)))
        assert ("Hand over the screen" in buttons(panel)) is is_offered


WORDS = (Choice(ROLL, "Roll"), Choice(ROLL_THE_REST, "Roll the rest"))


def question(qtbot, *args: object, **fields: object) -> tuple[Question, list[object]]:
    made = Question(asked(*args, **fields))
    qtbot.addWidget(made)
    wanted: list[object] = []
    made.wanted.connect(wanted.append)
    return made, wanted


def test_so_many_as_must_be_are_chosen(qtbot):
    made, wanted = question(qtbot, "choose", "a", "b", "c", least=2, most=2)
    assert not buttons(made)["Answer"].isEnabled()
    made.findChildren(QCheckBox)[0].click()
    assert made.take("c"), "as a click on the map does"
    press(made, "Answer")
    assert wanted == [Answer(4, "which", ["a", "c"])]
    assert not made.take("d")


def test_what_is_ticked_is_told_and_only_a_whole_answer_is_previewed(qtbot):
    made, _ = question(qtbot, "choose", "a", "b", "c", least=1, most=2)
    noticed: list[object] = []
    made.noticed.connect(noticed.append)
    with qtbot.waitSignal(made.ticked):
        made.take("b")
    assert made.chosen == ("b",)
    assert made.notice("c"), "it has this option"
    assert noticed == []
    made, _ = question(qtbot, "pick", "a", "b")
    made.noticed.connect(noticed.append)
    assert made.notice("b")
    assert noticed == [Answer(4, "which", "b")]


def test_places_are_given_to_pieces_one_by_one(qtbot):
    ships = (Choice("piece:7", "Takao"), Choice("piece:8", "Maya"))
    made, wanted = question(qtbot, "choose", "3604", "3605", "3505", least=2, most=2, against=ships)
    assert "Next: Takao" in words(made)
    assert made.take("3505")
    assert "Next: Maya" in words(made)
    assert made.main is not None
    assert (made.main.text(), made.main.isEnabled()) == ("Answer", False)
    made.take("3604")
    made.main.click()
    assert wanted == [Answer(4, "which", ["3505", "3604"])], "in the order of the ships, not of the hexes"


@pytest.mark.parametrize(("many", "is_above"), [(9, False), (10, True)])
def test_the_answer_is_above_a_long_list(qtbot, many: int, is_above: bool):
    made, _ = question(qtbot, "choose", *map(str, range(many)), most=many)
    made.resize(made.sizeHint())
    made.ensurePolished()
    layout = made.layout()
    assert layout is not None
    layout.activate()
    first = made.findChildren(QCheckBox)[0]
    assert (buttons(made)["Answer"].y() < first.y()) is is_above


def test_a_click_anywhere_on_its_line_ticks_and_long_names_wrap(qtbot):
    made, _ = question(qtbot, "choose", "a", "of the 4th Cruiser Division: Takao, Atago, Maya, Chokai", least=1, most=2)
    window = QWidget()
    qtbot.addWidget(window)
    made.setParent(window)
    made.resize(240, 200)
    window.show()
    QApplication.processEvents()
    short, long = made.findChildren(QCheckBox)
    QTest.mouseClick(short, LEFT, pos=QPoint(short.width() - 5, short.height() // 2))
    assert short.isChecked()
    assert long.text().replace("\n", " ") == long.accessibleName() != long.text()
    assert long.height() > short.height()
    assert long.accessibleName() == long.toolTip() == "unit of the 4th Cruiser Division: Takao, Atago, Maya, Chokai"


def test_a_thing_may_be_chosen_more_than_once(qtbot):
    made, wanted = question(qtbot, "choose", "a", "b", least=3, most=3, repeats=True)
    first, second = made.findChildren(QSpinBox)
    first.setValue(2)
    second.setValue(1)
    press(made, "Answer")
    assert wanted == [Answer(4, "which", ["a", "a", "b"])]
    once, _ = question(qtbot, "choose", "a", "b", least=1, most=1, repeats=True)
    assert len(once.findChildren(QCheckBox)) == 2, "what is chosen but once is ticked"


@pytest.mark.parametrize(
    ("kind", "fields", "presses", "answer"),
    [
        ("confirm", {}, ["Yes"], Answer(4, "which", True)),
        ("confirm", {}, ["No"], Answer(4, "which", False)),
        ("number", {"least": 0, "most": 5}, ["Answer"], Answer(4, "which", 5)),
        ("pause", {"words": WORDS}, ["Roll"], Answer(4, "which", ROLL)),
        ("pause", {"words": WORDS}, ["Roll the rest"], Answer(4, "which", ROLL_THE_REST)),
        ("go-on", {}, ["Continue"], GoOn(4)),
    ],
)
def test_one_press_answers(qtbot, kind, fields, presses, answer):
    made, wanted = question(qtbot, kind, **fields)
    for each in presses:
        press(made, each)
    assert wanted == [answer]


def test_an_order_is_pressed_one_after_the_other(qtbot):
    made, wanted = question(qtbot, "order", "a", "b", "c")
    made.take("c")
    press(made, "unit a")
    press(made, "unit b")
    assert wanted == [Answer(4, "which", ["c", "a", "b"])]


def test_a_path_is_drawn_point_by_point(qtbot):
    made, wanted = question(qtbot, "path", "a", "b", least=1, most=9, repeats=True)
    drawn: list[object] = []
    made.traced.connect(drawn.append)
    for value in ("a", "b", "a"):
        assert made.take(value), "as a click on the map does"
    press(made, "Remove last point")
    assert drawn == [("a",), ("a", "b"), ("a", "b", "a"), ("a", "b")]
    assert "unit a → unit b" in words(made)
    press(made, "Go this way")
    assert wanted == [Answer(4, "which", ["a", "b"])]


def checks(*levels: str) -> tuple[CheckState, ...]:
    return tuple(CheckState(f"check{n}", f"Rule number {n}", f"{n}.0", level) for n, level in enumerate(levels))


def test_levels_are_set_one_by_one_or_for_all_that_are_shown(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    window = PoliciesWindow(parent)
    taken: list[tuple[object, str]] = []
    window.level_taken.connect(lambda ids, level: taken.append((ids, level)))
    window.show_checks(checks("advise", "off"))
    press(window, "Rule number 1: Enforce")
    press(window, "All rules shown: Confirm")
    window._filter.setText("1.0")
    press(window, "All rules shown: Off")
    assert taken == [(("check1",), "enforce"), (None, "confirm"), (("check1",), "off")]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("8", ["8.0", "3.3.7, 8.4"]),
        ("8.", ["8.0", "3.3.7, 8.4"]),
        ("8.4", ["3.3.7, 8.4"]),
        ("3.3", ["3.3.7, 8.4"]),
        ("1", []),
        ("oil", ["3.3.7, 8.4"]),
        ("rule 8", []),
        ("", ["8.0", "18.0", "3.3.7, 8.4"]),
    ],
)
def test_a_number_stands_for_a_rule_with_all_below_it(qtbot, wanted, shown):
    parent = QWidget()
    qtbot.addWidget(parent)
    window = PoliciesWindow(parent)
    titles = {"8.0": "Task Forces", "18.0": "Weather", "3.3.7, 8.4": "Oil"}
    window.show_checks([CheckState(title, title, rule, "advise") for rule, title in titles.items()])
    window._filter.setText(wanted)
    assert sorted(check.rule for check in window._shown()) == sorted(shown)


def test_the_switch_marks_nothing_where_rules_differ(panel):
    def marked() -> list[str]:
        return [name for name, made in buttons(panel).items() if made.isCheckable() and made.isChecked()]

    panel.show_checks(checks("enforce", "enforce"))
    assert marked() == ["Enforcement of all rules: Enforce"]
    panel.show_checks(checks("enforce", "off"))
    assert marked() == []


def test_the_words_of_every_row_of_the_page_of_all_rules_are_seen(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    lengths = (3, 20, 38, 41, 44, 47, 50, 200)
    rules = [RuleState(f"3.{n}", "A title of words " * n, ("flagged", "done", "shown"), ("Part",) * n) for n in lengths]
    window = RulesWindow(parent, rules, LIGHT)
    table = window.findChild(QTableWidget)
    for row in range(len(rules)):
        for column in range(table.columnCount()):
            item, room = table.item(row, column), table.columnWidth(column) - (40 if column == 2 else 12)
            words = QTextDocument(item.text())
            words.setDefaultFont(table.font())
            words.setDocumentMargin(0)
            words.setTextWidth(room)
            assert table.rowHeight(row) >= words.size().height()


def test_the_page_of_all_rules_is_sifted_by_words_and_by_whose_work_they_are(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    rules = (
        RuleState("5.1", "Oil", ("done",), ("Oil transport",)),
        RuleState("8.0", "Movement", ("flagged", "shown"), ("Reach",)),
        RuleState("1.0", "Talk", ("players",), because="Nobody can see it."),
    )
    window = RulesWindow(parent, rules, LIGHT)
    table = window.findChild(QTableWidget)

    def shown() -> list[str]:
        return [table.item(row, 0).text() for row in range(table.rowCount()) if not table.isRowHidden(row)]

    assert shown() == ["5.1", "8.0", "1.0"]
    assert table.item(1, 2).text() == "flagged, shown"
    assert table.item(2, 3).text() == "Nobody can see it."
    window._filter.setText("reach")
    assert shown() == ["8.0"]
    window._filter.clear()
    window._work.setCurrentIndex(window._work.findData("players"))
    assert shown() == ["1.0"]


TABLES = {
    **one_map(
        pieces="{group: Pieces, pieces: [{id: unit, name: Unit, width: 60, height: 60}]}",
        scenario="{id: all, title: All, summary: All., setup: []}",
    ),
    "assist.yaml": """
tables:
- id: weather
  title: Weather
  rule: "3"
  needs: {storm: {title: A storm, kind: yes-no}}
  row: {by: 'if(storm, 1, 0)'}
  rows: [{at: "1", gives: rain}, {at: "0", gives: fine}]
""",
}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_results_tables_are_consulted_from_a_menu_and_the_assistant_comes_for_what_they_ask(opened, qtbot) -> None:
    window = opened(TABLES)
    window.menus.actions["tables"].trigger()
    [menu] = [each for each in window.findChildren(QMenu) if each.isVisible()]
    [line] = menu.actions()
    assert line.text() == "Weather (3)"
    line.trigger()
    assert window.rules.panel.isVisible()

    def offered() -> list[QAbstractButton]:
        return [each for each in window.rules.panel.findChildren(QAbstractButton) if each.text() == "Yes"]

    qtbot.waitUntil(lambda: len(offered()) == 1)
    offered()[0].click()
    assert "Weather: rain" in [each.text for each in window.model.lines()]
    menu.close()
