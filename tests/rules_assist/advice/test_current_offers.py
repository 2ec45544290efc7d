"""The actions offered in a phase, and the way to the next phase."""

from msgspec.structs import replace

from rules_assist.advice.current_offers import now
from rules_assist.position.situation import Situation
from tabletop.game.commands import Begin
from tabletop.game.table_access import TableAccess


def test_where_we_are_and_who_acts(ford):
    found = now(ford(), "west", (), ())
    assert (found.phase, found.rule, found.acting, found.ending) == ("Movement", "2.1", ("West",), "")
    assert found.note.startswith("Units are ready again")


def test_who_acts_may_go_on_and_others_hear_why_not(ford):
    onwards = now(ford(), "west", (), ()).onwards
    assert onwards.title == "Combat"
    assert onwards.command == Begin("next-phase", {}, "West")
    waiting = now(ford("East"), "east", (), ()).onwards
    assert (waiting.command, waiting.because) == (None, "Only The West may end this phase.")


def test_the_umpire_ends_the_phase_of_either_side(ford):
    assert now(ford(""), "umpire", (), ()).onwards.command == Begin("next-phase", {}, "West")
    assert now(ford("", now=(0, 1, 0)), "umpire", (), ()).onwards.command == Begin("next-phase", {}, "East")


def test_players_of_a_moderated_table_hear_who_ends_the_phase(ford):
    situation = ford()
    moderated = Situation(replace(situation.game, access=TableAccess("moderated")), situation.book, "West")
    onwards = now(moderated, "west", (), ()).onwards
    assert (onwards.command, onwards.because) == (None, "The umpire ends this phase.")


def test_procedures_of_the_phase_with_why_not(ford):
    def offer(situation, seat):
        return {each.id: each for each in now(situation, seat, (), ()).offers}["attack"]

    assert offer(ford(now=(0, 0, 1)), "west").because == "No unit of yours that can still attack is beside an enemy."
    ready = offer(ford(now=(0, 0, 1), west_foot="0302"), "west")
    assert (ready.because, ready.command) == ("", Begin("attack", {}, "West"))
    assert "only The West may act" in offer(ford("East", now=(0, 0, 1), west_foot="0302"), "east").because


def test_chosen_pieces_have_their_ways(ford, piece):
    situation = ford()
    offers = now(situation, "west", (piece(situation, "west_scouts"),), ()).offers
    assert [each.title for each in offers if each.id == "mode:march"] == ["March: 10 places within reach"]


def test_a_day_that_has_begun_does_not_begin_again(ford):
    [offer] = [each for each in now(ford(), "west", (), ()).offers if each.id == "day-begins"]
    assert offer.because == "This day has begun."


def test_once_it_is_over_it_says_who_has_won(ford):
    assert now(ford(now=(5, 1, 2)), "west", (), ()).ending == "Hollin is not in western hands; the East has won."
    held = now(ford(now=(5, 1, 2), west_foot="0502"), "west", (), ())
    assert held.ending == "The West holds Hollin and has won."
    assert held.onwards is None
