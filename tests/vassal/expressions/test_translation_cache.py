"""Translations are cached on disk."""

from pathlib import Path

import pytest

from tabletop.module.cache.module_cache import ModuleCache
from tabletop.vassal.expressions import (
    FieldFacts,
    translate_expression,
    translate_format,
    translate_match,
    translated_fields,
)
from tabletop.vassal.expressions.translation_cache import how_many, keep, recall

GIVEN = FieldFacts(given=(("location", "Place"),), leading_zeros_stay=True)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the cache of translations for a test."""
    monkeypatch.setattr(translated_fields, "translated", {})
    monkeypatch.setattr("tabletop.vassal.expressions.translation_cache.translated", translated_fields.translated)


@pytest.mark.usefixtures("forgetful")
def test_what_was_kept_is_known_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        translate_expression("{Strength + 1}"),
        translate_format("$location$ is taken", GIVEN),
        translate_match("Nation = GE"),
        translate_expression("{1 +}"),
    ]
    cache = ModuleCache(tmp_path)
    keep(cache, "a")
    many = how_many()
    translated_fields.translated.clear()
    assert recall(cache, "another") == 0
    assert recall(cache, "a") == many
    monkeypatch.setattr("tabletop.vassal.expressions.syntax.parse", lambda _: pytest.fail("it was parsed again"))
    assert said == [
        translate_expression("{Strength + 1}"),
        translate_format("$location$ is taken", GIVEN),
        translate_match("Nation = GE"),
        translate_expression("{1 +}"),
    ]


@pytest.mark.usefixtures("forgetful")
def test_what_is_damaged_is_not_known(tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path)
    cache.put("a-texts", b"\x93")
    assert recall(cache, "a") == 0
