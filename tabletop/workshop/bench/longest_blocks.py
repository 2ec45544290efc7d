"""Measurements of the longest times for which the window does not respond, in five sequences of actions in Fire in the
Sky.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabletop.assembly import AtHand, assistant_of
from tabletop.cli.game_arguments import begun, loaded
from tabletop.game.commands import At, Begin, MovePieces
from tabletop.game.state.game import Seat
from tabletop.game.state.values import Value
from tabletop.workshop.bench.measurement import Measurement, Unavailable
from tabletop.workshop.bench.window_rows import HARBOUR, MODULE, OPERATING, SEAT

if TYPE_CHECKING:
    from tabletop.workshop.window_paces import Paces

MOST_MS: Final = 50
FIGHTING: Final[Mapping[str, Value]] = {"tracker:Turn:Turn": 0, "tracker:Turn:Part": 0, "tracker:Turn:Phase": 6}
"""The turn tracker's properties in the Japanese Combat Phase of turn 1."""
FLEET_AT: Final = "Paramushiro"
RAIDED: Final = "Pearl Harbor"
MAP: Final = "pacific"


@contextmanager
def _table(now: Mapping[str, Value]) -> Iterator["Paces"]:
    """Yield a window on December 1941 with the turn tracker at a phase. Raises Unavailable without the window's
    packages.
    """
    try:
        from tabletop.workshop.window_paces import Paces
    except ImportError as problem:
        raise Unavailable(f"the window's packages are not installed ({problem.name})") from problem
    module = loaded(MODULE)
    game = begun(module, "december-1941").game
    seats = {SEAT: Seat(tuple(range(len(module.sides))))}
    game = replace(game, seats=seats, properties={**game.properties, **now})
    paces = Paces(module, game, SEAT, AtHand(lambda: assistant_of(module)))
    try:
        yield paces
    finally:
        paces.close()


def _point(paces: "Paces", place: str) -> tuple[float, float]:
    spot = paces.model.components.maps[MAP].spot_of(place)
    if spot is None:
        raise Unavailable(f"there is no {place} on {MAP}")
    return spot.x, spot.y


def _zoom() -> Iterable[float]:
    with _table(OPERATING) as paces:
        yield paces.block_of_zoom(*_point(paces, HARBOUR))


def _drag() -> Iterable[float]:
    with _table(OPERATING) as paces:
        x, y = _point(paces, HARBOUR)
        quarter = paces.model.module.sheets[MAP].hex_px / 4
        yield paces.block_of_drag(x, y + quarter, x + 4 * quarter, y + quarter)


def _phase() -> Iterable[float]:
    with _table({}) as paces:
        for _ in range(4):
            yield paces.block_of_action("next-phase")


def _battle() -> Iterable[float]:
    with _table(FIGHTING) as paces:
        board = paces.model.components.maps[MAP]
        home, goal = board.find(FLEET_AT), board.find(RAIDED) or ""
        game = paces.model.game
        fleet = tuple(piece for piece in game.pieces if game.holder_of(piece).place == home)
        paces.model.submit(MovePieces(fleet, At(MAP, goal)))
        yield paces.block_of(Begin("battle", {"place": goal}, "JP"))
        if not paces.model.game.frames:
            raise Unavailable(f"there is no battle at {RAIDED}")


def _undo() -> Iterable[float]:
    with _table(OPERATING) as paces:
        board = paces.model.components.maps[MAP]
        game = paces.model.game
        fleet = tuple(piece for piece in game.pieces if game.holder_of(piece).place == board.find(FLEET_AT))
        paces.model.submit(MovePieces(fleet, At(MAP, board.find(RAIDED) or "")))
        for name in ("undo", "redo"):
            yield paces.block_of_action(name)


def _row(name: str, what: str, take: Callable[[], Iterable[float]]) -> Measurement:
    said = f"longest block of the window: {what}"
    return Measurement(f"block.{name}", said, "ms", "CPU", MOST_MS, lambda: [max(take())])


MEASUREMENTS: Final = (
    _row("zoom", "the wheel from the whole map to its places", _zoom),
    _row("drag", "ships picked up, carried and dropped", _drag),
    _row("phase", "on to the next phase, four times", _phase),
    _row("battle", "the first Battle Board", _battle),
    _row("undo", "a fleet's move undone and redone", _undo),
)
