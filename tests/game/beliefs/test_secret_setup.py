"""Secret set-ups: each side's pieces are hidden until all sides have finished; then they are shown at once."""

from pathlib import Path

from tabletop.dice import SeededChance
from tabletop.game.actions.secret_setup import UNDER_WAY, is_setting_up, setups_of
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import (
    Act,
    At,
    FinishSetup,
    HoldOrders,
    MovePieces,
    PlaceNew,
    Report,
    SetProperty,
    Show,
    Spot,
)
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, FACE, UNSEEN
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import TraitCall
from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game
from tabletop.session import Confirmed, NeedsConsent
from tests.game.secrets.worlds import Played, World, both, difference

MINE = Kind("mine", "Mine", "", (), 60, 60)
OWN = Kind("own", "Own", "a", (), 60, 60)
ARMY = Kind("army", "Army", "b", (Mask(back=Image("back.png"), call=TraitCall("mask")),), 60, 60)


def table(world: World) -> None:
    """Lay out a table at which both sides set up in secret. Side b has an army, elsewhere in the other world."""
    for side in ("a", "b"):
        world.property(f"setup:{side}", UNDER_WAY)
    world.holder("at own", y=350)
    world.piece("own", OWN, "at own", world.sight(FACE, UNSEEN))
    world.holder("at army", x=450 if world.is_other else 250)
    world.piece("army", ARMY, "at army", world.sight(UNSEEN))
    world.components = type(world.components)(world.components.maps, {"army": ARMY, "own": OWN, "mine": MINE}, {})


def seen(play: Played) -> list[str]:
    view = play.anna.view
    return sorted(view.kind_of(piece).name for piece in view.pieces)


def test_what_a_side_places_moves_masks_or_shows_stays_unseen_until_both_have_finished():
    play, _ = both(table)
    play.by("bert", MovePieces((play["army"],), Spot("main", 650, 650)))
    play.by("bert", PlaceNew("army", At("main", "H8")))
    play.by("bert", Act((play["army"],), "mask"))
    play.by("bert", Show((play["army"],), "face", ("a",)))
    assert seen(play) == ["Own"]
    assert not play.heard
    play.by("bert", FinishSetup("b"))
    assert [told.key for news in play.heard for told in news.told] == ["setup-finished"]
    assert isinstance(play.submits(FinishSetup("a")), Confirmed)
    assert seen(play) == ["?", "Army", "Own"], "one is masked"
    assert [play.session.game.pieces[play["army"]].sight, play.session.game.pieces[play["own"]].sight] == [
        (BACK, FACE),
        (FACE, FACE),
    ]
    assert not [name for name in play.anna.view.properties if name.startswith("setup:")]
    assert isinstance(play.undoes(), NeedsConsent), "what was shown is not taken back alone"


def test_a_report_is_the_only_message_about_the_pieces_that_it_shows():
    def ambush(world: World) -> None:
        world.holder("at army")
        world.piece("army", ARMY, "at army", world.sight(UNSEEN))

    play, _ = both(ambush)
    army = (play["army"],)
    play.by("umpire", Report(army, "comes out", (Show(army, "face", ("a",)),)))
    assert [told.key for news in play.heard for told in news.told] == ["reported"]


def test_a_side_that_sets_up_does_not_wait_for_the_umpire():
    play, _ = both(table)
    play.by("umpire", HoldOrders(("move",)))
    play.does(MovePieces((play["own"],), Spot("main", 650, 650)))
    assert (play.session.game.lying(play["own"]).place, len(play.session.game.held)) == ("G7", 0)
    play.submits(FinishSetup("a"))
    play.does(MovePieces((play["own"],), Spot("main", 350, 350)))
    assert (play.session.game.lying(play["own"]).place, len(play.session.game.held)) == ("G7", 1)


def in_cells(world: World) -> None:
    """Lay out a table at which both sides set up in secret, the first in two cells and its headquarters."""
    table(world)
    for side in ("a", "b"):
        world.property(f"setup:{side}", UNDER_WAY)


