"""The work that a command causes, counted in lines of the program that run, to be compared between tables."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

COUNTED: Final = ("/tabletop/", "/rules_assist/")


class Work:
    """The work done so far: how often each function ran a line. Nothing of it is in the program itself."""

    def __init__(self) -> None:
        self.lines: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """All lines that ran, each as often as it did."""
        return sum(self.lines.values())

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what runs while the context lasts."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        if not any(part in frame.f_code.co_filename for part in COUNTED):
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            code = frame.f_code
            self.lines[f"{code.co_filename.rpartition('/')[2]}:{code.co_qualname}"] += 1
        return self._line
