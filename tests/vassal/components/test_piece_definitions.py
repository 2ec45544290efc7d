"""Definitions of pieces, and included prototypes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.dice import SeededChance
from tabletop.module.loader import load_module
from tabletop.module.setup import bare_table
from tabletop.vassal.components.piece_definitions import (
    Definition,
    DefinitionError,
    Prototypes,
    RawTrait,
    definition,
    parameters,
    traits,
)
from tabletop.vassal.module_import import import_module
from tabletop.workshop.comparison.compared_pieces import asked, in_the_tray

PIECE = ("piece;;;inf.png;1st Inf/A", "null;0;0;17;0")


def types(found: Definition) -> list[str]:
    return [trait.type for trait in found.traits]


def test_a_definition_is_taken_apart() -> None:
    text = "+/null/mark;Side,Strength\tdelete;Delete;68,130;\\\tpiece;;;inf.png;1st Inf\\/A/Red,4\t\\\tnull;0;0;17;0"
    found = definition(text)
    assert found.id == ""
    assert found.traits == (
        RawTrait("mark;Side,Strength", "Red,4"),
        RawTrait("delete;Delete;68,130;", ""),
        RawTrait(*PIECE),
    )
    assert [trait.id for trait in found.traits] == ["mark;", "delete;", "piece;"]
    assert found.basic == RawTrait(*PIECE)
    assert found.written() == text


@given(
    st.lists(st.tuples(st.text(alphabet="a;/\\'\t$", max_size=5), st.text(alphabet="b;/\\\t", max_size=5)), max_size=4),
    st.sampled_from(["", "12"]),
)
def test_a_definition_is_written_as_it_was_read(parts: list[tuple[str, str]], id: str) -> None:
    found = Definition(id, (*(RawTrait(*part) for part in parts), RawTrait(*PIECE)))
    assert definition(found.written()) == found


def test_a_state_that_is_too_short_is_filled_up() -> None:
    assert traits("mark;A\tmark;B\\\tpiece;;;;", "1") == (
        RawTrait("mark;A", "1"),
        RawTrait("mark;B"),
        RawTrait("piece;;;;"),
    )


@pytest.mark.parametrize("text", ["", "piece;;;;", "-/12"])
def test_what_is_no_definition_is_refused(text: str) -> None:
    with pytest.raises(DefinitionError, match="does not begin"):
        definition(text)


def test_endless_nesting_is_refused() -> None:
    text = "+/null/" + "".join("x" + "\\" * depth + "\t" for depth in range(5001)) + "/"
    with pytest.raises(DefinitionError, match="more than 5000 deep"):
        definition(text)


class TestPrototypes:
    @pytest.fixture
    def expand(self, vassal):
        def expand(prototypes: dict[str, list[str]], *trait_types: str) -> tuple[list[str], Prototypes]:
            texts = {name: vassal.piece(*inner, ("piece;;;;", "null;0;0;;0")) for name, inner in prototypes.items()}
            known = Prototypes(texts)
            return types(known.expanded(definition(vassal.piece(*trait_types, PIECE)))), known

        return expand

    def test_its_traits_stand_where_it_is_referred_to(self, expand) -> None:
        found, _ = expand({"Unit": ["mark;A", "delete;"]}, "mark;Outer", "prototype;Unit", "mark;Inner")
        assert found == ["mark;Outer", "mark;A", "delete;", "mark;Inner", PIECE[0]]

    def test_prototypes_within_prototypes(self, expand) -> None:
        found, _ = expand({"A": ["mark;A", "prototype;B"], "B": ["mark;B"]}, "prototype;A")
        assert found == ["mark;A", "mark;B", PIECE[0]]

    def test_one_that_is_missing_is_nothing_and_is_named(self, expand) -> None:
        found, known = expand({}, "mark;A", "prototype;Gone")
        assert (found, known.missing) == (["mark;A", PIECE[0]], {"Gone"})

    def test_one_that_comes_to_itself_is_nothing_there(self, expand) -> None:
        found, known = expand({"A": ["mark;A", "prototype;B"], "B": ["mark;B", "prototype;A"]}, "prototype;A")
        assert found == ["mark;A", "mark;B", PIECE[0]]
        assert known.circular == {"A"}

    def test_parameters_are_put_in_by_name_and_unknown_ones_lose_their_dollars(self, expand) -> None:
        found, _ = expand({"A": ["mark;$x$", "report;$y$ $z$"]}, "prototype;A;x=Strength,y=a\\,b")
        assert found == ["mark;Strength", "report;a,b z", PIECE[0]]

    def test_without_parameters_dollars_stay(self, expand) -> None:
        assert expand({"A": ["report;$pieceName$"]}, "prototype;A")[0][0] == "report;$pieceName$"

    def test_parameters_go_on_into_prototypes_within(self, expand) -> None:
        assert expand({"A": ["prototype;B;y=$x$"], "B": ["mark;$y$"]}, "prototype;A;x=Deep")[0][0] == "mark;Deep"

    def test_a_flood_of_prototypes_is_refused(self, expand) -> None:
        flood = {f"P{number}": [f"prototype;P{number + 1}"] * 4 for number in range(20)}
        with pytest.raises(DefinitionError, match="more than 5000 traits"):
            expand({**flood, "P20": ["mark;A"]}, "prototype;P0")

    def test_a_flood_of_parameters_is_refused(self, expand) -> None:
        grows = {"A": ["prototype;A;x=" + "$x$" * 8, "mark;$x$"]}
        with pytest.raises(DefinitionError, match="longer than any piece"):
            expand(grows, "prototype;A;x=" + "y" * 100)


def test_parameters_without_a_value_are_none() -> None:
    assert parameters("a=1,b,c=2=3,:") == {"a": "1", "c": "2"}


def test_a_piece_has_the_number_of_its_slot_also_where_its_definition_has_none(vassal, tmp_path) -> None:
    slots = [
        vassal.slot(("piece;;;;Unit", f"null;0;0;{own};0"), name="Unit", gpid=gpid)
        for own, gpid in (("", "7"), ("8", "8"), ("5", "9"), ("", ""))
    ]
    import_module(vassal.vmod(vassal.element("module.PieceWindow", *slots, name="Pieces")), tmp_path / "out")
    module = load_module(tmp_path / "out")
    table = bare_table(module, {}, SeededChance("00", b"", 0, 0))
    numbers = [asked(in_the_tray(one.kind, module, table), "PieceId") for one in module.tray]
    assert numbers == ["7", "8", "9", ""]
