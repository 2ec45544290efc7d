"""The import of a VASSAL module as a folder of YAML files and pictures, with a report.

The parts of a module are imported in `components` and `translation`.
"""

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents.yaml_writer import Writable, dump_document, write_yaml
from tabletop.module.loader import load_module
from tabletop.module.module import MODULE_FILE
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.module_file import IMPORTER
from tabletop.module.schema.record_base import Record
from tabletop.texts import text
from tabletop.vassal.components.artwork.copied_pictures import Pictures
from tabletop.vassal.components.artwork.drawn_layouts import take_layouts
from tabletop.vassal.components.catalogue import judge_rest
from tabletop.vassal.components.charts_and_help import Pages
from tabletop.vassal.components.map_boards import take_maps
from tabletop.vassal.components.maps.map_markings import looks_of
from tabletop.vassal.components.maps.map_view_buttons import (
    take_centring,
    take_retiring,
    take_thread,
    take_unmarking,
    take_view,
    take_window,
    take_zoomer,
)
from tabletop.vassal.components.maps.mouse_over_viewers import viewers_of
from tabletop.vassal.components.maps.move_reports import moves_of
from tabletop.vassal.components.module_draft import Bench, Document, flat
from tabletop.vassal.components.pieces.deck_components import take_deck_command
from tabletop.vassal.components.pieces.kept_definitions import DEFINITIONS, KeptDefinitions
from tabletop.vassal.components.pieces.piece_files import parted
from tabletop.vassal.components.pieces.piece_palettes import take_palette
from tabletop.vassal.components.pieces.piece_slots import PieceMaker
from tabletop.vassal.components.pieces.predefined_setups import Setups, found_setups
from tabletop.vassal.components.pieces.starting_stacks import Start
from tabletop.vassal.components.player_sides import take_sides
from tabletop.vassal.components.toolbar.chess_clocks import take_clocks
from tabletop.vassal.components.toolbar.dice_buttons import take_dice
from tabletop.vassal.components.toolbar.inventory_windows import take_inventory
from tabletop.vassal.components.toolbar.shared_properties import SharedProperties
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar, shared_keys
from tabletop.vassal.components.toolbar.turn_trackers import take_tracker
from tabletop.vassal.components.translations import FILE, LARGEST, read_properties, translated_texts
from tabletop.vassal.expressions.plain_texts import one_line, slug, title_of
from tabletop.vassal.files.archive import VassalModule, open_module
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component, configure_name
from tabletop.vassal.files.vassal_error import VassalError
from tabletop.vassal.games.standing_pieces import PieceStates
from tabletop.vassal.import_report import ImportReport, Tally, approximated, inactive

REPORT_PAGE: Final = "import-report.md"
REPORT_DATA: Final = "import-report.json"
CREDITS: Final = "CREDITS.md"
KEPT: Final = "kept/components.yaml"

_ONLY_MAP: Final = "Table"
"""The id and name of the map that is made for a module without maps."""

Progress = Callable[[str, int, int], None]
"""A function that is told the progress: the work at hand, the amount done, and the whole amount."""


def unheard(_what: str, _done: int, _all: int) -> None:
    """Ignore progress."""


_NAMES_STAY: Final = approximated(
    "displayed texts are translated, except questions, names of turns, and names to which traits add words"
)


class OutputError(VassalError):
    """An error for a folder to which a module cannot be written; the message is a sentence."""


