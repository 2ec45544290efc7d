"""Saved games and logs as our games: positions and states of pieces, and each side's view, step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import Make, MakeHolder
from tabletop.game.change.step import Step
from tabletop.game.commands import TakeSeat
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Game, Note
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker
from tabletop.game.state.values import BACK, BACKS, FACE, FACES, SHUT, TOP, UNSEEN
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tabletop.session import Session
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.command_forms import read_command
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.imported_games import LOG, saved_game, saved_journal
from tabletop.vassal.games.turn_states import turn_positions
from tabletop.vassal.games.vassal_position import position_of
from tabletop.vassal.module_import import import_module
from tabletop.vassal.traits.trait_types import TRAITS
from tabletop.workshop.comparison.compared_pictures import last_moved
from tests.vassal.conftest import NOT_SET_UP

UNIT = ["PROP;Hits;true,0,5,false;Add one:38\\,0:I\\,1;", "markmoved;;0;0;Moved;77,130", "delete;Delete;68,130;"]
MASK = "obs;77,130;;Mask;B;?;player:"
DECK = "deck;true;0,0,0;40;40;Always;Never;false;false;false;;;;Cards"


def properties(vassal, name: str) -> str:
    one = vassal.element("module.properties.GlobalProperty", name=name, initialValue="")
    return vassal.element("module.properties.GlobalProperties", one)


@pytest.fixture(scope="module")
def module(vassal, tmp_path_factory):
    """Return an imported module with two sides, two maps and a private one of Red's, a unit and a spy."""
    board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    picker = vassal.element("module.map.BoardPicker", board)
    owner = vassal.element("module.properties.ZoneProperty", name="Owner", initialValue="")
    zone = vassal.element("module.map.boardPicker.board.mapgrid.Zone", owner, name="North", path="0,0;400,0;400,9;0,9")
    zoned = vassal.element("module.map.boardPicker.board.ZonedGrid", zone)
    with_zone = vassal.element("module.map.boardPicker.Board", zoned, name="Board", width="400", height="300")
    file = vassal.vmod(
        vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
        properties(vassal, "Turn"),
        vassal.element(
            "module.Map",
            vassal.element("module.map.BoardPicker", with_zone),
            properties(vassal, "Weather"),
            mapName="Main",
        ),
        vassal.element("module.Map", picker, mapName="Other"),
        vassal.element("module.PrivateMap", picker, mapName="Red only", side="Red"),
        vassal.element(
            "module.PieceWindow",
            vassal.slot(*UNIT, ("piece;;;;Unit", "null;0;0;7;0"), name="Unit", gpid="7"),
            vassal.slot((MASK, "null"), ("piece;;;;Spy", "null;0;0;8;0"), name="Spy", gpid="8"),
            name="Pieces",
        ),
    )
    out = tmp_path_factory.mktemp("modules") / "small"
    import_module(file, out)
    return load_module(out)


def unit(vassal, id: str, at: str = "Main;10;20", hits: str = "0", moved: str = "false") -> str:
    return vassal.piece((UNIT[0], hits), (UNIT[1], moved), UNIT[2], ("piece;;;;Unit", f"{at};7;0"), id=id)


def spy(vassal, id: str, owner: str, type_: str = MASK) -> str:
    return vassal.piece((type_, owner), ("piece;;;;Spy", "Main;30;30;8;0"), id=id)


def stack(vassal, id: str, state: str) -> str:
    return vassal.piece(("stack", state), id=id)


