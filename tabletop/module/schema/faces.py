"""The look of counters as data: face templates, the styles of nations, the palette.

A *face template* describes the drawing of a counter without a line of Python: its shape and a list of elements. They
are placed in fractions of the counter's side, from the top left corner, x to the right and y down. Values that differ
from piece to piece are given by name: `{fp}` stands for the value `fp` of the piece's kind. `tabletop.desktop.drawing`
draws directly from these models.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from tabletop.module import shipped
from tabletop.module.documents.problems import nearest, one_of
from tabletop.module.schema.record_base import Colour as _AnyHex
from tabletop.module.schema.record_base import YesNo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_T = TypeVar("_T")

SizeClass = Literal["S", "M", "L"]
Look = Literal["normal", "plain"]

MIDDLE_PX = 64.0
FULL_PX = 110.0


def size_class(side_px: float) -> SizeClass:
    """Return S below 64 pixels of side on the screen, M up to 110, and L above.

    The class decides how much detail a face has.
    """
    if side_px < MIDDLE_PX:
        return "S"
    return "M" if side_px <= FULL_PX else "L"


# --- values ------------------------------------------------------------------------------------------------------

_NAME = re.compile(r"\{([^{}]*)\}")
_HALF = re.compile(r"(-?\d+)\.5")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def written(value: str) -> str:
    """Return a value as it is printed: halves with their own sign, `0.5` as ½ and `1.5` as 1½."""
    half = _HALF.fullmatch(value)
    if half is None:
        return value
    whole = half[1]
    return {"0": "½", "-0": "-½"}.get(whole, f"{whole}½")


def names_in(text: str) -> frozenset[str]:
    """Return the names of the values that a text contains in braces."""
    return frozenset(_NAME.findall(text))


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return `text` with `{name}` replaced by the values; empty if one of them is missing or empty."""
    if any(not values.get(name) for name in names_in(text)):
        return ""
    return _NAME.sub(lambda found: written(values[found[1]]), text)


# --- small types -------------------------------------------------------------------------------------------------

Place: TypeAlias = tuple[str | int, ...]
"""The keys and list positions that lead from the top of the file to a value."""
Point: TypeAlias = Annotated[tuple[float, float], Field(description="x and y in fractions of the side.")]
Share = Annotated[float, Field(ge=0, le=1, description="From 0 to 1.")]
Length = Annotated[float, Field(gt=0, le=4, description="In fractions of the side.")]
Height = Annotated[float, Field(description="y in fractions of the side.")]
Box = Annotated[
    tuple[float, float, float, float],
    Field(description="Left, top, width and height in fractions of the side."),
]
Hex = Annotated[_AnyHex, Field(description="`#RRGGBB`.")]
Colour = Annotated[
    str,
    Field(
        description="`#RRGGBB`; a part of the style (`face`, `edge`, `stripe`, `mark`, `disc`, `ink`); a name of "
        "the palette; or `theme.` and a name of the window's theme. May hold `{values}`."
    ),
]
Polygon: TypeAlias = tuple[Point, ...]


def _one_or_more(value: object) -> object:
    return (value,) if isinstance(value, str) else value


def read_polygons(text: str) -> tuple[Polygon, ...]:
    """Return polygons from `x,y x,y x,y | x,y ...`, as they are written in files. Raises ValueError."""
    return tuple(tuple(_point(pair) for pair in part.split()) for part in text.split("|"))


def _point(pair: str) -> Point:
    x, _, y = pair.partition(",")
    try:
        return float(x), float(y)
    except ValueError as error:
        raise ValueError(f"'{pair}' is no point of a polygon; write its x and y as '.5,.25'") from error


def _read_polygons(value: object) -> object:
    return read_polygons(value) if isinstance(value, str) else value


_Word: TypeAlias = str | int | float | bool
"""A scalar that an editor may take for a text, a number, or yes or no. It is always read as text."""

Names = Annotated[tuple[str, ...], BeforeValidator(_one_or_more, json_schema_input_type=_Word | tuple[_Word, ...])]
Polygons = Annotated[
    tuple[Annotated[Polygon, Field(min_length=3)], ...],
    BeforeValidator(_read_polygons, json_schema_input_type=str),
    Field(description="Corners as `x,y x,y x,y`; several polygons are separated by `|`."),
]

