"""A game is reviewed from its beginning: by all its players, by turns, with and without the assistant."""

import pytest

from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.panels.notes_panel import NotesPanel
from tabletop.desktop.panels.status_line import StatusLine
from tabletop.game.commands import At, MovePieces, PlaceNew, Say, Show, WriteNote
from tests.journeys.conftest import Player


@pytest.fixture
def played(table: Player) -> Player:
    """Return the player at the screen after a game of two players there, one of whom made many secret moves."""
    table.choose("Draw the curtain")
    table.push("Japan")
    force = table.pieces("Paramushiro")
    for command in (
        Show(force[:3], "unseen", ("AL",)),
        Show(force[3:], "back", ("AL",)),
        MovePieces(force, At("pacific", "Truk")),
        Say("to Midway", ("JP",)),
        WriteNote("private", "Orders", "Midway"),
        PlaceNew("replacements_jp", At("pacific", "Truk")),
    ):
        table.submit(command)
    table.press("Ctrl+Z")
    table.choose("Draw the curtain")
    table.push("Allies")
    return table


def seen(table: Player) -> tuple[object, ...]:
    """Return the number of the step under review, the stacks where the force was and went, the titles of notes, and the
    log.
    """
    review = table.model.review
    assert review is not None
    notes = sorted(note.title for note in table.game.notes.values())
    return review.last, table.lying("Paramushiro"), table.lying("Truk"), notes, table.log


def gone_through(table: Player) -> list[tuple[object, ...]]:
    """Replay the game to its end and back again, check that both ways show the same, and return the view at
    every step.
    """
    there = [seen(table)]
    while table.model.can_redo:
        table.press("PgDown")
        there.append(seen(table))
    back = [seen(table)]
    while table.model.can_undo:
        table.press("PgUp")
        back.append(seen(table))
    assert back[::-1] == there
    return there


@pytest.mark.parametrize("is_assisted", [False, True])
def test_each_side_sees_of_every_step_what_it_saw(played: Player, is_assisted: bool):
    played.choose("Replay from the start")
    played.push("Japan")
    if is_assisted:
        played.press("F4")
        played.wait(lambda: played.find(AssistantPanel).isVisible())
    own = gone_through(played)
    assert "Abukuma" in str(own[-1])
    assert "to Midway" in str(own[-1])
    assert "Orders" in str(own[-1])
    played.choose("Draw the curtain")
    played.push("Allies")
    others = gone_through(played)
    assert len(others) == len(own)
    hidden = others[-1]
    assert "unknown unit" in str(hidden)
    for secret in ("Abukuma", "Akagi", "Midway", "Orders"):
        assert secret not in str(hidden)
    assert played.find(NotesPanel).isHidden()


def test_behind_the_curtain_nothing_goes_on(played: Player):
    played.choose("Replay from the start")
    played.push("Allies")
    played.press("F5")
    assert played.buttons("Pause")
    played.choose("Draw the curtain")
    played.push("Japan")
    assert played.buttons("Play")
    assert played.find(StatusLine).accessibleName().startswith("Japan   ·")
