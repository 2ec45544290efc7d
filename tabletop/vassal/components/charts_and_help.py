"""Charts and help of a module: pages of the window that need no network (format sections 4.1 and 4.2)."""

import html
import re
from pathlib import Path, PurePosixPath
from typing import Final

from tabletop.game.change.told import readable
from tabletop.module.module import form_of
from tabletop.vassal.components.module_draft import Bench, Ids
from tabletop.vassal.expressions.plain_texts import one_line, slug, title_of
from tabletop.vassal.files.archive import Archive, ArchiveError
from tabletop.vassal.files.attributes import in_our_letters
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.import_report import EXACT, Verdict, approximated, inactive

_SHOWN: Final = (".html", ".htm", ".txt", ".md", ".pdf")
_LARGEST_PAGE: Final = 8 * 1024 * 1024
_LARGEST_DOCUMENT: Final = 128 * 1024 * 1024
_MOST_FILES: Final = 500
"""The greatest number of files imported from help pages for a browser."""
_LINKED: Final = (*_SHOWN, ".gif", ".png", ".jpg", ".jpeg", ".bmp", ".webp")

_BEGINS: Final = approximated("its first page is missing; another one opens")
_OFFLINE: Final = approximated("it is shown without the parts that it would load from the network")
_FETCHES: Final = re.compile(rb"""(?i)\bsrc\s*=\s*["']?\s*(?:https?:)?//""")


