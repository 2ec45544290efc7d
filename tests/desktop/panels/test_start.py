"""The start page: scenarios under the headings that a module gives them."""

from pathlib import Path

from PySide6.QtWidgets import QPushButton

from tabletop.desktop.panels.parts import Fold
from tabletop.desktop.panels.start import GameCard, Scenario, StartPage
from tabletop.desktop.theme import LIGHT

SCENARIOS = (
    Scenario("plain", "New game", "", {}),
    Scenario("east", "East", "", {}, ("1914", "Fronts")),
    Scenario("west", "West", "", {}, ("1914", "Fronts")),
    Scenario("all", "All of it", "", {}, ("1914",)),
)


def test_scenarios_are_found_under_their_headings(qtbot) -> None:
    game = GameCard(Path("war"), "War", "", SCENARIOS, (), lambda: None)
    page = StartPage([game], [], LIGHT)
    qtbot.addWidget(page)
    begun: list[str] = []
    page.begun.connect(lambda _path, scenario, _options: begun.append(scenario))
    heads = {fold.findChild(QPushButton).text(): fold for fold in page.findChildren(Fold)}
    assert sorted(heads) == ["1914", "Fronts"]
    starts = {one.accessibleName(): one for one in page.findChildren(QPushButton) if one.text() == "Set up"}
    assert list(starts) == ["Set up New game", "Set up East", "Set up West", "Set up All of it"]
    assert heads["1914"].isAncestorOf(heads["Fronts"])
    assert heads["Fronts"].isAncestorOf(starts["Set up West"])
    assert not heads["Fronts"].isAncestorOf(starts["Set up All of it"])
    assert not starts["Set up East"].isVisibleTo(page)
    for fold in heads.values():
        fold.unfold(on=True)
    assert starts["Set up East"].isVisibleTo(page)
    starts["Set up East"].click()
    assert begun == ["east"]
