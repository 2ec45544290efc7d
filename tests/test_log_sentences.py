"""Sentences of the log: each is one line without control characters, and says its message in plain words."""

import pytest
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Go, Know, Make, MakeHolder
from tabletop.game.change.told import END_TURN, LET_STAND, PASS_TURN, Told
from tabletop.game.sight.audience import audience
from tabletop.game.sight.seen_changes import delta, told_for
from tabletop.game.sight.view import View
from tabletop.game.state.game import ModuleName, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import FACE, FACES, SHUT, Value
from tabletop.log_messages import FROM_RULES, is_without_speaker, worth_telling
from tabletop.log_sentences import sentence
from tabletop.log_titles import Titles

TABLE = empty_game(("red",), (), ModuleName("test", "1", ""))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hello", "says: hello"),
        ("two\nlines", "says: two lines"),
        ("\x1b[31mred", "says: [31mred"),
        ("\u202egnirts", "says: gnirts"),
        ("Kure ½ 呉", "says: Kure ½ 呉"),
    ],
)
def test_what_somebody_says(said: str, told: str) -> None:
    assert sentence(Told("said", {"text": said}), TABLE, TABLE) == told


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"limit": "rounds", "most": 500}, "cut short: it had repeated itself 500 times. Everything"),
        ({"limit": "triggers", "most": 50}, "cut short: its actions had set each other off 50 levels deep. Everything"),
        (
            {"why": "its loop had gone 500 rounds"},
            "cut short: its loop had gone 500 rounds. Everything",
        ),  # of older games
    ],
)
def test_an_action_that_would_go_on_and_on_is_told_with_its_limit(facts: dict[str, Value], told: str) -> None:
    assert told in sentence(Told("ended-early", facts), TABLE, TABLE)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("policy", "sets all rules to 1"),
        ("policy:move", "sets the rule Moves to 1"),
        ("weather", "sets weather to 1"),
        (LET_STAND, "accepts: 1"),
    ],
)
def test_properties_of_the_table_have_the_words_of_the_reader(name: str, told: str) -> None:
    words = {"policy": "all rules", "policy:move": "the rule Moves"}
    titles = Titles(property=lambda name: words.get(name, name))
    assert sentence(Told("property-set", {"name": name, "value": 1}), TABLE, TABLE, titles) == told


BEGUN, OVER = (Told(key, {"procedure": "On to the next phase"}) for key in ("procedure-begun", "procedure-over"))
OTHER = Told("procedure-over", {"procedure": "Battle"})
TURNED = Told("tracker-moved", {"tracker": "Turn", "now": "2"})


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([BEGUN, TURNED, OVER], [TURNED]),
        ([BEGUN, TURNED], [BEGUN, TURNED]),
        ([TURNED, OTHER], [TURNED, OTHER]),
        ([BEGUN, OVER], [BEGUN]),
        ([OTHER], [OTHER]),
        ([], []),
    ],
)
def test_a_procedure_that_is_over_at_once_is_not_announced(said: list[Told], told: list[Told]) -> None:
    assert worth_telling(said) == told


def test_what_the_rules_do_has_no_speaker() -> None:
    answer = Told("procedure-answered", {"question": "Q", "answer": "yes"})
    masked = Told("pieces-shown", {"level": "back"}, (5,))
    hidden = Told("pieces-shown", {}, (5,))
    revealed = Told("pieces-shown", {"level": "face"}, (5,))
    report, key = Told("said", {"text": "The base is destroyed."}), Told("acted", {"key": "k", "words": "Sunk"}, (5,))
    moved = Told("pieces-moved", {"count": 1}, (5,))
    kept = worth_telling([answer, masked, hidden, revealed, report, key, moved])
    assert [is_without_speaker(each) for each in kept] == [False, True, True, True, True]
    told = [sentence(each, TABLE, TABLE) for each in kept[1:]]
    assert told == ["revealed: a counter", "The base is destroyed.", "a counter: Sunk", "a counter moved"]
    by_hand = [masked, report, key, moved]
    assert worth_telling(by_hand) == by_hand
    assert not any(map(is_without_speaker, by_hand))


def box(id: int, place: str) -> MakeHolder:
    return MakeHolder(id, Holder("stack", 0, 0, 0, place, 0, id, (), (2,), (0, 0)))


