"""Properties that VASSAL's own traits give a piece, read as VASSAL reads them."""

import pytest

from tabletop.game.appearance.piece_display import menu_of
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.workshop.comparison.compared_pieces import asked
from tests.vassal.translation.trying import Table

RED: tuple[int, ...] = (0,)
BLUE: tuple[int, ...] = (1,)


def seen_by(table: Table, sides: tuple[int, ...]) -> PropertyReader:
    return PropertyReader(Draft(table.game), table.components, sides, sees_all=True)


@pytest.mark.parametrize(
    ("trait", "sides", "reads"),
    [
        ("restrict;Red;false;true;", RED, ["false", "false"]),
        ("restrict;Red;false;true;", BLUE, ["true", "true"]),
        ("restrict;Red;false;false;", BLUE, ["true", "false"]),
        ("restrict;;true;true;", BLUE, ["false", "false"]),
        ("mark;Nation", BLUE, ["", ""]),
    ],
)
def test_who_may_not_touch_a_piece_reads_that_it_is_restricted(trait: str, sides: tuple[int, ...], reads) -> None:
    table = Table(trait)
    reader = seen_by(table, sides).reader(table.piece)
    assert [asked(reader, name) for name in ("Restricted", "RestrictedMovement")] == reads


@pytest.mark.parametrize(
    ("access", "sides", "offered"),
    [
        ("side:", RED, [True, True]),
        ("side:", (), [True, False]),
        ("player:", (), [True, False]),
        ("sides:Blue", RED, [False, False]),
    ],
)
def test_a_mask_is_offered_to_all_until_a_side_has_masked_the_piece(
    access: str, sides: tuple[int, ...], offered: list[bool]
) -> None:
    table = Table(f"obs;77,130;a.png;Flip;B;?;{access};Peek;;false;;")
    found = []
    for _ in range(2):
        lines = menu_of(seen_by(table, sides), table.piece)
        found.append("Flip" in [line.label for line in lines if line.is_enabled])
        table.do("ctrl M")
    assert found == offered


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ('{Hits == 2 ? "001" : Hits}', "001"),
        ('{Hits < 10 ? "0" + Hits : Hits}', "02"),
        ('{If(Hits == 2, If(Hits > 1, "001", "1"), Padded)}', "001"),
        ('{Hits == 3 ? "001" : Padded}', "7"),
    ],
)
def test_a_text_that_is_chosen_keeps_its_zeros(text: str, gives: str) -> None:
    table = Table(f"calcProp;Shown;{text};", ("PROP;Hits;true,0,5,false;;", "2"), ("mark;Padded", "007"))
    assert table["Shown"] == gives
