"""Predefined set-ups: saves within the module, each a scenario with the position as it was saved (section 11)."""

from pathlib import Path
from typing import Final, TypeAlias

from tabletop.module.module import Module
from tabletop.module.positions import encode_position
from tabletop.module.writing import Writable
from tabletop.vassal.archive import Archive, ArchiveError
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Document, Ids, one_line, slug
from tabletop.vassal.components.starting import SCENARIO
from tabletop.vassal.games import saved_game
from tabletop.vassal.report import inactive
from tabletop.vassal.saves import SaveError, read_saved
from tabletop.vassal.standing import Standing

Menu: TypeAlias = tuple[str, ...]
"""The titles of the menus in which something is, the outermost first."""

_SETUP: Final = "PredefinedSetup"


class Setups:
    """Turns the set-ups of a module into scenarios, once all else of it is there."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._ids = Ids()
        self._ids.new(SCENARIO)

    def found(self) -> list[tuple[Component, Menu]]:
        """The set-ups that have a save, each with the menus that it is in, the outermost first."""
        return self._within(self._bench.module.root, ())

    def _within(self, component: Component, menu: Menu) -> list[tuple[Component, Menu]]:
        found = []
        for child in component.children:
            if child.short != _SETUP:
                if not menu:
                    found += self._within(child, ())
                continue
            if child.get("isMenu") == "true":
                self._bench.judge(child)
                found += self._within(child, (*menu, _title(child)))
            elif child.get("useFile", "true") == "false" or not child.get("file"):
                self._bench.judge(child)
            else:
                found.append((child, menu))
        return found

    def take(self, setup: Component, menu: Menu, module: Module, standing: Standing) -> Document | None:
        """The scenario of a set-up, whose position is written to a file of the module; None where it has none.

        `standing` is what is known of the module's pieces, for all its set-ups.
        """
        found = self._bench.module.archives.file(setup.get("file"))
        if found is None or found.archive is None:
            self._bench.judge(setup, inactive("the save that it names is not in the module"))
            return None
        try:
            saved = read_saved(Archive(Path(found.name), found.archive.read(found.name)))
            game = saved_game(module, saved, standing=standing)
        except (ArchiveError, SaveError) as error:
            self._bench.judge(setup, inactive(f"its save cannot be read: {error}"))
            return None
        self._bench.judge(setup)
        title = _title(setup)
        id_ = self._ids.new(slug(" ".join((*menu, title)), "set-up"))
        file = self._bench.pictures.page(f"positions/{id_}.json", encode_position(game, module.components.kinds))
        summary = setup.get("description").strip() or f"The set-up '{title}', as the module has it saved."
        made: Document = {"id": id_, "title": title, "summary": summary, "position": file}
        if menu:
            made["menu"] = list[Writable](menu)
        return made


def _title(setup: Component) -> str:
    return one_line(setup.get("name"), "Set-up")
