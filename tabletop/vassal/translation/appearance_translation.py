"""The translation of traits of appearance."""

from collections.abc import Mapping
from typing import Final

from tabletop.game.appearance.rotation import swung
from tabletop.game.traits import Trait
from tabletop.game.traits import appearance_traits as ours
from tabletop.game.traits.action_traits import Clone, Delete, MenuText, Trigger
from tabletop.game.traits.movement_traits import CameFrom, ClickMemory, MovedMark, Trail
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, NameTrait, OwnProperty
from tabletop.game.traits.trait_base import NO_ENTRY, TextStyle, TraitCall
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.expressions.plain_texts import one_line
from tabletop.vassal.files.scalars import NO_KEY, Key, ctrl, key, whole
from tabletop.vassal.files.sequence import split
from tabletop.vassal.traits import vassal_appearance
from tabletop.vassal.traits.vassal_actions import ActionButton
from tabletop.vassal.traits.vassal_properties import BasicPiece
from tabletop.vassal.translation.outline_notations import svg_path
from tabletop.vassal.translation.trait_translation import TraitTranslation, colour, entry, plain

_ACROSS: Final[dict[str, ours.Across]] = {"l": "left", "c": "centre", "r": "right"}
_DOWN: Final[dict[str, ours.Down]] = {"t": "top", "c": "centre", "b": "bottom"}
_SPREADS_ACROSS: Final[dict[str, ours.Across]] = {"l": "right", "c": "centre", "r": "left"}
_SPREADS_DOWN: Final[dict[str, ours.Down]] = {"t": "bottom", "c": "centre", "b": "top"}
"""The edges of texts: VASSAL names the edge at the anchor, we name the side to which the text grows."""

_ON_A_WHEEL: Final = "its angle is drawn on a wheel, not on the map"
_BOLD: Final = 1
_ITALIC: Final = 2
_NOTED: Final = frozenset(("ClickedX", "ClickedY", "CloneID", "CurrentMatID", "ParentID", "PieceUID", "UniqueID"))
"""The names of stored properties that are not imported as such: the last click, and ids, which change from game to
game.
"""


