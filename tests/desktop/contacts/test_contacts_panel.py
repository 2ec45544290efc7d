"""The page of contacts, and their signs on a map: claims, sources, ages, and commands."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QLineEdit, QListWidget

from tabletop.desktop.contacts.contact_menu import ContactActions
from tabletop.desktop.contacts.contact_words import ContactWords
from tabletop.desktop.contacts.contacts_panel import ContactsPanel
from tabletop.desktop.drawing.contact_sign import SIDE_PX, ContactSign, paint_plate, paint_sign
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.scene.layers.contact_signs import ContactSigns
from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.commands import At, ReportContact, SetTracker


def report(seat, place: str, **says: int) -> None:
    seat.model.submit(ReportContact("ships", At("pacific", place), ("JP",), says))


def test_contacts_are_listed_found_noted_merged_and_dropped(both, qtbot) -> None:
    followed = []
    panel = ContactsPanel(both.model, LIGHT, ContactActions(both.model), lambda: "pacific")
    qtbot.addWidget(panel)
    panel.followed.connect(lambda *where: followed.append(where))
    report(both, "Wake", total=9)
    both.model.submit(SetTracker("Turn", (1, 0, 0)))
    report(both, "Midway", total=12)
    panel.show_contacts()
    listed, search = panel.findChild(QListWidget), panel.findChild(QLineEdit)
    rows = [listed.item(row).text().splitlines() for row in range(listed.count())]
    assert [row[0] for row in rows] == ["ships, Midway", "ships, Wake"], rows
    assert rows[1][1] == "total “9”"
    assert rows[1][2].endswith("(1 turn)")

    search.setText("wake")
    assert listed.count() == 1
    search.clear()
    listed.setCurrentRow(1)
    qtbot.keyClick(listed, Qt.Key.Key_Return)
    spot = both.model.components.maps["pacific"].spot_of("Wake")
    assert followed == [("pacific", spot.x, spot.y)]

    both.answers.append("a raid?")
    qtbot.keyClick(listed, Qt.Key.Key_T)
    listed.selectAll()
    qtbot.keyClick(listed, Qt.Key.Key_M)
    (contact,) = both.model.game.contacts.values()
    assert (contact.place, contact.says, contact.note) == (
        both.model.components.maps["pacific"].find("Midway"),
        {"total": 12},
        "a raid?",
    )
    panel.show_contacts()
    listed.selectAll()
    qtbot.keyClick(listed, Qt.Key.Key_X)
    assert not both.model.game.contacts
    assert both.refused == []


@pytest.mark.parametrize("key", [Qt.Key.Key_M, Qt.Key.Key_T, Qt.Key.Key_X, Qt.Key.Key_Delete])
def test_keys_change_nothing_while_watching(both, qtbot, monkeypatch, key: Qt.Key) -> None:
    panel = ContactsPanel(both.model, LIGHT, ContactActions(both.model), lambda: "pacific")
    qtbot.addWidget(panel)
    report(both, "Wake", total=9)
    report(both, "Midway", total=12)
    panel.show_contacts()
    listed = panel.findChild(QListWidget)
    listed.selectAll()
    before = dict(both.model.game.contacts)
    both.answers.append("a raid?")
    monkeypatch.setattr(type(both.model), "is_watching", True)
    qtbot.keyClick(listed, key)
    assert dict(both.model.game.contacts) == before


def test_signs_stand_one_a_place_the_newest_on_top_and_say_what_they_are(both) -> None:
    report(both, "Wake", total=9)
    report(both, "Wake", total=8)
    report(both, "Midway")
    words = ContactWords(both.model)
    scene = QGraphicsScene()
    layer = ContactSigns(scene, 0, LIGHT, words.sign, lambda found: "\n".join(words.lines(found[0])))
    layer.show(both.model.game)
    spot = both.model.components.maps["pacific"].spot_of("Wake")
    assert layer.signs[spot.x, spot.y].more == 1
    near = QPointF(spot.x + 40, spot.y)
    assert [both.model.game.contacts[id].place for id in layer.at(near, 0.5)] == [spot.place] * 2
    assert layer.at(QPointF(0, 0), 0.5) == ()
    assert len(scene.items()) == 2
    shown = []
    for why, hidden in (("pieces", True), ("contacts", True), ("pieces", False), ("contacts", False)):
        layer.hide(why, hidden=hidden)
        shown.append(sum(item.isVisible() for item in scene.items()))
    assert shown == [0, 0, 0, 2], "hidden for each reason by itself"


def test_where_a_contact_could_be_grows_with_its_age_for_four_turns(both) -> None:
    rules = ContactRules((ContactKind("ships", "Ships", moves=2),))
    both.model.table_seat.session.components = replace(both.model.components, contacts=rules)
    report(both, "Wake")
    (contact,) = both.model.game.contacts.values()
    found = []
    for turn in range(6):
        both.model.submit(SetTracker("Turn", (turn, 0, 0)))
        found.append(ContactWords(both.model).reaches(contact))
    assert found == [(), (2,), (2, 4), (2, 4, 6), (2, 4, 6, 8), ()]


def test_signs_differ_without_colour_by_form_and_by_age() -> None:
    """In grey, no two forms or ages look alike, except for the crosses of the oldest signs."""
    looks = {}
    for form in ("claim", "ghost", "mark"):
        for age in (0, 1, 2, 3, 5):
            picture = QImage(int(SIDE_PX) + 60, int(SIDE_PX) + 40, QImage.Format.Format_Grayscale8)
            picture.fill(Qt.GlobalColor.white)
            with QPainter(picture) as painter:
                painter.translate(QRectF(picture.rect()).center())
                sign = ContactSign(form, "square", "12", age, "", 0)
                paint_sign(painter, sign, LIGHT)
                paint_plate(painter, sign, LIGHT)
            looks[form, age] = bytes(picture.constBits())
    assert len(set(looks.values())) == len(looks) - 1, "but for the crosses of the oldest"
