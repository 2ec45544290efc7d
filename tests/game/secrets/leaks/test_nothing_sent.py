"""Nothing sent to a seat contains a word of any secret, and no command of the seat can name a secret thing."""

from collections.abc import Callable

import msgspec
import pytest

from tabletop.game.commands import (
    Act,
    AnyCommand,
    ClonePieces,
    DrawPieces,
    Into,
    LookInto,
    MovePieces,
    OpenNote,
    RemovePieces,
    Restack,
    SetProperty,
    SetTrait,
    Show,
    Shuffle,
    Spot,
)
from tabletop.game.state.frames import Frame, GivenAnswer
from tabletop.game.state.game import Note
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, SHUT, UNSEEN
from tabletop.game.traits.property_traits import OwnProperty
from tests.game.secrets.worlds import Played, World

UNIT = Kind("unit", "Unit", "a", (), 60, 60)
SECRET = Kind("token-kind", "token-name", "b", (OwnProperty("Plan", "token-state"),), 60, 60)
HERE = Spot("main", 250, 50)


def table_of_secrets() -> Played:
    """Return a game with a counter of the asking seat among all kinds of secrets, each with the word `token` in it."""
    world = World()
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.piece("back", SECRET, "stack", world.sight(BACK))
    world.piece("sub", SECRET, "stack", world.sight(UNSEEN))
    world.holder("sea", x=450)
    world.piece("alone", SECRET, "sea", world.sight(UNSEEN))
    world.holder("safe", "deck", 650, looks=world.looks(SHUT), name="safe")
    world.piece("card", SECRET, "safe")
    world.property("side:b:plan", "token-property")
    world.note("theirs", Note("private", 1, "token-title", "token-text"))
    world.note("sealed", Note("sealed", 1, "sealed", "token-sealed"))
    given = GivenAnswer("plan", "b", "token-answer", "token-question?", secret=True, private=True)
    state = {"plan": {"secret_of": "b", "is": "token-frame"}}
    world.frame("raid", Frame("raid", "1", "step", state, "b", answers=(given,)))
    return Played(world)


def test_no_word_of_a_secret_is_in_the_first_state_the_log_the_news_or_undo() -> None:
    play = table_of_secrets()
    play.does(MovePieces((play["unit"],), HERE))
    for command in (
        MovePieces((play["sub"],), HERE),
        SetTrait((play["back"],), "Plan", "token-new"),
        SetProperty("side:b:plan", "token-other"),
        Shuffle(play["safe"]),
        MovePieces((play["card"],), Into(play["safe"])),
    ):
        play.by("bert", command)
    for does in (play.undoes, play.redoes, lambda: play.undoes(of_table=True)):
        does()
    sent = [play.anna.missed(None), *((news.delta, news.told, news.outline) for news in play.heard)]
    assert len(sent) > 4
    assert b"token" in msgspec.json.encode(play.session.game.properties)
    assert b"token" not in b"".join(map(msgspec.json.encode, sent))
    assert "token" not in repr(play.got)


BY_NUMBER: dict[str, Callable[[int], AnyCommand]] = {
    "move": lambda number: MovePieces((number,), HERE),
    "move into": lambda number: MovePieces((1,), Into(number)),
    "restack": lambda number: Restack((number,), "up"),
    "act": lambda number: Act((number,), "up"),
    "choose": lambda number: Act((), "up", chosen=(number,)),
    "remove": lambda number: RemovePieces((number,)),
    "clone": lambda number: ClonePieces((number,)),
    "show": lambda number: Show((number,), "face"),
    "set": lambda number: SetTrait((number,), "Plan", 1),
    "draw": lambda number: DrawPieces(number, HERE),
    "look into": lambda number: LookInto(number, "faces", ("a",)),
    "open": OpenNote,
}


@pytest.mark.parametrize("name", BY_NUMBER)
def test_what_is_unseen_cannot_be_named(name: str) -> None:
    """All numbers that are not in the seat's view are refused with the same words."""
    play = table_of_secrets()
    view = play.anna.view
    known = {*view.pieces, *view.holders, *view.notes, *view.frames, *view.kinds}
    tried = [number for number in (*range(1, 60), *play.world.ids.values()) if number not in known]
    answers = {repr(play.anna.submit(BY_NUMBER[name](number))) for number in tried}
    assert len(tried) > 20
    assert len(answers) == 1
    assert "no-such-piece" in answers.pop()