def import_module(
    file: Path,
    out: Path,
    extensions: Sequence[Path] = (),
    progress: Progress = unheard,
    *,
    beside: Sequence[Path] = (),
    whole: bool = True,
    cache: ModuleCache | None = None,
) -> ImportReport:
    """Import a module with these extensions into the folder `out`, which must be new or empty, and return the report.

    Files `beside` it are added if they are its extensions; the report lists the others. If not `whole`, predefined
    set-ups and unused pictures are left out. If there are set-ups, the new module is loaded to import them; a `cache`
    stores it as loaded. If the import fails, nothing is left behind. Raises `ArchiveError`, `BuildFileError` and
    `OutputError`, each with a sentence, and OSError.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OutputError(text("import-folder-taken", folder=out))
    out.parent.mkdir(parents=True, exist_ok=True)
    workshop = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        report = _Import(open_module(file, extensions, beside), workshop, progress, cache).report(whole=whole)
        workshop.chmod(0o755)
        if out.exists():
            out.rmdir()
        workshop.rename(out)
    except BaseException:
        shutil.rmtree(workshop, ignore_errors=True)
        raise
    return report


class _Import:
    """One import, from the archive to the folder."""

    def __init__(self, module: VassalModule, folder: Path, progress: Progress, cache: ModuleCache | None) -> None:
        self._folder = folder
        self._cache = cache
        self._progress = progress
        self._root = module.root
        self._tally = Tally()
        self._bench = Bench(module, Pictures(module.archives, folder, self._tally), self._tally)

    def report(self, *, whole: bool) -> ImportReport:
        """Import everything, write it, and return the report."""
        bench = self._bench
        if whole:
            bench.pictures.copy_all(lambda done, all_: self._progress(text("import-copying-pictures"), done, all_))
        self._progress(text("import-reading-pieces"), 0, 1)
        self._take_translations(self._take())
        self._write()
        if whole:
            self._take_setups()
        judge_rest(self._root, bench)
        for told, name in bench.module.remarks:
            self._tally.remark(told, name)
        for unplaced in bench.module.unplaced:
            what = f"An extension's {unplaced.component.short} has no place in this module."
            self._tally.remark(what, unplaced.target)
        about = bench.module.name, bench.module.version, self._root.get("VassalVersion")
        name, version, vassal_version = (one_line(each, "") for each in about)
        report = self._tally.report(name, version, vassal_version, bench.maps.values() or (_ONLY_MAP,))
        self._write_report(report)
        return report

    def _take_setups(self) -> None:
        """Import the module's set-ups as scenarios, in the order of its menu."""
        found = found_setups(self._bench)
        if not found:
            return
        setups = Setups(self._bench)
        module = load_module(self._folder, self._cache)
        standing = PieceStates(module)
        for number, setup in enumerate(found):
            self._progress(text("import-reading-setups"), number, len(found))
            made = setups.take(setup, module, standing) if setup.is_saved else setups.begin(setup)
            self._add_scenarios(made)
        self._add_scenarios(setups.rest())
        self._write_about()

    def _add_scenarios(self, documents: Mapping[str, Document]) -> None:
        for file, document in documents.items():
            self._bench.documents[file] = document
            self._write_text(file, write_yaml(document))

    def _take(self) -> PieceMaker:
        """Import everything except translations and set-ups. Return the maker of the pieces, which remembers the
        templates made from texts.
        """
        bench, root = self._bench, self._root
        parts = list(flat(root))
        take_sides(next((part for part in parts if part.short == "PlayerRoster"), None), bench)
        for part in parts:
            if part.short == "GamePieceImageDefinitions":
                take_layouts(part, bench)
        maker = PieceMaker(bench, lambda done, all_: self._progress(text("import-reading-pieces"), done, all_))
        toolbar = Toolbar(bench, maker, shared_keys(root))
        start, shared, pages = Start(bench, maker, toolbar), SharedProperties(bench, toolbar), Pages(bench)
        shared.take_module(root)
        self._take_boards(start, shared, toolbar)
        for part in parts:
            self._take_part(part, maker, toolbar, pages)
        start.finish()
        maker.finish()
        toolbar.finish()
        shared.finish()
        self._part_pieces()
        self._keep_definitions(maker, start)
        return maker

    def _keep_definitions(self, maker: PieceMaker, start: Start) -> None:
        """Write VASSAL's definitions of pieces and decks, which the export of games needs."""
        bench, root = self._bench, self._root
        maps = {name: part.get("mapName") or name for part in root.walk() if (name := bench.maps.get(id(part), ""))}
        kept = KeptDefinitions(
            name=bench.module.name,
            version=bench.module.version,
            vassal_version=root.get("VassalVersion"),
            maps=maps,
            pieces=maker.definitions,
            prototypes=maker.prototypes,
            decks=start.decks,
        )
        self._write_text(DEFINITIONS, msgspec.json.encode(kept).decode() + "\n")

    def _part_pieces(self) -> None:
        """Split files of pieces that would be too large to read."""
        bench = self._bench
        taken, bench.documents = bench.documents, {}
        for file, document in taken.items():
            bench.documents[file] = document
            if isinstance(document, dict) and file.startswith(_FOLDER_OF["pieces"]):
                bench.documents[file], *others = parted(document)
                for part in others:
                    bench.documents[bench.file("pieces", PurePosixPath(file).stem)] = part

    def _take_boards(self, start: Start, shared: SharedProperties, toolbar: Toolbar) -> None:
        """Import all maps, with their start-up pieces and their buttons."""
        bench = self._bench
        told = all(options.get("autoReport") != "Never" for options in self._root.of("GlobalOptions"))
        for taken in take_maps(self._root, bench.pictures.find, bench.sides, bench.judge):
            board, name = taken.component, taken.sheet.id
            bench.maps[id(board)] = name
            toolbar.on(name)
            moves, taking = moves_of(board, taken.sheet, toolbar, told=told)
            bench.judge(board, taking.verdict)
            looks = {"viewers": viewers_of(board, bench, toolbar), **looks_of(board, bench, toolbar)}
            sheet = taken.sheet.model_copy(update={**looks, "moves": moves})
            bench.documents[bench.file("map", slug(name, "map"))] = sheet
            shared.take_map(board, name)
            if taken.sheet.window is not None and board.short != "WidgetMap":
                toolbar.on("")
                toolbar.show(board, name)
                toolbar.key_for(Attributes(board.attributes).key("showKey").text, name, {"shows": name})
                toolbar.on(name)
            start.take_map(taken)
            take_unmarking(board, toolbar, name)
            for part in flat(board):
                take_button(part, bench, toolbar, name)
        toolbar.on("")
        if not bench.maps:
            bench.documents[bench.file("map", "table")] = SheetRecord(id=_ONLY_MAP, name=_ONLY_MAP, size=(1000, 1000))

    def _take_part(self, part: Component, maker: PieceMaker, toolbar: Toolbar, pages: Pages) -> None:
        """Import a window or a button of the module itself."""
        bench = self._bench
        match part.short:
            case "PieceWindow":
                take_palette(part, bench, maker, toolbar, pages)
            case "ChartWindow":
                first = pages.take_charts(part)
                if first:
                    toolbar.show(part, first)
            case "PlayerRoster":
                take_retiring(part, toolbar)
            case "Documentation":
                pages.take_help(part)
            case "Inventory":
                take_inventory(part, bench, toolbar, pages.titles)
            case "ChessClockControl" if part.kind.startswith("VASSAL."):
                take_clocks(part, bench, toolbar)
            case _:
                take_button(part, bench, toolbar)

    def _take_translations(self, maker: PieceMaker) -> None:
        """Import the translations in the module's own archive, as pairs of texts. Those of extensions are not read."""
        bench = self._bench
        files: Document = {}
        archive = bench.module.archives.all[0]
        for name in archive.names():
            found = FILE.fullmatch(name)
            texts = translated_texts(self._root, read_properties(archive.read(name, LARGEST))) if found else {}
            if found and texts:
                filled_in = (pair for words, read in texts.items() for pair in maker.translated(words, read))
                pairs = [*texts.items(), *filled_in]
                shown = {as_(words, ""): as_(read, "") for as_ in (title_of, one_line) for words, read in pairs}
                texts_shown: Document = {words: read for words, read in shown.items() if words and read}
                file = bench.file("translations", found[1])
                bench.documents[file] = {"language": found[1], "texts": texts_shown}
                files[found[1]] = file
        if files:
            bench.about["translations"] = files
        for component in self._root.walk():
            if component.short == "Translation":
                language = component.get("locale").strip(",").replace(",", "_")
                bench.judge(component, _NAMES_STAY if language in files else inactive("its file is not in the module"))

    def _write(self) -> None:
        self._write_text(REPORT_PAGE, "")
        self._write_text(CREDITS, _credits(self._root))
        for number, (file, document) in enumerate(self._bench.documents.items()):
            self._progress(text("import-writing-files"), number, len(self._bench.documents))
            self._write_text(file, dump_document(document) if isinstance(document, Record) else write_yaml(document))
        self._write_about()

    def _write_about(self) -> None:
        bench, root = self._bench, self._root
        title = one_line(bench.module.name, "Imported module")
        about: Document = {
            "id": _module_id(title),
            "title": title,
            "version": one_line(bench.module.version, "0"),
            "summary": root.get("description").strip() or f"{title}, imported from a VASSAL module.",
            "licence": "as the VASSAL module",
            "imported": one_line(f"a module of VASSAL {root.get('VassalVersion')}", ""),
            "importer": IMPORTER,
            **bench.about,
        }
        added = [one_line(Path(archive.name).stem, "extension") for archive in bench.module.archives.all[1:]]
        if added:
            about["extensions"] = list[Writable](added)
        for key in ("maps", "pieces", "scenarios"):
            about[key] = [file for file in bench.documents if file.startswith(_FOLDER_OF[key])]
        about["pages"] = [*bench.pages, {"title": "What was imported", "file": REPORT_PAGE}]
        self._write_text(MODULE_FILE, write_yaml(about))

    def _write_report(self, report: ImportReport) -> None:
        if self._bench.kept:
            self._write_text(KEPT, write_yaml({"components": self._bench.kept}))
        self._write_text(REPORT_PAGE, report.text())
        self._write_text(REPORT_DATA, msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")

    def _write_text(self, name: str, content: str) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


_FOLDER_OF: Final = {"maps": "map/", "pieces": "pieces/", "scenarios": "scenarios/"}


def take_button(part: Component, bench: Bench, toolbar: Toolbar, map_id: str = "") -> None:
    """Import a button, a key or a deck's commands of the module or of a map. Ignore all other parts."""
    match part.short:
        case "GlobalKeyCommand" | "MassKeyCommand":
            toolbar.take_command(part, map_id)
        case "StartupGlobalKeyCommand":
            toolbar.take_startup(part)
        case "DoActionButton":
            toolbar.take_action(part)
        case "MultiActionButton" | "ToolbarMenu":
            toolbar.take_gathered(part, as_menu=part.short == "ToolbarMenu")
        case "TurnTracker":
            take_tracker(part, bench, toolbar)
        case "DiceButton" | "RandomTextButton" | "InternetDiceButton" | "SpecialDiceButton":
            take_dice(part, bench, toolbar)
        case "PieceRecenterer":
            take_centring(part, bench, toolbar, map_id)
        case "LOS_Thread":
            take_thread(part, bench, toolbar, map_id)
        case "NotesWindow" | "ImageSaver" | "TextSaver" | "GlobalMap":
            take_window(part, toolbar, map_id)
        case "Zoomer":
            take_zoomer(part, bench, toolbar)
        case "HidePiecesButton" | "LayeredPieceCollection" | "MapShader" | "MoveCameraButton":
            take_view(part, bench, toolbar, map_id)
        case "DrawPile":
            _take_deck_commands(part, bench, toolbar)


def _take_deck_commands(deck: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Import further entries of a deck's menu. Those that send a key to all its cards come first."""
    parts, name = list(flat(deck)), configure_name(deck)
    for part in parts:
        if part.short == "DeckGlobalKeyCommand":
            toolbar.take_command(part, deck=name)
    for part in parts:
        if part.short in ("DeckSortKeyCommand", "DeckSendKeyCommand"):
            take_deck_command(part, deck, one_line(name, "Deck"), bench, toolbar)


def _module_id(title: str) -> str:
    id = slug(title, "module").replace("-", "_")
    return id if id[0].isalpha() else f"m_{id}"


def _credits(root: Component) -> str:
    title, version = one_line(root.get("name"), "This module"), one_line(root.get("version"), "not told")
    return (
        f"# {title}\n\nImported from a VASSAL module, version {version}. Its text, pictures and sounds belong to their "
        "makers and are used under the terms of that module.\n"
    )
