"""Every command in docs/umpires-guide.md is run, with the printed results."""

import shlex
from pathlib import Path

import pytest

from tests.cli.pages.page_examples import DOCS, examples, is_printed, scripts

PAGE = (DOCS / "umpires-guide.md").read_text(encoding="utf-8")


def test_every_example_is_answered_so(wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, commands in scripts(PAGE):
        (tmp_path / name).write_text(commands, encoding="utf-8")
    for example in examples(PAGE):
        _, *arguments = shlex.split(example.command)
        ran = wartable(*arguments)
        assert ran.err == ""
        assert is_printed(example.printed, ran.out), ran.out
    assert "The miller" in wartable("replay", "evening.wartable", "--as", "Hale").out
    assert "The miller" not in wartable("replay", "evening.wartable", "--as", "Thorn").out