class Table:
    """A save on our table, with our names for VASSAL's pieces."""

    def __init__(self, module, saved) -> None:
        self.module = module
        self.position = position_of(saved.start, map_rules(module))
        self.follower = Follower(module, self.position)

    @property
    def game(self) -> Game:
        return self.follower.game

    def piece(self, id: str):
        return self.game.pieces[self.follower.ids[id]]

    def at(self, id: str):
        holder = self.game.holders[self.piece(id).at]
        return self.game.maps[holder.map] if holder.map >= 0 else "", holder.x, holder.y

    def lying_with(self, id: str) -> list[str]:
        names = {ours: theirs for theirs, ours in self.follower.ids.items()}
        return [names[piece] for piece in self.game.holders[self.piece(id).at].pieces]

    def read(self, id: str, name: str):
        reading = PropertyReader(Draft(self.game), self.module.components, (0, 1), sees_all=True)
        return PieceReader(reading, self.follower.ids[id]).read(name)


@pytest.fixture
def lay(vassal, module):
    def lay(*pieces: str, more=(), steps=()) -> Table:
        return Table(module, read_saved(Archive(vassal.vsav(*pieces, more=more, steps=steps))))

    return lay


class TestPosition:
    def test_stacks_and_lone_pieces_lie_where_they_lay(self, lay, vassal) -> None:
        table = lay(
            *(unit(vassal, id) for id in "abc"), stack(vassal, "s", "Main;10;20;b;a"), unit(vassal, "d", "Other;5;6")
        )
        assert (table.at("a"), table.at("d")) == (("Main", 10, 20), ("Other", 5, 6))
        assert (table.lying_with("a"), table.lying_with("c")) == (["b", "a"], ["c"])

    def test_empty_stacks_are_not_there(self, lay, vassal) -> None:
        assert (
            len(lay(unit(vassal, "a"), stack(vassal, "s", "Main;1;1"), stack(vassal, "t", "null;0;0")).game.holders)
            == 1
        )

    def test_what_lies_on_no_map_is_seen_by_nobody(self, lay, vassal) -> None:
        table = lay(unit(vassal, "a", "null;0;0"), unit(vassal, "b", "Gone;1;1"))
        (box,) = (holder for _, holder in table.game.holders.items())
        assert (box.form, box.map, box.looks, len(box.pieces)) == ("box", -1, (SHUT, SHUT), 2)

    def test_what_came_first_is_drawn_first_and_what_does_not_stack_below(self, lay, vassal) -> None:
        fixed = vassal.piece("immob;n;V;R;", ("piece;;;;Map feature", "Main;9;9;0;0"), id="f")
        table = lay(unit(vassal, "a"), unit(vassal, "b", "Main;50;50"), fixed)
        drawn = {id: table.game.holders[table.piece(id).at] for id in "abf"}
        assert sorted(drawn, key=lambda id: (drawn[id].layer, drawn[id].z)) == ["f", "a", "b"]

    def test_pieces_are_of_the_kind_of_their_slot(self, lay, vassal, module) -> None:
        table = lay(unit(vassal, "a", hits="3"), unit(vassal, "b"))
        assert table.game.kinds[table.piece("a").kind] is module.components.kinds["7"]
        assert len(table.game.kinds) == 1

    def test_a_piece_that_is_defined_otherwise_is_of_a_kind_of_its_own_by_the_same_key(self, lay, vassal) -> None:
        old = vassal.piece(UNIT[2], ("piece;;;;Unit", "Main;1;1;7;0"), id="a")
        table = lay(old, unit(vassal, "b"))
        kinds = [table.game.kinds[table.piece(id).kind] for id in "ab"]
        assert [kind.key for kind in kinds] == ["7", "7"]
        assert kinds[0] != kinds[1]

    def test_a_piece_of_no_slot_is_known_by_its_number_or_name(self, lay, vassal) -> None:
        table = lay(
            vassal.piece(("piece;;;;Lost", "Main;1;1;99;0"), id="a"),
            vassal.piece(("piece;;;;Very old", "Main;1;1"), id="b"),
        )
        keys = [table.game.kinds[table.piece(id).kind].key for id in "ab"]
        assert keys == ["99", "very-old"]

    def test_they_stand_as_they_stood(self, lay, vassal) -> None:
        table = lay(unit(vassal, "a", hits="3", moved="true"), unit(vassal, "b"))
        assert [(table.read(id, "Hits"), table.read(id, "Moved")) for id in "ab"] == [("3", True), ("0", False)]

    def test_decks_keep_their_order_name_and_face(self, lay, vassal) -> None:
        table = lay(
            *(unit(vassal, id) for id in "abc"),
            vassal.piece((DECK, "Main;90;90;true;c,a"), id="k"),
            vassal.piece((DECK, "Main;99;99;false;b"), id="l"),
            vassal.piece((DECK, "Main;95;95;false"), id="m"),
        )
        game = table.game
        decks = [game.holders[game.named[name]] for name in ("Cards", "Cards-2", "Cards-3")]
        assert [holder.looks for holder in decks] == [(BACKS, BACKS), (TOP, TOP), (TOP, TOP)]
        assert [(holder.x, holder.y, len(holder.pieces)) for holder in decks] == [(90, 90, 2), (99, 99, 1), (95, 95, 0)]
        assert table.lying_with("a") == ["c", "a"]

    def test_others_do_not_see_what_lies_on_a_private_map(self, lay, vassal) -> None:
        holder = (table := lay(unit(vassal, "a", "Red only;1;1"))).game.holders[table.piece("a").at]
        assert (holder.looks, holder.owner) == ((FACES, SHUT), 0)

    @pytest.mark.parametrize(
        ("type_", "owner", "sight"),
        [
            (MASK, "null", (FACE, FACE)),
            (MASK, "secret", (BACK, FACE)),
            (MASK, "stranger", (BACK, BACK)),
            ("obs;77,130;;Mask;B;?;side:", "Red", (FACE, BACK)),
            ("hide;73,130;Hide;;player:", "secret", (UNSEEN, FACE)),
        ],
    )
    def test_masked_and_hidden_pieces_are_seen_by_their_side(self, lay, vassal, type_, owner, sight) -> None:
        table = lay(spy(vassal, "a", owner, type_), more=["PLAYER\tsecret\tBea\tBlue"])
        assert table.piece("a").sight == sight

    def test_no_password_comes_into_the_game(self, lay, vassal) -> None:
        table = lay(
            spy(vassal, "a", "0wn-word"),
            more=["PLAYER\t0wn-word\tBea\tBlue", "PNOTE\t0wn-word\tmine"],
            steps=["PYREMOVE\t0wn-word"],
        )
        game = table.game
        for table_ in (game.pieces, game.holders, game.kinds, game.notes):
            assert "0wn-word" not in repr(list(table_.items()))
        assert "0wn-word" not in repr((game.properties, game.options, game.seats))

    def test_properties_and_notes(self, lay, vassal) -> None:
        more = [
            "PLAYER\tsecret\tBea\tBlue",
            "GlobalProperty\t;Turn;3;Module",
            "GlobalProperty\t;Weather;rain;Main",
            "GlobalProperty\t;Owner;me;Main:North",
            "GlobalProperty\t;Nowhere;lost;Module",
            "NOTES\tone|two",
            "PNOTE\tsecret\tmine \\| yours",
            "SNOTE\tPlan\tsecret\ttrue\ttext|more\tdate\th",
        ]
        game = lay(more=more).game
        assert "Nowhere" not in game.properties
        given = {name: game.properties.get(name) for name in ("Turn", "map:Main:Weather", "zone:Main:North:Owner")}
        assert given == {"Turn": "3", "map:Main:Weather": "rain", "zone:Main:North:Owner": "me"}
        assert [note for _, note in game.notes.items()] == [
            Note("public", -1, "Scenario", "one\ntwo"),
            Note("private", 1, "Private notes", "mine | yours"),
            Note("sealed", 1, "Plan", "text\nmore"),
        ]

    def test_an_old_save_names_no_container_and_means_all_properties_of_a_name(self, lay) -> None:
        given = {"Turn": "3", "Weather": "rain", "Owner": "me", "Nowhere": "lost"}
        game = lay(more=[f"GlobalProperty\t;{name};{value}" for name, value in given.items()]).game
        found = {name: value for name, value in game.properties.items() if value in given.values()}
        assert found == {"Turn": "3", "map:Main:Weather": "rain", "zone:Main:North:Owner": "me"}


