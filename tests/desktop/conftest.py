"""Fixtures for tests of the window: a window on a small module, and the model of one seat without a window."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tabletop.assembly import AtHand
from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.table.table_model import LogLine, TableModel
from tabletop.desktop.window.game_window import GameWindow
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import TakeSeat
from tabletop.game.state.values import Value
from tabletop.journal.journal import Journal
from tabletop.local_seat import LocalSeat
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.session import Session


@pytest.fixture(scope="session")
def fire_in_the_sky(tmp_path_factory: pytest.TempPathFactory) -> Module:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return load_module(find_module("fire_in_the_sky"), ModuleCache())


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what the tests share: the modules as read, and the covers of games. Each start page would
    read seven modules and draw their covers.
    """
    shared = tmp_path_factory.mktemp("shared")
    for name in ("covers", "modules"):
        (shared / name).mkdir()
    return shared


@pytest.fixture
def own_folders(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, shared_cache: Path
) -> Path:
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    cache = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    kept = cache / "wartable"
    kept.mkdir()
    for shared in shared_cache.iterdir():
        (kept / shared.name).symlink_to(shared)
    return tmp_path


@pytest.fixture
def opened(
    qtbot: QtBot, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Mapping[str, str]], GameWindow]]:
    """Return a function that opens a window on the scenario `all` of a module, with its whole map visible. The module
    is given as the texts of its files, by name.
    """
    monkeypatch.setattr(GameWindow, "may_leave", lambda _: True)
    windows: list[GameWindow] = []

    def window_on(files: Mapping[str, str]) -> GameWindow:
        folder = own_folders / "module"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        program = DesktopApp()
        program.begin(folder, "all")
        assert isinstance(program.window, GameWindow)
        windows.append(program.window)
        program.window.resize(1400, 900)
        qtbot.waitExposed(program.window)
        program.window.view("main").fit()
        return program.window

    yield window_on
    for window in windows:
        window.close()
        window.deleteLater()


@dataclass
class Seated:
    """The model of one seat for a test, with the answers prepared for its questions, and the messages that it gave."""

    model: TableModel
    answers: list[Value] = field(default_factory=list)
    asked: list[Prompt] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lines: list[LogLine] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def at(self, place: str, map_name: str = "pacific") -> tuple[int, ...]:
        """Return the pieces at a place, from the bottom up."""
        game, board = self.model.game, self.model.components.maps[map_name]
        index, name = game.maps.index(map_name), board.find(place)
        return tuple(p for h in game.holders.values() if (h.map, h.place) == (index, name) for p in h.pieces)


def seated(module: Module, seats: dict[str, tuple[str, ...]] | None = None) -> Seated:
    """Return the model of a seat at December 1941 in memory, after these seats were taken. The first is the model's.

    Without `seats` it is one seat, `both`, which plays all sides.
    """
    game = new_game(module, "december-1941", {}, SeededChance("11" * 32, b"set-up", 0, 0), "22" * 32)
    ticks = count(1_000)
    session = Session(Journal.in_memory(game, "33" * 32), module.components, now_ms=lambda: next(ticks))
    wanted = seats or {"both": module.sides}
    for seat, sides in wanted.items():
        session.submit(seat, TakeSeat(sides))
    answers: list[Value] = []
    asked: list[Prompt] = []

    def ask(prompt: Prompt) -> Value:
        asked.append(prompt)
        return answers.pop(0) if answers else None

    found = Seated(
        TableModel(
            lambda hear: LocalSeat(session, next(iter(wanted)), hear), module, ask, lambda: next(ticks), AtHand()
        ),
        answers,
        asked,
    )
    model = found.model
    model.refused.connect(found.refused.append)
    model.line_added.connect(found.lines.append)
    for name in ("replaced", "changed", "properties_changed", "notes_changed", "told", "recorded"):
        getattr(model, name).connect(lambda *_, name=name: found.heard.append(name))
    return found


@pytest.fixture
def both(fire_in_the_sky: Module, qapp: object) -> Seated:
    return seated(fire_in_the_sky)


@pytest.fixture
def two(fire_in_the_sky: Module, qapp: object) -> Seated:
    return seated(fire_in_the_sky, {"Japan": ("JP",), "Allies": ("AL",)})
