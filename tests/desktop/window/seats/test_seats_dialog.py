"""Tables with restricted access at one screen: taking seats, the seats that the curtain offers, the seats dialog."""

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton

from tabletop.desktop.widgets.access_choice import AccessChoice
from tabletop.desktop.window.game_window import GameWindow
from tabletop.desktop.window.seats.seats_dialog import SeatsDialog
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import ChangeAccess, MovePieces, RemovePieces, Spot, TakeSeat
from tabletop.game.state.game import Seat
from tabletop.game.table_access import Role

SIDES = ", ".join(
    f"{{id: {side}, title: {side}, mark: star, colour: '#123456', soft: '#EEEEEE'}}" for side in ("Red", "Blue")
)
ROLES = "roles: [{name: Red scouts, sides: [Red], moves: 'false'}]"
MODULE = {
    "map.yaml": "{id: main, name: Table, size: [600, 400]}",
    "pieces.yaml": "{group: Pieces, pieces: [{id: unit, name: Unit, side: Red}]}",
    "all.yaml": "{id: all, title: All, summary: All., setup: [{map: main, point: [300, 200], pieces: [unit]}]}",
    "CREDITS.md": "# Credits\n",
}

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
Opened = Callable[[Mapping[str, str]], GameWindow]


def module(kind: str) -> dict[str, str]:
    about = (
        f"{{id: seats, title: Seats, version: '1', summary: Seats., licence: CC0-1.0, sides: [{SIDES}], "
        f"maps: [map.yaml], pieces: [pieces.yaml], scenarios: [all.yaml], access: {{kind: {kind}, {ROLES}}}}}"
    )
    return {**MODULE, "module.yaml": about}


def offered(window: GameWindow) -> dict[str, QPushButton]:
    """Return the buttons of the seats that the curtain offers, by their texts, once it is down."""
    found = window.panels.hot_seat._curtain.findChildren(QPushButton)
    return {made.text(): made for made in found if made.isVisible()}


def sit(window: GameWindow, who: str) -> None:
    if window.panels.hot_seat.is_open:
        window.draw_curtain()
    offered(window)[who].click()


def entries(window: GameWindow) -> dict[str, bool]:
    """Return the menu of the one piece on the map: its entries, and whether each can be chosen."""
    [unit] = window.model.game.pieces
    menu = window.piece_menu.build(unit, window.scenes["main"])
    return {one.text(): one.isEnabled() for one in menu.actions() if not one.isSeparator()}


def test_each_cell_of_a_side_has_a_seat_of_its_own(opened: Opened) -> None:
    cells = MODULE["all.yaml"].replace("pieces: [unit]", "pieces: [{piece: unit, sight: {Red/Guards: unseen}}]")
    cells = cells.replace("summary: All.,", "summary: All., cells: {Red: [Hussars, Guards]},")
    window = opened({**module("open"), "all.yaml": cells})
    model = window.model
    assert (model.seat, model.table_seat.sides, len(model.game.pieces)) == ("Red and Blue", (0, 1, 2, 3), 1)
    window.draw_curtain()
    assert list(offered(window)) == ["Red", "Blue", "Hussars (Red)", "Guards (Red)", "All sides"]
    for who, sees in (("Guards (Red)", 0), ("Hussars (Red)", 1), ("All sides", 1)):
        sit(window, who)
        assert (model.seat, len(model.game.pieces)) == ("Red and Blue" if who == "All sides" else who, sees)
    dialog = SeatsDialog(window, model)
    choices = [choice for choice in dialog.findChildren(QComboBox) if not isinstance(choice, AccessChoice)]
    assert {"Hussars (Red)", "Guards (Red)"} <= {choices[0].itemText(row) for row in range(choices[0].count())}


def test_at_a_moderated_table_the_umpire_sits_down_and_the_curtain_seats_the_sides(opened: Opened) -> None:
    window = opened(module("moderated"))
    model = window.model
    assert (model.seat, dict(model.game.seats)) == ("Umpire", {"Umpire": Seat(umpire=True)})
    window.draw_curtain()
    assert list(offered(window)) == ["Red", "Blue", "Red scouts", "Umpire"]
    sit(window, "Red")
    assert (model.seat, model.game.seats["Red"], model.table_seat.sides) == ("Red", Seat((0,)), (0,))
    refused: list[str] = []
    model.refused.connect(refused.append)
    [unit] = model.game.pieces
    model.submit(RemovePieces((unit,)))
    assert refused == ["At this table only an umpire removes counters from play."]
    assert entries(window)["Other sides see"]
    assert not entries(window)["Remove from play"]
    assert model.submit(MovePieces((unit,), Spot("main", 50, 50))).has_happened
    sit(window, "Red scouts")
    assert model.game.seats["Red scouts"] == Seat((0,), role="Red scouts")
    assert not model.submit(MovePieces((unit,), Spot("main", 90, 50))).has_happened
    sit(window, "Umpire")
    assert model.table_seat.sides == (0, 1)
    assert model.submit(RemovePieces(tuple(model.game.pieces))).has_happened


