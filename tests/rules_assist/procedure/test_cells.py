"""Procedures at a table with cells: the side is asked, and each cell answers from its own view."""

from msgspec.structs import replace

from rules_assist.assistant import Assistant
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import PieceSight
from tabletop.game.commands import GoOn
from tabletop.game.sight.audience import audience_of
from tabletop.game.sight.view import seen_game
from tabletop.game.state.game import Seat, with_cells
from tabletop.game.state.values import UNSEEN
from tests.rules_assist.procedure.playing import Playing, begun, book

NORTH, SOUTH = 2, 3


def at_cells() -> Playing:
    """Return a table at which Red has two cells. Of these and the headquarters, only the northern cell sees a unit."""
    game = with_cells(begun(), {"Red": ("North", "South")})
    seats = {"Blue": Seat((1,)), "North": Seat((NORTH,)), "South": Seat((SOUTH,)), "Both": Seat((0, 1))}
    play = Playing(game=replace(game, seats=seats))
    play.game = apply(play.game, [PieceSight(play.unit("red_infantry"), side, UNSEEN) for side in (0, SOUTH)])[0]
    return play


def offers(play: Playing, seat: str) -> list[object]:
    view = seen_game(play.game, audience_of(play.game, play.game.seats[seat]))
    (question,) = asked(Situation(view, book(), "Red"), play.frames[-1])
    return [option.value for option in question.options]


def test_a_cell_chooses_among_what_it_sees_itself():
    play = at_cells()
    play.begin(by="North", side="Red")
    unit, armour = play.text("red_infantry"), play.text("red_armour")
    assert {unit, armour} <= {*offers(play, "North")}
    assert unit not in offers(play, "South")
    assert "something hidden cannot be chosen here" in play.answer("units", [unit], by="South")
    assert play.open_keys() == ["units"]
    assert not play.answer("units", [armour], by="South")
    assert play.open_keys() != ["units"]


def test_an_answer_is_kept_for_the_cell_that_gave_it_and_judged_on_its_view():
    play = at_cells()
    play.begin(by="North", side="Red")
    assert not play.answer("units", [play.text("red_infantry"), play.text("red_infantry", 1)], by="North")
    assert [(one.key, one.by) for one in play.game.frames[play.frames[-1]].answers] == [("units", "Red/North")]
    assert play.open_keys() == ["order"]
    assert not play.do(GoOn(play.frames[-1]), by="South"), (
        "a cell that does not see the unit does not have it chosen again"
    )
    assert play.open_keys() == ["order"]
    order = [play.text("red_infantry", 1), play.text("red_infantry")]
    assert play.answer("order", order, by="South") == "That question is for Red/North."
    assert not play.answer("order", order, by="North")


def test_a_secret_answer_is_told_to_its_cell_alone():
    play = at_cells()
    play.begin(by="North", side="Red")
    play.answer("units", [play.text("red_armour")], by="South")
    assert not play.answer("attack", "high", by="South")
    heard = {told.sides: told.facts.get("answer") for told in play.done[-1].told if told.key == "procedure-answered"}
    assert heard[(SOUTH,)] == "Come in high"
    assert [answer for sides, answer in heard.items() if sides != (SOUTH,)] == [None] * (len(heard) - 1)
    assert {side for sides in heard for side in sides} == {0, 1, NORTH, SOUTH}


def test_the_assistant_judges_a_cell_on_its_own_view():
    play = at_cells()
    assistant = Assistant(book())
    unit = play.unit("red_infantry")
    for seat, sees in (("North", True), ("South", False)):
        situation = assistant.situation(play.game, seat)
        assert (situation.side, unit in situation.game.pieces, situation.sides) == ("Red", sees, ("Red", "Blue"))