class TestGroups:
    def on_board(self, vassal) -> list[str]:
        """Return the definitions of a ship with a squad 30 pixels to its right, and of another squad beside it."""
        ship = vassal.piece(("mat;Ship;", "1;squad"), ("piece;;;;Ship", "Main;100;100;0;0"), id="ship")
        squads = [
            vassal.piece(("matPiece;;true;0;0;;", mat), ("piece;;;;Squad", f"Main;{x};100;0;0"), id=id)
            for id, x, mat in (("squad", 130, "ship"), ("other", 160, "noMat"))
        ]
        return [ship, stack(vassal, "s", "Main;100;100;ship"), *squads]

    def whereabouts(self, table: Table, id: str) -> tuple[str, int, int]:
        reading = PropertyReader(Draft(table.game), table.module.components, (0, 1), sees_all=True)
        map_, x, y, _ = reading.point(table.follower.ids[id])
        return table.game.maps[map_], x, y

    def test_cargo_lies_on_its_mat_where_it_lay(self, lay, vassal) -> None:
        table = lay(*self.on_board(vassal))
        hold = table.game.holders[table.piece("squad").at]
        assert (hold.form, hold.carrier, hold.x, hold.y) == ("hold", table.follower.ids["ship"], 30, 0)
        assert self.whereabouts(table, "squad") == ("Main", 130, 100)
        assert table.at("other") == ("Main", 160, 100)

    def test_cargo_goes_where_the_log_says(self, lay, vassal) -> None:
        table = lay(*self.on_board(vassal))

        def after(*commands: str) -> Table:
            table.position.do(map(read_command, commands))
            table.follower.follow()
            return table

        after("M/ship/Main/200/200/null/Main/100/100/null/me", "M/squad/Main/230/200/null/Main/130/100/null/me")
        assert self.whereabouts(table, "squad") == ("Main", 230, 200)
        assert table.game.holders[table.piece("squad").at].carrier
        after("D/squad/noMat\tMain;230;200;0;0/ship\tMain;230;200;0;0")
        assert table.at("squad") == ("Main", 230, 200)
        assert not table.game.carried
        after("D/other/ship\tMain;160;100;0;0", "M/other/Main/200/200/null/Main/160/100/null/me", "-/ship")
        assert "ship" not in table.follower.ids
        assert table.at("other") == ("Main", 200, 200)

    def test_attachments_know_their_pieces_also_those_that_come_later(self, lay, vassal) -> None:
        told = "attach;Escort;;;;;;;false;1;true;;-1;;;;;nothing;nothing;nothing;true;false"
        first = vassal.piece((told, "3;b;gone;a"), ("piece;;;;A", "Main;1;1;0;0"), id="a")
        table = lay(first, unit(vassal, "b", "Main;2;2"))
        ids = table.follower.ids
        assert f"{ids['b']} {ids['a']}" in table.piece("a").state


