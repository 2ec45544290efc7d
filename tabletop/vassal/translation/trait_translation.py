"""Tools to translate one trait: they translate texts, look up names and record differences."""

from typing import Final, Protocol, TypeAlias

from msgspec.structs import replace

from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.trait_base import NO_ENTRY, TraitCall
from tabletop.vassal.expressions import (
    FieldFacts,
    LooksAt,
    TranslatedField,
    translate_expression,
    translate_format,
    translate_match,
    widest,
)
from tabletop.vassal.expressions.plain_texts import said
from tabletop.vassal.files.scalars import Color, Key, whole
from tabletop.vassal.import_report import EXACT, Verdict, approximated

Given: TypeAlias = tuple[tuple[str, str], ...]
"""Names with a meaning in one field only, each with our expression for it."""

INK: Final = "#000000"


class TraitReferences(Protocol):
    """The things that the traits of a module refer to, by their names in the new module."""

    leading_zeros_stay: bool
    offers_blanks: bool
    """True if VASSAL offers empty choices."""
    lays_anew: bool
    """True if pieces are new, as in a module; false if they are in play, as in a save."""
    sending_moves: bool
    """True if a piece that sends itself elsewhere is marked as moved, and leaves a trail."""
    others_unmask: str
    """The condition under which others may unmask pieces; an empty one never holds."""
    maps: frozenset[str]
    """The names of the module's maps, as VASSAL has them."""

    def picture(self, name: str, where: str) -> str | None:
        """Return the file of a picture by VASSAL's name for it; None if there is none."""

    def stand_in(self, words: str) -> str | None:
        """Return the file of a plain counter with words on it, for a missing picture; None if there can be none."""

    def size(self, picture: str) -> tuple[int, int] | None:
        """Return the size of a picture, in pixels, by its file; None if it cannot be read."""

    def sound(self, name: str, where: str) -> str | None:
        """Return the file of a sound; None if there is none."""

    def side(self, name: str) -> str | None:
        """Return the id of a side; None if the game does not have it."""

    def piece(self, spec: str, gpid: str, where: str) -> str | None:
        """Return the id of a marker's kind, given its definition or the path of its slot; None if there is no such
        kind.
        """

    def note_format(self, text: str, field: FieldFacts, ours: str) -> None:
        """Remember the template made from a text in a field, so that translations of the text can be imported."""

    def pattern(self, prototype: str, parameters: str, where: str) -> str | None:
        """Return the id of the pattern for a prototype; None if it does not exist."""


class Inactive(Exception):  # noqa: N818 - it is an answer, not an error
    """An exception for a trait that cannot be imported.

    The message is the reason. `greyed` is its disabled menu entry.
    """

    def __init__(self, why: str, greyed: TraitCall = NO_ENTRY) -> None:
        super().__init__(why)
        self.greyed = greyed


class TraitTranslation:
    """A translator of one trait, which translates texts, looks up names and records differences from VASSAL.

    `where` is the place of the piece in the module. `looks_at` collects the reach of its expressions.
    """

    def __init__(self, module: TraitReferences, where: str) -> None:
        self.module = module
        self.where = where
        self.looks_at: LooksAt = "itself"
        self._differs: dict[str, None] = {}

    @property
    def verdict(self) -> Verdict:
        """The verdict on the trait, from the differences recorded so far."""
        return approximated("; ".join(self._differs)) if self._differs else EXACT

    def differs(self, how: str) -> None:
        """Record a difference of the translation from VASSAL."""
        self._differs[how] = None

    def picture(self, name: str) -> Image | None:
        """Return a picture by its name; None if there is none."""
        found = self.module.picture(name, self.where) if name else None
        return Image(found) if found else None

    def back(self, name: str, words: str) -> Image | None:
        """Return the picture of a mask; None if it names none. If the picture is missing, return a plain counter with
        the masked name.
        """
        found = self.picture(name)
        stand_in = self.module.stand_in(words) if name and found is None else None
        return Image(stand_in) if stand_in else found

    def sides(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of sides. Those that the game does not have are left out."""
        return tuple(side for name in names if (side := self.module.side(name)))

    # texts in VASSAL's languages

    def expression(self, text: str, given: Given = ()) -> str:
        """Return the translation of a calculated field."""
        return self._noted(translate_expression(text, self._field(given)))

    def followed(self, text: str) -> str:
        """Return the translation of a field in which a bare word is the name of a property."""
        is_name = not ("$" in text or text.strip().startswith("{") or whole(text.strip()) is not None)
        return self.property(text.strip()) if is_name and text.strip() else self.expression(text)

    def number(self, text: str, usual: str = "0") -> str:
        """Return the translation of a calculated field that gives a number; `usual` if it is blank."""
        return self.expression(text) if text.strip() else usual

    def format(self, text: str, given: Given = ()) -> str:
        """Return the template for a field in which names between dollar signs are filled in."""
        return self._filled_in(text, self._field(given))

    def report(self, text: str, given: Given) -> str:
        """Return the template for a report, in which `$oldStrength$` is the strength before the action."""
        return self._filled_in(said(text), replace(self._field(given), reports=True))

    def bare_format(self, text: str, given: Given = ()) -> str:
        """Return the expression for a text with names between dollar signs. An unknown name is left as a word."""
        return self._noted(translate_expression(text, self._field(given, shown=False)))

    def name_of(self, text: str) -> str:
        """Return the template for a field that names a map, deck, zone or place, or calculates its name."""
        return self._noted(translate_format(text, self._field((), shown=False)))

    def match(self, text: str, given: Given = ()) -> str:
        """Return a condition on the piece itself; "" for one that always holds."""
        return self._noted(translate_match(text, self._field(given))) if text.strip() else ""

    def filter(self, text: str) -> str:
        """Return a condition on other pieces, in which names between dollar signs belong to the acting piece.

        Returns "" for a condition that always holds.
        """
        return self._noted(translate_match(text, self._field((), of_others=True))) if text.strip() else ""

    def property(self, name: str) -> str:
        """Return a property of the piece, by VASSAL's name for it, as an expression."""
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        return self.expression(f'{{GetProperty("{escaped}")}}')

    def _field(self, given: Given, *, shown: bool = True, of_others: bool = False) -> FieldFacts:
        return FieldFacts(given, self.module.leading_zeros_stay, shown, of_others, maps=self.module.maps)

    def _filled_in(self, text: str, field: FieldFacts) -> str:
        ours = self._noted(translate_format(text, field))
        self.module.note_format(text, field, ours)
        return ours

    def _noted(self, translated: TranslatedField) -> str:
        self.looks_at = widest((self.looks_at, translated.looks_at))
        for how in translated.approximations:
            self.differs(how)
        if translated.problem:
            self.differs(f"'{translated.original}' does nothing here: it {translated.problem}")
        return translated.ours


def plain(text: str) -> str:
    """Return the template that gives exactly this text."""
    return text.replace("{", "{{").replace("}", "}}")


def quoted(text: str) -> str:
    """Return the expression that gives exactly this text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def negated(number: str) -> str:
    """Return a number, or an expression for one, with its sign reversed. VASSAL counts upwards, we count downwards."""
    return f"-({number})" if whole(number) is None else str(-int(number))


def entry(menu: str, key: Key) -> TraitCall:
    """Return the call of a trait. A trait without a key cannot be called, even if VASSAL shows its entry."""
    return TraitCall(key.text, plain(menu)) if key else NO_ENTRY


def colour(held: Color | None, otherwise: str = INK) -> str:
    """Return a colour as our traits write it; `otherwise` if there is none."""
    return held.text if held is not None else otherwise
