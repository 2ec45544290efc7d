"""Sight traits: masks and invisibility, by side."""

import pytest

from tabletop.game.appearance.drawn_piece import ImageDrawing, MaskDrawing, PlacedDrawing, VeilDrawing
from tabletop.game.appearance.piece_display import appearance_of, viewed
from tabletop.game.change.patch import Property
from tabletop.game.sight.audience import audience
from tabletop.game.sight.backs import back_of
from tabletop.game.sight.seen_changes import whole
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, FACE, UNSEEN
from tabletop.game.traits.appearance_traits import Art, Image
from tabletop.game.traits.group_traits import Attachment
from tabletop.game.traits.movement_traits import CameFrom, Trail
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing

AUDIENCES = tuple(audience(sides) for sides in ((0, 1), (0,), (1,)))
MASK = Mask(Image("back.png"), "a force", TraitCall("m", "Mask"), TraitCall("peek"))


def test_a_mask_leaves_other_sides_the_back() -> None:
    play = Playing()
    piece = play.piece([Art(Image("face.png")), MASK])
    play.act(piece, "m", seat="axis")
    assert play.game.pieces[piece].sight == (FACE, BACK)
    assert (play.read(piece, "Masked"), play.read(piece, "MaskedBy")) == (True, "axis")
    assert play.shows(piece).shown[-1] == PlacedDrawing(MaskDrawing(ImageDrawing("back.png"), "corner"))


def test_only_who_masked_it_can_unmask_it() -> None:
    play = Playing()
    piece = play.piece([MASK])
    play.act(piece, "m", seat="axis")
    assert play.refused(piece, "m", seat="allies") == "no-such-key"
    play.act(piece, "m", seat="axis")
    assert (play.game.pieces[piece].sight, play.read(piece, "Masked")) == ((FACE, FACE), False)


OPEN = Mask(Image("back.png"), "a force", TraitCall("m", "Mask"), others='Open == "yes"')


def test_others_unmask_while_a_mask_lets_them() -> None:
    play = Playing()
    piece = play.piece([OPEN])
    play.act(piece, "m", seat="axis")
    assert play.act(piece, "m", seat="allies").patch == ()
    play.change(Property("Open", "yes"))
    play.act(piece, "m", seat="allies")
    assert (play.game.pieces[piece].sight, play.read(piece, "Masked")) == ((FACE, FACE), False)


@pytest.mark.parametrize(
    ("open_", "in_deck", "offered"), [("no", False, []), ("yes", False, [("Mask", "m")]), ("yes", True, [])]
)
def test_its_back_offers_to_be_taken_off_while_others_may(
    open_: str, in_deck: bool, offered: list[tuple[str, str]]
) -> None:
    play = Playing()
    piece = play.piece(back_of(Kind("a", "A", "axis", (OPEN,))))
    play.change(Property("Open", open_))
    if in_deck:
        play.put_into(piece, play.deck("Cards"))
    assert [(line.label, line.key) for line in play.menu(piece, "allies")] == offered


def test_others_mask_for_themselves_what_is_for_some_sides_only_while_they_may() -> None:
    play = Playing()
    piece = play.piece([Mask(call=TraitCall("m", "Mask"), sides=("allies",), others="Open")])
    assert play.menu(piece, "axis") == ()
    play.change(Property("Open", True))
    assert [line.label for line in play.menu(piece, "axis")] == ["Mask"]
    play.act(piece, "m", seat="axis")
    assert play.read(piece, "Masked") is True


@pytest.mark.parametrize("seat", ["axis", "both", "umpire", "allies"])
def test_on_a_masked_piece_nothing_is_done_by_who_sees_the_back_only(seat: str) -> None:
    play = Playing()
    turning = OwnProperty("Turned", "", changes=(Change(key="t", set='"yes"'),))
    piece = play.piece([turning, MASK, OwnProperty("Told", "", changes=(Change(key="t", set='"yes"'),))])
    play.act(piece, "m", seat="axis")
    if seat == "allies":
        assert play.refused(piece, "t", seat=seat) == "no-such-key"
    else:
        play.act(piece, "t", seat=seat)
    done = "" if seat == "allies" else "yes"
    assert (play.read(piece, "Turned"), play.read(piece, "Told")) == (done, done)


def test_who_plays_both_sides_masks_for_the_side_of_the_piece() -> None:
    play = Playing()
    piece = play.piece([MASK])
    play.act(piece, "m", seat="both")
    assert play.game.pieces[piece].sight == (FACE, BACK)


def test_a_mask_may_be_for_the_sides_it_names() -> None:
    play = Playing()
    piece = play.piece([Mask(call=TraitCall("m"), sides=("allies",))])
    assert play.act(piece, "m", seat="axis").patch == ()
    play.act(piece, "m", seat="allies")
    assert play.game.pieces[piece].sight == (BACK, FACE)


