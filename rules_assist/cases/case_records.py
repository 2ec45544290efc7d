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

    kind: Name | None = Field(None, description="Its kind, by key; not for a piece that the scenario has laid out.")
    at: Name | None = Field(None, description="The place, by any of its names.")
    map: MapId | None = Field(None, description="The map; the first of the module, if left out.")


class CasePosition(Record):
    """The position at the start. Further keys are words of the module (`control`, `tracks`)."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    scenario: Id | None = Field(None, description="A scenario, set up; without one the table is empty.")
    tracker: dict[Name, tuple[Name, ...]] = Field(
        default_factory=dict, description="Where a turn tracker stands: each level by its name or number."
    )
    properties: dict[Name, Scalar] = Field(default_factory=dict)
    policy: dict[Name, Name] | Name | None = Field(None, description="How strictly the rules are taken.")
    pieces: dict[Name, GivenPiece] = Field(default_factory=dict, description="Pieces by the names the case uses.")
    frame: Saying | None = Field(None, description="A procedure under way: its id, step and state.")


class SameForRecord(Record):
    """The same case, except for something that a side must not know."""

    side: Name = Field(description="Who may not be able to tell.")
    given: CasePosition | None = Field(None, description="What is given otherwise, as for a case that is like another.")
    do: OneOrMore = Field((), description="The steps, if others.")
    dice: Said = Field(None, description="The dice, if others.")


class CaseRecord(Record):
    """One case."""

    id: Name
    rule: Name | None = None
    remark: Text = ""
    like: Name | None = Field(None, description="The case of this file that this one is, but for what it says itself.")
    given: CasePosition | None = None
    options: dict[Id, Scalar] = Field(default_factory=dict, description="Rulings and optional rules in force.")
    for_options: dict[Id, tuple[Scalar, ...]] = Field(
        default_factory=dict, description="Run it once with each of these choices; `when` in `expect` tells them apart."
    )
    tables: dict[Name, dict[Name, Said]] = Field(
        default_factory=dict,
        description="Cells of results tables that are otherwise here, by table, then `row,column`.",
    )
    do: OneOrMore = ()
    ask: OneOrMore = ()
    dice: Said = None
    expect: OneOrMore = ()
    same_for: SameForRecord | None = Field(
        None, description="It is run once more, with this otherwise: the side must see and hear the same."
    )
    known_conflict: Name | None = Field(None, description="The published example is wrong; why. It must keep failing.")


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
