"""The fine points of pieces made of VASSAL's traits: prompts, disabled entries, and access by sides."""

import pytest

from tabletop.game.actions.action import Action, run_key
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal
from tabletop.game.appearance.drawn_piece import TextDrawing
from tabletop.game.appearance.piece_display import menu_of, offered
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Sit
from tabletop.game.state.game import Seat
from tabletop.game.traits import action_traits, property_traits
from tabletop.game.traits.trait_base import TraitCall
from tabletop.game.traits.trait_targets import PropertyMatch
from tabletop.vassal.files.scalars import ctrl
from tabletop.vassal.files.sequence import join
from tabletop.vassal.traits.trait_parts import KeyCommand, PropertyChange
from tabletop.workshop.comparison.compared_pieces import entries
from tests.vassal.translation.trying import First, Table, one, taken

TARGET = "COUNTER|false|MAP|||||0|0||true|Hits|{}|{}||"


def asked_by(table: Table, key: str) -> tuple[str, list[str]]:
    """Return the question of a key, without a number before it, and the labels of its choices."""
    with pytest.raises(AnswerNeeded) as asked:
        run_key(Action(table.game, table.components, "ann", First()), (table.piece,), key)
    prompt = asked.value.prompt
    return prompt.question.partition(" ")[2] if prompt.question[:1].isdigit() else prompt.question, [
        choice.label for choice in prompt.choices
    ]


def changing(*commands: tuple[str, str, PropertyChange]) -> str:
    """Return the type of a property "Hits" with these key commands: menu text, letter with Ctrl, change."""
    written = [KeyCommand(menu, ctrl(letter), change).written() for menu, letter, change in commands]
    return f"PROP;Hits;false,0,100,false;{join(written, ',')};"


def test_a_question_is_asked_as_it_stands_and_blank_choices_are_left_out() -> None:
    table = Table(
        (
            changing(
                ("Set", "S", PropertyChange("R", "How many $Hits${}?")),
                ("Pick", "P", PropertyChange("E", "Which?", ("one", "", "$Two$"))),
                ("None", "N", PropertyChange("E", "Which?", ("$No$",))),
            ),
            "3",
        ),
        ("mark;Two,No", "two,"),
    )
    assert asked_by(table, "ctrl S") == ("How many $Hits${}?", [])
    assert asked_by(table, "ctrl P") == ("Which?", ["one", "two"])
    table.do("ctrl N")
    assert table["Hits"] == "3"


@pytest.mark.parametrize(
    ("limits", "start", "add", "becomes"),
    [
        ("false,0,100,false", "", "2", "2"),
        ("false,0,100,false", "many", "2", "many"),
        ("false,0,100,false", "3", "many", "3"),
        ("true,0,5,false", "4", "3", "5"),
        ("true,0,5,true", "4", "3", "1"),
        ("true,0,5,true", "1", "-3", "4"),
        ("true,7,5,false", "6", "1", "7"),
    ],
)
def test_what_is_added_holds_to_the_limits(limits: str, start: str, add: str, becomes: str) -> None:
    table = Table((f"PROP;Hits;{limits};Hit:72\\,130:I\\,{add};", start))
    table.do("ctrl H")
    assert table["Hits"] == becomes


def test_entries_without_a_key_are_there_and_dead() -> None:
    layer = "emb2;Show;128;;Up;128;;;128;;;;1;false;0;0;a.png,b.png;,;true;Step;;;false;;1;1;false;;85,130;;;1.0;;true"
    table = Table(
        "macro;Go;Go;;{Hits > 1};;72\\,130;false;;;counted;;;;false;;1;1",
        ("PROP;Hits;false,0,100,false;Reset::P\\,0,Hit:72\\,130:I\\,1;", "1"),
        (layer, "-1"),
        "globalhotkey;Turn;;84,130;",
    )
    dead = [(text, enabled) for text, key, enabled in table.menu() if key.startswith("menu ")]
    assert dead == [("Go", False), ("Reset", True), ("Show", True)]
    table.do("ctrl H", "menu Reset", "menu Show", "menu Go")
    assert (table["Hits"], table["Step_Level"]) == ("2", "-1")


def test_every_line_of_a_sheet_has_its_value_captions_too() -> None:
    sheet = "propertysheet;0Captain~2Stores~4Fuel~1Log~7Crew~5Water;Log;;0;;;;76,130;"
    made = one(sheet, "Ada~Unknown~3/9~first|last~~")
    assert made == property_traits.SheetTrait(
        (
            property_traits.SheetField("Captain", "text", "Ada"),
            property_traits.SheetField("Stores", "caption"),
            property_traits.SheetField("Fuel", "ticks", 3, 9),
            property_traits.SheetField("Log", "long-text", "first|last"),
            property_traits.SheetField("Crew", "number", ""),
            property_traits.SheetField("Water", "ticks", ""),
        ),
        made.open,
        "Log",
    )


