"""The program's stored settings."""

import os

import pytest

from tabletop.desktop.platform.settings import (
    MOST_RECENT,
    Settings,
    as_file_name,
    load_settings,
    save_settings,
    settings_file,
)


def test_without_a_file_they_are_the_usual_ones(own_folders):
    assert load_settings() == Settings()


def test_what_is_saved_is_loaded(own_folders, tmp_path):
    settings = Settings(dark=True, plain=True).with_recent(tmp_path / "a.wartable")
    save_settings(settings)
    assert load_settings() == settings


def test_a_file_that_cannot_be_read_counts_as_none(own_folders):
    for content in (b"", b"{", b'{"dark": "yes"}', b"[]", b"\xff\xfe", os.urandom(50)):
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        settings_file().write_bytes(content)
        assert load_settings() == Settings()


def test_a_folder_that_cannot_be_written_to_stops_nothing(own_folders):
    (own_folders / "config").write_text("a file where the folder should be")
    save_settings(Settings(dark=True))
    assert load_settings() == Settings()


def test_recent_games_are_the_last_ones_each_once_that_are_still_there(tmp_path):
    settings = Settings()
    files = [tmp_path / f"{number}.wartable" for number in range(MOST_RECENT + 3)]
    for file in (*files, files[5]):
        file.touch()
        settings = settings.with_recent(file)
    files[-1].unlink()
    expected = [files[5], *(file for file in reversed(files) if file != files[5])][:MOST_RECENT]
    assert settings.recent_games() == [file for file in expected if file != files[-1]]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Fire in the Sky", "Fire in the Sky"),
        ("Rommel 41/42", "Rommel 41 42"),
        ("../../Elsewhere", "Elsewhere"),
        ('What? "War": <one>', "What War one"),
        ("...", "Game"),
        ("Con", "_Con"),
        ("nul.first turn", "_nul.first turn"),
        ("LPT1 .x", "_LPT1 .x"),
        ("COM¹", "_COM¹"),
        ("Convoy", "Convoy"),
        ("COM10", "COM10"),
        ("x" * 120, "x" * 60),
    ],
)
def test_a_title_names_a_file_in_its_folder_on_every_system(title, name):
    assert as_file_name(title) == name
