"""Export of games of imported modules as saves and logs for VASSAL, with a report of differences."""

import html
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tabletop.expression import as_text
from tabletop.game.change.step import Step
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.holder import TABLE
from tabletop.journal.record_reader import RecordedStep, RecordReader
from tabletop.journal.records import replayed
from tabletop.log_messages import is_without_speaker
from tabletop.log_sentences import sentence
from tabletop.module.module import Module
from tabletop.texts import listed, text
from tabletop.vassal.components.pieces.kept_definitions import kept_definitions
from tabletop.vassal.export.piece_writer import PASSWORD
from tabletop.vassal.export.position_writer import PositionWriter
from tabletop.vassal.export.step_writer import StepWriter
from tabletop.vassal.files.archive import Metadata
from tabletop.vassal.files.game_commands import Chat, Command, EmptyCommand
from tabletop.vassal.files.save_files import VassalSave
from tabletop.vassal.files.vassal_error import VassalError
from tabletop.vassal.files.written_saves import written_save
from tabletop.vassal.games.followed_game import Follower
from tabletop.vassal.games.imported_games import LOG
from tabletop.vassal.games.trait_slots import as_written, unwritten_slots

VASSAL_VERSION: Final = "3.7.26"
"""The version of VASSAL in written saves."""

_MOST_NAMED: Final = 8
_INTERNAL: Final = ("tracker:", "clock:", "map:")
"""The beginnings of the names of table properties that have their own VASSAL commands."""


class ExportError(VassalError):
    """An error for a game that cannot be exported to VASSAL; the message is a sentence."""


class VassalExport(Struct, frozen=True):
    """A game as a file for VASSAL, with remarks on the differences from the game here.

    The `remarks` also name hidden things: only players who see everything may read them. Others may read
    `remarks_for_all`.
    """

    content: bytes
    remarks: tuple[str, ...]

    @property
    def remarks_for_all(self) -> tuple[str, ...]:
        """The remarks for a player who does not see everything."""
        password = text("export-any-password", password=PASSWORD.format("SIDE"))
        return text("export-whole-truth"), password, text("export-rest-withheld")


def export_log(module: Module, record: RecordReader, since: int, at_ms: int = 0) -> VassalExport:
    """Return a VASSAL log with the position of a record after the step `since`, and with all later steps.

    Like VASSAL's own files it shows everything.

    `at_ms` (UTC, milliseconds) is the time of writing. Raises JournalError, and `ExportError` if the module was not
    imported from VASSAL, or was imported by a version that did not keep the definitions of pieces.
    """
    return export_steps(module, record.game_at(since), record.steps(since + 1), at_ms)


def export_steps(module: Module, game: Game, steps: Iterable[Step], at_ms: int = 0) -> VassalExport:
    """Return a position and the steps that follow it as a log; without steps, as a save. Raises the errors of
    `export_log`.
    """
    return _exported(module, game, _recorded(game, steps), at_ms)


def _recorded(game: Game, steps: Iterable[Step]) -> Iterator[RecordedStep]:
    """Yield the steps, each with the positions before and after it. `game` is the position before the first."""
    for step in steps:
        before = game
        game, _ = replayed(before, step)
        yield RecordedStep(before, step, game)


def _exported(module: Module, game: Game, steps: Iterable[RecordedStep], at_ms: int) -> VassalExport:
    if module.about.imported is None:
        raise ExportError(text("export-not-vassal", module=module.about.title))
    definitions = kept_definitions(module)
    if definitions is None:
        raise ExportError(text("export-import-again", module=module.about.title))
    writer = PositionWriter(module, definitions, game)
    pieces = list(writer.start(game))
    written: list[tuple[Command, ...]] = []
    last = game
    stepping = StepWriter(module, writer, game, pieces)
    for each in steps:
        commands = (*stepping.step(each.before, each.step, each.after), *_chat(each))
        if commands:
            written.append(commands if len(commands) == 1 else (EmptyCommand(), *commands))
        last = each.after
    players = tuple(writer.players())
    stepping.position.do(players)
    about = Metadata(vassal_version=VASSAL_VERSION, saved_ms=at_ms)
    of_module = Metadata(definitions.name, definitions.version, definitions.vassal_version, "", at_ms)
    saved = VassalSave("", about, of_module, (*players, *pieces), tuple(written))
    there = Follower(module, stepping.position)
    return VassalExport(written_save(saved), tuple(_remarks(module, last, writer, there)))


