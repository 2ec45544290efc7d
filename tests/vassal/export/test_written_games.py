"""Games of imported modules are exported to VASSAL: read again they are the same, and the report lists everything that
VASSAL's files cannot hold.
"""

import dataclasses
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Go, HolderOrder, Know, Patch, PieceSight, Property, Recast, Set, Write
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.commands import Say
from tabletop.game.state.game import Game, Note
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import UNSEEN
from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tabletop.module.setup import set_up
from tabletop.module.source import SourceError
from tabletop.vassal.components.pieces.kept_definitions import deck_type
from tabletop.vassal.export.game_export import ExportError, VassalExport, export_log, export_steps
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.build_file import read_build_file
from tabletop.vassal.files.command_trees import read_trees
from tabletop.vassal.files.game_commands import AddPlayer, Chat, MovePiece, UndoBlock
from tabletop.vassal.files.save_files import VassalSave, read_saved, saved_text
from tabletop.vassal.files.sequence import split
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.imported_games import saved_game, saved_journal
from tabletop.vassal.games.standing_pieces import DEFINED, unpacked
from tabletop.vassal.games.vassal_position import position_of
from tabletop.vassal.module_import import import_module
from tabletop.workshop.comparison.compared_games import differences
from tests.vassal.conftest import NOT_SET_UP
from tests.vassal.translation.test_every_field import EXAMPLES

HITS = "PROP;Hits;true,0,5,false;Add one:38\\,0:I\\,1;"
LABEL = "label;76,130;Write;12;1,2,3;4,5,6;t;1;c;2;b;l;$pieceName$;Serif;1;90;Tag;;true"
OWN_MASK = "obs;77,130;;Mask;B;?;player:"
SIDE_MASK = "obs;77,130;;Mask;B;?;side:"
DECK = "deck;true;0,0,0;40;40;Always;Never;false;false;false"
SEED = "00" * 32


def unit(vassal, id: str, at: str, hits: str = "0", label: str = "") -> str:
    return vassal.piece((HITS, hits), (LABEL, label), ("piece;;;;Unit", f"{at};7;0"), id=id)


def stack(vassal, id: str, state: str) -> str:
    return vassal.piece(("stack", state), id=id)


@pytest.fixture(scope="module")
def module(vassal, tmp_path_factory):
    """Return an imported module with two sides, two maps and a private one, units at the start, a deck, a turn tracker,
    clocks and properties.
    """

    def board(*grids: str) -> str:
        return vassal.element("module.map.boardPicker.Board", *grids, name="Board", width="400", height="300")

    def property_(kind: str, name: str) -> str:
        return vassal.element(f"module.properties.{kind}", name=name, initialValue="0")

    zone = vassal.element(
        "module.map.boardPicker.board.mapgrid.Zone",
        property_("ZoneProperty", "Owner"),
        name="North",
        path="0,0;400,0;400,90;0,90",
    )
    zoned = vassal.element("module.map.boardPicker.board.ZonedGrid", zone)
    of_map = vassal.element("module.properties.GlobalProperties", property_("GlobalProperty", "Side"))
    slots = [
        vassal.slot("prototype;Fights", (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=gpid)
        for name, gpid in (("Unit", "7"), ("Guard", "10"))
    ]
    at_start = vassal.element("module.map.SetupStack", *slots, name="First", owningBoard="Board", x="50", y="60")
    cards = [
        vassal.slot(
            (OWN_MASK, "null"), (f"piece;;;;{name}", "null;0;0;;0"), name=name, gpid=gpid, kind="widget.CardSlot"
        )
        for name, gpid in (("Ace", "8"), ("King", "9"))
    ]
    deck = vassal.element(
        "module.map.DrawPile", *cards, name="Cards", x="200", y="200", width="40", height="40", shuffle="Never"
    )
    map_ = vassal.element(
        "module.Map", vassal.element("module.map.BoardPicker", board(zoned)), of_map, at_start, deck, mapName="Main"
    )
    other = vassal.element("module.Map", vassal.element("module.map.BoardPicker", board()), mapName="Other")
    private = vassal.element(
        "module.PrivateMap", vassal.element("module.map.BoardPicker", board()), mapName="Red only", side="Red"
    )
    season = vassal.element("module.turn.ListTurnLevel", name="Season", list="Spring,Autumn")
    year = vassal.element("module.turn.CounterTurnLevel", season, name="Year", start="1914", property="Year")
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        vassal.element("module.properties.GlobalProperties", property_("GlobalProperty", "Supply")),
        vassal.prototype("Fights", (HITS, "0"), (LABEL, "")),
        vassal.element("module.turn.TurnTracker", year, name="Turn"),
        vassal.element(
            "module.ChessClockControl", vassal.element("module.chessclockcontrol.ChessClock", side="Red"), name="Clocks"
        ),
        map_,
        other,
        private,
    )
    out = tmp_path_factory.mktemp("modules") / "small"
    import_module(file, out)
    return load_module(out)


