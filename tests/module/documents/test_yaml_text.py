"""YAML is read as text with places; errors are one sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.module.documents import yaml_text
from tabletop.module.documents.problems import Problems
from tabletop.module.documents.yaml_text import DEEPEST, Node, read_yaml


def read(text: str | bytes) -> tuple[Node | None, list[str]]:
    problems = Problems()
    content = text.encode() if isinstance(text, str) else text
    node = read_yaml(content, "f.yaml", problems)
    return node, [str(problem) for problem in problems]


@pytest.fixture(params=["CBaseLoader", "BaseLoader"])
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with libyaml and without it; PyYAML must give the same result."""
    monkeypatch.setattr(yaml_text, "_Loader", getattr(yaml_text.yaml, request.param))


@pytest.mark.usefixtures("each_parser")
def test_scalars_stay_what_the_author_wrote() -> None:
    node, problems = read("[0412, NO, 12:30, 1e3, ~, null, 2026-01-01, 0x1F, yes, 007]")
    assert problems == []
    assert node is not None
    assert node.value == ["0412", "NO", "12:30", "1e3", "~", "null", "2026-01-01", "0x1F", "yes", "007"]


@pytest.mark.usefixtures("each_parser")
def test_a_key_without_a_value_holds_nothing_and_quotes_hold_empty_text() -> None:
    node, _ = read("a:\nb: ''\nc:\n- \n")
    assert node is not None
    assert node.value == {"a": None, "b": "", "c": [None]}


def test_text_is_composed_so_that_equal_names_are_equal() -> None:
    node, problems = read("Cafe\u0301: x\nCaf\u00e9: y")
    assert node is not None
    assert node.value == {"Café": "x"}
    assert problems == ["f.yaml:2:1: found 'Café' a second time, expected each key once; it is already in line 1"]


@pytest.mark.usefixtures("each_parser")
def test_keys_and_values_know_their_places() -> None:
    node, _ = read("a: 1\nb:\n  - {c: 'x y', d: plain}\n")
    assert node is not None
    row = node.entries["b"].items[0]
    assert (row.line, row.column) == (3, 5)
    assert (row.entries["c"].key_line, row.entries["c"].key_column) == (3, 6)
    assert (row.entries["c"].line, row.entries["c"].column) == (3, 9)
    assert row.entries["c"].column_of(2) == 12
    assert row.entries["d"].column_of(2) == row.entries["d"].column + 2


def test_characters_of_escaped_or_long_text_are_not_counted_off() -> None:
    node, _ = read('a: "x\\ty"\nb: |\n  one\n  two\nc: it\'s\n')
    assert node is not None
    assert [node.entries[key].column_of(2) for key in "abc"] == [4, 4, 6]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f.yaml:1:1: found an empty file, expected a mapping, 'key: value'"),
        ("# only a remark\n", "f.yaml:1:1: found an empty file, expected a mapping, 'key: value'"),
        ("a: 1\n---\nb: 2", "f.yaml:2:1: found a second document, expected one document in a file"),
        ("a: 1\na: 2", "f.yaml:2:1: found 'a' a second time, expected each key once; it is already in line 1"),
        ("a: &x 1", "f.yaml:1:4: found the anchor '&x', expected a value without one; anchors are not read"),
        ("a: *x", "f.yaml:1:4: found the alias '*x', expected the value itself; aliases are not read"),
        (
            "a: !!str x",
            "f.yaml:1:4: found the tag 'tag:yaml.org,2002:str', expected a value without one; tags are not read",
        ),
        ("<<: {a: 1}", "f.yaml:1:1: found the merge key '<<', expected the keys themselves; merging is not read"),
        ("? [a]\n: b", "f.yaml:1:3: found a key that is not text, expected a name before the ':'"),
        ("a:\n\tb: 1", "f.yaml:2:1: found a tab, expected spaces; YAML is indented with spaces only"),
        ("a: b: c", "f.yaml:1:5: found ': c', expected text with ': ' in it to stand in quotes"),
        ("a: [1, 2", "f.yaml:2:1: found the end of the file, expected a comma, or the ']' that closes this list"),
        ("a: 'x", "f.yaml:1:4: found ''x', expected the quotation mark that closes this text"),
        ("a: @x", "f.yaml:1:4: found '@x', expected text that begins with @, ` or % to stand in quotes"),
        ("a: 1\nb", "f.yaml:2:1: found 'b', expected 'key: value'"),
        ("a: \0", "f.yaml:1:4: found the control character U+0000, expected only characters that can be seen"),
        (b"a: 1\nb: \xff", "f.yaml:2:4: found the byte 0xFF, expected text in UTF-8; save the file with this encoding"),
        (
            "a: 1".encode("utf-16"),
            "f.yaml:1:1: found the byte 0xFF, expected text in UTF-8; save the file with this encoding",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str | bytes, said: str) -> None:
    assert read(text)[1] == [said]


def test_a_mark_of_byte_order_is_no_mistake() -> None:
    node, problems = read("\ufeffa: 1")
    assert (node and node.value, problems) == ({"a": "1"}, [])


@pytest.mark.usefixtures("each_parser")
def test_several_mistakes_are_told_at_once() -> None:
    _, problems = read("a: &x 1\nb: *x\na: !t 2\n")
    assert [problem.split(": ")[0] for problem in problems] == ["f.yaml:1:4", "f.yaml:2:4", "f.yaml:3:1", "f.yaml:3:4"]


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 50_000, "- " * 5_000, "a:\n" + "".join(f"{' ' * n}- \n" for n in range(90))]
)
def test_what_lies_too_deep_is_refused_before_it_is_built(text: str) -> None:
    node, problems = read(text)
    assert node is None
    assert len(problems) == 1


@pytest.mark.usefixtures("each_parser")
def test_the_deepest_that_is_read() -> None:
    node, problems = read("[" * DEEPEST + "]" * DEEPEST)
    assert node is not None
    assert problems == []
    assert "more than 60" in read("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))[1][0]


def test_a_file_too_large_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_text, "LARGEST_BYTES", 1024 * 1024)
    assert read(b"a" * 1024 * 1024 + b"b")[1] == ["f.yaml: found 1.0 MB, expected at most 1 MB in one file"]


YAMLISH = st.lists(
    st.sampled_from(
        [
            "a",
            "b: ",
            "- ",
            "\n",
            "  ",
            "\t",
            "[",
            "]",
            "{",
            "}",
            "'",
            '"',
            ",",
            "&x ",
            "*x",
            "!t ",
            "|\n",
            "? ",
            "#",
            "---\n",
            "\0",
            "é",
            "%TAG",
            "\\",
        ]
    )
).map("".join)


@settings(max_examples=400)
@given(
    st.one_of(
        YAMLISH.map(str.encode),
        st.binary(max_size=40),
        st.text(max_size=40).map(lambda t: t.encode("utf-8", "surrogatepass")),
    )
)
def test_any_bytes_give_a_value_or_a_problem(content: bytes) -> None:
    problems = Problems()
    node = read_yaml(content, "f.yaml", problems)
    assert node is not None or len(problems) > 0
    for problem in problems:
        assert "\n" not in str(problem)
