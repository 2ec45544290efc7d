"""Mistakes of a module's author end an action, or are ignored if the module asks for that."""

import pytest
from msgspec.structs import replace

from tabletop.game.sight.audience import Audience
from tabletop.game.sight.seen_changes import told_for
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import GlobalCommand, Loop, ReportTrait, Trigger, While
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OthersProperty, OwnProperty
from tabletop.game.traits.sight_traits import BarredTrait
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tabletop.log_sentences import sentence
from tests.game.traits.playing import Playing

HITS = OwnProperty("Hits", start=0, number=True, changes=(Change(key="hit", add="1"),))
NAMED = MarkTrait({"Size": "big", "Rank": "2"})
WRONG = "Size - 1 > 0"

ACTIONS: dict[str, tuple[Trait, ...]] = {
    "a trigger's condition": (Trigger(("hit",), call=TraitCall("go"), when=WRONG),),
    "a filter": (GlobalCommand("hit", call=TraitCall("go"), target=Target(where=WRONG)),),
    "a loop's condition": (Trigger(("hit",), call=TraitCall("go"), loop=Loop(While(WRONG))),),
    "a count's condition": (Trigger(("hit",), call=TraitCall("go"), when=f"count(all, {WRONG}) > 0"),),
    "what a condition reads": (
        ComputedProperty("Half", "Size / 2"),
        Trigger(("hit",), call=TraitCall("go"), when="Half > 0"),
    ),
}


def forgiving() -> Playing:
    play = Playing()
    play.components = replace(play.components, forgiven=True)
    return play


def told(play: Playing) -> list[str]:
    found = [one for one in play.told if one.key == "mistake-forgiven"]
    return [sentence(one, play.game, play.game) for one in found]


@pytest.mark.parametrize("traits", ACTIONS.values(), ids=ACTIONS)
def test_a_condition_that_makes_no_sense_ends_the_action(traits: tuple[Trait, ...]) -> None:
    play = Playing()
    piece = play.piece([HITS, NAMED, *traits])
    assert play.refused(piece, "go") == "bad-expression"


@pytest.mark.parametrize("traits", ACTIONS.values(), ids=ACTIONS)
def test_where_mistakes_are_forgiven_it_does_not_hold_and_is_told_once(traits: tuple[Trait, ...]) -> None:
    play = forgiving()
    piece = play.piece([HITS, NAMED, *traits])
    play.piece([NAMED])
    play.act(piece, "go")
    assert play.read(piece, "Hits") == 0
    [line] = told(play)
    assert line.startswith("hit a module error (ignored): In 'Size ")
    assert line.endswith('Size is "big", which is not a whole number.')


def test_the_rest_of_the_action_goes_on() -> None:
    play = forgiving()
    wrong = Trigger(("hit",), call=TraitCall("wrong"), when=WRONG)
    piece = play.piece([HITS, NAMED, wrong, Trigger(("wrong", "hit", "wrong"), call=TraitCall("go"))])
    play.act(piece, "go")
    assert play.read(piece, "Hits") == 1
    assert len(told(play)) == 1


def test_others_are_judged_each_for_itself() -> None:
    play = forgiving()
    command = GlobalCommand("hit", call=TraitCall("go"), target=Target(where="6 / Size > 1"))
    piece = play.piece([command])
    sizes = ["2", "none", "0", "3", "9"]
    others = [play.piece([HITS, MarkTrait({"Size": size})]) for size in sizes]
    play.act(piece, "go")
    assert [play.read(other, "Hits") for other in others] == [1, 0, 0, 1, 0]
    assert len(told(play)) == 1


def test_a_value_that_cannot_be_worked_out_is_nothing() -> None:
    play = forgiving()
    left = OwnProperty("Left", "old", changes=(Change(key="go", set="Size - 1"),))
    others = OthersProperty("Left", (Change(key="all", set="Size / 0"),))
    piece = play.piece([NAMED, others, left, ReportTrait(("go",), "left {Left}, half {Size / 2}.")])
    play.act(piece, "go")
    assert play.read(piece, "Left") == ""
    assert play.reports() == ["left , half ."]
    assert len(told(play)) == 2
    play.give(piece, "Left", "new")
    play.act(piece, "all")
    assert play.read(piece, "Left") == ""


def test_a_count_of_what_is_alike_holds_nobodys_mistake_against_others() -> None:
    """The condition is evaluated from left to right, so a piece of another rank is never asked for its size."""
    play = forgiving()
    alike = "count(all, Rank == mine(Rank) and 6 / Size > 1)"
    piece = play.piece(
        [HITS, MarkTrait({"Rank": "2", "Size": "2"}), Trigger(("hit",), call=TraitCall("go"), when=f"{alike} == 2")]
    )
    play.piece([MarkTrait({"Rank": "2", "Size": "3"})])
    play.piece([MarkTrait({"Rank": "3", "Size": "big"})])
    play.act(piece, "go")
    assert play.read(piece, "Hits") == 1
    assert told(play) == []
    play.piece([MarkTrait({"Rank": "2", "Size": "big"})])
    play.act(piece, "go")
    assert play.read(piece, "Hits") == 2
    assert len(told(play)) == 1


def test_what_is_barred_or_shown_by_a_mistake_is_not() -> None:
    play = forgiving()
    piece = play.piece([HITS, NAMED, BarredTrait(("go",), when=WRONG), Trigger(("hit",), call=TraitCall("go"))])
    play.act(piece, "go")
    assert play.read(piece, "Hits") == 1


def test_who_does_not_see_everything_is_not_told_the_values() -> None:
    play = forgiving()
    piece = play.piece([HITS, NAMED, Trigger(("hit",), call=TraitCall("go"), when=WRONG)])
    hidden = play.piece([NAMED])
    play.hide(hidden, 0)
    play.act(piece, "go", seat="axis")
    assert told(play) == [f"hit a module error (ignored) in '{WRONG}'"]
    assert [one.sides for one in play.told if one.key == "mistake-forgiven"] == [(0,)]


@pytest.mark.parametrize("seat", ["umpire", "both"])
def test_what_one_is_told_who_sees_everything_no_side_is(seat: str) -> None:
    play = forgiving()
    shouting = Trigger(("hit",), call=TraitCall("go"), when='alert(Size) == ""')
    piece = play.piece([HITS, NAMED, Trigger(("hit",), call=TraitCall("go"), when=WRONG), shouting])
    play.act(piece, "go", seat=seat)
    secret = [one for one in play.told if one.key in ("mistake-forgiven", "alert")]
    assert [one.key for one in secret] == ["alert", "mistake-forgiven"]
    for one in secret:
        heard = [told_for(one, play.game, play.game, Audience(sides)) for sides in ((0,), (1,), (0, 1))]
        assert heard == [None, None, one]


def test_only_the_first_mistakes_of_an_action_are_told() -> None:
    play = forgiving()
    wrong = [Trigger(("hit",), call=TraitCall("go"), when=f"Size - {number} > 0") for number in range(9)]
    piece = play.piece([HITS, NAMED, *wrong])
    play.act(piece, "go")
    assert len(told(play)) == 5
