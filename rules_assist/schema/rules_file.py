"""A rule file of a module (named under `rules` in `module.yaml`).

It may have any of these parts, in any number of files.
"""

from pydantic import Field

from rules_assist.schema.charted_map import LineRecord, TerrainRecord
from rules_assist.schema.check_rules import CheckRecord
from rules_assist.schema.movement_rules import LeaderRecord, ModeRecord
from rules_assist.schema.procedure_rules import ProcedureRecord
from rules_assist.schema.rules_index import RuleRecord
from rules_assist.schema.sequence_rules import SequenceRecord
from rules_assist.schema.sight_rules import ArcRecord, NearestRecord, SightRecord
from rules_assist.schema.stacking_rules import StackingRecord
from rules_assist.schema.supply_rules import SupplyRecord
from rules_assist.schema.table_rules import FactSpec, TableSpec
from rules_assist.schema.terrain_rules import ControlRecord, PresenceRecord, StandsRecord
from rules_assist.schema.zone_rules import ZoneRecord
from tabletop.module.schema.record_base import Expr, Record


class RulesFile(Record):
    """A rule file. Any file can hold any of these parts; ids are unique in the whole module."""

    sequence: SequenceRecord | None = Field(None, description="The sequence of play; in one file only.")
    checks: tuple[CheckRecord, ...] = Field((), description="Errors of pieces, and the sentences about them.")
    facts: tuple[FactSpec, ...] = Field(
        (), description="Values that are worked out, and that expressions read by name."
    )
    tables: tuple[TableSpec, ...] = Field((), description="Results tables.")
    terrain: tuple[TerrainRecord, ...] = Field((), description="Kinds of ground that the map file does not give.")
    lines: tuple[LineRecord, ...] = Field(
        (), description="Roads, rivers and similar lines that the map file does not give."
    )
    presence: tuple[PresenceRecord, ...] = Field((), description="Counts of pieces at each place, by side.")
    control: tuple[ControlRecord, ...] = Field((), description="The control of places.")
    sides: Expr | None = Field(None, description="The side, by its id, of a piece whose kind names none.")
    parts: Expr | None = Field(None, description="The part of a divided cell in which a piece stands, by its name.")
    stands: tuple[StandsRecord, ...] = Field(
        (), description="The places that the rules assume for pieces on a display."
    )
    zones: tuple[ZoneRecord, ...] = Field((), description="Zones of control.")
    modes: tuple[ModeRecord, ...] = Field((), description="Ways of moving.")
    leaders: tuple[LeaderRecord, ...] = Field((), description="Markers that lead pieces and take them along.")
    supply: tuple[SupplyRecord, ...] = Field((), description="Supply lines.")
    stacking: tuple[StackingRecord, ...] = Field((), description="The limits on the pieces in a place.")
    sight: tuple[SightRecord, ...] = Field((), description="Lines of sight.")
    arcs: tuple[ArcRecord, ...] = Field((), description="Arcs of fire, and other arcs from the facing of a piece.")
    nearest: tuple[NearestRecord, ...] = Field((), description="Sorts of places, for questions about the nearest one.")
    procedures: tuple[ProcedureRecord, ...] = Field((), description="Procedures: steps with questions and tables.")
    rules: tuple[RuleRecord, ...] = Field((), description="Every rule of the rulebook, for the page of rules.")
