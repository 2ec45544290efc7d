"""The menu of the selection, and its keys."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest

from tabletop.desktop.map.menus.piece_menu import PieceMenu, key_text
from tabletop.desktop.platform.module_paths import folder_of
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.table.selection import Selection
from tabletop.game.commands import PlaceNew, RemovePieces, Show, Spot
from tests.desktop.one_map import one_map

NO, CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def key(code: Qt.Key, held: Qt.KeyboardModifier = NO) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, code, held)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (key(Qt.Key.Key_F, CTRL), "ctrl F"),
        (key(Qt.Key.Key_F), "F"),
        (key(Qt.Key.Key_3, ALT | SHIFT), "alt shift 3"),
        (key(Qt.Key.Key_F2), "F2"),
        (key(Qt.Key.Key_Control, CTRL), ""),
        (key(Qt.Key.Key_unknown), ""),
    ],
)
def test_a_key_is_written_as_modules_write_it(qapp, event, text):
    assert key_text(event) == text


class Fan:
    """A scene in which nothing is fanned out."""

    is_hand = False

    def is_fanned(self, holder: int) -> bool:
        return False


@pytest.fixture
def selection() -> Selection:
    return Selection(lambda _: True)


@pytest.fixture
def menu(both, selection) -> PieceMenu:
    module = both.model.module
    pictures = ModulePictures(both.model.components, None, folder_of(module), both.model.seat)
    return PieceMenu(both.model, selection, pictures)


def words(menu, piece: int) -> list[str]:
    built = menu.build(piece, Fan())
    return [action.text() for action in built.actions() if action.text()]


def test_an_entry_that_several_pieces_have_stands_there_once_and_works_on_all(both, menu, selection):
    force = both.at("Paramushiro")
    selection.replace(force)
    found = words(menu, force[-1])
    assert found.count("Flip") == 1
    before = [both.model.game.pieces[piece].state for piece in force]
    built = menu.build(force[-1], Fan())
    flip = next(action for action in built.actions() if action.text() == "Flip")
    assert flip.shortcut().toString() == "Ctrl+F"
    flip.trigger()
    after = [both.model.game.pieces[piece].state for piece in force]
    assert all(one != other for one, other in zip(before, after, strict=True))
    assert both.model.table_seat.session.journal.last == 2, "one step, however many pieces"


def test_pieces_that_have_gone_while_the_menu_was_open_do_nothing(both, menu, selection):
    force, refused = both.at("Paramushiro"), []
    both.model.refused.connect(refused.append)
    selection.replace(force)
    built = menu.build(force[-1], Fan())
    flip = next(action for action in built.actions() if action.text() == "Flip")
    both.model.submit(RemovePieces(force[1:]))
    before = both.model.game.pieces[force[0]].state
    flip.trigger()
    assert both.model.game.pieces[force[0]].state != before
    both.model.submit(RemovePieces(force[:1]))
    flip.trigger()
    assert refused == ["There is no such piece."]


def test_what_a_counter_is_comes_first_and_what_takes_it_away_last(both, menu, selection):
    force = both.at("Paramushiro")
    selection.replace(force)
    built = menu.build(force[-1], Fan())
    found = [action.text() for action in built.actions()]
    assert found[0] == "Flip"
    assert found[-4:] == ["", "Back to the pool", "Out of the game for good", "Remove from play"]


QUANTITIES = one_map(
    pieces="""
