"""The findings that remain from step to step, those that are accepted, and the number of requests for them."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import load_rulebook
from tabletop.assistance import Finding, Where
from tabletop.desktop.assistant.standing_findings import AT_ONCE, StandingFindings
from tabletop.game.change.hand_moves import Move
from tabletop.game.change.told import LET_STAND
from tabletop.game.commands import At, MovePieces, SetProperty, SetTracker
from tabletop.game.state.game import Game
from tests.desktop.conftest import Seated

MANY = 40


class Watchman:
    """An assistant that finds fault with pieces moved to certain places, and counts its calls."""

    def __init__(self, table: Seated, *closed: str) -> None:
        board = table.model.components.maps["pacific"]
        self.closed = {board.find(place) for place in closed}
        self.said = "It may not go there."
        self.asked = 0

    def findings(self, after: Game, seat: str, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        self.asked += 1
        return tuple(
            Finding("closed", "1.1", self.said, (piece,), (Where("pacific", place),))
            for piece in sorted(move.pieces)
            if (place := place_of(after, piece)) in self.closed and place_of(move.since, piece) != place
        )


def place_of(game: Game, piece: int) -> str:
    return game.holder_of(piece).place


class Umpire(Watchman):
    """An assistant that returns the findings of the rules of the game, and counts its calls."""

    def __init__(self, table: Seated) -> None:
        super().__init__(table)
        self._assistant = Assistant(load_rulebook(table.model.module))

    def findings(self, after: Game, seat: str, move: Move, step: Move | None = None) -> tuple[Finding, ...]:
        self.asked += 1
        return self._assistant.findings(after, seat, move, step)


class Watched:
    """A table with remaining findings that are updated from step to step."""

    def __init__(self, table: Seated, watchman: Watchman) -> None:
        self.table, self.model = table, table.model
        self.watchman = watchman
        self.findings = self.anew()
        self.model.changed.connect(lambda _changes: self.findings.follow(self.model.news))
        self.model.submit(SetTracker("Turn", (0, 0, 3)))
        assert self.findings.open == ()

    def anew(self) -> StandingFindings:
        return StandingFindings(self.watchman, self.model, lambda: None)

    def go(self, place: str, *pieces: int) -> int:
        """Move pieces, and return the number of calls of the assistant."""
        before = self.watchman.asked
        assert self.model.submit(
            MovePieces(pieces, At("pacific", self.model.components.maps["pacific"].find(place)))
        ).has_happened
        return self.watchman.asked - before

    def pieces(self, number: int) -> Sequence[int]:
        """Return this number of pieces on the map that are neither at a closed place nor at Truk."""
        game = self.model.game
        on_map = [p for p in game.pieces if game.holder_of(p).map == game.maps.index("pacific")]
        elsewhere = [p for p in on_map if place_of(game, p) not in (*self.watchman.closed, "Truk")]
        return elsewhere[:number]

    def settle(self, findings: StandingFindings | None = None) -> None:
        while (findings or self.findings).go_on():
            pass

    def wrong(self, findings: StandingFindings | None = None) -> set[int]:
        """Return the pieces of the remaining findings."""
        return {piece for finding in (findings or self.findings).open for piece in finding.pieces}

    def stands(self) -> set[int]:
        """Return the pieces of the findings that are accepted."""
        return {piece for one in self.findings.open if self.findings.is_let_stand(one) for piece in one.pieces}


@pytest.fixture
def watched(both: Seated) -> Watched:
    return Watched(both, Watchman(both, "Wake", "Midway"))


def test_a_step_asks_no_more_however_many_moves_are_wrong(watched: Watched):
    pieces = watched.pieces(MANY)
    asked = [watched.go("Wake" if number % 2 else "Midway", piece) for number, piece in enumerate(pieces)]
    assert watched.wrong() == set(pieces)
    assert max(asked) <= AT_ONCE + 2


def test_pieces_that_are_moved_to_and_fro_are_not_asked_about_once_for_each_time(watched: Watched):
    one, other = watched.pieces(2)
    asked = [watched.go(place, piece) for place in ("Truk", "Saipan") * 10 for piece in (one, other)]
    assert max(asked) <= AT_ONCE + 2


def test_what_is_mended_is_let_go_at_once_however_many_others_wait(watched: Watched):
    pieces = watched.pieces(MANY)
    for piece in pieces:
        watched.go("Wake", piece)
    watched.go("Truk", pieces[20])
    assert watched.wrong() == set(pieces) - {pieces[20]}


def test_what_something_far_away_has_mended_is_let_go_as_soon_as_all_are_judged(watched: Watched):
    *pieces, far = watched.pieces(MANY)
    for piece in pieces:
        watched.go("Wake", piece)
    watched.watchman.closed.clear()
    watched.go("Truk", far)
    watched.settle()
    assert watched.wrong() == set()


def test_the_whole_phase_is_heard_anew_a_little_at_a_time(watched: Watched):
    pieces = watched.pieces(MANY)
    for number, piece in enumerate(pieces):
        watched.go("Wake" if number % 2 else "Midway", piece)
    anew, before = watched.anew(), watched.watchman.asked
    assert len(anew.open) <= AT_ONCE
    slices = 1
    while anew.go_on():
        slices += 1
        assert watched.watchman.asked - before <= (AT_ONCE + 1) * (slices + 1)
    assert slices >= MANY // (AT_ONCE + 1)
    assert watched.wrong(anew) == set(pieces)


def test_a_step_made_meanwhile_is_heard_of_too(watched: Watched):
    first, second, *pieces = watched.pieces(MANY)
    for piece in pieces:
        watched.go("Wake", piece)
        watched.go("Truk", first)
    watched.findings.forget()
    assert len(watched.findings.open) < len(pieces)
    watched.go("Midway", second)
    watched.settle()
    assert watched.wrong() == {second, *pieces}


def test_of_two_findings_in_the_same_words_only_the_one_that_is_meant_is_let_stand(watched: Watched):
    one, other = watched.pieces(2)
    watched.go("Wake", one)
    watched.go("Wake", other)
    (meant,) = (finding for finding in watched.findings.open if finding.pieces == (other,))
    watched.findings.mean([meant])
    watched.model.submit(SetProperty(LET_STAND, f"{meant.sentence} — agreed"))
    assert watched.stands() == {other}
    watched.watchman.said = "Wake is closed."
    watched.go("Truk", watched.pieces(3)[2])
    watched.settle()
    assert watched.stands() == {other}, "in other words it is still the same"
    watched.model.undo()
    watched.model.undo()
    assert watched.stands() == set()


def test_what_is_let_stand_before_it_is_done_is_about_one_finding_in_these_words(watched: Watched):
    one, other = watched.pieces(2)
    watched.model.submit(SetProperty(LET_STAND, "It may not go there. (1.1)"))
    watched.go("Wake", one)
    assert watched.stands() == {one}
    watched.go("Wake", other)
    assert watched.stands() == {one}


PLACES = ("Manila", "Wake", "Midway", "Pearl Harbor", "Rangoon", "Malaya", "Truk", "Saipan", "Hong Kong", "Davao")


@pytest.mark.parametrize("seed", range(3))
def test_a_phase_that_is_heard_anew_has_the_findings_that_it_had(both: Seated, seed: int):
    watched, random = Watched(both, Umpire(both)), Random(seed)
    pieces = watched.pieces(15)
    for _ in range(40):
        watched.go(random.choice(PLACES), random.choice(pieces))
    anew = watched.anew()
    assert anew.open == (), "of so many moves some are yet to be heard of"
    watched.settle()
    watched.settle(anew)
    assert {one.mark for one in anew.open} == {one.mark for one in watched.findings.open} != set()


def test_the_findings_of_one_move_stand_together(watched: Watched):
    first, second, third = watched.pieces(3)
    watched.go("Wake", first, second)
    watched.go("Midway", third)
    assert [{piece for one in found for piece in one.pieces} for found in watched.findings.by_move] == [
        {first, second},
        {third},
    ]
    assert [one for found in watched.findings.by_move for one in found] == list(watched.findings.open)
    watched.go("Truk", second)
    watched.settle()
    assert [[one.pieces for one in found] for found in watched.findings.by_move] == [[(first,)], [(third,)]]


def test_what_a_card_says_of_many_counters_is_let_stand_in_one_step(watched: Watched):
    first, second, third = watched.pieces(3)
    watched.go("Wake", first, second)
    watched.go("Wake", third)
    found = watched.findings.by_move[0]
    watched.findings.mean(found)
    assert watched.model.submit(SetProperty(LET_STAND, found[0].sentence)).has_happened
    assert watched.stands() == {first, second}
    anew = watched.anew()
    watched.settle(anew)
    assert {piece for one in anew.open if anew.is_let_stand(one) for piece in one.pieces} == {first, second}
    watched.go("Truk", first)
    watched.settle()
    assert (watched.wrong(), watched.stands()) == ({second, third}, {second})


class LateTable:
    """A table that answers questions about the steps of the phase only when the test calls `tell`.

    `arrived` counts the answers that came late.
    """

    def __init__(self, watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
        self._watched, self._seat = watched, watched.model.table_seat
        self._tells = self._seat.phase_so_far
        self._under_way: list[Callable[..., None]] = []
        self.arrived = 0
        monkeypatch.setattr(self._seat, "phase_so_far", self._under_way.append)

    def anew(self) -> StandingFindings:
        """Return findings that follow the table from now on."""
        found = StandingFindings(self._watched.watchman, self._watched.model, self._arrive)
        self._watched.model.changed.connect(lambda _changes: found.follow(self._watched.model.news))
        return found

    def _arrive(self) -> None:
        self.arrived += 1

    def tell(self) -> None:
        """Answer the questions under way."""
        under_way, self._under_way[:] = [*self._under_way], []
        for reply in under_way:
            self._tells(reply)


def test_findings_come_when_the_table_has_told_the_phase_with_what_happened_meanwhile(watched: Watched, monkeypatch):
    first, meanwhile, later = watched.pieces(3)
    watched.go("Wake", first)
    table = LateTable(watched, monkeypatch)
    late = table.anew()
    assert late.open == ()
    assert not late.go_on(), "nothing can be judged yet"
    watched.go("Midway", meanwhile)
    assert late.open == ()
    table.tell()
    watched.settle(late)
    assert (watched.wrong(late), table.arrived) == ({first, meanwhile}, 1)
    watched.go("Wake", later)
    assert watched.wrong(late) == {first, meanwhile, later}


def test_a_phase_that_was_forgotten_on_its_way_is_not_heard(watched: Watched, monkeypatch):
    (piece,) = watched.pieces(1)
    watched.go("Wake", piece)
    table = LateTable(watched, monkeypatch)
    late = table.anew()
    assert late.open == ()
    watched.model.submit(SetTracker("Turn", (0, 0, 4)))
    table.tell()
    assert (late.open, table.arrived) == ((), 0)
    table.tell()
    assert (late.open, table.arrived) == ((), 1), "a new phase has no moves yet"


def test_a_move_in_the_hand_waits_for_no_answer(watched: Watched, monkeypatch):
    (piece,) = watched.pieces(1)
    watched.go("Truk", piece)
    table = LateTable(watched, monkeypatch)
    late = table.anew()
    here = watched.model.game
    assert late.going_on((piece,)).since is here, "a move of its own until the table has told the earlier step"
    table.tell()
    assert late.going_on((piece,)).since is not here
