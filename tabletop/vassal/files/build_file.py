"""Reading of build files: the tree of a module's components, with the components of extensions inserted.

An element is named after the Java class that VASSAL would make from it. No such class is ever loaded here.
"""

import xml.sax.handler
import xml.sax.xmlreader
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from sys import intern
from typing import Final
from xml.sax import SAXParseException

import defusedxml.sax
from defusedxml.common import DefusedXmlException
from msgspec import Struct

from tabletop.texts import text
from tabletop.vassal.files.attributes import in_our_letters
from tabletop.vassal.files.sequence import split
from tabletop.vassal.files.vassal_error import VassalError

MODULE: Final = "VASSAL.build.GameModule"
EXTENSION: Final = "VASSAL.build.module.ModuleExtension"
INSERTION: Final = "VASSAL.build.module.ExtensionElement"

MOST_COMPONENTS: Final = 500_000
DEEPEST: Final = 200
LONGEST_TEXT: Final = 16 * 1024 * 1024
"""The most characters of one attribute, or of the text of one element."""

_OTHER_NAMES: Final = {"VASSAL.launch.BasicModule": MODULE}
_CHUNK: Final = 1 << 20


class BuildFileError(VassalError):
    """An error for a build file that cannot be read; the message is a sentence that names the file, and the line if it
    is known.
    """


class Component(Struct, frozen=True):
    """A component of a module.

    `kind` is its Java class; `file` and `line` are its position. Control characters are removed from its settings, but
    not from its text.
    """

    kind: str
    attributes: Mapping[str, str] = {}
    text: str = ""
    children: tuple["Component", ...] = ()
    line: int = 0
    file: str = ""

    @property
    def short(self) -> str:
        """The class without its packages, for example `PieceSlot`. For a module's own class it is the VASSAL class that
        it seems to extend, if any.
        """
        if self.kind.startswith(_VASSALS):
            return self.kind.rpartition(".")[2]
        own, extended, setting = _extended(self.kind)
        return extended if not setting or setting in self.attributes else own

    @property
    def where(self) -> str:
        """The file and the line of the component, for messages."""
        return f"{self.file}, line {self.line}"

    def get(self, name: str, default: str = "") -> str:
        """Return a setting; `default` if it is not given."""
        return self.attributes.get(name, default)

    def of(self, *shorts: str) -> tuple["Component", ...]:
        """Return the children of these classes in order. Classes are given without their packages."""
        return tuple(child for child in self.children if child.short in shorts)

    def walk(self) -> Iterator["Component"]:
        """Yield this component and all within it, each before its parts, in the order of the file."""
        waiting = [self]
        while waiting:
            component = waiting.pop()
            yield component
            waiting.extend(reversed(component.children))


@cache
def _extended(kind: str) -> tuple[str, str, str]:
    """Return the name of a module's own class without its packages, the VASSAL class that it seems to extend (itself if
    none), and the setting by which a component of that class is recognised ("" if none is needed).
    """
    own = kind.rpartition(".")[2]
    ending = max((name for name in _EXTENDED if own.endswith(name)), key=len, default="")
    return (own, *_EXTENDED[ending]) if ending and own != ending else (own, own, "")


_VASSALS: Final = "VASSAL."
_EXTENDED: Final[Mapping[str, tuple[str, str]]] = {
    "BoardPicker": ("BoardPicker", ""),
    "Board": ("Board", "name"),
    "CounterDetailViewer": ("CounterDetailViewer", "showgraph"),
    "DiceButton": ("DiceButton", "nDice"),
    "DrawPile": ("DrawPile", "reshufflable"),
    "ForwardToChatter": ("ForwardToChatter", ""),
    "ForwardToKeyBuffer": ("ForwardToKeyBuffer", ""),
    "GlobalMap": ("GlobalMap", "scale"),
    "HexGrid": ("HexGrid", "dx"),
    "HexGridNumbering": ("HexGridNumbering", "hType"),
    "HidePiecesButton": ("HidePiecesButton", "hiddenIcon"),
    "HighlightLastMoved": ("HighlightLastMoved", "thickness"),
    "ImageSaver": ("ImageSaver", ""),
    "KeyBufferer": ("KeyBufferer", ""),
    "Map": ("Map", "mapName"),
    "MapCenterer": ("MapCenterer", ""),
    "MapShader": ("MapShader", "opacity"),
    "MassKeyCommand": ("MassKeyCommand", "hotkey"),
    "MenuDisplayer": ("MenuDisplayer", ""),
    "PieceMover": ("PieceMover", ""),
    "PieceSlot": ("PieceSlot", "entryName"),
    "PieceWindow": ("PieceWindow", "hotkey"),
    "PlayerHand": ("PlayerHand", "mapName"),
    "PrivateMap": ("PrivateMap", "mapName"),
    "PrototypeDefinition": ("PrototypeDefinition", "name"),
    "RegionGrid": ("RegionGrid", ""),
    "SetupStack": ("SetupStack", "x"),
    "SpecialDiceButton": ("SpecialDiceButton", "resultChatter"),
    "SquareGrid": ("SquareGrid", "dx"),
    "SquareGridNumbering": ("SquareGridNumbering", "hType"),
    "StackExpander": ("StackExpander", ""),
    "StackMetrics": ("StackMetrics", "exSepX"),
    "TextSaver": ("TextSaver", ""),
    "Thread": ("LOS_Thread", "threadName"),
    "TurnTracker": ("TurnTracker", "turnFormat"),
    "Zone": ("Zone", "path"),
    "ZonedGrid": ("ZonedGrid", ""),
    "Zoomer": ("Zoomer", "zoomLevels"),
}
"""The VASSAL classes that modules' own classes seem to extend, by the ending of the name of the module's own class.

Each comes with the setting by which such a component is recognised; "" if none is needed.
"""


