"""The pieces on a map as text, as a seat sees them."""

from tabletop.desktop.window.files.map_listing import listed
from tabletop.game.appearance.piece_display import viewed


def test_each_place_has_a_line_with_what_lies_there(both):
    game, components = both.model.game, both.model.components
    name = game.maps[0]
    lines = listed(game, components.maps[name], 0, viewed(game, components, both.model.seat)).splitlines()
    lying = [held for held in game.holders.values() if held.map == 0 and held.pieces]
    assert lines[0] == name
    assert len(lines) == 1 + len(lying)
    assert any(line.startswith("Paramushiro: ") for line in lines)
