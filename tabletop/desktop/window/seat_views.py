"""The views and panels of the seats at one window, each as its player left it."""

from msgspec.structs import replace
from PySide6.QtWidgets import QMainWindow

from tabletop.desktop.platform.window_state import Arrangement, GameView, WindowPlace
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.window.panel_layout import ORDERS
from tabletop.desktop.window.screen_fit import stand_of
from tabletop.desktop.window.window_maps import WindowMaps
from tabletop.desktop.window.window_panels import WindowPanels


class SeatViews:
    """The arrangement of a window's panels and maps: as it was saved, and as each seat at this screen left it."""

    def __init__(self, window: QMainWindow, model: TableModel, maps: WindowMaps, panels: WindowPanels) -> None:
        self._window, self._model, self._maps, self._panels = window, model, maps, panels
        self._looked: GameView | None = None
        self._first_panels: Arrangement | None = None
        self._is_fitted = False
        self._views_of_seats: dict[str, GameView] = {}
        self._panels_of_seats: dict[str, Arrangement] = {}

    def restore(self, panels: Arrangement | None, looked: GameView | None) -> None:
        """Restore saved panels at once, and saved views of the maps at the next `fit`. The default is that of a new
        window.
        """
        self._first_panels = panels
        self._panels.layout.arrange(panels, self._window.width())
        for name, row in self._panels.rows.items():
            row.fold(on=panels is not None and name in panels.folded)
        self._looked = looked

    def fit(self) -> None:
        """Show the restored views of the maps; without any, the opening views, with the tray if no counter is there."""
        self._is_fitted = True
        self._maps.look_where_it_begins()
        if self._looked is not None:
            self._maps.area.look_as(self._looked)
        else:
            self._panels.offer_counters()

    def kept(self) -> tuple[WindowPlace, Arrangement, GameView]:
        """Return the window's position, the arrangement of its panels, and the views of its maps."""
        folded = tuple(name for name, row in self._panels.rows.items() if row.is_folded)
        panels = replace(self._panels.layout.arrangement(), folded=folded)
        return stand_of(self._window), panels, self._maps.area.game_view()

    def keep_of_seat(self) -> None:
        """Keep the views and panels of the seat that now leaves the screen, if it has seen the table at all."""
        if not self._is_fitted:
            return
        self._views_of_seats[self._model.seat] = self._maps.area.game_view()
        self._panels_of_seats[self._model.seat] = self._panels.layout.arrangement()

    def look_as_seat(self) -> None:
        """Restore the views and panels that the present seat had last, or else the opening views and the saved panels.

        The view and the open panels of another seat would reveal where something happens. At an open table the players
        share the panels.
        """
        if self._model.game.access.kind != "open":
            self._arrange_as_seat()
        looked = self._views_of_seats.get(self._model.seat)
        if looked is not None:
            self._maps.area.look_as(looked)
        else:
            self._maps.look_where_it_begins()

    def _arrange_as_seat(self) -> None:
        layout = self._panels.layout
        layout.arrange(self._panels_of_seats.get(self._model.seat, self._first_panels), self._window.width())
        if self._panels.umpire.is_umpire and self._model.game.held:
            layout.offer(ORDERS, on=True)
