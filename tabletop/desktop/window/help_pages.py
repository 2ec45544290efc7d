"""Help pages beside the table: the keys, and a page about the game with its options."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.start.options_form import in_words
from tabletop.desktop.widgets.markdown_page import ReadingPage
from tabletop.desktop.widgets.panel_parts import TextPage
from tabletop.desktop.window.key_page import keys_page
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.module.source import SourceError


def show_keys(window: QWidget) -> None:
    """Show the page of keys and gestures."""
    page = TextPage()
    page.setHtml(keys_page())
    _show(window, tr("Keys and gestures"), page)


def show_about(window: QWidget, module: Module, game: Game, theme: Theme) -> None:
    """Show a page about the game: its description, the changed options, and its authors."""
    about = module.about
    try:
        credits = module.source.read(about.credits).decode("utf-8", "replace")
    except SourceError as error:
        credits = str(error)
    page = ReadingPage(theme)
    page.read(f"## {about.title} {about.version}\n\n{about.summary}\n\n{_options_told(module, game)}\n\n{credits}")
    _show(window, about.title, page)


def _options_told(module: Module, game: Game) -> str:
    """Return the changed options of a game under a heading, in Markdown."""
    chosen = game.options
    lines = [
        "* "
        + tr(
            "{option}: **{choice}** (default: {default})",
            option=option.title,
            choice=in_words(str(chosen[option.id])),
            default=in_words(option.usual),
        )
        for option in module.about.options
        if chosen.get(option.id, option.usual) != option.usual
    ]
    return f"### {tr('Game options')}\n\n" + ("\n".join(lines) or tr("Defaults"))


def _show(window: QWidget, title: str, page: TextPage) -> None:
    """Show a page in a separate window; the game continues."""
    box = QDialog(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(title)
    box.resize(660, min(720, window.height() - 80))
    QVBoxLayout(box).addWidget(page)
    box.show()
