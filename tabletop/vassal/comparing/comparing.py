"""Which of VASSAL's answers a file holds, and who compares them."""

import lzma
from pathlib import Path
from typing import Any, Final

import msgspec

from tabletop.vassal.archive import ModuleFile, open_module
from tabletop.vassal.comparing.boards import RecordedBoard, compare_boards
from tabletop.vassal.comparing.components import compare_components
from tabletop.vassal.comparing.facts import Comparing, Comparison

LARGEST_ANSWERS: Final = 1024 * 1024 * 1024
"""In bytes, unpacked."""


class AnswersError(ValueError):
    """A file holds no answers of VASSAL; the message is a sentence that names it."""


class _ModuleAnswers(msgspec.Struct, frozen=True):
    """What VASSAL says of a module."""

    components: dict[str, int]
    boards: tuple[RecordedBoard, ...] = ()


def compare(module: Path, answers: Path, save: Path | None = None) -> Comparison:
    """Hold a module (with a save or log, for answers about one) against VASSAL's answers.

    Raises `AnswersError`, and what reading a module or save raises.
    """
    given = _read(answers)
    comparing = Comparing()
    try:
        _compare(open_module(module), given, answers, comparing)
    except msgspec.ValidationError:
        raise AnswersError(f"'{answers}' holds answers in a form that is not known.") from None
    return comparing.result()


def _compare(module: ModuleFile, given: dict[str, Any], answers: Path, comparing: Comparing) -> None:
    if "components" in given:
        known = msgspec.convert(given, _ModuleAnswers)
        compare_components(module, known.components, comparing)
        compare_boards(module, known.boards, comparing)
    else:
        raise AnswersError(f"'{answers}' holds no answers that can be compared.")


def _read(path: Path) -> dict[str, Any]:
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            content = file.read(LARGEST_ANSWERS)
        return msgspec.json.decode(content, type=dict[str, Any])
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError):
        raise AnswersError(f"'{path}' holds no answers of VASSAL.") from None
