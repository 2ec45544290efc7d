"""A seat's stream: its own lasting numbers, missed entries sent again, and undo that reveals nothing unseen."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Proceed
from tabletop.game.change.step import Step
from tabletop.game.commands import (
    ClonePieces,
    GoOn,
    Into,
    Leave,
    LetStand,
    MovePieces,
    RollDice,
    Say,
    SetProperty,
    Show,
    TakeSeat,
)
from tabletop.game.sight.view import View
from tabletop.game.state.frames import Frame, piece_text
from tabletop.game.state.game import Game, empty_game
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import UNSEEN
from tabletop.game.traits.group_traits import Hold, Mat
from tabletop.journal.journal import Journal
from tabletop.journal.verify import verify
from tabletop.session import Bookmark, Confirmed, Connection, MissedNews, News, Session, StreamEntry
from tabletop.session.seat_stream import NoticedNumbers
from tests.game.secrets.leaks.test_leaks import ENEMY, UNIT, alike, lays_a_submarine, spot
from tests.game.secrets.worlds import ASKER, SEED, Played, World, both, seen

SHIP = Kind("carrier", "Carrier", "a", (Mat("Ship", holds=(Hold("hold"),)),), 60, 60)


def at_sea(world: World) -> None:
    """Lay out a counter of the asking side and its ship with an empty hold, an unseen enemy submarine, and a secret
    property of the asking side.

    """
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.holder("port", x=250)
    world.piece("ship", SHIP, "port")
    world.holder("hold", "hold", 0, 0, carrier="ship")
    world.holder("sea", x=450)
    world.piece("sub", ENEMY, "sea", world.sight(UNSEEN))
    world.property("side:a:plan", 1)


class Far:
    """A remote copy of the view, updated from the messages to it."""

    def __init__(self, connection: Connection) -> None:
        self.take(connection.missed(None), connection)

    def take(self, missed: MissedNews, connection: Connection) -> list[StreamEntry]:
        """Send missed news as bytes, apply them to the view, and return their entries."""
        came = msgspec.msgpack.decode(msgspec.msgpack.encode(missed), type=MissedNews)
        if came.whole is not None:
            game = connection.view
            self.view = View(empty_game(game.sides, game.maps, game.module, game.scenario))
            self.view.apply(came.whole)
        for entry in came.entries:
            self.view.apply(entry.delta)
        self.bookmark = came.bookmark
        return list(came.entries)


def happens(session: Session, ids: dict[str, int], chance: Random) -> None:
    """Let a random event happen, which the asking seat does not always notice, and sometimes let the umpire undo a
    step.
    """
    to, unit, sub = spot(chance.choice((50, 350, 650))), ids["unit"], ids["sub"]
    session.submit(
        *chance.choice(
            (
                (ASKER, MovePieces((unit,), to)),
                (ASKER, SetProperty("side:a:plan", chance.randrange(9))),
                (ASKER, RollDice("1d6", secret=True)),
                ("bert", MovePieces((sub,), to)),
                ("bert", SetProperty("side:b:plan", chance.randrange(9))),
                ("bert", Say("so")),
                ("umpire", Show((sub,), chance.choice(("unseen", "back", "face")), ("a",))),
            )
        )
    )
    if chance.random() < 0.3:
        session.undoing.take_back("umpire", (session.undoing.to_undo("umpire"),), frozenset())


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[StreamEntry], Bookmark, World]:
    """Return the file of a game of 120 steps, the entries that the asking seat got meanwhile, its bookmark, and the
    world.
    """
    world, chance = World(), Random(7)
    at_sea(world)
    path = tmp_path_factory.mktemp("stream") / "game.wartable"
    with Journal.create(path, world.game(), SEED) as journal:
        session = Session(journal, world.components, now_ms=lambda: 0)
        anna, heard = session.join(ASKER), []
        far = Far(anna)
        for _ in range(120):
            happens(session, world.ids, chance)
            if chance.random() < 0.5:
                heard += far.take(anna.missed(far.bookmark), anna)
        heard += far.take(anna.missed(far.bookmark), anna)
        assert [entry.number for entry in heard] == list(range(1, anna.stream + 1))
        assert 30 < anna.stream < journal.last - 20, "some of it is noticed, some is not"
        assert seen(far.view.game) == seen(anna.view)
        return path, heard, anna.bookmark, world


def test_a_seat_with_the_module_gets_its_kinds_by_their_keys(
    recorded: tuple[Path, list[StreamEntry], Bookmark, World],
) -> None:
    """Its view is completed with the kinds of the module, and is then the same as a view that was sent with all kinds.
    A seat with another version of the module gets all kinds.
    """
    path, _, _, world = recorded
    components = replace(world.components, kinds={UNIT.key: UNIT, SHIP.key: replace(SHIP, name="Another ship")})
    with Journal.open(path) as journal:
        anna = Session(journal, components, now_ms=lambda: 0).join(ASKER)
        full, short = anna.missed(None), anna.missed(None, journal.game.module)
        assert full.whole is not None
        assert {kind.key for _, kind in full.whole.kinds} >= {UNIT.key, SHIP.key}
        assert [key for _, key in short.keys] == [UNIT.key]
        assert len(msgspec.msgpack.encode(short)) < len(msgspec.msgpack.encode(full))
        assert short.completed(components.kinds) == full
        assert anna.missed(None, replace(journal.game.module, version="another")) == full


def test_what_is_sent_again_is_what_was_heard(recorded) -> None:
    """The entries are the same byte for byte, so that each of them may contain a hash of the one before it."""
    path, heard, bookmark, world = recorded
    with Journal.open(path) as journal:
        anna = Session(journal, world.components, now_ms=lambda: 0).join(ASKER)
        assert anna.bookmark == bookmark, "also by a program that was started anew"
        for since in (0, 1, len(heard) // 2, len(heard)):
            again = anna.missed(Bookmark(bookmark.stream, since)).entries
            assert list(map(msgspec.msgpack.encode, again)) == list(map(msgspec.msgpack.encode, heard[since:]))


def test_who_comes_back_with_another_bookmark_gets_the_whole_view(recorded) -> None:
    path, heard, bookmark, world = recorded
    with Journal.watch(path) as journal:
        session = Session(journal, world.components, now_ms=lambda: 0)
        anna, bert, umpire = map(session.join, (ASKER, "bert", "umpire"))
        for other in (None, bert.bookmark, umpire.bookmark, Bookmark(bookmark.stream, len(heard) + 1)):
            missed = anna.missed(other)
            assert missed.whole is not None
            assert (missed.entries, missed.bookmark) == ((), bookmark)
        assert umpire.bookmark.number == journal.last
        assert len({each.bookmark.stream for each in (anna, bert, umpire)}) == 3


def test_other_eyes_have_another_stream(recorded) -> None:
    path, _, bookmark, world = recorded
    with Journal.open(path) as journal:
        session = Session(journal, world.components, now_ms=lambda: 0)
        anna = session.join(ASKER)
        anna.submit(TakeSeat(("b",)))
        assert anna.bookmark.stream != bookmark.stream
        assert anna.missed(bookmark).whole is not None


def test_a_record_that_was_compacted_begins_other_streams(recorded, tmp_path: Path) -> None:
    path, _, bookmark, world = recorded
    other = tmp_path / "compacted.wartable"
    other.write_bytes(path.read_bytes())
    with Journal.open(other) as journal:
        journal.compact()
        anna = Session(journal, world.components, now_ms=lambda: 0).join(ASKER)
        assert anna.missed(bookmark).whole is not None
        assert anna.submit(MovePieces((next(iter(anna.view.pieces)),), spot(750))) == Confirmed(1, 1)


def test_a_snapshot_spares_reading_what_it_has_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After reopening, only steps after the snapshot are read. All steps keep their numbers."""
    monkeypatch.setattr("tabletop.journal.journal.SNAPSHOT_EVERY", 30)
    monkeypatch.setattr("tabletop.session.seat_stream.RECENT", 5)
    looked: list[int] = []
    notices = NoticedNumbers._notices

    def looks(numbers: NoticedNumbers, step: Step, before: Game, after: Game) -> bool:
        looked.append(step.seq)
        return notices(numbers, step, before, after)

    monkeypatch.setattr(NoticedNumbers, "_notices", looks)
    world, chance, path = World(), Random(8), tmp_path / "game.wartable"
    at_sea(world)
    with Journal.create(path, world.game(), SEED) as journal:
        session = Session(journal, world.components, now_ms=lambda: 0)
        anna = session.join(ASKER)
        for _ in range(70):
            happens(session, world.ids, chance)
        numbers = session.stream(ASKER).numbers
        steps = [numbers.step(number) for number in range(anna.stream + 2)]
        bookmark, last = anna.bookmark, journal.last
    looked.clear()
    with Journal.open(path) as journal:
        session = Session(journal, world.components, now_ms=lambda: 0)
        anna = session.join(ASKER)
        assert anna.bookmark == bookmark
        numbers = session.stream(ASKER).numbers
        assert [numbers.step(number) for number in range(len(steps) - 5, len(steps))] == steps[-5:]
        assert session.undoing.to_undo(ASKER)
        assert 0 < len(looked) <= 30 < last
        assert [numbers.step(number) for number in range(len(steps))] == steps
        assert [numbers.number(step) for step in steps[1:-1]] == list(range(1, len(steps) - 1))
    assert verify(path).ok


