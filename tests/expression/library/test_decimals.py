"""Decimals are texts, calculated and written like Java's double."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import compile_expression
from tabletop.expression.library.decimals import decimal, single, written


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
        ("'2.5' + 1", "3.5"),
        ("1 - '2.5'", "-1.5"),
        ("-'2.5'", "-2.5"),
        ("'0.1' + '0.2'", "0.3"),
        ("'0.1' * 3", "0.3"),
        ("'.7' + '.1'", "0.8"),
        ("1 / '3.0'", "0.33333334"),
        ("7 / '0.0'", "Infinity"),
        ("'7.5' % 2", "1.5"),
        ("'2.0' * '2.0'", "4.0"),
        ("'5000.0' * 5000", "2.5E7"),
        ("'1.5' + 1 + 1", "3.5"),
        ("1 + 1 + '1.5'", "3.5"),
        ("plus('1.5', 1, 'x', 1)", "2.5x1"),
        ("plus('', '1.50')", "1.5"),
        ("plus(1, '', '1.5')", "2.5"),
        ("plus('1.5', '')", "1.5"),
        ("plus('2.5', '', 1)", "2.51"),
        ("plain('16777217.0')", "1.6777216E7"),
        ("plain('.50') ~ plain('5.') ~ plain('1.2.3') ~ plain('.')", "0.55.01.2.3."),
        ("plain_whole('.50') ~ plain_whole('007')", ".507"),
    ],
)
def test_texts_with_a_point_are_reckoned_with_as_javas_float_is(text, value, reader_of):
    assert compile_expression(text).evaluate(reader_of()) == value


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_single_is_written_so_that_it_reads_as_the_same_and_no_longer_than_need_be(number):
    text = single(f"{number:.50f}"[:400])
    assert struct.pack("f", decimal(text)) == struct.pack("f", decimal(f"{number:.50f}"[:400]))
    digits = text.partition("E")[0].lstrip("-").replace(".", "").strip("0")
    assert len(digits) <= 9


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
        ("min('1.5', 2, '-2.25')", "-2.25"),
        ("max('1.5', 2, '-2.25')", "2.0"),
        ("abs('-2.25')", "2.25"),
        ("square_root(2)", "1.4142135623730951"),
        ("square_root(-1)", "NaN"),
        ("power(2, '0.5')", "1.4142135623730951"),
        ("power(10, 400)", "Infinity"),
        ("power(-10, 309)", "-Infinity"),
        ("power(-10, 310)", "Infinity"),
        ("power(0, -1)", "Infinity"),
        ("power('-0.0', -1) ~ power('-0.0', -2) ~ power('-0.0', '-0.5')", "-InfinityInfinityInfinity"),
        ("power(1, 'NaN') ~ power(-1, 'Infinity') ~ power('NaN', 0)", "NaNNaN1.0"),
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
