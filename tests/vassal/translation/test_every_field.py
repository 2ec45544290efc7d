"""Every field of every VASSAL trait has an effect here, or the report says that it has none."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET, Struct

from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.expressions import FieldFacts
from tabletop.vassal.files.scalars import Color, Key
from tabletop.vassal.traits.trait_fields import VassalTrait
from tabletop.vassal.traits.trait_parts import KeyCommand, Parameter, PropertyChange, VassalTarget
from tabletop.vassal.traits.trait_types import TRAITS, UnknownTrait, read_trait
from tabletop.vassal.translation.translated_traits import take


class Module:
    """A module with every picture, side and piece, by any name."""

    leading_zeros_stay = False
    offers_blanks = False
    others_unmask = ""
    lays_anew = False
    sending_moves = False
    maps = frozenset[str]()

    def picture(self, name: str, where: str) -> str | None:
        return f"images/{name}"

    def stand_in(self, words: str) -> str | None:
        return f"images/{words}"

    def size(self, picture: str) -> tuple[int, int] | None:
        return 16, 10

    def sound(self, name: str, where: str) -> str | None:
        return f"sounds/{name}"

    def side(self, name: str) -> str | None:
        return name.lower()

    def piece(self, spec: str, gpid: str, where: str) -> str | None:
        return f"{spec} {gpid}"

    def note_format(self, text: str, field: FieldFacts, ours: str) -> None:
        pass

    def pattern(self, prototype: str, parameters: str, where: str) -> str | None:
        return None


REACH: Final = "COUNTER|true|{}|Main|Sheet|Zone|Place|1|2|Deck|true|Side|Red|EQUALS|Wing|1"
EXAMPLES: Final[list[tuple[str, str]]] = [
    ("emb2;On;128;;Up;128;;Down;128;;Reset;82,130;2;false;1;2;a.png,b.png;A,B;true;Side;78,130;Any;false;;1;1;false;"
     "65,130;85,130;68,130;;1.0;Lit;true", "2"),
    ("emb2;On;128;AB;Up;128;U;Down;128;D;;;2;false;1;2;a.png,b.png;A,B;true;Side;78,130;Any;false;;1", "2;AB"),
    ("emb2;On;128;;;128;;;128;;;;1;false;0;0;a.png;A;true;Side;;;true;Hits;1;1;true;;;;;1.0;;true", "1"),
    ("emb2;On;128;;;128;;;128;;;;1;false;0;0;a.png;A;true;Side;;;true;Hits;1;1;true;;;;;1.0;Spent;true", "1"),
    ("rotate;6;93,130;91,130;Right;Left;82,130;Any;Turn;;84,130;To;{2};true", "2"),
    ("rotate;1;84,130;Turn;82,130;Any;Turn;;;;;true", "30.0"),
    ("rotate;1;;;82,130;Any;Turn;;84,130;To;{2};true", "30.0"),
    ("label;76,130;Write;12;1,2,3;4,5,6;t;1;c;2;b;l;$pieceName$: $label$;Serif;1;90;Tag;;true", "word"),
    ("nonRect2;1.0;m,0,0,l,5,0,c", ""),
    ("pivot;Swing;80,130;10;20;true;60.0;;Back;66,130;30.0", ""),
    ("AreaOfEffect;1,2,3;30;2;false;Show;83,130;;true;Reach;;Fire;On;79,130;Off;70,130;true", "true"),
    ("AreaOfEffect;1,2,3;30;2;false;Show;83,130;;false;Reach;;Fire;On;79,130;Off;70,130;true", "true"),
    ("border;Lit;;2;1,2,3;Seen;AND", ""),
    ("footprint;84,130;Trail;false;false;10;9,9,9;9,9,9;90;40;20;30;1.0;79,130;70,130;67,130;;false",
     "false;Main;1;4,5;false"),
    ("markmoved;moved.png;3;4;Moved;77,130;;false;Mark;75,130;Clear;67,130", "false"),
    ("obs;77,130;back.png;Hide;P80,130;Blip;sides:Red;Peek;;false;;", "null;"),
    ("obs;77,130;back.png;Hide;Gown.png;Blip;side:;Peek;;false;;", "null;"),
    ("hide;73,130;Hide;;sides:Red;0.3;;false", "null"),
    ("restrict;Red;false;true;", ""),
    ("hideCmd;No sale;Hide;{Steps < 2};70\\,130", ""),
    ("immob;i;N;R;", ""),
    ("mark;Side,Strength", "Red,4"),
    ("PROP;Hits;true,0,5,false;Hit:72\\,130:I\\,1,Ask:65\\,130:R\\,Many?,Choose:67\\,130:E\\,Which?\\,a\\\\\\,b;", "3"),
    ("setprop;VP;true,0,20,true;Score:86\\,130:I\\,1;;Named Map;Main", ""),
    (f"setpieceprop;Hits;true,0,9,false;Hit:72\\,130:I\\,1;;{REACH.format('ZONE')};{{A == 1}};true;2;true;;3;true", ""),
    (f"setpieceprop;Hits;true,0,9,false;Hit:72\\,130:I\\,1;;{REACH.format('ZONE')};;true;2;false;Reach;3;false", ""),
    ("calcProp;Left;{Strength - Hits};", ""),
    ("locmsg;Greeting;;hello", ""),
    ("basicName;1st Infantry", ""),
    ("propertysheet;0Name~3Steps;Sheet;;0;;;;80,130;", "Ann~2/4"),
    ("table;3;2;Log;76,130;", "a,b,c,d,e,f"),
    ("cmt;a word", ""),
    ("mat;Tray;", "0"),
    ("matPiece;;true;1;2;70,130;76,130", "noMat"),
    ("macro;Flip;Flip;70,130;{Steps > 1};71\\,130;38\\,130;true;66,130;69,130;counted;;;2;true;Round;1;2", ""),
    ("macro;Flip;Flip;70,130;;71\\,130;38\\,130;true;;;while;{A == 1};;;false;;1;1", ""),
    ("macro;Flip;Flip;70,130;;71\\,130;38\\,130;true;;;until;;{A == 1};;false;;1;1", ""),
    *(
        (f"globalkey;Rally;82,130;57344,0,Go;{{A == 1}};true;2;true;true;;;3;{REACH.format(where)};false;Hits:1", "")
        for where in ("ZONE", "LOCATION", "XY", "DECK", "CURATTACH")
    ),
    (f"globalkey;Rally;82,130;57344,0,Go;;true;2;true;false;Reach;;3;{REACH.format('MAP')};false;", ""),
    ("globalhotkey;Shuffle;83,130;57344,0,Shuffle;", ""),
    ("report;70\\,130;said;71\\,130;a,b;;false", "0"),
    ("report;70\\,130;said;71\\,130;a,b;;false", "-1"),
    ("sendto;Go;71,130;Main;Sheet;1;2;Back;66,130;3;4;5;6;;L;;;;", ";;"),
    ("sendto;Go;71,130;Main;Sheet;1;2;Back;66,130;3;4;5;6;;G;;;;0101", ";;"),
    ("sendto;Go;71,130;Main;Sheet;1;2;Back;66,130;3;4;5;6;;Z;Zone;;;", ";;"),
    ("sendto;Go;71,130;Main;Sheet;1;2;Back;66,130;3;4;5;6;;R;;Box;;", ";;"),
    ("sendto;Go;71,130;Main;Sheet;1;2;Back;66,130;3;4;5;6;;N;;;{A == 1};", ";;"),
    ("return;Discard;68,195;;Where?;;2;false;Discards", ""),
    ("translate;North;38,130;1;60;true;2;3;4;5;", ""),
    ("clone;Clone;67,130;", ""),
    ("delete;Delete;68,130;", ""),
    ("deselect;Drop;68,130;;false;S", ""),
    ("submenu;Fire;Near,Far;", ""),
    ("menuSeparator;;", ""),
    ("placemark;Dig in;84,130;+/null/piece;is hit;2;3;true;57344,0,Dug;;17;1;false;false;Hits:1;1", ""),
    ("replace;Upgrade;85,130;+/null/piece;is hit;2;3;true;57344,0,Dug;;17;1;false;false;Hits:1;1", ""),
    ("button;57344,0,Draw;-10;-5;20;10;;false;false;1;3;-10;-5;10;-5;0;5", ""),
    ("playSound;shot.wav;Shoot;83,0;true;;false", ""),
    ('locCommand;;locZones;{ZoneOfCommand != ""};To $ZoneOfCommand$;57344,0,Go;true;$ZoneOfCommand$;true;false', ""),
    (f"attach;Wing;;Join;74,130;Leave;76,130;{{A == 1}};true;2;true;;3;{REACH.format('ZONE')};Part;80,130;{{B == 1}};"
     "nothing;nothing;nothing;false;false", "0"),
    (f"attach;Wing;;Join;74,130;Leave;76,130;;true;2;false;Reach;3;{REACH.format('ZONE')};Part;80,130;;"
     "nothing;nothing;nothing;false;false", "0"),
    ("piece;;;inf.png;1st Inf", "Main Map;10;20;17;1;Hits;99"),
]  # fmt: skip
"""Types and states of traits. Together they use each field."""

_BY_SLOTS: Final = frozenset((
    "attached", "back_map", "back_x", "back_y", "begun", "cargo", "is_shown", "moved", "options", "owner", "points",
    "pressed", "start_map",
))  # fmt: skip
"""The names of fields with a part of a saved piece's state. They are imported with the piece, not with its traits."""

