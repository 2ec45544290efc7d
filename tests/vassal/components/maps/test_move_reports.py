"""An imported map's messages for moves by hand, in the module's words."""

from pathlib import Path

import pytest

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import Sit
from tabletop.game.commands import Act, MovePieces, PlaceNew, Spot
from tabletop.game.decide import perform
from tabletop.game.state.game import Game, Seat
from tabletop.log_sentences import sentence
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game
from tabletop.vassal.module_import import import_module

GRID = "module.map.boardPicker.board."
WORDS = {
    "moveWithinFormat": "** $pieceName$ moves $previousLocation$ &rarr; $location$ *",
    "moveToFormat": "$pieceName$ leaves $previousMap$ for $mapName$",
    "createFormat": "$playerName$ makes $pieceName$ in $location$",
    "changeFormat": "$newPieceName$: $message$",
}


class Desk:
    """A game of a module with two maps, both with these words for their messages."""

    def __init__(self, vassal, tmp_path: Path, options: str = "", **words: str) -> None:
        self._vassal = vassal
        first = self._map("First", **words)
        sides = vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>")
        tray = vassal.element("module.PieceWindow", self._slot("Guard", "7"), name="Tray")
        build = vassal.vmod(sides, options, first, self._map("Second", **words), tray)
        self.report = import_module(build, tmp_path / "out")
        self.module = load_module(tmp_path / "out")
        game = new_game(self.module, "new-game", {}, SeededChance("01", b"", 0, 0))
        self.game: Game = apply(game, [Sit("Ann", Seat((0, 1)))])[0]

    def _slot(self, name: str, gpid: str) -> str:
        report = "report;65\\,130;says so"
        return self._vassal.slot(report, (f"piece;;;;{name}", f"null;0;0;{gpid};0"), name=name, gpid=gpid)

    def _map(self, name: str, **words: str) -> str:
        made = self._vassal.element
        numbers = made(
            f"{GRID}mapgrid.SquareGridNumbering", sep=",", hLeading="0", vLeading="0", hOff="0", vOff="0", first="H"
        )
        grid = made(f"{GRID}SquareGrid", numbers, x0="50", y0="50", dx="100", dy="100")
        board = made("module.map.boardPicker.Board", grid, name="B", width="400", height="300")
        lying = [
            made("module.map.SetupStack", self._slot(each, ""), name=each, x="50", y="50") for each in ("Foot", "Horse")
        ]
        return made("module.Map", made("module.map.BoardPicker", board), *lying, mapName=name, **words)

    def does(self, command: object) -> list[str]:
        done = perform(self.game, command, "Ann", SeededChance("02", b"", 0, 0), self.module.components)
        assert isinstance(done, Performed), done
        before, self.game = self.game, done.after
        return [sentence(told, before, self.game) for told in done.done.told]

    def moves(self, map: str, x: int, y: int, *names: str) -> list[str]:
        ids = tuple(id for id in sorted(self.game.pieces) if self.game.kinds[self.game.pieces[id].kind].name in names)
        return self.does(MovePieces(ids[: len(names)], Spot(map, x, y)))

    def acts(self, key: str) -> list[str]:
        [first, *_] = (id for id in self.game.pieces if self.game.kinds[self.game.pieces[id].kind].name == "Foot")
        return self.does(Act((first,), key))


@pytest.fixture
def desk(vassal, tmp_path: Path) -> Desk:
    return Desk(vassal, tmp_path, **WORDS)


def test_a_move_is_told_in_the_words_of_its_map(desk: Desk) -> None:
    assert desk.moves("First", 150, 50, "Foot") == ["Foot moves 0,0 → 1,0"]


def test_pieces_that_went_the_same_way_are_named_together(desk: Desk) -> None:
    assert desk.moves("First", 150, 50, "Foot", "Horse") == ["Foot, Horse moves 0,0 → 1,0"]


def test_pieces_that_came_from_elsewhere_are_told_of_apart(desk: Desk) -> None:
    desk.moves("First", 150, 50, "Foot")
    assert desk.moves("First", 250, 50, "Foot", "Horse") == ["Foot moves 1,0 → 2,0", "Horse moves 0,0 → 2,0"]


def test_a_piece_from_another_map_and_a_new_one_are_told_in_other_words(desk: Desk) -> None:
    assert desk.moves("Second", 50, 50, "Foot") == ["Foot leaves First for Second"]
    [kind] = (key for key, kind in desk.module.components.kinds.items() if kind.name == "Guard")
    assert desk.does(PlaceNew(kind, Spot("First", 150, 150))) == ["Ann makes Guard in 1,1"]


def test_a_report_is_told_within_the_words_for_changes(desk: Desk) -> None:
    assert desk.acts("ctrl A")[0] == "Foot: says so"


def test_blank_words_say_nothing(vassal, tmp_path: Path) -> None:
    assert Desk(vassal, tmp_path, moveWithinFormat="").moves("First", 150, 50, "Foot") == []


def test_only_other_places_are_told_where_the_map_says_so(vassal, tmp_path: Path) -> None:
    desk = Desk(vassal, tmp_path, **WORDS, onlyReportChangedLocation="true")
    assert desk.moves("First", 52, 52, "Foot") == []
    assert desk.moves("First", 150, 50, "Foot") == ["Foot moves 0,0 → 1,0"]


def test_a_module_that_never_reports_moves_says_nothing(vassal, tmp_path: Path) -> None:
    options = vassal.element("module.GlobalOptions", autoReport="Never")
    assert Desk(vassal, tmp_path, options, **WORDS).moves("First", 150, 50, "Foot") == []


def test_old_maps_without_words_say_what_their_grid_lets_them(vassal, tmp_path: Path) -> None:
    assert Desk(vassal, tmp_path).moves("First", 150, 50, "Foot") == ["Foot moves 0,0 -> 1,0"]


def test_a_map_is_taken_over_exactly(desk: Desk) -> None:
    assert {line.grade for line in desk.report.lines if line.name == "VASSAL.build.module.Map"} == {"exact"}
