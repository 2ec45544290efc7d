"""Fire in the Sky as data: the counters listed in the rules, ratings within bounds, two consistent set-ups."""

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tabletop.dice import ScriptedChance
from tabletop.game.appearance.piece_display import appearance_of, name_of, viewed
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Act, At, MovePieces, RollDice
from tabletop.game.decide import decide
from tabletop.game.sight.audience import Audience
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import Value
from tabletop.game.traits.appearance_traits import Layer
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.module import shipped
from tabletop.module.contents.map_files import properties_of
from tabletop.module.documents.problems import Problems
from tabletop.module.documents.value_basis import MarkedValue, marked_values
from tabletop.module.documents.yaml_text import Plain, read_yaml
from tabletop.module.loader import load_module
from tabletop.module.schema.module_file import DiceButton
from tabletop.module.schema.record_base import Half
from tabletop.module.schema.scenario import SetPiece
from tabletop.module.setup import new_game
from tests.game.projection import project

FOLDER = shipped.path("modules", "fire_in_the_sky")
MODULE = load_module(FOLDER)
KINDS = {each.kind.key: each.kind for each in MODULE.tray}
GROUP = {each.kind.key: each.group for each in MODULE.tray}
PLACES = properties_of(MODULE.sheets["pacific"])
PACIFIC = MODULE.components.maps["pacific"]
SCENARIOS = ("december-1941", "july-1942")
CARRIERS = {"CV", "CVL", "BBV"}
OPTIONAL = {"jp_cv_hosho_ryujo", "jp_cv_unryu_shinano", "jp_bbv_ise_hyuga", "us_cv_ranger"}
HOME = {"Japan": "Kure or Yokosuka", "US": "West Coast USA", "ANZAC": "West Coast USA", "Britain": "Indian Ocean Ports"}


def values_of(kind: Kind) -> dict[str, Value]:
    """Return the constant values of a kind."""
    return {
        name: value for trait in kind.traits if isinstance(trait, MarkTrait) for name, value in trait.values.items()
    }


VALUES = {key: values_of(kind) for key, kind in KINDS.items()}
NAVAL = [key for key, group in GROUP.items() if group == "naval"]
LAND = [key for key, group in GROUP.items() if group == "land"]


def number(key: str, name: str) -> int:
    value = VALUES[key][name]
    assert isinstance(value, int), (key, name, value)
    return value


def halves(key: str, name: str) -> int:
    return Half.from_text(str(VALUES[key][name])).halves


# --- counters -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "side", "count"),
    [
        ("naval", "JP", 33),
        ("naval", "AL", 82),
        ("land", "JP", 11),
        ("land", "AL", 14),
        ("air", "JP", 15),
        ("air", "AL", 15),
        ("replacements", "JP", 3),
        ("replacements", "AL", 7),
    ],
)
def test_units_as_the_rules_count_them(group: str, side: str, count: int) -> None:
    assert sum(each.count for each in MODULE.tray if each.group == group and each.kind.side == side) == count


@pytest.mark.parametrize(
    ("kinds", "count"),
    [
        (("jp_fleet_1", "jp_fleet_2", "jp_fleet_3", "us_task_force_1", "us_task_force_2", "us_task_force_3"), 6),
        (("british_fleet",), 1),
        (("jp_screen_1", "jp_screen_2", "jp_screen_3", "us_screen_1", "us_screen_2", "us_screen_3"), 6),
        (("british_screen",), 1),
        (("tokyo_express",), 1),
        (("game_turn",), 1),
        (("victory_points",), 1),
        (("oil_points",), 1),
        (("merchantmen_pool",), 1),
        (("transport_jp", "transport_us", "transport_br"), 3),
        (("submarines_jp", "submarines_us"), 2),
        (("occupied_base",), 5),
        (("battle",), 1),
        (("air_status_jp", "air_status_al"), 2),
        (("air_points_jp", "air_points_al"), 2),
        (("air_strike_hit",), 15),
        (("additional_hit",), 5),
        (("cube_jp", "cube_al"), 30),
    ],
)
def test_markers_as_the_rules_count_them(kinds: tuple[str, ...], count: int) -> None:
    in_the_box = {each.kind.key: each.count for each in MODULE.tray}
    assert sum(in_the_box[kind] for kind in kinds) == count


