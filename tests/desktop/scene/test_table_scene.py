"""The scene follows the game: after any step it shows what it would show if it were drawn from nothing."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import QPointF, QRectF, QVariantAnimation
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem

from tabletop.desktop.drawing.pixmaps import FacePixmap
from tabletop.desktop.scene.table_scene import FAR_PX, Standing, TableScene
from tabletop.game.draft import apply
from tabletop.game.game import Game, ModuleName, empty_game
from tabletop.game.names import Names
from tabletop.game.patch import Know
from tabletop.game.touched import Touched
from tabletop.game.view import View
from tests.game.strategies import audiences, games, patch_of, steps

SIDES = {0: 40.0, 1: 60.0}
BOUNDS = QRectF(0, 0, 4000, 4000)
pytestmark = pytest.mark.usefixtures("qapp")


class Pictures:
    """A picture of its own for each look, without drawing any."""

    def __init__(self) -> None:
        self._made: dict[object, FacePixmap] = {}

    def _of(self, look: object) -> FacePixmap:
        return self._made.setdefault(look, FacePixmap(QPixmap(2, 2), 2.0, QPointF(-1, -1)))

    def picture(self, game: Game, piece: int, scale: float, *, selected: bool = False) -> FacePixmap:
        it = game.pieces[piece]
        return self._of((it.kind, it.state, selected))

    def side(self, game: Game, piece: int) -> float:
        return SIDES[len(game.kind_of(piece).key) % 2]

    def count_badge(self, count: int, across_px: float) -> FacePixmap:
        return self._of(("count", count))


def standing(place: str, x: int, y: int) -> Standing:
    return Standing(0.0, 30.0 if place else 0.0, 200.0)


def drawn(item: QGraphicsPixmapItem) -> tuple:
    at = (round(item.x(), 6), round(item.y(), 6))  # Qt leaves an item where it is nearly right already
    return at, item.zValue(), item.isVisible(), item.pixmap().cacheKey()


def shown(scene: TableScene) -> dict:
    """All that can be seen of a scene."""
    return {
        "pieces": {piece: drawn(item) for piece, item in scene._items.items()},
        "badges": {holder: drawn(item) for holder, item in scene._badges.items()},
        "fans": {holder: item.rect().toAlignedRect() for holder, item in scene._fanned.items()},
    }


class Following(RuleBasedStateMachine):
    """One side's view through random steps, on two scenes, with stacks fanned out, pieces hidden and the map zoomed."""

    @initialize(game=games(least=8), who=audiences)
    def sit_down(self, game, who) -> None:
        self.game, self.view, self.names = game, View.of(game, who), Names(game, who)
        self.pictures = Pictures()
        self.scenes = [TableScene(index, BOUNDS, self.pictures, standing) for index in range(len(game.maps))]
        self.scale, self.hidden, self.chosen = 1.0, False, frozenset()
        for scene in self.scenes:
            scene.show_game(self.view.game)

    def teardown(self) -> None:
        for scene in getattr(self, "scenes", ()):
            scene.clear()
            scene.deleteLater()
        QApplication.processEvents()

    @rule(recipes=steps())
    def play(self, recipes) -> None:
        # A kind is what it is: no step of a game that is played changes one that is known.
        patch = tuple(c for c in patch_of(self.game, recipes) if not (isinstance(c, Know) and c.id in self.game.kinds))
        after, _ = apply(self.game, patch)
        changes = self.view.apply(self.names.delta(self.game, after, Touched(self.game, after, patch)))
        self.game = after
        for scene in self.scenes:
            scene.update_holders(self.view.game, changes.holders)
            scene.update_pieces(self.view.game, changes.pieces)

    @rule(scale=st.sampled_from((0.1, 0.5, FAR_PX / 40.0, 1.0, 2.0)))
    def zoom(self, scale) -> None:
        self.scale = scale
        for scene in self.scenes:
            scene.set_scale(scale)
            scene.refresh(BOUNDS)

    @rule(number=st.integers(0, 20), out=st.booleans())
    def fan(self, number, out) -> None:
        for scene in self.scenes:
            stacks = [id for id, pieces in scene._drawn.items() if pieces]
            if stacks:
                scene.fan(stacks[number % len(stacks)], out=out)

    @rule()
    def gather(self) -> None:
        for scene in self.scenes:
            scene.gather_all()

    @rule(hidden=st.booleans())
    def hide(self, hidden) -> None:
        self.hidden = hidden
        for scene in self.scenes:
            scene.hide_pieces(hidden=hidden)

    @rule(number=st.integers(0, 40), many=st.integers(1, 4))
    def choose(self, number, many) -> None:
        pieces = list(self.view.game.pieces)
        self.chosen = frozenset(pieces[number % (len(pieces) + 1) :][:many])
        for scene in self.scenes:
            scene.select(self.chosen)

    @rule()
    def begin_anew(self) -> None:
        self.chosen = frozenset()
        for scene in self.scenes:
            scene.show_game(self.view.game)

    @precondition(lambda self: hasattr(self, "scenes"))
    @invariant()
    def shows_what_it_would_show_from_nothing(self) -> None:
        for scene in self.scenes:
            fresh = TableScene(scene.map_index, BOUNDS, self.pictures, standing)
            fresh.set_scale(self.scale)
            fresh.hide_pieces(hidden=self.hidden)
            fresh.show_game(self.view.game)
            fresh.select(self.chosen)
            for holder in scene._fanned:
                fresh.fan(holder, out=True)
            is_shown, would_be = shown(scene), shown(fresh)
            for what, things in would_be.items():
                assert is_shown[what] == things, what

    @precondition(lambda self: hasattr(self, "scenes"))
    @invariant()
    def holds_no_more_than_it_shows(self) -> None:
        for scene in self.scenes:
            known = [*scene._items.values(), *scene._badges.values(), *scene._fanned.values()]
            assert set(map(id, scene.items())) == set(map(id, known))
            assert set(scene._piece_of.values()) == set(scene._items)
            assert {piece for pieces in scene._drawn.values() for piece in pieces} == set(scene._items)
            assert scene._stale <= set(scene._items)
            lying = {id for id, held in self.view.game.holders.items() if held.map == scene.map_index}
            assert set(scene._points) <= lying


Following.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestFollowing = Following.TestCase


NOTHING = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"))


def pinged() -> TableScene:
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(NOTHING)
    scene.ping(100, 100, QColor("red"))
    assert len(scene.items()) == 2
    return scene


def test_a_ping_goes_by_itself_and_leaves_nothing_behind(qtbot):
    scene = pinged()
    qtbot.waitUntil(lambda: not scene.items() and scene._pointing.state() == QVariantAnimation.State.Stopped)


def test_a_ping_ends_with_the_position_in_which_it_was_made(qtbot):
    scene = pinged()
    scene.show_game(NOTHING)
    qtbot.waitUntil(lambda: not scene.items() and scene._pointing.state() == QVariantAnimation.State.Stopped)
