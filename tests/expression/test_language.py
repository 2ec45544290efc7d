"""The values of expressions, their errors, and their limits."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import Budget, ExpressionError, LimitReached, Value, compile_expression
from tabletop.expression.value_rules import MAX_NUMBER


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("10 - 2 - 3", 5),
        ("10 - (2 - 3)", 11),
        ("2 * 7 / 4 * 4", 12),
        ("--3", 3),
        ("2 - -3", 5),
        ("-Firepower * 2", -6),
        ("1 + 2 ~ 3 + 4", "37"),
        ("1 ~ 2 == 12", True),
        ("not 1 == 2", True),
        ("not Step == 2 or Step == 2", True),
        ("true or false and false", True),
        ("(true or false) and false", False),
        ("Step==2and Firepower==3", True),
        ("nothing", None),
        ("'it\\'s' ~ \"\\n\\t\\\\\"", "it's\n\t\\"),
        ("$Fuel left$ > 6", True),
        ("count", None),
        ("stack == nothing and mine == nothing", True),
        ("notable ~ order ~ android", ""),
        ("if(false, 1, true, 2, 3)", 2),
        ("property(\"Fuel\" ~ ' left')", 7),
        ('property("Morale", zone("Kure", "Main"))', "Morale of zone['Kure', 'Main']"),
        ('property("Morale", zone(Class ~ 1))', "Morale of zone['CV1']"),
        ("distance(place(0412))", "places from here to ['412']"),
        ("bearing(place(0412))", "bearing from here to ['412']"),
        ("distance_in_points(point(1, 2), attached('x', '3'))", "points from ['x', 3] to [1, 2]"),
        ("part('Akagi', 0, 99) ~ part('Akagi', 4, 2) ~ part('Akagi', -5, -1)", "Akagi"),
        ("item('a', ',', 2)", None),
        ("items('', ',') + items('a', '') + items(',', ',')", 3),
        ("round(5, 2) ~ round(-5, 2) ~ round(5, -2) ~ round(4, 3)", "3-2-21"),
        ("round_up(-7, 2) ~ round_down(7, -2)", "-3-4"),
        ("mod(-1, 6) ~ mod(7, -6) ~ -7 % 6", "51-1"),
        ("plus('', 1) ~ plus(1, 1) ~ plus('a', 'b') ~ plus(nothing, nothing)", "12ab"),
        ("plus('', 1) + 1", 2),
        ("plus(1, '', 2)", 3),
        ("plus('a', 1, 2)", "a12"),
        ("plus(1, 2, 'a')", "3a"),
        ("plus('-', 5, 3)", "-53"),
        ("plus(true, 1)", "true1"),
        ("plus('007', 'x')", "7x"),
        ("plain('007') ~ plain('+5') ~ plain('x') ~ plain(true) ~ plain('')", "75xtrue"),
        ("plain('')", ""),
        ("plain(Speed)", ""),
        ("either(Speed, 1) ~ either('', 2) ~ either(false, 3)", "1false"),
        ("yes('true') and not yes('false') and not yes(Hidden)", True),
        ("order('', 0) ~ order('b', 1) ~ order('10', 9) ~ order(nothing, 5) ~ order(5, '05')", "-111-10"),
        ("before('10', '9') and not before(9, 10) and not before('a', 'a')", True),
        ("find_last('aXbX', 'X') ~ find_last('a', 'X')", "40"),
        ("repeat('ab', 2) ~ repeat('x', 0) ~ repeat('x', -1)", "abab"),
        ("replace('aaa', '', 'x') ~ replace('aaa', 'a', 'bb')", "aaabbbbbb"),
        ("replace_first('SR (AP) 3', '[(].*[)] ', '')", "SR 3"),
    ],
)
def test_values_of_expressions(text, value, akagi):
    assert compile_expression(text).evaluate(akagi) == value
    assert type(compile_expression(text).evaluate(akagi)) is type(value)


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "no expression"),
        ("  ", 0, "no expression"),
        ("Step = 2", 5, "written =="),
        ("Step && Hidden", 5, 'write "and"'),
        ("Step || Hidden", 5, 'write "or"'),
        ("!Hidden", 0, 'write "not"'),
        ("Step ? 1 : 2", 5, r"if\(condition, value, otherwise\)"),
        ("2.5 * 3", 1, "numbers are whole"),
        ("Name.length", 4, "nothing is reached with a dot"),
        ("'abc", 0, "not closed"),
        ("$Fuel left", 0, "not closed"),
        ("{Fuel left}", 0, "between dollar signs"),
        ("1 < 2 < 3", 6, "do not follow one another"),
        ("(1 + 2", 6, r'found the end, expected .*"\)"'),
        ("1 +", 3, "found the end, expected a value"),
        ("Fuel left", 5, 'found "left", expected an operator'),
        ("lenght(Name)", 0, '"length" was meant'),
        ("count(zon)", 6, '"zone" was meant'),
        ("abs(1, 2)", 0, r"written abs\(number\)"),
        ("if(1, 2)", 0, "written if"),
        ("if(1, 2, 3, 4)", 0, "written if"),
        ("sum(stack)", 0, r"written sum\(scope, value\)"),
        ("count(stack, 1, 2)", 0, r"written count\(scope\)"),
        ("count(point(1, 2))", 0, 'scope "point" does not fit'),
        ("property('x', all)", 0, 'scope "all" does not fit'),
        ("count(range(1))", 0, r"written range\(least, most\)"),
        ("1 + mine(Class)", None, "only inside a count"),
        ("count(stack, mine(mine(Class)))", None, "only inside a count"),
        ("9223372036854775808", 0, "larger than"),
        (r"'a\qb'", 2, "means nothing"),
        ("not " * 101 + "1", None, "nested more than 100"),
        ("x" * 10_001, None, "10001 characters"),
        ("count(all, " * 4 + "1" + ")" * 4, None, "Counts stand inside counts"),
    ],
)
def test_what_cannot_be_understood_is_told_with_its_place(text, position, says):
    with pytest.raises(ExpressionError, match=says) as caught:
        compile_expression(text)
    assert caught.value.text == text
    assert caught.value.position == position
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Name + 1", 'Name is "Akagi", which is not a whole number'),
        ("-'x'", '"x" is not a whole number'),
        ("1 / 0", "divides by 0"),
        ("1 % Speed", "divides by 0"),
        ("round(1, 0)", "divides by 0"),
        ("mod(1, 0)", "divides by 0"),
        ("number(Name)", "not a whole number"),
        (f"{MAX_NUMBER} + 1", "the largest number"),
        (f"{MAX_NUMBER} * {MAX_NUMBER}", "the largest number"),
        ("random(0)", "no number from 1 to 0"),
        ("yes('')", "nothing is neither true nor false"),
        ("yes(Name)", '"Akagi" is neither true nor false'),
        ("repeat('ab', 5001)", "10000 characters"),
        ("decimal('a')", '"a" is not a number'),
        ("decimal('1.5', '+')", "is written decimal"),
        ("decimal(1, '^', 2)", "is written decimal"),
        ("whole(decimal(1, '/', 0))", "Infinity has no whole number"),
        ("matches('a', '(')", "pattern"),
        ("replace_all('" + "a" * 200 + "', 'a', '" + "b" * 200 + "')", "10000 characters"),
        ("replace('" + "a" * 200 + "', 'a', '" + "b" * 200 + "')", "10000 characters"),
    ],
)
def test_what_makes_no_sense_with_the_values_is_told_with_the_expression(text, says, akagi):
    with pytest.raises(ExpressionError, match=says) as caught:
        compile_expression(text).evaluate(akagi)
    assert caught.value.text == text


def test_texts_cannot_grow_without_bound(reader_of):
    long = reader_of({"t": "x" * 6_000})
    with pytest.raises(ExpressionError, match="10000 is the most"):
        compile_expression("t ~ t").evaluate(long)


def test_texts_are_composed(reader_of):
    reader = reader_of({"e": "e", "acute": "\u0301"})
    assert compile_expression("e ~ acute").evaluate(reader) == "é"
    assert compile_expression("'e\u0301'").evaluate(reader) == "é"


@pytest.mark.parametrize("operator", ["+", "-", "*", " and ", " or ", "~"])
def test_a_chain_as_long_as_can_be_is_no_deeper_than_it_reads(operator, reader_of):
    expression = compile_expression(operator.join(["a"] * (2_000 if len(operator) == 1 else 1_600)))
    assert expression.evaluate(reader_of({"a": 1})) is not None


def test_brackets_alone_do_not_nest(reader_of):
    assert compile_expression("(" * 4_000 + "1" + ")" * 4_000).evaluate(reader_of()) == 1


@pytest.mark.parametrize("deep", ["(" * 9_999, "-" * 9_999, "-" * 9_999 + "a", "abs(" * 2_000 + "1" + ")" * 2_000])
def test_depth_is_refused_not_suffered(deep):
    with pytest.raises(ExpressionError):
        compile_expression(deep)


def test_the_deepest_expression_evaluates(reader_of):
    assert compile_expression("abs(" * 99 + "1" + ")" * 99).evaluate(reader_of()) == 1


def test_the_same_text_is_parsed_once():
    assert compile_expression("Step + 41") is compile_expression("Step + 41")


def test_what_is_decided_is_not_looked_at_further(akagi):
    compile_expression("Step == 1 and A or Step == 2 or B").evaluate(akagi)
    compile_expression("if(Hidden, 1 / 0, Step == 2, 1, C)").evaluate(akagi)
    assert set(akagi.was_read) == {"Step", "Hidden"}


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("1 + 2", set()),
        ("Step + $Fuel left$", {"Step", "Fuel left"}),
        ("if(A, B, C)", {"A", "B", "C"}),
        ("count(zone(Z), Class == mine(Nation) and Step == 1)", {"Z", "Nation"}),
        ("count(stack, count(stack, A == mine(B) and C == mine(mine(D))))", {"D"}),
        ("property('A' ~ B)", {"B"}),
        ("property('A')", {"A"}),
        ("property(A, map)", {"A"}),
    ],
)
def test_what_an_expression_reads_of_its_piece(text, reads):
    assert compile_expression(text).reads == reads


def test_what_is_known_of_an_expression_beforehand():
    assert compile_expression("1 + 2").is_constant
    for text in ("Step", "count(all)", "random(6)", "property('a' ~ 1)", "property('a', map)", "distance(mat)"):
        assert not compile_expression(text).is_constant
    assert compile_expression("property('a' ~ 1)").reads_any
    assert not compile_expression("property('a', zone)").reads_any
    assert compile_expression("if(A, chance(5), 0)").draws
    assert compile_expression("count(all, random(2) == 1)").draws
    assert not compile_expression("A + count(all)").draws


def test_chance_is_drawn_by_the_reader(reader_of):
    reader = reader_of(draws=[5, 12, 30, 31])
    expressions = ("random(6)", "random(11, 20)", "chance(30)", "chance(30)")
    assert [compile_expression(text).evaluate(reader) for text in expressions] == [5, 12, True, False]


def test_work_is_charged_by_size_and_runs_out(akagi):
    compile_expression("Step == 2").evaluate(akagi)
    assert akagi.work == 3
    budget = Budget(5)
    budget.spend(5)
    with pytest.raises(LimitReached, match="too much work"):
        budget.spend(1)


def test_properties_that_read_one_another_in_a_circle_are_stopped(akagi):
    expression = compile_expression("abs(Again) + 1")
    akagi.read = lambda name: expression.evaluate(akagi)
    with pytest.raises(LimitReached, match="in a circle"):
        expression.evaluate(akagi)


def test_the_parser_is_loaded_only_to_parse():
    program = (
        "import sys, tabletop.expression as e; assert 'lark' not in sys.modules;"
        "e.compile_expression('1'); assert 'lark' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


WORDS = [*"+-*/%~()<>=!.,'\"$&|?{}[]\\ \n", "==", "!=", "<=", " and ", " or ", "not ", "if(", "count(", "sum(", "stack"]
WORDS += [
    "zone",
    "range(",
    "mine(",
    "property(",
    "distance(",
    "Step",
    "Name",
    "12",
    "'x'",
    '"',
    "nothing",
    "true",
    "é",
    "\0",
]


@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=25).map("".join)))
def test_any_text_is_an_expression_or_an_error_in_words(reader_of, text):
    reader = reader_of({"Step": 2, "Name": "Akagi"}, [{"Step": 1}])
    value: Value | ExpressionError
    try:
        value = compile_expression(text).evaluate(reader)
    except ExpressionError as error:
        value = error
    if isinstance(value, ExpressionError):
        assert value.text == text
        assert value.position is None or 0 <= value.position <= len(text)
    else:
        assert value is None or isinstance(value, str | int | bool)
