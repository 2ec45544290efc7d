"""The English sentences, in a file for each part of the program. All files are read when a sentence is first needed.

A file has `TEXTS`, whole sentences by their keys. No key is in two files.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

PARTS: Final = (
    "command_line_texts",
    "deck_texts",
    "dice_texts",
    "journal_texts",
    "list_texts",
    "log_texts",
    "mail_texts",
    "module_texts",
    "procedure_texts",
    "refusal_texts",
    "rules_texts",
    "session_texts",
    "supply_texts",
    "table_texts",
    "vassal_texts",
)


@cache
def catalogue() -> Mapping[str, str]:
    """Return all sentences by their keys."""
    return {key: sentence for part in PARTS for key, sentence in texts_of(part).items()}


def texts_of(part: str) -> Mapping[str, str]:
    """Return the sentences of one part of the program by their keys."""
    found: Mapping[str, str] = import_module(f"{__name__}.{part}").TEXTS
    return found