def read_build_file(content: bytes, name: str) -> Component:
    """Return the root component of a build file; `name` is the name of the file in messages.

    Raises `BuildFileError` if it is not a build file, declares a document type or entities, or is too large or too
    deep.
    """
    parser = defusedxml.sax.make_parser()
    parser.forbid_dtd = True
    reader = _Reader(name, parser)
    parser.setContentHandler(reader)
    try:
        for start in range(0, len(content), _CHUNK):
            parser.feed(content[start : start + _CHUNK])
        parser.close()
    except SAXParseException as problem:
        line, what = problem.getLineNumber() or 1, problem.getMessage()
        raise BuildFileError(text("build-file-no-xml", file=name, line=line, why=what)) from None
    except DefusedXmlException:
        raise BuildFileError(text("build-file-entities", file=name)) from None
    except (LookupError, UnicodeError, ValueError) as problem:
        if isinstance(problem, BuildFileError):
            raise
        raise BuildFileError(text("build-file-encoding", file=name)) from None
    if reader.root is None or reader.root.kind not in {MODULE, EXTENSION}:
        raise BuildFileError(text("build-file-foreign", file=name))
    return reader.root


class _OpenElement(Struct):
    """An element whose end has not been read yet."""

    kind: str
    attributes: dict[str, str]
    line: int
    children: list[Component]
    texts: list[str]
    length: int = 0


class _Reader(xml.sax.handler.ContentHandler):
    """An XML reader that builds the components."""

    def __init__(self, file: str, where: xml.sax.xmlreader.Locator) -> None:
        super().__init__()
        self.root: Component | None = None
        self._file = file
        self._where = where
        self._open: list[_OpenElement] = []
        self._count = 0

    def startElement(self, name: str, attrs: xml.sax.xmlreader.AttributesImpl) -> None:  # noqa: N802
        """Begin a component."""
        self._count += 1
        if self._count > MOST_COMPONENTS or len(self._open) >= DEEPEST:
            raise self._error("build-file-too-large")
        settings = {intern(key): in_our_letters(value) for key, value in attrs.items()}
        if any(len(value) > LONGEST_TEXT for value in settings.values()):
            raise self._error("build-file-setting-too-long")
        kind = intern(_OTHER_NAMES.get(name, name))
        self._open.append(_OpenElement(kind, _renamed(kind, settings), self._line, [], []))

    def characters(self, content: str) -> None:
        """Add a part of a component's text."""
        if self._open:
            element = self._open[-1]
            element.texts.append(content)
            element.length += len(content)
            if element.length > LONGEST_TEXT:
                raise self._error("build-file-text-too-long")

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        """End a component."""
        element = self._open.pop()
        component = Component(
            element.kind,
            element.attributes,
            "".join(element.texts).strip(_JAVA_SPACE),
            tuple(element.children),
            element.line,
            self._file,
        )
        if self._open:
            self._open[-1].children.append(component)
        else:
            self.root = component

    @property
    def _line(self) -> int:
        return self._where.getLineNumber() or 0

    def _error(self, key: str) -> BuildFileError:
        return BuildFileError(text(key, file=self._file, line=self._line))


def _renamed(kind: str, settings: dict[str, str]) -> dict[str, str]:
    """Return the settings, with a setting of an old module also under the two names that replace it today.

    If both an old and a new setting are given, the last in alphabetical order counts, as in VASSAL.
    """
    old, new = _OLD_SETTINGS.get(kind.rpartition(".")[2], ("", ()))
    if old not in settings:
        return settings
    given = {name: settings[old] for name in new if name not in settings or name < old}
    return {**settings, **given}


