"""A game begun with one version of a module continues with another: by keys and names, never by position."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.dice import ScriptedChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Adopt, HolderPlace, Know, MakeHolder, Recast, Set
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.new_module import BLANK
from tabletop.module.setup import new_game
from tabletop.module.update.game_update import LeftBehind, MoveAlongError, brought_along, left_behind, moved_along
from tabletop.session import News, Session

UNITS, MAP, ABOUT, SCENARIO = "counters/units.yaml", "map/main.yaml", "module.yaml", "scenarios/meeting.yaml"
Changed = Callable[..., Path]


def begun(module: Module) -> Game:
    return new_game(module, "meeting", {}, ScriptedChance(()))


@pytest.fixture
def old(blank: Path) -> Game:
    """Return a game of the old module."""
    return begun(load_module(blank))


def along(game: Game, module: Module) -> Game:
    after, _ = apply(game, moved_along(game, module))
    return after


def first(game: Game, key: str) -> int:
    return next(id for id, piece in game.pieces.items() if game.kinds[piece.kind].key == key)


def property_of(game: Game, piece: int, name: str) -> object:
    """Return the value kept by the piece's own trait of that name."""
    compiled = compile_kind(game.kind_of(piece))
    [slot] = compiled.slots_of[name]
    return game.pieces[piece].state[slot]


def test_nothing_is_done_where_all_stays_as_it_is(changed: Changed, old: Game) -> None:
    assert moved_along(old, load_module(changed(ABOUT, ("version: 0.1.0", "version: 0.2.0")))) == ()


def test_a_deck_in_no_place_of_its_map_stays_and_is_not_missed(blank: Path) -> None:
    cards, table = blank / "scenarios" / "meeting.yaml", blank / "map" / "cards.yaml"
    table.write_text("{id: cards, name: Cards, size: [400, 300]}", encoding="utf-8")
    cards.write_text(
        cards.read_text(encoding="utf-8") + "decks:\n- {name: Draw, map: cards, point: [100, 100], cards: []}\n",
        encoding="utf-8",
    )
    about = blank / "module.yaml"
    about.write_text(
        about.read_text(encoding="utf-8").replace("map/main.yaml", "map/main.yaml, map/cards.yaml", 1), encoding="utf-8"
    )
    module = load_module(blank)
    game = begun(module)
    deck = game.holders[game.named["Draw"]]
    assert (deck.place, deck.x) == ("Draw", 100)
    assert moved_along(game, module) == ()
    assert left_behind(game, module) == LeftBehind()


def test_pieces_become_what_the_module_says_of_their_kinds(changed: Changed, old: Game) -> None:
    module = load_module(changed(UNITS, ("attack: 3", "attack: 4"), ("name: Red infantry", "name: Red rifles")))
    game = along(old, module)
    assert game.module == module.name
    piece = first(game, "red_infantry")
    assert game.kind_of(piece) == module.components.kinds["red_infantry"]
    assert (game.kind_of(piece).name, game.kind_of(piece).traits[0].values["attack"]) == ("Red rifles", 4)
    assert game.kind_of(first(game, "red_armour")) == old.kind_of(first(old, "red_armour"))
    assert {id: piece.at for id, piece in game.pieces.items()} == {id: piece.at for id, piece in old.pieces.items()}


def test_a_kind_whose_key_is_gone_is_found_by_its_name(changed: Changed, old: Game) -> None:
    changed(SCENARIO, ("blue_artillery", "blue_guns"))
    module = load_module(changed(UNITS, ("id: blue_artillery", "id: blue_guns")))
    assert first(along(old, module), "blue_guns") == first(old, "blue_artillery")


def test_a_kind_that_is_gone_stays_as_it_was(changed: Changed, old: Game) -> None:
    changed(SCENARIO, ("blue_artillery", "blue_guns"))
    module = load_module(changed(UNITS, ("id: blue_artillery, name: Blue artillery", "id: blue_guns, name: Guns")))
    assert first(along(old, module), "blue_artillery") == first(old, "blue_artillery")


