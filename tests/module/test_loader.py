"""A module is loaded completely, or all its errors are reported."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from tabletop.game.traits.appearance_traits import DrawnFace, Layer
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.documents import yaml_text
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.packed_modules import pack

Changed: TypeAlias = Callable[..., Path]


def problems_of(path: Path) -> list[str]:
    with pytest.raises(ModuleProblems) as raised:
        load_module(path)
    return [str(problem) for problem in raised.value.problems]


def same(one: Module, other: Module) -> bool:
    parts = ("about", "name", "sheets", "components", "faces", "tray", "scenarios", "authored")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


def test_a_module_has_what_its_files_say(blank: Path) -> None:
    module = load_module(blank)
    assert (module.name.id, module.name.version) == ("trial", "0.1.0")
    assert module.sides == ("Red", "Blue")
    assert list(module.sheets) == ["main"]
    assert list(module.components.maps) == ["main"]
    assert module.components.maps["main"].find("Northwood") == "0403"
    assert list(module.scenarios) == ["meeting"]
    assert [each.group for each in module.tray] == ["Units"] * 6 + ["Markers"] * 4
    assert [level.name for level in module.components.trackers["Turn"].levels] == ["Turn", "Side", "Phase"]
    assert module.page(module.about.pages[0]).startswith("# Sequence of play")


def test_a_kind_has_its_patterns_traits_innermost_and_the_nearest_values(blank: Path) -> None:
    kind = load_module(blank).components.kinds["red_armour"]
    assert [type(trait).__name__ for trait in kind.traits] == ["MarkTrait", "Layer", "MovedMark", "Mask", "Delete"]
    assert kind.traits[0] == MarkTrait({"move": 6, "echelon": "XX", "symbol": "armour", "attack": 5, "reduced": 3})
    assert (kind.side, kind.width, kind.limit) == ("Red", 104, 2)


def test_faces_are_given_what_the_piece_is_unless_the_author_says_otherwise(blank: Path) -> None:
    [layer] = [trait for trait in load_module(blank).components.kinds["red_armour"].traits if isinstance(trait, Layer)]
    full, reduced = [level.picture for level in layer.levels]
    assert isinstance(full, DrawnFace)
    assert isinstance(reduced, DrawnFace)
    shown = {"attack": "5", "echelon": "XX", "move": "6", "side": "Red", "symbol": "armour", "strength": "full"}
    assert full.values == shown
    assert reduced.values == {**shown, "attack": "{reduced}", "strength": "reduced"}


def test_the_cache_gives_the_same_module_without_reading_again(
    blank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = ModuleCache(tmp_path / "cache")
    first = load_module(blank, cache)
    monkeypatch.setattr(yaml_text, "yaml", None)
    assert same(load_module(blank, cache), first)


@pytest.mark.parametrize("content", [b"", b"{}", b"\x91" * 1000, msgspec.msgpack.encode({"records": 7, "tray": []})])
def test_a_damaged_cache_does_no_harm(blank: Path, tmp_path: Path, content: bytes) -> None:
    cache = ModuleCache(tmp_path / "cache")
    first = load_module(blank, cache)
    cache.put(first.name.digest, content)
    assert same(load_module(blank, cache), first)


def test_what_was_kept_by_an_older_schema_is_read_again(blank: Path, tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path / "cache")
    first = load_module(blank, cache)
    kept = msgspec.msgpack.decode(cache.get(first.name.digest) or b"")
    kept["records"]["forms"][0]["fields"].remove("licence")
    cache.put(first.name.digest, msgspec.msgpack.encode(kept))
    assert same(load_module(blank, cache), first)


def test_a_change_is_seen_through_the_cache(changed: Changed, blank: Path, tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path / "cache")
    before = load_module(blank, cache)
    changed("counters/units.yaml", ("move: 4", "move: 5"))
    after = load_module(blank, cache)
    assert before.name.digest != after.name.digest
    assert after.components.kinds["red_infantry"].traits[0].values["move"] == 5


def test_a_packed_module_is_the_same(blank: Path, tmp_path: Path) -> None:
    pack(blank, tmp_path / "trial.wtmod")
    assert same(load_module(tmp_path / "trial.wtmod"), load_module(blank))


def test_what_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    assert problems_of(tmp_path / "none")[0].endswith("none: does not exist")
    assert problems_of(tmp_path / "file") == ["file: is not a packed module"]
    assert problems_of(tmp_path / "empty") == ["module.yaml: does not exist"]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("map/main.yaml", "columns: {digits: 2}", "columns: {digits: 99999999}", "a number of 12 or less"),
        ("map/main.yaml", "columns: {digits: 2}", "columns: {style: letters, start: 1000000}", "of 99999 or less"),
        ("map/main.yaml", "rows: 8", "rows: 2000\n      only: []", None),
        ("map/main.yaml", "columns: 12\n      rows: 8", "columns: 2000\n      rows: 2000", "at most 250,000 cells"),
        ("map/main.yaml", "per_row: 4", "per_row: 0", "a number of 1 or more"),
        ("counters/units.yaml", "count: 5", "count: 5, width: 99999999", "a number of 10000 or less"),
        ("scenarios/meeting.yaml", "[game_turn]", "[{piece: disrupted, count: 99999999}]", "of 100000 or less"),
        (
            "scenarios/meeting.yaml",
            "[game_turn]",
            "[{piece: disrupted, count: 99999}, {piece: disrupted, count: 9}]",
            "at most 100,000 pieces in all",
        ),
    ],
)
def test_what_no_machine_could_hold_is_refused(
    changed: Changed, file: str, old: str, new: str, expected: str | None
) -> None:
    path = changed(file, (old, new))
    if expected is None:
        load_module(path)
    else:
        assert any(expected in problem for problem in problems_of(path))


def test_mistakes_of_all_files_are_told_at_once(changed: Changed) -> None:
    changed("module.yaml", ("dice:", "dise:"))
    changed("map/main.yaml", ("columns: 12", "columns: twelve"))
    assert [problem.split(": ")[0] for problem in problems_of(changed("counters/units.yaml"))] == ["module.yaml:25:1"]
    changed("module.yaml", ("dise:", "dice:"))
    changed("counters/units.yaml", ("side: Blue", "side: Blew"))
    changed("counters/faces.yaml", ("type: circle", "type: round"))
    changed("scenarios/meeting.yaml", ("turn: 3", "turn: three"))
    files = [problem.split(":")[0] for problem in problems_of(changed("module.yaml"))]
    assert files == ["counters/faces.yaml", "counters/units.yaml", "map/main.yaml", "scenarios/meeting.yaml"]


UNITS, MARKERS, ABOUT, SCENARIO, FACES = (
    "counters/units.yaml",
    "counters/markers.yaml",
    "module.yaml",
    "scenarios/meeting.yaml",
    "counters/faces.yaml",
)

ROLE = "access: {kind: sides, roles: [{name: A,"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            ABOUT,
            "maps: [map/main.yaml]",
            "maps: [map/mian.yaml]",
            "'map/mian.yaml' does not exist; did you mean 'map/main.yaml'?",
        ),
        (ABOUT, "maps: [map/main.yaml]", "maps: []", "found 'maps', expected at least one of these in a game"),
        (ABOUT, "roll: 2d6", "roll: 2w6", "module.yaml:27:29: '2w6' is not a roll"),
        (ABOUT, "roll: 2d6", "roll: 2d", "module.yaml:27:29: '2d' is not a roll"),
        (ABOUT, "roll: 1d6", "roll: 2d6kh3", "26:28: Of 2 dice, 3 cannot be kept or dropped"),
        (ABOUT, "mark: star", "mark: stra", "expected a sign; did you mean 'star'?"),
        (
            ABOUT,
            "usual: off",
            "usual: of",
            "found 'of', expected one of the choices, one of off, on; did you mean 'off'?",
        ),
        (
            ABOUT,
            "- {id: Blue, title",
            "- {id: Red, title: Rd, mark: ring, colour: ink, soft: ink}\n  - {id: Blue, title",
            "found 'Red', expected each name only once",
        ),
        (ABOUT, "pages:", "access: {kind: closed}\npages:", "expected one of moderated, open, sides"),
        (ABOUT, "pages:", f"{ROLE} sides: []}}]}}\npages:", "found an empty list, expected 1 or more"),
        (ABOUT, "pages:", f"{ROLE} sides: [Rde]}}]}}\npages:", "found 'Rde', expected a side of this game"),
        (ABOUT, "pages:", f"{ROLE} sides: [Red], maps: [mian]}}]}}\npages:", "did you mean 'main'?"),
        (ABOUT, "pages:", f"{ROLE} sides: [Red], zones: [West]}}]}}\npages:", "expected a zone of its maps"),
        (
            ABOUT,
            "pages:",
            f"{ROLE} sides: [Red], moves: 'move >'}}]}}\npages:",
            "found 'move >', expected an",
        ),
        (ABOUT, "pages:", f"{ROLE} sides: [Red]}}, {{name: A, sides: [Blue]}}]}}\npages:", "each name only once"),
        (ABOUT, "charts/sequence.md", "charts/sequenec.md", "did you mean 'charts/sequence.md'?"),
        (ABOUT, "credits: CREDITS.md", "credits: CREDIT.md", "that says who made what"),
        (ABOUT, "side: Red, count: 8", "side: Red, count: 9", "found '9', expected as many as the piece files have, 8"),
        (ABOUT, "group: Units, side: Blue", "group: Unit, side: Blue", "a group of pieces"),
        (
            UNITS,
            "side: Red, like: [infantry]",
            "side: Rde, like: [infantry]",
            "found 'Rde', expected a side of this game",
        ),
        (UNITS, "like: [armour], count: 2", "like: [amour], count: 2", "found 'amour', expected a pattern"),
        (UNITS, "  unit:\n", "  unit:\n    like: [infantry]\n", "expected a pattern that is not like this one in turn"),
        (UNITS, "id: red_armour", "id: red_infantry", "found 'red_infantry', expected an id that no other piece has"),
        (UNITS, "template: back", "template: bakc", ":19:37: found 'bakc', expected a template of the face book"),
        (UNITS, "{strength: full}", "{strenght: full}", "expected a value that the face shows"),
        (UNITS, '"{reduced}"', '"{reduced +}"', "counters/units.yaml:14:113: In '{reduced +}'"),
        (UNITS, "trait: moved-mark", "trait: moved_mark", "did you mean 'moved-mark'?"),
        (UNITS, "trait: moved-mark", "trait: moved-mark\n        picture: moved.png", "a picture file of this module"),
        (MARKERS, "patterns:\n  marker:", "patterns:\n  unit: {}\n  marker:", "a pattern that no other file describes"),
        (FACES, 'style: "{side}"', "style: Green", "found 'Green', expected a style"),
        (FACES, 'style: "{side}"', 'style: "{nation}"', "The face needs a value for nation"),
        (SCENARIO, '"0103"', '"0133"', "found '0133', expected a place of the map 'main'; did you mean '0303'?"),
        (SCENARIO, '{at: "0103"', '{map: mian, at: "0103"', "expected a map of this game, 'main'"),
        (SCENARIO, "[red_armour]", "[red_amour]", "found 'red_amour', expected a piece of this game, one of"),
        (SCENARIO, "[game_turn]", "[game_turn, game_turn]", "expected no more of these than the 1 in the box"),
        (
            SCENARIO,
            "Strength: reduced",
            "Strenght: reduced",
            "found 'Strenght', expected a property of 'blue_infantry'",
        ),
        (SCENARIO, "Strength: reduced", "Strength: halved", "expected a level of this layer, one of full, reduced"),
        (SCENARIO, "{Turn: [0, 0, 0]}", "{Trun: [0]}", "found 'Trun', expected a tracker of this game"),
        (SCENARIO, "{Turn: [0, 0, 0]}", "{Turn: [0, 0]}", "expected 3 positions, one for each of its levels"),
        (SCENARIO, "{Turn: [0, 0, 0]}", "{Turn: [0, 2, 0]}", "found '2', expected a position from 0 to 1"),
        (SCENARIO, "notes:", "unused_maps: [mian]\nnotes:", "expected a map of this game, 'main'"),
        (SCENARIO, "notes:", "unused_phases: {Trun: [Move]}\nnotes:", "found 'Trun', expected a tracker of this game"),
        (SCENARIO, "notes:", "unused_phases: {Turn: [Mvoe]}\nnotes:", "found 'Mvoe', expected a name on this tracker"),
        (SCENARIO, "notes:", "options: {fgo: on}\nnotes:", "found 'fgo', expected an option of this game"),
        (SCENARIO, "notes:", "options: {fog: maybe}\nnotes:", "found 'maybe', expected one of the choices"),
        (SCENARIO, "waiting: turns", "waiting: tunrs", "found 'tunrs', expected a track of this game"),
        (SCENARIO, "turn: 3", "turn: 33", "found '33', expected the number of a cell of the track 'turns'"),
        (SCENARIO, "side: Blue", "side: Green", "found 'Green', expected a side of this game"),
        (
            SCENARIO,
            "notes:",
            "hands:\n- {name: h, side: Red}\n- {name: h, side: Grey}\nnotes:",
            "no other deck or hand has",
        ),
    ],
)
def test_documents_must_agree(changed: Changed, file: str, old: str, new: str, said: str) -> None:
    found = problems_of(changed(file, (old, new)))
    assert any(said in problem for problem in found), found


def test_every_trait_that_cannot_be_understood_is_told(changed: Changed, blank: Path) -> None:
    changed(UNITS, ('"{reduced}"', '"{reduced +}"'), ("call: {key: ctrl D, menu: Remove}", "call: {menu: '{('}"))
    found = problems_of(blank)
    assert [problem.split(": ")[0] for problem in found] == ["counters/units.yaml:14:113", "counters/units.yaml:23:23"]


def test_scenarios_and_maps_have_ids_of_their_own(changed: Changed, blank: Path) -> None:
    shutil.copy(blank / SCENARIO, blank / "scenarios/again.yaml")
    changed(ABOUT, ("[scenarios/meeting.yaml]", "[scenarios/meeting.yaml, scenarios/again.yaml]"))
    assert problems_of(blank) == [
        "scenarios/again.yaml:2:5: found 'meeting', expected an id that no other scenario has"
    ]


@pytest.fixture
def family(blank: Path) -> Path:
    folder = blank.parent / "air_war"
    folder.mkdir()
    (folder / "module.yaml").write_text(
        "{id: air_war, title: Air war, version: '1', kind: family, summary: x, licence: x, pieces: [patterns.yaml]}"
    )
    (folder / "CREDITS.md").write_text("x")
    (folder / "patterns.yaml").write_text("group: planes\npatterns:\n  plane: {width: 60, values: {altitude: 3}}\n")
    return folder


def test_pieces_may_be_like_the_patterns_of_a_family(
    family: Path, changed: Changed, blank: Path, tmp_path: Path
) -> None:
    cache = ModuleCache(tmp_path / "cache")
    changed(ABOUT, ("summary:", "uses: [air_war]\nsummary:"))
    changed(MARKERS, ("like: [marker], count: 1", "like: [marker, plane], count: 1"))
    assert load_module(blank, cache).components.kinds["game_turn"].width == 60
    (family / "patterns.yaml").write_text("group: planes\npatterns:\n  plane: {width: 70}\n")
    assert load_module(blank, cache).components.kinds["game_turn"].width == 70
    assert load_module(family).about.kind == "family"
    (family / "patterns.yaml").write_text("group: [planes]\n")
    assert problems_of(blank)[0].startswith("air_war:patterns.yaml:1:8: found a list of 1, expected a name")


def test_a_family_that_is_not_at_hand(changed: Changed) -> None:
    assert problems_of(changed(ABOUT, ("summary:", "uses: [sea_war]\nsummary:"))) == [
        "module.yaml:5:8: 'sea_war:module.yaml' does not exist"
    ]


def test_the_name_of_a_family_does_not_lead_out_of_the_module(blank: Path, changed: Changed) -> None:
    (blank.parent / "secret").mkdir()
    (blank.parent / "secret/diary.yaml").write_text("{password: sesame}")
    for family in ("../secret", "./secret", "/secret"):
        (found,) = problems_of(changed(ABOUT, ("faces: counters/faces.yaml", f"faces: '{family}:diary.yaml'")))
        assert found.startswith(f"module.yaml:14:8: '{family}:diary.yaml' is not a file of this game or of a family")
        changed(ABOUT, (f"faces: '{family}:diary.yaml'", "faces: counters/faces.yaml"))


@pytest.mark.parametrize(("file", "line"), [("charts/sequence.md", "30:37"), ("CREDITS.md", "7:10")])
def test_a_page_that_leads_out_of_the_module_is_refused(blank: Path, tmp_path: Path, file: str, line: str) -> None:
    (tmp_path / "secret.md").write_text("what is none of the module's")
    (blank / file).unlink(missing_ok=True)
    (blank / file).symlink_to(tmp_path / "secret.md")
    assert problems_of(blank) == [
        f"module.yaml:{line}: '{file}' leads out of the module's folder; only files inside it are read"
    ]


def test_a_file_that_is_too_large_is_named_itself(blank: Path) -> None:
    with (blank / "counters" / "units.yaml").open("ab") as file:
        file.truncate(yaml_text.LARGEST_BYTES + 1)
    assert problems_of(blank) == ["counters/units.yaml: is larger than 16 MB"]


def test_authored_values_are_counted(changed: Changed, blank: Path, tmp_path: Path) -> None:
    changed(UNITS, ("group: Units", "basis: {attack: authored/guess, move: source/rules}\ngroup: Units"))
    changed(SCENARIO, ("tracker:", "basis: {setup: authored/history, at: source/map}\ntracker:"))
    cache = ModuleCache(tmp_path / "cache")
    assert load_module(blank, cache).authored == 4 + 13
    assert load_module(blank, cache).authored == 4 + 13
