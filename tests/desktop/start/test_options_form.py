"""The options of a game in progress: changed options are reported, and nothing else."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from tabletop.desktop.drawing.theme import LIGHT
from tabletop.desktop.start.options_form import OptionsDialog
from tabletop.desktop.widgets.panel_parts import LongText
from tabletop.module.schema.module_file import OptionRecord

OPTIONS = [
    OptionRecord(id="night", title="By night", choices=("no", "yes"), usual="no"),
    OptionRecord(id="fog", title="Fog", choices=("none", "some", "thick"), usual="some"),
]


def test_only_what_is_changed_is_told(qtbot) -> None:
    dialog = OptionsDialog(None, OPTIONS, {"night": "yes", "fog": "some"}, LIGHT)
    qtbot.addWidget(dialog)
    told: list[dict[str, str]] = []
    dialog.agreed.connect(told.append)
    assert dialog._form.choices == {"night": "yes", "fog": "some"}
    dialog._form.take({"fog": "thick"})
    dialog.accept()
    assert told == [{"fog": "thick"}]
    dialog.reject()
    assert len(told) == 1


def test_an_option_without_choices_is_typed_and_takes_only_what_it_may_be(qtbot) -> None:
    typed = [
        OptionRecord(id="name", title="Name of the war", usual=""),
        OptionRecord(id="gold", title="Gold", number=True, least=0, most=9, usual="5"),
    ]
    dialog = OptionsDialog(None, typed, {"name": "", "gold": "5"}, LIGHT)
    qtbot.addWidget(dialog)
    told: list[dict[str, str]] = []
    dialog.agreed.connect(told.append)
    dialog._form.take({"name": "The Long War", "gold": "12"})
    dialog.accept()
    assert told == [{"name": "The Long War"}]


def test_a_long_text_is_typed_in_several_lines_and_kept_with_a_sign_between_them(qtbot) -> None:
    dialog = OptionsDialog(
        None, [OptionRecord(id="plan", title="Plan", long=True, usual="North")], {"plan": "East|then west"}, LIGHT
    )
    qtbot.addWidget(dialog)
    told: list[dict[str, str]] = []
    dialog.agreed.connect(told.append)
    field = dialog.findChild(LongText)
    assert field.toPlainText() == "East\nthen west"
    field.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(field, ",")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "and home")
    dialog.accept()
    assert told == [{"plan": "East|then west,|and home"}]
