"""The pages of the record for the review after a moderated game: plain HTML that needs no network."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from tabletop.cli.report.umpire_record import RecordedDifference, ReviewedStep, UmpireRecord
from tabletop.game.beliefs.force_knowledge import Force, forces, knowledge
from tabletop.game.state.game import Game
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.log_titles import Titles
from tabletop.texts import listed, text

DATA: Final = "record.jsonl"
_INDEX: Final = "index.html"

KINDS: Final = {
    "strength": "review-strength",
    "place": "review-other-place",
    "unknown": "review-not-known",
    "invented": "review-does-not-exist",
}
"""The catalogue's keys of the sentences for the kinds of differences."""

KNOWN: Final = {
    "own": "review-own",
    "seen": "review-sees",
    "back": "review-sees-back",
    "screen": "review-sees-screen",
    "told": "review-was-told",
    "lost": "review-saw-last",
    "never": "review-never-seen",
}
"""The catalogue's keys of the sentences for the ways in which a side knows a force."""

_STATES: Final = {
    "written": "review-is-written",
    "under-way": "review-is-under-way",
    "arrived": "review-has-arrived",
    "lost": "review-is-lost",
}
_STYLE: Final = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem;
       color: #1b252d; background: #fbfaf6; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #d6d2c7; }
th { font-weight: 600; color: #4e5c66; }
.warning { background: #fbebcb; color: #7a5200; padding: .6rem .9rem; border-radius: 6px; }
nav a { margin-right: 1rem; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 1rem; }
figure { margin: 0; } img { width: 100%; border-radius: 6px; }
@media (prefers-color-scheme: dark) {
  body { color: #e9edef; background: #182027; } th, td { border-color: #2c3841; } th { color: #aebac2; }
  .warning { background: #4a3a14; color: #f5cb70; } a { color: #5cc6cf; }
}
"""


DrawsPosition: TypeAlias = Callable[[Game, str, Path], None]
"""A function that draws a position as a side sees it, or all of it for "", to a file."""


class UmpirePages:
    """The pages of one record, a page for each turn, and its data. `write` makes them.

    `draw` draws a position as a side sees it ("" for the truth) to a file; without it the pages have no pictures.
    """

    def __init__(
        self, record: UmpireRecord, title: str, folder: Path, titles: Titles, draw: DrawsPosition | None = None
    ) -> None:
        self._draw = draw
        self._record = record
        self._title = title
        self._folder = folder
        self._titles = titles
        self._turns: list[tuple[str, str, int]] = []

    def write(self) -> int:
        """Write everything, and return the number of steps. Raises OSError, JournalError."""
        steps, count, turn = [], 0, self._record.turns()
        label, before = self._record.time(), self._record.game
        with (self._folder / DATA).open("w", encoding="utf-8", newline="\n") as data:
            for step in self._record.steps():
                data.write(f"{msgspec.json.encode(step).decode()}\n")
                count += 1
                steps.append(step)
                now = self._record.turns()
                if now != turn:
                    self._write_turn(label, steps, before.dispatches.items())
                    steps, turn, label, before = [], now, self._record.time(), self._record.game
        self._write_turn(label, steps, before.dispatches.items())
        self._write_page(_INDEX, self._title, self._index())
        return count

    def _write_turn(self, label: str, steps: Sequence[ReviewedStep], earlier: Iterable[tuple[int, Dispatch]]) -> None:
        """Write the page of a turn, with the beliefs at its end."""
        number = len(self._turns) + 1
        name, title = f"turn-{number}.html", label or text("review-turn", number=number)
        self._turns.append((name, title, len(steps)))
        known = dict(earlier)
        new = [(id, one) for id, one in self._record.game.dispatches.items() if known.get(id) != one]
        found = self._record.differences()
        parts = [
            f'<nav><a href="{_INDEX}">{_text("review-all-turns")}</a></nav>',
            *self._section("review-maps", self._maps(number)),
            *self._section("review-steps", self._steps(steps)),
            *self._section("review-dispatches", self._dispatches(new)),
            *self._section("review-differences", self._differences(found)),
            *self._section("review-forces", self._forces()),
        ]
        self._write_page(name, title, parts)

    def _index(self) -> Iterator[str]:
        said = _text("review-data", file=DATA)
        yield f"<p>{said}</p>"
        rows = (
            [f'<a href="{name}">{escape(title)}</a>', _text("review-step-count", count=count)]
            for name, title, count in self._turns
        )
        yield from _table([_text("review-turns"), _text("review-steps")], rows)

    def _maps(self, number: int) -> Iterator[str]:
        """Draw the truth and the view of each side at the end of a turn; yield the pictures with their titles."""
        if self._draw is None:
            return
        game = self._record.game
        shown = [("", text("review-truth")), *((side, self._titles.side(side)) for side in game.sides)]
        yield '<div class="maps">'
        for place, (side, title) in enumerate(shown):
            name, words = f"turn-{number}-{place}.png", escape(title)
            self._draw(game, side, self._folder / name)
            yield f'<figure><figcaption>{words}</figcaption><img src="{name}" alt="{words}"></figure>'
        yield "</div>"

    def _section(self, key: str, lines: Iterator[str]) -> Iterator[str]:
        """Yield a part of a page under its heading; nothing if the part is empty."""
        found = list(lines)
        if found:
            yield f"<h2>{_text(key)}</h2>"
            yield from found

    def _steps(self, steps: Sequence[ReviewedStep]) -> Iterator[str]:
        sides = self._record.game.sides
        heads = ["#", _text("review-when"), _text("review-who"), _text("review-truth")]
        heads += [_text("review-told", side=self._titles.side(side)) for side in sides]
        rows = (
            [
                str(one.step),
                escape(one.at.replace("T", " ")[:19]),
                escape(one.by),
                escape(one.said),
                *(escape(self._heard(one, side)) for side in sides),
            ]
            for one in steps
        )
        if steps:
            yield from _table(heads, rows)

    def _heard(self, one: ReviewedStep, side: str) -> str:
        if side not in one.heard:
            return ""
        return one.heard[side] or text("review-seen")

    def _dispatches(self, new: Sequence[tuple[int, Dispatch]]) -> Iterator[str]:
        words = self._record.time_words
        heads = ["review-from", "review-to", "review-words", "review-written", "review-due", "review-arrived"]
        rows = (
            [
                escape(f"{one.sender} ({one.seat})" if one.sender else one.seat),
                escape(one.to.name or one.to.kind),
                escape(self._words_of(id, one)),
                escape(words(one.time)),
                escape(words(one.due)),
                escape(_state(one, words(one.arrived), [f"{name} {words(time)}" for name, time in one.read.items()])),
            ]
            for id, one in new
        )
        if new:
            yield from _table(list(map(_text, heads)), rows)

    def _words_of(self, id: int, one: Dispatch) -> str:
        """Return the texts of a dispatch and of the dispatch that it answers, and the times of reports that answer
        it.
        """
        game, said = self._record.game, "; ".join(one.as_told.values())
        if (answered := game.dispatches.get(one.answers)) is not None:
            said = text("review-answers", said=said, text="; ".join(answered.says.values()))
        for contact in game.contacts.values():
            if contact.answers == id:
                said = text("review-answered", said=said, time=self._record.time_words(contact.time))
        return said

    def _differences(self, found: Sequence[RecordedDifference]) -> Iterator[str]:
        heads = ["review-letter", "review-side", "review-kind", "review-what", "review-place", "review-believed"]
        rows = (
            [
                one.letter,
                escape(self._titles.side(one.side)),
                _text(KINDS[one.kind]),
                escape("; ".join([*one.pieces, *(f"{name}: “{said}”, {truth}" for name, said, truth in one.claims)])),
                escape(one.truth),
                escape(one.believed),
            ]
            for one in found
        )
        if found:
            yield from _table(list(map(_text, heads)), rows)

    def _forces(self) -> Iterator[str]:
        game = self._record.game
        found = forces(game)
        heads = [_text("review-what"), _text("review-place")]
        heads += [_text("review-known-to", side=self._titles.side(side)) for side in game.sides]
        if found:
            yield from _table(heads, map(self._force, found))

    def _force(self, force: Force) -> list[str]:
        game, record = self._record.game, self._record
        names = listed([self._titles.words(game.kind_of(piece).name) for piece in force.pieces])
        cells = [escape(names), escape(record.place_of(force))]
        for side in range(len(game.sides)):
            known = knowledge(game, force, side, record.history)
            when = record.time_words(known.time) if known.time is not None else ""
            cells.append(escape(known_words(known.how, when)))
        return cells

    def _write_page(self, name: str, title: str, parts: Iterable[str]) -> None:
        head = f"{self._title}: {title}" if title != self._title else title
        lines = [
            "<!DOCTYPE html>",
            f'<html><head><meta charset="utf-8"><title>{escape(head)}</title><style>{_STYLE}</style></head><body>',
            f'<p class="warning">{_text("review-shows-all")}</p>',
            f"<h1>{escape(head)}</h1>",
            *parts,
            "</body></html>",
        ]
        (self._folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def known_words(how: str, when: str) -> str:
    """Return how a side knows something, with the time, if it has one."""
    known = text(KNOWN[how])
    return text("known-at", known=known, when=when) if when else known


def _state(one: Dispatch, arrived: str, read: Sequence[str]) -> str:
    """Return the state of a dispatch in words, with the time of its arrival and of reading."""
    said = text(_STATES[one.state])
    return "; ".join((text("known-at", known=said, when=arrived) if arrived else said, *read))


def _text(key: str, **named: object) -> str:
    """Return a sentence of the catalogue, for HTML."""
    return escape(text(key, **named))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; all cells are HTML."""
    yield "<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
    yield "</table>"
