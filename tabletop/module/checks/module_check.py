"""The results of `wartable check` for a module: all its mistakes, and its contents."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from tabletop.module.contents.assets import index_assets
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems, Problem
from tabletop.module.loader import examine_module
from tabletop.module.module import MODULE_FILE, Module
from tabletop.module.packed_modules import open_module_source
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.setup import place_names
from tabletop.module.source import SourceError

NOBODYS = "none"
"""The name in `CheckReport.pieces` for pieces that belong to no side."""


class CheckReport(Struct, frozen=True):
    """The report on a checked module.

    `errors` are sentences that begin with file, line and column. `pieces` counts the pieces of the game, by group and
    then by side; a kind without a number counts as one. `places` are all names of places of all maps, and `scenarios`
    are the ids of the scenarios. `authored` is the number of values that the module's author chose. If there are
    errors, unreadable parts count as empty. `notes` are sentences like the errors, about things that may be intended.
    `families` has the versions of the families that the module uses, by their ids.
    """

    module: str
    version: str
    errors: tuple[str, ...] = ()
    pieces: dict[str, dict[str, int]] = {}
    places: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    authored: int = 0
    notes: tuple[str, ...] = ()
    families: dict[str, str] = {}


def check_module(path: Path) -> CheckReport:
    """Check a module and its pictures, and return the report. Nothing is cached, and none of the module's Python
    runs.
    """
    try:
        module, problems = examine_module(path)
    except ModuleProblems as found:
        about = _about(path)
        return CheckReport(about.id if about else path.name, about.version if about else "", _told(found.problems))
    index_assets(module.source, problems)
    return CheckReport(
        module=module.about.id,
        version=module.about.version,
        errors=_told(problems),
        pieces=_pieces(module),
        places=tuple(dict.fromkeys(name for board in module.components.maps.values() for name in place_names(board))),
        scenarios=tuple(module.scenarios),
        authored=module.authored,
        families={family.about.id: family.about.version for family in module.families},
    )


def _pieces(module: Module) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for each in module.tray:
        found.setdefault(each.group, Counter())[each.kind.side or NOBODYS] += each.count or 1
    return {group: dict(counts) for group, counts in found.items()}


def _about(path: Path) -> ModuleFile | None:
    try:
        return ModuleReader(open_module_source(path)).read(MODULE_FILE, ModuleFile)
    except SourceError:
        return None


def _told(problems: Iterable[Problem]) -> tuple[str, ...]:
    return tuple(map(str, problems))
