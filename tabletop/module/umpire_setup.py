"""Set-ups of the umpire's own: files in the form of a scenario's set-up, outside the module.

A module is copied to every player, so nothing secret can be in it. These files stay on the umpire's machine. Their
content is only in the umpire's record, and reaches a seat only as far as the seat sees it.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from tabletop.game.change.draft import Draft
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.side_cells import cell_of, side_of
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.levels import level
from tabletop.game.state.values import FACE, SIGHT_LEVELS, TOP, Value
from tabletop.module.checks.agreement import check_scenario
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.documents.yaml_writer import dump_document
from tabletop.module.module import Module
from tabletop.module.schema.scenario import Deck, HandRecord, Placement, ScenarioFile, SetPiece, UmpireSetupFile
from tabletop.module.setup import with_own
from tabletop.module.source import FolderSource

SETUP_SUFFIX: Final = ".yaml"
"""The ending of files with set-ups of the umpire's own."""

_WORD_OF_LEVEL: Final = {number: word for word, number in SIGHT_LEVELS.items()}
_NOT_OF_SETUPS: Final = ("setup:", "in-setup:", "tracker:")
"""The beginnings of the names of properties that a set-up does not give."""


class UmpireSetup:
    """A set-up of the umpire's own, read from a file. Raises ModuleProblems for mistakes in it."""

    def __init__(self, path: Path) -> None:
        self._file = path.name
        self._reader = ModuleReader(FolderSource(path.parent))
        found = self._reader.read(self._file, UmpireSetupFile)
        if found is None:
            raise ModuleProblems(self._reader.problems)
        self.record = found

    def scenario_of(self, module: Module) -> str:
        """Return the id of the scenario to which it belongs.

        If it fits any scenario, return the first. Raises ModuleProblems.
        """
        self._check_module(module)
        scenario = self.record.scenario or next(iter(module.scenarios))
        if scenario not in module.scenarios:
            self._reader.note(self._file, ("scenario",), "a scenario of this game", tuple(module.scenarios))
            raise ModuleProblems(self._reader.problems)
        return scenario

    def _check_module(self, module: Module) -> None:
        if self.record.module != module.about.id:
            self._reader.note(self._file, ("module",), f"the module that is set up, {module.about.id}")
            raise ModuleProblems(self._reader.problems)

    def checked(self, module: Module, scenario: ScenarioFile) -> UmpireSetupFile:
        """Return the set-up, if it fits a scenario of a module. Raises ModuleProblems that name file and line."""
        self._check_module(module)
        own = self.record
        if own.scenario not in (None, scenario.id):
            self._reader.note(self._file, ("scenario",), f"the scenario that is set up, {scenario.id}")
        if not self._reader.problems:
            alone = with_own(scenario, own.model_copy(update={"instead": True}))
            check_scenario(module, self._reader, self._file, alone, is_limited=False)
        if self._reader.problems:
            raise ModuleProblems(self._reader.problems)
        return own


class WrittenSetup(NamedTuple):
    """A position as the text of a set-up, with the number of its pieces.

    `beside` is the number of pieces that lay in or behind others, and lie beside them in the set-up. `unknown` is the
    number of pieces that are left out, because the module does not have their kinds.
    """

    text: str
    pieces: int
    beside: int
    unknown: int


def written_setup(game: Game, module: Module) -> WrittenSetup:
    """Return the present position of a game as a set-up of the umpire's own, in place of the scenario's pieces.

    Contacts, notes, hidden properties of masks, and procedures under way are not part of a set-up.
    """
    writer = _SetupWriter(game, module)
    text = dump_document(writer.document())
    return WrittenSetup(text, writer.count, writer.beside, writer.unknown)


