"""A small game to try things on: the template of a new module, with files changed as a test says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.module.new_module import new_module


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """The folder of a new module."""
    return new_module("Trial", tmp_path)


@pytest.fixture
def changed(blank: Path) -> Callable[..., Path]:
    """Change a file of the new module: each pair of texts is one that is there, and what stands there instead."""

    def change(file: str, *pairs: tuple[str, str]) -> Path:
        text = (blank / file).read_text()
        for old, new in pairs:
            assert old in text, f"{file} has no '{old}'"
            text = text.replace(old, new, 1)
        (blank / file).write_text(text)
        return blank

    return change
