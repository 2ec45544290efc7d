"""The translation of VASSAL's traits; a translated piece behaves here as in VASSAL."""

from typing import Final

import pytest

from tabletop.expression import compile_expression
from tabletop.game.appearance.drawn_piece import BorderDrawing
from tabletop.game.traits import Trait, action_traits, appearance_traits, movement_traits, property_traits, sight_traits
from tabletop.game.traits.trait_base import Change, Limits, TraitCall
from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.traits.trait_types import TRAITS, read_trait
from tabletop.vassal.translation.outline_notations import svg_path
from tabletop.vassal.translation.translated_traits import TRANSLATIONS, take
from tests.vassal.translation.trying import Module, Table, one, taken

BECOME: Final = [
    ("delete;Delete;68,130;", action_traits.Delete(TraitCall("ctrl D", "Delete"))),
    ("clone;Copy {it};67,130;", action_traits.Clone(TraitCall("ctrl C", "Copy {{it}}"))),
    ("delete;Delete;;", action_traits.Delete(TraitCall())),
    ("mark;Nation,Side", property_traits.MarkTrait({"Nation": "FR", "Side_": ""})),
    ("calcProp;Left;{Strength - Hits};", property_traits.ComputedProperty("Left", "Strength - Hits", or_nothing=True)),
    ("calcProp;Left;Strength - Hits;", property_traits.ComputedProperty("Left", "Strength - Hits", or_nothing=True)),
    ("calcProp;Copy;Hits;", property_traits.ComputedProperty("Copy", "text(Hits)", or_nothing=True)),
    ("basicName;1st {Foot}", property_traits.NameTrait("1st {{Foot}}")),
    ("basicName;", property_traits.NameTrait("")),
    ("setprop;VP;false,0,100,false;;;Named Zone;North", property_traits.SharedProperty("VP", "nearest", "North")),
    ("setprop;VP;false,0,100,false;;;Elsewhere;{BAY NORTH}", property_traits.SharedProperty("VP", "nearest-map")),
    ("translate;North;38,0;10;60;true;0;0;0;0;",
     movement_traits.Shift("10", "-60", TraitCall("Up", "North"), stack=True, turned=True)),
    ("return;Discard;68,195;;Where?;;2;false;Discards",
     movement_traits.ReturnTo(TraitCall("ctrl shift D", "Discard"), "Discards", "Where?", marks=False)),
    ("immob;ig;I;R;", movement_traits.NotStacking(chosen="shift", moves="when-chosen", snaps=False)),
    ("immob;nZ;N;L;", movement_traits.NotStacking(stacks=True, chosen="never", boxed="never")),
    ("immob;n;", movement_traits.NotStacking(chosen="never", moves="never")),
    ("immob;c", movement_traits.NotStacking(chosen="alt", moves="when-chosen")),
    ("hideCmd;;Disable;{Steps < 2};70\\,130", sight_traits.BarredTrait(("ctrl F",), "Steps < 2")),
    ("restrict;Red,Green;false;false;", sight_traits.RestrictedTrait(("red",), moving=False)),
    ("globalhotkey;;83,130;57344,0,Shuffle;", action_traits.PressKey("Shuffle", TraitCall("ctrl S"))),
    ("playSound;shot.wav;;83,0;true;;false", action_traits.Sound("sounds/shot.wav", TraitCall("S"))),
    ("submenu;Fire;Near,Far;", action_traits.Submenu("Fire", ("Near", "Far"))),
    ("nonRect2;2.0;m,0,0,l,5,0,c", appearance_traits.OutlineTrait("M 0 0 L 10 0 Z")),
    ("cmt;well", property_traits.RemarkTrait("well")),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "ours"), BECOME, ids=[type_ for type_, _ in BECOME])
def test_what_a_trait_becomes(type_: str, ours: Trait) -> None:
    state = "FR" if type_.startswith("mark;") else ""
    assert taken(type_, state) == (ours,)


