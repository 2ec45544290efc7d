"""Appearance traits: layers, facing, labels, areas, borders, art."""

import pytest

from tabletop.game.actions.early_ends import AnswerNeeded
from tabletop.game.appearance.drawn_piece import (
    BorderDrawing,
    FaceDrawing,
    GroupDrawing,
    ImageDrawing,
    OutlineDrawing,
    PlacedDrawing,
    TextDrawing,
)
from tabletop.game.appearance.drawn_piece import ShadedArea as AreaShown
from tabletop.game.appearance.piece_display import appearance_of, viewed
from tabletop.game.kinds.compiled_kinds import KindError, compile_kind
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.game.traits.appearance_traits import (
    AreaTrait,
    Art,
    Border,
    Button,
    DrawnFace,
    Facing,
    Image,
    LabelTrait,
    Layer,
    Level,
    OutlineTrait,
    Pivot,
)
from tabletop.game.traits.group_traits import Hold, Mat
from tabletop.game.traits.movement_traits import NotStacking
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import Change, TraitCall
from tests.game.traits.playing import Playing

SIDES = (Level("full", Image("full.png")), Level("reduced", Image("reduced.png")))
THREE = tuple(Level(name, Image(f"{name}.png")) for name in ("one", "two", "three"))


def pictures(play: Playing, piece: int) -> list[str]:
    return [part.what.path for part in play.shows(piece).shown if isinstance(part.what, ImageDrawing)]


def test_art_is_drawn_below_everything_with_its_values_filled_in() -> None:
    play = Playing()
    art = Art(DrawnFace("naval", {"style": "jp", "fp": "{Firepower + 1}"}))
    ship = play.piece([art, MarkTrait({"Firepower": 3}), Layer("Side", SIDES)])
    assert play.shows(ship).shown == (
        PlacedDrawing(FaceDrawing("naval", (("style", "jp"), ("fp", "4")))),
        PlacedDrawing(ImageDrawing("full.png")),
    )


@pytest.mark.parametrize(("chosen", "order"), [(False, ["full.png", "badge.png"]), (True, ["badge.png", "full.png"])])
def test_a_layer_may_lie_beneath_all_else_while_the_piece_is_chosen(chosen: bool, order: list[str]) -> None:
    play = Playing()
    badge = Layer("Badge", (Level("badge", Image("badge.png")),), beneath_if_chosen=True)
    ship = play.piece([Layer("Side", SIDES), badge])
    reading = viewed(play.game, play.components, "axis", (ship,) if chosen else ())
    shown = appearance_of(reading, ship).shown
    assert [part.what.path for part in shown if isinstance(part.what, ImageDrawing)] == order


@pytest.mark.parametrize(
    ("traits", "goes"),
    [
        ([Layer("Side", SIDES)], False),
        ([Layer("Side", SIDES, beneath_if_chosen=True)], True),
        ([Layer("Side", SIDES, follows="if(Chosen, 1, 2)")], True),
        ([Mask(shows="on-request")], True),
        ([Mask(shows="corner")], False),
    ],
)
def test_which_pieces_may_look_otherwise_while_they_are_chosen(traits: list[Trait], goes: bool) -> None:
    assert compile_kind(Kind("a", "A", traits=tuple(traits))).goes_by_choice is goes


def test_a_layer_goes_up_and_down_and_round() -> None:
    play = Playing()
    ship = play.piece([Layer("Step", THREE, up=TraitCall("+"), down=TraitCall("-"))])
    levels = []
    for key in "+++-":
        play.act(ship, key)
        levels.append((play.read(ship, "Step_Level"), play.read(ship, "Step"), play.read(ship, "Step_Image")))
    assert levels == [
        (2, "two", "two.png"),
        (3, "three", "three.png"),
        (1, "one", "one.png"),
        (3, "three", "three.png"),
    ]
    assert pictures(play, ship) == ["three.png"]


def test_a_layer_that_does_not_go_round_stops_at_its_ends() -> None:
    play = Playing()
    ship = play.piece([Layer("Step", THREE, start=3, up=TraitCall("+"), loop=False)])
    assert play.act(ship, "+").patch == ()
    assert play.read(ship, "Step_Level") == 3


def test_a_layer_is_reset_to_what_an_expression_says() -> None:
    play = Playing()
    ship = play.piece([MarkTrait({"Full": 3}), Layer("Step", THREE, reset=TraitCall("r"), reset_to="Full - 1")])
    play.act(ship, "r")
    assert play.read(ship, "Step") == "two"


def test_a_layer_takes_a_level_by_chance() -> None:
    play = Playing()
    ship = play.piece([Layer("Step", THREE, random=TraitCall("?"))])
    play.act(ship, "?", rolls=[2])
    assert play.read(ship, "Step") == "three"


