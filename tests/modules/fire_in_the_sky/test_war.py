"""Wars that are played by simple rules.

The table lists those that were played, and two of them are played again here.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from tabletop.module import shipped

FOLDER = Path(__file__).with_name("wars")
PACKAGE = "fire_in_the_sky_wars"


def loaded(name: str, file: str, folder: Path | None = None) -> ModuleType:
    """Load the package of the wars, or a file of it, and return it."""
    places = None if folder is None else [str(folder)]
    spec = spec_from_file_location(name, FOLDER / file, submodule_search_locations=places)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


loaded(PACKAGE, "__init__.py", FOLDER)
wars = loaded(f"{PACKAGE}.__main__", "__main__.py")

LINES = wars.TABLE.read_text(encoding="utf-8").splitlines()
PLAYED = yaml.safe_load("\n".join(LINES))
MOST_WON = 60
"""The largest number of wars in a hundred of a scenario that one side may win."""


def of(scenario: str) -> list[dict]:
    return [each for each in PLAYED if each["scenario"] == scenario]


def shortest(scenario: str) -> dict:
    """Return the shortest war of those that were played with the lines of battle in their present order."""
    return min((each for each in of(scenario) if "lines" not in each), key=lambda each: (each["steps"], each["seed"]))


def winner(played: dict) -> str:
    """Return the side that won a war of the table (4.3)."""
    if played["ended"] == "last-turn":
        return "japan" if played["points"] > 20 else "allies"
    return str(played["ended"])


@pytest.mark.parametrize("scenario", wars.SCENARIOS)
def test_each_seed_of_a_scenario_stands_once_in_the_table(scenario):
    seeds = [each["seed"] for each in of(scenario)]
    assert seeds == list(range(1, len(seeds) + 1))


def test_no_war_was_given_up():
    assert {each["ended"] for each in PLAYED} <= {"japan", "allies", "last-turn", "draw"}


@pytest.mark.parametrize("scenario", wars.SCENARIOS)
def test_neither_side_wins_more_than_sixty_of_a_hundred(scenario):
    won = [winner(each) for each in of(scenario)]
    assert max(won.count("japan"), won.count("allies")) * 100 <= MOST_WON * len(won)


@pytest.mark.parametrize("scenario", wars.SCENARIOS)
def test_the_texts_of_a_scenario_say_how_its_wars_went(scenario):
    won = [winner(each) for each in of(scenario)]
    japan, allies, drawn = (won.count(each) for each in ("japan", "allies", "draw"))
    said = f"of {len(won)} such wars Japan won {japan}, the Allies {allies}; {drawn} were drawn"
    charts = shipped.path("modules", "fire_in_the_sky") / "charts"
    text = (charts / f"{scenario.replace('-', '_')}.md").read_text(encoding="utf-8")
    assert said in " ".join(text.split())


@pytest.mark.parametrize("scenario", wars.SCENARIOS)
def test_a_war_is_played_again_as_it_stands_in_the_table(book, scenario):
    played = shortest(scenario)
    again, ended = wars.play(book, scenario, played["seed"])
    assert wars.WARS.row(again, scenario, played["seed"], ended).strip() in LINES


def test_a_war_that_is_in_the_table_is_not_played_again(tmp_path, capsys):
    table = tmp_path / "wars.yaml"
    table.write_text("- {scenario: july-1942, seed: 7, ended: japan}\n", encoding="utf-8")
    assert wars.WARS.main(["july-1942", "--seed", "7", "--wars", "1", "--table", str(table)]) == 0
    assert table.read_text(encoding="utf-8").count("\n") == 1
    assert capsys.readouterr().out == ""
