"""The work of a command, counted in executed lines of the program, to be compared between tables."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

COUNTED: Final = ("/tabletop/", "/rules_assist/")


class Work:
    """The work done so far: the number of lines executed in each function. Python's tracing counts them, so the program
    itself contains nothing for it.
    """

    def __init__(self) -> None:
        self.lines: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The number of executed lines; repeated ones count each time."""
        return sum(self.lines.values())

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the lines executed within the context."""
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
