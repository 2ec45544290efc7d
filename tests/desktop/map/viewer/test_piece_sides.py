"""Every side that a counter can show."""

from tabletop.desktop.map.viewer.piece_sides import all_sides
from tabletop.game.commands import Act, Show


def levels(seat, piece: int) -> list[str]:
    model = seat.model
    return [level for level, _ in all_sides(model.game, model.components, model.seat, piece)]


def test_the_side_that_shows_comes_first_and_nothing_is_turned(both):
    piece = both.at("Convoy Escort")[0]
    before = both.model.game
    assert levels(both, piece) == ["deployment", "operational"]
    assert both.model.game is before
    both.model.submit(Act((piece,), "ctrl F"))
    assert levels(both, piece) == ["operational", "deployment"]


def test_of_what_shows_its_back_there_is_just_the_back(two):
    two.model.submit(Show(two.at("Paramushiro"), "back", ("AL",)))
    two.model.sit_as("Allies", ("AL",))
    assert levels(two, two.at("Paramushiro")[0]) == [""]