@pytest.mark.parametrize(
    ("state", "positions"),
    [
        ("", (0, 0)),
        ("0|1944;0;false;-1;2\\;0\\;0\\;true", (0, 2)),
        ("0|1946;0;false;-1;1\\;0\\;0\\;true", (2, 1)),
        ("nonsense", (0, 0)),
    ],
)
def test_a_turn_tracker_stands_where_it_stood(state: str, positions: tuple[int, ...]) -> None:
    tracker = Tracker("Turn", (NumberLevel("Year", first=1944), NameLevel("Season", ("Spring", "Summer", "Autumn"))))
    assert turn_positions(tracker, state) == positions


def test_of_levels_that_come_in_turn_that_one_has_it_which_had_it() -> None:
    levels = (
        NumberLevel("Year", 1944, within=""),
        NameLevel("War", ("a", "b"), within="Year"),
        NameLevel("Peace", ("c",), within="Year"),
    )
    tracker = Tracker("Turn", levels)
    assert turn_positions(tracker, "0|1945;1;false;-1;1\\;0\\;0\\;true;0\\;0\\;0\\;true") == (1, -2, 0)


@pytest.mark.parametrize("id", sorted(TRAITS))
def test_every_trait_keeps_as_many_values_as_its_kind_has_slots(lay, vassal, id: str) -> None:
    if id == "piece;":
        return
    table = lay(vassal.piece((id, "1"), ("piece;;;;A", "Main;1;1;0;2;OldMap;Main;Odd;x"), id="a"))
    piece = table.piece("a")
    assert len(piece.state) == len(compile_kind(table.game.kinds[piece.kind]).slots)


