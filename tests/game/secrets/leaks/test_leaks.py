"""Former leaks to a seat: two tables that differ only in hidden facts now give the same answers."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.board import Board, Map
from tabletop.board.zones import BoardZone, ZonedGrid
from tabletop.game.actions import transaction
from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import PieceSight
from tabletop.game.commands import (
    Act,
    Batch,
    Begin,
    ClonePieces,
    DeckCard,
    DrawPieces,
    Into,
    LoadDeck,
    LookInto,
    MovePieces,
    NamedHolder,
    RemovePieces,
    Reshuffle,
    Restack,
    RollDice,
    Say,
    SetProperty,
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TellSaved,
)
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.frames import Frame, GivenAnswer, OpenQuestion
from tabletop.game.state.kind import Kind
from tabletop.game.state.map_habits import MapHabits, MoveWords
from tabletop.game.state.values import BACK, BACKS, COUNT, FACE, FACES, SHUT, TOP, UNSEEN
from tabletop.game.traits.action_traits import GlobalCommand, PlaceMarker, ReportTrait
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.group_traits import Cargo, Mat, Screen
from tabletop.game.traits.movement_traits import NotStacking
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty, SharedProperty
from tabletop.game.traits.sight_traits import Mask, RestrictedTrait
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.session import ANYWAY, NeedsConsent
from tests.game.secrets.raid_rules import procedures
from tests.game.secrets.worlds import SQUARES, Played, World, both, difference

UNIT = Kind("unit", "Unit", "a", (), 60, 60)
ENEMY = Kind("enemy", "Enemy", "b", (), 60, 60)
OTHER = Kind("other", "Other", "b", (), 60, 60)
GUN = Kind("gun", "Gun", "b", (OwnProperty("N", 0), Mask(back=Image("back.png"))), 60, 60)
CAR = Kind("car", "Car", "b", (OwnProperty("M", 0), Mask(back=Image("back.png"))), 60, 60)
MAT = Kind("ship", "Ship", "b", (Mat("Ship"),), 60, 60)
UP = (Change(key="tell", add="1"),)
AIR = Kind("air", "Air", "a", (Cargo(),), 40, 40)


def alike(lays: Callable[[World], None], plays: Callable[[Played], object], **how: object) -> None:
    """Play the same in both worlds of a layout, and check that the asking seat gets the same from them."""
    one, other = both(lays, **how)  # type: ignore[arg-type]
    plays(one)
    plays(other)
    assert difference(one, other) is None


def spot(x: int, y: int = 50) -> Spot:
    return Spot("main", x, y)


def test_a_secret_roll_of_the_umpire_is_told_to_nobody() -> None:
    one, _ = both(lambda _: None)
    one.by("umpire", RollDice("1d6", why="search for TF 3", secret=True))
    assert not one.heard


def test_a_property_of_a_card_face_down_is_refused_alike() -> None:
    def lays(world: World) -> None:
        world.holder("deck", "deck", looks=world.looks(BACKS, BACKS), name="deck")
        world.piece("card", CAR if world.is_other else GUN, "deck")

    alike(lays, lambda play: play.does(SetTrait((play["card"],), "N", 1)))


def test_a_masked_counter_that_may_not_be_moved_is_moved_as_any_other() -> None:
    closed = replace(GUN, traits=(*GUN.traits, RestrictedTrait()))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("gun", closed if world.is_other else GUN, "stack", world.sight(BACK))

    alike(lays, lambda play: play.does(MovePieces((play["gun"],), spot(250))))


@pytest.mark.parametrize("by", ["deck", "shown"])
def test_keys_find_nothing_on_a_back(by: str) -> None:
    """If the hidden face decided which keys work, they would act in only one of the worlds."""
    changing = replace(GUN, traits=(OwnProperty("N", 0, changes=(Change(key="up", add="1"),)), *GUN.traits[1:]))

    def lays(world: World) -> None:
        kind = CAR if world.is_other else changing
        if by == "deck":
            world.holder("deck", "deck", looks=world.looks(BACKS, BACKS), name="deck")
            world.piece("gun", kind, "deck")
        else:
            world.holder("stack")
            world.piece("gun", kind, "stack", world.sight(BACK))

    alike(lays, lambda play: play.does(Act((play["gun"],), "up")))


def test_a_global_command_finds_nothing_by_what_a_back_hides() -> None:
    counting = SharedProperty("found", changes=(Change(key="hit", set="1"),))
    lead = replace(UNIT, traits=(GlobalCommand("hit", TraitCall("all")),))
    hit = Kind("hit", "Hit", "b", (counting, Mask(back=Image("back.png"))), 60, 60)

    def lays(world: World) -> None:
        world.holder("one")
        world.holder("two", x=250)
        world.piece("lead", lead, "one")
        world.piece("gun", hit if world.is_other else CAR, "two", world.sight(BACK))

    alike(lays, lambda play: play.does(Act((play["lead"],), "all")))


def test_a_counter_dropped_where_it_lies_is_no_sonar() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.holder("above", x=60)
        world.piece("over", UNIT, "above")

    alike(lays, lambda play: play.does(MovePieces((play["unit"],), spot(50))))


def test_a_counter_dropped_on_something_unseen_lies_as_on_nothing() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack")
        world.holder("there", x=250)
        world.piece("sub", ENEMY, "there", world.sight(UNSEEN))
        if world.is_other:
            world.piece("more", OTHER, "there", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        play.does(MovePieces((play["unit"],), spot(50)))

    alike(lays, plays)


def test_cargo_boards_no_mat_that_its_player_does_not_see() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("air", AIR, "stack")
        world.holder("sea", x=250)
        world.piece("ship", MAT if world.is_other else ENEMY, "sea", world.sight(UNSEEN))

    alike(lays, lambda play: play.does(MovePieces((play["air"],), spot(250))))


def test_cargo_boards_no_mat_that_is_masked() -> None:
    masked = Mask(back=Image("back.png"))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("air", AIR, "stack")
        world.holder("sea", x=250)
        ship = replace(MAT, traits=(*MAT.traits, masked)) if world.is_other else replace(ENEMY, traits=(masked,))
        world.piece("ship", ship, "sea", world.sight(BACK))

    alike(lays, lambda play: play.does(MovePieces((play["air"],), spot(250))))


def test_what_boards_unseen_is_not_told_by_the_hold_that_is_made_for_it() -> None:
    def lays(world: World) -> None:
        world.holder("sea", x=250)
        world.piece("ship", replace(MAT, side="a"), "sea")
        world.holder("air base")
        world.piece("air", replace(AIR, side="b"), "air base", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        for to in (250, 850, 250) if play.world.is_other else ():
            play.by("umpire", MovePieces((play["air"],), spot(to)))
        play.does(MovePieces((play["ship"],), spot(450)))

    alike(lays, plays)


def test_what_rides_unseen_on_a_counter_that_is_removed_stays_unseen() -> None:
    def lays(world: World) -> None:
        world.holder("sea")
        world.piece("ship", replace(MAT, side="a"), "sea")
        world.holder("hold", "hold", 0, 0, carrier="ship")
        if world.is_other:
            world.piece("mine", ENEMY, "hold", world.sight(UNSEEN))

    alike(lays, lambda play: play.does(RemovePieces((play["ship"],))))


@pytest.mark.parametrize("how", ["up", "down", "top", "bottom"])
def test_restacking_changes_places_with_what_is_seen(how: str) -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("one", UNIT, "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("two", replace(UNIT, key="two"), "stack")

    alike(lays, lambda play: play.does(Restack((play["one" if how in ("up", "top") else "two"],), how)))  # type: ignore[arg-type]


def test_undo_does_not_tell_that_a_counter_was_spotted() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack", world.sight(FACE, UNSEEN))

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        if play.world.is_other:
            play.by("umpire", Show((play["unit"],), "face", ("b",)))
        play.undoes()

    alike(lays, plays)


@pytest.mark.parametrize("level", ["unseen", "back", "face"])
def test_undo_does_not_tell_whether_others_saw_what_is_shown_to_them(level: str) -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack", world.sight(FACE, UNSEEN))

    def plays(play: Played) -> None:
        if play.world.is_other:
            play.by("umpire", Show((play["unit"],), "face", ("b",)))
        play.does(Show((play["unit"],), level, ("b",)))  # type: ignore[arg-type]
        for answer in (play.undoes(), play.redoes()):
            play.got.append((type(answer).__name__, getattr(answer, "of", ())))

    alike(lays, plays)


def test_undo_puts_a_counter_back_among_those_that_are_seen() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("one", replace(UNIT, key="one"), "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("two", replace(UNIT, key="two"), "stack")
        world.piece("three", replace(UNIT, key="three"), "stack")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["two"],), spot(250)))
        if play.world.is_other:
            play.by("umpire", MovePieces((play["sub"],), spot(850)))
        play.undoes()

    alike(lays, plays)


def test_a_contact_is_not_undone_by_who_made_it_alone() -> None:
    """Side b has then seen the back of the piece, so its consent is needed."""

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack", world.sight(FACE, UNSEEN))

    one, _ = both(lays)
    one.does(Show((one["unit"],), "back", ("b",)))
    assert type(one.undoes()).__name__ == "NeedsConsent"


@pytest.mark.parametrize("command", [Shuffle, TellSaved, DrawPieces])
def test_nothing_is_counted_that_is_not_known(command: type) -> None:
    def lays(world: World) -> None:
        world.holder("secret", "deck", 850, looks=world.looks(SHUT, SHUT), name="Secret")
        for number in range(5 if world.is_other else 3):
            world.piece(f"card {number}", ENEMY, "secret")

    more = {"to": spot(50), "count": 99} if command is DrawPieces else {}
    alike(lays, lambda play: play.does(command(play["secret"], **more)))


@pytest.mark.parametrize("command", ["shuffle", "reshuffle", "draw"])
def test_what_is_unseen_stays_where_a_stack_is_used_as_a_deck(command: str) -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.holder("bin", "deck", 850, name="bin")
        world.piece("one", replace(UNIT, key="one"), "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("two", replace(UNIT, key="two"), "stack")

    commands = {
        "shuffle": lambda play: Shuffle(play["stack"]),
        "reshuffle": lambda play: Reshuffle(play["stack"], "bin"),
        "draw": lambda play: DrawPieces(play["stack"], spot(250), 3),
    }
    alike(lays, lambda play: play.does(commands[command](play)))


@pytest.mark.parametrize("text", ["{Rate}", "{Before_Rate}"])
def test_a_report_that_others_cannot_work_out_is_refused_to_nobody(text: str) -> None:
    """In one of the worlds the formula divides by zero for the other side, which counts pieces that only it sees."""
    rate = ComputedProperty("Rate", "10 / (StackSize - 2)")
    tells = replace(UNIT, traits=(rate, ReportTrait(("tell",), text)))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", tells, "stack")
        for number in range(1 + world.is_other):
            world.piece(f"enemy {number}", ENEMY, "stack", world.sight(UNSEEN))

    alike(lays, lambda play: play.does(Act((play["unit"],), "tell")))


def test_what_others_count_is_no_work_of_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one of the worlds the other side would look at more pieces than an action may."""
    monkeypatch.setattr(transaction, "WORK", 300)
    tells = replace(UNIT, traits=(ReportTrait(("tell",), "{count(stack)}"),))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", tells, "stack")
        world.piece("other unit", tells, "stack")
        for number in range(100 if world.is_other else 1):
            world.piece(f"enemy {number}", ENEMY, "stack", world.sight(UNSEEN))

    alike(lays, lambda play: play.does(Act((play["unit"], play["other unit"]), "tell")))


