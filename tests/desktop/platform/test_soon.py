"""Calls that are put off until the event loop runs again, and made once."""

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent, QObject

from tabletop.desktop.platform.soon import soon


class Owner(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.done = 0

    def do(self) -> None:
        self.done += 1


def test_it_is_done_once_when_what_waits_has_been_heard(qtbot):
    owner = Owner()
    soon(owner, Owner.do)
    assert owner.done == 0
    qtbot.waitUntil(lambda: owner.done == 1)
    qtbot.wait(20)
    assert owner.done == 1
    assert owner.children() == []


def test_an_owner_that_goes_before_is_kept_by_nothing(qtbot):
    owner = Owner()
    gone = weakref.ref(owner)
    soon(owner, Owner.do)
    owner.deleteLater()
    del owner
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.wait(20)
    gc.collect()
    assert gone() is None


def test_an_owner_that_nobody_else_holds_goes_at_once(qtbot):
    owner = Owner()
    gone = weakref.ref(owner)
    soon(owner, Owner.do)
    del owner
    assert gone() is None
    qtbot.wait(20)
