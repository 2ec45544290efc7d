"""Written YAML reads as the same data, here and elsewhere."""

from collections.abc import Mapping
from typing import Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from tabletop.module.documents.problems import Problems
from tabletop.module.documents.yaml_text import read_yaml
from tabletop.module.documents.yaml_writer import dump_document, write_yaml
from tabletop.module.schema.record_base import Colour, Half, Name, Record, Text, Whole, YesNo


def reads(kind: object, text: str) -> bool:
    try:
        TypeAdapter(kind).validate_python(text)
    except ValidationError:
        return False
    return True


class Row(Record):
    """A record for tests: a row of a page."""

    kind: Literal["row"]
    name: Name
    half: Half | None = None
    elite: YesNo = False


class Page(Record):
    """A record for tests: a document with every sort of value."""

    title: Text
    rows: tuple[Row, ...] = ()
    colour: Colour = "#000000"
    counts: Mapping[Name, Whole] = Field(default_factory=dict)
    notes: tuple[Text, ...] = ()


TEXTS = st.text(max_size=40).map(lambda text: text.replace("\r", "")).filter(lambda text: reads(Text, text))
TEXTS = TEXTS.map(lambda text: TypeAdapter(Text).validate_python(text))
NAMES = TEXTS.filter(lambda text: reads(Name, text))
BASES = (
    st.none()
    | st.sampled_from(["source", "authored/history"])
    | st.dictionaries(st.just("name"), st.just("source/text"), max_size=1)
)
ROWS = st.builds(
    Row,
    kind=st.just("row"),
    name=NAMES,
    half=st.none() | st.integers(-20, 20).map(Half),
    elite=st.booleans(),
    basis=BASES,
)
PAGES = st.builds(
    Page,
    title=TEXTS,
    rows=st.lists(ROWS, max_size=3).map(tuple),
    colour=st.just("#A0B0C0") | st.just("#000000"),
    counts=st.dictionaries(NAMES, st.integers(-(10**14), 10**14), max_size=3),
    notes=st.lists(TEXTS, max_size=3).map(tuple),
)


@given(PAGES)
def test_a_document_written_and_read_again_is_equal(page: Page) -> None:
    problems = Problems()
    node = read_yaml(dump_document(page).encode(), "f.yaml", problems)
    assert node is not None, list(map(str, problems))
    assert Page.model_validate(node.value) == page


@given(TEXTS)
def test_programs_that_guess_types_read_text_as_text(text: str) -> None:
    assert yaml.safe_load(write_yaml({"a": text})) == {"a": text}


@pytest.mark.parametrize(
    "text",
    ["NO", "y", "0412", "12:30", "1e3", "0o17", "1_000", "~", "null", "2026-01-01", "", "=", "<<", "1.", ".5", "+7"],
)
def test_text_that_some_reader_would_take_for_something_else_is_quoted(text: str) -> None:
    assert write_yaml([text]) == f"['{text}']\n"


def test_numbers_and_answers_are_written_as_other_programs_read_them() -> None:
    written = write_yaml({"n": 7, "half": Half(3), "whole": Half(4), "yes": True, "no": False})
    assert yaml.safe_load(written) == {"n": 7, "half": 1.5, "whole": 2, "yes": True, "no": False}


@pytest.mark.parametrize(
    ("number", "written"), [(1e-05, "0.00001"), (1e20, "100000000000000000000"), (-2.5, "-2.5"), (3.0, "3")]
)
def test_very_small_and_large_numbers_are_written_in_full(number: float, written: str) -> None:
    assert write_yaml({"size": number}) == f"size: {written}\n"


def test_short_records_stand_on_one_line_and_long_text_on_several() -> None:
    rows = (Row(kind="row", name="Akagi, Kaga", half=Half(1)), Row(kind="row", name="NO", elite=True, basis="source"))
    page = Page(title="Two\nlines\n", rows=rows, colour="#000000")
    assert dump_document(page) == (
        "title: |\n"
        "  Two\n"
        "  lines\n"
        "rows:\n"
        "- {kind: row, name: 'Akagi, Kaga', half: 0.5}\n"
        "- {basis: source, kind: row, name: 'NO', elite: yes}\n"
    )


def test_nothing_is_written_as_nothing() -> None:
    node = read_yaml(write_yaml({"a": None, "b": [None, "x"]}).encode(), "f", Problems())
    assert node is not None
    assert node.value == {"a": None, "b": [None, "x"]}
