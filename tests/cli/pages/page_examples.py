"""The examples of a page of the documentation: its scripts, and its commands with the lines that they print."""

import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[3] / "docs"


class Example(NamedTuple):
    """An example of a page: a command, and the lines that it prints."""

    command: str
    lines: list[str]

    @property
    def printed(self) -> str:
        return "\n".join(self.lines)


def scripts(page: str) -> list[tuple[str, str]]:
    """Return the scripts of a page: their names, and their commands."""
    return re.findall(r"`(\w+\.jsonl)`[^`]*:\n\n```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def examples(page: str) -> list[Example]:
    """Return the commands of a page, each with its printed lines."""
    found: list[Example] = []
    for block in re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Example(line[2:], []))
            else:
                found[-1].lines.append(line)
    return found


def is_printed(written: str, printed: str) -> bool:
    """Return whether an example matches the printed text; `…` in it stands for anything."""
    return re.fullmatch(re.escape(written).replace("…", ".*"), printed.rstrip("\n"), re.DOTALL) is not None
