"""Text is legible: the WCAG 2 contrast of all colours that a theme and a counter combine."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme, contrast, style_sheet
from tabletop.module import shipped
from tabletop.module.schema.faces import THEME_COLOURS, FaceShade
from tabletop.workshop.contact_sheet import read_book

BOOK = read_book(shipped.path("modules", "fire_in_the_sky", "counters", "faces.yaml"))
TEXT = 4.5
LINE = 3.0


@pytest.mark.parametrize("name", sorted(BOOK.styles))
def test_a_nation_is_legible_in_the_usual_and_in_the_plain_look(name: str) -> None:
    style, plain = BOOK.styles[name], BOOK.plain
    assert contrast(BOOK.ink, style.face) >= TEXT
    assert contrast("#FFFFFF", style.stripe) >= TEXT
    assert contrast("#FFFFFF", style.plain_stripe) >= TEXT
    assert contrast(style.disc, "#FFFFFF") >= TEXT
    assert contrast(plain.ink, plain.face) >= 20


@pytest.mark.parametrize("name", sorted(name for name in BOOK.palette if name.startswith("band_")))
@pytest.mark.parametrize("dark", [False, True])
def test_figures_on_the_bands_of_bases_are_legible(name: str, dark: bool) -> None:
    def shown(colour: str) -> str:
        shade = BOOK.palette[colour]
        assert isinstance(shade, FaceShade)
        return shade.shown(dark=dark, plain=False)

    if name != "band_ink":
        assert contrast(shown("band_ink"), shown(name)) >= TEXT


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        *((ink, ground, TEXT) for ink in ("ink", "ink2") for ground in ("paper", "panel", "raised", "sunk")),
        ("ink3", "panel", TEXT),
        ("accentink", "accent", TEXT),
        *((name, "panel", TEXT) for name in ("accent", "JP", "AL", "info", "warnink", "err", "ok")),
        ("JP", "JPsoft", TEXT),
        ("AL", "ALsoft", TEXT),
        ("ink", "land0", TEXT),
        ("ink", "sea2", TEXT),
        ("seatext", "sea1", TEXT),
        ("landtext", "land0", TEXT),
        ("hexid", "sea2", TEXT),
        ("seatext", "sea3", LINE),
        *((name, "sea2", LINE) for name in ("zocJP", "zocAL", "reach")),
    ],
)
def test_a_theme_is_legible(theme: Theme, ink: str, ground: str, least: float) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= least


def test_templates_may_name_every_colour_of_the_theme() -> None:
    assert set(THEME_COLOURS) == {field.name for field in fields(LIGHT)} - {"name", "counters"}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_style_sheet_is_filled_in_and_its_pictures_are_there(theme: Theme) -> None:
    sheet = style_sheet(theme)
    assert "@" not in sheet
    for name in ("chevron-down", "chevron-up", "check"):
        file = shipped.path("assets", "icons", "themed", f"{name}-{theme.name}.svg")
        assert file.as_posix() in sheet
        assert file.is_file()
    check = shipped.path("assets", "icons", "themed", f"check-{theme.name}.svg").read_text(encoding="utf-8")
    assert theme.accentink in check