def test_what_lay_where_the_others_go_is_not_moved() -> None:
    kind = Kind("fleet", "Fleet")
    table, _ = apply(
        empty_game(("red",), ("sea",), ModuleName("test", "1", "")),
        (
            Know(1, kind),
            *(box(id, place) for id, place in ((1, "Truk"), (2, "Palau"), (3, "Palau"))),
            *(Make(piece, 1, at, 0, (), (2,)) for piece, at in ((5, 1), (6, 2))),
        ),
    )
    both = Told("pieces-moved", pieces=(5, 6), holders=(1, 2, 3))
    assert sentence(both, table, table) == "moves Fleet from Truk to Palau"
    within = Told("pieces-moved", pieces=(6,), holders=(2, 3))
    assert sentence(within, table, table) == "moves Fleet in Palau"
    by_rules = replace(both, facts={FROM_RULES: True})
    assert sentence(by_rules, table, table) == "Fleet moved from Truk to Palau"
    stuck = Told("nowhere-to-go", pieces=(6,))
    assert sentence(stuck, table, table) == "finds nowhere for Fleet to go"


def test_a_stack_that_all_have_left_is_not_their_goal() -> None:
    """A stack that exists only within the step is not in the message, so its last place is one that they left."""
    kind = Kind("fleet", "Fleet")
    before, _ = apply(
        empty_game(("red",), ("sea",), ModuleName("test", "1", "")),
        (
            Know(1, kind),
            *(box(id, place) for id, place in ((1, "Truk"), (2, "Palau"), (3, "Saipan"))),
            *(Make(piece, 1, at, 0, (), (2,)) for piece, at in ((5, 1), (6, 2))),
        ),
    )
    after, _ = apply(before, (Go((5, 6), 3, 0),))
    moved = Told("pieces-moved", pieces=(5, 6), holders=(1, 2))
    assert sentence(moved, before, after) == "moves Fleet and Fleet from Truk and Palau"
    assert sentence(replace(moved, holders=(1, 2, 3)), before, after).endswith("from Truk and Palau to Saipan")
    assert sentence(Told("pieces-moved", pieces=(6,), holders=(2,)), before, after) == "moves Fleet from Palau"


def test_a_stack_is_not_the_goal_of_what_goes_from_it_out_of_sight() -> None:
    """An air unit lands at a base that the other side does not see: for that side it only leaves its hex."""
    sea = empty_game(("red", "blue"), ("sea",), ModuleName("test", "1", ""))
    before, _ = apply(
        sea,
        (
            Know(1, Kind("flight", "Flight")),
            MakeHolder(1, Holder("stack", 0, 0, 0, "Wau", 0, 1, (), (FACES, FACES), (0, 0, 0))),
            MakeHolder(2, Holder("stack", 0, 0, 0, "Lae", 0, 2, (), (FACES, SHUT), (0, 0, 0))),
            Make(5, 1, 1, 0, (), (FACE, FACE)),
        ),
    )
    landing = (Go((5,), 2, 0),)
    after, _ = apply(before, landing)
    landed = Told("pieces-moved", {"count": 1}, (5,), (1, 2))
    read = []
    for side in (0, 1):
        who = audience((side,))
        told = told_for(landed, before, after, who)
        assert told is not None
        view = View.of(before, who)
        was = view.game
        view.apply(delta(before, after, landing, who))
        read.append(sentence(view.heard(told), was, view.game))
    assert read == ["moves Flight from Wau to Lae", "moves Flight from Wau"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("Strength", "reduced", "marks Fleet: Strength reduced"),
        ("operated_from", "0805", "marks Fleet: operated from Kure"),
        ("landed", "yes", "marks Fleet: landed"),
        ("landed", "no", "marks Fleet: not landed"),
        ("committed", "", "marks Fleet: no longer committed"),
        ("hits", 2, "marks Fleet: hits 2"),
    ],
)
def test_what_is_noted_on_pieces(name: str, value: str | int, told: str) -> None:
    kind = Kind("fleet", "Fleet")
    makes = (Know(1, kind), box(1, "Truk"), Make(5, 1, 1, 0, (), (2,)))
    table, _ = apply(empty_game(("red",), ("sea",), ModuleName("test", "1", "")), makes)
    titles = Titles(place=lambda map, place: {("sea", "0805"): "Kure"}.get((map, place), place))
    noted = Told("trait-set", {"name": name, "value": value}, (5,))
    assert sentence(noted, table, table, titles) == told


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"dice": "1d6", "each": "3", "total": 3}, "rolls 1d6: 3"),
        ({"dice": "1d6", "each": "3", "total": 3, "why": "luck"}, "rolls 1d6 for luck: 3"),
        ({"dice": "1d6+1", "each": "3", "total": 4}, "rolls 1d6+1: 3 = 4"),
        ({"dice": "2d6", "each": "3, 1", "total": 4}, "rolls 2d6: 3, 1 = 4"),
    ],
)
def test_the_result_of_one_die_is_told_once(facts: dict[str, Value], told: str) -> None:
    assert sentence(Told("rolled", facts), TABLE, TABLE) == told


