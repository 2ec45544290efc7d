"""The cases of the family, with the rules of a game that uses it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_assist.cases.run.case_runner import CaseRun
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.trust import unload_rules

LEAST = 150


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a game that has nothing of its own about the air war."""
    folder = tmp_path / "air_trial"
    shutil.copytree(shipped.path("modules", "larch_hill"), folder)
    shutil.rmtree(folder / "cases")
    about = (folder / "module.yaml").read_text()
    about = about.replace("id: larch_hill", "id: air_trial", 1)
    (folder / "module.yaml").write_text(f"{about}\nuses: [{{family: air_war}}]\n")
    yield folder
    unload_rules("air_trial")


def test_the_cases_of_the_family_hold_in_a_game_that_uses_it(game: Path) -> None:
    run = CaseRun(lambda file, id: load_module(game))
    assert list(run.failures(game)) == []
    assert run.passed >= LEAST


def test_a_family_by_itself_says_where_its_cases_run() -> None:
    family = shipped.path("modules", "air_war")
    run = CaseRun(lambda file, id: load_module(family))
    said = f"{family}: Air war is a family, whose cases run in each game that uses it. Name such a game."
    assert list(run.failures(family)) == [said]
    assert (run.passed, run.failed) == (0, 1)
