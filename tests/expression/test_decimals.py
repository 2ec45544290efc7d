"""Decimals are texts, reckoned with and written as Java's double is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import compile_expression
from tabletop.expression.decimals import decimal, written


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0.0"),
        (5.0, "5.0"),
        (-2.5, "-2.5"),
        (1 / 3, "0.3333333333333333"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1024.0, "1024.0"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (12345678.5, "1.23456785E7"),
        (1.5e10, "1.5E10"),
        (-3e22, "-3.0E22"),
        (0.001, "0.001"),
        (0.0001, "1.0E-4"),
        (0.00012345, "1.2345E-4"),
        (1e-10, "1.0E-10"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        (float("nan"), "NaN"),
    ],
)
def test_how_decimals_are_written(number, text):
    assert written(number) == text


@given(st.floats(allow_nan=False))
def test_what_is_written_is_read_as_the_same_number(number):
    assert decimal(written(number)) == number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("decimal(1, '/', 0)", "Infinity"),
        ("decimal(-1, '/', 0)", "-Infinity"),
        ("decimal(0, '/', 0)", "NaN"),
        ("decimal('5.5', '%', 2)", "1.5"),
        ("decimal('-5.5', '%', 2)", "-1.5"),
        ("decimal(1, '%', 0)", "NaN"),
        ("decimal('1.5', '-', '2')", "-0.5"),
        ("square_root(2)", "1.4142135623730951"),
        ("square_root(-1)", "NaN"),
        ("power(2, '0.5')", "1.4142135623730951"),
        ("power(10, 400)", "Infinity"),
        ("power(-8, '0.3')", "NaN"),
        ("round('2.5') ~ round('-2.5') ~ round('2.4') ~ round(7)", "3-227"),
        ("round_up('2.0') ~ round_up('2.01') ~ round_up('-2.5')", "23-2"),
        ("round_down('2.99') ~ round_down('-2.01')", "2-3"),
        ("whole('2.99') ~ whole('-2.99') ~ whole('') ~ whole(true)", "2-201"),
        ("decimal_order('2.50', '2.5') ~ decimal_order('2', '10') ~ decimal_order('.5', 0)", "0-11"),
    ],
)
def test_reckoning(text, value, reader_of):
    assert compile_expression(text).evaluate(reader_of()) == value
