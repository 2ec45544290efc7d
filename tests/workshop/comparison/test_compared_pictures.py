"""Pictures are compared square by square: small differences pass, and squares with letters are skipped."""

from tabletop.workshop.comparison.compared_facts import FactComparison
from tabletop.workshop.comparison.compared_pictures import BLOCK_PX, Crop, PicturePair, Pixels, compare_pictures

SIDE = 4 * BLOCK_PX
CROP = Crop("a.png", "small", "a.vsav", "Main", (0, 0, SIDE, SIDE))


def picture(level: int, **changed: int) -> Pixels:
    """Return a grey picture of four by four squares; `at_1_2=9` gives the square in column 1 and row 2 another grey."""
    data = bytearray([level]) * (3 * SIDE * SIDE)
    for where, other in changed.items():
        column, row = map(int, where.removeprefix("at_").split("_"))
        for y in range(row * BLOCK_PX, (row + 1) * BLOCK_PX):
            start = 3 * (y * SIDE + column * BLOCK_PX)
            data[start : start + 3 * BLOCK_PX] = bytes([other]) * (3 * BLOCK_PX)
    return Pixels(SIDE, SIDE, bytes(data))


def compared(vassal: Pixels, whole: Pixels, without_letters: Pixels | None = None) -> tuple[int, int]:
    comparing = FactComparison()
    compare_pictures([(CROP, vassal)], lambda _crop: PicturePair(whole, without_letters or whole), comparing)
    found = comparing.result().whole
    return found.agreed, found.facts


def test_the_same_picture_agrees_everywhere() -> None:
    assert compared(picture(100), picture(100)) == (16, 16)


def test_what_is_a_little_off_agrees() -> None:
    assert compared(picture(100), picture(108)) == (16, 16)


def test_a_square_that_is_another_differs() -> None:
    assert compared(picture(100), picture(100, at_1_2=200)) == (15, 16)


def test_squares_with_letters_and_those_beside_them_are_left_out() -> None:
    assert compared(picture(100), picture(100, at_0_0=200), picture(100)) == (12, 12)


def test_pictures_of_other_sizes_differ() -> None:
    assert compared(Pixels(8, 8, bytes(192)), picture(0)) == (0, 1)
