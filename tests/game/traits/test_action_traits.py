"""Action traits: triggers, loops, global commands, reports, sounds, markers, copies, menus."""

import pytest

from tabletop.game.appearance.piece_display import MenuLine
from tabletop.game.sight.audience import ONLOOKERS
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import (
    ChooseTrait,
    Clone,
    Delete,
    EachPlace,
    GlobalCommand,
    Index,
    Loop,
    PlaceMarker,
    PressKey,
    Replace,
    ReportTrait,
    Separator,
    Sound,
    Submenu,
    Times,
    Trigger,
    Until,
    While,
)
from tabletop.game.traits.appearance_traits import Facing, Layer, Level
from tabletop.game.traits.group_traits import Hold, Mat
from tabletop.game.traits.movement_traits import SendTo, ToPlace
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty, SharedProperty
from tabletop.game.traits.sight_traits import BarredTrait, Mask, RestrictedTrait
from tabletop.game.traits.trait_base import Change, GivenValue, TraitCall
from tabletop.game.traits.trait_targets import PropertyMatch, Target
from tests.game.traits.playing import Playing


def counter(name: str = "N", *keys: str) -> OwnProperty:
    changes = (Change(key=f"{name}+", add="1"), *(Change(key=key, add="1") for key in keys))
    return OwnProperty(name, start=0, number=True, changes=changes)


STEP = Layer("Step", tuple(Level(name) for name in ("one", "two", "three")), up=TraitCall("next"))


# triggers


def test_a_trigger_sends_its_keys_in_their_order() -> None:
    play = Playing()
    double = OwnProperty("N", 1, changes=(Change(key="x2", set="N * 2"), Change(key="+1", set="N + 1")))
    piece = play.piece([double, Trigger(("+1", "x2", "+1"), call=TraitCall("go"))])
    play.act(piece, "go")
    assert play.read(piece, "N") == 5


def test_a_trigger_hears_what_others_call_for_and_comes_after_those_that_lie_inside_it() -> None:
    play = Playing()
    note = OwnProperty("Noted", changes=(Change(key="note", set="Step"),))
    outside = play.piece([STEP, note, Trigger(("note",), hears=("next",))])
    inside = play.piece([note, Trigger(("note",), hears=("next",)), STEP])
    play.act([outside, inside], "next")
    assert (play.read(outside, "Noted"), play.read(inside, "Noted")) == ("two", "two")


def test_a_later_trait_sees_what_an_earlier_one_did() -> None:
    play = Playing()
    piece = play.piece(
        [
            counter(),
            Trigger(("N+",), call=TraitCall("check"), when="Step_Level == 2"),
            STEP,
            Trigger(("next", "check"), call=TraitCall("go")),
        ]
    )
    play.act(piece, "go")
    assert play.read(piece, "N") == 1


def test_a_trigger_whose_condition_fails_does_nothing() -> None:
    play = Playing()
    piece = play.piece([counter(), Trigger(("N+",), call=TraitCall("go"), when="N > 0")])
    assert play.act(piece, "go").patch == ()


@pytest.mark.parametrize(
    ("loop", "rounds"),
    [
        (Loop(Times("3")), 3),
        (Loop(Times("Most")), 5),
        (Loop(Times("-1")), 0),
        (Loop(While("N < 4")), 4),
        (Loop(While("N > 4")), 0),
        (Loop(Until("N >= 4")), 4),
        (Loop(Until("true")), 1),
    ],
)
def test_loops(loop: Loop, rounds: int) -> None:
    play = Playing()
    piece = play.piece([MarkTrait({"Most": 5}), counter(), Trigger(("N+",), call=TraitCall("go"), loop=loop)])
    play.act(piece, "go")
    assert play.read(piece, "N") == rounds


def test_a_loop_counts_its_rounds_and_has_a_key_before_and_after() -> None:
    play = Playing()
    total = OwnProperty("Sum", 0, changes=(Change(key="add", set="Sum * 10 + I"),))
    index = OwnProperty("I", 0)
    loop = Loop(Times("3"), before="b+", after="a+", index=Index("I", "2", "3"))
    piece = play.piece([total, index, counter("b"), counter("a"), Trigger(("add",), call=TraitCall("go"), loop=loop)])
    play.act(piece, "go")
    assert [play.read(piece, name) for name in ("Sum", "I", "a", "b")] == [258, 8, 1, 1]  # it stays at the last round


