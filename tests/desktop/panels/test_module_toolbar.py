"""The rows of the module's own buttons: their size, menus and keys, buttons that are off, and dice on buttons."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QToolButton

from tabletop.desktop.drawing.pictures.module_pictures import icon_in
from tabletop.desktop.drawing.theme import LIGHT, apply_theme
from tabletop.desktop.panels.button_row import FoldButton
from tabletop.desktop.panels.module_toolbar import ModuleToolbar
from tabletop.module.schema.module_file import ForPlayer, ToolbarButton
from tabletop.module.schema.view_buttons import UseWindow

icons = partial(icon_in, Path("no module"))


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def shown(qtbot) -> Callable[..., ModuleToolbar]:
    """Return a function that shows a toolbar with these buttons, those of each map in a row of their own."""
    bars = []

    def show(*buttons: ToolbarButton, picture: Callable[[str], QPixmap] = icons) -> ModuleToolbar:
        bar = ModuleToolbar(buttons, picture, LIGHT, {"field": "Field"})
        bars.append(bar)
        for row in bar.rows.values():
            qtbot.addWidget(row)
            row.resize(600, 40)
            row.show()
        return bar

    return show


def in_row(bar: ModuleToolbar, row: str = "") -> list[QToolButton]:
    """Return the module's buttons in a row, visible and hidden."""
    found = bar.rows[row].findChildren(QToolButton)
    return [one for one in found if not isinstance(one, FoldButton) and one.accessibleName() != "More buttons"]


def seen(bar: ModuleToolbar, row: str = "") -> list[str]:
    return [one.text() for one in in_row(bar, row) if one.isVisible()]


@pytest.fixture
def themed(qapp) -> Iterator[None]:
    """Use the window's own style during a test. It makes buttons larger than Qt's style does."""
    before = qapp.styleSheet(), qapp.font(), qapp.palette(), qapp.style().objectName()
    apply_theme(qapp, LIGHT)
    yield
    qapp.setStyleSheet(before[0])
    qapp.setFont(before[1])
    qapp.setPalette(before[2])


@pytest.mark.usefixtures("themed")
def test_buttons_are_as_wide_as_the_theme_makes_them(qapp, shown) -> None:
    bar = shown(*(ToolbarButton(title=f"A button with a long name {number}", key=str(number)) for number in range(20)))
    qapp.processEvents()
    assert all(one.width() >= one.sizeHint().width() for one in in_row(bar) if one.isVisible())


def test_what_does_not_fit_stands_in_a_menu_at_the_end_of_the_row(qapp, qtbot, shown) -> None:
    titles = [f"A button with a long name {number}" for number in range(20)]
    bar = shown(*(ToolbarButton(title=title, key=title) for title in titles))
    row = bar.rows[""]
    qapp.processEvents()
    first = seen(bar)
    assert 0 < len(first) < 20
    assert first == titles[: len(first)]
    assert all(one.width() >= one.sizeHint().width() for one in in_row(bar) if one.isVisible())
    [more] = [one for one in row.findChildren(QToolButton) if one.accessibleName() == "More buttons"]
    more.menu().aboutToShow.emit()
    rest = more.menu().actions()
    assert [line.text() for line in rest] == titles[len(first) :]
    with qtbot.waitSignal(bar.pressed) as pressed:
        rest[-1].trigger()
    assert pressed.args == [titles[-1]]
    row.resize(6000, 40)
    assert (seen(bar), more.isVisible()) == (titles, False)


def test_a_row_is_folded_away_and_unfolded(shown) -> None:
    bar = shown(ToolbarButton(title="One", key="a"))
    bar.rows[""].fold(on=True)
    assert (seen(bar), bar.rows[""].sizeHint().height() < 20, bar.press("a")) == ([], True, True)
    bar.rows[""].fold(on=False)
    assert seen(bar) == ["One"]


def test_the_buttons_of_a_map_stand_in_its_row_and_show_the_windows_icon_where_they_have_no_picture(shown) -> None:
    bar = shown(
        ToolbarButton(title="One", key="a"),
        ToolbarButton(title="Clear", key="b", map="field", icon="unmoved", bare=True),
        ToolbarButton(title="Two", key="c", map="field", menu="Menu"),
    )
    assert [seen(bar, row) for row in bar.rows] == [["One"], ["Clear", "Menu"]]
    assert [one.icon().isNull() for one in in_row(bar, "field")] == [False, True]