def test_there_is_nothing_else_in_the_box() -> None:
    assert sum(each.count for each in MODULE.tray) == 115 + 25 + 30 + 10 + 54 + 30
    assert sorted(set(GROUP.values())) == ["air", "cubes", "land", "markers", "naval", "replacements"]


def test_what_has_no_limit_in_play() -> None:
    """The number of counters limits units. Markers, cubes and Replacements may be taken from the tray (G-01, 6.3)."""
    unlimited = {key for key, kind in KINDS.items() if not kind.limit}
    groups = Counter(GROUP[key] for key in unlimited)
    assert groups == {"replacements": 5, "cubes": 2, "markers": 14 + 3}
    assert {"occupied_base", "air_strike_hit", "additional_hit"} <= unlimited


@pytest.mark.parametrize(
    ("side", "classes"),
    [
        ("JP", {"CV": 7, "CVL": 3, "BBV": 1, "BB": 6, "CA": 5, "CL": 3, "DD": 8}),
        ("AL", {"CV": 14, "CVL": 8, "BB": 16, "CB": 1, "CA": 11, "CL": 11, "CLAA": 4, "DD": 17}),
    ],
)
def test_naval_units_by_class(side: str, classes: dict[str, int]) -> None:
    assert Counter(VALUES[key]["class"] for key in NAVAL if KINDS[key].side == side) == classes


@pytest.mark.parametrize("key", NAVAL)
def test_naval_ratings_are_within_the_tables(key: str) -> None:
    japanese, class_ = KINDS[key].side == "JP", VALUES[key]["class"]
    assert 0 <= number(key, "fp") <= 4
    assert 7 <= number(key, "df") <= 12
    assert 1 <= halves(key, "aa") <= 6
    assert 1 <= number(key, "tr") <= 2
    assert 4 <= number(key, "ma") <= 7
    assert ("air" in VALUES[key]) == (class_ in CARRIERS)
    if class_ in ("CV", "CVL"):
        assert number(key, "fp") == 0
    if japanese and class_ in ("CA", "DD"):
        assert number(key, "fp") < 2, "16.2.1 raises it to 2"
    if japanese and class_ == "DD":
        assert halves(key, "aa") == 1, "16.2.6 raises ½ to 1"
    if class_ == "BBV":
        assert number(key, "air") == 2


@pytest.mark.parametrize("key", LAND)
def test_land_ratings(key: str) -> None:
    values = VALUES[key]
    if key == "nl_land_abda":
        assert "reduced" not in values
        assert [level.name for level in layer_of(key).levels] == ["full"]
        return
    assert 1 <= number(key, "reduced") < number(key, "full")
    assert [level.name for level in layer_of(key).levels] == ["full", "reduced"]
    assert number(key, "tr") in (4, 6, 8)


def layer_of(key: str) -> Layer:
    return next(trait for trait in KINDS[key].traits if isinstance(trait, Layer))


def test_what_the_examples_of_the_rules_say_of_land_units() -> None:
    assert any(
        values["full"] == 2 and values["reduced"] == 1 for key in LAND if (values := VALUES[key])["type"] != "army"
    )
    assert {number(key, "tr") for key in LAND if VALUES[key]["name"] in ("14th Army", "25th Army")} == {8}
    marines = [key for key in LAND if KINDS[key].side == "AL" and "marine" in VALUES[key]]
    assert len(marines) == 4
    assert {VALUES[key]["nation"] for key in marines} == {"US"}


def test_whose_transport_points_move_a_unit() -> None:
    pools = {"Japan": "Japan", "US": "US", "ANZAC": "US", "Britain": "Britain", "Netherlands": "none"}
    for key in (*NAVAL, *LAND):
        assert VALUES[key]["pool"] == pools[str(VALUES[key]["nation"])], key
    assert {VALUES[key]["pool"] for key in GROUP if GROUP[key] == "air" and KINDS[key].side == "AL"} == {
        "US or Britain"
    }


