"""What is told stands on one line and steers nothing."""

import pytest

from tabletop.game.game import ModuleName, empty_game
from tabletop.game.told import Told
from tabletop.telling import sentence

TABLE = empty_game(("red",), (), ModuleName("test", "1", ""))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hello", "says: hello"),
        ("two\nlines", "says: two lines"),
        ("\x1b[31mred", "says: [31mred"),
        ("\u202egnirts", "says: gnirts"),
        ("Kure ½ 呉", "says: Kure ½ 呉"),
    ],
)
def test_what_somebody_says(said: str, told: str) -> None:
    assert sentence(Told("said", {"text": said}), TABLE, TABLE) == told
