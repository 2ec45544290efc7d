"""Undo at tables with restricted access, the umpire's seat in the file, and the other seats' view of both."""

from msgspec.structs import replace

from tabletop.game.change.outcome import Refused
from tabletop.game.commands import Batch, ChangeAccess, GiveSeat, MovePieces, Say, TakeSeat
from tabletop.game.state.game import Seat
from tabletop.game.state.position import position_of, whole_game
from tabletop.game.table_access import Role, TableAccess
from tabletop.journal.journal import Journal
from tabletop.journal.records import Snapshot, TapeUse, decode_snapshot, encode_snapshot
from tabletop.session.connection import Connection
from tabletop.session.table_answers import ANYWAY, Answer, Confirmed, NeedsConsent
from tests.game.projection import project
from tests.test_session import SEED, Table, setup, to, unit

HALF = Role("half", ("red",), takes_back=False)
SEATS = {"anna": Seat((0,)), "bert": Seat((1,)), "uma": Seat(umpire=True)}


def table_with(kind: str, *roles: Role, seats: dict[str, Seat] = SEATS) -> Table:
    game = replace(setup(seats), access=TableAccess(kind, roles))  # type: ignore[arg-type]
    return Table(Journal.in_memory(game, SEED))


def moved(connection: Connection, x: int = 500) -> Answer:
    return connection.submit(MovePieces((unit(connection, 100),), to(x)))


def why(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return answer.sentence.key


def test_who_is_seated_anew_no_longer_undoes_what_was_done_in_the_old_seat():
    for kind, undone in (("open", True), ("sides", False), ("moderated", False)):
        table = table_with(kind)
        anna, uma = table.join("anna"), table.join("uma")
        assert isinstance(moved(anna), Confirmed)
        uma.submit(GiveSeat("anna", ("blue",)))
        answer = anna.undo()
        assert isinstance(answer, Confirmed) if undone else why(answer) == "other-seat-then"
        assert isinstance(uma.undo(of_table=True), Confirmed) or undone


def test_a_person_at_the_table_agrees_to_get_the_umpires_seat():
    table = table_with("moderated")
    anna, uma = table.join("anna"), table.join("uma")
    answer = uma.submit(Batch((GiveSeat("anna", umpire=True), Say("Your turn."))))
    assert isinstance(answer, NeedsConsent)
    assert answer.because.startswith("anna gets the umpire's seat, and will see everything. anna must agree")
    assert not table.session.game.seats["anna"].umpire
    (request,) = anna.requests
    assert isinstance(anna.agree(request.number), Confirmed)
    assert table.session.game.seats["anna"].umpire
    assert isinstance(anna.submit(GiveSeat("cole", umpire=True)), Confirmed), "nobody has this name yet"


def test_who_keeps_the_seat_or_has_more_undoes_and_redoes():
    table = table_with("sides")
    anna, uma = table.join("anna"), table.join("uma")
    moved(anna)
    uma.submit(GiveSeat("anna", ("red", "blue")))
    assert isinstance(anna.undo(), Confirmed)
    assert isinstance(anna.redo(), Confirmed)


def test_a_role_that_does_not_undo_leaves_that_to_the_umpire():
    table = table_with("sides", HALF, seats={**SEATS, "anna": Seat((0,), role="half")})
    anna, uma = table.join("anna"), table.join("uma")
    moved(anna)
    assert why(anna.undo()) == "role-takes-back"
    assert isinstance(uma.undo(of_table=True), Confirmed)


def test_nobody_comes_back_to_a_seat_by_undoing_that_they_left_it():
    table = table_with("open", seats={"anna": Seat((0,)), "bert": Seat((1,))})
    anna, bert = table.join("anna"), table.join("bert")
    anna.submit(TakeSeat((), umpire=True))
    left = anna.submit(TakeSeat(("red",)))
    assert isinstance(left, Confirmed)
    assert isinstance(bert.submit(TakeSeat((), umpire=True)), Confirmed)
    assert why(anna.take_back((left.seq,))) == "seat-not-undone"

    table = table_with("sides", seats={"anna": Seat((0,)), "bert": Seat((1,))})
    anna, bert = table.join("anna"), table.join("bert")
    left = anna.submit(TakeSeat())
    assert isinstance(left, Confirmed)
    assert isinstance(bert.submit(TakeSeat(("red", "blue"))), Confirmed)
    assert why(anna.take_back((left.seq,))) == "seat-not-undone"


def test_only_the_umpire_undoes_a_change_of_the_access():
    table = table_with("open", seats={"anna": Seat((0,)), "uma": Seat(umpire=True)})
    anna, uma = table.join("anna"), table.join("uma")
    changed = uma.submit(ChangeAccess("moderated", (HALF,)))
    assert isinstance(changed, Confirmed)
    assert isinstance(uma.submit(GiveSeat("anna", role="half")), Confirmed)
    assert anna.view.access == uma.view.access == TableAccess("moderated", (HALF,))
    assert why(anna.take_back((changed.seq,))) == "role-takes-back"
    assert isinstance(uma.submit(GiveSeat("anna", ("red",))), Confirmed)
    assert why(anna.take_back((changed.seq,))) == "seat-not-undone"
    assert isinstance(uma.take_back((changed.seq,), ((ANYWAY, True),)), Confirmed)
    assert anna.view.access == TableAccess()


def test_undo_passes_over_seats_and_access():
    table = table_with("open", seats={"anna": Seat((0, 1))})
    anna = table.join("anna")
    moved(anna)
    anna.submit(ChangeAccess("sides"))
    anna.submit(TakeSeat(("red",)))
    assert table.session.undoing.to_undo("anna") == 1


def test_the_access_is_part_of_the_position_and_of_every_view():
    table = table_with("sides", HALF, seats={**SEATS, "anna": Seat((0,), role="half")})
    game = table.session.game
    snapshot = Snapshot(0, position_of(game), SEED, TapeUse(), 0)
    assert whole_game(decode_snapshot(encode_snapshot(snapshot)).position) == game
    for seat in ("anna", "bert", "uma", "nobody"):
        seen = project(game, table.session.audience_of(seat))
        assert (seen.access, seen.seats) == (game.access, game.seats)


def test_a_seat_without_a_role_is_written_as_before_there_were_roles():
    plain = position_of(setup({"anna": Seat((0,))}))
    assert plain.access is None
    assert b"role" not in encode_snapshot(Snapshot(0, plain, SEED, TapeUse(), 0))


def test_who_hears_of_seats_that_are_given():
    table = table_with("moderated")
    for seat in ("anna", "bert", "uma"):
        table.join(seat)
    table.session.submit("uma", GiveSeat("wat", ("red",)))
    table.session.submit("anna", Say("hello"))
    assert [table.keys(seat)[0] for seat in ("anna", "bert", "uma")] == ["seat-given"] * 3
