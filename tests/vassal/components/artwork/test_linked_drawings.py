"""Drawings that refer to parts of other drawings are completed with these parts."""

import pytest

from tabletop.module.contents.assets import AssetError, examine
from tabletop.vassal.components.artwork.linked_drawings import Drawings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">{}</svg>'
SIGNS = """<defs>
<linearGradient id="sun"><stop offset="0"/></linearGradient>
<rect id="box" width="9" height="9" fill="url(#sun)"/>
<g id="tank"><use xlink:href="#box"/><circle id="wheel" r="2"/></g>
<g id="round"><use xlink:href="#round"/></g>
<use id="away" xlink:href="file:///etc/hosts"/>
</defs>"""


def drawn(inner: str, **others: str) -> str:
    files = {f"{name}.svg": SVG.format(text).encode() for name, text in {"signs": SIGNS, **others}.items()}
    return Drawings(files.get).whole(SVG.format(inner).encode()).decode()


def test_what_a_drawing_shows_of_another_lies_within_it() -> None:
    whole = drawn('<use x="1" style="fill:red" xlink:href="signs.svg#tank"/>')
    assert "signs.svg" not in whole
    assert "circle" in whole
    assert "linearGradient" in whole
    assert examine("counter.svg", whole.encode()).width_px == 9


@pytest.mark.parametrize(
    "before",
    [
        "\ufeff",
        '<?xml version="1.0"?>\n<!-- <svg> -->\n',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
    ],
)
def test_parts_are_put_behind_the_first_tag(before: str) -> None:
    content = before + SVG.format("<use href='signs.svg#box'/>")
    whole = Drawings({"signs.svg": SVG.format(SIGNS).encode()}.get).whole(content.encode()).decode()
    assert "signs.svg" not in whole
    assert examine("counter.svg", whole.encode()).width_px == 9


def test_all_drawings_hold_a_part_alike() -> None:
    drawings = Drawings({"signs.svg": SVG.format(SIGNS).encode()}.get)
    one, other = (drawings.whole(SVG.format(f'<use href="signs.svg#{part}"/>').encode()) for part in ("tank", "box"))
    assert one.count(b"<rect") == other.count(b"<rect") == 1


def test_names_of_the_drawing_itself_stay_its_own() -> None:
    whole = drawn('<g id="box"/><use href="#box"/><use href="signs.svg#box"/>')
    assert '<g id="box"' in whole
    assert 'href="#box"' in whole
    assert whole.count('id="box"') == 1


@pytest.mark.parametrize("inner", ["<rect/>", '<use href="#mine"/>', '<use href="https://a.b/c.svg#d"/>', "<g>"])
def test_other_drawings_stay_as_they_are(inner: str) -> None:
    assert drawn(inner) == SVG.format(inner)


@pytest.mark.parametrize("name", ["signs.svg#away", "../signs.svg#box", "signs.svg#round"])
def test_what_leads_out_or_round_is_still_refused(name: str) -> None:
    with pytest.raises(AssetError):
        examine("counter.svg", drawn(f'<use href="{name}"/>').encode())


def test_a_part_that_is_not_there_shows_nothing() -> None:
    assert examine("counter.svg", drawn('<use href="signs.svg#none"/><use href="other.svg#box"/>').encode())


def test_parts_of_parts_do_not_grow_without_end() -> None:
    levels = (f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 12))
    bomb = "".join(levels) + '<g id="a0"><rect/></g>'
    with pytest.raises(AssetError):
        examine("counter.svg", drawn('<use href="bomb.svg#a11"/>', bomb=bomb).encode())
