"""Pictures of the table, drawn without a display."""

import pytest
from PySide6.QtGui import QImage

from tabletop.cli.failures import ExitCode


@pytest.fixture
def picture(wartable, tmp_path):
    """Return a function that draws a picture with `wartable render` and opens it."""

    def draw(target, *arguments: object) -> QImage:
        file = tmp_path / f"{abs(hash((target, arguments)))}.png"
        ran = wartable("render", target, *arguments, "--out", file)
        assert (ran.code, ran.err) == (ExitCode.WELL, "")
        return QImage(str(file))

    return draw


def differ(one: QImage, two: QImage) -> bool:
    return one.size() == two.size() and one != two


def test_a_picture_has_the_size_that_was_asked_for(picture):
    image = picture("border_war", "--size", "320x200")
    assert (image.width(), image.height()) == (320, 200)


def test_pieces_lie_on_the_map(picture, game):
    bare = picture("border_war", "--size", "400x250")
    assert differ(bare, picture("border_war", "--scenario", "meeting", "--size", "400x250"))
    assert picture("border_war", "--scenario", "meeting", "--size", "400x250") == picture(game, "--size", "400x250")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--theme", "dark"),
        ("--at", "0604"),
        ("--at", "0604", "--zoom", "2"),
        ("--at", "0103", "--fan", "0103"),
    ],
)
def test_every_way_of_looking_shows_something_else(picture, game, arguments):
    plain = picture(game, "--size", "300x200", *(arguments[:2] if len(arguments) > 2 else ()))
    assert differ(plain, picture(game, "--size", "300x200", *arguments))


def test_a_side_is_shown_what_it_sees(picture, wartable, game, tmp_path):
    script = tmp_path / "hide.jsonl"
    script.write_text(
        '{"do": "take-seat", "sides": ["Red", "Blue"]}\n'
        '{"do": "show", "pieces": [17, 18], "level": "unseen", "sides": ["Red"]}\n',
        encoding="utf-8",
    )
    assert wartable("do", game, "--as", "Anna", "--script", script).code == ExitCode.WELL
    size = ("--size", "400x250")
    assert differ(picture(game, *size, "--as", "Red"), picture(game, *size, "--as", "Blue"))
    assert picture(game, *size, "--as", "Blue") == picture(game, *size)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--at", "Milbridge"), "The map has no place 'Milbridge'. Did you mean 'Millbridge'?"),
        (("--map", "moon"), "There is no map 'moon'. Choose from: main."),
        (("--as", "Green"), "There is no side 'Green'. Choose from: Red, Blue."),
        (("--theme", "pink"), "There is no theme 'pink'. Choose from: light, dark."),
        (("--zoom", "1000"), "A zoom of 1000 is out of bounds"),
        (("--scenario", "other"), "Border War has no scenario 'other'"),
    ],
)
def test_what_is_not_there_is_told(wartable, tmp_path, arguments, sentence):
    scenario = () if "--scenario" in arguments else ("--scenario", "meeting")
    ran = wartable("render", "border_war", *scenario, "--out", tmp_path / "x.png", *arguments)
    assert ran.code == ExitCode.USAGE
    assert sentence in ran.err
    assert not (tmp_path / "x.png").exists()


def test_a_side_is_one_of_the_game_also_where_nothing_lies_on_the_map(wartable, tmp_path):
    ran = wartable("render", "border_war", "--as", "Green", "--out", tmp_path / "x.png")
    assert (ran.code, ran.err) == (ExitCode.USAGE, "wartable: There is no side 'Green'. Choose from: Red, Blue.\n")