def test_a_property_of_another_piece_is_worked_out_for_that_piece() -> None:
    commands = "Double:68\\,130:P\\,{Hits * 2},Take:84\\,130:P\\,$Mine$,More:77\\,130:I\\,{Hits}"
    target = TARGET.format("0", "NOT_EQUALS")
    table = Table(
        f"setpieceprop;Hits;false,0,100,false;{commands};;{target};;false;1;true;;-1;false",
        ("mark;Mine", "9"),
        ("PROP;Hits;false,0,100,false;;", "2"),
    )
    table.do("ctrl D", "ctrl M")
    assert table["Hits"] == "8"
    table.do("ctrl T")
    assert table["Hits"] == "9"


def test_a_label_is_asked_for_in_the_words_of_its_menu() -> None:
    label = "label;76,130;Name it {so};10;;0,0,0;t;0;c;0;b;c;$pieceName$;Dialog;0;0;Tag;;false"
    assert asked_by(Table((label, "old")), "ctrl L") == ("Name it {so}", [])


@pytest.mark.parametrize(
    ("hits", "compare", "value", "reached"),
    [
        ("5", "EQUALS", "5", True),
        ("05", "EQUALS", "5", False),
        (None, "EQUALS", "", False),
        (None, "NOT_EQUALS", "5", True),
        ("", "EQUALS", "", True),
        ("0", "EQUALS", "", False),
        (None, "LESS", "5", False),
        ("4", "LESS", "5", True),
        (None, "NOT_MATCH", "x.*", False),
        ("x1", "MATCH", "x.*", True),
        ("4", "EQUALS", "{2 + 2}", True),
    ],
)
def test_a_quick_comparison_is_of_texts_and_of_what_there_is(
    hits: str | None, compare: str, value: str, reached: bool
) -> None:
    command = f"globalkey;All;65,130;82,130;;false;1;true;true;;;-1;{TARGET.format(value, compare)};false;"
    traits = [] if hits is None else [("mark;Hits", hits)]
    table = Table(command, ("PROP;Reached;false,0,1,false;:82\\,130:P\\,yes;", ""), *traits)
    table.do("ctrl A")
    assert (table["Reached"] == "yes") is reached


@pytest.mark.parametrize(
    ("named", "value", "reached"),
    [
        ('{"BasicName"}', '{"Tank"}', True),
        ('{"BasicName"}', "Truck", False),
        ('{"Hi" + "ts"}', "2", True),
        ("{Which}", "2", True),
        ('{Which + "s"}', "2", False),
        ("$Which$", "2", True),
        ("$Which$", "3", False),
        ("{Nothing}", "3", True),
        ("{odd}", "3", True),
        ('{"Side"}', "Axis", True),
    ],
)
def test_the_property_of_a_quick_comparison_may_be_worked_out(named: str, value: str, reached: bool) -> None:
    where = TARGET.format(value, "EQUALS").replace("Hits", named)
    command = f"globalkey;All;65,130;82,130;;false;1;true;true;;;-1;{where};false;"
    traits = [("mark;Hits", "2"), ("mark;Which", "Hits"), ("mark;Side", "Axis")]
    table = Table(command, ("PROP;Reached;false,0,1,false;:82\\,130:P\\,yes;", ""), *traits)
    table.do("ctrl A")
    assert (table["Reached"] == "yes") is reached


def test_a_literal_value_is_compared_as_it_stands() -> None:
    [made] = taken(f"globalkey;All;65,130;82,130;;false;1;true;true;;;-1;{TARGET.format('05', 'EQUALS')};false;")
    assert made.target.match == PropertyMatch("Hits", '"05"', "is")


def test_traits_inside_a_restriction_are_kept_from_others_and_those_outside_are_not() -> None:
    outside, inside = "clone;Clone;67,130;", ("PROP;Hits;false,0,100,false;Hit:72\\,130:I\\,1;", "1")
    table = Table(outside, "restrict;Blue;false;false;", inside)
    assert [text for text, _, _ in table.menu()] == ["Clone"]
    with pytest.raises(Refusal, match="another side"):
        table.do("ctrl H")
    table.game = apply(table.game, [Sit("ann", Seat((1,)))])[0]
    table.do("ctrl H")
    assert table["Hits"] == "2"


