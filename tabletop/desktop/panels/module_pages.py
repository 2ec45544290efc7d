"""Charts and player aids of the module, as pages beside the table."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QPixmap, QResizeEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.drawing.pictures.module_pictures import read_picture
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.markdown_page import ReadingPage
from tabletop.desktop.widgets.panel_parts import TextPage, button, is_agreed, label
from tabletop.module.module import Module, PageForm, form_of
from tabletop.module.source import SourceError

_LONGEST = 8 * 1024 * 1024
"""The most bytes that are read from a linked page."""


class Leaf(NamedTuple):
    """One page of the module. For a picture or a PDF, its text is the name of the file.

    `file` is the path in the module; "" for a message in place of an unreadable page.
    """

    title: str
    text: str
    form: PageForm = "markdown"
    file: str = ""


def leaves(module: Module) -> list[Leaf]:
    """Return the pages of a module. Instead of an unreadable page there is one with a message."""
    found = []
    for page in module.about.pages:
        form = form_of(page.file)
        try:
            found.append(
                Leaf(page.title, page.file if form in ("picture", "pdf") else module.page(page), form, page.file)
            )
        except SourceError as error:
            found.append(Leaf(page.title, str(error), "plain"))
    return found


class _Picture(QScrollArea):
    """A chart that is a picture, as wide as the window allows but no wider than its own size."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = QLabel()
        self._shown.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.setWidget(self._shown)
        self.setWidgetResizable(True)
        self._file = Path()
        self._width = 0

    def open(self, file: Path) -> None:
        """Show the picture of a file."""
        self._file, self._width = file, 0
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Draw the picture as large as there is room now."""
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        width = max(self.viewport().width(), 1)
        if width == self._width or not self._file.name:
            return
        self._width = width
        ratio = self.devicePixelRatioF()
        picture = read_picture(self._file)
        if picture.width() > width * ratio:
            picture = picture.scaledToWidth(round(width * ratio), Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(ratio)
        self._shown.setPixmap(QPixmap.fromImage(picture))


class _Document(QWidget):
    """A PDF of the module, which the player may open in the system's own viewer."""

    def __init__(self) -> None:
        super().__init__()
        self._file = Path()
        self._told = label("", "title")
        self._told.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addWidget(self._told)
        column.addWidget(label(tr("Opens in this computer's PDF viewer."), "caption"))
        self._open = button(tr("Open"), self._show)
        column.addWidget(self._open, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def open(self, title: str, file: Path) -> None:
        """Offer to show a file, or say that it is not a readable PDF."""
        self._file = file
        is_one = _is_pdf(file)
        self._told.setText(title if is_one else tr("{file} is not a readable PDF.", file=title))
        self._open.setEnabled(is_one)

    def _show(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file.resolve())))


def _is_pdf(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(1024).lstrip().startswith(b"%PDF-")
    except OSError:
        return False


class _ModulePage(TextPage):
    """A page with pictures and links to other pages of the module.

    No files elsewhere are opened. If the player agrees, the system opens a linked web page.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.resolve()
        self._file = self._folder
        self.anchorClicked.connect(self._follow)

    def open(self, page: Leaf) -> None:
        """Show a page."""
        self._file = self._folder / page.file
        if page.form == "html":
            self.setHtml(page.text)
        else:
            self.setPlainText(page.text)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802
        """Return a picture of the module; an empty one if it cannot be read, and for any other resource."""
        file = self._within(QUrl(name))
        is_picture = kind == QTextDocument.ResourceType.ImageResource.value and file is not None
        picture = read_picture(file) if is_picture and file is not None else QImage()
        return super().loadResource(kind, name) if picture.isNull() else picture

    def _within(self, link: QUrl) -> Path | None:
        """Return the file of the module that a page names, relative to the page or among the pictures; None if there is
        none.
        """
        path = link.path()
        if link.scheme() not in ("", "file") or link.host() or not path:
            return None
        for start in (self._file.parent, self._folder, self._folder / "images"):
            found = (start / path.lstrip("/")).resolve()
            if found.is_relative_to(self._folder) and found.is_file():
                return found
        return None

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https"):
            if is_agreed(self, tr("Open {link} in your browser?", link=link.toDisplayString())):
                QDesktopServices.openUrl(link)
            return
        file = self._within(link)
        if file is not None and form_of(file.name) in ("html", "plain"):
            text = file.read_bytes()[:_LONGEST].decode("utf-8", "replace")
            self.open(Leaf(file.stem, text, form_of(file.name), file.relative_to(self._folder).as_posix()))
        if link.hasFragment():
            self.scrollToAnchor(link.fragment())


class PagesWindow(QWidget):
    """A window with a list of pages and the open page. No page opens anything outside the module by itself."""

    def __init__(self, title: str, pages: Sequence[Leaf], folder: Path, theme: Theme) -> None:
        """Make the window; `folder` has the module's pictures."""
        super().__init__()
        self.setWindowTitle(tr("Charts — {game}", game=title))
        self.resize(1080, 800)
        self._pages = pages
        self._folder = folder
        self._list = QListWidget()
        self._list.setAccessibleName(tr("Pages"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.addItems([page.title for page in pages])
        self._text = ReadingPage(theme)
        self._plain = _ModulePage(folder)
        self._picture = _Picture()
        self._open_page = QStackedWidget()
        self._document = _Document()
        for widget in (self._text, self._plain, self._picture, self._document):
            self._open_page.addWidget(widget)
        split = QSplitter()
        split.addWidget(self._list)
        split.addWidget(self._open_page)
        split.setStretchFactor(1, 1)
        split.setSizes([250, 830])
        row = QHBoxLayout(self)
        row.addWidget(split)
        self._list.currentRowChanged.connect(self._open)

    def show_page(self, title: str) -> bool:
        """Open the page of this title; return False if there is none."""
        for number, page in enumerate(self._pages):
            if page.title == title:
                self._list.setCurrentRow(number)
                self.show()
                self.raise_()
                return True
        return False

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Open the first page, unless another one is open, and lay out the rows again, since their heights were unknown
        before.
        """
        super().showEvent(event)
        if self._list.currentRow() < 0:
            self._list.setCurrentRow(0)
        self._list.doItemsLayout()

    def _open(self, number: int) -> None:
        if not 0 <= number < len(self._pages):
            return
        page = self._pages[number]
        match page.form:
            case "markdown":
                self._text.read(page.text)
                self._open_page.setCurrentWidget(self._text)
            case "picture":
                self._picture.open(self._folder / page.text)
                self._open_page.setCurrentWidget(self._picture)
            case "pdf":
                self._document.open(page.title, self._folder / page.text)
                self._open_page.setCurrentWidget(self._document)
            case "html" | "plain":
                self._plain.open(page)
                self._open_page.setCurrentWidget(self._plain)
