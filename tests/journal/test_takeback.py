"""Undo and redo agree with the history without that step, or name the steps in the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Drop, DropHolder, Go, Know, Make, MakeHolder, Raise
from tabletop.game.sight.audience import Audience
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.journal.barriers import barriers
from tabletop.journal.takeback import BlockingSteps, take_back


def test_the_last_step_taken_back_gives_the_position_before_it(tools):
    @given(st.lists(tools.ops, min_size=1, max_size=12))
    @settings(max_examples=60, deadline=None)
    def holds(ops):
        table = tools.Table()
        for op in ops:
            before = table.game
            seq = table.play(op)
            if not seq:
                continue
            patch = take_back(table.journal, table.game, (seq,))
            assert not isinstance(patch, BlockingSteps)
            after, _ = apply(table.game, patch)
            assert tools.plain(after) == tools.plain(before)

    holds()


def test_a_take_back_taken_back_gives_the_position_before_the_first(tools):
    @given(st.lists(tools.ops, min_size=2, max_size=12), st.data())
    @settings(max_examples=60, deadline=None)
    def holds(ops, data):
        table = tools.Table()
        seqs = [seq for op in ops if (seq := table.play(op))]
        before = table.game
        if not seqs:
            return
        undone = data.draw(st.sampled_from(seqs))
        patch = take_back(table.journal, table.game, (undone,))
        if isinstance(patch, BlockingSteps):
            return
        undo = table.take_back(patch, undone)
        assert undone in table.journal.taken_back()
        redo = take_back(table.journal, table.game, (undo,))
        assert not isinstance(redo, BlockingSteps)
        table.take_back(redo, undo)
        assert undone not in table.journal.taken_back()
        assert {k: sorted(v) for k, v in tools.lying(table.game).items()} == {
            k: sorted(v) for k, v in tools.lying(before).items()
        }
        assert states(table.game) == states(before)

    holds()


def without(tools, table, left_out):
    """Return the position of the history without some steps, replayed; None if that is impossible."""
    game = tools.setup()
    for step in table.journal.steps():
        if step.seq not in left_out:
            words = [int(word) if word.isdigit() else word for word in step.command.text.split(" ")]
            if words[0] in ("move", "turn") and words[1] in ("two", "over"):
                words[:2] = [f"{words[0]} {words[1]}"]
            patch = tools.patch_of(game, tuple(words))
            if patch is None:
                return None
            game, _ = apply(game, patch)
        game = replace(game, counters=table.counters[step.seq])
    return game


def states(game):
    return {i: (p.kind, p.state, p.sight) for i, p in game.pieces.items()}, dict(game.properties)


def test_a_take_back_agrees_with_the_history_without_the_steps(tools):
    """The result is the same, or has another order within a stack, or the undo is blocked. It is never wrong."""
    seen = {"identical": 0, "other order": 0, "blocked": 0}

    @given(st.lists(tools.ops, min_size=1, max_size=9), st.data())
    @settings(max_examples=250, deadline=None)
    def holds(ops, data):
        table = tools.Table()
        seqs = [seq for op in ops if (seq := table.play(op))]
        if not seqs:
            return
        chosen = data.draw(st.sets(st.sampled_from(seqs), min_size=1, max_size=2))
        patch = take_back(table.journal, table.game, chosen)
        expected = without(tools, table, chosen)
        if isinstance(patch, BlockingSteps):
            assert all(min(chosen) < seq and seq not in chosen for seq in patch.steps)
            assert not isinstance(take_back(table.journal, table.game, range(min(chosen), seqs[-1] + 1)), BlockingSteps)
            seen["blocked"] += 1
            return
        assert expected is not None
        after, _ = apply(table.game, patch)
        assert states(after) == states(expected)
        ours, theirs = tools.lying(after), tools.lying(expected)
        assert {k: sorted(v) for k, v in ours.items()} == {k: sorted(v) for k, v in theirs.items()}
        seen["identical" if ours == theirs else "other order"] += 1

    holds()
    assert seen["identical"] > seen["other order"] > 0
    assert seen["blocked"] > 0


def test_steps_in_the_way_are_named(new_table):
    table = new_table()
    first = table.play(("move", 10, 1))
    other = table.play(("move", 11, 2), by="bert")
    again = table.play(("move", 10, 2), by="bert")
    assert take_back(table.journal, table.game, (first,)) == BlockingSteps((again,))
    assert not isinstance(take_back(table.journal, table.game, (other,)), BlockingSteps)
    assert not isinstance(take_back(table.journal, table.game, (first, again)), BlockingSteps)


def test_what_was_taken_back_is_not_in_the_way(new_table):
    table = new_table()
    first = table.play(("move", 10, 1))
    second = table.play(("move", 10, 2))
    undo = table.take_back(take_back(table.journal, table.game, (second,)), second)
    patch = take_back(table.journal, table.game, (first,))
    assert not isinstance(patch, BlockingSteps)
    redo = table.take_back(take_back(table.journal, table.game, (undo,)), undo)
    assert take_back(table.journal, table.game, (first,)) == BlockingSteps((second,))
    assert table.journal.taken_back() == {undo}
    assert redo not in table.journal.taken_back()


def test_a_stack_that_vanished_is_made_again_where_it_was(new_table, tools):
    table = new_table()
    stack = table.game.pieces[10].at
    (partner,) = (p for p in table.game.holders[stack].pieces if p != 10)
    moved = table.play(("move", 10, 1))
    table.play(("move", partner, 2), by="bert")
    assert stack not in table.game.holders
    after, _ = apply(table.game, take_back(table.journal, table.game, (moved,)))
    assert after.pieces[10].at == stack
    assert after.holders[stack].pieces == (10,)


def test_a_stack_that_others_have_joined_stays(new_table):
    table = new_table()
    for piece in (10, 14):
        table.play(("move", piece, 1))
    made = table.play(("move", 10, 0))
    stack = table.game.pieces[10].at
    table.play(("move", 11, 0), by="bert")
    after, _ = apply(table.game, take_back(table.journal, table.game, (made,)))
    assert after.holders[stack].pieces == (11,)


def test_an_epoch_is_never_rewound(new_table):
    table = new_table()
    table.play(("sight", 10, 0))
    shown = table.play(("sight", 10, 2))
    patch = take_back(table.journal, table.game, (shown,))
    epoch = table.game.pieces[10].epoch[1]
    after, _ = apply(table.game, patch)
    assert after.pieces[10].sight[1] == 0
    assert after.pieces[10].epoch[1] > epoch


HOLD = Holder("hold", -1, 0, 0, "", 0, 0, (), (4, 4), (0, 0, 0), carrier=10)


def test_a_hold_in_use_is_in_the_way(new_table):
    table = new_table()
    hold = table.game.counters.next_id
    made = table.record(MakeHolder(hold, HOLD))
    loaded = table.record(Go((11,), hold, 0), by="bert")
    assert take_back(table.journal, table.game, (made,)) == BlockingSteps((loaded,))
    assert not isinstance(take_back(table.journal, table.game, (made, loaded)), BlockingSteps)


def test_into_a_hold_that_is_gone_nothing_goes_back(new_table):
    table = new_table()
    hold = table.game.counters.next_id
    table.record(MakeHolder(hold, HOLD), Go((11,), hold, 0))
    unloaded = table.record(Go((11,), table.game.pieces[12].at, 0))
    sunk = table.record(DropHolder(hold), Drop(10), by="bert")
    assert take_back(table.journal, table.game, (unloaded,)) == BlockingSteps((sunk,))
    after, _ = apply(table.game, take_back(table.journal, table.game, (unloaded, sunk)))
    assert after.holders[hold].pieces == (11,)


def test_a_name_that_is_taken_again_is_in_the_way(new_table):
    table = new_table()
    deck = Holder("deck", 0, 500, 0, "", 0, 9, (), (2, 2), (0, 0, 0), name="deck")
    first, second = table.game.counters.next_id, table.game.counters.next_id + 1
    table.record(MakeHolder(first, deck))
    gone = table.record(DropHolder(first))
    again = table.record(MakeHolder(second, deck), by="bert")
    assert take_back(table.journal, table.game, (gone,)) == BlockingSteps((again,))


def test_a_kind_once_known_stays_known(new_table):
    table = new_table()
    kind = table.game.counters.next_id
    placed = table.record(Know(kind, Kind("tank", "Tank")), Make(kind + 1, kind, 2, 0, (0, "new"), (2, 2)))
    table.record(Make(kind + 2, kind, 3, 0, (0, "new"), (2, 2)), by="bert")
    after, _ = apply(table.game, take_back(table.journal, table.game, (placed,)))
    assert kind + 1 not in after.pieces
    assert after.kinds[after.pieces[kind + 2].kind].name == "Tank"


def test_draw_order_that_others_have_changed_since_stays(new_table):
    table = new_table()
    raised = table.record(Raise(2, 0, 50))
    table.record(Raise(2, 0, 60), by="bert")
    assert take_back(table.journal, table.game, (raised,)) == ()


def test_nothing_is_chosen_twice(new_table):
    table = new_table()
    seq = table.play(("move", 10, 1))
    with pytest.raises(ValueError, match="min"):
        take_back(table.journal, table.game, ())
    assert take_back(table.journal, table.game, (seq, seq)) == take_back(table.journal, table.game, (seq,))


def test_for_who_sees_everything_nothing_is_shown_anew_and_no_position_is_gone_back_to(new_table, monkeypatch):
    table = new_table()
    steps = (table.play(("move", 10, 3)), table.play(("move", 10, 0)))
    assert [found.why for found in barriers(table.journal, steps, (Audience((1,)),))] == ["revealed"]
    monkeypatch.setattr(table.journal, "around", None)
    assert barriers(table.journal, steps, (Audience((0, 1)),)) == ()
