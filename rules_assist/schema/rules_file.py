"""A rule file of a module (named under `rules` in `module.yaml`): any of these parts, in any number of files."""

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
    checks: tuple[CheckRecord, ...] = Field((), description="What is wrong with a piece, and what is then said.")
    facts: tuple[FactSpec, ...] = Field((), description="What expressions may read by name, worked out.")
    tables: tuple[TableSpec, ...] = Field((), description="Results tables.")
    terrain: tuple[TerrainRecord, ...] = Field((), description="Kinds of ground, where the map file does not say.")
    lines: tuple[LineRecord, ...] = Field((), description="Roads, rivers and their like, likewise.")
    presence: tuple[PresenceRecord, ...] = Field((), description="What is counted at each place, by side.")
    control: tuple[ControlRecord, ...] = Field((), description="Who holds a place.")
    sides: Expr | None = Field(None, description="The side, by its id, of a piece whose kind names none.")
    parts: Expr | None = Field(None, description="The part of a divided cell in which a piece stands, by its name.")
    stands: tuple[StandsRecord, ...] = Field((), description="Where pieces on a display are, for the rules.")
    zones: tuple[ZoneRecord, ...] = Field((), description="Zones of control.")
    modes: tuple[ModeRecord, ...] = Field((), description="Ways of moving.")
    leaders: tuple[LeaderRecord, ...] = Field((), description="Markers that take along the pieces they lead.")
    supply: tuple[SupplyRecord, ...] = Field((), description="Supply lines.")
    stacking: tuple[StackingRecord, ...] = Field((), description="How much may stand in a place.")
    sight: tuple[SightRecord, ...] = Field((), description="Lines of sight.")
    arcs: tuple[ArcRecord, ...] = Field((), description="Arcs of fire, and others from where a piece faces.")
    nearest: tuple[NearestRecord, ...] = Field((), description="Places of which the nearest is asked for.")
    procedures: tuple[ProcedureRecord, ...] = Field((), description="What is played in steps, by questions and tables.")
    rules: tuple[RuleRecord, ...] = Field((), description="Every rule of the rulebook, for the page of rules.")
