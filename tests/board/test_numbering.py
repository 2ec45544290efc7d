"""Names of cells: as maps print them; every name leads back to its cell."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.board import Axis, Numbering

CELLS = st.tuples(st.integers(-60, 120), st.integers(-60, 120))
AXES = st.builds(
    Axis,
    style=st.sampled_from(["numbers", "letters", "spreadsheet"]),
    start=st.integers(-40, 100),
    digits=st.integers(1, 4),
    descending=st.booleans(),
) | st.builds(
    Axis,
    style=st.just("names"),
    start=st.integers(-10, 10),
    descending=st.booleans(),
    names=st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=30, unique=True).map(tuple),
)
LITERALS = st.text(max_size=3).map(lambda text: text.replace("{", "{{").replace("}", "}}"))
FORMS = st.builds(
    lambda before, first, between, second, after: f"{before}{first}{between}{second}{after}",
    LITERALS,
    st.just("{column}"),
    LITERALS,
    st.just("{row}"),
    LITERALS,
)
FORMS |= FORMS.map(lambda form: form.replace("{column}", "{c}").replace("{row}", "{column}").replace("{c}", "{row}"))
ROW_SHIFTS = st.fixed_dictionaries(
    {"stagger": st.sampled_from(["", "odd columns", "even columns"]), "row_slant": st.sampled_from([-1, 0, 1])}
)
COLUMN_SHIFTS = st.fixed_dictionaries(
    {"stagger": st.sampled_from(["", "odd rows", "even rows"]), "column_slant": st.sampled_from([-1, 0, 1])}
)
NAMED = st.dictionaries(CELLS, st.text(min_size=1, max_size=5), max_size=3).map(lambda named: tuple(named.items()))
NUMBERINGS = st.builds(
    lambda columns, rows, form, named, shifts: Numbering(columns, rows, form, named=named, **shifts),
    AXES,
    AXES,
    FORMS,
    NAMED,
    ROW_SHIFTS | COLUMN_SHIFTS,
)


@given(NUMBERINGS, CELLS)
def test_every_name_leads_back_to_its_cell(numbering: Numbering, cell: tuple[int, int]) -> None:
    name = numbering.name(cell)
    if name:
        assert cell in numbering.cells(name)


@given(NUMBERINGS, CELLS)
def test_every_cell_a_name_leads_to_has_that_name(numbering: Numbering, cell: tuple[int, int]) -> None:
    name = numbering.name(cell)
    for other in numbering.cells(name) if name else ():
        assert numbering.name(other) == name


@given(AXES, AXES, st.sampled_from(["/", " : ", "_"]), ROW_SHIFTS | COLUMN_SHIFTS, CELLS)
def test_a_separator_that_no_number_holds_leaves_one_cell(
    columns: Axis, rows: Axis, separator: str, shifts: dict[str, Any], cell: tuple[int, int]
) -> None:
    numbering = Numbering(columns, rows, f"{{column}}{separator}{{row}}", **shifts)
    name = numbering.name(cell)
    if name and name.count(separator) == 1:
        assert numbering.cells(name) == (cell,)


@given(AXES, st.integers(-200, 200))
def test_an_axis_reads_back_what_it_writes(axis: Axis, index: int) -> None:
    text = axis.text(index)
    assert axis.index(text) == (index if text else None)


@given(AXES, st.text(max_size=8))
def test_an_axis_reads_only_what_it_writes(axis: Axis, text: str) -> None:
    index = axis.index(text)
    assert index is None or axis.text(index) == text


@pytest.mark.parametrize(
    ("axis", "index", "text"),
    [
        (Axis(), 0, "1"),
        (Axis(digits=2), 3, "04"),
        (Axis(digits=2), 11, "12"),
        (Axis(start=3, digits=3), 0, "003"),
        (Axis(start=-3, digits=2), 0, "-03"),
        (Axis(start=16, descending=True), 4, "12"),
        (Axis("letters"), 0, "A"),
        (Axis("letters"), 25, "Z"),
        (Axis("letters"), 26, "AA"),
        (Axis("letters"), 27, "BB"),
        (Axis("letters"), 53, "BBB"),
        (Axis("letters"), -1, "-B"),
        (Axis("spreadsheet"), 26, "AA"),
        (Axis("spreadsheet"), 27, "AB"),
        (Axis("spreadsheet"), 702, "AAA"),
        (Axis("names", names=("North", "South")), 1, "South"),
        (Axis("names", names=("North", "South")), 2, ""),
    ],
)
def test_how_a_line_is_written(axis: Axis, index: int, text: str) -> None:
    assert axis.text(index) == text


@pytest.mark.parametrize(
    ("numbering", "cell", "name"),
    [
        (Numbering(Axis(digits=2), Axis(digits=2)), (3, 11), "0412"),
        (Numbering(rows=Axis("letters"), form="{row}{column}"), (13, 27), "BB14"),
        (Numbering(Axis("letters"), Axis(digits=2)), (6, 8), "G09"),
        (Numbering(form="A-{column}.{row}"), (0, 1), "A-1.2"),
        (Numbering(form="({row},{column})"), (0, 1), "(2,1)"),
        (Numbering(form="{{{column}|{row}}}"), (0, 1), "{1|2}"),
        (Numbering(stagger="odd columns", form="{column}.{row}"), (3, 4), "4.6"),
        (Numbering(stagger="odd columns", form="{column}.{row}"), (2, 4), "3.5"),
        (Numbering(rows=Axis(start=9, descending=True), stagger="odd columns", form="{column}.{row}"), (1, 4), "2.4"),
        (Numbering(stagger="even rows", form="{column}.{row}"), (3, 4), "5.5"),
        (Numbering(row_slant=1, form="{column}.{row}"), (5, 4), "6.7"),
        (Numbering(column_slant=-1, form="{column}.{row}"), (5, 4), "4.5"),
        (Numbering(named=(((7, 7), "5N"),)), (7, 7), "5N"),
    ],
)
def test_how_a_cell_is_called(numbering: Numbering, cell: tuple[int, int], name: str) -> None:
    assert numbering.name(cell) == name
    assert numbering.cell(name) == cell


def test_a_letter_is_not_repeated_without_end() -> None:
    assert len(Axis(style="letters").text(2**60)) == 1000


def test_numbers_run_together_may_mean_several_cells() -> None:
    assert Numbering().cells("112") == ((0, 11), (10, 1))


def test_a_cell_with_a_name_of_its_own_has_no_other() -> None:
    numbering = Numbering(Axis(digits=2), Axis(digits=2), named=(((3, 11), "Entry"),))
    assert numbering.cell("0412") is None


@pytest.mark.parametrize("name", ["", "412", "0412 ", "AB12", "０４12", "4.12", "-412"])
def test_a_text_that_is_no_name_leads_nowhere(name: str) -> None:
    assert Numbering(Axis(digits=2), Axis(digits=2)).cell(name) is None


def test_a_form_without_column_or_row_does_not_lead_back() -> None:
    numbering = Numbering(form="row {row}")
    assert numbering.name((4, 2)) == "row 3"
    assert numbering.cells("row 3") == ()


def test_a_wrong_form_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has the field \{colum\}; it may have \{column\} and \{row\}"):
        Numbering(form="{colum}{row}")
    with pytest.raises(ValueError, match="cannot be read"):
        Numbering(form="{column}{row")


def test_rows_and_columns_cannot_both_be_shifted() -> None:
    with pytest.raises(ValueError, match="not both"):
        Numbering(stagger="odd rows", row_slant=1)


def test_a_table_of_names_goes_with_its_style() -> None:
    with pytest.raises(ValueError, match="needs its table"):
        Axis("names")
    with pytest.raises(ValueError, match="needs its table"):
        Axis("letters", names=("A",))
    with pytest.raises(ValueError, match="different"):
        Axis("names", names=("A", "A"))


@pytest.mark.parametrize(
    ("columns", "rows", "form", "name", "cell"),
    [
        (Axis(start=0, digits=2), Axis(start=0, digits=2), "{column}{row}", "11213", (112, 13)),
        (Axis(start=0), Axis(start=0), "{column}{row}", "010", (1, 0)),
        (Axis(start=0, digits=2), Axis(start=0), "{column}.{row}", "004.007", (4, 7)),
        (Axis(start=0, digits=2), Axis(start=0), "{column}.{row}", "4.7", None),
        (Axis("letters"), Axis("letters"), "{column}{row}", "AAA", (26, 0)),
        (Axis("letters"), Axis("letters"), "{column}{row}", "ABB", (0, 27)),
        (Axis("letters"), Axis(start=0), "{column}{row}", "-C-5", (-2, -5)),
        (Axis(start=0), Axis(start=0), "{row}: {column} of {column}", "1: 2 of 3", (3, 1)),
        (Axis(start=0), Axis(start=0), "{column}", "1", None),
    ],
)
def test_vassal_reads_a_name_in_one_way(
    columns: Axis, rows: Axis, form: str, name: str, cell: tuple[int, int] | None
) -> None:
    assert Numbering(columns, rows, form, as_vassal=True).cell(name) == cell
