"""The beginning of the battle of a mission: the state of the ships on the board, and the aces that are free."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_assist.cases.run.case_table import UMPIRE, CaseTable
from rules_assist.chance.odds import Tries
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.game.change.outcome import Done
from tabletop.game.commands import SetTrait
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


@pytest.fixture
def table(book: RuleBook) -> CaseTable:
    return CaseTable(book, new_game(book.module, "toenails", {}, Tries(1)), Tries(1))


def of_kind(table: CaseTable, kind: str) -> int:
    return next(piece for piece in table.game.pieces if table.game.kind_of(piece).key == kind)


def battle(air_war: Callable[[str], Any], table: CaseTable, *changes: tuple[int, str, str | int], **words: Any) -> Any:
    """Return the battle of a P-40 against a Zero over a cruiser in F04, after changes of pieces."""
    for piece, name, value in changes:
        assert isinstance(table.do(UMPIRE, SetTrait((piece,), name, value)).outcome, Done)
    procedure = air_war("board_procedure.mission_battle")
    start = procedure.MissionStart(
        side="AL",
        game="cartwheel",
        mission=(of_kind(table, "al_p40"),),
        interceptors=(of_kind(table, "jp_a6m3_6"),),
        ships=(of_kind(table, "jp_ca_8"),),
        aim="ships",
        **words,
    )
    return procedure.battle_of(table.situation(table.game, ""), procedure.MissionReady(start, ("F04",))).battle


@pytest.mark.parametrize(("name", "value"), [("State", "disrupted"), ("Strength", "crippled")])
def test_a_ship_comes_to_the_board_in_its_state(
    air_war: Callable[[str], Any], table: CaseTable, name: str, value: str
) -> None:
    """A disrupted ship has 1 less of DF and AA there too (9.9.3, 9.10.10)."""
    (sound,) = battle(air_war, table).ships
    assert (sound.is_disrupted, sound.is_crippled) == (False, False)
    (hurt,) = battle(air_war, table, (of_kind(table, "jp_ca_8"), name, value)).ships
    assert (hurt.is_disrupted, hurt.is_crippled) == (name == "State", name == "Strength")


@pytest.mark.parametrize("aces", [0, 1])
def test_no_more_aces_emerge_than_are_free(air_war: Callable[[str], Any], table: CaseTable, aces: int) -> None:
    assert battle(air_war, table, aces=aces).free_aces == aces


@pytest.mark.parametrize(("strength", "drm"), [("full", -1), ("crippled", 1)])
def test_speed_and_damage_of_a_ship_change_the_bombs(
    air_war: Callable[[str], Any], table: CaseTable, strength: str, drm: int
) -> None:
    """A fast ship is hit less easily, a crippled ship more easily (9.10.9 of Forlorn Hopes)."""
    change = (of_kind(table, "jp_ca_8"), "Strength", strength)
    (ship,) = battle(air_war, table, change, fast_drm=-1, crippled_drm=1).ships
    assert ship.drm == drm
    (ship,) = battle(air_war, table, change).ships
    assert ship.drm == 0


def test_a_ship_brings_its_crippled_factors(air_war: Callable[[str], Any], table: CaseTable) -> None:
    """They count as soon as it is crippled during the battle (9.10.10)."""
    cruiser = of_kind(table, "jp_ca_8")
    (sound,) = battle(air_war, table, crippled_drm=1).ships
    assert (sound.crippled.df, sound.crippled.aa, sound.crippled.drm) == (3, 1, 1)
    (hurt,) = battle(air_war, table, (cruiser, "Strength", "crippled")).ships
    assert (hurt.df, hurt.aa, hurt.crippled) == (3, 1, None)
