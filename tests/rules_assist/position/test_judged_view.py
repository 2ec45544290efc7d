"""The views by which the assistant judges: the truth itself, if nothing on the table is hidden."""

from typing import Literal

import pytest
from msgspec.structs import replace

from rules_assist.position.judged_view import JudgedViews, hides_anything, seen_by
from tabletop.game.sight.audience import audience
from tabletop.game.state.frames import Frame, GivenAnswer
from tabletop.game.state.game import Game, Note
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import FACE, FACES, SHUT, UNSEEN
from tests.game.secrets.worlds import World

SHIP = Kind("ship", "Ship")


def laid(holds: str, beside: int = FACE) -> Game:
    """Return a table with a screen for each letter, and a ship beside them that side b sees at the level `beside`.

    The hold of a screen is empty and open (`o`), empty and closed to side b (`c`), or closed with a ship in it (`s`).
    """
    world = World()
    world.holder("place")
    world.piece("beside", SHIP, "place", sight=world.sight(FACE, beside))
    for number, hold in enumerate(holds):
        world.piece(f"screen {number}", SHIP, "place")
        looks = world.looks(FACES, FACES if hold == "o" else SHUT)
        world.holder(f"hold {number}", "hold", looks=looks, carrier=f"screen {number}")
        if hold == "s":
            world.piece(f"ship {number}", SHIP, f"hold {number}", sight=world.sight(FACE, UNSEEN))
    return world.game()


@pytest.mark.parametrize(
    ("name", "value", "hides"),
    [("Weather", "storm", False), ("map:main:Weather", "storm", False), ("side:a:Plan", "wait", True)],
)
def test_a_property_of_a_side_is_hidden_from_the_others(name: str, value: str, hides: bool):
    world = World()
    world.property(name, value)
    game = world.game()
    assert hides_anything(game) is hides
    assert (name in seen_by(game, audience([1])).properties) is not hides


@pytest.mark.parametrize(("kind", "hides"), [("public", False), ("private", True), ("sealed", True)])
def test_a_note_that_only_its_side_reads_is_hidden(kind: Literal["public", "private", "sealed"], hides: bool):
    world = World()
    world.note("plan", Note(kind, 0, "Plan", "Wait for dawn."))
    game = world.game()
    assert hides_anything(game) is hides
    texts = [note.text for note in seen_by(game, audience([1])).notes.values()]
    assert ("Wait for dawn." in texts) is not hides


@pytest.mark.parametrize(
    ("holds", "beside", "hides"),
    [
        ("", FACE, False),
        ("o", FACE, False),
        ("c", FACE, False),
        ("occ", FACE, False),
        ("s", FACE, True),
        ("cs", FACE, True),
        ("", UNSEEN, True),
        ("c", UNSEEN, True),
        ("ccc", UNSEEN, True),
    ],
)
def test_a_closed_hold_hides_only_if_something_lies_in_it(holds: str, beside: int, hides: bool):
    game = laid(holds, beside)
    assert hides_anything(game) is hides
    assert (seen_by(game, audience([1])) is game) is not hides


def test_a_procedure_hides_something_from_its_first_secret_answer_on():
    world, views, side = World(), JudgedViews(), audience([1])
    world.frame("plan", Frame("plan", "1", "where"))
    game = world.game()
    (number,) = game.frames.keys()
    later = replace(game, frames=game.frames.set(number, replace(game.frames[number], touched=())))
    answer = GivenAnswer("where", "a", "0101", "Where?", secret=True)
    secret = replace(game, frames=game.frames.set(number, replace(game.frames[number], answers=(answer,))))
    assert views.seen_by(game, side) is game
    assert views.seen_by(later, side) is later
    assert [one.answer for one in views.seen_by(secret, side).frames[number].answers] == [None]
    assert views.seen_by(game, side) is game
