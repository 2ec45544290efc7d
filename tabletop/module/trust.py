"""A module's own Python: the check that it may run, and its loading under a package of its own.

It runs only if the module came with the program, or if the user has trusted this very code, by its hash. An imported
module is always data. Exactly the hashed files run: they are read once, into memory. This file does not know what the
code does; the rules assistant does.
"""

import importlib
import linecache
import sys
import traceback
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import decode_source, spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import msgspec
import platformdirs

from tabletop.module import shipped
from tabletop.module.cache.module_cache import write_whole
from tabletop.module.source import FolderSource, ModuleSource
from tabletop.texts import listed, text

RULES: Final = "rules"
FAMILIES: Final = "families"
"""The folder of a module that holds the families which came with it, and the package of their Python."""
LARGEST_RULES_BYTES: Final = 1024 * 1024

_PACKAGE: Final = "wartable_module_"
_INIT: Final = "__init__"


class Origin(Enum):
    """The way a module came to this machine."""

    SHIPPED = "shipped"
    OWN = "own"
    IMPORTED = "imported"


class RulesError(Exception):
    """The error of a module's Python that was not loaded; one sentence says why."""


class UntrustedRulesError(RulesError):
    """The error of a module's Python that may not run until the user has trusted this very `code`."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.code = code


def origin_of(source: ModuleSource) -> Origin:
    """Return the origin of a module: it came with the program, as a folder of the user's own, or as a file from
    somebody.
    """
    if not isinstance(source, FolderSource):
        return Origin.IMPORTED
    is_shipped = source.folder.resolve().parent == shipped.path("modules").resolve()
    return Origin.SHIPPED if is_shipped else Origin.OWN


class TrustedCode:
    """The hashes of the code that the user trusts, kept in the user's own folder."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or platformdirs.user_config_path("wartable") / "trusted.json"

    def __contains__(self, code: str) -> bool:
        return code in self._read()

    def add(self, code: str, title: str) -> None:
        """Remember that the user trusts this code of the module with this title.

        Raises OSError if the list cannot be written.
        """
        self._write({**self._read(), code: title})

    def remove(self, code: str) -> None:
        """Remove this code from the trusted code. Raises OSError if the list cannot be written."""
        self._write({known: title for known, title in self._read().items() if known != code})

    def _read(self) -> Mapping[str, str]:
        """Return the trusted code. If the list cannot be read, no code is trusted."""
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
        return {}

    def _write(self, trusted: Mapping[str, str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, msgspec.json.format(msgspec.json.encode(trusted)))


class RuleSources:
    """The Python files of a module, read once."""

    def __init__(self, module_id: str, source: ModuleSource, origin: Origin) -> None:
        """Read the files. Raises `SourceError` if one cannot be read."""
        self.module_id = module_id
        self.origin = origin
        self.files: Mapping[str, bytes] = {
            name: source.read(name, LARGEST_RULES_BYTES)
            for name in source.files()
            if name.startswith(f"{RULES}/") and name.endswith(".py")
        }

    @property
    def code(self) -> str:
        """The hash by which a user trusts the files. Another id, file name or content gives another hash."""
        digest = blake2b(self.module_id.encode(), digest_size=32)
        for name, content in sorted(self.files.items()):
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()


def load_rules(rules: RuleSources, trusted: TrustedCode, families: Sequence[RuleSources] = ()) -> Sequence[ModuleType]:
    """Load the Python files of a module and of its families, and return them: the families' first, each in the order of
    their names.

    They are known as `wartable_module_<id>.rules.<file>`, so two modules may both have `rules/checks.py`, and those of
    a family as `wartable_module_<id>.families.<family>.<file>`. The user trusts a module and its families together. The
    same code is loaded once, however often a game of it is opened; other code that was loaded under this id is dropped
    first. Raises `RulesError` if the code is not trusted, or fails.
    """
    package = _PACKAGE + rules.module_id
    try:
        _refuse_untrusted((rules, *families), trusted)
        files = _all_placed(package, rules, families)
    except RulesError:
        unload_rules(rules.module_id)
        raise
    if not any(isinstance(each, _Finder) and each.finds(package, files) for each in sys.meta_path):
        unload_rules(rules.module_id)
        for file in files.values():
            linecache.cache.pop(file.label, None)
        sys.meta_path.insert(0, _Finder(package, files))
    try:
        in_order = [*(name for name in sorted(files) if name.startswith(f"{package}.{FAMILIES}."))]
        in_order += [name for name in sorted(files) if name.startswith(f"{package}.{RULES}")]
        return [importlib.import_module(name) for name in in_order]
    except (Exception, SystemExit) as error:  # an author's code may raise whatever it likes
        unload_rules(rules.module_id)
        place = _place(error, {file.label for file in files.values()})
        raise RulesError(f"{place}: {type(error).__name__}: {error}") from error


def unload_rules(module_id: str) -> None:
    """Remove all Python of a module, so that it is loaded afresh next time."""
    package = _PACKAGE + module_id
    for finder in [each for each in sys.meta_path if isinstance(each, _Finder) and each.package == package]:
        sys.meta_path.remove(finder)
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]


