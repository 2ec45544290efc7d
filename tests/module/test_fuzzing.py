"""After any slip in a module's files, it loads or reports the error; nothing else happens."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop.game.chance import Chance
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.new_module import BLANK
from tabletop.module.setup import new_game

FILES = sorted(path.relative_to(BLANK).as_posix() for path in BLANK.rglob("*.yaml"))
TOKENS = [
    "",
    " ",
    "\n",
    "- ",
    "x",
    "0",
    "-1",
    "99999",
    "{",
    "}",
    "[]",
    "{}",
    "''",
    ":",
    "#",
    "&a ",
    "*a",
    "!",
    "\t",
    "nan",
    "1e9",
]


class NoChance(Chance):
    """A source of chance that always gives the first result."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return 0


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(file=st.sampled_from(FILES), data=st.data())
def test_a_module_with_slips_of_the_hand_loads_or_says_why_not(blank: Path, file: str, data: st.DataObject) -> None:
    whole = (BLANK / file).read_text(encoding="utf-8")
    text = whole
    for _ in range(data.draw(st.integers(1, 3), label="slips")):
        at = data.draw(st.integers(0, len(text)), label="at")
        end = at + data.draw(st.integers(0, 12), label="length")
        text = text[:at] + data.draw(st.sampled_from(TOKENS), label="token") + text[end:]
    (blank / file).write_text(text, encoding="utf-8")
    try:
        with contextlib.suppress(ModuleProblems):
            module = load_module(blank)
            for scenario in module.scenarios:
                assert new_game(module, scenario, {}, NoChance()).scenario == scenario
    finally:
        (blank / file).write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"x", b"\xff", b"a: [", b"\0"])
def test_a_file_that_is_something_else_is_said_to_be(blank: Path, file: str, content: bytes) -> None:
    (blank / file).write_bytes(content)
    with pytest.raises(ModuleProblems) as raised:
        load_module(blank)
    assert {problem.file for problem in raised.value.problems} & {file, "module.yaml", "scenarios/meeting.yaml"}
