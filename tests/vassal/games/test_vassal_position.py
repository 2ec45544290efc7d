"""The position of a VASSAL game, and how the commands of a log change it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.command_forms import read_command
from tabletop.vassal.files.game_commands import BoardAt
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.game_extras import SecretNote, VassalPlayer
from tabletop.vassal.games.game_things import MapRules
from tabletop.vassal.games.vassal_position import VassalPosition

MAPS = {"Main": MapRules("Main"), "Map0": MapRules("Main"), "Flat": MapRules("Flat", stacks=False)}
LAYERED = {"Main": MapRules("Main", layer_property="Layer", layers=("Low", "High"))}


def counter(vassal, id: str, at: str = "Main;10;20", *traits: tuple[str, str]) -> str:
    return vassal.piece(*traits, (f"piece;;;{id}.png;{id}", f"{at};5;0"), id=id)


def stack(vassal, id: str, state: str) -> str:
    return vassal.piece(("stack", state), id=id)


@pytest.fixture
def table(vassal):
    """Return a position with three counters in one stack at (10, 20), one in another at (50, 60), and a deck
    with two.
    """
    return start(
        vassal,
        *(counter(vassal, id) for id in "abc"),
        stack(vassal, "s", "Main;10;20;a;b;c;@@1"),
        counter(vassal, "d", "Main;50;60"),
        stack(vassal, "t", "Main;50;60;d"),
        *(counter(vassal, id) for id in "xy"),
        vassal.piece(("deck;true;0,0,0;40;40;Always", "Main;90;90;true;x,y"), id="k"),
    )


def start(vassal, *commands: str, maps=MAPS) -> VassalPosition:
    position = VassalPosition(maps)
    position.do(read_command(command) for command in commands)
    position.touched.clear()
    return position


def lying(position: VassalPosition, id: str) -> list[str]:
    return [piece.id for piece in position.stacks[id].pieces]


def after(position: VassalPosition, *commands: str) -> VassalPosition:
    position.do(map(read_command, commands))
    return position


def move(id: str, to: str, under: str = "null", of: str = "Main/10/20/null") -> str:
    return f"M/{id}/{to}/{under}/{of}/me"


class TestStart:
    def test_pieces_lie_where_their_stack_lies_in_its_order(self, table) -> None:
        assert lying(table, "s") == ["a", "b", "c"]
        piece = table.pieces["b"]
        assert (piece.map, piece.x, piece.y, piece.gpid) == ("Main", 10, 20, "5")
        assert table.stacks["k"].is_deck
        assert (lying(table, "k"), table.stacks["k"].face_down) == (["x", "y"], True)

    def test_a_map_is_drawn_in_the_order_in_which_things_came_to_it(self, table, vassal) -> None:
        low = counter(vassal, "low", "Main;1;1", ("immob;n;V;R;", ""))
        after(table, low)
        assert [thing.id for thing in table.lying_on("Main")] == ["k", "low", "s", "t"]

    def test_maps_go_by_their_name_or_number_and_others_are_none(self, vassal) -> None:
        position = start(vassal, *(counter(vassal, id, f"{id};1;2") for id in ("Map0", "Main", "Gone", "null")))
        assert [piece.map for piece in position.pieces.values()] == ["Main", "Main", None, None]

    def test_traits_are_written_as_the_piece_now_stands(self, table) -> None:
        after(table, "SPP\ta\tOldMap\t\tMain", move("a", "Main/50/60", "d"))
        assert table.pieces["a"].traits[-1].state == "Main;50;60;5;1;OldMap;Main"

    def test_what_is_not_there_is_left_out(self, vassal) -> None:
        position = start(
            vassal, stack(vassal, "s", "Main;1;1;nobody;@@-1"), "-/nobody", "D/nobody/x/y", move("n", "Main/1/1")
        )
        assert (lying(position, "s"), position.pieces) == ([], {})

    def test_a_save_with_all_sorts_of_things(self, vassal) -> None:
        more = [
            "PLAYER\tsecret\tAnn\tRed",
            "PLAYER\tother\tBob\t<observer>",
            "MainBoardPicker\tBoard/rev\t0\t0",
            "GlobalProperty\t;Turn;1;Module",
            "MutableProperty\tTurn\t1\t2",
            "TURNTurnTracker0\t0|1",
            "NOTES\tone|two",
            "PNOTE\tsecret\tmine",
            "SNOTE\tPlan\tsecret\ttrue\ttext\tdate\th",
            "UNMASK\tother",
            "SGKC\tgo\ttrue",
            "EXT\tMore\t2",
            "PLAYER\tgone\tCy\tBlue",
            "PYREMOVE\tgone",
        ]
        position = VassalPosition()
        position.do(read_saved(Archive(vassal.vsav(more=more))).start)
        assert position.beside.players == {
            "player-1": VassalPlayer("player-1", "Ann", "Red"),
            "player-2": VassalPlayer("player-2", "Bob", ""),
        }
        assert position.boards == {"Main": (BoardAt("Board", True, 0, 0),)}
        assert position.beside.properties == {("Module", "Turn"): "2"}
        assert position.beside.turns == {"TurnTracker0": "0|1"}
        assert position.beside.notes == {"scenario": "one\ntwo", "player-1": "mine"}
        assert position.beside.secret_notes == {("player-1", "Plan"): SecretNote("Plan", "player-1", True, "text")}

    @pytest.mark.parametrize(
        ("type_", "state", "kept"),
        [
            ("obs;;a.png;;B;?;player:", "secret;|", "player-1;|"),
            ("obs;;a.png;;B;?", "secret", "player-1"),
            ("obs;;a.png;;B;?;side:", "Red;|", "Red;|"),
            ("obs;;a.png;;B;?;player:", "null;|", "null;|"),
            ("hide;;;;player:", "secret", "player-1"),
            ("hide;;;;sides:Red:Blue", "Red", "Red"),
            ("restrict;Red;true;true;", "secret", "player-1"),
            ("restrict;Red;false;true;", "Red", "Red"),
        ],
    )
    def test_no_password_is_kept(self, vassal, type_: str, state: str, kept: str) -> None:
        position = start(vassal, "PLAYER\tsecret\tAnn\tRed", counter(vassal, "a", "Main;1;1", (type_, state)))
        assert position.pieces["a"].states[0] == kept


class TestMoving:
    def test_right_above_another(self, table) -> None:
        after(table, move("a", "Main/50/60", "d"))
        assert (lying(table, "s"), lying(table, "t")) == (["b", "c"], ["d", "a"])
        assert {"a", "s", "t"} <= table.touched

    def test_to_the_bottom_of_what_is_there(self, table) -> None:
        assert lying(after(table, move("a", "Main/50/60")), "t") == ["a", "d"]

    def test_above_a_piece_that_has_gone_it_goes_on_top_of_what_is_there(self, table) -> None:
        assert lying(after(table, move("a", "Main/50/60", "b")), "t") == ["d", "a"]

    def test_up_and_down_within_its_stack(self, table) -> None:
        assert lying(after(table, move("a", "Main/10/20", "b")), "s") == ["b", "a", "c"]
        assert lying(after(table, move("c", "Main/10/20", "b")), "s") == ["b", "c", "a"]

    def test_to_an_empty_point(self, table) -> None:
        piece = after(table, move("c", "Main/70/80")).pieces["c"]
        assert (piece.map, piece.x, piece.y, piece.stack) == ("Main", 70, 80, None)
        assert lying(table, "s") == ["a", "b"]

    def test_from_off_the_map_it_makes_a_stack_of_its_own(self, table, vassal) -> None:
        after(table, counter(vassal, "e", "null;0;0"), move("e", "Main/70/80", of="null/0/0/null"))
        assert (table.pieces["e"].stack, table.pieces["e"].x) == (table.stacks["run1"], 70)

    def test_into_a_deck(self, table) -> None:
        assert lying(after(table, move("a", "Main/90/90", "y")), "k") == ["x", "y", "a"]
        assert lying(after(table, move("b", "Main/90/90")), "k") == ["b", "x", "y", "a"]

    def test_a_whole_stack(self, table) -> None:
        after(table, move("s", "Main/50/60", "d"))
        assert (lying(table, "t"), lying(table, "s")) == (["d", "a", "b", "c"], [])
        after(table, move("t", "Main/5/5"))
        assert (table.pieces["b"].x, table.pieces["b"].y) == (5, 5)

    def test_off_its_map(self, table) -> None:
        after(table, move("t", "null/0/0", of="Main/50/60/null"))
        assert "t" not in [thing.id for thing in table.lying_on("Main")]

    def test_where_nothing_stacks_it_lies_alone(self, table, vassal) -> None:
        after(table, counter(vassal, "e", "Flat;1;1"), move("d", "Flat/1/1"))
        assert (table.pieces["d"].stack, table.pieces["d"].map) == (None, "Flat")

    def test_what_does_not_stack_lies_alone(self, table, vassal) -> None:
        after(table, counter(vassal, "e", "Main;1;1", ("immob;n;V;R;", "")), move("e", "Main/50/60"))
        assert table.pieces["e"].stack is None
        assert lying(table, "t") == ["d"]

    def test_pieces_of_different_layers_do_not_stack(self, vassal) -> None:
        marked = {"L": "Low", "H": "High"}
        pieces = [
            counter(vassal, id, f"Main;{x};0", ("mark;Name,Layer", f"n,{marked[layer]}"))
            for id, x, layer in (("a", 1, "L"), ("b", 1, "H"), ("c", 2, "L"))
        ]
        position = start(vassal, *pieces, maps=LAYERED)
        after(position, move("c", "Main/1/0", of="Main/2/0/null"))
        assert lying(position, "run1") == ["c", "a"]
        assert [thing.id for thing in position.lying_on("Main")] == ["run1", "b"]

    def test_it_does_not_join_what_others_have_hidden(self, table, vassal) -> None:
        hidden = counter(vassal, "h", "Main;1;1", ("hide;;;;player:", "foe"))
        after(table, hidden, move("a", "Main/1/1"))
        assert table.pieces["a"].stack is None


class TestChanging:
    def piece(self, vassal) -> VassalPosition:
        return start(vassal, counter(vassal, "a", "Main;1;1", ("mark;A", "1"), ("mark;B", "2")))

    def test_the_whole_state(self, vassal) -> None:
        position = after(self.piece(vassal), "D/a/7\t8\\\tMain;3;4;9;0")
        assert position.pieces["a"].states == ["7", "8", "Main;3;4;9;0"]
        assert (position.pieces["a"].x, position.pieces["a"].gpid) == (3, "9")

    def test_with_an_old_state_only_what_differs_is_changed(self, vassal) -> None:
        position = after(
            self.piece(vassal), "D/a/7\t2\\\tMain;1;1;5;0", "D/a/1\t8\\\tMain;1;1;5;0/1\t2\\\tMain;1;1;5;0"
        )
        assert position.pieces["a"].states[:2] == ["7", "8"]

    @pytest.mark.parametrize(
        ("start_with", "layer", "drawn"),
        [
            ("s=a t=c", "Low", ["t=c", "s=a"]),
            ("s=ab t=c", "Low", ["s=ab", "t=c"]),
            ("s=ab t=c", "High", ["s=b", "t=c", "run1=a"]),
            ("s=ab t=c u=E", "High", ["s=b", "t=c", "u=Ea"]),
            ("s=a t=c u=E", "High", ["t=c", "u=Ea"]),
        ],
    )
    def test_a_piece_whose_own_property_is_set_is_laid_anew(self, vassal, start_with, layer, drawn) -> None:
        commands = []
        for each in start_with.split():
            id, _, pieces = each.partition("=")
            at = f"Main;{2 if id == 't' else 1};0"
            for piece in pieces:  # capitals lie high
                state = "High" if piece.isupper() else "Low"
                commands.append(counter(vassal, piece, at, ("PROP;Layer;false,0,100,false;:", state)))
            commands.append(stack(vassal, id, f"{at};{';'.join(pieces)};@@0"))
        position = start(vassal, *commands, maps=LAYERED)
        after(position, f"D/a/{layer}\tMain;1;0;5;0/then\tMain;1;0;5;0")
        found = [f"{each.id}={''.join(lying(position, each.id))}" for each in position.lying_on("Main")]
        assert [each for each in found if not each.endswith("=")] == drawn

    def test_a_stack_keeps_what_came_in_between(self, table) -> None:
        after(table, move("d", "Main/10/20", "a"), "D/s/Main;10;20;c;b;a/Main;10;20;a;b;c")
        assert lying(table, "s") == ["c", "b", "a", "d"]

    def test_a_deck_is_filled_anew(self, table) -> None:
        after(table, "D/k/Main;90;90;false;y,x,a")
        assert (lying(table, "k"), lying(table, "s"), table.stacks["k"].face_down) == (
            ["y", "x", "a"],
            ["b", "c"],
            False,
        )

    def test_a_deck_keeps_what_came_in_between(self, table) -> None:
        after(table, move("a", "Main/90/90", "y"), "D/k/Main;90;90;true;y,x/Main;90;90;true;x,y")
        assert lying(table, "k") == ["y", "x", "a"]

    def test_removing(self, table) -> None:
        after(table, "-/b", "-/t")
        assert (lying(table, "s"), set(table.pieces), set(table.stacks)) == (["a", "c"], set("acdxy"), {"s", "k"})


def test_what_is_undone_is_played_forth_and_back(table) -> None:
    def places() -> dict[str, tuple[str, ...]]:
        return {id: tuple(lying(table, id)) for id in ("s", "t")}

    before = places()
    after(table, move("a", "Main/50/60", "d"))
    assert places() != before
    after(table, "UNDO\ttrue", "M/a/Main/10/20/null/Main/50/60/d/me", "UNDO\tfalse")
    assert places() == before


IDS = st.sampled_from(["a", "b", "c", "d", "s", "t", "k", "x", "n"])
POINTS = st.sampled_from(["Main/10/20", "Main/50/60", "Main/90/90", "Main/0/0", "null/0/0", "Gone/1/1"])


@given(st.lists(st.tuples(IDS, POINTS, IDS | st.just("null")), max_size=12))
def test_whatever_is_moved_every_piece_lies_in_one_place(vassal, moves: list[tuple[str, str, str]]) -> None:
    pieces = [counter(vassal, id) for id in "abcd"]
    position = start(vassal, *pieces, stack(vassal, "s", "Main;10;20;a;b"), stack(vassal, "t", "Main;50;60;c;d"))
    after(position, *(move(*each) for each in moves))
    for piece in position.pieces.values():
        assert sum(piece in each.pieces for each in position.stacks.values()) <= 1
        assert piece.stack is None or piece in piece.stack.pieces
        tops = [thing for thing in position.lying_on("Main") if thing is piece]
        assert len(tops) <= (piece.stack is None)
