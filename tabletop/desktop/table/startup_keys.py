"""Keys of the table that are pressed automatically when a game is opened, or when somebody takes a side."""

from tabletop.desktop.table.table_model import TableModel
from tabletop.game.appearance.piece_display import table_of
from tabletop.game.commands import Act, PressClock
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.side_clocks import SINCE, running
from tabletop.module.schema.module_file import OpeningTime


class Launches:
    """A record of the modules whose games have been on the table since the program started."""

    def __init__(self) -> None:
        self._modules: set[str] = set()

    def times_of(self, module: str, *, is_new: bool) -> tuple[OpeningTime, ...]:
        """Return the occasions for which keys must be pressed when a game is opened; none for a new game, whose set-up
        has already pressed these keys.
        """
        is_first = module not in self._modules
        self._modules.add(module)
        if is_new:
            return ()
        return ("launch", "opened") if is_first else ("opened",)


def stop_clocks(model: TableModel, at_ms: int | None = None) -> None:
    """Stop a running clock when a game is left, or when it is opened again after a crash.

    `at_ms` is the time at which the clock stops. After a crash that time is unknown: with None no time is added to the
    clock.
    """
    properties = model.game.properties
    if running(properties.get) and not model.is_watching:
        since = properties.get(SINCE)
        at_ms = at_ms if at_ms is not None else since if isinstance(since, int) else 0
        model.submit(PressClock("", at_ms))


def press_openings(model: TableModel, *times: OpeningTime) -> None:
    """Press the keys of the table that are due on these occasions, unless the window only watches."""
    traits = model.components.table
    if traits is None or model.is_watching:
        return
    hears = compile_kind(traits).hears
    for opening in model.module.about.openings:
        if opening.when in times and opening.key in hears:
            press_table(model, opening.key)


def press_table(model: TableModel, key: str, chosen: tuple[int, ...] = ()) -> None:
    """Press a key for the table itself, if it has traits, while these pieces are selected."""
    if table := table_of(model.game):
        model.submit(Act((table,), key, chosen))