def test_every_trait_but_prototypes_is_translated() -> None:
    prototype = TRAITS["prototype;"]
    assert set(TRANSLATIONS) >= set(TRAITS.values()) - {prototype}


def test_what_cannot_be_taken_over_is_kept_and_said() -> None:
    made, verdict = take(read_trait(RawTrait("ScatterTrait;3", "s")), Module(), "here")
    assert [type(trait) for trait in made] == [property_traits.ForeignTrait]
    assert verdict.grade == "inactive"
    assert "no such trait" in verdict.reason


@pytest.mark.parametrize(
    ("level", "grade"), [("Current Zone/Current Map/Module", "exact"), ("Named Zone", "approximated")]
)
def test_where_a_shared_property_is_sought_counts_only_for_places_that_are_named(level: str, grade: str) -> None:
    _, verdict = take(read_trait(RawTrait(f"setprop;VP;false,0,100,false;;;{level};{{BAY NORTH}}")), Module(), "here")
    assert verdict.grade == grade


def test_a_sound_that_is_missing_has_its_line_in_the_menu() -> None:
    sound = "playSound;missing.wav;Shoot;83,130;true;;false"
    _, verdict = take(read_trait(RawTrait(sound)), Module(), "here")
    assert (verdict.grade, verdict.reason) == ("approximated", "its sound 'missing.wav' is missing: nothing is heard")
    assert Table(sound).menu() == [("Shoot", "ctrl S", True)]


def test_a_marker_of_no_piece_is_greyed() -> None:
    made, verdict = take(
        read_trait(RawTrait("placemark;Dig in;84,130;null;null;0;0;false;;;;0;false;false;;1")), Module(), ""
    )
    assert (verdict.grade, verdict.reason, type(made[0])) == (
        "inactive",
        "it names no piece",
        property_traits.ForeignTrait,
    )
    table = Table("placemark;Dig in;84,130;null;null;0;0;false;;;;0;false;false;;1")
    assert table.menu() == [("Dig in", "ctrl T", False)]


def test_a_change_that_cannot_be_said_here_is_told() -> None:
    _, verdict = take(read_trait(RawTrait("calcProp;Now;{new Date()};", "")), Module(), "here")
    assert verdict.grade == "approximated"
    assert "new Date()" in verdict.reason


def test_a_property_takes_what_is_set_and_holds_sums_to_its_limits() -> None:
    trait = one("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1,Raze:82\\,130:P\\,9;", "3")
    assert trait == property_traits.OwnProperty(
        "Hits", "3", number=True, limits=Limits("0", "5", loose=True),
        changes=(Change("ctrl H", "Hit", add="1"), Change("ctrl R", "Raze", set="9")),
    )  # fmt: skip
    table = Table(("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1,Raze:82\\,130:P\\,9;", "4"))
    table.do("ctrl H", "ctrl H")
    assert table["Hits"] == "5"
    table.do("ctrl R")
    assert table["Hits"] == "9"


def test_a_layer_gives_vassals_properties_and_changes_the_name() -> None:
    fields = "in.png,deep.png;+ (in),deep ;true;Dug;;;false;;1;1;false;68,130;85,130;;;1.0;;true"
    type_ = f"emb2;Dig in;128;A;;128;;;128;;;;1;false;0;0;{fields}"
    table = Table((type_, "-1"))
    assert [table[f"Dug_{what}"] for what in ("Level", "Active", "Image", "Name")] == ["-1", "false", "", ""]
    assert table["PieceName"] == "Tank"
    table.do("ctrl D")
    assert [table[f"Dug_{what}"] for what in ("Level", "Active", "Image", "Name")] == ["1", "true", "in.png", " (in)"]
    assert table["PieceName"] == "Tank (in)"
    table.do("ctrl U")
    assert (table["Dug_Level"], table["PieceName"]) == ("2", "deep ")
    assert table["Dug"] == ""


