"""Which overlays are open: two of zones at most, and only those drawn anew that follow the choice."""

import pytest
from PySide6.QtCore import QObject

from tabletop.assistance import Legend, Overlay, OverlayArea, OverlayOffer
from tabletop.desktop.assistant.open_overlays import OpenOverlays

RING = ((0, 0), (10, 0), (10, 10))


class Layer:
    def __init__(self) -> None:
        self.on: dict[str, Overlay] = {}
        self.drawn = 0

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(self.on)

    def show(self, overlay: Overlay) -> None:
        self.on[overlay.id] = overlay
        self.drawn += 1

    def hide(self, id: str) -> None:
        self.on.pop(id, None)


class Table:
    """Overlays of a game, and how often each was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.turn = 0
        self.layer = Layer()
        names = {"reach": "reach", "own": "zone", "enemy": "zone", "danger": "threat", "empty": ""}
        offers = tuple(OverlayOffer(id, id, "1", "", id == "reach") for id in names)
        self.window = QObject()
        self.open = OpenOverlays(self.window, offers, {"map": self.layer}, lambda id, _: self._find(id, names[id]))
        self.legends: list[tuple[Overlay, ...]] = []
        self.open.legends_changed.connect(self.legends.append)

    def _find(self, id: str, kind: str) -> Overlay | None:
        self.asked.append(id)
        return Overlay(id, "map", Legend(id, f"1.{self.turn}"), (OverlayArea(kind, (RING,)),)) if kind else None


@pytest.fixture
def table(qapp) -> Table:
    return Table()


def test_the_same_key_opens_and_closes(table):
    assert table.open.toggle("reach", "map")
    assert table.layer.shown == ("reach",)
    assert [one.id for one in table.legends[-1]] == ["reach"]
    assert table.open.toggle("reach", "map")
    assert table.layer.shown == ()
    assert table.legends[-1] == ()


def test_a_third_zone_closes_the_first(table):
    for id in ("own", "enemy", "reach", "danger"):
        table.open.toggle(id, "map")
    assert table.layer.shown == ("enemy", "reach", "danger")


def test_what_has_nothing_to_show_stays_open_for_when_it_has(table):
    assert not table.open.toggle("empty", "map")
    assert table.open.open == ("empty",)


def test_another_choice_asks_only_for_what_follows_it(table):
    for id in ("own", "reach"):
        table.open.toggle(id, "map")
    table.asked.clear()
    table.open.refresh(choice_only=True)
    assert table.asked == ["reach"]


def test_what_is_the_same_is_not_drawn_again(table):
    table.open.toggle("own", "map")
    table.open.refresh()
    assert table.layer.drawn == 1
    table.turn = 1
    table.open.refresh()
    assert table.layer.drawn == 2
