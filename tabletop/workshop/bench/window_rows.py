"""Measurements of the window: frames during drags, scrolls and zooms; the time to start; memory."""

import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabletop.assembly import AtHand, assistant_of
from tabletop.cli.game_arguments import begun, loaded
from tabletop.cli.window_start import draw_in_memory
from tabletop.dice import new_seed
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, Know, Make, MakeHolder, PieceSight, Sit
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import UNSEEN
from tabletop.journal.journal import Journal
from tabletop.module.module import Module
from tabletop.workshop.bench.measurement import RUNS, Measurement, Unavailable, in_a_child, memory_mb

if TYPE_CHECKING:
    from tabletop.workshop.window_paces import Paces

MODULE: Final = "fire_in_the_sky"
SEAT: Final = "bench"
IN_A_STACK: Final = 5
TALL: Final = 30
ALONE: Final = (0.5, 0.5)
TALL_AT: Final = (0.56, 0.5)
"""The position of the tall stack, as shares of the map's width and height."""

HARBOUR: Final = "Ceylon"
OPERATING: Final = {"tracker:Turn:Turn": 1, "tracker:Turn:Part": 1, "tracker:Turn:Phase": 3}
"""The turn tracker's properties in the Allied Operational Phase of turn 2."""


def crowded(module: Module, count: int) -> Game:
    """Return a table with about this many counters: stacks of `IN_A_STACK`, one tall stack, and one lone counter."""
    width, height = next(iter(module.sheets.values())).size
    kinds = [offered.kind for offered in module.tray]
    game = empty_game(module.sides, tuple(module.sheets), module.name, secret="bench")
    everybody = Seat(tuple(range(len(module.sides))))
    changes: list[Change] = [Sit(SEAT, everybody)]
    changes += [Know(1 + number, kind) for number, kind in enumerate(kinds)]
    sizes = [IN_A_STACK] * ((count - TALL - 1) // IN_A_STACK) + [TALL, 1]
    pitch = sqrt(width * height / len(sizes))
    columns = int(width / pitch)
    points = [(round((n % columns + 0.5) * pitch), round((n // columns + 0.5) * pitch)) for n in range(len(sizes) - 2)]
    points += [(round(width * across), round(height * down)) for across, down in (TALL_AT, ALONE)]
    id = 1 + len(kinds)
    for number, (size, (x, y)) in enumerate(zip(sizes, points, strict=True)):
        holder, id = id, id + 1
        epoch = (0,) * (len(module.sides) + 1)
        stack = Holder("stack", 0, x, y, "", 0, number + 1, (), game.open_looks, epoch)
        changes.append(MakeHolder(holder, stack))
        below = 0
        for _ in range(size):
            kind = id % len(kinds)
            changes.append(Make(id, 1 + kind, holder, below, compile_kind(kinds[kind]).slots, game.open_sight))
            below, id = id, id + 1
    return apply(game, tuple(changes))[0]


@cache
def _module() -> Module:
    return loaded(MODULE)


_open: "dict[int, Paces]" = {}
"""The open window on a crowded table, by the number of counters. Only one is open at a time."""


def _window(count: int) -> "Paces":
    from tabletop.workshop.window_paces import Paces

    draw_in_memory()
    if count not in _open:
        while _open:
            _open.popitem()[1].close()
        _open[count] = Paces(_module(), crowded(_module(), count), SEAT)
    return _open[count]


def _frames(count: int, act: Callable[["Paces", float, float], list[float]], at: tuple[float, float]) -> list[float]:
    width, height = next(iter(_module().sheets.values())).size
    return act(_paces(count), round(width * at[0]), round(height * at[1]))


def _paces(count: int) -> "Paces":
    try:
        return _window(count)
    except ImportError as problem:
        raise Unavailable(f"the window's packages are not installed ({problem.name})") from problem


def _drag(at: tuple[float, float]) -> list[float]:
    return _frames(10_000, lambda paces, x, y: paces.drag(x, y), at)


def _drag_with_reach() -> list[float]:
    """Measure a drag of ships at Ceylon in the Operational Phase, with everything that the assistant shows."""
    _paces(10_000)
    from tabletop.workshop.window_paces import Paces

    module = _module()
    game = begun(module, "december-1941").game
    seats = {SEAT: Seat(tuple(range(len(module.sides))))}
    game = replace(game, seats=seats, properties={**game.properties, **OPERATING})
    name, sheet = next(iter(module.sheets.items()))
    spot = module.components.maps[name].spot_of(HARBOUR)
    if spot is None:
        raise Unavailable(f"there is no {HARBOUR} on {name}")
    paces = Paces(module, game, SEAT, AtHand(lambda: assistant_of(module)))
    try:
        return paces.drag(spot.x, spot.y + sheet.hex_px / 4)
    finally:
        paces.close()


def moderated(module: Module) -> Game:
    """Return December 1941 with an umpire, and about half of the counters on the maps hidden from the other side."""
    game = begun(module, "december-1941").game
    seats = {SEAT: Seat((), umpire=True)} | {name: Seat((side,)) for side, name in enumerate(game.sides)}
    changes: list[Change] = [Sit(name, seat) for name, seat in seats.items()]
    for number, id in enumerate(game.pieces):
        own = game.kind_of(id).side
        if own in game.sides and number % 2 and game.lying(id).map >= 0:
            changes += (PieceSight(id, side, UNSEEN) for side, name in enumerate(game.sides) if name != own)
    return apply(game, tuple(changes))[0]


def _switch_view() -> list[float]:
    draw_in_memory()
    from tabletop.workshop.window_paces import Paces

    paces = Paces(_module(), moderated(_module()), SEAT)
    try:
        return paces.switch_view(0)
    finally:
        paces.close()


def _pan(count: int) -> list[float]:
    return _frames(count, lambda paces, x, y: paces.pan(x, y), ALONE)


def _zoom(count: int) -> list[float]:
    return _frames(count, lambda paces, x, y: paces.zoom(x, y), ALONE)


def _whole_map(count: int) -> list[float]:
    return _frames(count, lambda paces, _x, _y: paces.whole_map(), ALONE)


def _build() -> list[float]:
    _paces(10_000)
    from tabletop.workshop.window_paces import build_scene

    return build_scene(_module(), crowded(_module(), 10_000), RUNS)


# --- in a Python process of their own


def _start(module: str, scenario: str = "") -> Iterable[float]:
    """Measure the time from the start of Python to the first painted frame of a module, in wall-clock seconds. The
    first run does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = _a_game(Path(folder), module, scenario)
        for run in range(RUNS + 1):
            began = time.time()
            painted = _child(f"opened({str(file)!r}); import time; print(time.time())", folder)
            if run:
                yield painted - began


def _memory_of_a_game() -> Iterable[float]:
    with tempfile.TemporaryDirectory() as folder:
        file = _a_game(Path(folder), MODULE, "")
        for _ in range(RUNS):
            yield _child(f"print(memory_of_game({str(file)!r}))", folder)


def _memory_of_a_crowd() -> Iterable[float]:
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(RUNS):
            yield _child("print(memory_of_crowd(10_000))", folder)


def _child(code: str, folder: str) -> float:
    return float(in_a_child(f"from tabletop.workshop.bench.window_rows import *\n{code}", Path(folder)))


def _a_game(folder: Path, module: str, scenario: str) -> Path:
    file = folder / "bench.wartable"
    Journal.create(file, begun(loaded(module), scenario).game, new_seed()).close()
    return file


def opened(file: str) -> object:
    """Open a game as the program does, wait until its map is painted, and return the objects that must stay alive. It
    runs in a child process.
    """
    from tabletop.workshop.window_paces import open_and_paint

    return open_and_paint(Path(file))


def memory_of_game(file: str) -> float:
    """Return the memory (MB) that the program uses in a child process with a game open and its whole map painted."""
    from tabletop.workshop.window_paces import open_and_paint, settle

    program = open_and_paint(Path(file))
    settle()
    found = memory_mb()
    del program
    return found


def memory_of_crowd(count: int) -> float:
    """Return the memory (MB) that the program uses in a child process with this many counters on the table."""
    paces = _window(count)
    paces.whole_map()
    return memory_mb()


def _of_frames(name: str, what: str, budget: float, take: Callable[[], Iterable[float]]) -> Measurement:
    return Measurement(name, what, "ms", "CPU", budget, take)


MEASUREMENTS: Final = (
    _of_frames("drag.1", "a frame of dragging a counter, 10,000 on the table", 1, partial(_drag, ALONE)),
    _of_frames("drag.30", "a frame of dragging a stack of 30, 10,000 on the table", 2, partial(_drag, TALL_AT)),
    _of_frames("drag.reach", "a frame of dragging ships with their reach shown, Fire in the Sky", 8, _drag_with_reach),
    _of_frames("pan.10000", "a frame of scrolling, 10,000 counters", 4, partial(_pan, 10_000)),
    _of_frames("zoom.10000", "a step of zooming, 10,000 counters", 8, partial(_zoom, 10_000)),
    _of_frames("whole-map.10000", "a frame of the whole map, 10,000 counters", 12, partial(_whole_map, 10_000)),
    _of_frames("pan.50000", "a frame of scrolling, 50,000 counters", 8, partial(_pan, 50_000)),
    _of_frames("zoom.50000", "a step of zooming, 50,000 counters", 12, partial(_zoom, 50_000)),
    _of_frames("whole-map.50000", "a frame of the whole map, 50,000 counters", 33, partial(_whole_map, 50_000)),
    _of_frames(
        "desk.view", "the umpire sees a side's view after a step, Fire in the Sky, half hidden", 100, _switch_view
    ),
    Measurement("scene.10000", "build the scene of 10,000 counters", "s", "CPU", 0.4, _build),
    Measurement(
        "start", "start to the first painted frame of Fire in the Sky", "s", "wall", 1.5, partial(_start, MODULE)
    ),
    Measurement(
        "start.cartwheel",
        "start to the first painted frame of the campaign of Cartwheel",
        "s",
        "wall",
        1.5,
        partial(_start, "cartwheel", "campaign"),
    ),
    Measurement(
        "start.forlorn-hopes",
        "start to the first painted frame of the campaign of Forlorn Hopes",
        "s",
        "wall",
        1.5,
        partial(_start, "forlorn_hopes", "campaign"),
    ),
    Measurement("memory.game", "memory with Fire in the Sky open", "MB", "memory", 350, _memory_of_a_game),
    Measurement("memory.10000", "memory with 10,000 counters", "MB", "memory", 450, _memory_of_a_crowd),
)
