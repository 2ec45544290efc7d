"""Every command in docs/play-by-mail.md is run, and gives the results that the page prints."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tabletop.texts.catalogue import texts_of
from tests.cli.pages.page_examples import DOCS, examples, is_printed, scripts

PAGE = (DOCS / "play-by-mail.md").read_text(encoding="utf-8")
SIGN = re.compile(r"(?:[0-9a-f]{4} ){4}[0-9a-f]{4}")
"""The form of a fingerprint. Each run gives a different one."""


def test_every_example_is_answered_so(wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, commands in scripts(PAGE):
        (tmp_path / name).write_text(commands, encoding="utf-8")
    real: dict[str, str] = {}

    def as_it_is(written: str) -> str:
        return SIGN.sub(lambda found: real.get(found.group(), found.group()), written)

    for example in examples(PAGE):
        program, *arguments = shlex.split(as_it_is(example.command))
        if program == "cp":
            shutil.copy(*arguments)
        elif program == "mkdir":
            for folder in arguments:
                Path(folder).mkdir()
        else:
            ran = wartable(*arguments)
            assert ran.err == ""
            real |= dict(zip(SIGN.findall(example.printed), SIGN.findall(ran.out), strict=True))
            assert is_printed(as_it_is(example.printed), ran.out), ran.out
    assert [line[8:] for line in wartable("replay", "host/game.wartable").out.splitlines()][:7] == [
        "mail  The game is played by mail",
        "Anna  plays Red",
        "mail  Anna is admitted",
        "mail  The reports to Anna begin here",
        "mail  A report to Anna is written",
        "mail  Turn 1 of Anna is opened: 1 order",
        wartable("replay", "anna/Anna.wartable").out.splitlines()[4][8:],
    ]


def test_a_turn_whose_file_is_missing_is_written_again(wartable, game: Path, tmp_path: Path) -> None:
    carl, dora, script = tmp_path / "carl", tmp_path / "dora", tmp_path / "say.jsonl"
    carl.mkdir()
    dora.mkdir()
    script.write_text('{"do": "say", "text": "hello"}', encoding="utf-8")
    wartable("mail", "share", game, "--as", "Carl", "--side", "Red", "--out", carl)
    ran = wartable("mail", "join", carl / "Carl-invites.wtturn", "--as", "Dora", "--out", dora)
    shutil.copy(dora / "Dora-joins.wtturn", carl)
    fingerprint = SIGN.findall(ran.out)[-1]
    assert wartable("mail", "admit", carl / "Carl.wtkeys", "Dora", fingerprint).err == ""
    assert wartable("mail", "send", carl / "Carl.wtkeys").err == "wartable: There are no orders to send.\n"
    assert wartable("do", carl / "Carl.wartable", "--as", "Carl", "--script", script).err == ""
    assert wartable("mail", "send", carl / "Carl.wtkeys").err == ""
    turn = carl / "Carl-turn-1.wtturn"
    whole = turn.read_bytes()
    turn.unlink()
    assert wartable("mail", "send", carl / "Carl.wtkeys").err == (
        "wartable: Turn 1 was sent and has no answer yet. Add --again to write turn 1 again.\n"
    )
    assert wartable("mail", "send", carl / "Carl.wtkeys", "--again").err == ""
    assert turn.read_bytes() == whole


def test_requests_are_refused_by_options(wartable, game: Path, tmp_path: Path) -> None:
    carl, dora = tmp_path / "carl", tmp_path / "dora"
    carl.mkdir()
    dora.mkdir()
    wartable("mail", "share", game, "--as", "Carl", "--side", "Red", "--out", carl)
    ran = wartable("mail", "join", carl / "Carl-invites.wtturn", "--as", "Dora", "--out", dora)
    shutil.copy(dora / "Dora-joins.wtturn", carl)
    wartable("mail", "admit", carl / "Carl.wtkeys", "Dora", SIGN.findall(ran.out)[-1])
    assert wartable("mail", "send", carl / "Carl.wtkeys", "--refuse", 1, "--refuse-undo", 3).err == ""
    assert wartable("mail", "open", dora / "Dora.wtkeys", carl / "Carl-turn-1.wtturn").err == ""
    assert wartable("mail", "send", dora / "Dora.wtkeys").err == ""
    ran = wartable("mail", "open", carl / "Carl.wtkeys", dora / "Dora-turn-1.wtturn")
    refused = [line for line in ran.out.splitlines() if "That request is no longer open." in line]
    assert len(refused) == 2, "nobody has asked"


def test_the_sentences_of_the_page_are_those_of_the_program() -> None:
    sentences = [re.sub(r"\\{\w+\\}", r"[\\w-]+", re.escape(each)) for each in texts_of("mail_texts").values()]
    shown = re.findall(r"^\| .* \| (.*) \|$", PAGE[PAGE.index("## What goes wrong") :], re.MULTILINE)[1:]
    assert [line for line in shown if not any(re.fullmatch(each, line) for each in sentences)] == []
