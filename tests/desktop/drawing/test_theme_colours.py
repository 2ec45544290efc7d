"""Text is legible on all colours of a module's sides, in both themes."""

import pytest

from tabletop.desktop.drawing.theme import DARK, LIGHT, Theme, contrast


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["#1F5A7A", "#D6E6EE", "#97490F", "#F3E0D0", "JP", "JPsoft", "sunk", "accent"])
@pytest.mark.parametrize("wanted", ["ink", "ink2", "raised"])
def test_text_is_readable_on_every_ground(theme: Theme, ground: str, wanted: str) -> None:
    assert contrast(theme.readable_on(ground, wanted).name(), theme.colour(ground).name()) >= 4.5


def test_the_wanted_colour_is_kept_where_it_can_be_read() -> None:
    assert LIGHT.readable_on("sunk", "ink2") == LIGHT.colour("ink2")
