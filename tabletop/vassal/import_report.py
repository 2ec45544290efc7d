"""The report of an import: it counts the verdicts on components and traits, and names places in the module.

The functions that import a component or a trait give a `Verdict` on it; a `Tally` counts the verdicts.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from tabletop.vassal.files.attributes import in_our_letters

Grade: TypeAlias = Literal["exact", "approximated", "inactive", "refused"]
"""The grades of an import. Exact: it works here as in VASSAL. Approximated: nearly, and the reason gives the
difference. Inactive: it is kept as data, but does nothing. Refused: it is not imported, because it could do harm.
"""

What: TypeAlias = Literal["component", "trait"]

K = TypeVar("K")

GRADES: Final[tuple[Grade, ...]] = ("exact", "approximated", "inactive", "refused")
MOST_PLACES: Final = 5
"""The greatest number of places named in one line of the report."""
LONGEST: Final = 400
"""The greatest length of a text in the report. Names in a module can have any length."""


class Peek(Struct, frozen=True):
    """An action that in VASSAL also reads pieces hidden from the acting side.

    `command` is the name that players know: a menu entry, a key or a property; "" if there is none. `sees` says if it
    reads all pieces here too, or only those that the acting side sees. `how` is the end of a sentence about it.
    """

    command: str
    sees: Literal["everything", "what its side sees"]
    how: str


class Verdict(Struct, frozen=True):
    """The result for one component or trait. The reason is the end of a sentence; exact imports have none.

    `peeks` are its actions that in VASSAL also read hidden pieces.
    """

    grade: Grade
    reason: str = ""
    peeks: tuple[Peek, ...] = ()


EXACT: Final = Verdict("exact")


def approximated(how: str) -> Verdict:
    """Return the verdict that something is imported approximately; `how` is the difference."""
    return Verdict("approximated", how)


def inactive(why: str) -> Verdict:
    """Return the verdict that something is kept as data and does nothing; `why` gives the reason."""
    return Verdict("inactive", why)


def refused(why: str) -> Verdict:
    """Return the verdict that something is not imported; `why` gives the reason."""
    return Verdict("refused", why)


class ReportGroup(Struct, frozen=True):
    """A group of things of one class with the same grade for the same reason, and the first of their places."""

    what: What
    name: str
    grade: Grade
    reason: str
    count: int
    places: tuple[str, ...]


class UnseenGroup(Struct, frozen=True):
    """A group of things of one class with the same `Peek`, and the first of their places."""

    what: What
    name: str
    command: str
    sees: str
    how: str
    count: int
    places: tuple[str, ...]


class ImportRemark(Struct, frozen=True):
    """A remark for the user, for example on a missing picture."""

    text: str
    places: tuple[str, ...]
    count: int


class ImportReport(Struct, frozen=True):
    """The results of importing a module. `vassal_version` is the version of VASSAL that wrote the module.

    `maps` are the ids of its maps: a save that does not name its module is recognised by them.
    """

    module: str
    version: str
    vassal_version: str
    maps: tuple[str, ...]
    lines: tuple[ReportGroup, ...]
    remarks: tuple[ImportRemark, ...]
    unseen: tuple[UnseenGroup, ...] = ()

    def counts(self, what: What) -> dict[Grade, int]:
        """Return the number of components, or of traits, for each grade."""
        found = dict.fromkeys(GRADES, 0)
        for line in self.lines:
            if line.what == what:
                found[line.grade] += line.count
        return found

    def text(self) -> str:
        """Return the report as a page in Markdown. Inexact imports and their reasons come first."""
        return "\n".join(_page(self)) + "\n"


class Tally:
    """A count of the verdicts on the parts of a module during its import."""

    def __init__(self) -> None:
        self._lines: dict[tuple[What, str, Grade, str], tuple[int, list[str]]] = {}
        self._peeks: dict[tuple[What, str, Peek], tuple[int, list[str]]] = {}
        self._remarks: dict[str, tuple[int, list[str]]] = {}

    def judge(self, what: What, name: str, verdict: Verdict, where: str) -> None:
        """Count the verdict on one thing of the class `name`; `where` is its place in the module."""
        name, where = _short(name), _short(where)
        _count(self._lines, (what, name, verdict.grade, _short(verdict.reason)), where)
        for peek in verdict.peeks:
            _count(self._peeks, (what, name, Peek(_short(peek.command), peek.sees, peek.how)), where)

    def remark(self, text: str, where: str) -> None:
        """Add a remark. The report shows the same remark only once, with its places."""
        _count(self._remarks, _short(text), _short(where))

    def report(self, module: str, version: str, vassal_version: str, maps: Iterable[str]) -> ImportReport:
        """Return the report of everything counted so far."""
        lines = [
            ReportGroup(what, name, grade, reason, count, tuple(places))
            for (what, name, grade, reason), (count, places) in self._lines.items()
        ]
        lines.sort(key=lambda line: (line.what, -GRADES.index(line.grade), line.name, line.reason))
        remarks = (ImportRemark(text, tuple(places), count) for text, (count, places) in self._remarks.items())
        unseen = [
            UnseenGroup(what, name, peek.command, peek.sees, peek.how, count, tuple(places))
            for (what, name, peek), (count, places) in self._peeks.items()
        ]
        unseen.sort(key=lambda each: (each.what, each.sees, each.name, each.command, each.how))
        return ImportReport(module, version, vassal_version, tuple(maps), tuple(lines), tuple(remarks), tuple(unseen))


def _short(text: str) -> str:
    """Return a text as one line without control characters. If it is too long, its middle is left out."""
    text = in_our_letters(" ".join(text.split()))
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 4 :]}"


def _count(counts: dict[K, tuple[int, list[str]]], key: K, where: str) -> None:
    count, places = counts.get(key, (0, []))
    if where and len(places) < MOST_PLACES and where not in places:
        places.append(where)
    counts[key] = count + 1, places


def _page(report: ImportReport) -> Iterator[str]:
    yield f"# {report.module} {report.version}".rstrip()
    yield f"\nImported from a VASSAL module written by VASSAL {report.vassal_version or '(unknown version)'}.\n"
    yield "|  | exact | approximated | kept, inactive | refused |"
    yield "|---|---|---|---|---|"
    for what in _WHATS:
        counts = report.counts(what)
        yield f"| {what}s | " + " | ".join(str(counts[grade]) for grade in GRADES) + " |"
    for grade, title in _TITLES.items():
        if grade == "exact":
            yield from _beside(report)
        lines = [line for line in report.lines if line.grade == grade]
        if lines:
            yield f"\n## {title}\n"
            yield from map(_told, lines)


def _beside(report: ImportReport) -> Iterator[str]:
    """Yield the lines of the report's remarks, and of the actions that read hidden pieces in VASSAL."""
    if report.remarks:
        yield "\n## To check\n"
        yield from (f"* {remark.text}{_times(remark.count)}{_at(remark.places)}" for remark in report.remarks)
    for sees, title in _SEEN.items():
        unseen = [each for each in report.unseen if each.sees == sees]
        if unseen:
            yield f"\n## {title}\n"
            yield f"{_MEANING[sees]}\n"
            yield from map(_peeking, unseen)


