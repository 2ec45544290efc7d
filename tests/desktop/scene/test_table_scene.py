"""The scene follows the game: after any step it shows the same as a scene drawn from scratch."""

import math

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.scene import table_scene
from tabletop.desktop.scene.pieces.piles import FAR_PX, MarkedPieces, Pile
from tabletop.desktop.scene.pieces.riding_holders import root_of
from tabletop.desktop.scene.pieces.stack_anchors import StackAnchor
from tabletop.desktop.scene.pieces.stack_layout import StackSlot
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, HolderPlace, Know, Make, MakeHolder
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, ModuleName, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tests.game.strategies import audiences, games, patch_of, steps

SIDES = {0: 40.0, 1: 60.0}
WIDEST = 500
"""The pictures of all stacks at a point reach at most this far from the point (map pixels)."""

BOUNDS = QRectF(0, 0, 4000, 4000)
SEEN = BOUNDS.adjusted(-4000, -4000, 4000, 4000)
pytestmark = pytest.mark.usefixtures("qapp")


class Pictures:
    """A source of pictures for tests: an empty picture, a different one for each look."""

    def __init__(self) -> None:
        self._made: dict[object, FacePixmap] = {}

    def _of(self, look: object, side_px: float = 2.0) -> FacePixmap:
        return self._made.setdefault(look, FacePixmap(QPixmap(2, 2), side_px, QPointF(-1, -1)))

    def picture(self, game: Game, piece: int, scale: float) -> FacePixmap:
        it = game.pieces[piece]
        return self._of((it.kind, it.state))

    def pile(self, game: Game, slots, discs, scale: float, marked: MarkedPieces) -> FacePixmap:
        pieces = [
            (self._of((game.pieces[s.piece].kind, game.pieces[s.piece].state)).pixmap.cacheKey(), s.x, s.y, how)
            for s in slots
            for how in [(s.piece in marked.chosen, s.piece in marked.lifted)]
        ]
        return self._of((scale, *pieces, *discs), 1 / WIDEST)

    def side(self, game: Game, piece: int) -> float:
        return SIDES[len(game.kind_of(piece).key) % 2]

    def shape(self, game: Game, slot: StackSlot) -> QPainterPath:
        half, square = self.side(game, slot.piece) / 2, QPainterPath()
        square.addRect(-half, -half, 2 * half, 2 * half)
        return square


def standing(place: str, x: int, y: int) -> StackAnchor:
    return StackAnchor(0.0, 30.0 if place else 0.0, 200.0)


def drawn(item: QGraphicsPixmapItem) -> tuple:
    at = (round(item.x(), 6), round(item.y(), 6))  # Qt does not move an item by a tiny distance
    return at, item.zValue(), item.isVisible(), item.pixmap().cacheKey()


def shown(scene: TableScene) -> dict:
    """Return the whole visible content of a scene."""
    pictures = (item for item in scene.items() if isinstance(item, QGraphicsPixmapItem))
    return {
        "pictures": sorted(drawn(item) for item in pictures),
        "fans": {holder: item.rect().toAlignedRect() for holder, item in scene._fanned.items()},
    }


def piles(scene: TableScene) -> list[Pile]:
    return [pile for standing in scene._piles.values() for pile in standing]


