"""Each side's knowledge of a force: seen now, last seen, told, or never seen; and the side that was told last."""

from itertools import pairwise

from tabletop.game.beliefs.force_knowledge import SightHistory, forces, knowledge
from tabletop.game.commands import AdvanceTracker, At, DropContacts, MovePieces, SendReport, Show
from tests.game.beliefs.test_belief_differences import Played, played


def recorded(play: Played) -> SightHistory:
    """Return the record of sight of the whole game."""
    record, journal = SightHistory(play.world.components), play.session.journal
    games = [journal.game_at(seq) for seq in range(journal.first, journal.last + 1)]
    for before, after in pairwise(games):
        record.follow(before, after)
    return record


def known(play: Played, side: int = 0) -> dict[str, tuple[str, tuple[int, ...] | None]]:
    """Return the way in which a side knows each force, and the game time of this knowledge, or None. Forces are
    given by the labels of their top pieces.
    """
    game, record = play.session.game, recorded(play)
    labels = {id: label for label, id in play.world.ids.items()}
    return {
        labels[force.pieces[0]]: knowledge(game, force, side, record)[:2]
        for force in forces(game)
        if force.lying.map == 0
    }


def test_a_side_knows_its_own_forces_and_sees_those_of_others_or_their_backs_and_screens():
    play = played()
    assert known(play) == {"hidden": ("never", None), "back": ("back", None), "screen": ("screen", None)}
    assert set(known(play, 1).values()) == {("own", None)}


def test_a_force_lost_from_sight_keeps_the_time_when_it_was_last_seen():
    play = played(AdvanceTracker("Turn", 2))
    play.by("bert", Show((play["seen"],), "unseen", ("a",)))
    (ghost,) = play.session.game.contacts
    assert known(play)["seen"] == ("told", (2,)), "the ghost tells the side of it"
    play.by("anna", DropContacts((ghost,)))
    play.by("umpire", AdvanceTracker("Turn", 3))
    play.by("umpire", MovePieces((play["seen"],), At("main", "H8")))
    assert known(play)["seen"] == ("lost", (2,))


def test_a_report_is_the_last_that_anybody_was_told_of_a_force_also_after_it_is_dropped():
    play = played(AdvanceTracker("Turn", 1))
    hidden = play["hidden"]
    assert recorded(play).last_told([hidden]) is None
    play.by("umpire", SendReport("sighting", ("a",), (hidden,), says={"total": 7}, source="AF 12", late=1))
    assert recorded(play).last_told([hidden]) is None, "it has not arrived"
    play.by("umpire", AdvanceTracker("Turn", 1))
    assert known(play)["hidden"] == ("told", (1,))
    (contact,) = play.session.game.contacts
    play.by("anna", DropContacts((contact,)))
    assert recorded(play).last_told([hidden]) == (0, (1,), "AF 12")
    assert known(play)["hidden"] == ("never", None)
