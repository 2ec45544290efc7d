"""The charts of Fire in the Sky: readable pages, complete tables that agree with the module's data."""

import re

import pytest

from tabletop.game.state.tracker import NameLevel
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.schema.module_file import PageRecord
from tabletop.module.schema.scenario import SetPiece

MODULE = load_module(shipped.path("modules", "fire_in_the_sky"))
PAGES = {page.file.removeprefix("charts/").removesuffix(".md"): page for page in MODULE.about.pages}
SCENARIO_PAGES = [("december_1941", "december-1941"), ("july_1942", "july-1942")]
SIDES = {"JP": "Japan", "AL": "Allies"}


def text_of(name: str) -> str:
    return MODULE.page(PAGES[name])


def tables_of(text: str) -> list[list[list[str]]]:
    """Return the tables of a page: rows of cells, without the line below the heading."""
    found: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        elif found[-1]:
            found.append([])
    return [[rows[0], *rows[2:]] for rows in found if rows]


def name_on_counter(key: str) -> str:
    kind = MODULE.components.kinds[key]
    values = next((trait.values for trait in kind.traits if isinstance(trait, MarkTrait)), {})
    name = str(values.get("name", kind.name))
    return f"{values['class']} {name}" if "class" in values else name


@pytest.mark.parametrize("page", MODULE.about.pages, ids=lambda page: page.file)
def test_a_page_begins_with_a_title_and_its_tables_are_whole(page: PageRecord) -> None:
    text = MODULE.page(page)
    assert text.startswith("# ")
    assert text.count("\n# ") == 0
    for table in tables_of(text):
        assert len(table) > 1
        assert {len(row) for row in table} == {len(table[0])}, table[0]


def test_surface_combat_grows_easier_with_firepower_and_harder_with_defence() -> None:
    head, *rows = tables_of(text_of("naval_damage"))[0]
    assert head == ["Firepower", "Defence 7", "8", "9", "10", "11", "12"]
    assert [row[0] for row in rows] == [f"**{firepower}**" for firepower in range(5)]
    numbers = [[7 if cell == "6*" else int(cell) for cell in row[1:]] for row in rows]
    assert all(row == sorted(row) for row in numbers)
    assert all(column == sorted(column, reverse=True) for column in map(list, zip(*numbers, strict=True)))
    assert numbers[0] == [4, 5, 6, 7, 7, 7]
    assert numbers[4] == [2, 2, 2, 3, 4, 4]


def test_the_combat_table_has_every_kind_of_combat_with_its_rule() -> None:
    head, *rows = tables_of(text_of("combat"))[0]
    assert head == ["combat", "dice", "modifiers", "each hit", "rule"]
    rules = ["5.3", "5.4", "16.1.3", "11.1.2", "11.1.3", "11.2.2.2", "11.2.2.4", "11.2.2.4", "11.2.2.4"]
    assert [row[-1] for row in rows] == [*rules, "11.2.5.3", "11.2.5.5"]


def test_the_sequence_page_has_the_phases_of_the_tracker() -> None:
    phases = MODULE.components.trackers["Turn"].levels[-1]
    assert isinstance(phases, NameLevel)
    shown = [row[0] for row in tables_of(text_of("sequence"))[0][1:]]
    assert shown[:2] == ["5 Economic, Japan's part", "5 Economic, Allied part"]
    assert ["5 Economic", *shown[2:]] == list(phases.names)


def test_every_ruling_and_optional_rule_is_on_its_page() -> None:
    rulings, optional = tables_of(text_of("rulings"))
    options = {option.id: option for option in MODULE.about.options}
    assert [row[0] for row in rulings[1:]] == [id for id in options if id.startswith("G-")]
    assert [f"rule-{row[0].replace('.', '-')}" for row in optional[1:]] == [
        id for id in options if id.startswith("rule-")
    ]
    for row in rulings[1:]:
        assert row[2].startswith(f"**{options[row[0]].usual.replace('-', ' ')}**")
        assert row[3] == options[row[0]].why


@pytest.mark.parametrize(("page", "scenario"), SCENARIO_PAGES)
def test_the_schedule_page_says_what_the_scenario_says(page: str, scenario: str) -> None:
    tables = tables_of(text_of(page))
    units = next(table for table in tables if table[0] == ["turn", "side", "at", "units"])
    points = next(table for table in tables if table[0][0] == "turn" and "TP US" in table[0])
    arrivals = MODULE.scenarios[scenario].arrivals
    assert units[1:] == [
        [str(each.turn), SIDES[str(each.side)], each.at, "; ".join(name_on_counter(str(key)) for key in each.pieces)]
        for each in arrivals
        if each.pieces
    ]
    said = {
        (str(each.turn), str(each.side)): each.what for each in arrivals if each.what.startswith("Submarine Points ")
    }
    for turn, japan, _, allies, us, britain, _ in points[1:]:
        assert said[turn, "JP"].startswith(f"Submarine Points {japan};")
        assert said[turn, "AL"].startswith(f"Submarine Points {allies}; Transport Points US {us}, Britain {britain}.")
    assert len(said) == 2 * len(points[1:])


@pytest.mark.parametrize(("page", "scenario"), SCENARIO_PAGES)
def test_the_set_up_page_names_every_place_and_unit_of_the_scenario(page: str, scenario: str) -> None:
    rows = {row[0]: row[1] for table in tables_of(text_of(page)) if table[0] == ["at", "units"] for row in table[1:]}
    setup = [
        placement
        for placement in MODULE.scenarios[scenario].setup
        if placement.map is None and "-track." not in placement.at and "cube_jp" not in placement.pieces
    ]
    assert set(rows) == {placement.at for placement in setup}
    for placement in setup:
        for piece in placement.pieces:
            assert name_on_counter(piece.piece if isinstance(piece, SetPiece) else piece) in rows[placement.at]