def basic_piece(trait: BasicPiece, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate the basic piece: its picture and its stored properties.

    Its name is the name of the kind, unless a kind cannot have this name.
    """
    made: list[Trait] = [CameFrom(mats=True), _clicked(dict(trait.kept)), *_of_old(trait)]
    if not trait.gpid.isalnum():
        made.append(MarkTrait({"PieceId": trait.gpid}))
    kept = {own_name(name): value for name, value in trait.kept if not name.startswith("Old") and name not in _NOTED}
    made += [OwnProperty(name, start=value) for name, value in kept.items()]
    if one_line(trait.piece_name, "") != trait.piece_name or not trait.piece_name:
        made.append(NameTrait(plain(trait.piece_name)))
    picture = taking.picture(trait.image)
    return (*made, ours.Art(picture)) if picture else tuple(made)


def _clicked(kept: Mapping[str, str]) -> ClickMemory:
    """Return the trait that remembers the last click on the piece, with its first values."""
    return ClickMemory(whole(kept.get("ClickedX", "")), whole(kept.get("ClickedY", "")))


def _of_old(trait: BasicPiece) -> tuple[Trait, ...]:
    """Return the traits for the keys by which the basic piece of old modules is deleted and cloned."""
    made: list[Trait] = []
    if trait.delete_key:
        made.append(Delete(entry("Delete", ctrl(trait.delete_key[0]))))
    if trait.clone_key:
        made.append(Clone(entry("Clone", ctrl(trait.clone_key[0]))))
    return tuple(made)


def layer(trait: vassal_appearance.Embellishment, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a layer. A property that it follows is calculated each time. A layer with one level has no commands for
    others.
    """
    levels = tuple(_level(trait, *one, taking) for one in zip(trait.images, trait.level_names, strict=True))
    when = ""
    if trait.only_if_property and trait.follows:
        when = _is_set(trait.only_if_property, taking)
        when = when if trait.only_if_state == "true" else f"not ({when})"
    activate, up, down = _keys(trait)
    changes = NO_ENTRY if trait.follows else None
    others = len(levels) > 1
    letters = trait.activate_letters
    several = _strokes(letters, trait.activate_modifiers) if not trait.version and len(letters) > 1 else ()
    made = ours.Layer(
        name=trait.layer,
        levels=levels,
        bare=True,
        start=abs(trait.value),
        on=trait.value > 0,
        up=changes or entry(trait.up_menu if others else "", up),
        down=changes or entry(trait.down_menu if others else "", down),
        reset=changes or entry(trait.reset_menu, trait.reset_key),
        reset_to=taking.number(trait.reset_level, "1"),
        random=changes or entry(trait.random_menu, trait.random_key),
        toggle=NO_ENTRY if trait.always or several else entry(trait.activate_menu, activate),
        toggles=tuple(entry("" if number else trait.activate_menu, one) for number, one in enumerate(several)),
        switched=tuple(letters.index(one) for one in trait.pressed if several and one in letters),
        loop=trait.loop,
        follows=taking.followed(trait.followed) if trait.follows and trait.followed else "",
        first=trait.first,
        when=when,
        percent=max(1, round(trait.scale * 100)),
        beneath_if_chosen=trait.under_when_selected,
    )
    if trait.activate_menu and not (trait.always or activate):
        return made, MenuText(plain(trait.activate_menu))
    return (made, *_other_steps(trait))


def _keys(trait: vassal_appearance.Embellishment) -> tuple[Key, Key, Key]:
    """Return the keys that switch a layer on and off, and that go up and down. If a command has several letters, the
    first counts.
    """
    if trait.version:
        return trait.activate_key, trait.up_key, trait.down_key
    ways = (
        (trait.activate_letters, trait.activate_modifiers),
        (trait.up_letters, trait.up_modifiers),
        (trait.down_letters, trait.down_modifiers),
    )
    activate, up, down = (_strokes(letters[0], held)[0] if letters else NO_KEY for letters, held in ways)
    return activate, up, down


def _strokes(letters: str, modifiers: int) -> tuple[Key, ...]:
    return tuple(key(f"{ord(letter)},{modifiers}") for letter in letters)


def _other_steps(trait: vassal_appearance.Embellishment) -> tuple[Trait, ...]:
    """Return the traits that give a layer's further letters the same effect as the first letter."""
    if trait.version or trait.follows:
        return ()
    ways = ((trait.up_letters, trait.up_modifiers), (trait.down_letters, trait.down_modifiers))
    return tuple(
        Trigger((first.text,), call=TraitCall(other.text))
        for first, *others in (_strokes(letters, held) for letters, held in ways if letters)
        for other in others
    )


def _level(trait: vassal_appearance.Embellishment, image: str, name: str, taking: TraitTranslation) -> ours.Level:
    picture = taking.picture(image)
    inside = picture.path.partition("/")[2] if picture else ""
    return ours.Level(_stripped(name), picture, trait.dx, trait.dy, _renaming(name), "" if inside == image else image)


def _stripped(name: str) -> str:
    """Return the name of a level without the sign that says how it changes the piece's name."""
    return name.removeprefix("+") if name.startswith("+") else name.removesuffix("+")


def _renaming(name: str) -> str:
    """Return the template by which a level changes the piece's name: `+x` is added after it, `x+` before it, `x`
    replaces it.
    """
    first, *second = split(name, "+")
    if not second:
        return plain(first)
    return f"{{Name}}{plain(second[0])}" if not first else f"{plain(first)}{{Name}}"


def facing(trait: vassal_appearance.FreeRotator, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a rotation.

    Freely turned pieces count their degrees counterclockwise in VASSAL, and clockwise here.
    """
    ways = 0 if trait.is_free else max(trait.facings, 1)
    start = round(-float(trait.value)) if trait.is_free else int(trait.value) + 1
    if trait.is_free and trait.set_key:
        taking.differs(_ON_A_WHEEL)
    if trait.is_free and not float(trait.value).is_integer():
        taking.differs("it turns to whole degrees only")
    made = ours.Facing(
        name=trait.rotation,
        bare=True,
        ways=ways,
        start=start,
        clockwise=entry(trait.clockwise_menu, trait.clockwise_key),
        counterclockwise=entry(trait.counterclockwise_menu, trait.counterclockwise_key),
        random=entry(trait.random_menu, trait.random_key),
        turn_to=entry(trait.direct_menu, trait.direct_key),
        to=taking.expression(trait.direct) if trait.direct else "",
        to_degrees=not trait.direct_is_facing,
        by_hand=entry(trait.set_menu, trait.set_key) if trait.is_free else NO_ENTRY,
    )
    return (made,)


def pivot(trait: vassal_appearance.VassalPivot, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that turns the piece about a point: by a fixed angle, or freely."""
    made = ours.Pivot(
        x=trait.x,
        y=trait.y,
        turn=entry(trait.menu, trait.key),
        degrees=round(trait.angle) if trait.fixed else 0,
        back=entry(trait.back_menu, trait.back_key),
        back_degrees=round(trait.back_angle),
    )
    if not trait.fixed:
        taking.differs(_ON_A_WHEEL)
    if round(trait.angle) != trait.angle or round(trait.back_angle) != trait.back_angle:
        taking.differs("it turns by whole degrees")
    return (made,)


def label(trait: vassal_appearance.Labeler, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a text label. In its property, and in the piece's name, unknown names in the text remain unchanged."""
    look = TextStyle(
        size=max(1, trait.size),
        color=colour(trait.color, ""),
        background=colour(trait.background, ""),
        font=trait.font,
        bold=bool(trait.style & _BOLD),
        italic=bool(trait.style & _ITALIC),
        degrees=trait.degrees % 360,
    )
    change = entry(trait.menu, trait.key)
    dx, dy = swung(trait.dx, trait.dy, trait.degrees)
    text, name = taking.format(trait.text), own_name(trait.property)
    reads = taking.bare_format(trait.text)
    tells_name = "PieceName$" in trait.text
    apart = change == NO_ENTRY and text != plain(trait.text) and not tells_name
    made = ours.LabelTrait(
        text=text,
        name="" if apart else name,
        change=change,
        asks=plain(trait.menu) if change != NO_ENTRY else "",
        names=_naming(trait, taking, "Label" if change != NO_ENTRY else reads),
        names_always=True,
        unknown_by_name=change != NO_ENTRY,
        across=_ACROSS.get(trait.across, "centre"),
        down=_DOWN.get(trait.down, "centre"),
        dx=dx,
        dy=dy,
        justify_across=_SPREADS_ACROSS.get(trait.justify_across, "right"),
        justify_down=_SPREADS_DOWN.get(trait.justify_down, "bottom"),
        look=look,
    )
    return (made, ComputedProperty(name, reads)) if apart else (made,)


def _naming(trait: vassal_appearance.Labeler, taking: TraitTranslation, reads: str) -> str:
    """Return the template by which a label changes the piece's name: always, or only if the label has a text; "" if
    it never does.
    """
    name = taking.bare_format(trait.name_format, (("pieceName", "Name"), ("label", reads)))
    if trait.always_format:
        return f"{{{name}}}"
    if not (trait.menu and trait.key):
        return f"{{{name}}}" if trait.text else ""
    return f'{{if(same({reads}, ""), Name, {name})}}'


def outline(trait: vassal_appearance.NonRectangular, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate the shape of the piece. A shape that cannot be read gives no traits."""
    path = svg_path(trait.path, trait.scale)
    return (ours.OutlineTrait(path),) if path else ()


def area(trait: vassal_appearance.AreaOfEffect, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that shades the area within a radius."""
    made = ours.AreaTrait(
        name=trait.area,
        radius=str(trait.radius) if trait.fixed else taking.property(trait.radius_property),
        color=colour(trait.color),
        opacity_percent=max(0, min(100, trait.opacity)),
        always=trait.always,
        on=trait.active,
        toggle=entry(trait.menu, trait.key),
        show=entry(trait.on_menu, trait.on_key),
        hide=entry(trait.off_menu, trait.off_key),
        everyone=trait.everyone,
        shade=one_line(trait.shader, "Shade") if trait.shader else "",
    )
    return (made,)


def border(trait: vassal_appearance.BorderOutline, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a line that is drawn round the piece while its properties are set; always, if the first has no name."""
    when = "true"
    if trait.property:
        when = _is_set(trait.property, taking)
    if trait.property and trait.second_property:
        when = _BOTH.get(trait.both, _BOTH["AND"]).format(when, _is_set(trait.second_property, taking))
    return (ours.Border(when, colour(trait.color), max(1, trait.width)),)


_BOTH: Final = {
    "AND": "({0}) and ({1})",
    "OR": "({0}) or ({1})",
    "XOR": "({0}) != ({1})",
    "NOR": "not ({0}) and not ({1})",
}


def _is_set(name: str, taking: TraitTranslation) -> str:
    """Return the condition that a property has a value other than `false`, 0 and the empty text."""
    value = taking.property(name)
    return " and ".join(f'not same({value}, "{unset}")' for unset in ("", "false", "0"))


def trail(trait: vassal_appearance.Footprint, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that shows the path along which the piece has moved."""
    usual = vassal_appearance.Footprint()
    if (trait.edge_px, trait.edge_shown_px) != (usual.edge_px, usual.edge_shown_px):
        taking.differs("its trail is also drawn beyond the edge of the map")
    if trait.width != round(trait.width):
        taking.differs("its trail is whole pixels wide")
    made = Trail(
        toggle=entry(trait.menu, trait.key),
        show=entry("", trait.on_key),
        hide=entry("", trait.off_key),
        clear=entry("", trait.clear_key),
        shown=trait.shown,
        everyone=trait.everyone,
        color=colour(trait.line),
        width=max(1, round(trait.width)),
        radius=max(0, trait.radius),
        fill=colour(trait.fill) if trait.fill is not None else "",
        opacity_percent=max(0, min(100, trait.opacity)),
        chosen_percent=max(0, min(100, trait.selected_opacity)),
        within_place=trait.ignore_same_location is not True,
    )
    return (made,)


def moved_mark(trait: vassal_appearance.MovementMarkable, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that remembers that the piece has moved. VASSAL gives the upper left corner of its mark; our
    trait gives the middle.
    """
    picture = taking.picture(trait.icon)
    width, height = taking.module.size(picture.path) or (0, 0) if picture else (0, 0)
    made = MovedMark(
        picture=picture.path if picture else "",
        dx=trait.dx + width // 2,
        dy=trait.dy + height // 2,
        toggle=entry(trait.menu, trait.key),
        mark=entry(trait.mark_menu, trait.mark_key),
        clear=entry(trait.clear_menu, trait.clear_key),
        within_place=not trait.ignore_same_location,
    )
    return (made,)


def button(trait: ActionButton, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a part of the piece that can be clicked."""
    return (ours.Button(trait.key.text, () if trait.whole_piece else trait.corners, trait.menu),)
