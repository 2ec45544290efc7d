"""The page for authors of rule files: every example on it loads, and every answer is as stated."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
import yaml

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_queries import GROUND_QUERIES, ask
from rules_assist.rulebook.supply_queries import SUPPLY_QUERIES

PAGE = Path(__file__).parents[3] / "docs" / "rule-files.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
SETUP: dict[str, list[object]] = {
    "0304": ["red_armour"],
    "0303": ["red_infantry", "red_infantry"],
    "0403": ["red_artillery"],
    "0604": ["blue_infantry"],
}
OWNED = ('cell: "0604"', 'cell: "0604", values: {owner: Blue}')


def texts(block: str) -> object:
    """Return a block as module files are read: all scalars are texts."""
    return yaml.load(block, Loader=yaml.BaseLoader)


def whole() -> str:
    """Return all examples as one rule file."""
    found: dict[str, object] = {}
    for kind, block in BLOCKS:
        if kind == "yaml":
            for key, value in texts(block).items():
                found[key] = [*found.get(key, []), *value] if isinstance(value, list) else value
    return yaml.safe_dump(found, sort_keys=False)


def questions() -> Iterator[tuple[str, dict[str, object], object]]:
    for kind, block in BLOCKS:
        if kind == "questions":
            for each in texts(block):
                ((query, given),) = each["ask"].items()
                yield query, given, each["answer"]


@pytest.fixture
def situation(made) -> Situation:
    return made(whole(), SETUP, OWNED)


@pytest.mark.parametrize("block", [block for kind, block in BLOCKS if kind == "yaml"])
def test_every_example_alone_is_a_part_of_a_rule_file(block):
    from rules_assist.schema.rules_file import RulesFile

    assert RulesFile.model_validate(texts(block))


@pytest.mark.parametrize(("query", "given", "answer"), list(questions()))
def test_every_question_has_the_answer_on_the_page(situation, piece_at, query, given, answer):
    if "of" in given:
        given = given | {"of": piece_at(situation, given["of"])}
    found = msgspec.to_builtins(situation.book.queries[query].answer(situation, given))
    named = {piece: where.place for piece in situation.pieces() if (where := situation.where(piece))}
    assert within(answer, found, named), found


def test_the_example_in_python_asks_the_graph_of_the_map(situation):
    [code] = [block for kind, block in BLOCKS if kind == "python"]
    names: dict[str, object] = {}
    exec(code, names)
    [query] = names["RULES"].queries
    assert ask(query, situation, {"from": "0303", "to": "0503"}).places == ("0303", "Northwood", "0503")
    with pytest.raises(Unanswerable, match="No road leads there"):
        ask(query, situation, {"from": "0303", "to": "0101"})


def within(said: object, found: object, named: Mapping[int, str]) -> bool:
    """Return whether the stated answer is part of the actual one; pieces are named by their places."""
    if isinstance(said, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and within(value, found[key], named) for key, value in said.items()
        )
    if isinstance(said, list):
        return (
            isinstance(found, Sequence)
            and len(said) == len(found)
            and all(within(*each, named) for each in zip(said, found, strict=True))
        )
    if isinstance(found, bool):
        return said == ("yes" if found else "no")
    return str(found) == said or (isinstance(found, int) and named.get(found) == said)


def test_the_page_has_examples_of_every_part():
    parts = {key for kind, block in BLOCKS if kind == "yaml" for key in texts(block)}
    assert parts == {
        "terrain",
        "lines",
        "presence",
        "sequence",
        "control",
        "zones",
        "modes",
        "leaders",
        "supply",
        "stacking",
        "parts",
        "sides",
    }
    asked = {query for query, _, _ in questions()}
    assert asked == {query.id for query in (*GROUND_QUERIES, *SUPPLY_QUERIES)}
