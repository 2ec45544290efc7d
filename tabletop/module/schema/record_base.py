"""The basic values in module files: text, names, whole and half numbers, yes and no, colours.

Module files are read as text, so that hex 0412, the side NO and the time 12:30 stay as the author wrote them. Each type
here turns that text into a value, or says what kind of value was expected.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from typing import Annotated, Final, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tabletop.game.state.values import Value
from tabletop.module.source import unsafe_name

LONGEST_NAME: Final = 120
MOST_DIGITS: Final = 15

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_WHOLE = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
_HALVES = re.compile(r"(?P<sign>[+-]?)(?:(?P<whole>0|[1-9][0-9]*)(?P<half>\.0|\.5|½| 1/2)?|(?P<only>½|1/2))")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_KNOWN_NAME = re.compile(r"[^:/\\]+")
_MODULE_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""The form of a module's id."""

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_BASIS = re.compile(r"source(/\S.*)?|authored/\S.*")
_YES_NO: Final = {"yes": True, "true": True, "no": False, "false": False}


def refuse(expected: str, *, known: Iterable[str] = (), offset: int = 0) -> PydanticCustomError:
    """Return the error by which a validator says which value it expected.

    `known` are the names that are valid, so that the nearest one can be offered. `offset` is the number of characters
    of the text before the mistake.
    """
    return PydanticCustomError(
        "expected", "expected {expected}", {"expected": expected, "known": tuple(known), "offset": offset}
    )


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise refuse("text")
    if given.isascii() and given.isprintable():
        return given
    control = _CONTROL.search(given)
    if control:
        raise refuse("text without control characters", offset=control.start())
    return unicodedata.normalize("NFC", given)


def _name(given: object) -> str:
    text = _text(given) if isinstance(given, str) else ""
    if not text or text != text.strip() or "\n" in text or "\t" in text or len(text) > LONGEST_NAME:
        raise refuse(f"a name: one line of at most {LONGEST_NAME} characters, no space before or after")
    return text


def _file_name(given: object) -> str:
    name = _text(given) if isinstance(given, str) else ""
    if not name or unsafe_name(name) is not None:
        raise refuse("the name of a file inside the module, for example 'images/map.png'")
    return name


def _maybe_file_name(given: object) -> str:
    return "" if given == "" else _file_name(given)


def _id(given: object) -> str:
    if not isinstance(given, str) or not _ID.fullmatch(given):
        raise refuse("an id: at most 64 letters a to z, digits, - and _, beginning with a letter or digit")
    return given


def _known_name(given: object) -> str:
    name = _name(given)
    if not _KNOWN_NAME.fullmatch(name):
        raise refuse("a name without any of the characters : / \\ in it")
    return name


def _module_id(given: object) -> str:
    if not isinstance(given, str) or not _MODULE_ID.fullmatch(given):
        raise refuse("a module's id: at most 64 small letters, digits and _, beginning with a letter")
    return given


def _whole(given: object) -> int:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if not isinstance(given, str) or not _WHOLE.fullmatch(given):
        raise refuse("a whole number, for example 7 or -2, without leading zeros")
    if len(given.lstrip("+-")) > MOST_DIGITS:
        raise refuse(f"a whole number of at most {MOST_DIGITS} digits")
    return int(given)


def _scalar(given: object) -> Value:
    if not isinstance(given, str):
        if given is None or isinstance(given, int):
            return given
        raise refuse("a text or a whole number")
    bare = given.removeprefix("-")
    if bare.isdigit() and bare.isascii() and len(bare) <= MOST_DIGITS and (given == "0" or bare[0] != "0"):
        return int(given)
    return given


def _yes_no(given: object) -> bool:
    if isinstance(given, bool):
        return given
    answer = _YES_NO.get(given) if isinstance(given, str) else None
    if answer is None:
        raise refuse("yes or no")
    return answer


def _colour(given: object) -> str:
    if not isinstance(given, str) or not _COLOUR.fullmatch(given):
        raise refuse("a colour as '#RRGGBB' (in quotes, because # begins a remark)")
    return given.upper()


def _expression(given: object) -> str:
    from tabletop.expression import ExpressionError, compile_expression

    text = _text(given)
    try:
        compile_expression(text)
    except ExpressionError as error:
        raise refuse(f"an expression that can be understood ({error.message})", offset=error.position or 0) from error
    return text


def _basis(given: object) -> str:
    if not isinstance(given, str) or not _BASIS.fullmatch(given):
        raise refuse("'source', 'source/where' or 'authored/reason'")
    return given


