"""The umpire's card for a report: the truth, the allowed statements, and the resulting message."""

from functools import partial

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.widgets.prompts import ask_beside
from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.beliefs.report_rules import ReportField, ReportRules
from tabletop.game.commands import TakeSeat

FORCE = ContactKind("force", "Force", says={"count": "Counters"})
SIGHTING = ReportRules("sighting", "Sighting", "force", (ReportField("count", "1", "Truth", "Truth * 2"),), late=1)


def test_the_umpire_reports_selected_counters_on_one_card(both, monkeypatch) -> None:
    rules = replace(both.model.components, contacts=ContactRules((FORCE,), reports=(SIGHTING,)))
    both.model.table_seat.session.components = rules
    both.model.submit(TakeSeat((), umpire=True))
    pieces = both.at("Pearl Harbor")[:2]
    cards = []

    def answer(card):
        cards.append([card.title, *(each.question for each in (card, *card.also))])
        given = {"sides": "JP", "source": "Coastwatcher", "says:count": "3"}
        return tuple((each.key, given.get(each.key, each.default)) for each in (card, *card.also))

    monkeypatch.setattr(both.model, "_ask_together", answer)
    ContactActions(both.model, lambda: pieces).new("pacific")
    assert both.refused == []
    assert cards == [
        [
            "Sighting", "Who is told?", "Who reports it?", "Where? (true place)", "How many turns late?",
            "Counters (true: 2; allowed: 2 – 4)",
        ]
    ]  # fmt: skip
    assert both.lines[-1].text == "Coastwatcher reports Force at Pearl Harbor: Counters “3” (to Japan)"
    (contact,) = both.model.game.contacts.values()
    assert (contact.says, contact.of) == ({"count": 3}, pieces)


def test_forms_that_can_be_filled_come_first_and_an_invented_report_asks_for_a_click(both, monkeypatch) -> None:
    forms = (SIGHTING, ReportRules("rumour", "Rumour", "force", (ReportField("count"),), within=3, invented=True))
    both.model.table_seat.session.components = replace(
        both.model.components, contacts=ContactRules((FORCE,), reports=forms)
    )
    both.model.submit(TakeSeat((), umpire=True))
    cards, selected = [], []

    def answer(card):
        cards.append([("below", card.below), *((each.key, each.default) for each in (card, *card.also))])

    monkeypatch.setattr(both.model, "_ask_together", answer)
    actions = ContactActions(both.model, lambda: selected, lambda found: found("pacific", "Midway"))
    both.answers += ["rumour", "sighting"]
    actions.new("pacific")
    assert [choice.label for choice in both.asked[-1].choices] == ["Rumour", "Sighting (select counters first)"]
    assert ("place", "Midway") in cards[-1], "the place was clicked"
    assert ("below", "") in cards[-1], "no counters are selected"
    both.answers.insert(0, "rumour")
    actions.new("pacific", "AL", "Wake")
    assert {("place", "Wake"), ("sides", "AL")} <= set(cards[-1]), "the answer to a dispatch"
    actions.new("pacific")
    assert both.refused == ["First select the counters that “Sighting” reports."]
    selected += both.at("Pearl Harbor")[:2]
    both.answers.append("sighting")
    actions.new("pacific")
    assert [choice.label for choice in both.asked[-1].choices] == ["Sighting", "Rumour"]
    assert ("place", "") in cards[-1], "the true place of the counters"


def test_the_place_of_a_report_is_clicked_only_where_the_form_leaves_a_choice(both, monkeypatch) -> None:
    near = replace(SIGHTING, id="near", within=1)
    rules = replace(both.model.components, contacts=ContactRules((FORCE,), reports=(SIGHTING, near)))
    both.model.table_seat.session.components = rules
    both.model.submit(TakeSeat((), umpire=True))
    offered, taken = [], []

    def ask(_prompt, _then, clicks) -> None:
        offered.append(list(clicks))
        for click in clicks.values():
            click(taken.append)

    monkeypatch.setattr(both.model, "_ask_beside", ask)
    places = [("pacific", "Midway"), ("battle-board", "Line")]
    pieces = both.at("Pearl Harbor")[:2]
    actions = ContactActions(both.model, lambda: pieces, lambda found: found(*places.pop(0)))
    for form in (SIGHTING, near, near):
        actions.send("pacific", form)
    assert offered == [[], ["place"], ["place"]]
    assert taken == ["Midway"]
    assert len(both.refused) == 1
    assert both.refused[0].startswith("This report is about a place of the map “")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_counters_are_selected_while_it_is_asked_which_report(both, qtbot, monkeypatch) -> None:
    window, selected, sent = QWidget(), [], []
    qtbot.addWidget(window)
    window.show()
    cards = []

    def beside(prompt, then, clicks) -> None:
        cards.append(ask_beside(window, prompt, then, clicks))

    monkeypatch.setattr(both.model, "_ask_beside", beside)
    near = replace(SIGHTING, id="near", title="Near", within=1)
    rules = replace(both.model.components, contacts=ContactRules((FORCE,), reports=(SIGHTING, near)))
    both.model.table_seat.session.components = rules
    both.model.submit(TakeSeat((), umpire=True))
    actions = ContactActions(both.model, lambda: selected)
    monkeypatch.setattr(actions, "send", lambda *report: sent.append(report))
    actions.new("pacific", "AL")
    (card,) = cards
    assert (card.isModal(), card.windowTitle()) == (False, "Send a report or contact")
    box = card.findChild(QComboBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    press = partial(qtbot.keyClick, card, Qt.Key.Key_Return)
    press()
    assert both.refused == ["First select the counters that “Near” reports."]
    assert card.isVisible(), "the card comes back"
    selected += both.at("Pearl Harbor")[:2]
    press()
    assert [(name, form.id, place, side) for name, form, place, side, _ in sent] == [("pacific", "near", "", "AL")]
    actions.new("pacific")
    qtbot.keyClick(cards[-1], Qt.Key.Key_Escape)
    assert len(sent) == 1, "nothing is sent"