@pytest.mark.parametrize(
    ("start", "value"),
    [
        ("{2 + 3}", "5"),
        ("$Side$ corps", "Red corps"),
        ("{Side + Steps}", "Red4"),
        ("{Random(6)}", "1"),
        ("5", "5"),
        ("{1 +}", ""),
    ],
)
def test_what_a_property_begins_with_is_worked_out_when_a_piece_is_made(start: str, value: str) -> None:
    table = Table(("PROP;Hits;false,0,9,false;Hit:72\\,130:I\\,1;", start), ("mark;Side", "Red"), ("PROP;Steps;;", "4"))
    assert table["Hits"] == value


@pytest.mark.parametrize(
    ("state", "keys", "active", "level"),
    [
        ("-1;", "", "false", "-1"),
        ("-1;", "A", "false", "-1"),
        ("-1;", "A B", "true", "1"),
        ("-1;", "A A B", "false", "-1"),
        ("-1;A", "B", "true", "1"),
        ("2;AB", "", "true", "2"),
        ("2;AB", "B", "false", "-2"),
        ("2;AB", "B B", "true", "2"),
        ("1", "U", "true", "2"),
        ("1", "V", "true", "2"),
        ("1", "V U", "true", "3"),
        ("1", "D", "true", "3"),
    ],
)
def test_an_old_layer_may_want_several_keys(state: str, keys: str, active: str, level: str) -> None:
    layer = "emb2;On;128;AB;Up;128;UV;;128;D;;;1;false;0;0;a.png,b.png,c.png;,,;true;Step;;;false;;1"
    table = Table((layer, state))
    table.do(*(f"ctrl {key}" for key in keys.split()))
    assert (table["Step_Active"], table["Step_Level"]) == (active, level)
    assert [(menu, key) for menu, key, _ in table.menu() if key] == [("On", "ctrl A"), ("Up", "ctrl U")]


def test_a_layer_follows_a_property_by_its_bare_name() -> None:
    layer = "emb2;;128;;;128;;;128;;;;1;false;0;0;a.png,b.png,c.png;,,;true;Step;;;true;Hits;0;1;true;;;;;1.0;;true"
    table = Table((layer, "1"), ("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1;", "0"))
    assert table["Step_Level"] == "1"
    table.do("ctrl H", "ctrl H", "ctrl H")
    assert (table["Step_Level"], table["Step_Image"]) == ("3", "c.png")


@pytest.mark.parametrize(
    ("follows", "wanted", "held", "is_shown"),
    [
        ("true", "true", "yes", True),
        ("true", "true", "3", True),
        ("true", "true", "0", False),
        ("true", "true", "false", False),
        ("true", "true", "", False),
        ("true", "false", "", True),
        ("true", "false", "0", True),
        ("true", "false", "3", False),
        ("false", "true", "0", True),  # only layers that follow a property ask another one
    ],
)
def test_a_layer_that_follows_may_be_shown_only_where_a_property_holds(follows, wanted, held, is_shown) -> None:
    layer = f"emb2;;128;;;128;;;128;;;;1;false;0;0;a.png;;true;Step;;;{follows};1;1;1;true;;;;;1.0;Spent;{wanted}"
    [shown] = [trait for trait in taken(layer, "1") if isinstance(trait, appearance_traits.Layer)]
    table = Table((layer, "1"), ("PROP;Spent;;", held))
    holds = not shown.when or compile_expression(shown.when).test(table.reading().reader(table.piece))
    assert holds is is_shown


def test_a_trigger_acts_when_what_lies_inside_it_has() -> None:
    trigger = "macro;;;;{Hits == 2};72\\,130;68\\,130;false;;;counted;;;;false;;1;1"
    other = ("PROP;Dead;false,0,100,false;:68\\,130:P\\,yes;", "no")
    hits = ("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1;", "1")
    outside, inside = Table(trigger, other, hits), Table(hits, trigger, other)
    outside.do("ctrl H")
    inside.do("ctrl H")
    assert (outside["Dead"], inside["Dead"]) == ("yes", "yes")


