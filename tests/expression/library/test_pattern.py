"""Patterns agree with regular expressions where both support the syntax, and are stopped before they take hours."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import ExpressionError
from tabletop.expression.library.pattern import compile_pattern


class Work:
    def __init__(self):
        self.spent = 0

    def spend(self, work):
        self.spent += work


edges = ["^", "$", r"\b", "(?=a)", "(?!b.)", "(?<=a)", "(?<![bc])"]
atoms = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "[a-c]", r"\d", r"\W", r"\.", *edges])
repeats = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}"])


def extended(patterns):
    sequence = st.lists(patterns, min_size=1, max_size=3).map("".join)
    return st.one_of(
        sequence,
        st.lists(sequence, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
        st.tuples(sequence.map("({})".format), repeats).filter(_is_settled).map("".join),
    )


def _is_settled(group_and_repeat: tuple[str, str]) -> bool:
    """Return whether both engines repeat a group alike; False for a repeated group that may be empty or has an anchor.

    Of its many empty matches, each engine chooses another one first.
    """
    group, repeat = group_and_repeat
    return not repeat or (re.fullmatch(_in_re(group), "") is None and not any(edge in group for edge in edges))


# Anchors are not repeated: Python's re refuses some of these.
single = st.one_of(
    st.tuples(atoms.filter(lambda atom: atom not in edges), repeats).map("".join),
    atoms,
)
patterns = st.recursive(single, extended, max_leaves=5)
texts = st.text(alphabet="abc1. \n", max_size=8)


def trouble_of(doing):
    try:
        doing()
    except ExpressionError as error:
        return error
    return None


def _in_re(pattern: str) -> str:
    return pattern.replace("$", r"\Z").replace(r"\d", "[0-9]")


def _replaced_in_re(pattern: str, text: str) -> str:
    """Return the text with each match of a pattern replaced by `<>`, as Java does: after an empty match it goes on with
    the next character. Python would first try again at the same place.
    """
    parts, start = [], 0
    while start <= len(text):
        found = re.compile(pattern).search(text, start)
        if found is None:
            break
        after = found.end() + (not found.group())
        parts += [text[start : found.start()], "<>", text[found.end() : after]]
        start = after
    return "".join(parts) + text[start:]


@given(patterns, texts)
def test_whole_texts_match_as_in_re(pattern, text):
    assert compile_pattern(pattern).matches(text, Work().spend) == bool(re.fullmatch(_in_re(pattern), text))


@given(patterns, texts)
def test_first_spot_is_replaced_as_in_re(pattern, text):
    ours = compile_pattern(pattern).replaced(text, "<>", Work().spend, most=1)
    assert ours == re.sub(_in_re(pattern), "<>", text, count=1)


@given(patterns, texts)
def test_all_spots_are_replaced_as_in_re(pattern, text):
    ours = compile_pattern(pattern).replaced(text, "<>", Work().spend)
    assert ours == _replaced_in_re(_in_re(pattern), text)


@given(patterns.filter(lambda pattern: "(?" not in pattern), texts)
def test_what_the_first_group_found_is_put_in_as_in_re(pattern, text):
    ours = compile_pattern(f"({pattern})(b?)").replaced(text, r"<\2\\\1>", Work().spend, most=1)
    inner = re.compile(pattern).groups
    wanted = re.sub(_in_re(f"({pattern})(b?)"), rf"<\g<{inner + 2}>\\\1>", text, count=1)
    assert inner or ours == wanted


@given(patterns.filter(lambda pattern: "(" not in pattern.replace("(?", "")), st.text(alphabet="ab", max_size=8))
def test_what_a_group_found_stands_again_as_in_re(pattern, text):
    ours = compile_pattern(rf"({pattern})b?\1.*").matches(text, Work().spend)
    assert ours == bool(re.fullmatch(_in_re(rf"({pattern})b?\1.*"), text))


@given(patterns, st.text(alphabet="abABc1. ", max_size=8))
def test_small_and_capital_letters_are_the_same_as_in_re(pattern, text):
    ours = compile_pattern(f"(?i){pattern}").matches(text, Work().spend)
    assert ours == bool(re.fullmatch(_in_re(pattern), text, re.IGNORECASE))


@pytest.mark.parametrize(
    ("pattern", "text", "new", "replaced"),
    [
        (r"(\w+) (\d+)", "Turn 12", r"\2 of \1", "12 of Turn"),
        (r"(a)|(b)", "ab", r"[\1\2]", "[a][b]"),
        (r"(a)(b)?", "a", r"\2\1\3", "a"),
        (r"(?:a)(b)", "ab", r"\1", "b"),
        (r"(a)+", "aaa", r"<\1>", "<a>"),
        (r"[0-9]+", "4 of 12", r"<\0>", "<4> of <12>"),
        (r"(a)b", "abab", r"\0\1", "abaaba"),
        (r"b*", "ab", r"<\0>", "<>a<b><>"),
        ("a", "a", r"\\1", r"\1"),
        ("a", "a", r"\\0", r"\0"),
        ("a", "a", r"\q$1", r"\q$1"),
    ],
)
def test_groups_put_in(pattern, text, new, replaced):
    assert compile_pattern(pattern).replaced(text, new, Work().spend) == replaced


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("04[0-9]{2}", "0412"),
        (r"\w+ \(\w+\)", "SR (AP)"),
        (r"[\d\-.]+", "1-2.3"),
        (r"[a\]b]+", "a]b"),
        (r"a\tb", "a\tb"),
    ],
)
def test_patterns_of_modules(pattern, text):
    assert compile_pattern(pattern).matches(text, Work().spend)


@pytest.mark.parametrize(
    ("pattern", "text", "is_found"),
    [
        ("(?!.*Depot).*", "Ulm Depot", False),
        ("(?!.*Depot).*", "Ulm", True),
        (r"(\d)-\1", "3-3", True),
        (r"(\d)-\1", "3-4", False),
        (r"(?i)(a)\1", "aA", True),
        (r"a\1", "a", False),  # the group has matched nothing yet
        (r"(a)?\1b", "b", False),
        (r".*(?<=Corps )\w+", "XV Corps HQ", True),
        (r"(?=.*(\d)).*\1", "a1b1", True),  # a group in a look-around keeps its text
    ],
)
def test_looking_ahead_and_back_and_references(pattern, text, is_found):
    assert compile_pattern(pattern).matches(text, Work().spend) is is_found


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(", "not closed"),
        (")", "without its"),
        ("[a", "not closed"),
        ("[]", "a set is empty"),
        ("[b-a]", "backwards"),
        ("[a-", "not closed|backwards"),
        ("[a[b]]", "a set stands inside a set"),
        ("*a", "nothing for the"),
        ("a**", "repetition of a repetition"),
        ("a*+", "repetition of a repetition"),
        ("a{", r"written \{2\}"),
        ("a{3,2}", "below its start"),
        ("a{9999}", r"written \{2\}"),
        ("(a{99}){99}", "too long"),
        ("a" * 501, "too long"),
        ("(" * 21 + ")" * 21, "more than 20 groups"),
        ("(?>a)", r"\(\?:"),
        ("(?=a", "not closed"),
        ("a(?i)b", r"at the start"),
        (r"\p", "not known"),
        ("a\\", "ends with"),
    ],
)
def test_what_is_no_pattern(pattern, says):
    with pytest.raises(ExpressionError, match=says):
        compile_pattern(pattern)


@given(st.text(alphabet=r"ab()[]{}*+?|\^$-.,2&d:", max_size=20), texts)
def test_any_text_is_a_pattern_or_an_error_in_words(pattern, text):
    trouble = trouble_of(lambda: compile_pattern(pattern).replaced(text, "x", Work().spend))
    assert trouble is None or trouble.message.endswith(".")


HARD = r"(?=(a*)*(a*)*b)(a*)\3*\1*c"


@pytest.mark.parametrize(
    "pattern", ["(a*)*b", "(a|a)*b", "(a+)+b", ".*.*.*.*b", "(a?){30}a{30}b", HARD, r"((?<=(a*)*c)a)*b"]
)
def test_what_keeps_regular_expressions_busy_for_hours_is_stopped(pattern):
    work = Work()
    trouble = trouble_of(lambda: compile_pattern(pattern).matches("a" * 10_000, work.spend))
    assert trouble is None or "too much work" in trouble.message
    assert work.spent < 30_000
