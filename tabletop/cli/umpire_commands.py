"""The umpire's commands: the present knowledge of each side, and the record for the review after the game."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tabletop.cli.arguments import AsJson, GameFile, Replace
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import existing, warn
from tabletop.cli.games import AsSide
from tabletop.texts import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabletop.cli.report.umpire_pages import DrawsPosition
    from tabletop.cli.report.umpire_record import UmpireRecord
    from tabletop.game.state.game import Game
    from tabletop.log_titles import Titles
    from tabletop.module.module import Module

REVIEW: Final = "-review"
"""The end of the name of the folder of a review; it begins with the name of the game's file."""

_PICTURE_PX: Final = 800, 560


def show(
    file: GameFile,
    side: AsSide = "",
    *,
    differences: Annotated[
        bool, typer.Option("--differences", help="List the beliefs that are not true: of the side, or of all sides.")
    ] = False,
    json: AsJson = False,
) -> ExitCode:
    """Print the present knowledge of each side: the forces that not everybody sees, and who knows of them.

    With --as, the pieces of others that this side sees, and its contacts. The columns are separated by tabs. The JSON
    is the view of the side, or the list of differences, each an object; it needs --as or --differences.
    """
    import msgspec

    from tabletop.cli.report.heard_record import side_index
    from tabletop.cli.report.known_now import KnownNow
    from tabletop.cli.report.narration import sight_of

    with _record(file) as (record, module, titles):
        record.read_on()
        if side:
            side_index(record.game, side)
        known = KnownNow(record, module, titles)
        if json and not (side or differences):
            raise Failure(text("show-json-of-what"), ExitCode.USAGE)
        if json:
            found = [one for one in record.differences() if side in ("", one.side)]
            typer.echo(msgspec.json.encode(found if differences else sight_of(known.view(side))).decode())
            return ExitCode.WELL
        lines = known.differences(side) if differences else known.belief(side) if side else known.forces()
        for line in lines:
            typer.echo(line)
    return ExitCode.WELL


def review(
    file: GameFile,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", readable=False, help="The folder to write; by default beside the game."),
    ] = None,
    *,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Add pictures of the map for each turn: the truth and each side's view.")
    ] = False,
    replace: Replace = False,
) -> ExitCode:
    """Write the record of a moderated game for the review after it: pages to read, and data.

    The pages have, turn by turn, each step with the message of each side about it, the dispatches, and at the end of
    the turn the differences between truth and beliefs, and who knows of which force. `record.jsonl` has the same as
    data. Everything that was secret in the game is in them.
    """
    from tabletop.cli.report.umpire_pages import UmpirePages

    out = folder if folder is not None else file.with_name(file.stem + REVIEW)
    if out.is_file():
        raise Failure(text("review-not-folder", path=out))
    if out.is_dir() and any(out.iterdir()) and not replace:
        raise Failure(text("review-there-already", folder=out))
    with _record(file) as (record, module, titles):
        out.mkdir(parents=True, exist_ok=True)
        draw = _drawing(module) if pictures else None
        count = UmpirePages(record, f"{module.about.title}, {file.stem}", out, titles, draw).write()
    sys.stderr.write(f"wartable: {text('review-shows-all')}\n")
    typer.echo(text("review-written-to", folder=out, count=count))
    return ExitCode.WELL


def _drawing(module: "Module") -> "DrawsPosition":
    """Return a function that draws positions of a module's first map. Raises Failure if the window is not installed."""
    from tabletop.cli.window_start import draw_in_memory, needing

    draw_in_memory()
    with needing("desktop"):
        from tabletop.desktop.render.map_picture import PictureRequest, save

    def draw(game: "Game", side: str, file: Path) -> None:
        save(PictureRequest(module, game, size=_PICTURE_PX, side=side), file)

    return draw


@contextmanager
def _record(file: Path) -> "Iterator[tuple[UmpireRecord, Module, Titles]]":
    """Open the full record of a game, with its module and titles. Raises Failure for the record of one seat."""
    from tabletop.cli.game_arguments import module_for
    from tabletop.cli.report.game_titles import titles_of
    from tabletop.cli.report.umpire_record import UmpireRecord
    from tabletop.journal.journal import Journal
    from tabletop.local_seat import seat_by_mail

    with Journal.watch(existing(file)) as journal:
        journal.check_records()
        warn(journal)
        seat = seat_by_mail(journal)
        if seat:
            raise Failure(text("record-of-one-seat", file=file.name, seat=seat))
        module = module_for(journal.game.module)
        titles = titles_of(module)
        yield UmpireRecord(journal, module, titles), module, titles
