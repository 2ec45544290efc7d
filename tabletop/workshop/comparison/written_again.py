"""Comparison of VASSAL's saves and logs with the same files after import and export."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.vassal.export.game_export import VassalExport, export_log
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.command_forms import read_command, written_command
from tabletop.vassal.files.command_trees import CommandTree, read_trees, written_trees
from tabletop.vassal.files.game_commands import LOGGED, AddPiece
from tabletop.vassal.files.save_files import read_saved, saved_text
from tabletop.vassal.files.sequence import levels, nested
from tabletop.vassal.games.imported_games import saved_journal
from tabletop.vassal.module_import import import_module
from tabletop.workshop.comparison.compared_games import differences

_SEED = "00" * 32


class WrittenAgain(Struct, frozen=True):
    """The result of writing a save or log again, with the differences in the game at its start and end."""

    file: str
    characters: int
    equal_text: bool
    pieces: int
    steps: int
    at_start: tuple[str, ...]
    at_end: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """True if nothing differs."""
        return self.equal_text and not (self.at_start or self.at_end)


def write_again(module: Path, saves: Sequence[Path]) -> Iterator[WrittenAgain]:
    """Yield the result for each save or log of a VASSAL module."""
    with tempfile.TemporaryDirectory() as folder:
        import_module(module, Path(folder) / "module", whole=False)
        imported = load_module(Path(folder) / "module")
        for save in saves:
            yield _again(imported, save, Path(folder) / "again.vlog")


def _again(module: Module, save: Path, copy: Path) -> WrittenAgain:
    archive = Archive(save)
    written = saved_text(archive)
    saved = read_saved(archive)
    journal = saved_journal(module, saved, _SEED)
    export: VassalExport = export_log(module, journal, journal.first)
    copy.write_bytes(export.content)
    other = saved_journal(module, read_saved(Archive(copy)), _SEED)
    return WrittenAgain(
        file=save.name,
        characters=len(written),
        equal_text=written_trees([_rewritten(tree) for tree in read_trees(written)]) == written,
        pieces=len(journal.game.pieces),
        steps=len(saved.steps),
        at_start=tuple(differences(journal.begun.game, other.begun.game)),
        at_end=tuple(differences(journal.game, other.game, ordered=False)),
        remarks=export.remarks,
    )


def _rewritten(tree: CommandTree) -> CommandTree:
    """Return a tree of commands after reading and writing each command, and each trait of its pieces."""
    if not isinstance(tree, str):
        return [_rewritten(each) for each in tree]
    head = LOGGED if tree.startswith(LOGGED) else ""
    command = read_command(tree[len(head) :])
    if isinstance(command, AddPiece):
        types = levels(command.type)
        states = levels(command.state, len(types))
        command = AddPiece(command.id, nested(types), nested(states))
    return head + written_command(command)
