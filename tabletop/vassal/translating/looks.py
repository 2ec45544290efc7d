"""Traits of appearance."""

from typing import Final

from tabletop.game.traits import Trait
from tabletop.game.traits import looks as ours
from tabletop.game.traits.base import NO_ENTRY, Written
from tabletop.game.traits.movement import CameFrom, MovedMark, Trail
from tabletop.game.traits.properties import Computed, Mark, Named, OwnProperty
from tabletop.vassal.components.bench import one_line
from tabletop.vassal.properties import own_name
from tabletop.vassal.sequence import split
from tabletop.vassal.traits import looks
from tabletop.vassal.traits.basic import BasicPiece
from tabletop.vassal.traits.commands import ActionButton
from tabletop.vassal.translating.outlines import svg_path
from tabletop.vassal.translating.taking import Taking, colour, entry, plain, quoted

_ACROSS: Final[dict[str, ours.Across]] = {"l": "left", "c": "centre", "r": "right"}
_DOWN: Final[dict[str, ours.Down]] = {"t": "top", "c": "centre", "b": "bottom"}
_BOLD: Final = 1
_ITALIC: Final = 2
_MADE_UP: Final = frozenset(("CloneID", "CurrentMatID", "PieceUID", "UniqueID"))
"""Ids that VASSAL makes up in each game."""


def basic_piece(trait: BasicPiece, taking: Taking) -> tuple[Trait, ...]:
    """The picture at the bottom, and what every piece of VASSAL remembers.

    Its name is the kind's, unless no kind can be called so. What it has kept of earlier clicks it goes on having, as
    its own: pieces of one slot are of one kind, wherever they were clicked.
    """
    made: list[Trait] = [CameFrom()]
    if not trait.gpid.isalnum():
        made.append(Mark({"PieceId": trait.gpid}))
    kept = {own_name(name): value for name, value in trait.kept if not name.startswith("Old") and name not in _MADE_UP}
    made += [OwnProperty(name, start=value) for name, value in kept.items()]
    if one_line(trait.piece_name, "") != trait.piece_name or not trait.piece_name:
        made.append(Named(plain(trait.piece_name)))
    picture = taking.picture(trait.image)
    return (*made, ours.Art(picture)) if picture else tuple(made)


def layer(trait: looks.Embellishment, taking: Taking) -> tuple[Trait, ...]:
    """A layer. What it follows is worked out whenever it is looked at."""
    levels = tuple(_level(trait, *one, taking) for one in zip(trait.images, trait.level_names, strict=True))
    if trait.under_when_selected:
        taking.differs("it is drawn over the others also while the piece is selected")
    when = ""
    if trait.only_if_property:
        when = f"same({taking.property(trait.only_if_property)}, {quoted(trait.only_if_state)})"
    changes = NO_ENTRY if trait.follows else None
    made = ours.Layer(
        name=trait.layer,
        levels=levels,
        bare=True,
        start=abs(trait.value) or 1,
        on=trait.value > 0,
        up=changes or entry(trait.up_menu, trait.up_key),
        down=changes or entry(trait.down_menu, trait.down_key),
        reset=changes or entry(trait.reset_menu, trait.reset_key),
        reset_to=taking.number(trait.reset_level, "1"),
        random=changes or entry(trait.random_menu, trait.random_key),
        toggle=NO_ENTRY if trait.always else entry(trait.activate_menu, trait.activate_key),
        loop=trait.loop,
        follows=taking.followed(trait.followed) if trait.follows else "",
        first=trait.first,
        when=when,
        percent=max(1, round(trait.scale * 100)),
    )
    return (made,)


def _level(trait: looks.Embellishment, image: str, name: str, taking: Taking) -> ours.Level:
    picture = taking.picture(image)
    inside = picture.path.partition("/")[2] if picture else ""
    return ours.Level(_stripped(name), picture, trait.dx, trait.dy, _renaming(name), "" if inside == image else image)


def _stripped(name: str) -> str:
    """A level's name without the sign that says how it changes the piece's."""
    return name.removesuffix("+") if name.endswith("+") else name.removeprefix("+")


def _renaming(name: str) -> str:
    """How a level's name changes the piece's: `+x` stands after it, `x+` before it, `x` in its place."""
    first, *second = split(name, "+")
    if not second:
        return plain(first)
    return f"{{Name}}{plain(second[0])}" if not first else f"{plain(first)}{{Name}}"