# global commands


def test_a_global_command_reaches_what_fits_in_draw_order() -> None:
    play = Playing()
    line = OwnProperty("Order", 0, changes=(Change(key="turn", set="$Next$"),))
    chief = play.piece([GlobalCommand("turn", TraitCall("all"), Target(where='Class == "CV"'))])
    count = SharedProperty("Next", changes=(Change(key="turn", add="1"),))
    cv = [line, count, MarkTrait({"Class": "CV"})]
    upper, lower = play.piece(cv, "C3"), play.piece(cv, "B2")
    play.piece([line, count], "D4")
    play.move(upper, "E5")  # the piece that moved last lies on top
    play.act(chief, "all")
    assert (play.read(lower, "Order"), play.read(upper, "Order")) == (1, 2)


def test_a_filter_is_judged_when_the_turn_comes_or_beforehand() -> None:
    play = Playing()
    traits = [counter(), MarkTrait({"Ship": True})]
    ships = [play.piece(traits) for _ in range(10)]
    where = "Ship and count(map, N > 0) < 3"
    chief = play.piece(
        [
            GlobalCommand("N+", TraitCall("turn"), Target(where=where)),
            GlobalCommand("N+", TraitCall("before"), Target(where=where, judged="beforehand")),
        ]
    )
    play.act(chief, "turn")
    assert [play.read(ship, "N") for ship in ships] == [1] * 3 + [0] * 7
    play.act(chief, "before")
    assert [play.read(ship, "N") for ship in ships] == [1] * 3 + [0] * 7


def test_beforehand_means_before_anything_is_done() -> None:
    play = Playing()
    ships = [play.piece([counter()]) for _ in range(10)]
    target = Target(where="count(map, N > 0) < 3", judged="beforehand")
    play.act(play.piece([GlobalCommand("N+", TraitCall("go"), target)]), "go")
    assert [play.read(ship, "N") for ship in ships] == [1] * 10


def test_pieces_sent_away_while_more_than_two_are_stacked() -> None:
    play = Playing()
    away = SendTo(ToPlace("J10"), TraitCall("away"))
    stacked = [play.piece([away], "B2", apart=False) for _ in range(5)]
    chief = play.piece([GlobalCommand("away", TraitCall("go"), Target(where="StackSize > 2"))])
    play.act(chief, "go")
    assert [play.where(piece) for piece in stacked] == ["J10", "J10", "J10", "B2", "B2"]


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        (Target(), "abcdef"),
        (Target("this"), "a"),
        (Target("stack"), "ab"),
        (Target("place"), "ab"),
        (Target("place", place="C3"), "c"),
        (Target("place", place="A1", map="Display"), "e"),
        (Target("zone"), "abcf"),
        (Target("zone", zone="South"), "d"),
        (Target("here"), "abcdf"),
        (Target("map", map="Display"), "e"),
        (Target("point", x="250", y="250"), "c"),
        (Target("holder", holder="discard"), ""),
        (Target(range="2"), "abc"),
        (Target(range="300", in_points=True, least_range="100"), "c"),
        (Target(match=PropertyMatch("Letter", '"c"')), "c"),
        (Target(match=PropertyMatch("Letter", '"c"', ">")), "def"),
        (Target(match=PropertyMatch("Letter", '"[abx]"', "matches")), "ab"),
        (Target(match=PropertyMatch('{lower("LET")}ter', '"c"')), ""),
        (Target(match=PropertyMatch('L{lower("ETTER")}', '"c"')), "c"),
        (Target(match=PropertyMatch("{lower(Missing)}", '"c"')), "abcdef"),
        (Target(where="Letter != mine(Letter)", most="2"), "bc"),
    ],
    ids=str,
)
def test_targets(target: Target, reached: str) -> None:
    play = Playing()
    go = GlobalCommand("N+", TraitCall("go"), target)
    spots = (("a", "A1", "Theatre"), ("b", "A1", "Theatre"), ("c", "C3", "Theatre"), ("d", "C9", "Theatre"))
    pieces = {
        letter: play.piece([counter(), MarkTrait({"Letter": letter}), go], place, on=on, apart=False)
        for letter, place, on in (*spots, ("e", "A1", "Display"), ("f", "J1", "Theatre"))
    }
    play.act(pieces["a"], "go")
    assert "".join(letter for letter, piece in pieces.items() if play.read(piece, "N")) == reached


