"""Quantities: pieces that stand for a number of things are split, merged, and poured from one into another."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.expression import as_number
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.change.patch import Sit
from tabletop.game.change.step import Step
from tabletop.game.commands import AnyCommand, At, Into, Pour, SetTrait, Spot
from tabletop.game.decide import perform
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACK, FACE, FACES, SHUT, UNSEEN
from tabletop.game.traits.appearance_traits import Facing, Image
from tabletop.game.traits.group_traits import Cargo, Hold, Mat
from tabletop.game.traits.movement_traits import MovedMark
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty, Quantity
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import Change
from tests.game.secrets.worlds import Played, World, both, difference
from tests.game.traits.playing import Playing, Rigged

FIGHTERS: Final = Kind(
    "fighters", "Fighters", "axis", (Quantity("Factors", 6, 20), OwnProperty("Plan", ""), MovedMark(), Facing()), 60, 60
)
BOMBERS: Final = Kind("bombers", "Bombers", "axis", (Quantity("Factors", 6, 20),), 60, 60)
FUEL: Final = (MarkTrait({"Type": "fuel"}), Quantity("Stock", 3, of="{Type}"))
DEPOT, LORRY = Kind("depot", "Depot", "axis", FUEL, 60, 60), Kind("lorry", "Lorry", "axis", FUEL, 60, 60)
SHELLS: Final = Kind("shells", "Shells", "axis", (MarkTrait({"Type": "shells"}), FUEL[1]), 60, 60)
THEIR_FUEL: Final = Kind("their fuel", "Their fuel", "allies", FUEL, 60, 60)
SHIP: Final = Kind("ship", "Ship", "axis", (Quantity("Steps", 2), Mat("ship", holds=(Hold("hold"),))), 60, 60)
CARGO: Final = Kind("tanks", "Tanks", "axis", (Cargo(),), 20, 20)


class Table(Playing):
    """A small table at which pieces are poured."""

    def of(self, kind: Kind, number: int | None = None, place: str = "A1") -> int:
        """Put down a piece of a kind with a quantity, and return it. Without `number` it has the number of its kind."""
        made = self.piece(kind, place)
        if number is not None:
            self.give(made, next(one.name for one in kind.traits if isinstance(one, Quantity)), number)
        return made

    def does(self, command: AnyCommand, seat: str = "both") -> str:
        """Carry out a command, and check its undo. Return "", or the key of the sentence that refuses the command."""
        outcome = perform(self.game, command, seat, Rigged(), self.components)
        if isinstance(outcome, Refused):
            return outcome.sentence.key
        assert isinstance(outcome, Performed)
        assert (outcome.after, outcome.back) == apply(self.game, outcome.done.patch)
        assert contents(apply(outcome.after, outcome.back)[0]) == contents(self.game), "undo leads back"
        self.game, self.told = outcome.after, outcome.done.told
        return ""

    def pieces_in(self, place: str) -> dict[int, object]:
        """Return the Factors of the pieces in a place, by piece."""
        return {id: self.read(id, "Factors") for id in self.game.pieces if self.where(id) == place}


def contents(game: Game) -> dict[int, tuple[object, ...]]:
    """Return the kind, state and sight of each piece, and the pieces in its holder; not its epoch."""
    return {id: (one.kind, one.state, one.sight, game.holders[one.at].pieces) for id, one in game.pieces.items()}


B2: Final = At("Theatre", "B2")


@pytest.mark.parametrize(
    ("have", "count", "stays", "goes"),
    [(6, 2, "old", "new"), (6, 3, "old", "new"), (6, 4, "new", "old"), (6, 6, "", "old"), (1, 1, "", "old")],
)
def test_the_greater_part_of_a_split_piece_keeps_its_id(have: int, count: int, stays: str, goes: str) -> None:
    table = Table()
    old = table.of(FIGHTERS, have)
    table.give(old, "Plan", "north")
    assert table.does(Pour(old, count, to=B2)) == ""
    new = max(table.game.pieces)
    called = {"old": old, "new": new}
    assert table.pieces_in("A1") == ({called[stays]: have - count} if stays else {})
    assert table.pieces_in("B2") == {called[goes]: count}
    assert all(table.read(id, "Plan") == "north" for id in table.game.pieces)
    assert table.read(called[goes], "Moved"), "the part that went away has moved, whichever id it has"
    if stays:
        assert not table.read(called[stays], "Moved")


@pytest.mark.parametrize(
    ("source", "target", "count", "lives"),
    [(2, 4, 2, "target"), (4, 4, 4, "target"), (5, 4, 5, "source"), (5, 4, 4, "both"), (1, 0, 1, "source")],
)
def test_the_greater_of_two_merged_pieces_lives_on_where_the_other_was(
    source: int, target: int, count: int, lives: str
) -> None:
    table = Table()
    one, other = table.of(FIGHTERS, source), table.of(FIGHTERS, target, "B2")
    assert table.does(Pour(one, count, other)) == ""
    if lives == "both":
        assert (table.pieces_in("A1"), table.pieces_in("B2")) == ({one: source - count}, {other: target + count})
    else:
        assert table.pieces_in("A1") == {}
        assert table.pieces_in("B2") == {one if lives == "source" else other: source + target}


def test_the_rest_keeps_its_place_in_the_stack_whichever_id_it_has() -> None:
    for count in (2, 4):
        table = Table()
        lower, old = table.of(BOMBERS), table.piece(FIGHTERS, apart=False)
        upper = table.piece(BOMBERS, apart=False)
        table.does(Pour(old, count, to=B2))
        rest = next(id for id in table.pieces_in("A1") if id not in (lower, upper))
        assert table.stack(rest) == (lower, rest, upper)
        assert table.does(Pour(rest, 1, to=Into(table.game.pieces[rest].at, above=rest))) == ""
        assert table.stack(rest)[:2] == (lower, rest)
        assert table.stack(rest)[3] == upper


def test_things_can_be_poured_together_that_are_of_the_same_sort_and_side() -> None:
    table = Table()
    depot, lorry, shells = table.of(DEPOT), table.of(LORRY), table.of(SHELLS)
    theirs, fighters, bombers = table.of(THEIR_FUEL), table.of(FIGHTERS), table.of(BOMBERS)
    assert table.does(Pour(lorry, 1, depot)) == ""
    assert table.does(Pour(lorry, 2, depot)) == ""
    assert table.read(depot, "Stock") == 6
    assert lorry not in table.game.pieces
    for other in (shells, theirs, fighters):
        assert table.does(Pour(depot, 1, other)) == "pour-unlike"
    assert table.does(Pour(fighters, 1, bombers)) == "pour-unlike", "without `of` they are of the same kind"


def test_a_smaller_kind_does_not_live_on_if_it_cannot_hold_everything() -> None:
    small = Kind("small", "Small", "axis", (Quantity("Factors", 5, 6, "planes"),), 60, 60)
    large = Kind("large", "Large", "axis", (Quantity("Factors", 3, of="planes"),), 60, 60)
    table = Table()
    one, other = table.piece(small), table.piece(large, "B2")
    assert table.does(Pour(one, 5, other)) == ""
    assert table.pieces_in("B2") == {other: 8}


def test_reasons_why_nothing_is_poured() -> None:
    table = Table()
    six, full, ship, tanks = table.of(FIGHTERS), table.of(FIGHTERS, 19), table.of(SHIP), table.piece(CARGO)
    big = table.of(SHIP, 5)
    table.put_into(tanks, hold_of(table, ship))
    facts: list[tuple[Pour, str]] = [
        (Pour(six, 1), "pour-one-goal"),
        (Pour(six, 1, full, B2), "pour-one-goal"),
        (Pour(six, 0, full), "pour-number"),
        (Pour(six, 7, to=B2), "pour-number"),
        (Pour(six, -1, to=B2), "pour-number"),
        (Pour(six, 2, full), "pour-full"),
        (Pour(six, 1, six), "pour-itself"),
        (Pour(tanks, 1, six), "pour-no-quantity"),
        (Pour(six, 1, tanks), "pour-no-quantity"),
        (Pour(ship, 2, big), "pour-cargo"),
        (Pour(six, 1, to=At("Theatre", "nowhere")), "no-place-on-map"),
        (Pour(99, 1, six), "no-such-piece"),
    ]
    assert [(command, table.does(command)) for command, _ in facts] == facts
    assert table.does(Pour(six, 1, full), "watcher") != ""
    table.game = apply(table.game, (Sit("both", Seat((1,))),))[0]
    assert table.does(Pour(ship, 1, big)) == ""


def hold_of(table: Table, piece: int) -> int:
    return next(id for id, holder in table.game.holders.items() if holder.carrier == piece)


def test_no_more_pieces_are_split_off_than_the_game_has() -> None:
    table = Table()
    two = Kind("two", "Two", "axis", (Quantity("Steps", 2),), limit=1)
    piece = table.piece(two)
    assert table.does(Pour(piece, 1, to=B2)) == "no-more-counters"


def test_the_number_is_a_property_that_expressions_read_and_keys_change() -> None:
    lose = Change(key="lose", menu="Lose one", add="-1")
    units = Kind(
        "unit", "Unit", "axis", (Quantity("Steps", 2, 4, changes=(lose,)), ComputedProperty("Weak", "Steps < 2"))
    )
    table = Table()
    unit = table.piece(units)
    assert [table.read(unit, "Steps"), table.read(unit, "Weak")] == [2, False]
    for _ in range(3):
        table.act(unit, "lose")
    assert [table.read(unit, "Steps"), table.read(unit, "Weak")] == [0, True]
    table.does(SetTrait((unit,), "Steps", 9))
    assert table.read(unit, "Steps") == 4


WISHES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6), st.booleans()), max_size=12)


@given(WISHES)
def test_pouring_keeps_the_sum_and_leaves_no_piece_without_things(wishes: list[tuple[int, int, int, bool]]) -> None:
    table = Table()
    for place in ("A1", "B2", "C3"):
        table.of(FIGHTERS, 5, place)
    for one, other, count, splits in wishes:
        ids = sorted(table.game.pieces)
        source, target = ids[one % len(ids)], ids[other % len(ids)]
        have = as_number(table.read(source, "Factors")) or 0
        went = table.game
        refused = table.does(Pour(source, count, to=At("Theatre", "D4")) if splits else Pour(source, count, target))
        numbers = [as_number(table.read(id, "Factors")) for id in table.game.pieces]
        assert sum(filter(None, numbers)) == 15
        assert all(numbers)
        assert bool(refused) == (count > have or (not splits and source == target))
        if refused:
            assert table.game is went


# what sides see


def wing(*, private: bool = False) -> Kind:
    """Return a kind of side b. All who see its face know its number; if it is `private`, only its own side does."""
    traits = (Quantity("Factors", 6, of="all", private=private), MovedMark(), Mask(back=Image("back.png")))
    return Kind("wing", "Wing", "b", traits, 60, 60)


SIGHTS: Final[dict[str, tuple[Kind, int, int]]] = {
    "only its own side knows the number": (wing(private=True), FACE, FACES),
    "another side sees the backs": (wing(), BACK, FACES),
    "another side sees nothing": (wing(), UNSEEN, FACES),
    "another side sees neither number nor face": (wing(private=True), BACK, FACES),
    "they lie where another side does not look": (wing(), FACE, SHUT),
}


def played(kind: Kind, sight: int, look: int) -> list[Played]:
    """Return two games with three wings of side b. The first two wings have other numbers in the second game."""

    def lay(world: World) -> None:
        world.changes[:] = [change for change in world.changes if change != Sit("umpire", Seat((), umpire=True))]
        for label, x, number in (("one", 250, (4, 7)), ("two", 450, (5, 3)), ("three", 450, (2, 2))):
            world.holder(label, x=x, looks=world.looks(look))
            world.piece(f"wing {label}", kind, label, world.sight(sight), Factors=number[world.is_other])

    return list(both(lay))


def number_of(play: Played, piece: int) -> int:
    """Return the true number of things for which a wing stands."""
    return as_number(play.session.game.pieces[piece].state[0]) or 0


POURED: Final[tuple[Callable[[Played], AnyCommand], ...]] = (
    lambda play: Pour(play["wing one"], 3, to=Spot("main", 650, 50)),
    lambda play: Pour(play["wing three"], 1, play["wing two"]),
    lambda play: Pour(play["wing two"], number_of(play, play["wing two"]), play["wing three"]),
)


@pytest.mark.parametrize("sight", SIGHTS)
def test_two_games_that_differ_in_numbers_are_alike_for_a_side_that_does_not_see_them(sight: str) -> None:
    one, other = played(*SIGHTS[sight])
    for play in (one, other):
        bert = play.others["bert"]
        for command in POURED:
            answer = play.session.submit("bert", command(play))
            assert isinstance(answer, Step), answer
            assert not isinstance(bert.undo(), Refused)
            bert.redo()
    assert difference(one, other) is None
