"""Keys, colours and numbers as VASSAL writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files.scalars import NO_KEY, Color, color, decimal, key, whole


@pytest.mark.parametrize(
    ("text", "ours", "written"),
    [
        ("", "", ""),
        ("D", "ctrl D", "68,130"),
        ("70,130", "ctrl F", "70,130"),
        ("70,2", "ctrl F", "70,130"),
        ("65,65", "shift A", "65,65"),
        ("65,715", "ctrl alt shift A", "65,715"),
        ("65,256", "meta A", "65,260"),
        ("112,0", "F1", "112,0"),
        ("37,0", "Left", "37,0"),
        ("127,0", "Del", "127,0"),
        ("521,0", "+", "521,0"),
        ("107,0", "num +", "107,0"),
        ("45,130", "ctrl -", "45,130"),
        ("109,130", "ctrl num -", "109,130"),
        ("9999,0", "key 9999", "9999,0"),
        ("57400,0,SetIt", "SetIt", "57344,0,SetIt"),
        ("63000,0,SetIt", "SetIt", "57344,0,SetIt"),
        ("57400,0,F1", "command F1", "57344,0,F1"),
        ("57400,0,ctrl A", "command ctrl A", "57344,0,ctrl A"),
        ("0,0", "", ""),
        ("x,0", "", ""),
        ("65,", "", ""),
    ],
)
def test_keys(text: str, ours: str, written: str) -> None:
    assert key(text).text == ours
    assert key(text).written() == written
    assert bool(key(text)) is bool(ours)


def test_a_named_command_is_its_name_whatever_its_number() -> None:
    assert key("57345,0,Go") == key("60000,0,Go") != NO_KEY


@given(st.text(max_size=20))
def test_any_text_is_some_key_or_none(text: str) -> None:
    assert key(key(text).written()) == key(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("255,0,10", Color(255, 0, 10)),
        ("1,2,3,4", Color(1, 2, 3, 4)),
        ("0xff8000", Color(255, 128, 0)),
        ("", None),
        ("null", None),
        ("1,2", None),
        ("256,0,0", None),
        ("a,b,c", None),
    ],
)
def test_colours(text: str, expected: Color | None) -> None:
    assert color(text) == expected


def test_a_colour_reads_as_ours_and_is_written_as_vassals() -> None:
    assert (Color(255, 0, 10).text, Color(255, 0, 10).written()) == ("#ff000a", "255,0,10")
    assert Color(1, 2, 3, 4).written() == "1,2,3,4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12", 12), ("+5", 5), ("-0", 0), ("2147483647", 2**31 - 1), ("2147483648", None), (" 1", None), ("1.0", None)],
)
def test_whole_numbers(text: str, expected: int | None) -> None:
    assert whole(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("1", 1.0), (" .5 ", 0.5), ("1e3", 1000.0), ("2.5d", 2.5), ("nan", None), ("1e9999", None)]
)
def test_decimal_numbers(text: str, expected: float | None) -> None:
    assert decimal(text) == expected