STYLE_COLOURS = ("face", "edge", "stripe", "mark", "disc", "ink")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Condition(_Model):
    """A condition for drawing an element. It holds if all its parts hold."""

    size: Annotated[
        tuple[SizeClass, ...], BeforeValidator(_one_or_more, json_schema_input_type=SizeClass | tuple[SizeClass, ...])
    ] = Field(
        default=("S", "M", "L"),
        description="The sizes at which it is drawn: S below 64 px of side, M up to 110, L above.",
    )
    from_px: float = Field(
        default=0.0, description="The least length of the side, in px of the screen, at which it is drawn."
    )
    look: Look | None = Field(default=None, description="The only look in which it is drawn; without it, both.")
    given: Names = Field(default=(), description="Values that must exist and not be empty.")
    missing: Names = Field(default=(), description="Values that must be missing or empty.")
    value: dict[str, Names] = Field(default_factory=dict, description="Values that must be one of the listed ones.")

    def holds(self, values: Mapping[str, str], side_px: float, look: Look) -> bool:
        """Return whether the element is drawn for these values, at this side on the screen, in this look."""
        return (
            size_class(side_px) in self.size
            and side_px >= self.from_px
            and self.look in (None, look)
            and all(values.get(name) for name in self.given)
            and not any(values.get(name) for name in self.missing)
            and all(values.get(name, "") in allowed for name, allowed in self.value.items())
        )


class _Element(_Model):
    when: Condition | None = Field(
        default=None, description="The condition for drawing it; without it, it is always drawn."
    )


# --- elements ----------------------------------------------------------------------------------------------------

Role = Literal["figure", "display", "code", "label", "name", "text"]
Align = Literal["left", "centre", "right"]
Direction = Literal["rising", "falling", "level"]


class TextElement(_Element):
    """A line of text, centred in height on its capitals."""

    draw: Literal["text"]
    text: str = Field(description="The text; `{name}` stands for a value. If a value is missing, nothing is drawn.")
    at: Point = Field(description="The position: x by `align`, y at half the height of the capitals.")
    size: Length = Field(description="Size of the type.")
    role: Role = Field(
        default="name",
        description="`figure` Inter 700, `display` Inter Display 700, `text` Inter 600, "
        "`code` and `label` Roboto Condensed 700, `name` Roboto Condensed 500.",
    )
    align: Align = Field(default="centre", description="The end of the text that is at x.")
    max_width: Length = Field(default=1.0, description="A longer text is shrunk to this width.")
    colour: Colour = "ink"
    opacity: Share = 1.0
    spacing: float = Field(default=0.0, description="Extra space between letters, as a part of the type size.")


class GlyphElement(_Element):
    """A small sign: the mark of a nation, a flag, an anchor, a plane, a star, a burst and so on."""

    draw: Literal["glyph"]
    glyph: str = Field(default="{style.mark}", description="A file of `assets/symbols` without its ending.")
    at: Point
    radius: Length = Field(description="Half the height of its square.")
    colour: Colour = "mark"
    opacity: Share = 1.0
    stretch: Length = Field(default=1.0, description="Height over width, for marks that lie on a slope.")


class RowElement(_Element):
    """The same sign several times side by side, centred, for example the stars of a base or the planes of a wing."""

    draw: Literal["row"]
    glyph: str = Field(description="A file of `assets/symbols` without its ending.")
    count: str = Field(
        description="The number of signs, usually a value like `{vp}`; if it is missing, none are drawn."
    )
    at: Point
    radius: Length
    pitch: Length
    colour: Colour = "ink"


class SymbolElement(_Element):
    """A military symbol after APP-6."""

    draw: Literal["symbol"]
    symbol: str = Field(description="A file of `assets/symbols/app6` without its ending, usually `{symbol}`.")
    box: Box
    colour: Colour = "ink"


