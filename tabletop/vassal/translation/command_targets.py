"""The translation of the pieces that a global command reaches (format section 7.5)."""

import re
from typing import Final, Literal, Protocol

from tabletop.game.traits.trait_targets import Comparison, PropertyMatch, Target, Within
from tabletop.vassal.expressions.piece_properties import BUILT_IN, own_name
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.traits.trait_parts import VassalTarget
from tabletop.vassal.translation.trait_translation import TraitTranslation, plain, quoted

_COMPARISONS: Final[dict[str, Comparison]] = {
    "EQUALS": "is",
    "NOT_EQUALS": "is-not",
    "GREATER": ">",
    "GREATER_EQUALS": ">=",
    "LESS": "<",
    "LESS_EQUALS": "<=",
    "MATCH": "matches",
    "NOT_MATCH": "matches-not",
}
_WITHIN: Final[dict[str, Within]] = {
    "CURSTACK": "stack",
    "CURMAP": "here",
    "CURZONE": "zone",
    "CURLOC": "place",
    "MAP": "map",
    "ZONE": "zone",
    "LOCATION": "place",
    "XY": "point",
    "DECK": "holder",
    "CURMAT": "mat",
    "CURATTACH": "attached",
}
_QUOTED: Final = re.compile(r'\{\s*"([^"]*\$[^"]*)"\s*\}')
"""A pattern for a value that is only a text in braces. Names between dollar signs in it are filled in."""

_NAME_IN_QUOTES: Final = re.compile(r'\{\s*"([^"$\\]*)"\s*\}')
"""A pattern for a name that is only a text in braces."""

_NAMED: Final = ("MAP", "ZONE", "LOCATION", "XY")


class ReachingTrait(Protocol):
    """The fields of VASSAL's traits that reach other pieces, under the names used in `tabletop.vassal.traits`."""

    @property
    def target(self) -> VassalTarget:
        """The area and the quick comparison."""

    @property
    def match(self) -> str:
        """The condition that other pieces must meet, written as a property match; may be empty."""

    @property
    def restrict_range(self) -> bool:
        """True if the range is limited."""

    @property
    def range(self) -> int:
        """The range, in hexes or pixels."""

    @property
    def fixed_range(self) -> bool:
        """True if the range is fixed, and not the value of a property."""

    @property
    def range_property(self) -> str:
        """The property that gives the range if it is not fixed."""

    @property
    def decks(self) -> str:
        """The number of pieces of each deck that it reaches, which may be calculated."""


def target(trait: ReachingTrait, taking: TraitTranslation) -> Target:
    """Return the target of a trait: the area to search, the quick comparison, the range, and the condition."""
    to = trait.target
    within: Within = _WITHIN.get(to.within, "everywhere") if to.in_place else "everywhere"
    if within == "map" and not to.map:
        within = "everywhere"
    named = to.in_place and to.within in _NAMED
    reach = ""
    if trait.restrict_range:
        reach = str(trait.range) if trait.fixed_range else taking.property(trait.range_property)
    return Target(
        within=within,
        map=taking.name_of(to.map) if named else "",
        zone=taking.name_of(to.zone) if named and within == "zone" else "",
        place=taking.name_of(to.location) if named and within == "place" else "",
        holder=taking.name_of(to.deck) if within == "holder" else "",
        x=taking.number(to.x) if within == "point" else "",
        y=taking.number(to.y) if within == "point" else "",
        by_name=within in ("zone", "place", "point"),
        link=taking.name_of(to.attachment) if within == "attached" else "",
        which=taking.number(to.attachment_index, "") if within == "attached" else "",
        range=reach,
        match=_match(to, taking) if to.by_property and to.property else None,
        where=taking.filter(trait.match),
        decks=_decks(trait.decks),
        top=taking.number(trait.decks, "") if whole(trait.decks.strip() or "-1") is None else "",
    )


def _match(to: VassalTarget, taking: TraitTranslation) -> PropertyMatch:
    in_quotes = _QUOTED.fullmatch(to.value)
    if in_quotes is not None:
        value = taking.bare_format(in_quotes.group(1))
    elif "$" in to.value or to.value.startswith("{"):
        value = taking.expression(to.value)
    else:
        value = quoted(to.value)
    return PropertyMatch(_compared(to.property, taking), value, _COMPARISONS.get(to.compare, "is"))


def _compared(name: str, taking: TraitTranslation) -> str:
    """Return the compared property, as a template; its name may be calculated."""
    in_quotes = _NAME_IN_QUOTES.fullmatch(name)
    if in_quotes is not None:
        name = in_quotes.group(1)
    elif "$" in name or name.startswith("{"):
        return taking.name_of(name)
    built_in = BUILT_IN.get(name)
    return plain(built_in.ours if built_in is not None and built_in.ours.isidentifier() else own_name(name))


def _decks(text: str) -> Literal["all", "none"] | int:
    """Return the number of pieces of each deck that are reached: all if the number is missing, negative or calculated,
    none if it is 0.
    """
    number = whole(text.strip() or "-1")
    return "all" if number is None or number < 0 else number or "none"
