"""Game modules from the command line: checked, made, packed, described."""

import json

import pytest

from tabletop.cli.failures import ExitCode


@pytest.fixture
def module(wartable, tmp_path):
    """Return the folder of a new module, which a test may change."""
    assert wartable("new-module", "Island Raid", "--in", tmp_path).code == ExitCode.WELL
    return tmp_path / "island_raid"


def test_a_new_module_has_no_mistakes(wartable, module):
    ran = wartable("check", module)
    assert (ran.code, ran.err) == (ExitCode.WELL, "")
    assert ran.lines[0] == "island_raid 0.1.0: no mistakes"
    assert "  109 names of places; authored values: 0" in ran.lines
    assert ran.lines[-1] == "  scenarios: meeting"


def test_check_as_json(wartable):
    ran = wartable("check", "border_war", "--json")
    found = json.loads(ran.out)
    assert ran.code == ExitCode.WELL
    assert (found["module"], found["version"], found["errors"]) == ("border_war", "0.1.0", [])
    assert found["pieces"] == {"Units": {"Red": 8, "Blue": 8}, "Markers": {"none": 4}}
    assert found["scenarios"] == ["meeting"]
    assert {"0604", "Millbridge", "turns.3"} <= set(found["places"])
    assert found["authored"] == 0


def test_every_mistake_is_told_by_its_place(wartable, module):
    about = module / "module.yaml"
    about.write_text(about.read_text(encoding="utf-8").replace("licence:", "license:"), encoding="utf-8")
    for arguments in (("check", module), ("check", module, "--json")):
        assert wartable(*arguments).code == ExitCode.WRONG
    ran = wartable("check", module)
    assert ran.lines[0] == "island_raid: 1 mistake"
    assert any(line.startswith("module.yaml:") for line in ran.err.splitlines())
    assert json.loads(wartable("check", module, "--json").out)["errors"]


def test_what_is_worth_knowing_is_told_and_is_no_mistake(wartable, module):
    sheet = module / "map" / "main.yaml"
    boxes = "boxes:\n  - {name: Reef, rect: [1860, 60, 200, 200]}"
    one_way = "connections: [{set: slide, places: ['0101', Reef], one_way: yes}]"
    sheet.write_text(
        sheet.read_text(encoding="utf-8").replace("\nboxes:", f"\n{one_way}\n{boxes}", 1), encoding="utf-8"
    )
    ran = wartable("check", module)
    assert (ran.code, ran.err) == (ExitCode.WELL, "")
    assert ran.lines[-1].startswith("note: map/main.yaml:")
    assert ran.lines[-1].endswith(": No step leads back from Reef.")
    assert json.loads(wartable("check", module, "--json").out)["notes"] == [ran.lines[-1].removeprefix("note: ")]


def test_a_module_with_mistakes_is_not_played(wartable, module, tmp_path):
    (module / "counters" / "units.yaml").write_text("group: Units\npieces: [", encoding="utf-8")
    ran = wartable("new-game", module, "--out", tmp_path / "game.wartable")
    assert ran.code == ExitCode.WRONG
    assert ran.err.startswith("wartable: counters/units.yaml:")
    assert ran.err.count("\n") == 1


def test_packed_and_unpacked_it_is_the_same(wartable, module, tmp_path):
    packed, again = tmp_path / "raid.wtmod", tmp_path / "again"
    assert wartable("pack", module, "--out", packed).code == ExitCode.WELL
    assert wartable("check", packed, "--json").out == wartable("check", module, "--json").out
    assert wartable("unpack", packed, "--out", again).code == ExitCode.WELL
    assert {file.name: file.read_bytes() for file in again.rglob("*.yaml")} == {
        file.name: file.read_bytes() for file in module.rglob("*.yaml")
    }


def test_what_is_no_module_is_not_packed(wartable, tmp_path):
    ran = wartable("pack", tmp_path, "--out", tmp_path / "x.wtmod")
    assert ran.code == ExitCode.FILE
    assert "holds no module.yaml" in ran.err


def test_a_schema_for_every_kind_of_file(wartable, tmp_path):
    ran = wartable("schemas", "--out", tmp_path / "schemas")
    names = {"module", "map", "faces", "pieces", "scenario", "relief", "rules", "cases", "translation", "umpire-setup"}
    assert {file.name for file in (tmp_path / "schemas").iterdir()} == {f"{name}.schema.json" for name in names}
    assert len(ran.lines) == len(names)
    assert json.loads((tmp_path / "schemas" / "module.schema.json").read_text())["title"] == "ModuleFile"


def test_what_may_be_one_or_a_list_of_them_may_be_so_in_an_editor_too(wartable, tmp_path):
    wartable("schemas", "--out", tmp_path)
    case = json.loads((tmp_path / "cases.schema.json").read_text())["$defs"]["CaseRecord"]
    assert [way["type"] for way in case["properties"]["do"]["anyOf"]] == ["object", "array"]
    condition = json.loads((tmp_path / "faces.schema.json").read_text())["$defs"]["Condition"]
    assert {way["type"] for way in condition["properties"]["given"]["anyOf"]} > {"string", "array"}


def test_authored_values_of_rule_files_are_counted_too(wartable, module):
    about = module / "module.yaml"
    about.write_text(about.read_text(encoding="utf-8") + "rules: [rules.yaml]\n", encoding="utf-8")
    (module / "rules.yaml").write_text(
        "facts:\n- {id: steps, title: Steps, value: '2 + 1', basis: {value: authored/balance}}\n", encoding="utf-8"
    )
    found = json.loads(wartable("check", module, "--json").out)
    assert (found["errors"], found["authored"]) == ([], 1)


def test_the_shipped_game_is_found_by_its_name(wartable):
    found = json.loads(wartable("check", "fire_in_the_sky", "--json").out)
    assert (found["module"], found["errors"]) == ("fire_in_the_sky", [])


def test_what_is_no_module_is_not_looked_through(wartable, game):
    for path in (game.parent, game):
        ran = wartable("check", path, "--json")
        assert (ran.code, ran.out) == (ExitCode.FILE, "")
        assert ran.err.startswith(f"wartable: '{path}' is not a module: name ")


def test_an_unknown_module_is_told_with_the_nearest(wartable):
    ran = wartable("check", "fire_in_te_sky")
    assert (ran.code, ran.out) == (ExitCode.FILE, "")
    assert "Did you mean 'fire_in_the_sky'?" in ran.err


def test_pack_never_writes_into_the_folder_it_packs(wartable, module, monkeypatch):
    before = sorted(module.rglob("*"))
    ran = wartable("pack", module, "--out", module / "maps.wtmod")
    assert ran.code == ExitCode.FILE
    assert "is inside the folder to be packed" in ran.err
    monkeypatch.chdir(module)
    assert wartable("pack", ".").code == ExitCode.WELL
    assert wartable("pack", ".", "--replace").code == ExitCode.WELL
    assert (module.parent / "island_raid.wtmod").is_file()
    assert sorted(module.rglob("*")) == before


def test_a_file_that_cannot_be_packed_is_named(wartable, module):
    (module.parent / "notes.md").write_text("Mine alone.", encoding="utf-8")
    (module / "notes.md").symlink_to(module.parent / "notes.md")
    ran = wartable("pack", module)
    assert ran.err == "wartable: 'notes.md' leads out of the module's folder; only files inside it are read.\n"
