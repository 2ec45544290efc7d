"""The folders of the files that come with the program: `modules/` and `assets/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def shipped_folder() -> Path:
    """Return the folder that holds `modules/` and `assets/`.

    It is the checkout if the program runs from one, or else the copy that the wheel carries inside the package.
    """
    checkout = _PACKAGE.parent
    if (checkout / "modules").is_dir() and (checkout / "assets").is_dir():
        return checkout
    return _PACKAGE / "_shipped"


def path(*parts: str) -> Path:
    """Return the path of a shipped file: `path("assets", "fonts")`. It need not exist."""
    return shipped_folder().joinpath(*parts)