def test_a_button_that_is_off_is_greyed_or_hidden_and_its_key_does_nothing(qtbot, shown) -> None:
    bar = shown(
        ToolbarButton(title="Greyed", key="a"),
        ToolbarButton(title="Hidden", key="b", hides=True),
        ToolbarButton(title="Never seen", key="c", unseen=True),
    )

    def stand() -> list[tuple[str, bool]]:
        return [(one.text(), one.isEnabled()) for one in in_row(bar) if one.isVisible()]

    assert stand() == [("Greyed", True), ("Hidden", True)]
    bar.switch_off({0, 1})
    assert stand() == [("Greyed", False)]
    assert [bar.press(key) for key in "abc"] == [False, False, True]
    bar.switch_off(set())
    assert stand() == [("Greyed", True), ("Hidden", True)]
    assert bar.press("b")


def test_a_menu_has_the_button_that_opens_it_and_stands_where_that_does(qtbot, shown) -> None:
    buttons = [
        ToolbarButton(title="Second", key="b", menu="Others"),
        ToolbarButton(title="More", opens="Others", tip="All others"),
        ToolbarButton(title="Nothing", opens="Nothing"),
        ToolbarButton(title="First", key="a"),
        ToolbarButton(title="Third", key="c", menu="Rest"),
        ToolbarButton(title="Draw & end", key="d", menu="Rest"),
    ]
    bar = shown(*buttons)
    made = in_row(bar)
    seen = [(one.text(), one.toolTip()) for one in made]
    assert seen == [("More", "All others"), ("First", "First"), ("Rest", "Rest")]
    assert [line.text() for line in made[0].menu().actions()] == ["Second"]
    assert [line.text() for line in made[2].menu().actions()] == ["Third", "Draw && end"]


def test_menus_that_are_called_alike_are_apart_and_one_may_be_in_another(qtbot, shown) -> None:
    buttons = [
        ToolbarButton(title="Draw", opens="Red's", menu="All"),
        ToolbarButton(title="Draw", opens="Blue's", menu="All"),
        ToolbarButton(title="One", key="a", menu="Red's"),
        ToolbarButton(title="Two", key="b", menu="Blue's"),
        ToolbarButton(title="Cards", opens="All"),
    ]
    bar = shown(*buttons)
    [cards] = in_row(bar)
    inner = [line.menu() for line in cards.menu().actions()]
    assert [menu.title() for menu in inner] == ["Draw", "Draw"]
    assert [[line.text() for line in menu.actions()] for menu in inner] == [["One"], ["Two"]]
    with qtbot.waitSignal(bar.pressed) as pressed:
        inner[1].actions()[0].trigger()
    assert pressed.args == ["b"]


def test_dice_are_shown_on_their_button_as_they_fell(shown, tmp_path: Path) -> None:
    face = QImage(8, 8, QImage.Format.Format_RGB32)
    face.fill(0xFF0000)
    face.save(str(tmp_path / "hit.png"))
    buttons = [ToolbarButton(title=title, key=title, dice=dice) for title, dice in (("Fire", "Fire"), ("Other", ""))]
    bar = shown(*buttons, picture=partial(icon_in, tmp_path))
    bar.show_dice("Fire", ["hit.png", "hit.png"])
    fire, other = in_row(bar)
    assert fire.icon().pixmap(48, 24).toImage().pixelColor(36, 12).red() == 255
    assert (fire.iconSize().width(), other.icon().isNull()) == (48, True)


def test_a_button_may_do_something_for_its_player_besides(qtbot, shown) -> None:
    also = (ForPlayer(shows="Tables"), ForPlayer(view=UseWindow(does="notes")))
    bar = shown(ToolbarButton(title="All", key="F2", also=also))
    done: list[object] = []
    for signal in (bar.pressed, bar.shown, bar.viewed):
        signal.connect(done.append)
    assert bar.press("F2")
    assert done == ["F2", "Tables", also[1].view]


def test_a_key_presses_all_buttons_that_have_it_in_their_order_and_one_of_the_tables_once(qtbot, shown) -> None:
    seen = (ForPlayer(shows="Seen"),)
    buttons = [
        ToolbarButton(title="First", key="F2", shows="Tables"),
        ToolbarButton(title="Second", key="F2", also=seen),
        ToolbarButton(title="Third", key="F2"),
        ToolbarButton(title="Fourth", key="F2", shows="Notes"),
        ToolbarButton(title="Another", key="F3", shows="Maps"),
    ]
    bar = shown(*buttons)
    done: list[object] = []
    for signal in (bar.pressed, bar.shown):
        signal.connect(done.append)
    assert bar.press("F2")
    assert done == ["Tables", "F2", "Seen", "Notes"]
    done.clear()
    bar.switch_off({0})
    assert bar.press("F2", by_table=True)
    assert done == ["Seen", "Notes"]
