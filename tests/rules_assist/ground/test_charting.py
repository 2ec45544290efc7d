"""Terrain and lines that rule files chart over a map, by boards, zones, places and the colours of a picture."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from tabletop.module.documents.problems import ModuleProblems

PICTURE = """
art: {kind: picture, frame: [0, 0, 2400, 1500], file: map/scan.png}
"""
GREEN, BROWN = "#3F7F3F", "#A08040"


def properties(situation, place: str) -> dict[str, str]:
    return dict(situation.book.places["main"][place])


@pytest.fixture
def scanned(situation_of, tmp_path):
    """Return a function that makes a position, with these rules, on the template's map under a picture. The left half
    of the picture is green with black lines, the right half is brown.
    """

    def make(rules: str):
        situation_of("{}")
        picture = Image.new("RGB", (600, 375), BROWN)
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 0, 255, 375), fill=GREEN)
        for x in range(0, 256, 32):
            pen.line((x, 0, x, 375), fill="black", width=3)
        content = BytesIO()
        picture.save(content, "PNG")
        (tmp_path / "blank" / "map" / "scan.png").write_bytes(content.getvalue())
        return situation_of(rules, on_map=PICTURE)

    return make


def test_every_place_has_what_is_said_of_all_and_the_later_goes_before_the_earlier(situation_of):
    situation = situation_of(
        """
terrain:
  - {properties: {soil: firm, shade: none}}
  - {places: ["0802", Southgate], properties: {soil: marsh}}
"""
    )
    assert properties(situation, "0101") == {"soil": "firm", "shade": "none"}
    assert properties(situation, "0802") == {"soil": "marsh", "shade": "none"}
    assert properties(situation, "0907")["soil"] == "marsh"


def test_what_the_map_file_says_stays_under_it(situation_of):
    situation = situation_of("terrain: [{places: [Northwood], properties: {soil: peat}}]")
    assert properties(situation, "0403") == {"cost": "2", "name": "Northwood", "soil": "peat"}


def test_the_cells_of_a_board_are_not_the_boxes_beside_it(situation_of):
    situation = situation_of("terrain: [{boards: [Field], properties: {soil: firm}}]")
    assert properties(situation, "1208")["soil"] == "firm"
    assert "soil" not in properties(situation, "Red losses")


def test_a_link_is_a_set_of_steps_and_a_hexside_lies_on_one(situation_of):
    situation = situation_of(
        """
lines:
  - {link: track, runs: [["0306", "0406", "0905"]]}
  - {hexside: ditch, runs: [["0202", "0302"]], properties: {depth: "2"}}
"""
    )
    terrain = situation.book.ground.atlas.terrain("main")
    far = terrain.step(terrain.node("0905"), terrain.node("0406"))
    assert terrain.sets[far] == {"track"}
    wet = terrain.step(terrain.node("0302"), terrain.node("0202"))
    assert terrain.sets[wet] == {"adjacent"}
    assert terrain.ways[wet] == {"hexside": "ditch", "depth": "2"}


def test_places_are_taken_by_the_colour_that_a_picture_mostly_has_there(scanned):
    situation = scanned(f'terrain: [{{colours: ["{GREEN}"], properties: {{wood: "yes"}}}}]')
    woods = {place for place, said in situation.book.places["main"].items() if said.get("wood")}
    assert {place[:2] for place in woods} == {"01", "02", "03", "04", "05", "06", "07"}
    assert len(woods) == 7 * 8


def test_how_near_and_how_much_can_be_said(scanned):
    near = scanned('terrain: [{colours: ["#3F7F5F"], within: 8, properties: {wood: "yes"}}]')
    assert not any(said.get("wood") for said in near.book.places["main"].values())
    pure = scanned(f'terrain: [{{colours: ["{GREEN}"], most: 99, properties: {{wood: "yes"}}}}]')
    assert not any(said.get("wood") for said in pure.book.places["main"].values())


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("terrain: [{places: [Norhtwood], properties: {a: b}}]", "Northwood"),
        ("terrain: [{boards: [Feild], properties: {a: b}}]", "Field"),
        ("terrain: [{zones: [North], properties: {a: b}}]", "a zone"),
        ("terrain: [{map: mian, properties: {a: b}}]", "main"),
        ("terrain: [{properties: {}}]", "expected 1 or more entries"),
        ('terrain: [{colours: ["#000000"], properties: {a: b}}]', "there is no picture of 'main' to take colours from"),
        ('lines: [{link: a, hexside: b, runs: [["0101", "0102"]]}]', "either `link`, for steps"),
        ('lines: [{hexside: river, runs: [["0101", "0901"]]}]', "0101 and 0901 do not lie side by side"),
        ('lines: [{link: road, runs: [["0101"]]}]', "expected 2 or more entries"),
    ],
)
def test_what_cannot_be_charted_is_told_with_its_line(situation_of, rules, said):
    with pytest.raises(ModuleProblems, match=r"tables\.yaml:1:") as problems:
        situation_of(rules)
    assert said in str(problems.value)


def test_a_picture_that_is_none_is_told(situation_of, tmp_path):
    situation_of("{}")
    (tmp_path / "blank" / "map" / "scan.png").write_bytes(b"not a picture")
    with pytest.raises(ModuleProblems, match=r"map/scan\.png' is no picture"):
        situation_of('terrain: [{colours: ["#000000"], properties: {a: b}}]', on_map=PICTURE)


def test_assist_yaml_is_a_rule_file_without_being_named(situation_of, tmp_path):
    situation_of("{}")
    (tmp_path / "blank" / "assist.yaml").write_text("terrain: [{properties: {soil: firm}}]", encoding="utf-8")
    situation = situation_of("{}")
    assert properties(situation, "0101")["soil"] == "firm"