class Following(RuleBasedStateMachine):
    """One side's view through random steps, on two scenes, with stacks fanned out, pieces hidden and the map zoomed."""

    @initialize(game=games(least=8), who=audiences)
    def sit_down(self, game, who) -> None:
        self.game, self.view, self.names = game, View.of(game, who), AudienceNames(game, who)
        self.pictures = Pictures()
        self.scenes = [TableScene(index, BOUNDS, self.pictures, standing) for index in range(len(game.maps))]
        self.scale, self.hidden, self.chosen, self.lifted = 1.0, False, frozenset(), frozenset()
        for scene in self.scenes:
            scene.show_game(self.view.game)
            scene.refresh(SEEN)

    def teardown(self) -> None:
        for scene in getattr(self, "scenes", ()):
            scene.clear()
            scene.deleteLater()
        QApplication.processEvents()

    @rule(recipes=steps())
    def play(self, recipes) -> None:
        # Changes of known kinds are left out: no step of a real game makes any.
        patch = tuple(c for c in patch_of(self.game, recipes) if not (isinstance(c, Know) and c.id in self.game.kinds))
        after, _ = apply(self.game, patch)
        changes = self.view.apply(self.names.delta(self.game, after, TouchedThings(self.game, after, patch)))
        self.game = after
        for scene in self.scenes:
            scene.show_changes(self.view.game, changes.holders, changes.pieces)

    @rule(scale=st.sampled_from((0.1, 0.5, FAR_PX / 40.0, 1.0, 2.0)))
    def zoom(self, scale) -> None:
        self.scale = scale
        for scene in self.scenes:
            scene.set_scale(scale)
            scene.refresh(SEEN)

    @rule(number=st.integers(0, 20), out=st.booleans())
    def fan(self, number, out) -> None:
        for scene in self.scenes:
            holders = self.view.game.holders
            stacks = [id for id in scene._points if holders[id].pieces]
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

    @rule(is_in_the_hand=st.booleans())
    def lift(self, is_in_the_hand) -> None:
        self.lifted = self.chosen if is_in_the_hand else frozenset()
        for scene in self.scenes:
            scene.lift(self.lifted)

    @rule()
    def begin_anew(self) -> None:
        self.chosen = self.lifted = frozenset()
        for scene in self.scenes:
            scene.show_game(self.view.game)

    @precondition(lambda self: hasattr(self, "scenes"))
    @invariant()
    def shows_what_it_would_show_from_nothing(self) -> None:
        for scene in self.scenes:
            if self.hidden:
                assert not any(pile.item.isVisible() for pile in piles(scene))
                continue
            fresh = TableScene(scene.map_index, BOUNDS, self.pictures, standing)
            fresh.set_scale(self.scale)
            fresh.show_game(self.view.game)
            fresh.select(self.chosen)
            fresh.lift(self.lifted)
            for holder in scene._fanned:
                fresh.fan(holder, out=True)
            fresh.refresh(SEEN)
            is_shown, would_be = shown(scene), shown(fresh)
            for what, things in would_be.items():
                assert is_shown[what] == things, what

    @precondition(lambda self: hasattr(self, "scenes"))
    @invariant()
    def holds_no_more_than_it_shows(self) -> None:
        for scene in self.scenes:
            known = [pile.item for pile in piles(scene)] + [pile.lid for pile in piles(scene) if pile.lid is not None]
            assert set(map(id, scene.items())) == set(map(id, [*known, *scene._fanned.values()]))
            assert {id(pile) for pile in scene._pile_of.values()} == {id(pile) for pile in piles(scene)}
            assert scene._crisp | scene._coarse | scene._bare <= set(piles(scene))
            assert not scene._crisp & scene._coarse
            assert not scene._bare, "somebody has looked"
            assert scene._bytes == sum(pile.size_bytes for pile in piles(scene))
            holders = self.view.game.holders
            roots = {id: holders[root_of(self.view.game, id)] for id in holders}
            assert set(scene._points) <= {id for id, root in roots.items() if root.map == scene.map_index}

    @precondition(lambda self: hasattr(self, "scenes"))
    @invariant()
    def each_piece_is_found_where_it_is_drawn(self) -> None:
        for scene in self.scenes:
            for piece in self.view.game.pieces:
                if scene.is_drawn(piece) and not self.hidden:
                    middle = scene.middle(piece)
                    assert piece in scene.pieces_in(QRectF(middle.x() - 1, middle.y() - 1, 2, 2))


Following.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestFollowing = Following.TestCase


NOTHING = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"))


def scattered(number: int) -> Game:
    """Return a game with this number of stacks of two pieces, each 1,000 map pixels from the next."""
    kind = Kind("infantry", "Infantry")
    changes: list[Change] = [Know(1, kind)]
    for id in range(10, 10 * (number + 1), 10):
        stack = Holder("stack", 0, 100 * id, 500, "", 0, id, (), NOTHING.open_looks, (0, 0, 0))
        changes += [MakeHolder(id, stack)]
        changes += [Make(id + n, 1, id, below, (), NOTHING.open_sight) for n, below in ((1, 0), (2, id + 1))]
    return apply(NOTHING, tuple(changes))[0]


def about(stack: int) -> QRectF:
    return QRectF(1000 * stack - 50, 450, 100, 100)


def crisp(scene: TableScene) -> list[int]:
    """Return the stacks that are drawn sharply, counted from 1."""
    return sorted(round(pile.item.x() / 1000) for pile in scene._crisp)


