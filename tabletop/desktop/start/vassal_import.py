"""Import of VASSAL's modules, saves and logs in the window, while a card shows the progress."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtWidgets import QWidget

from tabletop.desktop.platform.background_work import Progress, done_shown
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.start.start_page import GameCard, Scenario
from tabletop.desktop.widgets.panel_parts import is_agreed
from tabletop.dice import new_seed
from tabletop.local_seat import Begun
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.schema.module_file import Imprint

if TYPE_CHECKING:
    from tabletop.vassal.files.save_files import VassalSave

VASSAL_MODULES: Final = (".vmod", ".mod")
VASSAL_EXTENSIONS: Final = (".vmdx", ".mdx")
"""The endings of extensions. Before version 3.1 VASSAL used a shorter one."""

ANEW: Final = ""
"""The id of the scenario on a card for a module that must be imported again."""

VASSAL_SAVES: Final = (".vsav", ".vlog", ".sav", ".log")


class MadeOfSave(NamedTuple):
    """The result of importing a save or log: the save as read, its module, the new game file, and the beginning of that
    record.
    """

    saved: "VassalSave"
    module: Module
    file: Path
    begun: Begun


def import_shown(file: Path, parent: QWidget | None) -> Path | None:
    """Return the folder of a VASSAL module on the user's shelf.

    It is imported if necessary. None if the player cancels. Raises the errors of
    `tabletop.vassal.module_import.import_module`.
    """

    def does(progress: Progress) -> Path:
        from tabletop.vassal.module_shelf import shelved

        folder = shelved(file, progress)
        progress(tr("Opening"), 1, 1)
        load_module(folder, ModuleCache())  # read here for the first time, so that the window finds it in the cache
        return folder

    return done_shown(file.name, tr("Importing…"), does, parent)


def renewed_shown(module: Path, parent: QWidget | None) -> bool:
    """Import a module again from its file, because another version of the importer made it; return whether that was
    done.

    Raises the errors of `import_shown`.
    """
    from tabletop.vassal.module_shelf import original_at_hand

    file = original_at_hand(module)
    return file is not None and import_shown(file, parent) is not None


def outdated_card(module: Path, about: Imprint) -> GameCard:
    """Return the start page's card for a module that cannot be opened, because another version of the importer
    made it.
    """
    from tabletop.vassal.module_shelf import original_at_hand

    file = original_at_hand(module)
    anew = (
        ()
        if file is None
        else (Scenario(ANEW, tr("Import again"), tr("From {file}. Its games can be continued.", file=file), {}),)
    )
    summary = (
        tr("Another version of Wartable imported this module. Import it again to open it.")
        if anew
        else tr(
            "Another version of Wartable imported this module. Drop its .vmod file on the window to import it again;"
            " its games can be continued."
        )
    )
    return GameCard(module, about.title, summary, anew, (), None)


def save_shown(
    path: Path, module: Module | None, new_file: Callable[[Module], Path], at_ms: int, parent: QWidget | None
) -> MadeOfSave | None:
    """Import a save or log as a game of `module`, or of the module that the save names.

    `new_file` returns the path of the new game file, and `at_ms` (UTC, milliseconds) is the time at which the game
    begins. None if the player cancels or declines another module than `module`. Raises NoModuleError, JournalError,
    and the errors of reading and writing the files.
    """
    from tabletop.vassal.files.archive import Archive
    from tabletop.vassal.files.save_files import read_saved
    from tabletop.vassal.games.imported_games import saved_journal

    reading = tr("Reading…")
    saved = done_shown(path.name, reading, lambda _: read_saved(Archive(path)), parent)
    if saved is None:
        return None
    source = module or _module_of_save(saved, parent)
    if source is None:
        return None

    def does(progress: Progress) -> MadeOfSave:
        cache = ModuleCache()
        playing = load_module(source, cache) if isinstance(source, Path) else source
        progress(tr("Replaying the game"), 1, 2)
        journal = saved_journal(playing, saved, new_seed(), at_ms, new_seed(), cache)
        progress(tr("Writing the game"), 2, 2)
        file = new_file(playing)
        journal.save_as(file)
        journal.close()
        return MadeOfSave(saved, playing, file, journal.begun)

    return done_shown(path.name, reading, does, parent)


def _module_of_save(saved: "VassalSave", parent: QWidget | None) -> Path | None:
    """Return the module that a save is played with; None if it is missing and the player declines the module that could
    replace it. Raises NoModuleError if no module could.
    """
    from tabletop.vassal.module_shelf import NoModuleError, module_of_save

    try:
        return module_of_save(saved)
    except NoModuleError as missing:
        if missing.instead is None:
            raise
        title = missing.instead.about.title
        question = tr(
            "{problem}\n\n{module} has all the maps it needs. Open the game with that module?",
            problem=missing,
            module=title,
        )
        return missing.instead.path if is_agreed(parent, question) else None