def test_a_loop_counts_its_rounds() -> None:
    loop = "macro;Salvo;Salvo;83,130;;;70\\,0;true;;;counted;;;{2 + 1};true;Round;10;5"
    table = Table(loop, ("PROP;Sum;true,0,99,false;:70\\,0:I\\,{Round};", "0"), ("PROP;Round;false,0,9,false;;", ""))
    table.do("ctrl S")
    assert (table["Sum"], table["Round"]) == ("45", "20")


def test_a_shared_property_is_that_of_the_first_that_has_it() -> None:
    change = "setprop;VP;true,0,20,false;Score:86\\,130:I\\,3;;Current Zone/Current Map/Module;"
    table = Table(change, shared={"VP": "2"})
    table.do("ctrl V")
    assert table.game.properties.get("VP") == 5
    nowhere = Table(change)
    nowhere.do("ctrl V")
    assert nowhere.game.properties.get("VP") is None


def test_keys_are_restricted_for_all_traits_inside() -> None:
    barred = "hideCmd;;Hide;{Hits > 1};72\\,130"
    hits = ("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1,Heal:74\\,130:I\\,-1;", "1")
    table = Table(barred, hits)
    table.do("ctrl H", "ctrl H")
    assert table["Hits"] == "2"
    assert table.menu() == [("Heal", "ctrl J", True)]


def test_the_menu_is_in_vassals_order() -> None:
    table = Table(
        "delete;Delete;68,130;",
        ("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1,Heal:74\\,130:I\\,-1;", "1"),
        "macro;Go;Go;71,130;{Hits > 1};;72\\,130;false;;;counted;;;;false;;1;1",
        "clone;Clone;;",
    )
    assert table.menu() == [
        ("Delete", "ctrl D", True),
        ("Hit", "ctrl H", True),
        ("Heal", "ctrl J", True),
        ("Go", "ctrl G", False),
    ]


def test_a_label_reads_its_text_and_changes_the_name() -> None:
    label = "label;;Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;false"
    table = Table((label, "$Hits$ hits, $Nobody$"), ("PROP;Hits;true,0,5,false;;", "2"))
    assert table["Tag"] == "2 hits, Nobody"
    assert table["PieceName"] == "Tank [2 hits, Nobody]"
    assert Table((label, ""))["PieceName"] == "Tank"


def test_a_mask_names_the_piece_for_its_owner() -> None:
    table = Table("obs;77,130;back.png;Hide;Pback.png;Blip;player:;Peek;;false;;")
    assert table["ObscuredToOthers"] == "false"
    table.do("ctrl M")
    assert (table["PieceName"], table["ObscuredToOthers"], table["Obscured"]) == ("Tank(Blip)", "true", "false")


@pytest.mark.parametrize(
    ("named", "shown"), [("back.png", "images/back.png"), ("missing.png", "images/plain Blip"), ("", None)]
)
def test_a_mask_whose_picture_is_missing_is_a_plain_counter_and_one_without_shows_nothing(
    named: str, shown: str | None
) -> None:
    mask = one(f"obs;77,130;{named};Hide;B;Blip;sides:Red;Peek;;false;;")
    assert (mask.back.path if mask.back is not None else None) == shown


def test_a_mask_of_other_sides_is_not_offered() -> None:
    assert Table("obs;77,130;back.png;Hide;B;Blip;sides:Blue;Peek;;false;;").menu() == []
    assert Table("obs;77,130;back.png;Hide;B;Blip;sides:Red;Peek;;false;;").menu() == [("Hide", "ctrl M", True)]


def loop(kind: str, count: str = "", condition: str = "", sends: str = "70\\,130") -> str:
    """Return the type of a trigger that Ctrl G calls and that sends its keys in a loop."""
    both = ";".join(condition if kind == one else "" for one in ("while", "until"))
    return f"macro;Go;Go;71,130;;;{sends};true;;;{kind};{both};{count};false;;1;1"


