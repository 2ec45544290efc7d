"""The folder of a hosted game: `in` has incoming letters, `out` has reports to the seats."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabletop.mail.mail_errors import MailError
from tabletop.mail.mail_host import MailHost
from tabletop.mail.mail_inbox import joining_letter
from tabletop.mail.mail_seat import wanted_sentence
from tabletop.mail.turn_file import TURN_SUFFIX, digest_of, file_name, letter_in_file, load_turn_file, read_turn_file
from tabletop.module.cache.module_cache import write_whole
from tabletop.texts import listed, text

if TYPE_CHECKING:
    from tabletop.mail.letters import ConsentWanted

INVITATION: Final = f"invitation{TURN_SUFFIX}"

OPENED: Final = ".opened"
"""The list, beside incoming letters, of the turn files that were carried out: a line with the digest and the name of
each.
"""

NOT_OPENED: Final = ".not-opened"
"""The list, beside incoming letters, of the files that were not opened: a line with the digest and the reason of
each.
"""


class HostFolder:
    """The folder of a hosted game, and the work that is done in it: it opens incoming letters with the host, and writes
    the reports.
    """

    def __init__(self, folder: Path, host: MailHost, title: str) -> None:
        """Make the missing parts of the folder: the folders for letters, and the invitation. Raises OSError."""
        self._in, self._out, self._host = folder / "in", folder / "out", host
        for each in (self._in, self._out):
            each.mkdir(exist_ok=True)
        if not (folder / INVITATION).exists():
            write_whole(folder / INVITATION, host.invitation(title))
        self._found: set[str] = set()
        self._asked: set[tuple[str, ConsentWanted]] = set()

    def work(self) -> Iterator[str]:
        """Open all incoming turn files and write reports; yield the results as sentences, also about requests to join.

        Raises OSError.
        """
        letters = self._letters()
        digests = {each: digest_of(data).hex() for each, data in letters.items()}
        done = {each for each, digest in digests.items() if self._host.has_carried_out(digest)}
        waiting = [each for each in letters.keys() - done if read_turn_file(letters[each]).cover.kind == "orders"]
        unfinished = self._host.unfinished
        waiting.sort(key=lambda each: (digests[each] != unfinished, each))
        said: dict[Path, str] = {}
        has_opened = True
        while has_opened:
            has_opened = False
            for path in list(waiting):
                try:
                    opened = self._host.open(letters[path])
                except MailError as problem:
                    said[path] = str(problem)
                    continue
                waiting.remove(path)
                said.pop(path, None)
                has_opened = True
                yield text("letter-opened", file=path.name, what=opened.sentence)
        for path, why in said.items():
            yield from self._not_opened(path, why)
        yield from self._done_already(letters, {each: digests[each] for each in done})
        self._list_opened({each: digests[each] for each in letters})
        yield from self._joining(letters)
        self._list_not_opened()
        yield from self.report()
        yield from self._asked_here()

    def _asked_here(self) -> Iterator[str]:
        """Yield a sentence about each request to a player at the host's table, once."""
        asked = set(self._host.asked_here())
        for seat, wanted in sorted(asked - self._asked, key=lambda one: (one[0], one[1].request, one[1].steps)):
            yield text("consent-at-table", seat=seat, what=wanted_sentence(wanted))
        self._asked = asked

    def _not_opened(self, path: Path, why: str) -> Iterator[str]:
        """Yield the sentence that a file was not opened, unless the last run has already given it."""
        said = text("letter-not-opened", file=path.name, why=why)
        line = f"{_digest(path)} {said}"
        self._found.add(line)
        if line not in self._lines(NOT_OPENED):
            yield said

    def _list_not_opened(self) -> None:
        """List the present files that were not opened. Raises OSError."""
        found, self._found = self._found, set()
        if found != set(self._lines(NOT_OPENED)):
            write_whole(self._in / NOT_OPENED, "".join(f"{line}\n" for line in sorted(found)).encode())

    def _done_already(self, letters: Mapping[Path, bytes], done: Mapping[Path, str]) -> Iterator[str]:
        """Yield a sentence about each turn file whose orders had already been carried out when it came, unless it is in
        the list of such files.
        """
        known = self._opened()
        for path, digest in done.items():
            if (digest, path.name) not in known:
                try:
                    self._host.open(letters[path])
                except MailError as problem:
                    yield text("letter-not-opened", file=path.name, why=problem)

    def _opened(self) -> set[tuple[str, str]]:
        """Return the digests and names of the turn files in the list."""
        return {(digest, name) for digest, _, name in (line.partition(" ") for line in self._lines(OPENED))}

    def _lines(self, name: str) -> list[str]:
        """Return the lines of a list beside incoming letters; none if it cannot be read."""
        try:
            return (self._in / name).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []

    def _list_opened(self, digests: Mapping[Path, str]) -> None:
        """List the present turn files that are carried out. Raises OSError."""
        opened = {(digest, path.name) for path, digest in digests.items() if self._host.has_carried_out(digest)}
        if opened != self._opened():
            lines = "".join(f"{digest} {name}\n" for digest, name in sorted(opened))
            write_whole(self._in / OPENED, lines.encode())

    def report(self) -> Iterator[str]:
        """Write the reports with news for the seats; yield a sentence about each written file. Raises OSError."""
        for seat in self._host.seats:
            while (report := self._host.report(seat)) is not None:
                path = self._out / file_name(seat, f"report-{self._host.reports(seat)}")
                write_whole(path, report)
                yield text("report-written", seat=seat, file=path.name)

    def admit(self, seat: str, fingerprint: str, *, keeps_seat: bool = False) -> Iterator[str]:
        """Admit a seat that wants to join with a key of this fingerprint, and write the reports; yield the results as
        sentences.

        Raises MailError, OSError; see `MailHost.admit`.
        """
        letter, held = joining_letter(self._in, self._host.game, seat, fingerprint), self._host.held_by(seat)
        self._host.admit(letter, keeps_seat=keeps_seat)
        if held:
            yield held
        yield text("seat-admitted", seat=seat)
        yield from self.report()

    def _letters(self) -> dict[Path, bytes]:
        """Return the contents of all complete incoming turn files, by their paths."""
        found = {}
        for path in sorted(self._in.glob(f"*{TURN_SUFFIX}")):
            with suppress(MailError):
                found[path] = letter_in_file(path)
        return found

    def damaged(self) -> Iterator[str]:
        """Yield a sentence about each incoming file that is not a complete letter, with the reason. `work` notes these
        files, so that the next run does not name them again.
        """
        for path in sorted(self._in.glob(f"*{TURN_SUFFIX}")):
            try:
                letter_in_file(path)
            except MailError as problem:
                yield from self._not_opened(path, str(problem))

    def _joining(self, letters: dict[Path, bytes]) -> Iterator[str]:
        for path, data in letters.items():
            if read_turn_file(data).cover.kind == "joining":
                try:
                    seat, letter, found = self._host.joining(data)
                except MailError as problem:
                    yield from self._not_opened(path, str(problem))
                    continue
                if not self._host.is_admitted(data):
                    sides = listed(self._host.titles_of(letter.sides))
                    yield text("seat-wants-to-join", seat=seat, sides=sides, fingerprint=found)
                    if held := self._host.held_by(seat):
                        yield held


def _digest(path: Path) -> str:
    """Return the digest of a file, which may be no letter; "" if it cannot be read."""
    try:
        return digest_of(load_turn_file(path)).hex()
    except OSError:
        return ""
