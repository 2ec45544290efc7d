"""Any text is translated or refused with a reason; the result is in our language, and parses again as written."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import ExpressionError, LimitReached, compile_expression, compile_template
from tabletop.expression.parse import parse
from tabletop.expression.printer import print_tree
from tabletop.vassal.expressions import (
    FieldFacts,
    TranslatedField,
    translate_expression,
    translate_format,
    translate_match,
)

WORDS = [
    *"+-*/%()<>=!.,'\"$&|?:{}[]\\ ~^@",
    *("==", "!=", "=~", "!~", "&&", "||", "<=", ">>", "(int)", "null", "true", "1.5", "0x", "07", "12", "//", "/*"),
    *("If(", "Count(", "SumStack(", "GetProperty(", "Range(", "Random(", "Math.max(", "Integer.parseInt("),
    *("Nation", "CurrentX", "LocationName", "$Nation$", ".contains(", ".split(", ".length()", ".replaceAll("),
    *('"{', '}"', '\\"', '"a"', '"(a|b)*c"', "\ue000", "é", "\0", "\n", "Side", '"$Nation$"', "Nation = GE"),
]
texts = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=25).map("".join))


@st.composite
def expressions(draw, depth: int = 4) -> str:
    """Return an expression as an author might write it."""
    if depth == 0:
        return draw(st.sampled_from(["Nation", "Strength", "CurrentX", "7", "-2", "1.5", '"a b"', '"3"', "true", "''"]))
    part = expressions(depth - 1)
    form = draw(
        st.sampled_from(
            [
                "({} + {})",
                "{} - {}",
                "({} * {})",
                "({} == {})",
                "{} != {}",
                "({} && {})",
                "!({})",
                "({} ? {} : {})",
                "If({}, {}, {})",
                "({}).contains({})",
                'GetProperty({} + "x")',
                "Math.max({}, {})",
                'SumStack("Strength", "{{Strength > " + {} + "}}")',
                "(int) ({})",
                '({}).split(",")[{}]',
                "{}",
            ]
        )
    )
    return form.format(*(draw(part) for _ in range(form.replace("{{", "").count("{"))))


def checked(translated: TranslatedField, text: str) -> None:
    assert translated.original == text
    assert not translated.problem or translated.ours in ("nothing", "false", "")
    assert not translated.problem.endswith(".")


@given(texts, st.booleans())
def test_any_text_as_an_expression_and_as_a_match(text, others):
    field = FieldFacts(of_others=others, shown=others)
    for translated in (translate_expression(text, field), translate_expression(f"{{{text}}}", field)):
        checked(translated, translated.original)
        assert print_tree(parse(translated.ours)) == translated.ours
    for translated in (translate_match(text, field), translate_match(f"{{{text}}}", field)):
        checked(translated, translated.original)
        compile_expression(f"count(all, {translated.ours})")


@given(texts)
def test_any_text_as_a_format(piece_of, text):
    translated = translate_format(text)
    checked(translated, text)
    try:
        compile_template(translated.ours).render(piece_of({"Nation": "GE"}, [{}]))
    except (ExpressionError, LimitReached):
        assert "{" in translated.ours


@given(expressions())
def test_what_authors_write_is_worked_out(piece_of, text):
    translated = translate_expression(f"{{{text}}}")
    assert print_tree(parse(translated.ours)) == translated.ours
    with suppress(ExpressionError, LimitReached):
        compile_expression(translated.ours).evaluate(piece_of({"Nation": "GE", "Strength": "3"}, [{"Strength": "4"}]))


@pytest.mark.parametrize(
    "text",
    [
        "{" + "(" * 3000 + "a" + ")" * 3000 + "}",
        "{" + "!" * 3000 + "a}",
        "{" + "a?b:" * 1500 + "c}",
        "{" + "(a?" * 1500 + "b" + ":c)" * 1500 + "}",
        "{" + "a+" * 3000 + "a}",
        "{" + "If(a,b," * 900 + "c" + ")" * 900 + "}",
        "{" + 'Count("{' * 900 + "}",
        "{" + "a.b" * 3000 + "}",
        "{" + "a[0]" * 2000 + "}",
        "a = b && " * 1000,
        "a = b || " * 1000,
        "$" * 5000,
        "$a$" * 3000,
    ],
)
def test_long_and_deep_texts_are_bounded(text):
    for translate in (translate_expression, translate_match, translate_format):
        checked(translate(text), text)
