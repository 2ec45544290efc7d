"""Fixtures: the Python of the family `air_war` as a game that uses the family loads it, its charts, and a hangar."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from tabletop.module import shipped
from tabletop.module.source import FolderSource
from tabletop.module.trust import RuleSources, TrustedCode, load_rules, origin_of, unload_rules
from tests.modules.air_war.flying import Hangar

GAME = "air_war_trial"


@pytest.fixture(scope="session")
def air_war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """Load the Python of the family. Return a function that returns one of its modules by name."""
    family = FolderSource(shipped.path("modules", "air_war"))
    own = tmp_path_factory.mktemp(GAME)
    none = RuleSources(GAME, FolderSource(own), origin_of(family))
    load_rules(none, TrustedCode(own / "trusted"), [RuleSources("air_war", family, origin_of(family))])
    yield lambda name: import_module(f"wartable_module_{GAME}.families.air_war.{name}")
    unload_rules(GAME)


@pytest.fixture(scope="session")
def charts(air_war: Callable[[str], Any]) -> Any:
    return air_war("air_charts").read_charts(shipped.path("modules", "air_war", "board", "charts.yaml").read_bytes())


@pytest.fixture(scope="session")
def hangar(air_war: Callable[[str], Any], charts: Any) -> Hangar:
    return Hangar(air_war, charts)
