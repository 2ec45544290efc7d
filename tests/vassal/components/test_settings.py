"""Every setting of every component that the format describes: it is taken over, or the report says why it is not.

`settings.yaml` has them by class. Each is set once to something unusual in a module that has little else. Then the
module that comes of it differs, or the report tells of it.
"""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tabletop.module.loader import load_module
from tabletop.vassal.build import Component
from tabletop.vassal.components.settings import settings_left
from tabletop.vassal.importing import REPORT_DATA, REPORT_PAGE, import_module

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000018494441547801636068f84f1a"
    "221d34fc1fd5c0402074005b1cff01d8db4bb40000000049454e44ae426082"
)
FILES = {
    "images/b.png": PNG,
    "images/c.png": PNG,
    "sounds/s.wav": b"s",
    "sounds/t.wav": b"t",
    "help.zip": b"PK\x05\x06" + bytes(18),
    "help.txt": "Help",
    "help.html": "<b>Help</b>",
    "help.pdf": "%PDF-1.4",
    "other.pdf": "%PDF-1.4",
    "s.vlog": "s",
    "t.vlog": "t",
    "Module_de.properties": "Map.Map.mapName=Karte",
}
BOARD: Final = "module.map.boardPicker.Board"
GRIDS: Final = "module.map.boardPicker.board."

CLASSES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("settings.yaml").read_text(encoding="utf-8")
)
"""By class (words after it tell several of one class apart): where it belongs (`at`, and `inside` other components, the
innermost first), settings that it has in any case (`usual`), those that are `tried`, what it `holds`, and those that
change `nothing` at VASSAL's table either: names for its editor, places on the screen, buttons that it does not make."""

ODD: Final = (
    "{Foo+",
    '{GetProperty("x")}',
    "{{",
    "$x",
    "}",
    "\\",
    "-3",
    "99999999999",
    "NaN",
    "a,b;c|d:e/f",
    "x" * 300,
)
"""What authors do not write on purpose."""

Made = tuple[dict[str, bytes], list[tuple[str, str, str, int]]]
"""What came of a module: its files, and the lines of the report."""


def cases() -> Iterator[tuple[str, str]]:
    for kind, about in CLASSES.items():
        for setting in about["tried"]:
            yield kind, setting


