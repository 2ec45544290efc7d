"""Measurements of VASSAL modules, saves and logs, each in a Python process of its own.

They use generated files (`vassal_files`), and all published modules in the folder that the environment variable
WARTABLE_VASSAL_MODULES names. There, `saves/` may have a folder for a module, named after the beginning of its file
name; its largest save and log are measured.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tabletop.dice import SeededChance
from tabletop.expression import Budget, ExpressionError
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import Change, Know, Make, MakeHolder
from tabletop.game.kinds.compiled_kinds import checked
from tabletop.game.properties.built_in import BUILT_IN
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.game import Game, empty_game
from tabletop.game.state.holder import Holder
from tabletop.journal.review import Review
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import VassalSave, read_saved
from tabletop.vassal.games.imported_games import saved_game, saved_journal
from tabletop.vassal.module_import import import_module
from tabletop.vassal.module_shelf import module_of_save, shelved
from tabletop.workshop.bench.measurement import Clock, Measurement, Unit, cpu_s, highest_memory_mb, in_a_child
from tabletop.workshop.bench.vassal_files import Files, made_files, wide_module

PUBLISHED: Final = "WARTABLE_VASSAL_MODULES"
RUNS: Final = 3
SEAT: Final = "bench"
_SEED: Final = "00" * 32
_WORK: Final = 1_000_000_000
_STEPS_BACK: Final = 20
_Taking: TypeAlias = Callable[[str, str, str], float]
"""A function that takes one sample of a module, a save and a log, by the paths of their files."""

_SAVES: Final = frozenset((".vsav", ".sav"))
_LOGS: Final = frozenset((".vlog", ".log"))


# in a Python process of their own


def importing(module: str, _save: str, _log: str) -> float:
    """Import a module that was never imported; return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        return cpu_s(lambda: import_module(Path(module), Path(folder) / "out"))


def shelving(module: str, _save: str, _log: str) -> float:
    """Put the module on the shelf, and into the cache of modules. The result 0 is no measurement."""
    load_module(shelved(Path(module)), ModuleCache())
    return 0.0


def opening(module: str, _save: str, _log: str) -> float:
    """Open the module again; return the seconds."""
    return cpu_s(lambda: load_module(shelved(Path(module)), ModuleCache()))


def setting_up(module: str, _save: str, _log: str) -> float:
    """Set up a new game of the module, with all its start-up pieces; return the seconds."""
    here = _module(module)
    return cpu_s(lambda: new_game(here, "new-game", {}, SeededChance(_SEED, b"", 0, 0)))


def making(module: str, _save: str, _log: str) -> float:
    """Make a piece of every kind, with all its responses, menus and drawings; return the seconds."""
    here = _module(module)
    return cpu_s(lambda: _with_all_pieces(here))


def _with_all_pieces(module: Module) -> Game:
    game = empty_game(module.sides, tuple(module.sheets), module.name, secret="bench")
    box = Holder("box", -1, 0, 0, "", 0, 0, (), game.open_looks, (0,) * (len(module.sides) + 1))
    changes: list[Change] = [MakeHolder(1, box)]
    for id, kind in enumerate(module.components.kinds.values(), 1):
        below = 2 * id - 1 if id > 1 else 0
        changes += (Know(2 * id, kind), Make(2 * id + 1, 2 * id, 1, below, checked(kind).slots, game.open_sight))
    return apply(game, tuple(changes))[0]


def painting(_module: str, save: str, _log: str) -> float:
    """Open a save in the window, and wait until its map is painted; return the seconds.

    Large boards are also cut into tiles, but only in the first sample.
    """
    from tabletop.desktop.drawing.pictures.prepared_pictures import wait_for_all
    from tabletop.desktop.program.qt_application import application
    from tabletop.workshop.window_paces import open_and_paint

    application()
    seconds = cpu_s(lambda: _open.append(open_and_paint(Path(save))))
    wait_for_all()
    return seconds


_open: list[object] = []
"""Objects that must be kept until the end."""


def remembering(module: str, save: str, log: str) -> float:
    """Return the highest memory use while a save was opened and painted, in MB."""
    from tabletop.workshop.window_paces import settle

    painting(module, save, log)
    settle()
    return highest_memory_mb()


def reading(_module: str, save: str, _log: str) -> float:
    """Read all properties of all pieces of a save once; return the seconds."""
    saved = read_saved(Archive(Path(save)))
    module = _module_of(saved)
    game = saved_game(module, saved)
    everybody = tuple(range(len(game.sides)))
    reader = PropertyReader(Draft(game), module.components, everybody, budget=Budget(_WORK), sees_all=True)
    return cpu_s(lambda: _read_all(reader, game))


def _read_all(reading: PropertyReader, game: Game) -> None:
    for id in game.pieces:
        reader = reading.reader(id)
        for name in (*BUILT_IN, *reader.kind.provides):
            try:
                reader.read(name)
            except ExpressionError:
                continue  # errors in a module's expressions count as work, too


def stepping(_module: str, _save: str, log: str) -> float:
    """Replay a log, and paint each step; return the seconds."""
    return _looked_through(log, lambda end: range(end + 1))


