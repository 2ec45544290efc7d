"""The translation of traits that act when the piece gets a key."""

from typing import Final, Literal, TypedDict

from tabletop.game.traits import Trait
from tabletop.game.traits import action_traits as ours
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.traits.trait_base import GivenValue, TraitCall
from tabletop.vassal.expressions.piece_properties import own_name
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.traits import vassal_actions
from tabletop.vassal.traits.trait_parts import Parameter
from tabletop.vassal.translation.command_targets import target
from tabletop.vassal.translation.trait_translation import Given as Names
from tabletop.vassal.translation.trait_translation import Inactive, TraitTranslation, entry, negated, plain

REPORTED: Final[Names] = (
    ("location", "Location"),
    ("oldLocation", "OldLocation"),
    ("mapName", "MapName"),
    ("oldMapName", "OldMap"),
    ("pieceName", "OldName"),
    ("oldPieceName", "Before_Name"),
    ("newPieceName", "Name"),
    ("menuCommand", "Menu"),
)
"""The names that are known only in reports. There, `old` before the name of any property means its earlier value."""

_NULL: Final = "null"
_EMPTY: Final = "+/null/piece;;;;/null;0;0;;0"
"""The definition of an empty piece."""

_WHERE: Final[tuple[ours.Where, ...]] = ("top", "bottom", "above", "below")
_CHOSEN: Final[dict[str, Literal["drop-this", "drop-all", "only-this"]]] = {
    "D": "drop-this",
    "A": "drop-all",
    "S": "only-this",
}


