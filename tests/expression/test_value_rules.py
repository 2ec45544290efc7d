"""The values that count as numbers, texts and true, and comparisons of two values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import Value, as_number, as_text, equal, is_true, less

values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**64), 2**64),
    st.text(max_size=6),
    st.from_regex(r"[+-]?[0-9]{1,20}", fullmatch=True),
    st.from_regex(r"[+-]?[0-9]{0,3}\.[0-9]{0,3}", fullmatch=True),
)


@pytest.mark.parametrize(
    ("value", "number", "text", "holds"),
    [
        (7, 7, "7", True),
        (0, 0, "0", False),
        (-1, -1, "-1", True),
        (True, 1, "true", True),
        (False, 0, "false", False),
        (None, 0, "", False),
        ("", 0, "", False),
        ("0", 0, "0", False),
        ("000", 0, "000", False),
        ("0412", 412, "0412", True),
        ("+2", 2, "+2", True),
        ("-2", -2, "-2", True),
        ("false", None, "false", False),
        ("true", None, "true", True),
        ("no", None, "no", True),
        ("2.5", None, "2.5", True),
        (" 2", None, " 2", True),
        ("-", None, "-", True),
        ("٢", None, "٢", True),
        ("9223372036854775807", 2**63 - 1, "9223372036854775807", True),
        ("9223372036854775808", None, "9223372036854775808", True),
    ],
)
def test_a_value_as_number_as_text_and_as_condition(value: Value, number: int | None, text: str, holds: bool) -> None:
    assert (as_number(value), as_text(value), is_true(value)) == (number, text, holds)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, "1"),
        ("1", "01"),
        (True, 1),
        (True, "true"),
        (False, "false"),
        (False, 0),
        (None, ""),
        (None, 0),
        (None, False),
        ("", 0),
        ("CV", "CV"),
        ("2.5", "2.5"),
        ("2.0", 2),
        ("2.50", "+2.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-0.0", "0.0"),
    ],
)
def test_equal_values(left: Value, right: Value) -> None:
    assert equal(left, right)
    assert equal(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 2),
        ("10", 9),
        ("cv", "CV"),
        (None, "CV"),
        (None, "false"),
        (True, "yes"),
        (True, 2),
        ("2.0", 3),
        ("2.0", "2.0x"),
        ("2.0.0", 2),
        ("0.0", ""),
        ("0.0", None),
        ("1.0", True),
        ("1e0", 1),
        (".", 0),
        (" 1", 1),
        ("", " "),
    ],
)
def test_different_values(left: Value, right: Value) -> None:
    assert not equal(left, right)
    assert not equal(right, left)


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (9, 10),
        ("9", "10"),
        ("9", 10),
        (-1, None),
        (None, 1),
        (False, True),
        ("10", "9a"),
        (8, "abc"),
        (".12", ".8"),
        (".8", "12"),
        ("9.5", "10.25"),
        ("-1.5", -1),
        ("", "-1.5"),
        ("1.9.1", "10"),
        ("A", "B"),
        ("Akagi", "Akagi 2"),
        ("", "a"),
        (None, "a"),
    ],
)
def test_smaller_values(smaller: Value, larger: Value) -> None:
    assert less(smaller, larger)
    assert not less(larger, smaller)


@given(values, values)
def test_of_two_values_one_is_smaller_or_they_are_equal(left: Value, right: Value) -> None:
    assert less(left, right) + less(right, left) + equal(left, right) == 1


@given(values)
def test_a_value_equals_its_text_unless_it_is_a_yes_or_no_beside_a_number(value: Value) -> None:
    assert equal(value, as_text(value))