MOVE = "M/{}/{}/{}/null/0/0/null/secret"
STATE = "{}\t{}\\\t\\\\\tMain;10;20;7;0"


class TestLog:
    def start(self, vassal) -> list[str]:
        return [
            *(unit(vassal, id) for id in "abc"),
            stack(vassal, "s", "Main;10;20;a;b;c"),
            unit(vassal, "d", "Main;50;60"),
            stack(vassal, "t", "Main;50;60;d"),
        ]

    def journal(self, vassal, module, *steps) -> Journal:
        more = ["PLAYER\tsecret\tAnn\tRed", "PLAYER\tother\tBob\tBlue"]
        saved = read_saved(Archive(vassal.vsav(*self.start(vassal), more=more, steps=steps)))
        return saved_journal(module, saved, "00" * 32)

    def test_each_step_is_recorded_with_who_made_it_and_what_was_said(self, vassal, module) -> None:
        with self.journal(
            vassal,
            module,
            [MOVE.format("a", "Main/50/60", "d"), "CHAT* a moves {there}"],
            MOVE.format("b", "Main/50/60", "null"),
            "CHAT!|<Bob> nice",
            "CHAT<Cy> - who am I?",
            "",
        ) as journal:
            steps = list(journal.steps())
        assert [(step.seq, step.by, step.told[0].key if step.told else None) for step in steps] == [
            (1, "Ann", "report"),
            (2, "Ann", "pieces-moved"),
            (3, "Bob", "said"),
            (4, LOG, "report"),
            (5, LOG, None),
        ]
        texts = [step.told[0].facts.get("text") for step in steps[:4]]
        assert texts == ["a moves {{there}}", None, "nice", "<Cy> - who am I?"]
        assert [step.patch for step in steps[2:]] == [(), (), ()]

    @pytest.mark.parametrize(
        ("name", "chat", "by"),
        [
            ("Eve", "<Eve> - hello", "Eve"),
            ("&lt;Eve (Red)&gt;", "<&lt;Eve (Red)&gt;> - hello", "Eve (Red)"),
            ("&lt;Eve (<observer>)&gt;", "&lt;Eve (<observer>)&gt; - hello", "Eve (<observer>)"),
        ],
    )
    def test_who_says_something_is_known_by_name_however_it_is_written(
        self, vassal, module, name: str, chat: str, by: str
    ) -> None:
        more = [f"PLAYER\tme\t{name}\tRed", "PLAYER\tother\tBob\tBlue"]
        with saved_journal(module, read_saved(Archive(vassal.vsav(more=more, steps=[f"CHAT{chat}"]))), "00") as journal:
            (step,) = journal.steps()
        assert (step.by, step.told[0].facts) == (by, {"text": "hello"})

    def test_the_steps_lead_on_and_back(self, vassal, module) -> None:
        with self.journal(
            vassal,
            module,
            MOVE.format("a", "Main/50/60", "d"),
            "D/a/" + STATE.format(2, "true") + "/" + STATE.format(0, "false"),
            ["+/e/stack/Main;80;80;b", "-/c"],
            "M/e/null/0/0/null/Main/80/80/null",
        ) as journal:
            start, end = journal.game_at(0), journal.game
            assert [len(game.pieces) for game in (start, end)] == [4, 3]
            assert {(at.form, at.x, len(at.pieces)) for _, at in end.holders.items()} == {
                ("stack", 50, 2),
                ("box", 0, 1),
            }
            assert journal.game_at(4) == end

    def test_the_kinds_of_what_comes_later_are_known_from_the_start(self, vassal, module) -> None:
        odd = vassal.piece("delete;Delete;68,130;", ("piece;;;;Newcomer", "Main;1;1;77;0"), id="n")
        with self.journal(vassal, module, odd) as journal:
            (step,) = journal.steps()
            assert [type(change) for change in step.patch] == [MakeHolder, Make]
            assert "Newcomer" in {kind.name for _, kind in journal.game_at(0).kinds.items()}

    def test_what_was_undone_is_played_forth_and_back(self, vassal, module) -> None:
        undone = ["UNDO\ttrue", "M/a/Main/10/20/null/Main/50/60/d/secret", "UNDO\tfalse"]
        with self.journal(vassal, module, MOVE.format("a", "Main/50/60", "d"), undone) as journal:
            assert journal.last == 2
            lying = [{tuple(at.pieces) for _, at in journal.game_at(seq).holders.items()} for seq in (0, 1, 2)]
        assert lying[0] == lying[2] != lying[1]

    def test_who_opens_a_log_steps_back_and_forth_through_it(self, vassal, module) -> None:
        with self.journal(
            vassal, module, MOVE.format("b", "Main/50/60", "null"), MOVE.format("a", "Main/9/9", "d")
        ) as journal:
            session = Session(journal, module.components, now_ms=lambda: 0)
            session.submit("me", TakeSeat(module.sides))
            end, everybody = session.game, frozenset(session.game.seats)
            for step in (2, 1):
                taken_back = session.undoing.take_back("me", (step,), everybody)
                assert isinstance(taken_back, Step), "nobody of the log is asked"
            assert as_it_lies(session.game)[1] != as_it_lies(end)[1]
            for step in reversed(range(journal.last - 1, journal.last + 1)):
                assert isinstance(session.undoing.take_back("me", (step,), everybody), Step)
            assert as_it_lies(session.game) == as_it_lies(end)

    def test_a_save_is_a_journal_without_steps(self, vassal, module) -> None:
        saved = read_saved(Archive(vassal.vsav(*self.start(vassal))))
        with saved_journal(module, saved, "00" * 32) as journal:
            assert (journal.last, journal.game) == (0, saved_game(module, saved))


