"""The module's own buttons stand at their full size, in as many rows as that takes."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QToolButton

from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.panels.module_toolbar import ModuleToolbar
from tabletop.module.schema.module_file import ForPlayer, ToolbarButton
from tabletop.module.schema.view_buttons import UseWindow

icons = partial(icon_in, Path("no module"))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_many_buttons_stand_in_rows_and_none_is_cut(qtbot) -> None:
    titles = [f"A button with a long name {number}" for number in range(20)]
    bar = ModuleToolbar([ToolbarButton(title=title, key=title) for title in titles], icons)
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


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_button_that_is_off_is_greyed_or_hidden_and_its_key_does_nothing(qtbot) -> None:
    bar = ModuleToolbar(
        [
            ToolbarButton(title="Greyed", key="a"),
            ToolbarButton(title="Hidden", key="b", hides=True),
            ToolbarButton(title="Never seen", key="c", unseen=True),
        ],
        icons,
    )
    qtbot.addWidget(bar)
    bar.show()
    seen = lambda: [(one.text(), one.isEnabled()) for one in bar.findChildren(QToolButton) if one.isVisible()]  # noqa: E731
    assert seen() == [("Greyed", True), ("Hidden", True)]
    bar.switch_off({0, 1})
    assert seen() == [("Greyed", False)]
    assert [bar.press(key) for key in "abc"] == [False, False, True]
    bar.switch_off(set())
    assert seen() == [("Greyed", True), ("Hidden", True)]
    assert bar.press("b")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_menu_has_the_button_that_opens_it_and_stands_where_that_does(qtbot) -> None:
    buttons = [
        ToolbarButton(title="Second", key="b", menu="Others"),
        ToolbarButton(title="More", opens="Others", tip="All others"),
        ToolbarButton(title="Nothing", opens="Nothing"),
        ToolbarButton(title="First", key="a"),
        ToolbarButton(title="Third", key="c", menu="Rest"),
        ToolbarButton(title="Draw & end", key="d", menu="Rest"),
    ]
    bar = ModuleToolbar(buttons, icons)
    qtbot.addWidget(bar)
    made = bar.findChildren(QToolButton)
    seen = [(one.text(), one.toolTip()) for one in made]
    assert seen == [("More", "All others"), ("First", "First"), ("Rest", "Rest")]
    assert [line.text() for line in made[0].menu().actions()] == ["Second"]
    assert [line.text() for line in made[2].menu().actions()] == ["Third", "Draw && end"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_menus_that_are_called_alike_are_apart_and_one_may_be_in_another(qtbot) -> None:
    buttons = [
        ToolbarButton(title="Draw", opens="Red's", menu="All"),
        ToolbarButton(title="Draw", opens="Blue's", menu="All"),
        ToolbarButton(title="One", key="a", menu="Red's"),
        ToolbarButton(title="Two", key="b", menu="Blue's"),
        ToolbarButton(title="Cards", opens="All"),
    ]
    bar = ModuleToolbar(buttons, icons)
    qtbot.addWidget(bar)
    [cards] = bar.findChildren(QToolButton)
    inner = [line.menu() for line in cards.menu().actions()]
    assert [menu.title() for menu in inner] == ["Draw", "Draw"]
    assert [[line.text() for line in menu.actions()] for menu in inner] == [["One"], ["Two"]]
    with qtbot.waitSignal(bar.pressed) as pressed:
        inner[1].actions()[0].trigger()
    assert pressed.args == ["b"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_dice_are_shown_on_their_button_as_they_fell(qtbot, tmp_path: Path) -> None:
    face = QImage(8, 8, QImage.Format.Format_RGB32)
    face.fill(0xFF0000)
    face.save(str(tmp_path / "hit.png"))
    buttons = [ToolbarButton(title=title, key=title, dice=dice) for title, dice in (("Fire", "Fire"), ("Other", ""))]
    bar = ModuleToolbar(buttons, partial(icon_in, tmp_path))
    qtbot.addWidget(bar)
    bar.show_dice("Fire", ["hit.png", "hit.png"])
    fire, other = bar.findChildren(QToolButton)
    assert fire.icon().pixmap(48, 24).toImage().pixelColor(36, 12).red() == 255
    assert (fire.iconSize().width(), other.icon().isNull()) == (48, True)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_button_may_do_something_for_its_player_besides(qtbot) -> None:
    also = (ForPlayer(shows="Tables"), ForPlayer(view=UseWindow(does="notes")))
    bar = ModuleToolbar([ToolbarButton(title="All", key="F2", also=also)], icons)
    qtbot.addWidget(bar)
    done: list[object] = []
    for signal in (bar.pressed, bar.shown, bar.viewed):
        signal.connect(done.append)
    assert bar.press("F2")
    assert done == ["F2", "Tables", also[1].view]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_key_presses_all_buttons_that_have_it_in_their_order_and_one_of_the_tables_once(qtbot) -> None:
    seen = (ForPlayer(shows="Seen"),)
    buttons = [
        ToolbarButton(title="First", key="F2", shows="Tables"),
        ToolbarButton(title="Second", key="F2", also=seen),
        ToolbarButton(title="Third", key="F2"),
        ToolbarButton(title="Fourth", key="F2", shows="Notes"),
        ToolbarButton(title="Another", key="F3", shows="Maps"),
    ]
    bar = ModuleToolbar(buttons, icons)
    qtbot.addWidget(bar)
    done: list[object] = []
    for signal in (bar.pressed, bar.shown):
        signal.connect(done.append)
    assert bar.press("F2")
    assert done == ["Tables", "F2", "Seen", "Notes"]
    done.clear()
    bar.switch_off({0})
    assert bar.press("F2", by_table=True)
    assert done == ["Seen", "Notes"]
