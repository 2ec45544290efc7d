"""Repeated import of modules on the shelf that another version of the importer made, and the list of the files from
which modules were imported.
"""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec
import platformdirs

from tabletop.module.cache.module_cache import ModuleCache, write_whole
from tabletop.vassal.module_import import REPORT_DATA, Progress, import_module


def remember_original(folder: Path, file: Path) -> None:
    """Record the file that a module was imported from in the user's list of imports.

    If that list cannot be written, nothing is recorded and no error is raised.
    """
    known = {**_originals(), folder.name: str(file.resolve())}
    with suppress(OSError):
        _list().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_list(), msgspec.json.encode(known))


def original_of(folder: Path) -> Path | None:
    """Return the file that a module was imported from; None if it is unknown or gone."""
    known = _originals().get(folder.name)
    return Path(known) if known and Path(known).is_file() else None


def _originals() -> dict[str, str]:
    try:
        return msgspec.json.decode(_list().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def _list() -> Path:
    return platformdirs.user_data_path("wartable") / "imports.json"


def import_anew(file: Path, folder: Path, progress: Progress, beside: Sequence[Path], cache: ModuleCache) -> None:
    """Import a module again in its own folder.

    Files added since the import, for example rules, are kept. If an imported file was changed, the whole old folder is
    kept as a hidden folder beside the new one. Raises the errors of `import_module`; then nothing has changed.
    """
    made = folder.with_name(f".{folder.name}.anew")
    shutil.rmtree(made, ignore_errors=True)
    import_module(file, made, progress=progress, beside=beside, cache=cache)
    own = _put_there_since(folder)
    changed = [name for name in own if (made / name).exists()]
    for name in own:
        if name not in changed:
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(folder / name, made / name)
    kept = next(each for number in count(1) if not (each := folder.with_name(f".{folder.name}.{number}")).exists())
    folder.rename(kept)
    made.rename(folder)
    if not changed:
        shutil.rmtree(kept, ignore_errors=True)


def _put_there_since(folder: Path) -> list[Path]:
    """Return the files in a module's folder (as paths within it) that are newer than the report, which an import
    writes last; all files if there is no report.
    """
    try:
        imported_ns = (folder / REPORT_DATA).stat().st_mtime_ns
    except FileNotFoundError:
        imported_ns = 0
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path.relative_to(folder) for path in files if path.stat().st_mtime_ns > imported_ns]
