"""Property traits: fixed, own, shared, others' and computed ones, sheets and tables."""

from dataclasses import replace as with_fields

import pytest
from msgspec.structs import replace

from tabletop.board.place_properties import PlaceProperty
from tabletop.expression import Value
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal
from tabletop.game.change.outcome import Done
from tabletop.game.change.patch import Property, Set
from tabletop.game.commands import Batch, MovePieces, SetTrait, Spot
from tabletop.game.decide import decide
from tabletop.game.kinds.compiled_kinds import KindError, compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.appearance_traits import LabelTrait
from tabletop.game.traits.property_traits import (
    ComputedProperty,
    MarkTrait,
    Message,
    NameTrait,
    OthersProperty,
    OwnProperty,
    RemarkTrait,
    SharedProperty,
    SheetField,
    SheetTrait,
    TableTrait,
)
from tabletop.game.traits.trait_base import Change, Limits, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing, Rigged

HITS = OwnProperty(
    "Hits",
    start=0,
    number=True,
    limits=Limits("0", "Strength"),
    changes=(Change(key="+", add="1"), Change(key="-", add="-1"), Change(key="ask", ask="How many hits?")),
)


def test_an_outer_trait_gives_the_property_before_an_inner_one() -> None:
    play = Playing()
    assert play.read(play.piece([MarkTrait({"Class": "CV"}), MarkTrait({"Class": "CVL"})]), "Class") == "CVL"


@pytest.mark.parametrize(("keys", "hits"), [("+", 1), ("++", 2), ("+++", 2), ("-", 0), ("++-", 1)], ids=str)
def test_a_number_stays_within_its_limits(keys: str, hits: int) -> None:
    play = Playing()
    ship = play.piece([MarkTrait({"Strength": 2}), HITS])
    for key in keys:
        play.act(ship, key)
    assert play.read(ship, "Hits") == hits


@pytest.mark.parametrize(("start", "by", "end"), [(3, "1", 1), (1, "-1", 3), (2, "5", 1), (2, "-9", 2)])
def test_a_number_may_wrap_from_one_end_to_the_other(start: int, by: str, end: int) -> None:
    play = Playing()
    part = OwnProperty(
        "Part", start, number=True, limits=Limits("1", "3", wrap=True), changes=(Change(key="k", add=by),)
    )
    piece = play.piece([part])
    play.act(piece, "k")
    assert play.read(piece, "Part") == end


@pytest.mark.parametrize(("answer", "hits"), [("2", 2), (1, 1), ("99", 2), ("two", 0), ("", 0)])
def test_an_answer_is_taken_as_far_as_the_property_can_hold_it(answer: Value, hits: int) -> None:
    play = Playing()
    ship = play.piece([MarkTrait({"Strength": 2}), HITS])
    play.act(ship, "ask", answers=[answer])
    assert play.read(ship, "Hits") == hits


def test_a_choice_is_offered_and_nothing_else_is_taken() -> None:
    play = Playing()
    ask = Change(key="k", ask="Which?", choices=("{Side} one", "two"))
    piece = play.piece([OwnProperty("Pick", changes=(ask,))])
    with pytest.raises(AnswerNeeded) as asked:
        play.act(piece, "k", answers=["three"])
    assert [choice.value for choice in asked.value.prompt.choices] == ["axis one", "two"]
    play.act(piece, "k", answers=["axis one"])
    assert play.read(piece, "Pick") == "axis one"


def test_a_property_may_begin_with_what_is_worked_out() -> None:
    play = Playing()
    traits = [
        MarkTrait({"Strength": 3}),
        OwnProperty("Steps", "full", begins="Strength * 2", changes=(Change("+", add="1"),)),
    ]
    piece = play.piece(traits)
    play.act(piece, "+")
    assert play.read(piece, "Steps") == 7


def test_a_blank_choice_is_offered_where_that_is_wanted() -> None:
    play = Playing()
    asks = [Change(key=key, ask="Which?", choices=('{""}', "two"), blanks=key == "b") for key in "kb"]
    piece = play.piece([OwnProperty("Pick", "one", changes=tuple(asks))])
    offered = []
    for key in "kb":
        with pytest.raises(AnswerNeeded) as asked:
            play.act(piece, key)
        offered.append([choice.value for choice in asked.value.prompt.choices])
    assert offered == [["two"], ["", "two"]]


@pytest.mark.parametrize(
    "asks",
    [
        OwnProperty("Word", "old", changes=(Change(key="ask", ask="Which?"),)),
        OwnProperty("Word", "old", changes=(Change(key="ask", ask="Which?", choices=("new", "newer")),)),
        OwnProperty("Word", "old", number=True, limits=Limits("0", "3", loose=True), changes=(Change("ask", ask="?"),)),
        LabelTrait("old", "Word", change=TraitCall("ask")),
    ],
)
def test_a_question_that_is_left_changes_nothing_and_the_rest_goes_on(asks: Trait) -> None:
    play = Playing()
    rest = OwnProperty("Rest", changes=(Change(key="rest", set='"done"'),))
    piece = play.piece([asks, rest, Trigger(("ask", "rest"), call=TraitCall("k"))])
    play.act(piece, "k", answers=[None])
    assert (play.read(piece, "Word"), play.read(piece, "Rest")) == ("old", "done")


