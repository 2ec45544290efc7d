"""Generated VASSAL files, as large as those of large published games: a module, a save and a log.

Their contents are invented; the numbers of things and the kinds of traits are like those of real files.
"""

import random
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tabletop.vassal.files.sequence import join, nested

COMPONENTS: Final = 3_500
SLOTS: Final = 927
TRAITS: Final = 60
"""The number of traits of a piece, including those of its prototypes."""

OBJECTS: Final = 2_481
PIECES: Final = 831
STACKED: Final = 3
STEPS: Final = 1_091
MAP: Final = "Main"
WIDTH: Final = 5_000
HEIGHT: Final = 4_000
COUNTER: Final = 50

WIDE_MAPS: Final = 27
WIDE_SLOTS: Final = 4_200
WIDE_PIECES: Final = 1_916
WIDE_TRAITS: Final = 41
"""The numbers of maps, slots, pieces at set-up, and traits of a piece, in a module with many maps."""

_PROTOTYPES: Final = 40
_OF_A_PROTOTYPE: Final = 16
_PROTOTYPES_OF_A_PIECE: Final = 3
_KEY: Final = 0x58
_PICTURES: Final = 240
_FIRST_PIECE: Final = 1_000
_FIRST_STACK: Final = 900_000


class Files(NamedTuple):
    """A module with a save and a log of it."""

    module: Path
    save: Path
    log: Path


def made_files(folder: Path) -> Files:
    """Make a module of 3,500 components with 927 slots, a save of 2,481 objects and a log of 1,091 steps; return their
    files.
    """
    made = Files(folder / "bench.vmod", folder / "bench.vsav", folder / "bench.vlog")
    about = _about("Bench", "1.0")
    pictures = {f"images/{number}.png": _png(number) for number in range(_PICTURES)}
    _zipped(made.module, {"buildFile.xml": _build_file(), "moduledata": about, **pictures})
    points = _points()
    position = list(_position(points))
    for file, steps in ((made.save, ()), (made.log, _steps(points))):
        _zipped(file, {"savedGame": _saved(position, steps), "moduledata": about, "savedata": _about()})
    return made


def wide_module(folder: Path) -> Path:
    """Make a module of 27 maps and 4,200 slots, with 1,916 pieces at the start, each of 41 traits; return its file."""
    made = folder / "wide.vmod"
    pictures = {f"images/{number}.png": _png(number) for number in range(_PICTURES)}
    _zipped(made, {"buildFile.xml": _wide_build_file(), "moduledata": _about("Wide", "1.0"), **pictures})
    return made


def _zipped(file: Path, content: dict[str, bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def _about(name: str = "", version: str = "") -> bytes:
    told = f"<name>{name}</name><version>{version}</version><VassalVersion>3.7.5</VassalVersion>"
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?><data version="1">{told}</data>'.encode()


def _png(number: int) -> bytes:
    """Return the PNG of a counter in one colour with a bar across it."""
    shade, bar = bytes(((number * 37) % 200 + 40, (number * 91) % 200 + 40, 120)), b"\x10\x10\x10"
    rows = [b"\0" + (bar if row == number % COUNTER else shade) * COUNTER for row in range(COUNTER)]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", COUNTER, COUNTER, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"".join(rows)))
        + chunk(b"IEND", b"")
    )


# the module


def _element(kind: str, *children: str, text: str = "", **attributes: str) -> str:
    name = kind if kind.startswith("VASSAL.") else f"VASSAL.build.{kind}"
    settings = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{settings}>{escape(text)}{''.join(children)}</{name}>"


def _build_file() -> bytes:
    sheet = _element("module.map.boardPicker.Board", name="Board", width=str(WIDTH), height=str(HEIGHT))
    table = _element("module.Map", _element("module.map.BoardPicker", sheet), mapName=MAP)
    roster = _element("module.PlayerRoster", "<entry>Red</entry><entry>Blue</entry>")
    prototypes = _element("module.PrototypesContainer", *map(_prototype, range(_PROTOTYPES)))
    slots = [
        _element("widget.PieceSlot", text=_piece("null", _slot(number)), entryName=_name(number), gpid=str(number + 1))
        for number in range(SLOTS)
    ]
    lists = [_element("widget.ListWidget", *slots[at : at + 50], entryName=f"List {at}") for at in range(0, SLOTS, 50)]
    window = _element("module.PieceWindow", _element("widget.TabWidget", *lists, entryName="All"), name="Pieces")
    said = (
        sum(part.count("<VASSAL") for part in (table, roster, prototypes, window)) + 4
    )  # the root, this list and what VASSAL adds by itself
    properties = [
        _element("module.properties.GlobalProperty", name=f"Value{number}", initialValue=str(number))
        for number in range(COMPONENTS - said)
    ]
    values = _element("module.properties.GlobalProperties", *properties)
    root = _element(
        "GameModule", roster, table, values, prototypes, window, name="Bench", version="1.0", VassalVersion="3.7.5"
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}'.encode()


def _wide_build_file() -> bytes:
    maps = [_wide_map(number) for number in range(WIDE_MAPS)]
    slots = [_wide_slot(number) for number in range(WIDE_PIECES, WIDE_SLOTS)]
    lists = [_element("widget.ListWidget", *slots[at : at + 50], entryName=f"L{at}") for at in range(0, len(slots), 50)]
    window = _element("module.PieceWindow", _element("widget.TabWidget", *lists, entryName="All"), name="Pieces")
    roster = _element("module.PlayerRoster", "<entry>Red</entry><entry>Blue</entry>")
    prototypes = _element("module.PrototypesContainer", *map(_prototype, range(_PROTOTYPES)))
    root = _element("GameModule", roster, *maps, prototypes, window, name="Wide", version="1.0", VassalVersion="3.7.5")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}'.encode()