@pytest.mark.parametrize(
    ("trigger", "hits"),
    [
        (loop("counted", "3"), "3"),
        (loop("counted", "0"), "0"),
        (loop("counted", "-2"), "0"),
        (loop("counted"), "0"),
        (loop("counted", "{Hits}"), "0"),
        (loop("counted", "{Hits + 2}"), "2"),
        (loop("counted", "many"), "0"),
        (loop("while", condition="{Hits < 0}"), "0"),
        (loop("while", condition="{true}"), "501"),
        (loop("until", condition="{Hits == 4}"), "4"),
        ("macro;Go;Go;71,130;;;70\\,130,71\\,130;false;;;counted;;;;false;;1;1", "50"),
    ],
)
def test_triggers_go_round_as_often_as_in_vassal(trigger: str, hits: str) -> None:
    table = Table(trigger, ("PROP;Hits;false,0,5,false;:70\\,130:I\\,1;", "0"))
    table.do("ctrl G")
    assert table["Hits"] == hits


@pytest.mark.parametrize(
    ("path", "scale", "svg"),
    [
        ("m,-5,-5,l,5,-5,l,5,5,c,nshape.png", 1.0, "M -5 -5 L 5 -5 L 5 5 Z"),
        ("d M 0 0 Q 1 2 3 4 C 1 1 2 2 3 3 Z N a b.png", 1.0, "M 0 0 Q 1 2 3 4 C 1 1 2 2 3 3 Z"),
        ("m,1,1,l,2", 1.0, "M 1 1"),
        ("", 1.0, ""),
    ],
)
def test_outlines_become_paths(path: str, scale: float, svg: str) -> None:
    assert svg_path(path, scale) == svg


def level(*fields: str, images: str = "a.png,b.png,c.png", loop: str = "true", state: str = "1") -> tuple[str, str]:
    """Return the type and state of a layer "Step" that goes up at Ctrl U, down at Ctrl D, resets at Ctrl R and is
    switched at Ctrl A.
    """
    follows, reset = (*fields, "", "")[:2]
    head = f"Switch;128;;Up;128;;Down;128;;Reset;82,130;{reset or 1};false;0;0;{images};{',' * images.count(',')}"
    tail = f"{loop};Step;;;{'true' if follows else 'false'};{follows};1;1;false;65,130;85,130;68,130;;1.0;;true"
    return f"emb2;{head};{tail}", state


def enabled(table: Table) -> dict[str, bool]:
    return {label: is_enabled for label, _, is_enabled in table.menu()}


@pytest.mark.parametrize(
    ("state", "reset", "becomes"),
    [("-3", "2", "2"), ("3", "-2", "-2"), ("2", "0", "0"), ("2", "9", "3"), ("2", "{1 + 0}", "1"), ("2", "x", "2")],
)
def test_a_reset_says_the_level_and_whether_it_shows(state: str, reset: str, becomes: str) -> None:
    table = Table(level("", reset, state=state))
    table.do("ctrl R")
    assert (table["Step_Level"], table["Step_Active"]) == (becomes, str(int(becomes) > 0).lower())


@pytest.mark.parametrize(
    ("key", "loop", "state", "becomes"),
    [
        ("ctrl U", "true", "3", "1"),
        ("ctrl U", "false", "3", "3"),
        ("ctrl U", "true", "-1", "-2"),
        ("ctrl U", "true", "0", "-1"),
        ("ctrl D", "true", "1", "3"),
        ("ctrl D", "false", "1", "1"),
        ("ctrl D", "true", "0", "-3"),
        ("ctrl A", "true", "2", "-2"),
        ("ctrl A", "true", "0", "0"),
    ],
)
def test_a_layer_goes_through_its_levels(key: str, loop: str, state: str, becomes: str) -> None:
    table = Table(level(loop=loop, state=state))
    table.do(key)
    assert table["Step_Level"] == becomes


