"""Games as files: begun, read back, checked, told as text and read from it, copied, shortened."""

import time
from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.arguments import AsJson, GameFile, ModuleTarget, Replace
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import existing, free_to_write

Out = typer.Option("--out", "-o", metavar="FILE")


def new_game(
    module: ModuleTarget,
    out: Annotated[Path, Out],
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="ID", help="Which scenario; 'wartable check MODULE' lists them.")
    ] = "",
    *,
    replace: Replace = False,
) -> ExitCode:
    """Set up a scenario as a new game, without opening a window.

    Nobody sits at the table yet: sides are taken in the window, or by `take-seat` in a script of `wartable do`.
    """
    from tabletop.cli.targets import loaded, set_up
    from tabletop.dice import new_seed
    from tabletop.journal.journal import Journal

    free_to_write(out, replace=replace)
    box = loaded(module)
    game = set_up(box, scenario)
    Journal.create(out, game, new_seed(), at_ms=time.time_ns() // 1_000_000).close()
    typer.echo(f"'{out}' is {box.about.title}, {box.scenarios[game.scenario].title}: {len(game.pieces)} pieces.")
    return ExitCode.WELL


def replay(
    file: GameFile,
    to: Annotated[int | None, typer.Option("--to", metavar="N", help="Stop after this step.", min=0)] = None,
    *,
    pieces: Annotated[bool, typer.Option("--pieces", help="List every piece, and where it then lies.")] = False,
) -> ExitCode:
    """Tell a game step by step, and where it then stands.

    No rule, trait or module is needed for it: the game's file holds everything that happened. The game may be in play.
    """
    from tabletop.cli.narrating import piece_lines, position_lines, what_happened
    from tabletop.journal.journal import Journal
    from tabletop.journal.records import replayed

    with Journal.watch(existing(file)) as journal:
        last = journal.last if to is None else to
        if not journal.first <= last <= journal.last:
            raise Failure(f"'{file.name}' holds steps {journal.first} to {journal.last}, no step {last}.")
        game = journal.game_at(journal.first)
        for step in journal.steps(journal.first + 1, last):
            before = game
            game, _ = replayed(before, step)
            typer.echo(f"{step.seq:>6}  {step.by}  {what_happened(step, before, game)}")
        typer.echo(f"step      {last} of {journal.last}")
    for line in position_lines(game):
        typer.echo(line)
    if pieces:
        for line in piece_lines(game):
            typer.echo(line)
    return ExitCode.WELL


def verify(file: GameFile, *, json: AsJson = False) -> ExitCode:
    """Check that a game's file is whole and unchanged: every record, from the first position on.

    Exit code 1 where it is not. The JSON has `ok`, `events` (how many steps hold), `last` (the number of the last of
    them), `chain` (its link, to compare with one noted earlier) and `problem`.
    """
    import msgspec

    from tabletop.journal.verify import verify as verified

    found = verified(existing(file))
    if json:
        typer.echo(msgspec.json.encode(found).decode())
    elif found.ok:
        typer.echo(f"'{file.name}' is whole: {found.events} steps, the last is number {found.last}.")
    else:
        raise Failure(found.problem, ExitCode.WRONG)
    return ExitCode.WELL if found.ok else ExitCode.WRONG


def export(
    file: GameFile,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="TEXT", help="Where to, if not stdout.")] = None,
    *,
    replace: Replace = False,
) -> ExitCode:
    """Write a whole game as text that people can read and compare; `import` reads it back, identical."""
    import sys

    from tabletop.journal.journal import Journal
    from tabletop.journal.text import export_text

    with Journal.watch(existing(file)) as journal:
        if out is None:
            export_text(journal, sys.stdout)
            return ExitCode.WELL
        free_to_write(out, replace=replace)
        with out.open("w", encoding="utf-8", newline="\n") as text:
            export_text(journal, text)
    return ExitCode.WELL


def import_(
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="What 'wartable export' wrote.")],
    out: Annotated[Path, Out],
    *,
    replace: Replace = False,
) -> ExitCode:
    """Make a game's file from its text."""
    from tabletop.journal.text import import_text

    existing(text)
    free_to_write(out, replace=replace)
    import_text(text, out)
    return ExitCode.WELL


def copy(file: GameFile, out: Annotated[Path, Out], *, replace: Replace = False) -> ExitCode:
    """Copy a game into another file, packed; the game may be in play meanwhile."""
    from tabletop.journal.journal import Journal

    free_to_write(out, replace=replace)
    with Journal.watch(existing(file)) as journal:
        journal.copy_to(out)
    return ExitCode.WELL


def compact(file: GameFile) -> ExitCode:
    """Drop everything before the position as it now is: the file is small, and undo ends there for good."""
    from tabletop.journal.journal import Journal

    with Journal.open(existing(file)) as journal:
        dropped = journal.last - journal.first
        journal.compact(time.time_ns() // 1_000_000)
        typer.echo(f"'{file.name}' now begins at step {journal.first}; {dropped} steps before it are dropped.")
    return ExitCode.WELL
