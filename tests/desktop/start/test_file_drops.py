"""Files dropped on the window: VASSAL's are imported while a card shows the progress and can cancel it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton, QWidget

from tabletop.desktop.start.file_drops import FileDrops
from tabletop.desktop.start.vassal_import import import_shown
from tabletop.module.library import user_folder
from tabletop.vassal import module_shelf
from tabletop.vassal.files.archive import ArchiveError
from tabletop.vassal.module_import import Progress

LEFT, PLAIN, COPY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction


@pytest.mark.parametrize(("name", "taken"), [("a.vmod", True), ("A.VMOD", True), ("a.txt", False)])
def test_what_can_be_opened_may_be_dropped(qtbot, name: str, taken: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    heard: list[Path] = []
    FileDrops(window, lambda file: file.suffix.lower() == ".vmod").dropped.connect(heard.append)
    carried = QMimeData()
    carried.setUrls([QUrl("https://example.org/b.vmod"), QUrl.fromLocalFile(f"/games/{name}")])
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), COPY, carried, LEFT, PLAIN)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted() is taken
    if taken:
        QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), COPY, carried, LEFT, PLAIN))
    assert heard == ([Path("/games", name)] if taken else [])


def slow_import(_file: Path, out: Path, progress: Progress, **_: object) -> None:
    """Import nothing, but report progress for a long time, until it is cancelled, as `import_module` does."""
    for number in range(10_000):
        progress("Copying pictures", number, 10_000)
        QTest.qSleep(2)
    out.mkdir(parents=True)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_an_import_shows_how_far_it_is_and_can_be_cancelled(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_shelf, "import_module", slow_import)
    (tmp_path / "Small.vmod").write_bytes(b"a module")
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    seen: list[str] = []

    def press_cancel() -> None:
        card = window.findChild(QProgressDialog)
        if card is None or not card.isVisible() or ", " not in card.labelText():
            QTimer.singleShot(20, press_cancel)
            return
        seen.append(card.labelText())
        QTest.mouseClick(card.findChild(QPushButton), LEFT)

    QTimer.singleShot(20, press_cancel)
    assert import_shown(tmp_path / "Small.vmod", window) is None
    assert seen[0].startswith("Small.vmod\nCopying pictures, ")
    assert not user_folder().exists()


def test_what_goes_wrong_is_raised_where_it_was_asked_for(qtbot, tmp_path: Path) -> None:
    (tmp_path / "Small.vmod").write_bytes(b"no zip")
    with pytest.raises(ArchiveError, match=r"^Small\.vmod is not a VASSAL file: it is not a zip archive\.$"):
        import_shown(tmp_path / "Small.vmod", None)