MORE = (
    "PLAYER\tsecret\tBea\tBlue",
    "GlobalProperty\t;Supply;3;Module",
    "GlobalProperty\t;Side;east;Main",
    "GlobalProperty\t;Owner;me;Main:North",
    "TURNTurnTracker0\t0|1916;0;false;-1;1\\;0\\;0\\;true,true",
    "NOTES\tone|two",
    "PNOTE\tsecret\tmine \\| yours",
    "SNOTE\tPlan\tsecret\ttrue\ttext|more\tdate\th",
    "CLOCK\tRed\tRed\t90000\t0\tfalse\ttrue",
)


def everything(vassal) -> list[str]:
    """Return the definitions of units in stacks and off the map, cards in a deck, masked and hidden ones, a mat with
    cargo, and links.
    """
    link = "attach;Escort;;;;;;;false;1;true;;-1;;;;;nothing;nothing;nothing;true;false"
    kept = "Main;9;9;0;3;OldMap;Other;OldX;5;Own;x"
    return [
        unit(vassal, "a", "Main;10;20", "2", "first"),
        unit(vassal, "b", "Main;10;20", label="a {brace}"),
        stack(vassal, "s", "Main;10;20;b;a"),
        unit(vassal, "off", "null;0;0", "5"),
        unit(vassal, "c", "Red only;30;30"),
        stack(vassal, "t", "Red only;30;30;c"),
        vassal.piece((OWN_MASK, "null"), ("piece;;;;Ace", "Main;200;200;8;0"), id="Ace"),
        vassal.piece((OWN_MASK, "null"), ("piece;;;;King", "Main;200;200;9;0"), id="King"),
        vassal.piece((f"{DECK};;;;Cards", "Main;200;200;true;King,Ace"), id="d"),
        vassal.piece((OWN_MASK, "secret"), ("piece;;;;Spy", "Other;1;1;0;0"), id="spy"),
        vassal.piece((SIDE_MASK, "Red"), ("piece;;;;Guard", "Other;2;2;0;0"), id="guard"),
        vassal.piece(("hide;73,130;Hide;;side:", "Blue"), ("piece;;;;Mine", "Other;3;3;0;0"), id="mine"),
        vassal.piece(("mat;Ship;", "1;squad"), ("piece;;;;Ship", "Main;100;100;0;0"), id="ship"),
        vassal.piece(("matPiece;;true;0;0;;", "ship"), ("piece;;;;Squad", "Main;130;100;0;0"), id="squad"),
        vassal.piece("immob;n;V;R;", ("piece;;;;Fort", kept), id="fort"),
        vassal.piece((link, "2;fort;a"), ("piece;;;;Guide", "Main;8;8;0;2;ParentID;ship;CloneID;gone"), id="guide"),
        vassal.piece(("rotate;1;;;;;;;;;;;true", "-30.0"), ("piece;;;;Gun", "Main;300;8;0;0"), id="gun"),
    ]


@pytest.fixture(scope="module")
def saved(vassal) -> VassalSave:
    return read_saved(Archive(vassal.vsav(*everything(vassal), more=MORE)))


@pytest.fixture
def read(vassal):
    def read(export: VassalExport) -> VassalSave:
        return read_saved(Archive(vassal.file("written.vlog", export.content)))

    return read


class Played(SimpleNamespace):
    """A record that is continued by plain patches, and pieces by their names."""

    def __init__(self, journal: Journal, ids: dict[str, int]) -> None:
        super().__init__(journal=journal, ids=ids)

    def step(self, *patch, command=None, told: tuple[Told, ...] = ()) -> Patch:
        after, back = apply(self.journal.game, patch)
        seq = self.journal.last + 1
        self.journal.append(Step(seq, "Ann", command or Say(""), tuple(patch), 0, told=told), back, after)
        return back

    @property
    def game(self) -> Game:
        return self.journal.game


