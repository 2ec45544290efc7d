"""What is told stands on one line and steers nothing."""

import pytest

from tabletop.game.game import ModuleName, empty_game
from tabletop.game.told import Told
from tabletop.telling import LET_STAND, Titles, sentence, worth_telling

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


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("policy", "sets all rules to 1"),
        ("policy:move", "sets the rule Moves to 1"),
        ("weather", "sets weather to 1"),
        (LET_STAND, "lets it stand: 1"),
    ],
)
def test_properties_of_the_table_have_the_words_of_the_reader(name: str, told: str) -> None:
    words = {"policy": "all rules", "policy:move": "the rule Moves"}
    titles = Titles(property=lambda name: words.get(name, name))
    assert sentence(Told("property-set", {"name": name, "value": 1}), TABLE, TABLE, titles) == told


BEGUN, OVER = (Told(key, {"procedure": "On to the next phase"}) for key in ("procedure-begun", "procedure-over"))
OTHER = Told("procedure-over", {"procedure": "Battle"})
TURNED = Told("tracker-moved", {"tracker": "Turn", "now": "2"})


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([BEGUN, TURNED, OVER], [TURNED]),
        ([BEGUN, TURNED], [BEGUN, TURNED]),
        ([TURNED, OTHER], [TURNED, OTHER]),
        ([BEGUN, OVER], [BEGUN]),
        ([OTHER], [OTHER]),
        ([], []),
    ],
)
def test_a_procedure_that_is_over_at_once_is_not_announced(said: list[Told], told: list[Told]) -> None:
    assert worth_telling(said) == told
