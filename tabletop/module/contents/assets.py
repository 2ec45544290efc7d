"""A module's pictures, identified by the hash of their content, and checked before anything draws them.

The header of a picture is enough to know its kind and size. SVG is also searched for code and for links out of the
file. Nothing is drawn here, and Qt is not needed.
"""

import base64
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from struct import error as struct_error
from struct import unpack_from
from typing import BinaryIO, Final, Literal
from xml.parsers import expat

from tabletop.module.documents.problems import Problem, Problems, quoted
from tabletop.module.packed_modules import hash_of, hash_of_file
from tabletop.module.source import ModuleSource, SourceError

LONGEST_SIDE_PX: Final = 40_000
MOST_PIXELS: Final = 1_000_000_000
_HEAD_BYTES: Final = 4 * 1024 * 1024
"""The number of bytes at the start of a picture file in which its size must be stated, whatever its kind."""

LARGEST_PICTURE_BYTES: Final = 512 * 1024 * 1024
LARGEST_SVG_BYTES: Final = 8 * 1024 * 1024
MOST_SVG_ELEMENTS: Final = 200_000
DEEPEST_SVG: Final = 200
MOST_SVG_DRAWN: Final = 1_000_000
"""The most elements that may be drawn when every `use` has been followed."""

_EFFECT_COUNTS: Final = 500
"""The number of elements that take as long to draw as one effect of a filter (`feGaussianBlur`)."""

_EFFORTS: Final[Mapping[str, int]] = {"image": 100, "text": 100, "textArea": 100, "mask": 100, "pattern": 2_500}
_USUAL_EFFORT: Final = 3
_EFFORT_OF_DASHES: Final = 20_000
"""The effort of one dashed line. It may take seconds, because the number of its dashes is unknown."""

_LETTERS_OF_PATHS: Final = 2
"""The number of letters of a path that count as an effort of 1, because a line may cross many others."""

_LETTERS_OF_STYLES: Final = 4_000
"""The number of letters of style sheets that add an effort of 1 for each element, because each element is matched
against all of them.
"""