def _wide_map(number: int) -> str:
    sheet = _element("module.map.boardPicker.Board", name="Board", width="2000", height="1500")
    pieces = range(number, WIDE_PIECES, WIDE_MAPS)
    stacks = [
        _element(
            "module.map.SetupStack",
            *(_wide_slot(piece) for piece in pieces[at : at + STACKED]),
            name=f"Stack {at}",
            owningBoard="Board",
            x=str(COUNTER + at * 17 % 1_900),
            y=str(COUNTER + at * 29 % 1_400),
        )
        for at in range(0, len(pieces), STACKED)
    ]
    name = MAP if number == 0 else f"Map {number}"
    return _element("module.Map", _element("module.map.BoardPicker", sheet), *stacks, mapName=name)


def _wide_slot(number: int) -> str:
    sorts = _sorts(number)[:2]
    traits = [
        *((f"prototype;Sort {sort}", "") for sort in sorts),
        *_own(number, WIDE_TRAITS - len(sorts) * _OF_A_PROTOTYPE),
        (f"piece;;;{number % _PICTURES}.png;{_name(number)}", f"null;0;0;{number + 1};0"),
    ]
    return _element("widget.PieceSlot", text=_piece("null", traits), entryName=_name(number), gpid=str(number + 1))


def _name(number: int) -> str:
    return f"Unit {number}"


def _piece(id: str, traits: Iterable[tuple[str, str]]) -> str:
    """Return the definition of a piece with these traits (types and states), outermost first."""
    types, states = zip(*traits, strict=True)
    return "+/" + (join([id, nested(types), nested(states)], "/") or "")


def _prototype(number: int) -> str:
    text = _piece("null", (*_shared(number), ("piece;;;;", "null;0;0;;0")))
    return _element("module.PrototypeDefinition", text=text, name=f"Sort {number}")


def _shared(sort: int) -> list[tuple[str, str]]:
    """Return the traits of a prototype, of the sorts that are most frequent in real modules."""
    return [_trait(sort, number) for number in range(_OF_A_PROTOTYPE)]


def _trait(sort: int, number: int) -> tuple[str, str]:
    own, key = f"S{sort}N{number}", f"57400\\,0\\,{sort}x{number}"
    call = f"{own};Do {own};57400,0,{sort}x{number}"
    army = f'Army==\\"A{sort}\\"'
    worked_out = f'{{Strength * {number + 1} - SumZone("Strength") + CountMap("{{{army}}}")}}'
    match number % 8:
        case 0:
            when = f'{{Strength > {number} && Army=="A{sort}"}}'
            return f"macro;{call};{when};;{key}a;false;;;counted;;;;false;;1;1", ""
        case 1:
            return f"report;{key};$PieceName$ in $LocationName$ does {own};;;;false", "-1"
        case 2:
            return f"setprop;Value{number};true,0,99,true;:{key}:I\\,{{Strength+{number}}};;Module;", ""
        case 3:
            return f"hideCmd;{own};Disable;{{Steps_Level < {number % 3}}};{key}", ""
        case 4:
            return f"calcProp;{own};{worked_out};", ""
        case 5:
            match_ = f"Army = A{number} && Strength > {sort}"
            return f"globalkey;{call};57400,0,Hit;{match_};0;false;true;;false;;0", ""
        case 6:
            return f"sendto;{call};{MAP};;{100 + number};{200 + sort};;;0;0;1;1;;L;;;;", ""
        case _:
            return f"mark;{own}", f"{sort * number}"


