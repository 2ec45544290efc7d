"""Dice, symbolic dice and random texts: the results, the kept dice, and the messages."""

from pathlib import Path

import pytest

from tabletop.game.change.outcome import Asks
from tests.vassal.components.playing import Table, changing, face, reports, shared


def test_dice_leave_their_result_in_a_property(vassal, tmp_path: Path) -> None:
    dice = vassal.element(
        "module.DiceButton", name="Attack", nDice="3", nSides="6", plus="1", addToTotal="2", reportTotal="true",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>", hotkey="68,130",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice)
    [facts] = reports(table.press("ctrl D"))
    assert str(table["Attack_result"]) in map(str, facts.values())
    assert 3 * 2 + 2 <= table["Attack_result"] <= 3 * 7 + 2
    assert table.fate("DiceButton") == ("exact", "")


def test_dice_of_the_internet_are_told_with_each_as_it_fell(vassal, tmp_path: Path) -> None:
    dice = vassal.element(
        "module.InternetDiceButton", name="Far", nDice="2", nSides="1", reportFormat="$name$: $rollDetails$"
    )
    [facts] = reports(Table(vassal, tmp_path, dice).press("Far"))
    assert facts["1"] == "1, 1"


@pytest.mark.parametrize(
    ("locks", "asked"),
    [
        ({}, ("count", "sides", "each", "add")),
        ({"lockSides": "true", "lockAdd": "true"}, ("count", "each")),
        ({"prompt": "false"}, ()),
    ],
)
def test_dice_ask_for_what_is_not_locked(vassal, tmp_path: Path, locks, asked) -> None:
    dice = vassal.element("module.DiceButton", **{"name": "Any", "prompt": "true", **locks})
    table = Table(vassal, tmp_path, dice)
    assert table.module.components.table.traits[0].asks == asked


def test_all_that_dice_ask_may_be_answered_at_once(vassal, tmp_path: Path) -> None:
    table = Table(vassal, tmp_path, vassal.element("module.DiceButton", name="Any", prompt="true", lockAdd="true"))
    asks = table.press("Any")
    assert isinstance(asks, Asks)
    assert (asks.prompt.title, asks.prompt.default, [each.default for each in asks.prompt.also]) == ("Any", 2, [6, 0])
    keys = [asks.prompt.key, *(each.key for each in asks.prompt.also)]
    table.press("Any", tuple(zip(keys, ("3", "1", "4"), strict=True)))
    assert table["Any_result"] == "5,5,5"


def test_symbolic_dice_bring_the_pictures_of_their_faces(vassal, tmp_path: Path) -> None:
    faces = [face(vassal, name, 1).replace('icon=""', f'icon="{icon}"') for name, icon in (("a", "a.png"), ("b", ""))]
    die = vassal.element("module.SpecialDie", *faces, name="die")
    dice = vassal.element(
        "module.SpecialDiceButton", die, name="Fire", resultWindow="true", backgroundColor="1,2,3",
        windowTitleResultFormat="$name$ of $PlayerName$: $numericalTotal$",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice, picture="images/a.png")
    [facts] = reports(table.press("Fire"))
    assert (facts["title"], facts["ground"]) == ("Fire of me: 1", "#010203")
    assert table.module.components.table.traits[0].dice[0].pictures == ("images/a.png", "")
    assert table.fate("SpecialDiceButton") == ("exact", "")


def test_random_texts_and_symbolic_dice_show_their_faces(vassal, tmp_path: Path) -> None:
    text = vassal.element("module.RandomTextButton", name="Wind", nDice="1", faces="north,south")
    faces = [face(vassal, "hit", 3), face(vassal, "no", 0)]
    dies = [vassal.element("module.SpecialDie", *faces, name=name) for name in ("a", "b")]
    dice = vassal.element("module.SpecialDiceButton", *dies, name="Fire", format="$result1$ $result2$")
    table = Table(vassal, tmp_path, text, dice)
    table.press("Wind")
    assert table["Wind_result"] in ("north", "south")
    assert table["Fire_result"] == ""
    [facts] = reports(table.press("Fire"))
    assert set(facts["each"].split("\n")) <= {"hit", "no"}
    assert table["Fire_result"] in (0, 3, 6)


@pytest.mark.parametrize(
    ("option", "limit", "kept"),
    [
        ("s", "2", lambda fell: sorted(fell)[:2]),
        ("l", "2", lambda fell: sorted(fell)[-2:]),
        ("=", "4", lambda fell: [die for die in fell if die == 4]),
        (">", "4", lambda fell: [die for die in fell if die >= 4]),
        ("<", "4", lambda fell: [die for die in fell if die <= 4]),
    ],
)
def test_of_dice_those_are_kept_that_are_asked_for(vassal, tmp_path: Path, option, limit, kept) -> None:
    dice = vassal.element(
        "module.DiceButton", name="D", nDice="8", plus="1", addToTotal="10", keepDice="true", keepOption=option,
        keepCount=limit, reportFormat="$nDice$ $keepDice$ $keepCount$ $numericalTotal$ [$rawRolls$] $rawCount6$",
    )  # fmt: skip
    table = Table(vassal, tmp_path, dice)
    assert (table["D_result"], table["D_total"], table["D_keep"]) == (1, 0, 0)
    [facts] = reports(table.press("D"))
    raw = [int(die) for die in facts["4"].split(", ")]
    expected = kept([die + 1 for die in raw])
    assert facts["each"].split("\n") == ([str(die) for die in expected] or [""])
    assert (facts["0"], facts["1"], facts["2"], facts["5"]) == (8, int(limit), len(expected), raw.count(6))
    assert (table["D_total"], table["D_keep"]) == (sum(expected) + 10, len(expected))


def test_texts_are_sorted_by_their_letters(vassal, tmp_path: Path) -> None:
    text = vassal.element("module.RandomTextButton", name="Wind", nDice="9", faces="west,east", sortDice="true")
    table = Table(vassal, tmp_path, text)
    table.press("Wind")
    assert table["Wind_result"] == ",".join(sorted(table["Wind_result"].split(",")))


def test_a_report_of_dice_knows_what_fell_before(vassal, tmp_path: Path) -> None:
    dice = vassal.element("module.DiceButton", name="D", nDice="1", reportFormat="$D_result$")
    table = Table(vassal, tmp_path, dice)
    first, second = (reports(table.press("D"))[0]["0"] for _ in range(2))
    assert first == 1
    assert str(second) in "123456"


def test_symbolic_dice_say_their_own_words_and_may_do_more(vassal, tmp_path: Path) -> None:
    die = vassal.element(
        "module.SpecialDie", face(vassal, "hit", 3), name="A", format="$name$: $result$ ($numericalValue$)"
    )
    dice = vassal.element(
        "module.SpecialDiceButton", die, name="Fire", doHotkey="true", hotkeys="65\\,130", format="$result1$!"
    )
    table = Table(vassal, tmp_path, dice, shared(vassal, changing(vassal, "I,2"), isNumeric="true"))
    [facts, *_] = reports(table.press("Fire"))
    assert (facts["0"], table["Fire_result"], table["Gold"]) == ("A: hit (3)", 3, 7)


@pytest.mark.parametrize(
    ("format_", "told"),
    [
        ('$name$ = <img src="die-$result1$.png" width="14"> for $PlayerName$', '{"Luck"} = {Result1} for {Seat}'),
        ('$name$ = <img src="die-$result1$.png"> ($result1$)', '{"Luck"} =  ({Result1})'),
        ('<IMG src="$result1$-$result2$.png">', "{Result1} {Result2}"),
        ('<img src="die.png"> <span style="color:$Hue$;">$result$</span>', "{Result}"),
        ("$name$ by <b>$PlayerName$</b> <$PlayerName$>", '{"Luck"} by {Seat} <{Seat}>'),
    ],
)
def test_a_result_that_is_only_a_picture_is_told_in_words(vassal, tmp_path: Path, format_: str, told: str) -> None:
    settings = {"nDice": "2", "nSides": "6", "hotkey": "68,130", "reportFormat": format_}
    table = Table(vassal, tmp_path, vassal.element("module.DiceButton", name="Luck", **settings))
    [facts] = reports(table.press("ctrl D"))
    assert facts["text"] == told
