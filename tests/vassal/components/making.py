"""Components of every class of the format, as in `settings.yaml`, each in its place."""

from pathlib import Path
from typing import Any, Final

import yaml

from tests.vassal.conftest import Vassal

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
"""The classes of components, each with its place and its settings. Words after a class distinguish several entries of
it.

`at` and `inside` (the innermost first) are the place of the component. `usual` are settings that it always has, `tried`
are those that are tried, and `holds` are its contents. `nothing` are settings that change nothing at VASSAL's table
either: names for its editor, places on the screen, buttons that it does not make.
"""

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
"""Values that authors do not write on purpose."""


class Making:
    """A maker of VASSAL modules that have one component of a given class, or several such components."""

    def __init__(self, vassal: Vassal) -> None:
        self._element = vassal.element
        self._vassal = vassal

    def components(self, kind: str, around: str = "Around", **settings: str) -> tuple[str, ...]:
        """Return the components of a module with one of this class, which has these settings. The components that
        contain it have the name `around`.
        """
        about = CLASSES[kind]
        held = (self._component(**each) for each in about.get("holds", ()))
        made = self._component(kind.partition(" ")[0], *held, **settings)
        for outer in about.get("inside", ()):
            made = self._element(
                outer, made, name=around, mapName=around, path="0,0;300,0;300,300", locationFormat="$gridLocation$"
            )
        return self._module(about.get("at", "module"), made)

    def file(self, *components: str) -> Path:
        """Write a module file with these components, and return it."""
        return self._vassal.vmod(*components, files=FILES)

    def _component(self, class_: str, *children: str, **settings: str) -> str:
        """Return a component; a slot has a piece."""
        text = self._vassal.piece(("piece;;;;Unit", "null;0;0;;0")) if class_.endswith("Slot") else ""
        return self._element(class_, *children, text=text, **settings)

    def _module(self, at: str, made: str) -> tuple[str, ...]:
        """Return the components of a module that has this one in the place where it belongs."""
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
            "layout": (
                made_of(f"{images}ImageDefinitions", made_of(f"{images}Layout", made, layout=box, border="Plain")),
            ),
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
