"""Predefined set-ups, each a scenario: a save within the module, or the new game by another name (section 11)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tabletop.module.module import Module
from tabletop.module.positions import encode_position
from tabletop.module.writing import Writable
from tabletop.vassal.archive import Archive, ArchiveError
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Document, Ids, one_line, slug
from tabletop.vassal.components.starting import NEW_GAME
from tabletop.vassal.games import saved_game
from tabletop.vassal.report import inactive
from tabletop.vassal.saves import SaveError, read_saved
from tabletop.vassal.standing import Standing

Menu: TypeAlias = tuple[str, ...]
"""The titles of the menus in which something is, the outermost first."""

_SETUP: Final = "PredefinedSetup"


class Setup(NamedTuple):
    """A set-up, and the menus that it is in, the outermost first."""

    component: Component
    menu: Menu

    @property
    def is_saved(self) -> bool:
        """Whether it is a save: else it begins a new game."""
        return self.component.get("useFile", "true") != "false" and bool(self.component.get("file"))


def found_setups(bench: Bench) -> list[Setup]:
    """The set-ups of a module, in the order in which it offers them."""
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
    """Turns the set-ups of a module into scenarios, once all else of it is there.

    It takes the scenarios of the new game off the bench: `begin` or `rest` gives them back.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._ids = Ids()
        self._new_games: dict[str, Document] = {}
        self._are_begun = False
        for file, document in list(bench.documents.items()):
            if file.startswith("scenarios/") and isinstance(document, dict):
                self._new_games[file] = document
                self._ids.new(str(document["id"]))
                del bench.documents[file]

    def begin(self, setup: Setup) -> dict[str, Document]:
        """The scenarios of a set-up that begins a new game, by their files: the module's new game, by its name.

        What begins one again gets copies.
        """
        self._bench.judge(setup.component)
        made = {}
        for file, document in self._new_games.items():
            named = self._named(document, setup)
            made[self._bench.file("scenarios", str(named["id"])) if self._are_begun else file] = named
        self._are_begun = True
        return made

    def _named(self, new_game: Document, setup: Setup) -> Document:
        """A scenario of the new game as one of a set-up's."""
        title = _title(setup.component)
        made: Document = {
            **new_game,
            "title": one_line(f"{title}{str(new_game['title']).removeprefix(NEW_GAME)}", title),
        }
        if self._are_begun:
            made["id"] = self._ids.new(slug(" ".join((*setup.menu, str(made["title"]))), "set-up"))
        summary = setup.component.get("description").strip()
        return {**made, **({"summary": summary} if summary else {}), **_where(setup.menu)}

    def rest(self) -> dict[str, Document]:
        """The scenarios of the new game, by their files, where no set-up begins one: VASSAL does not offer it then."""
        return {} if self._are_begun else self._new_games

    def take(self, saved_setup: Setup, module: Module, standing: Standing) -> dict[str, Document]:
        """The scenario of a saved set-up, by its file, if it has one; its position is written to a file of the module.

        `standing` is what is known of the module's pieces, for all its set-ups.
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
    """In which menus a scenario is, for its file."""
    return {"menu": list[Writable](menu)} if menu else {}


def _title(setup: Component) -> str:
    return one_line(setup.get("name"), "Set-up")
