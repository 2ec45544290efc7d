"""Fields of fire on Larch Hill: their overlay, and the highlights while a counter is dragged."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules_assist.advice.fields_of_fire import fields_of_fire
from rules_assist.advice.held_pieces import Hand
from rules_assist.advice.standard_overlays import offers_of, overlay
from rules_assist.geometry.geometry_rules import geometry_in
from rules_assist.position.situation import Situation
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import Where
from tabletop.dice import ScriptedChance
from tabletop.game.change.outcome import Done, Performed
from tabletop.game.commands import Act, AnyCommand, At, Batch, MovePieces, Show
from tabletop.game.decide import decide, perform
from tabletop.game.sight.audience import audience_of
from tabletop.game.state.game import Seat
from tabletop.module.setup import new_game
from tests.game.projection import project
from tests.rules_assist.advice.conftest import piece_of, shipped_book

FIELD = "field"
SEATS = {"Falk": Seat(sides=(0,)), "Orme": Seat(sides=(1,)), "umpire": Seat(umpire=True)}


@pytest.fixture(scope="session")
def hill_book() -> RuleBook:
    return shipped_book("larch_hill")


@pytest.fixture
def hill(hill_book: RuleBook) -> Callable[..., Situation]:
    """Return a function that makes a position of Larch Hill as Falk sees it, with units elsewhere: `anvil="0302"`."""

    def make(**places: str) -> Situation:
        game = replace(new_game(hill_book.module, "meeting", {}, ScriptedChance([])), seats=SEATS)
        situation = Situation(game, hill_book, "Falk")
        commands: list[AnyCommand] = [
            MovePieces((piece_of(situation, kind),), At(FIELD, at)) for kind, at in places.items()
        ]
        outcome = decide(game, Batch(tuple(commands)), "umpire", ScriptedChance([]), hill_book.module.components)
        assert isinstance(outcome, Done), outcome
        return situation.after(outcome.patch)

    return make


def point(situation: Situation, place: str) -> tuple[int, int]:
    found = situation.book.module.components.maps[FIELD].point_of(place)
    assert found is not None
    return found


def shown(situation: Situation, arc: str, *kinds: str):
    pieces = tuple(piece_of(situation, kind) for kind in kinds)
    return overlay(situation, f"arc:{arc}", FIELD, pieces, "Falk")


def test_each_arc_has_its_overlay_which_follows_the_choice(hill_book):
    offers = {offer.id: (offer.title, offer.rule, offer.follows) for offer in offers_of(hill_book)}
    assert offers["arc:turret"] == ("Field of fire of turrets", "6.2", True)
    assert offers["arc:bow"] == ("Field of fire of guns", "6.3", True)
    assert offers["arc:front"] == ("Front", "6.1", True)


def test_a_line_leads_to_each_enemy_in_the_field(hill):
    situation = hill(anvil="0304", heron="0104", swift="1101")
    found = shown(situation, "turret", "anvil")
    assert [area.kind for area in found.areas] == ["arc"]
    assert [(line.kind, line.points) for line in found.lines] == [
        ("sees", (point(situation, "0304"), point(situation, "0104")))
    ]
    assert found.legend.lines == ("Anvil has Heron in its arc at range 2",)
    assert not found.crosses


def test_a_cross_stands_at_what_hides_an_enemy(hill):
    situation = hill(anvil="0302", heron="0304")
    found = shown(situation, "turret", "anvil")
    assert [line.kind for line in found.lines] == ["hidden"]
    assert [(cross.at, cross.says) for cross in found.crosses] == [(point(situation, "0303"), "0303 hides Heron (5.2)")]


def test_a_unit_without_that_arc_shows_nothing(hill):
    assert shown(hill(), "turret", "hammer") is None
    assert shown(hill(), "turret") is None
    assert shown(hill(), "bow", "hammer") is not None


def test_a_front_has_no_lines_since_it_does_not_go_by_sight(hill):
    found = shown(hill(anvil="0304", heron="0303"), "front", "anvil")
    assert found.areas
    assert not found.lines


def test_in_the_hand_the_field_of_fire_is_that_of_the_place_below(hill):
    situation = hill(anvil="0301", heron="0304")
    anvil = piece_of(situation, "anvil")
    hand = Hand(situation, "Falk", (anvil,))
    [there] = hand.hover(Where(FIELD, "0302")).fields
    [beside] = hand.hover(Where(FIELD, "0403")).fields
    assert (there.id, [line.kind for line in there.lines]) == ("arc:turret", ["hidden"])
    heron = point(situation, "0304")
    assert [line.kind for line in beside.lines if line.points[1] == heron] == ["sees"]


def test_it_turns_with_the_unit(hill):
    situation = hill(hammer="0304", heron="0302")
    hammer = piece_of(situation, "hammer")
    before = shown(situation, "bow", "hammer")
    outcome = decide(
        situation.game, Act((hammer,), "]"), "umpire", ScriptedChance([]), situation.book.module.components
    )
    assert isinstance(outcome, Done)
    assert shown(situation.after(outcome.patch), "bow", "hammer").areas != before.areas


def test_an_enemy_that_is_not_seen_is_in_nobodys_field(hill):
    situation = hill(anvil="0304", heron="0104")
    heron = piece_of(situation, "heron")
    hides = perform(
        situation.game,
        Show((heron,), "unseen", ("Falk",)),
        "umpire",
        ScriptedChance([]),
        situation.book.module.components,
    )
    assert isinstance(hides, Performed)
    view = Situation(project(hides.after, audience_of(hides.after, SEATS["Falk"])), situation.book, "Falk")
    [found] = fields_of_fire(view, (piece_of(view, "anvil"),), FIELD)
    assert not found.lines
    assert not any("Heron" in line for line in found.legend.lines)


def test_boxes_and_tracks_beside_the_map_lie_in_no_arc(hill):
    situation = hill(anvil="0203")
    anvil = piece_of(situation, "anvil")
    beside = {"Falk losses", "Orme losses"} | {str(turn) for turn in range(1, 9)}
    for arc in geometry_in(situation).arcs.values():
        swept = arc.swept(situation, anvil, Where(FIELD, "0203"))
        assert swept
        assert beside.isdisjoint(swept)
