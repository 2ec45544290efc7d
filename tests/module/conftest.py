"""A small game for tests: the template of a new module, with files changed as a test needs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.module.new_module import new_module


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """Return the folder of a new module."""
    return new_module("Trial", tmp_path)


@pytest.fixture
def changed(blank: Path) -> Callable[..., Path]:
    """Return a function that changes a file of the new module by pairs of old and new text, and returns the folder of
    the module.
    """

    def change(file: str, *pairs: tuple[str, str]) -> Path:
        text = (blank / file).read_text()
        for old, new in pairs:
            assert old in text, f"{file} has no '{old}'"
            text = text.replace(old, new, 1)
        (blank / file).write_text(text)
        return blank

    return change
