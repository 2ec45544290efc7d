"""Face books as data: values, conditions of elements, and reported mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from pydantic import ValidationError

from tabletop.module import shipped
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.schema.faces import Condition, FaceBook, fill, size_class, written
from tabletop.module.source import FolderSource

if TYPE_CHECKING:
    from pathlib import Path

BOOK = """
styles:
  red: {face: "#FFFFFF", edge: "#000000", stripe: "#AA0000", plain_stripe: "#880000", mark: star}
templates:
  plain:
    shape: {type: circle}
    elements:
      - {draw: text, text: "{strength}", at: [0.5, 0.5], size: 0.3}
"""


def book(text: str = BOOK) -> FaceBook:
    return FaceBook.model_validate(yaml.load(text, Loader=yaml.CBaseLoader))


@pytest.mark.parametrize(
    ("value", "print_"),
    [("0.5", "½"), ("1.5", "1½"), ("12.5", "12½"), ("-0.5", "-½"), ("7", "7"), ("1.25", "1.25"), ("CV", "CV")],
)
def test_halves_are_written_with_their_sign(value: str, print_: str) -> None:
    assert written(value) == print_


def test_a_text_is_filled_with_values_or_empty() -> None:
    assert fill("({strength})", {"strength": "1"}) == "(1)"
    assert fill("({strength})", {}) == ""
    assert fill("({strength})", {"strength": ""}) == ""
    assert fill("Replacements", {}) == "Replacements"
    assert fill("{a} {b}", {"a": "0.5", "b": "{a}"}) == "½ {a}"


@pytest.mark.parametrize(("side", "form"), [(10, "S"), (63.9, "S"), (64, "M"), (110, "M"), (110.1, "L"), (900, "L")])
def test_the_form_by_the_side_on_the_screen(side: float, form: str) -> None:
    assert size_class(side) == form


def test_a_condition_holds_when_each_of_its_lines_does() -> None:
    condition = Condition.model_validate(
        {"size": "S", "given": "air", "missing": ["hits"], "value": {"shows": ["full", "reduced"]}, "from_px": "20"}
    )
    good = {"air": "2", "shows": "full"}
    assert condition.holds(good, 40, "normal")
    assert not condition.holds(good, 80, "normal")
    assert not condition.holds(good, 19, "normal")
    assert not condition.holds({"shows": "full"}, 40, "normal")
    assert not condition.holds(good | {"hits": "1"}, 40, "normal")
    assert not condition.holds(good | {"shows": "back"}, 40, "normal")


def test_the_shipped_book_has_no_mistakes() -> None:
    text = shipped.path("modules", "fire_in_the_sky", "counters", "faces.yaml").read_text(encoding="utf-8")
    assert list(book(text).mistakes()) == []


def test_the_values_of_a_template_are_those_it_names() -> None:
    text = BOOK.replace("elements:", "around: [{draw: part, part: stars}]\n    elements:") + (
        "parts: {stars: [{draw: row, glyph: star, count: '{vp}', at: [0, 1], radius: 0.1, pitch: 0.2,"
        " when: {value: {open: [yes]}}}]}\n"
    )
    assert book(text).value_names("plain") == {"style", "strength", "vp", "open"}


@pytest.mark.parametrize(
    ("wrong", "place", "expected"),
    [
        (
            "{draw: glyph, glyph: sta, at: [0, 0], radius: 0.1}",
            ("templates", "plain", "elements", 0, "glyph"),
            "a sign",
        ),
        (
            "{draw: bar, box: [0, 0, 1, 1], colour: strype}",
            ("templates", "plain", "elements", 0, "colour"),
            "a colour",
        ),
        (
            "{draw: group, elements: [{draw: part, part: crown}]}",
            ("templates", "plain", "elements", 0, "elements", 0, "part"),
            "a part",
        ),
        (
            "{draw: symbol, symbol: infantery, box: [0, 0, 1, 1]}",
            ("templates", "plain", "elements", 0, "symbol"),
            "a symbol",
        ),
    ],
)
def test_a_name_that_is_not_known_is_found_with_its_place(wrong: str, place: tuple[object, ...], expected: str) -> None:
    text = BOOK.replace('{draw: text, text: "{strength}", at: [0.5, 0.5], size: 0.3}', wrong)
    (mistake,) = book(text).mistakes()
    assert (mistake.place, mistake.expected) == (place, expected)


def test_a_mistake_is_told_with_its_line_and_the_nearest_name(tmp_path: Path) -> None:
    file = tmp_path / "faces.yaml"
    file.write_text(
        BOOK.replace("{draw: text,", "{draw: glyph, glyph: sta, radius: 0.1, at: [0, 0]}\n      - {draw: text,")
    )
    reader = ModuleReader(FolderSource(tmp_path))
    faces = reader.read("faces.yaml", FaceBook)
    assert faces is not None
    for mistake in faces.mistakes():
        reader.note("faces.yaml", mistake.place, mistake.expected, mistake.known)
    (problem,) = reader.problems
    assert (problem.line, problem.found, problem.nearest) == (8, "'sta'", "star")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("draw: text", "draw: texture"),
        ("size: 0.3", "size: 0"),
        ("size: 0.3", "sise: 0.3"),
        ("[0.5, 0.5]", "[0.5]"),
        ("type: circle", "type: star"),
        ('"#AA0000"', "red"),
        ("templates:", "parts: {a: [{draw: part, part: a}]}\ntemplates:"),
    ],
)
def test_a_line_that_means_nothing_is_refused(old: str, new: str) -> None:
    with pytest.raises(ValidationError):
        book(BOOK.replace(old, new))


def test_every_field_is_explained_to_an_editor() -> None:
    schema = FaceBook.model_json_schema()
    models = {"FaceBook": schema, **schema["$defs"]}
    unexplained = [
        f"{model}.{name}"
        for model, described in models.items()
        for name, field in described.get("properties", {}).items()
        if "description" not in field and "const" not in field
    ]
    assert unexplained == []
