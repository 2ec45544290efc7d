"""Random pairs of games tell a seat nothing of what it sees at no level; leaks put back on purpose are found.

`python -m tests.game.secrets.pairs 1000` plays 1000 from a new seed, and prints the coverage.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from tabletop.game.actions import transaction
from tabletop.game.sight import eyes
from tabletop.game.sight.seen_draft import SeenDraft
from tabletop.journal import takeback
from tabletop.journal.takeback import take_back
from tabletop.session import table_undo
from tabletop.session.seat_stream import NoticedNumbers
from tests.game.secrets.pairs import play

PAIRS = 90


played = cache(play)


@pytest.mark.parametrize("seed", range(PAIRS))
def test_two_games_that_differ_in_what_is_unseen_are_alike(seed: int) -> None:
    pair = played(seed)
    assert pair.found is None, (pair.seed, pair.last)


def test_every_command_was_tried_on_faces_and_on_backs() -> None:
    cells = sum((played(seed).cells for seed in range(PAIRS)), Counter[tuple[str, str]]())
    tried = {(does, where.split()[0]) for does, where in cells}
    commands = {does for does, _ in cells} - {"undo", "redo", "take back"}
    assert {(does, level) for does in commands for level in ("face", "back")} - tried == set()


def _decides_on_truth(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(transaction, "seen_draft", lambda truth, *_: truth)


def _knows_backs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeenDraft, "_piece", lambda draft, id: draft.truth.piece(id) if draft.seen_level(id) else None)
    patch.setattr(SeenDraft, "is_back", lambda _draft, _id: False)


def _counts_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeenDraft, "known_in", lambda draft, holder: draft.truth.known_in(holder))


def _sees_what_lies_there(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeenDraft, "_holder", lambda draft, id: draft.truth.holder(id))


def _undoes_by_the_record(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table_undo, "take_back", lambda record, game, steps, _who, _notices: take_back(record, game, steps))


def _one_key_a_piece(patch: pytest.MonkeyPatch) -> None:
    known = takeback._in_the_way
    patch.setattr(takeback, "_in_the_way", lambda entries, steps, _notices: known(entries, steps, lambda _: True))


def _tells_numbers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(NoticedNumbers, "number", lambda _numbers, seq: seq)


def _tells_properties(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(eyes._SomeEyes, "reads", lambda _eyes, _name: True)


def _tells_questions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(eyes, "as_seen", lambda frame, _sides: frame)


@pytest.mark.parametrize(
    "puts_back",
    [
        _decides_on_truth,
        _knows_backs,
        _counts_all,
        _sees_what_lies_there,
        _undoes_by_the_record,
        _one_key_a_piece,
        _tells_numbers,
        _tells_properties,
        _tells_questions,
    ],
)
def test_a_leak_that_is_put_back_is_found(
    puts_back: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    puts_back(monkeypatch)
    assert any(_tells(seed) for seed in range(500))


def _tells(seed: int) -> bool:
    """Return whether the games of a pair differ."""
    return play(seed).found is not None