group: Pieces
pieces:
- {id: fuel, name: Fuel, count: 0, width: 60, height: 60, traits: [{trait: quantity, name: Loads, start: 6, most: 9}]}
- {id: unit, name: Unit, width: 60, height: 60}
""",
    scenario="{id: all, title: All, summary: All., setup: [{point: [100, 100], pieces: [unit, fuel]}]}",
)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_counter_is_split_and_merged_from_its_menu(opened, monkeypatch):
    window = opened(QUANTITIES)
    model = window.model
    asked: list[tuple[object, int]] = []
    kept = []

    def of(name: str) -> list[int]:
        return [id for id in model.game.pieces if model.game.kind_of(id).name == name]

    def loads() -> list[object]:
        return sorted(model.game.pieces[id].state[0] for id in of("Fuel"))

    def entries(piece: int) -> dict[str, QAction]:
        kept.append(window.piece_menu.build(piece, Fan()))
        return {action.text(): action for action in kept[-1].actions()}

    def reply(prompt):
        asked.append((prompt.default, prompt.most))
        return 2

    monkeypatch.setattr(model, "_ask", reply)
    assert {"Split…", "Merge with counters here"}.isdisjoint(entries(of("Unit")[0]))
    [fuel] = of("Fuel")
    assert "Merge with counters here" not in entries(fuel)
    entries(fuel)["Split…"].trigger()
    assert (asked, loads()) == ([(3, 5)], [2, 4])
    assert len(model.game.holder_of(fuel).pieces) == 3, "the part lies on the stack"
    entries(fuel)["Merge with counters here"].trigger()
    assert loads() == [6]
    model.submit(PlaceNew("fuel", Spot("main", 100, 100)))
    entries(of("Fuel")[-1])["Merge with counters here"].trigger()
    assert loads() == [3, 9], "a counter takes no more than it can hold"


ORDERED = one_map(
    pieces="""
group: Pieces
pieces:
- id: unit
  name: Unit
  width: 60
  height: 60
  traits:
  - {trait: property, name: Hits, start: 0, changes: [{menu: One, add: "1"}, {menu: Two, add: "2"}]}
  - {trait: delete, call: {menu: Gone}}
  - {trait: trigger, sends: [x], call: {menu: Fight}}
  - {trait: submenu, name: More, entries: [Two, One]}
""",
    scenario="{id: all, title: All, summary: All., setup: [{point: [100, 100], pieces: [unit]}]}",
    more="menus: {order}\n",
)


IN_ORDER = ORDERED["module.yaml"].replace("{order}", "inner-first")


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    ("order", "first"), [("inner-first", ["Fight", "More"]), ("outer-first", ["More", "Fight", "Gone"])]
)
def test_a_module_says_which_traits_come_first_in_the_menu(opened, order: str, first: list[str]):
    window = opened({name: text.replace("{order}", order) for name, text in ORDERED.items()})
    unit = next(id for id in window.model.game.pieces if window.model.game.kind_of(id).name == "Unit")
    built = window.piece_menu.build(unit, Fan())
    entries = [action for action in built.actions() if action.text()]
    assert [action.text() for action in entries[: len(first)]] == first
    more = next(action for action in entries if action.text() == "More")
    assert [action.text() for action in more.menu().actions()] == ["Two", "One"], "as it lists them"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_entries_stand_there_in_plain_words_with_all_their_signs(opened):
    files = {name: text.replace("{order}", "outer-first") for name, text in ORDERED.items()}
    told = {"Fight": '"<html><b>Search</b> &amp; <i>Rescue</i>"', "More": '"Bag & Baggage"'}
    for plain, shown in told.items():
        files = {name: text.replace(plain, shown) for name, text in files.items()}
    window = opened(files)
    unit = next(id for id in window.model.game.pieces if window.model.game.kind_of(id).name == "Unit")
    built = window.piece_menu.build(unit, Fan())
    entries = [action.text() for action in built.actions() if action.text()]
    assert entries[:2] == ["Bag && Baggage", "Search && Rescue"], "two signs are one, and one would mark a key"


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("what", "left"), [("drop-this", ["One", "Three"]), ("drop-all", []), ("only-this", ["Two"])])
def test_a_counter_may_say_what_is_chosen_from_then_on(opened, what: str, left: list[str]):
    pieces = f"""
