"""Properties that every piece has, without a trait that makes them."""

from tabletop.game.change.patch import Property
from tabletop.game.properties.built_in import BUILT_IN
from tabletop.game.traits.group_traits import Cargo, Mat
from tabletop.game.traits.movement_traits import CameFrom
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import TraitCall
from tests.game.traits.playing import Playing

MASK = Mask(call=TraitCall("m"), back_name="a force")


def reads(play: Playing, piece: int, *names: str) -> list[object]:
    return [play.read(piece, name) for name in names]


def test_where_a_piece_is() -> None:
    play = Playing()
    piece = play.piece([], "C7")
    names = ("Map", "Board", "Zone", "Place", "Location", "X", "Y")
    assert reads(play, piece, *names) == ["Theatre", "sheet", "South", "C7", "C7", 250, 650]
    play.land(piece, 5000, 5000)
    assert reads(play, piece, "Board", "Place", "Location") == ["", "", "offboard"]


def test_which_card_of_a_deck_it_is() -> None:
    play = Playing()
    deck = play.deck("pool")
    low, high = play.piece([]), play.piece([])
    assert reads(play, low, "Deck", "DeckIndex") == ["", 0]
    for card in (low, high):
        play.put_into(card, deck)
    assert reads(play, low, "Deck", "DeckIndex", "StackSize", "Location") == ["pool", 2, 2, "pool"]
    assert reads(play, high, "DeckIndex", "StackIndex") == [1, 1]


def test_what_it_rides_on() -> None:
    play = Playing()
    mat = play.piece([Mat("tray")], "D4")
    cargo = play.piece([Cargo(find=TraitCall("get on"))], "D4")
    assert reads(play, mat, "Mat", "MatPiece", "IsCargo") == [None, None, None]
    assert reads(play, cargo, "Mat", "MatPiece", "IsCargo") == ["", None, False]
    play.act(cargo, "get on")
    names = ("Mat", "MatPiece", "MatBasicName", "MatX", "MatY", "IsCargo")
    assert reads(play, cargo, *names) == ["tray", "Piece", "Piece", 350, 350, True]
    where = ("MatOffsetX", "MatOffsetY", "MatMap", "MatBoard", "MatZone", "MatLocation")
    assert reads(play, cargo, *where) == [0, 0, "Theatre", "sheet", "North", "D4"]
    assert reads(play, mat, *where) == [None] * 6
    assert reads(play, mat, "CargoCount") == [1]


def test_what_no_trait_makes_so_is_not_known() -> None:
    play = Playing()
    piece = play.piece([])
    names = ("Moved", "Masked", "Invisible", "MaskedToMe", "MaskedToOthers", "InvisibleToMe", "InvisibleToOthers")
    assert reads(play, piece, *names) == [None] * len(names)


def test_a_mask_hides_from_those_who_did_not_put_it_on() -> None:
    play = Playing()
    piece = play.piece([MASK, MarkTrait({"Class": "CV"})])
    assert reads(play, piece, "MaskedToMe", "MaskedToOthers") == [False, False]
    play.act(piece, "m", seat="axis")
    for seat, to_me in (("axis", False), ("allies", True)):
        reading = play.reading(seat)
        assert [reading.read(piece, name) for name in ("MaskedToMe", "MaskedToOthers")] == [to_me, True]


def test_what_has_not_moved_came_from_nowhere() -> None:
    play = Playing()
    piece = play.piece([CameFrom()], "A1")
    names = ("OldMap", "OldBoard", "OldPlace", "OldLocation", "OldZone", "OldX", "OldDeck")
    assert reads(play, piece, *names) == [None] * len(names)
    play.move(piece, "B2")
    assert reads(play, piece, *names) == ["Theatre", "sheet", "A1", "A1", "North", 50, ""]


def test_every_one_of_them_can_be_read_of_any_piece() -> None:
    play = Playing()
    piece = play.piece([])
    for name in BUILT_IN:
        assert isinstance(play.read(piece, name), str | int | bool | None)


def test_what_a_zone_lacks_its_map_answers_and_what_a_map_lacks_the_table() -> None:
    play = Playing()
    given = {"zone:Theatre:North:A": 1, "map:Theatre:A": 2, "map:Theatre:B": 3, "A": 4, "B": 5, "C": 6}
    play.change(*(Property(name, value) for name, value in given.items()))
    asked = [f'property("{name}", {of})' for of in ("zone", 'zone("Gone")', "map", 'map("Gone")') for name in "ABC"]
    piece = play.piece([ComputedProperty(f"P{number}", text) for number, text in enumerate(asked)])
    found = reads(play, piece, *(f"P{number}" for number in range(len(asked))))
    assert found == [1, 3, 6, None, None, None, 2, 3, 6, None, None, None]
