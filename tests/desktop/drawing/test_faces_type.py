"""The fonts and drawings of the program: complete, licensed, and drawn without warnings."""

from __future__ import annotations

import pytest

from tabletop.desktop.drawing.fonts import FACES, PLAIN_FACES, load_fonts, outline
from tabletop.desktop.drawing.symbols import icon, ships, svg
from tabletop.module import shipped

pytestmark = pytest.mark.usefixtures("qapp")


def test_every_family_that_is_drawn_with_is_shipped() -> None:
    wanted = {face.family for face in (*FACES.values(), *PLAIN_FACES.values())} | {"JetBrains Mono"}
    assert wanted <= set(load_fonts())


def test_the_licences_lie_beside_the_fonts() -> None:
    fonts = shipped.path("assets", "fonts")
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL-1.1.txt").read_text(encoding="utf-8")
    assert "Apache License" in (fonts / "APACHE-2.0.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("role", sorted(FACES))
def test_halves_and_signs_have_glyphs_in_every_role(role: str) -> None:
    assert outline("½", role).width > 0
    assert outline("1½", role).width > outline("½", role).width
    assert not outline("Ō", role).path.isEmpty()


def test_weights_are_told_apart() -> None:
    assert outline("Saipan", "place_major").width > outline("Saipan", "place_minor").width


def test_letter_space_widens_a_line_between_its_letters_only() -> None:
    assert outline("AB", "land", spacing=0.5).width == pytest.approx(outline("AB", "land").width + 0.5, abs=0.01)


@pytest.mark.parametrize("folder", ["icons", "symbols", "symbols/app6"])
def test_every_drawing_is_valid(folder: str) -> None:
    names = [file.stem for file in shipped.path("assets", folder).glob("*.svg")]
    assert names
    for name in names:
        assert svg(folder, name, "#16202A").isValid(), name


def test_an_icon_has_its_sizes_and_a_paler_one_when_disabled() -> None:
    made = icon("undo", "#1B252D", "#B9B5A9")
    assert {16, 24, 48} <= {size.width() for size in made.availableSizes()}


def test_every_class_has_a_silhouette_within_its_length() -> None:
    assert {"CV", "CVL", "BB", "BBV", "CB", "CA", "CL", "CLAA", "DD", "SS", "TRANSPORT"} <= set(ships())
    for ship in ships().values():
        for polygon in ship.polygons:
            assert all(0 <= x <= 1 and 0 <= y < 0.4 for x, y in polygon)