group: Pieces
pieces:
- {{id: one, name: One}}
- {{id: two, name: Two, traits: [{{trait: choose, what: {what}, call: {{key: K}}}}]}}
- {{id: three, name: Three}}
"""
    setup = "{id: all, title: All, summary: All., setup: [{point: [100, 100], pieces: [one, two, three]}]}"
    window = opened({**ORDERED, "pieces.yaml": pieces, "all.yaml": setup, "module.yaml": IN_ORDER})
    game = window.model.game
    window.selection.replace(id for id in game.pieces if game.kind_of(id).name in ("One", "Two", "Three"))
    QTest.keyClick(window.view("main"), Qt.Key.Key_K)
    assert [game.kind_of(id).name for id in window.selection.pieces] == left


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("rules", "is_heard"), [("decks: [{name: Pile}]", False), ("", True)])
def test_a_card_does_nothing_while_it_lies_in_a_deck_that_its_module_describes(opened, rules: str, is_heard: bool):
    setup = "{id: all, title: All, summary: All., decks: [{name: Pile, map: main, point: [100, 100], cards: [unit]}]}"
    window = opened({**ORDERED, "all.yaml": setup, "module.yaml": IN_ORDER + rules + "\n"})
    card = next(id for id in window.model.game.pieces if window.model.game.kind_of(id).name == "Unit")
    window.selection.replace([card])
    built = window.piece_menu.build(card, Fan())
    assert ("Fight" in [action.text() for action in built.actions()]) is is_heard


def test_a_key_works_on_what_is_chosen_and_only_there(both, menu, selection):
    assert not menu.press(key(Qt.Key.Key_F, CTRL))
    selection.replace(both.at("Paramushiro"))
    assert not menu.press(key(Qt.Key.Key_U, CTRL))
    assert menu.press(key(Qt.Key.Key_F, CTRL))


def test_who_sees_the_faces_of_pieces_says_what_other_sides_see_of_them(two):
    def offered(pieces: tuple[int, ...]) -> bool:
        model, chosen = two.model, Selection(two.model.game.pieces.__contains__)
        chosen.replace(pieces)
        pictures = ModulePictures(model.components, None, folder_of(model.module), model.seat)
        return "Other sides see" in words(PieceMenu(model, chosen, pictures), pieces[0])

    mine = two.at("Paramushiro")
    assert offered(mine)
    assert two.model.submit(Show(mine, "back", ("AL",))).has_happened
    assert offered(mine)
    two.model.sit_as("Allies", ("AL",))
    assert not offered(two.at("Paramushiro"))
    two.model.sit_as("Japan and Allies", ("JP", "AL"))
    assert not offered(two.at("Paramushiro")), "there are no others"


def test_the_empty_map_has_no_menu(menu):
    assert menu.build(0, Fan()) is None


CHOOSING = one_map(
    pieces="""
group: Pieces
pieces:
  - id: unit
    name: Unit
    traits:
      - {trait: trigger, call: {key: G, menu: 'Go{if(Chosen, "", " not")}'}}
      - {trait: barred, keys: [G], when: not Chosen}
""",
    scenario="{id: all, title: All, summary: All., setup: [{map: main, point: [100, 100], pieces: [unit]}]}",
)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_menus_and_keys_know_that_their_pieces_are_chosen(opened):
    window = opened(CHOOSING)
    model, selection = window.model, Selection(window.model.game.pieces.__contains__)
    menu = PieceMenu(model, selection, ModulePictures(model.components, None, folder_of(model.module), model.seat))
    [unit] = [piece for piece, held in model.game.pieces.items() if model.game.kinds[held.kind].name == "Unit"]
    built = menu.build(unit, Fan())
    [go] = [action for action in built.actions() if action.text().startswith("Go")]
    assert (go.text(), go.isEnabled()) == ("Go", True)
    selection.replace([unit])
    assert menu.hears(key(Qt.Key.Key_G))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_the_menu_asks_for_says_where_the_mouse_was_and_a_key_where_the_piece_lies(opened):
    window = opened({name: text.replace("{order}", "outer-first") for name, text in ORDERED.items()})
    game = window.model.game
    unit = next(id for id in game.pieces if window.model.game.kind_of(id).name == "Unit")
    mouse, lies = Spot(game.maps[0], 104, 97), Spot(game.maps[0], 100, 100)
    for at, recorded in ((mouse, mouse), (None, lies)):
        built = window.piece_menu.build(unit, Fan(), at)
        more = next(action.menu() for action in built.actions() if action.text() == "More")
        next(action for action in more.actions() if action.text() == "One").trigger()
        (step,) = window.model.table_seat.session.journal.steps(window.model.table_seat.session.journal.last)
        assert step.command.at == recorded