@pytest.mark.parametrize(
    ("key", "facts", "told"),
    [
        ("procedure-begun", {"procedure": "Battle"}, "begins “Battle”"),
        ("procedure-over", {"procedure": "Battle"}, "finishes “Battle”"),
        ("procedure-answered", {"question": "Where?", "answer": "Kure"}, "answers “Where?” with Kure"),
        ("procedure-answered", {"question": "Where?"}, "answers “Where?”"),
        (
            "procedure-left",
            {"procedure": "Raid", "step": "Dice"},
            "leaves “Raid” at “Dice”, to do the rest by hand",
        ),
        ("procedure-withdrawn", {"question": "Where?"}, "withdraws the answer to “Where?”"),
    ],
)
def test_titles_stand_in_quotation_marks(key: str, facts: dict[str, str], told: str) -> None:
    assert sentence(Told(key, facts), TABLE, TABLE) == told


@pytest.mark.parametrize(("id", "told"), [(PASS_TURN, "passes"), (END_TURN, "ends the turn")])
def test_the_end_of_a_turn_is_told_as_players_say_it(id: str, told: str) -> None:
    facts = {"procedure": "Pass", "id": id}
    begun, over = Told("procedure-begun", facts), Told("procedure-over", {"procedure": "Pass"})
    assert [sentence(each, TABLE, TABLE) for each in worth_telling([begun, over])] == [told]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"key": "k", "words": "Mark Moved"}, "chooses “Mark Moved” for a counter"),
        ({"key": "ctrl K"}, "chooses “ctrl K” for a counter"),
        ({}, "acts with a counter"),
    ],
)
def test_what_is_chosen_in_a_menu_is_told_in_its_own_words(facts: dict[str, str], told: str) -> None:
    assert sentence(Told("acted", facts, (5,)), TABLE, TABLE) == told


def test_what_is_chosen_in_a_menu_is_told_as_the_reader_reads_it_there() -> None:
    titles = Titles(words=lambda text: {"Attack": "Angriff", "k": "other"}.get(text, text))
    assert sentence(Told("acted", {"key": "k", "words": "Attack"}, (5,)), TABLE, TABLE, titles).startswith(
        "chooses “Angriff”"
    )
    assert sentence(Told("acted", {"key": "k"}, (5,)), TABLE, TABLE, titles).startswith("chooses “k”")


def test_what_a_module_says_has_single_spaces_as_in_html() -> None:
    told = Told("report", {"text": "{Name} breaks to  {Level}", "0": "", "1": "one"})
    assert sentence(told, TABLE, TABLE) == "breaks to one"


@pytest.mark.parametrize(
    ("holders", "told"),
    [
        ((1, 2), "moves a counter from Truk to Palau"),
        ((1, 1), "moves a counter in Truk"),
        ((1, 9), "moves a counter from Truk"),
        ((9, 2), "moves a counter to Palau"),
        ((9, 8), "moves a counter"),
    ],
)
def test_what_lay_somewhere_only_within_a_step_is_told_without_that(holders: tuple[int, ...], told: str) -> None:
    table, _ = apply(empty_game(("red",), ("sea",), ModuleName("test", "1", "")), (box(1, "Truk"), box(2, "Palau")))
    assert sentence(Told("pieces-moved", pieces=(5,), holders=holders), table, table) == told


