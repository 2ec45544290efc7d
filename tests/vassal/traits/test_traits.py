"""VASSAL's traits: they are read in every version, and written back as VASSAL writes them."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.files.scalars import Key
from tabletop.vassal.traits import vassal_actions, vassal_appearance, vassal_movement, vassal_properties, vassal_sight
from tabletop.vassal.traits.trait_fields import VassalTrait, written_decimal
from tabletop.vassal.traits.trait_parts import Access, KeyCommand, PropertyChange
from tabletop.vassal.traits.trait_types import TRAITS, UnknownTrait, read_trait

AS_WRITTEN: Final = [
    ("emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;back.png;;true;Side;;;false;;1;1;false;70,130;;;;1.0;;true", "-1"),
    ("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true", "2"),
    ("rotate;1;84,130;Adjust;;;Facing;;;;;true", "30.5"),
    ("label;;Change Label;10;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false", "a;b"),
    ("nonRect2;1.0;m,-5,-5,l,5,-5,l,5,5,c", ""),
    ("pivot;Pivot;80,130;-20;30;true;60.0;;;;270.0", ""),
    ("AreaOfEffect;102,102,102;30;1;false;Show;90,195;;true;;Fire;;;;;;true", "true"),
    ("border;Spotted;;2;255,0,0;;AND", ""),
    ("footprint;84,130;Trail;false;true;12;153,0,0;255,51,0;80;50;20;30;7.0;57344,0,On;57344,0,Off;;",
     "true;Map0;1;4,5;true"),
    ("markmoved;moved.gif;35;-35;Mark Moved;77,130;;false;Mark piece as moved;;Mark piece as unmoved;", "true"),
    ("obs;77,195;back.png;Flip;Pback.png;?;sides:Red\\:Blue;Peek;;false;;", "ann;false|0"),
    ("hide;73,130;Invisible;255,255,255;side:;0.3;;false", "null"),
    ("restrict;Red,Blue;false;true;", ""),
    ("hideCmd;No sale;Hide;{Steps < 2};70\\,130,57344\\,0\\,Sell", ""),
    ("immob;ig;I;R;it's heavy", ""),
    ("mark;Side,Strength", "Red,4"),
    ("PROP;Hits;true,0,5,false;Add one:38\\,0:I\\,1,Set:57344\\,0\\,SetIt:P\\,{Strength+1};", "3"),
    ("setprop;VP;true,0,20,true;:49\\,130:I\\,1;;Named Map;Main", ""),
    ("setpieceprop;Hits;false,0,100,false;:50\\,130:R\\,How many?;"
     ";COUNTER|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false", ""),
    ("calcProp;Left;{Strength - Hits};", ""),
    ("locmsg;Greeting;;hello", ""),
    ("basicName;1st Infantry", ""),
    ("propertysheet;0Name~3Steps;Sheet;;2;;;;80,130;", "Ann~2/4"),
    ("table;3;2;Log;76,130;", "a,b,c,d,e,f"),
    ("prototype;Infantry;size=3,nation=FR", ""),
    ("cmt;a word", ""),
    ("mat;Tray;", "2;17;18"),
    ("matPiece;Cargo;true;100;100;;", "noMat"),
    ("macro;Flip;Flip;70,130;{Steps > 1};;38\\,130,57344\\,0\\,Go;true;;;until;;{Steps == 0};;true;Round;1;1", ""),
    ('globalkey;Rally;82,130;57344,0,Rallied;{Side == "$Side$"};true;2;true;true;;;-1;'
     "COUNTER|true|CURZONE|||||0|0||true|Side|Red|EQUALS||;false;", ""),
    ("globalhotkey;Shuffle;83,130;57344,0,Shuffle;", ""),
    ("report;70\\,130;$oldPieceName$ flips;;;;false", "-1"),
    ("sendto;Away;82,195;Main Map;;0;0;Back;66,130;0;0;1;1;;R;;Box;;", "Main Map;10;20"),
    ("return;Discard;68,195;;Where to?;;2;false;Discards", ""),
    ("translate;North;38,130;0;60;true;0;0;0;0;", ""),
    ("clone;Clone;67,130;", ""),
    ("delete;Delete;68,130;", ""),
    ("deselect;;57344,0,Drop;;false;S", ""),
    ("submenu;Fire;Near,Far;", ""),
    ("menuSeparator;;", ""),
    ("placemark;Dig in;84,130;+\\/null\\/piece;null;2;2;true;57344,0,Dug;;17;1;false;false;;1", ""),
    ("replace;Upgrade;85,130;null;null;0;0;false;;;18;0;false;true;Hits:{Hits};1", ""),
    ("button;57344,0,Draw;-10;-5;20;10;;false;false;1;3;-10;-5;10;-5;0;5", ""),
    ("playSound;shot.wav;Shoot;83,0;true;;false", ""),
    ("locCommand;;locZones;{ZoneOfCommand != \"\"};To $ZoneOfCommand$;57344,0,Go;true", ""),
    ("piece;;;inf.png;1st Inf", "Main Map;10;20;17;1;UniqueID;99"),
]  # fmt: skip
"""Traits of invented pieces, as VASSAL 3.7 writes them."""

COMPLETED: Final = [
    ("delete;Delete;68,130", "", "delete;Delete;68,130;", ""),
    ("emb2;;0;;Flip;2;F;;0;;;;1;false;0;0;a.png,b.png;,;true", "3;",
     "emb2;;0;;Flip;2;F;;0;;;;1;false;0;0;a.png,b.png;,;true;;;;false;;1;1;true;;70,130;;;1.0;;true", "2"),
    ("emb;A;Flip;;;;;3;4;a.png,side;b.png", "1",
     "emb2;Flip;128;A;;128;;;128;;;;0;false;3;4;a.png,b.png;side,;true;;;;false;;1;1;false;65,130;;;;1.0;;true", "1"),
    ("emb;\\;Reset\\;82,130;_Flip;;;;;0;0;a.png", "-1",
     "emb2;Flip;128;;;128;;;128;;Reset;82,130;0;true;0;0;a.png;;true;;;;false;;1;1;true;;;;;1.0;;true", "-1"),
    ("emb2;Flip", "", "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;false;65,130;;;;1.0;;true", "-1"),
    ("emb2;Flip;128;AB;Up;128;U;;128;;;;1;false;0;0;a.png;;true;Side;;;false;;1", "-1;A",
     "emb2;Flip;128;AB;Up;128;U;;128;;;;1;false;0;0;a.png;;true;Side;;;false;;1", "-1;A"),
    ("emb2;Flip;128;AB;Up;128;U;;128;;;;1;false;0;0;a.png;;true;Side;;;false;;1", "1",
     "emb2;Flip;128;AB;Up;128;U;;128;;;;1;false;0;0;a.png;;true;Side;;;false;;1", "1;AB"),
    ("AreaOfEffect;", "true", "AreaOfEffect;;30;1;true;Show Area;;;true;;;;;;;;true", "false"),
    ("attach;Wing;", "", "attach;Wing;;Attach;;Clear All Attachments;;;false;1;true;;-1;"
     "COUNTER|false|MAP|||||0|0||false|||EQUALS||;Clear Matching Attachments;;;nothing;nothing;clear;false;true", "0"),
    ("PROP;", "3", "PROP;;false,0,100,false;;", "3"),
    ("report;", "", "report;;$location$: $newPieceName$ *;;;;false", "-1"),
    ("report;KL;said;M", "2", "report;75\\,130,76\\,130;said;77\\,130;;;false", "2"),
    ("label;;;10;;0,0,0;top;0;;0;;centre;$PieceName$: $label$;Dialog;0;0;Tag", "  a $Tag$b ",
     "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$: $label$;Dialog;0;0;Tag;;false", "a b"),
    ("macro;Go", "", "macro;Go;Trigger;84,130;;;;false;;;counted;;;;false;;1;1", ""),
    ("obs;77,130;back.png", "", "obs;77,130;back.png;Mask;I;?;player:;Peek;;true;;", ";false|0"),
    ("propertysheet;0Name;Sheet;S", "Ann", "propertysheet;0Name;Sheet;;0;;;;83,130;", "Ann"),
    ("propertysheet;0Name;Sheet;;2;9;8;7", "", "propertysheet;0Name;Sheet;;2;9;8;7;80,130;", ""),
    ("propertysheet;0Name;Sheet;;2;;8;7;83,0", "", "propertysheet;0Name;Sheet;;2;;;;83,0;", ""),
    ("return;Discard;68,195;Discards", "", "return;Discard;68,195;Discards;Select destination;;2;false;Discards", ""),
    ("globalhotkey;Turn", "", "globalhotkey;Turn;72,130;;", ""),
    ("nonRect;m,0,0,l,5,0,c", "", "nonRect2;1.0;m,0,0,l,5,0,c", ""),
    ("button;57344,0,Draw;-10;-5;20;10;", "",
     "button;57344,0,Draw;-10;-5;20;10;;false;false;1;4;-10;-5;10;-5;10;5;-10;5", ""),
    ("macro;Go;Go;71,130;;TU;70\\,130", "",
     "macro;Go;Go;71,130;;84\\,130,85\\,130;70\\,130;false;;;counted;;;;false;;1;1", ""),
    ("return;Discard;68,195;Discards;", "", "return;Discard;68,195;Discards;;;2;false;Discards", ""),
    ("return;Discard;68,195;;Which?", "", "return;Discard;68,195;;Which?;;2;true;", ""),
    ("obs;0,130;back.png;;Gback.png;Secret;player:", "null",
     "obs;0,130;back.png;;Gback.png;Secret;player:;Peek;;false;;", "null;"),
    ("immob;n;V", "", "immob;n;V;R;", ""),
    ("immob;n;", "", "immob;n;V;R;", ""),
    ("immob;gi", "", "immob;ig;I;R;", ""),
    ("immob;AZn;N", "", "immob;nZ;N;R;", ""),
    ("mark;Side,Strength", "Red", "mark;Side,Strength", "Red,"),
    ("piece;;;a.png;A", "null;0;0", "piece;;;a.png;A", "null;0;0;;0"),
    ("footprint;84,130;Trail", "false;;0",
     "footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;", "false;;0;false"),
]  # fmt: skip
"""Traits as older versions wrote them, and as VASSAL 3.7 completes them."""


@pytest.mark.parametrize(("type_", "state"), AS_WRITTEN, ids=lambda text: text.partition(";")[0])
def test_what_vassal_writes_is_written_back(type_: str, state: str) -> None:
    assert read_trait(RawTrait(type_, state)).written() == (type_, state)


@pytest.mark.parametrize(("type_", "state", "new", "new_state"), COMPLETED, ids=lambda text: text.partition(";")[0])
def test_what_is_older_is_completed_as_vassal_does(type_: str, state: str, new: str, new_state: str) -> None:
    assert read_trait(RawTrait(type_, state)).written() == (new, new_state)


def test_every_trait_of_the_format_is_among_them() -> None:
    shown = {type_.partition(";")[0] + ";" for type_, *_ in (*AS_WRITTEN, *COMPLETED)}
    assert shown >= set(TRAITS) - {"attach;"}


def test_fields_are_what_they_say() -> None:
    hits = read_trait(RawTrait("PROP;Hits;true,0,5,false;Add:38\\,0:I\\,1;", "3"))
    assert isinstance(hits, vassal_properties.DynamicProperty)
    assert (hits.property, hits.value, hits.limits.most) == ("Hits", "3", "5")
    assert hits.commands == (KeyCommand("Add", Key(38), PropertyChange("I", "1")),)


def test_a_choice_keeps_its_values() -> None:
    command = KeyCommand.read("Set:83,130:E,How bad?,none\\,light\\,heavy")
    assert command.change == PropertyChange("E", "How bad?", ("none", "light", "heavy"))
    assert command.written() == "Set:83,130:E,How bad?,none\\,light\\,heavy"


@pytest.mark.parametrize(
    ("text", "access"),
    [
        ("player:", Access()),
        ("side:", Access("side")),
        ("sides:Red:Blue", Access("sides", ("Red", "Blue"))),
        ("nonsense", Access()),
        ("", Access()),
    ],
)
def test_who_has_access(text: str, access: Access) -> None:
    assert Access.read(text) == access


def test_a_layers_level_is_one_that_there_is() -> None:
    layer = read_trait(RawTrait("emb2;;128;;;128;;;128;;;;1;false;0;0;a.png,b.png;,", "-7"))
    assert isinstance(layer, vassal_appearance.Embellishment)
    assert layer.value == -2


def test_names_with_one_beginning_are_told_apart() -> None:
    kinds = [type(read_trait(RawTrait(text))) for text in ("delete;", "deselect;", "mat;", "matPiece;")]
    assert kinds == [
        vassal_actions.VassalDelete,
        vassal_actions.Deselect,
        vassal_movement.VassalMat,
        vassal_movement.MatCargo,
    ]


@pytest.mark.parametrize("type_", ["ScatterTrait", "own.Class;a;b", "emb3;x", ""])
def test_what_is_unknown_stays_as_it_is(type_: str) -> None:
    trait = read_trait(RawTrait(type_, "state;\\"))
    assert isinstance(trait, UnknownTrait)
    assert RawTrait(*trait.written()) == RawTrait(type_, "state;\\")


def test_what_is_missing_or_does_not_parse_is_its_default() -> None:
    assert read_trait(RawTrait("hide;", "")) == vassal_sight.Hideable(key=Key(), owner="")
    label = read_trait(RawTrait("label;;Text;big;;;t;x", ""))
    assert isinstance(label, vassal_appearance.Labeler)
    assert (label.size, label.dy, label.background, label.color) == (10, 0, None, None)


@given(st.sampled_from(sorted(TRAITS)), st.text(st.characters(codec="utf-8"), max_size=60), st.text(max_size=30))
def test_no_text_is_too_odd_to_be_read(name: str, fields: str, state: str) -> None:
    trait = read_trait(RawTrait(name + fields, state))
    assert isinstance(trait, VassalTrait)
    written = trait.written()
    assert all(isinstance(part, str) for part in written)


@given(st.sampled_from(AS_WRITTEN), st.integers(0, 200))
def test_what_was_cut_short_is_read_as_what_it_is_written(trait: tuple[str, str], at: int) -> None:
    name = trait[0].index(";") + 1
    first = read_trait(RawTrait(trait[0][: name + at], trait[1]))
    again = read_trait(RawTrait(*first.written()))
    assert again.written() == first.written()


@pytest.mark.parametrize(
    ("number", "text"), [(1.0, "1.0"), (0.5, "0.5"), (-30.25, "-30.25"), (1e20, "1.0E20"), (float("inf"), "Infinity")]
)
def test_decimals_are_written_as_java_does(number: float, text: str) -> None:
    assert written_decimal(number) == text
