"""Sequences within sequences, and the fields of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files.scalars import NO_KEY, Color, Key, ctrl
from tabletop.vassal.files.sequence import (
    MOST_LEVELS,
    DepthError,
    SequenceReader,
    join,
    keys,
    levels,
    nested,
    split,
    texts,
)

TOKENS = st.text(alphabet="\\';,\t/ab", max_size=6)
DELIMITERS = st.sampled_from(";,\t/")


@pytest.mark.parametrize(
    ("text", "delimiter", "tokens"),
    [
        ("a;", ";", ["a", ""]),
        ("", ";", [""]),
        (";;", ";", ["", "", ""]),
        ("stuff,'", ",", ["stuff", "'"]),
        ("'12345'", ",", ["12345"]),
        ("''", ",", [""]),
        ("a\\;b", ";", ["a;b"]),
        ("a\\\\;b", ";", ["a\\;b"]),
        ("\\;\\;", ";", [";;"]),
        ("a\\n", ";", ["a\\n"]),
        ("x\\;y;'\\abc';''q'';;\"z\"", ";", ["x;y", "\\abc", "'q'", "", '"z"']),
    ],
)
def test_a_sequence_is_read_as_vassal_reads_it(text: str, delimiter: str, tokens: list[str]) -> None:
    assert split(text, delimiter) == tokens


@pytest.mark.parametrize(
    ("tokens", "delimiter", "text"),
    [
        (["A", "B,C"], ",", "A,B\\,C"),
        (["x;y", "\\abc", "'q'", "", '"z"'], ";", "x\\;y;'\\abc';''q'';;\"z\""),
        (["'"], ";", "'''"),
        ([], ";", None),
    ],
)
def test_a_sequence_is_written_as_vassal_writes_it(tokens: list[str], delimiter: str, text: str | None) -> None:
    assert join(tokens, delimiter) == text


@given(st.lists(TOKENS, min_size=1, max_size=5), DELIMITERS)
def test_what_is_written_is_read_again(tokens: list[str], delimiter: str) -> None:
    text = join(tokens, delimiter)
    assert text is not None
    assert split(text, delimiter) == tokens


@given(st.lists(TOKENS, min_size=1, max_size=6))
def test_what_is_nested_is_read_again(tokens: list[str]) -> None:
    assert levels(nested(tokens), len(tokens)) == tokens


@given(st.lists(TOKENS, min_size=1, max_size=6))
def test_levels_are_the_first_tokens_of_sequences_within_sequences(tokens: list[str]) -> None:
    text, one_by_one = nested(tokens), []
    while len(parts := split(text, "\t")) > 1:
        one_by_one.append(parts[0])
        text = parts[1]
    assert levels(nested(tokens)) == [*one_by_one, *parts]


def test_a_piece_of_four_traits_has_a_backslash_more_at_each_level() -> None:
    types = ["rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;", "mark;Layer", "immob;n;V;R;", "piece;;;a.png;A"]
    assert nested(types) == f"{types[0]}\t{types[1]}\\\t{types[2]}\\\\\t{types[3]}"
    assert nested(["2", "Units", "", "null;0;0;3;0"]) == "2\tUnits\\\t\\\\\tnull;0;0;3;0"


def test_a_third_token_ends_the_text() -> None:
    assert levels("a\tb\\\tc\td") == ["a", "b", "c"]


def test_a_state_with_more_levels_than_traits_leaves_the_rest_to_the_innermost() -> None:
    assert levels("a\tb\\\tc", 2) == ["a", "b\tc"]


def test_a_thousand_levels_are_read_in_one_pass() -> None:
    tokens = [f"mark;M{number}" for number in range(1000)]
    assert levels(nested(tokens)) == tokens


def test_endless_nesting_is_refused() -> None:
    text = "".join("x" + "\\" * depth + "\t" for depth in range(MOST_LEVELS + 1))
    with pytest.raises(DepthError, match="more than 5000 deep"):
        levels(text)


@given(st.text(alphabet="\\\t'a", max_size=40))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    assert levels(text)
    assert split(text, "\t")


def test_fields_are_their_defaults_where_they_are_missing_or_do_not_fit() -> None:
    fields = SequenceReader("x;y;maybe;;;")
    assert fields.whole(7) == 7
    assert fields.decimal(1.5) == 1.5
    assert fields.yes(True) is False
    assert fields.color(Color(1, 2, 3)) is None
    assert fields.key(ctrl("D")) == NO_KEY
    assert fields.text("usual") == ""
    assert not fields.more
    assert (fields.text("usual"), fields.whole(3), fields.yes(True), fields.key(ctrl("D"))) == (
        "usual",
        3,
        True,
        ctrl("D"),
    )
    assert fields.texts(2) == ("", "")


def test_fields_of_all_sorts() -> None:
    fields = SequenceReader("-3;2.5;true;1,2,3;68,130;a,b\\,c;57400\\,0\\,Do It,65\\,130;AB;left;over")
    assert (fields.whole(), fields.decimal(), fields.yes()) == (-3, 2.5, True)
    assert (fields.color(), fields.key()) == (Color(1, 2, 3), Key(68, 130))
    assert fields.texts() == ("a", "b,c")
    assert fields.keys() == (Key(57344, 0, "Do It"), ctrl("A"))
    assert fields.keys(characters=True) == (ctrl("A"), ctrl("B"))
    assert fields.rest() == ("left", "over")


def test_an_empty_array_has_nothing_in_it() -> None:
    assert texts("") == []
    assert keys("") == []
    assert keys("", characters=True) == []