@pytest.fixture
def played(module, saved) -> Played:
    follower = Follower(module, position_of(saved.start, map_rules(module)))
    return Played(Journal.in_memory(follower.game, SEED), follower.ids)


def test_a_game_written_and_read_again_is_the_same(module, saved, read) -> None:
    game = saved_game(module, saved)
    assert differences(game, saved_game(module, read(export_steps(module, game, ())))) == []


def test_a_new_game_written_and_read_is_the_same(module, read) -> None:
    game = set_up(module, "new-game", {}, SeededChance("01", b"", 0, 0), "").game
    export = export_steps(module, game, ())
    found = differences(game, saved_game(module, read(export)))
    assert [each for each in found if "Turn_value" not in each] == []  # VASSAL writes it only after a turn
    assert NOT_SET_UP not in export.remarks


def test_what_every_trait_keeps_is_kept(vassal, module, read) -> None:
    pieces = [
        vassal.piece(pair, (f"piece;;;;{number}", f"Main;{10 + number};{number};{100 + number};0"), id=f"p{number}")
        for number, pair in enumerate(EXAMPLES)
    ]
    game = saved_game(module, read_saved(Archive(vassal.vsav(*pieces))))
    assert differences(game, saved_game(module, read(export_steps(module, game, ())))) == []


def test_the_file_is_as_vassal_writes_it(vassal, module, saved) -> None:
    archive = Archive(vassal.file("a.vsav", export_steps(module, saved_game(module, saved), (), at_ms=5).content))
    trees = read_trees(saved_text(archive))
    assert archive.names() == ("savedGame", "savedata", "moduledata")
    assert (trees[0], trees[1], trees[2][0], trees[-1]) == ("begin_save", "", "", "end_save")
    assert all(str(piece).startswith("+/") for piece in trees[2][1:])
    assert archive.read("savedGame").startswith(b"!VCSK")
    about = read_saved(archive)
    assert (about.module.name, about.module.version, about.about.saved_ms) == ("Small", "1.0", 5)


def test_players_own_what_only_they_may_unmask_by_a_password_that_the_report_tells(module, saved, read) -> None:
    export = export_steps(module, saved_game(module, saved), ())
    players = [command for command in read(export).start if isinstance(command, AddPlayer)]
    assert players == [AddPlayer("wartable-Blue", "Blue", "Blue")]
    assert "secret" not in repr(read(export))
    assert any("'wartable-Blue'" in remark for remark in export.remarks)


def test_a_kind_keeps_its_definition_but_not_how_any_piece_stands(module, saved) -> None:
    game = saved_game(module, saved)
    kept = [unpacked(kind.extra[DEFINED]) for kind in game.kinds.values() if DEFINED in kind.extra]
    assert any("mat;Ship;" in text for text in kept)
    assert not any(word in text for text in kept for word in ("first", "secret", "squad", "Main", "-30.0"))


class TestLog:
    def moves(self, module, played: Played) -> None:
        ids, game = played.ids, played.game
        other, deck = game.pieces[ids["c"]].at, game.named["Cards"]
        played.step(Go((ids["a"],), other, ids["c"]), told=(Told("report", {"text": "a goes"}),))
        played.step(Set(ids["a"], 19, "4"), Property("Supply", "4"), *turned(module, (3, 0)))
        back = played.step(HolderOrder(deck, (ids["Ace"], ids["King"]), True))
        played.step(*back, command=TakeBack((played.journal.last,)))
        played.step(Go((ids["Ace"],), game.pieces[ids["gun"]].at, ids["gun"]), Go((ids["off"],), deck, ids["King"]))
        played.step(Go((ids["ship"],), other, 0), told=(Told("said", {"text": "all <aboard>"}),))
        played.step(Write(900, Note("public", -1, "Scenario", "three|four\nfive")))

    def test_its_steps_lead_to_the_same_end(self, module, played, read) -> None:
        begun = played.game
        self.moves(module, played)
        log = saved_journal(module, read(export_log(module, played.journal, 0)), SEED)
        assert differences(begun, log.game_at(0)) == []
        assert differences(played.game, log.game, ordered=False) == []

    def test_it_begins_with_any_step(self, module, played, read) -> None:
        self.moves(module, played)
        log = saved_journal(module, read(export_log(module, played.journal, 4)), SEED)
        assert differences(played.journal.game_at(4), log.game_at(0)) == []
        assert differences(played.game, log.game, ordered=False) == []

    def test_its_commands_are_vassals(self, module, played, read) -> None:
        self.moves(module, played)
        steps = read(export_log(module, played.journal, 0)).steps
        moved = [command for command in steps[0] if isinstance(command, MovePiece)]
        assert [(one.id, one.map, one.x, one.y, one.under) for one in moved] == [
            (str(played.ids["a"]), "Red only", 30, 30, str(played.ids["c"]))
        ]
        assert steps[0][-1] == Chat("* a goes")
        undone = [command for command in steps[3] if isinstance(command, UndoBlock)]
        assert (undone, isinstance(steps[3][1], UndoBlock)) == ([UndoBlock(True), UndoBlock(False)], True)
        assert Chat("&lt;Ann&gt; - all &lt;aboard&gt;") in steps[5]