class EchelonElement(_Element):
    """The size of a formation after APP-6: `XXX` a corps, `XX` a division, `III` a regiment, `..` a section."""

    draw: Literal["echelon"]
    echelon: str = Field(description="The sign, made of X, I and full stops, usually `{echelon}`.")
    at: Point = Field(description="The middle.")
    size: Length = Field(description="Height of the signs.")
    colour: Colour = "ink"


class SilhouetteElement(_Element):
    """A ship seen from the side, with the bow to the right. The plain look leaves it out."""

    draw: Literal["silhouette"]
    silhouette: str = Field(description="The name of an outline in `assets/silhouettes/ships.yaml` or in this file.")
    left: float = Field(description="x of the stern.")
    right: float = Field(description="x of the bow.")
    waterline: float = Field(description="y of the water.")
    heights: Length = Field(default=1.25, description="The factor by which heights are drawn larger than lengths.")
    colour: Colour = "ink"


class AircraftElement(_Element):
    """An aircraft seen from above, the nose up. The plain look leaves it out."""

    draw: Literal["aircraft"]
    aircraft: str = Field(description="The name of a drawing in `assets/silhouettes/aircraft.yaml`, usually a value.")
    at: Point = Field(description="The middle.")
    size: Length = Field(description="The span of a large aircraft; smaller types are drawn smaller.")
    colour: Colour = "ink"


class CellsElement(_Element):
    """A row of cells with ratings, each always in its own place. A missing rating leaves its cell empty."""

    draw: Literal["cells"]
    left: float = Field(description="x where the first cell begins.")
    width: Length = Field(description="Width of one cell.")
    figures: tuple[str, ...] = Field(description="The texts of the cells, usually one value each.")
    figure_y: Height
    figure_size: Length
    role: Role = Field(default="figure", description="The font, as for `text`.")
    glyphs: tuple[str, ...] = Field(default=(), description="A sign over each figure, in the same order.")
    glyph_y: Height = 0.0
    glyph_radius: Length = 0.036
    lines: tuple[float, float] | None = Field(default=None, description="Top and bottom of the lines between cells.")
    colour: Colour = "ink"


class CircleElement(_Element):
    """A circle: a filled ground, a ring round it, or both."""

    draw: Literal["circle"]
    at: Point
    radius: Length
    colour: Colour | None = Field(default=None, description="The colour of the ground; without it, there is none.")
    opacity: Share = 1.0
    line: Colour | None = Field(default=None, description="The colour of the ring; without it, there is none.")
    line_width: Length = 0.02
    dashes: tuple[float, ...] = Field(
        default=(), description="The lengths of dash and gap, as multiples of the line's width."
    )


class BarElement(_Element):
    """A filled rectangle, for example a bar at the head or a shade over the whole face."""

    draw: Literal["bar"]
    box: Box
    colour: Colour
    opacity: Share = 1.0


class RuleElement(_Element):
    """A straight line."""

    draw: Literal["rule"]
    start: Point
    end: Point
    width: Length = 0.006
    colour: Colour = "ink"
    opacity: Share = 1.0


class AreaElement(_Element):
    """A set of polygons, filled as one shape. Where they overlap, it is filled if they run in the same direction."""

    draw: Literal["area"]
    polygons: Polygons
    colour: Colour
    opacity: Share = 1.0
    line: Colour | None = Field(default=None, description="The colour of the outline; without it, there is none.")
    line_width: Length = 0.012


class StripeElement(_Element):
    """The band of the nation down the left side, and its second line if the style has one."""

    draw: Literal["stripe"]
    width: Length


class HatchElement(_Element):
    """A hatching of lines over the whole face, for example the diagonals of a back or the quay of a ship at anchor."""

    draw: Literal["hatch"]
    direction: Direction | None = Field(
        default=None, description="The direction of the lines; without it, that of the style."
    )
    pitch: Length
    width: Length
    colour: Colour = "ink"
    opacity: Share = 1.0


class PartElement(_Element):
    """The elements of a part of the book, which several templates share."""

    draw: Literal["part"]
    part: str = Field(description="The name of one of `parts`.")


