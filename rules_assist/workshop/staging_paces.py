"""The speed target of flights from base to base over the map of a whole game: `PACES`, which `wartable bench` times."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, HolderPlace, Know, Make, MakeHolder
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table
from tabletop.workshop.bench.assistant_rows import Pace

BASES: Final = 60
"""The airbases of the side that flies."""

_MAP: Final = "new-guinea"
_KINDS: Final = ("mobile_airbase_allied", "al_b25")
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)


def _table(book: RuleBook) -> Game:
    """Return a table with airbases of one side on many hexes of land, and a bomber in one of them."""
    game = bare_table(book.module, {}, _CHANCE)
    kinds = [book.module.components.kinds[key] for key in _KINDS]
    first = game.counters.next_id
    changes: list[Change] = [Know(first + number, kind) for number, kind in enumerate(kinds)]
    land = [place for place, facts in book.places[_MAP].items() if facts.get("ground") in ("jungle", "mountain")]
    id = first + len(kinds)
    for place, kind in [*((place, 0) for place in land[:BASES]), (land[0], 1)]:
        spot = book.module.components.maps[_MAP].spot_of(place)
        if spot is not None:
            changes.append(MakeHolder(id, Holder("stack", 0, *spot, 0, id, (), game.open_looks, (0, 0, 0))))
            changes.append(Make(id + 1, first + kind, id, 0, compile_kind(kinds[kind]).slots, game.open_sight))
            id += 2
    return apply(game, tuple(changes))[0]


def _landings() -> Iterator[Callable[[], object]]:
    """Yield calls that find all airbases in the range of a bomber, each after one airbase has moved."""
    book = load_rulebook(load_module(shipped.path("modules", "cartwheel")))
    situation = Situation(_table(book), book, "AL")
    *bases, bomber = situation.pieces("AL")
    board = book.module.components.maps[_MAP]
    mode = book.ground.modes["fly-home"]
    for place, base in zip(list(board.places())[::4], bases, strict=False):
        spot = board.spot_of(place)
        if spot is not None:
            situation = situation.after((HolderPlace(situation.game.pieces[base].at, 0, *spot),))
            yield partial(mode.reach, situation, (bomber,))


PACES: Final = (Pace("air.landings", f"all airbases in range among {BASES} on the map of Cartwheel", 5, _landings),)