def test_what_is_taken_back_is_said_as_it_was_and_done_again_as_it_is() -> None:
    makes = (box(1, "Truk"), box(2, "Palau"), Know(3, Kind("fleet", "Fleet")))
    there, _ = apply(empty_game(("red",), ("sea",), ModuleName("test", "1", "")), (*makes, Make(5, 3, 2, 0, (), (2,))))
    back, _ = apply(there, (Go((5,), 1, 0),))
    move = Told("taken-back", {"of": "pieces-moved"}, (5,), (1, 2))
    assert sentence(move, there, back) == "undoes: Fleet from Truk to Palau"
    assert sentence(replace(move, key="done-again"), back, there) == "redoes: Fleet from Truk to Palau"
    assert sentence(Told("taken-back", {"of": "key-pressed"}), there, back) == "undoes 1 action"
    assert sentence(Told("taken-back", {"count": 2}, (5,)), there, back) == "undoes 2 actions with Fleet"


@pytest.mark.parametrize(
    ("key", "holders", "told"),
    [
        ("acted", (), "acts with Fleet"),
        ("deck-reshuffled", (1, 2), "shuffles Truk into Palau"),
        ("deck-reshuffled", (1,), "shuffles Truk"),
        ("deck-shuffled", (1,), "shuffles Truk"),
        ("deck-turned", (1,), "turns Truk"),
        ("done-again", (), "redoes something with Fleet"),
        ("holder-shown", (1,), "opens Truk"),
        ("pieces-cloned", (), "copies Fleet"),
        ("pieces-drawn", (1, 2), "draws cards from Truk to Palau"),
        ("pieces-drawn", (2,), "draws cards"),
        ("pieces-merged", (), "merges Fleet"),
        ("pieces-moved", (), "moves Fleet"),
        ("pieces-placed", (2,), "places Fleet in Palau"),
        ("pieces-placed", (), "places Fleet"),
        ("pieces-removed", (), "removes Fleet"),
        ("pieces-restacked", (1,), "puts Fleet elsewhere in the stack"),
        ("pieces-shown", (), "changes who sees Fleet"),
        ("pieces-split", (), "splits Fleet"),
        ("pieces-split", (2,), "splits Fleet, and puts a part in Palau"),
        ("procedure-answered", (), "answers a question"),
        ("quantity-poured", (), "pours from one counter into another: Fleet"),
        ("report", (), ""),
        ("taken-back", (), "undoes something with Fleet"),
        ("trait-set", (), "marks Fleet"),
    ],
)
def test_of_what_is_not_seen_openly_it_is_told_what_happens_to_it_and_no_more(
    key: str, holders: tuple[int, ...], told: str
) -> None:
    table, _ = apply(
        empty_game(("red",), ("sea",), ModuleName("test", "1", "")),
        (Know(1, Kind("fleet", "Fleet")), box(1, "Truk"), box(2, "Palau"), Make(5, 1, 1, 0, (), (2,))),
    )
    assert sentence(Told(key, pieces=(5,), holders=holders), table, table) == told


@pytest.mark.parametrize(
    ("key", "facts", "of_module"),
    [
        ("report", {"text": "The guns fire."}, True),
        ("pieces-moved", {"text": "Fleet moves on"}, True),
        ("pieces-moved", {}, False),
        ("pieces-placed", {"text": "Fleet created in Truk"}, True),
        ("pieces-placed", {"count": 1}, False),
        ("rolled", {"text": "1d6 = 3"}, False),
        ("said", {"text": "Hello"}, False),
    ],
)
def test_what_the_module_says_in_its_own_words_has_no_speaker(
    key: str, facts: dict[str, Value], of_module: bool
) -> None:
    assert is_without_speaker(Told(key, facts)) is of_module


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Guards (<html><b>worn</b> &amp; late<br>8 <i>steps</i></html>)", "Guards (worn & late 8 steps) rests"),
        ("<HTML><FONT COLOR=red>Guards</FONT>", "Guards rests"),
        ("Guards <b>bold</b>", "Guards bold rests"),
        ('<span style="color:#E4BC2F;">Guards</SPAN>', "Guards rests"),
        ("2 < 3 > 1", "2 < 3 > 1 rests"),
        ("<Guards>", "<Guards> rests"),
        ("Guards & <better> ones", "Guards & <better> ones rests"),
        # a sign alone tells VASSAL how to colour the line that it begins
        ("!<b>", "rests"),
        ("~", "rests"),
        ("?", "? rests"),
        ("! Guards", "! Guards rests"),
    ],
)
def test_a_name_with_html_or_a_colour_is_told_in_plain_words(name: str, told: str) -> None:
    assert sentence(Told("report", {"text": "{Name} rests", "0": name}), TABLE, TABLE) == told