class GroupElement(_Element):
    """A group of elements under one condition."""

    draw: Literal["group"]
    elements: tuple[Element, ...] = Field(description="The elements, from the bottom up.")


Element: TypeAlias = Annotated[
    TextElement
    | GlyphElement
    | RowElement
    | SymbolElement
    | EchelonElement
    | SilhouetteElement
    | AircraftElement
    | CellsElement
    | CircleElement
    | BarElement
    | RuleElement
    | AreaElement
    | StripeElement
    | HatchElement
    | PartElement
    | GroupElement,
    Field(discriminator="draw"),
]

# --- shapes ------------------------------------------------------------------------------------------------------

Corner = Literal["top_left", "top_right", "bottom_right", "bottom_left"]


class Corners(_Model):
    """The shape of a rectangle's corners: some cut off, or all rounded."""

    radius: Share = 0.0
    cut: dict[Corner, Share] = Field(default_factory=dict, description="The part of each corner that is cut off.")


class Rectangle(_Model):
    """A square or rectangle, with the corners of the style unless it has its own."""

    type: Literal["rectangle"]
    box: Box = (0.0, 0.0, 1.0, 1.0)
    corners: Corners | None = Field(default=None, description="The corners; without them, those of the style.")


class Hexagon(_Model):
    """A regular hexagon with points at the left and right, as wide as the side."""

    type: Literal["hexagon"]


class Round(_Model):
    """A circle in the middle."""

    type: Literal["circle"]
    radius: Share = 0.48


class Gable(_Model):
    """A plate with a roof above it, which rises above the top of the square."""

    type: Literal["gable"]
    roof: Length = Field(default=0.36, description="Height of the roof.")
    eaves: Share = Field(default=0.1, description="The distance by which the roof stands out left and right.")
    corners: Corners | None = Field(
        default=None, description="The corners of the plate; without them, those of the style."
    )


class FaceOutline(_Model):
    """An outline that is any polygon, for example a cube seen from a corner."""

    type: Literal["polygon"]
    polygons: Polygons


Shape: TypeAlias = Annotated[Rectangle | Hexagon | Round | Gable | FaceOutline, Field(discriminator="type")]

# --- the book ----------------------------------------------------------------------------------------------------


class FaceTemplate(_Model):
    """The drawing of one kind of counter, from the bottom layer to the top."""

    title: str = Field(default="", description="The purpose of the template, for the module's author.")
    shape: Shape = Field(description="The outline; elements are cut off at it.")
    style: str = Field(default="{style}", description="The name of its style, usually a value of the piece.")
    face: Colour = "face"
    edge: Colour = "edge"
    edge_width: Share = 0.018
    bevel: YesNo = Field(default=True, description="True if it has a light line inside the upper left edge.")
    shadow: YesNo = Field(default=True, description="True if the counter throws a shadow on the map.")
    room: Length = Field(default=0.09, description="Space round the square for elements outside it.")
    elements: tuple[Element, ...] = Field(default=(), description="The elements that are drawn within the shape.")
    around: tuple[Element, ...] = Field(
        default=(), description="The elements that are drawn last and may stand outside the shape."
    )


class Style(_Model):
    """The common look of a nation's or a side's counters."""

    title: str = Field(default="", description="The nation or side, for the module's author.")
    face: Hex
    edge: Hex
    stripe: Hex
    plain_stripe: Hex = Field(
        description="The colour of the stripe in the plain look. It must be dark enough for white marks."
    )
    disc: Hex = Field(default="#16202A", description="The colour of the figure on the white disc of the stripe.")
    mark: str = Field(description="The sign on the stripe, so that players do not know the side by colour alone.")
    second_stripe: YesNo = Field(default=False, description="True if it has a second, thin line beside the stripe.")
    hatch: Direction = Field(default="rising", description="The direction of the lines on the back of its pieces.")
    corners: Corners = Field(default_factory=Corners, description="The corners of its square counters.")


class FaceShade(_Model):
    """A colour that has its own value in the dark theme or in the plain look."""

    light: Hex
    dark: Hex | None = Field(default=None, description="The colour in the dark theme.")
    plain: Hex | None = Field(default=None, description="The colour in the plain look, in both themes.")

    def shown(self, *, dark: bool, plain: bool) -> str:
        """Return the value for a theme and a look; the light one if there is no other."""
        return (self.plain if plain else None) or (self.dark if dark else None) or self.light


