"""Which modules are at hand: on the shelves, and wherever the user has set up a game from."""

import shutil
from pathlib import Path

from tabletop.game.game import ModuleName
from tabletop.module import library, shipped
from tabletop.module.library import module_of_game, modules_at_hand, remember, user_folder
from tabletop.module.packing import pack
from tabletop.module.template import new_module


def ids() -> list[str]:
    """The games at hand besides those that come with the program."""
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
