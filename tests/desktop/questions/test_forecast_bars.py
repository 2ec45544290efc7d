"""Odds and numbers in the assistant's panel: their texts, the requests of their buttons, and their size."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from tabletop.assistance import Account, NumberPart, Odds, Outlook, Prospect, Share, Where
from tabletop.desktop.drawing.theme import DARK, LIGHT
from tabletop.desktop.questions.forecast_bars import ForecastSection, OddsBar, OutlookView, shares_said
from tabletop.desktop.questions.number_sources import NOTHING, AccountTable, NumbersSection
from tabletop.game.change.outcome import Choice
from tabletop.module.schema.module_file import SideRecord

SIDES = {
    id: SideRecord(id=id, title=title, mark=mark, colour=id, soft=f"{id}soft")
    for id, title, mark in (("JP", "Japan", "chevron"), ("AL", "Allies", "star"))
}
CONTROL = Odds("Sea Control", (Share("Japan", 304, "30.4%", "± 0.9%"), Share("Allies", 696, "69.6%", "± 0.9%")))
BETTER = Odds("Sea Control", (Share("Japan", 596, "59.6%", "± 1.0%"), Share("Allies", 404, "40.4%", "± 1.0%")))
SHIP = Odds("BB Yamato", (Share("sunk", 100, "10%"), Share("unhurt", 900, "90%")), side="JP")
HITS = Odds("Result", (Share("0", 250, "25%"), Share("1", 500, "50%"), Share("2", 250, "25%")), mean="1.0")
ACCOUNT = Account(
    "March to Mill Heath",
    "3",
    "4.1",
    (
        NumberPart("0202", "+1", "4.2", "link is road"),
        NumberPart("Mill Heath", "+2", "4.5"),
        NumberPart("Rain", "no", "4.6", "mud is off", applies=False),
    ),
)
BATTLE = Outlook(
    "The battle", "11.2", "Fought 200 times", (CONTROL, SHIP), (("Japan: sunk", "1.20"),), ("Nobody leaves.",)
)
AT_SEA = Prospect("battle", "The battle at 1210", "11.2", Where("pacific", "1210"), (Choice(7, "CA Mogami"),))


@pytest.fixture
def window(qtbot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(340, 900)
    made.show()
    yield made  # noqa: PT022 - it lives as long as this frame


def words(widget: QWidget) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


def button(widget: QWidget, name: str) -> QAbstractButton:
    return next(b for b in widget.findChildren(QAbstractButton) if (b.accessibleName() or b.text()).startswith(name))


@pytest.fixture
def forecasts(window) -> ForecastSection:
    made = ForecastSection(SIDES, LIGHT)
    made.setParent(window)
    made.resize(340, 900)
    return made


def test_what_can_be_forecast_is_a_button(forecasts):
    asked: list[object] = []
    forecasts.wanted.connect(asked.append)
    forecasts.offer((AT_SEA,))
    button(forecasts, "The battle at 1210").click()
    assert asked == [AT_SEA]


def test_with_nothing_to_forecast_nothing_is_seen(forecasts):
    forecasts.offer(())
    assert forecasts.isHidden()


def test_an_outlook_says_every_chance_with_its_error_and_how_it_is_known(forecasts):
    forecasts.show_outlook(AT_SEA, BATTLE, None, "")
    said = words(forecasts)
    assert "Japan 30.4% ± 0.9% · Allies 69.6% ± 0.9%" in said
    assert "Fought 200 times" in said
    assert "Japan: sunk" in said


def test_one_more_piece_is_asked_for_and_stands_beside(forecasts):
    asked: list[int] = []
    forecasts.more_wanted.connect(asked.append)
    forecasts.show_outlook(AT_SEA, BATTLE, None, "")
    forecasts.findChild(QComboBox).setCurrentIndex(1)
    assert asked == [7]
    other = Outlook("The battle", "11.2", "Fought 200 times", (BETTER,), (("Japan: sunk", "0.90"),))
    forecasts.show_outlook(AT_SEA, BATTLE, other, "one more CA Mogami")
    said = words(forecasts)
    assert "As it stands\nJapan 30.4% ± 0.9% · Allies 69.6% ± 0.9%\nWith one more CA Mogami\nJapan 59.6%" in said
    assert "0.90" in said


def test_what_was_unfolded_stays_so_while_it_grows_surer(forecasts):
    forecasts.show_outlook(AT_SEA, BATTLE, None, "")
    assert "Japan: BB Yamato" not in words(forecasts)
    button(forecasts, "One by one").click()
    forecasts.show_outlook(AT_SEA, BATTLE, None, "")
    assert "Japan: BB Yamato" in words(forecasts)


def test_a_bar_tells_all_to_those_who_do_not_see_it():
    assert OddsBar(HITS, SIDES, LIGHT).accessibleName() == "Result: 0 25% · 1 50% · 2 25%; 1.0 on average"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_results_of_a_bar_stand_side_by_side_as_wide_as_they_are_likely(window, theme):
    bar = OddsBar(CONTROL, SIDES, theme)
    bar.setParent(window)
    bar.resize(300, 20)
    image = bar.grab().toImage()
    ratio = image.devicePixelRatio()
    colours = [image.pixelColor(round(x * ratio), round(3 * ratio)).name() for x in range(1, 299)]
    japan = colours.count(theme.colour("JPsoft").name())
    assert abs(japan - 0.304 * 300) <= 3


def test_shares_are_said_with_their_error_and_the_average():
    assert shares_said(HITS).endswith("; 1.0 on average")


def test_the_odds_of_a_roll_explain_themselves(window):
    view = OutlookView(Outlook("Combat", "7.2", "exact", (HITS,), account=ACCOUNT, beside=(CONTROL,)), SIDES, LIGHT)
    view.setParent(window)
    view.resize(320, 700)
    view.show()
    button(view, "Explain these odds").click()
    assert "link is road" in words(view)
    button(view, "With one more").click()
    assert "Sea Control" in words(view)


# --- numbers ---


def test_a_number_is_the_sum_of_its_parts_each_with_its_rule(window):
    table = AccountTable(ACCOUNT)
    table.setParent(window)
    table.show()
    said = words(table).splitlines()
    assert said[:4] == ["0202", "link is road", "4.2", "+1"]
    assert {"Rain", "mud is off", "no"} <= set(said)
    assert said[-2:] == ["March to Mill Heath", "3"]


def test_numbers_are_folded_but_for_the_first_until_the_player_has_read_enough(window):
    section = NumbersSection(LIGHT)
    section.setParent(window)
    closed: list[bool] = []
    section.closed.connect(lambda: closed.append(True))
    section.explain("Mill Heath", (ACCOUNT, Account("Stacking", "2 of 3", "3.1", (NumberPart("Guards", "+2", "3.1"),))))
    assert "link is road" in words(section)
    assert "Guards" not in words(section)
    button(section, "Stacking: 2 of 3").click()
    assert "Guards" in words(section)
    button(section, "Close").click()
    assert closed


def test_where_no_number_has_parts_that_is_said(window):
    section = NumbersSection(LIGHT)
    section.setParent(window)
    section.explain("Open sea", ())
    assert NOTHING in words(section)