Format = Literal["png", "jpeg", "gif", "webp", "svg"]
_FORMAT_OF: Final[Mapping[str, Format]] = {
    "png": "png",
    "jpg": "jpeg",
    "jpeg": "jpeg",
    "gif": "gif",
    "webp": "webp",
    "svg": "svg",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A picture of a module. Width and height are in pixels; for an SVG they are the size that it states."""

    name: str
    hash: str
    format: Format
    width_px: int
    height_px: int


class AssetError(ValueError):
    """The error of a picture that cannot be used; the message is the end of a sentence about the picture."""


def is_picture(name: str) -> bool:
    """Return whether the file with this name may be a picture of a module."""
    return _ending(name) in _FORMAT_OF


def index_assets(source: ModuleSource, problems: Problems) -> Mapping[str, Asset]:
    """Check every picture of a module. Return the sound ones by name, and note the faults of the others."""
    assets: dict[str, Asset] = {}
    for name in filter(is_picture, source.files()):
        try:
            with source.opened(name, LARGEST_PICTURE_BYTES) as file:
                assets[name] = examine_opened(name, file)
        except OSError as error:
            problems.add(Problem(name, 0, 0, f"cannot be read ({error.strerror or error})"))
        except (SourceError, AssetError) as error:
            problems.add(Problem(name, 0, 0, str(error)))
    return assets


def examine(name: str, content: bytes) -> Asset:
    """Return the facts of a picture. Raises `AssetError` if it is damaged, too large to draw, or harmful."""
    kind = kind_of(content)
    promised = _FORMAT_OF.get(_ending(name))
    if kind is None:
        raise AssetError("is not a picture that can be read; PNG, JPEG, GIF, WebP and SVG are")
    if kind != promised:
        raise AssetError(f"is a picture of the kind {kind}; the ending of its name must say so")
    try:
        width, height = _SIZE_OF[kind](content)
    except (struct_error, IndexError) as error:
        raise AssetError("is damaged: the picture ends before its size is told") from error
    if width < 1 or height < 1:
        raise AssetError("is damaged: the picture is empty")
    if max(width, height) > LONGEST_SIDE_PX or width * height > MOST_PIXELS:
        most = f"at most {LONGEST_SIDE_PX} a side and {MOST_PIXELS // 1_000_000} million are drawn"
        raise AssetError(f"is {width} x {height} pixels; {most}")
    return Asset(name, hash_of(content), kind, width, height)


def examine_file(path: Path, known_by: Callable[[BinaryIO], str] = hash_of_file) -> Asset:
    """Return the facts of a picture file, without loading all of a large one. Raises `AssetError` and OSError.

    `known_by` gives its hash: the hash of all of it, or a quick one (`packed_modules.sampled`).
    """
    with path.open("rb") as file:
        return examine_opened(path.name, file, known_by)


def examine_opened(name: str, file: BinaryIO, known_by: Callable[[BinaryIO], str] = hash_of_file) -> Asset:
    """Return the facts of a picture from an open file that is called `name`; see `examine_file`."""
    head = file.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES or kind_of(head) == "svg":
        return examine(name, head + file.read(LARGEST_SVG_BYTES))
    asset = examine(name, head)
    file.seek(0)
    return replace(asset, hash=known_by(file))


def _ending(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    return ending.lower() if stem else ""


def kind_of(content: bytes) -> Format | None:
    """Return the kind of a picture by its first bytes; None if it cannot be read."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "webp"
    if re.match(rb"(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE|svg)", content, re.IGNORECASE):
        return "svg"
    return None


# --- pixels ------------------------------------------------------------------------------------------------------


def _png_size(content: bytes) -> tuple[int, int]:
    length, chunk, width, height = unpack_from(">I4sII", content, 8)
    if length != 13 or chunk != b"IHDR":
        raise AssetError("is damaged: the picture does not begin as a PNG does")
    return width, height


def _gif_size(content: bytes) -> tuple[int, int]:
    width, height = unpack_from("<HH", content, 6)
    return width, height


_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE: Final = frozenset({0x01, 0xFF, *range(0xD0, 0xD9)})


def _jpeg_size(content: bytes) -> tuple[int, int]:
    at = 2
    while content[at] == 0xFF:
        marker = content[at + 1]
        if marker in _JPEG_FRAMES:
            height, width = unpack_from(">HH", content, at + 5)
            return width, height
        at += 1 if marker == 0xFF else 2 if marker in _JPEG_ALONE else 2 + unpack_from(">H", content, at + 2)[0]
    raise AssetError("is damaged: the picture's size is not where a JPEG tells it")


def _webp_size(content: bytes) -> tuple[int, int]:
    chunk = content[12:16]
    if chunk == b"VP8X":
        low_w, high_w, low_h, high_h = unpack_from("<HBHB", content, 24)
        return 1 + low_w + (high_w << 16), 1 + low_h + (high_h << 16)
    if chunk == b"VP8L":
        (bits,) = unpack_from("<I", content, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    raise AssetError("is damaged: the picture does not begin as a WebP does")


# --- drawings ----------------------------------------------------------------------------------------------------

_LENGTH = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]+)?)\s*(px|pt|pc|mm|cm|in)?\s*")
_PX_IN: Final = {None: 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_HARMFUL: Final = frozenset({"script", "foreignobject", "iframe", "embed", "object", "audio", "video", "handler"})
_LINKS: Final = frozenset({"href", "src"})
_PATHS: Final = frozenset({"d", "points"})
_STYLED: Final = frozenset({"style", "stroke-dasharray"})
_DASHES = re.compile(r"stroke-dasharray\s*:[^;}]*[1-9]", re.IGNORECASE)
_ELSEWHERE = re.compile(r"url\((?!\s*['\"]?\s*#)")
_INSIDE = re.compile(r"url\(\s*['\"]?\s*#([^'\")\s]+)")
_EMBEDDED = re.compile(r"data:image/(png|jpeg|gif|webp);base64,", re.IGNORECASE)
_SVG_NAMESPACES: Final = ("", "http://www.w3.org/2000/svg")


def _svg_size(content: bytes) -> tuple[int, int]:
    if len(content) > LARGEST_SVG_BYTES:
        raise AssetError(f"is larger than {LARGEST_SVG_BYTES // 1024 // 1024} MB; drawings are smaller")
    return _drawing(content).size


def effort_of(content: bytes) -> int:
    """Return the greatest effort that drawing an SVG may need. 10,000 is a second or two at 500 pixels a side.

    Raises `AssetError` as `examine` does.
    """
    return _drawing(content).effort


@lru_cache(maxsize=1)
def _drawing(content: bytes) -> "_SvgReader":
    """Read a drawing, and return its reader, which has the size and the effort. Raises `AssetError`.

    The last one is cached, because its size and its effort are asked for separately.
    """
    drawing = _SvgReader()
    drawing.read(content)
    return drawing


@dataclass(slots=True)
class _DrawingPart:
    """An element with an id, or the whole drawing.

    It has the number of elements that are drawn with it, the effort to draw them, and the ids to which it refers.
    """

    elements: int = 0
    effort: int = 0
    parts: list[str] = field(default_factory=list)


class _SvgReader:
    """A reader of an SVG that refuses code, links out of the file, and endless drawing."""

    def __init__(self) -> None:
        self._whole = _DrawingPart()
        self._parts: dict[str, _DrawingPart] = {}
        self._open: list[tuple[str, _DrawingPart]] = []
        self._style: list[str] = []
        self._style_letters = 0
        self._has_dashes = False
        self._elements = 0
        self.size = (0, 0)
        self._drawn: dict[str, tuple[int, int]] = {}
        self.effort = 0

    def read(self, content: bytes) -> None:
        """Read a drawing. Raises `AssetError` if it is damaged or harmful."""
        parser = expat.ParserCreate("UTF-8", " ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        try:
            parser.Parse(content, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages.get(error.code, "not XML")
            raise AssetError(f"is damaged in line {error.lineno}: {reason}") from error
        elements, effort = self._drawn_by(self._whole, 0)
        styling = self._style_letters * self._elements // _LETTERS_OF_STYLES
        self.effort = effort + styling + (_EFFORT_OF_DASHES if self._has_dashes else 0)
        if elements > MOST_SVG_DRAWN:
            raise AssetError("draws its parts over and over, more often than can be drawn")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, element = name.rpartition(" ")
        if element.lower() in _HARMFUL:
            raise AssetError(f"holds <{element}>; drawings of a module only draw")
        part = self._open[-1][1] if self._open else self._whole
        if not self._open:
            if element != "svg" or namespace not in _SVG_NAMESPACES:
                raise AssetError("is not an SVG drawing: it does not begin with <svg>")
            self.size = _asked_size(attributes)
        self._elements += 1
        if self._elements > MOST_SVG_ELEMENTS or len(self._open) > DEEPEST_SVG:
            raise AssetError(f"has more than {MOST_SVG_ELEMENTS} elements, or {DEEPEST_SVG} inside each other")
        known_as = attributes.get("id")
        if known_as is not None:
            part.parts.append(known_as)
            part = self._parts.setdefault(known_as, _DrawingPart())
        is_effect = element.startswith("fe")
        part.elements += _EFFECT_COUNTS if is_effect else 1
        part.effort += _EFFECT_COUNTS if is_effect else _EFFORTS.get(element, _USUAL_EFFORT)
        self._open.append((element, part))
        for key, value in attributes.items():
            self._attribute(part, key.rpartition(" ")[2].lower(), value)

    def _attribute(self, part: _DrawingPart, key: str, value: str) -> None:
        if key.startswith("on"):
            raise AssetError(f"has the attribute '{key}', which runs a script; drawings of a module only draw")
        self._refuse_outside(value, "\\" if key == "style" else None)
        if "url(" in value:
            part.parts += _INSIDE.findall(value)
        if key in _PATHS:
            part.effort += len(value) // _LETTERS_OF_PATHS
        if key in _STYLED:
            self._has_dashes |= _DASHES.search(f"{key}:{value}") is not None
        if key not in _LINKS:
            return
        link = "".join(value.split())
        if link.startswith("#"):
            part.parts.append(link[1:])
        elif not _EMBEDDED.match(link):
            raise AssetError(f"refers to {quoted(value)}; a drawing holds all that it shows")
        else:
            self._embedded(link)

    def _embedded(self, link: str) -> None:
        """Check a picture within the drawing like any other. Raises `AssetError` if it is damaged or harmful."""
        kind = link[len("data:image/") : link.index(";")].lower()
        try:
            content = base64.b64decode(link.partition(",")[2], validate=True)
        except ValueError as error:
            raise AssetError("holds a picture that is damaged") from error
        examine(f"picture.{kind}", content)

    def _end(self, _name: str) -> None:
        element, _ = self._open.pop()
        if element == "style":
            sheet = "".join(self._style)
            self._refuse_outside(sheet, "\\")
            self._has_dashes |= _DASHES.search(sheet) is not None
            self._style_letters += len(sheet)
            self._style.clear()

    def _text(self, text: str) -> None:
        if self._open and self._open[-1][0] == "style":
            self._style.append(text)

    def _refuse_outside(self, text: str, escape: str | None) -> None:
        low = text.lower()
        reaches = "url(" in low and _ELSEWHERE.search(low) is not None
        reaches |= "@import" in low or "expression(" in low or "javascript:" in low
        if reaches or (escape and escape in text):
            raise AssetError(
                f"has the style {quoted(text)}, which may reach outside; a drawing holds all that it shows"
            )

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_own_declarations: int) -> None:
        if has_own_declarations:
            raise AssetError("declares entities of its own; save the drawing as plain SVG")

    def _entity(self, *_declaration: object) -> None:
        raise AssetError("declares entities of its own; save the drawing as plain SVG")

    def _instruction(self, target: str, _data: str) -> None:
        raise AssetError(f"holds the instruction <?{target}?>; a drawing holds all that it shows")

    def _drawn_by(self, part: _DrawingPart, depth: int) -> tuple[int, int]:
        """Return the number of elements that are drawn with a part, and the effort, including everything to which it
        refers. Raises `AssetError` if the part refers to itself, or through too many others.
        """
        if depth > DEEPEST_SVG:
            raise AssetError(f"refers to itself, or through more than {DEEPEST_SVG} of its parts")
        elements, effort = part.elements, part.effort
        for name in part.parts:
            if name not in self._drawn:
                target = self._parts.get(name)
                self._drawn[name] = self._drawn_by(target, depth + 1) if target else (0, 0)
            elements, effort = elements + self._drawn[name][0], effort + self._drawn[name][1]
        return elements, effort


def _asked_size(attributes: Mapping[str, str]) -> tuple[int, int]:
    width, height = (_LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height"))
    if width and height:
        return _pixels(width), _pixels(height)
    box = [_LENGTH.fullmatch(number) for number in re.split(r"[\s,]+", attributes.get("viewBox", "").strip())[2:]]
    if len(box) == 2 and box[0] and box[1]:
        return _pixels(box[0]), _pixels(box[1])
    raise AssetError("does not say how large it is; give it width and height, or a viewBox")


def _pixels(length: re.Match[str]) -> int:
    return math.ceil(float(length[1]) * _PX_IN[length[2]])


_SIZE_OF: Final[Mapping[Format, Callable[[bytes], tuple[int, int]]]] = {
    "png": _png_size,
    "jpeg": _jpeg_size,
    "gif": _gif_size,
    "webp": _webp_size,
    "svg": _svg_size,
}
