"""Texts with expressions in them."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import ExpressionError, Template, compile_expression, compile_template


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("", ""),
        ("plain", "plain"),
        ("{Name}", "Akagi"),
        ("{Name} has {$Fuel left$} left, {Speed}.", "Akagi has 7 left, ."),
        ("{{Name}} {Firepower + 1}{Step}", "{Name} 42"),
        ("{'}' ~ \"{\" ~ $a}b$}", "}{"),
        ("{if(Step == 2, 'full', 'reduced')}", "full"),
    ],
)
def test_rendered(text, rendered, akagi):
    assert compile_template(text).render(akagi) == rendered


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("a {Name", 2, "not closed"),
        ("a } b", 2, "without its {"),
        ("{}", 1, "no expression"),
        ("to {Name +}", 10, "expected a value"),
        ("to {Name = 1}", 9, "written =="),
        ("{'a}", 0, "not closed"),
        ("x" * 10_001, None, "10001 characters"),
    ],
)
def test_mistakes_are_told_with_their_place_in_the_whole(text, position, says):
    with pytest.raises(ExpressionError, match=says) as caught:
        compile_template(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_values_can_be_filled_into_a_translation(akagi):
    values = compile_template("{Name} sails with {Firepower}").evaluate(akagi)
    assert values == ("Akagi", 3)
    assert compile_template("Mit {Name} fährt {Firepower}").fill(("3", "Akagi")) == "Mit 3 fährt Akagi"
    with pytest.raises(ValueError, match="argument"):
        compile_template("{Name}").fill(values)


def test_what_a_template_reads():
    template = compile_template("{Name} {Step + Name} {{Class}}")
    assert template.reads == {"Name", "Step"}
    assert template.expressions == (compile_expression("Name"), compile_expression("Step + Name"))
    assert not template.is_constant
    assert compile_template("all {1 + 1}").is_constant
    assert compile_template("same") is compile_template("same")


@given(st.text(max_size=30))
def test_any_text_can_be_written_as_a_template(reader_of, text):
    assert compile_template(text.replace("{", "{{").replace("}", "}}")).render(reader_of()) == normalize("NFC", text)


@given(st.text(alphabet="{}'\"$a1+ ", max_size=30))
def test_any_text_is_a_template_or_an_error_in_words(text):
    read: Template | ExpressionError
    try:
        read = compile_template(text)
    except ExpressionError as error:
        read = error
    assert read.text == text
