"""Pictures of counters: one for each look and size step, within the memory limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from tabletop.desktop.drawing.counter_pixmaps import SIDES_PX, FacePixmaps, step_for
from tabletop.desktop.drawing.theme import LIGHT, PLAIN
from tabletop.module import shipped
from tabletop.workshop.contact_sheet import read_book

BOOK = read_book(shipped.path("modules", "fire_in_the_sky", "counters", "faces.yaml"))
ARMY = {"style": "Japan", "shows": "full", "name": "25th Army", "symbol": "infantry", "strength": "2"}

pytestmark = pytest.mark.usefixtures("qapp")


@given(st.floats(min_value=1, max_value=SIDES_PX[-1]))
def test_a_picture_is_never_smaller_than_shown_and_at_most_a_third_larger(side: float) -> None:
    step = step_for(side)
    assert step >= side
    assert step <= max(side * 1.34, SIDES_PX[0])


def test_what_is_larger_than_the_largest_is_drawn_from_it() -> None:
    assert step_for(2000) == SIDES_PX[-1]


def test_alike_pieces_share_one_picture() -> None:
    pictures = FacePixmaps(BOOK, LIGHT)
    first = pictures.picture("land", ARMY, 50)
    assert pictures.picture("land", dict(ARMY), 52) is first
    assert pictures.picture("land", ARMY | {"combat_mark": "not shown on the face"}, 50) is first
    assert pictures.picture("land", ARMY | {"strength": "1"}, 50) is not first
    assert pictures.picture("land", ARMY, 90) is not first


def test_state_makes_another_picture() -> None:
    pictures = FacePixmaps(BOOK, LIGHT)
    flat = pictures.picture("land", ARMY, 48)
    selected = pictures.picture("land", ARMY, 48, selected=True)
    lifted = pictures.picture("land", ARMY, 48, lifted=True)
    assert len({flat.pixmap.cacheKey(), selected.pixmap.cacheKey(), lifted.pixmap.cacheKey()}) == 3
    assert selected.pixmap.width() > flat.pixmap.width()


def test_the_offset_puts_the_middle_of_the_counter_on_the_origin() -> None:
    picture = FacePixmaps(BOOK, LIGHT).picture("back", {"side": "JP"}, 48)
    assert picture.offset == QPointF(-picture.pixmap.width() / 2, -picture.pixmap.height() / 2)
    assert picture.side_px == 48


def test_a_fine_screen_gets_more_px_in_the_same_form() -> None:
    pictures = FacePixmaps(BOOK, LIGHT)
    coarse = pictures.picture("naval", {"style": "US", "class": "CV"}, 48)
    fine = pictures.picture("naval", {"style": "US", "class": "CV"}, 48, device_ratio=2)
    assert fine.side_px == 2 * coarse.side_px


def test_memory_stays_within_bounds_and_what_is_used_is_kept() -> None:
    pictures = FacePixmaps(BOOK, LIGHT, max_bytes=300_000)
    often = pictures.picture("land", ARMY, 96)
    for strength in range(40):
        pictures.picture("land", ARMY | {"strength": str(strength)}, 96)
        assert pictures.picture("land", ARMY, 96) is often
        assert pictures.bytes_kept <= 300_000


def test_another_theme_makes_other_pictures() -> None:
    pictures = FacePixmaps(BOOK, LIGHT)
    before = pictures.picture("land", ARMY, 96).pixmap.toImage()
    pictures.set_theme(PLAIN)
    assert len(pictures) == 0
    assert pictures.picture("land", ARMY, 96).pixmap.toImage() != before


def test_a_face_that_cannot_be_drawn_gives_a_square_with_the_name_of_the_piece() -> None:
    pictures = FacePixmaps(BOOK, LIGHT)
    unknown = pictures.picture("no such template", {"name": "2nd Flotilla"}, 96)
    styleless = pictures.picture("naval", {"name": "2nd Flotilla"}, 96)
    other = pictures.picture("no such template", {"name": "1st Flotilla"}, 96)
    assert unknown.pixmap.toImage() == styleless.pixmap.toImage()
    assert unknown.pixmap.toImage() != other.pixmap.toImage()