def test_others_are_asked_about_once_as_far_as_they_have_the_property() -> None:
    play = Playing()
    ask = (Change(key="k", ask="How many?"),)
    chief = play.piece([OthersProperty("Hits", ask, Target(where="known(Hits) or Plain"))])
    plain = play.piece([MarkTrait({"Plain": 1})])
    loose = OwnProperty("Hits", 1, number=True, limits=Limits("0", "9", loose=True))
    others = [play.piece([OwnProperty("Hits", start)]) for start in ("5", "6")]
    play.act(chief, "k", answers=[None])
    assert [play.read(piece, "Hits") for piece in (plain, *others)] == [None, "5", "6"]
    play.act(chief, "k", answers=["70"])
    assert [play.read(piece, "Hits") for piece in others] == ["70", "70"]
    play = Playing()
    chief = play.piece([OthersProperty("Hits", ask, Target(where="known(Hits)"))])
    numbered = play.piece([loose])
    play.act(chief, "k", answers=["10", "9"])
    assert play.read(numbered, "Hits") == "9"


def test_a_number_beyond_loose_limits_is_asked_for_again() -> None:
    play = Playing()
    limits = Limits("0", "9", loose=True)
    asks = (Change(key="k", ask="How many?"), Change(key="c", ask="Which?", choices=("7", "77")))
    piece = play.piece([OwnProperty("Hits", 1, number=True, limits=limits, changes=asks)])
    for answer in ("10", -1, "many", ""):
        with pytest.raises(AnswerNeeded):
            play.act(piece, "k", answers=[answer])
    play.act(piece, "k", answers=["77", "9"])
    assert play.read(piece, "Hits") == "9"
    play.act(piece, "c", answers=["77"])
    assert play.read(piece, "Hits") == "77"


@pytest.mark.parametrize(
    ("scope", "where", "name"),
    [
        ("table", "", "Weather"),
        ("map", "", "map:Theatre:Weather"),
        ("map", "Display", "map:Display:Weather"),
        ("zone", "", "zone:Theatre:North:Weather"),
        ("zone", "South", "zone:Theatre:South:Weather"),
        ("zone", "Display:Port", "zone:Display:Port:Weather"),
        ("place", "", "place:Theatre:A1:Weather"),
        ("place", "A9", "place:Theatre:A9:Weather"),
        ("place", "Display:A1", "place:Display:A1:Weather"),
        ("side", "", "side:axis:Weather"),
        ("side", '{"all" ~ "ies"}', "side:allies:Weather"),
    ],
)
def test_a_shared_property_has_a_scope(scope: str, where: str, name: str) -> None:
    play = Playing()
    change = Change(key="k", set='"storm"')
    piece = play.piece([SharedProperty("Weather", scope=scope, where=where, changes=(change,))])  # type: ignore[arg-type]
    assert play.act(piece, "k").patch == (Property(name, "storm"),)


def test_what_a_piece_has_not_is_read_from_its_place_then_its_zone_then_its_map_then_the_table() -> None:
    play = Playing()
    north, south = play.piece([], "A1"), play.piece([], "A9")
    away = play.piece([], "A1", on="Display")
    play.change(Property("Weather", "fair"))
    assert play.read(north, "Weather") == "fair"
    play.change(Property("map:Theatre:Weather", "rain"), Property("zone:Theatre:North:Weather", "storm"))
    assert [play.read(piece, "Weather") for piece in (north, south, away)] == ["storm", "rain", "fair"]
    play.change(Property("place:Theatre:A1:Weather", "fog"))
    assert [play.read(piece, "Weather") for piece in (north, south, away)] == ["fog", "rain", "fair"]


def test_a_place_has_the_value_of_the_map_until_play_changes_it() -> None:
    play = Playing()
    theatre = play.components.maps["Theatre"]
    base = PlaceProperty("Hits", {"A1": 2}, most=3)
    maps = {**play.components.maps, "Theatre": with_fields(theatre, properties={"Hits": base})}
    play.components = replace(play.components, maps=maps)
    change = Change(key="k", add="1")
    bomber = play.piece(
        [SharedProperty("Hits", scope="place", limits=Limits(most="3"), number=True, changes=(change,))]
    )
    elsewhere = play.piece(
        [OwnProperty("There", changes=(Change(key="k", set='property("Hits", place("A1"))'),))], "A9"
    )
    assert [play.read(piece, "Hits") for piece in (bomber, elsewhere)] == [2, None]
    assert play.act(bomber, "k").patch == (Property("place:Theatre:A1:Hits", 3),)
    assert play.act(elsewhere, "k").patch == (Set(elsewhere, 0, 3),)
    assert play.read(bomber, "Hits") == 3


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ('bearing(place("A9"))', 180),
        ('bearing(place("J1"))', 90),
        ('bearing(place("A1"), place("A9"))', 0),
        ('bearing(place("C3"))', 135),
        ('bearing(place("A1"))', None),
        ('bearing(place("A9", "Display"))', None),
    ],
)
def test_the_bearing_of_a_place_is_in_degrees_from_north(asked: str, value: int | None) -> None:
    play = Playing()
    piece = play.piece([OwnProperty("There", start=-1, changes=(Change(key="k", set=asked),))])
    play.act(piece, "k")
    assert play.read(piece, "There") == value