def test_a_layer_that_does_not_loop_greys_what_leads_beyond_its_ends() -> None:
    offers = ["Switch", "Up", "Down", "Reset"]
    assert list(enabled(Table(level()))) == offers
    assert enabled(Table(level(loop="false"))) == dict.fromkeys(offers, True) | {"Down": False}
    assert enabled(Table(level(loop="false", state="-3"))) == dict.fromkeys(offers, True) | {"Up": False}


def test_a_layer_of_one_level_offers_no_other_and_one_that_follows_is_only_switched() -> None:
    assert list(enabled(Table(level(images="a.png")))) == ["Switch", "Reset"]
    assert list(enabled(Table(level("Hits")))) == ["Switch"]


def test_a_layer_that_follows_nothing_stays_at_its_level() -> None:
    follows_nothing = level(state="2")[0].replace("Step;;;false;", "Step;;;true;")
    assert Table((follows_nothing, "2"))["Step_Level"] == "2"


def test_a_facing_tells_its_degrees_cut_off() -> None:
    facing = "rotate;7;39,0;37,0;;;;;Turn;;;;;true"
    table = Table((facing, "2"))
    assert (table["Turn_Facing"], table["Turn_Degrees"]) == ("3", "102")
    table.do("Right")
    assert (table["Turn_Facing"], table["Turn_Degrees"]) == ("4", "154")


@pytest.mark.parametrize(("state", "degrees"), [("-30.0", "30"), ("30.0", "30"), ("-400.0", "400"), ("0.0", "0")])
def test_a_free_facing_tells_how_far_it_was_turned_either_way(state: str, degrees: str) -> None:
    assert Table(("rotate;1;84,130;Turn;;;Turn;;;;;true", state))["Turn_Degrees"] == degrees


def test_a_pivot_without_a_facing_is_greyed() -> None:
    assert Table("pivot;Swing;80,130;10;0;true;90.0;;;;270.0").menu() == [("Swing", "ctrl P", False)]


@pytest.mark.parametrize(
    ("label", "text", "name"),
    [
        ("label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;false", "", "Tank"),
        ("label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;true", "", "Tank []"),
        ("label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ [$label$];Dialog;0;0;Tag;;false", "$Note$", "Tank []"),
        ("label;;;10;;0,0,0;t;0;c;0;b;c;$label$;Dialog;0;0;Tag;;false", "X", "X"),
    ],
)
def test_a_label_that_stays_changes_the_name_if_it_has_a_text_of_its_own(label: str, text: str, name: str) -> None:
    assert Table((label, text), "mark;Note")["PieceName"] == name


def test_letters_without_a_colour_are_not_drawn() -> None:
    made = one("label;;;10;;;t;0;c;0;b;c;$pieceName$;Dialog;0;0;$Ship$;;false", "X")
    assert (made.look.color, made.look.background) == ("", "")


def test_a_label_is_put_by_the_edge_that_vassal_says() -> None:
    made = one("label;;;10;;0,0,0;t;3;l;4;b;l;$pieceName$;Dialog;0;90;Tag;;false", "X")
    assert isinstance(made, appearance_traits.LabelTrait)
    assert (made.down, made.justify_down, made.across, made.justify_across) == ("top", "top", "left", "right")
    assert (made.dx, made.dy) == (-3, 4)  # turned with the text


@pytest.mark.parametrize(
    ("first", "second", "how", "shown"),
    [
        ("", "", "AND", True),
        ("", "No", "AND", True),
        ("No", "", "AND", False),
        ("Nought", "", "AND", False),
        ("Missing", "", "AND", False),
        ("Word", "", "AND", True),
        ("Word", "No", "AND", False),
        ("Word", "No", "OR", True),
        ("Word", "Word", "XOR", False),
        ("Word", "No", "XOR", True),
        ("No", "Nought", "NOR", True),
        ("Word", "No", "NOR", False),
        ("Word", "No", "whatever", False),
    ],
)
def test_a_border_is_there_while_its_properties_are_set(first: str, second: str, how: str, shown: bool) -> None:
    table = Table(f"border;{first};;2;255,0,0;{second};{how}", ("mark;Word,No,Nought", "yes,false,0"))
    borders = [part for part in table.appearance().shown if isinstance(part.what, BorderDrawing)]
    assert bool(borders) == shown