IDS = st.sampled_from("abcdstkn")
COMMANDS = st.one_of(
    st.builds(MOVE.format, IDS, st.sampled_from(["Main/10/20", "Main/50/60", "Other/1/1", "null/0/0"]), IDS),
    st.builds("-/{}".format, IDS),
    st.builds("D/s/Main;{};20;{};{}".format, st.integers(1, 99), IDS, IDS),
    st.builds("D/k/Main;9;9;{};{},{}".format, st.sampled_from(["true", "false"]), IDS, IDS),
    st.builds("D/{}/{}".format, IDS, st.builds(STATE.format, st.integers(0, 5), st.sampled_from(["true", "false"]))),
    st.builds("+/{}/stack/Main;7;7;{};{}".format, st.sampled_from("uvw"), IDS, IDS),
)


def as_it_lies(game: Game) -> object:
    """Return the pieces, holders and properties of a game without the epochs, which an inverse does not restore."""
    pieces = {id: (each.kind, each.at, each.state, each.sight) for id, each in game.pieces.items()}
    holders = {id: replace(each, epoch=()) for id, each in game.holders.items()}
    return pieces, holders, dict(game.properties)


@given(st.lists(st.lists(COMMANDS, min_size=1, max_size=4), max_size=6))
def test_whatever_a_log_does_our_game_keeps_in_step(vassal, module, steps: list[list[str]]) -> None:
    pieces = [unit(vassal, id) for id in "abcd"]
    holders = [
        stack(vassal, "s", "Main;10;20;a;b"),
        stack(vassal, "t", "Main;50;60;c"),
        vassal.piece((DECK, "Main;9;9;true;d"), id="k"),
    ]
    saved = read_saved(Archive(vassal.vsav(*pieces, *holders, steps=steps)))
    table = Table(module, saved)
    for commands in saved.steps:
        before = table.game
        table.position.do(commands)
        _, back = table.follower.follow()
        assert as_it_lies(apply(table.game, back)[0]) == as_it_lies(before)
        for id, piece in table.position.pieces.items():
            if table.position.is_lying(piece):
                assert table.at(id) == (piece.map, piece.x, piece.y)
                assert table.lying_with(id) == [id]
            if piece.stack is not None and table.position.is_lying(piece.stack) and piece in piece.stack.pieces:
                assert table.at(id) == (piece.map, piece.x, piece.y)
                assert table.lying_with(id) == [each.id for each in piece.stack.pieces]
        assert len(table.game.pieces) == len(table.position.pieces)
        assert all(at.pieces or at.form != "stack" for _, at in table.game.holders.items())


