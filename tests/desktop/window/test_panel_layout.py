"""The panels of a window as they were saved."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.window_state import Arrangement
from tabletop.desktop.widgets.panel_parts import Panel
from tabletop.desktop.window.panel_layout import LOG, NOTES, PANELS, TRAY, PanelLayout

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


def test_an_arrangement_without_a_list_of_known_panels_knows_them_all(qtbot) -> None:
    made = layout(qtbot)
    made.arrange(Arrangement((LOG,)), 1366)
    assert {place.name for place in PANELS if not made.is_shown(place.name)} >= {LOG}
    assert (made.is_shown(NOTES), made.is_shown(TRAY)) == (True, True)
