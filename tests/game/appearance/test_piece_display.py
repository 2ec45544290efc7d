"""The appearance of pieces. Cards that show only their backs to all sides do so for a player of all sides, too."""

from tabletop.game.appearance.drawn_piece import GroupDrawing, ImageDrawing, OutlineDrawing, PlacedDrawing, unturned
from tabletop.game.appearance.piece_display import appearance_of, menu_of, name_of, viewed
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, Know, Make, MakeHolder, Sit
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACKS, TOP
from tabletop.game.traits.action_traits import Submenu
from tabletop.game.traits.appearance_traits import Art, Image, LabelTrait, Layer, Level
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import TraitCall

FLIP = Layer("Step", (Level(), Level()), up=TraitCall("flip", "Flip"))
ACE = Kind("ace", "Ace", "", (Mask(back=Image("back.png"), back_name="a card"), Art(Image("ace.png")), FLIP), 60, 60)
CHIT = Kind("chit", "Chit", "", (Art(Image("chit.png")), FLIP), 60, 60)
BOTTOM, CARD = 21, 22


def deck(look: int, kind: Kind = ACE) -> Game:
    """Return a game with a player of both sides, and two cards in a deck into which both sides look at the level
    `look`.
    """
    game = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"))
    slots = compile_kind(kind).slots
    changes: list[Change] = [
        Sit("both", Seat((0, 1))),
        Know(1, kind),
        MakeHolder(10, Holder("deck", 0, 50, 50, "", 0, 1, (), (look,) * 2, (0, 0, 0), "Cards")),
        Make(BOTTOM, 1, 10, 0, slots, game.open_sight),
        Make(CARD, 1, 10, BOTTOM, slots, game.open_sight),
    ]
    return apply(game, tuple(changes))[0]


def seen(game: Game, card: int) -> tuple[str, list[str], list[str]]:
    """Return a card's name, its picture files, and its menu."""
    reading = viewed(game, Components({}, {}, {}), "both")
    pictures = [one.what.path for one in appearance_of(reading, card).shown if isinstance(one.what, ImageDrawing)]
    return name_of(reading, card), pictures, [line.label for line in menu_of(reading, card)]


def test_a_deck_face_down_shows_backs() -> None:
    assert seen(deck(BACKS), CARD) == ("a card", ["back.png"], [])


def test_of_a_deck_face_up_the_top_card_is_open() -> None:
    assert seen(deck(TOP), CARD) == ("Ace", ["ace.png"], ["Flip"])
    assert seen(deck(TOP), BOTTOM) == ("a card", ["back.png"], [])


def test_what_has_no_back_lies_open() -> None:
    assert seen(deck(BACKS, CHIT), CARD) == ("Chit", ["chit.png"], ["Flip"])


def test_what_has_one_key_stands_in_the_menu_once_by_its_longest_words() -> None:
    steps = [
        Layer(name, (Level(), Level(), Level()), up=TraitCall(key, words))
        for name, key, words in (("A", "up", "Up"), ("B", "on", "Go on"), ("C", "up", "Step up"), ("D", "no", " "))
    ]
    kind = Kind("chit", "Chit", "", (Art(Image("chit.png")), *steps, Submenu("Steps", ("Step up", "Up"))), 60, 60)
    lines = menu_of(viewed(deck(TOP, kind), Components({}, {}, {}), "both"), CARD)
    assert [(line.label, [one.label for one in line.inside]) for line in lines] == [
        ("Steps", ["Step up"]), ("Go on", []),
    ]  # fmt: skip


def test_a_look_can_be_had_as_if_no_facing_turned_it() -> None:
    label = PlacedDrawing(OutlineDrawing("ink"), degrees=30)
    inner = PlacedDrawing(GroupDrawing((label,)), degrees=60)
    turned = (PlacedDrawing(GroupDrawing((inner, label)), dx=3, degrees=90),)
    assert unturned(turned) == (PlacedDrawing(GroupDrawing((PlacedDrawing(GroupDrawing((label,))), label)), dx=3),)


def test_a_piece_is_called_in_plain_words_where_its_label_is_html() -> None:
    label = LabelTrait("<html><b>Worn</b> &amp; late</html>", names="{Name} ({Label})")
    assert seen(deck(TOP, Kind("guards", "Guards", "", (label,), 60, 60)), CARD)[0] == "Guards (Worn & late)"
