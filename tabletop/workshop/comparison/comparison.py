"""Comparison of VASSAL's recorded answers with an imported module, for each kind of answers."""

import lzma
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from tabletop.dice import SeededChance
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import bare_table
from tabletop.vassal.components.module_draft import Ids
from tabletop.vassal.components.pieces.piece_slots import new_kind_id, slots_of
from tabletop.vassal.files.archive import Archive, VassalModule, open_module
from tabletop.vassal.files.save_files import VassalSave, read_saved
from tabletop.vassal.files.vassal_error import VassalError
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.imported_games import saved_journal
from tabletop.vassal.games.vassal_position import position_of
from tabletop.vassal.module_import import import_module
from tabletop.workshop.comparison.compared_boards import RecordedBoard, compare_boards
from tabletop.workshop.comparison.compared_expressions import Evaluation, compare_expressions
from tabletop.workshop.comparison.compared_facts import Comparison, FactComparison
from tabletop.workshop.comparison.compared_pictures import Artist, Crop, PicturePair, compare_pictures, last_moved
from tabletop.workshop.comparison.compared_pieces import RecordedSlot, compare_slots
from tabletop.workshop.comparison.compared_prototypes import RecordedPrototype, compare_prototypes
from tabletop.workshop.comparison.compared_saves import SaveAnswers, compare_save
from tabletop.workshop.comparison.counted_components import compare_components
from tabletop.workshop.comparison.menu_commands import RecordedAction, RecordedPiece, compare_actions

if TYPE_CHECKING:
    from tabletop.journal.journal import Journal

NAMELESS: Final = "newbie"
"""VASSAL's name for a player without a name. Its answers were recorded by such a player."""

LARGEST_ANSWERS: Final = 1024 * 1024 * 1024
"""The most bytes of the answers, unpacked."""

_SEED: Final = "00"
"""The seed of a game whose random draws do not matter."""


class AnswersError(VassalError):
    """An error for answers of VASSAL that cannot be read or compared; the message is a sentence."""


class _ModuleAnswers(msgspec.Struct, frozen=True):
    """VASSAL's answers about a module."""

    components: dict[str, int]
    slots: tuple[RecordedSlot, ...] = ()
    prototypes: tuple[RecordedPrototype, ...] = ()
    boards: tuple[RecordedBoard, ...] = ()


class _ActionAnswers(msgspec.Struct, frozen=True):
    """VASSAL's answers about the menu commands of pieces of a save."""

    save: str
    pieces: tuple[RecordedPiece, ...]
    actions: tuple[RecordedAction, ...]


class _ExpressionAnswers(msgspec.Struct, frozen=True):
    """VASSAL's values of expressions, asked of pieces of a save."""

    save: str
    evaluations: tuple[Evaluation, ...]


class _PictureAnswers(msgspec.Struct, frozen=True):
    """The parts of maps as VASSAL drew them; their files lie beside the answers."""

    pictures: tuple[Crop, ...]


def compare(module: Path, answers: Path, save: Path | None = None, artist: Artist | None = None) -> Comparison:
    """Return the comparison of a module (with a save or log, for answers about one) with VASSAL's answers.

    The `artist` draws our pictures. Raises `AnswersError`, and the errors of reading a module or save.
    """
    comparing = FactComparison()
    try:
        _Answers(module, answers, save, artist, comparing).compare(_read(answers))
    except msgspec.ValidationError as error:
        raise AnswersError(f"'{answers}' holds answers in a form that is not known: {error}.") from None
    return comparing.result()


