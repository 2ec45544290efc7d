"""A game of a module with a few components, and presses of its buttons."""

from collections.abc import Mapping
from pathlib import Path

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks, Performed
from tabletop.game.change.patch import Sit
from tabletop.game.commands import Act
from tabletop.game.decide import perform
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.holder import TABLE
from tabletop.module.checks.module_check import check_module
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tabletop.vassal.module_import import import_module
from tests.vassal.components.making import PNG


class Table:
    """A new game of a module with these components, and the results of pressing its buttons."""

    def __init__(
        self,
        vassal,
        tmp_path: Path,
        *components: str,
        on_map: tuple[str, ...] = (),
        picture: str = "",
        files: Mapping[str, bytes | str] | None = None,
    ) -> None:
        files = {picture: PNG} if picture else dict(files or {})
        sheet = vassal.element("module.map.boardPicker.Board", name="B", width="400", height="300")
        picker = vassal.element("module.map.BoardPicker", sheet)
        board = vassal.element("module.Map", picker, *on_map, mapName="Map")
        sides = vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue Team</entry>")
        out = tmp_path / "out"
        self.report = import_module(vassal.vmod(sides, board, *components, files=files), out)
        assert check_module(out).errors == ()
        self.module = load_module(out)
        game = new_game(self.module, "new-game", {}, SeededChance("01", b"", 0, 0))
        self.game: Game = apply(game, [Sit("me", Seat((0, 1)))])[0]

    def press(self, title: str, answers: tuple = ()) -> Performed | Asks:
        """Press the button or key of this name, and return the result."""
        keys = {button.title: button.key for button in self.module.about.buttons}
        table = self.game.holders[self.game.named[TABLE]].pieces
        found = perform(
            self.game,
            Act(table, keys.get(title, title)),
            "me",
            SeededChance("02", b"", 0, 0),
            self.module.components,
            answers,
        )
        if isinstance(found, Performed):
            self.game = found.after
        else:
            assert isinstance(found, Asks), found
        return found

    def __getitem__(self, name: str) -> object:
        return self.game.properties.get(name)

    def fate(self, kind: str) -> tuple[str, str]:
        [line] = [line for line in self.report.lines if line.name.endswith(kind)]
        return line.grade, line.reason


def reports(performed: Performed | Asks) -> list[dict]:
    assert isinstance(performed, Performed)
    return [told.facts for told in performed.done.told if told.key == "report"]


def shared(vassal, *buttons: str, **settings: str) -> str:
    return vassal.element(
        "module.properties.GlobalProperties",
        vassal.element(
            "module.properties.GlobalProperty", *buttons, **{"name": "Gold", "initialValue": "5", **settings}
        ),
    )


def changing(vassal, changer: str, text: str = "Change") -> str:
    return vassal.element(
        "module.properties.ChangePropertyButton", propChanger=changer, buttonText=text, hotkey="65,130"
    )


def face(vassal, text: str, value: int) -> str:
    made = vassal.element("module.SpecialDieFace", value=str(value), icon="")
    return made.replace(" value=", f' text="{text}" value=')