class Imports:
    """Imports modules with one component of a class, whose settings are the usual ones but for one."""

    def __init__(self, vassal, folder: Path) -> None:
        self._element = vassal.element
        self._vassal = vassal
        self._folder = folder
        self._made: dict[tuple[str, str], Made] = {}

    def of(self, kind: str, setting: str = "") -> Made:
        if (kind, setting) not in self._made:
            self._made[kind, setting] = self._imported(kind, setting)
        return self._made[kind, setting]

    def written(self, kind: str, around: str = "Around", **settings: str) -> Path:
        """A module file with one component of a class, whose settings are these; what is around it is called so."""
        about = CLASSES[kind]
        held = (self._component(**each) for each in about.get("holds", ()))
        made = self._component(kind.partition(" ")[0], *held, **settings)
        for outer in about.get("inside", ()):
            made = self._element(
                outer, made, name=around, mapName=around, path="0,0;300,0;300,300", locationFormat="$gridLocation$"
            )
        return self._vassal.vmod(*self._module(about.get("at", "module"), made), files=FILES)

    def _imported(self, kind: str, setting: str) -> Made:
        about = CLASSES[kind]
        settings = {**about.get("usual", {}), **({setting: about["tried"][setting]} if setting else {})}
        out = self._folder / str(len(self._made))
        report = import_module(self.written(kind, **settings), out)
        told = [(line.name, line.grade, line.reason, line.count) for line in report.lines]
        found = {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in out.rglob("*")
            if path.is_file() and path.name not in (REPORT_PAGE, REPORT_DATA) and "kept" not in path.parts
        }
        return found, told

    def _component(self, class_: str, *children: str, **settings: str) -> str:
        """A component; a slot has a piece."""
        text = self._vassal.piece(("piece;;;;Unit", "null;0;0;;0")) if class_.endswith("Slot") else ""
        return self._element(class_, *children, text=text, **settings)

    def _module(self, at: str, made: str) -> tuple[str, ...]:
        """The components of a module with one where it belongs."""
        made_of, plain = self._element, self._map()
        sides = made_of("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>")
        if at == "roster":
            return plain, made.replace("</", "<entry>Red</entry></", 1)
        boards = [made_of(BOARD, name=name) for name in ("One", "Two")]
        box, images = "Box;9;9;Rectangle;5;5|Box;Center;0;0;0;true", "module.gamepieceimage.GamePiece"
        region = made_of(f"{GRIDS}Region", name="Ulm", originx="50", originy="60")
        layers = made_of("module.map.LayeredPieceCollection", layerOrder="Air,Sea")
        places: dict[str, tuple[str, ...]] = {
            "module": (plain, made),
            "maps": (plain, made),
            "button": (plain, made_of("module.DiceButton", name="Press", text_="Press"), made),
            "tracker": (plain, made_of("module.turn.TurnTracker", made_of("module.turn.CounterTurnLevel"), made)),
            "layout": (made_of(f"{images}ImageDefinitions", made_of(f"{images}Layout", made, layout=box)),),
            "map": (self._map(made),),
            "layers": (self._map(layers, made),),
            "places": (self._map(made, grid=made_of(f"{GRIDS}RegionGrid", region)),),
            "boards": (made.replace("</", made_of("module.map.BoardPicker", *boards) + "</", 1),),
            "one map": (made_of("module.Map", made, mapName="Map"),),
            "picker": (made_of("module.Map", made_of("module.map.BoardPicker", boards[0], made), mapName="Map"),),
            "board": (self._map(grid=made),),
            "decked": (self._map(made, self._deck()),),
            "deck": (self._map(self._deck(made)),),
        }
        return sides, *places[at]

    def _deck(self, *parts: str) -> str:
        slot = self._component(class_="widget.CardSlot", entryName="Ace")
        return self._element("module.map.DrawPile", slot, *parts, name="Cards", x="50", y="50")

    def _map(self, *parts: str, grid: str = "") -> str:
        board = self._element(BOARD, grid, name="B", width="400", height="300")
        picker = self._element("module.map.BoardPicker", board)
        return self._element("module.Map", picker, *parts, mapName="Map", moveWithinFormat="$pieceName$ goes")


@pytest.fixture(scope="module")
def imports(vassal, tmp_path_factory: pytest.TempPathFactory) -> Imports:
    return Imports(vassal, tmp_path_factory.mktemp("settings"))


@pytest.mark.parametrize(("kind", "setting"), list(cases()))
def test_a_setting_is_taken_over_or_told_of(imports: Imports, kind: str, setting: str) -> None:
    (made, told), (usually, usually_told) = imports.of(kind, setting), imports.of(kind)
    name = kind.partition(" ")[0].rpartition(".")[2]
    fates = {grade for of, grade, *_ in usually_told if of.rpartition(".")[2] == name}
    left = set(
        settings_left(Component(name, {**CLASSES[kind].get("usual", {}), setting: CLASSES[kind]["tried"][setting]}))
    )
    reasons = {part for *_, reason, _ in usually_told for part in reason.split("; ")}
    assert fates, "there is no such component in the module"
    assert made != usually or told != usually_told or fates <= {"inactive", "refused"} or (left and left <= reasons)


@pytest.mark.parametrize("first", range(0, len(ODD), 4))
@pytest.mark.parametrize("kind", list(CLASSES))
def test_whatever_stands_in_the_settings_the_module_opens(
    imports: Imports, tmp_path: Path, kind: str, first: int
) -> None:
    odd = cycle(ODD[first:] + ODD[:first])
    around = next(odd)
    settings = dict(zip({**CLASSES[kind].get("usual", {}), **CLASSES[kind]["tried"]}, odd, strict=False))
    import_module(imports.written(kind, around, **settings), tmp_path / "made")
    load_module(tmp_path / "made")
