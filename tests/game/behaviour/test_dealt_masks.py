"""Cards taken from a face-down deck are masked for the player who takes them, if the module says so."""

import pytest
from msgspec.structs import replace

from tabletop.board import Board, Map
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import Know, Make, MakeHolder
from tabletop.game.commands import Act, DrawPieces, Into, MovePieces, Spot
from tabletop.game.decide import perform
from tabletop.game.state.components import Components
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, BACKS, FACE, FACES, TOP
from tabletop.game.traits.action_traits import GlobalCommand
from tabletop.game.traits.movement_traits import SendTo, ToPoint
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import TraitCall

DEALS = Kind("deals", "Dealer", traits=(GlobalCommand("play", TraitCall("deal")),))
CARD = Kind("card", "Card", traits=(Mask(), SendTo(ToPoint("300", "300", "m"), TraitCall("play"))))
PLAIN = Kind("plain", "Plain")
ON_MAP = Spot("m", 300, 300)


def table(look: int = BACKS) -> Game:
    """Return a game with two sides, a deck of a plain card (11) and a card with a mask (12) on top, an empty waste
    pile, and a dealer.
    """
    game = empty_game(("a", "b"), ("m",), ModuleName("m", "1", ""))
    return apply(
        replace(game, seats={"A": Seat((0,)), "B": Seat((1,))}),
        (
            Know(1, CARD),
            Know(2, PLAIN),
            MakeHolder(5, Holder("deck", 0, 10, 10, "", 0, 1, (), (look, look), (), "Draw")),
            MakeHolder(6, Holder("deck", 0, 90, 90, "", 0, 2, (), (BACKS, BACKS), (), "Waste")),
            Make(11, 2, 5, 0, (), (FACE, FACE)),
            Make(12, 1, 5, 11, ("",), (FACE, FACE)),
            Know(3, DEALS),
            MakeHolder(7, Holder("stack", 0, 50, 50, "", 0, 3, (), (FACES, FACES), ())),
            Make(13, 3, 7, 0, (), (FACE, FACE)),
        ),
    )[0]


def done(game: Game, command: object, seat: str = "B", *, masked: bool = True) -> Game:
    decks = {name: DeckRules(name, masked=masked) for name in ("Draw", "Waste")}
    components = Components(maps={"m": Map("m", (Board("b", 500, 500),))}, kinds={}, trackers={}, decks=decks)
    found = perform(game, command, seat, SeededChance("07", b"t", 0, 0), components)
    assert isinstance(found, Performed), found
    return found.after


def mask(game: Game, piece: int = 12) -> tuple[object, tuple[int, ...]]:
    held = game.pieces[piece]
    return (held.state[0] if held.state else None), held.sight


@pytest.mark.parametrize("command", [MovePieces((12,), ON_MAP), DrawPieces(5, ON_MAP), Act((13,), "deal")])
def test_a_card_from_a_deck_that_lies_face_down_is_masked_for_who_takes_it(command: object) -> None:
    assert mask(done(table(), command)) == ("b", (BACK, FACE))


@pytest.mark.parametrize(("look", "masked"), [(TOP, True), (BACKS, False)])
def test_it_is_not_where_the_deck_lies_face_up_or_the_module_does_not_want_it(look: int, masked: bool) -> None:
    assert mask(done(table(look), MovePieces((12,), ON_MAP), masked=masked)) == ("", (FACE, FACE))


def test_a_card_without_a_mask_stays_as_it_is() -> None:
    assert mask(done(table(), MovePieces((12, 11), ON_MAP)), 11) == (None, (FACE, FACE))


def test_it_is_not_masked_any_more_once_it_lies_in_a_deck() -> None:
    taken = done(table(), MovePieces((12,), ON_MAP))
    assert mask(done(taken, MovePieces((12,), Into(6)))) == ("", (FACE, FACE))
    assert mask(done(table(), MovePieces((12,), Into(6)))) == ("", (FACE, FACE))


def test_a_mask_stays_while_the_card_goes_about() -> None:
    taken = done(table(), MovePieces((12,), ON_MAP))
    assert mask(done(taken, MovePieces((12,), Spot("m", 200, 200)))) == ("b", (BACK, FACE))