def test_a_deck_is_written_with_the_settings_and_commands_of_its_module(vassal) -> None:
    draw = vassal.element("module.map.DeckGlobalKeyCommand", name="Draw", hotkey="68,130", deckCount="2")
    pile = vassal.element("module.map.DrawPile", draw, name="AP", faceDown="Never", color="1,2,3", maxStack="5")
    root = read_build_file(vassal.root(pile).encode(), "buildFile.xml")
    fields = split(deck_type(root.children[0]), ";")
    assert (fields[:7], fields[13], fields[21]) == (["deck", "true", "1,2,3", "40", "40", "Never", "Always"], "AP", "5")
    assert fields[24] == "Draw|68\\,130||2||Draw||false|false|"
    assert len(fields) == 50


class TestReport:
    def test_it_says_first_that_the_whole_truth_is_written(self, module, played) -> None:
        assert "can read all of it" in export_steps(module, played.game, ()).remarks[0]

    def test_it_names_what_vassal_has_otherwise(self, module, played) -> None:
        ids = played.ids
        played.step(PieceSight(ids["gun"], 0, UNSEEN))
        played.step(Know(800, Kind("99", "Strange")), Recast(ids["fort"], 800, ()))
        unit = played.game.kind_of(ids["a"])
        played.step(
            Know(801, replace(unit, name="Odd unit", traits=unit.traits[:2])), Recast(ids["b"], 801, ("",) * 19)
        )
        played.step(Property("Weather", "rain"))
        said = " ".join(export_steps(module, played.game, ()).remarks)
        for told in (
            "not in VASSAL: Gun.",
            "no such counters: Strange.",
            "differently",
            "no such properties: Weather.",
        ):
            assert told in said

    def test_who_does_not_see_everything_reads_of_nothing_hidden(self, module, played) -> None:
        played.step(PieceSight(played.ids["gun"], 0, UNSEEN))
        export = export_steps(module, played.game, ())
        assert "Gun" in " ".join(export.remarks)
        told = " ".join(export.remarks_for_all)
        assert "can read all of it" in told
        assert not any(name in told for name in ("Gun", "Blue"))

    def test_games_of_other_modules_are_not_for_vassal(self, module, played) -> None:
        own = dataclasses.replace(module, about=module.about.model_copy(update={"imported": None}))
        with pytest.raises(ExportError, match="modules imported from VASSAL"):
            export_steps(own, played.game, ())

    def test_a_module_that_an_earlier_version_imported_is_to_be_imported_again(self, module, played) -> None:
        with pytest.raises(ExportError, match=r"Import its \.vmod file again"):
            export_steps(dataclasses.replace(module, source=Empty()), played.game, ())


def turned(module, positions: tuple[int, ...]) -> list[Property]:
    """Return the changes that put the module's tracker at these positions, and give the turn a name."""
    (tracker,) = module.components.trackers.values()
    said = {**tracker.properties(positions), tracker.turn_in: "1917 Spring"}
    return [Property(name, value) for name, value in said.items()]


class Empty:
    """An empty module folder."""

    def read(self, name: str) -> bytes:
        raise SourceError("is gone", name)
