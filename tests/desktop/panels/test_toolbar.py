"""The module's own buttons stand at their full size, in as many rows as that takes."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton

from tabletop.desktop.panels.toolbar import ModuleToolbar
from tabletop.module.schema.module import ToolbarButton


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_many_buttons_stand_in_rows_and_none_is_cut(qtbot) -> None:
    titles = [f"A button with a long name {number}" for number in range(20)]
    bar = ModuleToolbar([ToolbarButton(title=title, key=title) for title in titles], Path)
    qtbot.addWidget(bar)
    bar.resize(600, bar.heightForWidth(600))
    bar.show()
    buttons = bar.findChildren(QToolButton)
    assert [button.text() for button in buttons] == titles
    assert all(button.width() >= button.sizeHint().width() for button in buttons)
    assert all(bar.rect().contains(button.geometry()) for button in buttons)
    assert len({button.y() for button in buttons}) > 1
    with qtbot.waitSignal(bar.pressed) as pressed:
        buttons[-1].click()
    assert pressed.args == [titles[-1]]
