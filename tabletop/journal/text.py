"""Conversion of a game to text and back. Each record is a block, and each change a line, so that two games can be
compared line by line.

The text is YAML whose values are JSON. Reading it back gives the same records and the same chain:

    --- # step 12 by Anna
    seq: 12
    by: "Anna"
    command: {"do":"move","pieces":[41],"to":{"to":"spot","map":"main","x":200,"y":340}}
    patch:
    - ["go",[41],7,0]
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from tabletop.game.change.step import UNKNOWN_MS
from tabletop.journal.file.store import Store, beside
from tabletop.journal.head import NO_LINK, stored
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.records import (
    Snapshot,
    StepEntry,
    StepRow,
    builtins_of,
    chained,
    decode_step,
    encode,
    game_of,
    replayed,
    row_of,
)
from tabletop.texts import text

TEXT_FORMAT: Final = 1
MOST_BYTES: Final = 1 << 30

_HEADER: Final = f"# A game of Wartable as text, format {TEXT_FORMAT}\n"
_ROWS_AT_ONCE: Final = 1_000

Block = dict[str, Any]


def export_text(journal: Journal, out: TextIO) -> None:
    """Write a whole game as text. Raises JournalError, OSError."""
    out.write(_HEADER)
    base, rows = journal.stored()
    begun = builtins_of(base.position)
    position = begun.pop("position")
    _write(out, f"position {base.seq}", {**begun, **position, "chain": base.chain.hex()})
    for row in rows:
        record = builtins_of(row.record)
        _write(out, f"step {row.seq} by {_json(row.by)}{_when(record)}", record)
    _write(out, "end", {"last": journal.last, "chain": journal.chain.hex()})


def import_text(source: Path, target: Path) -> None:
    """Make a game's file from its text; it replaces `target` once complete. Raises JournalError."""
    try:
        if source.stat().st_size > MOST_BYTES:
            raise JournalError(text("export-too-large", file=source.name))
        with source.open(encoding="utf-8", newline="\n") as lines, beside(target) as draft:
            store = Store.create(draft)
            try:
                _build(store, _blocks(lines))
            finally:
                store.close()
    except (OSError, UnicodeDecodeError) as problem:
        raise JournalError(text("export-not-text", file=source.name)) from problem
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise JournalError(text("export-damaged", file=source.name, problem=problem)) from problem


def _write(out: TextIO, title: str, block: Block) -> None:
    out.write(f"--- # {title}\n")
    for name, value in block.items():
        if isinstance(value, list) and value and all(isinstance(item, list | dict) for item in value):
            out.write(f"{name}:\n")
            out.writelines(f"- {_json(item)}\n" for item in value)
        elif isinstance(value, dict) and name in ("properties", "options", "seats") and value:
            out.write(f"{name}:\n")
            out.writelines(f"  {_json(key)}: {_json(item)}\n" for key, item in value.items())
        else:
            out.write(f"{name}: {_json(value)}\n")


def _when(record: Block) -> str:
    """Return the time of a step in readable form, after a comma; "" if the time is unknown."""
    at_ms = record.get("at_ms")
    if not isinstance(at_ms, int) or not UNKNOWN_MS < at_ms < 1 << 47:
        return ""
    return f", {datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _blocks(lines: TextIO) -> Iterator[Block]:
    """Yield the blocks of a text. Raises JournalError with the line."""
    if lines.readline() != _HEADER:
        raise JournalError(text("export-foreign"))
    block: Block = {}
    name = ""
    for number, line in enumerate(lines, 2):
        said = line.rstrip("\n")
        if said.startswith("---"):
            if block:
                yield block
            block = {}
        elif not _take(block, name, said):
            key, colon, rest = said.partition(":")
            if not colon or not key.isidentifier():
                raise JournalError(text("export-line", number=number, line=said[:40]))
            name = key
            block[name] = msgspec.json.decode(rest) if rest else None
    if block:
        yield block


def _take(block: Block, name: str, text: str) -> bool:
    """Add a line that continues the value of `name`; return whether it is such a line."""
    if text.startswith("- ") and name in block:
        items = block[name] = block[name] or []
        items.append(msgspec.json.decode(text[2:]))
        return True
    if text.startswith("  ") and name in block:
        key, _, value = text.strip().partition('": ')
        table = block[name] = block[name] or {}
        table[msgspec.json.decode(key + '"')] = msgspec.json.decode(value)
        return True
    return False


def _build(store: Store, blocks: Iterator[Block]) -> None:
    """Fill a new file from the blocks of a text. Raises JournalError, msgspec.MsgspecError."""
    first = next(blocks, {})
    try:
        chain = bytes.fromhex(str(first.pop("chain", "")))
    except ValueError as problem:
        raise JournalError(text("export-link")) from problem
    outer = {name: first.pop(name, None) for name in ("seq", "seed", "drawn", "at_ms")}
    snapshot = msgspec.convert({**outer, "position": first}, Snapshot)
    base = stored(snapshot, NO_LINK if snapshot.seq == 0 else chain)
    if base.chain != chain:
        raise JournalError(text("export-set-up-changed"))
    store.begin_at(base)
    game, seq, rows = game_of(snapshot.position), snapshot.seq, list[StepRow]()
    for block in blocks:
        if "last" in block:
            if block != {"last": seq, "chain": chain.hex()}:
                raise JournalError(text("export-changed"))
            store.insert(rows)
            return
        seq += 1
        record = encode(block)
        step = decode_step(record)
        game, back = replayed(game, step)
        row = row_of(StepEntry(step, back), chain)._replace(record=record, chain=chained(chain, record))
        if step.seq != seq:
            raise JournalError(text("export-step-missing", seq=seq))
        chain = row.chain
        rows.append(row)
        if len(rows) == _ROWS_AT_ONCE:
            store.insert(rows)
            rows.clear()
    raise JournalError(text("export-cut-short"))
