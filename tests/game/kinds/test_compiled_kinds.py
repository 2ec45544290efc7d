"""Kinds compiled: once for each definition; an error names its trait."""

import gc
from weakref import ref

import msgspec
import pytest

from tabletop.game.kinds.compiled_kinds import KindError, checked, compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.appearance_traits import LabelTrait, Layer, Level
from tabletop.game.traits.movement_traits import NotStacking
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty
from tabletop.game.traits.sight_traits import RestrictedTrait
from tabletop.game.traits.trait_base import Change, TraitCall

HITS = OwnProperty("Hits", 0, changes=(Change(key="hit", add="1"),))


def test_equal_definitions_are_compiled_once() -> None:
    first, second = (Kind("k", "K", traits=(HITS, MarkTrait({"A": 1}))) for _ in range(2))
    assert compile_kind(first) is compile_kind(second) is compile_kind(first)
    assert compile_kind(first) is not compile_kind(Kind("k", "K", traits=(MarkTrait({"A": 1}), HITS)))


def test_copies_of_a_kind_go_with_the_games_that_carry_them() -> None:
    kinds = [Kind("k", "K", traits=(HITS,)) for _ in range(3)]
    first = compile_kind(kinds[0])
    assert all(compile_kind(kind) is first for kind in kinds)
    copies = [ref(kind) for kind in kinds if kind is not first.kind]
    del kinds
    gc.collect()
    assert [copy() for copy in copies] == [None] * len(copies)
    assert compile_kind(Kind("k", "K", traits=(HITS,))) is first


def test_slots_are_those_of_the_traits_from_the_innermost_out() -> None:
    kind = Kind(
        "k", "K", traits=(HITS, MarkTrait({"A": 1}), Layer("L", (Level(), Level()), start=2), OwnProperty("T", "text"))
    )
    assert compile_kind(kind).slots == (0, 2, "text")


def test_a_computed_property_knows_all_that_it_is_worked_out_from() -> None:
    kind = compile_kind(
        Kind("k", "K", traits=(HITS, ComputedProperty("A", "Hits + Weather"), ComputedProperty("B", "A + B")))
    )
    assert kind.closure["B"] == {"A", "B", "Hits", "Weather"}
    assert kind.slots_of["Hits"] == {0}


def test_the_outermost_hears_a_key_first() -> None:
    calls = compile_kind(Kind("k", "K", traits=(HITS, Trigger((), call=TraitCall("hit"))))).hears["hit"]
    assert ["_trigger" in repr(call.run) for call in calls] == [True, False]


@pytest.mark.parametrize(
    ("trait", "message"),
    [
        (ComputedProperty("A", "1 +"), r"Kind 'k', trait 2 \(computed\): In '1 \+'"),
        (LabelTrait("{Hits"), r"trait 2 \(label\): .*a \{ is not closed"),
        (Trigger((), call=TraitCall("k"), when="Hits = 1"), r"trait 2 \(trigger\)"),
    ],
)
def test_a_trait_that_cannot_be_understood_is_named(trait: ComputedProperty, message: str) -> None:
    with pytest.raises(KindError, match=message):
        checked(Kind("k", "K", traits=(HITS, trait)))


def test_what_a_piece_does_is_put_together_when_it_is_first_asked_for() -> None:
    kind = Kind("k", "K", traits=(HITS, Trigger((), call=TraitCall("k"), when="Hits = 1")))
    assert compile_kind(kind).slots == (0,)
    with pytest.raises(KindError, match="trigger"):
        _ = compile_kind(kind).hears


def test_what_does_not_stack_and_what_is_restricted() -> None:
    assert compile_kind(Kind("k", "K")).stacks
    assert not compile_kind(Kind("k", "K", traits=(NotStacking(),))).stacks
    kind = compile_kind(Kind("k", "K", "axis", (RestrictedTrait(moving=False), RestrictedTrait(("axis", "allies")))))
    assert kind.bars_side(frozenset({"allies"}), moving=False)
    assert not kind.bars_side(frozenset({"allies"}), moving=True)
    assert not kind.bars_side(frozenset({"axis"}), moving=False)


def test_traits_are_written_as_they_read() -> None:
    written = {
        "key": "cv-akagi",
        "name": "Akagi",
        "side": "axis",
        "traits": [
            {"trait": "art", "picture": {"is": "drawn", "template": "naval", "values": {"fp": "3"}}},
            {
                "trait": "layer",
                "name": "Side",
                "levels": [{"name": "full"}, {"name": "reduced"}],
                "up": {"key": "F", "menu": "Flip"},
            },
            {"trait": "property", "name": "Hits", "number": True, "changes": [{"key": "+", "add": "1"}]},
            {
                "trait": "trigger",
                "sends": ["F"],
                "hears": ["+"],
                "when": "Hits > 2",
                "loop": {"rounds": {"loop": "times", "count": "2"}},
            },
            {
                "trait": "global-command",
                "sends": "F",
                "call": {"key": "all"},
                "target": {"within": "place", "where": "Side == 1"},
            },
            {"trait": "send-to", "to": {"to": "place", "place": "B2"}, "call": {"key": "go"}},
        ],
    }
    kind = msgspec.convert(written, Kind)
    assert msgspec.to_builtins(kind) | {"traits": None} == written | {"traits": None}
    assert msgspec.json.decode(msgspec.json.encode(kind), type=Kind) == kind
    assert set(compile_kind(kind).hears) == {"F", "+", "all", "go"}


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `upp`"):
        msgspec.convert(
            {"key": "k", "name": "K", "traits": [{"trait": "layer", "name": "L", "levels": [], "upp": {}}]}, Kind
        )