def test_counters_are_two_fifths_of_a_hex_and_markers_fit_their_tracks() -> None:
    pacific, board = MODULE.sheets["pacific"], MODULE.sheets["battle-board"]
    for key, group in GROUP.items():
        assert KINDS[key].width == KINDS[key].height > 0
        if group in ("naval", "land", "air", "replacements"):
            assert KINDS[key].width == round(pacific.hex_px * 0.40)
    record = next(track for track in pacific.tracks if track.name == "general-track")
    assert KINDS["victory_points"].width <= min(record.cell)
    points = next(track for track in board.tracks if track.name == "allied-air-points")
    assert KINDS["air_points_al"].width <= min(points.cell)


def test_names_on_counters_are_short_and_differ_within_a_class() -> None:
    seen: Counter[tuple[Value, ...]] = Counter()
    for key in (*NAVAL, *LAND):
        values = VALUES[key]
        assert len(str(values["name"])) <= 26, values["name"]
        seen[values["nation"], values.get("class"), values["name"]] += 1
    assert set(seen.values()) == {1}


# --- where values come from ---------------------------------------------------------------------------------------


def document(file: str) -> dict[str, Plain]:
    problems = Problems()
    node = read_yaml((FOLDER / file).read_bytes(), file, problems)
    assert node is not None
    assert not problems
    assert isinstance(node.value, dict)
    return node.value


def marks_of(file: str) -> dict[tuple[str | int, ...], MarkedValue]:
    return {value.path: value for value in marked_values(document(file))}


@pytest.mark.parametrize("file", ["naval", "land", "replacements"])
def test_every_value_of_a_unit_says_where_it_comes_from(file: str) -> None:
    file = f"counters/{file}.yaml"
    marks = marks_of(file)
    pieces = document(file)["pieces"]
    assert isinstance(pieces, list)
    for index, piece in enumerate(pieces):
        assert isinstance(piece, dict)
        values = piece["values"]
        assert isinstance(values, dict)
        for name in values:
            assert ("pieces", index, "values", name) in marks, (piece["id"], name)


@pytest.mark.parametrize("file", ["december_1941", "july_1942"])
def test_all_of_set_up_and_schedule_says_where_it_comes_from(file: str) -> None:
    marks = marks_of(f"scenarios/{file}.yaml")
    assert marks
    for section in ("setup", "arrivals"):
        entries = document(f"scenarios/{file}.yaml")[section]
        assert isinstance(entries, list)
        assert {path[1] for path in marks if path[0] == section} == set(range(len(entries)))


def test_only_what_the_rules_name_is_called_theirs() -> None:
    named = set()
    for file in ("counters/naval.yaml", "counters/land.yaml"):
        marks, pieces = marks_of(file), document(file)["pieces"]
        assert isinstance(pieces, list)
        for index, piece in enumerate(pieces):
            assert isinstance(piece, dict)
            if not marks["pieces", index, "name"].is_authored:
                named.add(piece["id"])
    japanese = {"akagi_kaga", "hiryu_soryu", "junyo_hiyo", "hosho_ryujo", "unryu_shinano"}
    others = {"jp_bbv_ise_hyuga", "jp_bb_ise_hyuga", "us_cv_ranger", "nl_land_abda"}
    assert named == {f"jp_cv_{name}" for name in japanese} | others


def test_authored_values_are_counted() -> None:
    assert MODULE.authored > 1_500


# --- options ------------------------------------------------------------------------------------------------------


def test_rulings_and_optional_rules_are_switches() -> None:
    options = {option.id: option for option in MODULE.about.options}
    optional = [f"rule-16-{part}-{n}" for part, last in ((1, 8), (2, 6), (3, 1)) for n in range(1, last + 1)]
    assert [id for id in options if id.startswith("rule-")] == optional
    assert len(optional) == 15
    for option in options.values():
        assert option.why.endswith("."), option.id
        assert option.usual == option.choices[0], option.id
    assert {options[id].usual for id in optional} == {"not-used"}
    assert options["G-28"].choices == ("each-after-first", "hits-minus-one")


# --- scenarios ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def game(scenario: str) -> Game:
    seats = {"allies": Seat((1,)), "both": Seat((0, 1))}
    return replace(new_game(MODULE, scenario, {}, ScriptedChance([])), seats=seats)


