"""December 1941: set up from the start page and moved freely as on cardboard, with real mouse and key events."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from tabletop.desktop.map.viewer.stack_viewer import StackViewer

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def test_from_the_start_page_to_the_table(player, qtbot):
    player.program.show_start()
    qtbot.waitExposed(player.program.window)
    player.push("Set up December 1941")
    player.wait(lambda: player.program.window.windowTitle().startswith("Fire in the Sky"))
    qtbot.waitExposed(player.window)
    assert len(player.game.pieces) > 200
    assert player.model.seat == "Japan and Allies"
    assert player.lying("Paramushiro")


def test_the_point_under_the_cursor_stays_while_zooming(table):
    table.look("Truk", scale=0.3)
    at = table.at("Truk", dx=180, dy=-90)
    before = table.under(at)
    for steps in (1, 1, 1, -2, 3):
        table.wheel(at, steps, CTRL)
        after = table.under(at)
        assert abs(after.x() - before.x()) < 4
        assert abs(after.y() - before.y()) < 4
    assert table.view().scale_now > 0.5


def test_the_middle_button_pulls_the_map_and_fit_shows_all_of_it(table):
    table.look("Truk")
    at = table.at("Truk")
    before = table.under(at)
    table.drag(at, at + QPoint(-150, 80), button=Qt.MouseButton.MiddleButton)
    after = table.under(at + QPoint(-150, 80))
    assert (after - before).manhattanLength() < 6
    table.press("Ctrl+0")
    view = table.view()
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.adjusted(-20, -20, 20, 20).contains(view.table_scene.sceneRect())


def test_the_carrier_force_sails_as_a_stack(table):
    table.look("Paramushiro")
    force = table.lying("Paramushiro")
    assert len(force) == 1
    (holder,) = table.holders("Paramushiro")
    top, goal = holder.pieces[-1], table.at("Paramushiro", dx=2 * 294)
    there = table.board().place_at(*(round(c) for c in table.under(goal).toTuple()))
    with table.carrying(table.of(top), goal):
        assert set(table.chosen) == set(holder.pieces)
        assert table.lying("Paramushiro") == force, "nothing has moved while it is carried"
    assert table.lying("Paramushiro") == []
    assert table.lying(there) == force
    assert "moves" in table.log
    assert "Paramushiro" in table.log
    assert table.model.table_seat.session.journal.last == 2


def test_part_of_a_stack_sails(table):
    table.look("Paramushiro", scale=0.7)
    (holder,) = table.holders("Paramushiro")
    table.double_click(table.of(holder.pieces[-1]))
    fleet = [p for p in holder.pieces if table.name(p).startswith("CV ")]
    assert len(fleet) == 3
    table.click(table.of(fleet[0]))
    table.click(table.of(fleet[2]), CTRL)
    assert set(table.chosen) == {fleet[0], fleet[2]}
    table.drag(table.of(fleet[0]), table.at("Paramushiro", dx=2 * 294))
    (left,) = table.holders("Paramushiro")
    assert left.pieces == tuple(p for p in holder.pieces if p not in (fleet[0], fleet[2]))
    assert table.where(fleet[0]) == table.where(fleet[2]) != table.where(fleet[1])
    assert set(table.chosen) == {fleet[0], fleet[2]}, "what was moved stays chosen"


def test_escape_puts_everything_back_and_the_right_button_waits(table):
    table.look("Paramushiro")
    before = table.game
    start, goal = table.of(table.pieces("Paramushiro")[-1]), table.at("Paramushiro", dx=2 * 294)
    with table.carrying(start, goal):
        table.click(goal, button=Qt.MouseButton.RightButton)
        assert QApplication.activePopupWidget() is None
        table.press(Qt.Key.Key_Escape)
    assert table.game is before
    drawn = table.window.scenes["pacific"]
    assert not drawn.marked.lifted


def test_boxes_shift_and_ctrl_choose(table):
    table.look("Palau", scale=0.3)
    view = table.view()
    port = view.viewport()
    corner = port.mapTo(table.window, QPoint(3, 3))
    far = port.mapTo(table.window, QPoint(port.width() - 3, port.height() - 3))
    table.drag(corner, far)
    boxed = set(table.chosen)
    assert len(boxed) > 5
    assert set(table.pieces("Palau")) <= boxed
    table.press(Qt.Key.Key_Escape)
    assert not table.chosen
    palau, saipan = table.pieces("Palau"), table.pieces("Saipan")
    table.click(table.of(palau[-1]))
    assert set(table.chosen) == set(stack_of(table, palau[-1]))
    table.click(table.of(saipan[-1]), SHIFT)
    both = set(stack_of(table, palau[-1])) | set(stack_of(table, saipan[-1]))
    assert set(table.chosen) == both
    table.click(table.of(palau[-1]), CTRL)
    assert set(table.chosen) == set(stack_of(table, saipan[-1]))


def stack_of(table, piece: int) -> tuple[int, ...]:
    return table.game.holder_of(piece).pieces


def test_the_menu_and_its_key_do_the_same(table):
    table.look("Paramushiro", scale=0.7)
    (holder,) = table.holders("Paramushiro")
    table.double_click(table.of(holder.pieces[-1]))
    ship = next(p for p in holder.pieces if table.name(p).startswith("CV "))

    def shows() -> tuple:
        return table.game.pieces[ship].state

    anchored = shows()
    menu = table.menu_at(table.of(ship))
    words = [action.text() for action in menu.actions() if action.text()]
    assert {"Flip", "Moved", "Gather stack", "Copy counter", "Remove from play"} <= set(words)
    table.pick(menu, "Flip")
    assert shows() != anchored
    table.press("Ctrl+F")
    assert shows() == anchored
    menu = table.menu_at(table.of(ship))
    table.pick(menu, "To the top")
    assert table.game.holder_of(ship).pieces[-1] == ship


def test_resting_on_a_stack_shows_what_is_in_it(table):
    table.look("Paramushiro")
    viewer = table.window.findChild(StackViewer)
    table.hover(table.at("Paramushiro", dx=3 * 294))
    table.hover(table.of(table.pieces("Paramushiro")[-1]))
    table.wait(viewer.isVisible)
    assert "Paramushiro" in viewer.accessibleName()
    for name in table.lying("Paramushiro")[0]:
        assert name in viewer.accessibleName()
    table.hover(table.at("Paramushiro", dx=3 * 294))
    table.wait(lambda: not viewer.isVisible())


def test_the_stack_viewer_leaves_free_what_it_shows(table):
    table.look("Paramushiro")
    viewer, view = table.window.findChild(StackViewer), table.view()
    for corner, is_left in (("bottomLeft", False), ("bottomRight", True), ("center", True)):
        inside = view.rect().adjusted(150, 100, -150, -100)
        there = view.mapTo(table.window, getattr(inside, corner)())
        table.drag(table.at("Paramushiro"), there, button=Qt.MouseButton.MiddleButton)
        table.hover(table.at("Paramushiro", dy=-180))
        table.wait(lambda: not viewer.isVisible())
        top = table.of(table.pieces("Paramushiro")[-1])
        table.hover(top)
        table.wait(viewer.isVisible)
        assert not viewer.geometry().contains(viewer.parentWidget().mapFrom(table.window, top)), corner
        assert (viewer.x() < viewer.parentWidget().width() / 4) is is_left


def test_a_place_without_a_name_is_named_once(table):
    table.look("Paramushiro")
    force = table.pieces("Paramushiro")
    table.drag(table.of(force[-1]), table.at("1404"))
    for place, note in (("1404", "6 counters"), ("Paramushiro", "1202   6 counters")):
        if place == "Paramushiro":
            table.press("Ctrl+Z")
        table.hover(table.at(place, dx=800))
        table.hover(table.of(force[-1]))
        viewer = table.find(StackViewer)
        table.wait(viewer.isVisible)
        assert viewer.accessibleName().startswith(f"{place}: ")
        assert viewer.accessibleDescription() == note


def test_a_double_click_on_a_lone_counter_shows_all_its_sides_until_something_else_is_done(table):
    (escort,) = table.pieces("Convoy Escort")
    table.look("Convoy Escort")
    before = table.game
    table.click(table.of(escort))
    table.double_click(table.of(escort))
    viewer = table.find(StackViewer)
    assert viewer.isVisible()
    assert viewer.accessibleName() == f"{table.name(escort)}: deployment, operational"
    assert viewer.accessibleDescription() == "2 sides"
    assert table.game is before, "looking changes nothing"
    table.hover(table.at("Convoy Escort", dy=150))
    assert viewer.isVisible()
    table.press(Qt.Key.Key_Escape)
    assert not viewer.isVisible()


def test_at_the_edge_the_map_comes_along(table):
    table.look("Paramushiro")
    view = table.view()
    port = view.viewport()
    was = view.horizontalScrollBar().value()
    edge = port.mapTo(table.window, QPoint(port.width() - 6, port.height() // 2))
    with table.carrying(table.of(table.pieces("Paramushiro")[-1]), edge):
        table.wait(lambda: view.horizontalScrollBar().value() > was + 100)
        table.press(Qt.Key.Key_Escape)
    assert len(table.lying("Paramushiro")) == 1


def test_arrows_restack(table):
    table.look("Paramushiro", scale=0.7)
    (holder,) = table.holders("Paramushiro")
    table.double_click(table.of(holder.pieces[-1]))
    first = holder.pieces[0]
    table.click(table.of(first))
    table.press(Qt.Key.Key_Right)
    assert stack_of(table, first).index(first) == 1
    table.press(Qt.Key.Key_Up)
    assert stack_of(table, first)[-1] == first
    table.press(Qt.Key.Key_Down)
    assert stack_of(table, first)[0] == first


def test_alt_and_a_click_point_there(table):
    table.look("Truk")
    table.click(table.at("Truk", dx=294), ALT)
    assert "points at the map" in table.log
