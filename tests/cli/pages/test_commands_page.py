"""Every example of docs/commands.md is answered as the page says, and every command has one."""

import re
from pathlib import Path

from tabletop.cli.script.script_lines import VERBS
from tabletop.module.new_module import new_module

PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
ANSWER = "→ "


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def examples() -> list[str]:
    return [line for block in blocks("script") for line in block.splitlines()]


def test_every_example_is_answered_so(wartable, begin, tmp_path, shelf, monkeypatch):
    module = new_module("Border War", tmp_path / "modules")
    with (module / "scenarios" / "meeting.yaml").open("a", encoding="utf-8") as scenario:
        scenario.writelines(blocks("yaml"))
    monkeypatch.setenv("WARTABLE_MODULES", str(module.parent))
    game = begin(tmp_path / "game.wartable", str(module))
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(line for line in examples() if not line.startswith(ANSWER)), encoding="utf-8")
    expected = [line.removeprefix(ANSWER) for line in examples() if line.startswith(ANSWER)]
    ran = wartable("do", game, "--as", "Anna", "--script", script)
    shown = [
        answer[: len(line) - 1] + "…" if line.endswith("…") else answer
        for answer, line in zip(ran.lines, expected, strict=True)
    ]
    assert shown == expected
    assert (ran.code, ran.err) == (1, "")


def test_every_command_has_an_example():
    assert {verb for verb in VERBS if f'"do": "{verb}"' not in "".join(examples())} == set()
