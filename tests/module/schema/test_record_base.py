"""The values of text in a module file, and refused texts."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tabletop.module.schema import record_base
from tabletop.module.schema.record_base import Half, Record


def read(kind: Any, text: object) -> object:
    return TypeAdapter(kind).validate_python(text)


def refused(kind: Any, text: object) -> str:
    with pytest.raises(ValidationError) as raised:
        read(kind, text)
    return raised.value.errors()[0]["msg"]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (record_base.Whole, "0", 0),
        (record_base.Whole, "-2", -2),
        (record_base.Whole, "+2", 2),
        (record_base.Whole, 7, 7),
        (record_base.Count, "12", 12),
        (record_base.YesNo, "yes", True),
        (record_base.YesNo, "false", False),
        (record_base.YesNo, True, True),
        (record_base.Colour, "#a1B2c3", "#A1B2C3"),
        (record_base.Id, "jp_cv_akagi-kaga", "jp_cv_akagi-kaga"),
        (record_base.Id, "0412", "0412"),
        (record_base.ModuleId, "fire_in_the_sky", "fire_in_the_sky"),
        (record_base.Name, "Pearl Harbor", "Pearl Harbor"),
        (record_base.PlaceName, "turn-track.9", "turn-track.9"),
        (record_base.Text, "two\nlines\n", "two\nlines\n"),
        (record_base.Text, "Cafe\u0301", "Caf\u00e9"),
        (record_base.Expr, "firepower + 1", "firepower + 1"),
        (record_base.Basis, "source", "source"),
        (record_base.Basis, "source/named", "source/named"),
        (record_base.Basis, "authored/history", "authored/history"),
        (Half, "2", Half(4)),
        (Half, "2.0", Half(4)),
        (Half, "0.5", Half(1)),
        (Half, "1.5", Half(3)),
        (Half, "1/2", Half(1)),
        (Half, "1 1/2", Half(3)),
        (Half, "1½", Half(3)),
        (Half, "½", Half(1)),
        (Half, "-0.5", Half(-1)),
    ],
)
def test_text_becomes_a_value(kind: Any, text: object, value: object) -> None:
    assert read(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *[
            (record_base.Whole, text)
            for text in ("07", "7.0", "1e3", "1_000", " 7", "", "0x1F", "٣", True, 7.0, None, "9" * 16)
        ],
        (record_base.Count, "-1"),
        *[(record_base.YesNo, text) for text in ("Yes", "y", "1", "", None)],
        *[(record_base.Colour, text) for text in ("#FFF", "red", "123456", None)],
        *[(record_base.Id, text) for text in ("", "a b", "-a", "é", "a.b", "x" * 65, None)],
        *[(record_base.ModuleId, text) for text in ("Fire", "1942", "a-b", "")],
        *[(record_base.Name, text) for text in ("", " a", "a ", "a\nb", "x" * 121, None, ["a"])],
        *[(record_base.Text, text) for text in ("bell\a", "\x85", "\u2028", None, 7)],
        *[(record_base.Expr, text) for text in ("firepower +", "", "a.b.__class__")],
        *[(record_base.Basis, text) for text in ("authored", "authored/", "guess/x", "")],
        *[(Half, text) for text in ("1.25", "0.50", "01", "", "1/3", "--1", 0.5, None)],
    ],
)
def test_what_is_no_such_value_is_refused(kind: Any, text: object) -> None:
    assert refused(kind, text)


def test_a_mistake_in_an_expression_says_where_it_is() -> None:
    with pytest.raises(ValidationError) as raised:
        read(record_base.Expr, "firepower + )")
    assert raised.value.errors()[0]["ctx"]["offset"] == 12


@given(st.integers(-999, 999))
def test_halves_are_written_as_they_are_read(halves: int) -> None:
    assert Half.from_text(str(Half(halves))) == Half(halves)


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_halves_are_ordered_as_numbers(one: int, other: int) -> None:
    assert (Half(one) < Half(other)) == (one < other)


@given(st.text())
def test_text_is_composed_or_refused(text: str) -> None:
    try:
        value = read(record_base.Text, text)
    except ValidationError:
        return
    assert value == unicodedata.normalize("NFC", text)


class Flag(Record):
    """A record for tests: a name, a colour and a number of points."""

    name: record_base.Name
    colour: record_base.Colour = "#000000"
    points: record_base.Count = 0


def test_records_are_frozen_and_know_their_keys() -> None:
    flag = Flag(name="Japan")
    with pytest.raises(ValidationError, match="frozen"):
        flag.name = "US"
    assert "Extra inputs" in refused(Flag, {"name": "x", "colr": "#000000"})


def test_editors_are_told_what_may_stand() -> None:
    properties = Flag.model_json_schema()["properties"]
    assert properties["name"]["type"] == ["string", "number", "boolean"]
    assert properties["points"] == {"default": 0, "minimum": 0, "title": "Points", "type": "integer"}
    assert properties["colour"]["pattern"] == "^#[0-9A-Fa-f]{6}$"