class _Answers:
    """A file of answers, with the module and the save to compare."""

    def __init__(
        self, module: Path, answers: Path, save: Path | None, artist: Artist | None, comparing: FactComparison
    ) -> None:
        self._path = module
        self._answers = answers
        self._save = save
        self._artist = artist
        self._comparing = comparing

    def compare(self, given: dict[str, Any]) -> None:
        """Run the comparison for the kind of the answers. Raises AnswersError for an unknown kind."""
        if "components" in given:
            self._compare_module(msgspec.convert(given, _ModuleAnswers))
        elif "actions" in given:
            self._compare_actions(msgspec.convert(given, _ActionAnswers))
        elif "evaluations" in given:
            self._compare_expressions(msgspec.convert(given, _ExpressionAnswers))
        elif "pictures" in given:
            self._compare_pictures(msgspec.convert(given, _PictureAnswers))
        elif "game" in given:
            known = msgspec.convert(given, SaveAnswers)
            with self._imported() as module:
                compare_save(module, self._saved(known.save), known, self._comparing)
        else:
            raise AnswersError(f"'{self._answers}' holds no answers that can be compared.")

    def _compare_module(self, known: _ModuleAnswers) -> None:
        opened = open_module(self._path)
        compare_components(opened, known.components, self._comparing)
        compare_prototypes(opened.root, known.prototypes, self._comparing)
        compare_boards(opened, known.boards, self._comparing)
        with self._imported() as module:
            table = bare_table(module, {}, SeededChance(_SEED, b"", 0, 0))
            compare_slots(opened.root, module, known.slots, self._kind_ids(opened), table, self._comparing)

    def _kind_ids(self, opened: VassalModule) -> list[str]:
        """Return our ids for the kinds of a module's slots, in the order of its build file."""
        ids = Ids()
        return [new_kind_id(ids, slot.get("gpid"), slot.get("entryName")) for slot in slots_of(opened.root)]

    def _compare_actions(self, known: _ActionAnswers) -> None:
        with self._imported() as module:
            table = self._laid_out(module, known.save)
            compare_actions(table.game, table.ids, module, known.pieces, known.actions, self._comparing)

    def _compare_expressions(self, known: _ExpressionAnswers) -> None:
        with self._imported() as module:
            table = self._laid_out(module, known.save)
            components = replace(as_laid(module, table.game.properties).components, forgiven=False)
            reading = PropertyReader(Draft(table.game), components, (), NAMELESS, sees_all=True)
            asked = [
                one
                for one in known.evaluations
                if self._comparing.fact("expressions: pieces", one.piece, True, one.piece in table.ids)
            ]
            names = frozenset(sheet.name for sheet in module.sheets.values())
            compare_expressions(asked, lambda id: PieceReader(reading, table.ids[id]), self._comparing, maps=names)

    def _compare_pictures(self, known: _PictureAnswers) -> None:
        artist = self._artist
        if artist is None:
            raise AnswersError("Pictures can be compared where the window is installed.")
        wanted = [crop for crop in known.pictures if self._is_meant(crop)]
        with self._imported() as module:
            journals: dict[str, Journal] = {}

            def draw(crop: Crop) -> PicturePair:
                if crop.save not in journals:
                    journals[crop.save] = saved_journal(module, self._saved(crop.save), _SEED)
                journal = journals[crop.save]
                return artist.drawn(module, journal.game, crop.map, crop.rectangle, last_moved(journal, crop.map))

            folder = self._answers.parent
            compare_pictures([(crop, artist.pixels_of(folder / crop.file)) for crop in wanted], draw, self._comparing)

    def _is_meant(self, crop: Crop) -> bool:
        """Return whether a picture shows this module, and a save that is given or is in the module."""
        if not self._path.stem.startswith(crop.module):
            return False
        if self._save is not None:
            return self._save.stem == PurePath(crop.save).stem
        return _within(Archive(self._path), crop.save) is not None

    @contextmanager
    def _imported(self) -> Iterator[Module]:
        """Import the module into a temporary folder, and yield it."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "module"
            import_module(self._path, out, whole=False)
            yield load_module(out)

    def _laid_out(self, module: Module, save: str) -> Follower:
        """Return a game of the imported module that follows the save."""
        return Follower(module, position_of(self._saved(save).start, map_rules(module)))

    def _saved(self, name: str) -> VassalSave:
        """Return the save of the answers: the given one, or the one with this name in the module. Raises
        AnswersError if there is none.
        """
        if self._save is not None:
            return read_saved(Archive(self._save))
        archive = Archive(self._path)
        found = _within(archive, name)
        if found is None:
            raise AnswersError(f"The answers are about the save '{name}': name its file with --save.")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / PurePath(found).name
            path.write_bytes(archive.read(found))
            return read_saved(Archive(path))


def _within(archive: Archive, save: str) -> str | None:
    """Return the name of a save within a module; None if it has none of this name."""
    return next((entry for entry in archive.names() if PurePath(entry).stem == PurePath(save).stem), None)


def _read(path: Path) -> dict[str, Any]:
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            content = file.read(LARGEST_ANSWERS)
        return msgspec.json.decode(content, type=dict[str, Any])
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError):
        raise AnswersError(f"'{path}' holds no answers of VASSAL.") from None
