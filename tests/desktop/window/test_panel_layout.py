"""The panels of a window as they were saved."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QTabBar, QWidget

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.window_state import Arrangement
from tabletop.desktop.widgets.panel_parts import Panel
from tabletop.desktop.window.panel_layout import ASSISTANT, CONTACTS, LOG, NOTES, PANELS, TRAY, PanelLayout

pytestmark = pytest.mark.usefixtures("qapp")


def layout(qtbot) -> PanelLayout:
    maps = QWidget()
    qtbot.addWidget(maps)
    found = PanelLayout(maps, {place.name: Panel(place.words) for place in PANELS}, LIGHT)
    qtbot.addWidget(found.widget)
    return found


def test_panels_are_shown_as_they_were_saved(qtbot) -> None:
    made = layout(qtbot)
    made.show(NOTES, on=True)
    made.show(LOG, on=False)
    kept = made.arrangement()
    other = layout(qtbot)
    other.arrange(kept, 1366)
    assert (other.is_shown(NOTES), other.is_shown(LOG), other.is_shown(TRAY)) == (True, False, False)


def test_a_panel_that_was_not_there_when_it_was_saved_begins_as_in_a_new_window(qtbot) -> None:
    kept = layout(qtbot).arrangement()
    older = replace(kept, hidden=(), known=tuple(name for name in kept.known if name not in (NOTES, TRAY)))
    made = layout(qtbot)
    made.arrange(older, 1366)
    assert (made.is_shown(NOTES), made.is_shown(TRAY), made.is_shown(LOG)) == (False, False, True)


@pytest.mark.parametrize(("width", "is_shown"), [(1366, False), (1920, True)])
def test_a_panel_added_since_begins_hidden_only_where_it_does_in_a_new_window(
    qtbot, width: int, is_shown: bool
) -> None:
    kept = layout(qtbot).arrangement()
    older = replace(kept, hidden=(), known=tuple(name for name in kept.known if name != LOG))
    made = layout(qtbot)
    made.arrange(older, width)
    assert made.is_shown(LOG) is is_shown


def test_an_arrangement_without_a_list_of_known_panels_knows_them_all(qtbot) -> None:
    made = layout(qtbot)
    made.arrange(Arrangement((LOG,)), 1366)
    assert {place.name for place in PANELS if not made.is_shown(place.name)} >= {LOG}
    assert (made.is_shown(NOTES), made.is_shown(TRAY)) == (True, True)


def test_one_panel_at_an_edge_is_in_front_and_each_key_brings_its_own_to_the_front(qtbot) -> None:
    made = layout(qtbot)
    made.offer(ASSISTANT, on=True)
    panels = made._panels
    switched: list[tuple[str, bool]] = []
    made.shown.connect(lambda name, on: switched.append((name, on)))

    def in_front() -> list[str]:
        return [name for name in (ASSISTANT, NOTES, CONTACTS) if not panels[name].isHidden()]

    made.show(NOTES, on=True)
    made.show(CONTACTS, on=True)
    assert in_front() == [CONTACTS]
    assert all(made.is_shown(name) for name in (ASSISTANT, NOTES, CONTACTS))
    made.show(NOTES, on=False)
    assert in_front() == [NOTES], "a panel behind another one comes to the front first"
    assert switched[-1] == (NOTES, True)
    (tabs,) = (each for each in made.widget.findChildren(QTabBar) if each.count() > 1)
    tabs.setCurrentIndex(0)
    assert in_front() == [ASSISTANT]
    kept = made.arrangement()
    other = layout(qtbot)
    other.offer(ASSISTANT, on=True)
    other.arrange(kept, 1366)
    assert [name for name in (ASSISTANT, NOTES) if not other._panels[name].isHidden()] == [ASSISTANT]
    made.show(ASSISTANT, on=False)
    assert in_front() == [NOTES], "the one that was in front before"
    made.show(NOTES, on=False)
    assert in_front() == [CONTACTS]


def test_a_window_of_1366_pixels_has_room_for_the_open_panels_of_both_edges(qtbot) -> None:
    made = layout(qtbot)
    made.arrange(None, 1366)
    for place in PANELS:
        if place.stands != "below":
            made.offer(place.name, on=True)
            made.show(place.name, on=True)
    assert made.widget.minimumSizeHint().width() <= 1366
