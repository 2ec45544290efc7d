"""Commands that work on the files of games."""

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tabletop.cli.arguments import AsJson, GameFile, ModuleTarget, Replace
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import existing, free_to_write, warn
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.game.state.game import Game
    from tabletop.journal.journal import Journal

Out = typer.Option("--out", "-o", metavar="FILE", readable=False)
AsSide: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as", metavar="SIDE", help="Only what this side saw and was told, with its own numbers of pieces and steps."
    ),
]


def new_game(
    module: ModuleTarget,
    out: Annotated[Path, Out],
    scenario: Annotated[
        str,
        typer.Option("--scenario", metavar="ID", help="The scenario to set up; 'wartable check MODULE' lists them."),
    ] = "",
    board: Annotated[
        list[str] | None,
        typer.Option(
            "--board",
            metavar="[MAP:]BOARD[@COLUMN,ROW][,turned]",
            help="Lay this board on the map; repeat it for each board.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="ID=CHOICE", help="Play with this choice of an option; repeat it for each option."
        ),
    ] = None,
    access: Annotated[
        str, typer.Option("--access", metavar="KIND", help="The access of seats: open, sides or moderated.")
    ] = "",
    setup: Annotated[
        Path | None,
        typer.Option(
            "--setup", metavar="FILE", readable=False, help="Add the set-up in this file, which only the umpire has."
        ),
    ] = None,
    *,
    replace: Replace = False,
) -> ExitCode:
    """Set up a scenario as a new game, without opening a window.

    If boards can be chosen, each --board lays one: in a column and row, counted from 0, or to the right of the boards
    before it. If there are several maps, the name before the colon says which. Without --board the default boards are
    used. An --option names an option and a choice by their ids in `module.yaml`. The game has no players yet: they take
    sides in the window, or with `take-seat` in a script of `wartable do`. With --access moderated, the default with
    --setup, the first player gets the umpire's seat, and gives the other seats to players.
    """
    from tabletop.cli.game_arguments import begun, loaded
    from tabletop.dice import new_seed
    from tabletop.journal.journal import Journal
    from tabletop.module.library import find_module, remember
    from tabletop.module.umpire_setup import UmpireSetup

    free_to_write(out, replace=replace)
    path = find_module(module)
    box = loaded(str(path))
    own = UmpireSetup(existing(setup)) if setup is not None else None
    game, told = begun(box, scenario, board or (), access, own, option or ())
    Journal.create(out, game, new_seed(), time.time_ns() // 1_000_000, told).close()
    remember(path)
    title = box.scenarios[game.scenario].title
    typer.echo(text("game-begun", file=out, module=box.about.title, scenario=title, count=len(game.pieces)))
    return ExitCode.WELL


def save_setup(file: GameFile, out: Annotated[Path, Out], *, replace: Replace = False) -> ExitCode:
    """Write a game's present position as a set-up for `wartable new-game --setup`.

    It holds everything, even things that no side sees. The game may be in play.
    """
    from tabletop.cli.game_arguments import module_for
    from tabletop.journal.journal import Journal
    from tabletop.module.umpire_setup import written_setup

    free_to_write(out, replace=replace)
    with Journal.watch(existing(file)) as journal:
        warn(journal)
        game = journal.game
    found = written_setup(game, module_for(game.module))
    out.write_text(found.text, encoding="utf-8")
    typer.echo(text("setup-written", file=out, count=found.pieces))
    if found.beside:
        typer.echo(text("setup-beside", count=found.beside))
    if found.unknown:
        typer.echo(text("setup-unknown", count=found.unknown))
    return ExitCode.WELL


def replay(
    file: GameFile,
    to: Annotated[int | None, typer.Option("--to", metavar="N", help="Stop after this step.", min=0)] = None,
    side: AsSide = "",
    *,
    pieces: Annotated[bool, typer.Option("--pieces", help="List every piece with its place at that time.")] = False,
) -> ExitCode:
    """Print a game action by action, and its final position.

    With --as, print only what the side saw and was told. These steps have their own numbers, also for --to. No module
    is needed: the game's file holds everything. The game may be in play.
    """
    from tabletop.cli.report.narration import piece_lines, position_lines
    from tabletop.journal.journal import Journal

    with Journal.watch(existing(file)) as journal:
        journal.check_records()
        warn(journal)
        game = _told_to(journal, side, to) if side else _told(journal, file, to)
    for line in position_lines(game):
        typer.echo(line)
    if pieces:
        for line in piece_lines(game):
            typer.echo(line)
    return ExitCode.WELL


def _told(journal: "Journal", file: Path, to: int | None) -> "Game":
    """Print every step up to `to`, and return the position after it. Raises Failure if the game has no such step."""
    from tabletop.cli.report.narration import what_happened
    from tabletop.journal.records import replayed

    last = journal.last if to is None else to
    if not journal.first <= last <= journal.last:
        first, end = journal.first, journal.last
        raise Failure(text("file-has-no-step", file=file.name, first=first, last=end, seq=last))
    game = journal.game_at(journal.first)
    for step in journal.steps(journal.first + 1, last):
        before = game
        game, _ = replayed(before, step)
        typer.echo(f"{step.seq:>6}  {step.by}  {what_happened(step, before, game)}")
    typer.echo(text("told-to-step", seq=last, last=journal.last))
    return game


def _told_to(journal: "Journal", side: str, to: int | None) -> "Game":
    """Print what a side saw and heard up to step `to` (None: to the end), and return its view at that point. Raises
    Failure if the side noticed fewer steps.

    """
    from tabletop.cli.report.heard_record import RecordListener

    hearing, number = RecordListener(journal, side), 0
    view = hearing.view
    for heard in hearing:
        if to is not None and heard.number > to:
            break
        number, view = heard.number, heard.after
        said = heard.said or text("seen-and-not-said")
        typer.echo(f"{number:>6}  {heard.by}  {said}")
    if to is not None and to > number:
        raise Failure(text("side-heard-less", side=side, count=number, asked=to))
    typer.echo(text("heard-steps", count=number))
    return view


def verify(file: GameFile, *, json: AsJson = False) -> ExitCode:
    """Check that a game's file is complete and unchanged, from the first position to the last record.

    Exit code 1 if it is not. The JSON has `ok`, `events` (the number of intact steps), `last` (the number of the last
    of them), `chain` (the link of that step, to compare with an earlier one) and `problem`.
    """
    import msgspec

    from tabletop.journal.verify import verify as verified

    found = verified(existing(file))
    if json:
        typer.echo(msgspec.json.encode(found).decode())
    elif found.ok:
        typer.echo(text("file-whole", file=file.name, count=found.events, last=found.last))
    else:
        raise Failure(found.problem, ExitCode.WRONG)
    return ExitCode.WELL if found.ok else ExitCode.WRONG


def export(
    file: GameFile,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="TEXT", readable=False, help="Write here instead of to stdout."),
    ] = None,
    side: AsSide = "",
    *,
    replace: Replace = False,
) -> ExitCode:
    """Write a whole game as text that people can read and compare.

    `import` makes the same game from it. With --as, write only what the side saw and was told. This text cannot be
    imported.
    """
    import sys

    from tabletop.cli.report.heard_record import export_heard, side_index
    from tabletop.journal.file.store import beside
    from tabletop.journal.journal import Journal
    from tabletop.journal.text import export_text

    with Journal.watch(existing(file)) as journal:
        journal.check_records()
        warn(journal)
        if side:
            side_index(journal.game, side)
        write = partial(export_heard, journal, side) if side else partial(export_text, journal)
        if out is None:
            write(sys.stdout)
            return ExitCode.WELL
        free_to_write(out, replace=replace)
        if out.resolve() == file.resolve():
            raise Failure(text("copy-onto-itself", file=out.name))
        with beside(out) as draft, draft.open("w", encoding="utf-8", newline="\n") as written:
            write(written)
    return ExitCode.WELL


