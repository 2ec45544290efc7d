"""Checks that the documents of a module agree: if one uses a name, another defines it.

Each document is valid by itself when these checks begin. The module's reader notes every problem.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from tabletop.expression import ExpressionError, as_text, compile_expression, compile_template
from tabletop.game.beliefs.report_rules import ReportRules
from tabletop.game.decisions.order_decisions import holdable
from tabletop.game.kinds.compiled_kinds import KindError, compile_kind
from tabletop.game.properties.stock_lists import Inventory
from tabletop.game.rolls import DiceError
from tabletop.game.rolls import parse as parse_roll
from tabletop.game.side_cells import cell_name
from tabletop.game.state.tracker import NameLevel
from tabletop.game.traits.appearance_traits import Layer
from tabletop.module import shipped
from tabletop.module.contents.assets import is_picture
from tabletop.module.contents.laid_boards import as_laid, boards_property, written
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.module import MODULE_FILE, Module, form_of
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.module_file import ForPlayer, ModuleFile
from tabletop.module.schema.scenario import MapItemRecord, ScenarioFile, SetPiece
from tabletop.module.schema.structs import as_struct
from tabletop.module.schema.translation_record import TranslationFile
from tabletop.module.schema.view_buttons import LookAt, SwitchRow, UseWindow, View
from tabletop.module.setup import place_names, waiting_spot

Path: TypeAlias = tuple[str | int, ...]
"""The path to a value in a file: keys, and positions in lists."""

_CREDITS: Final = "that says who made what"


def check_whole(about: ModuleFile, reader: ModuleReader) -> None:
    """Note the parts that a game needs and that are missing: sides, a map, pieces and a scenario.

    A family may lack them. An imported game may lack pieces of its own.
    """
    for key in ("sides", "maps", "pieces", "scenarios"):
        is_needed = about.kind == "game" and not (key == "pieces" and about.imported)
        if is_needed and not getattr(about, key):
            reader.note(MODULE_FILE, (key,), "at least one of these in a game")


def check_agreement(
    module: Module, reader: ModuleReader, sheets: Mapping[str, SheetRecord], scenarios: Mapping[str, ScenarioFile]
) -> None:
    """Note every disagreement between a module's documents. `sheets` and `scenarios` are given by their files."""
    about = _ModuleFileCheck(module, reader)
    about.check()
    _check_ids(reader, "map", {file: sheet.id for file, sheet in sheets.items()})
    _check_ids(reader, "scenario", {file: scenario.id for file, scenario in scenarios.items()})
    pictures = tuple(filter(is_picture, module.source.files()))
    for file, sheet in sheets.items():
        _check_map(module, reader, file, sheet, pictures)
    for file, scenario in scenarios.items():
        check_scenario(module, reader, file, scenario)


def check_scenario(
    module: Module, reader: ModuleReader, file: str, scenario: ScenarioFile, *, is_limited: bool = True
) -> None:
    """Note every disagreement between a scenario from this file and a module.

    Unless it `is_limited`, it may have more pieces of a kind than the game has.
    """
    _Scenario(module, reader, file, scenario, is_limited=is_limited).check()


def _check_map(module: Module, reader: ModuleReader, file: str, sheet: SheetRecord, pictures: Sequence[str]) -> None:
    """Note sides, pictures and maps that a map file names and that do not exist, and templates that are not valid."""
    for index, side in enumerate(sheet.private.sides if sheet.private else ()):
        if side not in module.sides:
            reader.note(file, ("private", "sides", index), "a side of this game", module.sides)
    for path, text in _templates(sheet):
        try:
            compile_template(text)
        except ExpressionError as error:
            reader.say(file, path, str(error), text, error.position or 0)
    chosen = [id for id, each in module.sheets.items() if each.choice is not None and not each.choice.like]
    if sheet.choice is not None and sheet.choice.like and sheet.choice.like not in chosen:
        reader.note(file, ("choice", "like"), "a map of this game whose boards are chosen", chosen)
    for index, board in enumerate(sheet.boards):
        if board.picture is not None and board.picture not in pictures:
            reader.note(file, ("boards", index, "picture"), "a picture of this module", pictures)