def facing(trait: looks.FreeRotator, taking: Taking) -> tuple[Trait, ...]:
    """Rotation. Freely turned pieces count their degrees counterclockwise in VASSAL, and clockwise here."""
    ways = 0 if trait.is_free else max(trait.facings, 1)
    start = round(-float(trait.value)) % 360 if trait.is_free else int(trait.value) + 1
    turn_to, to = entry(trait.direct_menu, trait.direct_key), taking.expression(trait.direct) if trait.direct else ""
    if trait.is_free and trait.set_key:
        if trait.direct_key:
            taking.differs("of its two ways to be set to an angle only the one by hand is there")
        turn_to, to = entry(trait.set_menu, trait.set_key), ""
    made = ours.Facing(
        name=trait.rotation,
        bare=True,
        ways=ways,
        start=start,
        clockwise=entry(trait.clockwise_menu, trait.clockwise_key),
        counterclockwise=entry(trait.counterclockwise_menu, trait.counterclockwise_key),
        random=entry(trait.random_menu, trait.random_key),
        turn_to=turn_to,
        to=to,
        to_degrees=not trait.direct_is_facing,
    )
    return (made,)


def pivot(trait: looks.Pivot, taking: Taking) -> tuple[Trait, ...]:
    """Turning about a point; freely, if the angle is not fixed."""
    made = ours.Pivot(
        x=trait.x,
        y=trait.y,
        turn=entry(trait.menu, trait.key),
        degrees=round(trait.angle) if trait.fixed else 0,
        back=entry(trait.back_menu, trait.back_key),
        back_degrees=round(trait.back_angle),
    )
    if round(trait.angle) != trait.angle or round(trait.back_angle) != trait.back_angle:
        taking.differs("it turns by whole degrees")
    return (made,)


def label(trait: looks.Labeler, taking: Taking) -> tuple[Trait, ...]:
    """A text label. As a property, and in the piece's name, what its text does not know reads as its bare name."""
    look = Written(
        size=max(1, trait.size),
        color=colour(trait.color),
        background=colour(trait.background, ""),
        font=trait.font,
        bold=bool(trait.style & _BOLD),
        italic=bool(trait.style & _ITALIC),
        degrees=trait.degrees % 360,
    )
    change = entry(trait.menu, trait.key)
    text, name = taking.format(trait.text), own_name(trait.property)
    reads = taking.bare_format(trait.text)
    apart = change == NO_ENTRY and text != plain(trait.text)
    made = ours.Label(
        text=text,
        name="" if apart else name,
        change=change,
        names=_naming(trait, taking, "Label" if change != NO_ENTRY else reads),
        names_always=True,
        across=_ACROSS.get(trait.across, "centre"),
        down=_DOWN.get(trait.down, "top"),
        dx=trait.dx,
        dy=trait.dy,
        justify_across=_ACROSS.get(trait.justify_across, "centre"),
        justify_down=_DOWN.get(trait.justify_down, "bottom"),
        look=look,
    )
    return (made, Computed(name, reads)) if apart else (made,)


def _naming(trait: looks.Labeler, taking: Taking, reads: str) -> str:
    """How a label changes the piece's name."""
    name = taking.bare_format(trait.name_format, (("pieceName", "Name"), ("label", reads)))
    return f"{{{name}}}" if trait.always_format else f'{{if(same({reads}, ""), Name, {name})}}'


def outline(trait: looks.NonRectangular, _taking: Taking) -> tuple[Trait, ...]:
    """The shape of the piece; its picture, if the path names one, gave the shape and is of no more use."""
    path = svg_path(trait.path, trait.scale)
    return (ours.Outline(path),) if path else ()


def area(trait: looks.AreaOfEffect, taking: Taking) -> tuple[Trait, ...]:
    """Shades what lies within a radius."""
    if trait.shader:
        taking.differs(f"it is shaded by itself, not by the map's shading '{trait.shader}'")
    made = ours.Area(
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
    )
    return (made,)


def border(trait: looks.BorderOutline, taking: Taking) -> tuple[Trait, ...]:
    """A line round the piece while its properties are true; one without a name is never in the way."""
    tests = [f'same({taking.property(name)}, "true")' for name in (trait.property, trait.second_property) if name]
    when = (" and " if trait.both == "AND" else " or ").join(tests)
    return (ours.Border(when or "true", colour(trait.color), max(1, trait.width)),)


def trail(trait: looks.Footprint, _taking: Taking) -> tuple[Trait, ...]:
    """The way the piece has come."""
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
        within_place=trait.ignore_same_location is not True,
    )
    return (made,)


def moved_mark(trait: looks.MovementMarkable, taking: Taking) -> tuple[Trait, ...]:
    """Remembers that the piece has moved."""
    picture = taking.picture(trait.icon)
    made = MovedMark(
        picture=picture.path if picture else "",
        dx=trait.dx,
        dy=trait.dy,
        toggle=entry(trait.menu, trait.key),
        mark=entry(trait.mark_menu, trait.mark_key),
        clear=entry(trait.clear_menu, trait.clear_key),
        within_place=not trait.ignore_same_location,
    )
    return (made,)


def button(trait: ActionButton, _taking: Taking) -> tuple[Trait, ...]:
    """A part of the piece that is clicked."""
    return (ours.Button(trait.key.text, () if trait.whole_piece else trait.corners, trait.menu),)
