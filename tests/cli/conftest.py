"""Fixtures for tests of the command line: a small module, its games, and empty folders of the user."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tabletop.cli import main
from tabletop.cli.game_arguments import loaded
from tabletop.dice import SeededChance
from tabletop.journal.journal import Journal
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game

SEED = "5e" * 32


class Ran(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with one module in it, `border_war`."""
    folder = tmp_path_factory.mktemp("modules")
    new_module("Border War", folder)
    return folder


@pytest.fixture(autouse=True)
def _at_home(shelf: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("WARTABLE_MODULES", str(shelf))
    monkeypatch.chdir(home)


@pytest.fixture
def wartable(capfd: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command line, and returns its exit code and output."""

    def run(*arguments: object) -> Ran:
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        sys.stdout.flush()
        return Ran(code, *capfd.readouterr())

    return run


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the file of a new game without players, which is the same in every run."""
    return begun(tmp_path / "game.wartable", "border_war")


def begun(file: Path, module: str, scenario: str = "meeting") -> Path:
    setup = new_game(loaded(module), scenario, {}, SeededChance(SEED, b"set-up", 0, 0), "secret")
    Journal.create(file, setup, SEED).close()
    return file


@pytest.fixture
def begin() -> Callable[..., Path]:
    """Return a function that begins a game of a module, the same in every run, and returns its file."""
    return begun
