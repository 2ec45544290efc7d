"""Fixtures for tests of rules: a made-up module whose rule files are written in the test, and tables of this module."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from rules_assist.chance.odds import Tries
from rules_assist.position.situation import Situation
from rules_assist.rulebook.place_queries import ask as put
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.game.change.draft import apply
from tabletop.game.commands import At, PlaceNew
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table

BLANK = Path(__file__).parents[2] / "tabletop" / "module" / "blank"


@pytest.fixture
def situation_of(tmp_path) -> Callable[..., Situation]:
    """Return a function that makes the position of a table with these rules, options and pieces. The module has an
    option: fog, on or off.
    """

    def make(
        rules: str,
        options: dict[str, str] | None = None,
        pieces: Sequence[tuple[str, str]] = (),
        on_map: str = "",
        units: tuple[str, str] | None = None,
    ) -> Situation:
        folder = tmp_path / "blank"
        if not folder.exists():
            copytree(BLANK, folder)
        about = (folder / "module.yaml").read_text(encoding="utf-8")
        if "rules:" not in about:
            (folder / "module.yaml").write_text(about + "\nrules: [tables.yaml]\n", encoding="utf-8")
        (folder / "tables.yaml").write_text(rules, encoding="utf-8")
        sheet = (BLANK / "map" / "main.yaml").read_text(encoding="utf-8")
        (folder / "map" / "main.yaml").write_text(sheet + on_map, encoding="utf-8")
        if units:
            kinds = (BLANK / "counters" / "units.yaml").read_text(encoding="utf-8")
            (folder / "counters" / "units.yaml").write_text(kinds.replace(*units), encoding="utf-8")
        module = load_module(folder)
        book = load_rulebook(module)
        game = replace(bare_table(module, options or {}, Tries()), seats={"umpire": Seat(umpire=True)})
        for kind, place in pieces:
            done = decide(game, PlaceNew(kind, At("main", place)), "umpire", Tries(), module.components)
            game, _ = apply(game, done.patch)
        return Situation(game, book)

    return make


@pytest.fixture
def asked(situation_of):
    """Return a function that gives the answer of a query: `asked(rules, "lookup", table="crt", die=3)`; `from_` stands
    for `from`.
    """

    def ask(rules: str, query: str, options: dict[str, str] | None = None, *, on: Situation | None = None, **given):
        situation = on or situation_of(rules, options)
        return put(situation.book.queries[query], situation, {name.rstrip("_"): each for name, each in given.items()})

    return ask
