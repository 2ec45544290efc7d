"""Opening of the letters that a player receives: invitations and reports."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tabletop.game.state.components import Components
from tabletop.game.state.game import empty_game
from tabletop.journal.journal import Journal
from tabletop.mail.letters import Invitation, JoinLetter, decode_letter
from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_keys import KEYS_SUFFIX, KeysFile, MailKey, fingerprint
from tabletop.mail.mail_seat import NO_SEED, MailSeat, ReportRead, report_in
from tabletop.mail.shared_game import AGREED, SharedSeat
from tabletop.mail.turn_file import (
    HOST,
    TURN_SUFFIX,
    LetterCover,
    encoded,
    letter_in_file,
    load_turn_file,
    read_turn_file,
    refuse_name,
    signed,
)
from tabletop.session import Session
from tabletop.texts import listed, text


def invitation_in(data: bytes) -> tuple[str, bytes, Invitation]:
    """Return the game of an invitation, the host's key, and the letter. Raises MailError."""
    file = read_turn_file(data)
    if file.cover.kind != "invitation":
        raise MailError(text("no-invitation"))
    return file.cover.game, file.signer, decode_letter(file.cover.content, Invitation)


def joining(data: bytes, seat: str, wanted: tuple[str, ...]) -> tuple[KeysFile, bytes]:
    """Return new keys for a seat in the game of an invitation, and the letter to join it. The `wanted` sides are given
    by their titles or ids.

    Raises MailError.
    """
    refuse_name(seat)
    game, host, letter = invitation_in(data)
    sides = tuple(filter(None, map(letter.side_called, wanted)))
    if not sides or len(sides) < len(wanted):
        raise MailError(text("mail-no-such-side", seat=seat, known=listed(letter.titles)))
    key = MailKey.new()
    keys = KeysFile(game, seat, key.seed.hex(), host.hex(), letter.title, sides)
    return keys, signed(key, LetterCover(game, "joining", seat, HOST, encoded(JoinLetter(sides))))


def begin_record(keys: KeysFile, data: bytes, now_ms: int) -> tuple[Journal, ReportRead]:
    """Begin the record of a seat with its first report. Return the record, which is in memory, and the result. Raises
    MailError.
    """
    report, _ = report_in(keys, data)
    if report.table is None:
        raise MailError(text("report-too-early", since=report.since, number=0))
    table = report.table
    bare = empty_game(table.sides, table.maps, table.module, table.scenario)
    journal = Journal.in_memory(bare, NO_SEED, now_ms)
    session = Session(journal, Components({}, {}, {}), now_ms=lambda: now_ms)
    return journal, MailSeat(keys, session).open(data)


def seat_with(keys: KeysFile, session: Session, path: Path) -> MailSeat | SharedSeat:
    """Return the seat of a player whose keys are in the file `path`, in the session of the player's own record."""
    return SharedSeat(keys, session, path.with_suffix(AGREED)) if keys.dice else MailSeat(keys, session)


def joining_letter(folder: Path, game: str, seat: str, spoken: str) -> bytes:
    """Return the letter in a folder that asks to join as this seat, and is signed by the key with the fingerprint
    `spoken`.

    Raises MailError, OSError.
    """
    wanted, is_other = "".join(spoken.split()).lower(), False
    for path in sorted(folder.glob(f"*{TURN_SUFFIX}")):
        try:
            data = letter_in_file(path)
        except MailError:
            continue
        file = read_turn_file(data)
        if (file.cover.kind, file.cover.game, file.cover.by) == ("joining", game, seat):
            if "".join(fingerprint(file.signer).split()) == wanted:
                return data
            is_other = True
    if is_other:
        raise MailError(text("mail-fingerprint-differs", seat=seat))
    raise MailError(text("mail-no-letter-of", seat=seat))


class LetterOpened(NamedTuple):
    """A sentence about the result of opening one of several reports. If the report could not be opened, `is_open` is
    False.
    """

    path: Path
    sentence: str
    is_open: bool = True


def open_letters(paths: Iterable[Path], opened: Callable[[bytes], ReportRead]) -> Iterator[LetterOpened]:
    """Open reports, which may be in any order. Yield sentences about the result of each; reports that cannot be opened
    come last.

    Raises OSError.
    """
    waiting = {path: load_turn_file(path) for path in paths}
    why: dict[Path, str] = {}
    has_opened = True
    while has_opened:
        has_opened = False
        for path in list(waiting):
            try:
                read = opened(waiting[path])
            except MailError as problem:
                why[path] = text("letter-not-opened", file=path.name, why=problem)
                continue
            del waiting[path]
            has_opened = True
            for each in read.sentences:
                yield LetterOpened(path, text("letter-opened", file=path.name, what=each))
    yield from (LetterOpened(path, why[path], False) for path in waiting)


def keys_for(data: bytes, folders: Iterable[Path]) -> Path | None:
    """Return the file in one of these folders with the keys for a report, or for the turn of a player in a game without
    a host; None if there is none.

    Raises MailError if it is not a turn file.
    """
    cover = read_turn_file(data).cover
    for folder in folders:
        for path in sorted(folder.glob(f"*{KEYS_SUFFIX}")):
            try:
                keys = KeysFile.read(path)
            except (MailError, OSError):
                continue
            if (keys.game, keys.seat) == (cover.game, cover.to) and cover.kind in ("report", "shared-turn"):
                return path
    return None
