"""The options of a game that is under way: what is changed is told, and nothing else."""

from tabletop.desktop.panels.options import OptionsDialog
from tabletop.desktop.theme import LIGHT
from tabletop.module.schema.module import OptionRecord

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
