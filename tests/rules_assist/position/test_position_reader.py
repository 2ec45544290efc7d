"""The reader of the properties of one position answers as any reader does, and searches once."""

import pytest

from rules_assist.position.position_reader import PositionReader, ReadProperty
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PropertyReader

OTHER_ARM = 'either(first(map("main"), Place, Side == mine(Side) and move == 10 - mine(move)), "none")'
PROPERTIES = {
    "other_arm": OTHER_ARM,
    "first_of_all": 'first(map("main"), move, move > 0)',
    "first_here": "first(map, Place, move == 6)",
    "nobody": 'first(map("elsewhere"), Place, move > 0)',
    "weather_here": 'if(either(Weather, "clear") == "storm", 1, 2)',
    "front_here": 'either(property("front", place("0101", "main")), "calm")',
}
PIECES = [("blue_armour", "0505"), ("red_infantry", "0101"), ("red_armour", "0304"), ("red_armour", "0208")]


@pytest.fixture
def position(situation_of):
    """Infantry (4 steps) and armour (6), each of which names the first unit of its side of the other arm."""
    mark = "      - trait: moved-mark"
    lines = [f"      - {{trait: computed, name: {name}, value: '{value}'}}" for name, value in PROPERTIES.items()]
    return situation_of("presence: [{id: units, title: Units}]", pieces=PIECES, units=(mark, "\n".join((*lines, mark))))


def test_it_answers_as_any_reader_does(position):
    plain = PropertyReader(Draft(position.game), position.book.module.components, (), sees_all=True)
    for name in PROPERTIES:
        found = [position.read(piece, name) for piece in position.pieces()]
        assert found == [plain.read(piece, name) for piece in position.pieces()], name
    assert [position.read(piece, "other_arm") for piece in position.pieces()] == ["none", "0304", "0101", "0101"]


def test_it_searches_for_the_first_piece_once(position, monkeypatch):
    sought: list[object] = []
    order = Draft.from_the_bottom
    monkeypatch.setattr(Draft, "from_the_bottom", lambda self, ids: sought.append(ids) or order(self, ids))
    for piece in position.pieces():
        position.read(piece, "other_arm")
        position.read(piece, "first_of_all")
    assert len(sought) == 1


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("move", ReadProperty(4, frozenset(), of_others=False)),
        ("weather_here", ReadProperty(2, frozenset({"Weather"}), of_others=False)),
        ("front_here", ReadProperty("calm", None, of_others=False)),
        ("other_arm", ReadProperty("0304", frozenset(), of_others=True)),
    ],
)
def test_it_says_what_a_property_depends_on(position, name, read):
    (infantry,) = [piece for piece in position.pieces("Red") if position.read(piece, "move") == 4]
    reader = PositionReader(position.game, position.book.module.components)
    assert reader.read_whole(infantry, name) == read