def _chat(recorded: RecordedStep) -> Iterator[Chat]:
    """Yield the messages of a step as lines of VASSAL's chat, which shows HTML. Messages for players who see less than
    everything are left out.
    """
    by = html.escape(recorded.step.by, quote=False)
    for told in recorded.step.told:
        if told.lesser:
            continue
        if told.key == "said":
            yield Chat(f"&lt;{by}&gt; - {html.escape(as_text(told.facts['text']), quote=False)}")
        elif words := html.escape(sentence(told, recorded.before, recorded.after), quote=False):
            yield Chat(f"* {words}" if is_without_speaker(told) or by == LOG else f"* {by} {words}")


# the report


def _remarks(module: Module, game: Game, writer: PositionWriter, there: Follower) -> Iterator[str]:
    """Yield the remarks on the differences between the exported game in VASSAL and the game here."""
    yield text("export-whole-truth")
    yield from _named("export-unknown-counters", writer.pieces.unknown)
    yield from _named("export-unlike-counters", writer.pieces.unlike)
    yield from _named("export-unknown-decks", writer.unknown_decks)
    seen, standing, away = _compared(game, there)
    yield from _named("export-seen-by-all", seen)
    yield from _named("export-stands-otherwise", standing - writer.pieces.unlike)
    yield from _named("export-lies-off-map", away)
    if len(game.frames):
        yield text("export-procedures", count=len(game.frames))
    own = {name for name in game.properties if writer.property_named(name) is None and not name.startswith(_INTERNAL)}
    of_turns = {level.property for each in module.components.trackers.values() for level in each.levels}
    yield from _named("export-properties", own - of_turns)
    options = {option.title for option in module.about.options if game.options.get(option.id) != option.usual}
    yield from _named("export-options", options)
    for side in sorted(writer.pieces.owners):
        title = next((each.title for each in module.about.sides if each.id == side), side)
        yield text("export-password", side=title, password=PASSWORD.format(side))


def _named(key: str, names: set[str]) -> Iterator[str]:
    if names:
        shown = sorted(names)[:_MOST_NAMED] + ["…"] * (len(names) > _MOST_NAMED)
        yield text(key, names=listed(shown))


def _compared(game: Game, there: Follower) -> tuple[set[str], set[str], set[str]]:
    """Return the names of three kinds of counters: those of which a side sees more in VASSAL, those with another state
    there, and those in a side's hand or box, which are on no map.
    """
    seen, standing, away = set[str](), set[str](), set[str]()
    for id in game.pieces:
        ours = there.ids.get(str(id))
        held = game.holder_of(id)
        if ours is None or held.name == TABLE:
            continue
        name = game.kind_of(id).name
        sees = zip(_sight(game, id), _sight(there.game, ours), strict=True)
        if any(mine < theirs for mine, theirs in sees):
            seen.add(name)
        is_aboard = bool(held.carrier) == bool(there.game.holder_of(ours).carrier)
        if _told(game, id) != _told(there.game, ours) or not is_aboard:
            standing.add(name)
        if game.lying(id).map < 0 and held.form in ("hand", "box") and held.owner >= 0:
            away.add(name)
    return seen, standing, away


def _sight(game: Game, id: int) -> list[int]:
    """Return each side's level of sight of a piece, limited by its holder."""
    held = game.holder_of(id)
    return [min(sight, look) for sight, look in zip(game.pieces[id].sight, held.looks, strict=True)]


def _told(game: Game, id: int) -> list[str]:
    """Return the values of a piece's state as texts, except those that are numbers of other pieces, or that VASSAL's
    files do not store.
    """
    piece = game.pieces[id]
    compiled = compile_kind(game.kinds[piece.kind])
    left_out = {*compiled.linking, *unwritten_slots(compiled)}
    return [as_written(value) for slot, value in enumerate(piece.state) if slot not in left_out]