_READ_NO_MORE: Final = frozenset(["description", "letter", "version"])
"""The names of fields that are comments for authors, or that VASSAL reads only to make other fields."""

_SAID_ELSEWHERE: Final = frozenset((
    ("ActionButton", "x"), ("ActionButton", "y"), ("ActionButton", "width"), ("ActionButton", "height"),
    ("ActionButton", "count"),  # its corners
    ("BasicPiece", "map"), ("BasicPiece", "x"), ("BasicPiece", "y"), ("MatCargo", "mat"),  # the position of the piece
    ("VassalPlaceMarker", "above"),  # used only by pieces that replace others
    ("PropertySheet", "green"), ("PropertySheet", "blue"),  # reported with its red
    ("ReturnToDeck", "deck"),  # the expression
))  # fmt: skip
_SHARED: Final = {"target": "CounterGlobalKeyCommand", "commands": "DynamicProperty"}
"""The names of fields whose parts several traits share, each with the one trait in which the parts are checked."""


def paths(held: object, before: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield every value within a struct, with its path."""
    if isinstance(held, Struct) and not isinstance(held, Key | Color):
        for name in held.__struct_fields__:
            yield from paths(getattr(held, name), (*before, name))
    elif isinstance(held, tuple) and held and isinstance(held[0], Struct) and not isinstance(held[0], Key):
        for number, one in enumerate(held):
            yield from paths(one, (*before, number))
    else:
        yield before, held


WORDS: Final = (
    "7", "31.0", "", "B", "L", "S", "V", "r", "Disable", "GREATER", "LOCATION", "Named Zone", "OR", "clear", "follow",
    "locRegions", "remove", "sides", "until",
)  # fmt: skip
"""Words with a meaning in one field or another."""


def others(value: object) -> list[Any]:
    """Return other values for a field."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value + 40]
        case float():
            return [value + 1.5, value / 2 + 0.1]
        case str():
            return [f"{value}9", *WORDS]
        case Key():
            return [Key(81, 2 | 128)]
        case Color():
            return [Color(200, 100, 50)]
        case None:
            return [Color(200, 100, 50)]
        case tuple() if value and isinstance(value[0], Key):
            return [(*value, Key(81, 2 | 128))]
        case tuple() if value and isinstance(value[0], tuple):
            return [(*value, (7, 7)), (("More", "1"),)]
        case tuple():
            return [
                ("more",) * len(value),
                (*value, "more"),
                (Parameter("More", "1"),),
                (KeyCommand("More", Key(81, 130), PropertyChange()),),
            ]
        case _:
            return []


def put(held: Any, way: tuple[str | int, ...], value: object) -> Any:
    """Return a struct with another value at a path."""
    if not way:
        return value
    step, *rest = way
    if isinstance(step, int):
        return (*held[:step], put(held[step], tuple(rest), value), *held[step + 1 :])
    return msgspec.structs.replace(held, **{step: put(getattr(held, step), tuple(rest), value)})


def taken(trait: VassalTrait) -> object:
    return take(trait, Module(), "here")


def says_something(trait: VassalTrait, way: tuple[str | int, ...], value: object) -> bool:
    """Return whether another value of the field at this path has an effect, or is reported."""
    before = taken(trait)
    for other in others(value):
        try:
            if taken(put(trait, way, other)) != before:
                return True
        except (TypeError, ValueError, AttributeError):  # a value of another sort than the field's
            continue
    return False


READ: Final = [read_trait(RawTrait(*example)) for example in EXAMPLES]
FIELDS: Final = sorted(
    {
        (
            type(trait).__name__,
            way[0] if isinstance(way[0], str) else "",
            *(step for step in way[1:] if isinstance(step, str)),
        )
        for trait in READ
        for way, value in paths(trait)
        if value is not UNSET
    }
)


def test_there_are_examples_of_every_trait() -> None:
    kinds = {type(trait) for trait in READ}
    assert kinds >= {kind for name, kind in TRAITS.items() if name not in ("prototype;", "emb;", "nonRect;")}
    assert UnknownTrait not in kinds


@pytest.mark.parametrize("field", FIELDS, ids=[" ".join(field) for field in FIELDS])
def test_a_field_does_something_or_the_report_tells_of_it(field: tuple[str, ...]) -> None:
    name, *within = field
    if within[-1] in _READ_NO_MORE | _BY_SLOTS or (name, within[0]) in _SAID_ELSEWHERE:
        return
    if _SHARED.get(within[0], name) != name:
        return
    if within in (["target", "source"], ["target", "board"]):  # the source is always the piece; no board is read
        return
    found = [
        (trait, way, value)
        for trait in READ
        if type(trait).__name__ == name
        for way, value in paths(trait)
        if [step for step in way if isinstance(step, str)] == within
    ]
    assert any(says_something(*each) for each in found)


@pytest.mark.parametrize("field", [name for name in VassalTarget.__struct_fields__ if name != "source"])
def test_every_part_of_a_target_is_among_them(field: str) -> None:
    assert ("CounterGlobalKeyCommand", "target", field) in FIELDS
