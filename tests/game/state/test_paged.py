"""A paged map behaves like an immutable dict, iterated in the order of its keys."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.state.paged_map import PagedChanges, PagedMap

KEYS = st.integers(min_value=0, max_value=700)
CHANGES = st.lists(st.dictionaries(KEYS, st.one_of(st.none(), st.integers()), max_size=20), max_size=12)


@given(CHANGES)
def test_it_holds_what_a_dict_would_hold(changes: list[dict[int, int | None]]) -> None:
    expected: dict[int, int] = {}
    paged: PagedMap[int] = PagedMap()
    for change in changes:
        before, held = paged, dict(expected)
        paged = paged.update(change)
        expected = {k: v for k, v in (expected | change).items() if v is not None}
        assert dict(before.items()) == held
        assert paged.items() == sorted(expected.items())
        assert list(paged.falling()) == sorted(expected.items(), reverse=True)
        assert paged.values() == [v for _, v in sorted(expected.items())]
        assert len(paged) == len(expected)


@given(CHANGES, CHANGES)
def test_two_that_came_of_one_know_where_they_differ(early: list[dict[int, int | None]], late: list) -> None:
    one: PagedMap[int] = PagedMap()
    for change in early:
        one = one.update(change)
    other = one
    for change in late:
        other = other.update(change)
    differing = one.differing(other)
    assert set(differing) >= {key for key in range(701) if one.get(key) != other.get(key)}
    assert set(differing) <= {key for change in late for key in change}
    assert sorted(other.differing(one)) == sorted(differing)
    assert one.differing(one) == []


@given(st.dictionaries(KEYS, st.integers()), KEYS)
def test_one_value_in_and_out_again(items: dict[int, int], key: int) -> None:
    paged = PagedMap.of(items)
    assert paged.set(key, 7)[key] == 7
    assert paged.set(key, 7).delete(key) == paged.delete(key)
    assert paged.delete(key).get(key) is None


@given(st.dictionaries(KEYS, st.integers()))
def test_the_way_it_was_filled_leaves_no_trace(items: dict[int, int]) -> None:
    filled = PagedMap.of(items)
    one_by_one: PagedMap[int] = PagedMap()
    for key in sorted(items, reverse=True):
        one_by_one = one_by_one.set(key, items[key])
    assert filled == one_by_one
    assert hash(filled) == hash(one_by_one)


def test_what_is_not_there() -> None:
    empty: PagedMap[int] = PagedMap()
    assert empty.get(3) is None
    assert empty.get(-1) is None
    assert 3 not in empty
    assert empty.delete(3) is empty


@given(st.dictionaries(KEYS, st.integers()), st.lists(st.tuples(KEYS, st.one_of(st.none(), st.integers()))), KEYS)
def test_an_overlay_reads_what_was_written_and_closes_to_a_map_of_all(
    items: dict[int, int], changes: list[tuple[int, int | None]], key: int
) -> None:
    before = PagedMap.of(items)
    overlay, expected = PagedChanges(before), dict(items)
    for written, value in changes:
        assert overlay[key] == expected.get(key)
        overlay[written] = value
        expected = {k: v for k, v in (expected | {written: value}).items() if v is not None}
    assert overlay[key] == expected.get(key)
    assert sorted(overlay.present()) == sorted(expected)
    assert overlay.close() == PagedMap.of(expected)
    assert before == PagedMap.of(items)
