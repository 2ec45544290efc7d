"""Windows that fit the screen: their first size, and their last position."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tabletop.desktop.platform.window_state import WindowPlace

_TITLE_BAR_PX: Final = 36
_LEAST_SEEN_PX: Final = 120
"""The least width of a title bar that must be on a screen. If less is visible, the window is centred on a screen."""


def stand_of(window: QWidget) -> WindowPlace:
    """Return the place of a window. If it fills the screen, this is the place that it would have otherwise."""
    area = window.normalGeometry() if window.isMaximized() else window.geometry()
    return WindowPlace(area.left(), area.top(), area.width(), area.height(), window.isMaximized())


def fit_on_screen(window: QWidget, wanted: QSize, kept: WindowPlace | None = None) -> None:
    """Put a window at its last position, or else in the middle of the screen with the wanted size.

    A window is never larger than the screen; if the wanted size does not fit, it fills the screen.
    """
    screen = window.screen() or QGuiApplication.primaryScreen()
    room = screen.availableGeometry().adjusted(0, _TITLE_BAR_PX, 0, 0)
    if kept is not None:
        area = QRect(kept.left, kept.top, kept.width, kept.height)
        if _is_seen(area):
            window.setGeometry(area)
        else:
            window.setGeometry(_in_the_middle(area.size(), room))
        is_maximized = kept.is_maximized
    else:
        window.setGeometry(_in_the_middle(wanted, room))
        is_maximized = wanted.width() > room.width() or wanted.height() > room.height()
    if is_maximized:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def _in_the_middle(size: QSize, room: QRect) -> QRect:
    size = size.boundedTo(room.size())
    left_top = QPoint((room.width() - size.width()) // 2, (room.height() - size.height()) // 2)
    return QRect(room.topLeft() + left_top, size)


def _is_seen(area: QRect) -> bool:
    """Return whether the title bar of a window at this position is visible, on a screen with room for the whole
    window.
    """
    head = QRect(area.left(), area.top(), area.width(), _TITLE_BAR_PX)
    for screen in QGuiApplication.screens():
        room = screen.availableGeometry()
        shown = room.intersected(head)
        if shown.width() >= _LEAST_SEEN_PX and shown.height() > 0:
            return area.width() <= room.width() and area.height() <= room.height()
    return False
