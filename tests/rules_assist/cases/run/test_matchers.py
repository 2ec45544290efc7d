"""Expected values compared with actual ones."""

from fractions import Fraction

import pytest

from rules_assist.cases.run.matchers import mismatches


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("8", 8),
        ("8", "8"),
        ("yes", True),
        ("no", False),
        ("5/36", Fraction(5, 36)),
        ("nothing", None),
        ("nothing", []),
        ("nothing", ()),
        ({"cost": "8"}, {"cost": 8, "legs": 1}),
        ({"has": {"Wake": {"cost": "2"}}}, {"Wake": {"cost": 2}, "Truk": {"cost": 1}}),
        (["a", "b"], ["a", "b"]),
        ({"set": ["b", "a"]}, ["a", "b"]),
        ({"exactly": ["b", "a"]}, ["a", "b"]),
        ({"exactly": "nothing"}, {}),
        ({"exactly": {}}, {}),
        ({"exactly": {"a": "1"}}, {"a": 1}),
        ({"has": ["b"]}, ["a", "b"]),
        ({"has": "b"}, ["a", "b"]),
        ({"has": "+1 sonar"}, "Rolled: 3; +1 sonar"),
        ({"one_of": ["1", "2"]}, 2),
        ({"between": ["7", "19"]}, 7),
        ({"not": "3"}, 4),
        ({"2": {"total": "5"}}, {1: {}, 2: {"total": 5}}),
        ({"Wake": "nothing"}, {"Truk": 1}),
    ],
)
def test_it_is_as_expected(expected: object, actual: object) -> None:
    assert mismatches(expected, actual) == []


@pytest.mark.parametrize(
    ("expected", "actual", "said"),
    [
        ("8", 7, "expected 8"),
        ("0412", 412, ""),
        ("yes", False, "expected yes"),
        ({"cost": "8"}, {"cost": 7}, "cost: expected 8, found 7"),
        ({"Wake": {"cost": "8"}}, {"Truk": {}}, "Wake: there is none; there is [Truk]"),
        (["a"], ["a", "b"], "expected a list of 1: [a]"),
        ({"exactly": {"a": "1"}}, {"a": 1, "b": 2}, ": it also has [b]"),
        ({"exactly": {}}, {"a": 1}, "expected nothing"),
        ({"exactly": []}, ["a"], "expected nothing"),
        ({"set": ["a", "a"]}, ["a", "b"], "expected in any order [a, a]"),
        ({"has": ["c"]}, ["a"], "expected among others c"),
        ({"has": "sonar"}, "Rolled: 3", "expected a text with 'sonar'"),
        ({"one_of": ["1", "2"]}, 3, "expected one of [1, 2]"),
        ({"between": ["7", "19"]}, 20, "expected between [7, 19]"),
        ({"not": "3"}, 3, "expected anything but 3, found 3"),
        ("nothing", [1], "expected nothing"),
    ],
)
def test_it_is_not_as_expected(expected: object, actual: object, said: str) -> None:
    found = mismatches(expected, actual)
    if said:
        assert found == [said]
    else:
        assert found == []  # a number is a number, however it is written
