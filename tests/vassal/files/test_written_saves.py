"""Saves and logs written as they were read: commands, their trees, and the file format."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.command_forms import read_command, written_command
from tabletop.vassal.files.command_trees import leaves, read_trees, written_trees
from tabletop.vassal.files.save_files import read_saved, saved_text
from tabletop.vassal.files.written_saves import written_save

WORDS = st.text(alphabet="ab/;\t'é1", max_size=8).filter(lambda text: not text.endswith("'"))
TREES = st.lists(
    st.recursive(WORDS, lambda within: st.lists(within, min_size=2, max_size=4), max_leaves=12), min_size=1, max_size=4
)


@given(TREES)
def test_trees_of_commands_are_read_as_they_were_written(trees) -> None:
    read = read_trees(written_trees(trees))
    assert [list(leaves(tree)) for tree in read] == [list(leaves(tree)) for tree in trees]
    assert written_trees(read) == written_trees(trees)


@given(st.sampled_from(["+/", "-/", "D/", "M/", "PLAYER\t", "CHAT", "NOTES\t", "SNOTE\t", "LOS\t", "x"]), WORDS)
def test_what_any_text_is_read_as_is_written_and_read_as_the_same(head: str, text: str) -> None:
    command = read_command(head + text)
    assert read_command(written_command(command)) == command


def test_a_log_is_written_command_by_command_as_it_was_read(vassal) -> None:
    steps = ["CHAT<Ann> - hi", ["", "M/1/Main/5/6/null/Main/1/2/null/pw", ["", "D/1/a\\/b/c"]], "UNDO\ttrue"]
    piece = vassal.piece("mark;Side", ("piece;;;;A/B", "Main;1;2;3;0"), id="1")
    saved = read_saved(Archive(vassal.vsav(piece, more=["Main MapBoardPicker\tMap/rev\t0\t1"], steps=steps)))
    again = Archive(vassal.file("again.vlog", written_save(saved)))
    assert (read_saved(again).start, read_saved(again).steps) == (saved.start, saved.steps)
    assert written_trees(read_trees(saved_text(again))) == saved_text(again)