def import_(
    text: Annotated[Path, typer.Argument(metavar="TEXT", readable=False, help="A text file from 'wartable export'.")],
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
    """Copy a game to another file, which is compact. The game may be in play."""
    from tabletop.journal.journal import Journal

    free_to_write(out, replace=replace)
    with Journal.watch(existing(file)) as journal:
        journal.check_records()
        journal.prove(journal.first + 1)
        warn(journal)
        journal.copy_to(out)
    return ExitCode.WELL


def compact(file: GameFile) -> ExitCode:
    """Delete all steps of a game except its current position. The file becomes small, and earlier steps cannot be
    undone.
    """
    from tabletop.journal.journal import Journal

    with Journal.open(existing(file)) as journal:
        dropped = journal.last - journal.first
        journal.compact(time.time_ns() // 1_000_000)
        warn(journal)
        typer.echo(text("file-compacted", file=file.name, first=journal.first, count=dropped))
    return ExitCode.WELL


def bring_along(
    file: GameFile,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="MODULE",
            help="The version to update to; by default the newest other version on this computer.",
        ),
    ] = "",
    *,
    away: Annotated[bool, typer.Option("--away", help="Remove the counters that the new version lacks.")] = False,
    decks: Annotated[
        bool,
        typer.Option(
            "--decks",
            help="Update decks: add new ones, turn those that are gone into stacks, move all to their new places.",
        ),
    ] = False,
    json: AsJson = False,
) -> ExitCode:
    """Update a game to another version of its module, as one step that can be undone.

    Counters are matched by their ids, places by their names. Everything that the other version lacks stays unchanged,
    and is listed. The JSON has `module` (id, version, digest), `counters` and `stacks` (how many change and move),
    `left` (`kinds`, `places`, `maps`) and `differs`, the differences for `--away` and `--decks`: `counters`, and the
    decks that `come`, `go` and `move`.
    """
    import msgspec
    from msgspec.structs import replace

    from tabletop.cli.game_arguments import loaded
    from tabletop.dice import SeededChance, new_seed
    from tabletop.game.change.outcome import Refused
    from tabletop.game.change.patch import HolderPlace, Recast
    from tabletop.journal.journal import Journal
    from tabletop.module.library import other_versions
    from tabletop.module.update.game_update import MoveAlongError, left_behind
    from tabletop.module.update.update_choices import UpdateChoices, caught_up, to_catch_up
    from tabletop.session import Session

    with Journal.open(existing(file)) as journal:
        warn(journal)
        game = journal.game
        others = [] if to else other_versions(game.module)
        if not (to or others):
            raise Failure(text("no-other-version", module=game.module.id))
        module = loaded(to or str(others[0].path))
        if module.name.id != game.module.id:
            this, other = game.module.id, module.name.id
            raise Failure(text("game-of-other-module", file=file.name, module=this, other=other))
        try:
            differs, left = to_catch_up(game, module), left_behind(game, module)
            patch = caught_up(game, module, UpdateChoices(away, decks), SeededChance(new_seed(), b"set-up", 0, 0))
        except MoveAlongError as problem:
            raise Failure(str(problem)) from None
        session = Session(journal, module.components, now_ms=lambda: time.time_ns() // 1_000_000)
        done = session.adopt("wartable", module.name, patch)
        if isinstance(done, Refused):
            raise Failure(done.because, ExitCode.WRONG)
        if journal.see_harm() or journal.trouble:
            raise Failure(journal.trouble)
    if away:
        left = replace(left, kinds=(), maps=())
    counters, stacks = (sum(isinstance(change, kind) for change in patch) for kind in (Recast, HolderPlace))
    if json:
        said = {"module": module.name, "counters": counters, "stacks": stacks, "left": left, "differs": differs}
        typer.echo(msgspec.json.encode(said).decode())
    else:
        version = module.name.version
        typer.echo(text("brought-along", file=file.name, version=version, counters=counters, stacks=stacks))
        if away:
            typer.echo(text("taken-away", count=differs.counters))
        if left.told():
            typer.echo(left.told())
        if differs.decks_told():
            typer.echo(text("decks-updated" if decks else "decks-differ", changes=differs.decks_told()))
    return ExitCode.WELL
