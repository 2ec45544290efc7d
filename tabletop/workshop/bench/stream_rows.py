"""Measurements of a table with several seats: a move for four of them, and the bytes that a seat receives."""

import tempfile
from collections.abc import Iterable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from tabletop.cli.game_arguments import loaded
from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Change, PieceSight, Sit
from tabletop.game.commands import MovePieces, Spot
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.values import BACK, FACE, UNSEEN
from tabletop.journal.journal import Journal
from tabletop.module.module import Module
from tabletop.module.setup import new_game
from tabletop.session import Connection, News, Session
from tabletop.workshop.bench.measured_tables import SEAT, move, table
from tabletop.workshop.bench.measurement import Measurement, cpu_ms

MODULE: Final = "fire_in_the_sky"
COUNTERS: Final = 2_000
MOVES: Final = 400
WORDS_MOVES: Final = 100
_KILOBYTE: Final = 1_000
_SEED: Final = "00" * 32
_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")
_SEATS: Final = {SEAT: Seat((0, 1)), "red": Seat((0,)), "blue": Seat((1,)), "onlooker": Seat(())}
"""Four seats with different views: one that plays both sides, one for each side, and one without a side."""


def _hidden(game: Game, pieces: tuple[int, ...]) -> Game:
    """Return the game with a third of the counters unseen by one side, and a third seen from their backs."""
    changes: list[Change] = []
    for number, piece in enumerate(pieces):
        level = (UNSEEN, BACK, FACE)[number % 3]
        changes.append(PieceSight(piece, number % 2, level))
    return apply(game, tuple(changes))[0]


def _moves(*, is_hidden: bool) -> Iterable[float]:
    """Measure moves: each is decided, recorded in a file, and its difference encoded for each of the four seats."""
    on, ticks = table(COUNTERS), count(1_700_000_000_000)
    seated, _ = apply(on.game, tuple(Sit(name, seat) for name, seat in _SEATS.items()))
    game = _hidden(seated, on.pieces) if is_hidden else seated
    sent: list[bytes] = []

    def hear(news: News) -> None:
        sent.append(_ENCODER.encode((news.delta, news.told)))

    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.create(Path(folder, "bench.wartable"), game, _SEED) as journal,
    ):
        session = Session(journal, on.components, now_ms=lambda: next(ticks))
        seats = [session.join(name, hear) for name in _SEATS]
        yield from cpu_ms((partial(seats[0].submit, move(on, number)) for number in range(MOVES)), warm=20)
    if len(sent) < MOVES * (2 if is_hidden else len(_SEATS)):
        raise RuntimeError("Seats were not told of the moves.")


def _joined() -> tuple[Module, Session, Connection]:
    """Return the module Fire in the Sky, a session at the beginning of its game, and one side's connection to it."""
    module, ticks = loaded(MODULE), count(1_700_000_000_000)
    made = new_game(module, next(iter(module.scenarios)), {}, SeededChance(_SEED, b"", 0, 0), "bench")
    game, _ = apply(made, (Sit("red", Seat((0,))), Sit("blue", Seat((1,)))))
    session = Session(Journal.in_memory(game, _SEED, 0), module.components, now_ms=lambda: next(ticks))
    return module, session, session.join("red")


def _join() -> Iterable[float]:
    """Measure the whole view of a side, as it is sent to a seat that has the module."""
    module, _, red = _joined()
    yield len(_ENCODER.encode(red.missed(None, module.name))) / _KILOBYTE


def _words() -> Iterable[float]:
    """Measure the entries of the other side's stream for moves of single counters, each with its sentence."""
    _, session, red = _joined()
    blue = session.join("blue")
    start, view = blue.bookmark, red.view
    width, height = 4_000, 2_000
    pieces = [piece for piece in view.pieces if view.holder_of(piece).form == "stack"]
    for number in range(WORDS_MOVES):
        to = Spot(view.maps[0], number * 7_919 % width, number * 104_729 % height)
        red.submit(MovePieces((pieces[number * 31 % len(pieces)],), to))
    return [float(len(_ENCODER.encode(entry))) for entry in blue.missed(start).entries]


MEASUREMENTS: Final = (
    Measurement(
        "seats.open",
        "a move decided, recorded, encoded for four seats and shown in their views",
        "ms",
        "CPU",
        0.5,
        partial(_moves, is_hidden=False),
    ),
    Measurement("seats.hidden", "the same where things are hidden", "ms", "CPU", 0.8, partial(_moves, is_hidden=True)),
    Measurement("seats.join", "a join at Fire in the Sky by a seat with the module", "kB", "size", 40, _join),
    Measurement("seats.move", "a move with its sentence, as the other side receives it", "bytes", "size", 300, _words),
)