def trigger(trait: vassal_actions.TriggerAction, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that sends the piece keys."""
    made = ours.Trigger(
        sends=tuple(key.text for key in trait.sent if key),
        name=trait.label,
        call=entry(trait.menu, trait.key),
        hears=tuple(key.text for key in trait.watched if key),
        when=taking.match(trait.match),
        loop=_loop(trait, taking) if trait.loop else None,
    )
    index = made.loop.index if made.loop is not None else None
    dead = (
        (ours.Trigger(call=TraitCall(menu=plain(trait.menu)), when=made.when),) if trait.menu and not trait.key else ()
    )
    return (*((OwnProperty(index.name, 0),) if index is not None else ()), made, *dead)


def _loop(trait: vassal_actions.TriggerAction, taking: TraitTranslation) -> ours.Loop:
    match trait.loop_type:
        case "while":
            rounds: ours.Rounds = ours.While(taking.match(trait.while_match) or "true")
        case "until":
            rounds = ours.Until(taking.match(trait.until_match) or "true")
        case _:
            rounds = ours.Times(rounds_of(taking.number(trait.count)))
    index = None
    if trait.index and trait.index_property:
        start, step = taking.number(trait.index_start, "1"), taking.number(trait.index_step, "1")
        index = ours.Index(own_name(trait.index_property), start, step)
    return ours.Loop(rounds, trait.before_key.text, trait.after_key.text, index)


def rounds_of(count: str) -> str:
    """Return the number of rounds of a counting loop as an expression. A text that is not a number counts as 0."""
    return f"number({count}, 0)" if whole(count) is None else count


def global_command(trait: vassal_actions.CounterGlobalKeyCommand, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that sends a key to other pieces."""
    made = ours.GlobalCommand(
        sends=plain(trait.sent.text),
        call=entry(trait.menu, trait.key),
        target=target(trait, taking),
        given=_given(trait.parameters, taking),
        reads="table",
        quiet=trait.single_report,
        mute=trait.quiet,
    )
    return (made,)


def _given(parameters: tuple[Parameter, ...], taking: TraitTranslation) -> tuple[GivenValue, ...]:
    return tuple(
        GivenValue(own_name(one.name), taking.expression(one.value) if one.value else '""')
        for one in parameters
        if one.name
    )


def press_key(trait: vassal_actions.GlobalHotKey, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that presses a key of the window."""
    return (ours.PressKey(plain(trait.pressed.text), entry(trait.menu, trait.key)),)


def report(trait: vassal_actions.ReportState, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that reports something."""
    made = ours.ReportTrait(
        keys=tuple(key.text for key in trait.keys if key),
        text=taking.report(trait.text, REPORTED),
        texts=tuple(taking.report(text, REPORTED) for text in trait.texts) if trait.cycle >= 0 else (),
        back=tuple(key.text for key in trait.back_keys if key),
        start=max(trait.cycle, 0),
        even_when_quiet=trait.even_when_quiet,
    )
    return (made,)


HEARD: Final = (".wav", ".mp3", ".flac", ".ogg", ".au", ".snd", ".aif", ".aiff", ".aifc")
"""The endings of sound files that the window plays."""


def unheard(clip: str) -> str:
    """Return the remark on a sound file that the window cannot play; "" if it can play it."""
    return "" if clip.lower().endswith(HEARD) else f"the window cannot play '{clip}'; it reports the sound instead"


def sound(trait: vassal_actions.PlaySound, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that plays a sound. Its file may be calculated. A missing sound still has its menu entry."""
    if "$" in trait.clip or trait.clip.startswith("{"):
        clip = taking.format(trait.clip)
        taking.differs(f"the sound file must have exactly the name that '{trait.clip}' gives")
    else:
        found = taking.module.sound(trait.clip, taking.where)
        clip = plain(trait.clip if found is None else found)
        if found is None:
            taking.differs(f"its sound '{trait.clip}' is missing: nothing is heard")
        elif unheard(trait.clip):
            taking.differs(unheard(trait.clip))
    return (ours.Sound(clip, entry(trait.menu, trait.key), trait.everyone, trait.even_when_quiet),)


def place_marker(trait: vassal_actions.VassalPlaceMarker, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that puts a new piece at this one's point, or at an offset from it. VASSAL counts the offset
    upwards, we count downwards.
    """
    made = ours.PlaceMarker(
        kind=_kind(trait, taking),
        call=entry(trait.menu, trait.key),
        **_off(trait, taking),
        where=_WHERE[trait.place] if 0 <= trait.place < len(_WHERE) else "top",
        turned=trait.match_rotation,
        copies=trait.copy_properties,
        given=_given(trait.parameters, taking),
        then=trait.after_key.text,
    )
    return (made, *_said(trait))


class _Off(TypedDict):
    """The offset of a new piece."""

    dx: int | str
    dy: int | str
    together: bool


def _off(trait: vassal_actions.VassalPlaceMarker, taking: TraitTranslation) -> _Off:
    """Return the offset of a new piece.

    VASSAL writes the pieces of a module in its newest form, in which the offset always counts.
    """
    dx, dy = taking.number(trait.dx), negated(taking.number(trait.dy))
    joins = trait.joins_anyway and not taking.module.lays_anew
    return _Off(dx=_number(dx), dy=_number(dy), together=joins or dx == dy == "0")


def _number(expression: str) -> int | str:
    found = whole(expression)
    return expression if found is None else found


def _said(trait: vassal_actions.VassalPlaceMarker) -> tuple[Trait, ...]:
    """Return the report of a new piece in old modules."""
    if trait.text == _NULL or not trait.key:
        return ()
    said = f"* {{Location}}:  {{Name}} {plain(trait.text)} *"
    return (ours.ReportTrait((trait.key.text,), said, even_when_quiet=True),)


def replace(trait: vassal_actions.VassalReplace, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that replaces this piece with a new one. The new piece may take over the state and
    the rotation of the old one.
    """
    matches: Literal["nothing", "all", "inside"] = "nothing"
    if trait.match_rotation:
        matches = "inside" if trait.above else "all"
    made = ours.Replace(
        kind=_kind(trait, taking),
        call=entry(trait.menu, trait.key),
        **_off(trait, taking),
        where=_WHERE[trait.place] if 0 <= trait.place < len(_WHERE) else "top",
        turned=trait.match_rotation,
        matches=matches,
        by_name=trait.copy_properties,
        given=_given(trait.parameters, taking),
        then=trait.after_key.text,
    )
    return (made, *_said(trait))


def _kind(trait: vassal_actions.VassalPlaceMarker, taking: TraitTranslation) -> str:
    """Return the kind of the new piece. As in VASSAL, a missing kind is an empty piece. Raises `Inactive` if none is
    named.
    """
    if trait.spec == _NULL:
        raise Inactive("it names no piece", entry(trait.menu, trait.key))
    found = taking.module.piece(trait.spec, trait.gpid, taking.where)
    if found is None:
        found = taking.module.piece(_EMPTY, trait.gpid, taking.where)
        taking.differs(f"there is no piece '{trait.spec}': as in VASSAL an empty piece appears instead")
    if found is None:
        raise Inactive(f"there is no piece '{trait.spec}'", entry(trait.menu, trait.key))
    return found


def clone(trait: vassal_actions.VassalClone, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that puts a copy of the piece on top of it."""
    return (ours.Clone(entry(trait.menu, trait.key)),)


def delete(trait: vassal_actions.VassalDelete, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that removes the piece from play."""
    return (ours.Delete(entry(trait.menu, trait.key)),)


def choose(trait: vassal_actions.Deselect, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that changes which pieces are selected."""
    return (ours.ChooseTrait(entry(trait.menu, trait.key), _CHOSEN.get(trait.what, "drop-this"), trait.unstack),)


def submenu(trait: vassal_actions.SubMenu, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that gathers menu entries."""
    return (ours.Submenu(plain(trait.menu), trait.entries),)


def separator(trait: vassal_actions.MenuSeparator, _taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a separator of the menu."""
    return (ours.Separator(trait.key.text),)


def each_place(trait: vassal_actions.MultiLocationCommand, taking: TraitTranslation) -> tuple[Trait, ...]:
    """Translate a trait that offers regions or zones in the menu."""
    made = ours.EachPlace(
        sends="",
        call=TraitCall(trait.key.text),
        label=taking.format(trait.menu),
        of="zones" if trait.of == "locZones" else "regions",
        when=taking.match(trait.match),
        here_only=trait.here_only,
        listed=True,
        sort=taking.format(trait.sorted_by) if trait.sorted_by else "",
        numeric=trait.numeric is True,
        falling=trait.rising is False,
    )
    return (made,)