def test_no_marker_is_placed_that_is_known_from_an_unseen_piece_alone() -> None:
    named = OwnProperty("Wanted", "secret")
    places = replace(UNIT, traits=(named, PlaceMarker("{Wanted}", TraitCall("mark"))))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", places, "stack")
        world.piece("enemy", replace(ENEMY, key="secret" if world.is_other else "other"), "stack", world.sight(UNSEEN))

    alike(lays, lambda play: play.does(Act((play["unit"],), "mark")))


def test_no_true_id_is_told_by_a_refusal() -> None:
    def lays(world: World) -> None:
        for label, x in (("here", 50), ("there", 250)):
            world.holder(label, x=x)
            world.piece(f"{label} unit", UNIT, label)

    alike(lays, lambda play: play.does(MovePieces((play["here unit"],), Into(play["there"], above=play["here unit"]))))


@pytest.mark.parametrize("name", ["Id", "MatId"])
def test_no_true_id_is_told_by_a_property(name: str) -> None:
    telling = ReportTrait(("tell",), f"{{{name}}}")
    reports = replace(AIR, traits=(telling, *AIR.traits))

    def lays(world: World) -> None:
        world.holder("sea")
        world.piece("ship", replace(MAT, side="a"), "sea")
        world.holder("hold", "hold", 0, 0, carrier="ship")
        world.piece("air", reports, "hold")

    for play in both(lays):
        play.does(Act((play["air"],), "tell"))
        names = play.session.names(play.anna.audience)
        told = next(told for told in play.heard[0].told if told.key == "report")
        assert told.facts["0"] == names.name(play["air" if name == "Id" else "ship"]) >> 16


