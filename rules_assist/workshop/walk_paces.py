"""The speed of walks in rule files: `PACES`, which `wartable bench` times on a path past many watchers."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Performed
from tabletop.game.commands import Answer, AnyCommand, Begin, PlaceNew, Spot
from tabletop.game.decide import perform
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Seat
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import bare_table
from tabletop.workshop.bench.assistant_rows import Pace

WATCHERS: Final = 60
WALKS: Final = 3

_RULES: Final = """
modes:
  - {id: sail, title: Sail, rule: "10.3", who: move > 0, allowance: "40", steps: [{cost: "1"}]}
procedures:
  - id: voyage
    title: Naval mission
    rule: "10"
    groups:
      ships: {pieces: Side == side}
      watchers: {pieces: 'Side == enemy and known(hex) and distance(place(hex)) <= 2'}
    steps:
      - {id: course, title: Course, rule: "10.3", asks: [{id: way, question: Which?, path: {of: ships, mode: sail}}]}
      - id: sail
        title: Sail
        rule: "10.3.2"
        for_each: {hex: way}
        before: [{of: ships, move_to: hex}]
        roll: {dice: 1d10, why: "Spotting at {hex}", when: watchers > 0, result: spotted}
        runs: [{procedure: react, side: enemy, given: {hex: hex, ships: ships}, result: attacked}]
        until: attacked
        effects: [{say: "The ships are seen at {hex}.", when: known(spotted) and spotted >= 6}]
  - id: react
    title: Reaction
    rule: "10.3.3"
    when: "false"
    no: It is part of a naval mission.
    takes: {ships: pieces, hex: place}
    gives: sure
    steps:
      - {id: sure, title: Reaction, rule: "10.3.3", asks: [{id: sure, question: "Attack at {hex}?", confirm: yes}]}
"""
_SEAT: Final = "both"
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)


class Walk:
    """A walk past many watchers, who are asked at each place. It begins with their first question."""

    def __init__(self, book: RuleBook) -> None:
        procedures = ModuleProcedures(book)
        kinds = {id: replace(kind, limit=0) for id, kind in book.module.components.kinds.items()}
        self._components = replace(book.module.components, kinds=kinds, procedures=lambda: procedures)
        self._game = replace(bare_table(book.module, {}, _CHANCE), seats={_SEAT: Seat((0, 1))})
        cells = [place for place in self._components.maps["main"].places() if place.isdigit()]
        self._do(PlaceNew("red_armour", self._spot(cells[0])))
        for number in range(WATCHERS):
            self._do(PlaceNew("blue_infantry", self._spot(cells[number * 7 % len(cells)])))
        self._do(Begin("voyage", side="Red"))
        self.answer("way", ["place:main:1201", "place:main:1208", "place:main:0108"])

    @property
    def is_under_way(self) -> bool:
        """True until the end of the path."""
        return bool(self._game.frames)

    def answer(self, key: str, value: Plain) -> None:
        """Answer the question that is open."""
        self._do(Answer(max(self._game.frames), key, value))

    def _spot(self, place: str) -> Spot:
        spot = self._components.maps["main"].spot_of(place)
        assert spot is not None, place
        return Spot("main", spot.x, spot.y)

    def _do(self, command: AnyCommand) -> None:
        outcome = perform(self._game, command, _SEAT, _CHANCE, self._components)
        if not isinstance(outcome, Performed):
            raise RuntimeError(f"{command} was not done: {outcome}")
        self._game = outcome.after


def walk_book() -> RuleBook:
    """Return the rules of the template of a module, with the naval mission."""
    with tempfile.TemporaryDirectory() as folder:
        module = new_module("Bench", Path(folder))
        about = module / "module.yaml"
        about.write_text(f"{about.read_text(encoding='utf-8')}\nrules: [rules.yaml]\n", encoding="utf-8")
        (module / "rules.yaml").write_text(_RULES, encoding="utf-8")
        return load_rulebook(load_module(module))


def _places() -> Iterator[Callable[[], object]]:
    """Yield calls in which the watchers let the ships pass, and the ships go on to their next place."""
    book = walk_book()
    for _ in range(WALKS):
        walk = Walk(book)
        while walk.is_under_way:
            yield partial(walk.answer, "sure", False)


PACES: Final = (Pace("walk", f"a place of a walk past {WATCHERS} watchers, who are asked there", 2, _places),)
