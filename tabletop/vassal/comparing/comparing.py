"""Which of VASSAL's answers a file holds, and who compares them."""

import lzma
from pathlib import Path
from typing import Any, Final

import msgspec

from tabletop.vassal.archive import ModuleFile, open_module
from tabletop.vassal.comparing.components import compare_components
from tabletop.vassal.comparing.facts import Comparing, Comparison

LARGEST_ANSWERS: Final = 1024 * 1024 * 1024
"""In bytes, unpacked."""


class AnswersError(ValueError):
    """A file holds no answers of VASSAL; the message is a sentence that names it."""


def compare(module: Path, answers: Path, save: Path | None = None) -> Comparison:
    """Hold a module (with a save or log, for answers about one) against VASSAL's answers.

    Raises `AnswersError`, and what reading a module or save raises.
    """
    given = _read(answers)
    opened = open_module(module)
    comparing = Comparing()
    if "components" in given:
        _compare_module(opened, given, comparing)
    else:
        raise AnswersError(f"'{answers}' holds no answers that can be compared.")
    return comparing.result()


def _compare_module(module: ModuleFile, given: dict[str, Any], comparing: Comparing) -> None:
    compare_components(module, given["components"], comparing)


def _read(path: Path) -> dict[str, Any]:
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            content = file.read(LARGEST_ANSWERS)
        return msgspec.json.decode(content, type=dict[str, Any])
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError):
        raise AnswersError(f"'{path}' holds no answers of VASSAL.") from None