def test_each_cell_finishes_its_part_of_a_set_up():
    """Anna plays the northern cell, Bert the southern one; nobody plays the headquarters."""
    play = next(both(in_cells, ("a/north", "a/south", "b", "a")))

    def states() -> list[dict[str, bool]]:
        return [setups_of(play.session.game, (number,)) for number in (0, 1)]

    play.by("umpire", HoldOrders(("move",)))
    assert states() == [{"a": False}, {"a": False}]
    play.submits(FinishSetup("a"))
    assert play.session.game.properties["setup:a"] == UNDER_WAY
    assert states() == [{"a": True}, {"a": False}]
    assert [is_setting_up(play.session.game, (number,)) for number in (0, 1)] == [False, True]
    refused = play.submits(SetProperty("setup-ready:a/south", value=True))
    assert isinstance(refused, Refused)
    play.submits(FinishSetup("a", finished=False))
    assert states() == [{"a": False}, {"a": False}]
    play.submits(FinishSetup("a"))
    play.by("bert", FinishSetup("a"))
    assert play.session.game.properties["setup:a"] == "finished"
    heard = [told.key.removeprefix("setup-") for news in play.heard for told in news.told]
    assert heard[1:] == ["part-finished", "resumed", "part-finished", "finished"]
    play.by("umpire", FinishSetup("b"))
    assert not [name for name in play.session.game.properties if name.startswith("setup")]


def test_the_umpire_finishes_the_set_up_of_all_cells():
    play = next(both(in_cells, ("a/north", "a/south", "b", "a")))
    for side in ("a", "b"):
        play.by("umpire", FinishSetup(side))
    assert not [name for name in play.session.game.properties if name.startswith("setup")]


def test_a_side_finishes_only_its_own_set_up_and_may_go_on_with_it():
    play, _ = both(table)
    for command in (FinishSetup("b"), SetProperty("setup:b", "finished")):
        answer = play.submits(command)
        assert isinstance(answer, Refused)
        assert answer.because == "Only b can finish its set-up."
    play.submits(FinishSetup("a"))
    play.submits(FinishSetup("a", finished=False))
    play.by("bert", FinishSetup("b"))
    assert seen(play) == ["Own"]
    play.submits(FinishSetup("a"))
    assert seen(play) == ["Army", "Own"]
    assert isinstance(play.submits(FinishSetup("a")), Refused), "there is no set-up in secret any more"


def test_a_piece_of_no_side_is_a_secret_of_who_places_it_until_all_have_finished():
    play, _ = both(table)
    play.by("umpire", PlaceNew("mine", At("main", "A1")))
    hidden = next(iter(set(play.session.game.pieces) - {play["own"], play["army"]}))
    play.by("umpire", Show((hidden,), "unseen", ("a",)))
    play.by("bert", PlaceNew("mine", At("main", "C3")))
    placed = next(iter(set(play.session.game.pieces) - {play["own"], play["army"], hidden}))
    play.by("bert", Show((placed,), "face", ("a",)))
    assert seen(play) == ["Own"]
    secret = f"in-setup:{placed}"
    assert secret in play.session.game.properties
    assert secret not in play.anna.view.properties
    assert secret not in play.others["bert"].view.properties
    assert isinstance(play.submits(SetProperty(secret, False)), Refused)
    play.by("bert", FinishSetup("b"))
    play.submits(FinishSetup("a"))
    assert seen(play) == ["Army", "Mine", "Own"], "the umpire's own secret stays one"
    assert secret not in play.session.game.properties


def test_two_games_in_which_the_other_side_sets_up_otherwise_are_alike_until_the_end():
    one, other = both(table)
    for play in (one, other):
        for _ in range(1 + play.world.is_other):
            play.by("bert", PlaceNew("army", At("main", "D4")))
            play.by("bert", PlaceNew("mine", At("main", "C3")))
        play.by("bert", MovePieces((play["army"],), Spot("main", 350, 350)))
        play.does(MovePieces((play["own"],), Spot("main", 350, 350)))
        play.by("bert", FinishSetup("b"))
        play.undoes()
        play.redoes()
    assert difference(one, other) is None


def test_a_scenario_says_which_sides_set_up_in_secret(tmp_path: Path):
    module = new_module("Border War", tmp_path)
    scenario = module / "scenarios" / "meeting.yaml"
    plain = scenario.read_text(encoding="utf-8")
    scenario.write_text(f"{plain}\nsecret_setup: [Red, Blue]\n", encoding="utf-8")
    game = new_game(load_module(module), "meeting", {}, SeededChance("11" * 32, b"set-up", 0, 0))
    red, blue = game.sides.index("Red"), game.sides.index("Blue")
    for piece in game.pieces.values():
        side = game.kinds[piece.kind].side
        wanted = {"Red": (FACE, UNSEEN), "Blue": (UNSEEN, FACE)}.get(side, (FACE, FACE))
        assert (piece.sight[red], piece.sight[blue]) == wanted
    scenario.write_text(f"{plain}\nsecret_setup: [Rde]\n", encoding="utf-8")
    (mistake,) = check_module(module).errors
    assert "found 'Rde', expected a side of this game" in mistake