class Pages:
    """A collector of the new module's pages."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.titles = Ids()
        self._added: list[str] = []

    def take_charts(self, window: Component) -> str:
        """Import a window of charts; return the title of its first page, "" if it has none."""
        self._bench.judge(window)
        before = len(self._added)
        for chart in window.walk():
            self.take_chart(chart)
        return self._added[before] if len(self._added) > before else ""

    def take_chart(self, chart: Component) -> None:
        """Import a chart. Boxes round charts need no import of their own; maps among the charts are imported as
        maps.
        """
        if chart.short == "Chart":
            self._picture(chart, chart.get("chartName") or chart.get("description"), chart.get("fileName"))
        elif chart.short == "HtmlChart":
            self._file(chart, chart.get("chartName"), chart.get("fileName"))
        elif chart.short in ("TabWidget", "PanelWidget", "BoxWidget", "ListWidget", "MapWidget"):
            self._bench.judge(chart)

    def take_help(self, documentation: Component) -> None:
        """Import the pages that describe the module."""
        self._bench.judge(documentation)
        for part in documentation.children:
            match part.short:
                case "AboutScreen":
                    self._picture(part, part.get("title"), part.get("fileName"))
                case "HelpFile":
                    self._file(part, part.get("title"), part.get("fileName"), ours=part.get("fileType") == "resource")
                case "BrowserPDFFile":
                    self._file(part, part.get("title"), part.get("pdfFile"))
                case "BrowserHelpFile":
                    self._browsed(part)
                case "Tutorial":
                    self._tutorial(part)

    def _tutorial(self, component: Component) -> None:
        """Import a tutorial: a log within the module."""
        name = component.get("logfile")
        found = self._bench.module.archives.file(name)
        if found is None or found.archive is None:
            self._bench.judge(component, inactive("its log is not in the module"))
            return
        try:
            content = found.archive.read(found.name, _LARGEST_DOCUMENT)
        except ArchiveError as error:
            self._bench.judge(component, inactive(f"its log cannot be read: {error}"))
            return
        title = one_line(component.get("name"), "Tutorial")
        file = self._bench.pictures.page(f"tutorials/{slug(title, 'tutorial')}.vlog", content)
        tutorials = self._bench.about.setdefault("tutorials", [])
        if isinstance(tutorials, list):
            tutorials.append({"title": title, "file": file, "welcome": component.get("welcomeMessage").strip()})
        self._bench.judge(component)

    def _picture(self, component: Component, title: str, name: str) -> None:
        asset = self._bench.pictures.find(name, component.where)
        if asset is None:
            ours = name.startswith("/")
            self._bench.judge(
                component, inactive("it shows a file of VASSAL itself" if ours else "its picture is missing")
            )
            return
        self._add(title, asset.name)
        self._bench.judge(component)

    def _file(self, component: Component, title: str, name: str, *, ours: bool = False) -> None:
        """Import a file as a page. With `ours`, a file that is not in the module is one of VASSAL's own."""
        if not name.strip():
            self._bench.judge(component, inactive("it names no file"))
            return
        if PurePosixPath(name).suffix.lower() not in _SHOWN:
            self._bench.judge(component, inactive("files of this kind are not shown"))
            return
        found = self._copy(name)
        if found is None:
            missing = "it shows a file of VASSAL itself" if ours or name.startswith("/") else "its file is missing"
            self._bench.judge(component, inactive(missing))
            return
        self._add(title, found)
        self._bench.judge(component, self._offline(found))

    def _browsed(self, component: Component) -> None:
        """Import help that VASSAL shows in a browser: the pages in an archive of the module, a single page, or a link
        to a site.
        """
        title, first = component.get("title"), component.get("startingPage").strip()
        if first.startswith("{"):
            self._bench.judge(component, inactive("its address is calculated each time, which is not possible here"))
            return
        if "://" in first:
            address = html.escape(first)
            text = f'<p>This help is found at</p><p><a href="{address}">{address}</a></p>\n'
            self._add(title, self._bench.pictures.page(f"pages/{slug(readable(title), 'help')}.html", text.encode()))
            self._bench.judge(component)
            return
        archives, folder = self._bench.module.archives, title.replace(" ", "_")
        names = (component.get("contents"), f"help/{component.get('contents')}", f"help/{folder}")
        found = next((held for name in names if name and (held := archives.file(name)) is not None), None)
        if found is None or found.archive is None:
            self._file(component, title, first)
            return
        try:
            help_ = Archive(Path(found.name), found.archive.read(found.name, _LARGEST_DOCUMENT))
            files = [name for name in help_.names() if PurePosixPath(name).suffix.lower() in _LINKED]
            files.sort(key=lambda name: (name != first, form_of(name) == "picture", name))
            shelf = f"pages/{slug(readable(title), 'help')}"
            copied = (
                self._bench.pictures.page_if_sound(f"{shelf}/{name}", help_.read(name, _LARGEST_DOCUMENT))
                for name in files[:_MOST_FILES]
            )
            ours = list(filter(None, copied))
        except ArchiveError as error:
            self._bench.judge(component, inactive(f"its pages cannot be read: {error}"))
            return
        if not ours or form_of(ours[0]) == "picture":
            self._bench.judge(component, inactive("it has no page that can be shown"))
            return
        self._add(title, ours[0])
        self._bench.judge(component, EXACT if files[0] == first else _BEGINS)

    def _offline(self, page: str) -> Verdict:
        """Return the verdict on a page: approximated if it loads parts from the network, which is not done here."""
        if form_of(page) != "html":
            return EXACT
        return _OFFLINE if _FETCHES.search(self._bench.pictures.written(page)) else EXACT

    def _copy(self, name: str) -> str | None:
        archives = self._bench.module.archives
        found = archives.file(name) or archives.file(f"help/{name}")
        if found is None or found.archive is None:
            return None
        try:
            content = found.archive.read(found.name, _LARGEST_DOCUMENT if form_of(name) == "pdf" else _LARGEST_PAGE)
        except ArchiveError as error:
            self._bench.tally.remark(f"A page was left out: {error}", name)
            return None
        if found.name.lower().endswith(".md"):
            content = in_our_letters(content.decode("utf-8", "replace")).encode()
        return self._bench.pictures.page(f"pages/{PurePosixPath(found.name).name}", content)

    def _add(self, title: str, file: str) -> None:
        shown = self.titles.new(title_of(title, PurePosixPath(file).stem))
        self._bench.pages.append({"title": shown, "file": file})
        self._added.append(shown)