def test_where_each_plays_their_own_side_the_curtain_asks_who_looks(opened: Opened) -> None:
    window = opened(module("sides"))
    model = window.model
    assert not window.panels.hot_seat.is_open
    assert list(offered(window)) == ["Red", "Blue", "Red scouts"]
    offered(window)["Blue"].click()
    assert (model.seat, dict(model.game.seats)) == ("Blue", {"Blue": Seat((1,))})
    [unit] = model.game.pieces
    assert not model.submit(MovePieces((unit,), Spot("main", 50, 50))).has_happened
    assert entries(window) == {"Unit belongs to another side.": False}
    sit(window, "Red")
    assert entries(window)["Remove from play"]
    assert model.submit(MovePieces((unit,), Spot("main", 50, 50))).has_happened
    assert dict(model.game.seats) == {"Blue": Seat((1,)), "Red": Seat((0,))}


def test_a_seat_that_is_taken_meanwhile_leaves_the_curtain_down_and_says_why(opened: Opened) -> None:
    window = opened(module("sides"))
    session = window.model.table_seat.session
    session.submit("Zoe", TakeSeat(("Blue",)))
    offered(window)["Blue"].click()
    assert not window.panels.hot_seat.is_open
    shown = [one.text() for one in window.panels.hot_seat._curtain.findChildren(QLabel) if one.isVisible()]
    assert "Zoe already plays Blue." in shown
    assert window.model.table_seat.sides == ()


def test_the_person_who_is_handed_the_umpires_seat_is_asked(opened: Opened, monkeypatch) -> None:
    window = opened(module("moderated"))
    model = window.model
    sit(window, "Red")
    sit(window, "Umpire")
    asked: list[str] = []
    answers = ["Red", False, "Red", True]

    def answer(prompt: Prompt) -> object:
        asked.append(prompt.question)
        return answers.pop(0)

    monkeypatch.setattr(model, "_ask", answer)
    window.panels.umpire.hand_over()
    assert asked[1] == "Red gets the umpire's seat, and will see everything. Do the players of Red agree?"
    assert (dict(model.game.seats)["Red"], window.panels.hot_seat.is_open) == (Seat((0,)), True)
    window.panels.umpire.hand_over()
    assert (model.game.seats["Red"].umpire, model.game.seats["Umpire"], window.panels.hot_seat.is_open) == (
        True, Seat(), False,
    )  # fmt: skip


def test_a_side_is_handed_over_at_one_screen(opened: Opened) -> None:
    window = opened(module("open"))
    model = window.model
    assert model.submit(ChangeAccess("sides", ())).has_happened
    window.draw_curtain()
    assert list(offered(window)) == ["Red and Blue"]
    model.sit_as("Red", ("Red",))
    assert dict(model.game.seats) == {"Red and Blue": Seat((1,)), "Red": Seat((0,))}
    model.sit_as("Zoe", ("Blue",))
    assert model.seat == "Red"


def test_the_dialog_seats_people_anew_and_changes_what_they_may_touch(opened: Opened, qtbot) -> None:
    window = opened(module("moderated"))
    model = window.model
    sit(window, "Red")
    sit(window, "Umpire")
    window.panels.module_desk.show_seats()
    dialog = window.findChild(SeatsDialog)
    plays = {one.accessibleName(): one for one in dialog.findChildren(QComboBox)}
    assert plays["Sides of Red"].currentText() == "Red"
    plays["Sides of Red"].setCurrentText("Watches")
    dialog.findChild(QLineEdit).setText("Zoe")
    plays["Sides of a new player"].setCurrentText("Red scouts (Red)")
    plays["Players' access"].setCurrentText("Each plays their own side")
    dialog.accept()
    assert model.game.access.kind == "sides"
    assert model.game.access.roles == (Role("Red scouts", ("Red",), "false"),)
    assert dict(model.game.seats) == {
        "Umpire": Seat(umpire=True),
        "Red": Seat(),
        "Zoe": Seat((0,), role="Red scouts"),
    }
    said = [(line.who, line.text) for line in model.lines()]
    assert said == [
        ("Umpire", "lets Red watch"),
        ("Umpire", "gives Zoe Red to play as Red scouts"),
        ("Umpire", "changes the table: each plays their own side"),
    ]
    window.draw_curtain()
    assert list(offered(window)) == ["Zoe, Red scouts", "Blue", "Umpire", "Red, watches"]
    sit(window, "Red, watches")
    assert (model.seat, model.table_seat.sides, model.game.seats["Red"]) == ("Red", (), Seat())


def test_two_sides_at_one_screen_agree_on_an_umpire_in_the_dialog(opened: Opened) -> None:
    window = opened(module("sides"))
    model = window.model

    def choose(who: str) -> list[str]:
        sit(window, who)
        window.panels.module_desk.show_seats()
        dialog = window.findChildren(SeatsDialog)[-1]
        said = [one.text() for one in dialog.findChildren(QLabel) if "suggests" in one.text()]
        dialog.findChild(AccessChoice).setCurrentText("Moderated by an umpire")
        dialog.accept()
        return said

    sit(window, "Blue")
    assert choose("Red") == []
    assert model.game.access.kind == "sides"
    assert choose("Blue") == ["Red suggests: Moderated by an umpire, with Red as umpire. Choose the same to agree."]
    assert model.game.access.kind == "moderated"
    assert model.game.seats["Red"] == Seat((0,), umpire=True)
