"""Every command in docs/play-by-mail.md is run, and gives the results that the page prints."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tabletop.texts.catalogue import texts_of

PAGE = (Path(__file__).parents[2] / "docs" / "play-by-mail.md").read_text(encoding="utf-8")
SIGN = re.compile(r"(?:[0-9a-f]{4} ){4}[0-9a-f]{4}")
"""The form of a fingerprint. Each run gives a different one."""

SCRIPTS = re.findall(r"`(\w+\.jsonl)`[^`]*:\n\n```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
"""The scripts of the page: their names, and their commands."""


def examples() -> list[tuple[str, list[str]]]:
    """Return the commands of the page, each with its printed lines."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def test_every_example_is_answered_so(wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, commands in SCRIPTS:
        (tmp_path / name).write_text(commands, encoding="utf-8")
    real: dict[str, str] = {}

    def as_it_is(written: str) -> str:
        return SIGN.sub(lambda found: real.get(found.group(), found.group()), written)

    for command, lines in examples():
        program, *arguments = shlex.split(as_it_is(command))
        if program == "cp":
            shutil.copy(*arguments)
        elif program == "mkdir":
            for folder in arguments:
                Path(folder).mkdir()
        else:
            ran = wartable(*arguments)
            assert ran.err == ""
            expected = "\n".join(lines)
            real |= dict(zip(SIGN.findall(expected), SIGN.findall(ran.out), strict=True))
            assert re.fullmatch(re.escape(as_it_is(expected)).replace("…", ".*"), ran.out.rstrip("\n")), ran.out
    assert [line[8:] for line in wartable("replay", "host/game.wartable").out.splitlines()][:7] == [
        "mail  The game is played by mail",
        "Anna  plays Red",
        "mail  Anna is admitted",
        "mail  The reports to Anna begin here",
        "mail  A report to Anna is written",
        "mail  Turn 1 of Anna is opened: 1 order",
        wartable("replay", "anna/Anna.wartable").out.splitlines()[4][8:],
    ]


def test_the_sentences_of_the_page_are_those_of_the_program() -> None:
    sentences = [re.sub(r"\\{\w+\\}", r"[\\w-]+", re.escape(each)) for each in texts_of("mail_texts").values()]
    shown = re.findall(r"^\| .* \| (.*) \|$", PAGE[PAGE.index("## What goes wrong") :], re.MULTILINE)[1:]
    assert [line for line in shown if not any(re.fullmatch(each, line) for each in sentences)] == []