@total_ordering
@dataclass(frozen=True, slots=True)
class Half:
    """A number in steps of one half, counted in halves, for example an anti-aircraft rating of 1½.

    Files write it as 2, 0.5, 1.5, 1/2, 1 1/2 or 1½.
    """

    halves: int

    @classmethod
    def from_text(cls, text: str) -> "Half":
        """Return the number that a text in a file stands for. Raises ValueError if it is not a number of halves."""
        found = _HALVES.fullmatch(text)
        if not found or len(text) > MOST_DIGITS:
            raise ValueError(text)
        halves = 2 * int(found["whole"] or 0) + (found["half"] not in (None, ".0") or found["only"] is not None)
        return cls(-halves if found["sign"] == "-" else halves)

    def __str__(self) -> str:
        """Return it as a decimal, which every reader of YAML takes for a number."""
        sign = "-" if self.halves < 0 else ""
        whole, half = divmod(abs(self.halves), 2)
        return f"{sign}{whole}.5" if half else f"{sign}{whole}"

    def __lt__(self, other: "Half") -> bool:
        return self.halves < other.halves

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _half, serialization=core_schema.to_string_ser_schema(when_used="json")
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "number", "multipleOf": 0.5}, {"type": "string", "pattern": _HALVES_FOR_EDITORS}]}


_HALVES_FOR_EDITORS: Final = r"^[+-]?([0-9]*½|([0-9]+ )?1/2)$"


def _half(given: object) -> Half:
    if isinstance(given, Half):
        return given
    if isinstance(given, str):
        try:
            return Half.from_text(given)
        except ValueError:
            pass
    raise refuse("a number in whole or half steps, for example 2, 0.5 or 1½")


def _written(pattern: str | None = None) -> WithJsonSchema:
    """Return the JSON Schema of a text. It tells editors that the text needs no quotes, even if it looks like a
    number.
    """
    if pattern:
        return WithJsonSchema({"type": ["string", "number", "boolean"], "pattern": f"^(?:{pattern})$"})
    return WithJsonSchema({"type": ["string", "number", "boolean"]})


Text = Annotated[str, BeforeValidator(_text), _written()]
"""Any text, in Unicode's composed form (NFC), without control characters; it may have several lines."""

Name = Annotated[str, BeforeValidator(_name), _written()]
"""A name that players read on the table: one line, not empty."""

FileName = Annotated[str, BeforeValidator(_file_name), _written()]
"""A file of the module, by its path. Nothing outside the module can be named."""

MaybeFileName = Annotated[str, BeforeValidator(_maybe_file_name), _written()]
"""A file of the module, or "" for none."""

PlaceName = Annotated[str, BeforeValidator(_name), _written()]
"""The name of a place on its map: 0412, Pearl Harbor, turn-track.9."""

Id = Annotated[str, BeforeValidator(_id), _written(_ID.pattern)]
"""An id by which files of one module refer to each other's records."""

MapId = Annotated[str, BeforeValidator(_known_name), _written(_KNOWN_NAME.pattern)]
"""The id of a map in scenarios, traits and saved games. In most modules it is a short word."""

SideId = Annotated[str, BeforeValidator(_known_name), _written(_KNOWN_NAME.pattern)]
"""The id of a side in pieces, expressions and saved games. In most modules it is a short word."""

ModuleId = Annotated[str, BeforeValidator(_module_id), _written(_MODULE_ID.pattern)]
"""The id of a module in other modules, in saved games and in Python."""

Whole = Annotated[int, BeforeValidator(_whole)]
"""A whole number. 07 is refused, because it may be meant as a name."""

Count = Annotated[int, Field(ge=0), BeforeValidator(_whole)]
"""A whole number, 0 or more."""

YesNo = Annotated[bool, BeforeValidator(_yes_no), WithJsonSchema({"enum": [True, False, "yes", "no"]})]
"""yes or no; true and false are read too."""

Scalar = Annotated[
    str | int | bool | None,
    BeforeValidator(_scalar),
    WithJsonSchema({"type": ["string", "number", "boolean", "null"]}),
]
"""The value of a property: a whole number if it looks like one, otherwise text. 0412, 007, yes and NO stay text."""

Colour = Annotated[str, BeforeValidator(_colour), WithJsonSchema({"type": "string", "pattern": f"^{_COLOUR.pattern}$"})]
"""A colour as '#RRGGBB'. Its letters become capitals."""

Expr = Annotated[str, BeforeValidator(_expression), _written()]
"""An expression of `tabletop.expression` that compiles."""

Basis = Annotated[
    str, BeforeValidator(_basis), WithJsonSchema({"type": "string", "pattern": f"^(?:{_BASIS.pattern})$"})
]
"""The origin of a value: 'source', 'source/where', or 'authored/reason' if the module's author chose it."""


class Record(BaseModel):
    """A mapping in a module file: its keys are fixed, its value never changes.

    Any record may state the origin of its values. `basis` names fields, of this record or of those inside it, and gives
    each a `Basis`. If several apply, the nearest one counts. A single `Basis` applies to the whole record.
    `tabletop.module.documents.value_basis` counts the authored values.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    basis: dict[Name, Basis] | Basis | None = None


R = TypeVar("R", bound=Record)


def usual(record: type[R]) -> R:
    """Return a record with only defaults.

    It is not checked, because pydantic would have to build the check first, which would delay the program's start.
    """
    return record.model_construct()