class Plain(_Model):
    """The look of high contrast, in which any counters can be shown."""

    face: Hex = "#FFFFFF"
    ink: Hex = "#000000"
    edge: Hex = "#000000"
    edge_width: Share = 0.035
    figures: Length = Field(
        default=4 / 3, description="The factor by which texts in the roles `figure`, `display` and `code` are larger."
    )


class Ship(_Model):
    """An outline seen from the side: x from 0 at the stern to 1 at the bow, y up from the waterline."""

    title: str = Field(description="The type of the ship.")
    polygons: Polygons


class Mistake(NamedTuple):
    """A name in the book that is not known: its place in the file, the expected kind of name, and the known names."""

    place: Place
    expected: str
    known: tuple[str, ...]


class FaceBook(_Model):
    """The definitions of the look of a module's counters."""

    ink: Hex = Field(default="#16202A", description="The colour of all texts on counters.")
    palette: dict[str, Hex | FaceShade] = Field(
        default_factory=dict, description="Colours, by names that the module gives them."
    )
    plain: Plain = Field(default_factory=Plain, description="The look of high contrast.")
    styles: dict[str, Style] = Field(description="Nations and sides, by the name that pieces give as a value.")
    silhouettes: dict[str, Ship] = Field(
        default_factory=dict, description="Outlines besides those that come with the program."
    )
    parts: dict[str, tuple[Element, ...]] = Field(
        default_factory=dict, description="Elements that templates share. A part contains no other parts."
    )
    templates: dict[str, FaceTemplate] = Field(description="The templates, by the names that kinds of pieces use.")

    @field_validator("styles", "templates")
    @classmethod
    def _not_empty(cls, value: dict[str, object]) -> dict[str, object]:
        if not value:
            raise ValueError("at least one is needed")
        return value

    @field_validator("parts")
    @classmethod
    def _flat(cls, value: dict[str, tuple[Element, ...]]) -> dict[str, tuple[Element, ...]]:
        for name, elements in value.items():
            if any(isinstance(element, PartElement) for _, element in _walk(elements, ())):
                raise ValueError(f"the part '{name}' cannot hold another part")
        return value

    def template(self, name: str) -> FaceTemplate:
        """Return the template of that name. Raises `FaceError`, which names the known ones."""
        return _look_up(self.templates, name, "face template")

    def style_of(self, template: FaceTemplate, values: Mapping[str, str]) -> Style:
        """Return the style of a piece in this template. Raises `FaceError` if its values name none."""
        name = fill(template.style, values)
        if not name:
            wanted = ", ".join(sorted(names_in(template.style)))
            raise FaceError(f"The face needs a value for {wanted}, which says the style of its side.")
        return _look_up(self.styles, name, "style")

    def part(self, name: str) -> tuple[Element, ...]:
        """Return the elements of a part. Raises `FaceError`, which names the known parts."""
        return _look_up(self.parts, name, "part")

    def value_names(self, template: str) -> frozenset[str]:
        """Return the names of the values that a piece can give to this template.

        Other values do not change its look. Raises `FaceError` for an unknown template or part.
        """
        face = self.template(template)
        found = names_in(face.style)
        for text in (face.face, face.edge):
            found |= names_in(text)
        parts = (self.part(element.part) for _, element in _walk_face(face) if isinstance(element, PartElement))
        everything = [element for _, element in _walk_face(face)]
        everything += [element for elements in parts for _, element in _walk(elements, ())]
        for element in everything:
            for text in _texts(element):
                found |= names_in(text)
            if element.when is not None:
                found |= {*element.when.given, *element.when.missing, *element.when.value}
        return frozenset(name for name in found if not name.startswith("style."))

    def mistakes(self) -> Iterator[Mistake]:
        """Yield the mistakes that only the whole book shows: unknown names of colours, signs, symbols, parts and
        styles.
        """
        for name, style in self.styles.items():
            yield from _mistake_unless_known(style.mark, "a sign", _drawings("symbols"), ("styles", name, "mark"))
        for name, elements in self.parts.items():
            for place, element in _walk(elements, ("parts", name)):
                yield from self._mistakes_of(element, place)
        for name, template in self.templates.items():
            here = ("templates", name)
            yield from _mistake_unless_known(template.style, "a style", self.styles, (*here, "style"))
            for field, colour in (("face", template.face), ("edge", template.edge)):
                yield from self._unknown_colour(colour, (*here, field))
            for place, element in _walk_face(template):
                yield from self._mistakes_of(element, (*here, *place))

    def _mistakes_of(self, element: Element, place: Place) -> Iterator[Mistake]:
        for field in ("colour", "line"):
            colour = getattr(element, field, None)
            if colour is not None:
                yield from self._unknown_colour(colour, (*place, field))
        match element:
            case GlyphElement(glyph=name) | RowElement(glyph=name):
                yield from _mistake_unless_known(name, "a sign", _drawings("symbols"), (*place, "glyph"))
            case CellsElement(glyphs=names):
                for index, name in enumerate(names):
                    yield from _mistake_unless_known(name, "a sign", _drawings("symbols"), (*place, "glyphs", index))
            case SymbolElement(symbol=name):
                yield from _mistake_unless_known(name, "a symbol", _drawings("symbols/app6"), (*place, "symbol"))
            case PartElement(part=name):
                yield from _mistake_unless_known(name, "a part", self.parts, (*place, "part"))
            case _:
                return

    def _unknown_colour(self, colour: str, place: Place) -> Iterator[Mistake]:
        known = {*STYLE_COLOURS, *self.palette, *(f"theme.{name}" for name in THEME_COLOURS)}
        if not _COLOUR.fullmatch(colour):
            yield from _mistake_unless_known(colour, "a colour", known, place)


