"""Traits of appearance: layers, rotation, labels, outlines, areas, trails and marks."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Self

from msgspec import UNSET, UnsetType

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, ctrl, decimal, key, whole
from tabletop.vassal.files.sequence import SequenceReader, join, split
from tabletop.vassal.traits.trait_fields import (
    ALL_STATE,
    APART,
    STATE,
    FieldForm,
    Letter,
    VassalTrait,
    layout,
    read_fields,
    written_decimal,
    written_fields,
    yes_no,
)

CTRL_BIT: Final = 128
"""The bit for Ctrl in the modifiers of old letters: only the newer bit."""

_BLANKS: Final = "".join(map(chr, range(33)))
"""The blanks that are removed at both ends of a label."""

_ACTIVATES: Final = "A"
"""The default letter that switches a layer on and off."""


class Embellishment(VassalTrait, frozen=True):
    """A layer: several pictures, of which one is shown. `value` is the level from 1 up, negative while the layer is
    off.

    The letters and their modifiers are those of version 0, which had no keys. A layer with several letters for one
    command stays in version 0. It is on when all letters that switch it on have been pressed; `pressed` are those
    pressed so far.
    """

    name: ClassVar[str] = "emb2"

    activate_menu: str = ""
    activate_modifiers: int = CTRL_BIT
    activate_letters: str = _ACTIVATES
    up_menu: str = ""
    up_modifiers: int = CTRL_BIT
    up_letters: str = ""
    down_menu: str = ""
    down_modifiers: int = CTRL_BIT
    down_letters: str = ""
    reset_menu: str = ""
    reset_key: Key = NO_KEY
    reset_level: str = "1"
    under_when_selected: bool = False
    dx: int = 0
    dy: int = 0
    images: tuple[str, ...] = ("",)
    level_names: tuple[str, ...] = ("",)
    loop: bool = True
    layer: str = ""
    random_key: Key = NO_KEY
    random_menu: str = ""
    follows: bool = False
    followed: str = ""
    first: int = 1
    version: int = 0
    always: bool = True
    activate_key: Key = NO_KEY
    up_key: Key = NO_KEY
    down_key: Key = NO_KEY
    description: str = ""
    scale: float = 1.0
    only_if_property: str = ""
    only_if_state: str = "true"
    value: Annotated[int, STATE] = -1
    pressed: Annotated[str, APART] = ""

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for a type and a state. A level that does not exist becomes the nearest one."""
        given = cls.fields_of_type(type.partition(";")[2])
        count = len(given["images"])
        first, *pressed = split(state, ";")
        value = whole(first)
        if value is None:
            value = -1 if given.get("version") else 1
        if not given.get("version"):
            given["pressed"] = pressed[0] if pressed else "" if value < 0 else given["activate_letters"]
        return cls(**given, value=max(-count, min(count, value)))

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. A key that is a single letter becomes a keystroke."""
        return _completed(super().fields_of_type(text))

    def written_type(self) -> str:
        """Return the type after its name. In version 0 it ends before the version."""
        forms = layout(type(self)).type
        last = len(forms) if self.version else [form.name for form in forms].index("version")
        return join(written_fields(self, forms[:last]), ";") or ""

    def written_state(self) -> str:
        """Return the state."""
        return str(self.value) if self.version else join([str(self.value), self.pressed], ";") or ""


class OldEmbellishment(Embellishment, frozen=True):
    """A layer in the form before version 3. It is written in the newer form."""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type."""
        return _completed(_old_layer(text))


