"""Drawings that show parts of other drawings beside them: VASSAL follows such references, ours hold all they show."""

import copy
import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, ParseError, register_namespace, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

Read: TypeAlias = Callable[[str], bytes | None]
"""The content of the drawing of this name beside the one that is read; None where there is none."""

MOST_BYTES: Final = 4 * 1024 * 1024
"""How large a drawing may become with the parts of others."""

MOST_BYTES_IN_ALL: Final = 256 * 1024 * 1024
"""How much may be taken into the drawings of one module, so that small references do not fill a disk."""

_SVG: Final = "http://www.w3.org/2000/svg"
_XLINK: Final = "http://www.w3.org/1999/xlink"
_LINKS: Final = ("href", f"{{{_XLINK}}}href")
_OUTSIDE: Final = re.compile(r"\s*([^\s:#/\\]+\.svg)#([^\s#]+)\s*", re.IGNORECASE)
_WORTH: Final = re.compile(rb"href\s*=\s*['\"][^'\"#]+#")
_INSIDE: Final = re.compile(r"(url\(\s*['\"]?\s*#)([^'\")\s]+)")

register_namespace("", _SVG)
register_namespace("xlink", _XLINK)


class Drawings:
    """Makes drawings whole. Those that they refer to are read once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._parts: dict[str, Mapping[str, Element]] = {}
        self._sizes: dict[tuple[str, str], int] = {}
        self._left = MOST_BYTES_IN_ALL

    def whole(self, content: bytes) -> bytes:
        """A drawing with what it shows of others within it; as it is where there is none of that, or it is broken."""
        if not _WORTH.search(content):
            return content
        root = _parsed(content)
        if root is None:
            return content
        held = Element(f"{{{_SVG}}}defs")
        names: dict[tuple[str, str], str] = {}
        wanted = [each for element in root.iter() for each in self._renamed(element, names, "")]
        size = len(content)
        while wanted:
            file, part = wanted.pop()
            found = self._parts_of(file).get(part)
            if found is None:
                continue
            taken = copy.deepcopy(found)
            if (file, part) not in self._sizes:
                self._sizes[file, part] = len(tostring(taken))
            more = self._sizes[file, part]
            size, self._left = size + more, self._left - more
            if size > MOST_BYTES or self._left < 0:
                return content
            for element in taken.iter():
                wanted += self._renamed(element, names, file)
                own = element.get("id")
                if element is taken:
                    element.set("id", names[file, part])
                elif own is not None:
                    del element.attrib["id"]
            held.append(taken)
        if not names:
            return content
        root.insert(0, held)
        made: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
        return made

    def _renamed(self, element: Element, names: dict[tuple[str, str], str], file: str) -> list[tuple[str, str]]:
        """Let an element of a drawing (empty: the one that is made whole) refer to parts within; the new ones."""
        new: list[tuple[str, str]] = []

        def name_of(where: str, part: str) -> str:
            if (where, part) not in names:
                names[where, part] = f"part-{len(names) + 1}-of-another"
                new.append((where, part))
            return names[where, part]

        for key, value in list(element.attrib.items()):
            if key in _LINKS:
                outside = _OUTSIDE.fullmatch(value)
                if outside is not None:
                    element.set(key, f"#{name_of(outside[1], outside[2])}")
                elif file and value.strip().startswith("#"):
                    element.set(key, f"#{name_of(file, value.strip()[1:])}")
            elif file and "url(" in value:
                element.set(key, _INSIDE.sub(lambda at: at[1] + name_of(file, at[2]), value))
        return new

    def _parts_of(self, file: str) -> Mapping[str, Element]:
        if file not in self._parts:
            content = self._read(file)
            root = _parsed(content) if content is not None else None
            named = [] if root is None else [(element.get("id"), element) for element in root.iter()]
            self._parts[file] = {name: element for name, element in named if name}
        return self._parts[file]


def _parsed(content: bytes) -> Element | None:
    try:
        return fromstring(content)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        return None