def _slot(number: int) -> list[tuple[str, str]]:
    """Return the traits of a slot as a module has them, with references to prototypes."""
    given = [f"prototype;Sort {sort}" for sort in _sorts(number)]
    return [
        *((type_, "") for type_ in given),
        *_own(number),
        (f"piece;;;{number % _PICTURES}.png;{_name(number)}", f"null;0;0;{number + 1};0"),
    ]


def _sorts(number: int) -> list[int]:
    return [(number * 7 + 13 * which) % _PROTOTYPES for which in range(_PROTOTYPES_OF_A_PIECE)]


def _own(number: int, count: int = TRAITS - _PROTOTYPES_OF_A_PIECE * _OF_A_PROTOTYPE) -> list[tuple[str, str]]:
    """Return a piece's own traits, including the basic piece. By default it has sixty traits together with those of its
    prototypes.
    """
    pictures = f"{number % _PICTURES}.png,{(number + 1) % _PICTURES}.png"
    found = [
        ("delete;Delete;68,130;", ""),
        ("markmoved;;0;0;Moved;77,130", "false"),
        ("rotate;6;93,130;91,130;CW;CCW;;;;;;Facing;true", "0"),
        (f"emb2;;2;;;2;;;2;;;;1;false;0;0;{pictures};,;true;Steps;;;false;;1;1;false;65,130;;;;;;;1.0;;true", "1"),
        ("mark;Army,Class", f"A{number % _PROTOTYPES},C{number % 7}"),
        ("PROP;Strength;true,0,99,false;More:38\\,0:I\\,1,Less:40\\,0:I\\,-1;", str(number % 20)),
    ]
    missing = count - len(found) - 1
    return [*((f"mark;Own{which}", f"{number * which}") for which in range(missing)), *found]


# saves and logs


def _points() -> list[tuple[int, int]]:
    """Return the places of the stacks, the same in every run."""
    chosen = random.Random(OBJECTS)
    across, down = range(COUNTER, WIDTH, COUNTER), range(COUNTER, HEIGHT, COUNTER)
    return [(chosen.choice(across), chosen.choice(down)) for _ in range(OBJECTS - PIECES)]


def _position(points: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the pieces of a save, three in a stack, and its stacks. Like VASSAL's own saves, it also has empty
    stacks.
    """
    for number in range(PIECES):
        yield _piece(str(_FIRST_PIECE + number), _standing(number, *points[number // STACKED]))
    for which, (x, y) in enumerate(points):
        lying = (str(_FIRST_PIECE + number) for number in range(PIECES) if number // STACKED == which)
        yield _piece(str(_FIRST_STACK + which), [("stack", ";".join((MAP, str(x), str(y), *lying)))])


def _steps(points: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the steps of a log: moves of pieces, and a few chat lines."""
    for step in range(STEPS):
        x, y = points[step * 31 % len(points)]
        piece = _FIRST_PIECE + step * 97 % PIECES
        said = f"CHAT<Bench> step {step} is done"
        yield f"LOG\t{said}" if step % 8 == 7 else f"LOG\tM/{piece}/{MAP}/{x}/{y}/null/{MAP}/0/0/null/"


def _standing(number: int, x: int, y: int) -> list[tuple[str, str]]:
    """Return the traits of a piece as a save has them: with prototypes inserted."""
    shared = [trait for sort in _sorts(number) for trait in _shared(sort)]
    return [
        *shared,
        *_own(number),
        (f"piece;;;{number % _PICTURES}.png;{_name(number)}", f"{MAP};{x};{y};{number + 1};0"),
    ]


def _saved(commands: Iterable[str], steps: Iterable[str] = ()) -> bytes:
    text = join(["begin_save", *commands, "end_save", *steps], "\x1b") or ""
    return b"!VCSK" + bytes([_KEY]).hex().encode() + bytes(byte ^ _KEY for byte in text.encode()).hex().encode()
