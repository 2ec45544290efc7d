"""A module is imported once, and a save finds the module it was played with."""

import os
from pathlib import Path

import pytest

from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.loader import load_module
from tabletop.module.schema.module_file import IMPORTER
from tabletop.vassal import module_shelf
from tabletop.vassal.files.archive import Archive, Metadata
from tabletop.vassal.files.command_forms import read_command
from tabletop.vassal.files.game_commands import Uses
from tabletop.vassal.files.save_files import VassalSave, not_understood, read_saved
from tabletop.vassal.module_import import OutputError
from tabletop.vassal.module_shelf import (
    NoModuleError,
    left_out,
    missing_extensions,
    module_of_save,
    original_at_hand,
    shelved,
)


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for the modules of a user who has none yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("WARTABLE_MODULES", raising=False)
    return tmp_path / "data" / "wartable" / "modules"


def board(vassal) -> str:
    sheet = vassal.element("module.map.boardPicker.Board", name="B", width="400", height="300")
    return vassal.element("module.Map", vassal.element("module.map.BoardPicker", sheet), mapName="Map")


def test_a_module_is_imported_once(vassal, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = vassal.vmod(board(vassal))
    folder = shelved(file)
    assert folder.parent == shelf
    monkeypatch.setattr(module_shelf, "import_module", lambda *_: pytest.fail("it was imported again"))
    assert shelved(file) == folder


def another_importer(folder: Path) -> None:
    """Change a module into one from an older importer, without changing the time of its file."""
    about = folder / "module.yaml"
    text = about.read_text(encoding="utf-8")
    report = folder / "import-report.json"
    at = report.stat()
    assert f"importer: {IMPORTER}" in text
    about.write_text(text.replace(f"importer: {IMPORTER}", "before: 1"), encoding="utf-8")
    os.utime(about, ns=(at.st_atime_ns, at.st_mtime_ns))


def test_a_module_of_another_importer_is_imported_again_with_what_was_added_to_it(vassal, shelf: Path) -> None:
    file = vassal.vmod(board(vassal))
    folder = shelved(file)
    (folder / "assist.yaml").write_text("# rules\n")
    another_importer(folder)
    with pytest.raises(ModuleProblems, match=r"Another version .* Drop its \.vmod file on the window again"):
        load_module(folder)
    assert original_at_hand(folder) == file
    assert shelved(file) == folder
    assert load_module(folder).rules == ("assist.yaml",)
    assert [each.name for each in shelf.iterdir()] == [folder.name]


def test_what_was_changed_by_hand_is_kept_aside(vassal, shelf: Path) -> None:
    file = vassal.vmod(board(vassal))
    folder = shelved(file)
    changed = folder / "CREDITS.md"
    changed.write_text("by hand\n")
    os.utime(changed, ns=(0, (folder / "import-report.json").stat().st_mtime_ns + 10**9))
    another_importer(folder)
    shelved(file)
    assert changed.read_text() != "by hand\n"
    assert sorted(each.name for each in shelf.iterdir()) == [f".{folder.name}.1", folder.name]
    assert (shelf / f".{folder.name}.1" / "CREDITS.md").read_text() == "by hand\n"


def test_an_import_that_fails_leaves_what_was_there(vassal, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = vassal.vmod(board(vassal))
    folder = shelved(file)
    another_importer(folder)

    def fails(*_: object) -> None:
        raise OutputError("no room")

    with pytest.raises(OutputError):
        shelved(file, fails)
    assert [each.name for each in shelf.iterdir()] == [folder.name]
    assert "before: 1" in (folder / "module.yaml").read_text()


def test_a_file_that_is_gone_or_another_by_now_is_no_original(vassal) -> None:
    file = vassal.vmod(board(vassal))
    folder = shelved(file)
    file.write_bytes(vassal.vmod(board(vassal), version="2.0").read_bytes())
    assert original_at_hand(folder) is None
    file.unlink()
    assert original_at_hand(folder) is None


def test_another_version_has_a_folder_of_its_own(vassal) -> None:
    assert shelved(vassal.vmod(board(vassal))) != shelved(vassal.vmod(board(vassal), version="2.0"))


def test_a_save_finds_its_module_and_the_version_it_was_played_with(vassal) -> None:
    old, new = shelved(vassal.vmod(board(vassal))), shelved(vassal.vmod(board(vassal), version="2.0"))
    assert old != new
    about = vassal.about(name="Small", version="1.0", VassalVersion="3.7.5")
    content = vassal.zipped({"savedGame": "begin_save\x1bend_save", "moduledata": about})
    assert module_of_save(read_saved(Archive(vassal.file("A.vsav", content)))) == old


def test_a_save_of_a_module_that_is_not_here_says_which(vassal) -> None:
    about = vassal.about(name="Other", version="3", VassalVersion="3.7.5")
    content = vassal.zipped({"savedGame": "begin_save\x1bend_save", "moduledata": about})
    with pytest.raises(NoModuleError, match=r"A\.vsav belongs to the module 'Other' 3, which is not here"):
        module_of_save(read_saved(Archive(vassal.file("A.vsav", content))))


@pytest.mark.parametrize(("map_", "is_alike"), [("Map", True), ("Other map", False)])
def test_a_module_of_another_name_with_all_the_maps_may_do_instead(
    vassal, monkeypatch: pytest.MonkeyPatch, map_: str, is_alike: bool
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(vassal.folder / "cache"))
    folder = shelved(vassal.vmod(board(vassal)))
    piece = vassal.piece(("piece;;;;A", f"{map_};10;10;1;0"), id="1")
    about = vassal.about(name="Other", version="3", VassalVersion="3.7.5")
    content = vassal.zipped({"savedGame": f"begin_save\x1b{piece}\x1bend_save", "moduledata": about})
    with pytest.raises(NoModuleError, match="module 'Other' 3, which is not here") as missing:
        module_of_save(read_saved(Archive(vassal.file("A.vsav", content))))
    instead = missing.value.instead
    assert (instead is not None and instead.path == folder) is is_alike


def test_a_save_that_names_no_module_is_of_the_one_with_its_maps(vassal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(vassal.folder / "cache"))
    folder = shelved(vassal.vmod(board(vassal)))
    for map_, found in (("Map", folder), ("Other map", None)):
        piece = vassal.piece(("piece;;;;A", f"{map_};10;10;1;0"), id="1")
        content = vassal.zipped({"savedGame": f"begin_save\x1b{piece}\x1bend_save"})
        saved = read_saved(Archive(vassal.file("A.vsav", content)))
        if found is not None:
            assert module_of_save(saved) == found
        else:
            with pytest.raises(NoModuleError, match="does not name its module, and that module is not here"):
                module_of_save(saved)


def test_several_versions_of_the_one_module_with_its_maps_leave_no_doubt(
    vassal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(vassal.folder / "cache"))
    folders = {shelved(vassal.vmod(board(vassal))), shelved(vassal.vmod(board(vassal), version="2.0"))}
    piece = vassal.piece(("piece;;;;A", "Map;10;10;1;0"), id="1")
    content = vassal.zipped({"savedGame": f"begin_save\x1b{piece}\x1bend_save"})
    assert len(folders) == 2
    assert module_of_save(read_saved(Archive(vassal.file("A.vsav", content)))) in folders


def test_extensions_that_a_save_was_played_with_and_that_are_not_here_are_named(vassal, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(vassal.folder / "cache"))
    file = vassal.vmod(board(vassal))
    (file.parent / "Small_ext").mkdir()
    (file.parent / "Small_ext" / "More.vmdx").write_bytes(vassal.vmdx().read_bytes())
    module = load_module(shelved(file))
    assert module.about.extensions == ("More",)
    used = [Uses("extension", "more.vmdx", "1.0"), Uses("extension", "Ships", "2"), Uses("plug-in", "Chat", "1")]
    saved = VassalSave("A.vsav", Metadata(), Metadata(), tuple(used))
    assert missing_extensions(saved, module) == ("Ships",)
    assert left_out(saved, module) == (
        "A.vsav is open. It was played with extensions that were not imported with the module: Ships."
    )


@pytest.mark.parametrize(
    ("played_with", "told"),
    [
        (Metadata("Small", "0.9"), "A.vsav is open. It was played with version 0.9 of the module; this is 1.0."),
        (Metadata("Small", "1.0"), ""),
        (Metadata("Other", "0.9"), ""),
        (Metadata(), ""),
    ],
)
def test_another_version_than_a_save_was_played_with_is_told(vassal, played_with: Metadata, told: str) -> None:
    module = load_module(shelved(vassal.vmod(board(vassal))))
    assert left_out(VassalSave("A.vsav", Metadata(), played_with, ()), module) == told


def test_commands_of_a_modules_own_code_are_named_once(vassal, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(vassal.folder / "cache"))
    module = load_module(shelved(vassal.vmod(board(vassal))))
    steps = (tuple(map(read_command, ("WEATHER\t3", "WEATHER\t4", "supply;on", "NOTES\ta"))),)
    saved = VassalSave("A.vlog", Metadata(), Metadata(), (read_command("WIND\t1"),), steps)
    assert not_understood(saved) == ("WIND", "WEATHER", "supply")
    assert (
        left_out(saved, module)
        == "A.vlog is open. Commands of the module's own code are left out: WIND, WEATHER and supply."
    )