def test_a_layer_that_is_off_shows_nothing_and_keeps_its_level() -> None:
    play = Playing()
    ship = play.piece([Layer("Smoke", THREE, start=2, toggle=TraitCall("s"), up=TraitCall("+"))])
    play.act(ship, "s")
    assert (play.read(ship, "Smoke_Active"), play.read(ship, "Smoke_Level"), pictures(play, ship)) == (False, -2, [])
    play.act(ship, "+")
    play.act(ship, "s")
    assert (play.read(ship, "Smoke_Active"), pictures(play, ship)) == (True, ["three.png"])


@pytest.mark.parametrize(("value", "level"), [("1", 1), ("2", 2), ("9", 3), ("-4", 1), ("", 1), ("many", 1)])
def test_a_layer_follows_an_expression(value: str, level: int) -> None:
    play = Playing()
    ship = play.piece([OwnProperty("Hits", start=value), Layer("Damage", THREE, follows="Hits")])
    assert play.read(ship, "Damage_Level") == level


def test_a_followed_layer_may_count_from_another_number() -> None:
    play = Playing()
    ship = play.piece([MarkTrait({"Hits": 0}), Layer("Damage", THREE, follows="Hits", first=0)])
    assert play.read(ship, "Damage") == "one"


def test_a_layer_is_drawn_only_when_its_condition_holds() -> None:
    play = Playing()
    ship = play.piece([OwnProperty("Fog", changes=(Change(key="f", set="true"),)), Layer("L", THREE, when="not Fog")])
    assert pictures(play, ship) == ["one.png"]
    play.act(ship, "f")
    assert pictures(play, ship) == []


def test_a_level_may_change_the_name_of_the_piece() -> None:
    play = Playing()
    levels = (Level("full"), Level("reduced", names="{Name} (reduced)"))
    ship = play.piece([Layer("Step", levels, up=TraitCall("f"))])
    assert play.read(ship, "Name") == "Piece"
    play.act(ship, "f")
    assert play.read(ship, "Name") == "Piece (reduced)"


def test_a_piece_turns_by_its_facings() -> None:
    play = Playing()
    plane = play.piece(
        [Art(Image("plane.png")), Facing("Nose", ways=6, clockwise=TraitCall("]"), counterclockwise=TraitCall("["))]
    )
    play.act(plane, "]")
    assert (play.read(plane, "Nose_Facing"), play.read(plane, "Nose_Degrees"), play.read(plane, "Nose")) == (2, 60, 2)
    play.act(plane, "[")
    play.act(plane, "[")
    assert play.read(plane, "Nose_Facing") == 6
    assert play.shows(plane).shown == (
        PlacedDrawing(GroupDrawing((PlacedDrawing(ImageDrawing("plane.png")),)), degrees=300),
    )


def test_only_what_lies_inside_a_facing_turns_with_it() -> None:
    play = Playing()
    facing = Facing(ways=4, clockwise=TraitCall("]"))
    plane = play.piece([Layer("L", (Level("a", Image("a.png"), 10, 0),)), facing, Art(Image("fixed.png"))])
    play.act(plane, "]")
    inside = GroupDrawing((PlacedDrawing(ImageDrawing("a.png"), 10, 0),))
    assert play.shows(plane).shown == (PlacedDrawing(inside, degrees=90), PlacedDrawing(ImageDrawing("fixed.png")))


def test_a_piece_turns_to_any_degree_that_is_asked_for() -> None:
    play = Playing()
    tank = play.piece([Facing("Turret", ways=0, start=0, turn_to=TraitCall("t"))])
    play.act(tank, "t", answers=["400"])
    assert play.read(tank, "Turret_Degrees") == 40


def test_a_piece_that_goes_to_what_an_expression_gives_may_be_turned_by_hand_too() -> None:
    play = Playing()
    tank = play.piece([Facing("Turret", ways=0, start=30, turn_to=TraitCall("t"), to="90", by_hand=TraitCall("h"))])
    with pytest.raises(AnswerNeeded) as asked:
        play.act(tank, "h")
    prompt = asked.value.prompt
    assert (prompt.form, prompt.default, prompt.turns, prompt.about) == ("degrees", 30, tank, (0, 0))
    degrees = []
    for key, answers in (("t", []), ("h", [275])):
        play.act(tank, key, answers=answers)
        degrees.append(play.read(tank, "Turret_Degrees"))
    assert degrees == [90, 275]


