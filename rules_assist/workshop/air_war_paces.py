"""The speed of Cartwheel and Forlorn Hopes: `PACES`, which `wartable bench` times.

They are searches on the map of Cartwheel, and turns of both campaigns that are played at random.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from rules_assist.workshop.random_air_war import RandomAirWar
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
"""The number of ground units in the search for supply, half of them on each side."""

CAMPAIGN: Final = 1
"""The seed of the random campaigns."""

TURNS: Final = 6
"""The number of turns that are played of each campaign."""

BASES: Final = 60
"""The number of airbases in the search for landings."""

_MAP: Final = "new-guinea"
_CHANCE: Final = SeededChance("00" * 32, b"", 0, 0)


def _book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "cartwheel")))


def _places(book: RuleBook, fact: str, *values: str) -> list[str]:
    """Return the places of the map that have one of these values of a fact."""
    return [place for place, facts in book.places[_MAP].items() if facts.get(fact) in values]


def _table(book: RuleBook, laid: Iterable[tuple[str, str]]) -> Game:
    """Return a table with a counter for each pair of a place and the key of a kind."""
    game = bare_table(book.module, {}, _CHANCE)
    laid = list(laid)
    keys = list(dict.fromkeys(key for _, key in laid))
    kinds = [book.module.components.kinds[key] for key in keys]
    first = game.counters.next_id
    changes: list[Change] = [Know(first + number, kind) for number, kind in enumerate(kinds)]
    id = first + len(kinds)
    for place, key in laid:
        spot = book.module.components.maps[_MAP].spot_of(place)
        if spot is not None:
            kind = keys.index(key)
            changes.append(MakeHolder(id, Holder("stack", 0, *spot, 0, id, (), game.open_looks, (0, 0, 0))))
            changes.append(Make(id + 1, first + kind, id, 0, compile_kind(kinds[kind]).slots, game.open_sight))
            id += 2
    return apply(game, tuple(changes))[0]


def _moved(situation: Situation, pieces: Iterable[int], every: int) -> Iterator[Situation]:
    """Yield positions in which one more of these pieces has moved, each to another place: every so many of the map."""
    board = situation.book.module.components.maps[_MAP]
    for place, piece in zip(list(board.places())[::every], pieces, strict=False):
        spot = board.spot_of(place)
        if spot is not None:
            situation = situation.after((HolderPlace(situation.game.pieces[piece].at, 0, *spot),))
            yield situation


def _supplied() -> Iterator[Callable[[], object]]:
    """Yield calls that find the supply of all units after a ship has moved, so that other places are blockaded. Each
    side has three supply units.
    """
    book = _book()
    land = _places(book, "control", "JP", "AL")
    laid = [(land[number % len(land)], ("jp_20div", "al_17bde")[number % 2]) for number in range(UNITS)]
    laid += [(land[number * 7], ("supply_japanese", "supply_allied")[number % 2]) for number in range(6)]
    situation = Situation(_table(book, [*laid, (land[0], "al_ca_anf")]), book, "JP")
    (ship,) = (piece for piece in situation.pieces("AL") if situation.game.kind_of(piece).key == "al_ca_anf")
    for moved in _moved(situation, repeat(ship), 6):
        yield partial(_of_all, moved)


def _of_all(situation: Situation) -> None:
    for supply in situation.book.ground.supply.values():
        for side in situation.sides:
            supply.supplied(situation, side)


def _landings() -> Iterator[Callable[[], object]]:
    """Yield calls that find all airbases in the range of a bomber, each after one airbase has moved."""
    book = _book()
    land = _places(book, "ground", "jungle", "mountain")
    laid = [(place, "mobile_airbase_allied") for place in land[:BASES]]
    situation = Situation(_table(book, [*laid, (land[0], "al_b25")]), book, "AL")
    *bases, bomber = situation.pieces("AL")
    for moved in _moved(situation, bases, 4):
        yield partial(book.ground.modes["fly-home"].reach, moved, (bomber,))


def _turns(module: str) -> Iterator[Callable[[], object]]:
    """Yield calls that each play one turn of a campaign at random. The first is not timed."""
    war = RandomAirWar(load_rulebook(load_module(shipped.path("modules", module))), "campaign", CAMPAIGN)
    while war.turn <= TURNS and not war.is_over():
        yield partial(_turn, war, war.turn)


def _turn(war: RandomAirWar, turn: int) -> None:
    while war.turn == turn and not war.is_over():
        war.play_phase()


PACES: Final = (
    Pace("supply.lines", f"all supply of {UNITS} units on the map of Cartwheel", 15, _supplied),
    Pace("air.landings", f"all airbases in range among {BASES} on the map of Cartwheel", 5, _landings),
    Pace(
        "turn.cartwheel", "a turn of the campaign of Cartwheel, played at random", 5_000, partial(_turns, "cartwheel")
    ),
    Pace(
        "turn.forlorn-hopes",
        "a turn of the campaign of Forlorn Hopes, played at random",
        5_000,
        partial(_turns, "forlorn_hopes"),
    ),
)
