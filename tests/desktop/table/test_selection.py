"""The selection, in its order; a signal only if it changes."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.desktop.table.selection import Selection, bottom_up

PIECES = st.lists(st.integers(1, 6), max_size=6)
DOES = st.lists(st.tuples(st.sampled_from(("replace", "add", "remove", "clear")), PIECES), max_size=12)


@given(DOES)
def test_it_is_a_set_that_remembers_its_order_and_says_when_it_changes(does):
    selection, expected, changes = Selection(lambda _: True), [], []
    selection.changed.connect(lambda: changes.append(selection.pieces))
    for name, pieces in does:
        before, named = expected, list(dict.fromkeys(pieces))
        if name == "replace":
            expected = named
        elif name == "add":
            expected = [*before, *(p for p in named if p not in before)]
        elif name == "clear":
            expected = []
        else:
            expected = [p for p in before if p not in named]
        said = len(changes)
        getattr(selection, name)(*([] if name == "clear" else [pieces]))
        assert selection.pieces == tuple(expected)
        assert len(changes) - said == (set(before) != set(expected))
        assert all((piece in selection) == (piece in expected) for piece in range(8))


def test_a_piece_that_has_gone_is_not_chosen():
    there = {1, 2, 3}
    selection = Selection(there.__contains__)
    selection.replace([3, 2])
    there.remove(3)
    assert selection.pieces == (2,)
    assert 3 not in selection
    selection.add([1, 3])
    assert selection.pieces == (2, 1)


def test_pieces_go_as_they_lie(both):
    force = both.at("Paramushiro")
    assert bottom_up(both.model.game, reversed(force)) == force