def test_states_are_kept_by_traits_wherever_these_now_stand(changed: Changed, old: Game) -> None:
    piece = first(old, "red_infantry")
    [level] = compile_kind(old.kind_of(piece)).slots_of["Strength_Level"]
    flipped, _ = apply(old, (Set(piece, level, 2),))
    fuel = "      - {trait: property, name: Fuel, start: 3, number: yes}\n      - trait: layer\n"
    module = load_module(changed(UNITS, ("      - trait: layer\n", fuel)))
    game = along(flipped, module)
    [now] = compile_kind(game.kind_of(piece)).slots_of["Strength_Level"]
    assert now != level
    assert game.pieces[piece].state[now] == 2
    assert property_of(game, piece, "Fuel") == 3
    other = first(game, "blue_infantry")
    assert game.pieces[other].state[now] == 1


@pytest.mark.parametrize(("levels", "level"), [(("third",), 2), ((), 1)])
def test_a_layer_begins_anew_only_where_it_has_fewer_levels(
    changed: Changed, old: Game, levels: tuple[str, ...], level: int
) -> None:
    piece = first(old, "red_infantry")
    [slot] = compile_kind(old.kind_of(piece)).slots_of["Strength_Level"]
    flipped, _ = apply(old, (Set(piece, slot, 2),))
    reduced = next(line for line in (BLANK / UNITS).read_text().splitlines() if "name: reduced" in line)
    others = "".join(f"\n          - {{name: {name}}}" for name in levels)
    changed(SCENARIO, ("state: {Strength: reduced}", "state: {}"))
    module = load_module(changed(UNITS, (reduced, f"{reduced}{others}" if levels else "")))
    assert along(flipped, module).pieces[piece].state[slot] == level


def test_what_lies_in_a_place_moves_with_it(changed: Changed, old: Game) -> None:
    module = load_module(changed(MAP, ("x0: 120", "x0: 260")))
    board = module.components.maps["main"]
    game = along(old, module)
    moved = [change for change in moved_along(old, module) if isinstance(change, HolderPlace)]
    assert moved
    for id, holder in game.holders.items():
        if holder.map >= 0 and holder.place:
            assert board.place_at(holder.x, holder.y) == holder.place == old.holders[id].place


def test_on_a_map_that_keeps_pixels_it_stays_where_it_lay(changed: Changed, old: Game) -> None:
    module = load_module(changed(MAP, ("x0: 120", "x0: 260"), ("hex_px: 160", "anchored: pixel\nhex_px: 160")))
    board = module.components.maps["main"]
    game = along(old, module)
    lying = {id: held for id, held in game.holders.items() if held.map >= 0 and held.form == "stack"}
    assert any(held.place != old.holders[id].place for id, held in lying.items())
    for id, held in lying.items():
        assert (held.x, held.y) == (old.holders[id].x, old.holders[id].y)
        assert held.place == board.place_at(held.x, held.y)


def test_what_lies_freely_within_its_place_stays_where_it_is(changed: Changed, old: Game) -> None:
    id, holder = next((id, h) for id, h in old.holders.items() if h.map >= 0 and h.place and h.form == "stack")
    aside, _ = apply(old, (HolderPlace(id, holder.map, holder.x + 3, holder.y - 2, holder.place),))
    module = load_module(changed(UNITS, ("attack: 3", "attack: 4")))
    assert not [change for change in moved_along(aside, module) if isinstance(change, HolderPlace)]


def test_where_the_place_is_gone_it_lies_at_its_point(changed: Changed, old: Game) -> None:
    lost, _ = apply(old, (MakeHolder(900, Holder("box", 0, 5000, 5000, "Atlantis", 0, 0, (), (3, 3), (0, 0))),))
    module = load_module(changed(UNITS, ("attack: 3", "attack: 4")))
    assert HolderPlace(900, 0, 5000, 5000, "") in moved_along(lost, module)


def test_what_the_module_knows_nothing_of_is_named(changed: Changed, old: Game) -> None:
    module = load_module(changed(UNITS, ("attack: 3", "attack: 4")))
    assert left_behind(old, module) == LeftBehind()
    assert left_behind(old, module).told() == ""
    piece = first(old, "red_infantry")
    strange = Kind("nowhere", "Ghost")
    box = Holder("box", 0, 5000, 5000, "Atlantis", 0, 0, (), (3, 3), (0, 0))
    lost, _ = apply(old, (Know(900, strange), Recast(piece, 900, ()), MakeHolder(901, box)))
    lost = replace(lost, maps=(*lost.maps, "cellar"))
    lost, _ = apply(lost, (MakeHolder(902, replace(box, map=len(lost.maps) - 1)),))
    left = left_behind(lost, module)
    assert left == LeftBehind((("Ghost", 1),), (("Atlantis", 1),), ("cellar",))
    assert left.told() == (
        "Counters that this version lacks stay as they are: Ghost. Places that this version lacks are"
        " dropped; their stacks stay where they are: Atlantis. Maps that this version lacks are hidden: cellar."
    )


