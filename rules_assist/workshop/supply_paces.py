"""The speed target of supply on the map of a whole game: `PACES`, which `wartable bench` times."""

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

UNITS: Final = 100
"""The number of ground units on the map, half of them on each side."""

_MAP: Final = "new-guinea"
_KINDS: Final = ("jp_20div", "al_17bde", "supply_japanese", "supply_allied", "al_ca_anf")
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)


def _table(book: RuleBook) -> Game:
    """Return a table with units of both sides on land, three supply units for each side, and one Allied ship."""
    game = bare_table(book.module, {}, _CHANCE)
    kinds = [book.module.components.kinds[key] for key in _KINDS]
    first = game.counters.next_id
    changes: list[Change] = [Know(first + number, kind) for number, kind in enumerate(kinds)]
    land = [place for place, facts in book.places[_MAP].items() if facts.get("control") in ("JP", "AL")]
    laid = [(land[number % len(land)], number % 2) for number in range(UNITS)]
    laid += [*((land[number * 7], 2 + number % 2) for number in range(6)), (land[0], 4)]
    id = first + len(kinds)
    for place, kind in laid:
        spot = book.module.components.maps[_MAP].spot_of(place)
        if spot is not None:
            changes.append(MakeHolder(id, Holder("stack", 0, *spot, 0, id, (), game.open_looks, (0, 0, 0))))
            changes.append(Make(id + 1, first + kind, id, 0, compile_kind(kinds[kind]).slots, game.open_sight))
            id += 2
    return apply(game, tuple(changes))[0]


def _supplied() -> Iterator[Callable[[], object]]:
    """Yield calls that find the supply of all units after a ship has moved, so that other places are blockaded."""
    book = load_rulebook(load_module(shipped.path("modules", "cartwheel")))
    situation = Situation(_table(book), book, "JP")
    (ship,) = (piece for piece in situation.pieces("AL") if situation.game.kind_of(piece).key == _KINDS[-1])
    board = book.module.components.maps[_MAP]
    for place in list(board.places())[::6]:
        spot = board.spot_of(place)
        if spot is not None:
            situation = situation.after((HolderPlace(situation.game.pieces[ship].at, 0, *spot),))
            yield partial(_of_all, situation)


def _of_all(situation: Situation) -> None:
    for supply in situation.book.ground.supply.values():
        for side in situation.sides:
            supply.supplied(situation, side)


PACES: Final = (Pace("supply.lines", f"all supply of {UNITS} units on the map of Cartwheel", 15, _supplied),)