def unseen_step(play: Played) -> None:
    """Let the umpire act in one of the worlds. The asking seat does not notice it."""
    if play.world.is_other:
        play.by("umpire", MovePieces((play["sub"],), spot(850)))


def lays_a_submarine(world: World) -> None:
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.holder("sea", x=450)
    world.piece("sub", ENEMY, "sea", world.sight(UNSEEN))


def test_an_acknowledgement_does_not_tell_how_much_happens_unseen() -> None:
    def plays(play: Played) -> None:
        unseen_step(play)
        play.does(MovePieces((play["unit"],), spot(250)))

    alike(lays_a_submarine, plays)


def test_what_is_in_the_way_is_told_by_the_numbers_of_the_seat() -> None:
    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        unseen_step(play)
        play.by("bert", MovePieces((play["unit"],), spot(350)))
        play.undoes()

    alike(lays_a_submarine, plays)


def test_consent_is_asked_for_by_the_numbers_of_the_seat() -> None:
    def plays(play: Played) -> None:
        unseen_step(play)
        play.by("bert", RollDice("1d6"))
        play.undoes(of_table=True)
        bert = play.others["bert"]
        bert.undo()

    alike(lays_a_submarine, plays)


def test_nobody_is_asked_to_agree_to_what_they_did_not_notice() -> None:
    def lays(world: World) -> None:
        lays_a_submarine(world)
        world.holder("own", x=650, looks=world.looks(SHUT))
        world.piece("hidden", ENEMY, "own", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        if play.world.is_other:
            play.by("umpire", MovePieces((play["sub"],), spot(850)))
            play.others["bert"].take_back((play.session.journal.last,))

    alike(lays, plays)


def test_probing_for_steps_finds_nothing() -> None:
    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        if play.world.is_other:
            play.by("umpire", MovePieces((play["sub"],), spot(850)))
            play.others["umpire"].undo()
        for number in range(1, 5):
            play.got.append(repr(play.anna.take_back((number,))))

    alike(lays_a_submarine, plays)


def test_what_a_back_hides_does_not_decide_where_it_lies() -> None:
    layered = MapHabits(layers=("CV", "DD"), layered_by="Class")
    masked = Mask(back=Image("back.png"))

    def lays(world: World) -> None:
        kind = replace(ENEMY, traits=(MarkTrait({"Class": "CV" if world.is_other else "DD"}), masked))
        world.components = replace(world.components, habits={"main": layered})
        world.holder("stack")
        world.piece("gun", kind, "stack", world.sight(BACK))

    alike(lays, lambda play: play.does(MovePieces((play["gun"],), spot(250))))


def test_what_a_masked_counter_hides_does_not_decide_where_its_owner_lays_it() -> None:
    layered = MapHabits(layers=("CV", "DD"), layered_by="Class")
    traits = (OwnProperty("Class", "DD"), Mask(back=Image("back.png"), call=TraitCall("mask")))

    def lays(world: World) -> None:
        world.components = replace(world.components, habits={"main": layered})
        world.holder("stack", x=50)
        world.piece("gun", replace(ENEMY, traits=traits), "stack", world.sight(BACK), MaskedBy="b")

    def plays(play: Played) -> None:
        play.by("bert", SetTrait((play["gun"],), "Class", "CV" if play.world.is_other else "DD"))
        play.by("bert", MovePieces((play["gun"],), spot(250)))

    alike(lays, plays)
    layers = []
    for play in both(lays):
        plays(play)
        for _ in range(2):
            layers.append(play.session.game.holder_of(play["gun"]).layer)
            play.by("bert", Act((play["gun"],), "mask"))
    assert layers == [2, 1, 2, 0], "above all others while it is masked, then where it belongs"


def test_a_back_stacks_whatever_it_hides() -> None:
    masked = Mask(back=Image("back.png"))

    def lays(world: World) -> None:
        world.holder("stack")
        kind = replace(ENEMY, traits=(NotStacking(), masked) if world.is_other else (masked,))
        world.piece("gun", kind, "stack", world.sight(BACK))
        world.holder("there", x=250)
        world.piece("unit", UNIT, "there")

    alike(lays, lambda play: play.does(MovePieces((play["gun"],), spot(250))))


def lays_a_battle(world: World) -> None:
    asked = "Hits on Akagi?" if world.is_other else "Hits on Kaga?"
    given = GivenAnswer("hits", "b", 2, asked, secret=True, private=True)
    waiting = OpenQuestion("more", "b", "pick", asked, secret=True)
    world.frame("battle", Frame("battle", "1", "step", {}, "b", answers=(given,), waiting=(waiting,)))


def test_a_secret_question_to_others_is_not_read() -> None:
    alike(lays_a_battle, lambda _: None)


def test_properties_of_an_enemys_private_map_are_not_told() -> None:
    lair = MapHabits(owners=("b",), open=False)

    def lays(world: World) -> None:
        world.components = replace(world.components, habits={"lair": lair})

    def plays(play: Played) -> None:
        for scope in ("map:lair", "zone:lair:North", "place:lair:A1"):
            play.by("bert", SetProperty(f"{scope}:plan", "north" if play.world.is_other else "south"))

    alike(lays, plays)


def _zoned(name: str) -> Map:
    """Return a map that is all one zone, North."""
    north = BoardZone("North", ((0, 0), (1_000, 0), (1_000, 1_000), (0, 1_000)), parent_grid=True)
    return Map(name, (Board("sheet", 1_000, 1_000, ZonedGrid((north,), SQUARES)),))


@pytest.mark.parametrize("scope", ["", ', map("main")', ', zone("North", "main")'])
def test_properties_of_an_enemy_are_read_through_no_scope(scope: str) -> None:
    """A map, and a zone of it, fall back on the properties of the table."""
    tells = replace(UNIT, traits=(ReportTrait(("tell",), f'{{property("side:b:gold"{scope})}}'),))

    def lays(world: World) -> None:
        world.components = replace(world.components, maps={"main": _zoned("main")})
        world.property("side:b:gold", 7 if world.is_other else 3)
        world.holder("stack")
        world.piece("unit", tells, "stack")

    alike(lays, lambda play: play.does(Act((play["unit"],), "tell")))


@pytest.mark.parametrize("scope", ["map:lair", "zone:lair:North"])
def test_a_piece_on_an_enemys_private_map_reads_nothing_of_it(scope: str) -> None:
    lair = MapHabits(owners=("b",), open=False)
    tells = replace(UNIT, traits=(ReportTrait(("tell",), "{plan}"),))

    def lays(world: World) -> None:
        maps = {"main": _zoned("main"), "lair": _zoned("lair")}
        world.components = replace(world.components, maps=maps, habits={"lair": lair})
        world.property(f"{scope}:plan", 7 if world.is_other else 3)
        world.holder("stack", map=1)
        world.piece("unit", tells, "stack")

    alike(lays, lambda play: play.by("umpire", Act((play["unit"],), "tell")))
    play = next(both(lays))
    draft, components = Draft(play.session.game), play.world.components
    assert [PropertyReader(draft, components, (side,)).read(play["unit"], "plan") for side in (0, 1)] == [None, 3]


def test_a_private_property_before_the_action_does_not_decide_where_cargo_lies() -> None:
    """The layer is chosen by the name that the mat had, which its own side alone can work out."""
    layered = MapHabits(layers=("Ship 3", "Ship 7"), layered_by="Mother")
    ship = replace(
        MAT, traits=(*MAT.traits, OwnProperty("Fuel", 3, private=True), ComputedProperty("Name", '"Ship " ~ Fuel'))
    )
    air = replace(AIR, traits=(*AIR.traits, ComputedProperty("Mother", "OldMatPiece")))

    def lays(world: World) -> None:
        world.components = replace(world.components, habits={"main": layered})
        world.holder("sea")
        world.piece("ship", ship, "sea", Fuel=7 if world.is_other else 3)
        world.holder("hold", "hold", 0, 0, carrier="ship")
        world.piece("air", air, "hold")

    alike(lays, lambda play: play.does(MovePieces((play["air"],), spot(250))))


def test_one_key_of_a_stack_moves_it_among_what_is_seen() -> None:
    habits = MapHabits(stack_keys={"move up": "up"})

    def lays(world: World) -> None:
        keys = frozenset(["move up"])
        world.components = replace(world.components, habits={"main": habits}, stack_keys=keys)
        world.holder("stack")
        world.piece("one", replace(UNIT, key="one"), "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("two", replace(UNIT, key="two"), "stack")

    alike(lays, lambda play: play.does(Act((play["one"],), "move up")))


def test_a_shut_holder_does_not_tell_how_much_it_holds() -> None:
    def lays(world: World) -> None:
        world.holder("deck", "deck", 850, looks=world.looks(COUNT), name="deck")
        for number in range(3):
            world.piece(f"card {number}", OTHER if world.is_other else ENEMY, "deck")

    def plays(play: Played) -> None:
        play.does(DrawPieces(play["deck"], spot(250), 4))
        play.does(LookInto(play["deck"], "count", ("b",)))

    alike(lays, plays)


def lays_a_masked_gun(world: World) -> None:
    world.holder("stack")
    world.piece("gun", GUN, "stack", world.sight(BACK), N=2 if world.is_other else 1)


def test_undo_of_the_table_does_not_tell_whether_a_secret_was_changed() -> None:
    def plays(play: Played) -> None:
        play.does(Say("first"))
        play.does(SetProperty("Storm", 1))
        play.by("bert", SetTrait((play["gun"],), "N", 2))
        play.undoes(of_table=True)

    alike(lays_a_masked_gun, plays)


def test_a_secret_that_was_changed_twice_is_in_nobodys_way() -> None:
    def plays(play: Played) -> None:
        play.by("bert", SetTrait((play["gun"],), "N", 3))
        play.by("bert", SetTrait((play["gun"],), "N", 4 if play.world.is_other else 3))
        play.takes_back(1)

    alike(lays_a_masked_gun, plays)


def test_undo_does_not_tell_that_others_read_a_report_otherwise() -> None:
    telling = replace(UNIT, traits=(ReportTrait(("tell",), "{StackSize}"), OwnProperty("N", 0, changes=UP)))

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", telling, "stack", world.sight(FACE, FACE, UNSEEN))
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(Act((play["unit"],), "tell"))
        play.undoes()

    alike(lays, plays, sides=("a", "b", "c"))


def test_what_happens_unseen_withdraws_no_request() -> None:
    def plays(play: Played) -> None:
        play.does(RollDice("1d6"))
        play.does(Show((play["unit"],), "face", ("b",)))
        play.undoes()
        unseen_step(play)
        play.all_agree()

    def lays(world: World) -> None:
        lays_a_submarine(world)
        world.holder("other")
        world.changes.append(PieceSight(world["unit"], 1, UNSEEN))

    alike(lays, plays)


def test_redo_puts_a_new_counter_among_those_that_are_seen() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("low", replace(UNIT, key="low"), "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("one", UNIT, "stack")

    def plays(play: Played) -> None:
        play.does(Batch((ClonePieces((play["one"],)), RemovePieces((play["one"],)))))
        play.undoes()
        play.redoes()

    alike(lays, plays)


def test_a_procedure_does_not_tell_that_what_a_back_hides_was_changed() -> None:
    def lays(world: World) -> None:
        lays_a_masked_gun(world)
        world.frame("raid", Frame("raid", "1", "step", {"unit": f"piece:{world['gun']}"}, "b"))

    alike(lays, lambda play: play.by("bert", SetTrait((play["gun"],), "N", 2)))


def test_undo_does_not_tell_whether_anything_lay_where_others_were_let_look() -> None:
    def lays(world: World) -> None:
        world.holder("safe", "deck", looks=world.looks(SHUT, SHUT), name="safe")
        for number in range(3 if world.is_other else 0):
            world.piece(f"card {number}", ENEMY, "safe")

    def plays(play: Played) -> None:
        play.does(LookInto(play["safe"], "faces", ("b",)))
        play.undoes()

    alike(lays, plays)


def test_unseen_cargo_of_what_is_removed_is_shown_to_nobody_else() -> None:
    """Otherwise an undo would ask for the consent of those who see it now."""

    def lays(world: World) -> None:
        world.holder("sea")
        world.piece("ship", replace(MAT, side="a"), "sea", world.sight(FACE, BACK))
        world.holder("hold", "hold", 0, 0, carrier="ship")
        if world.is_other:
            world.piece("mine", ENEMY, "hold", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(RemovePieces((play["ship"],)))
        play.undoes()

    alike(lays, plays)


def test_undo_does_not_tell_what_others_see_beneath() -> None:
    def lays(world: World) -> None:
        world.holder("pile", looks=world.looks(FACES, TOP))
        if world.is_other:
            world.piece("sub", ENEMY, "pile", world.sight(UNSEEN))
        world.piece("unit", UNIT, "pile")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        play.undoes()

    alike(lays, plays)


def test_cargo_boards_a_mat_as_if_nothing_unseen_lay_there() -> None:
    def lays(world: World) -> None:
        world.holder("sea", x=250)
        world.piece("ship", replace(MAT, side="a"), "sea")
        if world.is_other:
            world.holder("made", "hold", 0, 0, carrier="ship")
            world.piece("mine", ENEMY, "made", world.sight(UNSEEN))
        world.holder("air base")
        world.piece("air", AIR, "air base")

    alike(lays, lambda play: play.does(MovePieces((play["air"],), spot(250))))


def test_undo_does_not_tell_behind_which_screen_a_piece_has_been() -> None:
    fleet = replace(ENEMY, key="fleet", traits=(Screen(),))

    def lays(world: World) -> None:
        words = MoveWords("{Pieces} to {Location}", "", "")
        world.components = replace(world.components, habits={"main": MapHabits(words=words)})
        for label, x in (("first", 150), ("second", 250)):
            world.holder(f"at {label}", x=x)
            world.piece(label, fleet, f"at {label}")
            world.holder(f"behind {label}", "hold", 0, 0, looks=world.looks(SHUT), carrier=label)
        world.holder("sea")
        world.piece("sub", ENEMY, "sea")

    def plays(play: Played) -> None:
        where = "behind second" if play.world.is_other else "behind first"
        play.by("bert", MovePieces((play["sub"],), Into(play[where])))
        play.others["bert"].undo()

    alike(lays, plays)


def test_undo_needs_the_same_consent_whether_others_saw_what_was_drawn_or_not() -> None:
    """The shuffle is told to everybody who sees the stack; the asking seat does not know who does."""

    def lays(world: World) -> None:
        world.holder("stack")
        for label in ("one", "two"):
            world.piece(label, UNIT, "stack", world.sight(FACE, UNSEEN))
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(Shuffle(play["stack"]))
        play.undoes()

    alike(lays, plays)


@pytest.mark.parametrize("storm", [0, 1])
def test_what_the_rules_rolled_for_others_is_told_to_nobody_else(storm: int) -> None:
    """In one of the worlds the rules roll for the other side alone. In a storm the command is refused in both."""

    def lays(world: World) -> None:
        world.components = replace(world.components, procedures=procedures)
        world.holder("stack")
        world.piece("unit", UNIT, "stack")
        world.property("Storm", storm)
        if world.is_other:
            world.property("side:b:plan", 1)

    def plays(play: Played) -> None:
        play.does(Begin("search", {"unit": f"piece:{play['unit']}", "side": "a"}, "a"))
        play.undoes()

    alike(lays, plays)


def lays_an_ambush(world: World) -> None:
    """Lay out an ambush of side b at a place that differs between the worlds, and that only b knows."""
    world.components = replace(world.components, procedures=procedures)
    world.holder("stack")
    world.piece("unit", UNIT, "stack")
    world.holder("sea", x=450)
    world.piece("sub", ENEMY, "sea", world.sight(UNSEEN))
    secrets = {"place": "A1" if world.is_other else "B1", "lair": f"piece:{world['sub']}"}
    state = {name: {"secret_of": "b", "is": value} for name, value in secrets.items()}
    question = OpenQuestion("goes", "a", "confirm", "Go on?")
    unit = f"piece:{world['unit']}"
    world.frame(
        "ambush", Frame("ambush", "1", "ambush", {"unit": unit, "side": "a", **state}, "a", waiting=(question,))
    )


def test_a_procedure_does_not_tell_that_a_secret_piece_of_it_has_gone() -> None:
    def plays(play: Played) -> None:
        if play.world.is_other:
            play.by("bert", RemovePieces((play["sub"],)))
        play.does(Say("so"))

    alike(lays_an_ambush, plays)


def test_the_secret_place_of_a_procedure_is_not_found_by_guesses() -> None:
    guess = {"secret_of": "b", "is": "A1"}

    def plays(play: Played) -> None:
        unit = f"piece:{play['unit']}"
        play.does(Begin("ambush", {"unit": unit, "side": "a", "place": guess, "lair": guess}, "a"))

    alike(lays_an_ambush, plays)


def test_what_happens_unseen_is_not_among_the_steps_in_the_way() -> None:
    def lays(world: World) -> None:
        lays_a_submarine(world)
        world.holder("other", x=650)
        world.piece("flag", UNIT, "other")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["flag"],), spot(250)))
        stack = play.session.game.pieces[play["flag"]].at
        play.does(LookInto(stack, "backs", ("a", "b")))
        play.does(MovePieces((play["flag"],), spot(650)))
        unseen_step(play)
        play.takes_back(2)

    alike(lays, plays)


def test_undo_cannot_open_a_stack_in_which_nothing_is_seen_any_longer() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("unit", UNIT, "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(LookInto(play["stack"], "backs", ("b",)))
        play.does(RemovePieces((play["unit"],)))
        play.takes_back(1)

    alike(lays, plays)


def test_undo_does_not_tell_whether_others_saw_a_topmost_piece() -> None:
    """The submarine lies between the two counters, and others see it: for them the lower counter is never on top."""

    def lays(world: World) -> None:
        world.holder("pile", looks=world.looks(FACES, TOP))
        world.piece("low", UNIT, "pile")
        if world.is_other:
            world.piece("sub", ENEMY, "pile", world.sight(UNSEEN))
        world.piece("high", UNIT, "pile")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["high"],), spot(250)))
        play.undoes()

    alike(lays, plays)


