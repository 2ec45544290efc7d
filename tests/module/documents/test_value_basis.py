"""Values record whether they come from the source or from the author, and are counted."""

from tabletop.module.documents.problems import Problems
from tabletop.module.documents.value_basis import count_authored, marked_values
from tabletop.module.documents.yaml_text import Plain, read_yaml


def marked(text: str) -> list[tuple[str, str]]:
    node = read_yaml(text.encode(), "f.yaml", Problems())
    assert node is not None
    return [("/".join(map(str, each.path)), each.basis) for each in marked_values(node.value)]


def test_a_basis_at_the_top_speaks_for_the_whole_file_and_a_nearer_one_goes_before_it() -> None:
    text = """
basis: {firepower: authored/guns}
units:
- {id: akagi, firepower: 0}
- {id: kaga, firepower: 1, basis: {firepower: source/text}}
- {id: soryu, name: Soryu}
"""
    assert marked(text) == [("units/0/firepower", "authored/guns"), ("units/1/firepower", "source/text")]


def test_a_mark_speaks_for_every_value_below_its_key() -> None:
    text = """
basis: {setup: authored/history, Truk: source/text}
setup: {Kure: [a, b], Truk: [c], Wake: {air: 2}}
"""
    assert marked(text) == [
        ("setup/Kure/0", "authored/history"),
        ("setup/Kure/1", "authored/history"),
        ("setup/Truk/0", "source/text"),
        ("setup/Wake/air", "authored/history"),
    ]


def test_one_word_speaks_for_a_whole_record_but_not_for_its_id() -> None:
    text = "basis: {name: source/named}\nunits:\n- {id: a, like: b, name: A, speed: 7, basis: authored/invented}\n"
    assert marked(text) == [("units/0/name", "authored/invented"), ("units/0/speed", "authored/invented")]


def test_only_authored_values_are_counted() -> None:
    document: Plain = {"basis": {"x": "authored/guess", "y": "source"}, "x": ["1", "2", None], "y": "3", "z": "4"}
    assert count_authored(document) == 2
    assert count_authored({"basis": "authored/guess", "x": "1"}) == 1
    assert count_authored("text") == 0
