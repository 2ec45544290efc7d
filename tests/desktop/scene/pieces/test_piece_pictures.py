"""Pictures of piles: overlapping pieces as one picture, at exactly the shown size."""

import math

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage

from tabletop.desktop.drawing.counter_pixmaps import FacePixmaps
from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.scene.pieces.piece_marks import Marks
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.pieces.piles import Disc, DrawnStack, MarkedPieces
from tabletop.desktop.scene.pieces.stack_layout import stack_slots
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Know
from tabletop.game.traits.appearance_traits import LabelTrait
from tabletop.module.schema.map.map_view_records import ChosenMark, OutlineRecord

pytestmark = pytest.mark.usefixtures("qapp")
PLACE = "Paramushiro"


@pytest.fixture
def pictures(both, fire_in_the_sky) -> ModulePictures:
    return ModulePictures(
        both.model.components, FacePixmaps(fire_in_the_sky.faces, LIGHT), folder_of(fire_in_the_sky), both.model.seat
    )


def pile(pictures, both, pieces, scale=0.77, discs=(), marked=MarkedPieces()):  # noqa: B008 - it is a value
    game = both.model.game
    slots = stack_slots(pieces, 0.0, 0.0, pictures.side(game, pieces[-1]))
    return pictures.pile(game, slots, discs, scale, marked)


def image(picture) -> QImage:
    return picture.pixmap.toImage()


def test_a_pile_of_one_is_the_shared_picture_of_its_piece(pictures, both):
    piece = both.at(PLACE)[-1]
    alone = pictures.picture(both.model.game, piece, 0.77)
    assert pile(pictures, both, [piece]).pixmap.cacheKey() == alone.pixmap.cacheKey()


def test_a_map_pixel_of_a_pile_has_just_as_many_pixels_as_on_the_screen(pictures, both):
    for scale in (0.1327, 0.77, 1.0, 1.6):
        assert pile(pictures, both, both.at(PLACE), scale).side_px == scale


def test_a_pile_that_looks_the_same_is_drawn_once(pictures, both):
    pieces = both.at(PLACE)
    first = pile(pictures, both, pieces)
    assert pile(pictures, both, pieces).pixmap.cacheKey() == first.pixmap.cacheKey()
    assert pile(pictures, both, pieces[::-1]).pixmap.cacheKey() != first.pixmap.cacheKey()


def test_what_lies_beneath_is_blank_where_its_map_wants_that_unless_it_is_chosen(pictures, both):
    game, pieces = both.model.game, both.at(PLACE)[-2:]
    slots = DrawnStack(pieces, 0.0, 0.0, 1.0, math.inf, ((0.0, 0.0), (40.0, -40.0)), "#0000ff").slots(1_000.0)

    def is_blue(*chosen: int) -> bool:
        drawn = image(pictures.pile(game, slots, (), 1.0, MarkedPieces(chosen=frozenset(chosen))))
        return any(
            drawn.pixelColor(x, y).name() == "#0000ff" for x in range(drawn.width()) for y in range(drawn.height())
        )

    assert is_blue()
    assert is_blue(pieces[1])
    assert not is_blue(pieces[0])


def test_what_is_marked_and_counted_shows(pictures, both):
    pieces = both.at(PLACE)
    some = frozenset(pieces[-1:])
    plain, disc = pile(pictures, both, pieces), Disc(len(pieces), 50.0, 50.0, 28.0)
    for other in (
        pile(pictures, both, pieces, marked=MarkedPieces(chosen=some)),
        pile(pictures, both, pieces, marked=MarkedPieces(lifted=some)),
        pile(pictures, both, pieces, discs=[disc]),
    ):
        assert image(other) != image(plain)


def test_pieces_lie_in_a_pile_on_whole_pixels_as_sharp_as_alone(pictures, both):
    pieces = both.at(PLACE)
    whole, top = pile(pictures, both, pieces), pictures.picture(both.model.game, pieces[-1], 0.77)
    slot = stack_slots(pieces, 0.0, 0.0, pictures.side(both.model.game, pieces[-1]))[-1]
    left = slot.x * 0.77 + top.offset.x() - whole.offset.x()
    up = slot.y * 0.77 + top.offset.y() - whole.offset.y()
    middle = top.pixmap.width() // 4
    cut = image(whole).copy(round(left) + middle, round(up) + middle, 2 * middle, 2 * middle)
    assert cut == image(top).copy(middle, middle, 2 * middle, 2 * middle)


def colours(picture) -> set[str]:
    shown = image(picture)
    return {shown.pixelColor(x, y).name() for x in range(shown.width()) for y in range(shown.height())}


def test_a_map_marks_what_is_chosen_and_what_moved_last_in_its_own_way(pictures, both):
    pieces = both.at(PLACE)
    some = frozenset(pieces[-1:])
    line, other = ChosenMark(colour="#ff00ff", width=4), ChosenMark(colour="#00ff00", width=4, where="false")
    how = Marks((line, other), OutlineRecord(colour="#0000ff", width=4))
    chosen = pile(pictures, both, pieces, scale=1.0, marked=MarkedPieces(chosen=some, how=how))
    moved = pile(pictures, both, pieces, scale=1.0, marked=MarkedPieces(moved=frozenset(pieces), how=how))
    assert {"#ff00ff"} <= colours(chosen)
    assert not {"#00ff00", "#0000ff"} & colours(chosen)
    assert {"#0000ff"} <= colours(moved)
    assert "#ff00ff" not in colours(moved)


def test_what_goes_by_being_chosen_is_drawn_anew_when_it_is(pictures, both):
    game = both.model.game
    note = LabelTrait('{if(Chosen, "here", "")}')
    piece = both.at(PLACE)[-1]
    kind = game.pieces[piece].kind
    changed = replace(game.kinds[kind], traits=(*game.kinds[kind].traits, note))
    game, _ = apply(game, [Know(kind, changed)])
    plain, chosen = (image(pictures.picture(game, piece, 1.0, chosen=among)) for among in ((), (piece,)))
    assert plain != chosen
    assert plain == image(pictures.picture(game, piece, 1.0, chosen=(piece + 1,)))