def test_undo_after_redo_does_not_tell_whether_anything_has_left_the_stack_between() -> None:
    """In one of the worlds the redo, and not the first move, leaves the stack empty."""

    def lays(world: World) -> None:
        world.holder("sea")
        world.piece("unit", UNIT, "sea")
        if world.is_other:
            world.piece("sub", ENEMY, "sea", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), spot(250)))
        play.undoes()
        if play.world.is_other:
            play.by("umpire", MovePieces((play["sub"],), spot(850)))
        play.redoes()
        play.undoes()

    alike(lays, plays)


def test_redo_puts_new_counters_among_those_that_lay_there_within_the_step() -> None:
    def lays(world: World) -> None:
        world.holder("stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.piece("low", replace(UNIT, key="low"), "stack")
        world.piece("mid", replace(UNIT, key="mid"), "stack")
        world.piece("high", replace(UNIT, key="high"), "stack")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["mid"],), spot(250)))
        play.does(LoadDeck(play["stack"], (DeckCard("unit"), DeckCard("unit"))))
        play.undoes()
        play.takes_back(1)
        play.takes_back(3)

    alike(lays, plays, kinds=(UNIT,))


def test_redo_puts_a_piece_above_one_that_boarded_it_in_the_same_step() -> None:
    """Only in one of the worlds is the drawn counter `air` directly above `ship`; in the other a submarine lies between
    them.
    """

    def lays(world: World) -> None:
        world.holder("pile")
        world.piece("ship", replace(MAT, side="a"), "pile")
        if world.is_other:
            world.piece("sub", ENEMY, "pile", world.sight(UNSEEN))
        world.piece("air", AIR, "pile")
        world.holder("there", x=250)
        world.piece("unit", UNIT, "there")

    def plays(play: Played) -> None:
        play.does(DrawPieces(play["pile"], Into(play["there"], play["unit"]), 2))
        play.undoes(answers=((ANYWAY, True),))
        play.redoes()

    alike(lays, plays)