@dataclass(frozen=True, slots=True)
class _File:
    """A Python file, or a folder of Python files, and its name in tracebacks."""

    label: str
    content: bytes
    is_package: bool


def _refuse_untrusted(sources: Sequence[RuleSources], trusted: TrustedCode) -> None:
    """Raise `RulesError` if a module's Python, or that of one of its families, may not run."""
    asked = [each for each in sources if each.files and each.origin is not Origin.SHIPPED]
    for each in asked:
        if each.origin is Origin.IMPORTED:
            raise RulesError(f"{each.module_id}: holds Python, which is never run in an imported module")
    code = trusted_code(asked)
    if asked and code not in trusted:
        modules = listed([each.module_id for each in asked])
        raise UntrustedRulesError(text("python-not-allowed", modules=modules, count=len(asked), folder=RULES), code)


def trusted_code(sources: Sequence[RuleSources]) -> str:
    """Return the hash by which a user trusts the Python of a module and its families together."""
    if len(sources) == 1:
        return sources[0].code
    return blake2b("\0".join(each.code for each in sources).encode(), digest_size=32).hexdigest()


def _all_placed(package: str, rules: RuleSources, families: Sequence[RuleSources]) -> dict[str, _File]:
    """Return all files of a module and its families by the names under which Python knows them."""
    files = {package: _File(rules.module_id, b"", True), **_placed(rules, f"{package}.{RULES}")}
    if families:
        files[f"{package}.{FAMILIES}"] = _File(f"{rules.module_id}/{FAMILIES}", b"", True)
    for family in families:
        files |= _placed(family, f"{package}.{FAMILIES}.{family.module_id}")
    return files


def _placed(rules: RuleSources, package: str) -> dict[str, _File]:
    """Return the files of a module by the names under which Python knows them.

    Raises `RulesError` for a file that cannot have one.
    """
    files = {package: _File(f"{rules.module_id}/{RULES}", b"", True)}
    for name, content in sorted(rules.files.items()):
        label = f"{rules.module_id}/{name}"
        parts = name.removeprefix(f"{RULES}/").removesuffix(".py").split("/")
        if not all(part.isidentifier() for part in parts):
            raise RulesError(f"{label}: cannot be imported; name it with letters, digits and _")
        for depth in range(1, len(parts)):
            folder = ".".join((package, *parts[:depth]))
            files.setdefault(folder, _File("/".join((rules.module_id, RULES, *parts[:depth])), b"", True))
        is_package = parts[-1] == _INIT
        files[".".join((package, *parts[: -1 if is_package else None]))] = _File(label, content, is_package)
    return files


def _place(error: BaseException, labels: Container[str]) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in labels]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else RULES


class _Finder(MetaPathFinder, InspectLoader):
    """A finder and loader of the files of one module, from memory."""

    def __init__(self, package: str, files: Mapping[str, _File]) -> None:
        self.package = package
        self._files = files

    def finds(self, package: str, files: Mapping[str, _File]) -> bool:
        """Return whether this finder has exactly these files."""
        return (self.package, self._files) == (package, files)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the loading specification of a file of this module; None for all others."""
        file = self._files.get(fullname)
        return spec_from_loader(fullname, self, origin=file.label, is_package=file.is_package) if file else None

    def is_package(self, fullname: str) -> bool:
        """Return whether the module of this name is a folder of Python files."""
        return self._files[fullname].is_package

    def get_source(self, fullname: str) -> str:
        """Return the text of a file, for tracebacks too."""
        return decode_source(self._files[fullname].content)

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled code of a file."""
        return compile(self._files[fullname].content, self._files[fullname].label, "exec", dont_inherit=True)
