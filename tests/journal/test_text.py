"""A game exported to text and imported is the same game, with the same chain."""

import io
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.journal.journal import Journal
from tabletop.journal.journal_errors import JournalError
from tabletop.journal.takeback import BlockingSteps, take_back
from tabletop.journal.text import export_text, import_text
from tabletop.journal.verify import verify


def text_of(journal: Journal) -> str:
    out = io.StringIO()
    export_text(journal, out)
    return out.getvalue()


def test_there_and_back_is_the_same(tools, tmp_path):
    @given(st.lists(tools.ops, max_size=8), st.text(), st.booleans())
    @settings(max_examples=15, deadline=None)
    def holds(ops, name, compacted):
        table = tools.Table()
        for op in ops:
            table.play(op, by=name)
        if table.journal.last:
            patch = take_back(table.journal, table.game, (table.journal.last,))
            assert not isinstance(patch, BlockingSteps)
            table.take_back(patch, table.journal.last)
        if compacted:
            table.journal.compact(at_ms=3)
            table.play(("move", 10, 0))
        text = text_of(table.journal)
        source, target = tmp_path / "game.txt", tmp_path / "game.wartable"
        source.write_bytes(text.encode())
        import_text(source, target)
        assert verify(target).ok
        with Journal.open(target) as again:
            assert (again.chain, again.game, again.last) == (table.journal.chain, table.game, table.journal.last)
            assert again.taken_back() == table.journal.taken_back()
            assert text_of(again) == text

    holds()


@pytest.fixture
def text(new_table):
    table = new_table()
    table.play(("move", 10, 1))
    table.play(("property", "turn", 4))
    return text_of(table.journal)


def test_it_reads_well(text):
    blocks = text.split("--- ")
    assert [block.splitlines()[0] for block in blocks[1:]] == [
        "# position 0",
        '# step 1 by "anna", 2023-11-14 22:13:20 UTC',
        '# step 2 by "anna", 2023-11-14 22:13:20 UTC',
        "# end",
    ]
    assert '- ["property","turn",4]' in blocks[3].splitlines()
    assert any(line.startswith('- [10,[1,2,[0,"full"],[2,2],') for line in blocks[1].splitlines())


def test_it_is_yaml(text):
    blocks = list(yaml.safe_load_all(text))
    assert [block.get("seq") for block in blocks] == [0, 1, 2, None]
    assert blocks[2]["patch"] == [["property", "turn", 4]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: "", "not a game as text"),
        (lambda text: text.replace("format 1", "format 2"), "newer version"),
        (lambda text: text[: text.index("--- # end")], "cut short"),
        (lambda text: text.replace('"turn",4', '"turn",5'), "has been changed"),
        (lambda text: text.replace('"full"', '"half"', 1), "has been changed"),
        (lambda text: text.replace("seq: 2", "seq: 3"), "Action 2 is missing"),
        (lambda text: text.replace("patch:", "patch", 1), "Line .* is not understood"),
        (lambda text: text.replace('["property"', '["property'), "damaged"),
        (lambda text: text.replace("chain: ", "chain: 7", 1), "damaged"),
        (lambda text: text.replace("chain: ", 'chain: "zz" #', 1), "damaged"),
        (lambda text: text.replace("[10,", "[" * 5000, 1), "damaged"),
    ],
)
def test_a_damaged_text_is_refused_and_makes_no_file(text, change, sentence, tmp_path: Path):
    source, target = tmp_path / "game.txt", tmp_path / "game.wartable"
    source.write_text(change(text), encoding="utf-8", newline="\n")
    with pytest.raises(JournalError, match=sentence):
        import_text(source, target)
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_what_is_no_text_is_refused(tmp_path):
    source = tmp_path / "game.txt"
    with pytest.raises(JournalError, match="cannot be read"):
        import_text(source, tmp_path / "game.wartable")
    source.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(JournalError, match="cannot be read"):
        import_text(source, tmp_path / "game.wartable")