def test_a_mark_of_having_moved_has_its_corner_where_vassal_says() -> None:
    made = one("markmoved;moved.png;35;-35;;77,130;;false;;;;", "false")
    assert isinstance(made, movement_traits.MovedMark)
    assert (made.dx, made.dy) == (43, -30)  # the picture is 16 by 10


@pytest.mark.parametrize(
    ("level", "search", "there", "becomes"),
    [
        ("Current Zone/Current Map/Module", "", {"VP": "2"}, {"VP": 5}),
        ("Named Map", "Board", {"VP": "2"}, {"VP": 5}),
        ("Named Map", "Board", {"VP": "2", "map:Board:VP": "7"}, {"VP": "2", "map:Board:VP": 10}),
        ("Named Zone", "a: b", {"VP": "2"}, {"VP": 5}),
        ("Named Map", "Nowhere", {}, {}),
        ("whatever", "", {"VP": "2"}, {"VP": 5}),
    ],
)
def test_a_shared_property_is_that_of_the_first_that_has_it_from_where_it_is_said(
    level: str, search: str, there: dict[str, str], becomes: dict[str, str | int]
) -> None:
    table = Table(f"setprop;VP;true,0,20,false;Score:86\\,130:I\\,3;;{level};{search}", shared=there)
    table.do("ctrl V")
    assert dict(table.game.properties) == becomes


def test_who_hides_a_piece_reads_so_in_its_name() -> None:
    table = Table("hide;73,130;Hidden;;side:;0.3;;false")
    table.do("ctrl I")
    assert (table["PieceName"], table["InvisibleToOthers"]) == ("Tank(Hidden)", "true")


def test_a_piece_that_other_sides_may_hide_shows_so_greyed() -> None:
    assert Table("hide;73,130;Hide;;sides:Blue;0.3;;false").menu() == [("Hide", "ctrl I", False)]


def test_a_mask_without_a_name_shows_its_brackets_all_the_same() -> None:
    table = Table("obs;77,130;back.png;Hide;B;;player:;Peek;;false;;")
    table.do("ctrl M")
    assert table["PieceName"] == "Tank()"


NEARLY: Final = [
    ("rotate;1;84,130;Turn;;;Turn;;;;;true", "on a wheel"),
    ("pivot;Swing;80,130;10;0;false;90.0;;;;270.0", "on a wheel"),
    ("pivot;Swing;80,130;10;0;true;90.5;;;;270.0", "whole degrees"),
    ("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.5;;;;", "whole pixels wide"),
    ("restrict;Red;true;true;", "no owner"),
    ("restrict;Green;false;true;", "no side of the game"),
    ("sendto;Go;71,130;Main;;0;0;;;0;0;0;0;;A;;;{Class == 1};", "in drawing order"),
    ("propertysheet;0Name;Sheet;;1;9;9;9;80,130;", "no colour of its own"),
    ("table;300;2;Log;76,130;", "100 rows"),
    ("PROP;Hits;false,0,9,false;;->$Side$", "when a piece is made"),
]


@pytest.mark.parametrize(("type_", "how"), NEARLY, ids=[how for _, how in NEARLY])
def test_what_is_taken_over_nearly_says_how_it_differs(type_: str, how: str) -> None:
    type_, _, state = type_.partition("->")
    _, verdict = take(read_trait(RawTrait(type_, state or "null")), Module(), "here")
    assert verdict.grade == "approximated"
    assert how in verdict.reason
