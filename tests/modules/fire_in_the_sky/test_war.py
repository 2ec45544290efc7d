"""Wars by rule of thumb: the table of those that were played, of which two are played again here."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import yaml

_SPEC = spec_from_file_location("war", Path(__file__).with_name("war.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
wars = module_from_spec(_SPEC)
_SPEC.loader.exec_module(wars)

LINES = wars.TABLE.read_text(encoding="utf-8").splitlines()
PLAYED = yaml.safe_load("\n".join(LINES))


def shortest(scenario: str) -> dict:
    return min(
        (each for each in PLAYED if each["scenario"] == scenario), key=lambda each: (each["steps"], each["seed"])
    )


def test_each_seed_of_a_scenario_stands_once_in_the_table():
    known = [(each["scenario"], each["seed"]) for each in PLAYED]
    assert len(set(known)) == len(known)
    assert {scenario for scenario, _ in known} == set(wars.SCENARIOS)


def test_no_war_was_given_up():
    assert {each["ended"] for each in PLAYED} <= {"japan", "allies", "last-turn", "draw"}


@pytest.mark.parametrize("scenario", wars.SCENARIOS)
def test_a_war_is_played_again_as_it_stands_in_the_table(book, scenario):
    played = shortest(scenario)
    again, ended = wars.war(book, scenario, played["seed"])
    assert wars.row(again, scenario, played["seed"], ended).strip() in LINES


def test_a_war_that_is_in_the_table_is_not_played_again(tmp_path, capsys):
    table = tmp_path / "wars.yaml"
    table.write_text("- {scenario: july-1942, seed: 7, ended: japan}\n", encoding="utf-8")
    assert wars.main(["july-1942", "--seed", "7", "--wars", "1", "--table", str(table)]) == 0
    assert table.read_text(encoding="utf-8").count("\n") == 1
    assert capsys.readouterr().out == ""