def test_no_number_of_the_record_is_in_an_entry() -> None:
    def plays(play: Played) -> None:
        for _ in range(play.world.is_other * 5):
            play.by("umpire", SetProperty("side:b:plan", 7))
        play.does(MovePieces((play["unit"],), spot(350)))
        play.undoes()
        play.by("bert", Say("so"))
        entries = play.anna.missed(Bookmark(play.anna.bookmark.stream, 0)).entries
        play.got.append(
            [(one.outline, one.told and one.told[0].key, len(msgspec.msgpack.encode(one))) for one in entries]
        )

    alike(lays_a_submarine, plays)


def _hides(play: Played) -> None:
    play.does(Show((play["unit"],), "unseen", ("b",)))


def _sails(play: Played) -> None:
    play.does(MovePieces((play["unit"],), spot(650)))


def test_what_is_let_stand_is_read_by_those_who_see_the_pieces_that_it_speaks_of() -> None:
    def plays(play: Played) -> None:
        play.does(Show((play["unit"],), "back", ("b",)))
        play.does(LetStand("Unit has gone too far. (1.1)", (play["unit"],)))
        told = play.others["umpire"].view.properties
        assert told["side:a:let-stand"].startswith("Unit")

    heard: list[News] = []
    (one, _) = both(at_sea)
    one.session.join("bert", heard.append)
    plays(one)
    assert [(told.key, told.facts) for told in heard[-1].told] == [("let-stand", {})]
    assert one.heard[-1].told[0].facts == {"finding": "Unit has gone too far. (1.1)"}
    one.does(Show((one["unit"],), "unseen", ("b",)))
    before = len(heard)
    one.does(LetStand("Unit has gone too far. (1.1)", (one["unit"],)))
    assert len(heard) == before