_OLD_SETTINGS: Final[Mapping[str, tuple[str, tuple[str, str]]]] = {
    "PieceWindow": ("entryName", ("name", "text")),
    **dict.fromkeys(
        ("ChartWindow", "DiceButton", "InternetDiceButton", "RandomTextButton"), ("label", ("name", "text"))
    ),
    **dict.fromkeys(
        ("MassKeyCommand", "GlobalKeyCommand", "DeckGlobalKeyCommand", "StartupGlobalKeyCommand"),
        ("text", ("name", "buttonText")),
    ),
}
"""The settings from before version 1.3, by class, each with the two settings that replace it: a name and a text of a
button.
"""

_JAVA_SPACE: Final = "".join(map(chr, range(33)))
"""The characters that Java's `trim` removes."""


# extensions


class UnplacedComponent(Struct, frozen=True):
    """A component of an extension that has no place in the module, because its parent is missing."""

    target: str
    component: Component


def with_extensions(
    module: Component, extensions: Sequence[Component]
) -> tuple[Component, tuple[UnplacedComponent, ...]]:
    """Return the module with the components of extensions inserted, and the components that have no place in it."""
    root = _GrowingComponent.of(module)
    unplaced: list[UnplacedComponent] = []
    for extension in extensions:
        for child in extension.children:
            if child.kind != INSERTION:
                root.children.append(_GrowingComponent.of(child))
                continue
            target = child.get("target")
            parent = root.found(_steps(target))
            for inner in child.children:
                if parent is None:
                    unplaced.append(UnplacedComponent(target, inner))
                else:
                    parent.children.append(_GrowingComponent.of(inner))
    return root.grown(), tuple(unplaced)


def find(root: Component, path: str) -> Component | None:
    """Return the component at a path of components from the root; None if there is none.

    Traits name the slots of pieces by such paths.
    """
    return _found(root, _steps(path))


def _found(component: Component, steps: Sequence[tuple[str, str | None]]) -> Component | None:
    if not steps:
        return component
    (kind, name), rest = steps[0], steps[1:]
    alike = [child for child in component.children if child.kind == kind]
    named = [child for child in alike if name is None or configure_name(child) == name]
    for child in (*named, *alike):
        if (found := _found(child, rest)) is not None:
            return found
    return None


def is_folder(component: Component) -> bool:
    """Return whether a component only gathers others in VASSAL's editor."""
    return component.kind.startswith("VASSAL.build.module.folder.")


def configure_name(component: Component) -> str:
    """Return the name of a component in component paths and in VASSAL's editor."""
    setting = _NAME_SETTINGS.get(component.short)
    return component.get(setting if setting is not None else "name")


_NAME_SETTINGS: Final = {
    **dict.fromkeys(("Map", "PrivateMap", "PlayerHand", "WidgetMap"), "mapName"),
    **dict.fromkeys(
        ("TabWidget", "PanelWidget", "BoxWidget", "ListWidget", "MapWidget", "PieceSlot", "CardSlot"), "entryName"
    ),
    **dict.fromkeys(("Chart", "HtmlChart"), "chartName"),
    **dict.fromkeys(("AboutScreen", "HelpFile", "BrowserHelpFile", "BrowserPDFFile"), "title"),
    **dict.fromkeys(("ToolbarMenu", "MultiActionButton", "CounterDetailViewer"), "description"),
    **dict.fromkeys(("SpecialDieFace", "ChangePropertyButton"), "text"),
    **dict.fromkeys(("DeckSortKeyCommand", "DeckSendKeyCommand"), "menuText"),
    "ChessClock": "side",
    "LOS_Thread": "threadName",
    "Flare": "flareName",
}


def _steps(path: str) -> list[tuple[str, str | None]]:
    steps: list[tuple[str, str | None]] = []
    for step in split(path, "/") if path else []:
        kind, *names = split(step, ":")
        steps.append((kind, names[0] if names else None))
    return steps


class _GrowingComponent(Struct):
    """A component to which children are still added."""

    component: Component
    children: list["_GrowingComponent"]

    @classmethod
    def of(cls, component: Component) -> "_GrowingComponent":
        return cls(component, [cls.of(child) for child in component.children])

    def grown(self) -> Component:
        made = self.component
        children = tuple(child.grown() for child in self.children)
        return Component(made.kind, made.attributes, made.text, children, made.line, made.file)

    def found(self, steps: Sequence[tuple[str, str | None]]) -> "_GrowingComponent | None":
        """Return the component at the end of the steps; None if there is none.

        At each step, components with the right name are tried before the others of the class.
        """
        if not steps:
            return self
        (kind, name), rest = steps[0], steps[1:]
        alike = [child for child in self.children if child.component.kind == kind]
        named = [child for child in alike if name is None or configure_name(child.component) == name]
        for child in (*named, *alike):
            if (found := child.found(rest)) is not None:
                return found
        return None
