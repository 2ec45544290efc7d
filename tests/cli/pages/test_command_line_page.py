"""docs/command-line.md names every command and every exit code."""

import re
from pathlib import Path

from typer.main import get_command

from tabletop.cli.command_line import app
from tabletop.cli.failures import ExitCode

PAGE = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text(encoding="utf-8")


def test_every_command_is_named():
    table = PAGE[: PAGE.index("## MODULE and FILE")]
    first_column = "".join(re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE))
    named = set(re.findall(r"(?:wartable |, `)([a-z][a-z-]*)", first_column))
    groups = {group.name for group in app.registered_groups}
    assert named == {command.name for command in app.registered_commands} | groups


def test_every_option_is_named():
    commands = getattr(get_command(app), "commands")  # noqa: B009 - a group of click's, which typer wraps
    alone = [one for command in commands.values() for one in getattr(command, "commands", {"": command}).values()]
    options = {option for command in alone for each in command.params for option in each.opts if option[:2] == "--"}
    assert {option for option in options if option not in PAGE} == {"--help"} & options


def test_every_exit_code_is_named():
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == set(ExitCode)