@pytest.mark.parametrize(("decks", "reached"), [("all", 3), ("none", 0), (2, 2)])
def test_a_deck_is_reached_as_the_target_says(decks: int, reached: int) -> None:
    play = Playing()
    cards = [play.piece([counter()]) for _ in range(3)]
    deck = play.deck("draw")
    for card in cards:
        play.put_into(card, deck)
    chief = play.piece([GlobalCommand("N+", TraitCall("go"), Target(decks=decks))])  # type: ignore[arg-type]
    play.act(chief, "go")
    assert [play.read(card, "N") for card in cards] == [0] * (3 - reached) + [1] * reached


def test_a_global_command_gives_values_and_can_be_quiet() -> None:
    play = Playing()
    report = ReportTrait(("N+",), "{Name}!")
    loud = play.piece([counter(), OwnProperty("By"), report])
    chief = play.piece(
        [
            MarkTrait({"Rank": "admiral"}),
            *(
                GlobalCommand("N+", TraitCall(f"{q}"), given=(GivenValue("By", "Rank"),), quiet=q)
                for q in (True, False)
            ),
        ]
    )
    play.act(chief, "True")
    assert (play.reports(), play.read(loud, "By")) == ([], "admiral")
    play.act(chief, "False")
    assert play.reports() == ["Piece!"]


def test_a_command_reaches_only_what_the_acting_seat_sees_unless_it_reads_the_table() -> None:
    play = Playing()
    submarine = play.piece([counter()], "C3")
    play.hide(submarine, 1)
    chief = play.piece([GlobalCommand("N+", TraitCall("view")), GlobalCommand("N+", TraitCall("table"), reads="table")])
    play.act(chief, "view", seat="allies")
    assert play.read(submarine, "N") == 0
    play.act(chief, "table", seat="allies")
    play.act(chief, "view", seat="axis")
    assert play.read(submarine, "N") == 2


# messages


def test_a_report_tells_how_things_were_before_and_are_after() -> None:
    play = Playing()
    traits = [
        Layer(
            "Side",
            (Level("full", names="{Name} (full)"), Level("half", names="{Name} (half)")),
            up=TraitCall("flip", "Flip"),
        ),
        SendTo(ToPlace("B2"), TraitCall("go")),
        ReportTrait(("flip", "go"), "{OldName} in {OldPlace}: {Menu} -> {Name} in {Place}"),
    ]
    piece = play.piece(traits)
    play.act(piece, "flip")
    assert play.reports() == ["Piece (full) in A1: Flip -> Piece (half) in A1"]
    play.act(piece, "go")
    assert play.reports() == ["Piece (half) in A1: go -> Piece (half) in B2"]


def test_reports_may_take_turns() -> None:
    play = Playing()
    piece = play.piece([ReportTrait(("k",), texts=("up", "down", "out"), back=("b",))])
    said = []
    for key in "kkkkbb":
        play.act(piece, key)
        said += play.reports()
    assert said == ["up", "down", "out", "up", "out", "down"]


def test_a_report_about_what_others_see_only_the_back_of_does_not_name_it_to_them() -> None:
    play = Playing()
    piece = play.piece([Mask(back_name="a task force"), counter(), ReportTrait(("N+",), "{Name} in {Place}: {N}")])
    play.hide(piece, 1, 1)
    play.act(piece, "N+", seat="axis")
    assert [(told.sides, told.lesser) for told in play.told] == [((0,), False), ((1, ONLOOKERS), True)]
    assert play.reports() == ["Piece in A1: 1", "a task force in A1: "]
    play.act(piece, "N+", seat="umpire")
    assert [(told.sides, told.lesser) for told in play.told] == [((0,), False), ((1, ONLOOKERS), True)]
    assert play.refused(piece, "N+", seat="allies") == "no-such-key"


def test_what_an_umpire_does_to_a_hidden_piece_is_not_reported_to_those_who_do_not_see_it() -> None:
    play = Playing()
    piece = play.piece([counter(), ReportTrait(("N+",), "{Name}"), Sound("s.ogg", TraitCall("N+"), everyone=False)])
    play.hide(piece, 1)
    assert {told.sides for told in play.act(piece, "N+", seat="umpire").told} == {(0,), ()}