def lying(game: Game) -> Iterator[tuple[int, str, str, str]]:
    """Yield every piece: id, kind, map, place."""
    for id, piece in game.pieces.items():
        holder = game.holders[piece.at]
        yield id, game.kind_of(id).key, game.maps[holder.map], holder.place


def state_of(game: Game, piece: int, name: str) -> Value:
    return viewed(game, MODULE.components, "both").read(piece, name)


def test_every_counter_in_the_box_is_on_the_table(game: Game) -> None:
    assert Counter(kind for _, kind, _, _ in lying(game)) == {each.kind.key: each.count for each in MODULE.tray}


def test_no_unit_lies_where_there_is_no_place(game: Game) -> None:
    for _, kind, board, place in lying(game):
        assert MODULE.components.maps[board].find(place) if place else kind.startswith("cube"), (kind, board, place)


def test_every_unit_is_set_up_scheduled_lost_or_optional(scenario: str) -> None:
    file = MODULE.scenarios[scenario]
    where: Counter[str] = Counter()
    in_pools: set[str] = set()
    for placement in file.setup:
        keys = [piece.piece if isinstance(piece, SetPiece) else piece for piece in placement.pieces]
        where.update(key for key in keys if GROUP[key] in ("naval", "land"))
        if placement.at in ("Japanese pool", "Allied pool"):
            in_pools.update(key for key in keys if GROUP[key] in ("naval", "land"))
    for arrival in file.arrivals:
        where.update(piece.piece if isinstance(piece, SetPiece) else piece for piece in arrival.pieces)
    assert where == Counter([*NAVAL, *LAND])
    assert in_pools == OPTIONAL
    assert {key for key in (*NAVAL, *LAND) if "optional" in VALUES[key]} == OPTIONAL


def control_of(game: Game) -> dict[str, str]:
    """Return the control of each base: the printed flag, unless there is a cube."""
    flags = {"JP": "JP", "none": "neutral"}
    held = {cell: flags.get(values["flag"], "AL") for cell, values in PLACES.items() if values.get("site") == "base"}
    for _, kind, board, place in lying(game):
        if kind.startswith("cube") and board == "pacific":
            held[place] = KINDS[kind].side
    return held


def test_control_and_victory_points_agree(scenario: str, game: Game) -> None:
    held = control_of(game)
    points = sum(int(PLACES[cell]["vp"]) for cell, side in held.items() if side == "JP")
    assert points == {"december-1941": 21, "july-1942": 36}[scenario]
    assert marker(game, "victory_points") == points
    assert Counter(held.values())["neutral"] == (scenario == "december-1941")


def marker(game: Game, kind: str) -> int:
    """Return the position of a marker on the General Record Track."""
    place = next(place for _, key, _, place in lying(game) if key == kind)
    track, _, cell = place.partition(".")
    assert track == "general-track"
    return int(cell)


@pytest.mark.parametrize(
    ("kind", "december", "july"),
    [
        ("merchantmen_pool", 60, 54),
        ("oil_points", 79, 8),
        ("transport_jp", 0, 16),
        ("transport_us", 0, 0),
        ("transport_br", 0, 0),
        ("submarines_jp", 0, 0),
        ("submarines_us", 2, 2),
    ],
)
def test_markers_of_the_record_track(scenario: str, game: Game, kind: str, december: int, july: int) -> None:
    assert marker(game, kind) == (december if scenario == "december-1941" else july)


def test_the_turn_marker_and_the_tracker_agree(scenario: str, game: Game) -> None:
    first = {"december-1941": 1, "july-1942": 4}[scenario]
    assert MODULE.scenarios[scenario].tracker == {"Turn": (first - 1, 0, 0)}
    assert next(place for _, key, _, place in lying(game) if key == "game_turn") == f"turn-track.{first}"


def cell_of(place: str) -> str:
    """Return the hex of the rules for units in a place: for the two Home Bases and Pearl Harbor, that of their boxes
    too.
    """
    stands_for = {slot.name: cell for box in MODULE.sheets["pacific"].boxes for slot, cell in box.cells()}
    return stands_for.get(place) or PACIFIC.find(place) or place


