"""Drawings that refer to parts of other drawings. VASSAL follows the references; here a drawing contains the parts.

The drawing itself is not parsed: its references are redirected to the parts, which are inserted after its first tag. A
part is read and rewritten once for all drawings of a module that show it.
"""

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, ParseError, register_namespace, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from msgspec import Struct

Read: TypeAlias = Callable[[str], bytes | None]
"""A function that returns the content of another drawing by its name; None if there is none."""

MOST_BYTES: Final = 4 * 1024 * 1024
"""The greatest size of a drawing together with the parts it takes from others."""

MOST_BYTES_IN_ALL: Final = 256 * 1024 * 1024
"""The greatest total size of the parts inserted into the drawings of one module: small references to large parts could
otherwise fill a disk.
"""

_SVG: Final = "http://www.w3.org/2000/svg"
_XLINK: Final = "http://www.w3.org/1999/xlink"
_LINKS: Final = ("href", f"{{{_XLINK}}}href")
_REFERENCE: Final = re.compile(
    rb"""(?<![-.\w])(href\s*=\s*(["']))\s*([^\s:#/\\"'<>]+\.svg)\#([^\s\#"'<>]+)\s*\2""", re.IGNORECASE
)
_OUTSIDE: Final = re.compile(r"\s*([^\s:#/\\]+\.svg)#([^\s#]+)\s*", re.IGNORECASE)
_INSIDE: Final = re.compile(r"(url\(\s*['\"]?\s*#)([^'\")\s]+)")
_BEGINNING: Final = re.compile(
    rb"""(?:\xef\xbb\xbf)?
    (?:\s++ | <\?.*?\?> | <!--.*?--> | <!DOCTYPE(?:[^>["']++|"[^"]*"|'[^']*')*+>)*+
    <(?:[\w.-]+:)?svg(?=[\s>])(?:[^>"']++|"[^"]*"|'[^']*')*+>""",
    re.DOTALL | re.VERBOSE,
)
"""A pattern for a drawing up to the end of its first tag."""

register_namespace("", _SVG)
register_namespace("xlink", _XLINK)

_Key: TypeAlias = tuple[str, str]
"""The key of a part: the name of its drawing, and its id in that drawing."""


class _LinkedPart(Struct, frozen=True):
    """A part as other drawings contain it, and the parts that it shows in turn."""

    text: bytes
    shows: tuple[_Key, ...]


class Drawings:
    """A maker of complete drawings. Drawings that they refer to are read once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._elements: dict[str, Mapping[str, Element]] = {}
        self._names: dict[_Key, str] = {}
        self._parts: dict[_Key, _LinkedPart] = {}
        self._left = MOST_BYTES_IN_ALL

    def whole(self, content: bytes) -> bytes:
        """Return a drawing with the parts of others that it shows; unchanged if there are none, or if
        the drawing is invalid or would become too large.
        """
        wanted: dict[_Key, None] = {}

        def led_within(reference: re.Match[bytes]) -> bytes:
            start, quote, file, part = reference.groups()
            key = _text(file), _text(part)
            wanted[key] = None
            return b"%b#%b%b" % (start, self._name_of(key).encode(), quote)

        led = _REFERENCE.sub(led_within, content)
        beginning = _BEGINNING.match(led)
        if not wanted or beginning is None or beginning[0].endswith(b"/>"):
            return content
        most = min(MOST_BYTES - len(content), self._left)
        texts = self._all_shown(wanted, most)
        if texts is None:
            return content
        self._left -= len(texts)
        end = beginning.end()
        return b'%b<defs xmlns="%b">%b</defs>%b' % (led[:end], _SVG.encode(), texts, led[end:])

    def _all_shown(self, wanted: Iterable[_Key], most: int) -> bytes | None:
        """Return the wanted parts, and those that they show; None if they have more than `most` bytes."""
        found = list(wanted)
        seen = set(found)
        texts: list[bytes] = []
        for key in found:  # grows while it is walked
            part = self._part(key)
            most -= len(part.text)
            if most < 0:
                return None
            texts.append(part.text)
            found += [shown for shown in part.shows if shown not in seen]
            seen.update(part.shows)
        return b"".join(texts)

    def _part(self, key: _Key) -> _LinkedPart:
        if key not in self._parts:
            self._parts[key] = self._newly_taken(key)
        return self._parts[key]

    def _newly_taken(self, key: _Key) -> _LinkedPart:
        """Return a part under its new name, without the ids within it; an empty part if it does not exist."""
        file, id_ = key
        found = self._elements_of(file).get(id_)
        if found is None:
            return _LinkedPart(b"", ())
        taken = copy.deepcopy(found)
        taken.tail = None
        shows: dict[_Key, None] = {}
        for element in taken.iter():
            self._lead_on(element, file, shows)
            element.attrib.pop("id", None)
        taken.set("id", self._name_of(key))
        return _LinkedPart(tostring(taken), tuple(shows))

    def _lead_on(self, element: Element, file: str, shows: dict[_Key, None]) -> None:
        """Change an element's references to the new names of the parts, and add the parts to `shows`."""

        def name_of(where: str, part: str) -> str:
            shows[where, part] = None
            return self._name_of((where, part))

        for name, value in list(element.attrib.items()):
            if name in _LINKS:
                outside = _OUTSIDE.fullmatch(value)
                if outside is not None:
                    element.set(name, f"#{name_of(outside[1], outside[2])}")
                elif value.strip().startswith("#"):
                    element.set(name, f"#{name_of(file, value.strip()[1:])}")
            elif "url(" in value:
                element.set(name, _INSIDE.sub(lambda at: at[1] + name_of(file, at[2]), value))

    def _name_of(self, key: _Key) -> str:
        return self._names.setdefault(key, f"part-{len(self._names) + 1}-of-another")

    def _elements_of(self, file: str) -> Mapping[str, Element]:
        if file not in self._elements:
            content = self._read(file)
            root = _parsed(content) if content is not None else None
            named = [] if root is None else [(element.get("id"), element) for element in root.iter()]
            self._elements[file] = {name: element for name, element in named if name}
        return self._elements[file]


def _text(written: bytes) -> str:
    """Return the text of an attribute."""
    return unescape(written.decode("utf-8", "replace"))


def _parsed(content: bytes) -> Element | None:
    try:
        return fromstring(content)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        return None
