"""The behaviour of traits of appearance: layers, facings, labels, areas, and the drawn parts of the piece."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from tabletop.expression import Reader, Template, Value, as_number, as_text, compile_expression, compile_template
from tabletop.expression.tree import Name
from tabletop.game.actions.landing import land_on_grid
from tabletop.game.appearance import drawn_piece
from tabletop.game.appearance.drawn_piece import FaceDrawing, GroupDrawing, ImageDrawing, PlacedDrawing, TextDrawing
from tabletop.game.appearance.outline_paths import strokes
from tabletop.game.appearance.rotation import exact_degrees, facing_degrees, nearest, swung_exactly, turned
from tabletop.game.kinds.kind_builder import Builder, Run, Test, WithNames, Work, number_of, optional
from tabletop.game.traits.appearance_traits import (
    AreaTrait,
    Art,
    Border,
    Button,
    DrawnFace,
    Facing,
    Image,
    LabelTrait,
    Layer,
    Level,
    OutlineTrait,
    Picture,
    Pivot,
)
from tabletop.game.traits.trait_base import TraitCall, is_given
from tabletop.texts import english, text

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.kinds.compiled_kinds import CompiledKind
    from tabletop.game.properties.property_reader import PieceReader


def pictured(picture: Picture, percent: int = 100) -> "Callable[[PieceReader], FaceDrawing | ImageDrawing]":
    """Return a function that gives the picture with its values filled in."""
    if isinstance(picture, Image):
        image = ImageDrawing(picture.path, percent)
        return lambda _reader: image
    return _drawn(picture)


def _drawn(picture: DrawnFace) -> "Callable[[PieceReader], FaceDrawing]":
    templates = tuple((name, compile_template(written)) for name, written in picture.values.items())
    fixed = {name: template.fill(()) for name, template in templates if not template.expressions}
    if len(fixed) == len(templates):
        face = FaceDrawing(picture.template, tuple(fixed.items()))
        return lambda _reader: face
    name = picture.template
    return lambda reader: FaceDrawing(
        name, tuple((key, fixed[key] if key in fixed else template.render(reader)) for key, template in templates)
    )


def _art(trait: Art, builder: Builder) -> None:
    picture = pictured(trait.picture)
    builder.shows.append(lambda reader, shown: shown.append(PlacedDrawing(picture(reader))))


def _layer(trait: Layer, builder: Builder) -> None:
    slot = builder.slot(trait.start if trait.on else -trait.start)
    switched = builder.slot(" ".join(map(str, trait.switched))) if trait.toggles else 0
    level = _layer_level(trait, slot)

    _layer_gives(trait, builder, slot, level)
    for number, one in enumerate(trait.levels):
        if one.names:
            builder.rename(
                compile_template(one.names),
                (slot,),
                lambda reader, number=number: level(reader) == number + 1,  # type: ignore[misc]
            )
    if builder.acts:
        _layer_toggles(trait, slot, switched, builder)
        _layer_calls(trait, slot, builder)
    _layer_shows(trait, builder, level)


def _layer_gives(trait: Layer, builder: Builder, slot: int, level: "Callable[[PieceReader], int]") -> None:
    """Provide the properties of a layer."""
    name = trait.name
    reads = [follows] if (follows := optional(trait.follows)) else []
    names = tuple(one.name for one in trait.levels)
    pictures = tuple(map(_called, trait.levels))

    def shown(of: tuple[str, ...]) -> "Callable[[PieceReader], str]":
        return lambda reader: of[number - 1] if (number := level(reader)) > 0 else ""

    def write(action: "Action", piece: int, value: Value) -> None:
        found = names.index(value) + 1 if value in names else as_number(value)
        if found is not None and 1 <= abs(found) <= len(names):
            action.write(piece, slot, found)

    if not trait.bare and name:
        builder.provide(name, lambda reader: names[max(abs(level(reader)), 1) - 1], (slot,), reads)
        builder.writers[name] = write
    if trait.bare or name:
        builder.provide(f"{name}_Level", level, (slot,), reads)
        builder.provide(f"{name}_Name", shown(names), (slot,), reads)
        builder.provide(f"{name}_Image", shown(pictures), (slot,), reads)
        builder.provide(f"{name}_Active", lambda reader: level(reader) > 0, (slot,), reads)
        builder.writers[f"{name}_Level"] = write


def _called(level: Level) -> str:
    """Return the value of `_Image` for a level: the name of its picture, or its path inside its folder."""
    picture = level.picture
    if level.called or picture is None:
        return level.called
    if isinstance(picture, DrawnFace):
        return picture.template
    return picture.path.partition("/")[2] or picture.path


def _layer_level(trait: Layer, slot: int) -> "Callable[[PieceReader], int]":
    """Return a function that gives the level of the layer, from 1 up; it is negative while the layer is off, and 0
    after a reset to no level.
    """
    count = len(trait.levels)
    follows = optional(trait.follows)

    def own(reader: "PieceReader") -> int:
        held = reader.state[slot]
        return max(-count, min(count, held)) if isinstance(held, int) else 1

    if follows is None:
        return own

    def followed(reader: "PieceReader") -> int:
        held = own(reader)
        value = follows.evaluate(reader)
        found = trait.first if value in (None, "") else as_number(value)
        if found is None:
            return held
        number = max(1, min(count, found - trait.first + 1))
        return number if held > 0 else -number

    return followed


def _layer_calls(trait: Layer, slot: int, builder: Builder) -> None:
    count, loop = len(trait.levels), trait.loop
    reset_to = compile_expression(trait.reset_to)

    def set_to(number: int) -> Callable[[Value], Value]:
        return lambda held: number if isinstance(held, int) and held > 0 else -number

    def step(by: int) -> Run:
        def stepped(held: Value) -> Value:
            level = held if isinstance(held, int) else 1
            number = abs(level) + by
            if number > count:
                number = 1 if loop else count
            elif number < 1:
                number = count if loop else 1
            return number if level > 0 else -number

        return lambda action, piece: action.rewrite(piece, slot, stepped)

    def has_more(by: int) -> Test:
        """Return a test that is true if the layer has another level in this direction, or loops."""
        return lambda reader: loop or 1 <= abs(as_number(reader.state[slot]) or 0) + by <= count

    def reset(action: "Action", piece: int) -> None:
        number = as_number(reset_to.evaluate(action.reader(piece)))
        if number is not None:
            action.write(piece, slot, max(-count, min(count, number)))

    def random(action: "Action", piece: int) -> None:
        number = action.chance.draw(count, f"{builder.name}: {trait.name}") + 1
        action.rewrite(piece, slot, set_to(number))

    def toggle(action: "Action", piece: int) -> None:
        action.rewrite(piece, slot, lambda held: -held if isinstance(held, int) else -1)

    builder.call(trait.toggle, toggle)
    builder.call(trait.up, step(1), has_more(1))
    builder.call(trait.down, step(-1), has_more(-1))
    builder.call(trait.reset, reset)
    builder.call(trait.random, random)


def _layer_toggles(trait: Layer, slot: int, switched: int, builder: Builder) -> None:
    """Add the switches of a layer with several toggles. The layer is on while all of them are on."""

    def switch(number: int) -> Run:
        def run(action: "Action", piece: int) -> None:
            held = set(map(int, as_text(action.state(piece)[switched]).split())) ^ {number}
            action.write(piece, switched, " ".join(map(str, sorted(held))))
            sign = 1 if len(held) == len(trait.toggles) else -1
            action.rewrite(piece, slot, lambda level: sign * abs(level) if isinstance(level, int) else sign)

        return run

    for number, one in enumerate(trait.toggles):
        builder.call(one, switch(number))


def _layer_shows(trait: Layer, builder: Builder, level: "Callable[[PieceReader], int]") -> None:
    pictures = [pictured(one.picture, trait.percent) if one.picture else None for one in trait.levels]
    when = optional(trait.when)

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        number = level(reader)
        picture = pictures[number - 1] if number > 0 else None
        if picture is not None and (when is None or when.test(reader)):
            one = trait.levels[number - 1]
            is_beneath = trait.beneath_if_chosen and reader.id in reader.reading.chosen
            shown.insert(0 if is_beneath else len(shown), PlacedDrawing(picture(reader), one.dx, one.dy))

    builder.shows.append(show)


def degrees_inside(kind: "CompiledKind", trait: object, state: tuple[Value, ...]) -> float:
    """Return the sum of the degrees clockwise by which the facings inside a trait have turned."""
    traits = kind.kind.traits
    reach = next((at for at, other in enumerate(traits) if other is trait or other == trait), 0)
    found = [
        (own, state[slots[0]]) for at, slots in kind.standing if at < reach and isinstance(own := traits[at], Facing)
    ]
    return sum(exact_degrees(held, own.ways if own.ways > 1 else 0) for own, held in found)


def _facing(trait: Facing, builder: Builder) -> None:
    ways = trait.ways if trait.ways > 1 else 0
    slot = builder.slot(trait.start - 1 if ways else trait.start)
    builder.facing = (slot, ways)

    def number(reader: "PieceReader") -> Value:
        held = reader.state[slot]
        if not ways and trait.bare:
            return 1
        return held % ways + 1 if ways and isinstance(held, int) else held

    def degrees(reader: "PieceReader") -> int:
        return facing_degrees(reader.state[slot], ways)

    def whole_degrees(reader: "PieceReader") -> int:
        """Return the whole degrees for the property.

        Degrees of fixed facings are rounded down, those of a bare rotation lose their sign.
        """
        held = reader.state[slot]
        if ways:
            return (held if isinstance(held, int) else 0) % ways * 360 // ways
        return abs(held) if trait.bare and isinstance(held, int) else degrees(reader)

    if not trait.bare:
        builder.provide(trait.name, number, (slot,))
    builder.provide(f"{trait.name}_Facing", number, (slot,))
    builder.provide(f"{trait.name}_Degrees", whole_degrees, (slot,))

    def turn_to(action: "Action", piece: int, value: Value, *, is_degrees: bool) -> Work | None:
        found = as_number(value)
        if found is None:
            return None
        new = turned(0, ways, found) if is_degrees else (found - 1) % ways
        return action.pieces.turn(piece, slot, ways, new)

    def write(action: "Action", piece: int, value: Value) -> None:
        turn_to(action, piece, value, is_degrees=not ways)

    def write_degrees(action: "Action", piece: int, value: Value) -> None:
        turn_to(action, piece, value, is_degrees=True)

    if not trait.bare:
        builder.writers[trait.name] = write
    builder.writers[f"{trait.name}_Facing"] = write
    builder.writers[f"{trait.name}_Degrees"] = write_degrees
    _facing_calls(trait, builder, slot, ways, turn_to)

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        angle = degrees(reader)
        if angle:
            shown[:] = [PlacedDrawing(GroupDrawing(tuple(shown)), degrees=angle)]

    builder.shows.append(show)


def _facing_calls(trait: Facing, builder: Builder, slot: int, ways: int, turn_to: "Callable[..., Work | None]") -> None:
    to = optional(trait.to)

    def step(by: int) -> Run:
        def run(action: "Action", piece: int) -> Work | None:
            held = action.state(piece)[slot]
            number = held if isinstance(held, int) else 0
            return action.pieces.turn(piece, slot, ways, (number + by) % (ways or 360))

        return run

    def random(action: "Action", piece: int) -> Work | None:
        return action.pieces.turn(piece, slot, ways, action.chance.draw(ways or 360, f"{builder.name}: {trait.name}"))

    def turn(action: "Action", piece: int) -> Work | None:
        if to is None and (trait.to_degrees or not ways):
            return by_hand(action, piece)
        value = (
            action.questions.ask(
                text("facing-of", trait=trait.name, most=ways),
                known_as=english("facing-of", trait=trait.name, most=ways),
            )
            if to is None
            else to.evaluate(action.reader(piece))
        )
        return turn_to(action, piece, value, is_degrees=trait.to_degrees or not ways)

    def by_hand(action: "Action", piece: int) -> Work | None:
        now = facing_degrees(action.state(piece)[slot], ways)
        value = action.questions.ask(
            text("degrees-of", trait=trait.name),
            now,
            form="degrees",
            turns=piece,
            known_as=english("degrees-of", trait=trait.name),
        )
        return turn_to(action, piece, value, is_degrees=True)

    builder.call(trait.by_hand, by_hand, in_play=True)
    builder.call(trait.clockwise, step(1))
    builder.call(trait.counterclockwise, step(-1))
    builder.call(trait.random, random)
    builder.call(trait.turn_to, turn, in_play=not ways)


def _how_far(action: "Action", piece: int, about: tuple[int, int]) -> int:
    """Return the degrees clockwise by which the player wants to turn a piece about a point."""
    question, known_as = text("degrees-clockwise"), english("degrees-clockwise")
    answer = action.questions.ask(question, 0, form="degrees", turns=piece, about=about, known_as=known_as)
    return as_number(answer) or 0


def _pivot(trait: Pivot, builder: Builder) -> None:
    facing = builder.facing
    if facing is None:
        for entry in (trait.turn, trait.back):
            builder.call(entry, _does_nothing, _is_never)
        return
    slot, ways = facing

    def run(by: int) -> Run:
        def pivot(action: "Action", piece: int) -> Work | None:
            held = action.state(piece)[slot]
            before = swung_exactly(trait.x, trait.y, exact_degrees(held, ways))
            about = nearest(before[0]), nearest(before[1])
            angle = by or _how_far(action, piece, about)
            new = turned(held, ways, angle)
            after = swung_exactly(trait.x, trait.y, exact_degrees(new, ways))
            action.pieces.turn(piece, slot, ways, new)
            at = action.table.whereabouts(piece)
            if at.map < 0:
                return None
            x, y = (nearest(old - new) for old, new in zip(before, after, strict=True))
            land_on_grid(action, (piece,), at.map, at.x + x, at.y + y)
            return action.pieces.arrival(piece)

        return pivot

    builder.call(trait.turn, run(trait.degrees))
    builder.call(trait.back, run(trait.back_degrees))


def _does_nothing(_action: "Action", _piece: int) -> None:
    """Do nothing, because the piece has no facing that could be turned."""


def _is_never(_reader: "PieceReader") -> bool:
    return False


def _label(trait: LabelTrait, builder: Builder) -> None:
    start, asks = compile_template(trait.text), compile_template(trait.asks)
    reads = start.expressions
    without = builder.provides["Name"]
    slots: tuple[int, ...] = ()

    def filled(template: Template, reader: "PieceReader", *, by_name: bool = False) -> str:
        knowing = WithNames(reader, {"Name": without(reader)}) if "Name" in template.reads else reader
        return _filled_by_name(template, knowing) if by_name else template.render(knowing)

    if is_given(trait.change):
        slot = builder.slot(trait.text)
        slots = (slot,)

        def label_of(reader: "PieceReader", *, by_name: bool = False) -> str:
            held = as_text(reader.state[slot])
            return filled(start if held == trait.text else compile_template(held), reader, by_name=by_name)

        def write(action: "Action", piece: int, value: Value) -> None:
            action.write(piece, slot, as_text(value).replace("{", "{{").replace("}", "}}"))

        def change(action: "Action", piece: int) -> None:
            reader = action.reader(piece)
            answer = action.questions.ask(asks.render(reader) or f"{trait.name}?", label_of(reader), may_be_left=True)
            if answer is not None:
                write(action, piece, answer)

        builder.writers[trait.name] = write
        builder.call(trait.change, change)
    else:

        def label_of(reader: "PieceReader", *, by_name: bool = False) -> str:
            return filled(start, reader, by_name=by_name)

    told = partial(label_of, by_name=True) if trait.unknown_by_name else label_of
    builder.provide(trait.name, told, slots, reads)
    if slots:
        builder.asking.add(trait.name)  # a label written by players may read any property
    if trait.names:
        when = None if trait.names_always else lambda reader: bool(label_of(reader))
        builder.rename(compile_template(trait.names), slots, when, label=told)

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        written = label_of(reader)
        if written:
            edges = trait.across, trait.down, trait.justify_across, trait.justify_down
            what = TextDrawing(written, *edges, trait.look, covers=not trait.change.key)
            shown.append(PlacedDrawing(what, trait.dx, trait.dy, trait.look.degrees))

    builder.shows.append(show)


def _filled_by_name(template: Template, reader: Reader) -> str:
    """Return a text in which an unknown property is replaced by its own name."""
    values = zip(template.evaluate(reader), template.expressions, strict=True)
    return template.fill(
        tuple(each.tree.name if value is None and isinstance(each.tree, Name) else value for value, each in values)
    )


def _outline(trait: OutlineTrait, builder: Builder) -> None:
    strokes(trait.path)  # a path that cannot be read is a mistake of the module
    shape = PlacedDrawing(drawn_piece.OutlineDrawing(trait.path))
    builder.shows.append(lambda _, shown: shown.append(shape))


def _border(trait: Border, builder: Builder) -> None:
    when = compile_expression(trait.when)
    line = PlacedDrawing(drawn_piece.BorderDrawing(trait.color, trait.width))

    def show(reader: "PieceReader", shown: list[PlacedDrawing]) -> None:
        if when.test(reader):
            shown.append(line)

    builder.shows.append(show)


def _area(trait: AreaTrait, builder: Builder) -> None:
    radius = compile_expression(trait.radius)
    slot = None
    if not trait.always:
        slot = builder.slot(trait.on)
        if not trait.everyone:
            builder.private.add(slot)
        switches(builder, slot, trait.toggle, trait.show, trait.hide)
        builder.provide_slot(f"{trait.name}_Active", slot)

    def area(reader: "PieceReader") -> drawn_piece.ShadedArea | None:
        if slot is not None and reader.state[slot] is not True:
            return None
        return drawn_piece.ShadedArea(number_of(radius, reader), trait.color, trait.opacity_percent, trait.shade)

    builder.areas.append(area)


class SwitchEffect(Protocol):
    """The effect that follows when a piece is switched on or off."""

    def __call__(self, action: "Action", piece: int, *, is_on: bool) -> None:
        """Apply the effect."""


def switches(
    builder: Builder,
    slot: int,
    toggle: TraitCall,
    on: TraitCall,
    off: TraitCall,
    *,
    in_play: bool = False,
    then: SwitchEffect | None = None,
) -> None:
    """Add three ways to change a slot: to toggle it, to switch it on, and to switch it off.

    `then` runs after each. `in_play`: see `Builder.call`.
    """

    def run(new: bool | None) -> Run:
        def switch(action: "Action", piece: int) -> None:
            is_on = action.state(piece)[slot] is not True if new is None else new
            action.write(piece, slot, is_on)
            if then is not None:
                then(action, piece, is_on=is_on)

        return switch

    builder.call(toggle, run(None), in_play=in_play)
    builder.call(on, run(True), in_play=in_play)
    builder.call(off, run(False), in_play=in_play)


def _button(trait: Button, builder: Builder) -> None:
    builder.buttons.append(trait)


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {
    AreaTrait: _area,
    Art: _art,
    Border: _border,
    Button: _button,
    Facing: _facing,
    LabelTrait: _label,
    Layer: _layer,
    OutlineTrait: _outline,
    Pivot: _pivot,
}