def on_the_map(game: Game) -> Iterator[tuple[int, str, str]]:
    """Yield units in the hexes of the Pacific: id, kind, hex."""
    for id, kind, board, place in lying(game):
        if board == "pacific" and GROUP[kind] in ("naval", "land", "air") and "site" in PLACES.get(cell_of(place), {}):
            yield id, kind, cell_of(place)


def test_units_begin_at_bases_of_their_own_side_within_the_capacities(game: Game) -> None:
    held = control_of(game)
    used: Counter[tuple[str, str]] = Counter()
    capacity = {"naval": "port", "air": "air", "land": "land"}
    for id, kind, cell in on_the_map(game):
        assert held[cell] == KINDS[kind].side, (kind, cell)
        rating = state_of(game, id, "tr")
        assert isinstance(rating, int)
        used[cell, capacity[GROUP[kind]]] += rating
    assert used
    for (cell, what), amount in used.items():
        assert amount <= int(PLACES[cell][what]), (cell, what)


def test_no_japanese_unit_begins_in_an_allied_box(game: Game) -> None:
    for _, kind, _, place in lying(game):
        if place in ("West Coast USA", "Indian Ocean Ports"):
            assert KINDS[kind].side == "AL"


REDUCED = {"december-1941": {"us_land_usaffe", "br_land_malaya"}, "july-1942": {"br_land_burma"}}
"""The reduced armies: the Philippine divisions and III Indian Corps are half trained, and Burma Corps is beaten."""


def test_ships_begin_at_anchor_and_land_units_full_but_for_these(scenario: str, game: Game) -> None:
    reduced = set()
    for id, kind, _, _ in lying(game):
        if GROUP[kind] == "naval":
            assert state_of(game, id, "Shows") == "deployment", kind
        if GROUP[kind] == "land" and state_of(game, id, "Shows") == "reduced":
            reduced.add(kind)
    assert reduced == REDUCED[scenario]


@pytest.mark.parametrize(("side", "december", "july"), [("JP", 16, 15), ("AL", 10, 11)])
def test_air_strength_at_the_start(scenario: str, game: Game, side: str, december: int, july: int) -> None:
    strengths = [
        state_of(game, id, "strength")
        for id, kind, board, _ in lying(game)
        if GROUP[kind] == "air" and KINDS[kind].side == side and board == "pacific"
    ]
    assert sum(each for each in strengths if isinstance(each, int)) == (
        december if scenario == "december-1941" else july
    )


def test_two_points_of_naval_aviation(game: Game) -> None:
    aviation = [id for id, _, _, place in lying(game) if place.startswith("Naval Aviation")]
    assert [state_of(game, id, "strength") for id in aviation] == [2]


def test_reinforcements_wait_in_their_turn_and_come_home(scenario: str, game: Game) -> None:
    waiting = {kind: place for _, kind, _, place in lying(game) if place.startswith("turn-track.")}
    turns = []
    for arrival in MODULE.scenarios[scenario].arrivals:
        turns.append(arrival.turn)
        for key in map(str, arrival.pieces):
            assert waiting.pop(key) == f"turn-track.{arrival.turn}"
            assert arrival.side == KINDS[key].side
            assert arrival.at == HOME[str(VALUES[key]["nation"])], key
    assert list(waiting) == ["game_turn"]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1 if scenario == "december-1941" else 4, 17))


def test_the_dutch_are_gone_in_july(scenario: str, game: Game) -> None:
    removed = {kind for _, kind, _, place in lying(game) if place == "Removed"}
    assert {"nl_cl_de_ruyter", "nl_dd", "nl_land_abda"} <= removed or scenario == "december-1941"
    assert len(removed) == {"december-1941": 0, "july-1942": 14}[scenario]


def test_what_has_happened_before(scenario: str, game: Game) -> None:
    happened = ("manila_ever_jp", "singapore_ever_jp", "singapore_ever_occupied", "surabaya_ever_jp")
    assert {game.properties[name] for name in happened} == {int(scenario == "july-1942")}


def test_cubes_lie_free_of_the_stacks(game: Game) -> None:
    for piece in game.pieces.values():
        holder = game.holders[piece.at]
        if game.kinds[piece.kind].key.startswith("cube"):
            assert len(holder.pieces) == 1


# --- in the hand --------------------------------------------------------------------------------------------------


