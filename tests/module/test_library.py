"""The available modules: on the shelves, and wherever the user has set up a game."""

import shutil
from pathlib import Path

import pytest

from tabletop.game.state.game import ModuleName
from tabletop.module import library, shipped
from tabletop.module.library import LibraryError, find_module, module_of_game, modules_at_hand, remember, user_folder
from tabletop.module.new_module import new_module
from tabletop.module.packed_modules import pack


def ids() -> list[str]:
    """Return the ids of the available modules, without those that come with the program."""
    return [each.about.id for each in modules_at_hand() if not each.path.is_relative_to(shipped.path("modules"))]


def test_a_module_that_lies_anywhere_is_found_again_once_a_game_was_set_up_from_it(tmp_path: Path) -> None:
    folder = new_module("Border War", tmp_path)
    assert not ids()
    remember(folder)
    remember(folder)
    assert ids() == ["border_war"]
    assert module_of_game(ModuleName("border_war", "0.1.0", "")).about.title == "Border War"


def test_a_packed_one_too(tmp_path: Path) -> None:
    pack(new_module("Border War", tmp_path), tmp_path / "war.wtmod")
    remember(tmp_path / "war.wtmod")
    assert ids() == ["border_war"]


def test_what_is_on_a_shelf_is_not_listed_twice() -> None:
    user_folder().mkdir(parents=True)
    remember(new_module("Border War", user_folder()))
    assert ids() == ["border_war"]


def test_it_is_known_by_its_name_whatever_else_is_wrong_with_it(tmp_path: Path) -> None:
    file = new_module("Border War", tmp_path) / "module.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "rivers: none\n", encoding="utf-8")
    remember(file.parent)
    assert ids() == ["border_war"]
    file.write_text("id: border_war\n", encoding="utf-8")
    assert not ids()


def test_what_has_gone_is_not_at_hand(tmp_path: Path) -> None:
    folder = new_module("Border War", tmp_path)
    remember(folder)
    shutil.rmtree(folder)
    assert not ids()


def test_a_list_that_cannot_be_read_or_written_is_no_list(tmp_path: Path) -> None:
    folder = new_module("Border War", tmp_path)
    user_folder().parent.mkdir(parents=True)
    list_of_modules = user_folder().parent / "modules.json"
    list_of_modules.write_bytes(b"\xff")
    assert not ids()
    list_of_modules.unlink()
    list_of_modules.mkdir()
    remember(folder)
    assert not ids()


def test_the_longest_unused_are_forgotten(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(library, "_MOST_MET", 2)
    for name in ("One", "Two", "Three"):
        remember(new_module(name, tmp_path))
    assert ids() == ["three", "two"]


def test_what_is_meant_is_a_folder_a_file_or_a_name(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = new_module("Border War", tmp_path)
    pack(folder, tmp_path / "war.wtmod")
    remember(folder)
    assert find_module(str(folder)) == folder
    assert find_module(str(tmp_path / "war.wtmod")) == tmp_path / "war.wtmod"
    (tmp_path / "millers_ford").mkdir()
    assert find_module("millers_ford") == shipped.path("modules", "millers_ford"), "a folder that is no module"


@pytest.mark.parametrize("name", ["notes", "notes/readme.txt"])
def test_what_is_there_but_is_no_module_is_said_to_be_none(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("Read me.", encoding="utf-8")
    with pytest.raises(LibraryError) as raised:
        find_module(str(tmp_path / name))
    assert str(raised.value) == (
        f"'{tmp_path / name}' is not a module: name a folder that holds a module.yaml, a .wtmod file,"
        " or cartwheel, fire_in_the_sky, forlorn_hopes, larch_hill, millers_ford or sallow_bridge."
    )