UNNOTICED: dict[str, tuple[Callable[[Played], None], Callable[[Played], None]]] = {
    "the enemy spots a piece that was hidden from him": (
        _hides,
        lambda play: play.by("umpire", Show((play["unit"],), "back", ("b",))),
    ),
    "something unseen comes to where a piece has left": (
        _sails,
        lambda play: play.by("umpire", MovePieces((play["sub"],), spot(50))),
    ),
    "something unseen stays where a piece has left, and moves on": (
        _sails,
        lambda play: play.by("umpire", MovePieces((play["diver"],), spot(850))),
    ),
}


@pytest.mark.parametrize("what", UNNOTICED)
def test_undo_does_not_tell_what_happened_unseen_since(what: str) -> None:
    deed, since = UNNOTICED[what]

    def lays(world: World) -> None:
        at_sea(world)
        world.piece("diver", ENEMY, "stack", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        deed(play)
        if play.world.is_other:
            since(play)
        answer = play.undoes()
        assert isinstance(answer, Confirmed), "it is not in the way"
        play.redoes()

    alike(lays, plays)


def test_undo_of_a_ship_leaves_unseen_cargo_where_it_was() -> None:
    def plays(play: Played) -> None:
        play.does(ClonePieces((play["ship"],)))
        copy = max(piece for piece, held in play.session.game.pieces.items() if held.kind == play.world.kind(SHIP))
        (hold,) = play.session.game.carried[copy]
        if play.world.is_other:
            play.by("umpire", MovePieces((play["sub"],), Into(hold)))
            assert play.session.game.pieces[play["sub"]].at == hold
        assert isinstance(play.undoes(), Confirmed)
        assert play["sub"] in play.session.game.pieces

    alike(at_sea, plays)


def test_a_procedure_that_a_side_may_not_know_of_shows_by_nothing() -> None:
    """Neither undo nor a refusal reveals the beginning, the end or the pieces of a secret procedure."""

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(350)))
        if play.world.is_other:
            frame = play.session.game.counters.next_id
            search = Frame("search", "1", "look", {"for": piece_text(play["unit"])}, "b", known_to=("b",))
            before = play.session.game
            after, back = apply(before, (Proceed(frame, search),))
            step = Step(play.session.journal.last + 1, "bert", GoOn(frame), (Proceed(frame, search),), 0)
            play.session.record(before, step, back, after)
            assert [one.procedure for one in play.others["bert"].view.frames.values()] == ["search"]
        play.does(MovePieces((play["unit"],), spot(50)))
        if play.world.is_other:
            assert play.session.game.frames[frame].touched == (play["unit"],)
            play.by("bert", Leave(frame))
            assert not play.session.game.frames
        play.undoes()
        play.got += [play.anna.submit(Leave(1)), play.anna.submit(GoOn(999))]

    alike(lays_a_submarine, plays)
