"""The catalogue of texts: each is used, each that is used is there, numbers agree."""

import re
from pathlib import Path
from string import Formatter

import pytest

from tabletop.texts import TEXTS, text

ROOT = Path(__file__).parent.parent
USE = re.compile(r'\btext\(\s*"([a-z0-9.-]+)"')
SOURCES = [path for folder in ("tabletop", "rules_assist", "modules") for path in (ROOT / folder).rglob("*.py")]


def used_keys() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in SOURCES)
    return {key for source in sources if "from tabletop.texts import" in source for key in USE.findall(source)}


def test_every_key_that_the_program_asks_for_is_in_the_catalogue_and_none_is_left_over():
    assert used_keys() == set(TEXTS)


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_arguments_have_names(key):
    assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(TEXTS[key]))


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 counter is"), (2, "2 counters are"), (0, "0 counters are")])
def test_words_agree_with_their_number(monkeypatch, count, sentence):
    monkeypatch.setitem(TEXTS, "sample", "{count} {count:counter|counters} {count:is|are}")
    assert text("sample", count=count) == sentence
