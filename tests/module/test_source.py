"""Files of a module in a folder, and their allowed names."""

import os
from pathlib import Path

import pytest

from tabletop.module.source import FolderSource, SourceError, found_in, unsafe_name


def refusal(source: FolderSource, name: str) -> str:
    with pytest.raises(SourceError) as raised:
        source.read(name)
    return str(raised.value)


@pytest.fixture
def source(tmp_path: Path) -> FolderSource:
    folder = tmp_path / "game"
    (folder / "map").mkdir(parents=True)
    (folder / "module.yaml").write_text("a: 1")
    (folder / "map" / "main.yaml").write_text("b: 2")
    for hidden in (".git", "__pycache__"):
        (folder / hidden).mkdir()
        (folder / hidden / "x").write_text("x")
    (folder / "module.yaml~").write_text("old")
    return FolderSource(folder)


def test_files_are_listed_in_order_and_hidden_ones_are_not(source: FolderSource) -> None:
    assert source.title == "game"
    assert source.files() == ("map/main.yaml", "module.yaml")
    assert source.read("map/main.yaml") == b"b: 2"


def test_what_cannot_be_read_is_said_in_a_sentence(source: FolderSource, tmp_path: Path) -> None:
    os.mkfifo(source.folder / "pipe")
    (tmp_path / "secret").write_text("s")
    (source.folder / "link").symlink_to(tmp_path / "secret")
    (source.folder / "loop").symlink_to(source.folder / "loop")
    assert refusal(source, "none.yaml") == "does not exist"
    assert refusal(source, "map") == "is a folder, not a file"
    assert refusal(source, "module.yaml/x") == "is not a folder"
    assert refusal(source, "pipe") == "is not a file"
    assert refusal(source, "link") == "leads out of the module's folder; only files inside it are read"
    assert refusal(source, "../secret") == "leads out of the module ('..')"
    assert refusal(source, "/etc/passwd").startswith("is not a path inside the module")
    assert refusal(source, "loop").startswith("cannot be read")
    with pytest.raises(SourceError, match="is larger than 0 MB"):
        source.read("module.yaml", most_bytes=3)
    with pytest.raises(SourceError, match="cannot be listed: does not exist"):
        FolderSource(tmp_path / "none").files()


def test_a_file_is_found_in_a_folder_and_nowhere_else(source: FolderSource, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    (source.folder / "link").symlink_to(tmp_path / "secret")
    assert found_in(source.folder, "map/main.yaml") == source.folder / "map" / "main.yaml"
    for name in (
        "",
        "map",
        "none",
        "link",
        "../secret",
        str(tmp_path / "secret"),
        "map/../../secret",
        "//host/share/a",
    ):
        assert found_in(source.folder, name) is None


@pytest.mark.parametrize("name", ["a.yaml", "map/main.yaml", "images/B-17 (late).png", "charts/Übersicht.md"])
def test_names_that_every_system_allows(name: str) -> None:
    assert unsafe_name(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/",
        "/a",
        "../a",
        "a/../b",
        "a//b",
        "./a",
        "a/",
        "a\\b",
        "C:/a",
        "a:b",
        "a\0b",
        "a\nb",
        "con",
        "aux.txt",
        "a/NUL",
        "a.",
        "a ",
        "x" * 201,
        "\udcff",
        "a?",
    ],
)
def test_names_that_some_system_does_not_allow(name: str) -> None:
    assert unsafe_name(name)