def test_sounds_and_keys_of_the_window_are_told() -> None:
    play = Playing()
    piece = play.piece(
        [
            Sound("{Side}.ogg", TraitCall("s")),
            Sound("own.ogg", TraitCall("own"), everyone=False),
            PressKey("ctrl R", TraitCall("p")),
        ]
    )
    told = [play.act(piece, key, seat="axis").told[0] for key in ("s", "own", "p")]
    assert [(one.key, one.facts, one.sides) for one in told] == [
        ("sound", {"clip": "axis.ogg"}, None),
        ("sound", {"clip": "own.ogg"}, (0,)),
        ("key-pressed", {"key": "ctrl R"}, (0,)),
    ]


# pieces that come and go

MARKER = Kind("disrupted", "Disrupted", traits=(counter(), OwnProperty("By"), Facing("Way", ways=6)))


@pytest.mark.parametrize(
    ("where", "order"), [("top", "apbn"), ("bottom", "napb"), ("above", "apnb"), ("below", "anpb")]
)
def test_a_marker_is_placed_in_the_stack(where: str, order: str) -> None:
    play = Playing(MARKER)
    named: dict[int, str] = {}
    for letter in "apb":
        traits = [PlaceMarker("disrupted", TraitCall("m"), where=where)] if letter == "p" else []  # type: ignore[arg-type]
        named[play.piece(traits, apart=letter == "a")] = letter
    piece = next(id for id, letter in named.items() if letter == "p")
    play.act(piece, "m")
    assert "".join(named.get(id, "n") for id in play.stack(piece)) == order


def test_a_marker_takes_facing_properties_and_a_key() -> None:
    play = Playing(MARKER)
    place = PlaceMarker(
        "disrupted", TraitCall("m"), 200, 100, turned=True, copies=True, given=(GivenValue("By", "Name"),), then="N+"
    )
    piece = play.piece([OwnProperty("N", 4), Facing("Nose", ways=12, start=3), place])
    play.act(piece, "m")
    (marker,) = set(play.game.pieces) - {piece}
    assert [play.read(marker, name) for name in ("Kind", "N", "By", "Way", "Place")] == [
        "disrupted",
        5,
        "Piece",
        2,
        "A3",  # the offset is turned, too
    ]


def test_what_a_kind_is_limited_to_is_not_exceeded() -> None:
    play = Playing(Kind("one", "One", limit=1))
    piece = play.piece([PlaceMarker("one", TraitCall("m"))])
    play.act(piece, "m")
    assert play.refused(piece, "m") == "no-more-counters"


def test_a_kind_the_module_has_not_is_the_authors_mistake() -> None:
    play = Playing()
    assert play.refused(play.piece([PlaceMarker("nothing", TraitCall("m"))]), "m") == "bad-expression"


def test_a_piece_is_replaced_where_it_lies_and_its_cargo_goes_over() -> None:
    ship = Kind("wreck", "Wreck", traits=(Mat("wreck", (Hold("hold"),)),))
    play = Playing(ship)
    low = play.piece([], "B2")
    old = play.piece([Mat("ship", (Hold("hold"),)), Replace("wreck", TraitCall("sink"))], "B2", apart=False)
    play.piece([], "B2", apart=False)
    cargo = play.piece([])
    play.put_into(cargo, play.game.carried[old][0])
    play.act(old, "sink")
    stack = play.stack(low)
    assert (len(stack), play.read(stack[1], "Kind"), play.read(cargo, "Mat")) == (3, "wreck", "wreck")
    assert old not in play.game.pieces


def test_the_rest_of_a_pass_goes_on_without_the_piece() -> None:
    play = Playing()
    other = play.piece([counter()], "C3")
    traits = [counter(), Delete(TraitCall("die")), ReportTrait(("die",), "{Name} was in {OldPlace}")]
    piece = play.piece(
        [GlobalCommand("N+", TraitCall("die")), *traits, Trigger(("die", "N+", "die"), call=TraitCall("go"))]
    )
    play.act(piece, "go")
    assert piece not in play.game.pieces
    assert (play.read(other, "N"), play.reports()) == (1, ["Piece was in A1"])  # it is sent no further keys


def test_a_copy_lies_on_the_stack_of_its_original_and_is_seen_as_it_is() -> None:
    play = Playing()
    piece = play.piece([counter(), Clone(TraitCall("c"))])
    top = play.piece([], apart=False)
    play.hide(piece, 1)
    play.act(piece, "N+")
    play.act(piece, "c", seat="axis")
    below, above, copy = play.stack(piece)
    assert (below, above, play.read(copy, "N"), play.game.pieces[copy].sight) == (piece, top, 1, (2, 0))


