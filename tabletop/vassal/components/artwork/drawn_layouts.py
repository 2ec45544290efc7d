"""Drawing of pictures that a module describes by layouts but does not contain (format section 4.6)."""

import base64
import math
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from tabletop.module.contents.assets import kind_of
from tabletop.vassal.components.artwork.picture_borders import edges_of
from tabletop.vassal.components.artwork.unit_symbols import arms_of, size_of
from tabletop.vassal.components.module_draft import Bench
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import color, decimal, whole
from tabletop.vassal.files.sequence import split
from tabletop.vassal.import_report import EXACT, Verdict, approximated, inactive

LARGEST_PX: Final = 4_000
"""The greatest width or height of a layout."""

_SVG: Final = "http://www.w3.org/2000/svg"
_FIXED: Final = "Fixed for this layout"
_DRAWN: Final = approximated("it is drawn from its layout, since the module has not kept its picture")
_COLOURS: Final = {
    "WHITE": "#ffffff",
    "BLACK": "#000000",
    "GRAY": "#808080",
    "LIGHT GRAY": "#c0c0c0",
    "DARK GRAY": "#404040",
    "RED": "#ff0000",
    "GREEN": "#00ff00",
    "BLUE": "#0000ff",
    "YELLOW": "#ffff00",
    "PINK": "#ffafaf",
    "CYAN": "#00ffff",
    "MAGENTA": "#ff00ff",
    "ORANGE": "#ffc800",
}
_ON_PIXELS: Final = "translate(0.5 0.5)"
"""The transform that shifts lines to the middle of pixels, where Java draws them."""

_OUTLINE: Final = tuple(f"translate({x} {y})" for x in (-1, 1) for y in (-1, 1))
_LETTER: Final = 0.6
_LINE: Final = 1.2
"""The approximate width of a letter and the height of a line, as multiples of the font size."""

_TAG: Final = re.compile(r"<[^<>]*>")
_BREAK: Final = re.compile(r"<br\s*/?>|</p>|</div>", re.IGNORECASE)


class _Item(NamedTuple):
    """A part of a layout, with the fields of its kind and its position; `size` is that of a text box."""

    kind: str
    fields: list[str]
    name: str
    location: str
    dx: float
    dy: float
    degrees: float
    size: tuple[float, float] = (0, 0)


def take_layouts(definitions: Component, bench: Bench) -> None:
    """Import the pictures that layouts describe: the saved picture, or a new drawing if there is none."""
    colours, fonts = dict(_COLOURS), dict[str, str]()
    for part in definitions.walk():
        if part.short == "ColorSwatch" and (found := color(part.get("color"))) is not None:
            colours[part.get("name")] = found.text
        elif part.short == "FontStyle":
            fonts[part.get("name")] = part.get("style")
    for layout in definitions.walk():
        if layout.short == "GamePieceLayout":
            for image in layout.of("GamePieceImage"):
                bench.judge(image, _taken(layout, image, colours, fonts, bench))
    for part in definitions.walk():
        bench.judge(part)


def _taken(
    layout: Component, image: Component, colours: Mapping[str, str], fonts: Mapping[str, str], bench: Bench
) -> Verdict:
    name = image.get("name")
    if not name:
        return inactive("it has no name")
    if bench.pictures.has(name):
        return EXACT
    drawing = _LayoutDrawing(layout, image, colours, fonts, bench)
    return _DRAWN if bench.pictures.add_drawn(name, drawing.content()) else inactive("it cannot be drawn")


