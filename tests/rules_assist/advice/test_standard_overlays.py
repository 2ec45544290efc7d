"""Overlays: their display on a map, and their list."""

from dataclasses import replace
from typing import ClassVar

import networkx as nx
import pytest

from rules_assist.advice.standard_overlays import completed, is_unfinished, offers_of, overlay
from rules_assist.movement.written_movement import WrittenMode
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import Bead, Cross, Legend, Overlay
from tabletop.game.change.patch import Drop


def shown(situation, id, *pieces, side="West"):
    return overlay(situation, id, "ford", pieces, side)


def test_a_game_has_the_overlays_of_its_rules_on_digits(ford_book):
    assert [(offer.key, offer.id, offer.rule, offer.follows) for offer in offers_of(ford_book)] == [
        ("1", "reach", "4.1", True),
        ("2", "zone:zoc", "5.1", False),
        ("3", "supply:supply", "6.1", True),
        ("4", "stacking", "3.1", False),
        ("5", "threat", "4.1", False),
        ("6", "cuts:supply", "6.1", True),
    ]


def test_what_is_no_overlay_shows_nothing(ford):
    assert shown(ford(), "weather") is None
    assert shown(ford(), "zone:air") is None


def test_reach_has_a_label_with_the_cost_of_each_place(ford, piece):
    situation = ford()
    found = shown(situation, "reach", piece(situation, "west_scouts"))
    costs = {label.at: (label.text, label.note) for label in found.labels}
    assert costs[(450, 333)] == ("1", "")
    assert costs[(650, 333)] == ("2", "stop")
    assert found.legend == Legend("Western Scouts", "4.1", ("March (4.1)",))
    assert {area.strength for area in found.areas} == {0, 1, 2, 3}


def test_without_a_piece_there_is_no_reach(ford):
    assert shown(ford(), "reach") is None


def test_zones_of_both_sides(ford):
    found = shown(ford(), "zone:zoc")
    assert [area.side for area in found.areas] == ["West", "East"]
    assert found.legend.lines == ("Zone of control of The West", "Zone of control of The East")


def test_a_zone_of_pieces_of_no_side(situation_of):
    storm = """zones: [{id: storm, title: Storm, rule: "7", of: BasicName == "Disrupted"}]"""
    situation = situation_of(storm, pieces=[("disrupted", "0404")])
    found = overlay(situation, "zone:storm", "main", (), "Red")
    assert [area.side for area in found.areas] == [""]
    assert found.legend.lines == ("Storm",)


def test_a_supply_line_counts_its_steps_from_each_base(ford, piece):
    situation = ford(west_scouts="0301")
    found = shown(situation, "supply:supply", piece(situation, "west_scouts"))
    [line] = found.lines
    assert line.kind == "holds"
    assert line.beads[0] == Bead(line.points[0], "", is_base=True)
    assert [bead.text for bead in line.beads[1:]] == [str(number) for number in range(1, len(line.beads))]
    assert found.legend.lines[0].startswith("Western Scouts is in supply from")


def test_a_cut_line_has_a_cross_and_the_rule(ford, piece):
    situation = ford(west_scouts="0501", east_guards="0403", east_foot="0503", east_armour="0601")
    found = shown(situation, "supply:supply", piece(situation, "west_scouts"))
    says = "Cut at East Bank: enemy zone of control, by Eastern Guards at 0403 and Eastern Foot at 0503 (6.2)."
    assert found.crosses == (Cross((850, 333), says),)
    assert found.legend.lines == (f"Western Scouts: {says}",)
    assert [(line.kind, line.points[-1]) for line in found.lines] == [("holds", (850, 333)), ("cut", (950, 160))]


def test_of_a_whole_side_those_out_of_supply_are_crossed(ford):
    assert shown(ford(), "supply:supply").legend.lines == ("5 in supply, 0 out of supply",)
    cut = {"west_scouts": "0501", "east_guards": "0403", "east_foot": "0503", "east_armour": "0601"}
    found = shown(ford(**cut), "supply:supply")
    by = "Eastern Guards at 0403 and Eastern Foot at 0503"
    why = f"Western Scouts: Cut at East Bank: enemy zone of control, by {by} (6.2)."
    assert found.legend.lines == ("4 in supply, 1 out of supply", why)
    assert [cross.says for cross in found.crosses] == [why]
    assert [line.kind for line in found.lines] == ["holds", "cut"], "how far it comes, and where it would go on"


