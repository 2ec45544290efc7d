"""Import of predefined set-ups as scenarios: saves within the module, or its new game under another name (format
section 11).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tabletop.module.contents.saved_positions import encode_position
from tabletop.module.documents.yaml_writer import Writable
from tabletop.module.module import Module
from tabletop.vassal.components.module_draft import Bench, Document, Ids
from tabletop.vassal.components.pieces.starting_stacks import SCENARIO
from tabletop.vassal.expressions.plain_texts import slug, title_of
from tabletop.vassal.files.archive import Archive, ArchiveError
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.save_files import SaveError, read_saved
from tabletop.vassal.games.imported_games import saved_game
from tabletop.vassal.games.standing_pieces import PieceStates
from tabletop.vassal.import_report import inactive

Menu: TypeAlias = tuple[str, ...]
"""The titles of the menus around a set-up, the outermost first."""

_SETUP: Final = "PredefinedSetup"


class Setup(NamedTuple):
    """A set-up, and the menus around it, the outermost first."""

    component: Component
    menu: Menu

    @property
    def is_saved(self) -> bool:
        """True if it is a save; otherwise it begins a new game."""
        return self.component.get("useFile", "true") != "false" and bool(self.component.get("file"))


def found_setups(bench: Bench) -> list[Setup]:
    """Return the set-ups of a module, in the order of its menu."""
    return list(_within(bench.module.root, (), bench))


def _within(component: Component, menu: Menu, bench: Bench) -> Iterator[Setup]:
    for child in component.children:
        if child.short != _SETUP:
            if not menu:
                yield from _within(child, (), bench)
        elif child.get("isMenu") == "true":
            bench.judge(child)
            yield from _within(child, (*menu, _title(child)), bench)
        else:
            yield Setup(child, menu)


class Setups:
    """A maker of scenarios from the set-ups of a module, used after everything else is imported.

    It takes the scenario of the new game out of the draft; `begin` and `rest` return it.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._ids = Ids()
        self._file, self._new_game = next(
            (file, document)
            for file, document in bench.documents.items()
            if isinstance(document, dict) and document.get("id") == SCENARIO
        )
        self._is_begun = False
        self._ids.new(SCENARIO)
        del bench.documents[self._file]

    def begin(self, setup: Setup) -> dict[str, Document]:
        """Return the scenario of a set-up that begins a new game, by its file.

        It is the module's new game under the set-up's name. Each further set-up gets a copy.
        """
        self._bench.judge(setup.component)
        title, summary = _title(setup.component), setup.component.get("description").strip()
        made: Document = {**self._new_game, "title": title, **_where(setup.menu)}
        if summary:
            made["summary"] = summary
        if not self._is_begun:
            self._is_begun = True
            return {self._file: made}
        made["id"] = id_ = self._ids.new(slug(" ".join((*setup.menu, title)), "set-up"))
        return {self._bench.file("scenarios", id_): made}

    def rest(self) -> dict[str, Document]:
        """Return the scenario of the module's new game, by its file; nothing if a set-up has taken it."""
        return {} if self._is_begun else {self._file: self._new_game}

    def take(self, saved_setup: Setup, module: Module, standing: PieceStates) -> dict[str, Document]:
        """Return the scenario of a saved set-up, by its file; nothing if the save cannot be read. The position goes to
        a file of the module.

        `standing` reads the states of the module's pieces; all set-ups share it.
        """
        setup, menu = saved_setup
        found = self._bench.module.archives.file(setup.get("file"))
        if found is None or found.archive is None:
            self._bench.judge(setup, inactive("the save that it names is not in the module"))
            return {}
        try:
            saved = read_saved(Archive(Path(found.name), found.archive.read(found.name)))
            game = saved_game(module, saved, standing=standing)
        except (ArchiveError, SaveError) as error:
            self._bench.judge(setup, inactive(f"its save cannot be read: {error}"))
            return {}
        self._bench.judge(setup)
        title = _title(setup)
        id_ = self._ids.new(slug(" ".join((*menu, title)), "set-up"))
        file = self._bench.pictures.page(f"positions/{id_}.json", encode_position(game, module.components.kinds))
        summary = setup.get("description").strip() or f"The set-up '{title}', as the module has it saved."
        made: Document = {"id": id_, "title": title, "summary": summary, "position": file, **_where(menu)}
        return {self._bench.file("scenarios", id_): made}


def _where(menu: Menu) -> Document:
    """Return the entry of a scenario's file for the menus around it."""
    return {"menu": list[Writable](menu)} if menu else {}


def _title(setup: Component) -> str:
    return title_of(setup.get("name"), "Set-up")
