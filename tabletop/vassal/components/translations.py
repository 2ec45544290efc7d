"""Reading of a module's translations, which are files of Java properties (format section 13)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tabletop.vassal.files.build_file import Component, configure_name, is_folder
from tabletop.vassal.files.sequence import texts

FILE: Final = re.compile(r"Module_([A-Za-z]{2,3}(?:_[A-Za-z0-9]{2,8})*)\.properties")
LARGEST: Final = 16 * 1024 * 1024
MOST_TEXTS: Final = 100_000

_PIECE: Final = "Piece."
_ESCAPED: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_CONTROLS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_ENTRY: Final = re.compile(r"((?:\\.|[^\\=:\s])*)\s*[=:\s]?\s*(.*)", re.DOTALL)


def read_properties(content: bytes) -> dict[str, str]:
    """Return the values in a file of Java properties, by their keys; at most `MOST_TEXTS`."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    found: dict[str, str] = {}
    for line in _lines(text):
        entry = _ENTRY.fullmatch(line)
        if entry is not None and len(found) < MOST_TEXTS:
            found[_plain(entry[1])] = _plain(entry[2])
    return found


def _lines(text: str) -> Iterator[str]:
    """Yield the logical lines without comments. A line that ends with an odd number of backslashes continues on the
    next.
    """
    before = ""
    for line in re.split(r"\r\n|\r|\n", text):
        part = line.lstrip(" \t\f")
        if not before and (not part or part[0] in "#!"):
            continue
        goes_on = (len(part) - len(part.rstrip("\\"))) % 2 == 1
        before += part[:-1] if goes_on else part
        if not goes_on:
            yield before
            before = ""
    if before:
        yield before


def _plain(text: str) -> str:
    def meant(found: re.Match[str]) -> str:
        escaped = found[1]
        return chr(int(escaped[1:], 16)) if len(escaped) == 5 else _CONTROLS.get(escaped, escaped)

    return _ESCAPED.sub(meant, text)


def translated_texts(root: Component, properties: Mapping[str, str]) -> dict[str, str]:
    """Return the translations of a module's texts, by the original texts. If there are several, the first counts."""
    found = {
        key.removeprefix(_PIECE): value for key, value in properties.items() if key.startswith(_PIECE) and value.strip()
    }
    waiting: list[tuple[tuple[str, ...], Component]] = [(("",), root)]
    while waiting:
        paths, component = waiting.pop()
        for name, original in component.attributes.items():
            value = _first(properties, paths, name)
            if value and original.strip():
                found.setdefault(original, value)
        if component.short == "PlayerRoster":
            for entry, side in zip(component.of("entry"), texts(_first(properties, paths, "sides")), strict=False):
                found.setdefault(entry.text.strip(), side.strip())
        waiting.extend((_paths(paths, child), child) for child in reversed(component.children))
    return {original: value for original, value in found.items() if value and original != value}


def _first(properties: Mapping[str, str], paths: Iterable[str], name: str) -> str:
    """Return the translation of a setting by the first of these paths that has a text for it; "" for none."""
    return next((value for path in paths if (value := properties.get(f"{path}{name}", "")).strip()), "")


def _paths(around: tuple[str, ...], component: Component) -> tuple[str, ...]:
    """Return the beginnings of the keys for a component's settings.

    Dots separate the parts of a key. Older translations do not count folders as parts, newer ones do; both beginnings
    are returned.
    """
    own = _own_part(component)
    made = tuple(f"{path}.{own}" if path and own else path + own for path in around)
    return tuple(dict.fromkeys((*made, *around))) if is_folder(component) else made


def _own_part(component: Component) -> str:
    kind, name = component.short, configure_name(component)
    if kind in _WITHOUT_DOT:
        return _WITHOUT_DOT[kind]
    if kind in _BY_TITLE:
        return f"{kind}.{name}"
    if kind in _WITHOUT_PART:
        return ""
    return f"{kind}.{name}." if name and not kind.endswith("Preference") else f"{kind}."


_WITHOUT_PART: Final = ("BoardPicker", "GlobalProperties", "GlobalTranslatableMessages")
_WITHOUT_DOT: Final = {"HidePiecesButton": "HidePieces", "GlobalMap": "GlobalMap"}
_BY_TITLE: Final = ("BrowserHelpFile", "BrowserPDFFile")
"""The classes of components whose keys have no dot after the title."""
