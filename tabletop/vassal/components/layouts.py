"""Pictures of pieces that a module describes by layouts: drawn where the module has not kept them (section 4.6)."""

import base64
import math
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from tabletop.module.assets import kind_of
from tabletop.vassal.attributes import Attributes
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench
from tabletop.vassal.components.edges import edges_of
from tabletop.vassal.report import EXACT, Verdict, approximated, inactive
from tabletop.vassal.scalars import color, decimal, whole
from tabletop.vassal.sequence import split

LARGEST_PX: Final = 4_000
"""How wide or high a layout may be."""

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
_SIZES: Final = {
    "Section": "•",
    "Team": "ø",
    "Squad": "••",
    "Platoon": "•••",
    "Company": "I",
    "Battalion": "II",
    "Regiment": "III",
    "Brigade": "X",
    "Division": "XX",
    "Corps": "XXX",
    "Army": "XXXX",
    "Army Group": "XXXXX",
}


_LETTER: Final = 0.6
_LINE: Final = 1.2
"""How wide a letter is, about, and how high a line, in sizes of the type."""

_TAG: Final = re.compile(r"<[^<>]*>")
_BREAK: Final = re.compile(r"<br\s*/?>|</p>|</div>", re.IGNORECASE)


class _Item(NamedTuple):
    """A part of a layout: its sort, its own fields, its name, where it is and how it is shifted and turned.

    A box of text has a `size`.
    """

    kind: str
    fields: list[str]
    name: str
    location: str
    dx: float
    dy: float
    degrees: float
    size: tuple[float, float] = (0, 0)


def take_layouts(definitions: Component, bench: Bench) -> None:
    """Take over pictures that layouts describe: as they were saved, else drawn anew."""
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
    drawing = _Drawing(layout, image, colours, fonts, bench)
    return _DRAWN if bench.pictures.add_drawn(name, drawing.content()) else inactive("it cannot be drawn")