def _templates(sheet: SheetRecord) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the templates of a map file, each with its path."""
    for index, viewer in enumerate(sheet.viewers):
        for field, text in (("title", viewer.title or ""), ("words", viewer.words), ("empty", viewer.empty)):
            yield ("viewers", index, field), text
        if viewer.ground is not None:
            yield ("viewers", index, "ground", "words"), viewer.ground.words
    for index, thread in enumerate(sheet.threads):
        yield ("threads", index, "report"), thread.report
    for index, way in enumerate(sheet.pings):
        yield ("pings", index, "report"), way.report
    if sheet.moves is not None:
        yield ("moves", "retold"), sheet.moves.retold
        said = sheet.moves.reports
        for field, text in (("within", said.within), ("onto", said.onto), ("made", said.made)) if said else ():
            yield ("moves", "reports", field), text


def _check_ids(reader: ModuleReader, what: str, ids: Mapping[str, str]) -> None:
    seen: set[str] = set()
    for file, id in ids.items():
        if id in seen:
            reader.note(file, ("id",), f"an id that no other {what} has")
        seen.add(id)


class _ModuleFileCheck:
    """A check of `module.yaml` against the files that it names."""

    def __init__(self, module: Module, reader: ModuleReader) -> None:
        self._module = module
        self._about = module.about
        self._reader = reader

    def check(self) -> None:
        about = self._about
        signs = sorted(file.stem for file in shipped.path("assets", "symbols").glob("*.svg"))
        for index, side in enumerate(about.sides):
            self._known(("sides", index, "mark"), side.mark, "a sign", signs)
        self._once("sides", "id", [side.id for side in about.sides])
        self._once("options", "id", [option.id for option in about.options])
        self._once("trackers", "name", [tracker.name for tracker in about.trackers])
        for index, map_id in enumerate(about.apart):
            self._known(("apart", index), map_id, "a map of this game", tuple(self._module.sheets))
        for index, option in enumerate(about.options):
            if option.choices:
                self._known(("options", index, "usual"), option.usual, "one of the choices", option.choices)
        self._check_pages()
        self._check_dice()
        self._check_trackers()
        self._check_inventories()
        self._check_clocks()
        self._check_contacts()
        self._check_table()
        self._check_counts()
        self._check_roles()

    def _check_roles(self) -> None:
        """Note sides, maps and zones in roles that the game does not have, and names that two roles have.

        Also note commands that cannot wait for the umpire.
        """
        roles = self._about.access.roles if self._about.access is not None else ()
        maps = self._module.components.maps
        declared = (item for each in self._module.scenarios.values() for item in each.cells.items())
        sides = (*self._module.sides, *(cell_name(side, cell) for side, cells in declared for cell in cells))
        for number, kind in enumerate(self._about.access.holds if self._about.access is not None else ()):
            self._known(("access", "holds", number), kind, "a kind of command that can wait", holdable())
        names = [role.name for role in roles]
        for index, role in enumerate(roles):
            path: Path = ("access", "roles", index)
            if role.name in names[:index]:
                self._reader.note(MODULE_FILE, (*path, "name"), "each name only once")
            for number, side in enumerate(role.sides):
                self._known((*path, "sides", number), side, "a side of this game, or a cell of a scenario", sides)
            for number, id in enumerate(role.maps):
                self._known((*path, "maps", number), id, "a map of this game", tuple(maps))
            for number, zone in enumerate(role.zones):
                if not any(board.has_zone(zone) for id, board in maps.items() if not role.maps or id in role.maps):
                    self._reader.note(MODULE_FILE, (*path, "zones", number), "a zone of its maps")

    def _check_pages(self) -> None:
        files = self._module.source.files()
        for index, tutorial in enumerate(self._about.tutorials):
            self._known(("tutorials", index, "file"), tutorial.file, "a file of this module", files)
        named: list[tuple[Path, str, str]] = [
            (("pages", index, "file"), page.file, "a file of this module")
            for index, page in enumerate(self._about.pages)
            if ":" not in page.file
        ]
        for language, name in self._about.translations.items():
            if name in files:
                self._reader.read(name, TranslationFile)
            named.append((("translations", language), name, "a file of this module"))
        for path, file, what in (*named, (("credits",), self._about.credits, f"a file of this module {_CREDITS}")):
            self._known(path, file, what, files)
            if file in files and form_of(file) == "markdown":
                self._reader.named(file, MODULE_FILE, path)
                self._reader.read_text(file)

    def _check_trackers(self) -> None:
        for index, tracker in enumerate(self._about.trackers):
            for field in ("words", "report"):
                self._compiles(compile_template, ("trackers", index, field), getattr(tracker, field) or "")
            for number, level in enumerate(tracker.levels):
                self._compiles(compile_template, ("trackers", index, "levels", number, "words"), level.words)

    def _check_inventories(self) -> None:
        titles = [each.title for each in (*self._about.pages, *self._about.inventories)]
        self._once("inventories", "title", titles[len(self._about.pages) :])
        for index, record in enumerate(self._about.inventories):
            inventory = as_struct(record, Inventory)
            texts = [("where", inventory.where), *(("by", text) for text in inventory.by)]
            texts += [("sums", text) for text in inventory.sums.values()]
            for field, text in texts:
                self._compiles(compile_expression, ("inventories", index, field), text)
            for field in ("words", "heading", "sorted_by"):
                self._compiles(compile_template, ("inventories", index, field), getattr(inventory, field))
            for number, side in enumerate(inventory.sides):
                sides = [each.id for each in self._about.sides]
                self._known(("inventories", index, "sides", number), side, "a side of this game", sides)

    def _check_clocks(self) -> None:
        clocks, sides = self._about.clocks, [side.id for side in self._about.sides]
        for index, side in enumerate(clocks.sides if clocks is not None else ()):
            self._known(("clocks", "sides", index), side, "a side of this game", sides)

    def _check_contacts(self) -> None:
        """Note unknown names in contacts and reports."""
        if self._about.contacts is None:
            return
        rules, trackers = self._module.components.contacts, self._module.components.trackers
        if rules.tracker:
            self._known(("contacts", "tracker"), rules.tracker, "a tracker of this game", tuple(trackers))
        clock = trackers.get(rules.tracker or next(iter(trackers), ""))
        if rules.level:
            levels = [level.name for level in clock.levels] if clock is not None else []
            self._known(("contacts", "level"), rules.level, "a level of that tracker", levels)
        for key, ids in (
            ("kinds", [each.id for each in rules.kinds]),
            ("reports", [each.id for each in rules.reports]),
            ("dispatches", [each.id for each in rules.dispatches]),
        ):
            for index, id in enumerate(ids):
                if id in ids[:index]:
                    self._reader.note(MODULE_FILE, ("contacts", key, index, "id"), "each id only once")
        for index, kind in enumerate(rules.kinds):
            if kind.figure:
                self._known(
                    ("contacts", "kinds", index, "figure"), kind.figure, "a claim of this kind", tuple(kind.says)
                )
        for index, report in enumerate(rules.reports):
            self._check_report(("contacts", "reports", index), report)
        for index, form in enumerate(rules.dispatches):
            if form.takes:
                self._compiles(compile_expression, ("contacts", "dispatches", index, "takes"), form.takes)
            if not form.fields:
                self._reader.note(MODULE_FILE, ("contacts", "dispatches", index, "fields"), "at least one field")

    def _check_report(self, path: Path, report: ReportRules) -> None:
        kinds = {kind.id: tuple(kind.says) for kind in self._module.components.contacts.kinds}
        self._known((*path, "contact"), report.contact, "a kind of contact", tuple(kinds))
        for index, field in enumerate(report.fields):
            where = (*path, "fields", index)
            if kinds.get(report.contact):
                self._known((*where, "claim"), field.claim, "a claim of that kind", kinds[report.contact])
            for key, text in (("truth", field.truth), ("least", field.least), ("most", field.most)):
                if text:
                    self._compiles(compile_expression, (*where, key), text)
            if bool(field.least) != bool(field.most):
                self._reader.note(MODULE_FILE, (*where, "least" if field.least else "most"), "the other bound, too")
            if field.least and not field.truth:
                self._reader.note(MODULE_FILE, (*where, "least"), "a `truth` beside it")

    def _compiles(self, compiled: Callable[[str], object], path: Path, text: str) -> None:
        try:
            compiled(text)
        except ExpressionError as error:
            self._reader.say(MODULE_FILE, path, str(error), text, error.position or 0)

    def _check_dice(self) -> None:
        for index, button in enumerate(self._about.dice):
            try:
                parse_roll(button.roll)
            except DiceError as error:
                self._reader.say(MODULE_FILE, ("dice", index, "roll"), str(error).rstrip("."))

    def _check_table(self) -> None:
        about, table = self._about, self._module.components.table
        hears: Collection[str] = ()
        if table is not None:
            try:
                hears = compile_kind(table).hears
            except KindError as error:
                where = ("table", error.trait)
                self._reader.say(MODULE_FILE, where, str(error.why), error.why.text, error.why.position or 0)
                return
        groups = sorted({each.group for each in self._module.tray if each.offered})
        shown = (*self._module.sheets, *(each.title for each in (*about.pages, *about.inventories)), *groups)
        for index, button in enumerate(about.buttons):
            for number, other in enumerate(button.also):
                self._check_for_player(("buttons", index, "also", number), other, shown)
            if button.shows is not None or button.view is not None:
                self._check_for_player(("buttons", index), button, shown)
            elif not button.opens and button.key not in hears:
                self._known(("buttons", index, "key"), button.key, "a key that the table hears", tuple(hears))
        for index, opening in enumerate(about.openings):
            self._known(("openings", index, "key"), opening.key, "a key that the table hears", tuple(hears))

    def _check_for_player(self, path: tuple[str | int, ...], does: ForPlayer, shown: Sequence[str]) -> None:
        if does.shows is not None:
            self._known((*path, "shows"), does.shows, "a map, a page or a group of this game", shown)
        elif does.view is not None:
            self._check_view((*path, "view"), does.view)

    def _check_view(self, path: tuple[str | int, ...], view: View) -> None:
        if isinstance(view, SwitchRow):
            if view.does == "tracker":
                trackers = tuple(self._module.components.trackers)
                self._known((*path, "tracker"), view.tracker, "a turn tracker of this game", trackers)
        elif not isinstance(view, UseWindow) and view.map is not None:
            self._known((*path, "map"), view.map, "a map of this game", tuple(self._module.sheets))
        for field in ("place", "region", "zone", "board") if isinstance(view, LookAt) else ():
            self._compiles(compile_template, (*path, field), getattr(view, field))

    def _check_counts(self) -> None:
        groups = sorted({each.group for each in self._module.tray})
        for index, expected in enumerate(self._about.counts):
            path = ("counts", index)
            self._known((*path, "group"), expected.group, "a group of pieces", groups)
            if expected.side is not None:
                self._known((*path, "side"), expected.side, "a side of this game", self._module.sides)
            have = sum(
                each.count
                for each in self._module.tray
                if each.group == expected.group and expected.side in (None, each.kind.side)
            )
            if have != expected.count:
                self._reader.note(MODULE_FILE, (*path, "count"), f"as many as the piece files have, {have}")

    def _known(self, path: Path, name: str, what: str, known: Sequence[str]) -> None:
        if name not in known:
            self._reader.note(MODULE_FILE, path, what, known)

    def _once(self, key: str, field: str, names: Sequence[str]) -> None:
        for index, name in enumerate(names):
            if name in names[:index]:
                self._reader.note(MODULE_FILE, (key, index, field), "each name only once")


class _Scenario:
    """A check of one scenario against the maps, pieces, trackers and options."""

    def __init__(
        self, module: Module, reader: ModuleReader, file: str, scenario: ScenarioFile, *, is_limited: bool
    ) -> None:
        self._is_limited = is_limited
        boards = {boards_property(id): written(laid) for id, laid in scenario.boards.items()}
        self._module = as_laid(module, boards)
        self._reader = reader
        self._file = file
        self._scenario = scenario
        self._tray = {each.kind.key: each for each in module.tray}

    def check(self) -> None:
        saved = self._scenario.position
        if saved is not None and saved not in self._module.source.files():
            self._note(("position",), "a file of this module", self._module.source.files())
        for index, side in enumerate(self._scenario.secret_setup):
            if side not in self._module.sides:
                self._note(("secret_setup", index), "a side of this game", self._module.sides)
        self._check_cells()
        self._check_boards()
        self._check_trackers()
        self._check_options()
        self._check_places()
        self._check_owners()
        self._check_arrivals()
        self._check_pieces()

    def _check_boards(self) -> None:
        choices = {id: sheet for id, sheet in self._module.sheets.items() if sheet.choice is not None}
        for id, laid in self._scenario.boards.items():
            if id not in choices:
                self._note_key(("boards", id), "a map of this game whose boards are chosen", choices)
                continue
            known = [board.name for board in choices[id].boards]
            for index, each in enumerate(laid):
                if each.board not in known:
                    self._note(("boards", id, index, "board"), "a board of that map", known)

    def _check_trackers(self) -> None:
        trackers = self._module.components.trackers
        for name, positions in self._scenario.tracker.items():
            tracker = trackers.get(name)
            if tracker is None:
                self._note_key(("tracker", name), "a tracker of this game", trackers)
            elif len(positions) != len(tracker.levels):
                self._note_key(("tracker", name), f"{len(tracker.levels)} positions, one for each of its levels")
            else:
                for level, position in enumerate(positions):
                    length = tracker.length(level)
                    if length and not -length <= position < length:
                        self._note(("tracker", name, level), f"a position from 0 to {length - 1}")
        for name, unused in self._scenario.unused_phases.items():
            if name not in trackers:
                self._note_key(("unused_phases", name), "a tracker of this game", trackers)
                continue
            phases = [phase for level in trackers[name].levels if isinstance(level, NameLevel) for phase in level.names]
            for index, phase in enumerate(unused):
                if phase not in phases:
                    self._note(("unused_phases", name, index), "a name on this tracker", phases)

    def _check_options(self) -> None:
        options = {option.id: option for option in self._module.about.options}
        for id, choice in self._scenario.options.items():
            if id not in options:
                self._note_key(("options", id), "an option of this game", options)
            elif not options[id].rules().takes(as_text(choice)):
                self._note(("options", id), "one of the choices", options[id].choices)

    def _check_places(self) -> None:
        maps = self._module.components.maps
        for index, map_id in enumerate(self._scenario.unused_maps):
            if map_id not in maps:
                self._note(("unused_maps", index), "a map of this game", maps)
        placed: list[tuple[Path, MapItemRecord]] = [
            *((("setup", index), each) for index, each in enumerate(self._scenario.setup)),
            *((("decks", index), each) for index, each in enumerate(self._scenario.decks)),
        ]
        for path, each in placed:
            map_id = each.map or next(iter(maps), "")
            if map_id not in maps:
                self._note((*path, "map"), "a map of this game", maps)
                continue
            boards = [board.name for board in self._module.sheets[map_id].boards]
            if each.board and each.board not in boards:
                self._note((*path, "board"), "a board of that map", boards)
            for board in each.points:
                if board not in boards:
                    self._note_key((*path, "points", board), "a board of that map", boards)
            if each.at is not None and not maps[map_id].find(each.at):
                self._note((*path, "at"), f"a place of the map '{map_id}'", place_names(maps[map_id]))

    def _check_owners(self) -> None:
        names = [("decks", index, each.name) for index, each in enumerate(self._scenario.decks)]
        names += [("hands", index, each.name) for index, each in enumerate(self._scenario.hands)]
        seen: set[str] = set()
        for key, index, name in names:
            if name in seen:
                self._note((key, index, "name"), "a name that no other deck or hand has")
            seen.add(name)
        for index, hand in enumerate(self._scenario.hands):
            self._check_side(("hands", index, "side"), hand.side)

    def _check_arrivals(self) -> None:
        waiting = self._scenario.waiting
        tracks = {track.name for board in self._module.components.maps.values() for track in board.tracks}
        if waiting is not None and waiting not in tracks:
            self._note(("waiting",), "a track of this game", tracks)
        for index, arrival in enumerate(self._scenario.arrivals):
            if arrival.side is not None:
                self._check_side(("arrivals", index, "side"), arrival.side)
            if waiting in tracks and arrival.pieces and waiting_spot(self._module, self._scenario, arrival) is None:
                self._note(("arrivals", index, "turn"), f"the number of a cell of the track '{waiting}'")

    def _check_side(self, path: Path, side: str) -> None:
        if side not in self._module.sides:
            self._note(path, "a side of this game", self._module.sides)

    def _check_pieces(self) -> None:
        used: Counter[str] = Counter()
        for path, piece in self._pieces():
            wanted, count = (piece.piece, piece.count) if isinstance(piece, SetPiece) else (piece, 1)
            here = (*path, "piece") if isinstance(piece, SetPiece) else path
            if wanted not in self._tray:
                self._note(here, "a piece of this game", self._tray)
                continue
            used[wanted] += count
            there_are = self._tray[wanted].count
            if self._is_limited and there_are and used[wanted] > there_are:
                self._note(here, f"no more of these than the {there_are} in the box")
            if isinstance(piece, SetPiece):
                self._check_state(path, piece)
                self._check_sight(path, piece)

    def _check_cells(self) -> None:
        for side, cells in self._scenario.cells.items():
            if side not in self._module.sides:
                self._note_key(("cells", side), "a side of this game", self._module.sides)
            for index, cell in enumerate(cells):
                if cell in cells[:index]:
                    self._note(("cells", side, index), "each cell only once")

    def _check_sight(self, path: Path, piece: SetPiece) -> None:
        """Check that every side or cell that sees a piece is one of this scenario."""
        cells = [cell_name(side, cell) for side, cells in self._scenario.cells.items() for cell in cells]
        for name in piece.sight:
            if name not in (known := (*self._module.sides, *cells)):
                self._note_key((*path, "sight", name), "a side of this game or a cell of this scenario", known)

    def _check_state(self, path: Path, piece: SetPiece) -> None:
        """Check that every property that is set may be set, and that every level of a layer exists."""
        kind = self._tray[piece.piece].kind
        layers = {trait.name: trait for trait in kind.traits if isinstance(trait, Layer)}
        writers = compile_kind(kind).writers
        for name, value in piece.state.items():
            where = (*path, "state", name)
            levels = [level.name for level in layers[name].levels] if name in layers else []
            if name not in writers:
                self._note_key(where, f"a property of '{piece.piece}' that can be set", writers)
            elif levels and not (value in levels or (isinstance(value, int) and 1 <= value <= len(levels))):
                self._note(where, "a level of this layer", levels)

    def _pieces(self) -> Iterator[tuple[Path, str | SetPiece]]:
        """Yield every piece that the scenario mentions, with its path."""
        for key, field in (("setup", "pieces"), ("decks", "cards"), ("hands", "pieces"), ("arrivals", "pieces")):
            for index, record in enumerate(getattr(self._scenario, key)):
                for at, piece in enumerate(getattr(record, field)):
                    yield (key, index, field, at), piece

    def _note(self, path: Path, expected: str, known: Iterable[str] = ()) -> None:
        self._reader.note(self._file, path, expected, tuple(known))

    def _note_key(self, path: Path, expected: str, known: Iterable[str] = ()) -> None:
        self._reader.note(self._file, path, expected, tuple(known), at_key=True)