def test_undo_needs_the_same_consent_whether_others_saw_the_piece_that_left_on_top_or_not() -> None:
    """The deck is open to the others, but an unseen piece may have lain above the piece that goes there."""

    def lays(world: World) -> None:
        world.holder("pile", looks=world.looks(FACES, TOP))
        world.piece("unit", UNIT, "pile")
        if world.is_other:
            world.piece("sub", ENEMY, "pile", world.sight(UNSEEN))
        world.holder("deck", "deck", 450, name="deck")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["unit"],), NamedHolder("deck")))
        assert isinstance(play.undoes(), NeedsConsent)
        assert play.broken == []

    alike(lays, plays)


def test_pieces_join_a_stack_whose_last_piece_comes_to_lie_alone() -> None:
    """The flag stacks with no other piece, so it leaves a stack in which the asking seat sees nothing else."""

    def lays(world: World) -> None:
        world.holder("stack")
        world.piece("flag", replace(UNIT, key="flag", traits=(NotStacking(),)), "stack")
        if world.is_other:
            world.piece("sub", ENEMY, "stack", world.sight(UNSEEN))
        world.holder("other", x=250)
        world.piece("unit", UNIT, "other")

    def plays(play: Played) -> None:
        play.does(MovePieces((play["flag"], play["unit"]), Into(play["stack"])))
        assert play.session.game.holder_of(play["unit"]).x == 50

    alike(lays, plays)