def pressed(game: Game, piece: int, key: str, seat: str = "both") -> Game:
    done = decide(game, Act((piece,), key), seat, ScriptedChance([]), MODULE.components)
    assert isinstance(done, Done), done
    return apply(game, done.patch)[0]


def one(game: Game, key: str) -> int:
    return next(id for id, kind, _, _ in lying(game) if kind == key)


@pytest.mark.parametrize(
    ("key", "flipped", "name"),
    [
        ("jp_cv_akagi_kaga", "operational", "CV Akagi, Kaga"),
        ("us_land_hawaii", "reduced", "Hawaiian Department (24th, 25th Divisions) (reduced)"),
        ("dutch_air", "strength 2", "Dutch air unit"),
        ("replacements_jp", "back", "Japanese Replacements"),
        ("game_turn", "Allied part", "Game Turn"),
        ("air_strike_hit", "hit", "Hit"),
        ("air_status_jp", "supremacy", "Japanese Air Supremacy"),
    ],
)
def test_counters_are_turned_over(key: str, flipped: str, name: str) -> None:
    game = replace(new_game(MODULE, "december-1941", {}, ScriptedChance([])), seats={"both": Seat((0, 1))})
    piece = one(game, key)
    after = pressed(game, piece, "ctrl F")
    reading = viewed(after, MODULE.components, "both")
    assert reading.read(piece, "Shows") == flipped
    assert name_of(reading, piece) == name
    assert appearance_of(reading, piece).shown != appearance_of(viewed(game, MODULE.components, "both"), piece).shown


def test_abda_has_no_other_side() -> None:
    game = replace(new_game(MODULE, "december-1941", {}, ScriptedChance([])), seats={"both": Seat((0, 1))})
    assert not isinstance(
        decide(game, Act((one(game, "nl_land_abda"),), "ctrl F"), "both", ScriptedChance([]), MODULE.components), Done
    )


@pytest.mark.parametrize(
    ("key", "press", "place"),
    [
        ("us_bb_arizona_oklahoma", "remove", "Removed"),
        ("jp_air", "to pool", "Japanese pool"),
        ("us_air", "to pool", "Allied pool"),
    ],
)
def test_counters_leave_the_map_by_their_menu(key: str, press: str, place: str) -> None:
    game = replace(new_game(MODULE, "december-1941", {}, ScriptedChance([])), seats={"both": Seat((0, 1))})
    piece = next(id for id, kind, board, _ in lying(game) if kind == key and board == "pacific")
    assert {id: at for id, _, _, at in lying(pressed(game, piece, press))}[piece] == place


def test_a_hidden_task_force_is_not_there_for_the_other_side(game: Game) -> None:
    ship = one(game, "us_cv_saratoga_enterprise")
    after = pressed(game, ship, "ctrl H", "allies")
    japan = after.sides.index("JP")
    before, seen = (len(project(each, Audience((japan,))).pieces) for each in (game, after))
    assert seen == before - 1
    assert len(project(after, Audience((1 - japan,))).pieces) == len(after.pieces)


def test_the_turn_marker_clears_all_moved_marks() -> None:
    game = replace(new_game(MODULE, "december-1941", {}, ScriptedChance([])), seats={"both": Seat((0, 1))})
    carrier = one(game, "jp_cv_akagi_kaga")
    done = decide(game, MovePieces((carrier,), At("pacific", "Kure")), "both", ScriptedChance([]), MODULE.components)
    assert isinstance(done, Done)
    moved = apply(game, done.patch)[0]
    assert state_of(moved, carrier, "Moved") is True
    assert state_of(pressed(moved, one(moved, "game_turn"), "clear all moved"), carrier, "Moved") is False


@pytest.mark.parametrize("button", MODULE.about.dice, ids=lambda button: button.roll)
def test_the_dice_buttons_roll(button: DiceButton) -> None:
    game = replace(new_game(MODULE, "december-1941", {}, ScriptedChance([])), seats={"both": Seat((0, 1))})
    faces = [6] * int(button.roll.partition("d")[0])
    assert isinstance(
        decide(game, RollDice(button.roll, button.title), "both", ScriptedChance(faces), MODULE.components), Done
    )