class FaceError(ValueError):
    """The error of a face that cannot be drawn; the text says why, for the module's author."""


THEME_COLOURS = (
    *("paper", "panel", "raised", "sunk", "ink", "ink2", "ink3", "line", "line2", "accent", "accentink"),
    *("JP", "JPsoft", "AL", "ALsoft", "BR", "NL", "info", "warn", "warnink", "err", "ok", "reach"),
    *("zocJP", "zocAL", "sel", "sea0", "sea1", "sea2", "sea3", "halo", "land0", "land1", "land2", "coast"),
    *("seatext", "landtext", "hexid", "road", "roadcase", "AU", "FR", "neutral", "star", "tray"),
    *("um", "ums", "warnsoft"),
)


def _walk(elements: tuple[Element, ...], place: Place) -> Iterator[tuple[Place, Element]]:
    """Yield every element, also inside groups, with its place."""
    for index, element in enumerate(elements):
        yield (*place, index), element
        if isinstance(element, GroupElement):
            yield from _walk(element.elements, (*place, index, "elements"))


def _walk_face(template: FaceTemplate) -> Iterator[tuple[Place, Element]]:
    yield from _walk(template.elements, ("elements",))
    yield from _walk(template.around, ("around",))


def _texts(element: Element) -> Iterator[str]:
    """Yield the texts of one element, from its fields and lists of fields. Elements inside it are left out."""
    for _, value in element:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))


def _mistake_unless_known(name: str, what: str, known: Iterable[str], place: Place) -> Iterator[Mistake]:
    """Yield a mistake, unless the name is known or depends on a piece's values."""
    if not names_in(name) and name not in known:
        yield Mistake(place, what, tuple(sorted(known)))


def _drawings(folder: str) -> frozenset[str]:
    return frozenset(file.stem for file in shipped.path("assets", folder).glob("*.svg"))


def _look_up(mapping: Mapping[str, _T], name: str, what: str) -> _T:
    try:
        return mapping[name]
    except KeyError:
        near = nearest(name, mapping)
        hint = f"; the nearest is '{near}'" if near else f"; use {one_of(mapping)}" if mapping else ""
        raise FaceError(f"There is no {what} '{name}'{hint}.") from None
