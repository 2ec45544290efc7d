"""Pictures of layouts are used as saved, or drawn if they were not."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tabletop.module.checks.module_check import check_module
from tabletop.vassal.module_import import import_module

SVG = "{http://www.w3.org/2000/svg}"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000018494441547801636068f84f1a"
    "221d34fc1fd5c0402074005b1cff01d8db4bb40000000049454e44ae426082"
)


@pytest.fixture
def drawn(vassal, tmp_path: Path):
    def draw(layout: str, props: str, *, name: str = "Pawn", files: dict[str, bytes] | None = None, **more: str):
        image = vassal.element(
            "module.gamepieceimage.GamePieceImage", name=name, props=props, bgColor="LIGHT GRAY", borderColor="RED"
        )
        definitions = vassal.element(
            "module.gamepieceimage.GamePieceImageDefinitions",
            vassal.element(
                "module.gamepieceimage.ColorManager",
                vassal.element("module.gamepieceimage.ColorSwatch", name="OLIVE", color="10,20,30"),
            ),
            vassal.element(
                "module.gamepieceimage.FontManager",
                vassal.element("module.gamepieceimage.FontStyle", name="Big", style="Dialog,1,20,false"),
                vassal.element("module.gamepieceimage.FontStyle", name="Bright", style="Dialog,0,12,true"),
            ),
            vassal.element(
                "module.gamepieceimage.GamePieceLayoutsContainer",
                vassal.element(
                    "module.gamepieceimage.GamePieceLayout", image,
                    **{"name": "L", "width": "50", "height": "40", "border": "Plain", "layout": layout, **more},
                ),
            ),
        )  # fmt: skip
        slot = vassal.slot((f"piece;;;{name};Unit", "null;0;0;;0"), name="Unit", gpid="1")
        window = vassal.element("module.PieceWindow", slot, name="Pieces")
        out = tmp_path / "out"
        report = import_module(vassal.vmod(definitions, window, files=files or {}), out)
        assert check_module(out).errors == ()
        [fate] = [line.grade for line in report.lines if line.name.endswith("GamePieceImage")]
        file = out / "images" / f"{name}.svg"
        return fate, ElementTree.parse(file).getroot() if file.exists() else None, report

    return draw


def test_a_picture_that_was_kept_is_used(drawn) -> None:
    fate, root, report = drawn("Box;30;30;Oval;5|Pawn;Center;0;0;0;true", "", files={"images/Pawn": PNG})
    assert (fate, root) == ("exact", None)
    assert report.remarks == ()


def test_one_that_was_not_is_drawn(drawn) -> None:
    fate, root, report = drawn("Box;30;20;Oval;5|Pawn;Top Right;-2;3;0;true", "Box;Pawn;Top Right;OLIVE;BLACK")
    assert fate == "approximated"
    assert [remark.text for remark in report.remarks] == []
    assert (root.get("width"), root.get("height")) == ("50", "40")
    ovals = [[oval.get(name) for name in ("fill", "stroke", "rx", "ry")] for oval in root.iter(f"{SVG}ellipse")]
    assert ovals == [["#0a141e", None, "15", "10"], ["none", "#000000", "15", "10"]]
    [group] = root.iter(f"{SVG}g")
    assert group.get("transform") == "translate(18 3)"
    grounds = [each.get("fill") for each in root.findall(f"{SVG}rect")]
    assert grounds == ["#c0c0c0"] + ["#ff0000"] * 4


def edge(root: ElementTree.Element, x: int, y: int) -> str | None:
    """Return the colour of a pixel in a drawing of plain rectangles; None if only the first rectangle covers it."""
    found = None
    for each in root.findall(f"{SVG}rect")[1:]:
        left, top, wide, high = (int(each.get(name)) for name in ("x", "y", "width", "height"))
        if left <= x < left + wide and top <= y < top + high:
            found = each.get("fill")
    return found


@pytest.mark.parametrize(
    ("border", "corners"),
    [
        ("None", [None] * 6),
        ("Plain", ["#ff0000", "#ff0000", "#ff0000", "#ff0000", None, None]),
        ("3D", ["#ffffff", "#868686", "#ffffff", "#868686", None, None]),
        ("Fancy", ["#ff0000", "#ff0000", "#ff0000", "#ff0000", "#dfdfdf", "#606060"]),
    ],
)
def test_a_border_is_drawn_as_the_layout_has_it(drawn, border: str, corners: list[str | None]) -> None:
    _, root, _ = drawn("", "", border=border)
    points = ((20, 0), (20, 39), (0, 39), (49, 20), (20, 1), (20, 38))
    assert [edge(root, x, y) for x, y in points] == corners


def test_texts_pictures_and_symbols_are_drawn(drawn) -> None:
    layout = (
        "Text;Big;Specified in individual images;;;;;;false|T;Bottom;0;0;90;true,"
        "Image;dot.png;Fixed for this layout|I;Left;0;0;0;true,Symbol;30;20;2.0|S;Center;0;0;0;true"
    )
    props = "Text;T;Bottom;RED;CLEAR;4-6;RED,Image;I;Left;,Symbol;S;Center;BLACK;WHITE;Regiment;Infantry;Armored;BLACK"
    _, root, _ = drawn(layout, props, files={"images/dot.png": PNG})
    texts = {each.text: each.get("fill") for each in root.iter(f"{SVG}text")}
    assert texts == {"4-6": "#ff0000"}
    turned = {each.get("transform").partition(" translate")[0] for each in root.iter(f"{SVG}g")}
    assert "rotate(90 25 20)" in turned, "a text is turned about the middle of the picture"
    lines = list(root.iter(f"{SVG}path"))
    assert [(each.get("d"), each.get("stroke-width")) for each in lines[:5]] == [
        ("M 9 -7 L 9 -1", "1"), ("M 17 -7 L 17 -1", "1"), ("M 25 -7 L 25 -1", "1"),
        ("M 0 0 L 30 20", "2"), ("M 0 20 L 30 0", "2"),
    ]  # fmt: skip
    assert len(lines) == 3 + 2 + 4, "a regiment, of infantry, in armour"
    [picture] = root.iter(f"{SVG}image")
    assert picture.get("href").startswith("data:image/png;base64,")


def test_a_text_has_an_outline_where_its_font_has_one(drawn) -> None:
    layout = "Text;Bright;Fixed for this layout;Hi;;;;;false|T;Center;0;0;0;true"
    _, root, _ = drawn(layout, "Text;T;Center;RED;CLEAR;;BLUE")
    assert [each.get("fill") for each in root.iter(f"{SVG}text")] == ["#0000ff"] * 4 + ["#ff0000"]


@pytest.mark.parametrize(
    ("size", "arms", "count"),
    [
        ("None", "Infantry;None", 2), ("Division", "None;None", 4), ("Army Group", "Cavalry/Recon;Artillery", 12),
        ("Team", "Engineers;Airborne", 6), ("Squad", "Anti Tank;Mountain", 3), ("Installation", "Commando;", 8),
        ("?", "What;None", 0),
    ],
)  # fmt: skip
def test_every_arm_and_size_has_its_signs(drawn, size: str, arms: str, count: int) -> None:
    layout = "Symbol;30;20;1.0|S;Center;0;0;0;true"
    _, root, _ = drawn(layout, f"Symbol;S;Center;BLACK;WHITE;{size};{arms};BLACK")
    assert len(list(root.iter(f"{SVG}path"))) == count


@pytest.mark.parametrize(
    "layout", ["", "Box", "What;1;2|X", "Text;Big|T;Center;x;y;z", "Box;1e99;-5;Oval|P;;inf;nan;0", "|,|;,;"]
)
def test_odd_layouts_are_drawn_as_far_as_they_go(drawn, layout: str) -> None:
    fate, root, _ = drawn(layout, "Box;P", width="9999999", height="-3")
    assert fate == "approximated"
    assert (root.get("width"), root.get("height")) == ("4000", "1")


def test_a_box_of_text_is_set_in_lines_as_far_as_it_reaches(drawn) -> None:
    text = "Text;Big;Fixed for this layout;First line<br>and one that is longer;;;;;false|T;Top Left;1;2;0;true"
    _, root, _ = drawn(f"TextBox;140;60;true\\,{text}", "TextBox;T;Top Left;RED;CLEAR;;RED", width="150", height="90")
    lines = [(each.text, each.get("x"), float(each.get("y"))) for each in root.iter(f"{SVG}text")]
    assert lines[0][:2] == ("First line", "1")
    assert " ".join(words for words, *_ in lines[1:]).startswith("and one")
    assert [y for *_, y in lines] == sorted({y for *_, y in lines})
    assert max(y for *_, y in lines) <= 60
