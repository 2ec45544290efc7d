"""Wars of the air-war games that are played by simple rules.

The table lists those that were played so far, and the two shortest of each scenario in it are played again here.
"""

import pytest
import yaml

from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tests.modules.air_war.balance.__main__ import WARS
from tests.modules.air_war.balance.scenarios import SCENARIOS
from tests.modules.air_war.balance.war import play

LINES = WARS.table.read_text(encoding="utf-8").splitlines()
PLAYED = yaml.safe_load("\n".join(LINES))
PRESENT = list(dict.fromkeys(each["scenario"] for each in PLAYED))
"""The scenarios that were played so far."""
WINNERS = (("allied", "campaign-defeat"), ("japanese", "campaign-victory"))
"""The words of endings that the Allies win, and of those that Japan wins."""


def of(scenario: str) -> list[dict]:
    return [each for each in PLAYED if each["scenario"] == scenario]


@pytest.mark.parametrize("scenario", PRESENT)
def test_each_seed_of_a_scenario_stands_once_in_the_table(scenario):
    seeds = [each["seed"] for each in of(scenario)]
    assert seeds
    assert seeds == list(range(1, len(seeds) + 1))


def test_each_war_ended_as_the_rules_have_it():
    assert not [each for each in PLAYED if each["ended"] in ("given up", "none")]


@pytest.mark.parametrize("scenario", PRESENT)
def test_the_head_of_the_table_counts_the_wars(scenario):
    ended = [each["ended"] for each in of(scenario)]
    allied, japanese = (sum(any(word in each for word in words) for each in ended) for words in WINNERS)
    drawn = len(ended) - allied - japanese
    wars = "1 war" if len(ended) == 1 else f"{len(ended)} wars"
    said = f"# {scenario}: {wars}, the Allies won {allied}, Japan {japanese}, {drawn} were drawn."
    assert said in LINES


def shortest(scenario: str) -> list[dict]:
    """Return the two wars of a scenario with the fewest steps."""
    return sorted(of(scenario), key=lambda each: (each["steps"], each["seed"]))[:2]


@pytest.mark.parametrize(
    ("scenario", "seed"), [(scenario, line["seed"]) for scenario in PRESENT for line in shortest(scenario)]
)
def test_a_war_is_played_again_as_it_stands_in_the_table(scenario, seed):
    book = load_rulebook(load_module(shipped.path("modules", SCENARIOS[scenario].module)))
    war, ended = play(book, scenario, seed)
    assert WARS.row(war, scenario, seed, ended).strip() in LINES