def test_the_table_itself_and_its_properties_come_along(changed: Changed, old: Game) -> None:
    table = "properties: {Gold: 5}\ntable:\n  - {trait: report, keys: [hello], text: Hello}\n"
    module = load_module(changed(ABOUT, ("options:\n", f"{table}options:\n")))
    game = along(old, module)
    assert game.properties["Gold"] == 5
    [piece] = [id for id in game.pieces if game.holder_of(id).name == "the table"]
    assert game.kind_of(piece) == module.components.table
    again = load_module(changed(ABOUT, ("text: Hello", "text: Hi")))
    later = along(replace(game, properties={**game.properties, "Gold": 3}), again)
    assert later.kind_of(piece) == again.components.table
    assert later.properties["Gold"] == 3
    assert left_behind(later, again) == LeftBehind()


WEATHER = """trackers:
  - name: Weather
    levels:
      - {name: Morning, names: [Rain, Fog], property: Morning, within: ''}
      - {name: Evening, names: [Clouds, Stars], property: Evening, within: ''}
"""


def test_a_new_tracker_begins_as_in_a_new_game(changed: Changed, old: Game) -> None:
    module = load_module(changed(ABOUT, ("trackers:\n", WEATHER)))
    updated, new = along(old, module).properties, begun(module).properties
    assert (updated["tracker:Weather:Morning"], updated["tracker:Weather:Evening"]) == (0, -1)
    assert updated == new


def test_a_new_property_of_a_tracker_has_its_present_label(changed: Changed, old: Game) -> None:
    later = replace(old, properties={**old.properties, "tracker:Turn:Turn": 2, "tracker:Turn:Side": 1})
    named = ("names: [Red, Blue]", "names: [Red, Blue], property: On_move")
    game = along(later, load_module(changed(ABOUT, named)))
    assert game.properties == {**later.properties, "tracker:Turn:Phase": 0, "On_move": "Blue"}


def test_a_game_can_be_brought_along_where_nothing_differs(changed: Changed, old: Game) -> None:
    module = load_module(changed(ABOUT, ("version: 0.1.0", "version: 0.2.0")))
    after, _ = apply(old, brought_along(old, module))
    assert (after.module, after.pieces) == (module.name, old.pieces)


def test_new_options_are_in_force_as_usual(changed: Changed, old: Game) -> None:
    more = "options:\n  - {id: weather, title: Weather, choices: [fair, foul], usual: fair}\n"
    game = along(old, load_module(changed(ABOUT, ("options:\n", more))))
    assert game.options == {**old.options, "weather": "fair"}


def test_a_game_of_other_sides_cannot_be_moved_along(old: Game, blank: Path) -> None:
    with pytest.raises(MoveAlongError, match="is played by Red and Blue, but this game by Red and Green"):
        moved_along(replace(old, sides=("Red", "Green")), load_module(blank))


def test_it_is_a_step_that_everybody_sees_and_that_can_be_taken_back(changed: Changed, old: Game) -> None:
    module = load_module(changed(UNITS, ("attack: 3", "attack: 4")))
    session = Session(Journal.in_memory(old, "00" * 32), module.components, now_ms=lambda: 0)
    news: list[News] = []
    connection = session.join("Anna", news.append)
    step = session.adopt("Anna", module.name, moved_along(old, module))
    assert session.game.module == connection.view.module == module.name
    assert news[0].told[0].key == "module-changed"
    assert news[-1].is_whole
    connection.undo()
    connection.undo((("take-back-anyway", True),))
    assert session.game.module == old.module
    assert session.game.pieces == old.pieces
    assert step in session.journal.steps()


def test_a_patch_cannot_take_a_map_away(old: Game) -> None:
    with pytest.raises(Exception, match="keeps the maps it has"):
        apply(old, (Adopt(old.module, ()),))
