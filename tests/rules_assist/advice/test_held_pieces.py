"""Dragged pieces: their reach, and the effect of dropping them."""

import pytest

from rules_assist.advice.held_pieces import Hand, closed_ways, path_line
from tabletop.assistance import Bead, Cross, OverlayLabel, OverlayLine, Remark, Where
from tabletop.game.commands import At, Batch, MovePieces, SetTrait


def at(place: str) -> Where:
    return Where("ford", place)


@pytest.fixture
def scouts(ford, piece) -> Hand:
    situation = ford()
    return Hand(situation, "west", (piece(situation, "west_scouts"),))


def test_the_ways_that_are_open_lead_where_the_rules_say(scouts):
    [way] = scouts.ways
    assert way.mode.id == "march"
    assert set(way.reach.places) == {
        *("0101", "0102", "0104", "0201", "0202", "0204", "0301", "0302", "0303", "0304"),
    }


MOVED = Remark("Movement", "1, 7 left", "4.1")
SUPPLIED = Remark("Supply", "from 0103", "6.1")
ALONE = Remark("Units in a hex", "1 of 2", "3.1")


@pytest.mark.parametrize(
    ("place", "headline", "rule", "remarks"),
    [
        ("0202", "March to 0202", "4.1", (MOVED, ALONE, SUPPLIED)),
        (
            "0302",
            "March to Mill Heath",
            "4.1",
            (
                Remark("Stops here", "enemy zone of control, by Eastern Guards", "5.2"),
                Remark("Movement", "2, 0 left", "4.1"),
                ALONE,
                SUPPLIED,
            ),
        ),
        ("0203", "Back where it was", "", ()),
        ("0402", "Blocked from Mill Heath to East Bank: enemy units stand there, by Eastern Guards.", "4.3", ()),
    ],
)
def test_a_place_says_what_letting_go_there_would_mean(scouts, place, headline, rule, remarks):
    preview = scouts.rest(at(place))
    assert (preview.headline, preview.rule, preview.remarks) == (headline, rule, remarks)


def test_where_a_drop_cuts_supply_the_enemies_in_the_way_are_named_later(ford, piece):
    situation = ford(west_scouts="0401", east_guards="0403", east_foot="0503", east_armour="0601")
    hand = Hand(situation, "west", (piece(situation, "west_scouts"),))
    rested = hand.rest(at("0501"))
    assert [remark.is_grave for remark in rested.remarks if remark.title == "Supply"] == [True]
    found = hand.mending(at("0501"))()
    mend = "Without Eastern Guards at 0403 and Eastern Foot at 0503, a supply line would reach Western Scouts again."
    assert (found.more, found.remarks) == ((*rested.more, mend), rested.remarks)


def test_in_supply_and_where_no_way_leads_nothing_is_added(scouts):
    assert scouts.mending(at("0202")) is scouts.mending(at("0402")) is None


def test_a_glance_says_the_way_and_its_cost_alone(scouts):
    assert scouts.glance(at("0202")).remarks == (MOVED,)


def test_supply_is_looked_for_where_the_hand_stays(scouts):
    assert scouts.hover(at("0202")).remarks == (MOVED, ALONE)
    assert scouts.rest(at("0202")).remarks == (MOVED, ALONE, SUPPLIED)


def test_where_a_move_ends_out_of_supply_the_cut_is_said(ford, piece):
    situation = ford(west_scouts="0603")
    hand = Hand(situation, "west", (piece(situation, "west_scouts"),))
    cut = "No line from Mill Heath to East Bank: enemy units stand there"
    assert Remark("Supply", cut, "6.2", is_grave=True) in hand.rest(at("0604")).remarks


def test_what_holds_back_at_the_start_is_said_of_every_place(ford, piece):
    situation = ford(west_scouts="0302")
    hand = Hand(situation, "west", (piece(situation, "west_scouts"),))
    preview = hand.hover(at("0202"))
    assert preview.remarks[0] == Remark(
        "Held back", "enemy zone of control, by Eastern Guards, from Mill Heath on", "5.3"
    )
    assert preview.held == OverlayLabel((650, 333), "enemy zone of control (5.3)")
    assert hand.hover(at("0302")).held is None


