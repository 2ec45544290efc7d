"""A rule file of a module (named under `rules` in `module.yaml`): any of these parts, in any number of files."""

from pydantic import Field

from rules_assist.schema.checks import CheckRecord
from rules_assist.schema.sequence import SequenceRecord
from rules_assist.schema.tables import FactSpec, TableSpec
from tabletop.module.schema.base import Record


class RulesFile(Record):
    """A rule file. Each part may stand in any file; ids are unique in the whole module."""

    sequence: SequenceRecord | None = Field(None, description="The sequence of play; in one file only.")
    checks: tuple[CheckRecord, ...] = Field((), description="What is wrong with a piece, and what is then said.")
    facts: tuple[FactSpec, ...] = Field((), description="What expressions may read by name, worked out.")
    tables: tuple[TableSpec, ...] = Field((), description="Results tables.")
