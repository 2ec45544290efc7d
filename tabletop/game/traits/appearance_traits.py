"""Traits of appearance: pictures, layers, labels, facing, outlines and areas."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.traits.trait_base import NO_ENTRY, TextStyle, TraitBase, TraitCall


class DrawnFace(Struct, frozen=True, tag="drawn", tag_field="is", omit_defaults=True):
    """A face drawn from a template of the module's face book, with values as text (templates of expressions)."""

    template: str
    values: dict[str, str] = {}


class Image(Struct, frozen=True, tag="image", tag_field="is", omit_defaults=True):
    """A picture file of the module, by its path inside the module. It is centred, at its own size."""

    path: str


Picture: TypeAlias = DrawnFace | Image


class Art(TraitBase, frozen=True, tag="art"):
    """The picture at the bottom of a piece. VASSAL: the basic piece's image."""

    picture: Picture


class Level(Struct, frozen=True, omit_defaults=True):
    """A level of a layer: its name, and its picture (or none), shifted by map pixels.

    `names` is a template that changes the name of the piece; in it `Name` is the piece's name without this change.
    `called` is the value of `<layer>_Image` in place of the picture's path.
    """

    name: str = ""
    picture: Picture | None = None
    dx: int = 0
    dy: int = 0
    names: str = ""
    called: str = ""


class Layer(TraitBase, frozen=True, tag="layer"):
    """A set of pictures of which one is shown: sides of a counter, steps, states. VASSAL: Layer (Embellishment).

    `name` is the property that gives the level's name. `<name>_Level` gives its number from 1 up, negative while the
    layer is off, and `<name>_Active` whether it is on. `<name>_Name` and `<name>_Image` give the name and the picture
    that are shown, the picture by its path inside its folder. A `bare` layer gives only these, not the property of its
    own name.

    `up` and `down` go through the levels, and from one end to the other if `loop`. `reset` goes to the level `reset_to`
    (an expression) and switches the layer on, or off if that is 0 or less. `random` goes to any level. With `toggle`
    players switch the whole layer on and off; it begins as `on` says. With several `toggles` it is on while all of them
    are on; `switched` (numbers from 0 up) are on at the start. A layer that `follows` an expression shows level 1 when
    that gives `first`, and has no level of its own. It is shown `when` the condition holds. `percent` is the size of
    its pictures. `beneath_if_chosen`: it lies beneath everything else while the player has selected the piece.
    """

    name: str
    levels: tuple[Level, ...]
    start: int = 1
    on: bool = True
    up: TraitCall = NO_ENTRY
    down: TraitCall = NO_ENTRY
    reset: TraitCall = NO_ENTRY
    reset_to: str = "1"
    random: TraitCall = NO_ENTRY
    toggle: TraitCall = NO_ENTRY
    toggles: tuple[TraitCall, ...] = ()
    switched: tuple[int, ...] = ()
    loop: bool = True
    follows: str = ""
    first: int = 1
    when: str = ""
    percent: int = 100
    bare: bool = False
    beneath_if_chosen: bool = False


class Facing(TraitBase, frozen=True, tag="facing"):
    """A facing: the piece turns, with all its traits inside this one. VASSAL: Can Rotate (FreeRotator).

    There are `ways` facings, from 1 up clockwise (`<name>_Facing`); 0 allows any degrees. `<name>_Degrees` is clockwise
    from upright. A `bare` facing gives only these, not the property of its own name. If it allows any degrees, its
    `_Degrees` are given without a sign, and its `_Facing` is 1. `turn_to` asks the player, or goes to `to`. That is an
    expression of a facing, or of degrees if `to_degrees` or if any degrees are allowed. `by_hand` asks for degrees.
    """

    name: str = "Facing"
    ways: int = 6
    start: int = 1
    clockwise: TraitCall = NO_ENTRY
    counterclockwise: TraitCall = NO_ENTRY
    random: TraitCall = NO_ENTRY
    turn_to: TraitCall = NO_ENTRY
    to: str = ""
    to_degrees: bool = False
    by_hand: TraitCall = NO_ENTRY
    bare: bool = False


class Pivot(TraitBase, frozen=True, tag="pivot"):
    """A trait that turns the piece by degrees clockwise about one of its points (`x`, `y`). VASSAL: Can Pivot.

    The point is measured from the middle of the upright piece. The piece then lies on the grid, and gets the key of its
    map. Without a facing inside it, the trait does nothing. With `degrees` 0 the window lets the player turn the piece
    freely.
    """

    x: int
    y: int
    turn: TraitCall
    degrees: int = 90
    back: TraitCall = NO_ENTRY
    back_degrees: int = 270


Across: TypeAlias = Literal["left", "centre", "right"]
Down: TypeAlias = Literal["top", "centre", "bottom"]


class LabelTrait(TraitBase, frozen=True, tag="label"):
    """A text on the piece. VASSAL: Text Label.

    `text` (a template) is its first text. With `change` players write another one; `asks` (a template) is the question
    to them. The property `name` gives the text. The label is at an edge of the piece (`across`, `down`), moved by `dx`,
    `dy` map pixels. It grows from there to the side that `justify_across` and `justify_down` give.

    `names` is a template that changes the name of the piece, in which `Label` is the text of the label. It does so
    always with `names_always`, otherwise while there is a text. In it and in the text, `Name` is the piece's name
    without this change. With `unknown_by_name`, a property that the piece lacks reads as its own name in the property
    and in `Label`, although the label shows nothing for it.
    """

    text: str = ""
    name: str = "Text"
    change: TraitCall = NO_ENTRY
    asks: str = ""
    names: str = ""
    names_always: bool = False
    across: Across = "centre"
    down: Down = "top"
    dx: int = 0
    dy: int = 0
    justify_across: Across = "centre"
    justify_down: Down = "bottom"
    look: TextStyle = TextStyle()
    unknown_by_name: bool = False


class OutlineTrait(TraitBase, frozen=True, tag="outline"):
    """The shape of the traits inside it, for clicks and for outlines of the piece. VASSAL: Non-Rectangular.

    `path` is written as in SVG (`M`, `L`, `Q`, `C`, `Z`) in map pixels from the middle.
    """

    path: str


class Border(TraitBase, frozen=True, tag="border"):
    """A line round the piece while `when` holds. VASSAL: Border Outline."""

    when: str = "true"
    color: str = "warning"
    width: int = 2


class AreaTrait(TraitBase, frozen=True, tag="area"):
    """A shade over the area within a radius of the piece. VASSAL: Area of Effect.

    `radius` is an expression, in places of the grid (without a grid, in map pixels). Players switch it with `toggle`,
    `show` and `hide`, and it begins as `on` says. With `always` there is no switch. `everyone`: all who see the piece
    see it, not only its own side. With `shade` it is not drawn by itself. It is part of the map's shade of that name,
    or is cut out of it.
    """

    name: str = "Area"
    radius: str = "1"
    color: str = "supply"
    opacity_percent: int = 30
    always: bool = True
    on: bool = False
    toggle: TraitCall = NO_ENTRY
    show: TraitCall = NO_ENTRY
    hide: TraitCall = NO_ENTRY
    everyone: bool = True
    shade: str = ""


class Button(TraitBase, frozen=True, tag="button"):
    """A part of the piece that sends a key when it is clicked. VASSAL: Action Button.

    `points` are the corners of its outline in map pixels from the middle; without points it is the whole piece. `menu`:
    the click opens the piece's menu instead.
    """

    key: str = ""
    points: tuple[tuple[int, int], ...] = ()
    menu: bool = False
