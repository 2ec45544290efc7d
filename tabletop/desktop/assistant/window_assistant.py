"""All parts of the rules assistant in a window: its panel, its cards over the map, its windows and its menu."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu, QWidget

from tabletop.assistance import Offer, Overlay, OverlayOffer, Preview, Where
from tabletop.desktop.assistant.advisor import Advisor, AdvisorSurroundings, Silence
from tabletop.desktop.assistant.held_keys import HeldKeys
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.assistant.panels.drop_preview import PreviewCard
from tabletop.desktop.assistant.panels.overlay_legend import LegendCard
from tabletop.desktop.assistant.panels.policy_settings import PoliciesWindow
from tabletop.desktop.assistant.panels.rules_page import RulesWindow
from tabletop.desktop.battle.battle_desk import BattleDesk
from tabletop.desktop.battle.battle_pen import Counter
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer, OverlayStyle
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import plain

if TYPE_CHECKING:
    from tabletop.desktop.assistant.standing_findings import StandingFindings
    from tabletop.desktop.map.tools.select_tool import HandAdvice

NO_RULES: Final = tr_later("This game has no rules for the assistant, or the assistant is not installed.")


class AdvisedMaps(NamedTuple):
    """The maps of a window, on which the assistant shows its answers: their common area, and layers and scenes by map.

    `on_screen` returns the point of the screen for a point of a map (map pixels).
    """

    area: QWidget
    layers: Mapping[str, OverlayLayer]
    scenes: Mapping[str, TableScene]
    on_screen: Callable[[str, QPointF], QPoint]


class RulesDesk(QObject):
    """The assistant in one window: its panel, its cards, the Battle Board, and its entries in a menu.

    The assistant itself is made when it is first needed. If the table has none, there is only a hidden panel.
    """

    remarked = Signal(str)
    """A sentence for the player."""

    switched = Signal(bool)
    """The player has switched the assistant on or off."""

    handed_over = Signal()
    """The player hands the screen over to another side."""

    at_once_switched = Signal(bool)
    """The player wants to roll battles without pauses, or no longer."""

    def __init__(
        self,
        parent: QObject,
        model: TableModel,
        theme: Theme,
        selection: Selection,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        about = model.module.about
        self._selection = selection
        said = model.titles.words
        self._sides = {side.id: side.model_copy(update={"title": said(side.title)}) for side in about.sides}
        self.panel = AssistantPanel(self._sides, theme)
        self.panel.hide()
        self._advisor: Advisor | None = None
        self._standing: StandingFindings | None = None
        self.panel.policies_wanted.connect(self.show_policies)
        self.panel.rules_wanted.connect(self.show_rules)
        self.panel.tables_wanted.connect(self.offer_tables)
        self.panel.handed_over.connect(self.handed_over)
        self._window: QWidget | None = None
        self._policies: PoliciesWindow | None = None
        self._rules: RulesWindow | None = None
        self._menu = QMenu()
        self._overlay_actions: dict[str, QAction] = {}
        self._hovered: tuple[str, QPointF] | None = None
        self._holding = HeldKeys()

    def advised(self) -> "HandAdvice":
        """Return the advisor for dragged pieces. Before the assistant is made, it is a stand-in that shows nothing."""
        return self._advisor or Silence()

    def _wanted(self) -> Advisor | None:
        """Return the advisor of this window, which is made at the first call; None if the table has no assistant."""
        assistant = self._model.rules.assistant() if self._advisor is None else None
        if assistant is not None:
            surroundings = AdvisorSurroundings(self.panel, self._over.layers, self._over.scenes, self._battle)
            advisor = Advisor(self, self._model, assistant, self._selection, surroundings)
            advisor.remarked.connect(self.remarked)
            advisor.previewed.connect(self._show_preview)
            advisor.legends_changed.connect(self._show_legends)
            if self._standing is not None:
                advisor.take_over(self._standing)
            self._advisor = advisor
            self._offer_overlays(advisor.offers())
        return self._advisor

    def drawing(self, hex_px: float) -> OverlayStyle:
        """Return the style of drawings on a map whose hexes have this width (map pixels)."""
        return OverlayStyle(self._theme, tuple(self._sides), hex_px)

    def lay_over(self, window: QWidget, over: AdvisedMaps, counter: Counter) -> None:
        """Put the cards over the maps of a window, and the Battle Board over the whole window.

        `counter` returns the picture of a piece at a width in pixels.
        """
        self._window = window
        self._over = over
        self._preview = PreviewCard(over.area)
        self._battle = BattleDesk(window, over.area, self._model, counter, self._sides, self._theme)
        self._battle.at_once_switched.connect(self.at_once_switched)
        self._battle.handed_over.connect(self.handed_over)
        titles = {id: side.title for id, side in self._sides.items()}
        self._legend = LegendCard(over.area, self.drawing(98.0), titles)

    def offer_in(self, menu: QMenu, current_map: Callable[[], str]) -> None:
        """Add an action for each overlay of the game to a menu, with its key, as soon as the assistant is needed."""
        self._menu, self._current_map = menu, current_map

    def _offer_overlays(self, offers: Sequence[OverlayOffer]) -> None:
        self._menu.addSeparator()
        for offer in offers:
            action = self._menu.addAction(f"{offer.title} ({offer.rule})")
            action.setCheckable(True)
            if offer.key:
                action.setShortcut(offer.key)
                action.setAutoRepeat(False)
            action.triggered.connect(partial(self._toggle, offer.id))
            self._overlay_actions[offer.id] = action
        self._enable()

    def cover(self, *, covered: bool) -> None:
        """While the curtain is drawn, hide the battle and the preview of a drop, close the window of enforcement, and
        offer no overlays.
        """
        self._enable(covered=covered)
        self._battle.cover(covered=covered)
        if covered:
            self._preview.hide()
            if self._policies is not None:
                self._policies.close()

    def stand_as(self, other: "RulesDesk") -> None:
        """Take over the findings of another window of this table, which is about to close."""
        if other._advisor is not None:
            self._standing = other._advisor.hand_over()

    def roll_at_once(self, *, on: bool) -> None:
        """Set whether battles are rolled without a pause."""
        self._battle.set_at_once(on)

    def show_battle(self) -> None:
        """Hide the Battle Board, or show it again. If there is no battle, show a message."""
        if not self._battle.switch():
            self.remarked.emit(tr("There is no battle under way."))

    # on and off

    def switch(self, on: bool) -> None:
        """Switch the assistant on or off."""
        advisor = self._wanted() if on else self._advisor
        if advisor is not None:
            advisor.switch(on)
            self._enable()
            self.switched.emit(on)
        elif on:
            self.remarked.emit(tr(NO_RULES))

    def leave(self) -> None:
        """Stop asking about the table when the window closes."""
        if self._advisor is not None:
            self._advisor.switch(False)

    @property
    def is_on(self) -> bool:
        """True if the assistant is switched on."""
        return self._advisor is not None and self._advisor.is_on

    def _enable(self, *, covered: bool = False) -> None:
        for action in self._overlay_actions.values():
            action.setEnabled(self.is_on and not covered)

    def _toggle(self, id: str, _checked: bool = False) -> None:
        if self._advisor is None:
            return
        self._advisor.toggle(id, self._current_map())
        self._mark_open()
        keys: Any = self._overlay_actions[id].shortcut()
        if id in self._advisor.open_overlays and not keys.isEmpty():
            self._holding.shown(keys[0].key(), partial(self._toggle, id))
        else:
            self._holding.forget()

    def released(self, key: int) -> None:
        """Hide the thing that a key has shown when the key is released, if it was held."""
        self._holding.released(key)

    def _mark_open(self) -> None:
        open_now = self._advisor.open_overlays if self._advisor is not None else ()
        for id, action in self._overlay_actions.items():
            action.setChecked(id in open_now)

    # over the map

    def hovered(self, map_name: str, point: QPointF) -> None:
        """Follow the cursor to a point of a map; the point is NaN after the cursor has left."""
        self._hovered = (map_name, point) if point.x() == point.x() else None
        if self._hovered is not None:
            self._legend.make_way(self._over.on_screen(map_name, point))
        if self._advisor is not None:
            self._advisor.looked(map_name, point)

    def say_why_not(self) -> None:
        """Show at the cursor whether the selected pieces can go there, and the reason if not."""
        if not self.is_on:
            self._say_it_is_off()
        elif self._advisor is not None and self._hovered is not None:
            self._advisor.explain(*self._hovered)
            self._holding.shown(Qt.Key.Key_W, self._advisor.explained_enough)

    def explain_numbers(self) -> None:
        """Explain the numbers where the cursor points, in the panel."""
        if not self.is_on:
            self._say_it_is_off()
        elif self._advisor is not None and self._hovered is not None:
            self._advisor.explain_numbers(*self._hovered)

    def _say_it_is_off(self) -> None:
        has_rules = bool(self._model.module.rules)
        self.remarked.emit(tr("The rules assistant is off. Switch it on with F4.") if has_rules else tr(NO_RULES))

    def say_of(self, map_name: str, place: str) -> None:
        """Show whether the selected pieces can go to a place, and the reason if not."""
        if self._advisor is not None:
            self.remarked.emit(self._advisor.said_of(Where(map_name, place)))

    def onwards(self) -> bool:
        """Go on to the next phase by the rules; return whether the rules handle it."""
        return self._advisor is not None and self._advisor.onwards()

    def stand(self) -> None:
        """Place the legend again after the maps have changed size."""
        if self._legend.isVisible():
            self._legend.stand()

    def _show_preview(self, preview: Preview | None) -> None:
        at = self._over.on_screen(*self._hovered) if self._hovered is not None else QCursor.pos()
        self._preview.show_preview(preview, at, self._legend.geometry() if self._legend.isVisible() else QRect())

    def _show_legends(self, overlays: tuple[Overlay, ...]) -> None:
        self._legend.show_overlays(overlays)
        self._mark_open()

    # windows

    def show_policies(self) -> None:
        """Show the level at which each rule is enforced, and let the player set it."""
        advisor = self._wanted()
        if advisor is None or self._window is None:
            self.remarked.emit(tr(NO_RULES))
            return
        if self._policies is None:
            self._policies = PoliciesWindow(self._window)
            self._policies.level_taken.connect(advisor.take_level)
            advisor.checks_changed.connect(self._policies.show_checks)
        self._policies.show_checks(advisor.checks())
        self._policies.show()
        self._policies.raise_()

    def offer_tables(self) -> None:
        """Offer the results tables of the game: ask for the facts that the chosen table needs, then roll on it."""
        assistant = self._model.rules.assistant()
        offers = assistant.tables(self._model.game, self._model.seat) if assistant is not None else ()
        if not offers or self._window is None or self._model.is_watching:
            self.remarked.emit(
                tr("The rules of this game have no results tables.") if assistant is not None else tr(NO_RULES)
            )
            return
        menu = QMenu(self._window)
        menu.setToolTipsVisible(True)
        for offer in offers:
            action = menu.addAction(plain(f"{offer.title} ({offer.rule})"), partial(self._consult, offer))
            action.setEnabled(offer.command is not None)
            action.setToolTip(plain(offer.because))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(QCursor.pos())

    def _consult(self, offer: Offer) -> None:
        if offer.command is not None:
            if not self.is_on:
                self.switch(True)
            self._model.submit(offer.command)

    def show_rules(self) -> None:
        """Show every rule, and the assistant's part in it."""
        assistant = self._model.rules.assistant()
        if assistant is None or self._window is None:
            self.remarked.emit(tr(NO_RULES))
            return
        if self._rules is None:
            self._rules = RulesWindow(self._window, assistant.rules(), self._theme)
        self._rules.show()
        self._rules.raise_()
