"""A record in review: the position after any step, and a copy that ends there."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.journal import review as review_module
from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.review import Review
from tabletop.journal.takeback import take_back
from tabletop.journal.verify import verify

OPS = [("move", 10, 1), ("state", 11, 2), ("move", 12, 3), ("property", "turn", 4), ("make", 2), ("remove", 13)]


@pytest.fixture
def file(tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a game file with six steps, and a seventh that undoes the third."""
    monkeypatch.setattr(review_module, "KEPT_EVERY", 3)
    path = tmp_path / "played.wartable"
    with Journal.create(path, tools.setup(), seed="ab" * 32) as journal:
        table = tools.Table(journal)
        for op in OPS:
            table.play(op)
        table.take_back(take_back(journal, journal.game, (3,)), 3)
    return path


@pytest.fixture
def review(file: Path):
    with Review.of(file) as review:
        yield review


def positions(file: Path) -> list[object]:
    with Journal.watch(file) as journal:
        return [journal.game_at(seq) for seq in range(journal.last + 1)]


def test_it_stands_before_all_steps_at_first(review, file):
    assert (review.first, review.last, review.end) == (0, 0, 7)
    assert [review.game, review.ended] == positions(file)[::7]


def test_it_goes_on_step_by_step_also_through_what_was_taken_back(review, file):
    were = positions(file)
    for seq in range(1, 8):
        found = review.go_on()
        assert (found.step.seq, review.last) == (seq, seq)
        assert (found.before, found.after) == (were[seq - 1], were[seq])
    assert review.taken_back_by(7) == (3,)
    with pytest.raises(JournalError, match="the end of the record"):
        review.go_on()


def test_it_goes_back_step_by_step_and_says_nothing(review, file):
    were = positions(file)
    review.stand_at(7)
    for seq in range(7, 0, -1):
        found = review.go_back()
        assert (found.step.seq, found.step.told, review.last) == (seq, (), seq - 1)
        assert (found.before, found.after) == (were[seq], were[seq - 1])
    with pytest.raises(JournalError, match="no action -1"):
        review.go_back()


def test_any_position_of_it_is_read_without_standing_there(review, file):
    review.stand_at(2)
    assert [review.game_at(seq) for seq in range(8)] == positions(file)
    assert review.last == 2


def test_it_stands_wherever_it_is_told_to_and_knows_no_later_step(review, file):
    were = positions(file)

    @given(st.lists(st.integers(0, 7), min_size=1, max_size=6))
    @settings(max_examples=40, deadline=None)
    def holds(path):
        for seq in path:
            review.stand_at(seq)
            assert (review.game, review.last) == (were[seq], seq)
            assert [step.seq for step in review.steps()] == list(range(1, seq + 1))
            assert review.taken_back() == (frozenset((3,)) if seq == 7 else frozenset())

    holds()
    for seq in (-1, 8):
        with pytest.raises(JournalError, match="goes from action 0 to 7"):
            review.stand_at(seq)


@pytest.mark.parametrize("seq", [0, 2, 4, 7])
def test_a_copy_is_a_game_that_goes_on_from_there_and_the_record_stays_whole(review, file, tools, seq):
    kept = file.read_bytes()
    review.stand_at(seq)
    copy = file.with_name("copy.wartable")
    review.copy_to(copy)
    assert verify(copy).ok
    with Journal.open(copy) as journal:
        assert (journal.last, journal.game, journal.chain) == (seq, review.game, review.chain)
        tools.Table(journal).play(("move", 14, 2))
        assert journal.last == seq + 1
    assert file.read_bytes() == kept


def test_nothing_is_written_into_a_record_that_is_looked_through(review, tools):
    with pytest.raises(JournalError, match="a replay"):
        tools.Table(review).play(("move", 14, 2))


def test_a_game_that_another_program_plays_can_be_looked_through(file):
    with Journal.open(file) as journal, Review.of(file) as review:
        assert review.ended == journal.game


def test_a_record_that_was_compacted_meanwhile_says_so(file):
    with Journal.open(file) as journal, Review.of(file) as review:
        journal.compact()
        with pytest.raises(JournalError, match="compacted"):
            review.go_on()
        with pytest.raises(JournalError, match="compacted"):
            review.stand_at(2)
