"""Every trait is documented in docs/traits.md, with examples that compile."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
import yaml
from pydantic import TypeAdapter

from tabletop.game.kinds import compiled_kinds
from tabletop.game.kinds.compiled_kinds import checked
from tabletop.game.kinds.kind_builder import Builder
from tabletop.game.properties.built_in import BUILT_IN
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.module.schema.trait_records import TraitRecord, as_trait

PAGE = (Path(__file__).parents[3] / "docs" / "traits.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def traits_of(example: str) -> tuple[Trait, ...]:
    records = TypeAdapter(tuple[TraitRecord, ...]).validate_python(yaml.load(example, yaml.BaseLoader))
    return tuple(map(as_trait, records))


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_can_be_read_and_compiled(example: str) -> None:
    checked(Kind("k", "K", traits=traits_of(example)))


def test_a_trait_that_only_acts_leaves_no_trace_in_anything_else() -> None:
    for trait in (trait for example in EXAMPLES for trait in traits_of(example)):
        if type(trait) in compiled_kinds._ONLY_ACTING:
            builder, plain = (compiled_kinds._built(Kind("", "", traits=told), acts=True)[0] for told in ((trait,), ()))
            builder.hears, builder.menu = plain.hears, plain.menu
            for part in fields(Builder):
                if part.name != "provides":
                    assert getattr(builder, part.name) == getattr(plain, part.name), trait
            assert builder.provides.keys() == plain.provides.keys()


def test_every_trait_is_shown() -> None:
    shown = {type(trait) for example in EXAMPLES for trait in traits_of(example)}
    assert shown == set(get_args(Trait))


def test_every_built_in_property_is_listed() -> None:
    assert {name for name in BUILT_IN if f"`{name}`" not in PAGE} == set()


def test_every_trait_says_which_of_vassals_it_answers() -> None:
    unsaid = {trait.__name__ for trait in get_args(Trait) if "VASSAL" not in (trait.__doc__ or "")}
    assert unsaid == set()
