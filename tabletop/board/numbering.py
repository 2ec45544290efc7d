"""The numbering of the cells of a hex or square grid. Names are text, and a cell can be found by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from tabletop.board import forms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Cell: TypeAlias = tuple[int, int]
"""Column and row of a cell, each counted from 0 at the grid's origin, rightwards and downwards."""

Style: TypeAlias = Literal["numbers", "letters", "spreadsheet", "names"]
Stagger: TypeAlias = Literal["", "odd columns", "even columns", "odd rows", "even rows"]

_LONGEST_NUMBER = 12
_MOST_FOUND = 10_000
"""The most names that a numbering remembers."""
_MOST_REPEATED = 1000
"""The most times that a letter is repeated in the name of a distant cell. More would fill the memory."""
_ONE_LETTER = "|".join(f"{letter}+" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@dataclass(frozen=True)
class Axis:
    """The numbering of the columns, or of the rows.

    `style` is `numbers` (1, 2, 3), `letters` (A ... Z, AA, BB, CC: the letter repeated), `spreadsheet` (A ... Z, AA,
    AB, AC) or `names`, which come from the table `names`. 1 is A, or the first name. Letters below A are written -B,
    -C. `start` is the number of column (or row) 0. VASSAL's alphabetic numbering counts A as 0, so add one. Numbers get
    zeros on the left until they have `digits` digits. `descending`: count down from `start` instead of up.
    """

    style: Style = "numbers"
    start: int = 1
    digits: int = 1
    descending: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.style == "names") != bool(self.names):
            raise ValueError("A numbering of style 'names' needs its table of names, and only that style has one.")
        if len(set(self.names)) < len(self.names) or "" in self.names:
            raise ValueError("The names of a numbering must be different from each other, and none empty.")

    def text(self, index: int) -> str:
        """Return the written form of column (or row) `index`; '' if the table of names does not reach so far."""
        number = self.start - index if self.descending else self.start + index
        match self.style:
            case "numbers":
                return ("-" if number < 0 else "") + str(abs(number)).zfill(self.digits)
            case "names":
                return self.names[number - 1] if 1 <= number <= len(self.names) else ""
            case "letters":
                return _signed(number - 1, _repeated_letter)
            case "spreadsheet":
                return _signed(number - 1, _spreadsheet_letters)

    def index(self, text: str) -> int | None:
        """Return the column (or row) that is written in this way; None if there is none."""
        index = self.read(text)
        return index if index is not None and self.text(index) == text else None

    def read(self, text: str) -> int | None:
        """Return the column (or row) that is written in this way, with any number of leading zeros; None if there is
        none.
        """
        number = self._number(text)
        return None if number is None else self.start - number if self.descending else number - self.start

    @property
    def pattern(self) -> str:
        """The regular expression for VASSAL's numbers on this axis."""
        return f"-?(?:{_ONE_LETTER})" if self.style == "letters" else f"-?[0-9]{{{self.digits},}}"

    def _number(self, text: str) -> int | None:
        if self.style == "names":
            return self._numbers_of_names.get(text)
        digits = text.removeprefix("-")
        if not digits.isascii() or (len(digits) > _LONGEST_NUMBER and self.style != "letters"):
            return None
        if self.style == "numbers":
            return int(text) if digits.isdecimal() else None
        if not (digits.isalpha() and digits.isupper()):
            return None
        read = _read_repeated_letter if self.style == "letters" else _read_spreadsheet_letters
        return 1 + (read(digits) if digits == text else -read(digits))

    @cached_property
    def _numbers_of_names(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names, start=1)}


