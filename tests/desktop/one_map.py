"""A module small enough for a test: one side, one map, the counters of the test."""

from typing import Final

TABLE: Final = "{id: main, name: Table, size: [600, 400]}"
_MODULE: Final = """
id: small
title: Small
version: "1"
summary: Small.
licence: own
sides: [{id: A, title: A, mark: star, colour: '#123456', soft: '#EEEEEE'}]
maps: [table.yaml]
pieces: [pieces.yaml]
scenarios: [all.yaml]
"""


def one_map(*, pieces: str, scenario: str, table: str = TABLE, more: str = "") -> dict[str, str]:
    """Return the texts of the module's files, by name.

    `scenario` is the text of the scenario `all`; `more` is added to `module.yaml`.
    """
    return {
        "module.yaml": _MODULE + more,
        "table.yaml": table,
        "pieces.yaml": pieces,
        "all.yaml": scenario,
        "CREDITS.md": "# Credits\n",
    }
