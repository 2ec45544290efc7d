"""The new module during one import: its parts so far, and the verdicts on components."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from msgspec.structs import replace

from tabletop.module.documents.yaml_writer import Writable
from tabletop.module.schema.record_base import LONGEST_NAME, Record
from tabletop.module.source import unsafe_name
from tabletop.vassal.components.artwork.copied_pictures import Pictures
from tabletop.vassal.components.ignored_settings import settings_left
from tabletop.vassal.files.archive import VassalModule
from tabletop.vassal.files.attributes import in_our_letters
from tabletop.vassal.files.build_file import Component, configure_name, is_folder
from tabletop.vassal.import_report import EXACT, Tally, Verdict

Document = dict[str, Writable]
"""A file of the new module."""


class Ids:
    """The ids given to things of one kind, each only once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def new(self, wanted: str) -> str:
        """Return the wanted id, or the first free one after it: `german`, `german-2`."""
        found, number = wanted, 1
        while found.casefold() in self._given:
            number += 1
            found = f"{wanted[: LONGEST_NAME - 6].rstrip()}-{number}"
        self._given.add(found.casefold())
        return found


@dataclass(eq=False)
class Bench:
    """The results of an import so far.

    `about` is the content of `module.yaml`; `documents` are all other files by name. `sides` gives our id of a side by
    its name in VASSAL. `maps` gives our id of a map, and `threads` the names of threads, each by the `id()` of the
    component. `kept` are unchanged components that do nothing here. `files` and `trackers` are the names in use.
    """

    module: VassalModule
    pictures: Pictures
    tally: Tally
    about: Document = field(default_factory=dict)
    documents: dict[str, Document | Record] = field(default_factory=dict)
    pages: list[Writable] = field(default_factory=list)
    sides: dict[str, str] = field(default_factory=dict)
    maps: dict[int, str] = field(default_factory=dict)
    threads: dict[int, str] = field(default_factory=dict)
    kept: list[Document] = field(default_factory=list)
    files: Ids = field(default_factory=Ids)
    trackers: Ids = field(default_factory=Ids)
    _judged: dict[int, Verdict] = field(default_factory=dict)

    def judge(self, component: Component, verdict: Verdict = EXACT, where: str = "") -> None:
        """Record the verdict on a component. Only the first verdict counts."""
        if id(component) not in self._judged:
            verdict = _with_settings(component, verdict)
            self._judged[id(component)] = verdict
            self.tally.judge("component", component.kind, verdict, where or place_of(component))
            if verdict.grade in ("inactive", "refused"):
                self.kept.append(as_data(component))

    def judge_all(self, component: Component, verdict: Verdict = EXACT) -> None:
        """Record the same verdict on a component and on all within it that have none yet."""
        for each in component.walk():
            self.judge(each, verdict)

    def is_judged(self, component: Component) -> bool:
        """Return whether there is a verdict on a component."""
        return id(component) in self._judged

    def file(self, folder: str, wanted: str, suffix: str = ".yaml") -> str:
        """Return the name of a new file of the module."""
        safe = f"{wanted}-1" if unsafe_name(f"{wanted}{suffix}") else wanted
        return f"{self.files.new(str(PurePosixPath(folder, safe)))}{suffix}"


def flat(component: Component) -> Iterator[Component]:
    """Yield the children of a component; folders are replaced by their contents."""
    waiting = list(reversed(component.children))
    while waiting:
        each = waiting.pop()
        if is_folder(each):
            waiting.extend(reversed(each.children))
        else:
            yield each


_OWN_CLASS: Final = "its class is the module's own; what it adds to VASSAL's class is left out"


def _with_settings(component: Component, verdict: Verdict) -> Verdict:
    """Return the verdict on a component, with the differences that its class and its ignored settings make."""
    if verdict.grade not in ("exact", "approximated"):
        return verdict
    own = [_OWN_CLASS] if "." in component.kind and not component.kind.startswith("VASSAL.") else []
    reasons = dict.fromkeys((*filter(None, verdict.reason.split("; ")), *own, *settings_left(component)))
    return replace(verdict, grade="approximated", reason="; ".join(reasons)) if reasons else verdict


def place_of(component: Component) -> str:
    """Return a component's position for the report: its class, its name if it has one, its file and its line."""
    name = configure_name(component)
    called = f" '{name}'" if name else ""
    return f"{component.short}{called}, {component.where}"


def as_data(component: Component) -> Document:
    """Return the class, the settings and the text of a component as data, without the components in it."""
    kept: Document = {"class": component.kind}
    if component.attributes:
        kept["attributes"] = dict(component.attributes)
    if component.text:
        kept["text"] = in_our_letters(component.text)
    return kept