def test_undo_of_a_shuffle_renames_a_back_whatever_order_it_had_made() -> None:
    """A submarine that lies beneath the back is moved above it before the undo."""

    def lays(world: World) -> None:
        world.holder("pile")
        if world.is_other:
            world.piece("sub", ENEMY, "pile", world.sight(UNSEEN))
        world.piece("gun", GUN, "pile", world.sight(BACK))

    def plays(play: Played) -> None:
        play.does(Shuffle(play["pile"]))
        if play.world.is_other:
            play.by("umpire", Restack((play["sub"],), "top"))
        play.undoes()
        play.all_agree()

    alike(lays, plays)


def test_undo_of_restacking_leaves_pieces_where_they_are_that_were_unseen_then() -> None:
    def lays(world: World) -> None:
        world.holder("pile")
        if world.is_other:
            world.piece("gun", GUN, "pile", world.sight(UNSEEN))
        world.piece("low", UNIT, "pile")
        world.piece("high", UNIT, "pile")
        if not world.is_other:
            world.piece("gun", GUN, "pile", world.sight(UNSEEN))

    def plays(play: Played) -> None:
        play.does(Restack((play["low"],), "top"))
        play.by("umpire", Restack((play["gun"],), "top"))
        play.by("umpire", Show((play["gun"],), "back", ("a",)))
        play.undoes()

    alike(lays, plays)
