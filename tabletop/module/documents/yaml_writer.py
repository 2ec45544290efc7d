"""Writing of records as YAML that is easy to read, and that other programs read correctly. Files are not read here."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

import yaml

from tabletop.module.schema.record_base import Half, Record

WIDEST_LINE: Final = 110
WIDEST_ROW: Final = 90

Writable = str | bool | int | float | Half | None | Sequence["Writable"] | Mapping[str, "Writable"]

_Dumper: type[yaml.CDumper] | type[yaml.Dumper] = getattr(yaml, "CDumper", yaml.Dumper)
_MISREAD = re.compile(r"[yYnN]|[-+.]?[0-9][-+0-9_.,:eExXoO]*|[-+]?\.[0-9]+")
"""A pattern for text that some YAML reader, old or new, takes for a number, a time, yes or no."""


def dump_document(document: Record) -> str:
    """Return a document as YAML, without the values that are defaults. Reading the YAML gives an equal document."""
    return write_yaml(document.model_dump(by_alias=True, exclude_defaults=True))


def write_yaml(value: Writable) -> str:
    """Return a value as YAML. Short lists and mappings inside it are on one line; longer ones, and a mapping as the
    whole, have one line for each entry.
    """
    root = _node(value)
    if isinstance(root, yaml.MappingNode) and root.value:
        root.flow_style = False
    return yaml.serialize(root, Dumper=_Dumper, allow_unicode=True, width=WIDEST_LINE)


def _node(value: Writable) -> yaml.Node:
    match value:
        case None:
            return yaml.ScalarNode("tag:yaml.org,2002:null", "")
        case bool():
            return yaml.ScalarNode("tag:yaml.org,2002:bool", "yes" if value else "no")
        case int():
            return yaml.ScalarNode("tag:yaml.org,2002:int", str(value))
        case float():
            number = format(Decimal(repr(value)), "f").removesuffix(".0")
            return yaml.ScalarNode(f"tag:yaml.org,2002:{'float' if '.' in number else 'int'}", number)
        case Half():
            number = str(value)
            return yaml.ScalarNode(f"tag:yaml.org,2002:{'float' if '.' in number else 'int'}", number)
        case str():
            return _text(value)
        case Mapping():
            pairs = [(_text(key), _node(entry)) for key, entry in value.items()]
            row = _fits_a_row([node for pair in pairs for node in pair])
            return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=row)
        case _:
            nodes = [_node(item) for item in value]
            return yaml.SequenceNode("tag:yaml.org,2002:seq", nodes, flow_style=_fits_a_row(nodes))


def _text(text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text.strip("\n") else "'" if _MISREAD.fullmatch(text) else None
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, style=style)


def _fits_a_row(nodes: Sequence[yaml.Node]) -> bool:
    """Return whether a list or mapping of these values fits on one line. With None or a text of several lines in it,
    it does not.
    """
    room = WIDEST_ROW
    for node in nodes:
        if not isinstance(node, yaml.ScalarNode) or node.style == "|" or node.tag.endswith("null"):
            return False
        room -= len(node.value) + 2
    return room >= 0
