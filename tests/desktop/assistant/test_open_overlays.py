"""The open overlays: at most two of zones; a new selection asks again only for those that depend on it."""

from threading import Event, current_thread

import pytest
from msgspec.structs import replace
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
    """Overlays of a game, with the ids of those that were asked for, in order."""

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


class TestWhatTakesLonger:
    """The slow part of an overlay, which is calculated on another thread and drawn once it is ready."""

    @pytest.fixture
    def slow(self, qapp, table: Table) -> Table:
        table.gate = Event()
        table.found = []

        def completing(shown: Overlay):
            def find() -> Overlay:
                table.gate.wait(10)
                table.found.append(current_thread())
                return replace(shown, legend=Legend("whole", shown.legend.rule))

            return find if shown.id == "own" else None

        offers = (OverlayOffer("own", "own", "1", ""), OverlayOffer("enemy", "enemy", "1", ""))
        table.open = OpenOverlays(
            table.window, offers, {"map": table.layer}, lambda id, _: table._find(id, "zone"), completing
        )
        yield table
        table.gate.set()

    def drawn(self, table: Table) -> dict[str, str]:
        return {id: shown.legend.title for id, shown in table.layer.on.items()}

    def test_what_is_found_at_once_is_drawn_at_once_and_the_rest_later(self, slow, qtbot):
        slow.open.toggle("own", "map")
        assert self.drawn(slow) == {"own": "own"}
        slow.gate.set()
        qtbot.waitUntil(lambda: self.drawn(slow) == {"own": "whole"})
        assert slow.found != [current_thread()]

    def test_what_has_been_closed_meanwhile_stays_closed(self, slow, qtbot):
        slow.open.toggle("own", "map")
        slow.open.toggle("own", "map")
        slow.gate.set()
        qtbot.waitUntil(lambda: len(slow.found) == 1)
        qtbot.wait(60)
        assert self.drawn(slow) == {}

    def test_after_a_change_only_what_is_asked_then_is_heard(self, slow, qtbot):
        slow.open.toggle("own", "map")
        slow.turn = 1
        slow.open.refresh()
        assert slow.layer.on["own"].legend == Legend("own", "1.1")
        slow.gate.set()
        qtbot.waitUntil(lambda: slow.layer.on["own"].legend == Legend("whole", "1.1"))
        assert len(slow.found) == 2

    def test_what_is_the_same_at_once_stays_whole_while_the_rest_is_asked_again(self, slow, qtbot):
        slow.open.toggle("own", "map")
        slow.gate.set()
        qtbot.waitUntil(lambda: self.drawn(slow) == {"own": "whole"})
        slow.gate.clear()
        slow.open.refresh()
        assert self.drawn(slow) == {"own": "whole"}

    def test_nothing_is_heard_of_what_was_asked_for_other_eyes(self, slow, qtbot):
        slow.open.toggle("own", "map")
        slow.open.forget_shown()
        slow.layer.on.clear()
        slow.gate.set()
        qtbot.waitUntil(lambda: len(slow.found) == 1)
        qtbot.wait(60)
        assert self.drawn(slow) == {}