def test_choosing_is_told_to_the_acting_player_and_may_unstack() -> None:
    play = Playing()
    low = play.piece([])
    piece = play.piece([ChooseTrait(TraitCall("k"), "only-this", unstack=True)], apart=False)
    play.act(piece, "k", seat="axis")
    assert [(one.key, one.facts, one.sides) for one in play.told] == [("choice-changed", {"how": "only-this"}, (0,))]
    assert (play.stack(low), play.stack(piece), play.where(piece)) == ((low,), (piece,), "A1")


# menus


def test_a_menu_lists_the_outermost_first_with_groups_and_lines() -> None:
    play = Playing()
    piece = play.piece(
        [
            Delete(TraitCall("del", "Delete")),
            Separator(),
            Layer("Step", (Level(), Level()), up=TraitCall("+", "{Side}: flip"), down=TraitCall("-")),
            Clone(TraitCall("c", "Clone")),
            Submenu("More", ("Delete", "Clone")),
            Trigger(("+",), call=TraitCall("", "Go"), when="Step_Level == 2"),
        ]
    )
    clone, delete = MenuLine("Clone", "c"), MenuLine("Delete", "del")
    assert play.menu(piece) == (
        MenuLine("Go", "menu Go", False),
        MenuLine("More", inside=(delete, clone)),
        MenuLine("axis: flip", "+"),
        MenuLine(),
    )
    play.act(piece, "+")
    play.act(piece, "menu Go")
    assert play.read(piece, "Step_Level") == 1


def test_keys_may_be_barred_by_a_condition_for_what_lies_inside() -> None:
    play = Playing()
    inner, outer = counter("Inner", "k"), counter("Outer", "k")
    piece = play.piece(
        [
            inner,
            Delete(TraitCall("d", "Delete")),
            Clone(TraitCall("c", "Clone")),
            BarredTrait(("k", "d"), 'Place == "A1"'),
            BarredTrait(("c",), "true", hidden=True),
            outer,
        ]
    )
    assert play.menu(piece) == (MenuLine("Delete", "d", False),)
    play.act(piece, "k")
    assert play.act(piece, "d").patch == ()
    assert (play.read(piece, "Inner"), play.read(piece, "Outer")) == (0, 1)


def test_a_restricted_piece_acts_for_its_own_side_only() -> None:
    play = Playing()
    piece = play.piece([counter(), Clone(TraitCall("c", "Clone")), RestrictedTrait()])
    assert play.refused(piece, "N+", seat="allies") == "not-yours"
    assert play.menu(piece, "allies") == ()
    play.act(piece, "N+", seat="axis")
    assert play.read(piece, "N") == 1


def test_a_key_that_nothing_hears_is_refused() -> None:
    play = Playing()
    assert play.refused(play.piece([]), "k") == "no-such-key"


def test_places_are_offered_and_the_chosen_one_is_gone_to() -> None:
    play = Playing()
    each = EachPlace(
        "go", TraitCall("k", "Where to?"), "Port {Place}", when='Zone == "South" and Place == "C" ~ mine(Depth)'
    )
    piece = play.piece(
        [MarkTrait({"Depth": 9}), SendTo(ToPlace("{ChosenPlace}", "{ChosenMap}"), TraitCall("go")), each]
    )
    play.act(piece, "k", answers=["Port C9"])
    assert play.where(piece) == "C9"


def test_what_each_place_offers_may_stand_in_the_menu_and_is_picked_there() -> None:
    play = Playing()
    offer = EachPlace(
        "go", TraitCall("offer"), label="to {ChosenPlace}", when='ChosenPlace == "B2" or Place == "C3"', listed=True
    )
    piece = play.piece(
        [SendTo(ToPlace("{ChosenPlace}"), TraitCall("go")), offer, BarredTrait(("go",), 'Place == "C3"', hidden=True)]
    )
    assert [(line.label, line.key) for line in play.menu(piece)] == [
        ("to B2", "offer → to B2"),
        ("to C3", "offer → to C3"),
    ]
    play.act(piece, "offer → to C3")
    assert (play.where(piece), play.read(piece, "ChosenZone"), play.menu(piece)) == ("C3", "North", ())