def test_stacking_says_what_stands_against_what_may(ford):
    found = shown(ford(), "stacking")
    assert {label.at: label.text for label in found.labels}[(150, 506)] == "2/2"
    assert [area.kind for area in found.areas] == ["full"]
    assert found.crosses == ()
    over = shown(ford(west_scouts="0103"), "stacking")
    assert [cross.says for cross in over.crosses] == ["0103 is over its limit: Units in a hex 3/2 (3.1)"]


def test_without_zones_there_is_nothing_to_show(ford):
    situation = ford()
    bare = situation.after(tuple(Drop(piece) for piece in situation.game.pieces))
    assert shown(bare, "zone:zoc") is None


def test_a_threat_is_where_the_others_could_go_whoever_acts(ford):
    [area] = shown(ford(), "threat").areas
    assert area.kind == "threat"
    west = shown(ford("East"), "threat", side="East")
    assert west.areas[0].rings != area.rings


def test_a_way_that_cannot_be_answered_is_no_threat(ford, monkeypatch):
    def unanswerable(*_):
        raise Unanswerable("Nobody knows.")

    monkeypatch.setattr(WrittenMode, "reach", unanswerable)
    assert shown(ford(), "threat") is None


class Weather:
    """An overlay that a module adds, or that replaces the general one with the same id."""

    title = "Weather"
    rule = "9"
    follows = False

    def __init__(self, id: str) -> None:
        self.id = id

    def draw(self, situation, map, pieces, side):
        return Overlay(self.id, map, Legend(self.title, self.rule, (f"{side} {len(pieces)}",)))


@pytest.mark.parametrize("id", ["weather", "threat"])
def test_a_module_adds_overlays_and_goes_before_the_general_ones(ford, id):
    situation = ford()
    book = replace_overlays(situation.book, Weather(id))
    ids = [offer.id for offer in offers_of(book)]
    assert ids == [
        "reach",
        "zone:zoc",
        "supply:supply",
        "stacking",
        "threat",
        *(["weather"] if id == "weather" else []),
        "cuts:supply",
    ]
    found = overlay(Situation(situation.game, book, "West"), id, "ford", (1, 2), "West")
    assert found.legend == Legend("Weather", "9", ("West 2",))


def replace_overlays(book, *overlays):
    return replace(book, overlays={each.id: each for each in overlays})


class TestFireInTheSky:
    """A game with movement and supply in Python."""

    def test_its_overlays(self, pacific_book):
        found = {offer.id: (offer.rule, offer.follows) for offer in offers_of(pacific_book)}
        assert found["zone:air_zone"] == ("3.3.2", False)
        assert found["supply:supply-line"] == ("3.3.4", True)
        assert found["threat"] == ("8.2", False)
        assert found["stacking"] == ("3.3.1", False)

    def test_stacking_shows_each_capacity_by_its_sign(self, pacific_book, december):
        found = overlay(Situation(december, pacific_book, "JP"), "stacking", "pacific", (), "JP")
        board = pacific_book.module.components.maps["pacific"]
        formosa = next(label for label in found.labels if board.place_at(*label.at) == board.find("Formosa"))
        assert formosa.text == "A 4/4  S 5/12  L 8/8"
        assert [area.kind for area in found.areas] == ["full"]
        assert found.legend.lines == ("A Air units (3.3.1)", "S Ships (3.3.1)", "L Land units (3.3.1)")
        assert found.legend.rule == "3.3.1"
        assert overlay(Situation(december, pacific_book, "JP"), "stacking", "pools", (), "JP") is None

    def test_a_supply_line_has_ticks_at_its_bases(self, pacific_book, december, piece):
        situation = Situation(december, pacific_book, "JP")
        supply = pacific_book.ground.supply["supply-line"]
        lines = {
            id: supply.lines(situation, id).line(situation.where(id).place)
            for id, held in supply.supplied(situation, "JP").items()
            if held
        }
        farthest = max(lines, key=lambda id: len(lines[id]))
        [line] = overlay(situation, "supply:supply-line", "pacific", (farthest,), "JP").lines
        assert line.beads[0].is_base
        since = 0
        for bead in line.beads:
            since = 0 if bead.is_base else since + 1
            assert bead.text == ("" if bead.is_base else str(since))
            assert since <= 2  # the bases of a line are two hexes apart at most (3.3.4)

    def test_where_enemy_ships_can_go(self, pacific_book, december):
        seen = {
            side: overlay(Situation(december, pacific_book, side), "threat", "pacific", (), side)
            for side in ("JP", "AL")
        }
        assert seen["JP"].areas[0].kind == "threat"
        assert seen["JP"].areas != seen["AL"].areas
        assert overlay(Situation(december, pacific_book, "JP"), "threat", "pools", (), "JP") is None


