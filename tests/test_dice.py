"""Dice parsed, rolled and drawn: the meaning of a text, and draws that are fair, repeatable, and not predictable."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.dice import ScriptedChance, ScriptError, SeededChance, Tape, new_seed, nonce
from tabletop.game.chance import Chance
from tabletop.game.change.step import Step
from tabletop.game.commands import RollDice
from tabletop.game.rolls import MOST_DICE, DiceError, RollResult, facts, parse, roll
from tabletop.journal.records import encode
from tests.game.draw_audit import audit

SEED = "5a" * 32


def rolled(text: str, *faces: int) -> RollResult:
    chance = ScriptedChance(faces)
    found = roll(text, chance, "test")
    assert chance.left == ()
    return found


@pytest.mark.parametrize(
    ("text", "faces", "total", "each"),
    [
        ("d6", [4], 4, "4"),
        ("2d6", [3, 5], 8, "3, 5"),
        ("2D6 + 1", [3, 5], 9, "3, 5"),
        ("2d6-1", [3, 5], 7, "3, 5"),
        ("10-d4", [3], 7, "3"),
        ("1d6+1d8+2", [6, 7], 15, "6; 7"),
        ("d%", [100], 100, "100"),
        ("4d6kh3", [3, 1, 5, 6], 14, "3, (1), 5, 6"),
        ("4d6kh3+1", [3, 1, 5, 6], 15, "3, (1), 5, 6"),
        ("4d6dl1", [3, 1, 5, 6], 14, "3, (1), 5, 6"),
        ("2d20kl", [13, 7], 7, "(13), 7"),
        ("3d6dh2", [3, 1, 5], 1, "(3), 1, (5)"),
        ("3d6kh1", [5, 5, 1], 5, "5, (5), (1)"),
        ("2d6!", [6, 6, 2, 3], 17, "6!, 6!, 2, 3"),
        ("2d6!>=5", [5, 1, 4], 10, "5!, 1, 4"),
        ("3d6!kh2", [6, 1, 2, 5], 11, "6!, (1), (2), 5"),
        ("d[1,1,2]", [3], 2, "2"),
        ("2d[-1, 0, +1]", [3, 3], 2, "+1, +1"),
        ("7", [], 7, ""),
    ],
)
def test_what_comes_of_it(text, faces, total, each):
    found = rolled(text, *faces)
    assert found.total == total
    assert facts(found)["each"] == each


@pytest.mark.parametrize(
    ("text", "faces", "successes"),
    [
        ("5d6>=5", [5, 6, 1, 4, 5], 3),
        ("5d6>5", [5, 6, 1, 4, 5], 1),
        ("3d6<=2", [1, 2, 3], 2),
        ("3d6<2", [1, 2, 3], 1),
        ("3d6=3", [3, 3, 1], 2),
        ("4d6kh2>=5", [6, 5, 5, 1], 2),
        ("2d6>=5+2d8>=7", [5, 1, 7, 8], 3),
        ("3d6>=6", [1, 2, 3], 0),
        ("2d6!>=6>=4", [6, 1, 4], 2),
    ],
)
def test_pools_count_successes(text, faces, successes):
    assert rolled(text, *faces).successes == successes
    assert rolled(text, *faces).total == successes


def test_faces_that_are_words_are_counted():
    found = rolled("3d[hit,miss,near miss]", 1, 3, 1)
    assert found.faces == {"hit": 2, "near miss": 1}
    assert found.total == 0
    assert facts(found) == {
        "dice": "3d[hit,miss,near miss]",
        "each": "hit, near miss, hit",
        "total": 0,
        "faces": "2 hit, 1 near miss",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not understood"),
        ("hello", "'hello' is not understood"),
        ("2d6+", "is not understood"),
        ("2d6 3", "is not understood"),
        ("2d6 2d6", "is not understood"),
        ("2d", "is not understood"),
        ("d6kx2", "is not understood"),
        ("1e5", "is not understood"),
        ("d0", "between 1 and 1000000 sides"),
        ("d9999999", "between 1 and 1000000 sides"),
        ("0d6", "Between 1 and 1000 dice"),
        ("1001d6", "Between 1 and 1000 dice"),
        ("600d6+600d6", "at most 1000 dice"),
        ("2d6kh3", "3 cannot be kept"),
        ("d1!", "explode forever"),
        ("d6!>=1", "explode forever"),
        ("d[]", "named faces"),
        ("d[a,,b]", "named faces"),
        ("d[hit,miss]kh1", "words"),
        ("d[hit,miss]>=1", "words"),
        ("9999999999", "too large"),
        ("1" + "+1" * 20, "20 terms"),
        ("d6" + " " * 200, "200 characters"),
    ],
)
def test_what_is_no_roll_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(DiceError, match=sentence) as error:
        parse(text)
    assert str(error.value).endswith(".")


@given(st.text(alphabet="0123456789dkhl!<>=[],+-% a", max_size=30))
def test_any_text_is_a_roll_or_refused_and_stays_in_bounds(text):
    try:
        found = roll(text, SeededChance(SEED, b"", 0, 0), "")
    except DiceError:
        return
    assert sum(map(len, found.dice)) <= MOST_DICE


def test_exploding_dice_end():
    class Always(Chance):
        def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
            return sides - 1

    found = roll("900d6!", Always(), "")
    assert len(found.dice[0]) == MOST_DICE


def test_a_script_says_what_is_missing_or_cannot_come():
    with pytest.raises(ScriptError, match="No result is left for 'test'"):
        rolled("2d6", 3)
    with pytest.raises(ScriptError, match="7 is not a possible result for 'test': results go from 1 to 6"):
        rolled("d6", 7)


class TestTape:
    def test_the_same_seed_command_and_place_give_the_same_draw(self):
        a, b = (SeededChance(SEED, nonce("anna", RollDice("2d6")), 3, 0) for _ in range(2))
        assert [a.draw(6, "x") for _ in range(20)] == [b.draw(6, "x") for _ in range(20)]

    @pytest.mark.parametrize("other", [("ab" * 32, b"n", 0, 0), (SEED, b"m", 0, 0), (SEED, b"n", 1, 0)])
    def test_another_seed_command_or_place_gives_another(self, other):
        first, second = SeededChance(SEED, b"n", 0, 0), SeededChance(*other)
        assert [first.draw(1000, "") for _ in range(5)] != [second.draw(1000, "") for _ in range(5)]

    def test_open_and_secret_draws_do_not_shift_each_other(self):
        mixed, open_only = SeededChance(SEED, b"n", 5, 9), SeededChance(SEED, b"n", 5, 0)
        found = [mixed.draw(1000, "", secret=i % 2 == 1) for i in range(6)]
        assert found[::2] == [open_only.draw(1000, "") for _ in range(3)]

    def test_each_result_is_as_likely(self):
        chance = SeededChance(SEED, b"", 0, 0)
        count = Counter(chance.draw(6, "") for _ in range(6000))
        assert sum((n - 1000) ** 2 / 1000 for n in count.values()) < 20.5  # chi-squared, 5 degrees, 0.1 %

    def test_what_was_drawn_for_a_command_is_given_to_it_again(self):
        first = Tape(SeededChance(SEED, b"n", 0, 0))
        results = [first.draw(6, "hit"), first.draw(6, "damage")]
        again = Tape(SeededChance(SEED, b"n", 2, 0), first.fresh)
        assert [again.draw(6, "hit"), again.draw(6, "damage")] == results
        assert again.fresh == []
        third = again.draw(6, "hit")
        assert [draw.result for draw in again.fresh] == [third]

    def test_who_learns_of_a_draw_is_recorded_and_only_then(self):
        tape = Tape(SeededChance(SEED, b"n", 0, 0))
        tape.draw(6, "hit", secret=True)
        tape.for_sides(("blue",)).draw(6, "search", secret=True)
        mine, theirs = tape.fresh
        assert (mine.is_known_to(()), theirs.is_known_to(("red",)), theirs.is_known_to(("blue",))) == (
            True,
            False,
            True,
        )
        assert [b"known_to" in encode(draw) for draw in tape.fresh] == [False, True]
        assert Tape(ScriptedChance(()), tape.fresh).draw(6, "search", secret=True) == theirs.result

    def test_another_request_in_between_does_not_free_it(self):
        first = Tape(ScriptedChance([2, 5]))
        first.draw(6, "hit")
        first.draw(6, "hit")
        again = Tape(ScriptedChance([9]), first.fresh)
        assert [again.draw(6, "hit"), again.draw(10, "hit"), again.draw(6, "hit")] == [1, 8, 4]

    def test_a_record_is_audited_against_the_seed(self):
        steps, open_, secret = [], 0, 0
        for seq in range(1, 20):
            command = RollDice("2d6", why=str(seq))
            tape = Tape(SeededChance(SEED, nonce("anna", command), open_, secret))
            tape.draw(6, "x", secret=seq % 3 == 0)
            tape.draw(6, "x")
            open_ += sum(not draw.secret for draw in tape.fresh)
            secret += sum(draw.secret for draw in tape.fresh)
            steps.append(Step(seq, "anna", command, (), 0, drawn=tuple(tape.fresh)))
        assert audit(SEED, steps) == 0
        assert audit("00" * 32, steps) == 1
        assert audit(SEED, [*steps[:6], *steps[7:]]) == 8

    def test_a_new_seed_is_another_each_time(self):
        seed = new_seed()
        assert len(bytes.fromhex(seed)) == 32
        assert seed != new_seed()
        with pytest.raises(ValueError, match="nothing to draw"):
            Tape(SeededChance(seed, b"", 0, 0)).draw(0, "")
