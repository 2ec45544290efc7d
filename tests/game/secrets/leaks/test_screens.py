"""Nobody learns which pieces are behind another side's screen, when they go there or when they come out."""

from collections.abc import Callable

import pytest

from tabletop.game.commands import (
    Act,
    AnyCommand,
    ClonePieces,
    Into,
    LookInto,
    MovePieces,
    RemovePieces,
    Restack,
    SetTrait,
    Show,
    Spot,
)
from tabletop.game.sight.seen_changes import OUT_OF_SIGHT
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import FACES, SHUT, UNSEEN
from tabletop.game.traits.appearance_traits import LabelTrait
from tabletop.game.traits.group_traits import Cargo, Screen
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.traits.trait_base import TraitCall
from tabletop.log_sentences import sentence
from tests.game.secrets.worlds import Played, World, both, difference

UNIT = Kind("unit", "Unit", "a", (Cargo(),), 60, 60)
SHIP = Kind("ship", "Ship", "b", (OwnProperty("N", 0), Cargo()), 60, 60)
BOAT = Kind("boat", "Boat", "b", (), 60, 60)
FLEET = Kind(
    "fleet",
    "Fleet",
    "b",
    (
        OwnProperty("Claimed", 0),
        LabelTrait("{Claimed} {CargoCount}"),
        Screen("fleet", call=TraitCall("cover", "Cover"), clear=TraitCall("bare", "Bare")),
    ),
    80,
    80,
)


def harbour(world: World) -> None:
    """Lay out three screens of the other side: one in a port with two ships in sight, one in another port, and one at
    sea.

    The worlds differ in the ships behind the screens.
    """
    for label, x in (("port", 50), ("other port", 150), ("sea", 250)):
        world.holder(label, x=x)
    for label, at in (("first", "port"), ("second", "other port"), ("decoy", "sea")):
        world.piece(label, FLEET, at)
        looks = (SHUT, FACES, *(SHUT for _ in world.sides[2:]))
        world.holder(f"behind {label}", "hold", 0, 0, looks, owner=1, carrier=label)
    world.piece("seen", SHIP, "port")
    world.piece("also seen", BOAT, "port")
    world.holder("quay", x=350)
    world.piece("mine", UNIT, "quay")
    hidden = ("first", "first", "second", "decoy") if world.is_other else ("second",)
    for number, label in enumerate(hidden):
        world.piece(f"hidden {number}", BOAT if number % 2 else SHIP, f"behind {label}")
    world.piece("to come out", SHIP, "behind decoy" if world.is_other else "behind first")


def hold(play: Played, label: str) -> int:
    return play[f"behind {label}"]


def spot(x: int) -> Spot:
    return Spot("main", x, 50)


BY_THE_OTHER: dict[str, Callable[[Played], list[AnyCommand]]] = {
    "a screen moves": lambda play: [MovePieces((play["second"],), spot(550))],
    "a decoy moves": lambda play: [MovePieces((play["decoy"],), spot(550))],
    "the stack goes behind its screen": lambda play: [Act((play["first"],), "cover")],
    "what lies there changes places": lambda play: [
        Act((play["first"],), "cover"),
        MovePieces((play["seen" if play.world.is_other else "also seen"],), Into(hold(play, "second"))),
    ],
    "one goes behind the one or the other": lambda play: [
        MovePieces((play["seen"],), Into(hold(play, "second" if play.world.is_other else "decoy")))
    ],
    "one comes out from behind the one or the other": lambda play: [MovePieces((play["to come out"],), spot(650))],
    "a number is claimed": lambda play: [SetTrait((play["first"],), "Claimed", 5)],
    "what is behind it is numbered": lambda play: [SetTrait((play["hidden 0"],), "N", 3)],
    "what is behind it is restacked": lambda play: [Restack((play["hidden 0"],), "top")],
    "what is behind it is removed": lambda play: [RemovePieces((play["hidden 0"],))],
    "a screen is removed": lambda play: [RemovePieces((play["second"],))],
    "it is shown, and hidden": lambda play: [Show((play["second"],), level, ("a",)) for level in ("unseen", "face")],
}