def whole(situation, id, *pieces, side="West", map="ford"):
    """Return an overlay of a situation with its slow parts, which are drawn later."""
    at_once = overlay(situation, id, map, pieces, side)
    assert is_unfinished(situation.book, at_once)
    return completed(situation, at_once, pieces, side)


def alone(situation: Situation) -> Situation:
    """Return a situation without the units of the East."""
    return situation.after(tuple(Drop(piece) for piece in situation.pieces("East")))


class TestWhatCutsAndOpensLines:
    CUT: ClassVar = {"west_scouts": "0501", "east_guards": "0403", "east_foot": "0503", "east_armour": "0601"}
    MEND = "Removing Eastern Guards at 0403 and Eastern Foot at 0503 would open it again."

    def test_a_cut_line_is_told_with_what_opens_it(self, ford, piece):
        situation = ford(**self.CUT)
        found = whole(situation, "supply:supply", piece(situation, "west_scouts"))
        assert found.legend.lines[0].endswith(f"(6.2). {self.MEND}")
        assert [cross.says.endswith(self.MEND) for cross in found.crosses] == [True]
        [line] = [line for line in found.lines if line.kind == "opens"]
        assert line.points[-1] == (950, 160)

    def test_so_it_is_of_a_whole_side(self, ford):
        found = whole(ford(**self.CUT), "supply:supply")
        assert [cross.says.endswith(self.MEND) for cross in found.crosses] == [True]

    def test_with_all_in_supply_nothing_is_to_be_found(self, ford):
        situation = ford()
        assert not is_unfinished(situation.book, overlay(situation, "supply:supply", "ford", (), "West"))

    def test_the_single_places_that_cut_most_of_each_sides_supply(self, ford):
        found = whole(alone(ford(west_scouts="0501", west_guards="0502")), "cuts:supply")
        assert found.legend.title == "Places that cut Supply"
        assert found.legend.lines == ("The West: Mill Heath cuts off 2 of 5.",)
        assert [(label.at, label.text) for label in found.labels] == [((650, 333), "2/5")]
        assert [area.kind for area in found.areas] == ["cutting"]

    def test_the_fewest_places_that_cut_the_chosen_pieces(self, ford, piece):
        situation = alone(ford(west_scouts="0404"))
        found = whole(situation, "cuts:supply", piece(situation, "west_scouts"))
        places = {label.at for label in found.labels}
        assert len(places) == 2
        assert found.legend.lines[1] == "Fewer places are not enough."

    def test_who_stands_beside_its_source_cannot_be_cut_off(self, ford, piece):
        situation = ford()
        found = whole(situation, "cuts:supply", piece(situation, "west_guards"))
        assert found.legend.lines == (
            "Western Guards cannot be cut off: already out of supply, or at or beside a source.",
        )

    def test_a_side_is_told_of_what_it_sees(self, ford, piece):
        """Eastern units that the West does not see are not lifted: for the West they do not cut the line."""
        situation = ford(**self.CUT)
        unseen = situation.after(tuple(Drop(piece(situation, kind)) for kind in ("east_guards", "east_foot")))
        assert overlay(unseen, "supply:supply", "ford", (), "West").crosses == ()

    @pytest.mark.parametrize(
        ("algorithm", "empty", "id", "setup", "kind", "fact"),
        [
            ("dijkstra_path", [], "supply:supply", CUT, "west_scouts", "lines"),
            ("immediate_dominators", {}, "cuts:supply", {"west_scouts": "0501"}, "", "labels"),
            ("minimum_node_cut", (), "cuts:supply", {"west_scouts": "0501"}, "west_scouts", "labels"),
        ],
    )
    def test_each_comes_from_its_algorithm(self, ford, piece, monkeypatch, algorithm, empty, id, setup, kind, fact):
        situation = ford(**setup) if id.startswith("supply:") else alone(ford(**setup))
        chosen = (piece(situation, kind),) if kind else ()

        def facts() -> int:
            return len(
                [
                    each
                    for each in getattr(whole(situation, id, *chosen), fact)
                    if getattr(each, "kind", "opens") == "opens"
                ]
            )

        assert facts()
        monkeypatch.setattr(nx, algorithm, lambda *_, **__: empty)
        assert not facts()
