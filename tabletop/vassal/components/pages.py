"""Charts and help of a module: pages of the window, shown without any network (format sections 4.1 and 4.2)."""

from pathlib import PurePosixPath
from typing import Final

from tabletop.vassal.archive import ArchiveError
from tabletop.vassal.attributes import in_our_letters
from tabletop.vassal.build import Component
from tabletop.vassal.components.bench import Bench, Ids, one_line
from tabletop.vassal.report import approximated, inactive

_TEXTS: Final = (".html", ".htm", ".txt", ".md")
_LARGEST_PAGE: Final = 8 * 1024 * 1024


class Pages:
    """Gathers the pages of the module in the making."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self.titles = Ids()
        self._added: list[str] = []

    def take_charts(self, window: Component) -> str:
        """Take over a window of charts; the title of its first page, "" if it has none."""
        self._bench.judge(window)
        before = len(self._added)
        for chart in window.walk():
            if chart.short == "Chart":
                self._picture(chart, chart.get("chartName") or chart.get("description"), chart.get("fileName"))
            elif chart.short == "HtmlChart":
                self._file(chart, chart.get("chartName"), chart.get("fileName"))
            elif chart.short in ("TabWidget", "PanelWidget", "BoxWidget", "ListWidget", "MapWidget"):
                self._bench.judge(chart)
        return self._added[before] if len(self._added) > before else ""

    def take_help(self, documentation: Component) -> None:
        """Take over what a module says of itself."""
        self._bench.judge(documentation)
        for part in documentation.children:
            match part.short:
                case "AboutScreen":
                    self._picture(part, part.get("title"), part.get("fileName"))
                case "HelpFile":
                    self._file(part, part.get("title"), part.get("fileName"))
                case "BrowserPDFFile":
                    self._bench.judge(part, inactive("PDF files are not shown; it is kept in the module"))
                    self._copy(part.get("pdfFile"))
                case "BrowserHelpFile":
                    self._bench.judge(part, inactive("pages for a browser are not shown"))

    def _picture(self, component: Component, title: str, name: str) -> None:
        asset = self._bench.pictures.find(name, component.where)
        if asset is None:
            ours = name.startswith("/")
            self._bench.judge(
                component, inactive("it shows what VASSAL brings itself" if ours else "its picture is missing")
            )
            return
        self._add(title, asset.name)
        self._bench.judge(component)

    def _file(self, component: Component, title: str, name: str) -> None:
        if PurePosixPath(name).suffix.lower() not in _TEXTS:
            self._bench.judge(component, inactive("files of this kind are not shown"))
            return
        found = self._copy(name)
        if found is None:
            missing = "it shows what VASSAL brings itself" if name.startswith("/") else "its file is missing"
            self._bench.judge(component, inactive(missing))
            return
        self._add(title, found)
        self._bench.judge(component, approximated("it is shown without what it would fetch from the network"))

    def _copy(self, name: str) -> str | None:
        archives = self._bench.module.archives
        found = archives.file(name) or archives.file(f"help/{name}")
        if found is None or found.archive is None:
            return None
        try:
            content = found.archive.read(found.name, _LARGEST_PAGE)
        except ArchiveError as error:
            self._bench.tally.remark(f"A page was left out: {error}", name)
            return None
        if found.name.lower().endswith(".md"):
            content = in_our_letters(content.decode("utf-8", "replace")).encode()
        return self._bench.pictures.page(f"pages/{PurePosixPath(found.name).name}", content)

    def _add(self, title: str, file: str) -> None:
        shown = self.titles.new(one_line(title, PurePosixPath(file).stem))
        self._bench.pages.append({"title": shown, "file": file})
        self._added.append(shown)