class _SetupWriter:
    def __init__(self, game: Game, module: Module) -> None:
        self._game = game
        self._module = module
        self._reading = PropertyReader(Draft(game), module.components, (), sees_all=True)
        self.count = 0
        self.beside = 0
        self.unknown = 0

    def document(self) -> UmpireSetupFile:
        """Return the position as a record."""
        holders = sorted(self._game.holders.values(), key=lambda one: (one.map, one.layer, one.z))
        lying = [one for one in holders if one.map >= 0 and one.form != "deck"]
        cells: dict[str, list[str]] = {}
        for name in self._game.sides:
            if cell_of(name):
                cells.setdefault(side_of(name), []).append(cell_of(name))
        trackers, options = self._module.components.trackers.items(), self._module.components.options
        return UmpireSetupFile.model_validate(
            {
                "module": self._game.module.id,
                "scenario": self._game.scenario,
                "instead": True,
                "tracker": {name: tracker.positions(self._game.properties.get) for name, tracker in trackers},
                "properties": self._properties(),
                "options": {name: value for name, value in self._game.options.items() if name in options},
                "cells": cells,
                "setup": [one for holder in lying if (one := self._placement(holder)) is not None],
                "decks": [self._deck(one) for one in holders if one.form == "deck" and one.map >= 0],
                "hands": [self._hand(one) for one in holders if one.form == "hand" and one.map < 0 <= one.owner],
            }
        )

    def _properties(self) -> Mapping[str, Value]:
        trackers = self._module.components.trackers.values()
        told = {name for one in trackers for name in one.properties(one.positions(self._game.properties.get))}
        return {
            name: value
            for name, value in self._game.properties.items()
            if value is not None and name not in told and not name.startswith(_NOT_OF_SETUPS) and ":boards" not in name
        }

    def _placement(self, holder: Holder) -> Placement | None:
        pieces = tuple(self._pieces(holder))
        if not pieces:
            return None
        return Placement.model_validate({**self._spot(holder), "pieces": pieces, "lay": "heap"})

    def _spot(self, holder: Holder) -> Mapping[str, object]:
        """Return the map of a holder, and its place if it lies exactly there, otherwise its point."""
        name = self._game.maps[holder.map]
        board = self._module.components.maps.get(name)
        spot = board.spot_of(holder.place) if board is not None and holder.place else None
        if spot is not None and (spot.x, spot.y, spot.place) == (holder.x, holder.y, holder.place):
            return {"at": holder.place, "map": name}
        return {"point": (holder.x, holder.y), "map": name}

    def _deck(self, holder: Holder) -> Deck:
        spot = {"map": self._game.maps[holder.map], "point": (holder.x, holder.y)}
        face = "up" if TOP in holder.looks else "down"
        cards = tuple(self._pieces(holder))
        return Deck.model_validate({**spot, "name": holder.name, "cards": cards, "face": face, "shuffled": False})

    def _hand(self, holder: Holder) -> HandRecord:
        side = side_of(self._game.sides[holder.owner])
        return HandRecord.model_validate({"name": holder.name, "side": side, "pieces": tuple(self._pieces(holder))})

    def _pieces(self, holder: Holder) -> Iterator[str | SetPiece]:
        """Yield the pieces in a holder, the lowest first. After each piece come those that lie in or behind it."""
        for id in holder.pieces:
            if self._game.kind_of(id).key in self._module.components.kinds:
                yield self._piece(id, is_kept=bool(holder.carrier) or self._is_kept(holder))
                self.count += 1
                self.beside += bool(holder.carrier)
            else:
                self.unknown += 1
            yield from chain(*(self._pieces(self._game.holders[hold]) for hold in self._game.carried.get(id, ())))

    def _is_kept(self, holder: Holder) -> bool:
        """Return whether a stack is hidden from sides to which its map is open. New stacks there are open to all."""
        is_open = holder.map >= 0 and not self._module.components.habits_of(self._game.maps[holder.map]).owners
        return is_open and holder.form != "deck" and holder.looks != self._game.open_looks

    def _piece(self, id: int, *, is_kept: bool) -> str | SetPiece:
        key = self._game.kind_of(id).key
        state, sight = dict(self._state(id)), dict(self._sight(id, is_kept=is_kept))
        return SetPiece.model_validate({"piece": key, "state": state, "sight": sight}) if state or sight else key

    def _state(self, id: int) -> Iterator[tuple[str, Value]]:
        """Yield the properties in which a piece differs from a new one. Each part of its state that has changed is
        given by only one property.
        """
        kind, piece = compile_kind(self._game.kind_of(id)), self._game.pieces[id]
        changed = {slot for slot, value in enumerate(piece.state) if value != kind.slots[slot]}
        for name in sorted(kind.writers, key=lambda one: (not one.endswith(("_Level", "_Degrees")), one)):
            slots = kind.slots_of.get(name, frozenset())
            value = self._reading.read(id, name) if slots & changed else None
            if value is not None:
                changed -= slots
                yield name, value

    def _sight(self, id: int, *, is_kept: bool) -> Iterator[tuple[str, str]]:
        """Yield the levels of sides that do not see the face of a piece, and of cells that see it otherwise than their
        side.

        If the holder of the piece hides it from some (`is_kept`), these are the levels at which they see it there.
        """
        pieces, holders = self._game.pieces.__getitem__, self._game.holders.__getitem__
        own = self._game.pieces[id].sight
        levels = {
            name: level(pieces, holders, id, side) if is_kept else own[side]
            for side, name in enumerate(self._game.sides)
        }
        for name, seen in levels.items():
            if seen != (levels[side_of(name)] if cell_of(name) else FACE):
                yield name, _WORD_OF_LEVEL[seen]
