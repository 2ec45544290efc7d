"""A scenario is set up: the positions and states of pieces, the properties, and the sides that see each holder."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tabletop.game.chance import Chance
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import BACKS, COUNT, FACES, SHUT, TOP, Value
from tabletop.game.table_access import OPEN_TABLE, AccessKind, Role, TableAccess
from tabletop.module.loader import load_module
from tabletop.module.setup import SetupError, new_game
from tabletop.module.setup import set_up as from_module

Changed: TypeAlias = Callable[..., Path]
SCENARIO = "scenarios/meeting.yaml"


class Kept(Chance):
    """A source of chance that gives the same results in each run, and records its draws."""

    def __init__(self) -> None:
        self.random = random.Random(7)
        self.drawn: list[str] = []

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        self.drawn.append(f"{why} {'secret' if secret else 'open'}")
        return self.random.randrange(sides)


def set_up(path: Path, scenario: str = "meeting", secret: str = "", **options: Value) -> Game:
    return new_game(load_module(path), scenario, options, Kept(), secret)


def at(game: Game, place: str) -> list[Holder]:
    return [holder for holder in game.holders.values() if holder.place == place]


def names(game: Game, holder: Holder) -> list[str]:
    return [game.kind_of(piece).key for piece in holder.pieces]


def test_pieces_stand_where_the_scenario_says_in_one_stack_bottom_first(blank: Path) -> None:
    game = set_up(blank)
    [stack] = at(game, "1206")
    assert names(game, stack) == ["blue_infantry", "blue_infantry", "blue_artillery"]
    assert (stack.form, game.maps[stack.map]) == ("stack", "main")
    assert (stack.x, stack.y) == load_module(blank).components.maps["main"].point_of("1206")


def test_a_piece_is_in_the_state_that_the_scenario_says(blank: Path) -> None:
    game = set_up(blank)
    [stack] = at(game, "1206")
    _, reduced, _ = (game.pieces[piece] for piece in stack.pieces)
    kind = compile_kind(game.kinds[reduced.kind])
    [slot] = kind.slots_of["Strength"]
    assert [game.pieces[piece].state[slot] for piece in stack.pieces] == [1, 2, 1]


def test_what_arrives_later_waits_on_the_track(blank: Path) -> None:
    game = set_up(blank)
    assert [names(game, holder) for holder in at(game, "turns.3")] == [["red_infantry", "red_armour"]]


def test_the_game_knows_its_module_options_trackers_and_properties(changed: Changed) -> None:
    changed("module.yaml", ("options:", "properties: {weather: dry, supply: 3}\noptions:"))
    path = changed(SCENARIO, ("{Turn: [0, 0, 0]}", "{Turn: [2, 1, 0]}\nproperties: {weather: mud}"))
    module, game = load_module(path), set_up(path, fog="on", secret="s")
    assert (game.module, game.scenario, game.sides, game.secret) == (module.name, "meeting", ("Red", "Blue"), "s")
    assert game.options == {"fog": "on"}
    assert set_up(path).options == {"fog": "off"}
    assert (game.properties["weather"], game.properties["supply"]) == ("mud", 3)
    assert module.components.trackers["Turn"].positions(game.properties.get) == (2, 1, 0)
    assert not game.seats


def test_the_table_has_the_access_of_its_module_unless_another_kind_is_chosen(changed: Changed, blank: Path) -> None:
    assert set_up(blank).access == OPEN_TABLE
    said = "access: {kind: sides, roles: [{name: Staff, sides: [Red], moves: move > 4, ends_phases: no, answers: no}]}"
    module = load_module(changed("module.yaml", ("options:", f"{said}\noptions:")))
    staff = Role("Staff", ("Red",), "move > 4", ends_phases=False, answers=False)
    kinds: tuple[AccessKind | None, ...] = (None, "open", "moderated")
    made = [from_module(module, "meeting", {}, Kept(), access=kind).game for kind in kinds]
    assert [game.access for game in made] == [TableAccess(kind or "sides", (staff,)) for kind in kinds]


def test_setting_up_twice_gives_the_same_game(blank: Path) -> None:
    assert set_up(blank) == set_up(blank)


def test_sides_that_stay_apart_stack_apart(changed: Changed) -> None:
    path = changed(
        SCENARIO, ('{at: "0104", pieces: [red_armour]}', '{at: "0104", pieces: [red_armour, blue_infantry]}')
    )
    together = set_up(path)
    assert [names(together, holder) for holder in at(together, "0104")] == [["red_armour", "blue_infantry"]]
    path = changed(
        SCENARIO, ("[red_armour, blue_infantry]}", '[red_armour]}\n  - {at: "0104", pieces: [blue_infantry]}')
    )
    changed("module.yaml", ("faces:", "apart: [main]\nfaces:"))
    apart = set_up(path)
    assert [names(apart, holder) for holder in at(apart, "0104")] == [["red_armour"], ["blue_infantry"]]


@pytest.mark.parametrize("lay", ["row", "grid"])
def test_pieces_laid_out_in_a_box_lie_each_for_itself_inside_it(changed: Changed, lay: str) -> None:
    placement = f"- {{at: Red losses, lay: {lay}, pieces: [{{piece: red_infantry, count: 3}}, red_artillery]}}"
    path = changed(SCENARIO, ("setup:\n", f"setup:\n  {placement}\n"), ("red_infantry, red_infantry", "disrupted"))
    path = changed(SCENARIO, ("[red_infantry, red_artillery]", "[red_infantry]"))
    game = set_up(path)
    holders = at(game, "Red losses")
    board = load_module(path).components.maps["main"]
    assert [names(game, holder) for holder in holders] == [["red_infantry"]] * 3 + [["red_artillery"]]
    assert len({(holder.x, holder.y) for holder in holders}) == 4
    assert {board.place_at(holder.x, holder.y) for holder in holders} == {"Red losses"}


def test_an_offset_moves_pieces_from_where_they_would_snap(changed: Changed) -> None:
    [plain] = at(set_up(changed(SCENARIO)), "0104")
    [moved] = at(set_up(changed(SCENARIO, ('{at: "0104",', '{at: "0104", offset: [12, -8],'))), "0104")
    assert (moved.x - plain.x, moved.y - plain.y) == (12, -8)


def test_decks_are_shuffled_in_secret_and_hands_belong_to_their_side(changed: Changed) -> None:
    more = """
