"""Commands for authors of modules: a new module, packing, schemas for editors, the drawing of maps."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.arguments import ModuleTarget, Replace
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import free_to_write
from tabletop.texts import text


def new_module(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its title; the folder is named after it.")],
    into: Annotated[
        Path, typer.Option("--in", metavar="DIR", readable=False, help="The folder in which to make it.")
    ] = Path(),
) -> ExitCode:
    """Make a small module that can be played at once. Change it to make your own."""
    from tabletop.module.new_module import new_module as made

    folder = made(name, into)
    typer.echo(text("module-made", folder=folder))
    return ExitCode.WELL


def pack(
    folder: Annotated[Path, typer.Argument(metavar="DIR", readable=False, help="A module's folder.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", readable=False, help="The file to write; by default DIR.wtmod."),
    ] = None,
    *,
    replace: Replace = False,
) -> ExitCode:
    """Pack a module's folder into one .wtmod file, to give it to others."""
    from tabletop.module.packed_modules import SUFFIX
    from tabletop.module.packed_modules import pack as packed

    _module_folder(folder)
    target = out or _beside(folder, folder.absolute().name + SUFFIX)
    free_to_write(target, replace=replace)
    manifest = packed(folder, target)
    typer.echo(text("module-packed", file=target, count=len(manifest.files)))
    return ExitCode.WELL


def _beside(folder: Path, name: str) -> Path:
    """Return the path of a file in the current folder. If the current folder is inside the module's folder, the file is
    beside the module.
    """
    here = Path.cwd().is_relative_to(folder.resolve())
    return folder.resolve().parent / name if here else Path(name)


def unpack(
    packed: Annotated[Path, typer.Argument(metavar="FILE", readable=False, help="A .wtmod file.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            readable=False,
            help="The folder to make; by default it is named after the file.",
        ),
    ] = None,
) -> ExitCode:
    """Unpack a .wtmod file into a new folder. Nothing in it is run, and nothing is written outside the folder."""
    from tabletop.module.packed_modules import unpack as unpacked

    folder = out or Path(packed.stem)
    unpacked(packed, folder)
    typer.echo(text("module-unpacked", folder=folder))
    return ExitCode.WELL


def schemas(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", readable=False, help="A folder; it is made if it does not exist."),
    ],
) -> ExitCode:
    """Write JSON Schemas for the files of modules, including rules and cases. With them, editors complete and check
    these files as you type.
    """
    from tabletop.assembly import rules_program
    from tabletop.module.cache.module_cache import write_whole
    from tabletop.module.schema.documents import DOCUMENTS, json_schemas

    program = rules_program()
    documents = {**DOCUMENTS, **(program.documents() if program else {})}
    out.mkdir(parents=True, exist_ok=True)
    for name, schema in json_schemas(documents).items():
        file = out / f"{name}.schema.json"
        write_whole(file, f"{json.dumps(schema, indent=2, ensure_ascii=False)}\n".encode())
        typer.echo(str(file))
    return ExitCode.WELL


def draw_map(module: ModuleTarget) -> ExitCode:
    """Draw the sea and the land of a module's maps again, after its coastlines or its relief have changed.

    Drawings that are up to date stay unchanged. Needs the extra `art` (numpy, scipy, Pillow) besides the window's.
    """
    from tabletop.cli.window_start import needing
    from tabletop.module.library import find_module

    folder = _module_folder(find_module(module))
    with needing("art"):
        from tabletop.desktop.drawing.sheet import relief_painter

        return ExitCode(relief_painter.main(folder))


def _module_folder(folder: Path) -> Path:
    if not (folder / "module.yaml").is_file():
        raise Failure(text("no-module-folder", folder=folder))
    return folder