@pytest.mark.parametrize("sides", [("a", "b"), ("a", "b", "c")])
def test_what_the_other_side_does_with_screens_tells_nothing(sides: tuple[str, ...]) -> None:
    for what, commands in BY_THE_OTHER.items():
        one, other = both(harbour, sides)
        for play in (one, other):
            for command in commands(play):
                play.by("bert", command)
        assert difference(one, other) is None, what


BY_ONESELF: dict[str, Callable[[Played], object]] = {
    "moving it": lambda play: play.does(MovePieces((play["second"],), spot(550))),
    "moving it and undoing that": lambda play: (play.does(MovePieces((play["second"],), spot(550))), play.undoes()),
    "looking behind it": lambda play: play.does(LookInto(hold(play, "second"), "faces", ("a",))),
    "going behind it": lambda play: play.does(MovePieces((play["mine"],), Into(hold(play, "second")))),
    "being put upon it": lambda play: play.does(MovePieces((play["mine"],), spot(150))),
    "having it cover its stack": lambda play: play.does(Act((play["first"],), "cover")),
    "baring it": lambda play: play.does(Act((play["second"],), "bare")),
    "copying it": lambda play: play.does(ClonePieces((play["second"],))),
    "removing it": lambda play: play.does(RemovePieces((play["second"],))),
    "removing a decoy, and undoing that": lambda play: (play.does(RemovePieces((play["decoy"],))), play.undoes()),
}


def test_what_a_side_does_with_the_screens_of_another_tells_it_nothing() -> None:
    for what, does in BY_ONESELF.items():
        one, other = both(harbour)
        does(one)
        does(other)
        assert difference(one, other) is None, what


def test_another_side_neither_looks_behind_a_screen_nor_uses_its_keys() -> None:
    play, _ = both(harbour)
    for does in (
        LookInto(hold(play, "second"), "faces", ("a",)),
        MovePieces((play["mine"],), Into(hold(play, "second"))),
    ):
        play.does(does)
        assert play.got[-1][0] == "refused"  # type: ignore[index]
    play.does(Act((play["second"],), "bare"))
    assert play.session.game.pieces[play["hidden 0"]].at == hold(play, "second")


def test_a_counter_put_over_the_screen_of_another_side_stays_on_the_map() -> None:
    play, _ = both(harbour)
    play.does(MovePieces((play["mine"],), spot(150)))
    lies = play.session.game.lying(play["mine"])
    assert (lies.form, lies.place) == ("stack", "B1")


def test_no_name_is_told_of_what_goes_out_of_sight_and_each_where_it_comes_out() -> None:
    play, _ = both(harbour)
    play.by("bert", MovePieces((play["seen"],), Into(hold(play, "second"))))
    (told,) = play.heard[-1].told
    assert (told.key, told.pieces, told.facts) == (OUT_OF_SIGHT, (), {})
    assert sentence(told, play.heard[-1].before, play.heard[-1].after) == "puts counters in A1 out of sight"
    play.by("bert", MovePieces((play["to come out"],), spot(650)))
    (told,) = play.heard[-1].told
    assert sentence(told, play.heard[-1].before, play.heard[-1].after) == "moves Ship to G1"


def test_a_screen_covers_what_its_side_has_in_its_stack_and_bares_it_where_it_stands() -> None:
    play, _ = both(harbour)
    play.by("bert", Act((play["first"],), "cover"))
    game = play.session.game
    assert game.holders[hold(play, "first")].pieces == (play["to come out"], play["seen"], play["also seen"])
    play.by("bert", MovePieces((play["first"],), spot(550)))
    play.by("bert", Act((play["first"],), "bare"))
    game = play.session.game
    assert game.holders[hold(play, "first")].pieces == ()
    assert {game.holder_of(play[label]).x for label in ("to come out", "seen", "also seen")} == {550}
    assert all(UNSEEN not in game.pieces[play[label]].sight for label in ("seen", "also seen"))