_WHATS: Final[tuple[What, ...]] = ("component", "trait")
_TITLES: Final[dict[Grade, str]] = {
    "refused": "Refused",
    "inactive": "Kept, but inactive",
    "approximated": "Approximated",
    "exact": "Exact",
}


_SEEN: Final = {
    "everything": "Reads what a side cannot see",
    "what its side sees": "Reads less than in VASSAL where sides hide pieces",
}
_MEANING: Final = {
    "everything": "As in VASSAL, these actions look at everything, even at pieces hidden from the acting side: "
    "until they are fixed (`reads: view`), the game keeps no secrets where sides hide pieces.",
    "what its side sees": "These look at other pieces. VASSAL shows them hidden ones too; here they see only "
    "the pieces that the acting side sees, or all pieces if an action above asks for them.",
}


def _peeking(unseen: UnseenGroup) -> str:
    called = f" `{unseen.command.replace('`', chr(39))}`" if unseen.command else ""
    return f"* `{unseen.name}`{called}{_times(unseen.count)}: it {unseen.how}{_at(unseen.places)}"


def _told(line: ReportGroup) -> str:
    if line.grade == "exact":
        return f"* `{line.name}`{_times(line.count)}"
    return f"* `{line.name}`{_times(line.count)}: {line.reason}{_at(line.places)}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""


def _at(places: tuple[str, ...]) -> str:
    return f" — {'; '.join(places)}" if places else ""