def _completed(given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a layer with keys for its letters, and with a name for each picture."""
    given.setdefault("activate_letters", _ACTIVATES)
    letters = [given.get(f"{way}_letters", "") for way in _WAYS]
    if not given.get("version"):
        given["always"] = not given["activate_letters"]
        if max(map(len, letters)) < 2:
            given |= _keys_of_letters(given)
    images = given.get("images") or ("",)
    names = (*given.get("level_names", ()), *("" for _ in images))[: len(images)]
    return given | {"images": images, "level_names": names}


_WAYS: Final = ("activate", "up", "down")


def _keys_of_letters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of version 1 that VASSAL makes from the letters of version 0."""
    found: dict[str, Any] = {"version": 1}
    for way in _WAYS:
        letter, modifiers = str(given.get(f"{way}_letters", "")), given.get(f"{way}_modifiers", CTRL_BIT)
        found[f"{way}_key"] = key(f"{ord(letter)},{modifiers}") if letter else NO_KEY
    return found


def _old_layer(text: str) -> dict[str, Any]:
    """Return the fields of a layer as it was written before version 3."""
    fields = SequenceReader(text)
    first = SequenceReader(fields.text())
    letters = first.text().upper()
    reset_menu, reset_key, reset_level = first.text(), first.key(), first.text("0")
    menu = fields.text()
    found: dict[str, Any] = {
        "activate_letters": letters,
        "reset_menu": reset_menu,
        "reset_key": reset_key,
        "reset_level": reset_level,
        "activate_menu": menu.removeprefix("_"),
        "under_when_selected": menu.startswith("_"),
        "up_letters": fields.text().upper(),
        "up_menu": fields.text(),
        "down_letters": fields.text().upper(),
        "down_menu": fields.text(),
        "dx": fields.whole(),
        "dy": fields.whole(),
    }
    levels = [(*split(one, ","), "") for one in fields.rest()]
    return found | {"images": tuple(one[0] for one in levels), "level_names": tuple(one[1] for one in levels)}


class FreeRotator(VassalTrait, frozen=True):
    """A trait that rotates the piece to one of several facings, or to any angle if `facings` is 1.

    `value` is the number of the facing from 0, or the angle in degrees, counterclockwise.
    """

    name: ClassVar[str] = "rotate"

    facings: int = 6
    set_key: Key = NO_KEY
    set_menu: str = ""
    clockwise_key: Key = NO_KEY
    counterclockwise_key: Key = NO_KEY
    clockwise_menu: str = ""
    counterclockwise_menu: str = ""
    random_key: Key = NO_KEY
    random_menu: str = ""
    rotation: str = ""
    description: str = ""
    direct_key: Key = NO_KEY
    direct_menu: str = ""
    direct: str = ""
    direct_is_facing: bool = True
    value: Annotated[str, STATE] = "0"

    @property
    def is_free(self) -> bool:
        """True if it turns to any angle."""
        return self.facings == 1

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for a type and a state."""
        given = cls.fields_of_type(type.partition(";")[2])
        return cls(**given, value=_facing(state, given.get("facings", 6)))

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type. Its fields depend on the first of them."""
        tokens = split(text, ";")
        return read_fields(_of_rotator(whole(tokens[0]) == 1), tokens)

    def written_type(self) -> str:
        """Return the type after its name."""
        return join(written_fields(self, _of_rotator(self.is_free)), ";") or ""


_FREE: Final = ("set_key", "set_menu")
_STEPPED: Final = ("clockwise_key", "counterclockwise_key", "clockwise_menu", "counterclockwise_menu")


@cache
def _of_rotator(free: bool) -> tuple[FieldForm, ...]:
    """Return the fields of a free rotation, or of a rotation with facings."""
    left_out = _STEPPED if free else _FREE
    return tuple(form for form in layout(FreeRotator).type if form.name not in left_out)


def _facing(state: str, facings: int) -> str:
    """Return the state as VASSAL writes it: an angle as a decimal number, or the number of an existing facing."""
    first = split(state, ";")[0]
    if facings == 1:
        return written_decimal(decimal(first) or 0.0)
    return str(min(whole(first) or 0, facings - 1))


class Labeler(VassalTrait, frozen=True):
    """A trait that shows a text on the piece. The text is its state; it may contain `$name$` or be HTML."""

    name: ClassVar[str] = "label"

    key: Key = NO_KEY
    menu: str = "Change Label"
    size: int = 10
    background: Color | None = None
    color: Color | None = Color(0, 0, 0)
    down: Letter = Letter("t")
    dy: int = 0
    across: Letter = Letter("c")
    dx: int = 0
    justify_down: Letter = Letter("b")
    justify_across: Letter = Letter("c")
    name_format: str = "$pieceName$ ($label$)"
    font: str = "Dialog"
    style: int = 0
    degrees: int = 0
    property: str = "TextLabel"
    description: str = ""
    always_format: bool = False
    text: Annotated[str, ALL_STATE] = ""

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for a type and a state. References of the text to itself are removed.

        `$PieceName$` in the format of the name becomes `$pieceName$`, the name that the traits inside give, since the
        whole name would contain itself.
        """
        given = cls.fields_of_type(type.partition(";")[2])
        if "name_format" in given:
            given["name_format"] = given["name_format"].replace("$PieceName$", "$pieceName$")
        return cls(**given, text=_without(state.strip(_BLANKS), f"${given.get('property', 'TextLabel')}$"))


def _without(text: str, part: str) -> str:
    while part in text:
        text = text.replace(part, "")
    return text


class NonRectangular(VassalTrait, frozen=True):
    """The outline of the piece in one of two notations. It is written unchanged."""

    name: ClassVar[str] = "nonRect2"

    scale: float = 1.0
    path: str = ""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type."""
        scale, _, path = text.partition(";")
        return {"scale": 1.0 if (found := decimal(scale)) is None else found, "path": path}

    def written_type(self) -> str:
        """Return the type after its name."""
        return f"{written_decimal(self.scale)};{self.path}"


class OldNonRectangular(NonRectangular, frozen=True):
    """An outline in the form before version 3.6. It is written in the newer form."""

    @classmethod
    def fields_of_type(cls, text: str) -> dict[str, Any]:
        """Return the fields of a type, which is only the path."""
        return {"path": text}


class VassalPivot(VassalTrait, frozen=True):
    """A trait that turns the rotation inside it, and the piece with it, about a point."""

    name: ClassVar[str] = "pivot"

    menu: str = "Pivot"
    key: Key = NO_KEY
    x: int = 0
    y: int = 0
    fixed: bool = True
    angle: float = 90.0
    description: str = ""
    back_menu: str = ""
    back_key: Key = NO_KEY
    back_angle: float = 270.0


class AreaOfEffect(VassalTrait, frozen=True):
    """A trait that shades the area within a radius."""

    name: ClassVar[str] = "AreaOfEffect"

    color: Color | None = Color(128, 128, 128)
    opacity: int = 30
    radius: int = 1
    always: bool = True
    menu: str = "Show Area"
    key: Key = NO_KEY
    shader: str = ""
    fixed: bool = True
    radius_property: str = ""
    description: str = ""
    area: str = ""
    on_menu: str = ""
    on_key: Key = NO_KEY
    off_menu: str = ""
    off_key: Key = NO_KEY
    everyone: bool = True
    active: Annotated[bool, STATE] = False

    @classmethod
    def read(cls, type: str, state: str) -> Self:
        """Return the trait for a type and a state. An area that is always active has no state."""
        given = cls.fields_of_type(type.partition(";")[2])
        return cls(**given, active=state == "true" and not given.get("always", True))


class BorderOutline(VassalTrait, frozen=True):
    """A trait that shows a line round the piece while its properties are set."""

    name: ClassVar[str] = "border"

    property: str = ""
    description: str = ""
    width: int = 2
    color: Color | None = Color(255, 0, 0)
    second_property: str = ""
    both: str = "AND"


class Footprint(VassalTrait, frozen=True):
    """A trait that shows the path along which the piece has moved."""

    name: ClassVar[str] = "footprint"

    key: Key = ctrl("T")
    menu: str = "Movement Trail"
    shown: bool = False
    everyone: bool = False
    radius: int = 10
    fill: Color | None = Color(255, 255, 255)
    line: Color | None = Color(0, 0, 0)
    selected_opacity: int = 100
    opacity: int = 50
    edge_px: int = 20
    edge_shown_px: int = 30
    width: float = 1.0
    on_key: Key = NO_KEY
    off_key: Key = NO_KEY
    clear_key: Key = NO_KEY
    description: str = ""
    ignore_same_location: bool | UnsetType = UNSET
    is_shown: Annotated[bool, STATE] = False
    start_map: Annotated[str, STATE] = ""
    points: Annotated[tuple[tuple[int, int], ...], APART] = ()
    begun: Annotated[bool, STATE] = False

    @classmethod
    def fields_of_state(cls, text: str) -> dict[str, Any]:
        """Return the fields of a state. The number of points comes before the points."""
        fields = SequenceReader(text)
        shown, board, count = fields.yes(), fields.text(), fields.whole()
        points = tuple(_point(fields.text()) for _ in range(min(count, MOST_POINTS)))
        return {"is_shown": shown, "start_map": board, "points": points, "begun": fields.yes(default=bool(points))}

    def written_state(self) -> str:
        """Return the state."""
        points = [f"{x},{y}" for x, y in self.points]
        fields = [yes_no(self.is_shown), self.start_map, str(len(points)), *points, yes_no(self.begun)]
        return join(fields, ";") or ""


MOST_POINTS: Final = 10_000
"""The most points of a trail that are read."""


def _point(text: str) -> tuple[int, int]:
    x, y, *_ = (*split(text, ","), "")
    return whole(x) or 0, whole(y) or 0


class MovementMarkable(VassalTrait, frozen=True):
    """A trait that remembers that the piece has moved, and shows a mark."""

    name: ClassVar[str] = "markmoved"

    icon: str = ""
    dx: int = 0
    dy: int = 0
    menu: str = "Mark Moved"
    key: Key = ctrl("M")
    description: str = ""
    ignore_same_location: bool = False
    mark_menu: str = "Mark piece as moved"
    mark_key: Key = NO_KEY
    clear_menu: str = "Mark piece as unmoved"
    clear_key: Key = NO_KEY
    moved: Annotated[bool, STATE] = False
