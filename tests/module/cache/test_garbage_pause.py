"""Garbage is collected less often while modules are read, and in the whole program."""

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tabletop.module.cache.garbage_pause import collect_seldom, few_collections, keep_what_is_there


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_reading_leaves_the_garbage_collector_as_it_was() -> None:
    before = gc.get_threshold()
    with suppress(RuntimeError), few_collections():
        assert gc.get_threshold() != before
        raise RuntimeError
    assert gc.get_threshold() == before


def test_reading_on_two_threads_leaves_it_as_it_was() -> None:
    before = gc.get_threshold()
    one, other = few_collections(), few_collections()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert gc.get_threshold() != before
    other.__exit__(None, None, None)
    assert gc.get_threshold() == before


def test_the_program_looks_seldom_and_still_looks() -> None:
    collect_seldom()
    assert gc.isenabled()
    assert gc.get_threshold()[0] > 700


def test_what_the_program_is_made_of_is_no_longer_looked_at() -> None:
    try:
        keep_what_is_there()
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
    finally:
        gc.unfreeze()
