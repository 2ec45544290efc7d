"""Sealed orders: nobody reads them before each side has written its own; then all open at once."""

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import OpenNote, WriteNote
from tabletop.session import Confirmed, NeedsConsent
from tests.game.secrets.worlds import Played, World, both, difference

TITLE = "Orders, turn 3"


def nothing(_: World) -> None:
    """Lay out nothing. The table has only the seats of the sides a and b, of an umpire and of an observer."""


def orders(text: str, note: int = 0, title: str = TITLE) -> WriteNote:
    return WriteNote("together", title, text, note)


def read(play: Played) -> list[tuple[str, str]]:
    return [(note.kind, note.text) for note in play.anna.view.notes.values()]


def test_orders_open_together_when_each_side_has_written_its_own():
    play, _ = both(nothing)
    play.by("bert", orders("to the bridge"))
    assert read(play) == [("together", "")]
    play.by("bert", orders("to the hill", next(iter(play.session.game.notes))))
    play.by("bert", orders("north", title="Orders, turn 4"))
    assert read(play) == [("together", ""), ("together", "")]
    assert isinstance(play.submits(orders("hold")), Confirmed)
    assert sorted(read(play)) == [("public", "hold"), ("public", "to the hill"), ("together", "")]
    assert [told.key for told in play.heard[-1].told] == ["note-written", "notes-opened"]
    assert [len(told.facts) for told in play.heard[-1].told] == [2, 2]
    assert isinstance(play.undoes(), NeedsConsent), "what was read is not taken back alone"


def test_nobody_opens_them_before_but_the_umpire():
    play, _ = both(nothing)
    play.submits(orders("hold"))
    (own,) = play.anna.view.notes
    answer = play.submits(OpenNote(own))
    assert isinstance(answer, Refused)
    assert "opens by itself" in answer.because
    assert isinstance(play.submits(WriteNote("together", "", "hold")), Refused)
    play.by("umpire", OpenNote(next(iter(play.session.game.notes))))
    assert read(play) == [("public", "hold")]


def test_an_opened_note_is_its_sides_own_and_stays_open():
    for kind in ("together", "sealed"):
        play, _ = both(nothing)
        play.by("bert", WriteNote(kind, TITLE, "to the bridge"))
        (note,) = play.session.game.notes
        play.by("umpire", OpenNote(note))
        (own,) = play.anna.view.notes
        answers = [play.submits(WriteNote(to, TITLE, "to the swamp", own)) for to in ("public", "private", "sealed")]
        assert [getattr(answer, "because", "") for answer in answers] == [
            f"“{TITLE}” was sealed by another side: only that side can change it."
        ] * 3
        assert isinstance(play.submits(WriteNote("public", "", "", own)), Refused), "nor taken off the table"
        play.by("bert", WriteNote("private", TITLE, "to the bridge", note))
        play.by("umpire", WriteNote("public", TITLE, "to the bridge!", note))
        assert read(play) == [("public", "to the bridge!")]
        assert play.session.game.notes[note].side == 1


def test_two_games_that_differ_in_the_orders_of_the_other_side_are_alike_until_they_open():
    one, other = both(nothing)
    for play in (one, other):
        play.by("bert", orders("a feint that takes long to tell" if play.world.is_other else "to the bridge"))
        play.submits(orders("north", title="Orders, turn 4"))
        play.undoes()
    assert difference(one, other) is None
    for play in (one, other):
        play.submits(orders("hold"))
    assert difference(one, other) is not None
