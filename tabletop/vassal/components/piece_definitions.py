"""Definitions of pieces: their traits as text, with prototypes inserted where they are referred to."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tabletop.vassal.files.sequence import MOST_LEVELS, DepthError, join, levels, nested, split

PROTOTYPE: Final = "prototype;"
LONGEST_DEFINITION: Final = 16 * 1024 * 1024
"""The most characters of a definition, with parameters inserted."""

_DEEPEST_PROTOTYPES: Final = 50
_NO_ID: Final = "null"


class DefinitionError(ValueError):
    """An error for a definition that cannot be read; the message is the end of a sentence about it."""


class RawTrait(Struct, frozen=True, gc=False):
    """A trait as text: its own part of the piece's `type` and `state`."""

    type: str
    state: str = ""

    @property
    def id(self) -> str:
        """The name of the trait: the type up to and including its first semicolon."""
        return trait_id(self.type)


class Definition(Struct, frozen=True):
    """The definition of a piece, a stack or a deck. Its traits are outermost first; `id` is empty in palettes."""

    id: str
    traits: tuple[RawTrait, ...]

    @property
    def basic(self) -> RawTrait:
        """The innermost part: `piece;`, `stack` or `deck;`."""
        return self.traits[-1]

    def written(self) -> str:
        """Return the definition as VASSAL writes it."""
        type_ = nested([trait.type for trait in self.traits])
        state = nested([trait.state for trait in self.traits])
        return f"+/{join((self.id or _NO_ID, type_, state), '/')}"


def trait_id(type_: str) -> str:
    """Return the name of a trait: its type up to and including its first semicolon, or all of it."""
    head, semicolon, _ = type_.partition(";")
    return head + semicolon


def definition(text: str) -> Definition:
    """Return a definition, `+/id/type/state`. Raises `DefinitionError` if it is not one, is too long, or is nested too
    deep.
    """
    if not text.startswith("+/"):
        raise DefinitionError("does not begin with '+/'")
    if len(text) > LONGEST_DEFINITION:
        raise DefinitionError("is longer than any piece")
    id, type_, state, *_ = [*split(text[2:], "/"), "", ""]
    return Definition("" if id == _NO_ID else id, traits(type_, state))


def traits(type_: str, state: str) -> tuple[RawTrait, ...]:
    """Return the traits of a whole type and its state, outermost first; missing states are empty.

    Raises `DefinitionError` if there are more than `MOST_LEVELS`.
    """
    try:
        types = levels(type_)
        states = levels(state, len(types))
    except DepthError as problem:
        raise DefinitionError(str(problem)) from None
    states.extend([""] * (len(types) - len(states)))
    return tuple(map(RawTrait, types, states))


class Prototypes:
    """The prototypes of a module, by name, inserted into definitions in place of references to them.

    As in VASSAL, a prototype's own basic piece is left out. If a reference has parameters, each `$name$` in the
    prototype's text becomes the value of that parameter, or the bare name if there is none. A reference to a prototype
    that is missing adds nothing, nor does a reference of a prototype to itself; `missing` and `circular` are the names
    of these prototypes.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._read: dict[str, tuple[RawTrait, ...]] = {}
        self._done: dict[str, tuple[RawTrait, ...]] = {}
        self.missing: set[str] = set()
        self.circular: set[str] = set()

    def expanded(self, definition: Definition) -> Definition:
        """Return the definition with prototypes inserted. Raises `DefinitionError` if it grows too large."""
        found = tuple(self._expanded(definition.traits, ()))
        return definition if found == definition.traits else Definition(definition.id, found)

    def _expanded(self, traits: tuple[RawTrait, ...], within: tuple[str, ...]) -> Iterator[RawTrait]:
        count = 0
        for trait in traits:
            parts = self._of(trait.type, within) if trait.type.startswith(PROTOTYPE) else (trait,)
            count += len(parts)
            if count > MOST_LEVELS:
                raise DefinitionError(f"has more than {MOST_LEVELS} traits when its prototypes are put in")
            yield from parts

    def _of(self, reference: str, within: tuple[str, ...]) -> tuple[RawTrait, ...]:
        """Return the traits that replace a reference, `prototype;name;parameters`."""
        if (done := self._done.get(reference)) is not None:
            return done
        name, *given = split(reference[len(PROTOTYPE) :], ";")
        if reference in within or len(within) >= _DEEPEST_PROTOTYPES:
            self.circular.add(name)
            return ()
        text = self._texts.get(name)
        if text is None:
            self.missing.add(name)
            return ()
        circular = len(self.circular)
        parts = self._parts(filled(text, parameters(given[0])) if given else text)
        found = tuple(self._expanded(parts, (*within, reference)))
        if len(self.circular) == circular or not within:
            self._done[reference] = found
        return found

    def _parts(self, text: str) -> tuple[RawTrait, ...]:
        if text not in self._read:
            self._read[text] = definition(text).traits[:-1]
        return self._read[text]


def parameters(text: str) -> dict[str, str]:
    """Return the parameters of a reference to a prototype, `name=value,name=value`."""
    pairs = (split(token, "=") for token in split(text, ","))
    return {pair[0]: pair[1] for pair in pairs if len(pair) > 1}


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return the text of a prototype with the values of parameters inserted.

    Raises `DefinitionError` if the result is too long.
    """
    if "$" not in text:
        return text
    tokens = split(text, "$")
    last = len(tokens) - 1
    parts = [values.get(token, token) if index % 2 and index < last else token for index, token in enumerate(tokens)]
    if sum(map(len, parts)) > LONGEST_DEFINITION:
        raise DefinitionError("is longer than any piece when its parameters are put in")
    return "".join(parts)