def test_a_property_of_a_side_is_read_by_its_seats_only() -> None:
    play = Playing()
    piece = play.piece(
        [OwnProperty("Seen", changes=(Change(key="k", set="Plan"), Change(key="f", set="$side:axis:Plan$")))]
    )
    play.change(Property("side:axis:Plan", "invasion"))
    seen = []
    for seat in ("axis", "allies"):
        for key in "kf":
            play.act(piece, key, seat=seat)
            seen.append(play.read(piece, "Seen"))
    assert seen == ["invasion", "invasion", None, None]


def test_others_are_given_what_is_worked_out_for_the_piece_that_acts_within_their_own_limits() -> None:
    play = Playing()
    changes = (Change(key="k", set="Power"),)
    chief = play.piece([MarkTrait({"Power": 9}), OthersProperty("Hits", changes, Target(where="Strength > 1"))])
    strong, weak = play.piece([MarkTrait({"Strength": 2}), HITS]), play.piece([MarkTrait({"Strength": 1}), HITS])
    assert play.act(chief, "k").patch == (Set(strong, 0, 2),)
    assert play.read(weak, "Hits") == 0


def test_computed_properties_read_each_other_and_the_text_of_a_message_is_filled_in() -> None:
    play = Playing()
    traits = [
        MarkTrait({"A": 2}),
        ComputedProperty("B", "A * 2"),
        ComputedProperty("C", "B + A"),
        Message("Said", "{C} of {B}"),
    ]
    assert play.read(play.piece(traits), "Said") == "6 of 4"


def test_a_property_worked_out_from_itself_is_a_mistake_not_a_crash() -> None:
    play = Playing()
    piece = play.piece(
        [
            ComputedProperty("A", "B + 1"),
            ComputedProperty("B", "A + 1"),
            OwnProperty("X", changes=(Change("k", set="A"),)),
        ]
    )
    assert play.refused(piece, "k") == "bad-expression"


def test_a_name_of_its_own() -> None:
    play = Playing()
    assert (
        play.read(play.piece([MarkTrait({"N": 5}), NameTrait("{N}th Division"), RemarkTrait("a word")]), "Name")
        == "5th Division"
    )


def test_the_fields_of_a_sheet_are_properties() -> None:
    play = Playing()
    fields = (SheetField("Notes"), SheetField("Losses", "ticks", 0, 3), SheetField("For the captain", "caption"))
    unit = play.piece([SheetTrait(fields, TraitCall("s", "Sheet"))])
    play.act(unit, "s", seat="axis", answers=("afloat", "2"))
    assert (play.read(unit, "Losses"), play.read(unit, "Notes")) == (2, "afloat")
    assert play.act(unit, "s", answers=("afloat", "many")).patch == ()
    play.give(unit, "Losses", 5)
    play.give(unit, "Notes", "torpedoed")
    assert (play.read(unit, "Losses"), play.read(unit, "Notes")) == (3, "torpedoed")
    with pytest.raises(Refusal):
        play.give(unit, "For the captain", "x")


def test_the_cells_of_a_table_are_properties() -> None:
    play = Playing()
    unit = play.piece([TableTrait("Log", 2, 2)])
    play.give(unit, "Log 2 1", "here")
    assert play.read(unit, "Log 2 1") == "here"


def test_a_change_says_one_thing_only() -> None:
    with pytest.raises(KindError, match=r"'k', trait 1 \(property\).*one of these: set, add, ask"):
        compile_kind(Kind("k", "K", traits=(OwnProperty("P", changes=(Change(key="k", set="1", add="1"),)),)))


def test_what_only_looks_like_a_change_is_none() -> None:
    play = Playing()
    piece = play.piece(
        [OwnProperty("P", start=1, changes=(Change("a", set="2"), Change("b", set="1"), Change("c", set="true")))]
    )
    assert play.act([piece], "b").patch == ()
    assert play.act([piece], "c").patch == (Set(piece, 0, True),)


def test_what_a_step_notes_on_pieces_beside_moving_them_is_not_told() -> None:
    play = Playing()
    tank = play.piece([OwnProperty("Fuel", "full")])
    note, move = SetTrait((tank,), "Fuel", "empty"), MovePieces((tank,), Spot("Theatre", 250, 50))
    for step, told in ((Batch((move, note)), ["pieces-moved"]), (Batch((note,)), ["trait-set"])):
        outcome = decide(play.game, step, "both", Rigged(), play.components)
        assert isinstance(outcome, Done)
        assert [one.key for one in outcome.told] == told


def test_what_cannot_be_worked_out_may_be_nothing() -> None:
    play = Playing()
    piece = play.piece([ComputedProperty("Share", "6 / N", or_nothing=True), OwnProperty("N", start=0)])
    assert play.read(piece, "Share") == ""