@dataclass(frozen=True)
class Numbering:
    """The names of cells, made from a column number, a row number, and a form that joins them.

    The form `{column}{row}` gives 0412, `{row}{column}` gives BB14, and `A-{column}.{row}` has a prefix and a
    separator. `stagger`: the half-shifted lines of a hex grid run one number ahead. In `odd columns` or `even columns`
    the rows count one further, in `odd rows` or `even rows` the columns do (odd and even by `Cell`, from 0).
    `row_slant`: rows are slanted, by this number every two columns (-1, 0, 1). `column_slant` is the same for columns.
    `named` are cells with a name of their own, for example entry hexes. `as_vassal`: a name has one reading, in which
    the first number takes as many characters as it can, and numbers may begin with more zeros than they need.
    """

    columns: Axis = field(default_factory=Axis)
    rows: Axis = field(default_factory=Axis)
    form: str = "{column}{row}"
    stagger: Stagger = ""
    row_slant: int = 0
    column_slant: int = 0
    named: tuple[tuple[Cell, str], ...] = ()
    as_vassal: bool = False

    def __post_init__(self) -> None:
        forms.check(self.form, ("column", "row"))
        if self._shifts_columns and (self.row_slant or self.stagger.endswith("columns")):
            raise ValueError("A numbering may shift its rows (by stagger or slant) or its columns, not both.")

    @property
    def _shifts_columns(self) -> bool:
        return bool(self.column_slant) or self.stagger.endswith("rows")

    def name(self, cell: Cell) -> str:
        """Return the name of a cell; '' if a table of names has none for it."""
        if cell in self._own_names:
            return self._own_names[cell]
        column, row = cell
        column_text = self.columns.text(column + self._column_shift(row))
        row_text = self.rows.text(row + self._row_shift(column))
        if not (column_text and row_text):
            return ""
        return forms.fill(self.form, {"column": column_text, "row": row_text})

    def cells(self, name: str) -> tuple[Cell, ...]:
        """Return every cell of that name.

        There may be several if the form joins its numbers without a separator: 1-12 and 11-2 are both 112.
        """
        found = self._found.get(name)
        if found is None:
            found = self._search(name)
            if len(self._found) < _MOST_FOUND:
                self._found[name] = found
        return found

    @cached_property
    def _found(self) -> dict[str, tuple[Cell, ...]]:
        """The cells of names that were searched for."""
        return {}

    def _search(self, name: str) -> tuple[Cell, ...]:
        found = [cell for cell, own in self.named if own == name]
        if forms.fields(self.form) == {"column", "row"}:
            read = self._read_as_vassal(name) if self.as_vassal else self._every_reading(name)
            found += (cell for cell in read if cell not in self._own_names)
        return tuple(found)

    def cell(self, name: str) -> Cell | None:
        """Return the cell of that name, or the first if there are several; None if there is none."""
        return next(iter(self.cells(name)), None)

    def _every_reading(self, name: str) -> Iterator[Cell]:
        for reading in forms.readings(self.form, name):
            column, row = self.columns.index(reading["column"]), self.rows.index(reading["row"])
            if column is not None and row is not None:
                yield self._cell(column, row)

    def _read_as_vassal(self, name: str) -> Iterator[Cell]:
        fields, pattern = self._pattern
        match = pattern.fullmatch(name)
        if match is not None:
            texts = dict(zip(fields, match.groups(), strict=True))
            column, row = self.columns.read(texts["column"]), self.rows.read(texts["row"])
            if column is not None and row is not None:
                yield self._cell(column, row)

    @cached_property
    def _pattern(self) -> tuple[tuple[str, ...], re.Pattern[str]]:
        """The fields of the form in their order, and the regular expression of a name."""
        parts = forms.parts(self.form)
        axes = {"column": self.columns, "row": self.rows}
        written = (re.escape(literal) + (f"({axes[field].pattern})" if field else "") for literal, field in parts)
        return tuple(field for _, field in parts if field), re.compile("".join(written))

    def _cell(self, column: int, row: int) -> Cell:
        """Return the cell for the column and the row that a name contains."""
        if self._shifts_columns:
            return column - self._column_shift(row), row
        return column, row - self._row_shift(column)

    def _row_shift(self, column: int) -> int:
        ahead = self.stagger == ("odd columns" if column % 2 else "even columns")
        return self.row_slant * (column // 2) + ahead

    def _column_shift(self, row: int) -> int:
        ahead = self.stagger == ("odd rows" if row % 2 else "even rows")
        return self.column_slant * (row // 2) + ahead

    @cached_property
    def _own_names(self) -> dict[Cell, str]:
        return dict(self.named)


def _signed(number: int, write: Callable[[int], str]) -> str:
    return "-" + write(-number) if number < 0 else write(number)


def _repeated_letter(number: int) -> str:
    return chr(ord("A") + number % 26) * min(number // 26 + 1, _MOST_REPEATED)


def _read_repeated_letter(text: str) -> int:
    return (len(text) - 1) * 26 + ord(text[-1]) - ord("A")


def _spreadsheet_letters(number: int) -> str:
    letters = ""
    while number >= 0:
        letters = chr(ord("A") + number % 26) + letters
        number = number // 26 - 1
    return letters


def _read_spreadsheet_letters(text: str) -> int:
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
