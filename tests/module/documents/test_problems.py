"""Messages for mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.module.documents.problems import ModuleProblems, Problem, Problems, nearest, one_of, quoted


def test_a_problem_reads_as_compilers_say_it() -> None:
    problem = Problem("counters/naval.yaml", 14, 9, "'firepwer'", "one of defence, firepower", "firepower")
    said = "counters/naval.yaml:14:9: found 'firepwer', expected one of defence, firepower; did you mean 'firepower'?"
    assert str(problem) == said


def test_a_problem_of_a_whole_file_names_no_line() -> None:
    assert str(Problem("map/map.yaml", 0, 0, "does not exist")) == "map/map.yaml: does not exist"


def test_what_was_expected_is_not_offered_a_second_time() -> None:
    assert str(Problem("f", 1, 1, "'nme'", "'name'", "name")) == "f:1:1: found 'nme', expected 'name'"


def test_problems_are_told_in_the_order_of_files_and_lines_and_once() -> None:
    problems = Problems()
    problems.extend(
        [Problem("b", 1, 1, "x"), Problem("a", 10, 1, "x"), Problem("a", 9, 1, "x"), Problem("b", 1, 1, "x")]
    )
    assert [(problem.file, problem.line) for problem in problems] == [("a", 9), ("a", 10), ("b", 1)]


def test_a_flood_of_problems_is_cut_off() -> None:
    problems, found = Problems(), iter(range(1, 5000))
    problems.extend(Problem("a", line, 1, "x") for line in found)
    told = list(problems)
    assert [problem.line for problem in told] == [*range(1, 1001), 1001]
    assert told[-1].found == "more than 1000 mistakes; the rest are not listed"
    assert next(found) == 1002, "nothing more is looked for"


def test_a_thousand_problems_are_all() -> None:
    problems = Problems()
    problems.extend([Problem("a", line, 1, "x") for line in range(1000)] * 2)
    assert (len(list(problems)), problems.are_too_many) == (1000, False)


def test_raising_carries_every_problem() -> None:
    problems = Problems()
    problems.raise_any()
    problems.extend([Problem("a", 2, 1, "y"), Problem("a", 1, 1, "x")])
    with pytest.raises(ModuleProblems) as raised:
        problems.raise_any()
    assert str(raised.value) == "a:1:1: x\na:2:1: y"


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("firepwer", ["firepower", "defence"], "firepower"),
        ("PEARL HARBOR", ["Pearl Harbor"], "Pearl Harbor"),
        ("Pearl Harbour", ["Pearl Harbor", "Port Moresby"], "Pearl Harbor"),
        ("zzz", ["firepower"], None),
        ("x", [], None),
        ("Place 7 12", [f"Place {n}" for n in range(100, 9000)], "Place 712"),
        ("Place 70O", [f"Place {n}" for n in range(20_000)], None),
    ],
)
def test_the_nearest_name(word: str, known: list[str], near: str | None) -> None:
    assert nearest(word, known) == near


def test_a_few_choices_are_named_and_many_counted() -> None:
    assert one_of(["b", "a", "a"]) == "one of a, b"
    assert one_of(["a"]) == "'a'"
    assert one_of(map(str, range(100, 120))).endswith("110, 111 and 8 more")


@given(st.text())
def test_quoted_text_is_one_short_line(text: str) -> None:
    assert len(quoted(text)) <= 62
    assert quoted(text).isprintable() or not text.isprintable()