@pytest.mark.parametrize(("enlarged", "masks"), [(False, 1), (True, 0)])
def test_large_its_own_side_may_see_the_face_alone(enlarged: bool, masks: int) -> None:
    play = Playing()
    piece = play.piece([Art(Image("face.png")), Mask(Image("back.png"), call=TraitCall("m"), enlarged=enlarged)])
    play.act(piece, "m", seat="axis")
    reading = viewed(play.game, play.components, "axis", enlarges=True)
    assert sum(isinstance(one.what, MaskDrawing) for one in appearance_of(reading, piece).shown) == masks
    assert sum(isinstance(one.what, MaskDrawing) for one in play.shows(piece).shown) == 1


def test_a_mask_shows_the_face_on_request_while_it_is_chosen() -> None:
    play = Playing()
    piece = play.piece([Art(Image("face.png")), Mask(Image("back.png"), call=TraitCall("m"), shows="on-request")])
    play.act(piece, "m", seat="axis")
    for chosen, masks in (((), 1), ((piece,), 0)):
        reading = viewed(play.game, play.components, "axis", chosen)
        assert sum(isinstance(one.what, MaskDrawing) for one in appearance_of(reading, piece).shown) == masks


def test_peeking_is_told_to_who_peeks() -> None:
    play = Playing()
    piece = play.piece([MASK])
    play.act(piece, "peek", seat="axis")
    assert [(told.key, told.sides) for told in play.told] == [("peeked", (0,))]


def test_an_invisible_piece_is_unknown_to_others_and_veiled_for_its_own() -> None:
    play = Playing()
    piece = play.piece([Invisible(TraitCall("i"))])
    play.act(piece, "i", seat="axis")
    assert (play.game.pieces[piece].sight, play.read(piece, "Invisible")) == ((FACE, UNSEEN), True)
    assert play.shows(piece).shown == (PlacedDrawing(VeilDrawing(30)),)
    play.act(piece, "i", seat="axis")
    assert play.game.pieces[piece].sight == (FACE, FACE)


SPY = [
    OwnProperty("Found", changes=(Change(key="look", set='count(map, Class == "CV")'),)),
    OwnProperty("Backs", changes=(Change(key="look", set='count(map, Name == "a force")'),)),
    OwnProperty("All", changes=(Change(key="look", set="count(map)"),)),
]


@pytest.mark.parametrize(
    ("seat", "found"),
    [("both", (2, 0, 4)), ("umpire", (2, 0, 4)), ("axis", (2, 0, 4)), ("allies", (0, 1, 3)), ("watcher", (0, 1, 3))],
)
def test_an_action_counts_what_its_seat_sees(seat: str, found: tuple[int, int, int]) -> None:
    play = Playing()
    masked, hidden = (play.piece([MarkTrait({"Class": "CV"}), MASK, Invisible(TraitCall("i"))]) for _ in range(2))
    spy = play.piece(SPY)
    play.piece([])
    play.act(masked, "m", seat="axis")
    play.act(hidden, "i", seat="axis")
    play.act(spy, "look", seat=seat)
    assert (play.read(spy, "Found"), play.read(spy, "Backs"), play.read(spy, "All")) == found


def test_of_a_back_only_its_place_and_masked_name_can_be_read() -> None:
    play = Playing()
    masked = play.piece([MarkTrait({"Class": "CV"}), MASK], "C3")
    play.act(masked, "m", seat="axis")
    reads = ("Name", "Place", "Class", "Side", "Kind", "StackSize")
    looks = [Change(key="k", set=f'property("{name}", attached("it"))') for name in reads]
    link = Attachment("it", Target(where='Name == "a force"'), attach=TraitCall("a"))
    looker = play.piece([*(OwnProperty(f"See{n}", changes=(c,)) for n, c in zip(reads, looks, strict=True)), link])
    play.act(looker, "a", seat="allies")
    play.act(looker, "k", seat="allies")
    assert [play.read(looker, f"See{name}") for name in reads] == ["a force", "C3", None, None, None, 1]


def test_what_would_tell_of_the_past_or_of_other_pieces_is_withheld() -> None:
    play = Playing()
    link = Attachment("it", Target(where="Kind != mine(Kind)"), attach=TraitCall("a"))
    piece = play.piece(
        Kind("a", "A", "axis", (Trail(toggle=TraitCall("t")), CameFrom(), link, OwnProperty("Open", "seen")))
    )
    play.piece([])
    play.act(piece, "a")
    play.act(piece, "t")
    play.move(piece, "C3")
    shown = [[p for _, p in whole(play.game, who).pieces if p is not None] for who in AUDIENCES]
    states = [next(p.state for p in pieces if "seen" in p.state) for pieces in shown]
    everything, own, other = states
    assert everything == play.game.pieces[piece].state
    was = ("Theatre", 50, 50, "A1", "North", "", "sheet", "", "", "", "", "A1")
    assert own == (True, "50,50", *was, None, None, None, "seen")
    assert other == (*(None,) * 17, "seen")