def test_a_step_that_changes_the_whole_table_is_taken(vassal, module, tmp_path) -> None:
    pieces = [unit(vassal, str(number), f"Main;{number};20") for number in range(3_000)]
    noted = [
        vassal.piece(("PROP;Note;false,0,5,false;", f"{number:0>400}"), ("piece;;;;N", "Main;1;1;9;0"), id=f"n{number}")
        for number in range(3_000)
    ]
    saved = read_saved(Archive(vassal.vsav(*pieces, steps=[["", *noted]])))
    journal = saved_journal(module, saved, "00")
    assert journal.last == 1
    assert len(journal.game.pieces) == 6_000
    journal.save_as(tmp_path / "log.wartable")
    journal.close()
    with Journal.open(tmp_path / "log.wartable") as again:
        assert again.last == 1
        assert len(again.game_at(0).pieces) == 3_000


def kept_unit(vassal, id: str, state: str) -> str:
    return vassal.piece((UNIT[0], "0"), (UNIT[1], "false"), UNIT[2], ("piece;;;;Unit", state), id=id)


def test_ids_and_clicks_that_vassal_keeps_make_no_kinds(lay, vassal) -> None:
    kept = [f"Main;10;20;7;3;CloneID;{number};UniqueID;9{number};Tag;{number}" for number in range(5)]
    table = lay(*(kept_unit(vassal, str(number), state) for number, state in enumerate(kept)))
    assert len({table.piece(str(number)).kind for number in range(5)}) == 1
    assert [table.read(str(number), "Tag") for number in range(5)] == ["0", "1", "2", "3", "4"]
    clones = [f"Main;10;20;7;1;CloneID;{number}" for number in range(5)]
    table = lay(*(kept_unit(vassal, str(number), state) for number, state in enumerate(clones)))
    assert {table.game.kinds[table.piece(str(number)).kind].key for number in range(5)} == {"7"}
    assert len(table.game.kinds) == 1


