"""The known names of properties of pieces and of the table. No case may use others."""

from collections.abc import Iterable, Iterator, Sequence

from rules_assist.cases.case_errors import CaseError, near_to, unknown
from rules_assist.cases.run.case_table import CaseTable
from rules_assist.cases.words.place_names import where_named
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.sequence.alternation import KEPT
from tabletop.assistance import PAUSES, POLICY
from tabletop.board.place_properties import full_name
from tabletop.board.zones import ZonedGrid
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.built_in import BUILT_IN
from tabletop.game.state.game import Game


def must_be_property(table: CaseTable, name: str) -> None:
    """Raise CaseError for an unknown property of the table, or a property of an unknown map, zone, side or check."""
    match name.split(":"):
        case ["map", map, _]:
            _must_be("map", map, table.components.maps)
        case ["zone", map, zone, _]:
            _must_be("map", map, table.components.maps)
            _must_be("zone", zone, _zones(table, map))
        case ["side", side, _]:
            _must_be("side", side, table.game.sides)
        case [scope, check] if scope == POLICY:
            _must_be("check", check, table.book.checks)
        case _:
            known = table_properties(table)
            if name not in known:
                raise unknown(f"The table has no property '{name}'", name, known)


def property_of_place(table: CaseTable, place: str, name: str) -> str:
    """Return the full name of a property of a place. Raises CaseError if the place does not have it."""
    where = where_named(table.situation(table.game, ""), place)
    had = [own for own, one in table.components.maps[where.map].properties.items() if where.place in one.starts]
    if name not in had:
        raise unknown(f"{place} has no property '{name}' that changes in play", name, had)
    return full_name(where.map, where.place, name)


def table_properties(table: CaseTable) -> Sequence[str]:
    """Return the names of the properties that the table can have: its own, and those that the module, rules,
    scenarios and options set.
    """
    module = table.book.module
    found = dict.fromkeys((*table.game.properties, *module.about.properties, POLICY, PAUSES))
    found |= dict.fromkeys(name for scenario in module.scenarios.values() for name in scenario.properties)
    found |= dict.fromkeys(_written(table.book))
    found |= dict.fromkeys(KEPT if table.book.sequence is not None and table.book.sequence.has_turns else ())
    return tuple(found | dict.fromkeys(rules.sets for rules in module.components.options.values() if rules.sets))


def _written(book: RuleBook) -> Iterator[str]:
    """Yield the names of the properties of the table that procedures of rule files set."""
    steps = (step for file in book.files.values() for procedure in file.procedures for step in procedure.steps)
    yield from (name for step in steps for effect in step.effects for name in effect.table)


def must_be_kept(game: Game, piece: int, name: str, called: str) -> None:
    """Raise CaseError for a property that cannot be set on a piece."""
    kind = compile_kind(game.kind_of(piece))
    if name in kind.writers:
        return
    if name in kind.provides:
        raise CaseError(f"{called}: '{name}' is printed on it or worked out, and cannot be given.")
    raise CaseError(f"{called} has no property '{name}'{near_to(name, kind.writers)}.")


def must_be_had(table: CaseTable, game: Game, piece: int, name: str, called: str) -> None:
    """Raise CaseError for a property that neither the piece nor the table has."""
    provided = compile_kind(game.kind_of(piece)).provides
    if name in provided or name in BUILT_IN or name in table_properties(table):
        return
    if table.situation(game, "").read(piece, name) is None:
        raise unknown(f"{called} has no property '{name}'", name, (*provided, *BUILT_IN))


def _must_be(what: str, word: str, known: Iterable[str]) -> None:
    if word not in known:
        raise unknown(f"There is no {what} '{word}'", word, known)


def _zones(table: CaseTable, map: str) -> list[str]:
    grids = (board.grid for board in table.components.maps[map].boards)
    return [zone.name for grid in grids if isinstance(grid, ZonedGrid) for zone in grid.zones]
