"""The format of a case file. The meaning of its words is in the other files of this package."""

from typing import Annotated, Final, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue

from rules_assist.rulebook.authored_rules import Data
from tabletop.module.schema.record_base import Id, MapId, ModuleId, Name, Record, Scalar, Text

Said: TypeAlias = JsonValue
"""The raw data of a file: text, lists and mappings."""


def _one_or_more(given: object) -> object:
    return given if isinstance(given, list) else [given]


Saying: TypeAlias = dict[str, Said]
OneOrMore = Annotated[
    tuple[Saying, ...], BeforeValidator(_one_or_more, json_schema_input_type=Saying | tuple[Saying, ...])
]
"""A mapping, or a list of mappings."""


class GivenPiece(Record):
    """A piece on the table: its kind, its place, and its differences from a new piece."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    kind: Name | None = Field(
        None, description="The key of its kind. A piece that the scenario has laid out needs none."
    )
    at: Name | None = Field(None, description="The place, by any of its names.")
    map: MapId | None = Field(None, description="The map; without it, the first map of the module.")


class CasePosition(Record):
    """The position at the start. Further keys are words of the module (`control`, `tracks`)."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    scenario: Id | None = Field(None, description="The scenario that is set up; without it, the table is empty.")
    tracker: dict[Name, tuple[Name, ...]] = Field(
        default_factory=dict, description="The position of a turn tracker: each level by its name or number."
    )
    properties: dict[Name, Scalar] = Field(default_factory=dict)
    places: dict[Name, dict[Name, Scalar]] = Field(
        default_factory=dict, description="Properties of places that play has changed, by the place's name."
    )
    policy: dict[Name, Name] | Name | None = Field(None, description="The strictness of the rules.")
    pieces: dict[Name, GivenPiece] = Field(default_factory=dict, description="Pieces by the names the case uses.")
    frame: Saying | None = Field(None, description="A procedure under way: its id, step and state.")


class SameForRecord(Record):
    """The same case, except for something that a side must not know."""

    side: Name = Field(description="The side that must not notice the difference.")
    given: CasePosition | None = Field(
        None, description="The differences in the given position, as in a case that is like another."
    )
    do: OneOrMore = Field((), description="The steps, if they differ.")
    dice: Said = Field(None, description="The dice, if they differ.")


class CaseRecord(Record):
    """One case: a position, steps and questions, and the expected results."""

    id: Name
    rule: Name | None = None
    remark: Text = ""
    like: Name | None = Field(
        None, description="The case of this file that this one repeats, except for its own entries."
    )
    given: CasePosition | None = None
    options: dict[Id, Scalar] = Field(default_factory=dict, description="The rulings and optional rules in force.")
    for_options: dict[Id, tuple[Scalar, ...]] = Field(
        default_factory=dict,
        description="The case runs once with each of these choices; `when` in `expect` distinguishes them.",
    )
    tables: dict[Name, dict[Name, Said]] = Field(
        default_factory=dict,
        description="Cells of results tables that differ in this case, by table, then `row,column`.",
    )
    do: OneOrMore = ()
    ask: OneOrMore = ()
    dice: Said = None
    expect: OneOrMore = ()
    same_for: SameForRecord | None = Field(
        None, description="The case runs once more with these differences; the side must see and hear the same."
    )
    known_conflict: Name | None = Field(
        None, description="The reason that the published example is wrong. The case must fail."
    )


class CaseFile(Record):
    """A file of cases of one module."""

    module: ModuleId
    options: dict[Id, Scalar] = Field(default_factory=dict)
    cases: tuple[CaseRecord, ...]


def plain_data(said: Said) -> Data:
    """Return the content of a file as plain data, with fractional numbers as texts, as module files are read."""
    if isinstance(said, dict):
        return {key: plain_data(inner) for key, inner in said.items()}
    if isinstance(said, list):
        return tuple(plain_data(inner) for inner in said)
    return str(said) if isinstance(said, float) else said


LONGEST_LIKE: Final = 8
"""The longest chain of cases that are each like the next."""
