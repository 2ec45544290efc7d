"""The texts beside the recorded games: they are written once for each new game or name, and compared from then on.

`python tests/recorded/golden.py` writes the texts of a new game, and adds new names to the list of names. It changes no
text of an existing game, and removes no name.
"""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from tabletop.cli.report.heard_record import export_heard
from tabletop.game.change.patch import Change
from tabletop.game.change.step import Deed, Step
from tabletop.game.commands import AnyCommand, Goal
from tabletop.game.sight.audience import audience
from tabletop.game.sight.seen_changes import all_told_for
from tabletop.game.state.position import position_of
from tabletop.journal.file.store import FORMAT
from tabletop.journal.journal import Journal
from tabletop.journal.records import Snapshot, TapeUse, encode, replayed
from tabletop.journal.text import TEXT_FORMAT

HERE: Final = Path(__file__).parent
GAMES: Final = tuple(sorted(path.stem for path in HERE.glob("*.wartable")))
NAMES: Final = HERE / "names.txt"

CALLED: Final = {
    "ChanceDraw": "Draw",
    "DeckCard": "Card",
    "GivenAnswer": "Given",
    "GivenValue": "Given",
    "OpenQuestion": "Waiting",
    "PropertyMatch": "Match",
    "SheetField": "Field",
    "StandingDraws": "Standing",
    "TapeUse": "Drawn",
    "TextStyle": "Written",
    "TraitCall": "Entry",
    "TraitDice": "Dice",
}
"""Renamed structs, each with its name in the list of names. Files do not contain the names of these structs."""


def file_of(game: str) -> Path:
    """Return the file of a recorded game."""
    return HERE / f"{game}.wartable"


def truth(journal: Journal) -> str:
    """Return the last step of a game, its chain, a hash of each step, and its final position, as text."""
    steps = [hashlib.sha256(encode(step)).hexdigest()[:16] for step in journal.steps()]
    position = msgspec.json.format(_json(position_of(journal.game)), indent=1)
    return f"last {journal.last}\nchain {journal.chain.hex()}\nsteps {' '.join(steps)}\nposition {position}\n"


def projection(journal: Journal, side: str) -> str:
    """Return a side's views and messages as text: the facts of messages, not their sentences."""
    out = io.StringIO()
    export_heard(journal, side, out)
    shown = [line for line in out.getvalue().splitlines() if not line.startswith("said: ")]
    who = audience([journal.game.sides.index(side)])
    before, told = journal.game_at(journal.first), []
    for step in journal.steps(journal.first + 1):
        after, _ = replayed(before, step)
        told += [f"{step.seq} {_json(one)}" for one in all_told_for(step.told, before, after, who)]
        before = after
    return "\n".join([*shown, "--- # told", *told, ""])


def golden(game: str) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a recorded game: the path of each, and the program's text today."""
    with Journal.watch(file_of(game)) as journal:
        yield HERE / f"{game}.truth.txt", truth(journal)
        for side in journal.game.sides:
            yield HERE / f"{game}.as_{side.lower()}.txt", projection(journal, side)


def names() -> str:
    """Return every name used in files, with the names of its fields."""
    found: dict[str, str] = {}
    for kind in _structs((Step, Snapshot, TapeUse, Change, Deed, AnyCommand, Goal), set()):
        fields = ", ".join(kind.__struct_encode_fields__)
        tag = kind.__struct_config__.tag
        name = (
            f"{kind.__struct_config__.tag_field}={tag}" if tag is not None else CALLED.get(kind.__name__, kind.__name__)
        )
        row = "array " if kind.__struct_config__.array_like else ""
        found[f"{kind.__module__}.{kind.__name__}"] = f"{name}: {row}{fields}"
    lines = sorted(found.values())
    return "".join(f"{line}\n" for line in (f"format {FORMAT}, as text {TEXT_FORMAT}", *lines))


def _structs(kinds: Any, seen: set[Any]) -> Iterator[type[Struct]]:
    """Yield the structs in types, each once."""
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Struct):
            if kind not in seen:
                seen.add(kind)
                yield kind
                yield from _structs([field.type for field in msgspec.structs.fields(kind)], seen)
        elif get_origin(kind) in (Union, UnionType, tuple, list, dict, frozenset):
            yield from _structs(get_args(kind), seen)


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def lost_names() -> list[str]:
    """Return the lines of the list of names that the program no longer has, or whose fields it has changed. New fields
    at the end are allowed.

    It skips the first line, which has the numbers of the formats, because these change.
    """
    _, *lines = names().splitlines()
    _, *written = NAMES.read_text(encoding="utf-8").splitlines() if NAMES.exists() else [""]
    today = set(lines)
    grown = {line: line if line.endswith(": ") else f"{line}, " for line in written}
    return [line for line in written if not any(now == line or now.startswith(grown[line]) for now in today)]


def tags(kinds: Any) -> set[str]:
    """Return the tags of a union of structs."""
    return {str(kind.__struct_config__.tag) for kind in get_args(kinds)}


def write_missing() -> None:
    """Write missing texts and new names. Exits if a name was removed."""
    if lost := lost_names():
        raise SystemExit("\n".join(["These names stand in files that people have, and stay as they are:", *lost]))
    NAMES.write_text(names(), encoding="utf-8", newline="\n")
    for path, text in (one for game in GAMES for one in golden(game)):
        if not path.exists():
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_missing()