def test_fans_are_seen_through_while_pieces_are_in_the_hand():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(2))
    scene.fan(10, out=True)
    scene.lift(frozenset({11}))
    assert scene._fanned[10].opacity() < 0.5
    faint = [pile.item for pile in scene._pile_of.values() if pile.item.opacity() < 0.5]
    assert len(faint) == 2, "the two counters of the fan, not the other stack"
    scene.gather_all()
    scene.lift(frozenset())
    assert all(item.opacity() == 1 for item in scene.items())


def test_what_was_fanned_out_lies_in_the_hand_as_a_stack_does():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(2))
    scene.refresh(about(1))
    lying = next(pile.item.pixmap() for pile in piles(scene) if pile.item.x() < 1500)
    scene.fan(10, out=True)
    (gathered,) = scene.ghosts([11, 12], 12)
    assert gathered.pos() == scene.middle(12), "under the cursor that took them up"
    assert gathered.pixmap().cacheKey() == lying.cacheKey(), "drawn as the stack was, with its number"
    (other,) = scene.ghosts([11], 11)
    assert other.pos() == scene.middle(11)
    assert len(scene.ghosts([11, 12, 21], 21)) == 2, "what lies elsewhere stays as it lies"


def test_what_lies_unseen_under_others_is_seen_in_the_hand():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(2))
    scene.set_scale(0.05)
    (seen,), (unseen,) = scene.ghosts([12], 12), scene.ghosts([11], 11)
    assert unseen.pos() == seen.pos()
    assert unseen.pixmap().cacheKey() == seen.pixmap().cacheKey()
    assert len(scene.ghosts([11, 21], 21)) == 2


def test_what_comes_aboard_of_what_is_in_the_hand_is_faint_too():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    game = scattered(2)
    scene.show_game(game)
    scene.lift(frozenset({11}))
    hold = Holder("stack", -1, 0, 0, "", 0, 99, (), NOTHING.open_looks, (0, 0, 0), "", -1, 11)
    aboard, _ = apply(game, (MakeHolder(99, hold), Make(98, 1, 99, 0, (), NOTHING.open_sight)))
    scene.show_changes(aboard, [99], [98])
    assert scene.marked.lifted == frozenset({11, 98})
    scene.lift(frozenset())
    assert scene.marked.lifted == frozenset()


def test_another_position_may_come_while_pieces_of_a_fan_are_in_the_hand():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(2))
    scene.fan(10, out=True)
    scene.lift(frozenset({11}))
    scene.show_game(scattered(2))
    scene.lift(frozenset())
    assert all(item.opacity() == 1 for item in scene.items())


def test_what_is_not_seen_is_drawn_coarsely_until_it_comes_into_view():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(4))
    assert crisp(scene) == []
    assert scene.refresh(about(2))
    assert crisp(scene) == [2]
    scene.reveal(about(3), 1.0)
    assert crisp(scene) == [2, 3]
    scene.set_scale(0.5)
    scene.reveal(about(3), 1.0)
    assert crisp(scene) == [], "while the map is zoomed what was drawn is only scaled"
    assert scene.refresh(about(3))
    assert crisp(scene) == [3]


