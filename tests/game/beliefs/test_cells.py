"""Cells, parts of a side that know different things. Knowledge belongs to a cell, property to the whole side."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.dice import SeededChance
from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import Act, At, MovePieces, NamedHolder, ReportContact, SetTrait, Show, Spot, WriteNote
from tabletop.game.side_cells import names_of, numbers_meant, owners, whole_sides
from tabletop.game.sight.audience import audience
from tabletop.game.state.game import Game, with_cells
from tabletop.game.state.kind import Kind
from tabletop.game.state.position import check_whole
from tabletop.game.state.values import BACK, COUNT, FACE, FACES, UNSEEN
from tabletop.game.table_access import TableAccess
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import TraitCall
from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.new_module import new_module
from tabletop.module.setup import new_game
from tabletop.session import Confirmed
from tests.game.secrets import pairs
from tests.game.secrets.layouts import cells_laid
from tests.game.secrets.worlds import Played, World, both

SIDES = ("a/north", "a/south", "b", "a")
"""The sides and cells of the tests. Anna plays the northern cell of a, Bert the southern one."""

TROOP = Kind(
    "troop",
    "Troop",
    "a",
    (Mask(back=Image("back.png"), call=TraitCall("mask")), OwnProperty("Food", 7, private=True)),
    60,
    60,
)
FOE = Kind("foe", "Foe", "b", (), 60, 60)


def table(world: World) -> None:
    """Lay out a troop that only the northern cell sees, one that only the southern cell sees, one that everybody sees,
    a foe that the southern cell does not see, and a hand.
    """
    world.holder("at ours", y=50)
    world.piece("ours", TROOP, "at ours", world.sight(FACE, UNSEEN, UNSEEN, UNSEEN))
    world.holder("at theirs", y=350)
    world.piece("theirs", TROOP, "at theirs", world.sight(UNSEEN, FACE, UNSEEN, UNSEEN))
    world.holder("at shared", y=550)
    world.piece("shared", TROOP, "at shared")
    world.holder("at foe", y=750)
    world.piece("foe", FOE, "at foe", world.sight(FACE, UNSEEN))
    world.holder("hand", "hand", name="Hand of a", owner=3)
    world.components = replace(world.components, contacts=ContactRules(ghosts=True))


@pytest.fixture
def play() -> Played:
    return next(both(table, SIDES))


def names(play: Played, seat: str = "anna") -> list[str]:
    view = play.anna.view if seat == "anna" else play.others[seat].view
    return sorted(view.kind_of(piece).name for piece in view.pieces)


def sight(play: Played, piece: str) -> tuple[int, ...]:
    return play.session.game.pieces[play[piece]].sight


def test_a_cell_is_named_after_its_side_and_what_is_said_of_the_side_is_said_of_it():
    assert whole_sides(SIDES) == ("a", "b")
    assert names_of(SIDES, (0,)) == {"a/north", "a"}
    assert names_of(SIDES, (3,)) == {"a"}, "the side itself is its headquarters"
    assert [numbers_meant(SIDES, name) for name in ("a", "b", "a/south", "c")] == [(0, 1, 3), (2,), (1,), ()]
    assert owners(SIDES, (1,)) == {1, 3}


def test_each_cell_has_a_view_of_its_own(play):
    assert names(play) == ["Foe", "Troop", "Troop"]
    assert names(play, "bert") == ["Troop", "Troop"]
    play.by("umpire", Show((play["theirs"],), "back", ("a/north",)))
    assert names(play) == ["?", "Foe", "Troop", "Troop"]
    assert sight(play, "theirs") == (BACK, FACE, UNSEEN, UNSEEN)


def test_a_cell_moves_the_pieces_of_its_side_that_it_sees_and_uses_what_its_side_owns():
    world = next(both(table, SIDES)).world
    laid_out = world.game
    world.game = lambda: replace(laid_out(), access=TableAccess("sides"))  # type: ignore[method-assign]
    play = Played(world)
    assert isinstance(play.does(MovePieces((play["ours"],), Spot("main", 450, 50))), Confirmed)
    assert isinstance(play.does(MovePieces((play["shared"],), NamedHolder("Hand of a"))), Confirmed)
    refused = play.does(MovePieces((play["foe"],), Spot("main", 450, 50)))
    assert isinstance(refused, Refused)
    assert refused.because == "Foe belongs to another side."


def test_what_a_cell_masks_is_masked_from_other_sides_and_changes_nothing_for_other_cells(play):
    play.does(Act((play["shared"],), "mask"))
    assert sight(play, "shared") == (FACE, FACE, BACK, FACE)
    play.by("bert", Act((play["shared"],), "mask"))
    assert sight(play, "shared") == (FACE, FACE, FACE, FACE), "it is its side's mask"


def test_a_cell_reads_the_private_properties_of_its_side_on_pieces_that_it_sees(play):
    play.by("bert", SetTrait((play["shared"], play["theirs"]), "Food", 3))
    fed = {piece.state[-1]: id for id, piece in play.anna.view.pieces.items() if len(piece.state) > 1}
    assert fed.keys() == {7, 3}
    assert [told.pieces for news in play.heard for told in news.told] == [(fed[3],)], "of what it sees"


def test_a_cell_that_hides_a_piece_from_other_sides_changes_nothing_for_its_own(play):
    play.does(Show((play["shared"],), "unseen"))
    assert sight(play, "shared") == (FACE, FACE, UNSEEN, FACE)
    play.does(Show((play["shared"],), "back", ("a/south",)))
    assert sight(play, "shared") == (FACE, BACK, UNSEEN, FACE)


def test_contacts_and_notes_are_of_one_cell(play):
    play.by("umpire", ReportContact("scouts", At("main", "C3"), ("a/south",)))
    play.by("bert", WriteNote("private", "Plan", "We wait."))
    assert not play.anna.view.contacts
    assert not play.anna.view.notes
    assert not play.heard
    assert [contact.kind for contact in play.others["bert"].view.contacts.values()] == ["scouts"]
    assert [note.text for note in play.others["bert"].view.notes.values()] == ["We wait."]


def test_a_cell_that_loses_sight_of_its_own_side_keeps_a_ghost(play):
    play.by("umpire", Show((play["shared"],), "unseen", ("a/north",)))
    assert [(contact.form, contact.kind) for contact in play.anna.view.contacts.values()] == [("ghost", "Troop")]
    assert not play.others["bert"].view.contacts


def test_a_game_that_is_given_cells_is_whole_and_they_know_as_much_as_their_side(play):
    game = with_cells(play.session.game, {"b": ("east",), "a": ("north", "west")})
    assert game.sides == (*SIDES, "b/east", "a/west"), "the northern cell was there"
    assert game.pieces[play["foe"]].sight == (FACE, UNSEEN, FACE, FACE, FACE, FACE)
    check_whole(game)


# in a module


@pytest.fixture
def module(tmp_path: Path) -> Path:
    folder = new_module("Border War", tmp_path)
    scenario = folder / "scenarios" / "meeting.yaml"
    text = scenario.read_text(encoding="utf-8").replace("setup:\n", f"setup:\n{SET_UP}", 1)
    scenario.write_text(f"{text}\ncells: {{Red: [Hussars, Guards]}}\n{HANDS}", encoding="utf-8")
    return folder


SET_UP = """
  - {at: "0101", pieces: [{piece: red_infantry, sight: {Red: back, Red/Hussars: face, Blue: unseen}}], lay: own stack}
