"""Qt's application object."""

import sys
from typing import Final

from PySide6.QtCore import QLoggingCategory
from PySide6.QtWidgets import QApplication

from tabletop.module.cache.garbage_pause import keep_what_is_there

QUIET: Final = "qt.svg*.warning=false"
"""The rule that hides Qt's warnings about faulty drawings, which no player can repair."""


def application() -> QApplication:
    """Return Qt's application object, which is made if there is none yet."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    keep_what_is_there()
    made = QApplication(sys.argv[:1])
    QLoggingCategory.setFilterRules(QUIET)
    made.setApplicationName("Wartable")
    made.setDesktopFileName("org.wartable.Wartable")
    return made