def test_a_piece_turns_to_the_facing_an_expression_gives() -> None:
    play = Playing()
    tank = play.piece([Facing(ways=6, turn_to=TraitCall("t"), to="2 + 2"), MarkTrait({"x": 1})])
    play.act(tank, "t")
    assert play.read(tank, "Facing") == 4


def test_a_piece_turns_at_random() -> None:
    play = Playing()
    tank = play.piece([Facing(ways=6, random=TraitCall("r"))])
    play.act(tank, "r", rolls=[5])
    assert play.read(tank, "Facing") == 6


def test_what_lies_on_a_mat_turns_and_swings_with_it() -> None:
    play = Playing()
    carrier = play.piece([Facing(ways=4, clockwise=TraitCall("]")), Mat("deck", (Hold("bow", 0, -20),))])
    plane = play.piece([Facing(ways=6)], "B2")
    play.put_into(plane, play.game.carried[carrier][0])
    play.act(carrier, "]")
    hold = play.game.holder_of(plane)
    assert (hold.x, hold.y, play.read(plane, "Facing_Degrees")) == (20, 0, 120)


def test_a_piece_pivots_about_a_corner() -> None:
    play = Playing()
    line = play.piece([Facing(ways=4), Pivot(30, 0, TraitCall("p")), NotStacking(snaps=False)], "B2")
    play.act(line, "p")
    at = play.reading().whereabouts(line)
    assert (at.x, at.y, play.read(line, "Facing_Degrees")) == (180, 120, 90)


def test_a_label_is_text_that_is_filled_in() -> None:
    play = Playing()
    unit = play.piece([MarkTrait({"Factor": 4}), LabelTrait("{Factor}-{Factor + 1}", name="Strength")])
    (part,) = play.shows(unit).shown
    assert isinstance(part.what, TextDrawing)
    assert (part.what.text, play.read(unit, "Strength")) == ("4-5", "4-5")


def test_players_may_write_a_label_and_what_they_write_is_only_text() -> None:
    play = Playing()
    unit = play.piece([LabelTrait("new", change=TraitCall("l"), names="{Name}: {Text}")])
    play.act(unit, "l", answers=["{Name} of {Side}"])
    assert play.read(unit, "Text") == "{Name} of {Side}"
    assert play.read(unit, "Name") == "Piece: {Name} of {Side}"


def test_a_prompt_is_asked_first() -> None:
    play = Playing()
    unit = play.piece([LabelTrait("new", change=TraitCall("l"))])
    with pytest.raises(AnswerNeeded) as asked:
        play.act(unit, "l")
    assert (asked.value.prompt.question, asked.value.prompt.default) == ("Text?", "new")


def test_a_border_is_drawn_while_its_condition_holds() -> None:
    play = Playing()
    unit = play.piece([Border('Place == "A1"', "red", 3)])
    assert play.shows(unit).shown == (PlacedDrawing(BorderDrawing("red", 3)),)


def test_an_area_can_be_switched() -> None:
    play = Playing()
    radar = play.piece(
        [MarkTrait({"Range": 2}), AreaTrait("Radar", "Range * 2", "sea", 40, always=False, toggle=TraitCall("r"))]
    )
    assert play.surroundings(radar).areas == ()
    play.act(radar, "r")
    assert play.surroundings(radar).areas == (AreaShown(4, "sea", 40),)


def test_an_outline_is_shown_where_it_stands_among_what_is_drawn() -> None:
    play = Playing()
    unit = play.piece(
        [Art(Image("unit.png")), OutlineTrait("M 0 0 L 10 0 Z"), Layer("Flag", (Level("up", Image("flag.png")),))]
    )
    assert [one.what for one in play.shows(unit).shown] == [
        ImageDrawing("unit.png"),
        OutlineDrawing("M 0 0 L 10 0 Z"),
        ImageDrawing("flag.png"),
    ]


@pytest.mark.parametrize("path", ["X 1 2", "M 1", "M 1 b", "L 1 2 3", "M nan 0", "L 1e999 2"])
def test_an_outline_that_cannot_be_read_is_a_mistake(path: str) -> None:
    with pytest.raises(KindError, match="outline"):
        Playing().piece([OutlineTrait(path)])


def test_buttons_are_for_the_window() -> None:
    play = Playing()
    button = Button("fire", ((0, 0), (10, 0), (10, 10)))
    unit = play.piece([button])
    assert play.reading().reader(unit).kind.buttons == (button,)


def test_a_faulty_text_leaves_the_rest_of_the_piece_alone() -> None:
    play = Playing()
    unit = play.piece([Art(Image("a.png")), LabelTrait('{1 + "x"}'), Layer("L", THREE)])
    assert pictures(play, unit) == ["a.png", "one.png"]