"""
HANDS = "hands: [{name: Red orders, side: Red, pieces: []}]"


def set_up(module: Path) -> Game:
    return new_game(load_module(module), "meeting", {}, SeededChance("11" * 32, b"set-up", 0, 0))


def test_a_scenario_declares_cells_and_who_sees_a_piece(module):
    assert check_module(module).errors == ()
    game = set_up(module)
    assert game.sides == ("Red", "Blue", "Red/Hussars", "Red/Guards")
    (piece,) = (piece for piece in game.pieces.values() if piece.sight != game.open_sight)
    assert piece.sight == (BACK, UNSEEN, FACE, BACK)
    (hand,) = (holder for holder in game.holders.values() if holder.form == "hand")
    assert (hand.owner, hand.looks) == (0, (FACES, COUNT, FACES, FACES))


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("{Red: [Hussars, Guards]}", "{Rde: [Hussars, Guards]}", "found 'Rde', expected a side of this game"),
        ("[Hussars, Guards]", "[Hussars, Hussars]", "found 'Hussars', expected each cell only once"),
        ("[Hussars, Guards]", "[Hus/sars]", "expected a name without any of the characters : / \\ in it"),
        ("Red/Hussars: face", "Red/Husars: face", "expected a side of this game or a cell of this scenario"),
    ],
)
def test_slips_are_found(module, old, new, mistake):
    scenario = module / "scenarios" / "meeting.yaml"
    scenario.write_text(scenario.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert any(mistake in error for error in check_module(module).errors), check_module(module).errors


# things that other cells see do not leak


def test_two_games_that_differ_in_what_a_cell_does_not_see_are_alike_for_it(monkeypatch):
    monkeypatch.setattr(pairs, "laid", cells_laid)
    found = [pair for pair in map(pairs.play, range(24)) if pair.found is not None]
    assert [(pair.seed, pair.last, pair.found) for pair in found] == []


def test_a_cell_that_sees_as_its_side_is_found_out(monkeypatch):
    monkeypatch.setattr(pairs, "laid", cells_laid)
    monkeypatch.setattr(
        "tabletop.session.table_session.audience_of",
        lambda game, seat: audience(owners(game.sides, seat.sides)),
    )
    assert any(pairs.play(seed).found is not None for seed in range(50))
