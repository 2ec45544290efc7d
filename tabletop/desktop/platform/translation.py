"""The texts of the window in the reader's language.

The code has a text in English, `tr("Select all")`, and `make texts` finds it there. Arguments have names, and words
agree with numbers, as in the sentences of the catalogue: `tr("{count} {count:counter|counters}", count=3)`.
"""

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from tabletop.texts import SOURCE_LANGUAGE, filled, spoken

_CONTEXT: Final = "Wartable"


def tr(message: str, /, **arguments: object) -> str:
    """Return a text of the window in the current language, with its arguments filled in.

    Raises:
        KeyError: the text has an argument that is not given.
    """
    return filled(QCoreApplication.translate(_CONTEXT, message), arguments, spoken().plural)


def tr_later(message: str) -> str:
    """Return a text unchanged, marked for translation. `tr` translates it when it is shown."""
    return message


class WindowTranslator(QTranslator):
    """A translator that gives Qt the texts of the window in the current language."""

    def translate(
        self, context: str, source: str, _disambiguation: str | None = None, _n: int = -1
    ) -> str | None:  # if the result is None, Qt uses its own translations
        """Return a text of the window in the current language; None for one of Qt's own texts."""
        return spoken().translate("", source) if context == _CONTEXT else None

    def isEmpty(self) -> bool:  # noqa: N802
        """Return False: the translator always has texts."""
        return False


def translate_window(app: QCoreApplication) -> None:
    """Set the window and Qt's own dialogs to the language of the program."""
    if app.findChild(WindowTranslator) is None and spoken().code != SOURCE_LANGUAGE:
        app.installTranslator(WindowTranslator(app))
        _translate_dialogs(app)


def _translate_dialogs(parent: QObject) -> None:
    """Translate Qt's dialogs, if Qt has a translation of them."""
    own = QTranslator(parent)
    if own.load(QLocale(spoken().code), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        QCoreApplication.installTranslator(own)