class Counting(Pictures):
    """A source of pictures that records the pieces whose pictures are requested."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[int] = []

    def picture(self, game: Game, piece: int, scale: float) -> FacePixmap:
        self.wanted.append(piece)
        return super().picture(game, piece, scale)

    def pile(self, game: Game, slots, discs, scale: float, marked: MarkedPieces) -> FacePixmap:
        self.wanted += [slot.piece for slot in slots]
        return super().pile(game, slots, discs, scale, marked)


def test_a_map_that_nobody_has_looked_at_costs_no_pictures_and_shows_all_when_it_is_painted():
    pictures = Counting()
    scene = TableScene(0, BOUNDS, pictures, standing)
    game = scattered(4)
    scene.show_game(game)
    scene.show_changes(game, [10], ())
    assert pictures.wanted == []
    scene.look_at(about(2))
    assert crisp(scene) == [2]
    waiting: list[None] = []
    scene.left_bare.connect(lambda: waiting.append(None))
    wanted = list(pictures.wanted)
    scene.show_changes(game, [20, 30], ())
    scene.select(frozenset({21, 31}))
    scene.look_at(about(2))
    assert crisp(scene) == [2]
    assert pictures.wanted[len(wanted) :] == [21, 22], "what changes out of view is left bare, all else is drawn once"
    assert waiting, "and that is told"
    assert scene.refresh(about(2))
    assert crisp(scene) == [2], "what is left is drawn coarsely when there is time"
    assert len(scene._coarse) == 3
    assert all(not item.pixmap().isNull() for item in scene.items())


def test_another_game_is_crisp_at_once_where_one_looks():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.refresh(about(2))
    scene.show_game(scattered(4))
    scene.look_at(about(2))
    assert crisp(scene) == [2]


def test_what_has_changed_is_drawn_before_the_next_frame():
    scene, game = TableScene(0, BOUNDS, Pictures(), standing), scattered(2)
    scene.show_game(game)
    scene.look_at(about(1))
    before = next(pile.item.pixmap().cacheKey() for pile in scene._crisp)
    scene.select(frozenset({11}))
    QApplication.processEvents()
    assert before != next(pile.item.pixmap().cacheKey() for pile in scene._crisp)


def test_what_is_moved_keeps_the_item_that_shows_it():
    scene, game = TableScene(0, BOUNDS, Pictures(), standing), scattered(1)
    scene.show_game(game)
    (item,) = scene.items()
    after, _ = apply(game, (HolderPlace(10, 0, 2000, 500, ""),))
    scene.show_changes(after, [10], ())
    assert scene.items() == [item]
    assert item.x() == 2000


def test_refreshing_takes_no_longer_than_it_may_and_goes_on_where_it_was():
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(4))
    calls = 0
    while not scene.refresh(BOUNDS, -1.0 if calls < 3 else math.inf):
        calls += 1
        assert crisp(scene) == []
    assert calls == 3
    assert crisp(scene) == [1, 2, 3, 4]


def test_what_is_out_of_view_is_given_up_once_too_much_is_kept(monkeypatch):
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(scattered(4))
    scene.refresh(BOUNDS)
    assert crisp(scene) == [1, 2, 3, 4]
    monkeypatch.setattr(table_scene, "KEPT_BYTES", 0)
    scene.refresh(about(2))
    assert crisp(scene) == [2]


def test_in_a_narrow_place_the_discs_lie_over_the_stacks_next_to_it():
    roomy = TableScene(0, BOUNDS, Pictures(), standing)
    narrow = TableScene(0, BOUNDS, Pictures(), lambda _place, _x, _y: StackAnchor(room=70.0))
    for scene in (roomy, narrow):
        scene.show_game(scattered(2))
        scene.refresh(BOUNDS)
    assert all(pile.lid is None for pile in piles(roomy))
    assert min(pile.lid.zValue() for pile in piles(narrow)) > max(pile.item.zValue() for pile in piles(narrow))


def pinged() -> TableScene:
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(NOTHING)
    scene.ping(100, 100, QColor("red"))
    assert len(scene.items()) == 2
    return scene


def test_a_ping_goes_by_itself_and_leaves_nothing_behind(qtbot):
    scene = pinged()
    qtbot.waitUntil(lambda: not scene.items() and not scene._pointing.is_on)


def test_a_ping_ends_with_the_position_in_which_it_was_made(qtbot):
    scene = pinged()
    scene.show_game(NOTHING)
    qtbot.waitUntil(lambda: not scene.items() and not scene._pointing.is_on)


def test_layers_are_hidden_and_lie_in_another_order():
    looks, sight = NOTHING.open_looks, NOTHING.open_sight
    lying = [Holder("stack", 0, 100, 100, "", layer, layer + 1, (), looks, (0, 0, 0)) for layer in range(3)]
    game, _ = apply(
        NOTHING,
        (
            Know(1, Kind("k", "K")),
            *(MakeHolder(10 + layer, holder) for layer, holder in enumerate(lying)),
            *(Make(20 + layer, 1, 10 + layer, 0, (), sight) for layer in range(3)),
        ),
    )
    scene = TableScene(0, BOUNDS, Pictures(), standing)
    scene.show_game(game)
    scene.refresh(SEEN)

    def from_below() -> list[int]:
        return [pile.stacks[-1].pieces[-1] for pile in sorted(piles(scene), key=lambda pile: pile.item.zValue())]

    assert from_below() == [20, 21, 22]
    scene.show_layers([2, 0, 1], frozenset())
    assert from_below() == [22, 20, 21]
    scene.show_layers([0, 1, 2], frozenset({1, 2}))
    assert from_below() == [20]
    assert not scene.is_drawn(22)
    scene.select(frozenset({20, 22}))
    scene.show_layers([0, 1, 2], frozenset())
    assert from_below() == [20, 21, 22]
