"""Ghosts: a side keeps the last seen position of a piece, which ages, and learns no more than it saw."""

from msgspec.structs import replace

from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.commands import AdvanceTracker, DropContacts, MovePieces, RemovePieces, SetProperty, Show, Spot
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.state.values import BACK, UNSEEN
from tabletop.session import Confirmed
from tests.game.secrets.worlds import Played, World, both, difference

FLEET, ARMY = Kind("fleet", "Fleet", "b", (), 60, 60), Kind("army", "Army", "b", (), 60, 60)
TURNS = Tracker("Turn", (NumberLevel("Turn"),))


def table(world: World) -> None:
    """Lay out a piece of side a, and pieces of side b: two fleets and an army that side a sees, one piece seen from the
    back, and one unseen.
    """
    world.components = replace(world.components, trackers={"Turn": TURNS}, contacts=ContactRules(ghosts=True))
    for label, kind, x, sight in (
        ("one", FLEET, 50, ()),
        ("two", FLEET, 250, ()),
        ("army", ARMY, 450, ()),
        ("back", ARMY if world.is_other else FLEET, 650, (BACK,)),
        ("unseen", ARMY if world.is_other else FLEET, 850, (UNSEEN,)),
    ):
        world.holder(f"at {label}", x=x)
        world.piece(label, kind, f"at {label}", world.sight(*sight))
    world.holder("at own", y=350)
    world.piece("own", Kind("own", "Own", "a", (), 60, 60), "at own")


def played() -> Played:
    return next(both(table))


def hides(play: Played, *labels: str) -> None:
    play.by("bert", Show(tuple(play[label] for label in labels), "unseen", ("a",)))


def shows(play: Played, label: str, level: str = "face") -> None:
    play.by("bert", Show((play[label],), level, ("a",)))  # type: ignore[arg-type]


def ghosts(play: Played) -> list[tuple[str, str]]:
    return [(ghost.kind, ghost.place) for ghost in play.anna.view.contacts.values() if ghost.form == "ghost"]


def test_what_is_lost_from_sight_leaves_a_ghost_where_it_was_seen():
    play = played()
    hides(play, "one", "back")
    assert ghosts(play) == [("Fleet", "A1"), ("?", "G1")]
    assert [told.key for told in play.heard[-1].told if "contact" in told.key] == ["contact-lost"] * 2
    assert not play.others["bert"].view.contacts
    play.by("bert", AdvanceTracker("Turn", 3))
    clock, read = play.world.components.contact_clock, play.anna.view.properties.get
    assert {clock.age(ghost, clock.now(read)) for ghost in play.anna.view.contacts.values()} == {3}


def test_the_ghost_is_gone_when_such_a_piece_is_seen_again_the_nearest_of_that_name():
    play = played()
    hides(play, "one", "two", "army")
    play.by("bert", MovePieces((play["one"],), Spot("main", 350, 50)))
    assert len(ghosts(play)) == 3, "what moves unseen changes nothing"
    shows(play, "one")
    assert ghosts(play) == [("Fleet", "A1"), ("Army", "E1")], "the ghost at C1 lay nearest to D1"
    shows(play, "two", "back")
    assert len(ghosts(play)) == 2, "a back is recognized as nothing"


def test_nothing_is_kept_of_own_pieces_of_what_is_removed_or_where_it_is_not_wanted():
    play = played()
    play.by("umpire", Show((play["own"],), "unseen", ("a",)))
    play.by("bert", RemovePieces((play["two"],)))
    play.by("umpire", SetProperty("ghosts", "no"))
    hides(play, "one")
    assert ghosts(play) == []


def test_whoever_hid_the_piece_takes_it_back_though_its_holder_has_dropped_the_ghost():
    play = played()
    hides(play, "one")
    step = play.session.journal.last
    (ghost,) = play.anna.view.contacts
    play.submits(DropContacts((ghost,)))
    taken = play.session.undoing.take_back("bert", [step], frozenset(["bert", "anna"]))
    assert type(taken).__name__ == "Step", taken
    assert ghosts(play) == []
    assert isinstance(play.undoes(), Confirmed)
    assert ghosts(play) == [("Fleet", "A1")], "who undoes the dropping has the ghost again"


def test_two_games_that_differ_in_what_is_unseen_keep_the_same_ghosts():
    one, other = both(table)
    for play in (one, other):
        hides(play, "one", "back")
        play.by("bert", MovePieces((play["unseen"],), Spot("main", 50 if play.world.is_other else 450, 550)))
        hides(play, "army", "two")
        play.by("bert", MovePieces((play["one"], play["back"]), Spot("main", 350, 350)))
        shows(play, "back", "back")
        shows(play, "one")
        play.undoes(of_table=True)
        play.redoes()
    assert difference(one, other) is None
    assert ghosts(one)


def test_a_ghost_names_its_piece_to_the_umpire_alone():
    play = played()
    hides(play, "one")
    found = [*play.others["umpire"].view.contacts.values(), *play.anna.view.contacts.values()]
    assert [ghost.of for ghost in found] == [(play["one"],), ()]
