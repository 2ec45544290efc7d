"""Data prepared in the background, from the start of the program to its end."""

from threading import Event

import shiboken6

from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation, drawn_whole, wait_for_all


class Slow(Preparation):
    """A drawing that is only finished when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = Event()
        self.may_go_on = Event()
        self.is_made = False

    @property
    def is_done(self) -> bool:
        return self.is_made

    def _make(self) -> None:
        self._tell(50)
        self.has_begun.set()
        self.may_go_on.wait()
        self._tell(100)
        self.is_made = True


def test_it_tells_how_far_it_is_and_that_it_ended(qtbot) -> None:
    slow = Slow()
    told: list[int] = []
    slow.progressed.connect(told.append)
    with qtbot.waitSignal(slow.ended):
        slow.begin()
        slow.may_go_on.set()
    assert (told, slow.is_done) == ([50, 100], True)


def test_the_program_may_end_while_something_is_prepared() -> None:
    slow = Slow()
    slow.begin()
    slow.has_begun.wait()
    shiboken6.delete(slow)
    slow.may_go_on.set()
    wait_for_all()
    assert slow.is_made


def test_what_is_drawn_without_a_window_is_drawn_whole() -> None:
    slow = Slow()
    slow.may_go_on.set()

    def draw() -> bool:
        slow.begin()
        slow.has_begun.wait()
        return slow.is_done

    assert drawn_whole(draw)
    assert drawn_whole(draw)