def test_the_path_counts_its_steps(scouts):
    assert scouts.hover(at("0302")).path == OverlayLine(
        "path", ((350, 506), (450, 333), (650, 333)), (Bead((450, 333), "1"), Bead((650, 333), "2"))
    )


def test_where_it_cannot_go_there_is_a_cross_and_the_finding(scouts):
    preview = scouts.hover(at("0402"))
    assert preview.path is None
    assert preview.cross == Cross((850, 333), preview.headline)
    assert preview.words == (preview.findings[0].sentence,), "what the finding says is not said twice"
    assert [(finding.check, finding.rule) for finding in preview.findings] == [("move", "4.3")]


def test_a_place_is_looked_at_once(scouts):
    assert scouts.hover(at("0302")) is scouts.hover(at("0302"))


def test_a_drop_is_the_move_with_what_is_noted_or_nothing(scouts):
    (piece,) = scouts.pieces
    assert scouts.drop(at("0303")) == Batch((MovePieces((piece,), At("ford", "0303")), SetTrait((piece,), "spent", 3)))
    assert scouts.drop(at("0402")) is None


@pytest.mark.parametrize(("place", "why"), [("0302", ""), ("0203", ""), ("0401", "4.4")])
def test_why_not(scouts, place, why):
    assert why in scouts.why_not(at(place))
    assert bool(scouts.why_not(at(place))) == bool(why)


def test_pieces_together_go_as_far_as_the_slowest(ford, piece):
    situation = ford(west_foot="0203")
    hand = Hand(situation, "west", (piece(situation, "west_foot"), piece(situation, "west_scouts")))
    assert set(hand.ways[0].reach.places) == {"0101", "0102", "0104", "0201", "0202", "0204", "0301", "0302", "0303"}
    assert Remark("Movement", "3, 1 left", "4.1") in hand.hover(at("0303")).remarks


def test_out_of_turn_no_way_is_open(ford, piece):
    situation = ford("East")
    hand = Hand(situation, "east", (piece(situation, "east_armour"),))
    assert hand.ways == ()
    assert hand.overlay is None
    assert hand.why_not(at("0603")) == "March: 2.1: in this phase (Movement) only The West may act."
    assert {finding.check for finding in hand.hover(at("0603")).findings} >= {"out-of-turn"}


def test_in_another_phase_the_time_for_it_is_named(ford, piece):
    situation = ford(now=(0, 0, 1))
    assert closed_ways(situation, (piece(situation, "west_foot"),)) == (
        "No way of moving is open in this phase: Combat (2.2).",
        "In other phases: March (2.1).",
    )
    preview = Hand(situation, "west", (piece(situation, "west_foot"),)).hover(at("0302"))
    assert preview.headline.startswith("No way of moving is open")
    assert preview.more == ("In other phases: March (2.1).",)
    assert len(set(preview.words)) == len(preview.words), "nothing is said twice"


def test_what_has_spent_all_goes_nowhere(ford, piece):
    situation = ford(west_scouts="0302")
    scouts = piece(situation, "west_scouts")
    moved = Hand(situation, "west", (scouts,))
    assert max(moved.ways[0].reach.cost(place) for place in moved.ways[0].reach.places) <= 2


def test_a_stack_that_would_be_too_high_is_found_before_it_is_made(ford, piece):
    situation = ford()
    hand = Hand(situation, "west", (piece(situation, "west_foot"),))
    preview = hand.hover(at("0103"))
    assert "no more units may stand there" in preview.headline
    assert {finding.rule for finding in preview.findings} == {"3.1"}


def test_nothing_in_the_hand_has_no_ways(ford):
    assert Hand(ford(), "west", ()).ways == ()
    assert Hand(ford(), "west", ()).start is None


def test_a_path_that_goes_nowhere_is_none():
    assert path_line([]) is None
    assert path_line([(1, 1), (1, 1)]) is None