def going_back(_module: str, _save: str, log: str) -> float:
    """Go back through the last steps of a log, and paint each; return the milliseconds for each step."""
    return _looked_through(log, lambda end: range(end, end - _STEPS_BACK - 1, -1)) * 1_000 / _STEPS_BACK


def _looked_through(log: str, steps: Callable[[int], range]) -> float:
    """Show steps of a log one by one; return the seconds for all but the first of them.

    `steps` gets the number of the last step, and gives the numbers of the steps to show.
    """
    from tabletop.workshop.window_paces import Paces

    saved = read_saved(Archive(Path(log)))
    module = _module_of(saved)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "log.wartable"
        with saved_journal(module, saved, _SEED) as recorded:
            recorded.save_as(file)
        review = Review.of(file)
        with review:
            paces = Paces(module, review, SEAT)
            first, *others = steps(review.end)
            paces.stand_at(first)
            return sum(cpu_s(partial(paces.stand_at, seq)) for seq in others)


def _module(file: str) -> Module:
    return load_module(shelved(Path(file)), ModuleCache())


def _module_of(saved: VassalSave) -> Module:
    return load_module(module_of_save(saved), ModuleCache())


# in this process


def _samples(what: _Taking, files: Callable[[], Files]) -> Iterable[float]:
    home = _home(files)
    for _ in range(RUNS):
        yield _in_a_child(what, files(), home)


@cache
def _home(files: Callable[[], Files]) -> Path:
    """Return the home folder of a user who has imported the module."""
    home = Path(_folder().name) / f"home {len(list(Path(_folder().name).iterdir()))}"
    home.mkdir()
    _in_a_child(shelving, files(), home)
    return home


def _in_a_child(what: _Taking, files: Files, home: Path) -> float:
    code = (
        f"import os; os.environ['XDG_CACHE_HOME'] = {str(home)!r}\n"
        f"from tabletop.workshop.bench.import_rows import {what.__name__}\n"
        f"print({what.__name__}(*{tuple(map(str, files))!r}))"
    )
    return float(in_a_child(code, home).splitlines()[-1])


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is removed when the program ends."""
    return tempfile.TemporaryDirectory(prefix="wartable-bench-")


@cache
def _made() -> Files:
    return made_files(Path(_folder().name))


@cache
def _made_wide() -> Files:
    made = wide_module(Path(_folder().name))
    return Files(made, made, made)


class _MeasuredWords(NamedTuple):
    """The descriptions of the measured files; "" for a missing save or log."""

    module: str
    pieces: str
    save: str
    log: str


def measurements() -> Iterator[Measurement]:
    """Yield the measurements of imported modules: of the two generated ones, and of the published modules found."""
    told = _MeasuredWords(
        "a module of 3,500 components",
        "of 927 slots with 60 traits each",
        "a save of 2,481 objects",
        "a log of 1,091 steps",
    )
    yield from _of("", _made, told)
    words = "a module of 27 maps and 4,200 slots"
    yield Measurement(
        "import.wide.open", f"open {words} again", "s", "CPU", 2.8, partial(_samples, opening, _made_wide)
    )
    laid = "set up a game of it, with 1,916 pieces of 41 traits each"
    yield Measurement("import.wide.set-up", laid, "s", "CPU", 4, partial(_samples, setting_up, _made_wide))
    folder = os.environ.get(PUBLISHED, "")
    for module in sorted(Path(folder).glob("*.vmod")) if folder else ():
        save, log = (_largest(module, endings) for endings in (_SAVES, _LOGS))
        files = Files(module, save or module, log or module)
        told = _MeasuredWords(module.name, "all there are", save.name if save else "", log.name if log else "")
        yield from _of(f".{module.stem}", partial(_published, files), told)


def _published(files: Files) -> Files:
    return files


def _largest(module: Path, endings: frozenset[str]) -> Path | None:
    """Return the largest file with one of these endings among the saves of a module; None if there is none."""
    folders = (folder for folder in (module.parent / "saves").glob("*") if module.stem.startswith(folder.name))
    found = (file for folder in folders for file in folder.iterdir() if file.suffix in endings)
    return max(found, key=lambda file: file.stat().st_size, default=None)


def _of(name: str, files: Callable[[], Files], told: _MeasuredWords) -> Iterator[Measurement]:
    def row(what: str, words: str, budget: float, take: _Taking, unit: Unit = "s", clock: Clock = "CPU") -> Measurement:
        return Measurement(f"import.{what}{name}", words, unit, clock, budget, partial(_samples, take, files))

    yield row("module", f"import {told.module}", 8, importing)
    yield row("open", "open it again", 1.5, opening)
    yield row("pieces", f"make its pieces, {told.pieces}", 1.5, making)
    if told.save:
        yield row("save", f"{told.save} to a painted table", 3, painting)
        yield row("memory", "the most memory with that save open", 500, remembering, "MB", "memory")
        yield row("properties", "read all properties of all its pieces", 4, reading)
    if told.log:
        yield row("log", f"{told.log}, each shown and painted", 3, stepping)
        yield row("log.back", "a step back at its end, painted", 50, going_back, "ms")