@pytest.mark.parametrize("stay", ["true", "false"])
def test_leading_zeros_are_read_in_saves_as_in_the_module(vassal, tmp_path, stay: str) -> None:
    code = "PROP;Code;false,0,100,false;Stamp:38\\,0:P\\,007;"
    board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
    file = vassal.vmod(
        vassal.element("module.GlobalOptions", storeLeadingZeroIntegersAsStrings=stay),
        vassal.element("module.PlayerRoster", "<entry>Red</entry>"),
        vassal.element("module.Map", vassal.element("module.map.BoardPicker", board), mapName="Main"),
        vassal.slot(code, ("piece;;;;Unit", "null;0;0;7;0"), name="Unit", gpid="7"),
    )
    import_module(file, tmp_path / "out")
    module = load_module(tmp_path / "out")
    assert module.about.leading_zeros_stay is (stay == "true")
    saved = read_saved(Archive(vassal.vsav(vassal.piece(code, ("piece;;;;Unit", "Main;1;1;7;0"), id="a"))))
    game = saved_game(module, saved)
    [piece] = game.pieces
    kind = game.kind_of(piece)
    assert kind is module.components.kinds["7"]
    sets = [change.set for trait in kind.traits if isinstance(trait, OwnProperty) for change in trait.changes]
    assert sets == ['"007"' if stay == "true" else "7"]


def test_what_a_log_has_moved_last_on_a_map(vassal, module) -> None:
    pieces = [unit(vassal, id) for id in "abc"]
    moves = "M/a/Main/50/60/null/Main/10/20/null/me", "M/b/Main/70/80/null/Main/10/20/null/me"
    steps = [[move] for move in (*moves, "CHAT<me> - Well?")]
    journal = saved_journal(module, read_saved(Archive(vassal.vsav(*pieces, steps=steps))), "00")
    (last,) = last_moved(journal, "Main")
    game = journal.game
    assert (game.holders[game.pieces[last].at].x, game.holders[game.pieces[last].at].y) == (70, 80)
    assert last_moved(journal, "elsewhere") == ()


class TestWhatASaveLacks:
    """Parts of the module that a save does not mention."""

    @pytest.fixture
    def table(self, vassal, tmp_path):
        """Return a function that makes the game of a save with these further commands. The module has a stack and a
        deck at the start, and a preference that sets a property.
        """
        board = vassal.element("module.map.boardPicker.Board", name="Board", width="400", height="300")
        slots = [vassal.slot((f"piece;;;;{name}", "null;0;0;;0"), name=name) for name in ("One", "Two", "Ace", "King")]
        file = vassal.vmod(
            vassal.element("module.PlayerRoster", "<entry>Red</entry>", "<entry>Blue</entry>"),
            vassal.element(
                "module.GlobalOptions",
                vassal.element(
                    "VASSAL.preferences.IntegerPreference", name="Off", tab="Flags", desc="How far?", default="72"
                ),
            ),
            vassal.element(
                "module.Map",
                vassal.element("module.map.BoardPicker", board),
                vassal.element("module.map.SetupStack", *slots[:2], name="Start", owningBoard="Board", x="50", y="60"),
                vassal.element("module.map.DrawPile", *slots[2:], name="Cards", x="90", y="90", owningBoard="Board"),
                mapName="Main",
            ),
        )
        import_module(file, tmp_path / "small")
        module = load_module(tmp_path / "small")

        def table(*more: str) -> Game:
            return saved_game(module, read_saved(Archive(vassal.vsav(unit(vassal, "u"), more=more))))

        return table

    def test_what_lies_there_at_the_start_is_laid_out_where_that_was_not_said_to_be_done(self, table) -> None:
        for said, names in ([], ["Unit"]), ([NOT_SET_UP], ["Unit", "One", "Two", "Ace", "King"]):
            game = table(*said)
            lying = [kind.name for piece in game.pieces.values() if (kind := game.kinds[piece.kind]).name != "Table"]
            assert lying == names
        deck = game.holders[game.named["Cards"]]
        assert (deck.form, deck.x, deck.y) == ("deck", 90, 90)
        assert [game.kinds[game.pieces[card].kind].name for card in deck.pieces] == ["Ace", "King"]

    def test_preferences_are_as_usual_and_their_properties_have_values(self, table) -> None:
        game = table()
        assert (game.properties["Off"], dict(game.options)) == (72, {"off": "72"})
