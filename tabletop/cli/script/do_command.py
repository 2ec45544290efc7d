"""`wartable do`: it plays the commands of a script without a window."""

import io
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from tabletop.cli.arguments import GameFile
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import existing, warn

LOCK_WAIT_S: Final = 10.0
"""The time (in seconds) that a script waits for another program that has locked the game's file."""


def do(
    file: GameFile,
    seat: Annotated[
        str, typer.Option("--as", metavar="SEAT", help="The seat that acts; 'wartable replay' lists the seats.")
    ],
    script: Annotated[
        Path | None,
        typer.Option(
            "--script",
            metavar="COMMANDS",
            readable=False,
            help="A file with one JSON object in each line; by default stdin.",
        ),
    ] = None,
) -> ExitCode:
    """Play the commands of a script for a seat.

    Each command gets one line as an answer: `confirmed 12 moves ...` when step 12 is on the disk, with its mistakes
    against the rules; `refused ...` with the reason; or `asks {...}` with a question that the next line answers. If the
    seat is new and a side has its name, the seat first takes that side (`umpire` takes the umpire's seat).
    `docs/commands.md` describes scripts. Exit code 1 if a command was refused.
    """
    from tabletop.assembly import AtHand, assistant_of, table_session
    from tabletop.cli.game_arguments import module_for
    from tabletop.cli.script.script_player import ScriptPlayer
    from tabletop.journal.journal import Journal
    from tabletop.module.contents.laid_boards import as_laid

    with _lines(script) as lines, Journal.open(existing(file)) as journal:
        journal.wait_for_locks(LOCK_WAIT_S)
        warned = warn(journal)
        module = as_laid(module_for(journal.game.module), journal.game.properties)
        at_hand = AtHand(partial(assistant_of, module))
        session = table_session(journal, module.components, _now_ms, at_hand)
        player = ScriptPlayer(session, seat, _say, at_hand.assistant if module.rules else lambda: None)
        player.sit_down()
        for line in lines:
            player.play(line)
        player.give_up()
        warn(journal, warned)
        if journal.see_harm():
            raise Failure(journal.trouble)
    return ExitCode.WRONG if player.was_refused else ExitCode.WELL


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _say(line: str) -> None:
    sys.stdout.write(f"{' '.join(line.split())}\n")
    sys.stdout.flush()


@contextmanager
def _lines(script: Path | None) -> Iterator[Iterable[str]]:
    """Yield the lines of a script, or of stdin as they arrive. Lines that are not UTF-8 are passed on, and refused
    later.
    """
    if script is None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
        yield iter(sys.stdin.readline, "")
    else:
        with script.open(encoding="utf-8", errors="surrogateescape") as lines:
            yield lines