class _Drawing:
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
        self._width = max(1, min(given.whole("width", 50), LARGEST_PX))
        self._height = max(1, min(given.whole("height", 50), LARGEST_PX))
        self._border = given.text("border", "Plain")
        self._items = list(_items(given.text("layout")))
        self._values = {fields[1]: fields for fields in _parts(image.get("props")) if len(fields) > 1}
        self._image, self._colours, self._fonts, self._bench = image, colours, fonts, bench

    def content(self) -> bytes:
        """The drawing."""
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
        width, height = (_number(item.fields, index, 30) for index in (0, 1))
        group, fill = self._placed(root, item, width, height), self._colour(_at(values, 0), "#000000")
        if _at(item.fields, 2) == "Oval":
            SubElement(
                group, "ellipse", rx=_text(width / 2), ry=_text(height / 2), cx=_text(width / 2),
                cy=_text(height / 2), fill=fill,
            )  # fmt: skip
        else:
            round_ = _number(item.fields, 3, 5) if _at(item.fields, 2).startswith("Rounded") else 0
            SubElement(group, "rect", width=_text(width), height=_text(height), rx=_text(round_), fill=fill)

    def _text(self, root: Element, item: _Item, values: list[str]) -> None:
        words, size = _words(item, values), self._font_size(item)
        width, height = _LETTER * size * len(words), _LINE * size
        group = self._ground(root, item, values, width, height)
        self._line(group, item, values, words, {"x": _text(width / 2), "y": _text(0.9 * size), "text-anchor": "middle"})

    def _text_box(self, root: Element, item: _Item, values: list[str]) -> None:
        """A text in lines, from the upper left corner of its box down, as many as there is room for."""
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
        """The place of a text, with its ground."""
        group = self._placed(root, item, width, height)
        if self._colour(_at(values, 1)) != "none":
            ground = self._colour(_at(values, 1))
            SubElement(group, "rect", width=_text(width), height=_text(height), fill=ground)
        return group

    def _line(self, group: Element, item: _Item, values: list[str], words: str, where: dict[str, str]) -> None:
        """A line of a text in its font."""
        weight = whole(_at(split(self._fonts.get(_at(item.fields, 0), ""), ","), 1)) or 0
        made = SubElement(
            group, "text", {
                **where, "font-family": "sans-serif",
                "font-size": _text(self._font_size(item)), "fill": self._colour(_at(values, 0), "#000000"),
                "font-weight": "bold" if weight & 1 else "normal", "font-style": "italic" if weight & 2 else "normal",
            },
        )  # fmt: skip
        made.text = words

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
        """A unit's symbol: its frame, the lines of the commonest arms in it, its size over it."""
        width, height, line = (_number(item.fields, index, usual) for index, usual in enumerate((30, 20, 1)))
        group = self._placed(root, item, width, height)
        look = {"stroke": self._colour(_at(values, 0), "#000000"), "stroke-width": _text(line)}
        frame = {"width": _text(width), "height": _text(height), "fill": self._colour(_at(values, 1)), **look}
        SubElement(group, "rect", frame)
        for arm in values[3:5]:
            for x1, y1, x2, y2 in _ARMS.get(arm, ()):
                ends = {"x1": x1 * width, "y1": y1 * height, "x2": x2 * width, "y2": y2 * height}
                SubElement(group, "line", {**{end: _text(at) for end, at in ends.items()}, **look})
            if arm.startswith("Armo"):
                oval = {"cx": width / 2, "cy": height / 2, "rx": width * 0.32, "ry": height * 0.28}
                SubElement(group, "ellipse", {**{k: _text(v) for k, v in oval.items()}, "fill": "none", **look})
            elif "Artillery" in arm:
                dot = {"cx": width / 2, "cy": height / 2, "r": height * 0.15}
                SubElement(group, "circle", {**{k: _text(v) for k, v in dot.items()}, "fill": look["stroke"]})
        size = _SIZES.get(_at(values, 2))
        if size:
            made = SubElement(
                group, "text", {"x": _text(width / 2), "y": "-2", "text-anchor": "middle", "font-size": "8",
                "font-family": "sans-serif", "fill": self._colour(_at(values, 5), look["stroke"])},
            )  # fmt: skip
            made.text = size

    def _placed(self, root: Element, item: _Item, width: float, height: float) -> Element:
        """A group for something of this size, where its item belongs."""
        where = item.location
        left = 0.0 if "Left" in where else self._width - width if "Right" in where else (self._width - width) / 2
        top = 0.0 if "Top" in where else self._height - height if "Bottom" in where else (self._height - height) / 2
        moves = f"translate({_text(left + item.dx)} {_text(top + item.dy)})"
        if item.degrees:
            moves += f" rotate({_text(item.degrees)} {_text(width / 2)} {_text(height / 2)})"
        return SubElement(root, "g", transform=moves)


_ARMS: Final[Mapping[str, tuple[tuple[float, float, float, float], ...]]] = {
    "Infantry": ((0, 0, 1, 1), (0, 1, 1, 0)),
    "Cavalry": ((0, 1, 1, 0),),
    "Reconnaissance": ((0, 1, 1, 0),),
    "Headquarters": ((0, 0.25, 1, 0.25),),
    "Anti Tank": ((0, 1, 0.5, 0), (0.5, 0, 1, 1)),
}


def _parts(text: str) -> Iterator[list[str]]:
    for each in split(text, ","):
        if each:
            yield split(each, ";")


def _items(text: str) -> Iterator[_Item]:
    """The parts of a layout, the lowest first: `kind;fields...|name;location;x;y;degrees;...` each.

    A box of text is `TextBox;width;height;html,` and then a text.
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
            size=(max(1, _number(sides, 1, 30)), max(1, _number(sides, 2, 40))),
        )


def _words(item: _Item, values: list[str]) -> str:
    """What a text says: always the same, or what the picture says."""
    return _at(item.fields, 2) if _at(item.fields, 1) == _FIXED else _at(values, 2)


def _at(texts: list[str], index: int) -> str:
    return texts[index] if index < len(texts) else ""


def _number(texts: list[str], index: int, usual: float) -> float:
    found = decimal(_at(texts, index))
    return usual if found is None or not math.isfinite(found) or abs(found) > LARGEST_PX else found


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
