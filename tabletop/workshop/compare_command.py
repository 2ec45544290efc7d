"""`wartable compare-vassal`: it compares an imported module or save with VASSAL's own answers."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from tabletop.cli.arguments import AsJson
from tabletop.cli.failures import ExitCode
from tabletop.cli.window_start import draw_in_memory

if TYPE_CHECKING:
    from tabletop.workshop.comparison.compared_pictures import Artist


def _artist() -> "Artist | None":
    """Return the painter of maps; None if the desktop is not installed."""
    if find_spec("PySide6") is None:
        return None
    draw_in_memory()
    from tabletop.desktop.program.qt_application import application
    from tabletop.workshop.comparison import picture_crops

    application()
    return picture_crops


def compare_vassal(
    module: Annotated[Path, typer.Argument(metavar="MODULE", readable=False, help="A module of VASSAL: a .vmod file.")],
    answers: Annotated[
        Path, typer.Argument(metavar="ORACLE", readable=False, help="VASSAL's answers about it: a .json.xz file.")
    ],
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="SAVE", readable=False, help="The save or log to which the answers belong."),
    ] = None,
    *,
    json: AsJson = False,
) -> ExitCode:
    """Compare a module or a save with VASSAL's own reading of it, and list every difference.

    The JSON has `agreement` (from 0 to 1, over all facts), `by_class` (the same for each class of facts), `differences`
    (each with its class `of`, `where`, `vassal` and `here`) and `left_out` (the facts that were not compared: their
    names and numbers). Exit code 1 if anything differs.
    """
    from tabletop.workshop.comparison.comparison import compare

    found = compare(module, answers, save, _artist())
    if json:
        shares = {of: each.share for of, each in found.by_class.items()}
        said = {"agreement": found.whole.share, "by_class": shares, "differences": found.differences}
        said["left_out"] = found.left_out
        typer.echo(msgspec.json.encode(said).decode())
    else:
        for of, each in found.by_class.items():
            typer.echo(f"{each.share:8.4f}  {each.agreed} of {each.facts}  {of}")
        typer.echo(f"{found.whole.share:8.4f}  {found.whole.agreed} of {found.whole.facts}  all")
        if found.left_out:
            typer.echo(f"Not compared: {', '.join(f'{name} ({count})' for name, count in found.left_out.items())}")
        for one in found.differences:
            typer.echo(f"{one.of}, {one.where}: VASSAL has {one.vassal!r}, here is {one.here!r}", err=True)
    return ExitCode.WRONG if found.differences else ExitCode.WELL


def compare_export(
    module: Annotated[Path, typer.Argument(metavar="MODULE", readable=False, help="A module of VASSAL: a .vmod file.")],
    saves: Annotated[
        list[Path], typer.Argument(metavar="SAVE...", readable=False, help="Saves and logs of the module.")
    ],
) -> ExitCode:
    """Write VASSAL's saves and logs again, read the result, and list the differences.

    The line of each file says whether its commands are equal byte by byte. It gives the numbers of pieces and steps,
    and of differences at the beginning and at the end of the game. Exit code 1 if there are differences.
    """
    from tabletop.workshop.comparison.written_again import write_again

    is_same = True
    for one in write_again(module, saves):
        is_same = is_same and one.is_same
        text = "equal" if one.equal_text else "not equal"
        counts = f"{one.pieces} pieces, {one.steps} steps; {len(one.at_start)} and {len(one.at_end)} differences"
        typer.echo(f"{one.file}: {one.characters} characters {text}; {counts}")
        for difference in (*one.at_start, *one.at_end):
            typer.echo(f"  {difference}", err=True)
    return ExitCode.WELL if is_same else ExitCode.WRONG