decks:
  - {name: Events, at: Blue losses, cards: [{piece: disrupted, count: 20}, {piece: entrenched, count: 20}]}
  - {name: Open, at: "0505", cards: [disrupted], face: up, shuffled: no}
hands:
  - {name: Red hand, side: Red, pieces: [entrenched, entrenched]}
notes:"""
    path = changed(SCENARIO, ("\nnotes:", more))
    module, chance = load_module(path), Kept()
    game = new_game(module, "meeting", {}, chance)
    deck, face_up, hand = (game.holders[game.named[name]] for name in ("Events", "Open", "Red hand"))
    assert (deck.form, deck.place, deck.looks, len(deck.pieces)) == ("deck", "Blue losses", (BACKS, BACKS), 40)
    assert names(game, deck) != ["disrupted"] * 20 + ["entrenched"] * 20
    assert set(chance.drawn) == {"shuffle Events secret"}
    assert face_up.looks == (TOP, TOP)
    assert (hand.form, hand.owner, hand.looks, hand.map) == ("hand", 0, (FACES, COUNT), -1)


def test_pieces_with_holds_come_with_them(changed: Changed) -> None:
    mat = "      - {trait: mat, name: Transport, holds: [{name: Cargo}]}\n      - trait: moved-mark"
    game = set_up(changed("counters/units.yaml", ("      - trait: moved-mark", mat)))
    assert sum(holder.form == "hold" for holder in game.holders.values()) == 14
    assert not [holder for holder in game.holders.values() if holder.form == "box"]


@pytest.mark.parametrize(
    ("scenario", "options", "said"),
    [
        ("nope", {}, "Trial has no scenario 'nope'; choose 'meeting'."),
        ("meeting", {"fgo": "on"}, "Trial has no option 'fgo'; choose 'fog'."),
        ("meeting", {"fog": "thick"}, "The option 'fog' has no choice 'thick'; choose one of off, on."),
    ],
)
def test_what_is_not_in_the_module_is_refused(blank: Path, scenario: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(SetupError) as raised:
        set_up(blank, scenario, **options)
    assert str(raised.value) == said


@pytest.mark.parametrize(
    ("open_", "deck_looks", "stack_looks"),
    [("no", (BACKS, SHUT), (FACES, SHUT)), ("yes", (BACKS, BACKS), (FACES, FACES))],
)
def test_what_lies_on_a_map_of_a_side_is_seen_by_that_side_alone_unless_it_is_open(
    changed: Changed, open_: str, deck_looks: tuple[int, ...], stack_looks: tuple[int, ...]
) -> None:
    changed("map/main.yaml", ("hex_px: 160", f"hex_px: 160\nprivate: {{sides: [Red], open: {open_}}}"))
    decks = "decks:\n- {name: Events, at: Blue losses, cards: [disrupted]}\n"
    game = set_up(changed(SCENARIO, ("setup:", f"{decks}setup:")))
    [stack] = at(game, "1206")
    assert (game.holders[game.named["Events"]].looks, stack.looks, game.sides[stack.owner]) == (
        deck_looks,
        stack_looks,
        "Red",
    )
