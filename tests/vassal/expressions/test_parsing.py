"""BeanShell's expressions are read as Java's order of operators has it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.expressions.parsing import parse
from tabletop.vassal.expressions.syntax import CannotTranslate, Chain, Variable


@pytest.mark.parametrize(
    ("text", "bracketed"),
    [
        ("a || b && c", "a || (b && c)"),
        ("a && b | c", "a && (b | c)"),
        ("a | b ^ c & d", "a | (b ^ (c & d))"),
        ("a & b == c", "a & (b == c)"),
        ("a == b < c", "a == (b < c)"),
        ("a < b << c", "a < (b << c)"),
        ("a >>> b + c", "a >>> (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("-a * b", "(-a) * b"),
        ("-a.length()", "-(a.length())"),
        ("!a == b", "(!a) == b"),
        ("(int) a + b", "((int) a) + b"),
        ("a ? b : c ? d : e", "a ? b : (c ? d : e)"),
        ("a ? b ? c : d : e", "a ? (b ? c : d) : e"),
        ("a || b ? c : d || e", "(a || b) ? c : (d || e)"),
        ("f(a, b + c)[d].e", "(f(a, (b + c))[d]).e"),
        ("f ( a // b\n, /* c */ b)", "f(a,b)"),
        ("$a$ + a", "a + $a$"),
        ("a=~b", "a =~ b"),
        ("a<-b", "a < (-b)"),
        ("a;;", "a"),
    ],
)
def test_operators_bind_as_in_java(text: str, bracketed: str) -> None:
    assert parse(text) == parse(bracketed)


def test_operators_of_one_rank_go_from_left_to_right() -> None:
    assert parse("a - b + c") == Chain(Variable("a"), (("-", Variable("b")), ("+", Variable("c"))))
    assert parse("a - (b + c)") != parse("a - b + c")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a ? b", None),
        ("a ? b)", 6),
        ("a : b", 3),
        ("f(a,)", 5),
        ("f(,a)", 3),
        ("f(a]", 4),
        ("(a, b)", 3),
        ("a[b)", 4),
        ("a[]", 3),
        ("()", 2),
        ("1(a)", 2),
        ("a.1", 3),
        ("a.", None),
        ("1.2.3", 1),
        ("a !b", 3),
        ("", None),
    ],
)
def test_what_does_not_fit_is_shown_with_its_place(text: str, place: int | None) -> None:
    with pytest.raises(CannotTranslate) as why:
        parse(text)
    told = "ends too soon" if place is None else f"does not fit at character {place}"
    assert str(why.value).endswith(told)


@given(st.text(alphabet="ab1.,()[]?:+-!=~<&|\"' $", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CannotTranslate):
        parse(text)


@pytest.mark.parametrize("opening", ["(", "f(", "a[", "a ? ", "-"])
def test_no_depth_is_too_much_to_be_refused(opening: str) -> None:
    with pytest.raises(CannotTranslate):
        parse(opening * (9_000 // len(opening)))
