"""Games as files, from the command line."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.journal.journal import Journal
from tabletop.module.library import find_module
from tabletop.module.new_module import new_module

MOVE = '{"do": "move", "pieces": [6], "to": {"to": "place", "map": "main", "place": "0604"}}'
SCRIPT = ('{"do": "take-seat", "sides": ["Red", "Blue"]}', MOVE, '{"do": "roll", "dice": "2d6", "why": "attack"}')


@pytest.fixture
def played(game, wartable, tmp_path):
    """Return the file of a game with three steps."""
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(SCRIPT), encoding="utf-8")
    assert wartable("do", game, "--as", "Anna", "--script", script).code == ExitCode.WELL
    return game


def chain_of(file: Path) -> bytes:
    with Journal.watch(file) as journal:
        return journal.chain


def test_a_scenario_becomes_a_game(wartable, tmp_path):
    ran = wartable("new-game", "border_war", "--scenario", "meeting", "--out", tmp_path / "new.wartable")
    assert (ran.code, ran.err) == (ExitCode.WELL, "")
    with Journal.open(tmp_path / "new.wartable") as journal:
        assert (journal.last, journal.game.scenario, len(journal.game.pieces)) == (0, "meeting", 15)
        assert len(bytes.fromhex(journal.seed)) == len(journal.game.secret) / 2 == 32


def test_an_unknown_scenario_is_told_with_the_nearest(wartable, tmp_path):
    ran = wartable("new-game", "border_war", "--scenario", "meating", "--out", tmp_path / "new.wartable")
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert ran.err == "wartable: Border War has no scenario 'meating'. Did you mean 'meeting'?\n"
    assert not (tmp_path / "new.wartable").exists()


def test_a_game_is_begun_with_these_choices_of_its_options(wartable, tmp_path):
    new, chosen = tmp_path / "new.wartable", ("--option", "rule-16-1-4=used", "--option", "G-01=five")
    assert wartable("new-game", "fire_in_the_sky", *chosen, "--out", new).code == ExitCode.WELL
    with Journal.open(new) as journal:
        options = journal.game.options
        assert (options["rule-16-1-4"], options["G-01"], options["rule-16-1-5"]) == ("used", "five", "not-used")


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("rule-16-1-4", "'rule-16-1-4' names no choice: write an option as ID=CHOICE."),
        ("rule-16-1-4=on", "The option 'rule-16-1-4' has no choice 'on'; choose one of not-used, used."),
        ("16.1.4=used", "Fire in the Sky has no option '16.1.4', but has one for this rule; choose 'rule-16-1-4'."),
        ("fog=on", "Fire in the Sky has no option 'fog'; choose one of "),
    ],
)
def test_an_unknown_option_or_choice_is_refused(wartable, tmp_path, option: str, told: str):
    new = tmp_path / "new.wartable"
    ran = wartable("new-game", "fire_in_the_sky", "--option", option, "--out", new)
    assert (ran.code, ran.out, new.exists()) == (ExitCode.USAGE, "", False)
    assert ran.err.startswith(f"wartable: {told}")


def test_nothing_is_overwritten_by_accident(wartable, game):
    before = game.read_bytes()
    ran = wartable("new-game", "border_war", "--out", game)
    assert ran.code == ExitCode.FILE
    assert "already exists" in ran.err
    assert game.read_bytes() == before
    assert wartable("new-game", "border_war", "--out", game, "--replace").code == ExitCode.WELL
    assert game.read_bytes() != before


def test_replay_tells_each_step_and_where_it_stands(wartable, played):
    ran = wartable("replay", played)
    told, stands = ran.lines[:3], ran.lines[3:]
    assert told[0].split() == ["1", "Anna", "plays", "Red", "and", "Blue"]
    assert told[1].split()[1:] == ["Anna", "moves", "Red", "infantry", "from", "0103", "to", "0604"]
    assert "rolls 2d6 for attack" in told[2]
    assert stands == [
        "action    3 of 3",
        "module    border_war 0.1.0, scenario meeting",
        "seats     Anna (Red, Blue)",
        "pieces    Red 7, Blue 7, of no side 1",
    ]


@pytest.mark.parametrize(("to", "place"), [(1, "0103"), (2, "0604")])
def test_replay_stops_where_it_is_told_to(wartable, played, to, place):
    ran = wartable("replay", played, "--to", to, "--pieces")
    assert f"action    {to} of 3" in ran.lines
    assert f"6\tRed\tRed infantry\t{place}\tmain" in ran.lines


def test_replay_beyond_the_record_is_refused(wartable, played):
    ran = wartable("replay", played, "--to", 4)
    assert (ran.code, ran.out) == (ExitCode.FILE, "")
    assert ran.err == "wartable: 'game.wartable' holds actions 0 to 3, no action 4.\n"


def test_replay_verify_and_export_need_no_module(wartable, played, monkeypatch):
    monkeypatch.setenv("WARTABLE_MODULES", "")
    for command in ("replay", "verify", "export"):
        assert wartable(command, played).code == ExitCode.WELL
    ran = wartable("do", played, "--as", "Anna", "--script", "/dev/null")
    assert ran.code == ExitCode.FILE
    assert ran.err.startswith("wartable: This game is played with the module 'border_war' (version 0.1.0)")


def test_verify_as_json(wartable, played):
    ran = wartable("verify", played, "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["ok"], found["events"], found["last"]) == (ExitCode.WELL, True, 3, 3)
    assert found["chain"] == chain_of(played).hex()


def test_verify_finds_what_was_changed(wartable, played):
    with sqlite3.connect(played) as file:
        file.execute("UPDATE steps SET seat = 'Bert' WHERE seq = 2")
    file.close()
    ran = wartable("verify", played)
    assert (ran.code, ran.out, ran.err) == (ExitCode.WRONG, "", "wartable: Action 2 has been changed.\n")
    found = json.loads(wartable("verify", played, "--json").out)
    assert (found["ok"], found["events"], found["last"]) == (False, 1, 1)


def test_text_leads_back_to_the_same_game(wartable, played, tmp_path):
    text, again = tmp_path / "game.txt", tmp_path / "again.wartable"
    assert wartable("export", played, "--out", text).code == ExitCode.WELL
    assert wartable("export", played).out == text.read_text(encoding="utf-8")
    assert wartable("import", text, "--out", again).code == ExitCode.WELL
    assert chain_of(again) == chain_of(played)
    assert wartable("verify", again).code == ExitCode.WELL


def test_a_game_is_not_replaced_by_its_own_text(wartable, played):
    ran = wartable("export", played, "--out", played, "--replace")
    assert (ran.code, ran.err) == (
        ExitCode.FILE,
        "wartable: 'game.wartable' is the file of this game itself: choose another name.\n",
    )
    assert wartable("verify", played).code == ExitCode.WELL


def test_a_copy_is_the_same_game_also_while_it_is_played(wartable, played, tmp_path):
    with Journal.open(played):
        assert wartable("copy", played, "--out", tmp_path / "copy.wartable").code == ExitCode.WELL
    assert chain_of(tmp_path / "copy.wartable") == chain_of(played)


def test_compacted_a_game_begins_where_it_stands(wartable, played):
    before = chain_of(played)
    ran = wartable("compact", played)
    assert ran.out == "'game.wartable' now begins at action 3; 3 actions before it are dropped.\n"
    assert chain_of(played) == before
    assert wartable("replay", played).lines[0] == "action    3 of 3"


def test_a_game_is_brought_to_another_version(wartable, played, tmp_path):
    ran = wartable("bring-along", played)
    assert ran.code == ExitCode.FILE
    assert "was found: name one with --to." in ran.err
    with Journal.watch(played) as journal:
        module = journal.game.module
    later = tmp_path / "later"
    shutil.copytree(find_module(module.id), later)
    text = (later / "module.yaml").read_text(encoding="utf-8")
    (later / "module.yaml").write_text(text.replace(module.version, "9.9"), encoding="utf-8")
    ran = wartable("bring-along", played, "--to", later, "--json")
    assert ran.code == ExitCode.WELL, ran.err
    said = json.loads(ran.out)
    assert said["module"]["version"] == "9.9"
    assert (said["counters"], said["stacks"], said["left"]) == (0, 0, {"kinds": [], "places": [], "maps": []})
    assert said["differs"] == {"counters": 0, "come": [], "go": [], "move": []}
    assert "updates the game to version 9.9 of its module" in wartable("replay", played).out


def test_a_game_that_cannot_be_written_is_not_said_to_be_brought_along(wartable, played):
    with Journal.watch(played) as journal:
        module = journal.game.module
    with closing(sqlite3.connect(played, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        ran = wartable("bring-along", played, "--to", str(find_module(module.id)))
    assert (ran.code, ran.out) == (ExitCode.FILE, "")
    assert "another program is writing to it" in ran.err


@pytest.mark.parametrize(
    ("flags", "guns", "deck", "said"),
    [
        (
            (),
            True,
            False,
            "Counters that this version lacks stay as they are: Blue artillery.\n"
            "Decks differ from this version's (--decks updates them). These decks are new: E.",
        ),
        (
            ("--away",),
            False,
            False,
            "1 counter that this version lacks was removed.\n"
            "Decks differ from this version's (--decks updates them). These decks are new: E.",
        ),
        (
            ("--away", "--decks"),
            False,
            True,
            "1 counter that this version lacks was removed.\n"
            "The decks were reset to this version. These decks are new: E.",
        ),
    ],
)
def test_a_game_that_is_brought_along_loses_counters_and_gets_decks_where_that_is_asked(
    wartable, tmp_path, flags, guns, deck, said
):
    folder = new_module("Trial", tmp_path)
    game = tmp_path / "game.wartable"
    assert wartable("new-game", folder, "--out", game).code == ExitCode.WELL
    units, scenario, about = (
        folder / name for name in ("counters/units.yaml", "scenarios/meeting.yaml", "module.yaml")
    )
    units.write_text(units.read_text().replace("id: blue_artillery, name: Blue artillery", "id: guns, name: Guns"))
    units.write_text(units.read_text().replace("count: 5", "count: 6"))
    about.write_text(about.read_text().replace("count: 8", "count: 9", 1))
    deck_e = "decks:\n- {name: E, point: [100, 100], cards: [red_infantry]}\n"
    scenario.write_text(scenario.read_text().replace("blue_artillery", "guns") + deck_e)
    ran = wartable("bring-along", game, "--to", folder, *flags)
    assert ran.code == ExitCode.WELL, ran.err
    assert ran.out.endswith(f"{said}\n")
    with Journal.watch(game) as journal:
        now = journal.game
    assert ("Blue artillery" in {now.kind_of(id).name for id in now.pieces}, "E" in now.named) == (guns, deck)


def test_a_game_that_is_being_played_is_not_replaced(wartable, played, tmp_path):
    text, other = tmp_path / "game.txt", tmp_path / "other.wartable"
    assert wartable("export", played, "--out", text).code == ExitCode.WELL
    assert wartable("import", text, "--out", other).code == ExitCode.WELL
    with Journal.open(played):
        replacing = [("import", text), ("copy", other), ("export", other), ("new-game", "border_war")]
        for command in replacing:
            ran = wartable(*command, "--out", played, "--replace")
            assert (ran.code, ran.err.count("open in another program")) == (ExitCode.BUSY, 1)
    assert wartable("verify", played).code == ExitCode.WELL


def test_a_game_that_is_being_played_is_busy(wartable, played):
    with Journal.open(played):
        for command in (("compact", played), ("do", played, "--as", "Anna")):
            ran = wartable(*command)
            assert ran.code == ExitCode.BUSY
            assert "open in another program" in ran.err
        assert wartable("replay", played).code == ExitCode.WELL


def test_a_set_up_of_the_umpires_own_is_saved_and_set_up_again(wartable, game, tmp_path):
    own = tmp_path / "own.yaml"
    ran = wartable("save-setup", game, "--out", own)
    assert (ran.code, ran.err) == (ExitCode.WELL, "")
    assert ran.lines == [f"'{own}' has 15 pieces. Only the umpire may have it."]
    assert wartable("save-setup", game, "--out", own).code == ExitCode.FILE
    new = tmp_path / "new.wartable"
    own.write_text(own.read_text(encoding="utf-8").replace("red_armour", "red_artillery", 1), encoding="utf-8")
    assert wartable("new-game", "border_war", "--setup", own, "--out", new).code == ExitCode.WELL
    with Journal.open(new) as journal, Journal.open(game) as before:
        assert (journal.game.access.kind, before.game.access.kind) == ("moderated", "open")
        assert len(journal.game.pieces) == len(before.game.pieces)
    assert wartable("new-game", "border_war", "--setup", own, "--access", "sides", "--out", new, "--replace").code == 0
    with Journal.open(new) as journal:
        assert journal.game.access.kind == "sides"


def test_a_mistake_in_a_set_up_of_the_umpires_own_is_told_with_its_line(wartable, tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text("module: border_war\nsetup:\n  - {at: nowhere, pieces: [red_armour]}\n", encoding="utf-8")
    ran = wartable("new-game", "border_war", "--setup", own, "--out", tmp_path / "new.wartable")
    assert ran.code == ExitCode.WRONG
    assert "own.yaml:3:10: found 'nowhere', expected a place of the map 'main'" in ran.err
    assert not (tmp_path / "new.wartable").exists()
