"""Commands for games by mail: a host's folder, and a player's turn files."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from tabletop.cli.arguments import GameFile
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.files import GAME_SUFFIX, existing, free_to_write, warn
from tabletop.texts import text

if TYPE_CHECKING:
    from tabletop.journal.journal import Journal
    from tabletop.mail.host_folder import HostFolder
    from tabletop.mail.mail_keys import KeysFile
    from tabletop.mail.mail_seat import ConsentReply, MailSeat
    from tabletop.mail.shared_game import SharedSeat
    from tabletop.module.module import Module
    from tabletop.session import Session

HOST_KEYS: Final = "host.wtkeys"

Folder: TypeAlias = Annotated[
    Path, typer.Argument(metavar="DIR", readable=False, help="The folder of the hosted game.")
]
Keys: TypeAlias = Annotated[
    Path, typer.Argument(metavar="KEYS", readable=False, help="Your keys: the .wtkeys file made by joining.")
]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def mail() -> None:
    """Play games by mail: join a game, open reports, send turns."""


def host_mail(
    folder: Folder,
    every: Annotated[int, typer.Option("--every", metavar="SECONDS", help="Repeat, with this pause.", min=0)] = 0,
) -> ExitCode:
    """Host a game by mail: carry out the orders in DIR/in, and write reports to DIR/out.

    DIR is the folder of the game. The first time, the host's keys and an invitation are made in it. The orders of a
    seat are carried out with the rights of that seat, and its report contains only what that seat sees. The host can
    see everything.
    """
    with _hosting(folder) as hosted:
        while True:
            for line in (*hosted.damaged(), *hosted.work()):
                typer.echo(line)
            if not every:
                return ExitCode.WELL
            time.sleep(every)


@app.command("admit")
def admit(
    target: Annotated[
        Path,
        typer.Argument(metavar="DIR|KEYS", readable=False, help="The folder of the game that you host, or your keys."),
    ],
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The player who wants to join.")],
    fingerprint: Annotated[str, typer.Argument(metavar="FINGERPRINT", help="The fingerprint that was read aloud.")],
    *,
    keep_seat: Annotated[
        bool,
        typer.Option(
            "--keep-seat",
            help="Give the player the seat with this name, even if it is the umpire's or plays other sides.",
        ),
    ] = False,
) -> ExitCode:
    """Admit a player to a game that you host or have begun, if the fingerprint is the one that the player reads aloud.

    Players who have lost the keys to a hosted game join again and are admitted again: then the old keys no longer work.
    """
    if target.is_file():
        _admit_shared(target, seat, fingerprint)
        return ExitCode.WELL
    with _hosting(target) as hosted:
        for line in hosted.admit(seat, fingerprint, keeps_seat=keep_seat):
            typer.echo(line)
    return ExitCode.WELL


@app.command("share")
def share_(
    file: GameFile,
    seat: Annotated[str, typer.Option("--as", metavar="NAME", help="Your name at the table.")],
    side: Annotated[
        list[str], typer.Option("--side", metavar="SIDE", help="A side that you play; repeat it for each side.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", readable=False, help="The folder to write to.")
    ] = Path(),
) -> ExitCode:
    """Begin a game by mail without a host, from the position of a game that hides nothing.

    The other player plays the remaining sides. Each player rolls the dice for the other's orders when opening them.
    Neither player can choose the results, or know them before.
    """
    from tabletop.journal.journal import Journal
    from tabletop.mail.mail_keys import fingerprint
    from tabletop.mail.shared_game import share
    from tabletop.mail.turn_file import file_name
    from tabletop.module.cache.module_cache import write_whole

    with _with_mail():
        with Journal.watch(existing(file)) as journal:
            game = journal.game
        keys, letter = share(game, secrets.token_hex(8), game.module.id, seat, tuple(side))
        path = out / file_name(seat, "invites")
        _write_keys(keys, out)
        write_whole(path, letter)
        found = fingerprint(keys.key.public)
    typer.echo(text("shared-sees-all"))
    typer.echo(text("shared-begun", letter=path.name, fingerprint=found))
    return ExitCode.WELL


@app.command("join")
def join(
    invitation: Annotated[Path, typer.Argument(metavar="INVITATION", readable=False, help="A .wtturn file.")],
    seat: Annotated[str, typer.Option("--as", metavar="NAME", help="Your name at the table.")],
    side: Annotated[
        list[str] | None,
        typer.Option(
            "--side", metavar="SIDE", help="A side that you play, if the game has a host; repeat it for each side."
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", readable=False, help="The folder to write to.")
    ] = Path(),
) -> ExitCode:
    """Make your keys for a game by mail, and the letter with which you join it."""
    from tabletop.mail.mail_inbox import joining
    from tabletop.mail.mail_keys import fingerprint
    from tabletop.mail.shared_game import accept
    from tabletop.mail.turn_file import file_name, load_turn_file, read_turn_file
    from tabletop.module.cache.module_cache import write_whole

    with _with_mail():
        data = load_turn_file(existing(invitation))
        cover = read_turn_file(data)
        is_shared = cover.cover.kind == "sharing"
        keys, letter = accept(data, seat) if is_shared else joining(data, seat, tuple(side or ()))
        path, own = out / file_name(seat, "joins"), _write_keys(keys, out)
        write_whole(path, letter)
        if is_shared:
            _begin_shared(own, data, letter)
            typer.echo(text("shared-sees-all"))
            typer.echo(text("shared-accepted", seat=cover.cover.by, fingerprint=fingerprint(cover.signer)))
        found = fingerprint(keys.key.public)
    joined = "joined-without-host" if is_shared else "joined-by-mail"
    typer.echo(text(joined, letter=path.name, fingerprint=found, keys=own.name))
    return ExitCode.WELL


def _write_keys(keys: "KeysFile", folder: Path) -> Path:
    """Write a player's keys to a folder, in a file with the player's name; return the file. Raises Failure, OSError."""
    from tabletop.mail.mail_keys import KEYS_SUFFIX
    from tabletop.mail.turn_file import file_name

    path = folder / f"{Path(file_name(keys.seat, '')).stem.rstrip('-')}{KEYS_SUFFIX}"
    free_to_write(path, replace=False)
    keys.write(path)
    return path


def _begin_shared(keys: Path, invitation: bytes, joining: bytes) -> None:
    """Make two files beside the keys: the shared record of a game without a host, and the record of the
    player's seat.
    """
    from tabletop.cli.game_arguments import module_for
    from tabletop.mail.mail_keys import KeysFile
    from tabletop.mail.shared_game import AGREED, agree_on, begin_shared, shared_position
    from tabletop.module.contents.laid_boards import as_laid

    game = shared_position(invitation)
    components = as_laid(module_for(game.module), game.properties).components
    agreed = keys.with_suffix(AGREED)
    agree_on(invitation, joining, components, agreed)
    with begin_shared(KeysFile.read(keys), agreed, components, _now_ms()) as own:
        own.copy_to(keys.with_suffix(GAME_SUFFIX))


def _admit_shared(keys: Path, seat: str, spoken: str) -> None:
    """Admit the other player to a game without a host, whose letter is beside the keys."""
    from tabletop.mail.mail_inbox import joining_letter
    from tabletop.mail.turn_file import file_name, load_turn_file

    with _with_mail():
        own = _keys_of_seat(keys)
        free_to_write(keys.with_suffix(GAME_SUFFIX), replace=False)
        invitation = load_turn_file(existing(keys.with_name(file_name(own.seat, "invites"))))
        _begin_shared(keys, invitation, joining_letter(keys.parent, own.game, seat, spoken))
    typer.echo(text("seat-admitted", seat=seat))


@app.command("open")
def open_(
    keys: Keys,
    reports: Annotated[
        list[Path], typer.Argument(metavar="REPORT...", readable=False, help="Reports, or turns of the other player.")
    ],
) -> ExitCode:
    """Open reports of the host, in any order. The first one begins the record of your game, beside your keys.

    In a game without a host, open the other player's turns: their orders are carried out, and dice are rolled. Your
    draft orders that you have not sent are undone.
    """
    from tabletop.mail.mail_inbox import begin_record, open_letters, seat_with
    from tabletop.mail.mail_seat import ReportRead

    with _with_mail():
        own = _keys_of_seat(keys)
        path = keys.with_suffix(GAME_SUFFIX)

        def opened(data: bytes) -> ReportRead:
            if not path.exists():
                journal, read = begin_record(own, data, _now_ms())
                journal.copy_to(path)
                return read
            with _session(path) as (session, _):
                return seat_with(own, session, keys).open(data)

        is_well = True
        for letter in open_letters(map(existing, reports), opened):
            is_well &= letter.is_open
            typer.echo(letter.sentence)
    return ExitCode.WELL if is_well else ExitCode.WRONG


@app.command("send")
def send(
    keys: Keys,
    agree: Annotated[
        list[int] | None,
        typer.Option("--agree", metavar="N", help="Agree to undo this action; repeat it for each action."),
    ] = None,
    *,
    consent: Annotated[
        list[int] | None,
        typer.Option("--consent", metavar="N", help="Agree to this request of a player; repeat it for each request."),
    ] = None,
    refuse: Annotated[
        list[int] | None,
        typer.Option("--refuse", metavar="N", help="Refuse this request of a player; repeat it for each request."),
    ] = None,
    refuse_undo: Annotated[
        list[int] | None,
        typer.Option("--refuse-undo", metavar="N", help="Refuse to undo this action; repeat it for each action."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Write the last turn again, unchanged.")] = False,
) -> ExitCode:
    """Write your turn: everything done in your record of the game since the last report or turn.

    After that, only a later turn can undo it.
    """
    from tabletop.mail.mail_inbox import seat_with
    from tabletop.module.cache.module_cache import write_whole

    with _with_mail():
        own = _keys_of_seat(keys)
        path = keys.with_suffix(GAME_SUFFIX)
        if not path.exists():
            raise Failure(text("mail-not-open-yet"))
        with _session(path) as (session, _):
            seat = seat_with(own, session, keys)
            replies = (*_replies(agree, consent, agrees=True), *_replies(refuse_undo, refuse, agrees=False))
            data = seat.sent_again() if again else _sent(seat, replies)
            out = keys.with_name(seat.file_name(seat.turn))
            write_whole(out, data)
    typer.echo(text("turn-written-to" if own.dice else "turn-written", turn=seat.turn, file=out.name))
    return ExitCode.WELL


def _replies(undo: list[int] | None, requests: list[int] | None, *, agrees: bool) -> Iterator["ConsentReply"]:
    """Yield the replies to the undo of these actions, and to these requests."""
    from tabletop.mail.mail_seat import ConsentReply

    if undo:
        yield ConsentReply(agrees, tuple(undo))
    for request in requests or ():
        yield ConsentReply(agrees, request=request)


def _sent(seat: "MailSeat | SharedSeat", replies: tuple["ConsentReply", ...]) -> bytes:
    """Return the contents of the file of a new turn with these replies to requests. Raises MailError, which names
    `--again` if a turn is still without an answer.
    """
    from tabletop.mail.mail_errors import MailError

    try:
        return seat.send(replies)
    except MailError as problem:
        if not seat.waits:
            raise
        raise MailError(text("send-again", why=problem, turn=seat.turn)) from problem


@contextmanager
def _with_mail() -> Iterator[None]:
    from tabletop.cli.window_start import needing

    with needing("mail"):
        yield


@contextmanager
def _hosting(folder: Path) -> Iterator["HostFolder"]:
    """Open the folder of a hosted game, and make its keys if there are none. Raises Failure."""
    from tabletop.mail.host_folder import HostFolder
    from tabletop.mail.mail_host import MailHost
    from tabletop.mail.mail_keys import KeysFile, MailKey

    games = sorted(folder.glob(f"*{GAME_SUFFIX}")) if folder.is_dir() else []
    if len(games) != 1:
        raise Failure(text("mail-one-game", folder=folder, count=len(games)))
    with _with_mail(), _session(games[0]) as (session, module):
        path, title = folder / HOST_KEYS, session.game.module.id
        if not path.exists():
            key = MailKey.new()
            KeysFile(secrets.token_hex(8), "", key.seed.hex(), key.public.hex(), title).write(path)
            typer.echo(text("host-sees-all"))
            if session.game.access.kind == "open":
                typer.echo(text("host-open-table"))
        keys = KeysFile.read(path)
        host = MailHost(session, keys.key, lambda: keys.game, module.side_titles)
        yield HostFolder(folder, host, title)


@contextmanager
def _session(path: Path) -> Iterator[tuple["Session", "Module"]]:
    """Open a game with its rules, yield it with its module, and close it afterwards. Raises JournalError, LibraryError,
    and Failure if its steps could not be saved.
    """
    from tabletop.assembly import AtHand, assistant_of, table_session
    from tabletop.cli.game_arguments import module_for
    from tabletop.journal.journal import Journal
    from tabletop.module.contents.laid_boards import as_laid

    with Journal.open(path) as journal:
        warn(journal)
        module = as_laid(module_for(journal.game.module), journal.game.properties)
        yield table_session(journal, module.components, _now_ms, AtHand(partial(assistant_of, module))), module
        _see_harm(journal)


def _see_harm(journal: "Journal") -> None:
    if journal.see_harm() or journal.trouble:
        raise Failure(journal.trouble)


def _keys_of_seat(path: Path) -> "KeysFile":
    from tabletop.mail.mail_keys import KeysFile

    keys = KeysFile.read(existing(path))
    if not keys.seat:
        raise Failure(text("keys-of-seat", file=path.name))
    return keys


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