def test_a_command_of_another_side_does_not_reach_a_restricted_piece() -> None:
    command = "globalkey;All;65,130;72,130;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;"
    inside = ("PROP;Hits;false,0,100,false;Hit:72\\,130:I\\,1;", "1")
    table = Table(command, "restrict;Blue;false;false;", inside)
    table.do("ctrl A")
    assert table["Hits"] == "1"


def test_names_of_levels_lose_one_sign_only() -> None:
    layer = "emb2;;128;;;128;;;128;;;;1;false;0;0;a.png;+x+;true;Step;;;false;;1;1;true;;;;;1.0;;true"
    table = Table((layer, "1"))
    assert (table["Step_Name"], table["PieceName"]) == ("x+", "Tankx")


def test_old_pieces_are_copied_and_deleted_without_traits_for_it() -> None:
    made = taken("piece;C;D;;Tank", "null;0;0;7;0")
    assert action_traits.Clone(TraitCall("ctrl C", "Clone")) in made
    assert action_traits.Delete(TraitCall("ctrl D", "Delete")) in made


MASK = "obs;77,130;back.png;{menu};P80,130;Blip;player:;Peek;;false;{deal};$Whose$"


def test_a_mask_is_peeked_under_only_while_it_is_masked() -> None:
    table = Table(MASK.format(menu="Hide", deal=""))
    assert [text for text, _, _ in table.menu()] == ["Hide"]
    table.do("ctrl M")
    assert [text for text, _, _ in table.menu()] == ["Hide", "Peek"]


def test_a_mask_without_a_key_shows_a_dead_entry() -> None:
    table = Table(MASK.format(menu="Hide", deal="").replace("77,130", ""))
    assert table.menu() == [("Hide", "menu Hide", True)]
    table.do("menu Hide")
    assert table["ObscuredToOthers"] == "false"


@pytest.mark.parametrize(
    ("whose", "masked", "to_me"), [("red", "true", "false"), ("blue", "true", "true"), ("x", "false", "false")]
)
def test_a_mask_is_dealt_to_a_side_that_somebody_plays(whose: str, masked: str, to_me: str) -> None:
    table = Table(MASK.format(menu="Hide", deal="68,130"), ("mark;Whose", whose))
    table.game = apply(table.game, [Sit("bob", Seat((1,)))])[0]
    table.do("ctrl D")
    assert (table["ObscuredToOthers"], table["Obscured"]) == (masked, to_me)


@pytest.mark.parametrize("key", ["", "76,130"])
def test_a_label_may_tell_the_name_that_the_piece_has_without_it(key: str) -> None:
    label = f"label;{key};Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;false"
    table = Table((label, "the $PieceName$"))
    assert (table["Tag"], table["PieceName"]) == ("the Tank", "Tank [the Tank]")


@pytest.mark.parametrize("key", ["", "76,130"])
@pytest.mark.parametrize(("text", "told", "shown"), [("a $Foo$", "a Foo", "a "), ("$Foo$", "Foo", "")])
def test_what_a_label_does_not_know_is_told_by_name_and_not_shown(key: str, text: str, told: str, shown: str) -> None:
    label = f"label;{key};Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;true"
    table = Table((label, text))
    assert (table["Tag"], table["PieceName"]) == (told, f"Tank [{told}]")
    drawn = [each.what.text for each in table.appearance().shown if isinstance(each.what, TextDrawing)]
    assert drawn == [shown] * bool(shown)


def test_menus_of_their_own_stand_in_one_another_and_empty_ones_nowhere() -> None:
    hits = ("PROP;Hits;false,0,100,false;Hit:72\\,130:I\\,1,Heal:74\\,130:I\\,-1;", "1")
    table = Table("submenu;Fight;Fire,Heal;", "delete;Delete;68,130;", "submenu;Fire;Hit;", "submenu;Idle;Rest;", hits)
    fight, delete = menu_of(table.reading(), table.piece)
    assert [(line.label, [one.label for one in line.inside]) for line in fight.inside] == [
        ("Fire", ["Hit"]),
        ("Heal", []),
    ]
    assert (fight.label, delete.label) == ("Fight", "Delete")
    listed = [text for text, _, _ in entries(offered(table.reading(), table.piece))]
    assert listed == ["Fight", "Delete", "Fire", "Idle", "Hit", "Heal"]


def test_a_restriction_keeps_menus_of_their_own_away_too() -> None:
    hits = ("PROP;Hits;false,0,100,false;Hit:72\\,130:I\\,1;", "1")
    table = Table("clone;Clone;67,130;", "restrict;Blue;false;false;", "submenu;Fire;Hit;", "menuSeparator;;", hits)
    assert [text for text, _, _ in entries(offered(table.reading(), table.piece))] == ["Clone"]
