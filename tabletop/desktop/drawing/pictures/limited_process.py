"""A separate Python process with limited time and memory, for pictures of modules that may be slow or large."""

import os
import subprocess
import sys
from typing import Final

MOST_MEMORY_BYTES: Final = 4 * 1024**3
"""The most memory that the other process may use, including its libraries."""


class ApartError(Exception):
    """A failure of the other process: it took too long, or ended with an error."""

    def __init__(self, *, took_too_long: bool) -> None:
        super().__init__()
        self.took_too_long = took_too_long


def run_apart(name: str, *arguments: str, longest_s: float, content: bytes = b"") -> None:
    """Run the module `name` of the program in another process, without a screen; `content` is its input. Raises
    ApartError.
    """
    try:
        subprocess.run(
            [sys.executable, "-P", "-m", name, *arguments],
            input=content,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=longest_s,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
    except subprocess.SubprocessError as failure:
        raise ApartError(took_too_long=isinstance(failure, subprocess.TimeoutExpired)) from None


def keep_within(longest_s: float) -> None:
    """Limit the memory and the CPU time of this process, so that it also ends if its parent is gone.

    It does nothing on Windows.
    """
    if sys.platform != "win32":
        import resource

        most_s = int(longest_s) * (os.cpu_count() or 1)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (most_s, most_s))
