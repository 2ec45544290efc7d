"""Documents are read completely; every mistake is reported with its place."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, field_validator

from tabletop.module.documents import schema_errors
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.documents.problems import Problems
from tabletop.module.schema.module_file import ModuleFile
from tabletop.module.schema.record_base import Colour, Count, Expr, Half, Id, Name, Record, Text, Whole, YesNo
from tabletop.module.source import FolderSource


class Layer(Record):
    """A record for tests: a trait with levels."""

    trait: Literal["layer"]
    levels: Annotated[tuple[Name, ...], Field(min_length=1)]
    key: Name | None = None


class Mark(Record):
    """A record for tests: a trait with a value."""

    trait: Literal["mark", "label"]
    name: Name
    value: Expr = "''"


class Counter(Record):
    """A record for tests: a counter with traits and values of many types."""

    id: Id
    name: Name
    side: Literal["JP", "AL"]
    firepower: Count = 0
    anti_aircraft: Half | None = None
    size: Literal["auto"] | Whole = "auto"
    elite: YesNo = False
    traits: tuple[Annotated[Layer | Mark, Field(discriminator="trait")], ...] = ()
    face: Name | tuple[Name, ...] | Layer = "plain"
    ratings: Mapping[Id, Whole] = Field(default_factory=dict)
    at: tuple[Whole, Whole] | None = None
    note: Text = ""

    @field_validator("name")
    @classmethod
    def _no_ghosts(cls, name: str) -> str:
        if name == "Ghost":
            raise ValueError("a ghost is no counter")
        return name


class Counters(Record):
    """A record for tests: a whole document."""

    counters: tuple[Counter, ...]
    colour: Colour = "#000000"


def read_document(path: Path, model: type[Counters], problems: Problems) -> Counters | None:
    """Return a single document, or None if it has mistakes, which are added to `problems`."""
    reader = ModuleReader(FolderSource(path.parent))
    document = reader.read(path.name, model)
    problems.extend(reader.problems)
    return document


def problems_of(folder: Path, text: str) -> list[str]:
    (folder / "f.yaml").write_text(text)
    problems = Problems()
    document = read_document(folder / "f.yaml", Counters, problems)
    assert (document is None) == bool(problems)
    return [str(problem).removeprefix("f.yaml:") for problem in problems]


def problems_of_one(folder: Path, entries: str) -> list[str]:
    """Return the mistakes in a document with one correct counter that also has these entries, all on line 2."""
    return problems_of(folder, f"counters:\n- {{{entries}, id: a, name: A, side: JP}}\n")


def test_a_sound_document_becomes_values(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text(
        "colour: '#a0b0c0'\ncounters:\n"
        "- {id: 0412, name: NO, side: JP, firepower: 3, anti_aircraft: 1.5, elite: yes, at: [3, -4], size: 7}\n"
    )
    problems = Problems()
    document = read_document(tmp_path / "f.yaml", Counters, problems)
    assert not problems
    counter = Counter(
        id="0412", name="NO", side="JP", firepower=3, anti_aircraft=Half(3), elite=True, at=(3, -4), size=7
    )
    assert document == Counters(colour="#A0B0C0", counters=(counter,))


WHOLE = "a whole number, for example 7 or -2, without leading zeros"
LEVELS = "one of key, levels; did you mean 'levels'?"


@pytest.mark.parametrize(
    ("entries", "column", "found", "expected"),
    [
        (
            "fac: x",
            4,
            "'fac'",
            "one of anti_aircraft, at, elite, face, firepower, note, ratings, size, traits; did you mean 'face'?",
        ),
        (
            "fame: x",
            4,
            "'fame'",
            "one of anti_aircraft, at, elite, face, firepower, note, ratings, size, traits; did you mean 'face'?",
        ),
        ("firepower: 07", 15, "'07'", WHOLE),
        ("firepower: -1", 15, "'-1'", "a number of 0 or more"),
        ("firepower: [1]", 15, "a list of 1", WHOLE),
        ("firepower: {a: 1}", 15, "a mapping", WHOLE),
        ("firepower: ", 15, "nothing", WHOLE),
        ("anti_aircraft: 1.2", 19, "'1.2'", "a number in whole or half steps, for example 2, 0.5 or 1½"),
        ("elite: maybe", 11, "'maybe'", "yes or no"),
        ("size: big", 10, "'big'", f"'auto' or {WHOLE}"),
        ("traits: layer", 12, "'layer'", "a list"),
        ("traits: [x]", 13, "'x'", "a mapping, 'key: value'"),
        ("traits: [{trait: layr}]", 21, "'layr'", "one of label, layer, mark; did you mean 'layer'?"),
        ("traits: [{levels: [a]}]", 13, "no 'trait'", "that key in this mapping"),
        ("traits: [{trait: layer}]", 13, "no 'levels'", "that key in this mapping"),
        ("traits: [{trait: layer, levels: []}]", 36, "an empty list", "1 or more entries"),
        ("traits: [{trait: label, name: x, valu: 1}]", 37, "'valu'", "'value'"),
        ("traits: [{trait: layer, levles: [a]}]", 28, "'levles'", LEVELS),
        ("face: {trait: layer, levles: [a]}", 25, "'levles'", LEVELS),
        ("face: [a, ' ']", 15, "nothing", "a name: one line of at most 120 characters, no space before or after"),
        ("ratings: {fp: x}", 18, "'x'", WHOLE),
        (
            "ratings: {f p: 3}",
            14,
            "'f p'",
            "an id: at most 64 letters a to z, digits, - and _, beginning with a letter or digit",
        ),
        ("at: [1]", 8, "a list of 1", "one more entry"),
        ("at: [1, 2, 3]", 8, "a list of 3", "no more than 2 entries"),
        ("elite: no, basis: {elite: guess}", 30, "'guess'", "'source', 'source/where' or 'authored/reason'"),
        (
            "elite: no, basis: {elte: source}",
            23,
            "'elte'",
            "the name of a key here or deeper; did you mean 'elite'?",
        ),
    ],
)
def test_a_mistake_is_told_in_our_own_words(
    tmp_path: Path, entries: str, column: int, found: str, expected: str
) -> None:
    assert problems_of_one(tmp_path, entries) == [f"2:{column}: found {found}, expected {expected}"]


def test_a_mistake_in_an_expression_points_into_it(tmp_path: Path) -> None:
    plain = problems_of_one(tmp_path, "traits: [{trait: mark, name: x, value: firepower + )}]")
    in_quotes = problems_of_one(tmp_path, "traits: [{trait: mark, name: x, value: 'firepower + )'}]")
    assert plain[0].startswith("2:55: found 'firepower + )', expected an expression that can be understood (")
    assert in_quotes[0].startswith("2:56: ")


def test_the_sentence_of_a_check_of_our_own_stands_alone(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "counters:\n- {id: a, name: Ghost, side: AL}") == ["2:17: a ghost is no counter"]


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = "colour: red\ncounters:\n- {id: a b, nme: A, side: AL2}\n- text\n- {id: c, id: d, name: C, side: JP}\n"
    assert [said.split(" ")[0] for said in problems_of(tmp_path, text)] == [
        "1:9:",
        "3:8:",
        "3:13:",
        "3:27:",
        "4:3:",
        "5:11:",
    ]


@pytest.mark.parametrize("text", ["just text", "[a]", "''", "- {}"])
def test_a_document_that_is_no_mapping(tmp_path: Path, text: str) -> None:
    assert [said.split("expected ")[1] for said in problems_of(tmp_path, text)] == ["a mapping, 'key: value'"]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    reader = ModuleReader(FolderSource(tmp_path))
    assert reader.read("none.yaml", Counters) is None
    assert reader.read("folder.yaml", Counters) is None
    assert reader.read_text("none.md") is None
    assert list(map(str, reader.problems)) == [
        "folder.yaml: is a folder, not a file",
        "none.md: does not exist",
        "none.yaml: does not exist",
    ]


def test_a_page_of_text(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# Chart\n")
    assert ModuleReader(FolderSource(tmp_path)).read_text("page.md") == "# Chart\n"


def test_later_checks_point_into_what_was_read(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text("counters:\n- {id: a, name: Truc, side: JP, ratings: {x: 1}}\n")
    reader = ModuleReader(FolderSource(tmp_path))
    assert reader.read("f.yaml", Counters)
    reader.note("f.yaml", ("counters", 0, "name"), "a place of the map", ["Truk", "Wake"])
    reader.note("f.yaml", ("counters", 0, "ratings"), "a rating")
    reader.note("f.yaml", ("counters", 0, "ratings", "x"), "no rating")
    reader.note("f.yaml", ("counters", 9), "ten counters")
    assert list(map(str, reader.problems)) == [
        "f.yaml:1:1: found '9', expected ten counters",
        "f.yaml:2:17: found 'Truc', expected a place of the map, one of Truk, Wake; did you mean 'Truk'?",
        "f.yaml:2:33: found 'ratings', expected a rating",
        "f.yaml:2:46: found '1', expected no rating",
    ]


def test_what_was_read_before_is_not_read_again(tmp_path: Path) -> None:
    traits = "[{trait: mark, name: x, value: fp + 1}]"
    (tmp_path / "f.yaml").write_text(f"counters:\n- {{id: a, name: A, side: JP, traits: {traits}}}\n")
    source = FolderSource(tmp_path)
    first = ModuleReader(source)
    document = first.read("f.yaml", Counters)
    (tmp_path / "f.yaml").write_text("no longer: [this")
    second = ModuleReader(source, first.records)
    assert second.read("f.yaml", Counters) == document
    assert second.records == first.records
    assert not second.problems


def test_a_record_of_another_kind_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text("counters: []")
    reader = ModuleReader(FolderSource(tmp_path), {"f.yaml": ModuleFile.model_construct()})
    assert reader.read("f.yaml", Counters) == Counters(counters=())


WORDS = st.sampled_from(
    ["counters", "traits", "trait", "layer", "mark", "levels", "face", "basis", "a", "JP", "07", "", "source"]
)
TREES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)


@settings(max_examples=150)
@given(tree=TREES)
def test_whatever_stands_in_a_document_gives_a_value_or_problems(
    tmp_path_factory: pytest.TempPathFactory, tree: object
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(json.dumps(tree))
    problems = Problems()
    document = read_document(path, Counters, problems)
    assert (document is None) == bool(problems)
    assert all(problem.line > 0 for problem in problems)


@pytest.mark.parametrize(
    "text",
    ["".join(f"unknown_{n}: {n}\n" for n in range(20_000)), "traits:\n" + "- {trait: other}\n" * 20_000],
    ids=["unknown keys", "unknown traits"],
)
def test_of_a_flood_of_mistakes_no_more_are_explained_than_told(tmp_path: Path, text: str, monkeypatch) -> None:
    looks: list[object] = []
    honest = schema_errors._mistake
    monkeypatch.setattr(schema_errors, "_mistake", lambda *given: looks.append(given) or honest(*given))
    (tmp_path / "c.yaml").write_text(f"id: a\nname: A\nside: JP\n{text}")
    reader = ModuleReader(FolderSource(tmp_path))
    assert reader.read("c.yaml", Counter) is None
    assert len(looks) <= schema_errors.MOST_EXPLAINED
    assert "the rest are not listed" in str(list(reader.problems)[-1])
    assert len(list(reader.problems)) == 1001