class _LayoutDrawing:
    """One picture that a layout describes, as an SVG drawing."""

    def __init__(
        self,
        layout: Component,
        image: Component,
        colours: Mapping[str, str],
        fonts: Mapping[str, str],
        bench: Bench,
    ) -> None:
        given = Attributes(layout.attributes)
        self._width = max(1, min(given.whole("width", 54), LARGEST_PX))
        self._height = max(1, min(given.whole("height", 54), LARGEST_PX))
        self._border = given.text("border", "3D")
        self._items = list(_items(given.text("layout")))
        self._values = {fields[1]: fields for fields in _parts(image.get("props")) if len(fields) > 1}
        self._image, self._colours, self._fonts, self._bench = image, colours, fonts, bench

    def content(self) -> bytes:
        """Return the drawing."""
        width, height = self._width, self._height
        root = Element("svg", xmlns=_SVG, width=str(width), height=str(height), viewBox=f"0 0 {width} {height}")
        ground = self._colour(self._image.get("bgColor"))
        SubElement(root, "rect", width="100%", height="100%", fill=ground)
        ink = self._colour(self._image.get("borderColor"), "#000000")
        for line in edges_of(self._border, width, height, ground, ink):
            SubElement(root, "rect", {name: str(value) for name, value in line._asdict().items()})
        for item in self._items:
            self._draw(root, item)
        drawn: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
        return drawn

    def _colour(self, name: str, otherwise: str = "none") -> str:
        return "none" if name in ("CLEAR", "Transparent") else self._colours.get(name, otherwise)

    def _draw(self, root: Element, item: _Item) -> None:
        values = self._values.get(item.name, [])[3:]
        match item.kind:
            case "Box" | "Shape":
                self._box(root, item, values)
            case "Text":
                self._text(root, item, values)
            case "TextBox":
                self._text_box(root, item, values)
            case "Image":
                self._picture(root, item, values)
            case "Symbol":
                self._symbol(root, item, values)

    def _box(self, root: Element, item: _Item, values: list[str]) -> None:
        width, height = _number(item.fields, 0, 30), _number(item.fields, 1, 40)
        group, edge = self._placed(root, item, width, height), self._colour(_at(values, 1))
        if _at(item.fields, 2) == "Oval":
            tag, form = "ellipse", {"rx": width / 2, "ry": height / 2, "cx": width / 2, "cy": height / 2}
        else:
            round_ = _number(item.fields, 3, 5) if _at(item.fields, 2).startswith("Rounded") else 0
            tag, form = "rect", {"width": width, "height": height, "rx": round_}
        shape = {name: _text(value) for name, value in form.items()}
        SubElement(group, tag, {**shape, "fill": self._colour(_at(values, 0), "#000000")})
        if edge != "none":
            SubElement(group, tag, {**shape, "fill": "none", "stroke": edge, "transform": _ON_PIXELS})

    def _text(self, root: Element, item: _Item, values: list[str]) -> None:
        words, size = _words(item, values), self._font_size(item)
        width, height = _LETTER * size * len(words), _LINE * size
        group = self._ground(root, item, values, width, height)
        self._line(group, item, values, words, {"x": _text(width / 2), "y": _text(0.9 * size), "text-anchor": "middle"})

    def _text_box(self, root: Element, item: _Item, values: list[str]) -> None:
        """Draw the lines of a text from the top of its box, as many as fit."""
        (width, height), size = item.size, self._font_size(item)
        group = self._ground(root, item, values, width, height)
        letters = max(1, int((width - 2) / (_LETTER * size)))
        plain = _TAG.sub("", _BREAK.sub("\n", _words(item, values)))
        lines = [line for part in re.split(r"[\n|]", plain) for line in textwrap.wrap(part, letters) or [""]]
        for number, words in enumerate(lines[: max(1, int(height / (_LINE * size)))]):
            self._line(group, item, values, words, {"x": "1", "y": _text((0.9 + _LINE * number) * size)})

    def _font_size(self, item: _Item) -> float:
        return max(1.0, _number(split(self._fonts.get(_at(item.fields, 0), ""), ","), 2, 12))

    def _ground(self, root: Element, item: _Item, values: list[str], width: float, height: float) -> Element:
        """Return a group for a text, with its background. It is rotated about the middle of the picture."""
        turn = f"rotate({_text(item.degrees)} {self._width // 2} {self._height // 2}) " if item.degrees else ""
        group = self._placed(root, item, width, height, turn)
        if self._colour(_at(values, 1)) != "none":
            ground = self._colour(_at(values, 1))
            SubElement(group, "rect", width=_text(width), height=_text(height), fill=ground)
        return group

    def _line(self, group: Element, item: _Item, values: list[str], words: str, where: dict[str, str]) -> None:
        """Draw one line of a text in its font, over its outline."""
        style = split(self._fonts.get(_at(item.fields, 0), ""), ",")
        weight, edge = whole(_at(style, 1)) or 0, self._colour(_at(values, 3))
        look = {
            **where, "font-family": "sans-serif", "font-size": _text(self._font_size(item)),
            "font-weight": "bold" if weight & 1 else "normal", "font-style": "italic" if weight & 2 else "normal",
        }  # fmt: skip
        for moves in _OUTLINE if _at(style, 3) == "true" and edge != "none" else ():
            SubElement(group, "text", {**look, "fill": edge, "transform": moves}).text = words
        SubElement(group, "text", {**look, "fill": self._colour(_at(values, 0), "#000000")}).text = words

    def _picture(self, root: Element, item: _Item, values: list[str]) -> None:
        name = _at(item.fields, 0) if _at(item.fields, 1) == _FIXED else _at(values, 0)
        asset = self._bench.pictures.find(name, self._image.where) if name else None
        content = self._bench.pictures.content(asset) if asset is not None else b""
        kind = kind_of(content)
        if asset is None or kind is None or kind == "svg":
            return
        group = self._placed(root, item, asset.width_px, asset.height_px)
        link = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
        SubElement(group, "image", width=str(asset.width_px), height=str(asset.height_px), href=link)

    def _symbol(self, root: Element, item: _Item, values: list[str]) -> None:
        """Draw the symbol of a unit: a frame, the signs of its arms, and the sign of its size above the frame."""
        width, height = (int(_number(item.fields, index, 54)) for index in (0, 1))
        turn = f"rotate({_text(item.degrees)}) " if item.degrees else ""
        group = SubElement(self._placed(root, item, width, height), "g", transform=turn + _ON_PIXELS)
        line, ink = _number(item.fields, 2, 1), self._colour(_at(values, 0), "#000000")
        frame = {"width": str(width), "height": str(height), "fill": self._colour(_at(values, 1))}
        SubElement(group, "rect", {**frame, "stroke": ink, "stroke-width": _text(line)})
        arms = arms_of((_at(values, 3), _at(values, 4)), width, height, line) if len(values) > 4 else ()
        sizes = size_of(_at(values, 2), width, height)
        for marks, colour in ((sizes, self._colour(_at(values, 5), ink)), (arms, ink)):
            for mark in marks:
                look = {"fill": colour} if mark.filled else {"fill": "none", "stroke": colour}
                SubElement(group, "path", {"d": mark.path, **look, "stroke-width": _text(mark.width)})

    def _placed(self, root: Element, item: _Item, width: float, height: float, turn: str = "") -> Element:
        """Return a new group for an item that has this size, at the item's position. `turn` is a rotation that is
        applied to the whole group.
        """
        where = item.location
        left, top = self._width // 2 - width // 2, self._height // 2 - height // 2
        left = 0.0 if "Left" in where else self._width - width if "Right" in where else left
        top = 0.0 if "Top" in where else self._height - height if "Bottom" in where else top
        return SubElement(root, "g", transform=f"{turn}translate({_text(left + item.dx)} {_text(top + item.dy)})")


