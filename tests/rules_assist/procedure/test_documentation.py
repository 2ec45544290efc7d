"""The procedure of docs/procedures.md is played as the page says."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from rules_assist.procedure import step_requests
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Where
from tabletop.game.commands import Begin
from tests.rules_assist.procedure import playing
from tests.rules_assist.procedure.playing import Playing

PAGE = (Path(__file__).parents[3] / "docs" / "procedures.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    module = ModuleType("documented_procedure")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(EXAMPLE, "docs/procedures.md", "exec"), module.__dict__)
    found = module.RULES
    assert isinstance(found, Rules)
    return found


@pytest.fixture
def table(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> Playing:
    book = replace(playing.book(), procedures={one.id: one for one in rules.procedures})
    monkeypatch.setattr(playing, "book", lambda: book)
    table = Playing((5, 2, 6))
    assert isinstance(table.components.procedures(), ModuleProcedures)
    return table


@pytest.mark.parametrize(("retreats", "place", "strength"), [(True, "1205", "full"), (False, "1204", "reduced")])
def test_the_example_is_played(table: Playing, retreats: bool, place: str, strength: str) -> None:
    target = table.unit("blue_infantry")
    assert not table.do(Begin("assault"), "Red")
    units = [table.text("red_infantry", number) for number in range(3)]
    assert not table.answer("attackers", units, "Red")
    assert table.asked()[0].then == "A die is thrown for each attacker; 5 and 6 hit."
    assert not table.answer("target", f"piece:{target}", "Red")
    assert table.open_keys() == ["retreat"]
    assert not table.answer("retreat", retreats, "Blue")
    assert not table.frames
    assert table.situation.where(target) == Where("main", place)
    assert table.situation.read(target, "Strength_Name") == strength


def test_the_page_names_every_request() -> None:
    named = set(re.findall(r"^\| `(\w+)\(", PAGE, re.MULTILINE))
    asks = {one.__name__ for one in step_requests.Ask.__subclasses__()}
    assert named == asks | {"Roll", "Draw", "Together", "Run"}
