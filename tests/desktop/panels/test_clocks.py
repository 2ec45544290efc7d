"""The clocks of the sides, in a row over the table."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QPushButton

from tabletop.desktop.panels.clocks import ClocksBar
from tabletop.game.clocks import running
from tabletop.module.schema.module import ClocksRecord

CLOCKS = ClocksRecord(sides=("JP", "AL"), keys={"AL": "alt A"}, next="alt N", stop="alt P")


@pytest.fixture
def bar(qtbot, both) -> ClocksBar:
    session = both.model.session
    session.components = replace(session.components, clocks=CLOCKS.sides)
    made = ClocksBar(both.model, CLOCKS, {"JP": "Japan", "AL": "Allies"}.__getitem__)
    qtbot.addWidget(made)
    return made


def now(both) -> str:
    return running(both.model.game.properties.get)


def test_a_click_lets_a_clock_run_and_stops_it(bar: ClocksBar, both) -> None:
    japan, allies = bar.findChildren(QPushButton)
    assert [japan.text(), allies.text()] == ["Japan  0:00", "Allies  0:00"]
    allies.click()
    assert (now(both), allies.isChecked(), japan.isChecked()) == ("AL", True, False)
    japan.click()
    assert (now(both), allies.isChecked()) == ("JP", False)
    japan.click()
    assert (now(both), japan.isChecked()) == ("", False)


def test_keys_press_clocks(bar: ClocksBar, both) -> None:
    seen = []
    for key in ("alt N", "alt N", "alt N", "alt A", "alt A", "alt N", "alt P"):
        assert bar.press(key)
        seen.append(now(both))
    assert seen == ["JP", "AL", "JP", "AL", "", "JP", ""]
    assert not bar.press("F")
    assert not bar.press("")


def test_without_clocks_there_is_nothing_to_see(qtbot, both) -> None:
    bar = ClocksBar(both.model, None, str)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    assert not bar.press("alt N")