def _parts(text: str) -> Iterator[list[str]]:
    for each in split(text, ","):
        if each:
            yield split(each, ";")


def _items(text: str) -> Iterator[_Item]:
    """Yield the parts of a layout, lowest first. Each is written `kind;fields...|name;location;x;y;degrees;...`.

    A text box is `TextBox;width;height;html,` followed by a text.
    """
    for each in split(text, ","):
        is_box = each.startswith("TextBox;")
        box, part = [*split(each, ","), ""][:2] if is_box else ("", each)
        own, *rest = split(part, "|")
        kind, *fields = split(own, ";")
        common, sides = split(rest[0], ";") if rest else [], split(box, ";")
        yield _Item(
            "TextBox" if is_box else kind,
            fields,
            name=_at(common, 0),
            location=_at(common, 1),
            dx=_number(common, 2, 0),
            dy=_number(common, 3, 0),
            degrees=_number(common, 4, 0),
            size=(max(1, _number(sides, 1, 30)), max(1, _number(sides, 2, 40))) if is_box else (0, 0),
        )


def _words(item: _Item, values: list[str]) -> str:
    """Return the words of a text: the layout's own words, or those that the picture gives for it."""
    return _at(item.fields, 2) if _at(item.fields, 1) == _FIXED else _at(values, 2)


def _at(texts: list[str], index: int) -> str:
    return texts[index] if index < len(texts) else ""


def _number(texts: list[str], index: int, usual: float) -> float:
    found = decimal(_at(texts, index))
    return usual if found is None or not math.isfinite(found) or abs(found) > LARGEST_PX else found


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
